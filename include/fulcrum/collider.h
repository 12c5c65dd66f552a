// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `collider`: contacts of pairs of geoms of given types.
//
// A face serves one or more unordered pairs of geom types, named with the smaller type of mjtGeom
// first: "plane-sphere", "sphere-box", "capsule-mesh", ... (plane, hfield, sphere, capsule,
// ellipsoid, cylinder, box, mesh, sdf). The host has already determined which geoms are near each
// other; it groups these pairs by type and passes each group in one call. Afterwards it sorts the
// contacts into the order of the pairs, adds the parameters of the materials and completes the
// frames.
//
// The entries of the public table mjCOLLISIONFUNC call the same functions, with a group of one
// pair.
//
// Since SDK 1.0.

#ifndef FULCRUM_COLLIDER_H_
#define FULCRUM_COLLIDER_H_

#include <stdint.h>

#include <fulcrum/module.h>
#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>

#ifdef __cplusplus
extern "C" {
#endif

// One pair of geoms. The type of geom[0] is not larger than that of geom[1]; poses are in
// mjData.geom_xpos and geom_xmat. Modules index arrays of it, so it cannot grow; neither can the
// other entries of arrays below. Further facts about a pair would be arrays in FcContactSink.
typedef struct FcCandidate_ {
  int geom[2];
  int index;      // index of the results, see fc_emitContacts
  mjtNum margin;  // contacts are reported where the signed distance is at most this
} FcCandidate;

// One contact, in world coordinates; the first ten numbers of mjContact, so it cannot grow.
typedef struct FcContactPoint_ {
  mjtNum dist;        // signed distance of the surfaces, negative: penetration
  mjtNum pos[3];      // midpoint between the surfaces
  mjtNum normal[3];   // unit vector from geom[0] towards geom[1]
  mjtNum tangent[3];  // direction of the first tangent; zero: the host chooses one
} FcContactPoint;

// Output of contacts. `point` has room for max_contact contacts for every candidate of the call.
typedef struct FcContactSink_ {
  uint32_t size;  // sizeof(FcContactSink)
  int npoint;
  FcContactPoint* point;
  struct FcContactRange_ {
    int begin, count;
  } * range;  // per candidate, indexed by FcCandidate.index; count is 0 when the call begins
} FcContactSink;

// Room for the contacts of the next pair.
static inline FcContactPoint* fc_contactRoom(const FcContactSink* sink) {
  return sink->point + sink->npoint;
}

// Record the n contacts written at fc_contactRoom as those of `pair`. At most once per pair.
static inline void fc_emitContacts(FcContactSink* sink, const FcCandidate* pair, int n) {
  sink->range[pair->index].begin = sink->npoint;
  sink->range[pair->index].count = n;
  sink->npoint += n;
}

// The shapes of these pairs are convex and belong to the convex service in force for d (kind
// FC_CONVEX, <fulcrum/convex.h>): the face declares the pairs, and `collide` may be NULL. If
// `collide` is present, it is called while the service in force is the default of the installation.
#define FC_COLLIDER_CONVEX 1u

// mj_geomDistance calls the convex service instead of `collide` with a large margin.
// FC_COLLIDER_CONVEX implies this for all types of the face.
#define FC_COLLIDER_CONVEX_DISTANCE 2u

// `collide` may run in several threads at once, each with other pairs of the same mjData: it writes
// nothing but its output and its own stack, in particular not to ctx->memory. Without the flag one
// thread makes all calls. (tests/runtime/check_determinism.c)
#define FC_COLLIDER_CONCURRENT 4u

// ---------------------------------------------------------------- flexes
// A face that serves the type "flex" finds contacts of flexes with geoms, with each other and with
// themselves; one that serves "sdf-flex" finds contacts of flexes with signed distance fields.
// Vertices are in mjData.flexvert_xpos, boxes of elements (grown by the radius) in flexelem_aabb;
// elements and vertices are numbered within their flex. All parts of a flex are grown by its
// radius. See tests/collision/check_flex.c.

// Type of the pairs of a task. `first` belongs to flex[0], `second` to flex[1].
typedef enum FcFlexKind_ {
  FC_FLEX_ELEMENT,   // first: a geom, and flex[0] is -1; second: an element
  FC_FLEX_SURFACE,   // first: a plane or a signed distance field; second: unused, the whole flex
  FC_FLEX_ELEMENTS,  // two elements, of the same or of different flexes
  FC_FLEX_VERTEX,    // first: a vertex; second: an element of the same flex
  FC_FLEX_INSIDE,    // first: a tetrahedron, whose vertices are tested against its own faces;
                     // second: unused
} FcFlexKind;

// Two objects whose boxes overlap and that share no body. Contacts are reported where the signed
// distance is at most `margin` (m), which is 0 within one flex. Modules index arrays of it, so it
// cannot grow.
typedef struct FcFlexPair_ {
  int first, second;
  mjtNum margin;
} FcFlexPair;

typedef struct FcFlexTask_ {
  uint32_t size;  // sizeof(FcFlexTask)
  FcFlexKind kind;
  int npair;
  int flex[2];
  const FcFlexPair* pair;
} FcFlexTask;

// A contact, with the element and vertex of each side as in mjContact; -1: none. Modules fill
// arrays of it, so it cannot grow.
typedef struct FcFlexPoint_ {
  FcContactPoint at;
  int pair;  // index of its pair in the task
  int elem[2], vert[2];
} FcFlexPoint;

// Output of contacts, pair by pair, and progress of the task. When fewer than mjMAXCONPAIR places
// are left before a pair (for FC_FLEX_SURFACE and FC_FLEX_INSIDE: when none is left), the function
// returns and is called again with an empty sink.
typedef struct FcFlexSink_ {
  uint32_t size;    // sizeof(FcFlexSink)
  int n, capacity;  // capacity is at least mjMAXCONPAIR
  FcFlexPoint* point;
  int pair, part;  // where to continue: the next pair, and a number for use by the module;
                   // initially 0, 0
} FcFlexSink;

typedef struct FcCollider_ {
  uint32_t size;    // sizeof(FcCollider)
  uint32_t flags;   // FC_COLLIDER_*
  int max_contact;  // no pair has more contacts than this; at most mjMAXCONPAIR

  // Contacts of `npair` pairs of one type pair. Results must depend on the pair only, not on its
  // position in the group. May use the stack of ctx->d between mj_markStack and mj_freeStack. NULL
  // if the face serves only flexes. [thread of d, with FC_COLLIDER_CONCURRENT any thread of its
  // pool; stage: collision; also called by mj_geomDistance and by the user]
  int (*collide)(const FcContext* ctx, const FcCandidate* pair, int npair, FcContactSink* sink);

  // Contacts of the pairs of a task, in order, starting at sink->pair; sink->pair is task->npair
  // when all are done. NULL: the face serves no flexes. May use the stack of ctx->d between
  // mj_markStack and mj_freeStack. [thread of d; stage: collision]
  int (*flex)(const FcContext* ctx, const FcFlexTask* task, FcFlexSink* sink);
} FcCollider;

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_COLLIDER_H_
