// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contact models: where a compiled model stores the values of its geoms and pairs
// (<fulcrum/contact_values.h>), and where the state of contacts is.
//
// The state of a contact model that keeps numbers for each contact ends with the table of contacts:
//
//   count                         entries in use, sorted by key; the rest is zero
//   capacity entries of           key (6), sign, local points (6), reach, age, the model's numbers
//
// core/physics/problem/contact_identity.c explains the entries.

#ifndef CORE_KERNEL_KINDS_CONTACT_MODEL_H_
#define CORE_KERNEL_KINDS_CONTACT_MODEL_H_

#include <fulcrum/contact_model.h>
#include <fulcrum/contact_values.h>

// Largest number of parameters of a contact model with mixing rules.
#define CONTACT_PARAMETER_MAX 64

// Name of the numeric that holds the values of a type of elements.
void contact_values_name(const FcFace* face, mjtObj type, char* name, size_t size);

// All values of a type of elements for a face, nparameter numbers each; NULL when there are none.
// Does not query the registry.
const mjtNum* contact_values(const mjModel* m, const FcFace* face, mjtObj type);

// ---------------------------------------------------------------- table of contacts

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

// Numbers that a contact model keeps per contact; 0 when it keeps none.
static inline int contact_model_state(const FcFace* face) {
  return ((const FcContactModel*)face->table)->nstate;
}

// Offset of the table of contacts in the state.
static inline int contact_table_offset(const mjModel* m, const FcFace* face) {
  return face->state ? face->state(m) : 0;
}

#endif  // CORE_KERNEL_KINDS_CONTACT_MODEL_H_
