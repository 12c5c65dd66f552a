// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// J' f inside solvers, for a sparse J of many short rows, such as those of the edges of a flex. J
// is transposed once per solve, columns with the same rows side by side: the dofs of a vertex are
// such columns, and each entry of all of them is one product of vectors. A J of a few rows, or of
// rows that share their columns, such as those of contacts, is multiplied as it is
// (problem_mul_transposed).

#include <string.h>

#include <fulcrum/math.h>

#include "core/physics/problem/constraint.h"

// Fewer rows are not worth a transposition.
#define TURN_MIN 128

// 1 when there are enough entries in rows that do not come in fours with the same columns.
static int rows_are_odd(const FcProblem* p) {
  int total = 0, odd = 0;
  for (int r = 0, n; r < p->nefc; r += n) {
    n = p->J_rowsuper[r] + 1;
    total += n * p->J_rownnz[r];
    odd += n % 4 ? n * p->J_rownnz[r] : 0;
  }
  return 8 * odd > total;
}

enum { WIDTH = 4 };  // columns of a block, at most

// Columns that have entries in the same rows.
typedef struct Block_ {
  int first, width;
  int nrow;
  int row;  // start in `row` of all, ascending
  int val;  // start in `val` of all: `width` numbers for each row
} Block;

// J by columns.
typedef struct Matrix_ {
  int n;
  Block* block;  // by number of rows, which makes branches predictable
  int* row;
  mjtNum* val;
  // nefc: number of rows from this one on that are edges: two runs of three columns, no supernode
  int* edges;
} Matrix;

// Entries of every column, one column after the other. `adr` has nv + 1 entries.
static void collect(const FcProblem* p, int* adr, int* row, mjtNum* val, int* next) {
  const int nv = p->nv, first = p->J_rowadr[0];
  memset(adr, 0, sizeof(int) * (size_t)(nv + 1));
  for (int r = 0, k = first; r < p->nefc; r++)
    for (const int end = k + p->J_rownnz[r]; k < end; k++)
      adr[p->J_colind[k] + 1]++;
  for (int i = 0; i < nv; i++) {
    adr[i + 1] += adr[i];
    next[i] = adr[i];
  }
  for (int r = 0, k = first; r < p->nefc; r++) {
    for (const int end = k + p->J_rownnz[r]; k < end; k++) {
      const int at = next[p->J_colind[k]]++;
      row[at] = r;
      val[at] = p->J[k];
    }
  }
}

// Columns from i on that have the rows of column i.
static int count_alike(const int* adr, const int* row, int i, int nv) {
  const int n = adr[i + 1] - adr[i];
  int width = 1;
  while (width < WIDTH && i + width < nv && adr[i + width + 1] - adr[i + width] == n &&
         memcmp(row + adr[i], row + adr[i + width], sizeof(int) * (size_t)n) == 0)
    width++;
  return width;
}

// Adds blocks to the matrix, by number of rows.
static void order_blocks(FcProblem* p, Matrix* c, const Block* found, int n) {
  const int nefc = p->nefc;
  int* place = fc_problemAllocInt(p, nefc + 2);
  memset(place, 0, sizeof(int) * (size_t)(nefc + 2));
  for (int k = 0; k < n; k++)
    place[found[k].nrow + 1]++;
  for (int k = 0; k < nefc; k++)
    place[k + 1] += place[k];
  for (int k = 0; k < n; k++)
    c->block[place[found[k].nrow]++] = found[k];
  c->n = n;
}

// The blocks; of each, where its columns are in `row` and `val` of what was collected.
static void find_blocks(FcProblem* p, Matrix* c, const int* adr, const int* row) {
  const int nv = p->nv;
  Block* found =
      (Block*)mj_stackAllocByte(problem_host(p)->d, sizeof(Block) * (size_t)nv, _Alignof(Block));
  int n = 0;
  for (int i = 0, width; i < nv; i += width) {
    width = count_alike(adr, row, i, nv);
    found[n++] = (Block){i, width, adr[i + 1] - adr[i], adr[i], adr[i]};
  }
  order_blocks(p, c, found, n);
}

