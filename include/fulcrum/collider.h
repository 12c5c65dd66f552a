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

// These pairs are convex in general: the convex service in force for d answers them (kind
// FC_CONVEX, <fulcrum/convex.h>). `collide` may then be NULL. Where it is there, it is asked as
// long as the service in force is the one that the installation has by default.
#define FC_COLLIDER_CONVEX 1u

// mj_geomDistance is answered by the convex service, rather than by `collide` with a large margin.
// This holds for all types of a face with FC_COLLIDER_CONVEX, too.
#define FC_COLLIDER_CONVEX_DISTANCE 2u

struct FcPiece_;
struct FcPosedGeom_;

// ---------------------------------------------------------------- flexes
// A face that serves the type "flex" is asked for contacts of flexes with geoms, with each other
// and with themselves; one that serves "sdf-flex" for those with signed distance fields. Vertices
// are in mjData.flexvert_xpos, boxes of elements (grown by the radius) in flexelem_aabb; elements
// and vertices are numbered within their flex. A flex has a radius by which everything of it is
// grown. See tests/collision/check_flex.c.

// What the pairs of a task are. `first` belongs to flex[0], `second` to flex[1].
typedef enum FcFlexKind_ {
  FC_FLEX_ELEMENT,   // first: a geom, and flex[0] is -1; second: an element
  FC_FLEX_SURFACE,   // first: a plane or a signed distance field; second: unused, all of the flex
  FC_FLEX_ELEMENTS,  // two elements, of two flexes or of one
  FC_FLEX_VERTEX,    // first: a vertex; second: an element of the same flex
  FC_FLEX_INSIDE,    // first: a tetrahedron, for its vertices against its own faces; second: unused
} FcFlexKind;

// Two things whose boxes overlap and that share no body. Contacts are wanted where the signed
// distance is at most `margin` (m); of a flex with itself it is 0.
typedef struct FcFlexPair_ {
  int first, second;
  mjtNum margin;
} FcFlexPair;

typedef struct FcFlexTask_ {
  FcFlexKind kind;
  int npair;
  int flex[2];
  const FcFlexPair* pair;
} FcFlexTask;

// A contact, and which parts of the two sides it is between, as in mjContact; -1: none.
typedef struct FcFlexPoint_ {
  FcContactPoint at;
  int pair;  // which pair of the task it belongs to
  int reserved;
  int elem[2], vert[2];
} FcFlexPoint;

// Where contacts go, pair by pair, and how far the task has come. When fewer than mjMAXCONPAIR
// places are left before a pair (for FC_FLEX_SURFACE and FC_FLEX_INSIDE: when none is left), the
// function returns and is called again with an emptied sink.
typedef struct FcFlexSink_ {
  FcFlexPoint* point;
  int n, capacity;  // capacity is at least mjMAXCONPAIR
  int pair, part;   // where to go on: the next pair, and what the module wants to remember of it;
                    // 0, 0 at first
} FcFlexSink;

typedef struct FcCollider_ {
  uint32_t size;    // sizeof(FcCollider)
  uint32_t flags;   // FC_COLLIDER_*
  int max_contact;  // no pair has more contacts than this; at most mjMAXCONPAIR

  // Contacts of `npair` pairs of one type pair. Results depend on the pair alone, not on its place
  // in the group. May use the stack of ctx->d between mj_markStack and mj_freeStack. NULL where a
  // face serves flexes only. [thread of d; stage: collision; also from mj_geomDistance and by the
  // user]
  int (*collide)(const FcContext* ctx, const FcCandidate* pair, int npair, FcContactSink* sink);

  // Not read: these services have a table of their own, FcConvex. The members keep their place for
  // modules that were built with them.
  int (*distance)(const FcContext* ctx, int geom1, int geom2, mjtNum distmax, mjtNum* dist,
                  mjtNum fromto[6]);
  int (*piece)(const FcContext* ctx, const struct FcPiece_* piece, struct FcPosedGeom_* geom,
               FcContactPoint* contact);
  int (*support)(const FcContext* ctx, struct FcPosedGeom_* geom, const mjtNum dir[3],
                 mjtNum point[3]);
  void (*refine)(const FcContext* ctx, int geom, FcContactPoint* contact);

  // Contacts of the pairs of a task, from sink->pair on, in their order; sink->pair is task->npair
  // when all are done. NULL: the face serves no flexes. May use the stack of ctx->d between
  // mj_markStack and mj_freeStack. [thread of d; stage: collision]
  int (*flex)(const FcContext* ctx, const FcFlexTask* task, FcFlexSink* sink);
} FcCollider;

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_COLLIDER_H_
