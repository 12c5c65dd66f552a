// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From pairs of geoms to contacts, a batch at a time.
//
// A batch is sorted by type pair (counting sort), every module is called once with all its pairs,
// and the contact points are then taken in the order of the pairs, so the order of contacts does
// not depend on the batching. Where contacts of a body pair must be ordered by geom ids, it is
// enough to order its geom pairs, because a geom pair occurs once and its contacts stay together.
//
// Threads share a batch twice: ranges of its pairs are passed to the modules that allow it, each
// with its own room for points, and when all counts are known, ranges of pairs are written to the
// places of their contacts.
//
// Memory. Before a pair is tested, there must be room for a full set of contacts in the arena,
// otherwise the pair is skipped with a warning. This holds automatically while there is room for
// everything that the batch can yield. Near the end of the arena, pairs are processed one by one,
// in order, each with its own test; the contacts of a body pair are then ordered afterwards.

#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/parallel.h"
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
  batch->found = NULL;
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

// Writes n contacts of a pair: the parameters once, then the geometry of each. The geometry starts
// with dist, pos, frame[0..5] at `point`, `stride` numbers apart. Most contacts of a pair have the
// frame of the first, which need not be completed again.
static void write_contacts(const mjModel* m, mjContact* con, const GeomPair* pair,
                           const mjtNum* point, size_t stride, int n) {
  contact_parameters(m, pair, con);
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
}

// Room for n more contacts; NULL when the arena is too small.
static mjContact* contacts_place(mjData* d, int n) {
  return arena_allocate(d, (size_t)n * sizeof(mjContact), _Alignof(mjContact));
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
  mjContact* place = n > 0 ? contacts_place(batch->d, n) : NULL;
  if (place) {
    write_contacts(m, place, pair, &con[0].dist, sizeof(mjContact) / sizeof(mjtNum), n);
    batch->d->ncon += n;
  } else if (n > 0) {
    mj_warning(batch->d, mjWARN_CONTACTFULL, batch->d->ncon);
  }
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

// Orders the pairs of a group that have contacts, begin to end, by geom ids; returns their number.
static int order_group(const Batch* batch, int begin, int end, const struct FcContactRange_* range,
                       int* order) {
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
  return n;
}

// ---------------------------------------------------------------- the two ways to process a batch

static inline int type_of_pair(const mjModel* m, int geom1, int geom2) {
  return m->geom_type[geom1] * mjNGEOMTYPES + m->geom_type[geom2];
}

// The two loops over a batch that threads share.
typedef struct Flush_ {
  Batch* batch;
  FcCandidate* candidate;  // sorted by type
  FcContactSink sink;      // of the whole batch
  int* order;              // pairs with contacts, in the order of the contacts
  int norder;
  int* place;      // of the contacts of each pair, counted from `con`
  mjContact* con;  // contacts of the pairs from order[first] on
  int first;
} Flush;

enum { GRAIN = 32 };  // pairs

// Sorts the pairs by type. Those of types whose table entry the user replaced get a negative count.
static void sort_by_type(const Flush* flush) {
  Batch* batch = flush->batch;
  for (int k = 0, first = 0, point = 0; k < batch->ntype; k++) {
    TypePair* type = batch->type + k;
    type->next = type->first = first;
    type->point = point;
    first += type->n;
    point += type->n * type->max_contact;
  }
  for (int i = 0; i < batch->npair; i++) {
    const GeomPair* pair = batch->pair + i;
    const int id = type_of_pair(batch->m, pair->geom[0], pair->geom[1]);
    TypePair* type = batch->type + batch->place[id] - 1;
    flush->candidate[type->next++] = (FcCandidate){{pair->geom[0], pair->geom[1]}, i, pair->margin};
    flush->sink.range[i].begin = 0;
    flush->sink.range[i].count = type->collider ? 0 : -1;
  }
}

// Calls the module of a type for its candidates begin to end.
static void collide_type(const Flush* flush, const TypePair* type, int begin, int end) {
  const Bound* bound = type->collider;
  FcContactSink sink = flush->sink;
  const int point = type->point + (begin - type->first) * type->max_contact;
  sink.point += point;
  const unsigned long mark = module_enter(flush->batch->d);
  if (pair_collider(bound).collide(&bound->context, flush->candidate + begin, end - begin, &sink) <
      0)
    mju_error("mj_collision: %s '%s': %s", fc_kindName(bound->face->kind), bound->face->name,
              fail_reason(mark));
  for (int i = begin; i < end; i++)
    sink.range[flush->candidate[i].index].begin += point;
}

// Candidates begin to end of all types that threads may share.
static void collide_some(void* context, int begin, int end) {
  const Flush* flush = context;
  const Batch* batch = flush->batch;
  for (int k = 0; k < batch->ntype; k++) {
    const TypePair* type = batch->type + k;
    const int from = begin > type->first ? begin : type->first;
    const int last = type->first + type->n, to = end < last ? end : last;
    if (type->shared && from < to)
      collide_type(flush, type, from, to);
  }
}

static void collide_all(Flush* flush) {
  Batch* batch = flush->batch;
  sort_by_type(flush);
  parallel_for(batch->d, batch->npair, GRAIN, collide_some, flush);
  for (int k = 0; k < batch->ntype; k++) {
    const TypePair* type = batch->type + k;
    if (type->collider && !type->shared && type->n)
      collide_type(flush, type, type->first, type->first + type->n);
  }
}

static void write_some(void* context, int begin, int end) {
  const Flush* flush = context;
  for (int k = flush->first + begin; k < flush->first + end; k++) {
    const int i = flush->order[k];
    const struct FcContactRange_* range = flush->sink.range + i;
    write_contacts(flush->batch->m, flush->con + flush->place[k], flush->batch->pair + i,
                   &flush->sink.point[range->begin].dist, sizeof(FcContactPoint) / sizeof(mjtNum),
                   range->count);
  }
}

// Appends the contacts of the pairs begin to end in order, none of which goes by the table.
static void append_run(Flush* flush, int begin, int end) {
  mjData* d = flush->batch->d;
  int n = 0;
  for (int k = begin; k < end; k++) {
    flush->place[k] = n;
    n += flush->sink.range[flush->order[k]].count;
  }
  flush->first = begin;
  flush->con = contacts_place(d, n);
  if (flush->con) {
    parallel_for(d, end - begin, GRAIN, write_some, flush);
    d->ncon += n;
  } else if (end == begin + 1) {
    mj_warning(d, mjWARN_CONTACTFULL, d->ncon);
  } else {
    for (int k = begin; k < end; k++)
      append_run(flush, k, k + 1);
  }
}

// Appends the contacts of the pairs begin to end in order.
static void append_ordered(Flush* flush, int begin, int end) {
  const struct FcContactRange_* range = flush->sink.range;
  for (int k = begin, next; k < end; k = next) {
    for (next = k; next < end && range[flush->order[next]].count > 0; next++)
      continue;
    if (next > k)
      append_run(flush, k, next);
    else
      append_by_table(flush->batch, flush->batch->pair + flush->order[next++]);
  }
}

// Appends the contacts of all pairs; returns where those of the last group start.
static int flush_together(Batch* batch) {
  mjData* d = batch->d;
  const size_t n = (size_t)batch->npair;
  mj_markStack(d);
  Flush flush = {.batch = batch, .sink = {.size = sizeof flush.sink}};
  flush.sink.point = mj_stackAllocByte(d, sizeof(FcContactPoint) * (size_t)batch->npoint,
                                       _Alignof(FcContactPoint));
  flush.sink.range =
      mj_stackAllocByte(d, sizeof(struct FcContactRange_) * n, _Alignof(struct FcContactRange_));
  flush.candidate = mj_stackAllocByte(d, sizeof(FcCandidate) * n, _Alignof(FcCandidate));
  flush.order = mj_stackAllocInt(d, n);
  flush.place = mj_stackAllocInt(d, n);
  collide_all(&flush);

  int last = 0;
  for (int i = 0, end; i < batch->npair; i = end) {
    int group = batch->pair[i].group;
    for (end = i + 1; group && end < batch->npair && batch->pair[end].group == group; end++)
      continue;
    last = flush.norder;
    flush.norder += order_group(batch, i, end, flush.sink.range, flush.order + flush.norder);
  }
  append_ordered(&flush, 0, last);
  const int start = d->ncon;
  append_ordered(&flush, last, flush.norder);
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
    const PairCollider collider = pair_collider(type.collider);
    type.max_contact = collider.max_contact;
    type.shared = collider.concurrent;
  }
  batch->type[batch->ntype++] = type;
  batch->place[id] = (unsigned char)batch->ntype;
  return 1;
}

