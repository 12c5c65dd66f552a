// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What keeps a tree awake, and what wakes it without constraint rows: applied forces, changed
// poses, tendon limits (core/physics/problem/sleep_islands.c has the rest).
//
// "Zero" forces and velocities of sleeping trees mean that all bytes are zero. A negative zero
// wakes the tree, which is cheap to test and lets the user wake a tree without moving it.

#include <math.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "core/physics/mechanics/sleep.h"

static int all_bytes_zero(const mjtNum* data, int n) {
  static const mjtNum zero[6] = {0};
  for (; n > 6; n -= 6, data += 6)
    if (memcmp(data, zero, sizeof zero) != 0)
      return 0;
  return n <= 0 || memcmp(data, zero, (size_t)n * sizeof *data) == 0;
}

int sleep_allowed(const mjModel* m, const mjData* d, int tree, mjtNum tolerance) {
  int policy = m->tree_sleep_policy[tree], dof = m->tree_dofadr[tree], ndof = m->tree_dofnum[tree];
  if (policy == mjSLEEP_NEVER || policy == mjSLEEP_AUTO_NEVER ||
      !all_bytes_zero(d->xfrc_applied + 6 * m->tree_bodyadr[tree], 6 * m->tree_bodynum[tree]) ||
      !all_bytes_zero(d->qfrc_applied + dof, ndof))
    return 0;
  if (tolerance == 0)
    return all_bytes_zero(d->qvel + dof, ndof);
  for (int i = dof; i < dof + ndof; i++)
    if (!(m->dof_length[i] * fabs(d->qvel[i]) < tolerance))
      return 0;
  return 1;
}

int sleep_wake_tree(const mjModel* m, mjData* d, int tree, int counter) {
  if (d->tree_asleep[tree] < 0) {
    if (counter < d->tree_asleep[tree])
      d->tree_asleep[tree] = counter;
    return 0;
  }

  // follow the cycle until a tree that is already awake
  int count = 0;
  for (int t = tree; count < m->ntree && d->tree_asleep[t] >= 0; count++) {
    int next = d->tree_asleep[t];
    d->tree_asleep[t] = counter;
    t = next;
  }
  return count;
}

int sleep_wake_disturbed(const mjModel* m, mjData* d, const mjtByte* mark) {
  int enabled = m->opt.enableflags & mjENBL_SLEEP, count = 0;
  if (d->ntree_awake >= m->ntree)
    return 0;
  for (int t = 0; t < m->ntree; t++)
    if (d->tree_asleep[t] >= 0 && (!enabled || (mark && mark[t]) || !sleep_allowed(m, d, t, 0)))
      count += sleep_wake_tree(m, d, t, SLEEP_FULLY_AWAKE);
  return count;
}

int sleep_wake_pair(const mjModel* m, mjData* d, int tree1, int tree2) {
  int asleep1 = d->tree_asleep[tree1] >= 0, asleep2 = d->tree_asleep[tree2] >= 0;
  if (asleep1 == asleep2)
    return 0;
  return asleep1 ? sleep_wake_tree(m, d, tree1, d->tree_asleep[tree2])
                 : sleep_wake_tree(m, d, tree2, d->tree_asleep[tree1]);
}

int sleep_wake_tendons(const mjModel* m, mjData* d) {
  int count = 0;
  if (!(m->opt.enableflags & mjENBL_SLEEP) || d->ntree_awake >= m->ntree)
    return 0;
  for (int t = 0; t < m->ntendon; t++) {
    if (!m->tendon_limited[t] || m->tendon_treenum[t] != 2)
      continue;
    const mjtNum* range = m->tendon_range + 2 * t;
    mjtNum length = d->ten_length[t], margin = m->tendon_margin[t];
    int awake = d->tree_asleep[m->tendon_treeid[2 * t]] < 0 ||
                d->tree_asleep[m->tendon_treeid[2 * t + 1]] < 0;
    if (awake && (length - range[0] < margin || range[1] - length < margin))
      count += sleep_wake_pair(m, d, m->tendon_treeid[2 * t], m->tendon_treeid[2 * t + 1]);
  }
  return count;
}
