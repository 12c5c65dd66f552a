// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Constants at qpos0.
//
// An inverse weight is an entry of J M^-1 J'. With M = L'DL it is the squared length of D^-1/2 L^-T
// J', and L^-T only spreads a vector from a dof to its ancestors: the Jacobian of a body lives on
// the chain of dofs that move it, and stays there. Row r of L lists the ancestors of r in ascending
// order, so on a chain c_0 < c_1 < ... row c_k is the first k entries of the chain, and back
// substitution is a dense triangular solve without any indexing.

#include <math.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/model/constants/set_const.h"
#include "core/physics/problem/constraint_plan.h"

// ---------------------------------------------------------------- solves on chains

// dofs that move dof i, itself included, ascending; returns their number
static int chain_of_dof(const mjModel* m, int i, int* chain) {
  int n = 0;
  for (int j = i; j >= 0; j = m->dof_parentid[j])
    n++;
  for (int k = n - 1; k >= 0; k--) {
    chain[k] = i;
    i = m->dof_parentid[i];
  }
  return n;
}

static int last_dof(const mjModel* m, int body) {
  body = m->body_weldid[body];
  return body ? m->body_dofadr[body] + m->body_dofnum[body] - 1 : -1;
}

// x <- M^-1 x on a chain
static void solve_chain(const mjModel* m, const mjData* d, const int* chain, int n, mjtNum* x) {
  for (int k = n - 1; k > 0; k--) {
    if (m->M_rownnz[chain[k]] == 1 || x[k] == 0)
      continue;
    const mjtNum* row = d->qLD + m->M_rowadr[chain[k]];
    for (int j = 0; j < k; j++)
      x[j] -= row[j] * x[k];
  }
  for (int k = 0; k < n; k++) {
    x[k] *= d->qLDiagInv[chain[k]];
    if (m->M_rownnz[chain[k]] > 1)
      x[k] -= fc_dotRange(d->qLD + m->M_rowadr[chain[k]], x, k);
  }
}

void dot_add(DotOfDofs* dot, const mjModel* m, int dof, mjtNum product) {
  if (dof < (int)m->nv / 4 * 4)
    dot->lane[dof % 4] += product;
  else
    dot->rest += product;
}

mjtNum dot_sum(const DotOfDofs* dot) {
  const mjtNum* lane = dot->lane;
  return (lane[0] + lane[2]) + (lane[1] + lane[3]) + dot->rest;
}

// ---------------------------------------------------------------- inverse weights

static void body_weights(mjModel* m, mjData* d, int b, int* chain, mjtNum* row, mjtNum* x) {
  mjtNum* result = m->body_invweight0 + 2 * b;
  result[0] = result[1] = 0;
  if (!m->body_weldid[b])
    return;
  if (m->body_simple[b] == 2) {
    result[0] = 1 / fc_max(mjMINVAL, m->body_mass[b]);
    return;
  }
  int n = chain_of_dof(m, last_dof(m, b), chain);
  mjtNum offset[3];
  fc_sub3(offset, d->xipos + 3 * b, d->subtree_com + 3 * m->body_rootid[b]);

  // three translational rows, then three rotational ones
  for (int k = 0; k < n; k++) {
    const mjtNum* cdof = d->cdof + 6 * chain[k];
    mjtNum lever[3];
    fc_cross(lever, cdof, offset);
    for (int i = 0; i < 3; i++) {
      row[i * n + k] = cdof[3 + i] + lever[i];
      row[(3 + i) * n + k] = cdof[i];
    }
  }
  mjtNum diagonal[6];
  for (int i = 0; i < 6; i++) {
    DotOfDofs dot = {{0}, 0};
    memcpy(x, row + i * n, (size_t)n * sizeof *x);
    solve_chain(m, d, chain, n, x);
    for (int k = 0; k < n; k++)
      dot_add(&dot, m, chain[k], row[i * n + k] * x[k]);
    diagonal[i] = dot_sum(&dot);
  }
  result[0] = (diagonal[0] + diagonal[1] + diagonal[2]) / 3;
  result[1] = (diagonal[3] + diagonal[4] + diagonal[5]) / 3;

  // a body that only translates or only turns gets one weight for both
  if (result[0] < mjMINVAL && result[1] > mjMINVAL)
    result[0] = result[1];
  else if (result[1] < mjMINVAL && result[0] > mjMINVAL)
    result[1] = result[0];
}

