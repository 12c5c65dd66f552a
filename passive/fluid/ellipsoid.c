// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Ellipsoid model: a geom is replaced by an ellipsoid and feels five effects of the medium: added
// mass, Magnus lift, Kutta lift, drag, and drag torque. Everything is in the frame of the geom,
// where the velocity relative to the medium is (w, v).

#include <math.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "passive/fluid/fluid.h"

// Coefficients of one geom: its row of geom_fluid.
typedef struct FluidCoef_ {
  mjtNum interaction;  // 0 or 1
  mjtNum blunt_drag;
  mjtNum slender_drag;
  mjtNum angular_drag;
  mjtNum kutta_lift;
  mjtNum magnus_lift;
  mjtNum virtual_mass[3];
  mjtNum virtual_inertia[3];
} FluidCoef;

static FluidCoef coefficients(const mjModel* m, int geom) {
  const mjtNum* c = m->geom_fluid + mjNFLUID * geom;
  return (FluidCoef){c[0], c[1], c[2], c[3], c[4], c[5], {c[6], c[7], c[8]}, {c[9], c[10], c[11]}};
}

// semi-axes of the ellipsoid that stands for a geom
static void semiaxes(const mjModel* m, int geom, mjtNum size[3]) {
  const mjtNum* s = m->geom_size + 3 * geom;
  switch (m->geom_type[geom]) {
    case mjGEOM_SPHERE: fc_set3(size, s[0], s[0], s[0]); break;
    case mjGEOM_CAPSULE: fc_set3(size, s[0], s[0], s[1] + s[0]); break;
    case mjGEOM_CYLINDER: fc_set3(size, s[0], s[0], s[1]); break;
    default: fc_copy3(size, s); break;
  }
}

// ---------------------------------------------------------------- force

// the medium that moves along with the ellipsoid: no acceleration-dependent part
static void added_mass_force(const FluidCoef* c, mjtNum density, const mjtNum vel[6],
                             mjtNum frc[6]) {
  mjtNum P[3], H[3], cross[3];
  for (int k = 0; k < 3; k++) {
    P[k] = density * c->virtual_mass[k] * vel[3 + k];
    H[k] = density * c->virtual_inertia[k] * vel[k];
  }
  fc_cross(cross, P, vel + 3);
  fc_addTo3(frc, cross);
  fc_cross(cross, H, vel);
  fc_addTo3(frc, cross);
  fc_cross(cross, P, vel);
  fc_addTo3(frc + 3, cross);
}

// lift of a spinning and of an inclined ellipsoid
static void lift_force(const FluidCoef* c, const mjtNum s[3], mjtNum density, const mjtNum vel[6],
                       mjtNum area, mjtNum cosine, const mjtNum normal[3], mjtNum frc[6]) {
  const mjtNum* v = vel + 3;
  mjtNum magnus[3], circulation[3], kutta[3];
  fc_cross(magnus, vel, v);
  fc_addToScl3(frc + 3, magnus,
               c->magnus_lift * density * (mjtNum)(4.0 / 3.0) * mjPI * s[0] * s[1] * s[2]);

  fc_cross(circulation, normal, v);
  fc_scl3(circulation, circulation, c->kutta_lift * density * cosine * area);
  fc_cross(kutta, circulation, v);
  fc_addTo3(frc + 3, kutta);
}

