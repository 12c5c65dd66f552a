// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The broad phase of models with up to some hundred bodies, which needs no sweep.

#ifndef CORE_PHYSICS_COLLISION_FEW_BODIES_H_
#define CORE_PHYSICS_COLLISION_FEW_BODIES_H_

#include <fulcrum/broadphase.h>
#include <mujoco/mujoco.h>

// Which pairs of bodies may collide, wherever they are.
typedef struct FewBodies_ FewBodies;

// That of the model; NULL when there are too many bodies, or another broad phase was asked for.
// bound_choice must have resolved the broad phase.
const FewBodies* few_bodies(const mjModel* m, mjData* d);

// Makes the plan that the first call would make.
void few_bodies_prepare(const mjModel* m, mjData* d);

// Number of static bodies with a plane.
size_t few_bodies_nplane(const FewBodies* few);

// What a sweep would say about single pairs of bodies: 1 when their boxes overlap. body1 < body2.
typedef struct Judge_ {
  int (*overlap)(struct Judge_* judge, const mjModel* m, mjData* d, int body1, int body2);
} Judge;

// Writes what broad_phase returns. 0 if the sweep must find the pairs, because a geom has no
// bounding sphere; pairs->n has then no meaning.
int few_bodies_near(const mjModel* m, mjData* d, const FewBodies* few, Judge* judge,
                    FcBodyPairs* pairs);

#endif  // CORE_PHYSICS_COLLISION_FEW_BODIES_H_
