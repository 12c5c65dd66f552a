// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Size and layout of the state of faces (FcFace.state). A face that the model names has its state
// in mjData.plugin_state, any other in its binding (binding_state.h). The state of a contact model
// that keeps numbers for each contact ends with the table of contacts:
//
//   count                         entries in use, sorted by key; the rest is zero
//   capacity entries of           key (6), sign, local points (6), reach, age, the model's numbers
//
// core/physics/problem/contact_identity.c explains the entries.

#ifndef CORE_KERNEL_BINDING_FACE_STATE_H_
#define CORE_KERNEL_BINDING_FACE_STATE_H_

#include <fulcrum/module.h>

enum {
  ENTRY_KEY = 0,
  ENTRY_SIGN = 6,
  ENTRY_POINT = 7,
  ENTRY_REACH = 13,
  ENTRY_AGE = 14,
  ENTRY_STATE = 15,  // the model's own numbers
};

static inline int contact_table_capacity(const mjModel* m) {
  return m->ngeom > 8 ? 8 * (int)m->ngeom : 64;
}

// Numbers that a face keeps per contact; 0 when it keeps none.
int face_contact_state(const FcFace* face);

// Numbers of state of a face for one mjData; -1 with fc_lastError when it requests an invalid
// number.
int face_state_size(const mjModel* m, const FcFace* face);

// 1 when the face changes its state at the end of a step.
int face_advances(const FcFace* face);

// Offset of the table of contacts in the state.
static inline int contact_table_offset(const mjModel* m, const FcFace* face) {
  return face->state ? face->state(m) : 0;
}

#endif  // CORE_KERNEL_BINDING_FACE_STATE_H_
