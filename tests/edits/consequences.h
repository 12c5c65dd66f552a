// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What follows from a model and a state: nearly every field of mjData after mj_forward, and the
// state after one and after three steps, and after a reset to the first keyframe.

#ifndef TESTS_EDITS_CONSEQUENCES_H_
#define TESTS_EDITS_CONSEQUENCES_H_

#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "tests/visit.h"

static inline void visit_contact(const mjData* d, Visit visit, void* user) {
  const size_t n = (size_t)d->ncon;
  mjtNum* x = malloc((n * 33 + 1) * sizeof *x);
  for (size_t i = 0; i < n; i++) {
    const mjContact* c = d->contact + i;
    mjtNum* p = x + 33 * i;
    *p++ = c->dist;
    memcpy(p, c->pos, 3 * sizeof *p);
    p += 3;
    memcpy(p, c->frame, 9 * sizeof *p);
    p += 9;
    *p++ = c->includemargin;
    memcpy(p, c->friction, 5 * sizeof *p);
    p += 5;
    memcpy(p, c->solref, 2 * sizeof *p);
    p += 2;
    memcpy(p, c->solreffriction, 2 * sizeof *p);
    p += 2;
    memcpy(p, c->solimp, 5 * sizeof *p);
    p += 5;
    *p++ = c->dim;
    *p++ = c->geom[0];
    *p++ = c->geom[1];
    *p++ = c->exclude;
    *p++ = c->efc_address;
  }
  visit(user, "contact", x, 33 * d->ncon);
  free(x);
}

#define FIELD(name, n) visit(user, #name, d->name, (long)(n))

static inline void visit_moment(const mjModel* m, const mjData* d, Visit visit, void* user) {
  mjtNum* x = calloc((size_t)(m->nu * m->nv) + 1, sizeof *x);
  mju_sparse2dense(x, d->actuator_moment, (int)m->nu, (int)m->nv, d->moment_rownnz,
                   d->moment_rowadr, d->moment_colind);
  visit(user, "actuator_moment", x, m->nu * m->nv);
  free(x);
}

static inline void visit_evaluation(const mjModel* m, const mjData* d, Visit visit, void* user) {
  FIELD(xpos, 3 * m->nbody);
  FIELD(xipos, 3 * m->nbody);
  FIELD(geom_xpos, 3 * m->ngeom);
  FIELD(site_xpos, 3 * m->nsite);
  FIELD(site_xmat, 9 * m->nsite);
  FIELD(cam_xpos, 3 * m->ncam);
  FIELD(cam_xmat, 9 * m->ncam);
  FIELD(light_xpos, 3 * m->nlight);
  FIELD(light_xdir, 3 * m->nlight);
  FIELD(ten_length, m->ntendon);
  FIELD(ten_J, m->nJten);
  FIELD(actuator_length, m->nu);
  visit_moment(m, d, visit, user);
  FIELD(M, m->nC);
  FIELD(cvel, 6 * m->nbody);
  FIELD(qfrc_bias, m->nv);
  FIELD(qfrc_spring, m->nv);
  FIELD(qfrc_damper, m->nv);
  FIELD(qfrc_gravcomp, m->nv);
  FIELD(qfrc_fluid, m->nv);
  FIELD(actuator_force, m->nu);
  FIELD(qfrc_actuator, m->nv);
  FIELD(act_dot, m->na);
  const int counts[] = {d->ncon, d->ne, d->nf, d->nl, d->nefc, d->nisland};
  visit_ints(visit, user, "counts", counts, 6);
  visit_contact(d, visit, user);
  FIELD(efc_pos, d->nefc);
  FIELD(efc_D, d->nefc);
  FIELD(efc_aref, d->nefc);
  FIELD(efc_force, d->nefc);
  FIELD(qacc, m->nv);
  FIELD(sensordata, m->nsensordata);
  FIELD(energy, 2);
}

#undef FIELD

// later: after more steps, where the fields have names of their own
#define FIELD(name, n) visit(user, later ? "later_" #name : #name, d->name, (long)(n))

static inline void visit_state(const mjModel* m, const mjData* d, int later, Visit visit,
                               void* user) {
  FIELD(qpos, m->nq);
  FIELD(qvel, m->nv);
  FIELD(act, m->na);
  FIELD(history, m->nhistory);
  FIELD(mocap_pos, 3 * m->nmocap);
  visit(user, later ? "later_time" : "time", &d->time, 1);
  visit_ints(visit, user, later ? "later_tree_asleep" : "tree_asleep", d->tree_asleep, m->ntree);
  int warnings[mjNWARNING];
  for (int i = 0; i < mjNWARNING; i++)
    warnings[i] = d->warning[i].number;
  visit_ints(visit, user, later ? "later_warnings" : "warnings", warnings, mjNWARNING);
}
#undef FIELD

// what mj_setConst derives
static inline void visit_constants(const mjModel* m, Visit visit, void* user) {
#define FIELD(name, n) visit(user, #name, m->name, (long)(n))
  FIELD(body_subtreemass, m->nbody);
  FIELD(body_invweight0, 2 * m->nbody);
  FIELD(dof_M0, m->nv);
  FIELD(dof_invweight0, m->nv);
  FIELD(dof_length, m->nv);
  FIELD(tendon_length0, m->ntendon);
  FIELD(tendon_invweight0, m->ntendon);
  FIELD(tendon_lengthspring, 2 * m->ntendon);
  FIELD(actuator_acc0, m->nu);
  FIELD(actuator_length0, m->nu);
  FIELD(cam_pos0, 3 * m->ncam);
  FIELD(cam_poscom0, 3 * m->ncam);
  FIELD(cam_mat0, 9 * m->ncam);
  FIELD(light_pos0, 3 * m->nlight);
  FIELD(light_poscom0, 3 * m->nlight);
  FIELD(light_dir0, 3 * m->nlight);
  FIELD(eq_data, mjNEQDATA * m->neq);
  const mjtNum stat[] = {m->stat.meaninertia, m->stat.meanmass, m->stat.meansize, m->stat.extent};
  visit(user, "stat", stat, 4);
#undef FIELD
}

static inline void visit_steps(const mjModel* m, mjData* d, Visit visit, void* user) {
  visit_constants(m, visit, user);
  mj_forward(m, d);
  visit_evaluation(m, d, visit, user);
  mj_step(m, d);
  visit_state(m, d, 0, visit, user);
  mj_step(m, d);
  mj_step(m, d);
  visit_state(m, d, 1, visit, user);
  visit(user, "later_sensordata", d->sensordata, m->nsensordata);
  if (m->nkey) {
    mj_resetDataKeyframe(m, d, 0);
    visit(user, "key_qpos", d->qpos, m->nq);
    visit(user, "key_qvel", d->qvel, m->nv);
    visit(user, "key_act", d->act, m->na);
    visit(user, "key_ctrl", d->ctrl, m->nu);
    visit(user, "key_mocap_pos", d->mocap_pos, 3 * m->nmocap);
    visit(user, "key_mocap_quat", d->mocap_quat, 4 * m->nmocap);
    visit(user, "key_time", &d->time, 1);
  }
}

#endif  // TESTS_EDITS_CONSEQUENCES_H_
