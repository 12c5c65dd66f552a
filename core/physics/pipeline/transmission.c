// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Transmissions: the length of every actuator and its moment, the gradient of the length (or the
// map from force to generalised force) as a sparse row over the dofs.
//
// Rows are packed one after the other in actuator order; sleeping actuators get empty rows. Rows
// that are differences of Jacobians are computed densely over the chain of the two bodies involved
// and then reduced to their exact nonzeros.

#include <math.h>
#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/scratch.h"
#include "core/physics/mechanics/jacobian.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/pipeline/transmission_adhesion.h"

// the row of one actuator while it is written
typedef struct MomentRow_ {
  mjtNum* value;
  int* col;
  int nnz;
} MomentRow;

// copy the nonzeros of a row given on `chain`
static void compress_row(MomentRow* row, const mjtNum* value, const int* chain, int n) {
  row->nnz = 0;
  for (int k = 0; k < n; k++) {
    if (value[k] != 0) {
      row->value[row->nnz] = value[k];
      row->col[row->nnz++] = chain[k];
    }
  }
}

// a range of consecutive dofs
static void set_dofs(MomentRow* row, int dof, int n) {
  for (int k = 0; k < n; k++)
    row->col[row->nnz++] = dof + k;
}

// rotational gear of a ball or free joint, in the frame of the child, or of the parent turned into
// it
static void rotational_gear(mjtNum res[3], const mjtNum gear[3], const mjtNum quat[4],
                            int in_parent) {
  if (in_parent) {
    mjtNum conjugate[4];
    fc_negQuat(conjugate, quat);
    fc_rotVecQuat(res, gear, conjugate);
  } else {
    fc_copy3(res, gear);
  }
}

static mjtNum joint_transmission(const mjModel* m, const mjData* d, int i, MomentRow* row) {
  int j = m->actuator_trnid[2 * i], dof = m->jnt_dofadr[j];
  int in_parent = m->actuator_trntype[i] == mjTRN_JOINTINPARENT;
  const mjtNum *gear = m->actuator_gear + 6 * i, *qpos = d->qpos + m->jnt_qposadr[j];
  mjtNum quat[4], rotation[3];

  switch (m->jnt_type[j]) {
    case mjJNT_SLIDE:
    case mjJNT_HINGE:
      row->value[0] = gear[0];
      set_dofs(row, dof, 1);
      return gear[0] * qpos[0];

    case mjJNT_BALL:
      fc_copy4(quat, qpos);
      fc_normalize4(quat);
      fc_quat2Vel(rotation, quat, 1);
      rotational_gear(row->value, gear, quat, in_parent);
      set_dofs(row, dof, 3);
      return fc_dot3(rotation, row->value);

    default:
      fc_copy4(quat, qpos + 3);
      fc_normalize4(quat);
      fc_copy3(row->value, gear);
      rotational_gear(row->value + 3, gear + 3, quat, in_parent);
      set_dofs(row, dof, 6);
      return 0;
  }
}

static mjtNum tendon_transmission(const mjModel* m, const mjData* d, int i, MomentRow* row) {
  int t = m->actuator_trnid[2 * i], adr = m->ten_J_rowadr[t], n = m->ten_J_rownnz[t];
  mjtNum gear = m->actuator_gear[6 * i];
  const mjtNum* FC_RESTRICT J = d->ten_J + adr;
  const int* FC_RESTRICT dof = m->ten_J_colind + adr;
  mjtNum* FC_RESTRICT value = row->value;
  int* FC_RESTRICT col = row->col;
  for (int k = 0; k < n; k++) {
    value[k] = gear * J[k];
    col[k] = dof[k];
  }
  row->nnz = n;
  return gear * d->ten_length[t];
}

