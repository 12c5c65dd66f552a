// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Joints: what the state and the actuation stage already hold.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

static int measure(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], object = m->sensor_objid[i];
    mjtNum* out = batch->out[k];
    const int qpos = m->jnt_qposadr[object], dof = m->jnt_dofadr[object];
    switch (m->sensor_type[i]) {
      case mjSENS_JOINTPOS: out[0] = d->qpos[qpos]; break;
      case mjSENS_JOINTVEL: out[0] = d->qvel[dof]; break;
      case mjSENS_JOINTACTFRC: out[0] = d->qfrc_actuator[dof]; break;
      case mjSENS_BALLQUAT:
        fc_copy4(out, d->qpos + qpos);
        mju_normalize4(out);
        break;
      default:  // mjSENS_BALLANGVEL
        fc_copy3(out, d->qvel + dof);
    }
  }
  return 0;
}

static const FcSensor table = {.size = sizeof(FcSensor), .measure = measure};
static const char* const types[] = {"jointpos", "jointvel",   "jointactuatorfrc",
                                    "ballquat", "ballangvel", NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "sensor_joint",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(sensor_joint, "sensor_joint", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Joint positions, velocities and actuator forces", NULL)
