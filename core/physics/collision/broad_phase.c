// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From body poses to the sorted list of body pairs that may touch.
//
// Pairs come from two sources. The world, and static bodies that carry a plane, are unbounded and
// therefore tested against every body. All other bodies are enclosed in boxes along a common frame,
// and a broad-phase module finds the boxes that overlap. The frame follows the cloud of geom
// positions: its axes are the rows of the matrix whose columns are the principal directions. This
// is the transpose of the natural frame; it is orthonormal too, and affects only how well the sweep
// prunes. It is kept because the set of near pairs, down to the ties of single-precision
// coordinates, is then that of the reference.
//
// The list is sorted by the pair of ids, so that the order of contacts depends neither on the
// module nor on earlier steps.

#include <string.h>

#include <fulcrum/broadphase.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/callbacks.h"
#include "core/foundation/data/parallel.h"
#include "core/kernel/binding/binding.h"
#include "core/physics/collision/body_filter.h"
#include "core/physics/collision/broad_phase.h"
#include "core/physics/collision/few_bodies.h"
#include "core/physics/collision/geom_pairs.h"
#include "core/physics/collision/pair.h"
#include "core/physics/mechanics/sleep.h"

enum {
  FEW_KEYS = 64,   // sorted by insertion
  FEW_BODIES = 8,  // up to so many bodies are tested pair by pair before a sweep,
  FEW_PAIRS = 10,  // and at most so many of their pairs
};

typedef struct Bodies_ {
  BodyFilter* filter;  // per body, then per flex
  int sleeping;        // some bodies are asleep: body_awake must be checked
} Bodies;

static void gather_filters(const mjModel* m, mjData* d, Bodies* bodies) {
  bodies->filter = mj_stackAllocByte(d, sizeof(BodyFilter) * (size_t)(m->nbody + m->nflex), 16);
  for (int b = 0; b < m->nbody; b++)
    bodies->filter[b] = filter_of_body(m, b);
  // a flex is not related to any body; elements and geoms that share a body are excluded later
  for (int f = 0; f < m->nflex; f++) {
    bodies->filter[m->nbody + f] = (BodyFilter){.weld = -1 - f,
                                                .parent = -1 - f,
                                                .contype = m->flex_contype[f],
                                                .conaffinity = m->flex_conaffinity[f]};
  }
  bodies->sleeping = sleep_filters_bodies(m, d);
}

static inline int may_collide(const mjModel* m, const mjData* d, const Bodies* bodies, int body1,
                              int body2) {
  return filters_pass(bodies->filter + body1, bodies->filter + body2) &&
         !(bodies->sleeping && at_rest(m, d, body1, body2));
}

static uint32_t body_key(int body1, int body2) {
  return body1 < body2 ? ((uint32_t)body1 << 16) + (uint32_t)body2
                       : ((uint32_t)body2 << 16) + (uint32_t)body1;
}

static void add_key(FcBodyPairs* pairs, uint32_t key) {
  if (pairs->n >= pairs->capacity)
    mju_error("mj_collision: broadphase buffer full");
  if (pairs->n < pairs->capacity)
    pairs->key[pairs->n++] = key;
}

static void pairs_always_tested(const mjModel* m, const mjData* d, const Bodies* bodies,
                                FcBodyPairs* pairs) {
  for (int b1 = 0; b1 < m->nbody; b1++) {
    if (!always_tested(m, b1))
      continue;
    for (int b2 = 0; b2 < m->nbody; b2++) {
      if (!m->body_weldid[b2] || !collidable(m, b2) || (bodies->sleeping && asleep(m, d, b2)))
        continue;
      const BodyFilter *f1 = bodies->filter + b1, *f2 = bodies->filter + b2;
      if (!masks_compatible(f1->contype, f1->conaffinity, f2->contype, f2->conaffinity))
        continue;
      add_key(pairs, body_key(b1, b2));
    }
    for (int f = 0; f < m->nflex; f++) {
      const BodyFilter *f1 = bodies->filter + b1, *f2 = bodies->filter + m->nbody + f;
      if (masks_compatible(f1->contype, f1->conaffinity, f2->contype, f2->conaffinity))
        add_key(pairs, body_key(b1, (int)m->nbody + f));
    }
  }
}

