// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Frames of the faces of a box, and the points found in them.

#ifndef COLLISION_BOX_FRAMES_H_
#define COLLISION_BOX_FRAMES_H_

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

// A frame whose third axis is the outward normal of a face: coordinate k is sign[k] * coordinate
// index[k] of the box.
typedef struct FaceFrame_ {
  int index[3];
  mjtNum sign[3];
} FaceFrame;

// +x, +y, +z, -x, -y, -z
static const FaceFrame face_frames[6] = {{{2, 1, 0}, {-1, 1, 1}}, {{0, 2, 1}, {1, -1, 1}},
                                         {{0, 1, 2}, {1, 1, 1}},  {{2, 1, 0}, {1, 1, -1}},
                                         {{0, 2, 1}, {1, 1, -1}}, {{0, 1, 2}, {-1, 1, -1}}};

static inline void to_face(mjtNum res[3], const FaceFrame* f, const mjtNum v[3]) {
  fc_set3(res, f->sign[0] * v[f->index[0]], f->sign[1] * v[f->index[1]],
          f->sign[2] * v[f->index[2]]);
}

// The world frame of a face of a box with the orientation mat.
static inline void face_to_world(mjtNum res[9], const FaceFrame* f, const mjtNum mat[9]) {
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      res[3 * i + k] = f->sign[k] * mat[3 * i + f->index[k]];
}

// World coordinates of a point of that frame. The product goes to a separate array, so that each
// coordinate is stored only once. When a loop stores to a location twice and to its neighbours
// later, the loop vectoriser of gcc 12 at -O3 may let the first store win, because it splits the
// group of the second store after it has checked the order of the groups.
static inline void point_to_world(mjtNum res[3], const mjtNum world[9], const mjtNum pos[3],
                                  const mjtNum local[3]) {
  mjtNum turned[3];
  fc_mulMatVec3(turned, world, local);
  fc_add3(res, turned, pos);
}

// Sizes have no sign.
static inline void size_to_face(mjtNum res[3], const FaceFrame* f, const mjtNum v[3]) {
  fc_set3(res, v[f->index[0]], v[f->index[1]], v[f->index[2]]);
}

enum { MAX_POINT = 24 };  // 16 crossings, 4 corners of each face

// Points found so far: position in the face frame, with the third coordinate of the contact point,
// and signed distance.
typedef struct Points_ {
  int n;
  mjtNum pos[MAX_POINT][3];
  mjtNum dist[MAX_POINT];
} Points;

#endif  // COLLISION_BOX_FRAMES_H_