// Slider position along its axis a, given the vector v from slider to crank: the smaller root of |v
// - l a| = rod. When the rod does not reach, the crank's projection on the axis.
static mjtNum slider_length(const mjtNum a[3], const mjtNum v[3], mjtNum rod, mjtNum dldv[3],
                            mjtNum dlda[3]) {
  mjtNum av = fc_dot3(a, v), det = av * av + rod * rod - fc_dot3(v, v);
  if (det <= 0) {
    fc_copy3(dldv, a);
    fc_copy3(dlda, v);
    return av;
  }
  mjtNum root = sqrt(det), scl = 1 - av / root;
  fc_scl3(dlda, v, scl);
  fc_scl3(dldv, a, scl);
  fc_addToScl3(dldv, v, 1 / root);
  return av - root;
}

// velocity of the end of an arm for a unit velocity of a dof
static void arm_velocity(mjtNum res[3], const mjtNum cdof[6], const mjtNum arm[3]) {
  fc_cross(res, cdof, arm);
  fc_addTo3(res, cdof + 3);
}

static void arm_of(const mjModel* m, const mjData* d, int body, const mjtNum point[3],
                   mjtNum arm[3]) {
  fc_sub3(arm, point, d->subtree_com + 3 * m->body_rootid[body]);
}

static mjtNum slidercrank_transmission(const mjModel* m, const mjData* d, int i, MomentRow* row) {
  int crank = m->actuator_trnid[2 * i], slider = m->actuator_trnid[2 * i + 1], n1, n2;
  int crank_body = m->site_bodyid[crank], slider_body = m->site_bodyid[slider];
  const mjtNum *xcrank = d->site_xpos + 3 * crank, *xslider = d->site_xpos + 3 * slider;
  mjtNum axis[3], v[3], dldv[3], dlda[3], arm1[3], arm2[3], gear = m->actuator_gear[6 * i];
  fc_column3(axis, d->site_xmat + 9 * slider, 2);
  fc_sub3(v, xcrank, xslider);
  mjtNum length = slider_length(axis, v, m->actuator_cranklength[i], dldv, dlda);
  arm_of(m, d, crank_body, xcrank, arm1);
  arm_of(m, d, slider_body, xslider, arm2);

  // The rates of v and the axis for each dof that moves one of the sites. They are projected term
  // by term: whether a coefficient that vanishes is an exact zero depends on the order of the sums.
  const int *c1 = body_chain(m, crank_body, &n1), *c2 = body_chain(m, slider_body, &n2);
  for (int j = 0, k = 0; j < n1 || k < n2;) {
    const int moves1 = j < n1 && (k == n2 || c1[j] <= c2[k]),
              moves2 = k < n2 && (j == n1 || c2[k] <= c1[j]), dof = moves1 ? c1[j] : c2[k];
    const mjtNum* cdof = d->cdof + 6 * dof;
    mjtNum dv[3] = {0}, daxis[3] = {0}, carried[3], value = 0;
    if (moves1)
      arm_velocity(dv, cdof, arm1);
    if (moves2) {
      arm_velocity(carried, cdof, arm2);
      fc_subFrom3(dv, carried);
      fc_cross(daxis, cdof, axis);
    }
    for (int r = 0; r < 3; r++)
      value += dlda[r] * daxis[r] + dldv[r] * dv[r];
    if (value * gear != 0) {
      row->value[row->nnz] = value * gear;
      row->col[row->nnz++] = dof;
    }
    j += moves1;
    k += moves2;
  }
  return gear * length;
}

// row = Jp' force + Jr' torque, on `chain`
static void project_wrench(mjtNum* value, const mjtNum* jacp, const mjtNum* jacr,
                           const mjtNum* force, const mjtNum* torque, int n) {
  for (int k = 0; k < n; k++) {
    if (force)
      value[k] += jacp[k] * force[0] + jacp[k + n] * force[1] + jacp[k + 2 * n] * force[2];
    if (torque)
      value[k] += jacr[k] * torque[0] + jacr[k + n] * torque[1] + jacr[k + 2 * n] * torque[2];
  }
}

