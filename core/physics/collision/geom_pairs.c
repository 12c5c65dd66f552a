// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From pairs of bodies to pairs of geoms.
//
// The body pairs of the broad phase and the explicit pairs of the model are both sorted by body ids
// and are merged like two sorted lists, so contacts are ordered by body pair whatever their origin.
// An explicit pair is always tested, regardless of the broad phase, exclusions and masks, and
// replaces the dynamic pair of the same geoms.

#include <fulcrum/math.h>

#include "core/foundation/data/callbacks.h"
#include "core/foundation/data/data.h"
#include "core/foundation/data/parallel.h"
#include "core/physics/collision/flex_pairs.h"
#include "core/physics/collision/geom_filter.h"
#include "core/physics/collision/geom_pairs.h"
#include "core/physics/collision/midphase.h"
#include "core/physics/collision/pair.h"

static int goes_by_trees(const mjModel* m, int body1, int body2) {
  return !(m->opt.disableflags & mjDSBL_MIDPHASE) && m->body_bvhadr[body1] >= 0 &&
         m->body_bvhadr[body2] >= 0;
}

// Mirrors the early exits of body_pair.
int bodies_apart(const mjModel* m, mjData* d, int body1, int body2) {
  if (body1 >= m->nbody || body2 >= m->nbody)
    return 0;
  if (m->body_geomnum[body1] == 1 && m->body_geomnum[body2] == 1) {
    const int g1 = m->body_geomadr[body1], g2 = m->body_geomadr[body2];
    return !CALLBACK(d, contactfilter) &&
           bounding_spheres_disjoint(m, d, g1, g2, margin_of_geoms(m, g1, g2));
  }
  return goes_by_trees(m, body1, body2) && midphase_is_empty(m, d, body1, body2);
}

// Dynamic pairs of two bodies.
static void body_pair(Batch* batch, int body1, int body2, Merged merged) {
  const mjModel* m = batch->m;
  int first1 = m->body_geomadr[body1], n1 = m->body_geomnum[body1];
  int first2 = m->body_geomadr[body2], n2 = m->body_geomnum[body2];

  // one against one
  if (n1 == 1 && n2 == 1) {
    const int near =
        batch->compared && body1 && m->geom_rbound[first1] > 0 && m->geom_rbound[first2] > 0;
    geom_pair_dynamic(batch, first1, first2, merged, 0, near);
    return;
  }

  // trees
  if (goes_by_trees(m, body1, body2)) {
    midphase(batch, body1, body2, merged);
    return;
  }

  // all against all
  for (int g1 = first1; g1 < first1 + n1; g1++)
    for (int g2 = first2; g2 < first2 + n2; g2++)
      geom_pair_dynamic(batch, g1, g2, merged, 0, 0);
}

// Masks of a body, or from nbody on of a flex.
static int contype_of(const mjModel* m, int body) {
  return body < m->nbody ? m->body_contype[body] : m->flex_contype[body - m->nbody];
}

static int conaffinity_of(const mjModel* m, int body) {
  return body < m->nbody ? m->body_conaffinity[body] : m->flex_conaffinity[body - m->nbody];
}

