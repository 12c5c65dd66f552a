// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// With up to some hundred bodies, testing each pair that may collide takes less time than finding
// the axes of a sweep and sorting along them. Which pairs these are depends on numbers of the model
// that rarely change: it is kept with the mjData as a matrix of bits, together with a fingerprint
// of these numbers, and made again when one of them was edited.
//
// Every body is enclosed in a sphere, and one sphere is compared with eight at a time, in single
// precision and rounded outwards. Pairs that pass are compared exactly. Bodies of several geoms
// then have boxes, aligned with the axes of the world. Like those of the sweep they enclose the
// bounding spheres of all geoms with their margins, so both find every pair of which two bounding
// spheres overlap; what else they find is dropped by the filters that follow. Where two spheres
// just touch, the order of the boxes in the sweep decides, which is then asked about the pair.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/math.h>

#include "core/foundation/base/fingerprint.h"
#include "core/foundation/data/callbacks.h"
#include "core/kernel/binding/binding.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/physics/collision/body_filter.h"
#include "core/physics/collision/few_bodies.h"
#include "core/physics/collision/pair.h"
#include "core/physics/mechanics/sleep.h"

enum {
  LANES = 8,
  MAX_BODIES = 512,
  MAX_BLOCKS = MAX_BODIES / LANES,
  BITS = 32,
  MAX_WORDS = MAX_BLOCKS / BITS,
};

typedef float Lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t Wide __attribute__((vector_size(LANES * sizeof(int32_t))));

// Some of the bodies of up to 32 blocks: a bit per block in each lane.
typedef uint32_t Some __attribute__((vector_size(LANES * sizeof(uint32_t))));

// Boxes are wider by this part of their coordinates, so that rounding loses no pair; spheres in
// single precision by the second one.
#define WIDER 1e-9
#define MUCH_WIDER 4e-6

// Coordinates are compared in single precision by a sweep, and spheres that overlap by a smaller
// part of them may be apart there.
#define TOUCHING 1e-6

// A row of the matrix: the bodies after this one that it may collide with.
typedef struct Row_ {
  int empty;
  uint32_t partner[MAX_WORDS][LANES];
} Row;

struct FewBodies_ {
  int unsuited;  // the model has too many bodies, or another broad phase was asked for
  int filter_parent, n, nalways;
  size_t nplane;         // static bodies with a plane
  int body[MAX_BODIES];  // those that can collide and are bounded, ascending
  int geom[MAX_BODIES];  // the only geom of each, -1 if it has several
  Row* row;              // of each
  uint32_t* always;      // keys of pairs that are near wherever they are, ascending
  Fingerprint seen;      // of the arrays of the model
};

static void destroy(void* slot) {
  FewBodies* few = slot;
  if (few) {
    free(few->row);
    free(few->always);
  }
  free(few);
}

size_t few_bodies_nplane(const FewBodies* few) { return few->nplane; }

// Fingerprint of what the matrix depends on.
static Fingerprint arrays_seen(const mjModel* m) {
  const size_t nbody = (size_t)m->nbody * sizeof(int), ngeom = (size_t)m->ngeom * sizeof(int);
  const int* const of_bodies[] = {m->body_weldid,  m->body_parentid, m->body_geomadr,
                                  m->body_geomnum, m->body_contype,  m->body_conaffinity};
  Fingerprint print = {{0}};
  for (size_t k = 0; k < sizeof of_bodies / sizeof *of_bodies; k++)
    fingerprint_add(&print, of_bodies[k], nbody);
  fingerprint_add(&print, m->geom_contype, ngeom);
  fingerprint_add(&print, m->geom_conaffinity, ngeom);

  // the world is always tested, whatever the types of its geoms
  const int world =
      m->body_geomnum[0] >= 0 && m->body_geomnum[0] <= m->ngeom ? m->body_geomnum[0] : 0;
  fingerprint_add(&print, m->geom_type + world, ngeom - (size_t)world * sizeof(int));
  return print;
}

// ---------------------------------------------------------------- the matrix

