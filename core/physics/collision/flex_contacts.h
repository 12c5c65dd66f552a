// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From pairs of elements to the module and to mjContact.
//
// Contacts are added to mjData as they are found. When all contacts of a pair of bodies or flexes
// are there, the list is reduced to the mjMAXCONPAIR that are farthest apart, and sorted.

#ifndef CORE_PHYSICS_COLLISION_FLEX_CONTACTS_H_
#define CORE_PHYSICS_COLLISION_FLEX_CONTACTS_H_

#include <fulcrum/collider.h>

#include "core/physics/collision/narrow_phase.h"

// Pairs of elements to be passed to the module.
enum { FLEX_PAIRS = 256, FLEX_POINTS = 128 };
typedef struct FlexBatch_ {
  Batch* batch;
  FcFlexTask task;     // all of one kind and of the same flexes
  int first, start;    // the first contact, and the first that is not capped yet
  FcFlexPair* pair;    // FLEX_PAIRS
  FcFlexPoint* point;  // FLEX_POINTS
} FlexBatch;

// Starts the contacts of flex[0] (-1: a body) and flex[1]; earlier ones are finished. Marks the
// stack.
void flex_open(FlexBatch* fb, Batch* batch, int flex0, int flex1);

// Adds a pair; the meaning of kind is described in <fulcrum/collider.h>.
void flex_add(FlexBatch* fb, FcFlexKind kind, int first, int second, mjtNum margin);

// Keeps at most mjMAXCONPAIR of the contacts added since the last call.
void flex_cap(FlexBatch* fb);

// Finishes the contacts, ordered by the ids of geoms and elements or in the order of detection.
// Frees the stack.
void flex_close(FlexBatch* fb, int ordered);

#endif  // CORE_PHYSICS_COLLISION_FLEX_CONTACTS_H_
