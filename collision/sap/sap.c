// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sweep and prune: the default broad phase.
//
// Boxes are sorted by their lower bound ("begin") on the first axis. Boxes that follow a box in
// that order and begin before it ends form a contiguous run; they overlap it on this axis and are
// tested on the other two. Begins and ends are in single precision, and box j begins before box i
// ends when its coordinate is smaller, or equal and j < i. The set of pairs is therefore defined to
// the last bit and does not depend on the past. A box with NaN overlaps nothing.
//
// Performance. Few boxes change places between steps, so the order of the last step is kept and
// repaired by insertion sort. When that takes too many moves (the axis flipped, or bodies were
// moved by hand), a radix sort is used instead. The order is split into lists by strips across
// another axis, so that runs are short. Lists have their coordinates in arrays, and eight boxes are
// tested at a time. These tests are in single precision, rounded outwards; pairs that pass are
// tested exactly later, many at once. No loop branches on whether two boxes overlap. Static and
// sleeping boxes have separate lists and are never tested among themselves. A handful of boxes is
// tested pair by pair, which is faster than sorting them.

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <fulcrum/broadphase.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/parallel.h>
#include <mujoco/mujoco.h>

// Persistent: the order of the last step.
typedef struct Memory_ {
  int n;        // number of boxes; 0: none yet
  int order[];  // items
} Memory;

static size_t memory_size(const mjModel* m) {
  return sizeof(Memory) + (size_t)(m->nbody + m->nflex) * sizeof(int);
}

// ---------------------------------------------------------------- sorting

// Sort key of a box: its begin, as an integer that compares like the coordinate, in the upper half,
// and the item in the lower half. -0 equals 0, and NaN comes last.
static inline uint64_t sort_key(float begin, int item) {
  uint32_t u;
  begin += 0.0f;
  memcpy(&u, &begin, sizeof u);
  u = begin != begin ? UINT32_MAX : u & 0x80000000u ? ~u : u | 0x80000000u;
  return (uint64_t)u << 32 | (uint32_t)item;
}

static inline int item_of(uint64_t key) { return (int)(uint32_t)key; }

// Insertion sort that gives up after `budget` moves, leaving a permutation. Returns 1 when sorted.
static int sort_by_insertion(uint64_t* key, int n, long budget) {
  for (int i = 1; i < n; i++) {
    uint64_t moved = key[i];
    int k = i;
    for (; k > 0 && moved < key[k - 1]; k--)
      key[k] = key[k - 1];
    key[k] = moved;
    budget -= i - k;
    if (budget < 0)
      return 0;
  }
  return 1;
}

// Stable radix sort of keys that are in the order of their items: four passes of 256 buckets for
// few keys, three of 2048 for many.
static void sort_by_radix(uint64_t* key, uint64_t* scratch, int n) {
  enum { FEW = 1024, MOST_BITS = 11 };
  const int bits = n < FEW ? 8 : MOST_BITS, buckets = 1 << bits;
  int count[1 << MOST_BITS];
  for (int shift = 32; shift < 64; shift += bits) {
    memset(count, 0, sizeof *count * (size_t)buckets);
    for (int i = 0; i < n; i++)
      count[(key[i] >> shift) & (uint64_t)(buckets - 1)]++;
    for (int i = 0, sum = 0; i < buckets; i++) {
      int c = count[i];
      count[i] = sum;
      sum += c;
    }
    for (int i = 0; i < n; i++)
      scratch[count[(key[i] >> shift) & (uint64_t)(buckets - 1)]++] = key[i];
    memcpy(key, scratch, sizeof *key * (size_t)n);
  }
}

