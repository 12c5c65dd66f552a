// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_PIPELINE_ADVANCE_H_
#define CORE_PHYSICS_PIPELINE_ADVANCE_H_

#include <mujoco/mujoco.h>

// What the advance needs from the layers above. Every member may be NULL: the step it stands for is
// then left out.
typedef struct AdvanceServices_ {
  // Evaluate sensor `id` afresh, cutoff included, into value[sensor_dim]; for delayed sensors with
  // a history.
  void (*sensor)(const mjModel* m, mjData* d, int id, mjtNum* value);
  // Recompute everything that depends on velocity, after some trees fell asleep (mj_forwardSkip
  // from the velocity stage on).
  void (*refresh)(const mjModel* m, mjData* d);
  // Advance the engine plugins; called after time has advanced.
  void (*plugins)(const mjModel* m, mjData* d);
} AdvanceServices;

// The end of every step: record histories, set the activations, let trees fall asleep, integrate
// velocities and positions, advance time, and keep qacc for the next warm start.
//   act_next   na activations at the new time, or NULL to keep act
//   qacc       nv accelerations
//   qvel       nv velocities that move the positions, or NULL for the new velocities
//   (semi-implicit)
//   services   what the layers above contribute, not NULL
void state_advance(const mjModel* m, mjData* d, const mjtNum* act_next, const mjtNum* qacc,
                   const mjtNum* qvel, const AdvanceServices* services);

#endif  // CORE_PHYSICS_PIPELINE_ADVANCE_H_
