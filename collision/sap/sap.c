// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sweep and prune: the broad phase that runs by default.
//
// Every box has two events on the first axis, its begin and its end. The events are sorted and
// visited in order; a box is tested against the boxes that are open at its begin, on the other two
// axes only, and is open until its end. Coordinates of events are single precision, and equal ones
// keep the order begin 0, end 0, begin 1, end 1, ...; so which pairs are found is defined down to
// the last bit and does not depend on the past.
//
// Time. From step to step hardly any two events change places, so the order of the last step is
// kept and repaired by insertion. When that turns out to be much work (the axis flipped, or bodies
// were moved by hand) the events are sorted by radix. Open boxes are kept in contiguous arrays, one
// per bound, so that the tests are a loop without branches; single precision decides most of them.
// Static and sleeping boxes are kept apart from the others and never tested among themselves.

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include <fulcrum/broadphase.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>

// Persistent: the order of the last step.
typedef struct Memory_ {
  int n;        // number of events; 0: none yet
  int order[];  // events, 2 k for the begin of item k, 2 k + 1 for its end
} Memory;

typedef struct Event_ {
  float at;
  int id;
} Event;

static size_t memory_size(const mjModel* m) {
  return sizeof(Memory) + 2 * (size_t)m->nbody * sizeof(int);
}

// ---------------------------------------------------------------- sorting

static inline int before(Event a, Event b) { return a.at < b.at || (a.at == b.at && a.id < b.id); }

// Sort by insertion; gives up, leaving a permutation, after `budget` moves. Returns whether it is
// done.
static int sort_by_insertion(Event* event, int n, long budget) {
  for (int i = 1; i < n; i++) {
    Event e = event[i];
    int k = i;
    while (k > 0 && before(e, event[k - 1])) {
      event[k] = event[k - 1];
      k--;
    }
    event[k] = e;
    budget -= i - k;
    if (budget < 0) return 0;
  }
  return 1;
}

// Bits of a float as an unsigned number with the same order; -0 counts as 0.
static inline uint32_t ordered_bits(float x) {
  uint32_t u;
  x += 0.0f;
  memcpy(&u, &x, sizeof u);
  return u & 0x80000000u ? ~u : u | 0x80000000u;
}

// Stable sort of events that are in the order of their ids.
static void sort_by_radix(Event* event, Event* scratch, int n) {
  enum { BITS = 11, BUCKETS = 1 << BITS };
  int count[BUCKETS];
  for (int shift = 0; shift < 32; shift += BITS) {
    memset(count, 0, sizeof count);
    for (int i = 0; i < n; i++) count[(ordered_bits(event[i].at) >> shift) & (BUCKETS - 1)]++;
    for (int i = 0, sum = 0; i < BUCKETS; i++) {
      int c = count[i];
      count[i] = sum;
      sum += c;
    }
    for (int i = 0; i < n; i++)
      scratch[count[(ordered_bits(event[i].at) >> shift) & (BUCKETS - 1)]++] = event[i];
    memcpy(event, scratch, sizeof(Event) * (size_t)n);
  }
}

static float event_at(const FcBoxes* boxes, int id) {
  return (float)(id & 1 ? boxes->upper[0][id >> 1] : boxes->lower[0][id >> 1]);
}

// Events in order; the order is remembered.
static void sort_events(const FcBoxes* boxes, Memory* memory, Event* event, Event* scratch) {
  int n = 2 * boxes->n, sorted = 0, nan = 0;
  if (memory->n == n) {
    for (int i = 0; i < n; i++) {
      event[i] = (Event){event_at(boxes, memory->order[i]), memory->order[i]};
      nan |= event[i].at != event[i].at;
    }
    sorted = !nan && sort_by_insertion(event, n, 8L * n);
  }
  if (!sorted) {
    for (int i = 0; i < n; i++) event[i] = (Event){event_at(boxes, i), i};
    sort_by_radix(event, scratch, n);
  }
  memory->n = n;
  for (int i = 0; i < n; i++) memory->order[i] = event[i].id;
}

// ---------------------------------------------------------------- sweeping

// Boxes that are open: their bounds on the second and third axis, rounded outwards to single
// precision, and who they are. Blocks of eight are tested at a time, so the entries up to the next
// multiple of eight are boxes that overlap nothing.
enum { BLOCK = 8 };

typedef struct Open_ {
  int n;
  int* item;
  float *lower1, *upper1, *lower2, *upper2;
} Open;

static Open open_alloc(mjData* d, size_t n) {
  size_t room = (n / BLOCK + 1) * BLOCK;
  float* bound = mj_stackAllocByte(d, 4 * room * sizeof(float), 32);
  Open open = {
      0, mj_stackAllocInt(d, room), bound, bound + room, bound + 2 * room, bound + 3 * room};
  for (size_t k = 0; k < 4 * room; k++) bound[k] = INFINITY;
  return open;
}

// Bounds of one box in single precision, never tighter than they are.
typedef struct Bounds_ {
  float lower1, upper1, lower2, upper2;
} Bounds;

static inline float below(mjtNum x) { return (float)(x - 1e-6 * fabs(x)); }
static inline float above(mjtNum x) { return (float)(x + 1e-6 * fabs(x)); }

static Bounds bounds_of(const FcBoxes* boxes, int item) {
  return (Bounds){below(boxes->lower[1][item]), above(boxes->upper[1][item]),
                  below(boxes->lower[2][item]), above(boxes->upper[2][item])};
}

