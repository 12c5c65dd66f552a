// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Velocity derivative of the fluid forces: J' B J per body or geom, with J the Jacobian of its
// local velocity (w, v) and B the 6 x 6 derivative of its local force (torque, force). The formulas
// differentiate those of fluid.c term by term.

#include <math.h>
#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/mechanics/derivative.h"
#include "core/mechanics/fluid.h"
#include "core/mechanics/jacobian.h"
#include "core/mechanics/sleep.h"

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
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      block[6 * i + j] += scl * a[i] * b[j];
    }
  }
}

static void add_identity(mjtNum* block, mjtNum scl) {
  block[0] += scl;
  block[7] += scl;
  block[14] += scl;
}

static void box_derivative(const mjModel* m, int body, const mjtNum vel[6], mjtNum B[36]) {
  mjtNum box[3], viscosity = m->opt.viscosity, density = m->opt.density;
  fluid_inertia_box(m, body, box);
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
    for (int k = 0; k < 3; k++) {
      spread += v[k] * v[k] * (a[i] - a[k]);
    }
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
    for (int k = 0; k < 3; k++) {
      sum += a[k] * v[k] * v[k] * (a[i] - a[k]);
    }
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
  for (int i = 0; i < 3; i++) {
    z[i] = -scl * w[i] * coef[i] * coef[i];
  }
  add_outer(B + TORQUE_W, w, z, 1);
  add_identity(B + TORQUE_W,
               fc_dot3(w, z) - mjPI * diameter * diameter * diameter * m->opt.viscosity);
}

static void ellipsoid_derivative(const mjModel* m, int geom, const mjtNum vel[6], mjtNum B[36]) {
  FluidCoef c = fluid_coefficients(m, geom);
  mjtNum s[3], density = m->opt.density;
  const mjtNum *w = vel, *v = vel + 3;
  fluid_semiaxes(m, geom, s);
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

// qDeriv += J' B J for a frame (pos, mat) on a body
static void add_local(const mjModel* m, mjData* d, const mjtNum B[36], const mjtNum pos[3],
                      const mjtNum mat[9], int body) {
  int n;
  const int* chain = body_chain(m, body, &n);
  mj_markStack(d);
  mjtNum* J = mj_stackAllocNum(d, 6 * (size_t)n);  // one local velocity per dof
  mjtNum* BJ = mj_stackAllocNum(d, 6 * (size_t)n);
  for (int k = 0; k < n; k++) {
    fc_transformSpatial(J + 6 * k, d->cdof + 6 * chain[k], 0, pos,
                        d->subtree_com + 3 * m->body_rootid[body], mat);
    for (int r = 0; r < 6; r++) {
      BJ[6 * k + r] = fc_dot6(B + 6 * r, J + 6 * k);
    }
  }

  // any two dofs of a chain are coupled in D, so each column is found
  for (int k = 0; k < n; k++) {
    mjtNum* row = d->qDeriv + m->D_rowadr[chain[k]];
    const int* col = m->D_colind + m->D_rowadr[chain[k]];
    for (int j = 0, c = 0; j < n; j++, c++) {
      while (col[c] != chain[j]) {
        c++;
      }
      row[c] += fc_dot6(J + 6 * k, BJ + 6 * j);
    }
  }
  mj_freeStack(d);
}

static void symmetrize(mjtNum B[36]) {
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < i; j++) {
      B[6 * i + j] = B[6 * j + i] = (B[6 * i + j] + B[6 * j + i]) / 2;
    }
  }
}

static void add_body(const mjModel* m, mjData* d, int i, int symmetric) {
  mjtNum vel[6];
  if (!fluid_uses_ellipsoids(m, i)) {
    mjtNum B[36] = {0};
    fluid_velocity(m, d, mjOBJ_BODY, i, vel);
    box_derivative(m, i, vel, B);
    add_local(m, d, B, d->xipos + 3 * i, d->ximat + 9 * i, i);
    return;
  }
  int end = m->body_geomadr[i] + m->body_geomnum[i];
  for (int g = m->body_geomadr[i]; g < end; g++) {
    if (m->geom_fluid[mjNFLUID * g] != 0) {
      mjtNum B[36] = {0};
      fluid_velocity(m, d, mjOBJ_GEOM, g, vel);
      ellipsoid_derivative(m, g, vel, B);
      if (symmetric) {
        symmetrize(B);
      }
      add_local(m, d, B, d->geom_xpos + 3 * g, d->geom_xmat + 9 * g, i);
    }
  }
}

void derivative_add_fluid(const mjModel* m, mjData* d, int symmetric) {
  int filter = sleep_filters_bodies(m, d), n = filter ? d->nbody_awake : (int)m->nbody;
  for (int k = 0; k < n; k++) {
    int i = filter ? d->body_awake_ind[k] : k;
    if (m->body_mass[i] >= mjMINVAL && m->body_weldid[i]) {
      add_body(m, d, i, symmetric);
    }
  }
}
