// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// When trees fall asleep, and how contacts and equalities wake them.
//
// A tree that is allowed to sleep, has no applied force and moves slower than the tolerance counts
// quiet steps. Trees that are coupled by constraints sleep together: once every tree of an island
// is ready, tree_asleep links them into a cycle, and waking one wakes the cycle. Waking passes on a
// counter, so that a tree woken by a neighbour that is itself about to sleep does not stay awake
// longer than the neighbour.

#include <string.h>

#include <mujoco/mujoco.h>

#include "core/physics/mechanics/sleep.h"
#include "core/physics/problem/constraint_plan.h"
#include "core/physics/problem/sleep_islands.h"

int sleep_wake_contacts(const mjModel* m, mjData* d) {
  int count = 0;
  if (!(m->opt.enableflags & mjENBL_SLEEP) || d->ntree_awake >= m->ntree)
    return 0;
  for (int k = 0; k < d->ncon; k++) {
    const int* geom = d->contact[k].geom;
    if (geom[0] < 0 || geom[1] < 0)
      continue;
    int tree1 = m->body_treeid[m->geom_bodyid[geom[0]]],
        tree2 = m->body_treeid[m->geom_bodyid[geom[1]]];
    if (tree1 < 0 || tree2 < 0)
      continue;

    // the counts of trees refer to the state before this function; trees it woke itself count as
    // awake
    if (d->tree_asleep[tree1] >= 0 && d->tree_asleep[tree2] >= 0) {
      mju_error(
          "mj_fwdPosition: contact %d is between geoms %d and %d of the sleeping trees %d and %d",
          k, geom[0], geom[1], tree1, tree2);
      return count;
    }
    count += sleep_wake_pair(m, d, tree1, tree2);
  }
  return count;
}

// smallest tree of the cycle that contains a sleeping tree
static int cycle_representative(const mjModel* m, const mjData* d, int tree) {
  int smallest = tree, t = d->tree_asleep[tree];
  for (int k = 0; k < m->ntree && t != tree && t >= 0; k++) {
    smallest = t < smallest ? t : smallest;
    t = d->tree_asleep[t];
  }
  return smallest;
}

// trees that must be awake or asleep together because of equality e; -1 when only its columns tell
static int tied_trees(const RowProvider* provider, const mjModel* m, int e, int* trees) {
  int n = equality_trees(provider, m, e, trees), id2 = m->eq_obj2id[e];
  if (n < 0 && equality_end_type(provider, m, e) == mjOBJ_JOINT)
    n = body_pair_trees(m, m->jnt_bodyid[m->eq_obj1id[e]], id2 < 0 ? 0 : m->jnt_bodyid[id2], trees);
  return n;
}

// wakes the sleeping ones among tied trees when some are awake, or when they sleep in different
// cycles
static int wake_tied(const mjModel* m, mjData* d, const int* trees, int n) {
  int nasleep = 0, together = 1, count = 0;
  for (int k = 0; k < n; k++)
    nasleep += d->tree_asleep[trees[k]] >= 0;
  for (int k = 1; k < n && nasleep == n && together; k++)
    together = cycle_representative(m, d, trees[k]) == cycle_representative(m, d, trees[0]);
  if (!nasleep || (nasleep == n && together))
    return 0;
  for (int k = 0; k < n; k++)
    if (nasleep == n || d->tree_asleep[trees[k]] >= 0)
      count += sleep_wake_tree(m, d, trees[k], SLEEP_FULLY_AWAKE);
  return count;
}

int sleep_wake_equalities(const mjModel* m, mjData* d) {
  int count = 0;
  const ConstraintPlan* plan;
  if (!(m->opt.enableflags & mjENBL_SLEEP) || !m->neq || !(plan = constraint_plan(m, d)))
    return 0;
  int pair[2], *trees = pair;
  if (plan->names_trees) {
    mj_markStack(d);
    trees = mj_stackAllocInt(d, (size_t)m->ntree);
  }
  for (int e = 0; e < m->neq; e++) {
    if (!d->eq_active[e])
      continue;
    const RowProvider* provider = plan->equality[e];
    if (!provider) {
      equality_unserved(m, e, "mj_fwdPosition");
      continue;
    }
    int n = tied_trees(provider, m, e, trees);
    if (n < 0) {
      mju_error("mj_fwdPosition: equality %d: this equality type does not support sleeping", e);
      break;
    }
    count += wake_tied(m, d, trees, n);
  }
  if (plan->names_trees)
    mj_freeStack(d);
  return count;
}

// make n trees a cycle at rest
static void put_to_sleep(const mjModel* m, mjData* d, const int* trees, int n) {
  for (int k = 0; k < n; k++) {
    int t = trees[k];
    size_t bytes = (size_t)m->tree_dofnum[t] * sizeof(mjtNum);
    d->tree_asleep[t] = trees[k + 1 < n ? k + 1 : 0];
    memset(d->qvel + m->tree_dofadr[t], 0, bytes);
    memset(d->qacc + m->tree_dofadr[t], 0, bytes);
  }
}

static void count_quiet_steps(const mjModel* m, mjData* d) {
  for (int t = 0; t < m->ntree; t++) {
    int counter = d->tree_asleep[t];
    if (counter < 0) {
      d->tree_asleep[t] = !sleep_allowed(m, d, t, m->opt.sleep_tolerance) ? SLEEP_FULLY_AWAKE
                          : counter < SLEEP_READY                         ? counter + 1
                                                                          : SLEEP_READY;
    }
  }
}

int sleep_fall_asleep(const mjModel* m, mjData* d) {
  int count = 0;
  if (!(m->opt.enableflags & mjENBL_SLEEP) || (d->nefc && !d->nisland))
    return 0;
  count_quiet_steps(m, d);

  for (int island = 0; island < d->nisland; island++) {
    const int* trees = d->map_itree2tree + d->island_itreeadr[island];
    int n = d->island_ntree[island], nready = 0;
    for (int k = 0; k < n; k++) {
      if (d->tree_asleep[trees[k]] >= 0) {
        mju_error("mj_step: sleeping tree %d is part of constraint island %d", trees[k], island);
        return count;
      }
      nready += d->tree_asleep[trees[k]] == SLEEP_READY;
    }
    if (nready == n) {
      put_to_sleep(m, d, trees, n);
      count += n;
    }
  }

  // trees without constraints
  for (int t = 0; t < m->ntree; t++) {
    if (d->tree_asleep[t] == SLEEP_READY && (!d->nisland || d->tree_island[t] < 0)) {
      put_to_sleep(m, d, &t, 1);
      count++;
    }
  }
  return count;
}
