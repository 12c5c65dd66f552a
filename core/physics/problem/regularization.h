// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Impedance, regularisation and reference of rows.

#ifndef CORE_PHYSICS_PROBLEM_REGULARIZATION_H_
#define CORE_PHYSICS_PROBLEM_REGULARIZATION_H_

#include "core/physics/problem/rows.h"

// KBIP, R, D and diagApprox of a block that was appended at `row`; of nrow rows of equality `id`
// that are blocks of their own and whose efc_diagApprox holds the diagonal; of all contacts,
// likewise
void block_parameters(RowBuilder* builder, int row, int nrow, const FcRowBlock* block);
void run_parameters(RowBuilder* builder, int row, int nrow, int id);
void contact_rows_parameters(const mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_PROBLEM_REGULARIZATION_H_
