// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// All fields of mjData, byte by byte: what a call changes, and what differs between two
// simulations.

#ifndef TOOLS_CHECK_FIELDS_H_
#define TOOLS_CHECK_FIELDS_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

typedef struct Fields_ Fields;

// A place for the fields of one mjData; ends the process when memory runs out.
Fields* fields_new(void);
void fields_delete(Fields* fields);

// Note all fields, and later: name of the first field that has changed since and is not in the list
// `except` (words separated by blanks; contact.mu is the member of all contacts), or NULL.
void fields_note(Fields* fields, const mjModel* m, const mjData* d);
const char* fields_changed(const Fields* fields, const mjModel* m, const mjData* d,
                           const char* except);

// Name of the first field whose values differ between two simulations of a model, or NULL.
const char* fields_differing(const mjModel* m, const mjData* a, const mjData* b);

// The first word of a list that is no field of mjData, copied to `word`; "" when all are.
const char* fields_unknown(const char* list, char* word, size_t size);

#endif  // TOOLS_CHECK_FIELDS_H_
