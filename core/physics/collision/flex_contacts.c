// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From pairs of elements to contacts.
//
// Memory. As for geoms, a pair is tested only if there is room for a full set of contacts,
// otherwise it is skipped with a warning. Vertices on planes, points on signed distance fields and
// vertices inside their tetrahedron need room for one contact.

#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/memory.h"
#include "core/physics/collision/colliders.h"
#include "core/physics/collision/flex_contacts.h"
#include "core/physics/collision/mix_parameters.h"

void flex_open(FlexBatch* fb, Batch* batch, int flex0, int flex1) {
  mjData* d = batch->d;
  batch_flush(batch);
  *fb = (FlexBatch){.batch = batch,
                    .task = {.size = sizeof(FcFlexTask), .flex = {flex0, flex1}},
                    .first = d->ncon,
                    .start = d->ncon};
  mj_markStack(d);
  fb->pair = mj_stackAllocByte(d, FLEX_PAIRS * sizeof(FcFlexPair), _Alignof(FcFlexPair));
  fb->point = mj_stackAllocByte(d, FLEX_POINTS * sizeof(FcFlexPoint), _Alignof(FcFlexPoint));
}

// ---------------------------------------------------------------- from points to contacts

static int needs_room_for_one(const FcFlexTask* task) {
  return task->kind == FC_FLEX_SURFACE || task->kind == FC_FLEX_INSIDE;
}

// 1 for contacts within a flex or of a flex with itself: margin and gap do not count.
static int is_internal(const FcFlexTask* task) { return task->flex[0] == task->flex[1]; }

// Appends one contact; its parameters are set later. Returns 0 when there is no room.
static int append_point(FlexBatch* fb, const FcFlexPoint* p, size_t room) {
  Batch* batch = fb->batch;
  const FcFlexTask* task = &fb->task;
  const FcFlexPair* pair = task->pair + p->pair;
  mjData* d = batch->d;
  if ((size_t)d->ncon * sizeof(mjContact) + room > batch->limit)
    return 0;
  mjContact* con = arena_allocate(d, sizeof(mjContact), _Alignof(mjContact));
  if (!con)
    return 0;
  memset(con, 0, sizeof *con);
  con->dist = p->at.dist;
  memcpy(con->pos, p->at.pos, sizeof con->pos);
  memcpy(con->frame, p->at.normal, sizeof p->at.normal);
  memcpy(con->frame + 3, p->at.tangent, sizeof p->at.tangent);
  con->includemargin = pair->margin;
  con->geom[0] = task->flex[0] < 0 ? pair->first : -1;
  con->geom[1] = -1;
  for (int side = 0; side < 2; side++) {
    con->flex[side] = task->flex[side];
    con->elem[side] = p->elem[side];
    con->vert[side] = p->vert[side];
  }
  con->dim = task->kind == FC_FLEX_INSIDE ? 1 : 0;
  d->ncon++;
  return 1;
}

// Appends the results of a call; returns 0 when the arena is full. A pair that was tested with room
// for its contacts gets all of them.
static int append_points(FlexBatch* fb, const FcFlexSink* sink) {
  for (int i = 0; i < sink->n; i++) {
    const FcFlexPoint* p = sink->point + i;
    int goes_on = i > 0 && p[-1].pair == p->pair;
    size_t room = goes_on || needs_room_for_one(&fb->task) ? sizeof(mjContact) : CONTACT_ROOM;
    if (append_point(fb, p, room))
      continue;
    int lost = needs_room_for_one(&fb->task) ? 1 : fb->task.npair - p->pair;
    for (; lost > 0; lost--)
      mj_warning(fb->batch->d, mjWARN_CONTACTFULL, fb->batch->d->ncon);
    return 0;
  }
  return 1;
}

// Passes the pairs collected so far to the module.
static void run(FlexBatch* fb) {
  const mjModel* m = fb->batch->m;
  mjData* d = fb->batch->d;
  FcFlexTask* task = &fb->task;
  if (task->npair == 0)
    return;
  task->pair = fb->pair;
  int is_field = task->kind == FC_FLEX_SURFACE && m->geom_type[task->pair[0].first] == mjGEOM_SDF;
  const Bound* bound = flex_collider(m, d, is_field);
  FcFlexSink sink = {.size = sizeof sink, .point = fb->point, .capacity = FLEX_POINTS};
  while (bound && sink.pair < task->npair) {
    sink.n = 0;
    const FcCollider* table = bound->table;
    const unsigned long mark = module_enter(d);
    if (table->flex(&bound->context, task, &sink) < 0) {
      mju_error("mj_collision: collider '%s': %s", bound->face->name, fail_reason(mark));
      break;
    }
    if (!append_points(fb, &sink))
      break;
  }
  task->npair = 0;
}

void flex_add(FlexBatch* fb, FcFlexKind kind, int first, int second, mjtNum margin) {
  FcFlexTask* task = &fb->task;
  int is_new_kind = task->npair && (task->kind != kind || kind == FC_FLEX_SURFACE);
  if (is_new_kind || task->npair == FLEX_PAIRS)
    run(fb);
  task->kind = kind;
  fb->pair[task->npair++] = (FcFlexPair){first, second, margin};
}

