// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The configuration space: qpos has nq coordinates with unit quaternions for rotations, its tangent
// space nv. Integrates along a tangent vector, computes the tangent vector between two
// configurations, and normalises quaternions.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/physics/mechanics/configuration.h"

static inline void integrate(const mjModel* m, int j, mjtNum* qpos, const mjtNum* qvel, mjtNum dt) {
  mjtNum* q = qpos + m->jnt_qposadr[j];
  const mjtNum* v = qvel + m->jnt_dofadr[j];
  switch (m->jnt_type[j]) {
    case mjJNT_FREE:
      fc_addToScl3(q, v, dt);
      fc_quatIntegrate(q + 3, v + 3, dt);
      break;
    case mjJNT_BALL: fc_quatIntegrate(q, v, dt); break;
    default: q[0] += dt * v[0]; break;
  }
}

void integrate_joint(const mjModel* m, int j, mjtNum* qpos, const mjtNum* qvel, mjtNum dt) {
  integrate(m, j, qpos, qvel, dt);
}

void mj_integratePos(const mjModel* m, mjtNum* qpos, const mjtNum* qvel, mjtNum dt) {
  for (int j = 0; j < m->njnt; j++)
    integrate(m, j, qpos, qvel, dt);
}

void mj_differentiatePos(const mjModel* m, mjtNum* qvel, mjtNum dt, const mjtNum* qpos1,
                         const mjtNum* qpos2) {
  for (int j = 0; j < m->njnt; j++) {
    const mjtNum *q1 = qpos1 + m->jnt_qposadr[j], *q2 = qpos2 + m->jnt_qposadr[j];
    mjtNum* v = qvel + m->jnt_dofadr[j];
    switch (m->jnt_type[j]) {
      case mjJNT_FREE:
        for (int k = 0; k < 3; k++)
          v[k] = (q2[k] - q1[k]) / dt;
        fc_subQuat(v + 3, q2 + 3, q1 + 3);
        fc_scl3(v + 3, v + 3, 1 / dt);
        break;
      case mjJNT_BALL:
        fc_subQuat(v, q2, q1);
        fc_scl3(v, v, 1 / dt);
        break;
      default: v[0] = (q2[0] - q1[0]) / dt; break;
    }
  }
}

void mj_normalizeQuat(const mjModel* m, mjtNum* qpos) {
  for (int j = 0; j < m->njnt; j++)
    if (m->jnt_type[j] == mjJNT_FREE)
      fc_normalize4(qpos + m->jnt_qposadr[j] + 3);
    else if (m->jnt_type[j] == mjJNT_BALL)
      fc_normalize4(qpos + m->jnt_qposadr[j]);
}
