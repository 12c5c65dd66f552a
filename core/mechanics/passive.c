// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Passive forces: joint, dof and tendon springs and dampers, gravity compensation, and the medium.
//
// Each family has an array of its own; qfrc_passive is their sum, except that gravity compensation
// of joints marked actgravcomp is left to the actuators. Disabling both springs and dampers
// disables everything.

#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/kernel/plugin_run.h"
#include "core/data/callbacks.h"
#include "core/mechanics/fluid.h"
#include "core/mechanics/object_motion.h"
#include "core/mechanics/passive.h"
#include "core/mechanics/sleep.h"

// ball-type spring: proportional to the rotation from rest
static void rotational_spring(mjtNum* qfrc, const mjtNum* quat, const mjtNum* rest,
                              mjtNum stiffness) {
  mjtNum unit[4], dif[3];
  fc_copy4(unit, quat);
  fc_normalize4(unit);
  fc_subQuat(dif, unit, rest);
  fc_scl3(qfrc, dif, -stiffness);
}

static void joint_springs(const mjModel* m, mjData* d, int filter) {
  for (int j = 0; j < m->njnt; j++) {
    mjtNum stiffness = m->jnt_stiffness[j];
    if (stiffness == 0 || (filter && d->body_awake[m->jnt_bodyid[j]] != mjS_AWAKE)) {
      continue;
    }
    const mjtNum *qpos = d->qpos + m->jnt_qposadr[j], *rest = m->qpos_spring + m->jnt_qposadr[j];
    mjtNum* qfrc = d->qfrc_spring + m->jnt_dofadr[j];
    switch (m->jnt_type[j]) {
      case mjJNT_FREE:
        fc_sub3(qfrc, qpos, rest);
        fc_scl3(qfrc, qfrc, -stiffness);
        rotational_spring(qfrc + 3, qpos + 3, rest + 3, stiffness);
        break;
      case mjJNT_BALL: rotational_spring(qfrc, qpos, rest, stiffness); break;
      default: qfrc[0] = -stiffness * (qpos[0] - rest[0]); break;
    }
  }
}

static void dof_dampers(const mjModel* m, mjData* d, int filter) {
  int n = filter ? d->nv_awake : (int)m->nv;
  for (int k = 0; k < n; k++) {
    int i = filter ? d->dof_awake_ind[k] : k;
    if (m->dof_damping[i] != 0) {
      d->qfrc_damper[i] = -m->dof_damping[i] * d->qvel[i];
    }
  }
}

// spring and damper along one sparse row
static void add_along_row(mjtNum* qfrc, mjtNum force, const mjtNum* J, int nnz, const int* ind) {
  if (force != 0) {
    fc_addToSclSparse(qfrc, J, force, nnz, ind);
  }
}

static void flex_edges(const mjModel* m, mjData* d, int springs, int dampers) {
  for (int f = 0; f < m->nflex; f++) {
    mjtNum stiffness = springs ? m->flex_edgestiffness[f] : 0,
           damping = dampers ? m->flex_edgedamping[f] : 0;
    if (m->flex_rigid[f] || (stiffness == 0 && damping == 0)) {
      continue;
    }
    int end = m->flex_edgeadr[f] + m->flex_edgenum[f];
    for (int e = m->flex_edgeadr[f]; e < end; e++) {
      if (!m->flexedge_rigid[e]) {
        int nnz = m->flexedge_J_rownnz[e], adr = m->flexedge_J_rowadr[e];
        const mjtNum* J = d->flexedge_J + adr;
        const int* ind = m->flexedge_J_colind + adr;
        add_along_row(d->qfrc_spring, stiffness * (m->flexedge_length0[e] - d->flexedge_length[e]),
                      J, nnz, ind);
        add_along_row(d->qfrc_damper, -damping * d->flexedge_velocity[e], J, nnz, ind);
      }
    }
  }
}

static void tendon_springs_dampers(const mjModel* m, mjData* d, int filter, int springs,
                                   int dampers) {
  for (int t = 0; t < m->ntendon; t++) {
    mjtNum stiffness = springs ? m->tendon_stiffness[t] : 0,
           damping = dampers ? m->tendon_damping[t] : 0;
    if ((stiffness == 0 && damping == 0) || (filter && sleep_tendon(m, d, t) != mjS_AWAKE)) {
      continue;
    }
    int nnz = m->ten_J_rownnz[t], adr = m->ten_J_rowadr[t];
    const mjtNum *J = d->ten_J + adr, *range = m->tendon_lengthspring + 2 * t;
    const int* ind = m->ten_J_colind + adr;

    // no spring force inside the dead band
    mjtNum length = d->ten_length[t], target = fc_clip(length, range[0], range[1]);
    add_along_row(d->qfrc_spring, stiffness * (target - length), J, nnz, ind);
    add_along_row(d->qfrc_damper, -damping * d->ten_velocity[t], J, nnz, ind);
  }
}

