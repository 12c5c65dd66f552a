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

// A tendon under construction: its sparse row of the Jacobian, the end of its path, and what the
// lengths are divided by.
typedef struct String_ {
  mjtNum* J;
  const int* chain;
  int n;
  int count;
  mjtNum divisor;
} String;

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
static inline void add_point(mjData* d, String* string, const mjtNum pos[3], int obj) {
  fc_copy3(d->wrap_xpos + 3 * string->count, pos);
  d->wrap_obj[string->count++] = obj;
}

static inline int is_outside(int id, mjtSize n) { return (unsigned)id >= (unsigned)n; }

// invalid entries: not sites, or no geom between them; only an edit of the model can cause this
static mjtNum broken_piece(const mjModel* m, int w) {
  mju_error(
      "mj_tendon: entry %d of the paths of tendons, of type %d with id %d and parameter %g, begins "
      "no piece from a site to a site",
      w, m->wrap_type[w], m->wrap_objid[w], (double)m->wrap_prm[w]);
  return -1;
}

// length of a straight segment, whose derivative is added to the Jacobian
static inline mjtNum add_segment(const mjModel* m, const mjData* d, const String* string, int body0,
                                 const mjtNum x0[3], int body1, const mjtNum x1[3]) {
  mjtNum direction[3];
  fc_sub3(direction, x1, x0);
  const mjtNum length = fc_norm3(direction);
  if (body0 == body1 || !string->n)
    return length;
  if (length < mjMINVAL)
    fc_set3(direction, 1 / string->divisor, 0, 0);
  else
    fc_scl3(direction, direction, 1 / length / string->divisor);
  chain_add_pull(m, d, string->J, direction, body0, x0, body1, x1, string->n, string->chain);
  return length;
}

// The string from site w around the next geom to the next site: its length when it touches the
// geom, and the points of contact are then next in the path; 0 when it passes by, -1 after an
// error.
static mjtNum around_geom(const mjModel* m, mjData* d, String* string, int w, int site0,
                          int site1) {
  // the parameter is the id of the sidesite, stored as a number, or -1
  const int g = m->wrap_objid[w + 1], *bodyid = m->site_bodyid;
  const mjtNum side = m->wrap_prm[w + 1] + (mjtNum)1.5;
  if (is_outside(g, m->ngeom) || !(side >= 0 && side < (mjtNum)(m->nsite + 1)))
    return broken_piece(m, w);
  const int s = (int)side - 1, body = m->geom_bodyid[g];
  const mjtNum *x0 = d->site_xpos + 3 * site0, *x1 = d->site_xpos + 3 * site1;
  mjtNum* point = d->wrap_xpos + 3 * string->count;
  const mjtNum arc =
      tendon_wrap(point, point + 3, x0, x1, d->geom_xpos + 3 * g, d->geom_xmat + 9 * g,
                  m->geom_size[3 * g], m->wrap_type[w + 1], s >= 0 ? d->site_xpos + 3 * s : NULL);
  if (arc < 0)
    return 0;
  d->wrap_obj[string->count++] = g;
  d->wrap_obj[string->count++] = g;
  mjtNum length = arc;
  length += add_segment(m, d, string, bodyid[site0], x0, body, point);
  return length + add_segment(m, d, string, body, point + 3, bodyid[site1], x1);
}

// The piece of string from site w to the next site, around the geom between them if there is one:
// adds it to the path and the Jacobian. Returns its length, -1 after an error.
static inline mjtNum add_piece(const mjModel* m, mjData* d, String* string, int w, int end) {
  const int around = m->wrap_type[w + 1] == mjWRAP_SPHERE || m->wrap_type[w + 1] == mjWRAP_CYLINDER;
  if (around && w + 2 >= end)
    return broken_piece(m, w);
  const int site0 = m->wrap_objid[w], site1 = m->wrap_objid[w + 1 + around];
  if (is_outside(site0, m->nsite) || is_outside(site1, m->nsite))
    return broken_piece(m, w);
  const mjtNum *x0 = d->site_xpos + 3 * site0, *x1 = d->site_xpos + 3 * site1;
  const int before = string->count;
  mjtNum length = 0;
  add_point(d, string, x0, -1);
  if (around) {
    length = around_geom(m, d, string, w, site0, site1);
    if (length < 0)
      return -1;
  }
  if (string->count == before + 1)
    length = add_segment(m, d, string, m->site_bodyid[site0], x0, m->site_bodyid[site1], x1);
  // the end site belongs to the next piece, unless the branch ends here
  const int next = w + 1 + around;
  if (next + 1 == end || m->wrap_type[next + 1] == mjWRAP_PULLEY)
    add_point(d, string, x1, -1);
  return length;
}

// Returns the end of the path.
static inline int spatial_tendon(const mjModel* m, mjData* d, int t, int count) {
  static const mjtNum origin[3] = {0, 0, 0};
  const int adr = m->ten_J_rowadr[t], end = m->tendon_adr[t] + m->tendon_num[t];
  String string = {d->ten_J + adr, m->ten_J_colind + adr, m->ten_J_rownnz[t], count, 1};
  mjtNum total = 0;
  for (int w = m->tendon_adr[t]; w + 1 < end;) {
    // a pulley ends one branch and starts another
    if (m->wrap_type[w] == mjWRAP_PULLEY || m->wrap_type[w + 1] == mjWRAP_PULLEY) {
      if (m->wrap_type[w] == mjWRAP_PULLEY) {
        string.divisor = m->wrap_prm[w];
        add_point(d, &string, origin, -2);
      }
      w++;
      continue;
    }
    const mjtNum length = add_piece(m, d, &string, w, end);
    if (length < 0)
      return string.count;
    total += length / string.divisor;
    w += m->wrap_type[w + 1] == mjWRAP_SITE ? 1 : 2;
  }
  d->ten_length[t] = total;
  return string.count;
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
      count = spatial_tendon(m, d, t, count);
    d->ten_wrapnum[t] = count - d->ten_wrapadr[t];
  }
}
