// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `actuator`: the laws that turn a control into a force.
//
// An actuator has an activation law (how its state follows the control), a gain law and a bias law;
// force = gain * input + bias, where input is the control or, with an activation law, the last
// activation. One face implements one law of one role for all actuators of its type at once; the
// host collects the actuators by type when a model is bound, skips sleeping and disabled ones,
// applies limits and multiplies with the moments.
//
// Type names that a face serves (FcFace.types), as in MJCF: "dyntype/filter", "gaintype/affine",
// "biastype/muscle", ... Actuators of other libraries: <actuator><plugin plugin="acme.law"/>; the
// face is found by that name, and its `value` is the whole force.

#ifndef FULCRUM_ACTUATOR_H_
#define FULCRUM_ACTUATOR_H_

#include <stdint.h>

#include <fulcrum/module.h>

#ifdef __cplusplus
extern "C" {
#endif

// A batch: all actuators that are served now.
typedef struct FcActuatorBatch_ {
  const int* id;  // n actuator ids, ascending
  int n;
  const mjtNum* ctrl;  // nu controls after delay and clamping, indexed by actuator
} FcActuatorBatch;

typedef struct FcActuator_ {
  uint32_t size;  // sizeof(FcActuator)

  // Activation laws. Derivative of the last activation variable: act_dot[k] for batch->id[k].
  // [thread of d, actuation stage]
  int (*activation)(const FcContext* context, const FcActuatorBatch* batch, mjtNum* act_dot);

  // Activation laws that do better than act + timestep * act_dot: the last activation variable one
  // time step later, before clamping to actrange. act_dot and act_next have one number per batch
  // entry. NULL: explicit Euler. [thread of d, actuation and advance]
  int (*next)(const FcContext* context, const FcActuatorBatch* batch, const mjtNum* act_dot,
              mjtNum* act_next);

  // Gain or bias laws, and whole forces of <plugin> actuators: one number per batch entry. [thread
  // of d, actuation stage]
  int (*value)(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value);

  // Derivative of `value` with respect to the actuator's velocity, for implicit integrators. NULL:
  // zero. [thread of d, integration]
  int (*slope)(const FcContext* context, const FcActuatorBatch* batch, mjtNum* slope);
} FcActuator;

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_ACTUATOR_H_
