// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Kinematic chains, and Jacobians whose columns are the dofs of a chain.
//
// With cdof expressed at the reference point C of the root's subtree, the column of dof i for a
// point p of the body is cdof_rot for rotation and cdof_lin + cdof_rot x (p - C) for translation.
// Only the dofs on the path from the body to its root matter; the model lists them in ascending
// order at the head of the body's row of the pattern B (own subtree dofs follow), and the length of
// the list is the length of the legacy inertia row of the body's last dof.

#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/physics/mechanics/jacobian.h"

int chain_union(const mjModel* m, int body1, int body2, int* chain) {
  int n1, n2, i = 0, j = 0, n = 0;
  const int *c1 = body_chain(m, body1, &n1), *c2 = body_chain(m, body2, &n2);
  while (i < n1 && j < n2) {
    int a = c1[i], b = c2[j];
    chain[n++] = a < b ? a : b;
    i += a <= b;
    j += b <= a;
  }
  while (i < n1)
    chain[n++] = c1[i++];
  while (j < n2)
    chain[n++] = c2[j++];
  return n;
}

int chain_difference(const mjModel* m, int body1, int body2, int* chain) {
  int n1, n2, i = 0, n = 0;
  const int *c1 = body_chain(m, body1, &n1), *c2 = body_chain(m, body2, &n2);

  // the dofs of common ancestors head both chains
  while (i < n1 && i < n2 && c1[i] == c2[i])
    i++;
  for (int j = i; i < n1 || j < n2;)
    chain[n++] = j >= n2 || (i < n1 && c1[i] < c2[j]) ? c1[i++] : c2[j++];
  return n;
}

// next position at or after k in `chain` whose dof moves the body with chain (own, nown), advancing
// *at in the latter; n when none
static inline int next_common(const int* chain, int n, const int* own, int nown, int k, int* at) {
  int a = *at;
  while (k < n && a < nown && chain[k] != own[a])
    if (chain[k] < own[a])
      k++;
    else
      a++;
  *at = a;
  return a < nown ? k : n;
}

// add sign times the Jacobian of a point to columns of `chain`
static void add_jacobian(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                         const mjtNum point[3], int body, int n, const int* chain, mjtNum sign) {
  int nown, at = 0;
  const int* own = body_chain(m, body, &nown);
  mjtNum arm[3];
  fc_sub3(arm, point, d->subtree_com + 3 * m->body_rootid[body]);

  for (int k = next_common(chain, n, own, nown, 0, &at); k < n;
       k = next_common(chain, n, own, nown, k + 1, &at)) {
    const mjtNum* cdof = d->cdof + 6 * chain[k];
    if (jacr) {
      jacr[k] += sign * cdof[0];
      jacr[k + n] += sign * cdof[1];
      jacr[k + 2 * n] += sign * cdof[2];
    }
    if (jacp) {
      mjtNum column[3];
      fc_cross(column, cdof, arm);
      fc_addTo3(column, cdof + 3);
      jacp[k] += sign * column[0];
      jacp[k + n] += sign * column[1];
      jacp[k + 2 * n] += sign * column[2];
    }
  }
}

static void clear_jacobian(mjtNum* jacp, mjtNum* jacr, int n) {
  if (jacp)
    fc_zero(jacp, 3 * n);
  if (jacr)
    fc_zero(jacr, 3 * n);
}

void chain_jacobian(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                    const mjtNum point[3], int body, int n, const int* chain) {
  clear_jacobian(jacp, jacr, n);
  add_jacobian(m, d, jacp, jacr, point, body, n, chain, 1);
}

void chain_jacobian_difference(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                               int body1, const mjtNum point1[3], int body2, const mjtNum point2[3],
                               int n, const int* chain) {
  clear_jacobian(jacp, jacr, n);
  add_jacobian(m, d, jacp, jacr, point2, body2, n, chain, 1);
  add_jacobian(m, d, jacp, jacr, point1, body1, n, chain, -1);
}

// whether `dof` is in the chain (own, nown); called in ascending order, *at advances
static inline int is_member(const int* own, int nown, int* at, int dof) {
  while (*at < nown && own[*at] < dof)
    (*at)++;
  return *at < nown && own[*at] == dof;
}

