// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_DATA_OBJECTS_H_
#define CORE_FOUNDATION_DATA_OBJECTS_H_

#include <stdint.h>

#include <mujoco/mujoco.h>

// The elements of one kind: how many, and the addresses of their names.
typedef struct NamedKind_ {
  int count;
  const int* address;
} NamedKind;

// Elements of an object type; count is 0 and address NULL for types without names.
NamedKind named_kind(const mjModel* m, int type);

// The block of names_map of a type that has names: 2 * count slots, -1 where empty.
int* name_slots(const mjModel* m, int type);

// Hash of a name as names_map and signatures use it.
uint64_t hash_name(const char* name);

// Number of objects of a type in a model, -1 for types that models do not have.
int object_count(const mjModel* m, int type);

#endif  // CORE_FOUNDATION_DATA_OBJECTS_H_