// Rows of the matrix of principal directions of the geoms, and vertices of flexes, that do not
// belong to the world. 0 when there are none.
static int sweep_frame(const mjModel* m, const mjData* d, mjtNum frame[9]) {
  int first = m->body_geomnum[0], ngeom = (int)m->ngeom - first, nvert = 0;
  for (int v = 0; v < m->nflexvert; v++)
    nvert += m->flex_vertbodyid[v] != 0;
  int n = ngeom + nvert;
  if (n <= 0)
    return 0;
  const mjtNum *x = d->geom_xpos + 3 * first, *vert = d->flexvert_xpos;

  // centre
  mjtNum center[3] = {0};
  for (int i = 0; i < ngeom; i++)
    fc_addTo3(center, x + 3 * i);
  for (int v = 0; v < m->nflexvert; v++)
    if (m->flex_vertbodyid[v])
      fc_addTo3(center, vert + 3 * v);
  fc_scl3(center, center, (mjtNum)1 / n);

  // covariance
  mjtNum xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
  for (int i = 0; i < ngeom; i++) {
    mjtNum a = x[3 * i] - center[0], b = x[3 * i + 1] - center[1], c = x[3 * i + 2] - center[2];
    xx += a * a;
    xy += a * b;
    xz += a * c;
    yy += b * b;
    yz += b * c;
    zz += c * c;
  }
  for (int v = 0; v < m->nflexvert; v++) {
    if (!m->flex_vertbodyid[v])
      continue;
    const mjtNum* at = vert + 3 * v;
    mjtNum a = at[0] - center[0], b = at[1] - center[1], c = at[2] - center[2];
    xx += a * a;
    xy += a * b;
    xz += a * c;
    yy += b * b;
    yz += b * c;
    zz += c * c;
  }
  mjtNum covariance[9] = {xx / n, xy / n, xz / n, xy / n, yy / n, yz / n, xz / n, yz / n, zz / n};
  mjtNum eigenvalue[3], quat[4];
  mju_eig3(eigenvalue, frame, quat, covariance);
  return 1;
}

// Extent of a body along the three axes of the frame.
static void body_box(const mjModel* m, const mjData* d, const mjtNum frame[9], int body,
                     mjtNum lower[3], mjtNum upper[3]) {
  int override = m->opt.enableflags & mjENBL_OVERRIDE;
  fc_set3(lower, mjMAXVAL, mjMAXVAL, mjMAXVAL);
  fc_set3(upper, -mjMAXVAL, -mjMAXVAL, -mjMAXVAL);
  for (int g = m->body_geomadr[body], end = g + m->body_geomnum[body]; g < end; g++) {
    mjtNum margin = override ? m->opt.o_margin / 2 : m->geom_margin[g];
    mjtNum rbound = m->geom_rbound[g], center[3];
    fc_mulMatVec3(center, frame, d->geom_xpos + 3 * g);
    for (int a = 0; a < 3; a++) {
      mjtNum lo = center[a] - rbound - margin, hi = center[a] + rbound + margin;
      lower[a] = g == m->body_geomadr[body] || lo < lower[a] ? lo : lower[a];
      upper[a] = g == m->body_geomadr[body] || hi > upper[a] ? hi : upper[a];
    }
  }
}

// Extent of a flex. Several vertices are processed at a time, to break dependency chains.
static void flex_box(const mjModel* m, const mjData* d, const mjtNum frame[9], int flex,
                     mjtNum lower[3], mjtNum upper[3]) {
  enum { LANES = 4 };
  const mjtNum margin =
      m->opt.enableflags & mjENBL_OVERRIDE ? m->opt.o_margin / 2 : m->flex_margin[flex];
  const mjtNum* x = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  const int n = m->flex_vertnum[flex];
  for (int a = 0; a < 3; a++) {
    const mjtNum f0 = frame[3 * a], f1 = frame[3 * a + 1], f2 = frame[3 * a + 2];
    mjtNum lo[LANES], hi[LANES];
    for (int k = 0; k < LANES; k++) {
      lo[k] = mjMAXVAL;
      hi[k] = -mjMAXVAL;
    }
    for (int i = 0; i < n; i += LANES) {
      for (int k = 0; k < LANES; k++) {
        const mjtNum* p = x + 3 * (i + k < n ? i + k : n - 1);
        mjtNum at = f0 * p[0] + f1 * p[1] + f2 * p[2];
        lo[k] = at < lo[k] ? at : lo[k];
        hi[k] = at > hi[k] ? at : hi[k];
      }
    }
    for (int k = 1; k < LANES; k++) {
      lo[0] = fc_min(lo[0], lo[k]);
      hi[0] = fc_max(hi[0], hi[k]);
    }
    lower[a] = lo[0] - (m->flex_radius[flex] + margin);
    upper[a] = hi[0] + (m->flex_radius[flex] + margin);
  }
}