static mjtNum dof_weight(const mjModel* m, const mjData* d, int i, int* chain, mjtNum* x) {
  int n = chain_of_dof(m, i, chain);
  memset(x, 0, (size_t)n * sizeof *x);
  x[n - 1] = 1;
  solve_chain(m, d, chain, n, x);
  return x[n - 1];
}

static void joint_weights(mjModel* m, const mjData* d, int j, int* chain, mjtNum* x) {
  int adr = m->jnt_dofadr[j], body = m->jnt_bodyid[j];
  int n = m->jnt_type[j] == mjJNT_FREE ? 6 : m->jnt_type[j] == mjJNT_BALL ? 3 : 1;
  mjtNum* result = m->dof_invweight0 + adr;
  for (int i = 0; i < n; i++) {
    result[i] = m->body_simple[body] == 2 ? 1 / fc_max(mjMINVAL, m->body_mass[body])
                                          : dof_weight(m, d, adr + i, chain, x);
  }

  // the three directions of a translation or rotation share their mean
  for (int i = 0; i + 2 < n; i += 3)
    result[i] = result[i + 1] = result[i + 2] = (result[i] + result[i + 1] + result[i + 2]) / 3;
}

// ---------------------------------------------------------------- sparse rows

// Range of dofs [*low, *high) that a solve with a sparse row reaches: the trees of its dofs and
// what lies between. n > 0.
static void reach(const mjModel* m, const int* colind, int n, int* low, int* high) {
  *low = (int)m->nv;
  *high = 0;
  for (int k = 0; k < n; k++) {
    int t = m->dof_treeid[colind[k]];
    if (m->tree_dofadr[t] < *low)
      *low = m->tree_dofadr[t];
    if (m->tree_dofadr[t] + m->tree_dofnum[t] > *high)
      *high = m->tree_dofadr[t] + m->tree_dofnum[t];
  }
}

// x <- M^-1 x for a vector that is zero outside the range
static void solve_range(const mjModel* m, const mjData* d, mjtNum* x, int low, int high) {
  for (int i = high - 1; i >= low; i--) {
    if (x[i] == 0)
      continue;
    int adr = m->M_rowadr[i], n = m->M_rownnz[i] - 1;
    for (int k = adr; k < adr + n; k++)
      x[m->M_colind[k]] -= d->qLD[k] * x[i];
  }
  for (int i = low; i < high; i++) {
    const int adr = m->M_rowadr[i];
    x[i] = x[i] * d->qLDiagInv[i] -
           fc_dotSparse(d->qLD + adr, x, m->M_rownnz[i] - 1, m->M_colind + adr);
  }
}

// 1 when dof k of the list occurs again later
static int listed_again(const int* colind, int n, int k) {
  for (int j = k + 1; j < n; j++)
    if (colind[j] == colind[k])
      return 1;
  return 0;
}

mjtNum sparse_weight(const mjModel* m, const mjData* d, const int* colind, const mjtNum* value,
                     int n, mjtNum* x) {
  int low, high;
  if (!n)
    return 0;
  reach(m, colind, n, &low, &high);
  for (int k = 0; k < n; k++)
    x[colind[k]] = value[k];
  int twice = 0;
  for (int k = 0; k < n; k++)
    twice |= x[colind[k]] != value[k];
  solve_range(m, d, x, low, high);
  DotOfDofs dot = {{0}, 0};
  for (int k = 0; k < n; k++)
    if (!twice || !listed_again(colind, n, k))
      dot_add(&dot, m, colind[k], value[k] * x[colind[k]]);
  memset(x + low, 0, (size_t)(high - low) * sizeof *x);
  return dot_sum(&dot);
}

// a dof that is listed twice has no weight of its own: its second entry is zero
static mjtNum tendon_weight(const mjModel* m, const mjData* d, int t, mjtNum* x) {
  int adr = m->ten_J_rowadr[t];
  return sparse_weight(m, d, m->ten_J_colind + adr, d->ten_J + adr, m->ten_J_rownnz[t], x);
}

