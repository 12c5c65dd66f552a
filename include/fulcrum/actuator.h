// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `actuator`: the laws that turn a control into a force.
//
// One face implements one law in one role, for all actuators that use it at once. Its name says
// which role:
//
//   "dyntype/NAME"   activation law: how activation variables follow the control
//   "gaintype/NAME"  gain law, and
//   "biastype/NAME"  bias law of  force = gain * input + bias
//   any other name   a law that gives the whole force
//
// The input is the control or, with an activation law, the last activation variable. Forces are in
// N, or N m where the transmission is an angle; before limits and moments, which the host applies.
//
// A model refers to a law of the first three roles by a number (mjModel.actuator_dyntype,
// actuator_gaintype, actuator_biastype). MuJoCo's own laws have the numbers of its enums
// (FcFace.number = FC_NUMBER(mjDYN_FILTER) for "dyntype/filter"). A law of another library leaves
// FcFace.number at 0 and has the number fc_optionValue(FC_ACTUATOR, "dyntype/acme.lag"); in MJCF it
// is <general dyntype="acme.lag"/>. What such a law calls its parameters are actuator_dynprm,
// actuator_gainprm and actuator_biasprm. "none" and "user" (the callbacks mjcb_act_*) are no faces.
//
// A whole force is <actuator><plugin plugin="acme.hydraulic" joint="..."/></actuator>; its
// parameters are those of the face (FcFace.parameters), one set of values per plugin instance. It
// may have an activation law on top (dyntype): `input` is then the last variable of that law.
//
// Activation variables of one actuator are neighbours in mjData.act, those of a whole force ahead
// of those of the activation law. The law says how many it has, and the compiler makes room for
// them (mjModel.na, actuator_actadr, actuator_actnum); MJCF need not say actdim.
//
// The host collects the actuators of every law when a model is bound and again after
// actuator_dyntype, _gaintype, _biastype, _plugin, _actadr or _actnum were edited; leaves out
// sleeping ones, and disabled groups where forces are computed; clamps activations to actrange,
// forces to forcerange; and multiplies with the moments. Errors: a law returns fc_fail("..."), and
// the host adds its name and the time.
//
// The members up to `slope` are those of the first version; a table without the later ones is
// served as if they were zero.

#ifndef FULCRUM_ACTUATOR_H_
#define FULCRUM_ACTUATOR_H_

#include <stdint.h>

#include <mujoco/mjspec.h>

#include <fulcrum/module.h>