// Rows and values of a block, one behind the other.
static void place_block(Block* b, int* row, mjtNum* val, const int* from_row, const mjtNum* from) {
  const int n = b->nrow, width = b->width;
  memcpy(row, from_row + b->row, sizeof(int) * (size_t)n);
  from += b->val;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < width; j++)
      *val++ = from[j * n + k];
}

static void turn_columns(FcProblem* p, Matrix* c, int nJ) {
  const int nv = p->nv;
  int *adr = fc_problemAllocInt(p, nv + 1), *row = fc_problemAllocInt(p, nJ);
  mjtNum* val = fc_problemAlloc(p, nJ);
  collect(p, adr, row, val, fc_problemAllocInt(p, nv));
  find_blocks(p, c, adr, row);
  for (int k = 0, rows = 0, vals = 0; k < c->n; k++) {
    Block* b = c->block + k;
    place_block(b, c->row + rows, c->val + vals, row, val);
    b->row = rows;
    b->val = vals;
    rows += b->nrow;
    vals += b->width * b->nrow;
  }
}

// The common case, handled without a search for blocks: every row consists of the three columns of
// some points. Returns 0 in all other cases.
static int turn_points(FcProblem* p, Matrix* c) {
  const int npoint = p->nv / 3, first = p->J_rowadr[0];
  int *next = fc_problemAllocInt(p, npoint), odd = p->nv % 3;
  Block* found = (Block*)mj_stackAllocByte(problem_host(p)->d, sizeof(Block) * (size_t)npoint,
                                           _Alignof(Block));
  for (int i = 0; i < npoint; i++)
    found[i] = (Block){.first = 3 * i, .width = 3};
  for (int r = 0, k = first; r < p->nefc && !odd; r++) {
    odd |= p->J_rownnz[r] % 3;
    for (const int end = k + p->J_rownnz[r]; k < end - 2; k += 3) {
      const int *ind = p->J_colind + k, point = ind[0] / 3;
      odd |= (ind[0] ^ 3 * point) | ((ind[2] - ind[0]) ^ 2);
      found[point].nrow++;
    }
  }
  if (odd)
    return 0;
  order_blocks(p, c, found, npoint);
  for (int k = 0, rows = 0; k < npoint; k++) {
    Block* b = c->block + k;
    next[b->first / 3] = b->row = rows;
    b->val = 3 * rows;
    rows += b->nrow;
  }
  for (int r = 0, k = first; r < p->nefc; r++) {
    for (const int end = k + p->J_rownnz[r]; k < end; k += 3) {
      const int at = next[p->J_colind[k] / 3]++;
      c->row[at] = r;
      fc_copy3(c->val + 3 * (size_t)at, p->J + k);
    }
  }
  return 1;
}

static void count_edges(const FcProblem* p, int* edges) {
  for (int r = p->nefc - 1; r >= 0; r--) {
    const int* ind = p->J_colind + p->J_rowadr[r];
    const int is_edge = p->J_rownnz[r] == 6 && ind[2] - ind[0] == 2 && ind[5] - ind[3] == 2 &&
                        !p->J_rowsuper[r] && !(r > 0 && p->J_rowsuper[r - 1]);
    edges[r] = !is_edge ? 0 : r + 1 < p->nefc ? edges[r + 1] + 1 : 1;
  }
}

void problem_turn(FcProblem* p) {
  if (!p->sparse || p->nefc < TURN_MIN || !rows_are_odd(p))
    return;
  const int last = p->nefc - 1;
  const int nJ = p->J_rowadr[last] + p->J_rownnz[last] - p->J_rowadr[0];
  Matrix* c = (Matrix*)mj_stackAllocByte(problem_host(p)->d, sizeof(Matrix), _Alignof(Matrix));
  c->block =
      (Block*)mj_stackAllocByte(problem_host(p)->d, sizeof(Block) * (size_t)p->nv, _Alignof(Block));
  c->row = fc_problemAllocInt(p, nJ);
  c->val = fc_problemAlloc(p, (size_t)nJ + WIDTH);  // the last row is read as a whole pack
  fc_zero(c->val + nJ, WIDTH);
  c->edges = fc_problemAllocInt(p, p->nefc);
  count_edges(p, c->edges);

  mj_markStack(problem_host(p)->d);
  if (!turn_points(p, c))
    turn_columns(p, c, nJ);
  mj_freeStack(problem_host(p)->d);
  problem_host(p)->columns = c;
}