// The difference of the columns is projected, not their projections subtracted: what cancels in it
// is exactly zero.
void chain_add_projection(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum a[3],
                          int body1, const mjtNum point1[3], int body2, const mjtNum point2[3],
                          int n, const int* chain) {
  int nown1, nown2, at1 = 0, at2 = 0;
  const int *own1 = body_chain(m, body1, &nown1), *own2 = body_chain(m, body2, &nown2);
  mjtNum arm1[3], arm2[3];
  fc_sub3(arm1, point1, d->subtree_com + 3 * m->body_rootid[body1]);
  fc_sub3(arm2, point2, d->subtree_com + 3 * m->body_rootid[body2]);

  for (int k = 0; k < n; k++) {
    const mjtNum* cdof = d->cdof + 6 * chain[k];
    mjtNum column[3] = {0, 0, 0}, other[3];
    if (is_member(own2, nown2, &at2, chain[k])) {
      fc_cross(column, cdof, arm2);
      fc_addTo3(column, cdof + 3);
    }
    if (is_member(own1, nown1, &at1, chain[k])) {
      fc_cross(other, cdof, arm1);
      fc_addTo3(other, cdof + 3);
      fc_subFrom3(column, other);
    }
    res[k] += fc_dot3(a, column);
  }
}

// Adds a' Jp of a point to the columns of the dofs `own`, ascending; columns that `chain` lacks are
// left out.
static inline void add_pull(const mjData* d, mjtNum* res, const mjtNum a[3], const mjtNum point[3],
                            const mjtNum com[3], const int* own, int nown, int n,
                            const int* chain) {
  mjtNum wrench[6], arm[3];
  fc_sub3(arm, point, com);
  fc_cross(wrench, arm, a);
  fc_copy3(wrench + 3, a);
  for (int j = 0, k = 0; j < nown; j++) {
    while (k < n && chain[k] < own[j])
      k++;
    if (k == n)
      return;
    if (chain[k] == own[j])
      res[k] += fc_dot6(d->cdof + 6 * own[j], wrench);
  }
}

void chain_add_pull(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum a[3], int body1,
                    const mjtNum point1[3], int body2, const mjtNum point2[3], int n,
                    const int* chain) {
  int n1, n2, common = 0;
  const int *own1 = body_chain(m, body1, &n1), *own2 = body_chain(m, body2, &n2);
  const mjtNum* com = d->subtree_com;
  while (common < n1 && common < n2 && own1[common] == own2[common])
    common++;
  if (common < n1) {
    const mjtNum back[3] = {-a[0], -a[1], -a[2]};
    add_pull(d, res, back, point1, com + 3 * m->body_rootid[body1], own1 + common, n1 - common, n,
             chain);
  }
  if (common < n2)
    add_pull(d, res, a, point2, com + 3 * m->body_rootid[body2], own2 + common, n2 - common, n,
             chain);
}

void dof_rate(const mjModel* m, const mjData* d, mjtNum rate[6], int dof) {
  int jnt = m->dof_jntid[dof], type = m->jnt_type[jnt];
  int rotates_with_body =
      type == mjJNT_BALL || (type == mjJNT_FREE && dof >= m->jnt_dofadr[jnt] + 3);

  // axes that are columns of the body's frame move with the body; all others are moved by the
  // joints before them
  if (rotates_with_body)
    fc_crossMotion(rate, d->cvel + 6 * m->dof_bodyid[dof], d->cdof + 6 * dof);
  else
    fc_copy6(rate, d->cdof_dot + 6 * dof);
}

// res += sign * a' * d/dt Jp of one point
static void add_projection_rate(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum a[3],
                                int body, const mjtNum point[3], const mjtNum vel[3], int n,
                                const int* chain, mjtNum sign) {
  int nown, at = 0;
  const int* own = body_chain(m, body, &nown);
  mjtNum arm[3];
  fc_sub3(arm, point, d->subtree_com + 3 * m->body_rootid[body]);

  for (int k = next_common(chain, n, own, nown, 0, &at); k < n;
       k = next_common(chain, n, own, nown, k + 1, &at)) {
    mjtNum rate[6], turn[3], drift[3];
    dof_rate(m, d, rate, chain[k]);
    fc_cross(turn, rate, arm);
    fc_cross(drift, d->cdof + 6 * chain[k], vel);
    fc_addTo3(turn, drift);
    fc_addTo3(turn, rate + 3);
    res[k] += sign * fc_dot3(a, turn);
  }
}

void chain_add_projection_rate(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum a[3],
                               int body1, const mjtNum point1[3], const mjtNum v1[3], int body2,
                               const mjtNum point2[3], const mjtNum v2[3], int n,
                               const int* chain) {
  add_projection_rate(m, d, res, a, body2, point2, v2, n, chain, 1);
  add_projection_rate(m, d, res, a, body1, point1, v1, n, chain, -1);
}
