// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which passive forces act on an mjData (fulcrum/passive.h), and on which elements. Faces of the
// engine, whose names have no dot, act by default; then come plugin instances of the model, then
// faces added with fc_bind. They are looked up once per binding; in a step each costs two
// comparisons and its calls.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/registry.h"
#include "core/physics/pipeline/passive_plan.h"

#define FACE_MAX 256  // installed faces of this kind

// ---------------------------------------------------------------- collecting

void passive_forget(void* state) {
  PassivePlan* plan = state;
  for (int i = 0; i < plan->n; i++)
    free(plan->force[i].body);
  free(plan->force);
  free(plan->all);
  free(plan);
}

static int is_direct(const FcPassive* table) { return table->array == FC_QFRC_PASSIVE; }

// 1 when a comes before b; equal ones keep the order in which they were added
static int precedes(const FcPassive* a, const FcPassive* b) {
  return is_direct(a) != is_direct(b) ? !is_direct(a) : a->order < b->order;
}

// 1 when the model has nothing that the force acts on
static int is_idle(const FcPassive* table, const mjModel* m) {
  return table->elements && !*(const mjtSize*)((const char*)m + table->elements);
}

static int add_force(PassivePlan* plan, const mjModel* m, const Bound* bound, int instance) {
  if (!bound)
    return -1;
  PassiveForce f = {.bound = bound, .instance = instance};
  const uint32_t size = *(const uint32_t*)bound->table;
  memcpy(&f.table, bound->table, size < sizeof f.table ? size : sizeof f.table);
  if (f.table.array < 0 || f.table.array >= FC_NQFRC)
    return fc_fail("passive force \"%s\" adds to array %d, which does not exist", bound->face->name,
                   f.table.array);
  if (is_idle(&f.table, m))
    return 0;
  PassiveForce* grown = realloc(plan->force, (size_t)(plan->n + 1) * sizeof *grown);
  if (!grown)
    return fc_fail("out of memory for %d passive forces", plan->n + 1);
  plan->force = grown;
  int at = plan->n++;
  for (; at && precedes(&f.table, &grown[at - 1].table); at--)
    grown[at] = grown[at - 1];
  grown[at] = f;
  plan->nsummed += !is_direct(&f.table);
  plan->ncompensating += f.table.array == FC_QFRC_GRAVCOMP;
  return 0;
}

static int is_planned(const PassivePlan* plan, const FcFace* face) {
  for (int i = 0; i < plan->n; i++)
    if (plan->force[i].bound->face == face)
      return 1;
  return 0;
}

static int by_name(const void* a, const void* b) {
  return strcmp(*(const char* const*)a, *(const char* const*)b);
}

static int add_engine_forces(PassivePlan* plan, const mjModel* m, mjData* d) {
  const char* name[FACE_MAX];
  const int n = registry_provided(FC_PASSIVE, name, FACE_MAX);
  if (n < 0)
    return -1;
  if (n > FACE_MAX)
    return fc_fail("%d passive forces are installed, at most %d are possible", n, FACE_MAX);
  qsort(name, (size_t)n, sizeof *name, by_name);
  for (int i = 0; i < n; i++) {
    // a face that replaces another has the same name
    if (strchr(name[i], '.') || (i && strcmp(name[i], name[i - 1]) == 0))
      continue;
    if (add_force(plan, m, bound_named(m, d, FC_PASSIVE, name[i]), -1))
      return -1;
  }
  return 0;
}

// faces of the engine are in the list already; an instance of one only sets its parameters
static int add_instances(PassivePlan* plan, const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nplugin; i++) {
    const FcFace* face = plugin_face(m->plugin[i]);
    if (!face || face->kind != FC_PASSIVE || !strchr(face->name, '.'))
      continue;
    if (add_force(plan, m, bound_instance(m, d, face, i), i))
      return -1;
  }
  return 0;
}

static int add_bound(PassivePlan* plan, const mjModel* m, mjData* d) {
  const Hook* hook;
  const int n = bound_hooks(m, d, FC_PASSIVE, &hook);
  for (int i = 0; i < n; i++)
    if (!is_planned(plan, hook[i].bound->face) && add_force(plan, m, hook[i].bound, -1))
      return -1;
  return 0;
}

// lists of bodies, complete and per instance
static int make_lists(PassivePlan* plan, const mjModel* m) {
  const int n = (int)(m->nbody > m->nv ? m->nbody : m->nv);
  if (!(plan->all = malloc((size_t)(n + 1) * sizeof(int))))
    return fc_fail("out of memory for lists of %d bodies and dofs", n);
  for (int i = 0; i < n; i++)
    plan->all[i] = i;
  for (int k = 0; k < plan->n; k++) {
    PassiveForce* f = plan->force + k;
    int nbody = 0;
    for (int b = 0; b < m->nbody && f->instance >= 0; b++)
      nbody += m->body_plugin[b] == f->instance;
    if (!nbody)
      continue;
    if (!(f->body = malloc((size_t)nbody * sizeof(int))))
      return fc_fail("out of memory for a list of %d bodies", nbody);
    for (int b = 0; b < m->nbody; b++)
      if (m->body_plugin[b] == f->instance)
        f->body[f->nbody++] = b;
  }
  return 0;
}

static PassivePlan* make_plan(const mjModel* m, mjData* d) {
  PassivePlan* plan = calloc(1, sizeof *plan);
  if (!plan) {
    fc_fail("out of memory for passive forces");
    return NULL;
  }
  if (add_engine_forces(plan, m, d) || add_instances(plan, m, d) || add_bound(plan, m, d) ||
      make_lists(plan, m)) {
    passive_forget(plan);
    return NULL;
  }
  return plan;
}

const PassivePlan* passive_collect(const mjModel* m, mjData* d, void** slot) {
  if (!(*slot = make_plan(m, d)))
    mju_error("passive forces: %s", fc_lastError());
  return *slot;
}

// ---------------------------------------------------------------- calling

int passive_call_for_bodies(mjData* d, const PassiveForce* f, FcPassiveBatch batch, int symmetric) {
  batch.body = f->body;
  batch.nbody = f->nbody;
  if (!batch.sleeping)
    return passive_evaluate(f, &batch, symmetric);
  mj_markStack(d);
  int* awake = mj_stackAllocInt(d, (size_t)f->nbody);
  batch.body = awake;
  batch.nbody = 0;
  for (int k = 0; k < f->nbody; k++)
    if (d->body_awake[f->body[k]] != mjS_ASLEEP)
      awake[batch.nbody++] = f->body[k];
  const int status = passive_evaluate(f, &batch, symmetric);
  mj_freeStack(d);
  return status;
}

void passive_failure(const mjData* d, const PassiveForce* f, unsigned long mark) {
  mju_error("passive force \"%s\" failed at time %g: %s", f->bound->face->name, d->time,
            fail_reason(mark));
}
