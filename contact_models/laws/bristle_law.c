// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bristles: friction as a spring that breaks away (Cundall and Strack 1979), as a convex potential.
//
// With kappa = h k + c and y = u + (k / kappa) zeta the force of spring and damper at the end of
// the step is -kappa y. It is bounded by F:
//
//     |kappa y| <= F   sticks:  l = h kappa |y|^2 / 2
//     else             slips:   l = h (F |y| - F^2 / (2 kappa))
//
// which is Huber's function of an affine argument: convex, once differentiable. The displacement
// that goes with force f is zeta+ = (c zeta - h f) / kappa: zeta + h u while it sticks, and never
// longer than the larger of |zeta| and F / k.

#include <fulcrum/math.h>

#include "contact_models/laws/laws.h"

static mjtNum effective_slip(const Bristle* law, mjtNum h, int n, const mjtNum* bristle,
                             const mjtNum* u, mjtNum* y) {
  mjtNum kappa = h * law->stiffness + law->damping;
  for (int i = 0; i < n; i++)
    y[i] = u[i] + law->stiffness / kappa * bristle[i];
  return fc_norm(y, n);
}

mjtNum bristle_potential(const Bristle* law, mjtNum h, int n, const mjtNum* bristle,
                         const mjtNum* u, mjtNum* impulse, mjtNum* hessian) {
  mjtNum kappa = h * law->stiffness + law->damping, y[2];
  if (kappa <= 0 || law->bound <= 0) {
    fc_zero(impulse, n);
    if (hessian)
      fc_zero(hessian, n * n);
    return 0;
  }
  mjtNum length = effective_slip(law, h, n, bristle, u, y);
  int slips = kappa * length > law->bound;
  mjtNum strength = h * (slips ? law->bound / length : kappa);
  for (int i = 0; i < n; i++)
    impulse[i] = -strength * y[i];
  if (hessian && !slips) {
    fc_zero(hessian, n * n);
    hessian[0] = hessian[n * n - 1] = strength;
  } else if (hessian) {
    // I - yy' / |y|^2, which is tt' with the unit vector t perpendicular to y
    mjtNum across[2] = {n > 1 ? -y[1] / length : 0, n > 1 ? y[0] / length : 0};
    for (int i = 0; i < n * n; i++)
      hessian[i] = strength * across[i / n] * across[i % n];
  }
  return slips ? h * law->bound * (length - law->bound / (2 * kappa))
               : h * kappa * length * length / 2;
}

int bristle_advance(const Bristle* law, mjtNum h, int n, mjtNum* bristle, const mjtNum* u) {
  mjtNum kappa = h * law->stiffness + law->damping, y[2];
  if (kappa <= 0 || law->bound <= 0) {
    fc_zero(bristle, n);
    return 1;
  }
  mjtNum length = effective_slip(law, h, n, bristle, u, y);
  int slips = kappa * length > law->bound;
  mjtNum strength = slips ? law->bound / length : kappa;
  for (int i = 0; i < n; i++)
    bristle[i] = (law->damping * bristle[i] + h * strength * y[i]) / kappa;
  return slips;
}

// ---------------------------------------------------------------- transport

void transport_tangent(mjtNum vector[3], const mjtNum before[3], const mjtNum now[3]) {
  mjtNum cosine = fc_dot3(before, now);
  if (cosine < 0) {
    fc_zero3(vector);
    return;
  }
  mjtNum scale = fc_dot3(vector, now) / (1 + cosine);
  for (int i = 0; i < 3; i++)
    vector[i] -= scale * (before[i] + now[i]);
}

void turn_tangent(mjtNum vector[3], const mjtNum n[3], mjtNum angle) {
  mjtNum across[3], c = fc_cos(angle), s = fc_sin(angle);
  fc_cross(across, n, vector);
  for (int i = 0; i < 3; i++)
    vector[i] = c * vector[i] + s * across[i];
}

mjtNum mean_spin(const mjModel* m, const mjData* d, const mjContact* con) {
  mjtNum spin = 0;
  for (int side = 0; side < 2; side++)
    if (con->geom[side] >= 0)
      spin += fc_dot3(d->cvel + 6 * m->geom_bodyid[con->geom[side]], con->frame) / 2;
  return spin;
}
