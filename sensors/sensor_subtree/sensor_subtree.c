// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Subtrees: centre of mass, its velocity, angular momentum about it, in world axes.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

// three numbers of every body, `source` indexed by body
static int report(const FcContext* context, const FcSensorBatch* batch, const mjtNum* source) {
  for (int k = 0; k < batch->n; k++)
    fc_copy3(batch->out[k], source + 3 * context->m->sensor_objid[batch->id[k]]);
  return 0;
}

static int measure_centre(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report(context, batch, context->d->subtree_com);
}

static int measure_velocity(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report(context, batch, context->d->subtree_linvel);
}

static int measure_momentum(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report(context, batch, context->d->subtree_angmom);
}

// ---------------------------------------------------------------- module

static const FcObjectChoice body[] = {{"body", mjOBJ_BODY}, {NULL, mjOBJ_UNKNOWN}};

#define SUBTREE_SENSOR(function, when, what)                                               \
  {                                                                                        \
    .size = sizeof(FcSensor), .needs = what, .measure = function, .stage = when, .dim = 3, \
    .sleeps = FC_OBJECT_ANY, .object = {                                                   \
      FC_OBJECT(mjOBJ_BODY),                                                               \
      FC_NAMED_ONE,                                                                        \
      body,                                                                                \
      NULL                                                                                 \
    }                                                                                      \
  }

static const FcSensor com = SUBTREE_SENSOR(measure_centre, mjSTAGE_POS, 0);
static const FcSensor linvel =
    SUBTREE_SENSOR(measure_velocity, mjSTAGE_VEL, FC_NEED_SUBTREE_VELOCITY);
static const FcSensor angmom =
    SUBTREE_SENSOR(measure_momentum, mjSTAGE_VEL, FC_NEED_SUBTREE_VELOCITY);

static const FcFace faces[] = {FC_SENSOR_FACE(mjSENS_SUBTREECOM, "subtreecom", com),
                               FC_SENSOR_FACE(mjSENS_SUBTREELINVEL, "subtreelinvel", linvel),
                               FC_SENSOR_FACE(mjSENS_SUBTREEANGMOM, "subtreeangmom", angmom)};

FC_MODULE_WITH(sensor_subtree, "sensor_subtree", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Centre of mass, momentum of kinematic subtrees", NULL)
