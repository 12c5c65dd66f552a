// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Properties that follow directly from the options and masses of a model.

#include <mujoco/mujoco.h>

// with automatic choice, Jacobians of this many dofs or more are sparse
#define SPARSE_NV 60

int mj_isPyramidal(const mjModel* m) { return m->opt.cone == mjCONE_PYRAMIDAL; }

int mj_isSparse(const mjModel* m) {
  return m->opt.jacobian == mjJAC_SPARSE || (m->opt.jacobian == mjJAC_AUTO && m->nv >= SPARSE_NV);
}

mjtNum mj_getTotalmass(const mjModel* m) {
  mjtNum mass = 0;
  for (int i = 1; i < m->nbody; i++)
    mass += m->body_mass[i];
  return mass;
}

void mj_setTotalmass(mjModel* m, mjtNum newmass) {
  mjtNum mass = mj_getTotalmass(m);
  mjtNum scale = newmass / (mass > mjMINVAL ? mass : mjMINVAL);
  if (!(scale > mjMINVAL))
    scale = mjMINVAL;
  for (int i = 1; i < m->nbody; i++) {
    m->body_mass[i] *= scale;
    for (int k = 0; k < 3; k++)
      m->body_inertia[3 * i + k] *= scale;
  }
}
