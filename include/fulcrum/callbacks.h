// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Callbacks that belong to one mjData.
//
// The global mjcb_* pointers of the MuJoCo API are shared by everything in a process. Functions set
// here are called for one mjData only, in place of the global function of the same name and at the
// same point of the pipeline (see <mujoco/mujoco.h>), so that two simulations in one process do not
// meet. A member that is NULL leaves the global function, if any, in force. mjcb_time stays global.
//
// They are called on the thread that steps the data; what they need beyond model and data can be
// kept in mjData.userdata. Making data with mj_copyData(NULL, m, src) copies the callbacks along;
// mj_copyData into existing data, mj_resetData and mj_recompile leave those of the destination;
// mj_resetCallbacks resets the global ones only.

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

// Give d its own callbacks, replacing those it had; NULL: none. Legal between steps. Fails when the
// size is not one this library knows.
MJAPI int fc_setCallbacks(mjData* d, const FcCallbacks* callbacks);

// The callbacks of d, never NULL; all members but size are NULL when none were set. Valid as long
// as d.
MJAPI const FcCallbacks* fc_callbacks(const mjData* d);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_CALLBACKS_H_
