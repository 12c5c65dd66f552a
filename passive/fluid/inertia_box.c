// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Inertia-box model: the body is replaced by the box that has its mass and principal inertias. It
// feels viscous drag as on a sphere of the same mean size, and quadratic drag on the faces.
// Everything is in the frame of the body's inertia, where the velocity relative to the medium is
// (w, v).

#include <math.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "passive/fluid/fluid.h"

// edge lengths of the box
static void edges(const mjModel* m, int body, mjtNum box[3]) {
  const mjtNum* I = m->body_inertia + 3 * body;
  mjtNum scl = 6 / m->body_mass[body];
  for (int k = 0; k < 3; k++)
    box[k] = sqrt(fc_max(mjMINVAL, I[(k + 1) % 3] + I[(k + 2) % 3] - I[k]) * scl);
}

void fluid_box_force(const mjModel* m, int body, const mjtNum vel[6], mjtNum frc[6]) {
  mjtNum box[3], viscosity = m->opt.viscosity, density = m->opt.density;
  edges(m, body, box);
  fc_zero6(frc);

  if (viscosity > 0) {
    mjtNum diameter = (box[0] + box[1] + box[2]) / 3;
    fc_scl3(frc, vel, -mjPI * diameter * diameter * diameter * viscosity);
    fc_scl3(frc + 3, vel + 3, -3 * mjPI * diameter * viscosity);
  }
  if (density > 0) {
    for (int i = 0; i < 3; i++) {
      mjtNum bi = box[i], bj = box[(i + 1) % 3], bk = box[(i + 2) % 3];
      mjtNum w = vel[i], v = vel[3 + i];
      frc[i] -= density * bi * (bj * bj * bj * bj + bk * bk * bk * bk) * fabs(w) * w / 64;
      frc[3 + i] -= 0.5 * density * bj * bk * fabs(v) * v;
    }
  }
}

void fluid_box_derivative(const mjModel* m, int body, const mjtNum vel[6], mjtNum B[36]) {
  mjtNum box[3], viscosity = m->opt.viscosity, density = m->opt.density;
  edges(m, body, box);
  mjtNum diameter = (box[0] + box[1] + box[2]) / 3;
  for (int i = 0; i < 3; i++) {
    mjtNum bi = box[i], bj = box[(i + 1) % 3], bk = box[(i + 2) % 3];
    if (viscosity > 0) {
      B[7 * i] -= mjPI * diameter * diameter * diameter * viscosity;
      B[7 * (i + 3)] -= 3 * mjPI * diameter * viscosity;
    }
    if (density > 0) {
      B[7 * i] -= density * bi * (bj * bj * bj * bj + bk * bk * bk * bk) * 2 * fabs(vel[i]) / 64;
      B[7 * (i + 3)] -= density * bj * bk * fabs(vel[i + 3]);
    }
  }
}