// Adds the pairs of an unbounded body with all moving ones.
static void add_always_tested(FewBodies* few, const mjModel* m, const BodyFilter* filter, int b1) {
  for (int b2 = 0; b2 < m->nbody; b2++) {
    const BodyFilter *f1 = filter + b1, *f2 = filter + b2;
    if (f2->weld && collidable(m, b2) &&
        masks_compatible(f1->contype, f1->conaffinity, f2->contype, f2->conaffinity))
      few->always[few->nalways++] = fc_bodyPair(b1, b2);
  }
}

// Filters of the bodies of a block.
typedef struct FilterBlock_ {
  _Alignas(32) int weld[LANES];
  int parent[LANES], contype[LANES], conaffinity[LANES], index[LANES];
} FilterBlock;

// Lanes beyond the last body pass no filter.
static void make_filters(FilterBlock* block, int nblock, const FewBodies* few,
                         const BodyFilter* filter) {
  for (int k = 0; k < nblock; k++)
    for (int lane = 0; lane < LANES; lane++) {
      const int i = LANES * k + lane;
      const BodyFilter f = i < few->n ? filter[few->body[i]] : (BodyFilter){0};
      block[k].weld[lane] = f.weld;
      block[k].parent[lane] = f.parent;
      block[k].contype[lane] = f.contype;
      block[k].conaffinity[lane] = f.conaffinity;
      block[k].index[lane] = i;
    }
}

static inline void load_wide(Wide* wide, const int from[LANES]) {
  memcpy(wide, from, sizeof *wide);
}

// Adds the bodies of a block after the i-th one that it may collide with: filters_pass.
static inline void add_partners(Some* some, uint32_t bit, const FilterBlock* b, int i,
                                const BodyFilter* own) {
  Wide weld, parent, contype, conaffinity, index;
  load_wide(&weld, b->weld);
  load_wide(&parent, b->parent);
  load_wide(&contype, b->contype);
  load_wide(&conaffinity, b->conaffinity);
  load_wide(&index, b->index);
  const Wide related = (weld == own->weld) | (weld == own->parent) | (parent == own->weld);
  const Wide masks = (contype & own->conaffinity) | (conaffinity & own->contype);
  *some |= (Some)(~related & (masks != 0) & (index > i)) & bit;
}

static inline int is_empty(const Some* some) {
  uint64_t word[LANES / 2];
  memcpy(word, some, sizeof word);
  return !(word[0] | word[1] | word[2] | word[3]);
}

static void make_row(Row* row, const FilterBlock* block, int nblock, int i, const BodyFilter* own) {
  Some partner[MAX_WORDS] = {{0}};
  for (int k = i / LANES; k < nblock; k++)
    add_partners(partner + k / BITS, 1u << k % BITS, block + k, i, own);
  row->empty = 1;
  for (int word = 0; word < MAX_WORDS; word++)
    row->empty &= is_empty(partner + word);
  memcpy(row->partner, partner, sizeof partner);
}

static int compare_keys(const void* a, const void* b) {
  const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
  return (x > y) - (x < y);
}

// -1 without memory.
static int make_matrix(FewBodies* few, const mjModel* m) {
  const size_t nbody = (size_t)m->nbody;
  size_t unbounded = 0;
  BodyFilter* filter = malloc(nbody * sizeof *filter);
  if (!filter)
    return -1;
  for (int b = 0; b < m->nbody; b++) {
    filter[b] = filter_of_body(m, b);
    unbounded += (size_t)always_tested(m, b);
    if (b && collidable(m, b) && !always_tested(m, b)) {
      few->geom[few->n] = m->body_geomnum[b] == 1 ? m->body_geomadr[b] : -1;
      few->body[few->n++] = b;
    }
  }
  few->nplane = unbounded - (size_t)always_tested(m, 0);
  few->row = malloc(nbody * sizeof *few->row);
  few->always = malloc((unbounded * nbody + 1) * sizeof *few->always);
  const int status = few->row && few->always ? 0 : -1;
  for (int b = 0; b < m->nbody && !status; b++)
    if (always_tested(m, b))
      add_always_tested(few, m, filter, b);
  FilterBlock block[MAX_BLOCKS];
  const int nblock = (few->n + LANES - 1) / LANES;
  make_filters(block, nblock, few, filter);
  for (int i = 0; i < few->n && !status; i++)
    make_row(few->row + i, block, nblock, i, filter + few->body[i]);
  if (!status)
    qsort(few->always, (size_t)few->nalways, sizeof *few->always, compare_keys);
  free(filter);
  return status;
}

