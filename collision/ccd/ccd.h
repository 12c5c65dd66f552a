// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Minkowski portal refinement. The Minkowski difference of two objects holds the origin when they
// overlap. From a point inside of it, the difference of the centres v0, a ray goes through the
// origin; three support vertices v1, v2, v3 form a portal when the ray passes between them. Moved
// outward, the portal ends on the surface: on which side the origin is tells whether the objects
// overlap, and how far it is, how deep.

#ifndef COLLISION_CCD_CCD_H_
#define COLLISION_CCD_CCD_H_

#include <float.h>

#include <mujoco/mujoco.h>

#include <fulcrum/collider.h>
#include <fulcrum/math.h>

// A geom with a pose, or a piece.
typedef struct Object_ {
  int type;  // mjtGeom; mjGEOM_HFIELD: piece
  mjtNum pos[3], mat[9];
  const mjtNum* size;
  mjtNum inflate;  // half of it is added around the object
  const FcPiece* piece;
  const float* vert;  // mesh
  int nvert;
  const int *edge_start, *edge_vertex, *edge;  // hull graph, NULL: none
  int vertex;                                  // where the next climb begins
} Object;

// A vertex of A - B, and the points it comes from.
typedef struct Vertex_ {
  mjtNum v[3], a[3], b[3];
} Vertex;

typedef struct Portal_ {
  Vertex v[4];  // the centre, and the portal
} Portal;

// How deep: the distance from the origin to the surface of the difference, the direction there
// (zero: none), and the place of the contact.
typedef struct Penetration_ {
  mjtNum depth;
  mjtNum dir[3], pos[3];
} Penetration;

typedef struct Options_ {
  mjtNum tolerance;
  int iterations;
} Options;

// ---------------------------------------------------------------- equality up to rounding

static inline int is_zero(mjtNum x) { return fc_abs(x) < DBL_EPSILON; }

static inline int is_equal(mjtNum a, mjtNum b) {
  mjtNum diff = fc_abs(a - b);
  return diff < DBL_EPSILON || diff < DBL_EPSILON * fc_max(fc_abs(a), fc_abs(b));
}

static inline int is_zero3(const mjtNum v[3]) {
  return is_equal(v[0], 0) && is_equal(v[1], 0) && is_equal(v[2], 0);
}

// Unit normal of the plane through three points.
static inline void plane_normal(mjtNum n[3], const mjtNum p[3], const mjtNum q[3],
                                const mjtNum r[3]) {
  mjtNum d1[3], d2[3];
  fc_sub3(d1, q, p);
  fc_sub3(d2, r, p);
  fc_cross(n, d1, d2);
  fc_scl3(n, n, 1 / fc_norm3(n));
}

// ---------------------------------------------------------------- the parts

void ccd_init(Object* o, const mjModel* m, int geom, const mjtNum pos[3], const mjtNum mat[9],
                 mjtNum margin);
void ccd_init_piece(Object* o, const FcPiece* piece);
void ccd_support(Object* o, const mjtNum dir[3], mjtNum point[3]);
void ccd_vertex(Vertex* v, Object* a, Object* b, const mjtNum dir[3]);

// Do the objects overlap, and how deep? Returns 0 when they do not.
int penetrate(Penetration* result, Object* a, Object* b, const Options* opt);

// Nothing will be gained beyond v4, found in the direction d of the portal's normal.
int portal_reached(const Portal* p, const Vertex* v4, const mjtNum d[3], mjtNum tolerance);

// Replace one vertex of the portal by v4.
void portal_expand(Portal* p, const Vertex* v4);

// From a portal with the origin behind it to the surface.
void portal_penetration(Penetration* result, Portal* p, Object* a, Object* b, const Options* opt);

// Replace the normal of a contact, from a to b, by that of the round surfaces at its position.
void correct_normal(mjtNum normal[3], const mjtNum pos[3], const Object* a, const Object* b);

#endif  // COLLISION_CCD_CCD_H_
