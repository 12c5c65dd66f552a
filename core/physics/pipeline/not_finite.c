// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Finds the origin of the first number that is not finite. The arrays that a step leaves are
// scanned in the order in which the stages write them: the first one with such a number, in a step
// with finite inputs, identifies the origin. Where several faces write one array all of them are
// named, unless some are of third parties; then only those are.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>
#include <fulcrum/stage.h>

#include "core/foundation/base/text.h"
#include "core/foundation/data/record.h"
#include "core/kernel/binding/binding.h"
#include "core/physics/collision/colliders.h"
#include "core/physics/pipeline/actuation_plan.h"
#include "core/physics/pipeline/not_finite.h"
#include "core/physics/pipeline/passive_plan.h"
#include "core/physics/problem/constraint_plan.h"
#include "core/physics/problem/contact_force.h"

#define SUSPECTS_MAX 16

// Where the number is, and which faces may have written it.
typedef struct Search_ {
  const mjModel* m;
  mjData* d;
  const char* field;  // of mjData; NULL: nothing found
  int index;
  const char* stage;
  const FcFace* suspect[SUSPECTS_MAX];
  int nsuspect;
} Search;

// ---------------------------------------------------------------- numbers

static int first_not_finite(const mjtNum* x, int n) {
  for (int i = 0; x && i < n; i++)
    if (!isfinite(x[i]))
      return i;
  return -1;
}

// when the number is there, the search ends
static int found_in(Search* s, const char* stage, const char* field, const mjtNum* x, int n) {
  s->index = first_not_finite(x, n);
  if (s->index < 0)
    return 0;
  s->stage = stage;
  s->field = field;
  return 1;
}

// inputs of the program; huge ones count too, because results computed from them overflow
static int unsound(Search* s, const char* field, const mjtNum* x, int n) {
  for (int i = 0; x && i < n; i++) {
    if (fc_isBad(x[i])) {
      s->stage = NULL;
      s->field = field;
      s->index = i;
      return 1;
    }
  }
  return 0;
}

// ---------------------------------------------------------------- suspects

static void suspect(Search* s, const FcFace* face) {
  for (int i = 0; i < s->nsuspect; i++)
    if (s->suspect[i] == face)
      return;
  if (face && s->nsuspect < SUSPECTS_MAX)
    s->suspect[s->nsuspect++] = face;
}

static void suspect_bound(Search* s, const Bound* bound) { suspect(s, bound ? bound->face : NULL); }

static void suspect_choice(Search* s, FcKind kind) {
  suspect_bound(s, bound_choice(s->m, s->d, kind));
}

static int has_word(const char* text, const char* word) {
  const size_t n = strlen(word);
  for (const char* at = text; at && (at = strstr(at, word)); at += n)
    if ((at == text || at[-1] == ' ') && (!at[n] || at[n] == ' '))
      return 1;
  return 0;
}

// stages of modules that write the field
static void suspect_stages(Search* s) {
  const Hook* hook;
  const int n = bound_hooks(s->m, s->d, FC_STAGE, &hook);
  for (int i = 0; i < n; i++) {
    const FcStage* stage = hook[i].bound->table;
    if (has_word(stage->writes, s->field))
      suspect_bound(s, hook[i].bound);
  }
}

static void suspect_passive(Search* s, int array) {
  const PassivePlan* plan = passive_plan(s->m, s->d);
  for (int i = 0; plan && i < plan->n; i++)
    if ((int)plan->force[i].table.array == array)
      suspect_bound(s, plan->force[i].bound);
}

// laws of an actuator: of its activation, or of its force
static void suspect_laws(Search* s, int actuator, int activation) {
  const ActuationPlan* plan = actuation_plan(s->m, s->d, 0);
  for (int k = 0; plan && k < plan->nlaw; k++) {
    const Law* law = plan->law + k;
    for (int i = 0; i < law->n; i++)
      if (law->id[i] == actuator && (law->role == LAW_DYNAMICS) == activation)
        suspect_bound(s, law->bound);
  }
}