// The model or fc_bind may ask for a particular broad phase, which is then called.
static int is_chosen(const mjModel* m, mjData* d) {
  return bound_explicitly(d, FC_BROADPHASE) ||
         (m->nplugin && plugin_name_of_kind(m, FC_BROADPHASE));
}

// NULL when memory is missing; the sweep serves then.
static FewBodies* make_few_bodies(const mjModel* m, mjData* d) {
  FewBodies* few = calloc(1, sizeof *few);
  if (!few)
    return NULL;
  few->filter_parent = !mjDISABLED(mjDSBL_FILTERPARENT);
  few->unsuited = m->nbody > MAX_BODIES || m->nflex || is_chosen(m, d);
  if (few->unsuited)
    return few;
  if (make_matrix(few, m)) {
    destroy(few);
    return NULL;
  }
  few->seen = arrays_seen(m);
  return few;
}

static int was_edited(const FewBodies* few, const mjModel* m) {
  const Fingerprint now = arrays_seen(m);
  return few->filter_parent != !mjDISABLED(mjDSBL_FILTERPARENT) ||
         !fingerprints_equal(&few->seen, &now);
}

const FewBodies* few_bodies(const mjModel* m, mjData* d) {
  void** slot = binding_slot(m, d, SLOT_BROADPHASE, destroy);
  if (!slot)
    return NULL;
  const FewBodies* few = *slot;
  if (few && !few->unsuited && was_edited(few, m)) {
    destroy(*slot);
    few = *slot = NULL;
  }
  if (!few)
    few = *slot = make_few_bodies(m, d);
  return few && !few->unsuited ? few : NULL;
}

void few_bodies_prepare(const mjModel* m, mjData* d) { few_bodies(m, d); }

// ---------------------------------------------------------------- exact tests

typedef struct Box_ {
  mjtNum lower[3], upper[3];
} Box;

// Radius of the sphere around a geom with its margin; -1 when there is none. Spheres of negative
// size, due to negative margins, may overlap anything.
static mjtNum reach_of(const mjModel* m, int geom) {
  const mjtNum rbound = m->geom_rbound[geom];
  const mjtNum margin =
      m->opt.enableflags & mjENBL_OVERRIDE ? m->opt.o_margin / 2 : m->geom_margin[geom];
  if (!(rbound > 0))
    return -1;
  return rbound + margin < 0 ? INFINITY : rbound + margin;
}

// Box of a body; 0 if a geom has no bounding sphere.
static int make_box(const mjModel* m, const mjData* d, int body, Box* box) {
  const int first = m->body_geomadr[body];
  for (int g = first, end = g + m->body_geomnum[body]; g < end; g++) {
    const mjtNum* x = d->geom_xpos + 3 * g;
    mjtNum r = reach_of(m, g);
    if (r < 0)
      return 0;
    r += WIDER * (r + fc_abs(x[0]) + fc_abs(x[1]) + fc_abs(x[2]));
    for (int a = 0; a < 3; a++) {
      const mjtNum lower = x[a] - r, upper = x[a] + r;
      box->lower[a] = g == first || lower < box->lower[a] ? lower : box->lower[a];
      box->upper[a] = g == first || upper > box->upper[a] ? upper : box->upper[a];
    }
  }
  return 1;
}

static int boxes_apart(const Box* a, const Box* b) {
  return a->lower[0] > b->upper[0] || b->lower[0] > a->upper[0] || a->lower[1] > b->upper[1] ||
         b->lower[1] > a->upper[1] || a->lower[2] > b->upper[2] || b->lower[2] > a->upper[2];
}

typedef enum Verdict_ { APART, NEAR, UNDECIDED } Verdict;

