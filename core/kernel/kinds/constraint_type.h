// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What an equality type is: the face of FC_CONSTRAINT that belongs to a value of eq_type. Used
// where models are made and read; a step has its faces in a plan
// (core/physics/problem/constraint_plan.h).

#ifndef CORE_KERNEL_KINDS_CONSTRAINT_TYPE_H_
#define CORE_KERNEL_KINDS_CONSTRAINT_TYPE_H_

#include <fulcrum/constraint.h>

#include "core/foundation/data/validate.h"

// Face of an equality type, with its table in *table. NULL with fc_lastError when there is none or
// its table is no equality.
const FcFace* constraint_face(int type, FcConstraint* table);

// The table of a face; -1 with fc_lastError when it lacks what every face must have.
int constraint_table(const FcFace* face, FcConstraint* table);

// Type of the objects at the ends of an element that says `objtype`; -1 when they cannot be such.
// A type with one kind of ends does not ask.
int constraint_end_type(const FcConstraint* table, int objtype);

// The kind of ends with this type of objects.
const FcEnds* constraint_ends(const FcConstraint* table, int type);

// May the second end be absent, with eq_obj2id = -1?
int constraint_second_absent(const FcEnds* ends);

// Is type, objtype, and are the ids of equality i such that its face can be called? 0, or -1 with a
// message. A type that belongs to a module that is not there passes: nothing will be called.
int constraint_validate(const mjModel* m, int i, Finding* finding);

#endif  // CORE_KERNEL_KINDS_CONSTRAINT_TYPE_H_
