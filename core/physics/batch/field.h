// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Fields of mjData and mjModel by name.

#ifndef CORE_PHYSICS_BATCH_FIELD_H_
#define CORE_PHYSICS_BATCH_FIELD_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

typedef struct Field_ {
  const char* name;
  size_t offset;  // in mjData or mjModel: of the array's pointer, or of the value itself
  int direct;     // 1: the value itself
  int size;       // values per simulation
  int element;    // bytes of a value
} Field;

// What mjb_output accepts; with `state`, also what is in the rows, except time. 0, or -1 when there
// is no such field.
int field_of_data(const mjModel* m, const char* name, int state, Field* field);

// What mjb_expand accepts: arrays of mjModel except assets, opt.NAME, and what mj_setConst keeps
// outside the arrays ("stat", "ngravcomp"). 0, or -1.
int field_of_model(const mjModel* m, const char* name, Field* field);

// Visits every field that mj_setConst may change.
typedef void (*FieldVisit)(void* context, const Field* field);
void fields_of_constants(const mjModel* m, FieldVisit visit, void* context);

// 1 when mj_setConst may read a field, by its name.
int field_read_by_constants(const char* name);

static inline size_t field_bytes(const Field* f) { return (size_t)f->size * (size_t)f->element; }

// Address of the values in an mjData or mjModel.
static inline char* field_at(const void* owner, const Field* f) {
  char* member = (char*)(size_t)owner + f->offset;
  return f->direct ? member : *(char**)(void*)member;
}

#endif  // CORE_PHYSICS_BATCH_FIELD_H_
