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

// orientation as a quaternion: cameras that track something report their fixed orientation, as the
// reference does
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
    default:  // mjOBJ_CAMERA
      fc_mulQuat(quat, d->xquat + 4 * m->cam_bodyid[id], m->cam_quat + 4 * id);
  }
}

static void measure_pose(const mjModel* m, const mjData* d, int i, mjtNum* out) {
  const int type = m->sensor_type[i];
  Frame object, reference;
  frame_of(m, d, m->sensor_objtype[i], m->sensor_objid[i], &object);
  const int relative = frame_of(m, d, m->sensor_reftype[i], m->sensor_refid[i], &reference);
  mjtNum vector[3];
  if (type == mjSENS_FRAMEPOS) {
    fc_copy3(vector, object.pos);
    if (relative)
      fc_subFrom3(vector, reference.pos);
  } else {
    const int axis = type - mjSENS_FRAMEXAXIS;
    for (int r = 0; r < 3; r++)
      vector[r] = object.mat[3 * r + axis];
  }
  if (relative) {
    fc_mulMatTVec3(out, reference.mat, vector);
  } else {
    fc_copy3(out, vector);
  }
}

static void measure_quaternion(const mjModel* m, const mjData* d, int i, mjtNum* out) {
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
static void measure_velocity(const mjModel* m, const mjData* d, int i, mjtNum* out) {
  const int angular = m->sensor_type[i] == mjSENS_FRAMEANGVEL;
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

static int measure(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  if (stage == mjSTAGE_ACC && !d->flg_rnepost)
    mj_rnePostConstraint(m, d);
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], object = m->sensor_objid[i];
    mjtNum* out = batch->out[k];
    mjtNum acceleration[6];
    Frame frame;
    switch (m->sensor_type[i]) {
      case mjSENS_FRAMEQUAT: measure_quaternion(m, d, i, out); break;
      case mjSENS_FRAMELINVEL:
      case mjSENS_FRAMEANGVEL: measure_velocity(m, d, i, out); break;
      case mjSENS_FRAMELINACC:
      case mjSENS_FRAMEANGACC:
        mj_objectAcceleration(m, d, m->sensor_objtype[i], object, acceleration, 0);
        fc_copy3(out, m->sensor_type[i] == mjSENS_FRAMEANGACC ? acceleration : acceleration + 3);
        break;
      case mjSENS_INSIDESITE:
        frame_of(m, d, m->sensor_objtype[i], object, &frame);
        out[0] = fc_insideSite(m, d, m->sensor_refid[i], frame.pos);
        break;
      default: measure_pose(m, d, i, out);
    }
  }
  return 0;
}

static const FcSensor table = {.size = sizeof(FcSensor), .measure = measure};
static const char* const types[] = {"framepos",    "framequat",   "framexaxis",  "frameyaxis",
                                    "framezaxis",  "framelinvel", "frameangvel", "framelinacc",
                                    "frameangacc", "insidesite",  NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "sensor_frame",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(sensor_frame, "sensor_frame", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Poses, velocities and accelerations of object frames", NULL)
