// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `actuator`: laws that convert a control into a force.
//
// One face implements one law in one role, for all actuators that use it. Its name determines the
// role:
//
//   "dyntype/NAME"   activation law: how activation variables follow the control
//   "gaintype/NAME"  gain law, and
//   "biastype/NAME"  bias law of  force = gain * input + bias
//   any other name   a law that gives the whole force
//
// The input is the control or, with an activation law, the last activation variable. Forces are in
// N, or N m where the transmission is an angle, before limits and moments, which the host applies.
//
// A model refers to a law of the first three roles by a number (mjModel.actuator_dyntype,
// actuator_gaintype, actuator_biastype). MuJoCo's own laws have the numbers of its enums
// (FcFace.number = FC_NUMBER(mjDYN_FILTER) for "dyntype/filter"). A third-party law leaves
// FcFace.number at 0 and has the number fc_optionValue(FC_ACTUATOR, "dyntype/acme.lag"); in MJCF it
// is <general dyntype="acme.lag"/>. Its parameters are actuator_dynprm, actuator_gainprm and
// actuator_biasprm. "none" and "user" (the callbacks mjcb_act_*) are not faces.
//
// A law that gives the whole force is <actuator><plugin plugin="acme.hydraulic"
// joint="..."/></actuator>; its parameters are those of the face (FcFace.parameters), one set of
// values per plugin instance. It may be combined with an activation law (dyntype): `input` is then
// the last variable of that law.
//
// The activation variables of an actuator are contiguous in mjData.act; those of a whole-force law
// precede those of the activation law. Each law gives its number of variables, and the compiler
// allocates them (mjModel.na, actuator_actadr, actuator_actnum); MJCF need not specify actdim.
//
// The host collects the actuators of every law when a model is bound and again after edits of
// actuator_dyntype, _gaintype, _biastype, _plugin, _actadr or _actnum. It omits sleeping actuators,
// and disabled groups where forces are computed, clamps activations to actrange and forces to
// forcerange, and multiplies by the moments. Errors: a law returns fc_fail("..."); the host adds
// its name and the time.
//
// Since SDK 1.0.

#ifndef FULCRUM_ACTUATOR_H_
#define FULCRUM_ACTUATOR_H_

#include <stdint.h>

#include <fulcrum/module.h>
#include <mujoco/mjspec.h>

