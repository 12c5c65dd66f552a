// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Recursive Newton-Euler algorithm: the generalised force that a motion needs (Featherstone, Rigid
// Body Dynamics Algorithms, 5.3).
//
// Forward, the acceleration of each body from that of its parent, starting from a world that
// accelerates against gravity; then the force f = I a + v x* (I v) on the body. Backward, each body
// hands its force to its parent, and the force of a dof is the part along its axis. Everything is
// at the shared reference point of the tree, so no transport is needed.
//
// Only trees matter: static bodies accelerate with the world and their forces end in it.

#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/contact_force.h"
#include "core/physics/mechanics/constraint_plan.h"
#include "core/physics/mechanics/sleep.h"

// force on a body with inertia I, velocity v, acceleration a
static inline void inertial_force(mjtNum f[6], const mjtNum I[10], const mjtNum v[6],
                                  const mjtNum a[6]) {
  mjtNum momentum[6], rate[6];
  fc_mulInertVec(f, I, a);
  fc_mulInertVec(momentum, I, v);
  fc_crossForce(rate, v, momentum);
  fc_addTo6(f, rate);
}

// acceleration of the world
static void world_acceleration(const mjModel* m, mjtNum acc[6]) {
  fc_zero6(acc);
  if (!(m->opt.disableflags & mjDSBL_GRAVITY)) {
    fc_scl3(acc + 3, m->opt.gravity, -1);
  }
}

// acceleration of body i from that of its parent
static inline void body_acceleration(const mjModel* m, const mjData* d, int i, int flg_acc,
                                     const mjtNum* parent, mjtNum* acc) {
  int begin = m->body_dofadr[i], end = begin + m->body_dofnum[i];
  mjtNum a[6] = {0};
  for (int j = begin; j < end; j++) {
    fc_addToScl6(a, d->cdof_dot + 6 * j, d->qvel[j]);
  }
  fc_addTo6(a, parent);
  if (flg_acc) {
    mjtNum joint[6] = {0};
    for (int j = begin; j < end; j++) {
      fc_addToScl6(joint, d->cdof + 6 * j, d->qacc[j]);
    }
    fc_addTo6(a, joint);
  }
  fc_copy6(acc, a);
}

// all bodies and dofs of one tree
static void tree_newton_euler(const mjModel* m, const mjData* d, int t, int flg_acc,
                              const mjtNum world[6], mjtNum* cacc, mjtNum* cfrc, mjtNum* result) {
  int begin = m->tree_bodyadr[t], end = begin + m->tree_bodynum[t];
  for (int i = begin; i < end; i++) {
    int parent = m->body_parentid[i];
    body_acceleration(m, d, i, flg_acc, i == begin ? world : cacc + 6 * parent, cacc + 6 * i);
    inertial_force(cfrc + 6 * i, d->cinert + 10 * i, d->cvel + 6 * i, cacc + 6 * i);
  }
  for (int i = end - 1; i > begin; i--) {
    fc_addTo6(cfrc + 6 * m->body_parentid[i], cfrc + 6 * i);
  }

  int dof = m->tree_dofadr[t], dofend = dof + m->tree_dofnum[t];
  for (int j = dof; j < dofend; j++) {
    result[j] = fc_dot6(d->cdof + 6 * j, cfrc + 6 * m->dof_bodyid[j]);
  }
}

void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result) {
  int filter = sleep_filters_bodies(m, d);
  mjtNum world[6];
  mj_markStack(d);
  mjtNum* cacc = mj_stackAllocNum(d, 6 * (size_t)m->nbody);
  mjtNum* cfrc = mj_stackAllocNum(d, 6 * (size_t)m->nbody);
  world_acceleration(m, world);
  for (int t = 0; t < m->ntree; t++) {
    if (!filter || d->tree_awake[t]) {
      tree_newton_euler(m, d, t, flg_acc, world, cacc, cfrc, result);
    }
  }
  mj_freeStack(d);
}

