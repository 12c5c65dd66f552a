// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What golden data hold, in one place for the recorder (compiled against the reference) and for the
// replay (compiled against this library): which models, which snapshots, which fields.
//
// A snapshot is an integration state and what follows from it: the fields after mj_forward, the
// generalised force of mj_inverse on a copy, the state after mj_step. efc_state is left out: after
// islands are solved it is stale, without warm start even undefined.

#ifndef TESTS_PARITY_FIELDS_H_
#define TESTS_PARITY_FIELDS_H_

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "tests/visit.h"

#define NSNAPSHOT 3

static const char* const golden_models[] = {
    "actuator_laws",
    "actuator_laws_implicit",
    "actuator_laws_implicitfast",
    "actuator_laws_rk4",
    "adhesion",
    "chain_euler",
    "chain_explicit",
    "chain_implicit",
    "chain_implicitfast",
    "chain_rk4",
    "composite_cable",
    "contacts",
    "contacts_override",
    "delays",
    "disabled_groups",
    "equalities",
    "equalities_pgs",
    "equalities_sparse",
    "flags_off",
    "flags_off_actuation",
    "flags_off_contact",
    "fluid",
    "fluid_fast",
    "freebody",
    "frictionloss",
    "frictionloss_noslip",
    "gravcomp",
    "inverse_discrete",
    "inverse_discrete_implicit",
    "inverse_discrete_implicitfast",
    "mocap",
    "muscles",
    "muscles_euler",
    "plugin_cable",
    "plugin_pid",
    "plugin_touch_grid",
    "sensors_body",
    "sensors_body_elliptic",
    "sensors_contact",
    "sensors_contact_elliptic",
    "sensors_frame",
    "sensors_off",
    "sensors_range",
    "sensors_user",
    "sleep",
    "sleep_implicit",
    "tendons",
    "tendons_implicit",
    "tendons_implicitfast",
    "tendons_rk4",
    "transmissions",
    "transmissions_implicit",
};
#define NMODEL ((int)(sizeof golden_models / sizeof *golden_models))

// the humanoid: 3 solvers x 2 cones x 2 Jacobians x 4 integrators, set in the options
#define NVARIANT 48
static inline void set_variant(mjModel* m, int variant) {
  m->opt.solver = variant % 3;
  m->opt.cone = variant / 3 % 2;
  m->opt.jacobian = variant / 6 % 2;
  m->opt.integrator = variant / 12;
}

typedef enum Group_ {
  SMOOTH = 1,    // independent of constraints
  ROWS = 2,      // contacts and constraint rows
  SOLUTION = 4,  // what the solver found and what follows from it, one step, the inverse
  SUMMARY = 8,   // of the smooth fields and rows just enough to tell them apart
} Group;

// most variants of the humanoid have their smooth fields and rows in common
static inline int variant_groups(int variant) {
  int solver = variant % 3, integrator = variant / 12;
  return (variant == 0 ? SMOOTH : 0) | (solver == 0 && integrator == 0 ? ROWS : 0) | SOLUTION;
}

static inline void visit_contacts(const mjData* d, Visit visit, void* user) {
  size_t n = (size_t)d->ncon;
  mjtNum* x = malloc((n * 11 + 1) * sizeof *x);
  mjtNum *dist = x, *pos = x + n, *frame = x + 4 * n, *pair = x + 7 * n;
  for (size_t i = 0; i < n; i++) {
    const mjContact* c = d->contact + i;
    dist[i] = c->dist;
    memcpy(pos + 3 * i, c->pos, sizeof c->pos);
    memcpy(frame + 3 * i, c->frame, 3 * sizeof(mjtNum));
    pair[4 * i] = c->geom[0];
    pair[4 * i + 1] = c->geom[1];
    pair[4 * i + 2] = c->dim;
    pair[4 * i + 3] = c->exclude;
  }
  visit(user, "contact_pair", pair, 4 * d->ncon);
  visit(user, "contact_dist", dist, d->ncon);
  visit(user, "contact_pos", pos, 3 * d->ncon);
  visit(user, "contact_normal", frame, 3 * d->ncon);
  free(x);
}

#define FIELD(name, n) visit(user, #name, d->name, n)

// of models with flexes: where these are, and what touches them
static inline void visit_flexes(const mjModel* m, const mjData* d, Visit visit, void* user) {
  int* side = malloc(((size_t)d->ncon * 7 + 1) * sizeof *side);
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* c = d->contact + i;
    const int ids[7] = {c->flex[0], c->flex[1], c->elem[0], c->elem[1],
                        c->vert[0], c->vert[1], c->exclude};
    memcpy(side + 7 * i, ids, sizeof ids);
  }
  FIELD(flexvert_xpos, 3 * m->nflexvert);
  FIELD(flexedge_length, m->nflexedge);
  FIELD(flexedge_velocity, m->nflexedge);
  visit_ints(visit, user, "contact_flex", side, 7 * d->ncon);
  visit_contacts(d, visit, user);
  free(side);
}