// First place of a sorted list of signatures that is not below a key.
static int first_from(const int* signature, int n, uint64_t key) {
  int begin = 0;
  while (n > 0) {
    const int half = n / 2;
    if ((uint32_t)signature[begin + half] < key) {
      begin += half + 1;
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return begin;
}

// The explicit pair after those of a key.
static int explicit_after(const mjModel* m, uint32_t key) {
  return first_from(m->pair_signature, (int)m->npair, (uint64_t)key + 1);
}

// The body pairs begin to end of the broad phase, and the explicit pairs before each of them.
// Returns the next explicit pair.
static int some_pairs(Batch* batch, const uint32_t* keys, int begin, int end) {
  const mjModel* m = batch->m;
  int npair = (int)m->npair, nexclude = (int)m->nexclude;
  int pair = begin ? explicit_after(m, keys[begin - 1]) : 0;
  int exclude = begin ? first_from(m->exclude_signature, nexclude, keys[begin]) : 0;
  for (int i = begin; i < end; i++) {
    uint32_t key = keys[i];
    int body1 = (int)(key >> 16), body2 = (int)(key & 0xffff);

    // explicit pairs up to this body pair
    Merged merged = {pair, pair};
    while (pair < npair && (uint32_t)m->pair_signature[pair] <= key)
      geom_pair_explicit(batch, pair++);
    if (pair > merged.begin && (uint32_t)m->pair_signature[pair - 1] == key)
      merged.end = pair;

    // masks and exclusions
    int flex2 = body2 - (int)m->nbody;
    if (!masks_compatible(contype_of(m, body1), conaffinity_of(m, body1), contype_of(m, body2),
                          conaffinity_of(m, body2)))
      continue;
    while (exclude < nexclude && (uint32_t)m->exclude_signature[exclude] < key)
      exclude++;
    if (exclude < nexclude && (uint32_t)m->exclude_signature[exclude] == key)
      continue;

    if (flex2 >= 0)
      flex_pair(batch, body1, flex2);
    else
      body_pair(batch, body1, body2, merged);
  }
  return pair;
}

// ---------------------------------------------------------------- shared by threads

enum { GRAIN = 64, PAIRS_PER_KEY = 2 };

typedef struct Shared_ {
  const Batch* batch;
  const uint32_t* keys;
  int nkey;
  Found* found;  // by each range of GRAIN keys
} Shared;

static int range_end(const Shared* shared, int range) {
  return range < shared->nkey / GRAIN ? (range + 1) * GRAIN : shared->nkey;
}

static void find_some(void* context, int begin, int end) {
  const Shared* shared = context;
  Batch batch;
  batch.m = shared->batch->m;
  batch.d = shared->batch->d;
  batch.compared = shared->batch->compared;
  batch.ngroup = batch.group_flushed = 0;
  for (int range = begin; range < end; range++) {
    batch.found = shared->found + range;
    some_pairs(&batch, shared->keys, range * GRAIN, range_end(shared, range));
  }
}

// Lets threads find the pairs of geoms, a list for each range of keys. What one of them has no room
// for, the calling thread finds again. 0 when it must do so from the start.
static int find_shared(Batch* batch, const uint32_t* keys, int nkey) {
  const mjModel* m = batch->m;
  mjData* d = batch->d;
  const int n = (nkey + GRAIN - 1) / GRAIN, room = GRAIN * PAIRS_PER_KEY;
  const size_t npair = (size_t)n * (size_t)room;
  const size_t bytes = (size_t)n * sizeof(Found) + npair * sizeof(GeomPair);
  // flexes add contacts at once, and filters of users are called by one thread
  if (nkey <= 2 * GRAIN || !parallel_wanted(d) || m->nflex || CALLBACK(d, contactfilter) ||
      4 * bytes > stack_left(d))
    return 0;
  mj_markStack(d);
  Shared shared = {.batch = batch, .keys = keys, .nkey = nkey};
  shared.found = mj_stackAllocByte(d, (size_t)n * sizeof(Found), _Alignof(Found));
  GeomPair* pair = mj_stackAllocByte(d, npair * sizeof(GeomPair), _Alignof(GeomPair));
  for (int i = 0; i < n; i++)
    shared.found[i] = (Found){.pair = pair + (size_t)i * (size_t)room, .capacity = room};
  fc_parallel(d, n, 1, find_some, &shared);
  for (int i = 0; i < n; i++)
    if (shared.found[i].full)
      some_pairs(batch, keys, i * GRAIN, range_end(&shared, i));
    else
      batch_add_found(batch, shared.found + i);
  mj_freeStack(d);
  return 1;
}

void geom_pairs(Batch* batch, const uint32_t* keys, int nkey) {
  const mjModel* m = batch->m;
  int pair = find_shared(batch, keys, nkey) ? explicit_after(m, keys[nkey - 1])
                                            : some_pairs(batch, keys, 0, nkey);
  while (pair < m->npair)
    geom_pair_explicit(batch, pair++);
}
