// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rows made by the faces of <fulcrum/constraint.h>: all except those of contacts.

#ifndef CORE_PHYSICS_PROBLEM_PROVIDERS_H_
#define CORE_PHYSICS_PROBLEM_PROVIDERS_H_

#include "core/physics/problem/rows.h"

// Counting also finds the active equalities.
void provided_count(RowBuilder* builder, RowCount* count);
void provided_append(RowBuilder* builder);

#endif  // CORE_PHYSICS_PROBLEM_PROVIDERS_H_
