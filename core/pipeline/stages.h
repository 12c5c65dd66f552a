// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PIPELINE_STAGES_H_
#define CORE_PIPELINE_STAGES_H_

#include <mujoco/mujoco.h>

typedef enum StageGroup_ {
  GROUP_POSITION,
  GROUP_VELOCITY,
  GROUP_ACCELERATION,
  GROUP_INVERSE_POSITION
} StageGroup;

// Run the stages of a group in the order of the table, with the stages and probes that modules were
// bound to them.
void run_stages(const mjModel* m, mjData* d, StageGroup group);

// Is there a built-in stage of this name?
int stage_exists(const char* name);

// mj_step of which the first stages are skipped: skipstage is the mjtStage up to which the results
// of an earlier step from the same time still hold, and what the integrator factored then serves
// again. With skipsensor sensors are not evaluated.
void step_skip(const mjModel* m, mjData* d, int skipstage, int skipsensor);

// mj_resetData with sleep enabled: fill static quantities, put trees with policy INIT to sleep. 0,
// or -1 and a message; d is then unusable.
int start_asleep(const mjModel* m, mjData* d, char* error, int error_size);

// End of the pipeline's evaluation, used by integrators: actuation's part of the advance.
void actuation_next(const mjModel* m, mjData* d, const mjtNum* act_dot, mjtNum* act_next);

// Derivative of every actuator's force with respect to its velocity, as implicit integrators see
// it; slope has nu numbers.
void actuation_slope(const mjModel* m, mjData* d, mjtNum* slope);

// Evaluate one sensor now, cutoff included, into value[sensor_dim].
void sensor_evaluate(const mjModel* m, mjData* d, int id, mjtNum* value);

#endif  // CORE_PIPELINE_STAGES_H_