static void suspect_row(Search* s, int row) {
  const mjData* d = s->d;
  const ConstraintPlan* plan = constraint_plan(s->m, s->d);
  if (row >= d->ne + d->nf + d->nl) {
    suspect_choice(s, FC_CONTACT_MODEL);
  } else if (plan && d->efc_type[row] == mjCNSTR_EQUALITY) {
    const RowProvider* provider = plan->equality[d->efc_id[row]];
    suspect_bound(s, provider ? provider->bound : NULL);
  }
  for (int i = 0; plan && i < plan->ngroup; i++)
    if (plan->group[i].group == d->efc_type[row])
      suspect_bound(s, plan->group[i].provider->bound);
}

// ---------------------------------------------------------------- stages, in their order

static int in_inputs(Search* s) {
  const mjModel* m = s->m;
  const mjData* d = s->d;
  return unsound(s, "qpos", d->qpos, (int)m->nq) || unsound(s, "qvel", d->qvel, (int)m->nv) ||
         unsound(s, "ctrl", d->ctrl, (int)m->nu) ||
         unsound(s, "qfrc_applied", d->qfrc_applied, (int)m->nv) ||
         unsound(s, "xfrc_applied", d->xfrc_applied, 6 * (int)m->nbody) ||
         unsound(s, "mocap_pos", d->mocap_pos, 3 * (int)m->nmocap) ||
         unsound(s, "mocap_quat", d->mocap_quat, 4 * (int)m->nmocap);
}

// activations were advanced by the previous step
static int in_activations(Search* s) {
  if (!found_in(s, "integration", "act", s->d->act, (int)s->m->na))
    return 0;
  for (int i = 0; i < s->m->nu; i++) {
    const int first = s->m->actuator_actadr[i];
    if (first >= 0 && s->index >= first && s->index < first + s->m->actuator_actnum[i])
      suspect_laws(s, i, 1);
  }
  suspect_choice(s, FC_INTEGRATOR);
  return 1;
}

static int in_contacts(Search* s) {
  for (int i = 0; i < s->d->ncon; i++) {
    const mjContact* con = s->d->contact + i;
    if (isfinite(con->dist) && first_not_finite(con->pos, 3) < 0 &&
        first_not_finite(con->frame, 9) < 0)
      continue;
    s->stage = "collision";
    s->field = "geometry of contact";
    s->index = i;
    const int g1 = con->geom[0], g2 = con->geom[1];
    if (g1 >= 0 && g2 >= 0) {
      const int a = s->m->geom_type[g1], b = s->m->geom_type[g2];
      suspect_bound(s, pair_bound(s->m, s->d, a < b ? a : b, a < b ? b : a));
    }
    return 1;
  }
  return 0;
}

static int in_rows(Search* s) {
  const mjData* d = s->d;
  const int n = d->nefc;
  const int found = found_in(s, "rows", "efc_pos", d->efc_pos, n) ||
                    found_in(s, "rows", "efc_R", d->efc_R, n) ||
                    found_in(s, "rows", "efc_D", d->efc_D, n) ||
                    found_in(s, "reference", "efc_aref", d->efc_aref, n);
  if (found)
    suspect_row(s, s->index);
  return found;
}

static int in_contact_forces(Search* s) {
  mjtNum force[6];
  for (int i = 0; data_record(s->d)->contact_force && i < s->d->ncon; i++) {
    if (s->d->contact[i].efc_address >= 0 || !contact_force_read(s->d, i, force) ||
        first_not_finite(force, 6) < 0)
      continue;
    s->stage = "passive";
    s->field = "force of contact";
    s->index = i;
    suspect_choice(s, FC_CONTACT_MODEL);
    return 1;
  }
  return 0;
}

static int in_passive(Search* s) {
  const mjData* d = s->d;
  const struct {
    const char* field;
    const mjtNum* value;
    int array;
  } sum[] = {{"qfrc_spring", d->qfrc_spring, FC_QFRC_SPRING},
             {"qfrc_damper", d->qfrc_damper, FC_QFRC_DAMPER},
             {"qfrc_gravcomp", d->qfrc_gravcomp, FC_QFRC_GRAVCOMP},
             {"qfrc_fluid", d->qfrc_fluid, FC_QFRC_FLUID},
             {"qfrc_passive", d->qfrc_passive, FC_QFRC_PASSIVE}};
  for (size_t i = 0; i < sizeof sum / sizeof *sum; i++) {
    if (found_in(s, "passive", sum[i].field, sum[i].value, (int)s->m->nv)) {
      suspect_passive(s, sum[i].array);
      return 1;
    }
  }
  return 0;
}

