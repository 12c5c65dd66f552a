// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Storage of the Hessian: symbolic factorisation.
//
// A row of J couples all its columns. It is enough to couple them with the largest one: that column
// is eliminated first, which couples the rest. So the graph to eliminate has the edges (i, ancestor
// of i) of M and (largest, other) of each distinct row of J. The pattern of the factor follows by
// walking, for every column in the order of elimination, from each neighbour that was eliminated
// before it along the elimination tree: every node visited gets an entry in that column. Columns
// are met in descending order, so rows can be filled from their end and come out sorted.

#include <string.h>

#include <fulcrum/math.h>

#include "solvers/newton/hessian.h"

// 1 when row r of J has the same columns as the row before it.
static int repeats(const FcProblem* p, int r) { return r > 0 && p->J_rowsuper[r - 1] > 0; }

// Neighbours of every column that are eliminated before it: nadr has n + 1 entries.
typedef struct Graph_ {
  int *adr, *node;
} Graph;

static void count_edges(const FcProblem* p, Graph* g) {
  for (int i = 0; i < p->nv; i++) {
    const int* ind = p->M_colind + p->M_rowadr[i];
    for (int k = 0; k < p->M_rownnz[i] - 1; k++)
      g->adr[ind[k] + 1]++;
  }
  for (int r = 0; r < p->nefc; r++) {
    const int* ind = p->J_colind + p->J_rowadr[r];
    for (int k = 0; !repeats(p, r) && k < p->J_rownnz[r] - 1; k++)
      g->adr[ind[k] + 1]++;
  }
}

static void build_graph(FcProblem* p, Graph* g) {
  int n = p->nv;
  g->adr = fc_problemAllocInt(p, n + 1);
  memset(g->adr, 0, sizeof(int) * (size_t)(n + 1));
  count_edges(p, g);
  for (int i = 0; i < n; i++)
    g->adr[i + 1] += g->adr[i];
  g->node = fc_problemAllocInt(p, g->adr[n]);
  int* next = fc_problemAllocInt(p, n);
  memcpy(next, g->adr, sizeof(int) * (size_t)n);
  for (int i = 0; i < n; i++) {
    const int* ind = p->M_colind + p->M_rowadr[i];
    for (int k = 0; k < p->M_rownnz[i] - 1; k++)
      g->node[next[ind[k]]++] = i;
  }
  for (int r = 0; r < p->nefc; r++) {
    const int *ind = p->J_colind + p->J_rowadr[r], last = p->J_rownnz[r] - 1;
    for (int k = 0; !repeats(p, r) && k < last; k++)
      g->node[next[ind[k]]++] = ind[last];
  }
}

// Walk the elimination tree for every column, counting entries (fill = 0) or writing them from the
// end of each row.
static void walk(const Graph* g, Hessian* h, int* parent, int* mark, int fill) {
  for (int i = 0; i < h->n; i++)
    parent[i] = mark[i] = -1;
  for (int i = h->n - 1; i >= 0; i--) {
    mark[i] = i;
    for (int e = g->adr[i]; e < g->adr[i + 1]; e++) {
      for (int t = g->node[e]; mark[t] != i; t = parent[t]) {
        mark[t] = i;
        if (fill)
          h->colind[--h->rowadr[t]] = i;
        else
          h->rownnz[t]++;
        if (parent[t] < 0)
          parent[t] = i;
      }
    }
  }
}

// The columns of the pattern without the diagonal. Rows are visited in ascending order; `next` is
// scratch.
static void transpose_pattern(FcProblem* p, Hessian* h, int* next) {
  int n = h->n;
  h->coladr = fc_problemAllocInt(p, n + 1);
  h->colrow = fc_problemAllocInt(p, h->nnz);
  h->colentry = fc_problemAllocInt(p, h->nnz);
  memset(h->coladr, 0, sizeof(int) * (size_t)(n + 1));
  for (int e = 0; e < h->nnz; e++)
    h->coladr[h->colind[e] + 1]++;
  for (int j = 0; j < n; j++) {
    h->coladr[j + 1] += h->coladr[j] - 1;
    next[j] = h->coladr[j];
  }
  for (int k = 0; k < n; k++) {
    for (int e = h->rowadr[k]; e < h->rowadr[k] + h->rownnz[k] - 1; e++) {
      int at = next[h->colind[e]]++;
      h->colrow[at] = k;
      h->colentry[at] = e;
    }
  }
}

