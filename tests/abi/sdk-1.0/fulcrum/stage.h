// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension points `stage` and `probe`. The pipeline is a table of named stages. A module can
// insert a stage before or after any of them, or observe one with a probe.
//
//   position      kinematics, tendons, waking_tendons*;
//                 inertia, collision, waking*, rows, islands*, transmission, projection*;
//                 position_sensors; potential_energy
//   velocity      velocities, passive, reference, bias; velocity_sensors; kinetic_energy
//   acceleration  control*; actuation*, smooth*, constraint*; acceleration_sensors
//
// Stages with a star are not part of inverse dynamics. The functions of the API run parts of the
// table, including the module stages and probes attached there: mj_fwdKinematics the first three
// stages, mj_fwdPosition the position stages up to projection, mj_sensorPos position_sensors,
// mj_forward all of them, and so on. In inverse dynamics, sensors and energies are computed only on
// request.
//
// Stages and probes run only where they are named or bound: in every mjData of a model that names
// them,
//
//   <option stage="acme.a acme.b" probe="acme.c"/>    or an <instance> of them in <extension>
//
// and in an mjData to which they are bound. fc_bind(m, d, FC_STAGE, name) inserts a stage into the
// pipeline of one mjData, and fc_bind(m, d, FC_PROBE, name) a probe; fc_unbind(m, d, kind) removes
// all bound ones of that kind. At each place, those of the model run first, in the order of its
// instances, followed by the bound ones in the order of binding; stages run before probes. Binding
// one twice, or one whose place does not exist, is an error (tests/kernel/check_binding.c,
// tests/outside/check_choices.c).
//
// Errors: when a function returns nonzero after fc_fail, the host calls mju_error with the message,
// the name of the face and the time.
//
// Since SDK 1.0.

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
  int after;           // 1: runs after that stage, 0: before it
  const char* writes;  // mjData fields that it changes, separated by spaces; `fulcrum modules
                       // check` compares all fields before and after (tools/check/stage.c)

  // May read all of mjData and change the fields named in `writes`. 0, or negative after fc_fail.
  // [thread of d, inside mj_step, mj_forward and mj_inverse; no heap]
  int (*run)(const FcContext* context);
} FcStage;

typedef struct FcProbe_ {
  uint32_t size;      // sizeof(FcProbe)
  const char* where;  // name of the built-in stage that is observed

  // Called after the stage and the module stages attached after it. May change only its own memory
  // (context->memory); `fulcrum modules check` verifies this. 0, or negative after fc_fail. [thread
  // of d; no heap]
  int (*observe)(const FcContext* context);
} FcProbe;

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_STAGE_H_