static Verdict compare_spheres(const mjModel* m, const mjData* d, int g1, int g2) {
  const mjtNum *x1 = d->geom_xpos + 3 * g1, *x2 = d->geom_xpos + 3 * g2;
  const mjtNum reach = m->geom_rbound[g1] + m->geom_rbound[g2] + margin_of_geoms(m, g1, g2);
  mjtNum between[3];
  fc_sub3(between, x2, x1);
  const mjtNum square = fc_dot3(between, between);
  if (square > reach * reach)
    return APART;
  const mjtNum size = fc_abs(x1[0]) + fc_abs(x1[1]) + fc_abs(x1[2]) + reach;
  return square > reach * (reach - TOUCHING * size) ? UNDECIDED : NEAR;
}

// ---------------------------------------------------------------- eight at a time

// Spheres around bodies, eight in a block.
typedef struct Block_ {
  _Alignas(32) float x[3][LANES];
  float r[LANES];
} Block;

typedef struct Search_ {
  const mjModel* m;
  mjData* d;
  const FewBodies* few;
  Judge* judge;
  FcBodyPairs* pairs;
  int by_boxes, sleeping;
  Block block[MAX_BLOCKS];
  Block group[MAX_BLOCKS / LANES];      // spheres around the blocks
  uint8_t awake[MAX_BLOCKS];            // 1: a body of the block is awake
  int nnear, near[MAX_BLOCKS];          // blocks that may have partners of the present one
  int nstirring, stirring[MAX_BLOCKS];  // those of them where one is awake
  Box box[MAX_BODIES];                  // of bodies with several geoms; of all with by_boxes
} Search;

static inline int has_box(const Search* s, int i) { return s->by_boxes || s->few->geom[i] < 0; }

// Sphere around a box. Infinite boxes have no middle, and meet everything.
static void sphere_around(const Box* box, mjtNum x[3], mjtNum* r) {
  mjtNum half[3];
  for (int a = 0; a < 3; a++) {
    x[a] = (box->lower[a] + box->upper[a]) / 2;
    half[a] = (box->upper[a] - box->lower[a]) / 2;
  }
  *r = fc_norm3(half);
  if (*r == INFINITY)
    fc_zero3(x);
}

// Sphere around a body; 0 when a geom has none.
static inline int make_sphere(Search* s, int i, mjtNum x[3], mjtNum* r) {
  if (!has_box(s, i)) {
    const int g = s->few->geom[i];
    fc_copy3(x, s->d->geom_xpos + 3 * g);
    *r = reach_of(s->m, g);
    return *r >= 0;
  }
  if (!make_box(s->m, s->d, s->few->body[i], s->box + i))
    return 0;
  sphere_around(s->box + i, x, r);
  return 1;
}

static void set_sphere(Block* block, int i, const mjtNum x[3], mjtNum r) {
  const int lane = i % LANES;
  block += i / LANES;
  for (int a = 0; a < 3; a++)
    block->x[a][lane] = (float)x[a];
  block->r[lane] = (float)(r + MUCH_WIDER * (r + fc_abs(x[0]) + fc_abs(x[1]) + fc_abs(x[2])));
}

// Lanes beyond the last body meet nothing.
static int make_blocks(Search* s) {
  const mjtNum nowhere[3] = {NAN, NAN, NAN};
  const int n = s->few->n;
  for (int i = 0; i < n || i % LANES; i++) {
    mjtNum x[3], r;
    if (i >= n)
      set_sphere(s->block, i, nowhere, 0);
    else if (make_sphere(s, i, x, &r))
      set_sphere(s->block, i, x, r);
    else
      return 0;
  }
  return 1;
}