// add sign times the wrench (torque, force) acting at `point` to the external force on a body; the
// world takes none
static void add_external(const mjModel* m, mjData* d, int body, const mjtNum wrench[6],
                         const mjtNum point[3], mjtNum sign) {
  if (body) {
    mjtNum moved[6];
    fc_transformSpatial(moved, wrench, 1, d->subtree_com + 3 * m->body_rootid[body], point, NULL);
    fc_addToScl6(d->cfrc_ext + 6 * body, moved, sign);
  }
}

static void add_applied_forces(const mjModel* m, mjData* d) {
  for (int i = 1; i < m->nbody; i++) {
    const mjtNum* applied = d->xfrc_applied + 6 * i;
    if (!fc_isZero(applied, 6)) {
      mjtNum wrench[6];
      fc_copy3(wrench, applied + 3);
      fc_copy3(wrench + 3, applied);
      add_external(m, d, i, wrench, d->xipos + 3 * i, 1);
    }
  }
}

static void add_contact_forces(const mjModel* m, mjData* d) {
  for (int k = 0; k < d->ncon; k++) {
    const mjContact* con = d->contact + k;
    mjtNum local[6], wrench[6];
    if (con->geom[0] < 0 || con->geom[1] < 0 || !contact_force_read(d, k, local)) {
      continue;
    }
    fc_mulMatTVec3(wrench, con->frame, local + 3);
    fc_mulMatTVec3(wrench + 3, con->frame, local);
    add_external(m, d, m->geom_bodyid[con->geom[0]], wrench, con->pos, -1);
    add_external(m, d, m->geom_bodyid[con->geom[1]], wrench, con->pos, 1);
  }
}

// what the face of equality e makes of the forces of its n rows
static void add_wrenches(const mjModel* m, mjData* d, const RowProvider* provider, int e,
                         const mjtNum* force, int n) {
  FcWrench wrench[FC_WRENCH_MAX];
  int nwrench = provider->table.wrench(&provider->bound->context, e, force, n, wrench);
  if (nwrench < 0) {
    mju_error("mj_rnePostConstraint: equality %d: %s", e, fc_lastError());
  }
  for (int k = 0; k < nwrench; k++) {
    mjtNum spatial[6];
    fc_copy3(spatial, wrench[k].torque);
    fc_copy3(spatial + 3, wrench[k].force);
    add_external(m, d, wrench[k].body, spatial, wrench[k].point, 1);
  }
}

static void add_equality_forces(const mjModel* m, mjData* d) {
  const ConstraintPlan* plan = d->ne ? constraint_plan(m, d) : NULL;
  for (int row = 0, n; plan && row < d->ne; row += n) {
    const int e = d->efc_id[row];
    for (n = 1; row + n < d->ne && d->efc_id[row + n] == e; n++) {
    }
    if (plan->equality[e] && plan->equality[e]->table.wrench) {
      add_wrenches(m, d, plan->equality[e], e, d->efc_force + row, n);
    }
  }
}

void mj_rnePostConstraint(const mjModel* m, mjData* d) {
  int nbody = m->nbody;
  fc_zero(d->cfrc_ext, 6 * nbody);
  add_applied_forces(m, d);
  add_contact_forces(m, d);
  add_equality_forces(m, d);

  // accelerations and the forces that parents exert on their children
  world_acceleration(m, d->cacc);
  fc_zero6(d->cfrc_int);
  for (int i = 1; i < nbody; i++) {
    mjtNum *acc = d->cacc + 6 * i, *internal = d->cfrc_int + 6 * i;
    body_acceleration(m, d, i, 1, d->cacc + 6 * m->body_parentid[i], acc);
    inertial_force(internal, d->cinert + 10 * i, d->cvel + 6 * i, acc);
    fc_addToScl6(internal, d->cfrc_ext + 6 * i, -1);
  }
  for (int i = nbody - 1; i > 0; i--) {
    fc_addTo6(d->cfrc_int + 6 * m->body_parentid[i], d->cfrc_int + 6 * i);
  }
  d->flg_rnepost = 1;
}