// Up to WIDTH columns at once, in vectors of WIDTH sums; results beyond `width` are not used.
static inline void mul_block(mjtNum res[WIDTH], const mjtNum* val, int width, const int* row, int n,
                             const mjtNum* f) {
  FcPack sum[4][WIDTH / FC_LANES] = {0};
  int k = 0;
  for (; k <= n - 4; k += 4) {
    for (int j = 0; j < 4; j++)
      for (int l = 0; l < WIDTH / FC_LANES; l++)
        sum[j][l] += FC_CPACK(val + width * (k + j) + l * FC_LANES) * f[row[k + j]];
  }
  for (int l = 0; l < WIDTH / FC_LANES; l++) {
    FcPack total = (sum[0][l] + sum[2][l]) + (sum[1][l] + sum[3][l]);
    for (int j = k; j < n; j++)
      total += FC_CPACK(val + width * j + l * FC_LANES) * f[row[j]];
    FC_PACK(res + l * FC_LANES) = total;
  }
}

static void mul_by_columns(const Matrix* c, mjtNum* res, const mjtNum* f) {
  for (const Block *b = c->block, *end = b + c->n; b < end; b++) {
    const mjtNum* val = c->val + b->val;
    const int* row = c->row + b->row;
    mjtNum *to = res + b->first, sum[WIDTH];
    if (b->width == 1) {
      *to = fc_dotSparse(val, f, b->nrow, row);
      continue;
    }
    if (b->width == 3)  // points that move in three directions
      mul_block(sum, val, 3, row, b->nrow, f);
    else
      mul_block(sum, val, b->width, row, b->nrow, f);
    to[0] = sum[0];
    to[1] = sum[1];
    if (b->width > 2)
      to[2] = sum[2];
    if (b->width > 3)
      to[3] = sum[3];
  }
}

// An edge times a vector: the terms of its four lanes in two pairs, and the two terms that are
// added last.
typedef struct EdgeTerms_ {
  FcPair lanes, rest;
} EdgeTerms;

static inline EdgeTerms edge_terms(const mjtNum* J, const int* ind, const mjtNum* vec) {
  const mjtNum *a = vec + ind[0], *b = vec + ind[3];
  const FcPair mixed = {a[2], b[0]};
  return (EdgeTerms){.lanes = FC_CPAIR(J) * FC_CPAIR(a) + FC_CPAIR(J + 2) * mixed,
                     .rest = FC_CPAIR(J + 4) * FC_CPAIR(b + 1)};
}

// Rows [first, first + n), which are edges, summed like fc_dotSparse, two side by side.
static void mul_edges(const FcProblem* p, mjtNum* res, const mjtNum* vec, int first, int n) {
  const mjtNum* J = p->J + p->J_rowadr[first];
  const int* ind = p->J_colind + p->J_rowadr[first];
  int r = first;
  for (; r < first + n - 1; r += 2, J += 12, ind += 12) {
    const EdgeTerms x = edge_terms(J, ind, vec), y = edge_terms(J + 6, ind + 6, vec);
    FcPair sum = __builtin_shufflevector(x.lanes, y.lanes, 0, 2) +
                 __builtin_shufflevector(x.lanes, y.lanes, 1, 3) + 0;
    sum += __builtin_shufflevector(x.rest, y.rest, 0, 2);
    FC_PAIR(res + r) = sum + __builtin_shufflevector(x.rest, y.rest, 1, 3);
  }
  if (r < first + n) {
    const EdgeTerms x = edge_terms(J, ind, vec);
    res[r] = (0 + (x.lanes[0] + x.lanes[1])) + x.rest[0] + x.rest[1];
  }
}

int columns_mul_edges(const FcProblem* p, mjtNum* res, const mjtNum* vec, int first) {
  const int n = ((const Matrix*)problem_host(p)->columns)->edges[first];
  mul_edges(p, res, vec, first, n);
  return n;
}

void fc_problemMulJT(const FcProblem* p, mjtNum* res, const mjtNum* vec) {
  if (p->sparse && problem_host(p)->columns)
    mul_by_columns(problem_host(p)->columns, res, vec);
  else
    problem_mul_transposed(p, res, vec);
}
