// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Interpolated flexes in the implicit integrators. A cell of nodes (fulcrum/flex.h) is stiff, and
// its stiffness couples dofs of trees that neither the pattern of M nor that of D couples. So the
// dofs of all nodes form a separate dense system, in which the stiffness K and the damping c K of
// the cell (c: flex_damping) are implicit:
//
//   (M - h D - (h^2 + h c) J'KJ) a = f + h J'KJ v - (M - h D)_outside a_outside,
//
// where K is negative and the accelerations outside have been computed before, without K. J maps
// qvel to the velocities of nodes in the axes of the cell. As in the reference, node positions are
// those given by the axes of the cell, and the term with v has the scale of the first flex.

#include <fulcrum/flex.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "integrators/implicit/cells.h"

// ---------------------------------------------------------------- dofs of the system

static inline void add_dof(Cells* c, int dof) {
  if (c->place[dof] < 0) {
    c->place[dof] = c->n;
    c->dof[c->n++] = dof;
  }
}

// last dof that moves a body, -1: none
static inline int last_dof(const mjModel* m, int body) {
  const int weld = m->body_weldid[body];
  return weld ? m->body_dofadr[weld] + m->body_dofnum[weld] - 1 : -1;
}

// the dofs of the node bodies; for a node body without dofs, all dofs that move it
static void collect_dofs(const mjModel* m, Cells* c) {
  for (int v = 0; v < m->nv; v++)
    c->place[v] = -1;
  for (int f = 0; f < m->nflex; f++) {
    const int *body = m->flex_nodebodyid + m->flex_nodeadr[f], n = m->flex_nodenum[f];
    for (int i = 0; i < n && m->flex_interp[f]; i++) {
      const int own = m->body_dofnum[body[i]], adr = m->body_dofadr[body[i]];
      for (int k = 0; k < own; k++)
        add_dof(c, adr + k);
      for (int dof = own ? -1 : last_dof(m, body[i]); dof >= 0; dof = m->dof_parentid[dof])
        add_dof(c, dof);
    }
  }
}

// ---------------------------------------------------------------- matrix

// The factorisation reads the lower triangle. If only the lower triangle of a matrix is stored, the
// entries between two dofs whose order in the system differs from that in the model are missing; as
// in the reference they are left out.
static void take_rows(const Rows* rows, mjData* d, Cells* c) {
  int most = 0;
  for (int i = 0; i < c->n; i++)
    most += rows->nnz[c->dof[i]];
  c->row = mj_stackAllocInt(d, (size_t)most);
  c->col = mj_stackAllocInt(d, (size_t)most);
  c->value = mj_stackAllocNum(d, (size_t)most);
  c->A = mj_stackAllocNum(d, (size_t)c->n * (size_t)c->n);
  fc_zero(c->A, c->n * c->n);
  for (int i = 0; i < c->n; i++) {
    const int adr = rows->adr[c->dof[i]], end = adr + rows->nnz[c->dof[i]];
    for (int k = adr; k < end; k++) {
      const int j = c->place[rows->col[k]];
      if (j >= 0) {
        c->A[c->n * i + j] = rows->value[k];
      } else {
        c->row[c->ncouple] = i;
        c->col[c->ncouple] = rows->col[k];
        c->value[c->ncouple++] = rows->value[k];
      }
    }
  }
}

// Columns of the Jacobian of a node, in the axes of the cell, at the dofs of the system that move
// its body.
typedef struct Columns_ {
  int n, *at;  // places in the system
  mjtNum (*of)[3];
} Columns;

static Columns node_columns(const mjModel* m, mjData* d, const Cells* c, int body,
                            const mjtNum point[3], const mjtNum quat[4]) {
  Columns res = {0};
  const int last = last_dof(m, body);
  for (int dof = last; dof >= 0; dof = m->dof_parentid[dof])
    res.n += c->place[dof] >= 0;
  res.at = mj_stackAllocInt(d, (size_t)res.n);
  res.of = mj_stackAllocByte(d, (size_t)res.n * sizeof *res.of, _Alignof(mjtNum));
  mjtNum arm[3];
  fc_sub3(arm, point, d->subtree_com + 3 * m->body_rootid[body]);
  int k = res.n;
  for (int dof = last; dof >= 0; dof = m->dof_parentid[dof]) {
    if (c->place[dof] < 0)
      continue;
    const mjtNum* cdof = d->cdof + 6 * dof;
    mjtNum column[3];
    fc_cross(column, cdof, arm);
    fc_addTo3(column, cdof + 3);
    fc_rotVecQuat(res.of[--k], column, quat);
    res.at[k] = c->place[dof];
  }
  return res;
}

