// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Frames of bodies, geoms, sites and cameras: pose, velocity and acceleration, in world axes or
// relative to a reference frame.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

typedef struct Frame_ {
  const mjtNum* pos;  // world position
  const mjtNum* mat;  // columns are the axes in world coordinates
} Frame;

// the frame of an object, or of its reference (id -1: none)
static int frame_of(const mjModel* m, const mjData* d, int type, int id, Frame* frame) {
  return id >= 0 && fc_objectFrame(m, d, type, id, &frame->pos, &frame->mat) >= 0;
}

// orientation as a quaternion: tracking cameras report their fixed orientation, as the reference
// does
static void quaternion_of(const mjModel* m, const mjData* d, int type, int id, mjtNum quat[4]) {
  switch (type) {
    case mjOBJ_XBODY: fc_copy4(quat, d->xquat + 4 * id); break;
    case mjOBJ_BODY: fc_mulQuat(quat, d->xquat + 4 * id, m->body_iquat + 4 * id); break;
    case mjOBJ_GEOM:
      fc_mulQuat(quat, d->xquat + 4 * m->geom_bodyid[id], m->geom_quat + 4 * id);
      break;
    case mjOBJ_SITE:
      fc_mulQuat(quat, d->xquat + 4 * m->site_bodyid[id], m->site_quat + 4 * id);
      break;
    case mjOBJ_CAMERA:
      fc_mulQuat(quat, d->xquat + 4 * m->cam_bodyid[id], m->cam_quat + 4 * id);
      break;
    default: mju_copy4(quat, (const mjtNum[4]){1, 0, 0, 0});  // no frame
  }
}

// a vector in world axes, or in those of the reference
static void report_vector(const Frame* reference, int relative, const mjtNum vector[3],
                          mjtNum* out) {
  if (relative)
    fc_mulMatTVec3(out, reference->mat, vector);
  else
    fc_copy3(out, vector);
}

static void report_position(const mjModel* m, const mjData* d, int i, mjtNum* out) {
  Frame object, reference;
  mjtNum vector[3];
  frame_of(m, d, m->sensor_objtype[i], m->sensor_objid[i], &object);
  const int relative = frame_of(m, d, m->sensor_reftype[i], m->sensor_refid[i], &reference);
  fc_copy3(vector, object.pos);
  if (relative)
    fc_subFrom3(vector, reference.pos);
  report_vector(&reference, relative, vector, out);
}

static void report_axis(const mjModel* m, const mjData* d, int i, int axis, mjtNum* out) {
  Frame object, reference;
  frame_of(m, d, m->sensor_objtype[i], m->sensor_objid[i], &object);
  const int relative = frame_of(m, d, m->sensor_reftype[i], m->sensor_refid[i], &reference);
  const mjtNum vector[3] = {object.mat[axis], object.mat[3 + axis], object.mat[6 + axis]};
  report_vector(&reference, relative, vector, out);
}

static void report_quaternion(const mjModel* m, const mjData* d, int i, mjtNum* out) {
  mjtNum object[4], reference[4];
  quaternion_of(m, d, m->sensor_objtype[i], m->sensor_objid[i], object);
  if (m->sensor_refid[i] < 0) {
    fc_copy4(out, object);
    return;
  }
  quaternion_of(m, d, m->sensor_reftype[i], m->sensor_refid[i], reference);
  fc_negQuat(reference, reference);
  fc_mulQuat(out, reference, object);
}

// Velocity seen from a moving reference: angular R'(w - w_r), linear R'(v - v_r + (p - p_r) x w_r).
static void report_velocity(const mjModel* m, const mjData* d, int i, int angular, mjtNum* out) {
  mjtNum velocity[6], carrier[6], offset[3], swept[3];
  mj_objectVelocity(m, d, m->sensor_objtype[i], m->sensor_objid[i], velocity, 0);
  mjtNum* part = angular ? velocity : velocity + 3;
  if (m->sensor_refid[i] < 0) {
    fc_copy3(out, part);
    return;
  }
  Frame object, reference;
  frame_of(m, d, m->sensor_objtype[i], m->sensor_objid[i], &object);
  frame_of(m, d, m->sensor_reftype[i], m->sensor_refid[i], &reference);
  mj_objectVelocity(m, d, m->sensor_reftype[i], m->sensor_refid[i], carrier, 0);
  fc_subFrom3(part, angular ? carrier : carrier + 3);
  if (!angular) {
    fc_sub3(offset, object.pos, reference.pos);
    fc_cross(swept, offset, carrier);
    fc_addTo3(part, swept);
  }
  fc_mulMatTVec3(out, reference.mat, part);
}

static void report_acceleration(const mjModel* m, const mjData* d, int i, int angular,
                                mjtNum* out) {
  mjtNum acceleration[6];
  mj_objectAcceleration(m, d, m->sensor_objtype[i], m->sensor_objid[i], acceleration, 0);
  fc_copy3(out, angular ? acceleration : acceleration + 3);
}

static void report_inside(const mjModel* m, const mjData* d, int i, mjtNum* out) {
  Frame frame;
  const int known = frame_of(m, d, m->sensor_objtype[i], m->sensor_objid[i], &frame);
  out[0] = known ? fc_insideSite(m, d, m->sensor_refid[i], frame.pos) : 0;
}

// ---------------------------------------------------------------- module