// Boxes as they are made: lower bounds along the three axes, then upper ones, each `stride` long.
typedef struct BoxList_ {
  int n, stride;
  int* body;
  mjtByte* resting;
  mjtNum* bound;
} BoxList;

static inline mjtNum* bound_of(const BoxList* list, int k, int i) {
  return list->bound + (size_t)k * (size_t)list->stride + i;
}

// Drops the boxes at rest that meet none of the others, as far as the box around these shows. The
// latter is wider by what rounding to single precision may amount to.
static void drop_remote(BoxList* list) {
  mjtNum lower[3], upper[3];
  for (int a = 0; a < 3; a++) {
    lower[a] = INFINITY;
    upper[a] = -INFINITY;
    for (int i = 0; i < list->n; i++) {
      if (list->resting[i])
        continue;
      // a box of negative size may meet anything
      const mjtNum low = *bound_of(list, a, i), high = *bound_of(list, 3 + a, i);
      lower[a] = high < low ? -INFINITY : fc_min(lower[a], low - 1e-6 * fc_abs(low));
      upper[a] = high < low ? INFINITY : fc_max(upper[a], high + 1e-6 * fc_abs(high));
    }
  }
  int kept = 0;
  for (int i = 0; i < list->n; i++) {
    int keep = 1;
    for (int a = 0; a < 3; a++) {
      const mjtNum low = *bound_of(list, a, i), high = *bound_of(list, 3 + a, i);
      keep &= high < low || !(low > upper[a] || high + 1e-6 * fc_abs(high) < lower[a]);
    }
    if (list->resting[i] && !keep)
      continue;
    for (int k = 0; k < 6; k++)
      *bound_of(list, k, kept) = *bound_of(list, k, i);
    list->body[kept] = list->body[i];
    list->resting[kept++] = list->resting[i];
  }
  list->n = kept;
}

// The loop over the boxes.
typedef struct BoxLoop_ {
  const mjModel* m;
  const mjData* d;
  const mjtNum* frame;
  const BoxList* list;
} BoxLoop;

static void some_boxes(void* context, int begin, int end) {
  const BoxLoop* loop = context;
  const mjModel* m = loop->m;
  for (int i = begin; i < end; i++) {
    const int body = loop->list->body[i], flex = body - (int)m->nbody;
    mjtNum lower[3], upper[3];
    if (flex < 0)
      body_box(m, loop->d, loop->frame, body, lower, upper);
    else
      flex_box(m, loop->d, loop->frame, flex, lower, upper);
    for (int a = 0; a < 3; a++) {
      *bound_of(loop->list, a, i) = lower[a];
      *bound_of(loop->list, 3 + a, i) = upper[a];
    }
  }
}

// Boxes of the bodies and flexes that take part in the sweep, on the stack.
static void make_boxes(const mjModel* m, mjData* d, const Bodies* bodies, const mjtNum frame[9],
                       FcBoxes* boxes) {
  enum { GRAIN = 128 };
  const size_t nbody = (size_t)(m->nbody + m->nflex);
  BoxList list = {.stride = (int)nbody};
  list.body = mj_stackAllocInt(d, nbody);
  list.resting = mj_stackAllocByte(d, nbody, 1);
  list.bound = mj_stackAllocNum(d, 6 * nbody);
  int nresting = 0;
  for (int b = 1; b < m->nbody + m->nflex; b++) {
    if (!collidable(m, b))
      continue;
    const int rests = b < m->nbody && (!m->body_weldid[b] || (bodies->sleeping && asleep(m, d, b)));
    list.body[list.n] = b;
    list.resting[list.n++] = (mjtByte)rests;
    nresting += rests;
  }
  BoxLoop loop = {m, d, frame, &list};
  parallel_for(d, list.n, GRAIN, some_boxes, &loop);
  if (nresting > list.n / 2)
    drop_remote(&list);
  *boxes =
      (FcBoxes){.size = sizeof(FcBoxes), .n = list.n, .body = list.body, .resting = list.resting};
  for (int a = 0; a < 3; a++) {
    boxes->lower[a] = bound_of(&list, a, 0);
    boxes->upper[a] = bound_of(&list, 3 + a, 0);
  }
}

