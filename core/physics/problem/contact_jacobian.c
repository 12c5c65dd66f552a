// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Jacobian of a contact, several columns side by side.
//
// With its motion axis (rot, lin) at a centre C, a dof moves the point p of a body by
// v = lin + rot x (p - C). Its entry in a component is f_k . v or, for spin and roll, f_k . rot.
// All dofs of a pair of bodies are gathered with their centres and the sign of their side, so that
// a column takes no decision.
//
// Bodies are numbered depth first, so the dofs that move both sides come first in both chains, and
// those of one side all come before those of the other.

#include <string.h>

#include "core/physics/mechanics/jacobian.h"
#include "core/physics/problem/contact_jacobian.h"

//------------------------------ columns -----------------------------------------------------------

void pair_columns(const mjModel* m, int body1, int body2, PairColumns* pair) {
  int n1, n2, common = 0;
  const int *c1 = body_chain(m, body1, &n1), *c2 = body_chain(m, body2, &n2);
  while (common < n1 && common < n2 && c1[common] == c2[common])
    common++;
  const int second_first = common < n1 && common < n2 && c2[common] < c1[common];
  pair->n = n1 + n2 - common;
  pair->common = common;
  pair->side[0].body = body1;
  pair->side[0].dof = c1;
  pair->side[0].n = n1;
  pair->side[0].place = second_first ? n2 : common;
  pair->side[1].body = body2;
  pair->side[1].dof = c2;
  pair->side[1].n = n2;
  pair->side[1].place = second_first ? common : n1;
}

void pair_union(const PairColumns* pair, int* columns) {
  const int common = pair->common;
  if (common)
    memcpy(columns, pair->side[0].dof, (size_t)common * sizeof *columns);
  for (int s = 0; s < 2; s++)
    if (pair->side[s].n > common)
      memcpy(columns + pair->side[s].place, pair->side[s].dof + common,
             (size_t)(pair->side[s].n - common) * sizeof *columns);
}

// Columns of dense rows: from the first dof of one side only to the last.
static void dense_range(PairColumns* pair) {
  int first = -1, last = -1;
  for (int s = 0; s < 2; s++) {
    const int *dof = pair->side[s].dof, n = pair->side[s].n;
    if (n <= pair->common)
      continue;
    first = first < 0 || dof[pair->common] < first ? dof[pair->common] : first;
    last = last < dof[n - 1] ? dof[n - 1] : last;
  }
  pair->first = first < 0 ? 0 : first;
  pair->width = first < 0 ? 0 : last + 1 - first;
}

// Numbers of a block of FC_LANES columns: packs of rotation, translation and centre.
#define BLOCK (9 * FC_LANES)

// Gathers n dofs of one side. The first is in column `at`, the others in the next ones (sparse) or
// as many columns further as their numbers differ.
static inline __attribute__((always_inline)) void side_motion(const mjData* d, const int* dof,
                                                              int n, int sparse, size_t at,
                                                              mjtNum sign, const mjtNum centre[3],
                                                              mjtNum* room) {
  const mjtNum x = centre[0], y = centre[1], z = centre[2];
  for (int k = 0; k < n; k++) {
    const size_t column = at + (size_t)(sparse ? k : dof[k] - dof[0]);
    const mjtNum* axis = d->cdof + 6 * dof[k];
    mjtNum* to = room + column + column / FC_LANES * (BLOCK - FC_LANES);
    for (int c = 0; c < 6; c++)
      to[c * FC_LANES] = sign * axis[c];
    to[6 * FC_LANES] = x;
    to[7 * FC_LANES] = y;
    to[8 * FC_LANES] = z;
  }
}

void pair_motion(const mjModel* m, const mjData* d, int sparse, mjtNum* room, PairColumns* pair) {
  const int common = pair->common;
  pair->motion = room;
  if (sparse) {
    pair->first = 0;
    pair->width = pair->n;
  } else {
    dense_range(pair);
  }
  // what no dof of one side moves: common dofs, gaps, and the rest of the last block
  const int blocks = (pair->width + FC_LANES - 1) / FC_LANES;
  if (pair->n - common != blocks * FC_LANES)
    fc_zero(room, BLOCK * blocks);
  for (int s = 0; s < 2; s++) {
    const int *dof = pair->side[s].dof + common, n = pair->side[s].n - common;
    const mjtNum* centre = d->subtree_com + 3 * m->body_rootid[pair->side[s].body];
    if (n <= 0)
      continue;
    if (sparse)
      side_motion(d, dof, n, 1, (size_t)pair->side[s].place, s ? 1 : -1, centre, room);
    else
      side_motion(d, dof, n, 0, (size_t)(dof[0] - pair->first), s ? 1 : -1, centre, room);
  }
}

