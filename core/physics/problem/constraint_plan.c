// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Faces of constraint rows, looked up when an mjData is first used and again when the types or
// objects of its equalities changed. An invalid equality does no harm while it is inactive: the
// error is raised when its rows are needed.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

#include "core/foundation/base/fingerprint.h"
#include "core/kernel/kinds/constraint.h"
#include "core/kernel/modules/registry.h"
#include "core/physics/problem/constraint_plan.h"

// ---------------------------------------------------------------- edits

// the arrays that determine which face serves an equality, and whether it can be served
enum { NSEEN = 4 };

static inline void sources(const mjModel* m, const int* source[NSEEN]) {
  source[0] = m->eq_type;
  source[1] = m->eq_obj1id;
  source[2] = m->eq_obj2id;
  source[3] = m->eq_objtype;
}

// The nodes of cells, which the faces of flex equalities check.
static void print_cells(const mjModel* m, Fingerprint* print) {
  *print = (Fingerprint){{0}};
  fingerprint_add(print, m->flex_interp, (size_t)m->nflex * sizeof *m->flex_interp);
  fingerprint_add(print, m->flex_nodenum, (size_t)m->nflex * sizeof *m->flex_nodenum);
  fingerprint_add(print, m->flex_node0, 3 * (size_t)m->nflexnode * sizeof *m->flex_node0);
}

static int cells_were_edited(const ConstraintPlan* plan, const mjModel* m) {
  Fingerprint print;
  print_cells(m, &print);
  return memcmp(plan->cells, print.lane, sizeof print.lane) != 0;
}

static void see(ConstraintPlan* plan, const mjModel* m) {
  Fingerprint print;
  print_cells(m, &print);
  memcpy(plan->cells, print.lane, sizeof print.lane);
  const int* source[NSEEN];
  sources(m, source);
  for (int k = 0; k < NSEEN; k++)
    memcpy(plan->seen + k * plan->neq, source[k], (size_t)plan->neq * sizeof(int));
}

static int was_edited(const ConstraintPlan* plan, const mjModel* m) {
  const int *source[NSEEN], *seen = plan->seen;
  sources(m, source);
  for (int k = 0; k < NSEEN; k++, seen += plan->neq) {
    // calling memcmp costs more than a few comparisons, but less than many
    if (plan->neq > 16) {
      if (memcmp(seen, source[k], (size_t)plan->neq * sizeof(int)) != 0)
        return 1;
    } else {
      for (int i = 0; i < plan->neq; i++)
        if (seen[i] != source[k][i])
          return 1;
    }
  }
  return m->nflex && cells_were_edited(plan, m);
}

// ---------------------------------------------------------------- making

static void destroy(void* state) {
  ConstraintPlan* plan = state;
  free(plan->seen);
  free(plan->equality);
  free(plan->provider);
  free(plan);
}

static const char* const group_names[NROWGROUP] = {
    [mjCNSTR_FRICTION_DOF] = "friction/dof",
    [mjCNSTR_FRICTION_TENDON] = "friction/tendon",
    [mjCNSTR_LIMIT_JOINT] = "limit/joint",
    [mjCNSTR_LIMIT_TENDON] = "limit/tendon",
};

// number of objects that may have rows of a group
static int group_size(const mjModel* m, int group) {
  return group == mjCNSTR_FRICTION_DOF  ? (int)m->nv
         : group == mjCNSTR_LIMIT_JOINT ? (int)m->njnt
                                        : (int)m->ntendon;
}

static const RowProvider* add_provider(ConstraintPlan* plan, const Bound* bound) {
  RowProvider* provider = plan->provider + plan->nprovider;
  if (!bound || constraint_table(bound->face, &provider->table))
    return NULL;
  provider->bound = bound;
  plan->nprovider++;
  return provider;
}

static int plan_group(ConstraintPlan* plan, const mjModel* m, mjData* d, int group) {
  RowGroup* g = plan->group + plan->ngroup;
  g->n = group_size(m, group);
  if (!g->n)
    return 0;
  plan->ngroup++;
  g->group = group;
  g->disable = group <= mjCNSTR_FRICTION_TENDON ? mjDSBL_FRICTIONLOSS : mjDSBL_LIMIT;
  g->provider = add_provider(plan, bound_named(m, d, FC_CONSTRAINT, group_names[group]));
  if (!g->provider)
    return -1;
  if (g->provider->table.group == group)
    return 0;
  return fc_fail("constraint \"%s\" makes rows of another group", group_names[group]);
}

