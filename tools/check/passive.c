// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tests a passive force at a state of the scene where it acts: the generalised force is finite, and
// qDeriv, which the implicit integrators use, equals centred differences of qfrc_passive -
// qfrc_bias at the entries of its pattern.

#include <math.h>

#include <fulcrum/integrator.h>

#include "tools/check/check.h"

#define TOLERANCE 1e-5  // of the largest entry

static int is_finite(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i]))
      return 0;
  return 1;
}

// smooth forces, without actuators, where qvel[j] is v
static void force_at(const mjModel* m, mjData* d, int j, mjtNum v, mjtNum* force) {
  const mjtNum kept = d->qvel[j];
  d->qvel[j] = v;
  mj_fwdVelocity(m, d);
  mju_sub(force, d->qfrc_passive, d->qfrc_bias, (int)m->nv);
  d->qvel[j] = kept;
}

// largest difference between qDeriv and finite differences relative to the largest entry, at least
// 1
static mjtNum derivative_error(const mjModel* m, mjData* d, mjtNum* numbers) {
  const int nv = (int)m->nv;
  const mjtNum eps = 1e-6;
  mjtNum *D = numbers, *plus = D + m->nD, *minus = plus + nv, worst = 0, size = 1;
  mj_fwdVelocity(m, d);
  fc_velocityDerivative(m, d, 1);
  mju_copy(D, d->qDeriv, (int)m->nD);
  for (int j = 0; j < nv; j++) {
    const mjtNum v = d->qvel[j];
    force_at(m, d, j, v + eps, plus);
    force_at(m, d, j, v - eps, minus);
    for (int i = 0; i < nv; i++) {
      for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
        if (m->D_colind[k] != j)
          continue;
        const mjtNum slope = (plus[i] - minus[i]) / (2 * eps);
        worst = fmax(worst, fabs(D[k] - slope));
        size = fmax(size, fabs(slope));
      }
    }
  }
  return is_finite(D, (int)m->nD) ? worst / size : INFINITY;
}

void check_passive(Check* check, const FcFace* face, mjModel* m, const mjData* d) {
  check_phase(check, "differentiating %s", face->name);
  const int flags = m->opt.disableflags;
  mjData* twin = mj_copyData(NULL, m, d);
  mjtNum* numbers = mju_malloc(sizeof(mjtNum) * (size_t)(m->nD + 2 * m->nv + 1));
  if (twin && numbers) {
    m->opt.disableflags |= mjDSBL_ACTUATION;
    // add velocities, because a force may depend on them
    for (int i = 0; i < m->nv; i++)
      twin->qvel[i] += 0.5 * sin(3 * i + 1);
    mj_forward(m, twin);
    check_result(check, is_finite(twin->qfrc_passive, (int)m->nv), "%s: the force is finite",
                 face->name);
    const mjtNum error = derivative_error(m, twin, numbers);
    check_result(check, error < TOLERANCE,
                 "%s: the derivative is that of finite differences, off by %.1e at most",
                 face->name, error);
    m->opt.disableflags = flags;
  }
  mj_deleteData(twin);
  mju_free(numbers);
}
