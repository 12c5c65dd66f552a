// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Callbacks that belong to one mjData.
//
// The global mjcb_* pointers of the MuJoCo API are shared by all simulations of a process.
// Functions set here are called for one mjData only, in place of the global function of the same
// name and at the same point of the pipeline (see <mujoco/mujoco.h>), so that simulations in one
// process do not affect each other. Where a member is NULL, the global function applies, if one is
// set. mjcb_time is always global.
//
// Callbacks run on the thread that steps the data; data they need beyond the model and mjData can
// be kept in mjData.userdata. Data made with mj_copyData(NULL, m, src) gets the callbacks of src.
// mj_copyData into existing data, mj_resetData and mj_recompile keep those of the destination, and
// mj_resetCallbacks resets the global ones only (tests/plugins/check_callbacks).
//
// Since SDK 1.0.

#ifndef FULCRUM_CALLBACKS_H_
#define FULCRUM_CALLBACKS_H_

#include <stdint.h>

#include <mujoco/mujoco.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct FcCallbacks_ {
  uint32_t size;             // sizeof(FcCallbacks)
  mjfGeneric passive;        // adds to qfrc_passive
  mjfGeneric control;        // sets ctrl, qfrc_applied, xfrc_applied
  mjfConFilt contactfilter;  // nonzero: the two geoms do not collide
  mjfSensor sensor;          // fills user sensors of a stage
  mjfAct act_dyn;            // activation rate of actuators with user dynamics
  mjfAct act_gain;           // gain of actuators with user gain
  mjfAct act_bias;           // bias of actuators with user bias
} FcCallbacks;

// Set the callbacks of d, replacing those set before; the struct is copied. NULL removes them. 0,
// or -1 after fc_fail when `size` is not that of a known version of the struct. [between steps,
// thread that owns d]
MJAPI int fc_setCallbacks(mjData* d, const FcCallbacks* callbacks);

// The callbacks of d; all members but size are NULL when none were set. Never NULL, cannot fail;
// valid until d is deleted.
MJAPI const FcCallbacks* fc_callbacks(const mjData* d);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_CALLBACKS_H_