// Items by their begin, in memory->order.
static void sort_items(const FcBoxes* boxes, Memory* memory, mjData* d) {
  int n = boxes->n, sorted = 0;
  const mjtNum* lower = boxes->lower[0];
  mj_markStack(d);
  uint64_t* key = mj_stackAllocByte(d, (size_t)n * sizeof *key, _Alignof(uint64_t));
  if (memory->n == n) {
    for (int i = 0; i < n; i++) {
      int item = memory->order[i];
      key[i] = sort_key((float)lower[item], item);
    }
    sorted = sort_by_insertion(key, n, 4L * n);
  }
  if (!sorted) {
    uint64_t* scratch = mj_stackAllocByte(d, (size_t)n * sizeof *key, _Alignof(uint64_t));
    for (int i = 0; i < n; i++)
      key[i] = sort_key((float)lower[i], i);
    sort_by_radix(key, scratch, n);
  }
  memory->n = n;
  for (int i = 0; i < n; i++)
    memory->order[i] = item_of(key[i]);
  mj_freeStack(d);
}

// ---------------------------------------------------------------- strips

// Space is cut into strips across the second or third axis, and a box is listed in every strip that
// it reaches. Two boxes that overlap share a strip, and the first one they share is the strip where
// one of them begins; the pair is reported only there. This requires only that the strip index
// never decreases with the coordinate, so rounding cannot lose a pair.
enum {
  MAX_STRIPS = 64,
  FEW_BOXES = 64,  // up to this many, one strip is enough
};

typedef struct Strips_ {
  int n, axis;
  mjtNum origin, scale;
} Strips;

static inline int strip_at(const Strips* s, mjtNum x) {
  mjtNum t = (x - s->origin) * s->scale;
  return t > 0 ? (t < s->n - 1 ? (int)t : s->n - 1) : 0;
}

// Strips are three times as wide as the mean box, across the axis that fits more of them. If widths
// are not finite, there is a single strip.
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
    mjtNum width = 3 * sum / boxes->n, fit = (last - first) / width;
    if (!(width > 0) || !isfinite(fit) || fit <= most)
      continue;
    most = fit;
    best.n = fit < MAX_STRIPS ? (int)fit : MAX_STRIPS;
    best.axis = a;
    best.origin = first;
    best.scale = best.n / (last - first);
  }
  return best;
}

// ---------------------------------------------------------------- lists

// Number of boxes tested at once. Every list is padded with as many entries that overlap nothing.
enum { LANES = 8 };

// Data of a box, computed before the sweep; aligned so that addresses are cheap to compute.
typedef struct Item_ {
  _Alignas(64) mjtNum lower[2];  // on the second and third axis
  mjtNum upper[2];
  float begin, end;  // on the first
  int first, last;   // strips
  int body;
} Item;

// The range of entries of a list.
typedef struct List_ {
  int begin, end;
} List;

// All lists, one after the other, each in the order of the sweep: one per strip for moving boxes,
// then one per strip for boxes at rest.
typedef struct Sweep_ {
  Item* item;
  Strips strips;
  List list[2 * MAX_STRIPS];

  // per entry; bounds on the second and third axis are rounded outwards
  float *begin, *end, *lower1, *upper1, *lower2, *upper2;
  int32_t* starts;  // all bits are set if the box begins in this strip, else none
  int* who;         // item
} Sweep;

static inline float below(mjtNum x) { return (float)(x - 1e-6 * fabs(x)); }
static inline float above(mjtNum x) { return (float)(x + 1e-6 * fabs(x)); }

// Fill in the data of the boxes, and count those of every list in `end`.
static void describe_items(Sweep* sweep, const FcBoxes* boxes) {
  const Strips* strips = &sweep->strips;
  memset(sweep->list, 0, 2 * (size_t)strips->n * sizeof(List));
  for (int i = 0; i < boxes->n; i++) {
    float begin = (float)boxes->lower[0][i], end = (float)boxes->upper[0][i];
    Item item = {
        .lower = {boxes->lower[1][i], boxes->lower[2][i]},
        .upper = {boxes->upper[1][i], boxes->upper[2][i]},
        .begin = begin,
        // a box that ends before it begins (negative margin) is one that never ends
        .end = end < begin ? INFINITY : end,
        .first = strip_at(strips, boxes->lower[strips->axis][i]),
        .body = boxes->body[i],
    };
    // it is in at least one strip
    int last = strip_at(strips, boxes->upper[strips->axis][i]);
    item.last = last > item.first ? last : item.first;
    sweep->item[i] = item;
    List* list = sweep->list + (boxes->resting[i] ? strips->n : 0);
    for (int k = item.first; k <= item.last; k++)
      list[k].end++;
  }
}