static int in_actuation(Search* s) {
  const mjData* d = s->d;
  if (found_in(s, "actuation", "actuator_force", d->actuator_force, (int)s->m->nu)) {
    suspect_laws(s, s->index, 0);
    return 1;
  }
  return found_in(s, "actuation", "qfrc_actuator", d->qfrc_actuator, (int)s->m->nv);
}

static int in_solution(Search* s) {
  const mjData* d = s->d;
  const int nv = (int)s->m->nv;
  if (found_in(s, "bias", "qfrc_bias", d->qfrc_bias, nv) ||
      found_in(s, "smooth", "qacc_smooth", d->qacc_smooth, nv))
    return 1;
  if (!found_in(s, "constraint", "qacc", d->qacc, nv))
    return 0;
  const Bound *post[POST_SOLVER_MAX], *model = bound_choice(s->m, s->d, FC_CONTACT_MODEL);
  suspect_choice(s, FC_SOLVER);
  const int n = bound_post_solvers(s->m, s->d, post);
  for (int i = 0; i < n; i++)
    suspect_bound(s, post[i]);
  // potentials are evaluated by the solver
  if (model && d->ncon && ((const FcContactModel*)model->table)->way == FC_CONTACT_POTENTIAL)
    suspect_bound(s, model);
  return 1;
}

// Scans the results of the last evaluation. After a step, positions and velocities are no longer
// its inputs.
static void look_at_step(Search* s, int is_state) {
  int (*const look[])(Search*) = {in_inputs,         in_activations, in_contacts,  in_rows,
                                  in_contact_forces, in_passive,     in_actuation, in_solution};
  for (size_t i = is_state != 0; i < sizeof look / sizeof *look && !look[i](s); i++)
    continue;
}

// Scans the state at the start of a step: the integrator has computed it from accelerations, or the
// program has set it.
static void look_at_state(Search* s, int warning) {
  const mjData* d = s->d;
  const int position = warning == mjWARN_BADQPOS, evaluated = d->time > 0;
  const char* field = position ? "qpos" : "qvel";
  const int found = position ? found_in(s, "integration", field, d->qpos, (int)s->m->nq)
                             : found_in(s, "integration", field, d->qvel, (int)s->m->nv);
  if (!found)
    return;
  if (!evaluated)
    s->stage = NULL;
  else if (first_not_finite(d->qacc, (int)s->m->nv) >= 0)
    look_at_step(s, 1);
  else
    suspect_choice(s, FC_INTEGRATOR);
}

// ---------------------------------------------------------------- the answer

// names of third parties contain a dot
static int of_third_party(const FcFace* face) { return strchr(face->name, '.') != NULL; }

static void say(const Search* s, char* text, size_t size) {
  int nthird = 0, n = 0;
  text[0] = 0;
  for (int i = 0; i < s->nsuspect; i++)
    nthird += of_third_party(s->suspect[i]);
  for (int i = 0; i < s->nsuspect; i++) {
    const FcFace* face = s->suspect[i];
    if (nthird && !of_third_party(face))
      continue;
    text_append(text, size, "%s%s \"%s\"", n++ ? " or " : "", fc_kindName(face->kind), face->name);
  }
  if (s->stage)
    text_append(text, size, "%sstage %s (%s %d)", n ? " in " : "", s->stage, s->field, s->index);
  else
    text_append(text, size, "what the program has set (%s %d)", s->field, s->index);
}

int not_finite_find(const mjModel* m, mjData* d, int warning) {
  Search s = {.m = m, .d = d};
  DataRecord* record = data_record(d);
  record->not_finite[0] = 0;
  if (warning == mjWARN_BADQACC) {
    // huge numbers are an instability, which no single face has caused
    if (first_not_finite(d->qacc, (int)m->nv) >= 0)
      look_at_step(&s, 0);
  } else {
    look_at_state(&s, warning);
  }
  if (!s.field)
    return 0;
  suspect_stages(&s);
  say(&s, record->not_finite, sizeof record->not_finite);
  return s.nsuspect > 0;
}

const char* fc_notFinite(const mjData* d) { return data_record(d)->not_finite; }
