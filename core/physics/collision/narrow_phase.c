// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From pairs of geoms to contacts, a batch at a time.
//
// A batch is sorted by type pair (counting sort), every module is called once with all its pairs,
// and the contact points are then taken in the order of the pairs, so the order of contacts does
// not depend on the batching. Where contacts of a body pair must be ordered by geom ids, it is
// enough to order its geom pairs, because a geom pair occurs once and its contacts stay together.
//
// Memory. Before a pair is tested, there must be room for a full set of contacts in the arena,
// otherwise the pair is skipped with a warning. This holds automatically while there is room for
// everything that the batch can yield. Near the end of the arena, pairs are processed one by one,
// in order, each with its own test; the contacts of a body pair are then ordered afterwards.

#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/memory.h"
#include "core/physics/collision/colliders.h"
#include "core/physics/collision/mix_parameters.h"
#include "core/physics/collision/narrow_phase.h"

enum { MIN_BATCH = 16, MAX_BATCH = 4096 };

// Bytes between the end of the contacts and the stack.
static size_t free_bytes(const mjData* d) {
  size_t used = d->pstack + d->parena;
  return (size_t)d->narena > used ? (size_t)d->narena - used : 0;
}

void batch_open(Batch* batch, const mjModel* m, mjData* d) {
  batch->m = m;
  batch->d = d;
  batch->compared = batch->ntype = batch->npair = batch->npoint = 0;
  batch->ngroup = batch->group_open = batch->group_contact = batch->group_flushed = 0;
  batch->tree_room = 0;
  memset(batch->place, 0, sizeof batch->place);
  batch->limit = (size_t)d->narena > d->pstack ? (size_t)d->narena - d->pstack : 0;
  size_t capacity = free_bytes(d) / (64 * sizeof(GeomPair));
  batch->capacity = capacity < MIN_BATCH   ? MIN_BATCH
                    : capacity > MAX_BATCH ? MAX_BATCH
                                           : (int)capacity;
  batch->pair =
      mj_stackAllocByte(d, sizeof(GeomPair) * (size_t)batch->capacity, _Alignof(GeomPair));
}

// Everything the batch may need at once: points, contacts, bookkeeping, and the room that must stay
// free.
static size_t batch_bytes(const Batch* batch) {
  size_t npair = (size_t)batch->npair, npoint = (size_t)batch->npoint;
  return npoint * (sizeof(FcContactPoint) + sizeof(mjContact)) +
         npair * (sizeof(FcCandidate) + sizeof(struct FcContactRange_) + 2 * sizeof(int)) +
         CONTACT_ROOM + batch->tree_room + 1024;
}

static int batch_is_heavy(const Batch* batch) {
  return batch->npair >= batch->capacity - batch->capacity / 4 ||
         2 * batch_bytes(batch) > free_bytes(batch->d);
}

// ---------------------------------------------------------------- writing contacts

static int same_axes(const FcContactPoint* a, const FcContactPoint* b) {
  return memcmp(a->normal, b->normal, sizeof a->normal) == 0 &&
         memcmp(a->tangent, b->tangent, sizeof a->tangent) == 0;
}

// Appends n contacts of a pair: the parameters once, then the geometry of each. The geometry starts
// with dist, pos, frame[0..5] at `point`, `stride` numbers apart. Most contacts of a pair have the
// frame of the first, which need not be completed again.
static void append_contacts(Batch* batch, const GeomPair* pair, const mjtNum* point, size_t stride,
                            int n) {
  mjData* d = batch->d;
  if (n <= 0)
    return;
  mjContact* con = arena_allocate(d, (size_t)n * sizeof(mjContact), _Alignof(mjContact));
  if (!con) {
    mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
    return;
  }
  contact_parameters(batch->m, pair, con);
  const FcContactPoint* first = (const FcContactPoint*)point;
  for (int i = 0; i < n; i++) {
    const FcContactPoint* p = (const FcContactPoint*)(point + stride * (size_t)i);
    if (i > 0)
      con[i] = con[0];
    con[i].dist = p->dist;
    memcpy(con[i].pos, p->pos, sizeof p->pos);
    if (i == 0 || !same_axes(p, first)) {
      mjtNum frame[9];
      memcpy(frame, p->normal, sizeof p->normal);
      memcpy(frame + 3, p->tangent, sizeof p->tangent);
      contact_frame(frame);
      memcpy(con[i].frame, frame, sizeof frame);
    }
    con[i].exclude = con[i].dist >= con[i].includemargin;
  }
  d->ncon += n;
}

