// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef COLLISION_BOX_BOX_H_
#define COLLISION_BOX_BOX_H_

#include <fulcrum/collider.h>
#include <fulcrum/math.h>

enum { MAX_POINT = 24 };  // 16 crossings, 4 corners of each face

// Two boxes, and the pose of each in the frame of the other.
typedef struct Boxes_ {
  const mjtNum *pos[2], *mat[2], *size[2];
  mjtNum turn[9];    // turn[3 * i + j] = axis i of box 1 . axis j of box 2
  mjtNum shift1[3];  // centre of box 2 in the frame of box 1
  mjtNum shift2[3];  // centre of box 1 in the frame of box 2
  mjtNum margin;
} Boxes;

// The axis of least overlap.
typedef struct Axis_ {
  int box;   // 0, 1: normal of a face of that box; 2: product of two edges; -1: the boxes are apart
  int i, j;  // face: axis i; edges: axis i of box 1, axis j of box 2
  int negative;  // the direction from box 1 to box 2 (face: towards the other box) is opposite to
                 // the axis
  mjtNum normal[3];  // edges: the axis in the frame of box 1
  int corner1[3];    // edges: 1 where the edge facing the other box lies on the positive side
  int corner2[3];
} Axis;

// A frame whose third axis is the outward normal of a face: coordinate k is sign[k] * coordinate
// index[k] of the box.
typedef struct FaceFrame_ {
  int index[3];
  mjtNum sign[3];
} FaceFrame;

extern const FaceFrame face_frames[6];  // +x, +y, +z, -x, -y, -z

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

// Points found so far: position in the face frame, with the third coordinate of the contact point,
// and signed distance.
typedef struct Points_ {
  int n;
  mjtNum pos[MAX_POINT][3];
  mjtNum dist[MAX_POINT];
} Points;

Axis least_overlap(const Boxes* b);
int face_contacts(FcContactPoint* con, const Boxes* b, const Axis* axis);
int edge_contacts(FcContactPoint* con, const Boxes* b, const Axis* axis);

#endif  // COLLISION_BOX_BOX_H_
