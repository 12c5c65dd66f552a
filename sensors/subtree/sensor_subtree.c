// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Subtrees: centre of mass, its velocity, angular momentum about it, in world axes.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

static int measure(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  // only the velocity stage needs the momenta
  if (stage == mjSTAGE_VEL && !d->flg_subtreevel)
    mj_subtreeVel(m, d);
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], object = m->sensor_objid[i];
    mjtNum* out = batch->out[k];
    const int type = m->sensor_type[i];
    const mjtNum* source = type == mjSENS_SUBTREECOM      ? d->subtree_com
                           : type == mjSENS_SUBTREELINVEL ? d->subtree_linvel
                                                          : d->subtree_angmom;
    fc_copy3(out, source + 3 * object);
  }
  return 0;
}

static const FcSensor table = {.size = sizeof(FcSensor), .measure = measure};
static const char* const types[] = {"subtreecom", "subtreelinvel", "subtreeangmom", NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "sensor_subtree",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(sensor_subtree, "sensor_subtree", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Centre of mass, momentum of kinematic subtrees", NULL)
