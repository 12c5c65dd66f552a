// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The modules that serve pairs of types.

#ifndef CORE_PHYSICS_COLLISION_COLLIDERS_H_
#define CORE_PHYSICS_COLLISION_COLLIDERS_H_

#include <fulcrum/collider.h>
#include <mujoco/mujoco.h>

#include "core/kernel/binding/binding.h"

// What collides the pairs of two types as installed, a collider or the convex service in force;
// NULL after mju_error when it is missing.
const Bound* pair_bound(const mjModel* m, mjData* d, int type1, int type2);

// What the two have in common.
typedef struct PairCollider_ {
  int (*collide)(const FcContext* ctx, const FcCandidate* pair, int npair, FcContactSink* sink);
  int max_contact;
  int exact_distance;  // the convex service measures distances of these pairs
  int concurrent;      // threads may share the pairs
} PairCollider;

PairCollider pair_collider(const Bound* bound);

// Collider of flexes, with signed distance fields or with all other geoms; NULL after mju_error.
const Bound* flex_collider(const mjModel* m, mjData* d, int with_field);

// 1 when the entry of mjCOLLISIONFUNC is the library's own.
int collider_is_default(int type1, int type2);

#endif  // CORE_PHYSICS_COLLISION_COLLIDERS_H_
