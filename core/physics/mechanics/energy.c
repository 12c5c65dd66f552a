// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Potential and kinetic energy. Potential: gravity, joint and tendon springs, one-dimensional
// flexes. Kinetic: half of qvel' M qvel, armature included.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/physics/mechanics/sleep.h"

// squared rotation vector from a spring's rest orientation to the normalised orientation in qpos
static mjtNum rotation_squared(const mjtNum* quat, const mjtNum* rest) {
  mjtNum unit[4], dif[3];
  fc_copy4(unit, quat);
  fc_normalize4(unit);
  fc_subQuat(dif, unit, rest);
  return fc_dot3(dif, dif);
}

// squared displacement of a joint's spring
static mjtNum joint_displacement_squared(const mjModel* m, const mjData* d, int j) {
  const mjtNum *qpos = d->qpos + m->jnt_qposadr[j], *rest = m->qpos_spring + m->jnt_qposadr[j];
  mjtNum dif[3];
  switch (m->jnt_type[j]) {
    case mjJNT_FREE:
      fc_sub3(dif, qpos, rest);
      return fc_dot3(dif, dif) + rotation_squared(qpos + 3, rest + 3);
    case mjJNT_BALL: return rotation_squared(qpos, rest);
    default: return (qpos[0] - rest[0]) * (qpos[0] - rest[0]);
  }
}

static mjtNum joint_springs(const mjModel* m, const mjData* d) {
  int filter = sleep_filters_bodies(m, d);
  mjtNum energy = 0;
  for (int j = 0; j < m->njnt; j++)
    if (m->jnt_stiffness[j] != 0 && !(filter && d->body_awake[m->jnt_bodyid[j]] == mjS_ASLEEP))
      energy += 0.5 * m->jnt_stiffness[j] * joint_displacement_squared(m, d, j);
  return energy;
}

static mjtNum tendon_springs(const mjModel* m, const mjData* d) {
  int filter = sleep_filters_bodies(m, d);
  mjtNum energy = 0;
  for (int t = 0; t < m->ntendon; t++) {
    if (m->tendon_stiffness[t] != 0 && !(filter && sleep_tendon(m, d, t) != mjS_AWAKE)) {
      mjtNum length = d->ten_length[t], *range = m->tendon_lengthspring + 2 * t;
      mjtNum stretch = length - fc_clipUpperFirst(length, range[0], range[1]);
      energy += 0.5 * m->tendon_stiffness[t] * stretch * stretch;
    }
  }
  return energy;
}

// edges of one-dimensional flexes
static mjtNum edge_springs(const mjModel* m, const mjData* d) {
  mjtNum energy = 0;
  for (int f = 0; f < m->nflex; f++) {
    if (m->flex_dim[f] != 1 || m->flex_rigid[f] || m->flex_edgestiffness[f] == 0)
      continue;
    int end = m->flex_edgeadr[f] + m->flex_edgenum[f];
    for (int e = m->flex_edgeadr[f]; e < end; e++) {
      if (!m->flexedge_rigid[e]) {
        mjtNum stretch = m->flexedge_length0[e] - d->flexedge_length[e];
        energy += 0.5 * m->flex_edgestiffness[f] * stretch * stretch;
      }
    }
  }
  return energy;
}

void mj_energyPos(const mjModel* m, mjData* d) {
  mjtNum energy = 0;
  if (!(m->opt.disableflags & mjDSBL_GRAVITY))
    for (int i = 1; i < m->nbody; i++)
      energy -= m->body_mass[i] * fc_dot3(m->opt.gravity, d->xipos + 3 * i);
  if (!(m->opt.disableflags & mjDSBL_SPRING))
    energy += joint_springs(m, d) + tendon_springs(m, d) + edge_springs(m, d);
  d->energy[0] = energy;
  d->flg_energypos = 1;
}

void mj_energyVel(const mjModel* m, mjData* d) {
  mj_markStack(d);
  mjtNum* momentum = mj_stackAllocNum(d, (size_t)m->nv);
  mj_mulM(m, d, momentum, d->qvel);
  d->energy[1] = 0.5 * fc_dot(momentum, d->qvel, m->nv);
  mj_freeStack(d);
  d->flg_energyvel = 1;
}
