// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Units mounted at a site, reading in the site's frame: acceleration (with gravity, as an
// accelerometer does), velocity, the magnetic field, and the force and torque that the parent of
// the site's body transmits to it.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

// wrench between the site's body and its parent, moved to the site and turned into its frame:
// torque, force
static void transmitted_wrench(const mjModel* m, const mjData* d, int site, mjtNum wrench[6]) {
  const int body = m->site_bodyid[site];
  mju_transformSpatial(wrench, d->cfrc_int + 6 * body, 1, d->site_xpos + 3 * site,
                       d->subtree_com + 3 * m->body_rootid[body], d->site_xmat + 9 * site);
}

static int measure(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  if (stage == mjSTAGE_ACC && !d->flg_rnepost)
    mj_rnePostConstraint(m, d);
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], site = m->sensor_objid[i];
    mjtNum* out = batch->out[k];
    mjtNum spatial[6];  // rotational, translational
    switch (m->sensor_type[i]) {
      case mjSENS_MAGNETOMETER:
        fc_mulMatTVec3(out, d->site_xmat + 9 * site, m->opt.magnetic);
        break;
      case mjSENS_VELOCIMETER:
      case mjSENS_GYRO:
        mj_objectVelocity(m, d, mjOBJ_SITE, site, spatial, 1);
        fc_copy3(out, m->sensor_type[i] == mjSENS_GYRO ? spatial : spatial + 3);
        break;
      case mjSENS_ACCELEROMETER:
        mj_objectAcceleration(m, d, mjOBJ_SITE, site, spatial, 1);
        fc_copy3(out, spatial + 3);
        break;
      default:  // mjSENS_FORCE, mjSENS_TORQUE
        transmitted_wrench(m, d, site, spatial);
        fc_copy3(out, m->sensor_type[i] == mjSENS_TORQUE ? spatial : spatial + 3);
    }
  }
  return 0;
}

static const FcSensor table = {.size = sizeof(FcSensor), .measure = measure};
static const char* const types[] = {"accelerometer", "velocimeter",  "gyro", "force",
                                    "torque",        "magnetometer", NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "sensor_inertial",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(sensor_inertial, "sensor_inertial", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "What an inertial unit or a load cell at a site feels", NULL)