// checks that the ends exist, and the face's own conditions
static int is_sound(const RowProvider* provider, const mjModel* m, int i) {
  char text[300];
  Finding finding = {text, sizeof text};
  if (constraint_validate(m, i, &finding)) {
    fc_fail("%s", text);
    return 0;
  }
  return !provider->table.check || !provider->table.check(m, i);
}

// the face of equality i, shared by all equalities of its type
static const RowProvider* equality_provider(ConstraintPlan* plan, const mjModel* m, mjData* d,
                                            int i) {
  FcConstraint table;
  const FcFace* face = constraint_face(m->eq_type[i], &table);
  if (!face)
    return NULL;
  const Bound* bound = bound_named(m, d, FC_CONSTRAINT, face->name);
  const RowProvider* provider = NULL;
  for (int k = 0; k < plan->nprovider && !provider; k++)
    if (plan->provider[k].bound == bound)
      provider = plan->provider + k;
  if (!provider)
    provider = add_provider(plan, bound);
  if (provider && provider->table.rows > plan->block)
    plan->block = provider->table.rows;
  plan->names_trees |= provider && provider->table.trees;
  return provider && is_sound(provider, m, i) ? provider : NULL;
}

static int count_types(const mjModel* m) {
  int n = 0;
  for (int i = 0, k; i < m->neq; i++) {
    for (k = 0; m->eq_type[k] != m->eq_type[i]; k++) {
    }
    n += k == i;
  }
  return n;
}

static ConstraintPlan* make_plan(const mjModel* m, mjData* d) {
  const size_t neq = (size_t)m->neq;
  ConstraintPlan* plan = calloc(1, sizeof *plan);
  if (!plan) {
    fc_fail("out of memory for the plan of constraints");
    return NULL;
  }
  plan->seen = malloc((NSEEN * neq + 1) * sizeof *plan->seen);
  plan->equality = calloc(neq + 1, sizeof *plan->equality);
  plan->provider = calloc((size_t)count_types(m) + NROWGROUP, sizeof *plan->provider);
  int failed = !plan->seen || !plan->equality || !plan->provider;
  if (failed)
    fc_fail("out of memory for the plan of constraints");
  for (int group = mjCNSTR_FRICTION_DOF; group < NROWGROUP && !failed; group++)
    failed = plan_group(plan, m, d, group) != 0;
  if (failed) {
    destroy(plan);
    return NULL;
  }
  plan->neq = (int)neq;
  see(plan, m);
  for (int i = 0; i < plan->neq; i++) {
    plan->equality[i] = equality_provider(plan, m, d, i);
    plan->unserved += !plan->equality[i];
  }
  return plan;
}

// 1 when the plan is still valid. Equalities that could not be served are tried again when they are
// needed, because their ends may have been fixed or their module installed.
static int is_valid(const ConstraintPlan* plan, const mjModel* m, const mjData* d) {
  if (plan->neq != m->neq || (plan->neq && was_edited(plan, m)))
    return 0;
  for (int i = 0; plan->unserved && i < plan->neq; i++)
    if (!plan->equality[i] && d->eq_active[i])
      return 0;
  return 1;
}

static const ConstraintPlan* renew_plan(const mjModel* m, mjData* d, void** slot) {
  if (*slot)
    destroy(*slot);
  *slot = NULL;
  *slot = make_plan(m, d);
  if (!*slot)
    mju_error("constraints: %s", fc_lastError());
  return *slot;
}

const ConstraintPlan* constraint_plan(const mjModel* m, mjData* d) {
  void** slot = binding_slot(m, d, SLOT_CONSTRAINT, destroy);
  if (!slot)
    return NULL;
  return *slot && is_valid(*slot, m, d) ? *slot : renew_plan(m, d, slot);
}

void equality_unserved(const mjModel* m, int i, const char* function) {
  char name[200] = "";
  const char* given = mj_id2name(m, mjOBJ_EQUALITY, i);
  FcConstraint table;
  RowProvider provider = {NULL, {0}};
  if (given)
    snprintf(name, sizeof name, " \"%s\"", given);
  const FcFace* face = constraint_face(m->eq_type[i], &table);
  if (face) {
    provider.table = table;
    is_sound(&provider, m, i);
  }
  mju_error("%s: equality %d%s cannot be used: %s", function, i, name, fc_lastError());
}

// ---------------------------------------------------------------- trees

int body_pair_trees(const mjModel* m, int body1, int body2, int* trees) {
  int a = m->body_treeid[body1], b = m->body_treeid[body2], n = 0;
  if (a > b) {
    int swap = a;
    a = b;
    b = swap;
  }
  if (a >= 0)
    trees[n++] = a;
  if (b >= 0 && b != a)
    trees[n++] = b;
  return n;
}
