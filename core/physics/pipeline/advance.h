// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_PIPELINE_ADVANCE_H_
#define CORE_PHYSICS_PIPELINE_ADVANCE_H_

#include <mujoco/mujoco.h>

// Functions of higher layers that the advance calls. Every member may be NULL; the corresponding
// step is then skipped.
typedef struct AdvanceServices_ {
  // Evaluate sensor `id` now, cutoff included, into value[sensor_dim]; for delayed sensors with a
  // history.
  void (*sensor)(const mjModel* m, mjData* d, int id, mjtNum* value);
  // Recompute everything that depends on velocity after some trees fell asleep (mj_forwardSkip from
  // the velocity stage on).
  void (*refresh)(const mjModel* m, mjData* d);
  // Advance the engine plugins; called after time has advanced.
  void (*plugins)(const mjModel* m, mjData* d);
} AdvanceServices;

// The end of every step: records histories, sets the activations, lets trees fall asleep,
// integrates velocities and positions, advances time, and keeps qacc for the next warm start.
//   act_next   na activations at the new time, or NULL to keep act
//   qacc       nv accelerations
//   qvel       nv velocities that move the positions, or NULL for the new velocities
//              (semi-implicit)
//   services   functions of higher layers, not NULL
void state_advance(const mjModel* m, mjData* d, const mjtNum* act_next, const mjtNum* qacc,
                   const mjtNum* qvel, const AdvanceServices* services);

#endif  // CORE_PHYSICS_PIPELINE_ADVANCE_H_
