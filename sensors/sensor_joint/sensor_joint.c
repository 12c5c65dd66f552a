// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Joint sensors: copies of the state and of results of the actuation stage.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

static inline void report(const mjModel* m, const mjData* d, int i, int type, mjtNum* out) {
  const int joint = m->sensor_objid[i], dof = m->jnt_dofadr[joint];
  const mjtNum* qpos = d->qpos + m->jnt_qposadr[joint];
  switch (type) {
    case mjSENS_JOINTPOS: out[0] = qpos[0]; break;
    case mjSENS_JOINTVEL: out[0] = d->qvel[dof]; break;
    case mjSENS_JOINTACTFRC: out[0] = d->qfrc_actuator[dof]; break;
    case mjSENS_BALLQUAT:
      fc_copy4(out, qpos);
      mju_normalize4(out);
      break;
    default: fc_copy3(out, d->qvel + dof);
  }
}

FC_SENSOR_TOGETHER(report)
FC_SENSOR_MEASURE(measure_position, mjSENS_JOINTPOS)
FC_SENSOR_MEASURE(measure_velocity, mjSENS_JOINTVEL)
FC_SENSOR_MEASURE(measure_force, mjSENS_JOINTACTFRC)
FC_SENSOR_MEASURE(measure_orientation, mjSENS_BALLQUAT)
FC_SENSOR_MEASURE(measure_rotation, mjSENS_BALLANGVEL)

// ---------------------------------------------------------------- module

enum { SCALAR = 1 << mjJNT_SLIDE | 1 << mjJNT_HINGE, BALL = 1 << mjJNT_BALL };

static const FcObjectChoice joint[] = {{"joint", mjOBJ_JOINT}, {NULL, mjOBJ_UNKNOWN}};

#define JOINT_SENSOR(function, when, legal, n)                                                  \
  .size = sizeof(FcSensor), .measure = function, .together = together, .stage = when, .dim = n, \
  .object = {FC_OBJECT(mjOBJ_JOINT), FC_NAMED_ONE, joint, NULL}, .joints = legal,               \
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
