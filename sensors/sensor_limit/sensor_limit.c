// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Limits: distance beyond the limit, its rate, and the force, read from the constraint row of an
// active limit; 0 when the limit is not active.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

// first limit row of this kind and object; -1 when there is none
static int limit_row(const mjData* d, int kind, int object) {
  for (int r = d->ne + d->nf; r < d->nefc; r++)
    if (d->efc_type[r] == kind && d->efc_id[r] == object)
      return r;
  return -1;
}

// Distance beyond the limit, its rate and the force are each one number of the row; `less` is
// subtracted (NULL: nothing).
static int report(const FcContext* context, const FcSensorBatch* batch, int kind,
                  const mjtNum* source, const mjtNum* less) {
  for (int k = 0; k < batch->n; k++) {
    const int row = limit_row(context->d, kind, context->m->sensor_objid[batch->id[k]]);
    batch->out[k][0] = row < 0 ? 0 : less ? source[row] - less[row] : source[row];
  }
  return 0;
}

#define MEASURE(function, kind, source, less)                                            \
  static int function(const FcContext* context, int stage, const FcSensorBatch* batch) { \
    const mjData* d = context->d;                                                        \
    (void)stage;                                                                         \
    return report(context, batch, kind, source, less);                                   \
  }
MEASURE(measure_joint_position, mjCNSTR_LIMIT_JOINT, d->efc_pos, d->efc_margin)
MEASURE(measure_joint_velocity, mjCNSTR_LIMIT_JOINT, d->efc_vel, NULL)
MEASURE(measure_joint_force, mjCNSTR_LIMIT_JOINT, d->efc_force, NULL)
MEASURE(measure_tendon_position, mjCNSTR_LIMIT_TENDON, d->efc_pos, d->efc_margin)
MEASURE(measure_tendon_velocity, mjCNSTR_LIMIT_TENDON, d->efc_vel, NULL)
MEASURE(measure_tendon_force, mjCNSTR_LIMIT_TENDON, d->efc_force, NULL)

// ---------------------------------------------------------------- module

static const FcObjectChoice joint[] = {{"joint", mjOBJ_JOINT}, {NULL, mjOBJ_UNKNOWN}};
static const FcObjectChoice tendon[] = {{"tendon", mjOBJ_TENDON}, {NULL, mjOBJ_UNKNOWN}};

#define LIMIT_SENSOR(function, when, type, choice)                                                 \
  {                                                                                                \
    .size = sizeof(FcSensor), .measure = function, .stage = when, .dim = 1,                        \
    .object = {FC_OBJECT(type), FC_NAMED_ONE, choice, NULL}, .limited = 1, .sleeps = FC_OBJECT_ANY \
  }
#define JOINT_SENSOR(function, when) LIMIT_SENSOR(function, when, mjOBJ_JOINT, joint)
#define TENDON_SENSOR(function, when) LIMIT_SENSOR(function, when, mjOBJ_TENDON, tendon)

static const FcSensor jointpos = JOINT_SENSOR(measure_joint_position, mjSTAGE_POS);
static const FcSensor jointvel = JOINT_SENSOR(measure_joint_velocity, mjSTAGE_VEL);
static const FcSensor jointfrc = JOINT_SENSOR(measure_joint_force, mjSTAGE_ACC);
static const FcSensor tendonpos = TENDON_SENSOR(measure_tendon_position, mjSTAGE_POS);
static const FcSensor tendonvel = TENDON_SENSOR(measure_tendon_velocity, mjSTAGE_VEL);
static const FcSensor tendonfrc = TENDON_SENSOR(measure_tendon_force, mjSTAGE_ACC);

static const FcFace faces[] = {FC_SENSOR_FACE(mjSENS_JOINTLIMITPOS, "jointlimitpos", jointpos),
                               FC_SENSOR_FACE(mjSENS_JOINTLIMITVEL, "jointlimitvel", jointvel),
                               FC_SENSOR_FACE(mjSENS_JOINTLIMITFRC, "jointlimitfrc", jointfrc),
                               FC_SENSOR_FACE(mjSENS_TENDONLIMITPOS, "tendonlimitpos", tendonpos),
                               FC_SENSOR_FACE(mjSENS_TENDONLIMITVEL, "tendonlimitvel", tendonvel),
                               FC_SENSOR_FACE(mjSENS_TENDONLIMITFRC, "tendonlimitfrc", tendonfrc)};

FC_MODULE_WITH(sensor_limit, "sensor_limit", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Distance, velocity and force at active joint and tendon limits", NULL)