// The spheres around blocks.
static void make_groups(Search* s) {
  const mjtNum nowhere[3] = {NAN, NAN, NAN};
  const int nblock = (s->few->n + LANES - 1) / LANES;
  for (int k = 0; k < nblock || k % LANES; k++) {
    if (k >= nblock) {
      set_sphere(s->group, k, nowhere, 0);
      continue;
    }
    const Block* b = s->block + k;
    Box box;
    for (int a = 0; a < 3; a++) {
      float lowest = INFINITY, highest = -INFINITY;
      for (int lane = 0; lane < LANES; lane++) {
        const float lower = b->x[a][lane] - b->r[lane], upper = b->x[a][lane] + b->r[lane];
        lowest = lower < lowest ? lower : lowest;
        highest = upper > highest ? upper : highest;
      }
      box.lower[a] = (mjtNum)lowest;
      box.upper[a] = (mjtNum)highest;
    }
    mjtNum x[3], r;
    sphere_around(&box, x, &r);
    set_sphere(s->group, k, x, r);
  }
}

// The sphere that is compared with others.
typedef struct Own_ {
  float x[3], r;
} Own;

static inline Own own_sphere(const Block* block, int i) {
  const int lane = i % LANES;
  block += i / LANES;
  return (Own){{block->x[0][lane], block->x[1][lane], block->x[2][lane]}, block->r[lane]};
}

// Adds the bodies of a block that a sphere meets.
static inline void add_met(Some* some, uint32_t bit, const Block* b, Own own) {
  Lanes dx, dy, dz, reach;
  memcpy(&dx, b->x[0], sizeof dx);
  memcpy(&dy, b->x[1], sizeof dy);
  memcpy(&dz, b->x[2], sizeof dz);
  memcpy(&reach, b->r, sizeof reach);
  dx -= own.x[0];
  dy -= own.x[1];
  dz -= own.x[2];
  reach += own.r;
  *some |= (Some)(dx * dx + dy * dy + dz * dz <= reach * reach) & bit;
}

static inline int moves(const Search* s, int i) {
  const int body = s->few->body[i];
  return s->m->body_weldid[body] && !asleep(s->m, s->d, body);
}

static void find_awake_blocks(Search* s) {
  memset(s->awake, 0, sizeof s->awake);
  for (int i = 0; i < s->few->n; i++)
    s->awake[i / LANES] |= (uint8_t)moves(s, i);
}

static inline void add_block(Search* s, int block) {
  s->near[s->nnear++] = block;
  s->stirring[s->nstirring] = block;
  s->nstirring += s->awake[block];
}

static inline int has_groups(const Search* s) { return s->few->n > 4 * LANES; }

// Blocks from the k-th one on whose spheres overlap that of the k-th, in any order; all if there
// are few.
static void find_near_blocks(Search* s, int k) {
  s->nnear = s->nstirring = 0;
  if (!has_groups(s)) {
    for (; k * LANES < s->few->n; k++)
      add_block(s, k);
    return;
  }
  const Own own = own_sphere(s->group, k);
  for (int g = k / LANES; g * LANES * LANES < s->few->n; g++) {
    Some met = {0};
    add_met(&met, 1, s->group + g, own);
    for (int lane = 0; lane < LANES; lane++) {
      const int block = g * LANES + lane;
      if (met[lane] && block >= k)
        add_block(s, block);
    }
  }
}

// Two bodies of which one has several geoms, or about which the user's filter is to be asked, are
// near if their boxes overlap, even if all spheres are apart: their trees are to be compared.
static Verdict compare_boxes(const Search* s, int i, int k) {
  const mjModel* m = s->m;
  const int body1 = s->few->body[i], first1 = m->body_geomadr[body1], n1 = m->body_geomnum[body1];
  const int body2 = s->few->body[k], first2 = m->body_geomadr[body2], n2 = m->body_geomnum[body2];
  Box box[2];
  const Box *a = s->box + i, *b = s->box + k;
  if (!has_box(s, i) && make_box(m, s->d, body1, box))
    a = box;
  if (!has_box(s, k) && make_box(m, s->d, body2, box + 1))
    b = box + 1;
  if (boxes_apart(a, b))
    return APART;
  for (int g1 = first1; g1 < first1 + n1; g1++)
    for (int g2 = first2; g2 < first2 + n2; g2++)
      if (compare_spheres(m, s->d, g1, g2) == UNDECIDED)
        return UNDECIDED;
  return NEAR;
}

