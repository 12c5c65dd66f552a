// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From a pair of geoms to the batch, unless a filter drops it.

#include "core/foundation/data/callbacks.h"
#include "core/physics/collision/geom_filter.h"
#include "core/physics/collision/pair.h"

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

void geom_pair_explicit(Batch* batch, int id) {
  const mjModel* m = batch->m;
  int g1 = m->pair_geom1[id], g2 = m->pair_geom2[id];
  if (m->opt.enableflags & mjENBL_SLEEP) {
    const int* awake = batch->d->body_awake;
    if (awake[m->geom_bodyid[g1]] != mjS_AWAKE && awake[m->geom_bodyid[g2]] != mjS_AWAKE)
      return;
  }
  geom_pair(batch, g1, g2, id, 0, 0);
}
