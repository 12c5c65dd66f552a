// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Storage of the Hessian: nodes and symbolic factorisation.
//
// A node begins where a row of J has a column but not the one before it, or the other way round,
// and at the first dof of a tree of joints. A row of J couples all its nodes. It is enough to
// couple them with the largest one: that node is eliminated first, which couples the rest. So the
// graph to eliminate has the edges (i, ancestor of i) of M and (largest, other) of each distinct
// row of J. The pattern of the factor follows by walking, for every column in the order of
// elimination, from each neighbour that was eliminated before it along the elimination tree: every
// node visited gets an entry in that column. Columns are met in descending order, so rows can be
// filled from their end and come out sorted.

#include <string.h>

#include <fulcrum/math.h>

#include "solvers/newton/hessian.h"

// 1 when row r of J has the same columns as the row before it.
static int repeats(const FcProblem* p, int r) { return r > 0 && p->J_rowsuper[r - 1] > 0; }

static void find_nodes(FcProblem* p, Hessian* h) {
  const int n = p->nv;
  int* begins = fc_problemAllocInt(p, n + 1);
  memset(begins, 0, sizeof(int) * (size_t)(n + 1));
  for (int i = 0; i < n - 1; i++)
    begins[i] = p->M_rownnz[i] == 1 && p->M_rownnz[i + 1] > 1;
  for (int r = 0; r < p->nefc; r++) {
    const int *ind = p->J_colind + p->J_rowadr[r], nnz = repeats(p, r) ? 0 : p->J_rownnz[r];
    for (int k = 0; k < nnz; k++) {
      begins[ind[k]] |= !k || ind[k - 1] != ind[k] - 1;
      begins[ind[k] + 1] |= k == nnz - 1 || ind[k + 1] != ind[k] + 1;
    }
  }
  h->node = fc_problemAllocInt(p, 3 * (size_t)n);
  h->start = h->node + n;
  h->width = h->start + n;
  h->nnode = 0;
  for (int i = 0; i < n; i++) {
    if (!i || begins[i] || h->width[h->nnode - 1] == NODE_MAX) {
      h->start[h->nnode] = i;
      h->width[h->nnode++] = 0;
    }
    h->node[i] = h->nnode - 1;
    h->width[h->nnode - 1]++;
  }
}

// Neighbours of every node that are eliminated before it: nadr has nnode + 1 entries.
typedef struct Graph_ {
  int *adr, *node;
} Graph;

// Counts the edges (fill = 0), or writes them behind g->adr, which moves to the end of each list.
static void visit_edges(const FcProblem* p, const Hessian* h, Graph* g, int fill) {
  for (int i = 0; i < p->nv; i++) {
    const int *ind = p->M_colind + p->M_rowadr[i], here = h->node[i];
    for (int k = p->M_rownnz[i] - 1, before = here; k >= 0; k--) {
      const int other = h->node[ind[k]];
      if (other != before && fill)
        g->node[g->adr[other]++] = here;
      else
        g->adr[other] += other != before;
      before = other;
    }
  }
  for (int r = 0; r < p->nefc; r++) {
    const int *ind = p->J_colind + p->J_rowadr[r], nnz = repeats(p, r) ? 0 : p->J_rownnz[r];
    const int largest = nnz ? h->node[ind[nnz - 1]] : -1;
    for (int k = 0, other; k < nnz && (other = h->node[ind[k]]) < largest; k += h->width[other])
      if (fill)
        g->node[g->adr[other]++] = largest;
      else
        g->adr[other]++;
  }
}

static void build_graph(FcProblem* p, const Hessian* h, Graph* g) {
  const int n = h->nnode;
  int total = 0;
  g->adr = fc_problemAllocInt(p, n + 1);
  memset(g->adr, 0, sizeof(int) * (size_t)(n + 1));
  visit_edges(p, h, g, 0);
  for (int i = 0; i < n; i++) {
    const int count = g->adr[i];
    g->adr[i] = total;
    total += count;
  }
  g->node = fc_problemAllocInt(p, total);
  visit_edges(p, h, g, 1);
  for (int i = n; i > 0; i--)
    g->adr[i] = g->adr[i - 1];
  g->adr[0] = 0;
}

