// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/pipeline/actuation_plan.h"

static void destroy_plan(void* state) {
  ActuationPlan* plan = state;
  for (int i = 0; i < plan->nlaw; i++)
    free(plan->law[i].id);
  free(plan->law);
  free(plan->seen);
  free(plan);
}

// ---------------------------------------------------------------- edits

// The arrays that determine the law and the activations of each actuator: actuator_dyntype to
// actuator_actnum, which are adjacent in every model (mjxmacro.h), and actuator_plugin. Comparing
// two blocks of bytes costs small models much less than comparing array by array.
typedef struct Source_ {
  const void* begin;
  size_t bytes;
} Source;

enum { NSOURCE = 2 };

static inline void sources(const mjModel* m, Source source[NSOURCE]) {
  const size_t nu = (size_t)m->nu;
  const char *begin = (const char*)m->actuator_dyntype,
             *end = (const char*)(m->actuator_actnum + nu);
  source[0] = (Source){begin, (size_t)(end - begin)};
  source[1] = (Source){m->actuator_plugin, nu * sizeof(int)};
}

static int see(ActuationPlan* plan, const mjModel* m) {
  Source source[NSOURCE];
  sources(m, source);
  if (!(plan->seen = malloc(source[0].bytes + source[1].bytes + 1)))
    return -1;
  memcpy(plan->seen, source[0].begin, source[0].bytes);
  memcpy(plan->seen + source[0].bytes, source[1].begin, source[1].bytes);
  return 0;
}

static int was_edited(const ActuationPlan* plan, const mjModel* m) {
  Source source[NSOURCE];
  sources(m, source);
  return memcmp(plan->seen, source[0].begin, source[0].bytes) != 0 ||
         (m->nplugin &&
          memcmp(plan->seen + source[0].bytes, source[1].begin, source[1].bytes) != 0);
}

// ---------------------------------------------------------------- collecting

// a new law without members
static Law* append_law(ActuationPlan* plan, const mjModel* m, const Bound* bound, LawRole role) {
  Law* grown = realloc(plan->law, (size_t)(plan->nlaw + 1) * sizeof *grown);
  if (!grown)
    return NULL;
  plan->law = grown;
  Law* law = grown + plan->nlaw;
  const size_t nu = (size_t)m->nu;
  *law = (Law){.bound = bound, .table = *law_table(bound->face), .role = role};
  if (!(law->id = malloc(4 * nu * sizeof(int))))
    return NULL;
  law->actadr = law->id + nu;
  law->actnum = law->actadr + nu;
  law->ahead = law->actnum + nu;
  plan->nlaw++;
  return law;
}

// required members of a table for its role
static int check_functions(const Law* law) {
  const FcActuator* t = &law->table;
  if (law->role == LAW_DYNAMICS ? t->rates || t->advance : t->value != NULL)
    return 0;
  return fc_fail("\"%s\" has no function for a law of this role", law->bound->face->name);
}

// Adds actuator i to the batch of its law, with num activation variables of its own from adr on and
// `ahead` others before them.
static int enlist(ActuationPlan* plan, const mjModel* m, const Bound* bound, LawRole role, int i,
                  int adr, int num, int ahead) {
  int k = 0;
  while (k < plan->nlaw && (plan->law[k].bound != bound || plan->law[k].role != role))
    k++;
  Law* law = k < plan->nlaw ? plan->law + k : append_law(plan, m, bound, role);
  if (!law)
    return fc_fail("out of memory for the laws of actuators");
  law->id[law->n] = i;
  law->actadr[law->n] = num ? adr : -1;
  law->actnum[law->n] = num;
  law->ahead[law->n] = law->table.leading ? ahead : 0;
  law->leads |= law->ahead[law->n] != 0;
  law->n++;
  return check_functions(law);
}

// the three roles of an actuator without a face for the whole force; num variables from adr on
static int enlist_role(ActuationPlan* plan, const mjModel* m, mjData* d, LawRole role, int value,
                       int i, int adr, int num, int ahead) {
  if (!law_is_face(role, value))
    return 0;
  const FcFace* face = law_face(role, value);
  const Bound* bound = face ? bound_instance(m, d, face, -1) : NULL;
  return bound ? enlist(plan, m, bound, role, i, adr, num, ahead) : -1;
}