#ifdef __cplusplus
extern "C" {
#endif

// A batch: the actuators of a law that are evaluated in one call. Arrays belong to the host and are
// valid during the call.
typedef struct FcActuatorBatch_ {
  uint32_t size;  // sizeof(FcActuatorBatch)
  int n;
  const int* id;       // n actuator ids, ascending
  const mjtNum* ctrl;  // nu controls after delay and clamping, indexed by actuator; as the user set
                       // them in `advance` and `slope`
  const mjtNum* act;   // na activation variables, laid out like mjData.act. Where a force is
                       // computed and the actuator has actearly, its variables are those of the
                       // next step: read them here, not in mjData.
  const int* actadr;   // n: index in act, act_dot and act_next of the first variable that the law
                       // has for actuator id[k]; -1: none
  const int* actnum;   // n: number of variables of the law
  const mjtNum* input;  // nu: input of the gain, indexed by actuator; for a whole force the control
                        // or the last variable of its activation law. NULL for activation laws, and
                        // in `advance`.
} FcActuatorBatch;

// One actuator during compilation or while a binary model is read, before element ids or a state
// exist.
typedef struct FcActuatorSetup_ {
  uint32_t size;                    // sizeof(FcActuatorSetup)
  int dyntype, gaintype, biastype;  // numbers of its laws
  int trntype;                      // mjtTrn
  const mjtNum* dynprm;             // mjNDYN
  const mjtNum* gainprm;            // mjNGAIN
  const mjtNum* biasprm;            // mjNBIAS
  const mjtNum*
      param;  // values of FcFace.parameters for this actuator, in the declared order; NULL when the
              // face has none. References to elements may be -1 while no ids exist.
} FcActuatorSetup;

// Range that inheritrange sets for a position servo with this activation law.
typedef enum FcInheritRange_ {
  FC_INHERIT_NOTHING,  // inheritrange is an error
  FC_INHERIT_CTRL,     // ctrlrange: the variable follows the control, both are positions
  FC_INHERIT_ACT,      // actrange: the variable is a position, the control is not
} FcInheritRange;

typedef struct FcActuator_ {
  uint32_t size;  // sizeof(FcActuator)

  // ------------------------------------------------------------ forces

  // Gain laws, bias laws, whole forces: one number per batch entry. Every face of these roles has
  // it. [thread of d, actuation stage]
  int (*value)(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value);

  // Derivative of `value` with respect to the actuator's velocity, for implicit integrators. NULL:
  // zero. [thread of d, integration]
  int (*slope)(const FcContext* context, const FcActuatorBatch* batch, mjtNum* slope);

  // ------------------------------------------------------------ activation

  // Number of activation variables of every actuator with this law. 0 with `rates`: one.
  int nact;

  // Number of activation variables where it depends on parameters, which must then be `fixed`;
  // negative after fc_fail. NULL: nact. An activation law has at least one variable. [compilation,
  // reading, binding]
  int (*activations)(const FcActuatorSetup* setup);

  // Activation laws and whole forces: derivatives of the variables, act_dot[batch->actadr[k] + j]
  // for j < batch->actnum[k]. act_dot is laid out like mjData.act, and 0 before the call. [thread
  // of d, actuation stage]
  int (*rates)(const FcContext* context, const FcActuatorBatch* batch, mjtNum* act_dot);

  // Laws that integrate more accurately than act + timestep * act_dot: all variables one time step
  // later, before clamping to actrange: act_next[batch->actadr[k] + j]. act_dot and act_next are
  // laid out like mjData.act; act_next holds explicit Euler steps before the call. Disabled
  // actuators are not in the batch; their variables do not change. A linear law x' = A x + b u is
  // integrated exactly by x + A^-1 (exp(A h) - 1) x', which does not need u. NULL: explicit Euler.
  // [thread of d, actuation and advance]
  int (*advance)(const FcContext* context, const FcActuatorBatch* batch, const mjtNum* act_dot,
                 mjtNum* act_next);

  // Activation laws: input[k], the input of the gain of batch->id[k]. NULL: the last variable of
  // the actuator. [thread of d, actuation stage and integration]
  int (*input)(const FcContext* context, const FcActuatorBatch* batch, mjtNum* input);

  // ------------------------------------------------------------ compilation

  // Check the parameters of one actuator: 0 when they are valid, or negative after fc_fail. NULL:
  // always valid. [compilation]
  int (*check)(const FcActuatorSetup* setup);

  // Gain and bias laws that can form a position servo, force = kp (input - length) - ...: returns 1
  // with the gain kp, or the stiffness kp of the bias; 0 when the law does not form a servo with
  // these parameters. An actuator whose two laws agree on kp may inherit its range. NULL: 0.
  // [compilation]
  int (*servo)(const FcActuatorSetup* setup, mjtNum* kp);

  FcInheritRange inherit;  // activation laws of servos: what inheritrange sets

  // Gain and bias laws: 1 if they need mjModel.actuator_lengthrange, which the compiler then
  // computes as for muscles (<lengthrange mode="muscle"/>).
  int lengthrange;

  // Activation laws with `advance`: 1 if `advance` also integrates the variables of a MuJoCo plugin
  // (mjpPlugin) that precede those of the law, as MuJoCo does only for its exact filter. actadr and
  // actnum then include them in that call. 0: explicit Euler.
  int leading;

  // Legal transmissions of actuators with this law, bits 1 << mjtTrn. 0: all.
  uint32_t transmissions;
} FcActuator;

// ---------------------------------------------------------------- services

// Number of activation variables of the laws of an actuator of a spec, regardless of its actdim: 0
// for dyntype "none", 1 for "user", otherwise as given by the faces; -1 with fc_lastError when a
// law is unknown or reports an error. Variables of a MuJoCo plugin are not known and not counted.
// [thread of the spec]
MJAPI int fc_actuatorActivations(const mjsActuator* actuator);

// Number of activation variables of the activation law of an actuator, 0 for none; they are the
// last variables of the actuator. -1 with fc_lastError when the law is unknown. Not in a step,
// because it looks up names. [any thread]
MJAPI int fc_actuatorDynamics(const mjModel* m, int id);

// The last activation variable of an actuator one time step after d, as its law advances it from
// mjData.act_dot, clamped to actrange; 0 when the actuator has none. For plugins of actuators that
// act early. The group of the actuator does not matter. [thread of d, actuation stage]
MJAPI mjtNum fc_actuatorNext(const mjModel* m, mjData* d, int id);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_ACTUATOR_H_
