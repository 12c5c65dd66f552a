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

#include "core/physics/mechanics/newton_euler.h"
#include "core/physics/mechanics/sleep.h"

// force on a body with inertia I, velocity v, acceleration a
static inline void inertial_force(mjtNum f[6], const mjtNum I[10], const mjtNum v[6],
                                  const mjtNum a[6]) {
  mjtNum momentum[6], rate[6];
  fc_mulInertVec(f, I, a);
  fc_mulInertVec(momentum, I, v);
  fc_crossForce(rate, v, momentum);
  fc_addTo6(f, rate);
}

// acceleration of the world
static void world_acceleration(const mjModel* m, mjtNum acc[6]) {
  fc_zero6(acc);
  if (!(m->opt.disableflags & mjDSBL_GRAVITY))
    fc_scl3(acc + 3, m->opt.gravity, -1);
}

// A spatial vector in two registers; arrays of six in loops are not kept there by the compiler.
typedef mjtNum Four
    __attribute__((vector_size(4 * sizeof(mjtNum)), aligned(sizeof(mjtNum)), may_alias));
typedef struct Spatial_ {
  Four first;
  FcPair last;
} Spatial;

static inline void add(Spatial* sum, const mjtNum v[6]) {
  sum->first += *(const Four*)v;
  sum->last += FC_CPAIR(v + 4);
}

// sum += axis of each dof in [begin, end) times its rate
static inline void add_dofs(Spatial* sum, const mjtNum* axis, const mjtNum* rate, int begin,
                            int end) {
  for (int j = begin; j < end; j++) {
    sum->first += *(const Four*)(axis + 6 * j) * rate[j];
    sum->last += FC_CPAIR(axis + 6 * j + 4) * rate[j];
  }
}

// acceleration of body i from that of its parent
static inline void body_acceleration(const mjModel* m, const mjData* d, int i, int flg_acc,
                                     const mjtNum* parent, mjtNum* acc) {
  int begin = m->body_dofadr[i], end = begin + m->body_dofnum[i];
  Spatial a = {{0}, {0}};
  add_dofs(&a, d->cdof_dot, d->qvel, begin, end);
  add(&a, parent);
  if (flg_acc) {
    Spatial joint = {{0}, {0}};
    add_dofs(&joint, d->cdof, d->qacc, begin, end);
    a.first += joint.first;
    a.last += joint.last;
  }
  *(Four*)acc = a.first;
  FC_PAIR(acc + 4) = a.last;
}

// res += vec
static inline void add_to(mjtNum res[6], const mjtNum vec[6]) {
  *(Four*)res += *(const Four*)vec;
  FC_PAIR(res + 4) += FC_CPAIR(vec + 4);
}

// all bodies and dofs of one tree
static void tree_newton_euler(const mjModel* m, const mjData* d, int t, int flg_acc,
                              const mjtNum world[6], mjtNum* cacc, mjtNum* cfrc, mjtNum* result) {
  int begin = m->tree_bodyadr[t], end = begin + m->tree_bodynum[t];
  for (int i = begin; i < end; i++) {
    int parent = m->body_parentid[i];
    body_acceleration(m, d, i, flg_acc, i == begin ? world : cacc + 6 * parent, cacc + 6 * i);
    inertial_force(cfrc + 6 * i, d->cinert + 10 * i, d->cvel + 6 * i, cacc + 6 * i);
  }
  for (int i = end - 1; i > begin; i--)
    add_to(cfrc + 6 * m->body_parentid[i], cfrc + 6 * i);

  int dof = m->tree_dofadr[t], dofend = dof + m->tree_dofnum[t];
  for (int j = dof; j < dofend; j++)
    result[j] = fc_dot6(d->cdof + 6 * j, cfrc + 6 * m->dof_bodyid[j]);
}

void mj_rne(const mjModel* m, mjData* d, int flg_acc, mjtNum* result) {
  int filter = sleep_filters_bodies(m, d);
  mjtNum world[6];
  mj_markStack(d);
  mjtNum* cacc = mj_stackAllocNum(d, 6 * (size_t)m->nbody);
  mjtNum* cfrc = mj_stackAllocNum(d, 6 * (size_t)m->nbody);
  world_acceleration(m, world);
  for (int t = 0; t < m->ntree; t++)
    if (!filter || d->tree_awake[t])
      tree_newton_euler(m, d, t, flg_acc, world, cacc, cfrc, result);
  mj_freeStack(d);
}

void newton_euler_forces(const mjModel* m, mjData* d) {
  int nbody = m->nbody;
  world_acceleration(m, d->cacc);
  fc_zero6(d->cfrc_int);
  for (int i = 1; i < nbody; i++) {
    mjtNum *acc = d->cacc + 6 * i, *internal = d->cfrc_int + 6 * i;
    body_acceleration(m, d, i, 1, d->cacc + 6 * m->body_parentid[i], acc);
    inertial_force(internal, d->cinert + 10 * i, d->cvel + 6 * i, acc);
    fc_addToScl6(internal, d->cfrc_ext + 6 * i, -1);
  }
  for (int i = nbody - 1; i > 0; i--)
    fc_addTo6(d->cfrc_int + 6 * m->body_parentid[i], d->cfrc_int + 6 * i);
}
