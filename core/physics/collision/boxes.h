// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tests whether two boxes, each with its own frame, are farther apart than a margin. A box is a
// centre and three half sizes in the coordinates of its frame. The boxes are compared along the
// three axes of each (the six face normals, not the nine edge pairs). This may keep a pair that is
// apart but never loses one that is not.

#ifndef CORE_PHYSICS_COLLISION_BOXES_H_
#define CORE_PHYSICS_COLLISION_BOXES_H_

#include <fulcrum/math.h>

// Half sizes from here on count as infinite; from LARGE on they are too large for differences of
// coordinates.
#define INFINITE_HALF mjMAXVAL
#define LARGE_HALF 1e5

// A box with a frame: centre and half sizes in the frame's coordinates.
typedef struct Placed_ {
  const mjtNum* pos;
  const mjtNum* mat;
  const mjtNum* box;
} Placed;

static inline int any_beyond(const mjtNum* box, mjtNum size) {
  return box[3] >= size || box[4] >= size || box[5] >= size;
}

// Axes of one frame as two boxes see them: own[3*k+i] is axis k times axis i of the frame itself,
// other[3*k+i] axis k times axis i of the other frame. `own` is nearly the unit matrix and `other`
// nearly a rotation; rounding makes a difference for huge boxes. Rows are computed on demand,
// because a plane needs only one.
typedef struct Axes_ {
  const mjtNum *mat, *othermat;
  int known[3];
  mjtNum own[9], other[9];
} Axes;

static inline void axes_of(Axes* axes, const mjtNum* mat, const mjtNum* othermat) {
  axes->mat = mat;
  axes->othermat = othermat;
  axes->known[0] = axes->known[1] = axes->known[2] = 0;
}

static inline void axes_row(Axes* axes, int k) {
  if (axes->known[k])
    return;
  mjtNum axis[3];
  fc_column3(axis, axes->mat, k);
  fc_mulMatTVec3(axes->own + 3 * k, axes->mat, axis);
  fc_mulMatTVec3(axes->other + 3 * k, axes->othermat, axis);
  axes->known[k] = 1;
}

// 1 when the projections of two boxes along axis k of a frame are farther apart than the radii and
// the margin. `self` is the box that the frame belongs to.
static inline int apart_along(Axes* axes, int k, const mjtNum* self, const mjtNum* other,
                              const mjtNum center1[3], const mjtNum center2[3], mjtNum margin) {
  mjtNum n[3], radius1 = 0, radius2 = 0;
  axes_row(axes, k);
  fc_column3(n, axes->mat, k);
  for (int i = 0; i < 3; i++) {
    radius1 += fc_abs(self[3 + i] * axes->own[3 * k + i]);
    radius2 += fc_abs(other[3 + i] * axes->other[3 * k + i]);
  }
  return radius1 + radius2 + margin < fc_abs(fc_dot3(center1, n) - fc_dot3(center2, n));
}

static inline int infinite(const mjtNum* box) {
  return box[3] >= INFINITE_HALF && box[4] >= INFINITE_HALF && box[5] >= INFINITE_HALF;
}

// General comparison of two boxes in world coordinates; axes[0] belongs to a, axes[1] to b.
static inline int boxes_disjoint(const Placed* a, const Placed* b, Axes axes[2], mjtNum margin) {
  int unbounded1 = any_beyond(a->box, INFINITE_HALF);
  int unbounded2 = any_beyond(b->box, INFINITE_HALF);
  if (infinite(a->box) || infinite(b->box))
    return 0;
  mjtNum center1[3], center2[3];
  fc_mulMatVec3(center1, a->mat, a->box);
  fc_addTo3(center1, a->pos);
  fc_mulMatVec3(center2, b->mat, b->box);
  fc_addTo3(center2, b->pos);

  // own axes of each, unless the other box is unbounded; along an axis in which a box is unbounded
  // nothing is apart
  for (int k = 0; k < 3 && !unbounded2; k++)
    if (a->box[3 + k] < INFINITE_HALF &&
        apart_along(axes, k, a->box, b->box, center1, center2, margin))
      return 1;
  for (int k = 0; k < 3 && !unbounded1; k++)
    if (b->box[3 + k] < INFINITE_HALF &&
        apart_along(axes + 1, k, b->box, a->box, center1, center2, margin))
      return 1;
  return 0;
}

// Frame 2 as seen from frame 1.
typedef struct Relative_ {
  mjtNum shift[3];  // origin
  mjtNum turn[9];   // rotation: turn[3*i+j] = axis i of frame 1 . axis j of frame 2
  mjtNum absturn[9];
} Relative;

static inline void relative_frame(Relative* r, const mjtNum* pos1, const mjtNum* mat1,
                                  const mjtNum* pos2, const mjtNum* mat2) {
  mjtNum between[3];
  fc_sub3(between, pos2, pos1);
  fc_mulMatTVec3(r->shift, mat1, between);
  fc_mulMatTMat3(r->turn, mat1, mat2);
  for (int i = 0; i < 9; i++)
    r->absturn[i] = fc_abs(r->turn[i]);
}

// Possible results of the comparison in the frame of the first box.
typedef enum Verdict_ { OVERLAP, DISJOINT, TOO_CLOSE } Verdict;

// Gaps smaller than this are left to the general comparison: whether boxes that just touch overlap
// is a matter of rounding, and contacts between parts placed face to face depend on it.
#define NO_GAP 1e-9

// The same comparison for boxes of moderate size, in the frame of the first.
static inline Verdict compare_relative(const Relative* r, const mjtNum* box1, const mjtNum* box2,
                                       mjtNum margin) {
  const mjtNum *h1 = box1 + 3, *h2 = box2 + 3, *A = r->absturn;
  mjtNum t[3], widest = -mjMAXVAL;
  fc_mulMatVec3(t, r->turn, box2);
  for (int i = 0; i < 3; i++)
    t[i] += r->shift[i] - box1[i];
  for (int i = 0; i < 3; i++) {
    mjtNum gap =
        fc_abs(t[i]) - (h1[i] + A[3 * i] * h2[0] + A[3 * i + 1] * h2[1] + A[3 * i + 2] * h2[2]);
    if (gap > margin + NO_GAP)
      return DISJOINT;
    widest = fc_max(widest, gap);
  }
  fc_mulMatTVec3(t, r->turn, t);
  for (int j = 0; j < 3; j++) {
    mjtNum gap = fc_abs(t[j]) - (h2[j] + A[j] * h1[0] + A[3 + j] * h1[1] + A[6 + j] * h1[2]);
    if (gap > margin + NO_GAP)
      return DISJOINT;
    widest = fc_max(widest, gap);
  }
  return widest > margin - NO_GAP ? TOO_CLOSE : OVERLAP;
}

// The full test: in the frame of the first box where that decides, else in world coordinates.
static inline int placed_disjoint(const Placed* a, const Placed* b, mjtNum margin) {
  Verdict verdict = TOO_CLOSE;
  if (!any_beyond(a->box, LARGE_HALF) && !any_beyond(b->box, LARGE_HALF)) {
    Relative r;
    relative_frame(&r, a->pos, a->mat, b->pos, b->mat);
    verdict = compare_relative(&r, a->box, b->box, margin);
  }
  if (verdict != TOO_CLOSE)
    return verdict == DISJOINT;
  Axes axes[2];
  axes_of(axes, a->mat, b->mat);
  axes_of(axes + 1, b->mat, a->mat);
  return boxes_disjoint(a, b, axes, margin);
}

#endif  // CORE_PHYSICS_COLLISION_BOXES_H_
