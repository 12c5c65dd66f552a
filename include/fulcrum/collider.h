// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `collider`: contacts of pairs of geoms whose types are known.
//
// A face serves one or more unordered pairs of geom types, named with the smaller type of mjtGeom
// first: "plane-sphere", "sphere-box", "capsule-mesh", ... (plane, hfield, sphere, capsule,
// ellipsoid, cylinder, box, mesh, sdf). The host has already decided which geoms are near each
// other; it collects all such pairs, groups them by type and hands each group over in one call.
// Afterwards it puts the contacts into the order of the pairs, attaches the parameters of the
// materials and completes the frames.
//
// The public table mjCOLLISIONFUNC is made from the same functions: its entries call `collide` with
// a group of one pair.

#ifndef FULCRUM_COLLIDER_H_
#define FULCRUM_COLLIDER_H_

#include <stdint.h>

#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>

#include <fulcrum/module.h>

#ifdef __cplusplus
extern "C" {
#endif

// One pair of geoms. The type of geom[0] is not larger than that of geom[1]; poses are in
// mjData.geom_xpos and geom_xmat.
typedef struct FcCandidate_ {
  int geom[2];
  int index;  // place of the results, see fc_emitContacts
  int reserved;
  mjtNum margin;  // contacts are wanted where the signed distance is at most this
} FcCandidate;

// One contact, in world coordinates; the first ten numbers of mjContact.
typedef struct FcContactPoint_ {
  mjtNum dist;        // signed distance of the surfaces, negative: penetration
  mjtNum pos[3];      // midpoint between the surfaces
  mjtNum normal[3];   // unit vector from geom[0] towards geom[1]
  mjtNum tangent[3];  // direction of the first tangent; zero: the host chooses one
} FcContactPoint;

// Where contacts go. `point` has room for max_contact contacts of every candidate of the call.
typedef struct FcContactSink_ {
  FcContactPoint* point;
  int npoint;
  struct FcContactRange_ {
    int begin, count;
  } * range;  // per candidate, indexed by FcCandidate.index; count is 0 when the call begins
} FcContactSink;

// Room for the contacts of the next pair.
static inline FcContactPoint* fc_contactRoom(const FcContactSink* sink) {
  return sink->point + sink->npoint;
}

// Keep n contacts that were written at fc_contactRoom as those of `pair`. At most once per pair.
static inline void fc_emitContacts(FcContactSink* sink, const FcCandidate* pair, int n) {
  sink->range[pair->index].begin = sink->npoint;
  sink->range[pair->index].count = n;
  sink->npoint += n;
}

// The general convex collider: with mjDSBL_NATIVECCD the host uses the face named "ccd" instead.
#define FC_COLLIDER_CONVEX 1u

// mj_geomDistance is answered by the face that serves "convex", rather than by `collide` with a
// large margin. This holds for all types of a face with FC_COLLIDER_CONVEX, too.
#define FC_COLLIDER_CONVEX_DISTANCE 2u

// A geom with a pose of its own, for shapes that are made of many convex pieces and collide each of
// them with the same geom.
typedef struct FcPosedGeom_ {
  int geom;
  mjtNum pos[3], mat[9];  // in any frame; results are in the same one
  mjtNum margin;          // half of it is added around the geom, the pieces stay as they are
  int memory[2];          // where the next search begins: the feature found last, and the place in
                          // the hull graph; -1, -1 at first, then left alone. Among equally far
                          // points the one found depends on it
} FcPosedGeom;

// A convex piece: the hull of `ncorner` points. Of a prism the first `nlower` corners are below the
// others: only they, or only the others, are looked at; 0: all are.
typedef struct FcPiece_ {
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

typedef struct FcCollider_ {
  uint32_t size;    // sizeof(FcCollider)
  uint32_t flags;   // FC_COLLIDER_*
  int max_contact;  // no pair has more contacts than this; at most mjMAXCONPAIR

  // Contacts of `npair` pairs of one type pair. Results depend on the pair alone, not on its place
  // in the group. May use the stack of ctx->d between mj_markStack and mj_freeStack. [thread of d;
  // stage: collision; also from mj_geomDistance and by the user]
  int (*collide)(const FcContext* ctx, const FcCandidate* pair, int npair, FcContactSink* sink);

  // Signed distance of two geoms in the order given, exact while it is below distmax and at least
  // distmax otherwise; fromto is the segment from the surface of geom1 to that of geom2 and stays
  // untouched where there is none. NULL unless the face serves "convex". [thread of d]
  int (*distance)(const FcContext* ctx, int geom1, int geom2, mjtNum distmax, mjtNum* dist,
                  mjtNum fromto[6]);

  // Contact of a piece (first) and a geom: writes it and returns 1, or returns 0. Its distance is
  // that of the grown geom, its tangent zero. NULL unless the face serves "convex" or "ccd".
  // [thread of d]
  int (*piece)(const FcContext* ctx, const FcPiece* piece, FcPosedGeom* geom,
               FcContactPoint* contact);

  // Farthest point of a geom, without its margin, in a unit direction. NULL unless the face serves
  // "convex". [thread of d]
  int (*support)(const FcContext* ctx, FcPosedGeom* geom, const mjtNum dir[3], mjtNum point[3]);

  // Improve the normal of a contact that `piece` has found, after the caller has moved it to world
  // coordinates; the geom is where mjData has it. NULL: there is nothing to improve. [thread of d]
  void (*refine)(const FcContext* ctx, int geom, FcContactPoint* contact);
} FcCollider;

// The face that collides convex pieces for d, "convex" or with mjDSBL_NATIVECCD "ccd", and its
// context. Fails when it is missing or knows no pieces. [thread of d]
MJAPI int fc_convexCollider(const mjModel* m, mjData* d, const FcCollider** table,
                            const FcContext** context);

// The face that knows farthest points of geoms, "convex" whatever the flags are, and its context.
// Fails when it is missing or does not know them. [thread of d]
MJAPI int fc_supportCollider(const mjModel* m, mjData* d, const FcCollider** table,
                             const FcContext** context);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_COLLIDER_H_