//------------------------------ two geoms ---------------------------------------------------------

// What is the same for all columns, in every lane of a pack.
typedef struct Spread_ {
  FcPack frame[9], pos[3], friction[5];
} Spread;

static inline FcPack spread(mjtNum x) { return x + (FcPack){0}; }

// FC_LANES columns, with these motion axes, of all rows.
static inline __attribute__((always_inline)) void write_columns(const Spread* c, int dim,
                                                                int pyramid, const mjtNum* motion,
                                                                mjtNum* J, size_t stride) {
  const FcPack* f = c->frame;
  FcPack rot[3], lin[3], arm[3], v[3], normal;
  for (int x = 0; x < 3; x++) {
    rot[x] = FC_CPACK(motion + x * FC_LANES);
    lin[x] = FC_CPACK(motion + (3 + x) * FC_LANES);
    arm[x] = c->pos[x] - FC_CPACK(motion + (6 + x) * FC_LANES);
  }
  v[0] = lin[0] + (rot[1] * arm[2] - rot[2] * arm[1]);
  v[1] = lin[1] + (rot[2] * arm[0] - rot[0] * arm[2]);
  v[2] = lin[2] + (rot[0] * arm[1] - rot[1] * arm[0]);
  normal = v[0] * f[0] + v[1] * f[1] + v[2] * f[2];
  if (dim == 1 || !pyramid) {
    FC_PACK(J) = normal;
    J += stride;
  }
  for (int k = 1; k < dim; k++) {
    const FcPack* axis = f + (k < 3 ? 3 * k : 3 * k - 9);
    const FcPack* of = k < 3 ? v : rot;
    const FcPack component = of[0] * axis[0] + of[1] * axis[1] + of[2] * axis[2];
    if (pyramid) {
      const FcPack side = component * c->friction[k - 1];
      FC_PACK(J) = normal + side;
      FC_PACK(J + stride) = normal - side;
      J += 2 * stride;
    } else {
      FC_PACK(J) = component;
      J += stride;
    }
  }
}

// The last columns come first: what is written after the end of a row is then written again with
// the first columns of the next.
static inline __attribute__((always_inline)) void write_rows(const mjContact* con, int dim,
                                                             int pyramid, const PairColumns* pair,
                                                             mjtNum* J, size_t stride) {
  Spread c;
  for (int k = 0; k < (dim == 1 ? 3 : 9); k++)
    c.frame[k] = spread(con->frame[k]);
  for (int k = 0; k < 3; k++)
    c.pos[k] = spread(con->pos[k]);
  for (int k = 0; k < dim - 1; k++)
    c.friction[k] = spread(con->friction[k]);
  const mjtNum* motion = pair->motion;
  J += pair->first;
  for (int k = (pair->width - 1) / FC_LANES * FC_LANES; k >= 0; k -= FC_LANES)
    write_columns(&c, dim, pyramid, motion + BLOCK / FC_LANES * k, J + k, stride);
}

void contact_jacobian(const mjContact* con, const PairColumns* pair, int pyramid, mjtNum* J,
                      size_t stride) {
  if (pair->width == 0)
    return;
  if (con->dim == 3 && pyramid)
    write_rows(con, 3, 1, pair, J, stride);
  else if (con->dim == 3)
    write_rows(con, 3, 0, pair, J, stride);
  else
    write_rows(con, con->dim, pyramid, pair, J, stride);
}

//------------------------------ many bodies -------------------------------------------------------

void contact_jacobian_add(const mjModel* m, const mjData* d, const mjContact* con, int body,
                          mjtNum w, const int* columns, int n, mjtNum* J) {
  int ndof;
  const int* dof = body_chain(m, body, &ndof);
  mjtNum arm[3];
  fc_sub3(arm, con->pos, d->subtree_com + 3 * m->body_rootid[body]);
  for (int k = 0, at = 0; k < ndof; k++) {
    const mjtNum* axis = d->cdof + 6 * dof[k];
    mjtNum v[3];
    fc_cross(v, axis, arm);
    fc_addTo3(v, axis + 3);
    while (columns[at] != dof[k])
      at++;
    for (int r = 0; r < con->dim; r++)
      J[r * n + at] += w * fc_dot3(con->frame + 3 * (r % 3), r < 3 ? v : axis);
  }
}
