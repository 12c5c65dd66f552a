// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The functions of the face "flexstrain" (strain.c), with the signatures of FcConstraint.

#ifndef CONSTRAINTS_FLEX_EQUALITY_EQUALITY_H_
#define CONSTRAINTS_FLEX_EQUALITY_EQUALITY_H_

#include <fulcrum/constraint.h>

int strain_count(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows);
int strain_fill(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows);
int strain_trees(const FcContext* context, int id, int* trees);
int strain_check(const mjModel* m, int id);

#endif  // CONSTRAINTS_FLEX_EQUALITY_EQUALITY_H_
