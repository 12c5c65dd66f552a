// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_MECHANICS_SLEEP_H_
#define CORE_PHYSICS_MECHANICS_SLEEP_H_

#include <mujoco/mujoco.h>

// Sleeping trees. tree_asleep[t] < 0 counts the quiet steps of an awake tree up from -(1 +
// mjMINAWAKE) to -1; otherwise it is the next tree of the cycle of trees that fell asleep together.
// Every function that changes it leaves the derived arrays (tree_awake, body_awake, ...) to the
// caller, who rebuilds them with sleep_arrays_update when the returned count is not 0.

// True while something sleeps, so that the loops over awake bodies and dofs differ from the loops
// over all.
static inline int sleep_filters_bodies(const mjModel* m, const mjData* d) {
  return (m->opt.enableflags & mjENBL_SLEEP) && d->nbody_awake < m->nbody;
}

static inline int sleep_filters_dofs(const mjModel* m, const mjData* d) {
  return (m->opt.enableflags & mjENBL_SLEEP) && d->nv_awake < m->nv;
}

// Sleep state (mjtSleepState) of an object; body, joint, dof, geom, site, camera and light have
// that of their body.
int sleep_object(const mjModel* m, const mjData* d, int objtype, int objid);
int sleep_tendon(const mjModel* m, const mjData* d, int tendon);
int sleep_actuator(const mjModel* m, const mjData* d, int actuator);
int sleep_equality(const mjModel* m, const mjData* d, int equality);

// The same of a sensor whose type sleeps with objects of these types (FcSensor.sleeps).
int sleep_sensor(const mjModel* m, const mjData* d, int sensor, int types);

// Wake the cycle that contains `tree`, giving each member the counter value; an awake tree keeps
// the smaller of both counters. Returns the number of trees woken.
int sleep_wake_tree(const mjModel* m, mjData* d, int tree, int counter);

// Wake by the user's hand: trees whose pose changed (mark[t] != 0, mark may be NULL), that carry
// applied forces or nonzero velocities, or all when sleeping was switched off. Returns the number
// of trees woken.
int sleep_wake_disturbed(const mjModel* m, mjData* d, const mjtByte* mark);

// Wake through active tendon limits, contacts, and active equality constraints. Each returns the
// number of trees woken.
int sleep_wake_tendons(const mjModel* m, mjData* d);
int sleep_wake_contacts(const mjModel* m, mjData* d);
int sleep_wake_equalities(const mjModel* m, mjData* d);

// Advance the counters of awake trees and put quiet islands and trees to sleep: qvel and qacc of
// their dofs become 0. Returns the number of trees that fell asleep.
int sleep_fall_asleep(const mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_MECHANICS_SLEEP_H_
