// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sparsity patterns of the matrices that follow the kinematic forest.
//
// Depth-first numbering makes every pattern a prefix and a range. With depth(i) the number of
// ancestors of dof i including itself, the ancestors of i in ascending order are found at positions
// 0 .. depth(i)-1 of any row that lists them, and the dofs of a subtree are contiguous. So for an
// ancestor c of r
//   M row r:   ancestors, r; a simple dof has the diagonal only
//              entry (r,c) at rowadr(r) + depth(c)-1
//   D row r:   ancestors, r, descendants, which are r+1 .. end of the subtree
//              entry (r,c) at the same offset
//   B row b:   dofs of the ancestors, dofs of the subtree
//   legacy qM: r, parent, grandparent ...
//              entry (r,c) at Madr(r) + depth(r)-depth(c)

#include "core/model/constants/sparsity.h"

void forest_measure(DofForest* f) {
  for (int i = 0; i < f->nv; i++)
    f->depth[i] = f->dof_parentid[i] < 0 ? 1 : f->depth[f->dof_parentid[i]] + 1;
  int sum = 0;
  for (int b = 0; b < f->nbody; b++) {
    f->begin[b] = sum;
    f->end[b] = sum += f->body_dofnum[b];
  }
  for (int b = f->nbody - 1; b > 0; b--) {
    int* end = f->end + f->body_parentid[b];
    if (f->end[b] > *end)
      *end = f->end[b];
  }
}

int forest_last_dof(const DofForest* f, int body) {
  while (body && !f->body_dofnum[body])
    body = f->body_parentid[body];
  return body ? f->body_dofadr[body] + f->body_dofnum[body] - 1 : -1;
}

// last dof above a body, not counting its own
static int dof_above(const DofForest* f, int body) {
  return body ? forest_last_dof(f, f->body_parentid[body]) : -1;
}

void sparsity_sizes(const DofForest* f, mjtSize* nM, mjtSize* nB, mjtSize* nC, mjtSize* nD) {
  *nM = *nB = *nC = 0;
  for (int i = 0; i < f->nv; i++) {
    *nM += f->depth[i];
    *nC += f->dof_simplenum[i] ? 1 : f->depth[i];
  }
  *nD = 2 * *nM - f->nv;
  for (int b = 0; b < f->nbody; b++) {
    int above = dof_above(f, b);
    *nB += f->end[b] - f->begin[b] + (above < 0 ? 0 : f->depth[above]);
  }
}

// ancestors of dof i, itself included, ascending
static void put_chain(const DofForest* f, int i, int* row) {
  for (int k = f->depth[i] - 1; k >= 0; k--) {
    row[k] = i;
    i = f->dof_parentid[i];
  }
}

static void fill_inertia(const DofForest* f, mjModel* m) {
  int legacy = 0, compressed = 0;
  for (int i = 0; i < f->nv; i++) {
    int simple = f->dof_simplenum[i] > 0, n = simple ? 1 : f->depth[i];
    m->dof_Madr[i] = legacy;
    m->M_rowadr[i] = compressed;
    m->M_rownnz[i] = n;
    if (simple)
      m->M_colind[compressed] = i;
    else
      put_chain(f, i, m->M_colind + compressed);
    for (int k = 0; k < n; k++)
      m->mapM2M[compressed + k] = legacy + n - 1 - k;
    legacy += f->depth[i];
    compressed += n;
  }
}

static void fill_derivative(const DofForest* f, mjModel* m) {
  int adr = 0;
  for (int i = 0; i < f->nv; i++) {
    int* row = m->D_colind + adr;
    int depth = f->depth[i], after = f->end[f->dof_bodyid[i]] - i - 1;
    m->D_rowadr[i] = adr;
    m->D_rownnz[i] = depth + after;
    m->D_diag[i] = depth - 1;
    put_chain(f, i, row);
    for (int k = 0; k < after; k++)
      row[depth + k] = i + 1 + k;
    adr += depth + after;
  }

  // D entry -> entry of the lower triangle of M, and back
  for (int i = 0; i < f->nv; i++) {
    const int* column = m->D_colind + m->D_rowadr[i];
    int* map = m->mapM2D + m->D_rowadr[i];
    for (int k = 0; k < m->D_rownnz[i]; k++) {
      int row = i > column[k] ? i : column[k], col = i > column[k] ? column[k] : i;
      if (f->dof_simplenum[row])
        map[k] = row == col ? m->M_rowadr[row] : -1;
      else
        map[k] = m->M_rowadr[row] + f->depth[col] - 1;
    }
    for (int k = m->M_rowadr[i]; k < m->M_rowadr[i] + m->M_rownnz[i]; k++)
      m->mapD2M[k] = m->D_rowadr[i] + f->depth[m->M_colind[k]] - 1;
  }
}

static void fill_bodies(const DofForest* f, mjModel* m) {
  int adr = 0;
  for (int b = 0; b < f->nbody; b++) {
    int above = dof_above(f, b), n = 0;
    m->B_rowadr[b] = adr;
    if (above >= 0) {
      put_chain(f, above, m->B_colind + adr);
      n = f->depth[above];
    }
    for (int i = f->begin[b]; i < f->end[b]; i++)
      m->B_colind[adr + n++] = i;
    m->B_rownnz[b] = n;
    adr += n;
  }
}

void sparsity_fill(const DofForest* f, mjModel* m) {
  fill_inertia(f, m);
  fill_derivative(f, m);
  fill_bodies(f, m);
}

int forest_add_chain(const DofForest* f, int body, int* list, int count, unsigned char* mark) {
  for (int i = forest_last_dof(f, body); i >= 0 && !mark[i]; i = f->dof_parentid[i]) {
    mark[i] = 1;
    list[count++] = i;
  }
  return count;
}

void sort_dofs(int* v, int n) {
  for (int gap = n / 2; gap > 0; gap /= 2) {
    for (int i = gap; i < n; i++) {
      int x = v[i], j = i;
      for (; j >= gap && v[j - gap] > x; j -= gap)
        v[j] = v[j - gap];
      v[j] = x;
    }
  }
}

int forest_difference(const DofForest* f, int body1, int body2) {
  int a = forest_last_dof(f, body1), b = forest_last_dof(f, body2), n = 0;
  while (a != b) {
    if (a > b)
      a = f->dof_parentid[a];
    else
      b = f->dof_parentid[b];
    n++;
  }
  return n;
}
