// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which trees, bodies and dofs are awake. tree_asleep is the state: a negative value counts down to
// sleep, any other links the trees of a sleeping island. The arrays here are derived from it. The
// lists are in ascending order, so that loops over them visit memory in order.

#include "core/foundation/data/memory.h"

// Sleep state of a body: that of its tree; a static body has none unless a mocap body carries it.
static int body_state(const mjModel* m, const mjData* d, int body, int static_awake) {
  int tree = m->body_treeid[body];
  if (tree >= 0)
    return d->tree_awake[tree] ? mjS_AWAKE : mjS_ASLEEP;
  if (static_awake || m->body_mocapid[m->body_rootid[body]] >= 0)
    return mjS_AWAKE;
  return mjS_STATIC;
}

static void update(const mjModel* m, mjData* d, int static_awake) {
  // trees
  d->ntree_awake = 0;
  for (int i = 0; i < m->ntree; i++) {
    d->tree_awake[i] = d->tree_asleep[i] < 0;
    d->ntree_awake += d->tree_awake[i];
  }

  // bodies that are not asleep, and those whose parent is not
  int nbody = 0, nparent = 0;
  for (int i = 0; i < m->nbody; i++) {
    d->body_awake[i] = body_state(m, d, i, static_awake);
    if (d->body_awake[i] != mjS_ASLEEP)
      d->body_awake_ind[nbody++] = i;
    if (i > 0 && d->body_awake[m->body_parentid[i]] != mjS_ASLEEP)
      d->parent_awake_ind[nparent++] = i;
  }
  d->nbody_awake = nbody;
  d->nparent_awake = nparent;

  // dofs of awake trees
  int nv = 0;
  for (int i = 0; i < m->nv; i++)
    if (d->tree_awake[m->dof_treeid[i]])
      d->dof_awake_ind[nv++] = i;
  d->nv_awake = nv;
}

void sleep_arrays_update(const mjModel* m, mjData* d) { update(m, d, 0); }

void sleep_arrays_update_static(const mjModel* m, mjData* d) { update(m, d, 1); }
