// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tendon lengths, Jacobians and paths.
//
// A fixed tendon is a linear combination of scalar joint positions. A spatial tendon is a string
// through sites, around geoms, and over pulleys that divide what follows. The string is a sequence
// of straight segments and arcs; the length changes only through segments whose ends belong to
// different bodies, so an arc, whose ends both move with the geom, adds nothing to the Jacobian.
// The pattern of ten_J is constant and stored in the model.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/mechanics/jacobian.h"
#include "core/mechanics/sleep.h"
#include "core/mechanics/tendon_wrap.h"

// one straight-arc-straight piece between two sites
typedef struct Piece_ {
  int npoint;          // 2, or 4 when the string touches a geom
  mjtNum point[4][3];  // site, contact points, site
  int body[4];
  int geom;    // geom touched, or -1
  mjtNum arc;  // length on the geom
} Piece;

// sparse row of a tendon under construction
typedef struct TendonRow_ {
  mjtNum* J;
  const int* chain;
  int n;
} TendonRow;

static void fixed_tendon(const mjModel* m, mjData* d, int t) {
  mjtNum* J = d->ten_J + m->ten_J_rowadr[t];
  const int* col = m->ten_J_colind + m->ten_J_rowadr[t];
  int nnz = m->ten_J_rownnz[t], end = m->tendon_adr[t] + m->tendon_num[t];
  for (int w = m->tendon_adr[t]; w < end; w++) {
    int j = m->wrap_objid[w], dof = m->jnt_dofadr[j];
    d->ten_length[t] += m->wrap_prm[w] * d->qpos[m->jnt_qposadr[j]];
    for (int k = 0; k < nnz; k++) {
      if (col[k] == dof) {
        J[k] += m->wrap_prm[w];
        break;
      }
    }
  }
}

// append a point to the path
static void add_point(mjData* d, int* count, const mjtNum pos[3], int obj) {
  fc_copy3(d->wrap_xpos + 3 * *count, pos);
  d->wrap_obj[*count] = obj;
  ++*count;
}

// string from site w to the next site, around the geom between them if there is one
static Piece make_piece(const mjModel* m, const mjData* d, int w) {
  int around = m->wrap_type[w + 1] == mjWRAP_SPHERE || m->wrap_type[w + 1] == mjWRAP_CYLINDER;
  int site0 = m->wrap_objid[w], site1 = m->wrap_objid[w + 1 + around];
  const mjtNum *x0 = d->site_xpos + 3 * site0, *x1 = d->site_xpos + 3 * site1;
  Piece piece = {.npoint = 2, .geom = -1, .arc = 0};
  fc_copy3(piece.point[0], x0);
  piece.body[0] = m->site_bodyid[site0];

  if (around) {
    int g = m->wrap_objid[w + 1], s = (int)m->wrap_prm[w + 1];
    mjtNum arc = tendon_wrap(piece.point[1], piece.point[2], x0, x1, d->geom_xpos + 3 * g,
                             d->geom_xmat + 9 * g, m->geom_size[3 * g], m->wrap_type[w + 1],
                             s >= 0 ? d->site_xpos + 3 * s : NULL);
    if (arc >= 0) {
      piece.npoint = 4;
      piece.geom = g;
      piece.arc = arc;
      piece.body[1] = piece.body[2] = m->geom_bodyid[g];
    }
  }

  fc_copy3(piece.point[piece.npoint - 1], x1);
  piece.body[piece.npoint - 1] = m->site_bodyid[site1];
  return piece;
}

// add a piece to the Jacobian, return its length
static mjtNum measure_piece(const mjModel* m, const mjData* d, const Piece* piece,
                            const TendonRow* row, mjtNum divisor) {
  mjtNum length = piece->arc;
  for (int k = 0; k + 1 < piece->npoint; k++) {
    const mjtNum *x0 = piece->point[k], *x1 = piece->point[k + 1];
    int arc = piece->npoint == 4 && k == 1;
    if (!arc) {
      length += fc_dist3(x0, x1);
    }
    if (piece->body[k] != piece->body[k + 1] && row->n) {
      mjtNum direction[3];
      fc_sub3(direction, x1, x0);
      fc_normalize3(direction);
      fc_scl3(direction, direction, 1 / divisor);
      chain_add_projection(m, d, row->J, direction, piece->body[k], x0, piece->body[k + 1], x1,
                           row->n, row->chain);
    }
  }
  return length / divisor;
}

static void spatial_tendon(const mjModel* m, mjData* d, int t, int* count) {
  static const mjtNum origin[3] = {0, 0, 0};
  int adr = m->ten_J_rowadr[t], end = m->tendon_adr[t] + m->tendon_num[t];
  TendonRow row = {d->ten_J + adr, m->ten_J_colind + adr, m->ten_J_rownnz[t]};
  mjtNum divisor = 1, length = 0;

  for (int w = m->tendon_adr[t]; w + 1 < end;) {
    // a pulley ends one branch and starts another
    if (m->wrap_type[w] == mjWRAP_PULLEY || m->wrap_type[w + 1] == mjWRAP_PULLEY) {
      if (m->wrap_type[w] == mjWRAP_PULLEY) {
        divisor = m->wrap_prm[w];
        add_point(d, count, origin, -2);
      }
      w++;
      continue;
    }

    Piece piece = make_piece(m, d, w);
    length += measure_piece(m, d, &piece, &row, divisor);
    add_point(d, count, piece.point[0], -1);
    if (piece.npoint == 4) {
      add_point(d, count, piece.point[1], piece.geom);
      add_point(d, count, piece.point[2], piece.geom);
    }

    // the end site belongs to the next piece, unless the branch ends here
    w += m->wrap_type[w + 1] == mjWRAP_SITE ? 1 : 2;
    if (w + 1 == end || m->wrap_type[w + 1] == mjWRAP_PULLEY) {
      add_point(d, count, piece.point[piece.npoint - 1], -1);
    }
  }
  d->ten_length[t] = length;
}

void mj_tendon(const mjModel* m, mjData* d) {
  int filter = sleep_filters_bodies(m, d), count = 0;
  fc_zero(d->ten_length, m->ntendon);
  fc_zero(d->ten_J, m->nJten);

  for (int t = 0; t < m->ntendon; t++) {
    if (filter && sleep_tendon(m, d, t) == mjS_ASLEEP) {
      continue;
    }
    d->ten_wrapadr[t] = count;
    if (m->wrap_type[m->tendon_adr[t]] == mjWRAP_JOINT) {
      fixed_tendon(m, d, t);
    } else {
      spatial_tendon(m, d, t, &count);
    }
    d->ten_wrapnum[t] = count - d->ten_wrapadr[t];
  }
}