// Calls the public table for one pair.
static void append_by_table(Batch* batch, const GeomPair* pair) {
  const mjModel* m = batch->m;
  int g1 = pair->geom[0], g2 = pair->geom[1];
  mjContact con[mjMAXCONPAIR];
  memset(con, 0, sizeof con);
  int n =
      mjCOLLISIONFUNC[m->geom_type[g1]][m->geom_type[g2]](m, batch->d, con, g1, g2, pair->margin);
  if (n > mjMAXCONPAIR) {
    mju_error(
        "too many contacts returned by collision function: %d for geoms %d and %d, at most %d", n,
        g1, g2, mjMAXCONPAIR);
    return;
  }
  append_contacts(batch, pair, &con[0].dist, sizeof(mjContact) / sizeof(mjtNum), n);
}

// ---------------------------------------------------------------- order inside a group

static int geoms_before(const int a[2], const int b[2]) {
  return a[0] != b[0] ? a[0] < b[0] : a[1] < b[1];
}

// Stable sort of contact records by geom ids; only used when a group could not be ordered
// beforehand.
static void sort_contacts(mjContact* con, int n) {
  for (int i = 1; i < n; i++) {
    int k = i;
    while (k > 0 && geoms_before(con[i].geom, con[k - 1].geom))
      k--;
    if (k == i)
      continue;
    mjContact moved = con[i];
    memmove(con + k + 1, con + k, sizeof(mjContact) * (size_t)(i - k));
    con[k] = moved;
  }
}

// Appends the pairs of a group, begin to end, ordered by geom ids. `order` is scratch.
static void append_group(Batch* batch, int begin, int end, const FcContactPoint* point,
                         const struct FcContactRange_* range, int* order) {
  int n = 0;
  for (int i = begin; i < end; i++) {
    if (!range[i].count)
      continue;
    int k = n++;
    while (k > 0 && geoms_before(batch->pair[i].geom, batch->pair[order[k - 1]].geom)) {
      order[k] = order[k - 1];
      k--;
    }
    order[k] = i;
  }
  for (int k = 0; k < n; k++) {
    int i = order[k];
    if (range[i].count < 0) {
      append_by_table(batch, batch->pair + i);
    } else {
      append_contacts(batch, batch->pair + i, &point[range[i].begin].dist,
                      sizeof(FcContactPoint) / sizeof(mjtNum), range[i].count);
    }
  }
}

// ---------------------------------------------------------------- the two ways to process a batch

static inline int type_of_pair(const mjModel* m, int geom1, int geom2) {
  return m->geom_type[geom1] * mjNGEOMTYPES + m->geom_type[geom2];
}

// Sorts the pairs by type and calls each module once. Pairs of types whose table entry the user
// replaced get a negative count.
static void collide_by_type(Batch* batch, FcCandidate* candidate, FcContactSink* sink) {
  const mjModel* m = batch->m;
  for (int k = 0, first = 0; k < batch->ntype; k++) {
    batch->type[k].next = first;
    first += batch->type[k].n;
  }
  for (int i = 0; i < batch->npair; i++) {
    const GeomPair* pair = batch->pair + i;
    const int id = type_of_pair(m, pair->geom[0], pair->geom[1]);
    TypePair* type = batch->type + batch->place[id] - 1;
    candidate[type->next++] = (FcCandidate){{pair->geom[0], pair->geom[1]}, i, pair->margin};
    sink->range[i].begin = 0;
    sink->range[i].count = type->collider ? 0 : -1;
  }

  // one call per type pair
  for (int k = 0; k < batch->ntype; k++) {
    const TypePair* type = batch->type + k;
    const Bound* bound = type->collider;
    if (!bound || !type->n)
      continue;
    const unsigned long mark = module_enter(batch->d);
    if (pair_collider(bound).collide(&bound->context, candidate + type->next - type->n, type->n,
                                     sink) < 0)
      mju_error("mj_collision: %s '%s': %s", fc_kindName(bound->face->kind), bound->face->name,
                fail_reason(mark));
  }
}