static inline void report(const mjModel* m, const mjData* d, int i, int type, mjtNum* out) {
  switch (type) {
    case mjSENS_FRAMEPOS: report_position(m, d, i, out); break;
    case mjSENS_FRAMEQUAT: report_quaternion(m, d, i, out); break;
    case mjSENS_FRAMEXAXIS: report_axis(m, d, i, 0, out); break;
    case mjSENS_FRAMEYAXIS: report_axis(m, d, i, 1, out); break;
    case mjSENS_FRAMEZAXIS: report_axis(m, d, i, 2, out); break;
    case mjSENS_FRAMELINVEL: report_velocity(m, d, i, 0, out); break;
    case mjSENS_FRAMEANGVEL: report_velocity(m, d, i, 1, out); break;
    case mjSENS_FRAMELINACC: report_acceleration(m, d, i, 0, out); break;
    case mjSENS_FRAMEANGACC: report_acceleration(m, d, i, 1, out); break;
    default: report_inside(m, d, i, out);
  }
}

FC_SENSOR_TOGETHER(report)
FC_SENSOR_MEASURE(measure_position, mjSENS_FRAMEPOS)
FC_SENSOR_MEASURE(measure_orientation, mjSENS_FRAMEQUAT)
FC_SENSOR_MEASURE(measure_x, mjSENS_FRAMEXAXIS)
FC_SENSOR_MEASURE(measure_y, mjSENS_FRAMEYAXIS)
FC_SENSOR_MEASURE(measure_z, mjSENS_FRAMEZAXIS)
FC_SENSOR_MEASURE(measure_linear_velocity, mjSENS_FRAMELINVEL)
FC_SENSOR_MEASURE(measure_angular_velocity, mjSENS_FRAMEANGVEL)
FC_SENSOR_MEASURE(measure_linear_acceleration, mjSENS_FRAMELINACC)
FC_SENSOR_MEASURE(measure_angular_acceleration, mjSENS_FRAMEANGACC)
FC_SENSOR_MEASURE(measure_inside, mjSENS_INSIDESITE)

static const FcObjectChoice site[] = {{"site", mjOBJ_SITE}, {NULL, mjOBJ_UNKNOWN}};

#define FRAME_SENSOR(function, when, n, type)                                                   \
  .size = sizeof(FcSensor), .measure = function, .together = together, .stage = when, .dim = n, \
  .datatype = type, .object = {FC_OBJECT_FRAMES, FC_NAMED_TYPED, NULL, NULL},                   \
  .sleeps = FC_OBJECT_ANY
#define RELATIVE \
  .reference = {FC_OBJECT_FRAMES | FC_OBJECT(mjOBJ_UNKNOWN), FC_NAMED_TYPED_OR_NOT, NULL, NULL}
#define REAL mjDATATYPE_REAL
#define AXIS mjDATATYPE_AXIS

static const FcSensor pos = {FRAME_SENSOR(measure_position, mjSTAGE_POS, 3, REAL), RELATIVE};
static const FcSensor quat = {
    FRAME_SENSOR(measure_orientation, mjSTAGE_POS, 4, mjDATATYPE_QUATERNION), RELATIVE};
static const FcSensor xaxis = {FRAME_SENSOR(measure_x, mjSTAGE_POS, 3, AXIS), RELATIVE};
static const FcSensor yaxis = {FRAME_SENSOR(measure_y, mjSTAGE_POS, 3, AXIS), RELATIVE};
static const FcSensor zaxis = {FRAME_SENSOR(measure_z, mjSTAGE_POS, 3, AXIS), RELATIVE};
static const FcSensor linvel = {FRAME_SENSOR(measure_linear_velocity, mjSTAGE_VEL, 3, REAL),
                                RELATIVE};
static const FcSensor angvel = {FRAME_SENSOR(measure_angular_velocity, mjSTAGE_VEL, 3, REAL),
                                RELATIVE};
static const FcSensor linacc = {FRAME_SENSOR(measure_linear_acceleration, mjSTAGE_ACC, 3, REAL),
                                .needs = FC_NEED_BODY_FORCES};
static const FcSensor angacc = {FRAME_SENSOR(measure_angular_acceleration, mjSTAGE_ACC, 3, REAL),
                                .needs = FC_NEED_BODY_FORCES};
static const FcSensor inside = {FRAME_SENSOR(measure_inside, mjSTAGE_POS, 1, mjDATATYPE_POSITIVE),
                                .reference = {FC_OBJECT(mjOBJ_SITE), FC_NAMED_ONE, site, NULL}};

static const FcFace faces[] = {FC_SENSOR_FACE(mjSENS_FRAMEPOS, "framepos", pos),
                               FC_SENSOR_FACE(mjSENS_FRAMEQUAT, "framequat", quat),
                               FC_SENSOR_FACE(mjSENS_FRAMEXAXIS, "framexaxis", xaxis),
                               FC_SENSOR_FACE(mjSENS_FRAMEYAXIS, "frameyaxis", yaxis),
                               FC_SENSOR_FACE(mjSENS_FRAMEZAXIS, "framezaxis", zaxis),
                               FC_SENSOR_FACE(mjSENS_FRAMELINVEL, "framelinvel", linvel),
                               FC_SENSOR_FACE(mjSENS_FRAMEANGVEL, "frameangvel", angvel),
                               FC_SENSOR_FACE(mjSENS_FRAMELINACC, "framelinacc", linacc),
                               FC_SENSOR_FACE(mjSENS_FRAMEANGACC, "frameangacc", angacc),
                               FC_SENSOR_FACE(mjSENS_INSIDESITE, "insidesite", inside)};

FC_MODULE_WITH(sensor_frame, "sensor_frame", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Poses, velocities and accelerations of object frames", NULL)
