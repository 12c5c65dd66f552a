// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// External forces on bodies: applied forces and those of contacts and equalities. From these,
// mj_rnePostConstraint computes the accelerations of bodies and the forces inside joints.

#include <fulcrum/host.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/physics/mechanics/newton_euler.h"
#include "core/physics/problem/constraint_plan.h"
#include "core/physics/problem/contact_force.h"

// adds sign times the wrench (torque, force) acting at `point` to the external force on a body;
// ignores the world
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
    if (con->geom[0] < 0 || con->geom[1] < 0 || !contact_force_read(d, k, local))
      continue;
    fc_mulMatTVec3(wrench, con->frame, local + 3);
    fc_mulMatTVec3(wrench + 3, con->frame, local);
    add_external(m, d, m->geom_bodyid[con->geom[0]], wrench, con->pos, -1);
    add_external(m, d, m->geom_bodyid[con->geom[1]], wrench, con->pos, 1);
  }
}

// adds the wrenches that the face of equality e computes from the forces of its n rows
static void add_wrenches(const mjModel* m, mjData* d, const RowProvider* provider, int e,
                         const mjtNum* force, int n) {
  FcWrench wrench[FC_WRENCH_MAX];
  int nwrench = provider->table.wrench(&provider->bound->context, e, force, n, wrench);
  if (nwrench < 0)
    mju_error("mj_rnePostConstraint: equality %d: %s", e, fc_lastError());
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
    if (plan->equality[e] && plan->equality[e]->table.wrench)
      add_wrenches(m, d, plan->equality[e], e, d->efc_force + row, n);
  }
}

void mj_rnePostConstraint(const mjModel* m, mjData* d) {
  fc_zero(d->cfrc_ext, 6 * m->nbody);
  add_applied_forces(m, d);
  add_contact_forces(m, d);
  add_equality_forces(m, d);
  newton_euler_forces(m, d);
  d->flg_rnepost = 1;
}
