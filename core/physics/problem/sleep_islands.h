// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sleeping trees and constraints: which trees sleep together, and what wakes them. Functions that
// change tree_asleep do not update the derived arrays; as in core/physics/mechanics/sleep.h, the
// caller does.

#ifndef CORE_PHYSICS_PROBLEM_SLEEP_ISLANDS_H_
#define CORE_PHYSICS_PROBLEM_SLEEP_ISLANDS_H_

#include <mujoco/mujoco.h>

// Sleep state (mjtSleepState) of an object; body, joint, dof, geom, site, camera and light have
// that of their body.
int sleep_object(const mjModel* m, const mjData* d, int objtype, int objid);
int sleep_equality(const mjModel* m, const mjData* d, int equality);

// The same for a sensor whose type sleeps with objects of these types (FcSensor.sleeps).
int sleep_sensor(const mjModel* m, const mjData* d, int sensor, int types);

// Wake trees through contacts and active equality constraints. Each returns the number of trees
// woken.
int sleep_wake_contacts(const mjModel* m, mjData* d);
int sleep_wake_equalities(const mjModel* m, mjData* d);

// Advance the counters of awake trees and put quiet islands and trees to sleep: qvel and qacc of
// their dofs become 0. Returns the number of trees that fell asleep.
int sleep_fall_asleep(const mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_PROBLEM_SLEEP_ISLANDS_H_