// Put the boxes into their lists, in the order of the sweep.
static void fill_lists(Sweep* sweep, const FcBoxes* boxes, const int* order, mjData* d) {
  int nstrip = sweep->strips.n, nplace = 0;
  for (int k = 0; k < 2 * nstrip; k++) {
    List* list = sweep->list + k;
    list->begin = nplace;
    nplace += list->end + LANES;
    list->end = list->begin;
  }
  float* number = mj_stackAllocByte(d, 6 * (size_t)nplace * sizeof(float), 32);
  sweep->begin = number;
  sweep->end = number + nplace;
  sweep->lower1 = number + 2 * nplace;
  sweep->upper1 = number + 3 * nplace;
  sweep->lower2 = number + 4 * nplace;
  sweep->upper2 = number + 5 * nplace;
  sweep->starts = mj_stackAllocInt(d, (size_t)nplace);
  sweep->who = mj_stackAllocInt(d, (size_t)nplace);

  // items of the lists
  for (int i = 0; i < boxes->n; i++) {
    const Item* item = sweep->item + order[i];
    List* list = sweep->list + (boxes->resting[order[i]] ? nstrip : 0);
    for (int k = item->first; k <= item->last; k++)
      sweep->who[list[k].end++] = order[i];
  }

  // their bounds
  for (int k = 0; k < 2 * nstrip; k++) {
    List list = sweep->list[k];
    int strip = k < nstrip ? k : k - nstrip;
    for (int place = list.begin; place < list.end; place++) {
      const Item* item = sweep->item + sweep->who[place];
      sweep->begin[place] = item->begin;
      sweep->end[place] = item->end;
      sweep->lower1[place] = below(item->lower[0]);
      sweep->lower2[place] = below(item->lower[1]);
      sweep->upper1[place] = above(item->upper[0]);
      sweep->upper2[place] = above(item->upper[1]);
      sweep->starts[place] = -(strip == item->first);
    }
    for (int place = list.end; place < list.end + LANES; place++) {
      sweep->begin[place] = sweep->lower1[place] = sweep->upper1[place] = NAN;
      sweep->lower2[place] = sweep->upper2[place] = NAN;
      sweep->starts[place] = sweep->who[place] = 0;
    }
  }
}

// ---------------------------------------------------------------- candidates

// Pairs that overlap in single precision are buffered and later tested in full precision, many at
// once, so that neither loop has branches that depend on the boxes.
enum { BUFFER = 1024 };

typedef struct Candidates_ {
  uint32_t pair[BUFFER + LANES];  // (item that comes first << 16) + the other one
  int n;
} Candidates;

typedef mjtNum Bounds __attribute__((vector_size(2 * sizeof(mjtNum))));
typedef int64_t Beyond __attribute__((vector_size(2 * sizeof(mjtNum))));

// 1 when box b, which comes later in the order of the sweep, overlaps box a.
static inline int overlap(const Item* items, uint32_t pair) {
  const Item *a = items + (pair >> 16), *b = items + (pair & 0xffff);
  Bounds lower_a, upper_a, lower_b, upper_b;
  memcpy(&lower_a, a->lower, sizeof lower_a);
  memcpy(&upper_a, a->upper, sizeof upper_a);
  memcpy(&lower_b, b->lower, sizeof lower_b);
  memcpy(&upper_b, b->upper, sizeof upper_b);
  Beyond apart = (lower_a > upper_b) | (lower_b > upper_a);
  int later = (b->begin >= a->end) & (b > a);
  return !(apart[0] | apart[1] | later);
}

static int too_many(const FcBodyPairs* pairs) {
  return fc_fail(
      "more than %d pairs of bodies are near each other, and there is no more memory for them; "
      "increase the arena",
      pairs->capacity);
}

