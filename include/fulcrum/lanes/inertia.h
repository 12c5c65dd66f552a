// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Centres of mass, spatial inertias, the joint-space inertia and its factor. Include after model.h.
// Matrices on the pattern of M are given by their entries; model.h has the pattern.

#ifndef FULCRUM_LANES_INERTIA_H_
#define FULCRUM_LANES_INERTIA_H_

#include <fulcrum/lanes/spatial.h>

// ---------------------------------------------------------------- centres of mass

LANE_INLINE void first_moment(Sim* s, const int body) {
  LANE_EACH(k, 3)
  s->subtree_com[3 * body + k] = s->xipos[3 * body + k] * s->body_mass[body];
}

// from the moment of a subtree to its centre
LANE_INLINE void subtree_centre(Sim* s, const int body) {
  const num mass = s->body_subtreemass[body], inverse = num_of(1) / mass;
  const mask none = less(mass, num_of(LANE_MINVAL));
  num* com = s->subtree_com + 3 * body;
  LANE_EACH(k, 3) com[k] = num_select(none, s->xipos[3 * body + k], com[k] * inverse);
}

// spatial inertia of a body about the centre of its root
LANE_INLINE void com_inertia(Sim* s, const int body, const int root) {
  const num *R = s->ximat + 9 * body, *J = s->body_inertia + 3 * body, mass = s->body_mass[body];
  num c[3], moment[3], RJ[9], *I = s->cinert + 10 * body;
  subtract(c, s->xipos + 3 * body, s->subtree_com + 3 * root);
  LANE_EACH(k, 3) moment[k] = mass * c[k];
  LANE_EACH(k, 9) RJ[k] = R[k] * J[k % 3];
  const num xx = moment[0] * c[0], yy = moment[1] * c[1], zz = moment[2] * c[2];
  I[0] = dot3(R, RJ) + (yy + zz);
  I[1] = dot3(R + 3, RJ + 3) + (xx + zz);
  I[2] = dot3(R + 6, RJ + 6) + (xx + yy);
  I[3] = num_mad(-moment[0], c[1], dot3(R, RJ + 3));
  I[4] = num_mad(-moment[0], c[2], dot3(R, RJ + 6));
  I[5] = num_mad(-moment[1], c[2], dot3(R + 3, RJ + 6));
  copy(I + 6, moment, 3);
  I[9] = mass;
}

// ---------------------------------------------------------------- axes of dofs

LANE_INLINE void hinge_dof(Sim* s, const int joint, const int dof, const int root) {
  num arm[3], *axis = s->cdof + 6 * dof;
  subtract(arm, s->subtree_com + 3 * root, s->xanchor + 3 * joint);
  copy(axis, s->xaxis + 3 * joint, 3);
  cross(axis + 3, axis, arm);
}

LANE_INLINE void slide_dof(Sim* s, const int joint, const int dof) {
  zero(s->cdof + 6 * dof, 3);
  copy(s->cdof + 6 * dof + 3, s->xaxis + 3 * joint, 3);
}

LANE_INLINE void ball_dofs(Sim* s, const int joint, const int dof, const int body, const int root) {
  num arm[3];
  subtract(arm, s->subtree_com + 3 * root, s->xanchor + 3 * joint);
  LANE_EACH(k, 3) {
    num* axis = s->cdof + 6 * (dof + k);
    LANE_EACH(i, 3) axis[i] = s->xmat[9 * body + k + 3 * i];
    cross(axis + 3, axis, arm);
  }
}

LANE_INLINE void free_dofs(Sim* s, const int joint, const int dof, const int body, const int root) {
  LANE_EACH(k, 18) s->cdof[6 * dof + k] = num_of(k == 3 || k == 10 || k == 17);
  ball_dofs(s, joint, dof + 3, body, root);
}

// ---------------------------------------------------------------- inertia

// Row of M: a unit acceleration of the dof needs a force on its subtree, of which each dof above it
// bears a part.
static inline __attribute__((unused)) void inertia_row(Sim* s, int dof, int body, int adr, int n,
                                                       const int16_t* column) {
  num force[6], *row = s->M + adr;
  inertia_times(force, s->crb + 10 * body, s->cdof + 6 * dof);
  for (int k = 0; k < n; k++)
    row[k] = dot6(s->cdof + 6 * column[k], force);
  row[n - 1] = row[n - 1] + s->dof_armature[dof];
}

// The part of a free joint's dofs that translate: only the mass and its moments appear.
LANE_INLINE void simple_row(num* row, num diagonal, const int n) {
  zero(row, n - 1);
  row[n - 1] = diagonal;
}

// ---------------------------------------------------------------- factor L' D L

// Dofs are numbered depth first: the subtree of dof c is c + 1, c + 2, ... up to the first row that
// is not longer, and its rows begin with the columns of row c. Row c becomes what is left of it
// after the elimination of its subtree, in columns four by four, so that sums stay in registers.
static inline __attribute__((unused)) void factor(num* LD, num* inverse) {
  num l[nv];
  for (int c = nv - 1; c >= 0; c--) {
    const int last = M_rownnz[c] - 1;
    int end = c + 1, j = 0;
    num *row = LD + M_rowadr[c], diagonal = row[last];
    for (; end < nv && M_rownnz[end] > M_rownnz[c]; end++) {
      const num u = LD[M_rowadr[end] + last];
      l[end] = u * inverse[end];
      LD[M_rowadr[end] + last] = l[end];
      diagonal = num_mad(-l[end], u, diagonal);
    }
    row[last] = diagonal;
    inverse[c] = num_of(1) / diagonal;
    for (; j + 4 <= last; j += 4) {
      num sum[4] = {row[j], row[j + 1], row[j + 2], row[j + 3]};
      for (int k = c + 1; k < end; k++)
        LANE_EACH(i, 4) sum[i] = num_mad(-l[k], LD[M_rowadr[k] + j + i], sum[i]);
      LANE_EACH(i, 4) row[j + i] = sum[i];
    }
    for (; j < last; j++) {
      num sum = row[j];
      for (int k = c + 1; k < end; k++)
        sum = num_mad(-l[k], LD[M_rowadr[k] + j], sum);
      row[j] = sum;
    }
  }
}

// x becomes the solution for the dofs from begin to end, which are whole trees.
static inline __attribute__((unused)) void factor_solve(num* x, const num* LD, const num* inverse,
                                                        int begin, int end) {
  for (int i = end - 1; i >= begin; i--) {
    const int adr = M_rowadr[i], n = M_rownnz[i] - 1;
    const num xi = x[i];
    for (int k = 0; k < n; k++) {
      const int j = M_colind[adr + k];
      x[j] = num_mad(-LD[adr + k], xi, x[j]);
    }
  }
  for (int i = begin; i < end; i++) {
    const int adr = M_rowadr[i], n = M_rownnz[i] - 1;
    num sum = x[i] * inverse[i];
    for (int k = 0; k < n; k++)
      sum = num_mad(-LD[adr + k], x[M_colind[adr + k]], sum);
    x[i] = sum;
  }
}

#endif  // FULCRUM_LANES_INERTIA_H_
