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
// were moved by hand) the events are sorted by radix. Open boxes are kept by strips across another
// axis, so that only those of the same neighbourhood are looked at, and in blocks of eight, so that
// the tests are a loop without branches; single precision decides most of them. Static and sleeping
// boxes are kept apart from the others and never tested among themselves.

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

// Events in order; the order is remembered. `at` has room for the coordinates.
static void sort_events(const FcBoxes* boxes, Memory* memory, Event* event, Event* scratch,
                        float* at) {
  int n = 2 * boxes->n, sorted = 0, nan = 0;
  for (int i = 0; i < boxes->n; i++) {
    at[2 * i] = (float)boxes->lower[0][i];
    at[2 * i + 1] = (float)boxes->upper[0][i];
  }
  if (memory->n == n) {
    for (int i = 0; i < n; i++) {
      int id = memory->order[i];
      event[i] = (Event){at[id], id};
      nan |= at[id] != at[id];
    }
    sorted = !nan && sort_by_insertion(event, n, 8L * n);
  }
  if (!sorted) {
    for (int i = 0; i < n; i++) event[i] = (Event){at[i], i};
    sort_by_radix(event, scratch, n);
  }
  memory->n = n;
  for (int i = 0; i < n; i++) memory->order[i] = event[i].id;
}

// ---------------------------------------------------------------- strips

// The room is cut into strips across the second or third axis. A box is narrow when it begins and
// ends in the same or in neighbouring strips, and then stands in the list of the strip where it
// begins; all others are wide and stand in a list of their own. What overlaps a box that reaches
// from strip a to strip b therefore is wide, or begins in one of the strips a - 1 to b. That the
// strip of a coordinate never decreases with the coordinate is all this needs, so rounding cannot
// lose a pair.
enum {
  MAX_STRIPS = 64,
  FEW_BOXES = 64,  // are not worth more than one strip
};

typedef struct Strips_ {
  int n, axis;
  mjtNum origin, scale;
} Strips;

static inline int strip_at(const Strips* s, mjtNum x) {
  mjtNum t = (x - s->origin) * s->scale;
  return t > 0 ? (t < s->n - 1 ? (int)t : s->n - 1) : 0;
}

// Strips are twice as wide as boxes are in the mean, across the axis that fits more of them. A
// box that is not a number overlaps everything, which only a single strip gets right.
static Strips make_strips(const FcBoxes* boxes) {
  Strips best = {.n = 1, .axis = 1};
  mjtNum most = 1;
  for (int a = 1; a < 3 && boxes->n > FEW_BOXES; a++) {
    const mjtNum *lower = boxes->lower[a], *upper = boxes->upper[a];
    mjtNum first = lower[0], last = upper[0], sum = 0;
    for (int i = 0; i < boxes->n; i++) {
      first = lower[i] < first ? lower[i] : first;
      last = upper[i] > last ? upper[i] : last;
      sum += upper[i] - lower[i];
    }
    if (!isfinite(sum)) return (Strips){.n = 1, .axis = 1};
    mjtNum width = 2 * sum / boxes->n, fit = (last - first) / width;
    if (!(width > 0) || !isfinite(fit) || fit <= most) continue;
    most = fit;
    best.n = fit < MAX_STRIPS ? (int)fit : MAX_STRIPS;
    best.axis = a;
    best.origin = first;
    best.scale = best.n / (last - first);
  }
  return best;
}

// ---------------------------------------------------------------- sweeping

// Boxes that are open: their bounds on the second and third axis, rounded outwards to single
// precision, and who they are. Eight are tested at a time, so the unused places of a block hold
// boxes that overlap nothing.
enum { BLOCK = 8 };

typedef struct Block_ {
  float lower1[BLOCK], upper1[BLOCK], lower2[BLOCK], upper2[BLOCK];
  int item[BLOCK];
} Block;

typedef struct Open_ {
  Block* block;
  int n;
} Open;

// Bounds of one box in single precision, never tighter than they are.
typedef struct Bounds_ {
  float lower1, upper1, lower2, upper2;
} Bounds;

// What is known about a box before the sweep, and where it stands while it is open.
typedef struct Item_ {
  Bounds bounds;
  int first, last;  // strips whose lists it is tested against
  int list;         // its own
  int place;        // in that list; -1: not open
} Item;

// A sweep: a list of open boxes per strip and one for wide boxes, twice.
typedef struct Sweep_ {
  const FcBoxes* boxes;
  FcBodyPairs* pairs;
  Strips strips;
  Open* moving;   // strips.n + 1 lists, the last is that of the wide boxes
  Open* resting;  // likewise
  int nresting;
  Item* item;
} Sweep;

static inline float below(mjtNum x) { return (float)(x - 1e-6 * fabs(x)); }
static inline float above(mjtNum x) { return (float)(x + 1e-6 * fabs(x)); }

static Bounds bounds_of(const FcBoxes* boxes, int item) {
  return (Bounds){below(boxes->lower[1][item]), above(boxes->upper[1][item]),
                  below(boxes->lower[2][item]), above(boxes->upper[2][item])};
}

static inline void block_set(Block* block, int k, int item, Bounds b) {
  block->lower1[k] = b.lower1;
  block->upper1[k] = b.upper1;
  block->lower2[k] = b.lower2;
  block->upper2[k] = b.upper2;
  block->item[k] = item;
}

static void open_add(Open* open, Item* items, int item) {
  int k = open->n++;
  block_set(open->block + k / BLOCK, k % BLOCK, item, items[item].bounds);
  items[item].place = k;
}