// Report the candidates that overlap. -1 without room; others may report at the same time.
static int emit(const Item* items, Candidates* candidates, FcBodyPairs* pairs) {
  uint32_t key[BUFFER + LANES];
  int n = 0;
  for (int i = 0; i < candidates->n; i++) {
    uint32_t pair = candidates->pair[i];
    key[n] = fc_bodyPair(items[pair >> 16].body, items[pair & 0xffff].body);
    n += overlap(items, pair);
  }
  candidates->n = 0;
  const int first = __atomic_fetch_add(&pairs->n, n, __ATOMIC_RELAXED);
  if (n > pairs->capacity - first)
    return -1;
  memcpy(pairs->key + first, key, (size_t)n * sizeof *key);
  return 0;
}

// ---------------------------------------------------------------- sweeping

typedef float Lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t Wide __attribute__((vector_size(LANES * sizeof(int32_t))));

static inline void load(Lanes* lanes, const float* from) { memcpy(lanes, from, sizeof *lanes); }

// Add those of the LANES boxes from `place` on that overlap the one at `own` in single precision.
static inline void add_near(const Sweep* sweep, int place, int own, Candidates* candidates) {
  Lanes begin, lower1, upper1, lower2, upper2;
  Wide starts, who;
  load(&begin, sweep->begin + place);
  load(&lower1, sweep->lower1 + place);
  load(&upper1, sweep->upper1 + place);
  load(&lower2, sweep->lower2 + place);
  load(&upper2, sweep->upper2 + place);
  memcpy(&starts, sweep->starts + place, sizeof starts);
  memcpy(&who, sweep->who + place, sizeof who);
  Wide near = (begin <= sweep->end[own]) & (lower1 <= sweep->upper1[own]) &
              (upper1 >= sweep->lower1[own]) & (lower2 <= sweep->upper2[own]) &
              (upper2 >= sweep->lower2[own]) & (starts | sweep->starts[own]);
  who |= (int32_t)((uint32_t)sweep->who[own] << 16);

  // every lane is written; the next one overwrites it unless it counts
  int32_t hit[LANES];
  uint32_t pair[LANES];
  memcpy(hit, &near, sizeof hit);
  memcpy(pair, &who, sizeof pair);
  int n = candidates->n;
  for (int lane = 0; lane < LANES; lane++) {
    candidates->pair[n] = pair[lane];
    n -= hit[lane];
  }
  candidates->n = n;
}

// Add all boxes at [place, end) that overlap the one at `own`, which comes before them.
static inline int add_run(const Sweep* sweep, int place, int end, int own, Candidates* candidates,
                          FcBodyPairs* pairs) {
  for (; place < end && sweep->begin[place] <= sweep->end[own]; place += LANES) {
    add_near(sweep, place, own, candidates);
    if (candidates->n >= BUFFER && emit(sweep->item, candidates, pairs))
      return -1;
  }
  return 0;
}

static inline int comes_before(const Sweep* sweep, int place1, int place2) {
  float begin1 = sweep->begin[place1], begin2 = sweep->begin[place2];
  return begin1 < begin2 || (begin1 == begin2 && sweep->who[place1] < sweep->who[place2]);
}

static int sweep_strip(const Sweep* sweep, int strip, Candidates* candidates, FcBodyPairs* pairs) {
  List moving = sweep->list[strip], resting = sweep->list[strip + sweep->strips.n];
  for (; moving.begin < moving.end; moving.begin++) {
    // boxes at rest that come next
    for (; resting.begin < resting.end && comes_before(sweep, resting.begin, moving.begin);
         resting.begin++)
      if (add_run(sweep, moving.begin, moving.end, resting.begin, candidates, pairs))
        return -1;
    if (add_run(sweep, moving.begin + 1, moving.end, moving.begin, candidates, pairs) ||
        add_run(sweep, resting.begin, resting.end, moving.begin, candidates, pairs))
      return -1;
  }
  return 0;
}

// The strips as threads share them.
typedef struct Share_ {
  const Sweep* sweep;
  FcBodyPairs* pairs;
  int failed;
} Share;

static void sweep_some(void* context, int begin, int end) {
  Share* share = context;
  Candidates candidates;
  candidates.n = 0;
  int status = 0;
  for (int k = begin; k < end && !status; k++)
    status = sweep_strip(share->sweep, k, &candidates, share->pairs);
  if (status || emit(share->sweep->item, &candidates, share->pairs))
    __atomic_store_n(&share->failed, 1, __ATOMIC_RELAXED);
}

