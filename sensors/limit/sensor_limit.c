// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Limits: distance beyond the limit, its rate, and the force, read from the constraint row of an
// active limit; 0 when the limit is not active.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

// first limit row of this kind and object; -1 without one
static int limit_row(const mjData* d, int kind, int object) {
  for (int r = d->ne + d->nf; r < d->nefc; r++) {
    if (d->efc_type[r] == kind && d->efc_id[r] == object)
      return r;
  }
  return -1;
}

static int measure(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], object = m->sensor_objid[i];
    mjtNum* out = batch->out[k];
    const int type = m->sensor_type[i], joint = type <= mjSENS_JOINTLIMITFRC;
    const int row = limit_row(d, joint ? mjCNSTR_LIMIT_JOINT : mjCNSTR_LIMIT_TENDON, object);
    if (row < 0) {
      out[0] = 0;
    } else if (type == mjSENS_JOINTLIMITPOS || type == mjSENS_TENDONLIMITPOS) {
      out[0] = d->efc_pos[row] - d->efc_margin[row];
    } else if (type == mjSENS_JOINTLIMITVEL || type == mjSENS_TENDONLIMITVEL) {
      out[0] = d->efc_vel[row];
    } else {
      out[0] = d->efc_force[row];
    }
  }
  return 0;
}

static const FcSensor table = {.size = sizeof(FcSensor), .measure = measure};
static const char* const types[] = {"jointlimitpos",
                                    "jointlimitvel",
                                    "jointlimitfrc",
                                    "tendonlimitpos",
                                    "tendonlimitvel",
                                    "tendonlimitfrc",
                                    NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "sensor_limit",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(sensor_limit, "sensor_limit", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Distance, velocity and force at active joint and tendon limits", NULL)
