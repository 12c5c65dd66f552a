// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MECHANICS_FLUID_H_
#define CORE_MECHANICS_FLUID_H_

#include <mujoco/mujoco.h>

// Coefficients of the ellipsoid model: one geom's row of geom_fluid.
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

FluidCoef fluid_coefficients(const mjModel* m, int geom);

// 1 when the ellipsoid model applies to the geoms of a body, 0 when the inertia-box model applies
// to the body
int fluid_uses_ellipsoids(const mjModel* m, int body);

// edge lengths of the box with the body's mass and inertia
void fluid_inertia_box(const mjModel* m, int body, mjtNum box[3]);

// semi-axes of the ellipsoid that stands for a geom
void fluid_semiaxes(const mjModel* m, int geom, mjtNum size[3]);

// velocity of a body or geom relative to the medium, in its own frame
void fluid_velocity(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum vel[6]);

// fluid forces on all bodies, added to qfrc_fluid
void fluid_forces(const mjModel* m, mjData* d);

static inline int fluid_present(const mjModel* m) {
  return m->opt.viscosity != 0 || m->opt.density != 0;
}

#endif  // CORE_MECHANICS_FLUID_H_