#ifdef __cplusplus
extern "C" {
#endif

// A batch: all actuators of a law that are served now. Arrays belong to the host and hold during
// the call.
typedef struct FcActuatorBatch_ {
  const int* id;  // n actuator ids, ascending
  int n;
  const mjtNum* ctrl;  // nu controls after delay and clamping, indexed by actuator; as the user set
                       // them in `next`, `advance` and `slope`

  // since the second version
  const mjtNum* act;    // na activation variables, laid out like mjData.act. Where a force is
                        // computed and the actuator has actearly, its variables are those of the
                        // next step: read them here, not in mjData.
  const int* actadr;    // n: place of the law's own first variable of actuator id[k] in act,
                        // act_dot and act_next; -1: it has none
  const int* actnum;    // n: how many variables of its own
  const mjtNum* input;  // nu: what the gain multiplies, indexed by actuator; for a whole force the
                        // control, or the last variable of its activation law. NULL for activation
                        // laws, and in `next` and `advance`.
} FcActuatorBatch;

// One actuator as the compiler, or whoever reads a binary model, sees it: before there are ids of
// elements or a state.
typedef struct FcActuatorSetup_ {
  uint32_t size;                    // sizeof(FcActuatorSetup)
  int dyntype, gaintype, biastype;  // numbers of its laws
  int trntype;                      // mjtTrn
  const mjtNum* dynprm;             // mjNDYN
  const mjtNum* gainprm;            // mjNGAIN
  const mjtNum* biasprm;            // mjNBIAS
  const mjtNum*
      param;  // values of FcFace.parameters for this actuator, in the declared order; NULL
              // when the face has none. References to elements may be -1, where there
              // are no ids yet.
} FcActuatorSetup;

// Which range an activation law lets a position servo take from what it moves (inheritrange).
typedef enum FcInheritRange_ {
  FC_INHERIT_NOTHING,  // none: inheritrange is an error
  FC_INHERIT_CTRL,     // ctrlrange: the variable follows the control, both are positions
  FC_INHERIT_ACT,      // actrange: the variable is a position, the control is not
} FcInheritRange;

typedef struct FcActuator_ {
  uint32_t size;  // sizeof(FcActuator)

  // Activation laws and whole forces with one activation variable, or whose variables are constant
  // but for the last. Its derivative: act_dot[k] for batch->id[k]. [thread of d, actuation stage]
  int (*activation)(const FcContext* context, const FcActuatorBatch* batch, mjtNum* act_dot);

  // Laws with `activation` that do better than act + timestep * act_dot: the last variable one time
  // step later, before clamping to actrange. act_dot and act_next have one number per batch entry;
  // act_dot is 0 where the actuator is disabled. NULL: explicit Euler. [thread of d, actuation and
  // advance]
  int (*next)(const FcContext* context, const FcActuatorBatch* batch, const mjtNum* act_dot,
              mjtNum* act_next);

  // Gain laws, bias laws, whole forces: one number per batch entry. Every face of these roles has
  // it. [thread of d, actuation stage]
  int (*value)(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value);

  // Derivative of `value` with respect to the actuator's velocity, for implicit integrators. NULL:
  // zero. [thread of d, integration]
  int (*slope)(const FcContext* context, const FcActuatorBatch* batch, mjtNum* slope);

  // ---- since the second version: several activation variables

  // How many activation variables an actuator of this law has, when the number is the same for
  // all. 0 with `activation` or `rates`: one.
  int nact;

  // The same where it depends on parameters, which must then be `fixed` ones: the number, or
  // negative after fc_fail. NULL: nact. An activation law has one variable at least. [compilation,
  // reading, binding]
  int (*activations)(const FcActuatorSetup* setup);

  // Derivatives of all variables, instead of `activation`: act_dot[batch->actadr[k] + j] for j <
  // batch->actnum[k]. act_dot is laid out like mjData.act, and 0 before the call. [thread of d,
  // actuation stage]
  int (*rates)(const FcContext* context, const FcActuatorBatch* batch, mjtNum* act_dot);

  // All variables one time step later, instead of `next`, before clamping:
  // act_next[batch->actadr[k] + j]. act_dot and act_next are laid out like mjData.act; act_next
  // holds explicit Euler steps before the call. Disabled actuators are not in the batch: they hold
  // their variables. A law that is linear, x' = A x + b u, is exact with x + A^-1 (exp(A h) - 1)
  // x', without asking for u. [thread of d, actuation and advance]
  int (*advance)(const FcContext* context, const FcActuatorBatch* batch, const mjtNum* act_dot,
                 mjtNum* act_next);

  // Activation laws: input[k], what the gain of batch->id[k] multiplies. NULL: the last variable of
  // the actuator. [thread of d, actuation stage and integration]
  int (*input)(const FcContext* context, const FcActuatorBatch* batch, mjtNum* input);

  // ---- since the second version: what the compiler asks

  // Are the parameters of one actuator acceptable? 0, or negative after fc_fail. NULL: always.
  // [compilation]
  int (*check)(const FcActuatorSetup* setup);

  // Gain and bias laws that can be halves of a position servo, force = kp (input - length) - ...:
  // 1 and the gain kp, or the bias' stiffness kp; 0 when the law is none with these parameters.
  // An actuator whose two laws agree on kp may inherit its range. NULL: 0. [compilation]
  int (*servo)(const FcActuatorSetup* setup, mjtNum* kp);

  FcInheritRange inherit;  // activation laws of servos: what inheritrange sets

  // Gain and bias laws: 1 if they need mjModel.actuator_lengthrange, which the compiler then works
  // out as for muscles (<lengthrange mode="muscle"/>).
  int lengthrange;

  // Activation laws with `advance`: 1 if it also serves the variables that a MuJoCo plugin
  // (mjpPlugin) keeps ahead of the law's own, which MuJoCo does for its exact filter alone. They
  // are then part of actadr and actnum in that call. 0: explicit Euler.
  int leading;

  // What an actuator of this law may act on, bit 1 << mjtTrn each. 0: everything.
  uint32_t transmissions;
} FcActuator;

// ---------------------------------------------------------------- services

// How many activation variables the laws of an actuator of a spec have, whatever its actdim says:
// 0 for dyntype "none", 1 for "user", and what the module faces tell; -1 with fc_lastError when a
// law is not known or refuses. Variables of a MuJoCo plugin are not known and not counted. [thread
// of the spec]
MJAPI int fc_actuatorActivations(const mjsActuator* actuator);

// How many activation variables the activation law of an actuator has, 0 for none; they are the
// last of the actuator. -1 with fc_lastError when the law is not known. Not in a step: it looks
// names up. [any thread]
MJAPI int fc_actuatorDynamics(const mjModel* m, int id);

// The last activation variable of an actuator one time step after d, as its law advances it from
// mjData.act_dot, clamped to actrange; 0 when the actuator has none. For plugins of actuators that
// act early. The group of the actuator does not matter. [thread of d, actuation stage]
MJAPI mjtNum fc_actuatorNext(const mjModel* m, mjData* d, int id);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_ACTUATOR_H_
