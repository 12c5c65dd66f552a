// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `sensor`: what a simulation measures of itself.
//
// One face serves all sensors of its types at once, one call per stage. The host skips sleeping
// sensors, applies cutoffs, delays and histories, and makes sure that what the face `needs` has
// been computed. Type names (FcFace.types) are the MJCF elements: "gyro", "framepos", ... Sensors
// of other libraries: <sensor><plugin plugin="acme.wind"/>; the type is the plugin's name.

#ifndef FULCRUM_SENSOR_H_
#define FULCRUM_SENSOR_H_

#include <stdint.h>

#include <mujoco/mjexport.h>

#include <fulcrum/module.h>

#ifdef __cplusplus
extern "C" {
#endif

// Quantities that are computed only when somebody needs them.
enum {
  FC_NEED_SUBTREE_VELOCITY = 1,  // subtree_linvel, subtree_angmom (mj_subtreeVel); velocity stage
  FC_NEED_BODY_FORCES = 2,  // cacc, cfrc_int, cfrc_ext (mj_rnePostConstraint); acceleration stage
};

// A batch: sensors of one stage that are evaluated now.
typedef struct FcSensorBatch_ {
  const int* id;  // n sensor ids, ascending
  int n;
  mjtNum* const* out;  // out[k] receives the m->sensor_dim[id[k]] numbers of sensor id[k]
} FcSensorBatch;

typedef struct FcSensor_ {
  uint32_t size;  // sizeof(FcSensor)
  int needs;      // FC_NEED_ bits

  // Measure, before cutoff. All sensors of a batch have the same stage, given as mjtStage. [thread
  // of d, at the end of that stage]
  int (*measure)(const FcContext* context, int stage, const FcSensorBatch* batch);

  // Types that are not part of MJCF only: how many numbers sensor `id` reports (NULL: one), and at
  // which stage (mjtStage). When it is asked, the model has its elements, sizes and plugin
  // configurations, but no derived quantities yet. [compilation]
  int (*dimension)(const mjModel* m, int id);
  int stage;
} FcSensor;

// ---------------------------------------------------------------- services

// Frame of an object (mjOBJ_BODY: inertial frame, mjOBJ_XBODY, mjOBJ_GEOM, mjOBJ_SITE,
// mjOBJ_CAMERA): *pos, 3 numbers, and *mat, 3 x 3 row-major with the axes as columns, in world
// coordinates; they point into d. Returns the body that owns the object, -1 for another type.
MJAPI int fc_objectFrame(const mjModel* m, const mjData* d, int objtype, int id, const mjtNum** pos,
                         const mjtNum** mat);

// 1 if a world point lies strictly inside the shape of a site, else 0.
MJAPI int fc_insideSite(const mjModel* m, const mjData* d, int site, const mjtNum point[3]);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_SENSOR_H_
