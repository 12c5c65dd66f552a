// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Joint sensors: copies of the state and of results of the actuation stage.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

// one number per joint, from an array indexed by `address`
static int report(const FcContext* context, const FcSensorBatch* batch, const int* address,
                  const mjtNum* source) {
  for (int k = 0; k < batch->n; k++)
    batch->out[k][0] = source[address[context->m->sensor_objid[batch->id[k]]]];
  return 0;
}

static int measure_position(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report(context, batch, context->m->jnt_qposadr, context->d->qpos);
}

static int measure_velocity(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report(context, batch, context->m->jnt_dofadr, context->d->qvel);
}

static int measure_force(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report(context, batch, context->m->jnt_dofadr, context->d->qfrc_actuator);
}

static int measure_orientation(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    const int joint = m->sensor_objid[batch->id[k]];
    fc_copy4(batch->out[k], context->d->qpos + m->jnt_qposadr[joint]);
    mju_normalize4(batch->out[k]);
  }
  return 0;
}

static int measure_rotation(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    fc_copy3(batch->out[k], context->d->qvel + m->jnt_dofadr[m->sensor_objid[batch->id[k]]]);
  return 0;
}

// ---------------------------------------------------------------- module

enum { SCALAR = 1 << mjJNT_SLIDE | 1 << mjJNT_HINGE, BALL = 1 << mjJNT_BALL };

static const FcObjectChoice joint[] = {{"joint", mjOBJ_JOINT}, {NULL, mjOBJ_UNKNOWN}};

#define JOINT_SENSOR(function, when, legal, n)                                    \
  .size = sizeof(FcSensor), .measure = function, .stage = when, .dim = n,         \
  .object = {FC_OBJECT(mjOBJ_JOINT), FC_NAMED_ONE, joint, NULL}, .joints = legal, \
  .sleeps = FC_OBJECT_ANY

static const FcSensor jointpos = {JOINT_SENSOR(measure_position, mjSTAGE_POS, SCALAR, 1)};
static const FcSensor jointvel = {JOINT_SENSOR(measure_velocity, mjSTAGE_VEL, SCALAR, 1)};
static const FcSensor actuatorfrc = {JOINT_SENSOR(measure_force, mjSTAGE_ACC, SCALAR, 1)};
static const FcSensor ballquat = {JOINT_SENSOR(measure_orientation, mjSTAGE_POS, BALL, 4),
                                  .datatype = mjDATATYPE_QUATERNION};
static const FcSensor ballangvel = {JOINT_SENSOR(measure_rotation, mjSTAGE_VEL, BALL, 3)};

static const FcFace faces[] = {FC_SENSOR_FACE(mjSENS_JOINTPOS, "jointpos", jointpos),
                               FC_SENSOR_FACE(mjSENS_JOINTVEL, "jointvel", jointvel),
                               FC_SENSOR_FACE(mjSENS_JOINTACTFRC, "jointactuatorfrc", actuatorfrc),
                               FC_SENSOR_FACE(mjSENS_BALLQUAT, "ballquat", ballquat),
                               FC_SENSOR_FACE(mjSENS_BALLANGVEL, "ballangvel", ballangvel)};

FC_MODULE_WITH(sensor_joint, "sensor_joint", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Joint positions, velocities and actuator forces", NULL)
