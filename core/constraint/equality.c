// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Equality constraints: connect, weld, joint and tendon coupling.
//
// The residual of connect and the translational part of weld is p1 - p2 in world axes, so the
// Jacobian is J(body 1) - J(body 2); contacts use the opposite order. With q = q1 * relpose and qc
// = conj(q2) the rotational residual of weld is s vec(qc q), the axis times the sine of half the
// angle, and moving with angular velocity w changes it by s/2 vec(qc (0, w) q). A coupling ties y -
// y0 to a quartic polynomial of x - x0.

#include <string.h>

#include <fulcrum/math.h>

#include "core/constraint/rows.h"
#include "core/mechanics/jacobian.h"
#include "core/mechanics/sleep.h"

// Does equality i make rows now?
static int is_active(const RowBuilder* builder, int i) {
  if (!builder->d->eq_active[i]) {
    return 0;
  }
  return !builder->filter || builder->m->eq_type[i] == mjEQ_FLEXSTRAIN ||
         sleep_equality(builder->m, builder->d, i) == mjS_AWAKE;
}

// Body that end `which` (0 or 1) of a connect or weld is attached to.
static int end_body(const mjModel* m, int i, int which) {
  int id = which ? m->eq_obj2id[i] : m->eq_obj1id[i];
  return m->eq_objtype[i] == mjOBJ_SITE ? m->site_bodyid[id] : id;
}

// World position of that end; anchor is its position in the body, unused with site semantics.
static void end_point(const mjModel* m, const mjData* d, int i, int which, const mjtNum anchor[3],
                      mjtNum point[3]) {
  int id = which ? m->eq_obj2id[i] : m->eq_obj1id[i];
  if (m->eq_objtype[i] == mjOBJ_SITE) {
    fc_copy3(point, d->site_xpos + 3 * id);
  } else {
    fc_mulMatVec3(point, d->xmat + 9 * id, anchor);
    fc_addTo3(point, d->xpos + 3 * id);
  }
}

// Columns and scalar state of one object of a coupling.
typedef struct Coupled_ {
  mjtNum offset;  // value minus reference value
  const int* columns;
  const mjtNum* J;
  int n;
} Coupled;

static Coupled coupled_object(const mjModel* m, const mjData* d, int type, int id) {
  static const mjtNum one = 1;
  Coupled c;
  if (type == mjEQ_JOINT) {
    int qadr = m->jnt_qposadr[id];
    c.offset = d->qpos[qadr] - m->qpos0[qadr];
    c.columns = m->jnt_dofadr + id;
    c.J = &one;
    c.n = 1;
  } else {
    c.offset = d->ten_length[id] - m->tendon_length0[id];
    c.columns = tendon_columns(m, id, &c.n);
    c.J = d->ten_J + m->ten_J_rowadr[id];
  }
  return c;
}

//------------------------------ counting ----------------------------------------------------------

// Number of columns of a coupling.
static int coupling_size(RowBuilder* builder, int i) {
  const mjModel* m = builder->m;
  Coupled y = coupled_object(m, builder->d, m->eq_type[i], m->eq_obj1id[i]);
  if (m->eq_obj2id[i] < 0) {
    return y.n;
  }
  Coupled x = coupled_object(m, builder->d, m->eq_type[i], m->eq_obj2id[i]);
  return merge_columns(builder->chain, y.columns, y.n, x.columns, x.n);
}

void equality_count(RowBuilder* builder, RowCount* count) {
  const mjModel* m = builder->m;
  if ((m->opt.disableflags & mjDSBL_EQUALITY) || !m->nemax) {
    return;
  }
  for (int i = 0; i < m->neq; i++) {
    if (!is_active(builder, i)) {
      continue;
    }
    int rows = 1, n;
    switch (m->eq_type[i]) {
      case mjEQ_CONNECT:
      case mjEQ_WELD:
        rows = m->eq_type[i] == mjEQ_CONNECT ? 3 : 6;
        n = chain_union(m, end_body(m, i, 0), end_body(m, i, 1), builder->chain);
        break;
      case mjEQ_JOINT:
      case mjEQ_TENDON: n = coupling_size(builder, i); break;
      default:
        mju_error("mj_makeConstraint: equality %d has type %d, which is not known", i,
                  m->eq_type[i]);
        return;
    }
    if (n || !builder->sparse) {
      count->rows += rows;
      count->entries += rows * n;
    }
  }
}

//------------------------------ connect and weld --------------------------------------------------

// Orientation q = q1 * relpose of end 1 and qc = conjugate of that of end 2.
static void weld_orientations(const mjModel* m, const mjData* d, int i, mjtNum q[4], mjtNum qc[4]) {
  const mjtNum *quat1 = d->xquat + 4 * end_body(m, i, 0), *quat2 = d->xquat + 4 * end_body(m, i, 1);
  if (m->eq_objtype[i] == mjOBJ_SITE) {
    fc_mulQuat(q, quat1, m->site_quat + 4 * m->eq_obj1id[i]);
    fc_mulQuat(qc, quat2, m->site_quat + 4 * m->eq_obj2id[i]);
    fc_negQuat(qc, qc);
  } else {
    fc_mulQuat(q, quat1, m->eq_data + mjNEQDATA * i + 6);
    fc_negQuat(qc, quat2);
  }
}