// Walk the elimination tree for every column, counting entries (fill = 0) or writing them from the
// end of each row.
static void walk(const Graph* g, Hessian* h, int* parent, int* mark, int fill) {
  for (int i = 0; i < h->nnode; i++)
    parent[i] = mark[i] = -1;
  for (int i = h->nnode - 1; i >= 0; i--) {
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

// The columns of the pattern, of `total` entries, without the diagonal. Rows are visited in
// ascending order; `next` is scratch.
static void transpose_pattern(FcProblem* p, Hessian* h, int total, int* next) {
  int n = h->nnode;
  h->coladr = fc_problemAllocInt(p, n + 1);
  h->colrow = fc_problemAllocInt(p, total);
  h->colentry = fc_problemAllocInt(p, total);
  memset(h->coladr, 0, sizeof(int) * (size_t)(n + 1));
  for (int e = 0; e < total; e++)
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

// Where the columns and rows of nodes are stored.
static void place_nodes(FcProblem* p, Hessian* h, int total) {
  h->offset = fc_problemAllocInt(p, total);
  h->adr = fc_problemAllocInt(p, 2 * (size_t)h->nnode);
  h->length = h->adr + h->nnode;
  h->size = h->nnz = 0;
  for (int a = 0; a < h->nnode; a++) {
    const int width = h->width[a];
    int length = 0;
    for (int e = h->rowadr[a]; e < h->rowadr[a] + h->rownnz[a]; e++) {
      h->offset[e] = length;
      length += h->width[h->colind[e]];
    }
    h->adr[a] = h->size;
    h->length[a] = length;
    h->size += width * length;
    h->nnz += width * length - width * (width - 1) / 2;
  }
}

static void find_pattern(FcProblem* p, Hessian* h) {
  Graph g;
  find_nodes(p, h);
  build_graph(p, h, &g);
  const int n = h->nnode;
  int total = 0;
  h->rownnz = fc_problemAllocInt(p, 2 * (size_t)n);
  h->rowadr = h->rownnz + n;
  for (int i = 0; i < n; i++)
    h->rownnz[i] = 1;
  int *parent = fc_problemAllocInt(p, n), *mark = fc_problemAllocInt(p, n);
  walk(&g, h, parent, mark, 0);
  for (int i = 0; i < n; i++) {
    total += h->rownnz[i];
    h->rowadr[i] = total - 1;
  }
  h->colind = fc_problemAllocInt(p, total);
  for (int i = 0; i < n; i++)
    h->colind[h->rowadr[i]] = i;
  walk(&g, h, parent, mark, 1);
  transpose_pattern(p, h, total, mark);
  place_nodes(p, h, total);
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
                     memcmp(ind + adr[r], ind + adr[r + 1], sizeof(int) * (size_t)nnz[r]) == 0;
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

static void make_squares(FcProblem* p, Hessian* h) {
  const int n = h->n, stride = h->stride, size = h->size = stride * stride;
  h->nnz = n * n;
  h->M = fc_problemAlloc(p, 3 * (size_t)size + stride);
  h->H = h->M + size;
  h->L = h->H + size;
  h->inverse = h->L + size;
}

// The square of M: its lower triangle, and all of the blocks on the diagonal.
void hessian_load_inertia(Hessian* h) {
  const FcProblem* p = h->rows;
  const int n = h->dense ? h->n : 0, stride = h->stride;

  // zeros that the compiler does not know, and so no calls of memset for a few numbers each
  const FcFour zero = FC_CFOUR(h->x);
  for (int block = 0; block < n; block += 4) {
    mjtNum* row = h->M + (size_t)block * stride;
    for (int i = 0; i <= block; i += 4)
      for (int r = 0; r < 4; r++)
        FC_FOUR(row + r * stride + i) = zero;
    for (int i = block; i < n && i < block + 4; i++, row += stride) {
      const int last = p->M_rownnz[i] - 1, *FC_RESTRICT ind = p->M_colind + p->M_rowadr[i];
      const mjtNum* FC_RESTRICT M = p->M + p->M_rowadr[i];
      int k = 0;
      for (; k <= last - 3 && fc_isRange(ind + k, 4); k += 4)
        FC_FOUR(row + ind[k]) = FC_CFOUR(M + k);
      for (; k <= last; k++)
        row[ind[k]] = M[k];
      for (k = last - 1; k >= 0 && ind[k] >= block; k--)
        h->M[(size_t)ind[k] * stride + i] = M[k];
    }
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
    make_squares(p, h);
    return;
  }
  if (!p->sparse)
    h->rows = p = compress_rows(p, &h->compressed);
  find_pattern(p, h);
  h->cone = fc_problemAlloc(p, 7 * (size_t)n);
  h->buffer = h->cone + 6 * (size_t)n;
  h->run = (struct Run_*)fc_problemAllocInt(p, 3 * (size_t)h->nnode);
  h->H = fc_problemAlloc(p, 2 * (size_t)h->size);
  h->L = h->H + h->size;
}
