// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the two routines of this module: the field of a geom, the pose of one geom in the frame
// of another, and the conversion of points to contacts.

#ifndef COLLISION_SDF_SDF_H_
#define COLLISION_SDF_SDF_H_

#include <fulcrum/collider.h>
#include <fulcrum/math.h>
#include <mujoco/mjplugin.h>
#include <mujoco/mujoco.h>

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

// Contacts of a primitive or field (geom[0]) and a field (geom[1]); -1: too many.
int descend(FcContactPoint* con, const FcContext* ctx, const FcCandidate* pair);

// Contacts of a mesh (geom[0]) and a field (geom[1]); -1: failed.
int collide_mesh(FcContactPoint* con, const FcContext* ctx, const FcCandidate* pair);

// Contacts of a field and the elements of a shell, at most one per element and mjMAXCONPAIR in all;
// -1: failed.
int collide_shell(FcFlexPoint* point, const FcContext* ctx, int geom, int flex);

#endif  // COLLISION_SDF_SDF_H_