static inline void visit_forward(const mjModel* m, const mjData* d, int groups, Visit visit,
                                 void* user) {
  if (groups & SMOOTH) {
    FIELD(xpos, 3 * m->nbody);
    FIELD(site_xpos, 3 * m->nsite);
    FIELD(cam_xmat, 9 * m->ncam);
    FIELD(cvel, 6 * m->nbody);
    FIELD(M, m->nC);
    FIELD(ten_length, m->ntendon);
    FIELD(ten_velocity, m->ntendon);
    FIELD(actuator_length, m->nu);
    FIELD(actuator_velocity, m->nu);
    FIELD(actuator_force, m->nu);
    FIELD(act_dot, m->na);
    FIELD(qfrc_passive, m->nv);
    FIELD(qfrc_bias, m->nv);
    FIELD(qfrc_actuator, m->nv);
    FIELD(qfrc_smooth, m->nv);
    FIELD(energy, 2);
  }
  if (groups & ROWS) {
    int counts[6] = {d->ncon, d->ne, d->nf, d->nl, d->nefc, d->nisland};
    visit_ints(visit, user, "counts", counts, 6);
    visit_contacts(d, visit, user);
    visit_ints(visit, user, "efc_type", d->efc_type, d->nefc);
    visit_ints(visit, user, "efc_id", d->efc_id, d->nefc);
    FIELD(efc_pos, d->nefc);
    FIELD(efc_D, d->nefc);
    FIELD(efc_aref, d->nefc);
  }
  if (groups & SUMMARY) {
    int counts[6] = {d->ncon, d->ne, d->nf, d->nl, d->nefc, d->nisland};
    visit_ints(visit, user, "counts", counts, 6);
    FIELD(qfrc_smooth, m->nv);
    FIELD(energy, 2);
    if (m->nflex)
      visit_flexes(m, d, visit, user);
  }
  if (groups & SOLUTION) {
    FIELD(qacc, m->nv);
    FIELD(efc_force, d->nefc);
    FIELD(sensordata, m->nsensordata);
  }
}

static inline void visit_next(const mjModel* m, const mjData* d, Visit visit, void* user) {
  FIELD(qpos, m->nq);
  FIELD(qvel, m->nv);
  FIELD(act, m->na);
  FIELD(history, m->nhistory);
  visit(user, "time", &d->time, 1);
  visit_ints(visit, user, "tree_asleep", d->tree_asleep, m->ntree);
}

#undef FIELD

// everything that follows from the state
static inline void visit_snapshot(const mjModel* m, const mjtNum* state, int groups, Visit visit,
                                  void* user) {
  mjData* d = mj_makeData(m);
  mj_setState(m, d, state, mjSTATE_INTEGRATION);
  mj_forward(m, d);
  visit_forward(m, d, groups, visit, user);
  if (!((m->opt.enableflags & mjENBL_INVDISCRETE) && m->opt.integrator == mjINT_RK4)) {
    mjData* copy = mj_copyData(NULL, m, d);
    mj_inverse(m, copy);
    visit(user, "qfrc_inverse", copy->qfrc_inverse, m->nv);
    mj_deleteData(copy);
  }
  mj_step(m, d);
  visit_next(m, d, visit, user);
  mj_deleteData(d);
}

// ---------------------------------------------------------------- the corpus

// Models of tests/data/dynamics/corpus: two snapshots, and from each a step of every integrator.
// Where trees may sleep, they are also followed until some do.
#define NCORPUS_SNAPSHOT 2
#define NINTEGRATOR 4
#define NQUIET 25

static inline void visit_sleep(const mjModel* m, const mjtNum* state, Visit visit, void* user) {
  mjData* d = mj_makeData(m);
  mj_setState(m, d, state, mjSTATE_INTEGRATION);
  for (int t = 0; t < NQUIET; t++)
    mj_step(m, d);
  visit_ints(visit, user, "tree_asleep", d->tree_asleep, m->ntree);
  visit_ints(visit, user, "body_awake", d->body_awake, m->nbody);
  visit(user, "qpos", d->qpos, m->nq);
  visit(user, "sensordata", d->sensordata, m->nsensordata);
  mj_deleteData(d);
}

static inline void visit_integrators(mjModel* m, const mjtNum* state, Visit visit, void* user) {
  for (int i = 0; i < NINTEGRATOR; i++) {
    // the discrete inverse does not know RK4
    if (i == mjINT_RK4 && (m->opt.enableflags & mjENBL_INVDISCRETE))
      continue;
    m->opt.integrator = i;
    visit_snapshot(m, state, i == 0 ? SUMMARY | SOLUTION : 0, visit, user);
  }
  m->opt.integrator = mjINT_EULER;
  if (m->opt.enableflags & mjENBL_SLEEP)
    visit_sleep(m, state, visit, user);
}

#endif  // TESTS_PARITY_FIELDS_H_
