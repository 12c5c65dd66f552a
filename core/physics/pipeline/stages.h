// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_PIPELINE_STAGES_H_
#define CORE_PHYSICS_PIPELINE_STAGES_H_

#include <mujoco/mujoco.h>

#include "core/kernel/binding/scheduler.h"

// The rows of the pipeline (stage_table.c), NGROUP lists.
extern const StageList pipeline_stages[];

// The acceleration group, with its sensors unless they are skipped (forward.c).
void acceleration(const mjModel* m, mjData* d, int skipsensor);

// mj_forward up to a stage (mjtStage), with its sensors (forward.c).
void forward_until(const mjModel* m, mjData* d, int stage);

// mj_step without its first stages: skipstage is the mjtStage up to which the results of an earlier
// step from the same time are still valid, and the integrator reuses its factorisation. With
// skipsensor sensors are not evaluated.
void step_skip(const mjModel* m, mjData* d, int skipstage, int skipsensor);

// mj_resetData with sleep enabled: computes static quantities and puts trees with policy INIT to
// sleep. 0, or -1 and a message; d is then unusable.
int start_asleep(const mjModel* m, mjData* d, char* error, int error_size);

// Binds the modules that steps of the model will need, and makes the plans of its stages; errors
// are left for the steps (prepare.c).
void step_prepare(const mjModel* m, mjData* d);

// The part of the advance that concerns actuation, called by integrators.
void actuation_next(const mjModel* m, mjData* d, const mjtNum* act_dot, mjtNum* act_next);

// Derivative of every actuator's force with respect to its velocity, for implicit integrators;
// slope has nu numbers.
void actuation_slope(const mjModel* m, mjData* d, mjtNum* slope);

// Groups the sensors of the model by module, as the first measurement would.
void sensors_prepare(const mjModel* m, mjData* d);

// Measures all sensors of a stage (mjtStage).
void sensors_measure(const mjModel* m, mjData* d, int stage);

// Evaluates one sensor now, cutoff included, into value[sensor_dim].
void sensor_evaluate(const mjModel* m, mjData* d, int id, mjtNum* value);

#endif  // CORE_PHYSICS_PIPELINE_STAGES_H_