static void add(FcBodyPairs* pairs, uint32_t key) {
  if (pairs->n >= pairs->capacity) {
    mju_error(
        "mj_collision: more than %d pairs of bodies are near each other, and there is no more "
        "memory for them; increase the arena",
        pairs->capacity);
    return;
  }
  pairs->key[pairs->n++] = key;
}

// A pair that may collide and whose spheres overlap in single precision.
static void consider(const Search* s, int i, int k) {
  const mjModel* m = s->m;
  const int b1 = s->few->body[i], b2 = s->few->body[k];
  if (s->sleeping && at_rest(m, s->d, b1, b2))
    return;
  const Verdict verdict = has_box(s, i) || has_box(s, k)
                              ? compare_boxes(s, i, k)
                              : compare_spheres(m, s->d, s->few->geom[i], s->few->geom[k]);
  if (verdict == NEAR || (verdict == UNDECIDED && s->judge->overlap(s->judge, m, s->d, b1, b2)))
    add(s->pairs, ((uint32_t)b1 << 16) + (uint32_t)b2);
}

// Pairs of a body with later ones, in any order.
static void search_row(const Search* s, int i) {
  const Row* row = s->few->row + i;
  const Own own = own_sphere(s->block, i);
  Some met[MAX_WORDS] = {{0}};

  // bodies at rest meet only those that move
  const int all = !s->sleeping || moves(s, i), n = all ? s->nnear : s->nstirring;
  const int* near = all ? s->near : s->stirring;
  for (int k = 0; k < n; k++) {
    const int block = near[k];
    add_met(met + block / BITS, 1u << block % BITS, s->block + block, own);
  }
  for (int word = 0; word * BITS * LANES < s->few->n; word++) {
    Some partner;
    memcpy(&partner, row->partner[word], sizeof partner);
    met[word] &= partner;
    if (is_empty(met + word))
      continue;
    for (int lane = 0; lane < LANES; lane++)
      for (uint32_t rest = met[word][lane]; rest; rest &= rest - 1)
        consider(s, i, (word * BITS + __builtin_ctz(rest)) * LANES + lane);
  }
}

static void sort(uint32_t* key, int n) {
  for (int i = 1; i < n; i++) {
    const uint32_t moved = key[i];
    int k = i;
    for (; k > 0 && key[k - 1] > moved; k--)
      key[k] = key[k - 1];
    key[k] = moved;
  }
}

// Adds the pairs that are always near, up to a key; returns the next one.
static inline int add_always(const Search* s, int next, uint32_t until) {
  const FewBodies* few = s->few;
  for (; next < few->nalways && few->always[next] < until; next++) {
    const uint32_t key = few->always[next];
    if (!(s->sleeping && at_rest(s->m, s->d, (int)(key >> 16), (int)(key & 0xffff))))
      add(s->pairs, key);
  }
  return next;
}

int few_bodies_near(const mjModel* m, mjData* d, const FewBodies* few, Judge* judge,
                    FcBodyPairs* pairs) {
  Search s;
  s.m = m;
  s.d = d;
  s.few = few;
  s.judge = judge;
  s.pairs = pairs;
  s.by_boxes = CALLBACK(d, contactfilter) != NULL;
  s.sleeping = sleep_filters_bodies(m, d);
  if (!make_blocks(&s))
    return 0;
  if (has_groups(&s))
    make_groups(&s);
  if (s.sleeping)
    find_awake_blocks(&s);
  else
    memset(s.awake, 1, sizeof s.awake);
  int next = 0;
  for (int i = 0; i < few->n; i++) {
    const uint32_t body = (uint32_t)few->body[i];
    next = add_always(&s, next, body << 16);
    const int first = pairs->n;
    if (i % LANES == 0)
      find_near_blocks(&s, i / LANES);
    if (!few->row[i].empty)
      search_row(&s, i);
    next = add_always(&s, next, (body + 1) << 16);
    if (pairs->n > first + 1)
      sort(pairs->key + first, pairs->n - first);
  }
  add_always(&s, next, UINT32_MAX);
  return 1;
}
