// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Batches of geom pairs and the contacts made from them. A batch is flushed when it is full, so
// that memory is bounded and a type pair costs one indirect call per batch.

#ifndef CORE_PHYSICS_COLLISION_NARROW_PHASE_H_
#define CORE_PHYSICS_COLLISION_NARROW_PHASE_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

#include "core/kernel/binding/binding.h"
#include "core/physics/collision/pair.h"

// Bytes that must be free before a pair is tested: room for a full set of contacts.
#define CONTACT_ROOM (mjMAXCONPAIR * sizeof(mjContact))

// The pairs of two types in a batch.
typedef struct TypePair_ {
  const Bound* collider;  // resolved in this call; NULL: set by the user
  int max_contact;
  int shared;        // by threads
  int n;             // pairs in the batch
  int first, point;  // the first of them when they are sorted, and room for its contacts
  int next;          // where the next one is placed
} TypePair;

enum { NTYPE_PAIR = mjNGEOMTYPES * mjNGEOMTYPES };

// Pairs that a thread found, before they are added to the batch of the calling thread.
typedef struct Found_ {
  GeomPair* pair;
  int n, capacity;
  int full;          // there were more pairs than that
  size_t tree_room;  // maximum of midphase_room
} Found;

// State shared by the stages while mj_collision runs.
typedef struct Batch_ {
  const mjModel* m;
  mjData* d;
  Found* found;  // where pairs are put instead, NULL in the batch of the calling thread
  unsigned char place[NTYPE_PAIR];  // 1 + index in `type`, 0: not used so far
  TypePair type[NTYPE_PAIR];        // in the order of their first use
  int ntype;
  int compared;  // as told by broad_phase
  GeomPair* pair;
  int npair, capacity;
  int npoint;         // upper bound on the number of contacts
  int ngroup;         // number of groups opened so far
  int group_open;     // the last of them is still being filled
  int group_contact;  // contacts of the open group start here
  int group_flushed;  // the open group was interrupted by a flush
  size_t limit;       // contacts and CONTACT_ROOM must end before this byte of the arena
  size_t tree_room;   // maximum of midphase_room so far
} Batch;

void batch_open(Batch* batch, const mjModel* m, mjData* d);
void batch_add(Batch* batch, int geom1, int geom2, int explicit_id, int group, mjtNum margin);
void batch_flush(Batch* batch);

// Adds what a thread found. Groups of the same number that follow each other are one group.
void batch_add_found(Batch* batch, const Found* found);

// Contacts of the pairs added between batch_group_begin and batch_group_end are ordered by geom
// ids. `room` is the number of bytes that must stay free besides, see midphase_room.
int batch_group_begin(Batch* batch, size_t room);
void batch_group_end(Batch* batch);

// The reference descends two trees with a stack of pairs of nodes in the arena. The point at which
// contacts no longer fit is part of the result, so the same amount is left free here: a frame, and
// a pair for every node.
static inline size_t midphase_room(const mjModel* m, int body1, int body2) {
  return 24 + 2 * sizeof(int) * (size_t)(m->body_bvhnum[body1] + m->body_bvhnum[body2]);
}

#endif  // CORE_PHYSICS_COLLISION_NARROW_PHASE_H_