// a wrench fixed in the frame of a site
static void site_wrench(const mjModel* m, mjData* d, int i, MomentRow* row) {
  int site = m->actuator_trnid[2 * i], body = m->site_bodyid[site], n;
  const int* chain = body_chain(m, body, &n);
  const mjtNum *gear = m->actuator_gear + 6 * i, *xmat = d->site_xmat + 9 * site;
  mjtNum force[3], torque[3];
  fc_mulMatVec3(force, xmat, gear);
  fc_mulMatVec3(torque, xmat, gear + 3);

  const StackPlace place = scratch_begin(d);
  mjtNum* value = scratch_nums(d, 7 * m->nv);
  mjtNum *jacp = value + m->nv, *jacr = jacp + 3 * m->nv;
  fc_zero(value, n);
  chain_jacobian(m, d, jacp, jacr, d->site_xpos + 3 * site, body, n, chain);
  project_wrench(value, jacp, jacr, force, torque, n);
  compress_row(row, value, chain, n);
  scratch_end(d, place);
}

// orientation attributed to a site here: its own quaternion on the left of the body's
static void site_orientation(const mjModel* m, const mjData* d, int site, mjtNum quat[4]) {
  fc_mulQuat(quat, m->site_quat + 4 * site, d->xquat + 4 * m->site_bodyid[site]);
}

// pose of a site relative to a reference site
static mjtNum site_difference(const mjModel* m, mjData* d, int i, MomentRow* row) {
  int site = m->actuator_trnid[2 * i], ref = m->actuator_trnid[2 * i + 1];
  int body = m->site_bodyid[site], ref_body = m->site_bodyid[ref];
  const mjtNum *gear = m->actuator_gear + 6 * i, *refmat = d->site_xmat + 9 * ref;
  const mjtNum *x = d->site_xpos + 3 * site, *xref = d->site_xpos + 3 * ref;
  int translates = !fc_isZero(gear, 3), rotates = !fc_isZero(gear + 3, 3);
  mjtNum length = 0, force[3], torque[3];

  if (translates) {
    mjtNum dif[3], local[3];
    fc_sub3(dif, x, xref);
    fc_mulMatTVec3(local, refmat, dif);
    length += fc_dot3(local, gear);
    fc_mulMatVec3(force, refmat, gear);
  }
  if (rotates) {
    mjtNum quat[4], refquat[4], dif[3];
    site_orientation(m, d, site, quat);
    site_orientation(m, d, ref, refquat);
    fc_subQuat(dif, quat, refquat);
    length += fc_dot3(dif, gear + 3);
    fc_mulMatVec3(torque, refmat, gear + 3);
  }

  // dofs that move both sites do not change their relation
  const StackPlace place = scratch_begin(d);
  int* chain = scratch_ints(d, m->nv);
  mjtNum* value = scratch_nums(d, 7 * m->nv);
  mjtNum *jacp = value + m->nv, *jacr = jacp + 3 * m->nv;
  int n = chain_difference(m, body, ref_body, chain);
  fc_zero(value, n);
  chain_jacobian_difference(m, d, jacp, jacr, ref_body, xref, body, x, n, chain);
  project_wrench(value, jacp, jacr, translates ? force : NULL, rotates ? torque : NULL, n);
  compress_row(row, value, chain, n);
  scratch_end(d, place);
  return length;
}

static mjtNum actuator_transmission(const mjModel* m, mjData* d, int i, MomentRow* row) {
  switch (m->actuator_trntype[i]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: return joint_transmission(m, d, i, row);

    case mjTRN_SLIDERCRANK: return slidercrank_transmission(m, d, i, row);

    case mjTRN_TENDON: return tendon_transmission(m, d, i, row);

    case mjTRN_SITE:
      if (m->actuator_trnid[2 * i + 1] >= 0)
        return site_difference(m, d, i, row);
      site_wrench(m, d, i, row);
      return 0;

    case mjTRN_BODY:
      row->nnz = adhesion_moment(m, d, m->actuator_trnid[2 * i], row->value, row->col);
      return 0;

    default:
      mju_error("mj_transmission: unknown transmission type %d of actuator %d",
                m->actuator_trntype[i], i);
      return 0;
  }
}

