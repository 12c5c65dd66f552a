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

#include "core/physics/mechanics/jacobian.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/mechanics/tendon_wrap.h"

// one straight-arc-straight piece between two sites
typedef struct Piece_ {
  int npoint;          // 2, or 4 when the string touches a geom
  mjtNum point[4][3];  // site, contact points, site
  int body[4];
  int geom;    // geom touched, or -1
  mjtNum arc;  // length on the geom
} Piece;

// sparse row of a tendon, under construction
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
    int j = m->wrap_objid[w];
    if (j < 0 || j >= m->njnt) {
      mju_error("mj_tendon: tendon %d has joint %d, the model has %d", t, j, (int)m->njnt);
      return;
    }
    int dof = m->jnt_dofadr[j];
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

static inline int is_outside(int id, mjtSize n) { return (unsigned)id >= (unsigned)n; }

// invalid entries: not sites, or no geom between them; only an edit of the model can cause this
static int broken_piece(const mjModel* m, int w) {
  mju_error(
      "mj_tendon: entry %d of the paths of tendons, of type %d with id %d and parameter %g, begins "
      "no piece from a site to a site",
      w, m->wrap_type[w], m->wrap_objid[w], (double)m->wrap_prm[w]);
  return -1;
}

// string from site w to the next site, around the geom between them if there is one; 0, or -1 after
// an error
static inline int make_piece(const mjModel* m, const mjData* d, int w, int end, Piece* piece) {
  int around = m->wrap_type[w + 1] == mjWRAP_SPHERE || m->wrap_type[w + 1] == mjWRAP_CYLINDER;
  if (around && w + 2 >= end)
    return broken_piece(m, w);
  int site0 = m->wrap_objid[w], site1 = m->wrap_objid[w + 1 + around];
  if (is_outside(site0, m->nsite) || is_outside(site1, m->nsite))
    return broken_piece(m, w);
  const mjtNum *x0 = d->site_xpos + 3 * site0, *x1 = d->site_xpos + 3 * site1;
  piece->npoint = 2;
  piece->geom = -1;
  piece->arc = 0;
  fc_copy3(piece->point[0], x0);
  piece->body[0] = m->site_bodyid[site0];

  if (around) {
    // the parameter is the id of the sidesite, stored as a number, or -1
    int g = m->wrap_objid[w + 1];
    mjtNum side = m->wrap_prm[w + 1] + (mjtNum)1.5;
    if (is_outside(g, m->ngeom) || !(side >= 0 && side < (mjtNum)(m->nsite + 1)))
      return broken_piece(m, w);
    int s = (int)side - 1;
    mjtNum arc = tendon_wrap(piece->point[1], piece->point[2], x0, x1, d->geom_xpos + 3 * g,
                             d->geom_xmat + 9 * g, m->geom_size[3 * g], m->wrap_type[w + 1],
                             s >= 0 ? d->site_xpos + 3 * s : NULL);
    if (arc >= 0) {
      piece->npoint = 4;
      piece->geom = g;
      piece->arc = arc;
      piece->body[1] = piece->body[2] = m->geom_bodyid[g];
    }
  }

  fc_copy3(piece->point[piece->npoint - 1], x1);
  piece->body[piece->npoint - 1] = m->site_bodyid[site1];
  return 0;
}

// adds a piece to the Jacobian and returns its length
static mjtNum measure_piece(const mjModel* m, const mjData* d, const Piece* piece,
                            const TendonRow* row, mjtNum divisor) {
  mjtNum length = piece->arc;
  for (int k = 0; k + 1 < piece->npoint; k++) {
    const mjtNum *x0 = piece->point[k], *x1 = piece->point[k + 1];
    int arc = piece->npoint == 4 && k == 1;
    if (!arc)
      length += fc_dist3(x0, x1);
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

static inline void spatial_tendon(const mjModel* m, mjData* d, int t, int* count) {
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

    Piece piece;
    if (make_piece(m, d, w, end, &piece))
      return;
    length += measure_piece(m, d, &piece, &row, divisor);
    add_point(d, count, piece.point[0], -1);
    if (piece.npoint == 4) {
      add_point(d, count, piece.point[1], piece.geom);
      add_point(d, count, piece.point[2], piece.geom);
    }

    // the end site belongs to the next piece, unless the branch ends here
    w += m->wrap_type[w + 1] == mjWRAP_SITE ? 1 : 2;
    if (w + 1 == end || m->wrap_type[w + 1] == mjWRAP_PULLEY)
      add_point(d, count, piece.point[piece.npoint - 1], -1);
  }
  d->ten_length[t] = length;
}

void mj_tendon(const mjModel* m, mjData* d) {
  int filter = sleep_filters_bodies(m, d), count = 0;
  fc_zero(d->ten_length, m->ntendon);
  fc_zero(d->ten_J, m->nJten);

  for (int t = 0; t < m->ntendon; t++) {
    if (filter && sleep_tendon(m, d, t) == mjS_ASLEEP)
      continue;
    d->ten_wrapadr[t] = count;
    if (m->wrap_type[m->tendon_adr[t]] == mjWRAP_JOINT)
      fixed_tendon(m, d, t);
    else
      spatial_tendon(m, d, t, &count);
    d->ten_wrapnum[t] = count - d->ten_wrapadr[t];
  }
}