static void find_pattern(FcProblem* p, Hessian* h) {
  int n = h->n;
  Graph g;
  build_graph(p, &g);
  h->rownnz = fc_problemAllocInt(p, n);
  h->rowadr = fc_problemAllocInt(p, n);
  for (int i = 0; i < n; i++)
    h->rownnz[i] = 1;
  int *parent = fc_problemAllocInt(p, n), *mark = fc_problemAllocInt(p, n);
  walk(&g, h, parent, mark, 0);
  h->nnz = 0;
  for (int i = 0; i < n; i++) {
    h->nnz += h->rownnz[i];
    h->rowadr[i] = h->nnz - 1;
  }
  h->colind = fc_problemAllocInt(p, h->nnz);
  for (int i = 0; i < n; i++)
    h->colind[h->rowadr[i]] = i;
  walk(&g, h, parent, mark, 1);
  transpose_pattern(p, h, mark);
}

// Size of the largest block of rows with common columns, or of its square if that is larger.
static size_t largest_block(const FcProblem* p) {
  size_t largest = 0;
  for (int r = 0, n; r < p->nefc; r += n) {
    n = p->J_rowsuper[r] + 1;
    size_t m = (size_t)p->J_rownnz[r], size = m * ((size_t)n > m ? (size_t)n : m);
    largest = size > largest ? size : largest;
  }
  return largest;
}

// Rows of a dense J as sparse ones.
static FcProblem* compress_rows(FcProblem* p, FcProblem* sparse) {
  const size_t size = (size_t)p->nefc * (size_t)p->nv;
  int *nnz = fc_problemAllocInt(p, 3 * (size_t)p->nefc), *adr = nnz + p->nefc,
      *super = adr + p->nefc, *ind = fc_problemAllocInt(p, size), end = 0;
  mjtNum* J = fc_problemAlloc(p, size);
  for (int r = 0; r < p->nefc; r++) {
    adr[r] = end;
    for (int i = 0; i < p->nv; i++) {
      const mjtNum x = p->J[(size_t)r * (size_t)p->nv + (size_t)i];
      ind[end] = i;
      J[end] = x;
      end += x != 0;
    }
    nnz[r] = end - adr[r];
  }
  for (int r = p->nefc - 1; r >= 0; r--) {
    const int same = r + 1 < p->nefc && nnz[r] == nnz[r + 1] &&
                     !memcmp(ind + adr[r], ind + adr[r + 1], sizeof(int) * (size_t)nnz[r]);
    super[r] = same ? super[r + 1] + 1 : 0;
  }
  *sparse = *p;
  sparse->sparse = 1;
  sparse->J_rownnz = nnz;
  sparse->J_rowadr = adr;
  sparse->J_rowsuper = super;
  sparse->J_colind = ind;
  sparse->J = J;
  return sparse;
}

// Both triangles of M, and the squares.
static void make_square(FcProblem* p, Hessian* h) {
  const int n = h->n, stride = h->stride, size = stride * stride;
  h->nnz = n * n;
  h->M = fc_problemAlloc(p, 3 * (size_t)size + stride);
  h->H = h->M + size;
  h->L = h->H + size;
  h->inverse = h->L + size;
  for (int i = 0; i < stride; i++) {
    mjtNum *row = h->M + (size_t)i * stride, *column = h->M + i;
    fc_zero(row, stride);
    const int n_row = i < n ? p->M_rownnz[i] : 0;
    const int* FC_RESTRICT ind = i < n ? p->M_colind + p->M_rowadr[i] : NULL;
    const mjtNum* FC_RESTRICT M = i < n ? p->M + p->M_rowadr[i] : NULL;
    for (int k = 0; k < n_row; k++)
      row[ind[k]] = column[ind[k] * stride] = M[k];
  }
}

void hessian_create(FcProblem* p, Hessian* h) {
  int n = p->nv;
  memset(h, 0, sizeof *h);
  h->n = n;
  h->stride = dense_stride(n);
  h->dense = n <= DENSE_MAX;
  h->x = fc_problemAlloc(p, h->stride);
  fc_zero(h->x, h->stride);
  h->state = fc_problemAllocInt(p, p->nefc);
  h->rows = p;
  if (h->dense) {
    make_square(p, h);
    return;
  }
  if (!p->sparse)
    h->rows = p = compress_rows(p, &h->compressed);
  h->cone = fc_problemAlloc(p, 6 * (size_t)n);
  h->place = fc_problemAllocInt(p, n);
  h->block = fc_problemAlloc(p, largest_block(p));
  find_pattern(p, h);
  h->H = fc_problemAlloc(p, h->nnz);
  h->L = fc_problemAlloc(p, h->nnz);
}