// A box whose end comes before its begin (negative margin) is not open yet, and will not be closed.
static void open_remove(Open* open, Item* items, int item) {
  int k = items[item].place;
  if (k < 0) return;
  int last = --open->n;
  Block* end = open->block + last / BLOCK;
  int moved = end->item[last % BLOCK];
  block_set(open->block + k / BLOCK, k % BLOCK, moved, items[moved].bounds);
  block_set(end, last % BLOCK, 0, (Bounds){INFINITY, INFINITY, INFINITY, INFINITY});
  items[moved].place = k;
}

// Lay out the lists, each with room for all boxes that will ever stand in it.
static void sweep_open(Sweep* sweep, mjData* d) {
  const FcBoxes* boxes = sweep->boxes;
  const Strips* strips = &sweep->strips;
  int n = boxes->n, nlist = strips->n + 1, nblock = 0;
  sweep->item = mj_stackAllocByte(d, (size_t)n * sizeof(Item), 32);
  sweep->moving = mj_stackAllocByte(d, 2 * (size_t)nlist * sizeof(Open), _Alignof(Open));
  sweep->resting = sweep->moving + nlist;
  memset(sweep->moving, 0, 2 * (size_t)nlist * sizeof(Open));
  for (int i = 0; i < n; i++) {
    int first = strip_at(strips, boxes->lower[strips->axis][i]);
    int last = strip_at(strips, boxes->upper[strips->axis][i]);
    int list = (last - first <= 1 ? first : strips->n) + (boxes->resting[i] ? nlist : 0);
    sweep->item[i] = (Item){bounds_of(boxes, i), first > 0 ? first - 1 : 0, last, list, -1};
    sweep->nresting += boxes->resting[i];
    sweep->moving[list].n++;
  }
  for (int k = 0; k < 2 * nlist; k++) nblock += (sweep->moving[k].n + BLOCK - 1) / BLOCK;
  Block* block = mj_stackAllocByte(d, (size_t)nblock * sizeof(Block), 32);
  for (int k = 0; k < nblock; k++) {
    for (int lane = 0; lane < BLOCK; lane++)
      block_set(block + k, lane, 0, (Bounds){INFINITY, INFINITY, INFINITY, INFINITY});
  }
  for (int k = 0; k < 2 * nlist; k++) {
    Open* open = sweep->moving + k;
    open->block = block;
    block += (open->n + BLOCK - 1) / BLOCK;
    open->n = 0;
  }
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

static inline Mask apart4(const Block* block, int k, Bounds b) {
  Lanes l1, u1, l2, u2;
  memcpy(&l1, block->lower1 + k, sizeof l1);
  memcpy(&u1, block->upper1 + k, sizeof u1);
  memcpy(&l2, block->lower2 + k, sizeof l2);
  memcpy(&u2, block->upper2 + k, sizeof u2);
  return (l1 > b.upper1) | (b.lower1 > u1) | (l2 > b.upper2) | (b.lower2 > u2);
}

// Eight tests: a bit is set where the boxes overlap.
static inline unsigned overlaps8(const Block* block, Bounds b) {
  static const Mask bit[2] = {{1, 2, 4, 8}, {16, 32, 64, 128}};
  Mask beyond = (apart4(block, 0, b) & bit[0]) | (apart4(block, 4, b) & bit[1]);
  uint64_t half[2];
  memcpy(half, &beyond, sizeof half);
  uint64_t lanes = half[0] | half[1];
  return ~(unsigned)(lanes | lanes >> 32) & 0xff;
}

// Emit all boxes of a list that overlap the box of an item.
static int emit_list(const Sweep* sweep, const Open* open, int item) {
  const Block* block = open->block;
  for (int left = open->n; left > 0; left -= BLOCK, block++) {
    for (unsigned lanes = overlaps8(block, sweep->item[item].bounds); lanes; lanes &= lanes - 1) {
      int other = block->item[__builtin_ctz(lanes)];
      if (apart(sweep->boxes, other, item)) continue;
      if (fc_emitBodies(sweep->pairs, sweep->boxes, other, item)) {
        return fc_fail(
            "more than %d pairs of bodies are near each other, and there is no more memory for "
            "them; increase the arena",
            sweep->pairs->capacity);
      }
    }
  }
  return 0;
}

// Emit all open boxes that overlap the box of an item.
static int emit_overlaps(const Sweep* sweep, const Open* open, int item) {
  const Item* self = sweep->item + item;
  for (int k = self->first; k <= self->last; k++) {
    if (emit_list(sweep, open + k, item)) return -1;
  }
  return emit_list(sweep, open + sweep->strips.n, item);
}

static int sweep_events(Sweep* sweep, const Event* event) {
  const FcBoxes* boxes = sweep->boxes;
  for (int i = 0; i < 2 * boxes->n; i++) {
    int item = event[i].id >> 1;
    Open* own = sweep->moving + sweep->item[item].list;
    if (event[i].id & 1) {
      open_remove(own, sweep->item, item);
    } else {
      if (emit_overlaps(sweep, sweep->moving, item)) return -1;
      if (sweep->nresting && !boxes->resting[item] && emit_overlaps(sweep, sweep->resting, item))
        return -1;
      open_add(own, sweep->item, item);
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
  float* at = mj_stackAllocByte(d, n * sizeof(float), _Alignof(float));
  sort_events(boxes, ctx->memory, event, scratch, at);
  Sweep sweep = {.boxes = boxes, .pairs = pairs, .strips = make_strips(boxes)};
  sweep_open(&sweep, d);
  int status = sweep_events(&sweep, event);
  mj_freeStack(d);
  return status;
}

static const FcBroadphase table = {.size = sizeof(FcBroadphase), .pairs = sap_pairs};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_BROADPHASE,
                                .name = "sap",
                                .table = &table,
                                .memory = memory_size}};

FC_MODULE(sap, "sap", "1.0.0", "Apache-2.0", &fc_layout, faces)
