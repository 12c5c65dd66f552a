// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Velocity derivative of the smooth forces: what the implicit integrators need. Forces that act
// along a sparse row J with a scalar slope beta contribute beta J'J, at the entries that the
// pattern D has: couplings between branches or trees are dropped.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/mechanics/derivative.h"
#include "core/mechanics/fluid.h"
#include "core/mechanics/sleep.h"

// qDeriv += beta J'J
static void add_outer_product(const mjModel* m, mjData* d, mjtNum beta, const mjtNum* J,
                              const int* ind, int nnz) {
  for (int k = 0; k < nnz; k++) {
    int i = ind[k], n = m->D_rownnz[i];
    mjtNum scl = beta * J[k], *row = d->qDeriv + m->D_rowadr[i];
    const int* col = m->D_colind + m->D_rowadr[i];
    if (scl == 0) {
      continue;
    }
    if (nnz == 1) {
      row[m->D_diag[i]] += scl * J[k];
      continue;
    }
    for (int c = 0, j = 0; c < n && j < nnz;) {
      if (col[c] == ind[j]) {
        row[c++] += scl * J[j++];
      } else if (col[c] < ind[j]) {
        c++;
      } else {
        j++;
      }
    }
  }
}

void derivative_add_actuators(const mjModel* m, mjData* d, const mjtNum* actuator_slope) {
  if (m->opt.disableflags & mjDSBL_ACTUATION) {
    return;
  }
  for (int i = 0; i < m->nu; i++) {
    if (actuator_slope[i] != 0) {
      int adr = d->moment_rowadr[i];
      add_outer_product(m, d, actuator_slope[i], d->actuator_moment + adr, d->moment_colind + adr,
                        d->moment_rownnz[i]);
    }
  }
}

static void add_flex_dampers(const mjModel* m, mjData* d) {
  for (int f = 0; f < m->nflex; f++) {
    mjtNum damping = m->flex_edgedamping[f];
    int end = m->flex_edgeadr[f] + m->flex_edgenum[f];
    if (m->flex_rigid[f] || damping == 0) {
      continue;
    }
    for (int e = m->flex_edgeadr[f]; e < end; e++) {
      if (!m->flexedge_rigid[e]) {
        int adr = m->flexedge_J_rowadr[e];
        add_outer_product(m, d, -damping, d->flexedge_J + adr, m->flexedge_J_colind + adr,
                          m->flexedge_J_rownnz[e]);
      }
    }
  }
}

void derivative_add_passive(const mjModel* m, mjData* d, int symmetric) {
  int dampers = !(m->opt.disableflags & mjDSBL_DAMPER),
      springs = !(m->opt.disableflags & mjDSBL_SPRING);
  int filter = sleep_filters_bodies(m, d);
  if (!dampers && !springs) {
    return;
  }
  if (m->opt.viscosity > 0 || m->opt.density > 0) {
    derivative_add_fluid(m, d, symmetric);
  }
  if (!dampers) {
    return;
  }

  for (int i = 0; i < m->nv; i++) {
    d->qDeriv[m->D_rowadr[i] + m->D_diag[i]] -= m->dof_damping[i];
  }
  add_flex_dampers(m, d);
  for (int t = 0; t < m->ntendon; t++) {
    if (m->tendon_damping[t] != 0 && !(filter && sleep_tendon(m, d, t) == mjS_ASLEEP)) {
      int adr = m->ten_J_rowadr[t];
      add_outer_product(m, d, -m->tendon_damping[t], d->ten_J + adr, m->ten_J_colind + adr,
                        m->ten_J_rownnz[t]);
    }
  }
}

void velocity_derivative(const mjModel* m, mjData* d, const mjtNum* actuator_slope,
                         int include_bias) {
  fc_zero(d->qDeriv, m->nD);
  if (actuator_slope) {
    derivative_add_actuators(m, d, actuator_slope);
  }
  derivative_add_passive(m, d, !include_bias);
  if (include_bias) {
    derivative_subtract_bias(m, d);
  }
}