// 1 when no two of the bodies collide, by their filters or because they are apart. Tested for a few
// bodies only, such as a chain in which only neighbours could touch; 0 if there are more.
static int none_collide(const mjModel* m, mjData* d, const Bodies* bodies) {
  int body[FEW_BODIES], n = 0, npair = 0;
  for (int b = 1; b < m->nbody + m->nflex; b++) {
    if (!collidable(m, b))
      continue;
    if (n == FEW_BODIES)
      return 0;
    for (int k = 0; k < n; k++)
      if (may_collide(m, d, bodies, body[k], b) &&
          (npair++ == FEW_PAIRS || !bodies_apart(m, d, body[k], b)))
        return 0;
    body[n++] = b;
  }
  return 1;
}

// Drops the pairs that cannot collide; returns the number of pairs left.
static int keep_colliding(const mjModel* m, const mjData* d, const Bodies* bodies, uint32_t* key,
                          int n) {
  const BodyFilter* filter = bodies->filter;
  int kept = 0;
  for (int i = 0; i < n; i++) {
    uint32_t pair = key[i];
    key[kept] = pair;
    kept += filters_pass(filter + (pair >> 16), filter + (pair & 0xffff));
  }
  if (!bodies->sleeping)
    return kept;

  // keep those where something moves
  n = kept;
  kept = 0;
  for (int i = 0; i < n; i++) {
    uint32_t pair = key[i];
    key[kept] = pair;
    kept += !at_rest(m, d, (int)(pair >> 16), (int)(pair & 0xffff));
  }
  return kept;
}

static void find_pairs(const mjData* d, const Bound* module, const FcBoxes* boxes,
                       FcBodyPairs* pairs) {
  const FcBroadphase* table = module->table;
  const unsigned long mark = module_enter(d);
  if (table->pairs(&module->context, boxes, pairs) < 0)
    mju_error("mj_collision: broad phase '%s': %s", module->face->name, fail_reason(mark));
}

// The judgement of a sweep. The frame of its boxes is computed for the first pair.
typedef struct SweepJudge_ {
  Judge judge;  // first, so that a pointer to it also points to this struct
  const Bound* module;
  int has_frame;
  mjtNum frame[9];
} SweepJudge;

static int boxes_overlap(Judge* of, const mjModel* m, mjData* d, int body1, int body2) {
  SweepJudge* judge = (SweepJudge*)of;
  if (!judge->has_frame && !sweep_frame(m, d, judge->frame))
    return 0;
  judge->has_frame = 1;
  const int body[2] = {body1, body2};
  const mjtByte resting[2] = {0};
  mjtNum lower[3][2], upper[3][2];
  FcBoxes boxes = {.size = sizeof boxes, .n = 2, .body = body, .resting = resting};
  for (int k = 0; k < 2; k++) {
    mjtNum low[3], high[3];
    body_box(m, d, judge->frame, body[k], low, high);
    for (int a = 0; a < 3; a++) {
      lower[a][k] = low[a];
      upper[a][k] = high[a];
    }
  }
  for (int a = 0; a < 3; a++) {
    boxes.lower[a] = lower[a];
    boxes.upper[a] = upper[a];
  }
  uint32_t key;
  FcBodyPairs found = {.size = sizeof found, .capacity = 1, .key = &key};
  find_pairs(d, judge->module, &boxes, &found);
  return found.n;
}

// Lets the module find the overlapping boxes, and drops the pairs that cannot collide.
static void pairs_swept(const mjModel* m, mjData* d, const Bodies* bodies, const Bound* module,
                        FcBodyPairs* pairs) {
  mjtNum frame[9];
  FcBoxes boxes;
  if (none_collide(m, d, bodies) || !sweep_frame(m, d, frame))
    return;
  make_boxes(m, d, bodies, frame, &boxes);
  if (boxes.n < 2)
    return;
  if (boxes.n >= 65536) {
    mju_error(
        "mj_collision: the sweep handles fewer than 65536 bodies that can collide, the model has "
        "%d",
        boxes.n);
    return;
  }
  int first = pairs->n;
  find_pairs(d, module, &boxes, pairs);
  pairs->n = first + keep_colliding(m, d, bodies, pairs->key + first, pairs->n - first);
}

// Sorts by one half of the keys, stably. `count` holds how often each value occurs.
static void counting_pass(const uint32_t* from, uint32_t* to, int n, int shift, int* count,
                          int ncount) {
  for (int i = 0, sum = 0; i < ncount; i++) {
    int c = count[i];
    count[i] = sum;
    sum += c;
  }
  for (int i = 0; i < n; i++)
    to[count[(from[i] >> shift) & 0xffff]++] = from[i];
}