void fluid_ellipsoid_force(const mjModel* m, int geom, const mjtNum vel[6], mjtNum frc[6]) {
  FluidCoef coef = coefficients(m, geom), *c = &coef;
  mjtNum s[3], viscosity = m->opt.viscosity, density = m->opt.density;
  const mjtNum *w = vel, *v = vel + 3;
  semiaxes(m, geom, s);
  fc_zero6(frc);
  added_mass_force(c, density, vel, frc);

  // area projected along the velocity, from the gradient of the ellipsoid's quadratic form
  mjtNum a[3] = {s[1] * s[2] * s[1] * s[2], s[2] * s[0] * s[2] * s[0], s[0] * s[1] * s[0] * s[1]};
  mjtNum normal[3] = {a[0] * v[0], a[1] * v[1], a[2] * v[2]};
  mjtNum Q = fc_dot3(normal, normal), N = fc_dot3(normal, v), speed = fc_norm3(v);
  mjtNum area = mjPI * sqrt(Q / fc_max(mjMINVAL, N)), cosine = N / fc_max(mjMINVAL, speed * Q);
  lift_force(c, s, density, vel, area, cosine, normal, frc);

  // drag: viscous as on a sphere, quadratic with the projected area for blunt and the largest area
  // for slender shapes
  mjtNum dmax = fc_max(fc_max(s[0], s[1]), s[2]), dmin = fc_min(fc_min(s[0], s[1]), s[2]);
  mjtNum dmid = s[0] + s[1] + s[2] - dmax - dmin,
         diameter = (mjtNum)(2.0 / 3.0) * (s[0] + s[1] + s[2]);
  mjtNum drag =
      viscosity * 3 * mjPI * diameter +
      density * speed * (area * c->blunt_drag + c->slender_drag * (mjPI * dmax * dmid - area));
  fc_addToScl3(frc + 3, v, -drag);

  // drag torque
  mjtNum eighth = (mjtNum)(8.0 / 15.0) * mjPI, Imax = eighth * dmid * dmax * dmax * dmax * dmax,
         moment[3];
  for (int i = 0; i < 3; i++) {
    mjtNum large = fc_max(s[(i + 1) % 3], s[(i + 2) % 3]);
    mjtNum I = eighth * s[i] * large * large * large * large;
    moment[i] = w[i] * (c->angular_drag * I + c->slender_drag * (Imax - I));
  }
  fc_addToScl3(frc, w,
               -(viscosity * mjPI * diameter * diameter * diameter + density * fc_norm3(moment)));

  for (int k = 0; k < 6; k++)
    frc[k] *= c->interaction;
}

// ---------------------------------------------------------------- derivative
// The formulas of the force, differentiated term by term.

// blocks of B: rows torque or force, columns w or v
enum { TORQUE_W = 0, TORQUE_V = 3, FORCE_W = 18, FORCE_V = 21 };

// block += scl [a]x diag(diag); diag may be NULL
static void add_cross_matrix(mjtNum* block, const mjtNum a[3], mjtNum scl, const mjtNum* diag) {
  mjtNum d0 = diag ? diag[0] : 1, d1 = diag ? diag[1] : 1, d2 = diag ? diag[2] : 1;
  block[1] -= scl * a[2] * d1;
  block[2] += scl * a[1] * d2;
  block[6] += scl * a[2] * d0;
  block[8] -= scl * a[0] * d2;
  block[12] -= scl * a[1] * d0;
  block[13] += scl * a[0] * d1;
}

// block += scl a b'
static void add_outer(mjtNum* block, const mjtNum a[3], const mjtNum b[3], mjtNum scl) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      block[6 * i + j] += scl * a[i] * b[j];
}

static void add_identity(mjtNum* block, mjtNum scl) {
  block[0] += scl;
  block[7] += scl;
  block[14] += scl;
}

static void added_mass_derivative(const FluidCoef* c, mjtNum density, const mjtNum vel[6],
                                  mjtNum B[36]) {
  const mjtNum *w = vel, *v = vel + 3;
  mjtNum mass[3], inertia[3], P[3], H[3];
  for (int k = 0; k < 3; k++) {
    mass[k] = density * c->virtual_mass[k];
    inertia[k] = density * c->virtual_inertia[k];
    P[k] = mass[k] * v[k];
    H[k] = inertia[k] * w[k];
  }
  add_cross_matrix(B + TORQUE_W, H, 1, NULL);
  add_cross_matrix(B + TORQUE_W, w, -1, inertia);
  add_cross_matrix(B + TORQUE_V, P, 1, NULL);
  add_cross_matrix(B + TORQUE_V, v, -1, mass);
  add_cross_matrix(B + FORCE_W, P, 1, NULL);
  add_cross_matrix(B + FORCE_V, w, -1, mass);
}

// a: squares of the products of two semi-axes; N, Q: first and second moment of v with them
static void kutta_derivative(mjtNum lift, mjtNum density, const mjtNum v[3], const mjtNum a[3],
                             mjtNum N, mjtNum Q, mjtNum speed2, mjtNum B[36]) {
  mjtNum scl = mjPI * lift * density / fc_max(mjMINVAL, sqrt(Q * N * speed2));
  for (int i = 0; i < 3; i++) {
    mjtNum spread = 0;
    for (int k = 0; k < 3; k++)
      spread += v[k] * v[k] * (a[i] - a[k]);
    for (int j = 0; j < 3; j++) {
      mjtNum t = a[j] * a[j] * N / fc_max(mjMINVAL, Q) - a[j] + N / fc_max(mjMINVAL, speed2);
      mjtNum entry = v[i] * v[j] * (2 * N * (a[j] - a[i]) + spread * t);
      B[FORCE_V + 6 * i + j] += scl * (i == j ? entry - spread * N : entry);
    }
  }
}

