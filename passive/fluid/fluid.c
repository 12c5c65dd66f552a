// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Forces of the surrounding medium, which is not simulated: the inertia-box model on bodies, or the
// ellipsoid model on the geoms of bodies that select it. Their derivative is J' B J per body or
// geom, with J the Jacobian of its local velocity (w, v) and B the 6 x 6 derivative of its local
// force (torque, force).

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/passive.h>
#include <mujoco/mujoco.h>

#include "passive/fluid/fluid.h"

// 1 when the ellipsoid model applies to the geoms of a body, 0 when the inertia-box model applies
// to the body
static int uses_ellipsoids(const mjModel* m, int body) {
  int end = m->body_geomadr[body] + m->body_geomnum[body];
  for (int g = m->body_geomadr[body]; g < end; g++)
    if (m->geom_fluid[mjNFLUID * g] > 0)
      return 1;
  return 0;
}

// the medium acts on bodies that have mass and are not fixed to the world
static int is_immersed(const mjModel* m, int body) {
  return m->body_mass[body] >= mjMINVAL && m->body_weldid[body];
}

// velocity of a body or geom relative to the medium, in its own frame
static void relative_velocity(const mjModel* m, const mjData* d, int objtype, int objid,
                              mjtNum vel[6]) {
  const mjtNum* mat = objtype == mjOBJ_GEOM ? d->geom_xmat + 9 * objid : d->ximat + 9 * objid;
  mjtNum wind[3];
  mj_objectVelocity(m, d, objtype, objid, vel, 1);
  fc_mulMatTVec3(wind, mat, m->opt.wind);
  fc_subFrom3(vel + 3, wind);
}

// ---------------------------------------------------------------- force

// rotate a local force to the world and apply it
static void apply_local(const mjModel* m, const mjData* d, const mjtNum frc[6], const mjtNum mat[9],
                        const mjtNum point[3], int body, mjtNum* qfrc) {
  mjtNum torque[3], force[3];
  fc_mulMatVec3(torque, mat, frc);
  fc_mulMatVec3(force, mat, frc + 3);
  fc_applyWrench(m, d, force, torque, point, body, qfrc);
}

static void body_force(const mjModel* m, const mjData* d, int i, mjtNum* qfrc) {
  mjtNum vel[6], frc[6];
  if (!uses_ellipsoids(m, i)) {
    relative_velocity(m, d, mjOBJ_BODY, i, vel);
    fluid_box_force(m, i, vel, frc);
    apply_local(m, d, frc, d->ximat + 9 * i, d->xipos + 3 * i, i, qfrc);
    return;
  }
  int end = m->body_geomadr[i] + m->body_geomnum[i];
  for (int g = m->body_geomadr[i]; g < end; g++) {
    if (m->geom_fluid[mjNFLUID * g] != 0) {
      relative_velocity(m, d, mjOBJ_GEOM, g, vel);
      fluid_ellipsoid_force(m, g, vel, frc);
      apply_local(m, d, frc, d->geom_xmat + 9 * g, d->geom_xpos + 3 * g, i, qfrc);
    }
  }
}

static int force(const FcContext* context, const FcPassiveBatch* batch) {
  for (int k = 0; k < batch->nbody; k++)
    if (is_immersed(context->m, batch->body[k]))
      body_force(context->m, context->d, batch->body[k], batch->qfrc);
  return 0;
}

// ---------------------------------------------------------------- derivative

static void symmetrize(mjtNum B[36]) {
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < i; j++)
      B[6 * i + j] = B[6 * j + i] = (B[6 * i + j] + B[6 * j + i]) / 2;
}

// The matrix of the inertia box is diagonal, that of an ellipsoid is not symmetric.
static void body_derivative(const mjModel* m, mjData* d, int i, int symmetric) {
  mjtNum vel[6];
  if (!uses_ellipsoids(m, i)) {
    mjtNum B[36] = {0};
    relative_velocity(m, d, mjOBJ_BODY, i, vel);
    fluid_box_derivative(m, i, vel, B);
    fc_addWrenchDerivative(m, d, B, d->xipos + 3 * i, d->ximat + 9 * i, i);
    return;
  }
  int end = m->body_geomadr[i] + m->body_geomnum[i];
  for (int g = m->body_geomadr[i]; g < end; g++) {
    if (m->geom_fluid[mjNFLUID * g] != 0) {
      mjtNum B[36] = {0};
      relative_velocity(m, d, mjOBJ_GEOM, g, vel);
      fluid_ellipsoid_derivative(m, g, vel, B);
      if (symmetric)
        symmetrize(B);
      fc_addWrenchDerivative(m, d, B, d->geom_xpos + 3 * g, d->geom_xmat + 9 * g, i);
    }
  }
}

static int derivative(const FcContext* context, const FcPassiveBatch* batch, int symmetric) {
  const mjModel* m = context->m;
  if (!(m->opt.viscosity > 0 || m->opt.density > 0))
    return 0;
  for (int k = 0; k < batch->nbody; k++)
    if (is_immersed(m, batch->body[k]))
      body_derivative(m, context->d, batch->body[k], symmetric);
  return 0;
}

// ---------------------------------------------------------------- face

static int active(const FcContext* context) {
  return context->m->opt.viscosity != 0 || context->m->opt.density != 0;
}

static const FcPassive table = {.size = sizeof(FcPassive),
                                .array = FC_QFRC_FLUID,
                                .order = 100,
                                .active = active,
                                .force = force,
                                .derivative = derivative};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_PASSIVE, .name = "fluid", .table = &table}};

FC_MODULE_WITH(fluid, "fluid", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Forces of the surrounding medium: inertia box and ellipsoids", NULL)