// A -= scale Ji' K Jj, K: 3 x 3 block of a matrix with rows of length 3n
static void subtract_block(Cells* c, const Columns* a, const Columns* b, const mjtNum* K, int n,
                           mjtNum scale) {
  for (int q = 0; q < b->n; q++) {
    mjtNum column[3];
    for (int k = 0; k < 3; k++)
      column[k] = scale * fc_dot3(K + 3 * n * k, b->of[q]);
    for (int p = 0; p < a->n; p++)
      c->A[c->n * a->at[p] + b->at[q]] -= fc_dot3(a->of[p], column);
  }
}

// pull += scale J' K J v
static void add_pull(const mjData* d, Cells* c, const Columns* node, const mjtNum* K, int n,
                     mjtNum scale) {
  mjtNum v[3 * mjMAXFLEXNODES];
  for (int i = 0; i < n; i++) {
    fc_zero3(v + 3 * i);
    for (int q = 0; q < node[i].n; q++)
      fc_addToScl3(v + 3 * i, node[i].of[q], d->qvel[c->dof[node[i].at[q]]]);
  }
  for (int i = 0; i < n; i++) {
    mjtNum f[3];
    for (int k = 0; k < 3; k++)
      f[k] = scale * fc_dot(K + 3 * n * (3 * i + k), v, 3 * n);
    for (int p = 0; p < node[i].n; p++)
      c->pull[node[i].at[p]] += fc_dot3(node[i].of[p], f);
  }
}

static int add_cell(const mjModel* m, mjData* d, int flex, mjtNum first, Cells* c) {
  const mjtNum h = m->opt.timestep, scale = h * h + h * m->flex_damping[flex];
  const mjtNum* K = m->flex_stiffness + 21 * m->flex_elemadr[flex];
  const int* body = m->flex_nodebodyid + m->flex_nodeadr[flex];
  if (m->flex_rigid[flex] || !m->flex_elemnum[flex] || K[0] == 0)
    return 0;
  mjtNum x[3 * mjMAXFLEXNODES], quat[4];
  const int n = fc_flexNodes(m, d, flex, x);
  if (n < 0)
    return -1;
  fc_flexRotation(m, flex, x, quat);
  mj_markStack(d);
  Columns node[mjMAXFLEXNODES];
  for (int i = 0; i < n; i++) {
    fc_rotVecQuat(x + 3 * i, x + 3 * i, quat);
    for (int k = 0; k < 3; k++)
      x[3 * i + k] += 0.5;
    node[i] = node_columns(m, d, c, body[i], x + 3 * i, quat);
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      subtract_block(c, node + i, node + j, K + 3 * (3 * n * i + j), n, scale);
  // h of the step, times the scale of this flex to that of the first
  if (first > mjMINVAL)
    add_pull(d, c, node, K, n, scale * (h / first));
  mj_freeStack(d);
  return 0;
}

// ---------------------------------------------------------------- system

int cells_setup(const mjModel* m, mjData* d, const Rows* rows, Cells* cells) {
  *cells = (Cells){0};
  int interpolated = 0;
  for (int f = 0; f < m->nflex; f++)
    interpolated |= m->flex_interp[f];
  if (!interpolated || ((m->opt.enableflags & mjENBL_SLEEP) && d->nv_awake < m->nv))
    return 0;
  const mjtNum h = m->opt.timestep, first = h * h + h * m->flex_damping[0];
  cells->dof = mj_stackAllocInt(d, (size_t)m->nv);
  cells->place = mj_stackAllocInt(d, (size_t)m->nv);
  collect_dofs(m, cells);
  cells->pull = mj_stackAllocNum(d, (size_t)cells->n);
  fc_zero(cells->pull, cells->n);
  take_rows(rows, d, cells);
  for (int f = 0; f < m->nflex; f++)
    if (m->flex_interp[f] && add_cell(m, d, f, first, cells))
      return -1;
  mju_cholFactor(cells->A, cells->n, mjMINVAL);
  return 0;
}

void cells_solve(const mjData* d, const Cells* cells, mjtNum* qacc) {
  if (!cells->n)
    return;
  mjtNum* b = cells->pull;
  for (int i = 0; i < cells->n; i++) {
    const int dof = cells->dof[i];
    b[i] += d->qfrc_smooth[dof] + d->qfrc_constraint[dof];
  }
  for (int k = 0; k < cells->ncouple; k++)
    b[cells->row[k]] -= cells->value[k] * qacc[cells->col[k]];
  mju_cholSolve(b, cells->A, b, cells->n);
  for (int i = 0; i < cells->n; i++)
    qacc[cells->dof[i]] = b[i];
}
