// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Collision detection, from body poses to the list of contacts. mj_collision runs these stages:
//
//   broad phase   boxes of bodies -> sorted list of body pairs              broad_phase.c
//   geom pairs    body pairs, explicit pairs, exclusions -> pairs of geoms  geom_pairs.c
//   midphase      volume trees of two bodies -> pairs of geoms              midphase.c
//   narrow phase  batches of geom pairs -> points -> mjContact              narrow_phase.c
//   flexes        their elements, from candidates to mjContact              flex.h
//
// Pairs of geoms are collected in a batch that is flushed when it is full, so that memory is
// bounded and a type pair costs one indirect call per batch.

#ifndef CORE_PHYSICS_COLLISION_CONTACT_H_
#define CORE_PHYSICS_COLLISION_CONTACT_H_

#include <stdint.h>

#include <fulcrum/collider.h>
#include <mujoco/mujoco.h>

#include "core/kernel/binding/binding.h"

// Bytes that must be free before a pair is tested: room for a full set of contacts.
#define CONTACT_ROOM (mjMAXCONPAIR * sizeof(mjContact))

// ---------------------------------------------------------------- broad phase

// Distinct pairs of bodies that may touch, as (smaller id << 16) + larger id, ascending, on the
// stack of d. Returns their number.
int broad_phase(const mjModel* m, mjData* d, uint32_t** keys);

static inline int masks_compatible(int contype1, int conaffinity1, int contype2, int conaffinity2) {
  return (contype1 & conaffinity2) || (contype2 & conaffinity1);
}

// ---------------------------------------------------------------- narrow phase

// A pair of geoms that passed all filters; type of geom[0] not larger than that of geom[1].
typedef struct GeomPair_ {
  int geom[2];
  int explicit_id;  // the explicit pair it comes from, or -1
  int group;        // > 0: contacts of pairs of one group are ordered by geom ids; 0: order is kept
  mjtNum margin;
} GeomPair;

// State shared by the stages while mj_collision runs.
typedef struct Batch_ {
  const mjModel* m;
  mjData* d;
  // resolved in this call; NULL: not yet, or set by the user
  const Bound* collider[mjNGEOMTYPES * mjNGEOMTYPES];
  GeomPair* pair;
  int npair, capacity;
  int npoint;         // upper bound on the number of contacts
  int ngroup;         // number of groups opened so far
  int group_open;     // the last of them is still being filled
  int group_contact;  // contacts of the open group start here
  int group_flushed;  // the open group was interrupted by a flush
  size_t limit;       // contacts and CONTACT_ROOM must end before this byte of the arena
  size_t tree_room;   // maximum of midphase_room so far
} Batch;

void batch_open(Batch* batch, const mjModel* m, mjData* d);
void batch_add(Batch* batch, int geom1, int geom2, int explicit_id, int group, mjtNum margin);
void batch_flush(Batch* batch);

// Contacts of the pairs added between batch_group_begin and batch_group_end are ordered by geom
// ids. `room` is the number of bytes that must stay free besides, see midphase_room.
int batch_group_begin(Batch* batch, size_t room);
void batch_group_end(Batch* batch);

// ---------------------------------------------------------------- pairs of geoms

// Processes the body pairs and the explicit pairs of the model.
void geom_pairs(Batch* batch, const uint32_t* keys, int nkey);

// Explicit pairs that replace dynamic ones of the same geoms: [begin, end), empty when the body
// pair has none.
typedef struct Merged_ {
  int begin, end;
} Merged;

// A dynamic pair: dropped if an explicit one replaces it, otherwise filtered and added to the
// batch. near: the spheres around the geoms are known to overlap.
void geom_pair_dynamic(Batch* batch, int geom1, int geom2, Merged merged, int group, int near);

// 1 when the spheres around two geoms (or a sphere and a plane) are farther apart than the margin.
int bounding_spheres_disjoint(const mjModel* m, const mjData* d, int geom1, int geom2,
                              mjtNum margin);

// Margin of a dynamic pair.
static inline mjtNum margin_of_geoms(const mjModel* m, int geom1, int geom2) {
  if (m->opt.enableflags & mjENBL_OVERRIDE)
    return m->opt.o_margin;
  return m->geom_margin[geom1] + m->geom_margin[geom2];
}

void midphase(Batch* batch, int body1, int body2, Merged merged);

// 1 when the descent ends at the roots of the trees, before any pair or mark is made.
int midphase_is_empty(const mjModel* m, const mjData* d, int body1, int body2);

// 1 when a pair of bodies from the broad phase certainly yields nothing, neither a pair of geoms
// nor a mark. Then it does not matter whether the broad phase lists it.
int bodies_apart(const mjModel* m, mjData* d, int body1, int body2);

// The reference descends two trees with a stack of pairs of nodes in the arena. The point at which
// contacts no longer fit is part of the result, so the same amount is left free here: a frame, and
// a pair for every node.
static inline size_t midphase_room(const mjModel* m, int body1, int body2) {
  return 24 + 2 * sizeof(int) * (size_t)(m->body_bvhnum[body1] + m->body_bvhnum[body2]);
}

// ---------------------------------------------------------------- parameters

// Everything of a contact except its geometry: a record that is copied for every contact of the
// pair.
void contact_parameters(const mjModel* m, const GeomPair* pair, mjContact* con);

// The same for a contact of a flex, whose identity, includemargin (the margin) and, unless it is 0,
// dim are set already. `like` is a contact that may have the same sides, or NULL. Gaps do not count
// for contacts within a flex.
void flex_parameters(const mjModel* m, mjContact* con, const mjContact* like, int internal);

// Completes frame[0..8] from a normal and an optional tangent; calls mju_error when there is no
// normal.
void contact_frame(mjtNum frame[9]);

// ---------------------------------------------------------------- colliders

// What collides the pairs of two types as installed, a collider or the convex service in force;
// NULL after mju_error when it is missing.
const Bound* pair_bound(const mjModel* m, mjData* d, int type1, int type2);

// What the two have in common.
typedef struct PairCollider_ {
  int (*collide)(const FcContext* ctx, const FcCandidate* pair, int npair, FcContactSink* sink);
  int max_contact;
  int exact_distance;  // the convex service measures distances of these pairs
} PairCollider;

PairCollider pair_collider(const Bound* bound);

// Collider of flexes, with signed distance fields or with all other geoms; NULL after mju_error.
const Bound* flex_collider(const mjModel* m, mjData* d, int with_field);

// 1 when the entry of mjCOLLISIONFUNC is the library's own.
int collider_is_default(int type1, int type2);

#endif  // CORE_PHYSICS_COLLISION_CONTACT_H_
