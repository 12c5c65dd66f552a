// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the suites of passive forces: acme_forces.c, found in a separate folder, models, qDeriv
// and finite differences of the passive force as dense matrices.

#ifndef TESTS_PASSIVE_SUPPORT_H_
#define TESTS_PASSIVE_SUPPORT_H_

#include "tests/kernel/support.h"

#define ACME_FORCES TEST_BUILD_DIR "/tests/passive/.libs/acme_forces.so"

static inline void add_acme_forces(void) {
  static const char* const names[] = {"drag",   "plain",   "curl",   "constant",
                                      "medium", "stretch", "broken", "nowhere"};
  char manifest[2000] =
      "{\"name\": \"acme.forces\", \"version\": \"1.0.0\", \"abi\": 1, \"provides\": [";
  for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
    const size_t n = strlen(manifest);
    snprintf(manifest + n, sizeof manifest - n, "%s{\"kind\": \"passive\", \"name\": \"acme.%s\"}",
             i ? ", " : "", names[i]);
  }
  strcat(manifest, "]}");
  const char* directory = new_directory();
  place_object(directory, "acme.forces", ACME_FORCES);
  place_manifest(directory, "acme.forces", manifest);
  ck_assert_msg(!fc_addModulePath(directory), "%s", fc_lastError());
}

// data in a random state, evaluated
static inline mjData* disturbed(const mjModel* m) {
  mjData* d = mj_makeData(m);
  mjtNum* step = malloc(((size_t)m->nv + 1) * sizeof *step);
  fill_noise(step, (int)m->nv);
  mj_integratePos(m, d->qpos, step, 0.3);
  free(step);
  fill_noise(d->qvel, (int)m->nv);
  mj_forward(m, d);
  return d;
}

// The part of passive forces in qDeriv, which is D without the bias force and actuators where that
// is symmetric, on the pattern of the model; nD numbers that the caller frees.
static inline mjtNum* analytic(const mjModel* m, mjData* d, int symmetric) {
  mjtNum* D = malloc(((size_t)m->nD + 1) * sizeof *D);
  fc_velocityDerivative(m, d, !symmetric);
  mju_copy(D, d->qDeriv, (int)m->nD);
  return D;
}

// centred differences of qfrc_passive - qfrc_bias (symmetric: of the symmetric part of the first)
// on the same pattern
static inline mjtNum* numeric(const mjModel* m, mjData* d, int symmetric) {
  const int nv = (int)m->nv;
  const mjtNum eps = 1e-5;
  mjtNum *D = malloc(((size_t)m->nD + 1) * sizeof *D),
         *dense = malloc((size_t)(nv * nv + 1) * sizeof *dense),
         *f = malloc((size_t)(2 * nv + 1) * sizeof *f);
  for (int j = 0; j < nv; j++) {
    const mjtNum v = d->qvel[j];
    for (int side = 0; side < 2; side++) {
      d->qvel[j] = side ? v + eps : v - eps;
      mj_fwdVelocity(m, d);
      for (int i = 0; i < nv; i++)
        f[side * nv + i] = d->qfrc_passive[i] - (symmetric ? 0 : d->qfrc_bias[i]);
    }
    d->qvel[j] = v;
    for (int i = 0; i < nv; i++)
      dense[i * nv + j] = (f[nv + i] - f[i]) / (2 * eps);
  }
  mj_fwdVelocity(m, d);
  for (int i = 0; i < nv; i++) {
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
      const int j = m->D_colind[k];
      D[k] = symmetric ? (dense[i * nv + j] + dense[j * nv + i]) / 2 : dense[i * nv + j];
    }
  }
  free(dense);
  free(f);
  return D;
}

#endif  // TESTS_PASSIVE_SUPPORT_H_