static void insertion_sort(uint32_t* keys, int n) {
  for (int i = 1; i < n; i++) {
    uint32_t key = keys[i];
    int k = i;
    for (; k > 0 && keys[k - 1] > key; k--)
      keys[k] = keys[k - 1];
    keys[k] = key;
  }
}

// Removes adjacent duplicates; returns the number of keys left.
static int unique(uint32_t* keys, int n) {
  int kept = 1;
  for (int i = 1; i < n; i++)
    if (keys[i] != keys[i - 1])
      keys[kept++] = keys[i];
  return kept;
}

// Sorts ascending and removes duplicates; returns the number of keys left.
static int sort_keys(const mjModel* m, mjData* d, uint32_t* keys, int n) {
  if (n < 2)
    return n;
  if (n <= FEW_KEYS) {
    insertion_sort(keys, n);
    return unique(keys, n);
  }
  uint32_t* scratch = mj_stackAllocByte(d, sizeof(uint32_t) * (size_t)n, _Alignof(uint32_t));
  int nbody = (int)(m->nbody + m->nflex);
  int *larger = mj_stackAllocInt(d, 2 * (size_t)nbody), *smaller = larger + nbody;
  memset(larger, 0, 2 * sizeof(int) * (size_t)nbody);
  for (int i = 0; i < n; i++) {
    larger[keys[i] & 0xffff]++;
    smaller[keys[i] >> 16]++;
  }
  counting_pass(keys, scratch, n, 0, larger, nbody);
  counting_pass(scratch, keys, n, 16, smaller, nbody);
  return unique(keys, n);
}

// Room on the stack for the keys of all pairs, unless that is more than half of what is free. How
// much it is determines which contacts still fit when the arena is nearly full.
static uint32_t* key_room(const mjModel* m, mjData* d, size_t nplane, int* capacity) {
  const size_t nbody = (size_t)(m->nbody + m->nflex), used = d->pstack + d->parena;
  size_t room = nbody * (nbody - 1) / 2 + nplane * nbody + (size_t)m->nflex;
  const size_t available =
      (size_t)d->narena > used ? ((size_t)d->narena - used) / (2 * sizeof(uint32_t)) : 0;
  if (room > available)
    room = available;
  if (room > INT32_MAX)
    room = INT32_MAX;
  *capacity = (int)room;
  return mj_stackAllocByte(d, room * sizeof(uint32_t), _Alignof(uint32_t));
}

// The pairs of many bodies, in any order.
static void sweep_bodies(const mjModel* m, mjData* d, const Bound* module, FcBodyPairs* pairs) {
  Bodies bodies;
  gather_filters(m, d, &bodies);
  pairs_always_tested(m, d, &bodies, pairs);
  pairs_swept(m, d, &bodies, module, pairs);

  // pairs with the world are in order and come first
  int n = 0;
  while (n < pairs->n && pairs->key[n] >> 16 == 0)
    n++;
  pairs->n = n + sort_keys(m, d, pairs->key + n, pairs->n - n);
}

int broad_phase(const mjModel* m, mjData* d, uint32_t** keys, int* compared) {
  *keys = NULL;
  *compared = 0;
  const Bound* module = bound_choice(m, d, FC_BROADPHASE);
  if (!module)
    return 0;
  const size_t nbody = (size_t)(m->nbody + m->nflex);
  if (nbody > 65536) {
    mju_error("mj_collision: at most 65536 bodies and flexes can collide, the model has %d",
              (int)nbody);
    return 0;
  }

  const FewBodies* few = few_bodies(m, d);
  size_t nplane = few ? few_bodies_nplane(few) : 0;
  for (int b = 1; b < m->nbody && !few; b++)
    nplane += always_tested(m, b) ? 1 : 0;
  FcBodyPairs pairs = {.size = sizeof pairs};
  pairs.key = *keys = key_room(m, d, nplane, &pairs.capacity);

  SweepJudge judge = {.judge = {boxes_overlap}, .module = module};
  if (few && few_bodies_near(m, d, few, &judge.judge, &pairs)) {
    *compared = !CALLBACK(d, contactfilter);
    return pairs.n;
  }
  pairs.n = 0;
  mj_markStack(d);
  sweep_bodies(m, d, module, &pairs);
  mj_freeStack(d);
  return pairs.n;
}
