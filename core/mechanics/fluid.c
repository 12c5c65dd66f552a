// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Forces of the surrounding medium, without simulating it.
//
// Inertia-box model: the body is replaced by the box with its mass and principal inertias; viscous
// drag as on a sphere of the same mean size, and quadratic drag on the faces. Ellipsoid model: each
// geom is replaced by an ellipsoid and feels five effects: added mass, Magnus lift, Kutta lift,
// drag, and drag torque. All quantities are in the frame of the body or geom, where the velocity
// relative to the medium is (w, v).

#include <math.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/mechanics/fluid.h"
#include "core/mechanics/object_motion.h"
#include "core/mechanics/sleep.h"

FluidCoef fluid_coefficients(const mjModel* m, int geom) {
  const mjtNum* c = m->geom_fluid + mjNFLUID * geom;
  return (FluidCoef){c[0], c[1], c[2], c[3], c[4], c[5], {c[6], c[7], c[8]}, {c[9], c[10], c[11]}};
}

int fluid_uses_ellipsoids(const mjModel* m, int body) {
  int end = m->body_geomadr[body] + m->body_geomnum[body];
  for (int g = m->body_geomadr[body]; g < end; g++) {
    if (m->geom_fluid[mjNFLUID * g] > 0) {
      return 1;
    }
  }
  return 0;
}

void fluid_inertia_box(const mjModel* m, int body, mjtNum box[3]) {
  const mjtNum* I = m->body_inertia + 3 * body;
  mjtNum scl = 6 / m->body_mass[body];
  for (int k = 0; k < 3; k++) {
    box[k] = sqrt(fc_max(mjMINVAL, I[(k + 1) % 3] + I[(k + 2) % 3] - I[k]) * scl);
  }
}

void fluid_semiaxes(const mjModel* m, int geom, mjtNum size[3]) {
  const mjtNum* s = m->geom_size + 3 * geom;
  switch (m->geom_type[geom]) {
    case mjGEOM_SPHERE: fc_set3(size, s[0], s[0], s[0]); break;
    case mjGEOM_CAPSULE: fc_set3(size, s[0], s[0], s[1] + s[0]); break;
    case mjGEOM_CYLINDER: fc_set3(size, s[0], s[0], s[1]); break;
    default: fc_copy3(size, s); break;
  }
}

void fluid_velocity(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum vel[6]) {
  const mjtNum* mat = objtype == mjOBJ_GEOM ? d->geom_xmat + 9 * objid : d->ximat + 9 * objid;
  mjtNum wind[3];
  mj_objectVelocity(m, d, objtype, objid, vel, 1);
  fc_mulMatTVec3(wind, mat, m->opt.wind);
  fc_subFrom3(vel + 3, wind);
}

// local force (torque, force) on the inertia box of a body
static void box_force(const mjModel* m, int body, const mjtNum vel[6], mjtNum frc[6]) {
  mjtNum box[3], viscosity = m->opt.viscosity, density = m->opt.density;
  fluid_inertia_box(m, body, box);
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

// local force (torque, force) on an ellipsoid with semi-axes s
static void ellipsoid_force(const mjModel* m, const FluidCoef* c, const mjtNum s[3],
                            const mjtNum vel[6], mjtNum frc[6]) {
  mjtNum viscosity = m->opt.viscosity, density = m->opt.density;
  const mjtNum *w = vel, *v = vel + 3;
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

  for (int k = 0; k < 6; k++) {
    frc[k] *= c->interaction;
  }
}

// rotate a local force to the world and apply it
static void apply_local(const mjModel* m, mjData* d, const mjtNum frc[6], const mjtNum mat[9],
                        const mjtNum point[3], int body) {
  mjtNum torque[3], force[3];
  fc_mulMatVec3(torque, mat, frc);
  fc_mulMatVec3(force, mat, frc + 3);
  apply_wrench(m, d, force, torque, point, body, d->qfrc_fluid);
}

static void body_forces(const mjModel* m, mjData* d, int i) {
  mjtNum vel[6], frc[6];
  if (!fluid_uses_ellipsoids(m, i)) {
    fluid_velocity(m, d, mjOBJ_BODY, i, vel);
    box_force(m, i, vel, frc);
    apply_local(m, d, frc, d->ximat + 9 * i, d->xipos + 3 * i, i);
    return;
  }

  int end = m->body_geomadr[i] + m->body_geomnum[i];
  for (int g = m->body_geomadr[i]; g < end; g++) {
    FluidCoef coef = fluid_coefficients(m, g);
    mjtNum size[3];
    if (coef.interaction != 0) {
      fluid_semiaxes(m, g, size);
      fluid_velocity(m, d, mjOBJ_GEOM, g, vel);
      ellipsoid_force(m, &coef, size, vel, frc);
      apply_local(m, d, frc, d->geom_xmat + 9 * g, d->geom_xpos + 3 * g, i);
    }
  }
}

void fluid_forces(const mjModel* m, mjData* d) {
  int filter = sleep_filters_bodies(m, d), n = filter ? d->nbody_awake : (int)m->nbody;
  for (int k = 0; k < n; k++) {
    int i = filter ? d->body_awake_ind[k] : k;
    if (m->body_mass[i] >= mjMINVAL && m->body_weldid[i]) {
      body_forces(m, d, i);
    }
  }
}