// upper bound on the entries in the row of an actuator
static int row_bound(const mjModel* m, int i) {
  int id = m->actuator_trnid[2 * i], n1, n2;
  switch (m->actuator_trntype[i]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT:
      return m->jnt_type[id] == mjJNT_FREE ? 6 : m->jnt_type[id] == mjJNT_BALL ? 3 : 1;
    case mjTRN_TENDON: return m->ten_J_rownnz[id];
    case mjTRN_SLIDERCRANK:
      body_chain(m, m->site_bodyid[id], &n1);
      body_chain(m, m->site_bodyid[m->actuator_trnid[2 * i + 1]], &n2);
      return n1 + n2;
    default: return (int)m->nv;
  }
}

// nJmom was computed when the model was compiled, and an edit of actuator_trntype or actuator_trnid
// may have made rows longer. A row that might need more than the remaining `room` entries is
// written to a buffer and copied from there. Returns its length.
static int copy_row(const MomentRow* row, int i, int room, mjtNum* value, int* col) {
  if (row->nnz > room) {
    mju_error("mj_transmission: the moment of actuator %d has %d entries, nJmom leaves %d", i,
              row->nnz, room);
    return 0;
  }
  memcpy(value, row->value, (size_t)row->nnz * sizeof *value);
  memcpy(col, row->col, (size_t)row->nnz * sizeof *col);
  return row->nnz;
}

// 1 when the actuator acts on a slide or hinge: nearly all do, and one entry needs no bounds.
static inline int acts_on_one_dof(const mjModel* m, int i) {
  if (m->actuator_trntype[i] != mjTRN_JOINT)
    return 0;
  const int type = m->jnt_type[m->actuator_trnid[2 * i]];
  return type == mjJNT_SLIDE || type == mjJNT_HINGE;
}

// joint_transmission and the layout of the rows for the first actuators, as far as they are such.
// Returns how many. The arrays do not overlap, which the compiler cannot know of m and d.
static int one_dof_transmissions(const mjModel* m, mjData* d) {
  const int* FC_RESTRICT trnid = m->actuator_trnid;
  const int* FC_RESTRICT qposadr = m->jnt_qposadr;
  const int* FC_RESTRICT dofadr = m->jnt_dofadr;
  const mjtNum* FC_RESTRICT gear = m->actuator_gear;
  const mjtNum* FC_RESTRICT qpos = d->qpos;
  mjtNum* FC_RESTRICT length = d->actuator_length;
  mjtNum* FC_RESTRICT moment = d->actuator_moment;
  int* FC_RESTRICT colind = d->moment_colind;
  int* FC_RESTRICT rowadr = d->moment_rowadr;
  int* FC_RESTRICT rownnz = d->moment_rownnz;
  const int n = m->nu < m->nJmom ? (int)m->nu : (int)m->nJmom;
  int i = 0;
  for (; i < n && acts_on_one_dof(m, i); i++) {
    const int j = trnid[2 * i];
    length[i] = gear[6 * i] * qpos[qposadr[j]];
    moment[i] = gear[6 * i];
    colind[i] = dofadr[j];
    rowadr[i] = i;
    rownnz[i] = 1;
  }
  return i;
}

void mj_transmission(const mjModel* m, mjData* d) {
  int filter = sleep_filters_bodies(m, d), first = filter ? 0 : one_dof_transmissions(m, d);
  for (int i = first, adr = first; i < m->nu; i++) {
    MomentRow row = {d->actuator_moment + adr, d->moment_colind + adr, 0};
    if (!(filter && sleep_actuator(m, d, i) == mjS_ASLEEP)) {
      // no row has more than nv entries
      int room = (int)m->nJmom - adr, bound = room < m->nv ? row_bound(m, i) : 0;
      int narrow = bound > room;
      const StackPlace place = scratch_begin(d);
      if (narrow) {
        row.value = scratch_nums(d, bound);
        row.col = scratch_ints(d, bound);
      }
      d->actuator_length[i] = actuator_transmission(m, d, i, &row);
      if (narrow) {
        row.nnz = copy_row(&row, i, room, d->actuator_moment + adr, d->moment_colind + adr);
        scratch_end(d, place);
      }
    }
    d->moment_rowadr[i] = adr;
    d->moment_rownnz[i] = row.nnz;
    adr += row.nnz;
  }
}