// ---------------------------------------------------------------- cap and order

// Positions of the contacts of a list, coordinate by coordinate, and their indices.
typedef struct Places_ {
  mjtNum *x, *y, *z;
  int* contact;
} Places;

static void exchange_places(Places* p, int i, int k) {
  const mjtNum x = p->x[i], y = p->y[i], z = p->z[i];
  const int contact = p->contact[i];
  p->x[i] = p->x[k];
  p->y[i] = p->y[k];
  p->z[i] = p->z[k];
  p->contact[i] = p->contact[k];
  p->x[k] = x;
  p->y[k] = y;
  p->z[k] = z;
  p->contact[k] = contact;
}

// Puts contact order[i] at place i; each record moves at most once. `order` is overwritten.
static void reorder(mjContact* con, int* order, int n) {
  for (int i = 0; i < n; i++) {
    if (order[i] == i)
      continue;
    const mjContact moved = con[i];
    int hole = i;
    for (int from; (from = order[hole]) != i; hole = from) {
      con[hole] = con[from];
      order[hole] = hole;
    }
    con[hole] = moved;
    order[hole] = hole;
  }
}

#define TAKEN (-1)  // marks an entry in place of its squared distance

// Reduces a list to the mjMAXCONPAIR contacts that are farthest apart, starting with the deepest.
// The contacts are swapped while the data about them stay in place; the selection depends on this
// and agrees with that of the reference.
static int keep_apart(mjData* d, mjContact* con, int n) {
  mj_markStack(d);
  mjtNum* number = mj_stackAllocNum(d, 4 * (size_t)n);
  mjtNum* nearest = number + 3 * n;
  Places p = {number, number + n, number + 2 * n, mj_stackAllocInt(d, (size_t)n)};
  int best = 0, kept = 0;
  for (int i = 0; i < n; i++) {
    p.x[i] = con[i].pos[0];
    p.y[i] = con[i].pos[1];
    p.z[i] = con[i].pos[2];
    p.contact[i] = i;
    nearest[i] = mjMAXVAL;
    if (con[i].dist < con[best].dist)
      best = i;
  }
  while (kept < mjMAXCONPAIR && best >= 0) {
    nearest[best] = TAKEN;
    const mjtNum x = p.x[best], y = p.y[best], z = p.z[best];
    for (int i = 0; i < n; i++) {
      const mjtNum a = p.x[i] - x, b = p.y[i] - y, c = p.z[i] - z;
      const mjtNum least = fc_min(nearest[i], a * a + b * b + c * c);
      nearest[i] = nearest[i] == TAKEN ? TAKEN : least;
    }
    mjtNum most = TAKEN;
    int next = -1;
    for (int i = 0; i < n; i++) {
      if (nearest[i] > most) {
        most = nearest[i];
        next = i;
      }
    }
    if (kept < mjMAXCONPAIR - 1 && best != kept) {
      exchange_places(&p, kept, best);
      if (next == kept)
        next = best;
    }
    kept++;
    best = next;
  }
  reorder(con, p.contact, n);
  mj_freeStack(d);
  return kept;
}

static void cap(FlexBatch* fb, int first) {
  mjData* d = fb->batch->d;
  int n = d->ncon - first;
  if (n <= mjMAXCONPAIR)
    return;
  d->ncon = first + keep_apart(d, d->contact + first, n);
  d->parena = (size_t)d->ncon * sizeof(mjContact);
}

void flex_cap(FlexBatch* fb) {
  run(fb);
  cap(fb, fb->start);
  fb->start = fb->batch->d->ncon;
}

static int key_of(const mjContact* con, int side) {
  return con->geom[side] >= 0   ? con->geom[side]
         : con->elem[side] >= 0 ? con->elem[side]
                                : con->vert[side];
}

static int comes_before(const mjContact* a, const mjContact* b) {
  int a0 = key_of(a, 0), b0 = key_of(b, 0);
  return a0 != b0 ? a0 < b0 : key_of(a, 1) < key_of(b, 1);
}

// Stable sort.
static void sort(mjContact* con, int n) {
  int order[mjMAXCONPAIR];
  for (int i = 0; i < n; i++) {
    int k = i;
    for (; k > 0 && comes_before(con + i, con + order[k - 1]); k--)
      order[k] = order[k - 1];
    order[k] = i;
  }
  reorder(con, order, n);
}

void flex_close(FlexBatch* fb, int ordered) {
  const mjModel* m = fb->batch->m;
  mjData* d = fb->batch->d;
  flex_cap(fb);
  int n = d->ncon - fb->first, internal = is_internal(&fb->task);
  mjContact* con = d->contact + fb->first;
  if (ordered && n <= mjMAXCONPAIR)
    sort(con, n);
  for (int i = 0; i < n; i++) {
    flex_parameters(m, con + i, i > 0 && !internal ? con + i - 1 : NULL, internal);
    contact_frame(con[i].frame);
    con[i].exclude = con[i].dist >= con[i].includemargin;
  }
  mj_freeStack(d);
}