static void open_set(Open* open, int k, Bounds b) {
  open->lower1[k] = b.lower1;
  open->upper1[k] = b.upper1;
  open->lower2[k] = b.lower2;
  open->upper2[k] = b.upper2;
}

// `place` tells where in its list an item is.
static void open_add(Open* open, int* place, int item, Bounds bounds) {
  int k = open->n++;
  open->item[k] = item;
  open_set(open, k, bounds);
  place[item] = k;
}

// A box whose end comes before its begin (negative margin) is not open yet, and will not be closed.
static void open_remove(Open* open, int* place, int item) {
  if (place[item] < 0) return;
  int k = place[item], last = --open->n;
  open->item[k] = open->item[last];
  open_set(
      open, k,
      (Bounds){open->lower1[last], open->upper1[last], open->lower2[last], open->upper2[last]});
  open_set(open, last, (Bounds){INFINITY, INFINITY, INFINITY, INFINITY});
  place[open->item[k]] = k;
}

// On the second and third axis, in full precision.
static int apart(const FcBoxes* boxes, int i, int j) {
  for (int a = 1; a < 3; a++) {
    if (boxes->lower[a][i] > boxes->upper[a][j] || boxes->lower[a][j] > boxes->upper[a][i])
      return 1;
  }
  return 0;
}

// Four tests at once: all bits of a lane are set where the boxes are apart.
typedef float Lanes __attribute__((vector_size(16)));
typedef int32_t Mask __attribute__((vector_size(16)));

static inline Mask apart4(const Open* open, int k, Bounds b) {
  Lanes l1, u1, l2, u2;
  memcpy(&l1, open->lower1 + k, sizeof l1);
  memcpy(&u1, open->upper1 + k, sizeof u1);
  memcpy(&l2, open->lower2 + k, sizeof l2);
  memcpy(&u2, open->upper2 + k, sizeof u2);
  return (l1 > b.upper1) | (b.lower1 > u1) | (l2 > b.upper2) | (b.lower2 > u2);
}

// Emit those of a block that overlap the box of an item.
static int emit_block(const Open* open, int start, const FcBoxes* boxes, int item,
                      const int32_t beyond[BLOCK], FcBodyPairs* pairs) {
  int n = open->n - start < BLOCK ? open->n - start : BLOCK;
  for (int k = 0; k < n; k++) {
    if (beyond[k] || apart(boxes, open->item[start + k], item)) continue;
    if (fc_emitBodies(pairs, boxes, open->item[start + k], item)) {
      return fc_fail(
          "more than %d pairs of bodies are near each other, and there is no more memory for them; "
          "increase the arena",
          pairs->capacity);
    }
  }
  return 0;
}

// Emit all open boxes that overlap the box of an item. Eight tests first, then a look at the
// outcome as a whole.
static int emit_overlaps(const Open* open, const FcBoxes* boxes, int item, Bounds b,
                         FcBodyPairs* pairs) {
  for (int start = 0; start < open->n; start += BLOCK) {
    Mask beyond[2] = {apart4(open, start, b), apart4(open, start + 4, b)};
    Mask both = beyond[0] & beyond[1];
    int64_t half[2];
    memcpy(half, &both, sizeof half);
    if ((half[0] & half[1]) == -1) continue;
    int32_t lane[BLOCK];
    memcpy(lane, beyond, sizeof lane);
    if (emit_block(open, start, boxes, item, lane, pairs)) return -1;
  }
  return 0;
}

static int sweep(const FcBoxes* boxes, const Event* event, mjData* d, FcBodyPairs* pairs) {
  size_t n = (size_t)boxes->n;
  Open moving = open_alloc(d, n), resting = open_alloc(d, n);
  int* place = mj_stackAllocInt(d, n);
  for (size_t i = 0; i < n; i++) place[i] = -1;
  for (int i = 0; i < 2 * boxes->n; i++) {
    int item = event[i].id >> 1;
    Open* own = boxes->resting[item] ? &resting : &moving;
    if (event[i].id & 1) {
      open_remove(own, place, item);
    } else {
      Bounds bounds = bounds_of(boxes, item);
      if (emit_overlaps(&moving, boxes, item, bounds, pairs)) return -1;
      if (own == &moving && emit_overlaps(&resting, boxes, item, bounds, pairs)) return -1;
      open_add(own, place, item, bounds);
    }
  }
  return 0;
}

static int sap_pairs(const FcContext* ctx, const FcBoxes* boxes, FcBodyPairs* pairs) {
  mjData* d = ctx->d;
  size_t n = 2 * (size_t)boxes->n;
  mj_markStack(d);
  Event* event = mj_stackAllocByte(d, n * sizeof(Event), _Alignof(Event));
  Event* scratch = mj_stackAllocByte(d, n * sizeof(Event), _Alignof(Event));
  sort_events(boxes, ctx->memory, event, scratch);
  int status = sweep(boxes, event, d, pairs);
  mj_freeStack(d);
  return status;
}

static const FcBroadphase table = {.size = sizeof(FcBroadphase), .pairs = sap_pairs};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_BROADPHASE,
                                .name = "sap",
                                .table = &table,
                                .memory = memory_size}};
static const FcModule module = {.size = sizeof(FcModule),
                                .abi = FC_ABI,
                                .features = FC_FEATURES,
                                .nface = 1,
                                .layout = &fc_layout,
                                .name = "sap",
                                .version = "1.0.0",
                                .licence = "Apache-2.0",
                                .faces = faces};
FC_MODULE(sap, module)
