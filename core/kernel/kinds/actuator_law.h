// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Actuator laws by role and number (fulcrum/actuator.h): which face a value of mjModel means, and
// what its descriptor says of an actuator. For the compiler, for whoever reads a model, and for the
// plan of the actuation stage.

#ifndef CORE_KERNEL_KINDS_ACTUATOR_LAW_H_
#define CORE_KERNEL_KINDS_ACTUATOR_LAW_H_

#include <fulcrum/actuator.h>

typedef enum LawRole_ { LAW_DYNAMICS, LAW_GAIN, LAW_BIAS, LAW_FORCE, NLAWROLE } LawRole;

// "dyntype", "gaintype", "biastype": attribute of MJCF and first part of the names of faces.
const char* law_word(LawRole role);

// Does a value stand for a face? Not so "none", which does nothing, and "user", which is a
// callback.
int law_is_face(LawRole role, int value);
int law_is_user(LawRole role, int value);

// Is the value the number of a name, of a law that MuJoCo does not know?
int law_is_named(int value);

// The face of a value in one of the first three roles; NULL with fc_lastError naming role, number
// or name, and what is known.
const FcFace* law_face(LawRole role, int value);

// The face of a plugin slot that gives the whole force of an actuator. NULL without error for a
// MuJoCo plugin, NULL with *failed set and fc_lastError for a face that is no such law.
const FcFace* law_force(int slot, int* failed);

// The table of a face.
static inline const FcActuator* law_table(const FcFace* face) { return face->table; }

// How many activation variables a law has for an actuator, -1 with fc_lastError. `param` of the
// setup must be that of the face.
int law_count(const FcFace* face, const FcActuatorSetup* setup);

// Actuator i of a model, but for `param`.
FcActuatorSetup law_setup(const mjModel* m, int i);

// How many activation variables actuator i of a model has for its activation law ("user" counts as
// one), and for the module face that gives its whole force. -1 with fc_lastError.
int law_dynamics_count(const mjModel* m, int i);
int law_force_count(const mjModel* m, int i);

// How many activation variables an actuator of a model must have at least (DataHooks); -1 with
// fc_lastError when a law refuses its parameters. A law that is not known counts as having one:
// a model can be read where it cannot be stepped, and what a binary model needs is told elsewhere.
int law_least_activations(const mjModel* m, int i);

#endif  // CORE_KERNEL_KINDS_ACTUATOR_LAW_H_
