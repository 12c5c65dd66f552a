// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Equality types: the face of FC_CONSTRAINT that belongs to a value of eq_type. Used where models
// are compiled and read; a step takes its faces from a plan
// (core/physics/problem/constraint_plan.h).

#ifndef CORE_KERNEL_KINDS_CONSTRAINT_H_
#define CORE_KERNEL_KINDS_CONSTRAINT_H_

#include <fulcrum/constraint.h>

#include "core/foundation/data/validate.h"

// Face of an equality type, with its table in *table. NULL with fc_lastError when there is no such
// face or its table does not describe an equality.
const FcFace* constraint_face(int type, FcConstraint* table);

// Copies the table of a face; -1 with fc_lastError when it lacks a required member.
int constraint_table(const FcFace* face, FcConstraint* table);

// Type of the objects at the ends of an element with attribute `objtype`; -1 when the ends cannot
// be of that type. A constraint with one kind of ends ignores the attribute.
int constraint_end_type(const FcConstraint* table, int objtype);

// The ends whose objects have this type.
const FcEnds* constraint_ends(const FcConstraint* table, int type);

// 1 when the second end may be absent, with eq_obj2id = -1.
int constraint_second_absent(const FcEnds* ends);

// Checks type, objtype and ids of equality i, so that its face can be called. 0, or -1 with a
// message. A type whose module is not available passes, because nothing will be called.
int constraint_validate(const mjModel* m, int i, Finding* finding);

#endif  // CORE_KERNEL_KINDS_CONSTRAINT_H_