// Turn the rotational Jacobian (3 x n) into that of the weld's residual, in place.
static void weld_rotation(mjtNum* jac, int n, const mjtNum q[4], const mjtNum qc[4], mjtNum scale) {
  for (int k = 0; k < n; k++) {
    mjtNum omega[3] = {jac[k], jac[n + k], jac[2 * n + k]}, quat[4];
    fc_mulQuatAxis(quat, qc, omega);
    fc_mulQuat(quat, quat, q);
    for (int r = 0; r < 3; r++) {
      jac[r * n + k] = (mjtNum)0.5 * scale * quat[r + 1];
    }
  }
}

static void append_attachment(RowBuilder* builder, int i) {
  const mjModel* m = builder->m;
  mjData* d = builder->d;
  const mjtNum* data = m->eq_data + mjNEQDATA * i;
  int weld = m->eq_type[i] == mjEQ_WELD, nrow = weld ? 6 : 3;
  int body1 = end_body(m, i, 0), body2 = end_body(m, i, 1);

  // weld stores the anchor of body 2 first
  mjtNum point1[3], point2[3], pos[6];
  end_point(m, d, i, 0, weld ? data + 3 : data, point1);
  end_point(m, d, i, 1, weld ? data : data + 3, point2);
  fc_sub3(pos, point1, point2);

  int n = chain_union(m, body1, body2, builder->chain);
  mjtNum* J = rows_values(builder, nrow, n);
  if (!J) {
    return;
  }
  chain_jacobian_difference(m, d, J, weld ? J + 3 * n : NULL, body2, point2, body1, point1, n,
                            builder->chain);
  if (weld) {
    mjtNum q[4], qc[4], error[4];
    weld_orientations(m, d, i, q, qc);
    fc_mulQuat(error, qc, q);
    fc_scl3(pos + 3, error + 1, data[10]);
    weld_rotation(J + 3 * n, n, q, qc, data[10]);
  }
  RowInfo info = {.type = mjCNSTR_EQUALITY, .id = i, .pos = pos};
  rows_append(builder, nrow, n, builder->chain, &info, 0);
}

//------------------------------ couplings ---------------------------------------------------------

static void append_coupling(RowBuilder* builder, int i) {
  const mjModel* m = builder->m;
  mjData* d = builder->d;
  const mjtNum* c = m->eq_data + mjNEQDATA * i;
  int id1 = m->eq_obj1id[i], id2 = m->eq_obj2id[i];
  Coupled y = coupled_object(m, d, m->eq_type[i], id1);
  mjtNum pos = y.offset - c[0];

  // the tendon remembers which equality it takes part in
  if (m->eq_type[i] == mjEQ_TENDON) {
    if (d->tendon_efcadr[id1] == -1)
      d->tendon_efcadr[id1] = i;
    if (id2 >= 0 && d->tendon_efcadr[id2] == -1)
      d->tendon_efcadr[id2] = i;
  }

  RowInfo info = {.type = mjCNSTR_EQUALITY, .id = i, .pos = &pos};
  if (id2 < 0) {
    mjtNum* J = rows_values(builder, 1, y.n);
    if (J) {
      fc_copy(J, y.J, y.n);
      rows_append(builder, 1, y.n, y.columns, &info, 0);
    }
    return;
  }

  // polynomial and its slope
  Coupled x = coupled_object(m, d, m->eq_type[i], id2);
  mjtNum z = x.offset;
  pos -= z * (c[1] + z * (c[2] + z * (c[3] + z * c[4])));
  mjtNum slope = c[1] + z * (2 * c[2] + z * (3 * c[3] + z * 4 * c[4]));

  // both on the union of their columns
  int n = merge_columns(builder->chain, y.columns, y.n, x.columns, x.n);
  mjtNum* J = rows_values(builder, 1, n);
  if (!J) {
    return;
  }
  for (int k = 0, iy = 0, ix = 0; k < n; k++) {
    int column = builder->chain[k];
    mjtNum value = 0;
    if (iy < y.n && y.columns[iy] == column)
      value += y.J[iy++];
    if (ix < x.n && x.columns[ix] == column)
      value -= slope * x.J[ix++];
    J[k] = value;
  }
  rows_append(builder, 1, n, builder->chain, &info, 0);
}

void equality_append(RowBuilder* builder) {
  const mjModel* m = builder->m;
  if ((m->opt.disableflags & mjDSBL_EQUALITY) || !m->nemax) {
    return;
  }
  for (int i = 0; i < m->neq; i++) {
    if (!is_active(builder, i)) {
      continue;
    }
    if (m->eq_type[i] == mjEQ_CONNECT || m->eq_type[i] == mjEQ_WELD) {
      append_attachment(builder, i);
    } else {
      append_coupling(builder, i);
    }
  }
}
