// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Gravity compensation: a force against gravity at the centre of mass of every body with gravcomp,
//
//   f = -gravcomp mass gravity.
//
// Joints may apply their share as actuator force (jnt_actgravcomp). The host does that, because it
// counts against the limits of the actuators.

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/passive.h>
#include <mujoco/mujoco.h>

static int active(const FcContext* context) { return !fc_isZero(context->m->opt.gravity, 3); }

static int force(const FcContext* context, const FcPassiveBatch* batch) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  for (int k = 0; k < batch->nbody; k++) {
    const int i = batch->body[k];
    if (m->body_gravcomp[i] != 0) {
      mjtNum lift[3];
      fc_scl3(lift, m->opt.gravity, -m->body_mass[i] * m->body_gravcomp[i]);
      fc_applyWrench(m, d, lift, NULL, d->xipos + 3 * i, i, batch->qfrc);
    }
  }
  return 0;
}

static const FcPassive table = {.size = sizeof(FcPassive),
                                .flags = FC_PASSIVE_NO_VELOCITY,
                                .array = FC_QFRC_GRAVCOMP,
                                .order = 400,
                                .disabled = mjDSBL_GRAVITY,
                                .active = active,
                                .force = force,
                                .elements = offsetof(mjModel, ngravcomp)};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_PASSIVE, .name = "gravity", .table = &table}};

FC_MODULE_WITH(gravity, "gravity", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Gravity compensation of bodies", NULL)