static void drag_derivative(const mjModel* m, const FluidCoef* c, const mjtNum s[3],
                            const mjtNum v[3], const mjtNum a[3], mjtNum N, mjtNum Q,
                            mjtNum B[36]) {
  mjtNum density = m->opt.density, speed = fc_norm3(v);
  mjtNum dmax = fc_max(fc_max(s[0], s[1]), s[2]), dmin = fc_min(fc_min(s[0], s[1]), s[2]);
  mjtNum dmid = s[0] + s[1] + s[2] - dmax - dmin,
         diameter = (mjtNum)(2.0 / 3.0) * (s[0] + s[1] + s[2]);
  mjtNum area = mjPI * sqrt(Q / fc_max(mjMINVAL, N));
  mjtNum quadratic =
      density * (area * c->blunt_drag + c->slender_drag * (mjPI * dmax * dmid - area));

  // speed times velocity at constant area
  mjtNum scl = quadratic / fc_max(mjMINVAL, speed), gradient[3];
  add_outer(B + FORCE_V, v, v, -scl);
  add_identity(B + FORCE_V, -scl * speed * speed);

  // change of the projected area
  mjtNum common = density * speed * (c->blunt_drag - c->slender_drag) * mjPI /
                  fc_max(mjMINVAL, sqrt(N * N * N * Q));
  for (int i = 0; i < 3; i++) {
    mjtNum sum = 0;
    for (int k = 0; k < 3; k++)
      sum += a[k] * v[k] * v[k] * (a[i] - a[k]);
    gradient[i] = common * a[i] * v[i] * sum;
  }
  add_outer(B + FORCE_V, v, gradient, -1);
  add_identity(B + FORCE_V, -3 * mjPI * diameter * m->opt.viscosity);
}

static void drag_torque_derivative(const mjModel* m, const FluidCoef* c, const mjtNum s[3],
                                   const mjtNum w[3], mjtNum B[36]) {
  mjtNum dmax = fc_max(fc_max(s[0], s[1]), s[2]), dmin = fc_min(fc_min(s[0], s[1]), s[2]);
  mjtNum dmid = s[0] + s[1] + s[2] - dmax - dmin,
         diameter = (mjtNum)(2.0 / 3.0) * (s[0] + s[1] + s[2]);
  mjtNum eighth = (mjtNum)(8.0 / 15.0) * mjPI, Imax = eighth * dmid * dmax * dmax * dmax * dmax;
  mjtNum coef[3], moment[3], z[3];
  for (int i = 0; i < 3; i++) {
    mjtNum large = fc_max(s[(i + 1) % 3], s[(i + 2) % 3]);
    mjtNum I = eighth * s[i] * large * large * large * large;
    coef[i] = c->angular_drag * I + c->slender_drag * (Imax - I);
    moment[i] = coef[i] * w[i];
  }
  mjtNum scl = m->opt.density / fc_max(mjMINVAL, fc_norm3(moment));
  for (int i = 0; i < 3; i++)
    z[i] = -scl * w[i] * coef[i] * coef[i];
  add_outer(B + TORQUE_W, w, z, 1);
  add_identity(B + TORQUE_W,
               fc_dot3(w, z) - mjPI * diameter * diameter * diameter * m->opt.viscosity);
}

void fluid_ellipsoid_derivative(const mjModel* m, int geom, const mjtNum vel[6], mjtNum B[36]) {
  FluidCoef c = coefficients(m, geom);
  mjtNum s[3], density = m->opt.density;
  const mjtNum *w = vel, *v = vel + 3;
  semiaxes(m, geom, s);
  added_mass_derivative(&c, density, vel, B);

  mjtNum magnus = c.magnus_lift * density * (mjtNum)(4.0 / 3.0) * mjPI * s[0] * s[1] * s[2];
  add_cross_matrix(B + FORCE_W, v, -magnus, NULL);
  add_cross_matrix(B + FORCE_V, w, magnus, NULL);

  mjtNum a[3] = {s[1] * s[2] * s[1] * s[2], s[2] * s[0] * s[2] * s[0], s[0] * s[1] * s[0] * s[1]},
         N = 0, Q = 0;
  for (int k = 0; k < 3; k++) {
    N += a[k] * v[k] * v[k];
    Q += a[k] * a[k] * v[k] * v[k];
  }
  kutta_derivative(c.kutta_lift, density, v, a, N, Q, fc_dot3(v, v), B);
  drag_derivative(m, &c, s, v, a, N, Q, B);
  drag_torque_derivative(m, &c, s, w, B);
}
