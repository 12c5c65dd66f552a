// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension points `stage` and `probe`. The pipeline is a table of named stages; a module can put a
// stage of its own before or after any of them, or observe one.
//
//   position      kinematics, tendons, waking_tendons*; inertia, collision, waking*, rows, islands*,
//                 transmission, projection*; position_sensors; potential_energy
//   velocity      velocities, passive, reference, bias; velocity_sensors; kinetic_energy
//   acceleration  control*; actuation*, smooth*, constraint*; acceleration_sensors
//
// Stages with a star are not part of inverse dynamics. The functions of the API run parts of the
// table, with what is attached there: mj_fwdKinematics the first three stages, mj_fwdPosition the
// position stages up to projection, mj_sensorPos position_sensors, mj_forward all of them, and so on.
// Sensors and energies run in inverse dynamics only when they are wanted.
//
// Nothing runs unasked: fc_bind(m, d, FC_STAGE, name) puts a stage into the pipeline of one mjData,
// fc_bind(m, d, FC_PROBE, name) an observer; fc_unbind(m, d, kind) removes all of that kind. Stages
// at the same place run in the order in which they were bound; to bind one twice is an error.

#ifndef FULCRUM_STAGE_H_
#define FULCRUM_STAGE_H_

#include <stdint.h>

#include <fulcrum/module.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct FcStage_ {
  uint32_t size;       // sizeof(FcStage)
  const char* where;   // name of a built-in stage
  int after;           // 1: runs after it, 0: before it
  const char* writes;  // names of the mjData fields that it changes, separated by spaces; `fulcrum
                       // modules check` compares all fields before and after (tools/check_stage.c)

  // May read all of mjData and change the fields named in `writes`. [thread of d, inside mj_forward
  // and mj_inverse]
  int (*run)(const FcContext* context);
} FcStage;

typedef struct FcProbe_ {
  uint32_t size;      // sizeof(FcProbe)
  const char* where;  // name of the stage that is observed; it has just run

  // Changes nothing but its own memory (context->memory), which is checked, too. [thread of d]
  int (*observe)(const FcContext* context);
} FcProbe;

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_STAGE_H_