static int sweep_all(mjData* d, Memory* memory, const FcBoxes* boxes, FcBodyPairs* pairs) {
  enum { WORTH = 200 };  // boxes that make a range
  const int before = pairs->n;
  mj_markStack(d);
  sort_items(boxes, memory, d);
  Sweep sweep = {.strips = make_strips(boxes)};
  sweep.item = mj_stackAllocByte(d, (size_t)boxes->n * sizeof(Item), 64);
  describe_items(&sweep, boxes);
  fill_lists(&sweep, boxes, memory->order, d);
  Share share = {&sweep, pairs, 0};
  fc_parallel(d, sweep.strips.n, 1 + sweep.strips.n * WORTH / boxes->n, sweep_some, &share);
  mj_freeStack(d);
  if (share.failed) {
    pairs->n = before;
    return too_many(pairs);
  }
  return 0;
}

// ---------------------------------------------------------------- a handful

enum { HANDFUL = 12 };  // up to this many boxes are not worth sorting

// 1 when two boxes overlap by the rules of the sweep.
static inline int boxes_overlap(const FcBoxes* boxes, int i, int j) {
  const float begin_i = (float)boxes->lower[0][i], begin_j = (float)boxes->lower[0][j];
  // NaN comes last
  const int i_first = begin_j != begin_j || begin_i < begin_j || (begin_i == begin_j && i < j);
  const int a = i_first ? i : j, b = i_first ? j : i;
  const float begin_a = i_first ? begin_i : begin_j, begin_b = i_first ? begin_j : begin_i;
  const float upper = (float)boxes->upper[0][a], end = upper < begin_a ? INFINITY : upper;
  const mjtNum *lower1 = boxes->lower[1], *upper1 = boxes->upper[1];
  const mjtNum *lower2 = boxes->lower[2], *upper2 = boxes->upper[2];
  return (begin_b < end || (begin_b == end && b < a)) && lower1[a] <= upper1[b] &&
         lower1[b] <= upper1[a] && lower2[a] <= upper2[b] && lower2[b] <= upper2[a];
}

static int test_all(const FcBoxes* boxes, FcBodyPairs* pairs) {
  for (int i = 0; i < boxes->n; i++) {
    for (int j = i + 1; j < boxes->n; j++) {
      if ((boxes->resting[i] && boxes->resting[j]) || !boxes_overlap(boxes, i, j))
        continue;
      if (pairs->n == pairs->capacity)
        return too_many(pairs);
      pairs->key[pairs->n++] = fc_bodyPair(boxes->body[i], boxes->body[j]);
    }
  }
  return 0;
}

// ---------------------------------------------------------------- the face

static int sap_pairs(const FcContext* ctx, const FcBoxes* boxes, FcBodyPairs* pairs) {
  if (boxes->n <= HANDFUL)
    return test_all(boxes, pairs);
  return sweep_all(ctx->d, ctx->memory, boxes, pairs);
}

// Elements are sorted from scratch: this takes a small part of the time.
static int sap_elements(const FcContext* ctx, const FcBoxes* boxes, FcBodyPairs* pairs) {
  if (boxes->n <= HANDFUL)
    return test_all(boxes, pairs);
  mjData* d = ctx->d;
  mj_markStack(d);
  Memory* memory =
      mj_stackAllocByte(d, sizeof(Memory) + (size_t)boxes->n * sizeof(int), _Alignof(Memory));
  memory->n = 0;
  int status = sweep_all(d, memory, boxes, pairs);
  mj_freeStack(d);
  return status;
}

static const FcBroadphase table = {
    .size = sizeof(FcBroadphase), .pairs = sap_pairs, .elements = sap_elements};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_BROADPHASE,
                                .name = "sap",
                                .table = &table,
                                .memory = memory_size}};

FC_MODULE_WITH(sap, "sap", "1.0.0", "Apache-2.0", &fc_layout, faces, 1,
               "Sweep and prune over the bodies' boxes along the first axis of a common frame",
               NULL)