static void add_found(Found* found, const GeomPair* pair) {
  if (found->n < found->capacity)
    found->pair[found->n++] = *pair;
  else
    found->full = 1;
}

void batch_add(Batch* batch, int geom1, int geom2, int explicit_id, int group, mjtNum margin) {
  const GeomPair pair = {{geom1, geom2}, explicit_id, group, margin};
  if (__builtin_expect(batch->found != NULL, 0)) {
    add_found(batch->found, &pair);
    return;
  }
  const int id = type_of_pair(batch->m, geom1, geom2);
  if (batch->npair == batch->capacity || (!group && batch_is_heavy(batch)))
    batch_flush(batch);
  if (!batch->place[id] && !add_type(batch, id))
    return;
  TypePair* type = batch->type + batch->place[id] - 1;
  type->n++;
  batch->npoint += type->max_contact;
  batch->pair[batch->npair++] = pair;
}

int batch_group_begin(Batch* batch, size_t room) {
  if (batch->found) {
    if (room > batch->found->tree_room)
      batch->found->tree_room = room;
    return ++batch->ngroup;
  }
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

void batch_add_found(Batch* batch, const Found* found) {
  int group = 0, own = 0;
  for (const GeomPair *pair = found->pair, *end = pair + found->n; pair < end; pair++) {
    if (pair->group != group) {
      if (group)
        batch_group_end(batch);
      group = pair->group;
      own = group ? batch_group_begin(batch, found->tree_room) : 0;
    }
    batch_add(batch, pair->geom[0], pair->geom[1], pair->explicit_id, own, pair->margin);
  }
  if (group)
    batch_group_end(batch);
}
