// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Actuator laws by role and number (fulcrum/actuator.h): the face for a value of mjModel, and what
// its descriptor says about an actuator. Used by the compiler, by readers of models, and by the
// plan of the actuation stage.

#ifndef CORE_KERNEL_KINDS_ACTUATOR_H_
#define CORE_KERNEL_KINDS_ACTUATOR_H_

#include <fulcrum/actuator.h>

typedef enum LawRole_ { LAW_DYNAMICS, LAW_GAIN, LAW_BIAS, LAW_FORCE, NLAWROLE } LawRole;

// "dyntype", "gaintype" or "biastype": the attribute of MJCF and the first part of the names of
// faces.
const char* law_word(LawRole role);

// 1 when a value stands for a face. "none", which does nothing, and "user", a callback, do not.
int law_is_face(LawRole role, int value);
int law_is_user(LawRole role, int value);

// 1 when the value is the number of a name, that is, of a law that MuJoCo does not have.
int law_is_named(int value);

// The face for a value in one of the first three roles; NULL with fc_lastError, which gives the
// role, the number or name, and the known laws.
const FcFace* law_face(LawRole role, int value);

// The face of a plugin slot that computes the whole force of an actuator. NULL without error for a
// MuJoCo plugin, NULL with *failed set and fc_lastError for a face that is not such a law.
const FcFace* law_force(int slot, int* failed);

// The table of a face.
static inline const FcActuator* law_table(const FcFace* face) { return face->table; }

// Number of activation variables of a law for an actuator, -1 with fc_lastError. `param` of the
// setup must be that of the face.
int law_count(const FcFace* face, const FcActuatorSetup* setup);

// The setup of actuator i of a model, without `param`.
FcActuatorSetup law_setup(const mjModel* m, int i);

// Number of activation variables of actuator i of a model for its activation law ("user" counts as
// one), and for the module face that computes its whole force. -1 with fc_lastError.
int law_dynamics_count(const mjModel* m, int i);
int law_force_count(const mjModel* m, int i);

// Least number of activation variables that an actuator of a model must have (DataHooks); -1 with
// fc_lastError when a law refuses its parameters. An unknown law counts as one, because a model can
// be read where it cannot be stepped; the missing modules of a binary model are reported elsewhere.
int law_least_activations(const mjModel* m, int i);

#endif  // CORE_KERNEL_KINDS_ACTUATOR_H_
