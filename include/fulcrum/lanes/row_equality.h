// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rows of connects, welds, and joints or tendons that are polynomials of others.

#ifndef FULCRUM_LANES_ROW_EQUALITY_H_
#define FULCRUM_LANES_ROW_EQUALITY_H_

#include <fulcrum/lanes/row.h>

// A joint or tendon as a polynomial of another one: offset from its reference, and inverse weight.
typedef struct Coupled_ {
  num offset, weight;
  Chain chain;
} Coupled;

// dof: the n dofs of both, ascending; x.chain.n == 0: there is only y.
static void equality_coupled(Sim* s, int id, Coupled y, Coupled x, int n, const int16_t* dof) {
  const mask has = ~equal(s->eq_active[id], num_of(0));
  if (!any(has))
    return;
  const num *c = s->eq_data + 11 * id, z = x.offset;
  const int i = row_begin(&s->rows, ROW_EQUALITY, n, dof);
  num pos = y.offset - c[0], diagonal = y.weight, slope = num_of(0), *J = s->rows.J[i];
  if (x.chain.n) {
    pos = pos - z * (c[1] + z * (c[2] + z * (c[3] + z * c[4])));
    diagonal = diagonal + x.weight;
    slope = c[1] + z * (num_of(2) * c[2] + z * (num_of(3) * c[3] + z * num_of(4) * c[4]));
  }
  for (int k = 0, iy = 0, ix = 0; k < n; k++) {
    num value = num_of(0);
    if (iy < y.chain.n && y.chain.dof[iy] == dof[k]) {
      value = y.chain.J ? y.chain.J[iy] : num_of(1);
      iy++;
    }
    if (ix < x.chain.n && x.chain.dof[ix] == dof[k]) {
      value = value - (x.chain.J ? slope * x.chain.J[ix] : slope);
      ix++;
    }
    J[k] = value;
  }
  Response r;
  make_response(s, &r, s->eq_solref + 2 * id, s->eq_solimp + 5 * id);
  finish_rows(s, i, 1, has, &r, &pos, num_of(0), &diagonal);
}

// An end of a connect or weld.
typedef struct End_ {
  int body, root, ndof;
  const int16_t* dof;    // that move the body
  const num* point;      // in the world, or
  const num* anchor;     // in the frame of the body; NULL: point
  const num* site_quat;  // of the site; NULL: the end is a body
} End;

LANE_INLINE Vec end_point(const Sim* s, const End* e) {
  if (!e->anchor)
    return vec_of(e->point);
  return vec_add(mat_mul(s->xmat + 9 * e->body, vec_of(e->anchor)), vec_of(s->xpos + 3 * e->body));
}

LANE_INLINE void quat_product(num* res, const num* a, const num* b) {
  const num w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  const num x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  const num y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  const num z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
  res[0] = w;
  res[1] = x;
  res[2] = y;
  res[3] = z;
}

// Adds the Jacobian of an end to rows `first`...: translation, and rotation if `turns`.
static void add_end(Sim* s, int first, int n, const int16_t* dof, const End* e, Vec point,
                    int second, int turns) {
  const Vec arm = vec_sub(point, vec_of(s->subtree_com + 3 * e->root));
  for (int k = 0, at = 0; k < n && at < e->ndof; k++) {
    if (dof[k] != e->dof[at])
      continue;
    at++;
    const num* axis = s->cdof + 6 * dof[k];
    const Vec v = vec_add(vec_cross(vec_of(axis), arm), vec_of(axis + 3));
    for (int r = 0; r < (turns ? 6 : 3); r++) {
      const num value = r < 3 ? v.x[r] : axis[r - 3];
      num* J = s->rows.J[first + r] + k;
      *J = second ? *J - value : *J + value;
    }
  }
}

// Turns the difference of angular velocities into the rate of the error of a weld.
static void turn_rows(Sim* s, int first, int n, const num* q, const num* qc, num scale) {
  num** J = s->rows.J + first + 3;
  for (int k = 0; k < n; k++) {
    const num pure[4] = {num_of(0), J[0][k], J[1][k], J[2][k]};
    num quat[4];
    quat_product(quat, qc, pure);
    quat_product(quat, quat, q);
    for (int r = 0; r < 3; r++)
      J[r][k] = num_of((real)0.5) * scale * quat[r + 1];
  }
}

// dof: the n dofs of both bodies, ascending.
static void equality_attached(Sim* s, int id, int weld, End e1, End e2, int n, const int16_t* dof) {
  const mask has = ~equal(s->eq_active[id], num_of(0));
  if (!any(has))
    return;
  const int nrow = weld ? 6 : 3, first = s->rows.n;
  for (int r = 0; r < nrow; r++) {
    const int i = row_begin(&s->rows, ROW_EQUALITY, n, dof);
    for (int k = 0; k < n; k++)
      s->rows.J[i][k] = num_of(0);
  }
  const Vec point1 = end_point(s, &e1), point2 = end_point(s, &e2);
  num pos[6], diagonal[6];
  vec_store(pos, vec_sub(point1, point2));
  add_end(s, first, n, dof, &e1, point1, 0, weld);
  add_end(s, first, n, dof, &e2, point2, 1, weld);
  if (weld) {
    const num *data = s->eq_data + 11 * id, *quat2 = s->xquat + 4 * e2.body, scale = data[10];
    num q[4], qc[4], error[4];
    quat_product(q, s->xquat + 4 * e1.body, e1.site_quat ? e1.site_quat : data + 6);
    if (e2.site_quat)
      quat_product(qc, quat2, e2.site_quat);
    else
      memcpy(qc, quat2, sizeof qc);
    for (int k = 1; k < 4; k++)
      qc[k] = -qc[k];
    quat_product(error, qc, q);
    for (int k = 0; k < 3; k++)
      pos[3 + k] = error[1 + k] * scale;
    turn_rows(s, first, n, q, qc, scale);
  }
  for (int r = 0; r < nrow; r++)
    diagonal[r] =
        s->body_invweight0[2 * e1.body + (r >= 3)] + s->body_invweight0[2 * e2.body + (r >= 3)];
  Response r;
  make_response(s, &r, s->eq_solref + 2 * id, s->eq_solimp + 5 * id);
  finish_rows(s, first, nrow, has, &r, pos, num_of(0), diagonal);
}

#endif  // FULCRUM_LANES_ROW_EQUALITY_H_
