// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts of flexes. A flex takes part in the broad phase like a body, with the number nbody + f.
//
//   pairs of flexes with bodies and each other  -> pairs of elements   flex_pairs.c
//   a flex with itself                          -> pairs of elements   flex_self.c
//   pairs of elements -> the module -> mjContact, capped and ordered   flex_contacts.c
//
// Contacts are added to mjData as they are found. When all contacts of a pair of bodies or flexes
// are there, the list is reduced to the mjMAXCONPAIR that are farthest apart, and sorted.

#ifndef CORE_PHYSICS_COLLISION_FLEX_H_
#define CORE_PHYSICS_COLLISION_FLEX_H_

#include "core/physics/collision/contact.h"

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

// All contacts of a body (a number from nbody on is a flex) and a flex.
void flex_pair(Batch* batch, int body, int flex);

// All contacts within flexes and of flexes with themselves.
void flex_self(Batch* batch);

// 1 when two elements share a body and therefore do not collide.
static inline int flex_share_body(const mjModel* m, int flex1, int element1, int flex2,
                                  int element2) {
  int dim1 = m->flex_dim[flex1], dim2 = m->flex_dim[flex2];
  const int* v1 = m->flex_elem + m->flex_elemdataadr[flex1] + element1 * (dim1 + 1);
  const int* v2 = m->flex_elem + m->flex_elemdataadr[flex2] + element2 * (dim2 + 1);
  const int* body1 = m->flex_vertbodyid + m->flex_vertadr[flex1];
  const int* body2 = m->flex_vertbodyid + m->flex_vertadr[flex2];
  for (int i = 0; i <= dim1; i++) {
    int body = body1[v1[i]];
    for (int j = 0; j <= dim2 && body >= 0; j++)
      if (body2[v2[j]] == body)
        return 1;
  }
  return 0;
}

// Boxes with centres and half sizes along the axes of the world.
static inline int flex_boxes_disjoint(const mjtNum* a, const mjtNum* b, mjtNum margin) {
  for (int k = 0; k < 3; k++) {
    mjtNum between = a[k] - b[k];
    if ((between < 0 ? -between : between) > a[3 + k] + b[3 + k] + margin)
      return 1;
  }
  return 0;
}

static inline int flex_is_active(const mjModel* m, int flex, int element) {
  return m->flex_dim[flex] < 3 ||
         m->flex_elemlayer[m->flex_elemadr[flex] + element] < m->flex_activelayers[flex];
}

#endif  // CORE_PHYSICS_COLLISION_FLEX_H_
