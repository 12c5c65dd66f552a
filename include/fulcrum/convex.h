// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `convex`: collision and distance of general convex shapes.
//
// For most pairs of geom types there is no closed form, but both shapes are convex and given by
// their support points (farthest points in a direction). One convex service handles all of them:
// contacts of two geoms, contacts of a geom with a convex piece of another shape (a prism of a
// height field), distances, farthest points. Colliders mark such pairs with FC_COLLIDER_CONVEX
// (<fulcrum/collider.h>).
//
// One service is in force for an mjData: the one bound with fc_bind(m, d, FC_CONVEX, name); else,
// with the flag mjDSBL_NATIVECCD, the legacy service of highest rank; else the other service of
// highest rank.
//
// Since SDK 1.0.

#ifndef FULCRUM_CONVEX_H_
#define FULCRUM_CONVEX_H_

#include <stdint.h>

#include <fulcrum/collider.h>
#include <fulcrum/module.h>
#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>

#ifdef __cplusplus
extern "C" {
#endif

// A geom with an explicit pose, for shapes that consist of many convex pieces, each of which is
// collided with the same geom.
typedef struct FcPosedGeom_ {
  uint32_t size;  // sizeof(FcPosedGeom)
  int geom;
  mjtNum pos[3], mat[9];  // in any frame; results are in the same one
  mjtNum margin;          // the geom is grown by half of it, the pieces are not
  int memory[2];          // start of the next search: the feature found last, and the position in
                          // the hull graph; initially -1, -1, then maintained by the service. Among
                          // equally far points it decides which one is found
} FcPosedGeom;

// A convex piece: the hull of `ncorner` points. The first `nlower` corners of a prism are below the
// others, and only the lower or only the upper ones are searched; 0: all are.
typedef struct FcPiece_ {
  uint32_t size;         // sizeof(FcPiece)
  const mjtNum* corner;  // 3 * ncorner numbers
  int ncorner, nlower;
  mjtNum center[3];  // any point inside
} FcPiece;

// The first of its corners that is farthest in a direction.
static inline const mjtNum* fc_farthestCorner(const FcPiece* piece, const mjtNum dir[3]) {
  const mjtNum *corner = piece->corner, *end = corner + 3 * piece->ncorner;
  if (piece->nlower && dir[2] < 0)
    end = corner + 3 * piece->nlower;
  if (piece->nlower && !(dir[2] < 0))
    corner += 3 * piece->nlower;
  const mjtNum* best = corner;
  mjtNum most = dir[0] * best[0] + dir[1] * best[1] + dir[2] * best[2];
  for (corner += 3; corner < end; corner += 3) {
    mjtNum value = dir[0] * corner[0] + dir[1] * corner[1] + dir[2] * corner[2];
    if (value > most) {
      most = value;
      best = corner;
    }
  }
  return best;
}

// A geom at its pose in mjData, or the hull of a few points rounded by a radius: an element of a
// flex, or a piece of another shape. Either is grown by half of the margin.
typedef struct FcRounded_ {
  uint32_t size;         // sizeof(FcRounded)
  int geom;              // -1: the hull
  int ncorner;           // at least 1
  const mjtNum* corner;  // 3 * ncorner numbers, in the world
  mjtNum center[3];      // any point inside the hull
  mjtNum radius;         // m
  mjtNum margin;         // m
} FcRounded;

// The farthest point of a grown hull in a unit direction; the first of equally far corners.
static inline void fc_roundedPoint(mjtNum point[3], const FcRounded* hull, const mjtNum dir[3]) {
  const mjtNum* best = hull->corner;
  mjtNum most = dir[0] * best[0] + dir[1] * best[1] + dir[2] * best[2];
  for (int i = 1; i < hull->ncorner; i++) {
    const mjtNum* corner = hull->corner + 3 * i;
    mjtNum value = dir[0] * corner[0] + dir[1] * corner[1] + dir[2] * corner[2];
    if (value > most) {
      most = value;
      best = corner;
    }
  }
  mjtNum reach = hull->radius + (mjtNum)0.5 * hull->margin;
  for (int k = 0; k < 3; k++)
    point[k] = best[k] + dir[k] * reach;
}

typedef struct FcConvex_ {
  uint32_t size;    // sizeof(FcConvex)
  int legacy;       // 1: the pipeline that the flag mjDSBL_NATIVECCD asks for
  int max_contact;  // no pair has more contacts than this; at most mjMAXCONPAIR

  // Contacts of `npair` pairs of one type pair, as FcCollider.collide. [thread of d; stage:
  // collision; also from mj_geomDistance and by the user]
  int (*collide)(const FcContext* ctx, const FcCandidate* pair, int npair, FcContactSink* sink);

  // Contact of a piece (first) and a geom: writes it and returns 1, or returns 0; negative after
  // fc_fail. Its distance is that of the grown geom, its tangent zero. [thread of d]
  int (*piece)(const FcContext* ctx, const FcPiece* piece, FcPosedGeom* geom,
               FcContactPoint* contact);

  // Signed distance of two geoms in the order given, exact while it is below distmax and at least
  // distmax otherwise; fromto is the segment from the surface of geom1 to that of geom2, unchanged
  // where there is none. NULL: mj_geomDistance uses contacts within distmax. [thread of d]
  int (*distance)(const FcContext* ctx, int geom1, int geom2, mjtNum distmax, mjtNum* dist,
                  mjtNum fromto[6]);

  // Farthest point of a geom, without its margin, in a unit direction. NULL: not supported; the
  // service of highest rank that supports it is used. [thread of d]
  int (*support)(const FcContext* ctx, FcPosedGeom* geom, const mjtNum dir[3], mjtNum point[3]);

  // Improve the normal of a contact that `piece` has found, after the caller has moved it to world
  // coordinates; the geom is at its pose in mjData. NULL: no improvement. [thread of d]
  void (*refine)(const FcContext* ctx, int geom, FcContactPoint* contact);

  // Contact of two rounded hulls, or of a geom and one: writes it and returns 1 where the grown
  // objects overlap, or returns 0; negative after fc_fail. Its distance is that of the grown
  // objects, its tangent zero. NULL: not supported; the service of highest rank that supports it is
  // used. [thread of d]
  int (*rounded)(const FcContext* ctx, const FcRounded* a, const FcRounded* b,
                 FcContactPoint* contact);
} FcConvex;

// ---------------------------------------------------------------- services
// Each is resolved once per mjData and costs one comparison afterwards.

// The convex service in force for d, and its context. 0, or -1 with fc_lastError when there is
// none. [thread of d]
MJAPI int fc_convexService(const mjModel* m, mjData* d, const FcConvex** table,
                           const FcContext** context);

// The service that finds farthest points of geoms for d (the one in force if it supports them), and
// its context. 0, or -1 with fc_lastError when there is none. [thread of d]
MJAPI int fc_convexSupport(const mjModel* m, mjData* d, const FcConvex** table,
                           const FcContext** context);

// The service that collides rounded hulls for d (the one in force if it supports them), and its
// context. 0, or -1 with fc_lastError when there is none. [thread of d]
MJAPI int fc_convexRounded(const mjModel* m, mjData* d, const FcConvex** table,
                           const FcContext** context);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_CONVEX_H_