// norm of the acceleration caused by a unit force
static mjtNum actuator_acceleration(const mjModel* m, const mjData* d, int a, mjtNum* x) {
  int adr = d->moment_rowadr[a], n = d->moment_rownnz[a], low, high;
  if (!n)
    return 0;
  reach(m, d->moment_colind + adr, n, &low, &high);
  for (int k = adr; k < adr + n; k++)
    x[d->moment_colind[k]] = d->actuator_moment[k];
  solve_range(m, d, x, low, high);
  DotOfDofs square = {{0}, 0};
  for (int i = low; i < high; i++)
    dot_add(&square, m, i, x[i] * x[i]);
  memset(x + low, 0, (size_t)(high - low) * sizeof *x);
  return sqrt(dot_sum(&square));
}

// ---------------------------------------------------------------- constraints, cameras, lights

// constants that the faces of equalities derive from the pose
static void equality_data(mjModel* m, mjData* d) {
  const ConstraintPlan* plan = m->neq ? constraint_plan(m, d) : NULL;
  for (int i = 0; plan && i < m->neq; i++) {
    const RowProvider* provider = plan->equality[i];
    if (provider && provider->table.derive && provider->table.derive(m, d, i))
      mju_error("mj_setConst: equality %d: %s", i, fc_lastError());
  }
}

// global position of a point of a body, relative to the body and to the centre of mass it may track
static void relative_positions(const mjData* d, int body, int target, const mjtNum pos[3],
                               mjtNum pos0[3], mjtNum poscom0[3]) {
  mjtNum point[3];
  fc_mulMatVec3(pos0, d->xmat + 9 * body, pos);
  fc_add3(point, pos0, d->xpos + 3 * body);
  fc_sub3(poscom0, point, d->subtree_com + 3 * (target >= 0 ? target : body));
}

static void cameras_and_lights(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->ncam; i++) {
    int body = m->cam_bodyid[i];
    relative_positions(d, body, m->cam_targetbodyid[i], m->cam_pos + 3 * i, m->cam_pos0 + 3 * i,
                       m->cam_poscom0 + 3 * i);
    mjtNum quat[4];
    fc_mulQuat(quat, d->xquat + 4 * body, m->cam_quat + 4 * i);
    fc_quat2Mat(m->cam_mat0 + 9 * i, quat);
  }
  for (int i = 0; i < m->nlight; i++) {
    int body = m->light_bodyid[i];
    relative_positions(d, body, m->light_targetbodyid[i], m->light_pos + 3 * i,
                       m->light_pos0 + 3 * i, m->light_poscom0 + 3 * i);
    fc_mulMatVec3(m->light_dir0 + 3 * i, d->xmat + 9 * body, m->light_dir + 3 * i);
    fc_normalize3(m->light_dir0 + 3 * i);
  }
}

// diagonal of the inertia matrix without the armature of tendons
static void diagonal_inertia(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nv; i++) {
    mjtNum momentum[6];
    fc_mulInertVec(momentum, d->crb + 10 * m->dof_bodyid[i], d->cdof + 6 * i);
    m->dof_M0[i] = m->dof_armature[i] + fc_dot6(d->cdof + 6 * i, momentum);
  }
}

void set_const_reference(mjModel* m, mjData* d) {
  int nv = (int)m->nv;
  memcpy(d->qpos, m->qpos0, (size_t)m->nq * sizeof(mjtNum));
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_tendon(m, d);

  // the inertia matrix of simple bodies is read from dof_M0, so that comes first
  mj_crb(m, d);
  diagonal_inertia(m, d);
  mj_makeM(m, d);
  mj_factorM(m, d);
  mj_transmission(m, d);

  mj_markStack(d);
  int* chain = mj_stackAllocInt(d, (size_t)nv);
  mjtNum* work = mj_stackAllocNum(d, 7 * (size_t)nv);
  for (int b = 0; b < m->nbody; b++)
    body_weights(m, d, b, chain, work, work + 6 * nv);
  for (int j = 0; j < m->njnt; j++)
    joint_weights(m, d, j, chain, work);
  for (int i = 0; i < nv; i++)
    work[i] = 0;
  for (int t = 0; t < m->ntendon; t++) {
    m->tendon_length0[t] = d->ten_length[t];
    m->tendon_invweight0[t] = tendon_weight(m, d, t, work);
  }
  for (int a = 0; a < m->nu; a++) {
    m->actuator_length0[a] = d->actuator_length[a];
    m->actuator_acc0[a] = actuator_acceleration(m, d, a, work);
  }
  mj_freeStack(d);
  set_const_flexes(m, d);
  equality_data(m, d);
  cameras_and_lights(m, d);
}