int gravity_compensation_active(const mjModel* m) {
  return m->ngravcomp > 0 && !(m->opt.disableflags & mjDSBL_GRAVITY) &&
         !fc_isZero(m->opt.gravity, 3);
}

static void gravity_compensation(const mjModel* m, mjData* d, int filter) {
  int n = filter ? d->nbody_awake : (int)m->nbody;
  for (int k = 0; k < n; k++) {
    int i = filter ? d->body_awake_ind[k] : k;
    if (m->body_gravcomp[i] != 0) {
      mjtNum force[3];
      fc_scl3(force, m->opt.gravity, -m->body_mass[i] * m->body_gravcomp[i]);
      apply_wrench(m, d, force, NULL, d->xipos + 3 * i, i, d->qfrc_gravcomp);
    }
  }
}

void gravity_compensation_to_actuators(const mjModel* m, mjData* d) {
  if (!gravity_compensation_active(m)) {
    return;
  }
  for (int j = 0; j < m->njnt; j++) {
    if (m->jnt_actgravcomp[j]) {
      int dof = m->jnt_dofadr[j], end = j + 1 < m->njnt ? m->jnt_dofadr[j + 1] : (int)m->nv;
      fc_addTo(d->qfrc_actuator + dof, d->qfrc_gravcomp + dof, end - dof);
    }
  }
}

// clear the arrays, all dofs or the awake ones
static void clear_forces(const mjModel* m, mjData* d, int filter) {
  mjtNum* array[5] = {d->qfrc_spring, d->qfrc_damper, d->qfrc_gravcomp, d->qfrc_fluid,
                      d->qfrc_passive};
  for (int a = 0; a < 5; a++) {
    if (!filter) {
      fc_zero(array[a], m->nv);
      continue;
    }
    for (int k = 0; k < d->nv_awake; k++) {
      array[a][d->dof_awake_ind[k]] = 0;
    }
  }
}

static void sum_forces(const mjModel* m, mjData* d, int filter, int fluid, int gravcomp) {
  int n = filter ? d->nv_awake : (int)m->nv;
  for (int k = 0; k < n; k++) {
    int i = filter ? d->dof_awake_ind[k] : k;
    mjtNum sum = d->qfrc_spring[i] + d->qfrc_damper[i];
    if (fluid) {
      sum += d->qfrc_fluid[i];
    }
    if (gravcomp && !m->jnt_actgravcomp[m->dof_jntid[i]]) {
      sum += d->qfrc_gravcomp[i];
    }
    d->qfrc_passive[i] = sum;
  }
}

void passive_forces(const mjModel* m, mjData* d) {
  int filter_bodies = sleep_filters_bodies(m, d), filter_dofs = sleep_filters_dofs(m, d);
  int springs = !(m->opt.disableflags & mjDSBL_SPRING),
      dampers = !(m->opt.disableflags & mjDSBL_DAMPER);
  clear_forces(m, d, filter_dofs);
  if (!springs && !dampers) {
    return;
  }

  if (springs) {
    joint_springs(m, d, filter_bodies);
  }
  if (dampers) {
    dof_dampers(m, d, filter_dofs);
  }
  flex_edges(m, d, springs, dampers);
  tendon_springs_dampers(m, d, filter_bodies, springs, dampers);

  int gravcomp = gravity_compensation_active(m), fluid = fluid_present(m);
  if (gravcomp) {
    gravity_compensation(m, d, filter_bodies);
  }
  if (fluid) {
    fluid_forces(m, d);
  }
  sum_forces(m, d, filter_dofs, fluid, gravcomp);
}

void mj_passive(const mjModel* m, mjData* d) {
  passive_forces(m, d);
  int disabled = mjDSBL_SPRING | mjDSBL_DAMPER;
  if ((m->opt.disableflags & disabled) == disabled) {
    return;
  }
  mjfGeneric callback = CALLBACK(d, passive);
  if (callback) {
    callback(m, d);
  }
  plugins_compute(m, d, mjPLUGIN_PASSIVE);
}
