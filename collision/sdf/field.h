// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The field of a geom, the pose of one geom in the frame of another, and the conversion of points
// to contacts.

#ifndef COLLISION_SDF_FIELD_H_
#define COLLISION_SDF_FIELD_H_

#include <fulcrum/collider.h>
#include <fulcrum/math.h>
#include <mujoco/mjplugin.h>

// Id and field of a geom in the form that mjSDF expects.
typedef struct Shape_ {
  const mjpPlugin* plugin;  // NULL: octree or primitive
  int id;
  mjtGeom type;
} Shape;

// A rotation and a shift: y = turn x + shift.
typedef struct Pose_ {
  mjtNum shift[3];
  mjtNum turn[9];
} Pose;

static inline void pose_apply(mjtNum y[3], const Pose* pose, const mjtNum x[3]) {
  fc_mulMatVec3(y, pose->turn, x);
  fc_addTo3(y, pose->shift);
}

// The first points of the Halton sequence in bases 2, 3, 5, from which starting points are made.
// The face keeps them with mjData.
enum { HALTON_ROOM = 128 };

typedef struct Halton_ {
  int made;
  mjtNum point[HALTON_ROOM][3];
} Halton;

const Halton* halton_of(const FcContext* ctx);
void halton_point(mjtNum point[3], const Halton* halton, int index);

Shape shape_of(const mjModel* m, int geom);

// Pose of geom `inner` in the frame of geom `outer`.
Pose pose_between(const mjData* d, int outer, int inner);

// Pose of the world in the frame of a geom.
Pose pose_in(const mjData* d, int geom);

// 1 when x differs from all n accepted points.
int is_new(int n, mjtNum accepted[][3], const mjtNum x[3]);

// Turn a point of the field's frame, at signed distance dist, into contact n of con, unless it has
// no normal. `into` points into the field's shape. Returns the number of contacts afterwards.
int add_contact(FcContactPoint* con, int n, mjtNum accepted[][3], const mjData* d, int geom,
                const mjtNum x[3], mjtNum dist, const mjtNum into[3]);

#endif  // COLLISION_SDF_FIELD_H_
