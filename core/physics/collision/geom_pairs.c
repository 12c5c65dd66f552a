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
#include "core/physics/collision/contact.h"
#include "core/physics/collision/flex.h"

int bounding_spheres_disjoint(const mjModel* m, const mjData* d, int geom1, int geom2,
                              mjtNum margin) {
  mjtNum rbound1 = m->geom_rbound[geom1], rbound2 = m->geom_rbound[geom2];
  mjtNum between[3];
  fc_sub3(between, d->geom_xpos + 3 * geom2, d->geom_xpos + 3 * geom1);

  // two spheres
  if (rbound1 > 0 && rbound2 > 0) {
    mjtNum reach = rbound1 + rbound2 + margin;
    return fc_dot3(between, between) > reach * reach;
  }

  // a plane and a sphere: height of the centre
  mjtNum normal[3];
  if (m->geom_type[geom1] == mjGEOM_PLANE && rbound2 > 0) {
    fc_column3(normal, d->geom_xmat + 9 * geom1, 2);
    return fc_dot3(between, normal) > margin + rbound2;
  }
  if (m->geom_type[geom2] == mjGEOM_PLANE && rbound1 > 0) {
    fc_column3(normal, d->geom_xmat + 9 * geom2, 2);
    return -fc_dot3(between, normal) > margin + rbound1;
  }
  return 0;
}

// Applies the filters that explicit and dynamic pairs share, and passes the pair to the narrow
// phase. near: the bounding spheres are known to overlap.
static void geom_pair(Batch* batch, int g1, int g2, int explicit_id, int group, int near) {
  const mjModel* m = batch->m;
  mjData* d = batch->d;

  // smaller type first; the table knows which types collide
  if (m->geom_type[g1] > m->geom_type[g2]) {
    int g = g1;
    g1 = g2;
    g2 = g;
  }
  if (!mjCOLLISIONFUNC[m->geom_type[g1]][m->geom_type[g2]])
    return;

  // the user's filter replaces the masks
  mjtNum margin;
  if (explicit_id < 0) {
    mjfConFilt filter = CALLBACK(d, contactfilter);
    if (filter) {
      if (filter(m, d, g1, g2))
        return;
    } else if (!masks_compatible(m->geom_contype[g1], m->geom_conaffinity[g1], m->geom_contype[g2],
                                 m->geom_conaffinity[g2])) {
      return;
    }
    margin = margin_of_geoms(m, g1, g2);
  } else {
    margin = m->opt.enableflags & mjENBL_OVERRIDE ? m->opt.o_margin : m->pair_margin[explicit_id];
  }

  if (near || !bounding_spheres_disjoint(m, d, g1, g2, margin))
    batch_add(batch, g1, g2, explicit_id, group, margin);
}

void geom_pair_dynamic(Batch* batch, int geom1, int geom2, Merged merged, int group, int near) {
  const mjModel* m = batch->m;
  for (int i = merged.begin; i < merged.end; i++) {
    int a = m->pair_geom1[i], b = m->pair_geom2[i];
    if ((a == geom1 && b == geom2) || (a == geom2 && b == geom1))
      return;
  }
  geom_pair(batch, geom1, geom2, -1, group, near);
}

static void geom_pair_explicit(Batch* batch, int id) {
  const mjModel* m = batch->m;
  int g1 = m->pair_geom1[id], g2 = m->pair_geom2[id];
  if (m->opt.enableflags & mjENBL_SLEEP) {
    const int* awake = batch->d->body_awake;
    if (awake[m->geom_bodyid[g1]] != mjS_AWAKE && awake[m->geom_bodyid[g2]] != mjS_AWAKE)
      return;
  }
  geom_pair(batch, g1, g2, id, 0, 0);
}

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
    geom_pair_dynamic(batch, first1, first2, merged, 0, 0);
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

void geom_pairs(Batch* batch, const uint32_t* keys, int nkey) {
  const mjModel* m = batch->m;
  int npair = (int)m->npair, nexclude = (int)m->nexclude;
  int pair = 0, exclude = 0;
  for (int i = 0; i < nkey; i++) {
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
  while (pair < npair)
    geom_pair_explicit(batch, pair++);
}
