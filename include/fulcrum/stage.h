// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension points `stage` and `probe`. The pipeline is a table of named stages; a module can put a
// stage of its own before or after any of them, or observe one.
//
//   position      kinematics, tendons, waking_tendons*; inertia, collision, waking*, rows,
//   islands*,
//                 transmission, projection*; position_sensors; potential_energy
//   velocity      velocities, passive, reference, bias; velocity_sensors; kinetic_energy
//   acceleration  control*; actuation*, smooth*, constraint*; acceleration_sensors
//
// Stages with a star are not part of inverse dynamics. The functions of the API run parts of the
// table, with what is attached there: mj_fwdKinematics the first three stages, mj_fwdPosition the
// position stages up to projection, mj_sensorPos position_sensors, mj_forward all of them, and so
// on. Sensors and energies run in inverse dynamics only when they are wanted.
//
// Stages and probes run only where they are asked for: in every mjData of a model that names them,
//
//   <option stage="acme.a acme.b" probe="acme.c"/>    or an <instance> of them in <extension>
//
// and where fc_bind(m, d, FC_STAGE, name) inserts a stage into the pipeline of one mjData,
// fc_bind(m, d, FC_PROBE, name) a probe; fc_unbind(m, d, kind) removes all of that kind that were
// bound. At one place those of the model run first, in the order of its instances, then the others
// in the order in which they were bound, stages before probes. Binding one twice, or one whose
// place does not exist, fails at once (tests/kernel/check_binding.c,
// tests/outside/check_choices.c).
//
// Errors: a function that returns nonzero after fc_fail raises mju_error with its message, its name
// and the time.

#ifndef FULCRUM_STAGE_H_
#define FULCRUM_STAGE_H_

#include <stdint.h>

#include <fulcrum/module.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct FcStage_ {
  uint32_t size;       // sizeof(FcStage)
  const char* where;   // name of a built-in stage from the list above
  int after;           // 1: runs after it, 0: before it
  const char* writes;  // names of the mjData fields that it changes, separated by spaces; `fulcrum
                       // modules check` compares all fields before and after (tools/check/stage.c)

  // May read all of mjData and change the fields named in `writes`. 0, or negative after fc_fail.
  // [thread of d, inside mj_step, mj_forward and mj_inverse; no heap]
  int (*run)(const FcContext* context);
} FcStage;

typedef struct FcProbe_ {
  uint32_t size;      // sizeof(FcProbe)
  const char* where;  // name of the built-in stage that is observed

  // Called when the stage and the module stages after it have run. May change nothing but its own
  // memory (context->memory), which `fulcrum modules check` verifies. 0, or negative after fc_fail.
  // [thread of d; no heap]
  int (*observe)(const FcContext* context);
} FcProbe;

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_STAGE_H_