// Appends the contacts of all pairs; returns where those of the last group start.
static int flush_together(Batch* batch) {
  mjData* d = batch->d;
  size_t n = (size_t)batch->npair;
  mj_markStack(d);
  FcContactSink sink = {.size = sizeof sink};
  sink.point = mj_stackAllocByte(d, sizeof(FcContactPoint) * (size_t)batch->npoint,
                                 _Alignof(FcContactPoint));
  sink.range =
      mj_stackAllocByte(d, sizeof(struct FcContactRange_) * n, _Alignof(struct FcContactRange_));
  FcCandidate* candidate = mj_stackAllocByte(d, sizeof(FcCandidate) * n, _Alignof(FcCandidate));
  int* order = mj_stackAllocInt(d, n);
  collide_by_type(batch, candidate, &sink);

  int start = d->ncon;
  for (int i = 0, end; i < batch->npair; i = end) {
    int group = batch->pair[i].group;
    for (end = i + 1; group && end < batch->npair && batch->pair[end].group == group; end++)
      continue;
    start = d->ncon;
    append_group(batch, i, end, sink.point, sink.range, order);
  }
  mj_freeStack(d);
  return start;
}

// 1 when there is still room for a full set of contacts of a pair.
static int has_room(const Batch* batch, const GeomPair* pair) {
  const mjModel* m = batch->m;
  size_t needed = (size_t)batch->d->ncon * sizeof(mjContact) + CONTACT_ROOM;
  if (pair->group)
    needed += midphase_room(m, m->geom_bodyid[pair->geom[0]], m->geom_bodyid[pair->geom[1]]);
  return needed <= batch->limit;
}

// The same near the end of the arena: each pair checks for room.
static int flush_one_by_one(Batch* batch) {
  mjData* d = batch->d;
  int start = d->ncon;
  for (int i = 0, end; i < batch->npair; i = end) {
    int group = batch->pair[i].group;
    for (end = i + 1; group && end < batch->npair && batch->pair[end].group == group; end++)
      continue;
    start = d->ncon;
    for (int k = i; k < end; k++)
      if (has_room(batch, batch->pair + k))
        append_by_table(batch, batch->pair + k);
      else
        mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
    if (group)
      sort_contacts(d->contact + start, d->ncon - start);
  }
  return start;
}

void batch_flush(Batch* batch) {
  mjData* d = batch->d;
  int last_group = batch->npair ? batch->pair[batch->npair - 1].group : 0, start = d->ncon;
  if (batch->npair) {
    int plenty = batch_bytes(batch) <= free_bytes(d);
    start = plenty ? flush_together(batch) : flush_one_by_one(batch);
  }

  // a group is open: store where its contacts start
  if (batch->group_open && !batch->group_flushed) {
    batch->group_contact = last_group == batch->ngroup ? start : d->ncon;
    batch->group_flushed = 1;
  }
  for (int k = 0; k < batch->ntype; k++)
    batch->type[k].n = 0;
  batch->npair = batch->npoint = 0;
}

// ---------------------------------------------------------------- filling a batch

// Adds a pair of types, and finds the module that serves it. 0 after mju_error when there is none.
static int add_type(Batch* batch, int id) {
  const int type1 = id / mjNGEOMTYPES, type2 = id % mjNGEOMTYPES;
  TypePair type = {.max_contact = mjMAXCONPAIR};
  if (collider_is_default(type1, type2)) {
    type.collider = pair_bound(batch->m, batch->d, type1, type2);
    if (!type.collider)
      return 0;
    type.max_contact = pair_collider(type.collider).max_contact;
  }
  batch->type[batch->ntype++] = type;
  batch->place[id] = (unsigned char)batch->ntype;
  return 1;
}

void batch_add(Batch* batch, int geom1, int geom2, int explicit_id, int group, mjtNum margin) {
  const int id = type_of_pair(batch->m, geom1, geom2);
  if (batch->npair == batch->capacity || (!group && batch_is_heavy(batch)))
    batch_flush(batch);
  if (!batch->place[id] && !add_type(batch, id))
    return;
  TypePair* type = batch->type + batch->place[id] - 1;
  type->n++;
  batch->npoint += type->max_contact;
  batch->pair[batch->npair++] = (GeomPair){{geom1, geom2}, explicit_id, group, margin};
}

int batch_group_begin(Batch* batch, size_t room) {
  if (room > batch->tree_room)
    batch->tree_room = room;
  if (batch_is_heavy(batch))
    batch_flush(batch);
  batch->group_open = 1;
  batch->group_flushed = 0;
  return ++batch->ngroup;
}

void batch_group_end(Batch* batch) {
  if (batch->group_flushed) {
    batch_flush(batch);
    sort_contacts(batch->d->contact + batch->group_contact, batch->d->ncon - batch->group_contact);
  }
  batch->group_open = 0;
}
