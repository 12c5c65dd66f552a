// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_MECHANICS_SLEEP_H_
#define CORE_PHYSICS_MECHANICS_SLEEP_H_

#include <mujoco/mujoco.h>

// Sleeping trees. tree_asleep[t] < 0 counts the quiet steps of an awake tree up from -(1 +
// mjMINAWAKE) to -1; otherwise it is the next tree in the cycle of trees that fell asleep together.
// Functions that change it do not update the derived arrays (tree_awake, body_awake, ...); the
// caller rebuilds them with sleep_arrays_update when the returned count is not 0.

// Counters of a tree that was just woken, and of one that may fall asleep.
enum { SLEEP_FULLY_AWAKE = -(1 + mjMINAWAKE), SLEEP_READY = -1 };

// True while something sleeps, so that loops over awake bodies and dofs differ from loops over all.
static inline int sleep_filters_bodies(const mjModel* m, const mjData* d) {
  return (m->opt.enableflags & mjENBL_SLEEP) && d->nbody_awake < m->nbody;
}

static inline int sleep_filters_dofs(const mjModel* m, const mjData* d) {
  return (m->opt.enableflags & mjENBL_SLEEP) && d->nv_awake < m->nv;
}

// Sleep state (mjtSleepState) of a tendon and of an actuator.
int sleep_tendon(const mjModel* m, const mjData* d, int tendon);
int sleep_actuator(const mjModel* m, const mjData* d, int actuator);

// Wake the cycle that contains `tree`, giving each member the counter value; an awake tree keeps
// the smaller of both counters. Returns the number of trees woken.
int sleep_wake_tree(const mjModel* m, mjData* d, int tree, int counter);

// Waking by the user: wakes trees whose pose changed (mark[t] != 0, mark may be NULL) or that have
// applied forces or nonzero velocities, or all trees when sleeping was switched off. Returns the
// number of trees woken.
int sleep_wake_disturbed(const mjModel* m, mjData* d, const mjtByte* mark);

// Wakes the sleeping one of two coupled trees when the other is awake, with the counter of the
// other. Returns the number of trees woken.
int sleep_wake_pair(const mjModel* m, mjData* d, int tree1, int tree2);

// Wakes trees through active tendon limits. Returns the number of trees woken.
int sleep_wake_tendons(const mjModel* m, mjData* d);

// 1 when nothing keeps the tree from sleeping: its policy, applied forces, and velocities of at
// least `tolerance` times the length of the dof.
int sleep_allowed(const mjModel* m, const mjData* d, int tree, mjtNum tolerance);

#endif  // CORE_PHYSICS_MECHANICS_SLEEP_H_