static int enlist_actuator(ActuationPlan* plan, const mjModel* m, mjData* d, int i) {
  const int plugin = m->actuator_plugin[i], adr = m->actuator_actadr[i],
            num = m->actuator_actnum[i];
  int failed = 0;
  const FcFace* face = plugin >= 0 ? law_force(m->plugin[plugin], &failed) : NULL;
  const int own = face ? law_force_count(m, i) : -failed;
  // dynamics without room for an activation count as none: a plugin or an edit may declare them
  const int native = adr >= 0 && own >= 0 ? law_dynamics_count(m, i) : own < 0 ? -1 : 0;
  if (own < 0 || native < 0)
    return -1;
  if (own + native > (adr >= 0 ? num : 0))
    return fc_fail("it has %d activation variables, its laws need %d", adr >= 0 ? num : 0,
                   own + native);
  if (native && enlist_role(plan, m, d, LAW_DYNAMICS, m->actuator_dyntype[i], i, adr + num - native,
                            native, plugin >= 0 && !face ? num - native : 0))
    return -1;
  if (plugin >= 0) {
    const Bound* bound = face ? bound_instance(m, d, face, plugin) : NULL;
    return !face ? 0 : bound ? enlist(plan, m, bound, LAW_FORCE, i, adr, own, 0) : -1;
  }
  return enlist_role(plan, m, d, LAW_GAIN, m->actuator_gaintype[i], i, adr, 0, 0) ||
                 enlist_role(plan, m, d, LAW_BIAS, m->actuator_biastype[i], i, adr, 0, 0)
             ? -1
             : 0;
}

static ActuationPlan* make_plan(const mjModel* m, mjData* d) {
  ActuationPlan* plan = calloc(1, sizeof *plan);
  if (!plan || see(plan, m)) {
    free(plan);
    fc_fail("out of memory for the laws of actuators");
    return NULL;
  }
  for (int i = 0; i < m->nu; i++) {
    plan->user |= law_is_user(LAW_DYNAMICS, m->actuator_dyntype[i]) ||
                  law_is_user(LAW_GAIN, m->actuator_gaintype[i]) ||
                  law_is_user(LAW_BIAS, m->actuator_biastype[i]);
    if (enlist_actuator(plan, m, d, i)) {
      const char* name = mj_id2name(m, mjOBJ_ACTUATOR, i);
      fc_fail("actuator %d \"%s\": %s", i, name ? name : "", fc_lastError());
      destroy_plan(plan);
      return NULL;
    }
  }
  return plan;
}

const ActuationPlan* actuation_plan(const mjModel* m, mjData* d, int fresh) {
  void** slot = binding_slot(m, d, SLOT_ACTUATION, destroy_plan);
  if (!slot)
    return NULL;
  if (*slot && fresh && was_edited(*slot, m)) {
    destroy_plan(*slot);
    *slot = NULL;
  }
  if (!*slot && !(*slot = make_plan(m, d)))
    mju_error("actuation: %s", fc_lastError());
  return *slot;
}

// ---------------------------------------------------------------- batches

int actuator_disabled(const mjModel* m, int i) {
  const int group = m->actuator_group[i];
  return group >= 0 && group <= 30 && (m->opt.disableactuator >> group & 1);
}

FcActuatorBatch law_batch(const mjModel* m, mjData* d, const Law* law, int skip) {
  FcActuatorBatch batch = {.size = sizeof batch,
                           .id = law->id,
                           .n = law->n,
                           .actadr = law->actadr,
                           .actnum = law->actnum};
  const int sleeping = (skip & SKIP_SLEEPING) && sleep_filters_dofs(m, d),
            groups = (skip & SKIP_DISABLED) && m->opt.disableactuator;
  if (!sleeping && !groups)
    return batch;
  int* id = mj_stackAllocInt(d, 3 * (size_t)law->n);
  int *actadr = id + law->n, *actnum = actadr + law->n, n = 0;
  for (int k = 0; k < law->n; k++) {
    const int i = law->id[k];
    if (groups && actuator_disabled(m, i))
      continue;
    if (sleeping && sleep_actuator(m, d, i) == mjS_ASLEEP)
      continue;
    id[n] = i;
    actadr[n] = law->actadr[k];
    actnum[n] = law->actnum[k];
    n++;
  }
  batch.id = id;
  batch.n = n;
  batch.actadr = actadr;
  batch.actnum = actnum;
  return batch;
}

void law_failed(const mjData* d, const Law* law, unsigned long mark) {
  mju_error("actuator \"%s\" failed at time %g: %s", law->bound->face->name, d->time,
            fail_reason(mark));
}
