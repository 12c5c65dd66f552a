// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Recursive Newton-Euler algorithm: the generalised force that a motion needs (Featherstone, Rigid
// Body Dynamics Algorithms, 5.3).
//
// The forward pass computes the acceleration of each body from that of its parent, starting from a
// world that accelerates against gravity, and then the force f = I a + v x* (I v) on the body. In
// the backward pass each body adds its force to that of its parent, and the force of a dof is the
// component along its axis. All quantities are at the shared reference point of the tree, so no
// transport is needed.
//
// Only trees matter: static bodies accelerate with the world, and forces on them end there.

#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/scratch.h"
#include "core/physics/mechanics/newton_euler.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/mechanics/spatial.h"
#include "core/physics/mechanics/trees.h"

// force on a body with inertia I, velocity v, acceleration a
static inline void inertial_force(Spatial* f, const mjtNum I[10], const mjtNum v[6],
                                  const Spatial* a) {
  Inertia inertia;
  Spatial velocity, momentum;
  inertia_load(&inertia, I);
  spatial_load(&velocity, v);
  inertia_times(f, &inertia, a);
  inertia_times(&momentum, &inertia, &velocity);
  spatial_add_cross_force(f, &velocity, &momentum);
}

// acceleration of the world
static void world_acceleration(const mjModel* m, mjtNum acc[6]) {
  fc_zero6(acc);
  if (!(m->opt.disableflags & mjDSBL_GRAVITY))
    fc_scl3(acc + 3, m->opt.gravity, -1);
}

// sum += axis of each of n dofs times its rate
static inline void add_dofs(Spatial* sum, const mjtNum* axis, const mjtNum* rate, int n) {
  for (int j = 0; j < n; j++) {
    Spatial vec;
    spatial_load(&vec, axis + 6 * j);
    spatial_add_scaled(sum, &vec, rate[j]);
  }
}

// Dofs that are skipped at the head of those of body i: a free joint translates along fixed axes,
// whose rates are zero.
static inline int fixed_axes(const mjModel* m, int i) {
  return m->body_dofnum[i] == 6 && m->jnt_type[m->body_jntadr[i]] == mjJNT_FREE ? 3 : 0;
}

// acceleration of body i from that of its parent
static inline void body_acceleration(const mjModel* m, const mjData* d, int i, int flg_acc,
                                     const mjtNum* parent, Spatial* acc) {
  const int dof = m->body_dofadr[i], n = m->body_dofnum[i], fixed = fixed_axes(m, i);
  Spatial base, joint = {{0}, {0}};
  *acc = joint;
  add_dofs(acc, d->cdof_dot + 6 * (dof + fixed), d->qvel + dof + fixed, n - fixed);
  spatial_load(&base, parent);
  spatial_add(acc, &base);
  if (flg_acc) {
    add_dofs(&joint, d->cdof + 6 * dof, d->qacc + dof, n);
    spatial_add(acc, &joint);
  }
}

// res += vec
static inline void add_to(mjtNum res[6], const mjtNum vec[6]) {
  *four(res) += *cfour(vec);
  FC_PAIR(res + 4) += FC_CPAIR(vec + 4);
}

// A run of the algorithm: accelerations of bodies and forces on them, generalised forces.
typedef struct Run_ {
  TreeLoop trees;
  int flg_acc;
  mjtNum world[6], *cacc, *cfrc, *result;
} Run;

// all bodies and dofs of one tree
static void tree_newton_euler(const Run* run, int t) {
  const mjModel* m = run->trees.m;
  const mjData* d = run->trees.d;
  const int begin = m->tree_bodyadr[t], end = begin + m->tree_bodynum[t];
  mjtNum *cacc = run->cacc, *cfrc = run->cfrc;
  for (int i = begin; i < end; i++) {
    const mjtNum* parent = i == begin ? run->world : cacc + 6 * m->body_parentid[i];
    Spatial acc, force;
    body_acceleration(m, d, i, run->flg_acc, parent, &acc);
    inertial_force(&force, d->cinert + 10 * i, d->cvel + 6 * i, &acc);
    spatial_store(cacc + 6 * i, &acc);
    spatial_store(cfrc + 6 * i, &force);
  }
  for (int i = end - 1; i > begin; i--)
    add_to(cfrc + 6 * m->body_parentid[i], cfrc + 6 * i);

  // the axes of a free joint's translations are those of the world
  const int dof = m->tree_dofadr[t], dofend = dof + m->tree_dofnum[t], fixed = fixed_axes(m, begin);
  for (int k = 0; k < fixed; k++)
    run->result[dof + k] = cfrc[6 * begin + 3 + k];
  for (int j = dof + fixed; j < dofend; j++)
    run->result[j] = fc_dot6(d->cdof + 6 * j, cfrc + 6 * m->dof_bodyid[j]);
}

static void some_trees(void* context, int begin, int end) {
  const Run* run = context;
  for (int t = begin; t < end; t++)
    if (!tree_is_left_out(&run->trees, t))
      tree_newton_euler(run, t);
}

void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result) {
  Run run = {.trees = {m, d, sleep_filters_bodies(m, d)}, .flg_acc = flg_acc, .result = result};
  const StackPlace place = scratch_begin(d);
  run.cacc = scratch_nums(d, 6 * m->nbody);
  run.cfrc = scratch_nums(d, 6 * m->nbody);
  world_acceleration(m, run.world);
  for_trees(m, d, some_trees, &run);
  scratch_end(d, place);
}

void newton_euler_forces(const mjModel* m, mjData* d) {
  int nbody = m->nbody;
  world_acceleration(m, d->cacc);
  fc_zero6(d->cfrc_int);
  for (int i = 1; i < nbody; i++) {
    Spatial acc, internal, external;
    body_acceleration(m, d, i, 1, d->cacc + 6 * m->body_parentid[i], &acc);
    inertial_force(&internal, d->cinert + 10 * i, d->cvel + 6 * i, &acc);
    spatial_load(&external, d->cfrc_ext + 6 * i);
    spatial_add_scaled(&internal, &external, -1);
    spatial_store(d->cacc + 6 * i, &acc);
    spatial_store(d->cfrc_int + 6 * i, &internal);
  }
  for (int i = nbody - 1; i > 0; i--)
    fc_addTo6(d->cfrc_int + 6 * m->body_parentid[i], d->cfrc_int + 6 * i);
}
