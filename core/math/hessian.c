// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// H = M + J' W J and its factor H = L' L, by rows, the last row first.
//
// Pattern. Eliminating row k adds to every row j in its pattern the outer product of the row, so
// the pattern of row j < k absorbs that of row k up to j. With parent(k) = the largest off-diagonal
// column of row k this is the elimination tree of sparse Cholesky (Liu 1990; Davis, Direct Methods
// for Sparse Linear Systems, 4.1), upside down. Column j of L consists of the nodes on the tree
// paths that lead to j from the nonzeros of column j of H, which is what visit_column walks:
// nothing is stored while counting. A row of J is a clique of H, so all its columns lie on the path
// from its last one.
//
// Numbers. Both assembly and factorisation compute one row of the result at a time, in a dense
// vector: the workspace, or the row itself when its columns are one unbroken range. What is added
// to it are beginnings of other rows (of J, of finished rows of L), which mostly are ranges too, so
// the inner loops are plain vector operations. The order of all sums is fixed by the pattern.

#include <fulcrum/hessian.h>
#include <fulcrum/math.h>

#include "core/math/matrix.h"

//---------------------------------- planning ------------------------------------------------------

// rows of the block of equal rows that begins at row r
static int block_rows(const FcSparse* J, int r) { return J->rowsuper[r] + 1; }

size_t fc_hessianPlanSize(const FcSparse* M, const FcSparse* J) {
  size_t entries = 0;
  for (int r = 0; r < J->nr; r += block_rows(J, r)) {
    entries += 2 * (size_t)J->rownnz[r];
  }
  for (int i = 0; i < M->nr; i++) {
    entries += (size_t)M->rownnz[i] - 1;
  }
  return entries + 5 * (size_t)M->nr + 3 * ((size_t)M->nr + 1);
}

// counts in adr[c + 1] to addresses in adr[c]
static void counts_to_addresses(int* adr, int n) {
  adr[0] = 0;
  for (int i = 0; i < n; i++) {
    adr[i + 1] += adr[i];
  }
}

// addresses that a fill has advanced by one column each, back in place
static void rewind_addresses(int* adr, int n) {
  for (int i = n; i > 0; i--) {
    adr[i] = adr[i - 1];
  }
  adr[0] = 0;
}

// blocks of J by columns
static void list_blocks(FcHessian* h, const FcSparse* J) {
  memset(h->blockadr, 0, ((size_t)h->n + 1) * sizeof(int));
  for (int r = 0; r < J->nr; r += block_rows(J, r)) {
    for (int k = 0; k < J->rownnz[r]; k++) {
      h->blockadr[J->colind[J->rowadr[r] + k] + 1]++;
    }
  }
  counts_to_addresses(h->blockadr, h->n);
  for (int r = 0; r < J->nr; r += block_rows(J, r)) {
    for (int k = 0; k < J->rownnz[r]; k++) {
      int to = h->blockadr[J->colind[J->rowadr[r] + k]]++;
      h->blockrow[to] = r;
      h->blockpos[to] = k;
    }
  }
  rewind_addresses(h->blockadr, h->n);
}

// strict lower triangle of M by columns
static void list_inertia(FcHessian* h, const FcSparse* M) {
  memset(h->metadr, 0, ((size_t)h->n + 1) * sizeof(int));
  for (int i = 0; i < h->n; i++) {
    for (int k = 0; k < M->rownnz[i] - 1; k++) {
      h->metadr[M->colind[M->rowadr[i] + k] + 1]++;
    }
  }
  counts_to_addresses(h->metadr, h->n);
  for (int i = 0; i < h->n; i++) {
    for (int k = 0; k < M->rownnz[i] - 1; k++) {
      h->metrow[h->metadr[M->colind[M->rowadr[i] + k]]++] = i;
    }
  }
  rewind_addresses(h->metadr, h->n);
}

// Nodes on the path from k to column j of the elimination tree that have not been met yet: row k of
// L has an entry in column j. Counted in the first pass, stored in the second, when entry is given.
static void walk_path(FcHessian* h, int k, int j, int* entry) {
  while (h->mark[k] != j) {
    h->mark[k] = j;
    if (entry) {
      // columns come in decreasing order, so rows fill from the right
      int pos = --h->next[k];
      h->colind[h->rowadr[k] + pos] = j;
      h->colrow[*entry] = k;
      h->colpos[(*entry)++] = pos;
    } else {
      h->rownnz[k]++;
      h->coladr[j + 1]++;
    }
    if (h->parent[k] < 0) {
      h->parent[k] = j;
    }
    k = h->parent[k];
  }
}

// Column j of L: paths from the rows of M and from the last columns of the rows of J that have
// column j. Late rows come first, so that long paths are met in one piece.
static void visit_column(FcHessian* h, const FcSparse* J, int j, int* entry) {
  h->mark[j] = j;
  for (int k = h->metadr[j + 1] - 1; k >= h->metadr[j]; k--) {
    walk_path(h, h->metrow[k], j, entry);
  }
  for (int k = h->blockadr[j]; k < h->blockadr[j + 1]; k++) {
    int r = h->blockrow[k];
    walk_path(h, J->colind[J->rowadr[r] + J->rownnz[r] - 1], j, entry);
  }
}

void fc_hessianPlan(FcHessian* h, const FcSparse* M, const FcSparse* J, int* memory) {
  int n = M->nr, nblock = 0;
  for (int r = 0; r < J->nr; r += block_rows(J, r)) {
    nblock += J->rownnz[r];
  }

  // lay out the memory
  memset(h, 0, sizeof(*h));
  h->n = n;
  h->rownnz = memory;
  h->rowadr = h->rownnz + n;
  h->parent = h->rowadr + n;
  h->mark = h->parent + n;
  h->next = h->mark + n;
  h->coladr = h->next + n;
  h->blockadr = h->coladr + n + 1;
  h->metadr = h->blockadr + n + 1;
  h->blockrow = h->metadr + n + 1;
  h->blockpos = h->blockrow + nblock;
  h->metrow = h->blockpos + nblock;
  list_blocks(h, J);
  list_inertia(h, M);

  // count the entries, diagonal included
  memset(h->coladr, 0, ((size_t)n + 1) * sizeof(int));
  for (int i = 0; i < n; i++) {
    h->rownnz[i] = 1;
    h->parent[i] = h->mark[i] = -1;
  }
  for (int j = n - 1; j >= 0; j--) {
    visit_column(h, J, j, NULL);
  }
  counts_to_addresses(h->coladr, n);
  for (int i = 0; i < n; i++) {
    h->rowadr[i] = h->nnz;
    h->nnz += h->rownnz[i];
  }
}

size_t fc_hessianPatternSize(const FcHessian* h) {
  return (size_t)h->nnz + 2 * (size_t)(h->nnz - h->n);
}

void fc_hessianPattern(FcHessian* h, const FcSparse* J, int* memory) {
  h->colind = memory;
  h->colrow = memory + h->nnz;
  h->colpos = h->colrow + (h->nnz - h->n);
  for (int i = 0; i < h->n; i++) {
    h->mark[i] = -1;
    h->next[i] = h->rownnz[i] - 1;
    h->colind[h->rowadr[i] + h->rownnz[i] - 1] = i;
  }
  for (int j = h->n - 1; j >= 0; j--) {
    int entry = h->coladr[j];
    visit_column(h, J, j, &entry);
  }
}

//---------------------------------- one row as a dense vector -------------------------------------

// Entry of column c is at sum[c - first].
typedef struct DenseRow_ {
  mjtNum* sum;
  int first;
} DenseRow;

// row i itself when its columns are a range, else the workspace
static DenseRow open_row(const FcHessian* h, mjtNum* H, int i, mjtNum* work) {
  const int* ind = h->colind + h->rowadr[i];
  if (fc_isRange(ind, h->rownnz[i])) {
    return (DenseRow){H + h->rowadr[i], ind[0]};
  }
  return (DenseRow){work, 0};
}

// move what was computed in the workspace into row i
static void close_row(const FcHessian* h, mjtNum* H, int i, const DenseRow* row,
                      const mjtNum* work) {
  if (row->sum == work) {
    fc_gather(H + h->rowadr[i], work, h->colind + h->rowadr[i], h->rownnz[i]);
  }
}

// row += val * scl, val in the columns ind; columns that are neighbours are handled as a pack
static void add_to_row(const DenseRow* row, const mjtNum* val, const int* ind, int nnz,
                       mjtNum scl) {
  if (fc_isRange(ind, nnz)) {
    fc_addToScl(row->sum + (ind[0] - row->first), val, scl, nnz);
    return;
  }
  for (int k = 0; k < nnz;) {
    mjtNum* sum = row->sum + (ind[k] - row->first);
    if (k <= nnz - FC_LANES && fc_isRange(ind + k, FC_LANES)) {
      FC_PACK(sum) += FC_CPACK(val + k) * scl;
      k += FC_LANES;
    } else {
      *sum += val[k++] * scl;
    }
  }
}

// four rows that are added together
typedef struct FourRows_ {
  const mjtNum* row[4];
  mjtNum scl[4];
} FourRows;

// sum += the rows at position k, for a pack and for one number
static inline void add_four_packs(mjtNum* sum, const FourRows* r, int k) {
  FcPack left = FC_CPACK(sum) + FC_CPACK(r->row[0] + k) * r->scl[0];
  FcPack right = FC_CPACK(r->row[2] + k) * r->scl[2];
  left += FC_CPACK(r->row[1] + k) * r->scl[1];
  right += FC_CPACK(r->row[3] + k) * r->scl[3];
  FC_PACK(sum) = left + right;
}

static inline void add_four_numbers(mjtNum* sum, const FourRows* r, int k) {
  mjtNum left = *sum + r->row[0][k] * r->scl[0], right = r->row[2][k] * r->scl[2];
  left += r->row[1][k] * r->scl[1];
  right += r->row[3][k] * r->scl[3];
  *sum = left + right;
}

// row += four scaled rows, all in the columns ind
static void add_four_to_row(const DenseRow* row, const FourRows* rows, const int* ind, int nnz) {
  const FourRows r = *rows;
  int k = 0;
  if (fc_isRange(ind, nnz)) {
    mjtNum* sum = row->sum + (ind[0] - row->first);
    for (; k <= nnz - FC_LANES; k += FC_LANES) {
      add_four_packs(sum + k, &r, k);
    }
    for (int left = (nnz - k) % FC_LANES; left > 0; left--, k++) {
      add_four_numbers(sum + k, &r, k);
    }
    return;
  }
  while (k < nnz) {
    mjtNum* sum = row->sum + (ind[k] - row->first);
    if (k <= nnz - FC_LANES && fc_isRange(ind + k, FC_LANES)) {
      add_four_packs(sum, &r, k);
      k += FC_LANES;
    } else {
      add_four_numbers(sum, &r, k);
      k++;
    }
  }
}

//---------------------------------- assembly ------------------------------------------------------

// row i += sum over the rows of the block at r of WJ(., i) J(., 0..i); column i is at position pos
static void add_block(const DenseRow* row, const FcSparse* J, const mjtNum* WJ, int r, int pos) {
  int nnz = J->rownnz[r], adr = J->rowadr[r], count = block_rows(J, r);
  const int* ind = J->colind + adr;
  const mjtNum* weight = WJ + adr + pos;
  for (; count >= 4; count -= 4, adr += 4 * nnz, weight += 4 * nnz) {
    const mjtNum* first = J->val + adr;
    FourRows rows = {{first, first + nnz, first + 2 * nnz, first + 3 * nnz},
                     {weight[0], weight[nnz], weight[2 * nnz], weight[3 * nnz]}};
    if (!fc_isZero(rows.scl, 4)) {
      add_four_to_row(row, &rows, ind, pos + 1);
    }
  }
  for (; count > 0; count--, adr += nnz, weight += nnz) {
    if (*weight != 0) {
      add_to_row(row, J->val + adr, ind, pos + 1, *weight);
    }
  }
}

void fc_hessianAssemble(const FcHessian* h, mjtNum* H, const FcSparse* M, const FcSparse* J,
                        const mjtNum* WJ, mjtNum* work) {
  for (int i = 0; i < h->n; i++) {
    // start from row i of M
    const int* ind = h->colind + h->rowadr[i];
    DenseRow row = open_row(h, H, i, work);
    for (int k = 0; k < h->rownnz[i]; k++) {
      row.sum[ind[k] - row.first] = 0;
    }
    int adr = M->rowadr[i];
    for (int k = adr; k < adr + M->rownnz[i]; k++) {
      row.sum[M->colind[k] - row.first] = M->val[k];
    }

    // add the rows of J that have column i
    for (int k = h->blockadr[i]; k < h->blockadr[i + 1]; k++) {
      add_block(&row, J, WJ, h->blockrow[k], h->blockpos[k]);
    }
    close_row(h, H, i, &row, work);
  }
}

void fc_addGramLower(mjtNum* H, const mjtNum* J, const mjtNum* WJ, int nr, int n) {
  for (int i = 0; i < n; i++) {
    ScaledRows sum = {J, n, nr, WJ + i, n, NULL};
    sum_scaled_rows(H + (size_t)i * n, i + 1, &sum, 1);
  }
}

//---------------------------------- factor, solve, update -----------------------------------------

// Do entries e .. e+3 of the column lists belong to rows that agree in their columns up to this
// one? Each must be the parent of the row before it, whose pattern it contains, and have as many
// columns.
static int four_equal_rows(const FcHessian* h, int e) {
  const int *k = h->colrow + e, *pos = h->colpos + e;
  return pos[0] == pos[1] && pos[0] == pos[2] && pos[0] == pos[3] && h->parent[k[0]] == k[1] &&
         h->parent[k[1]] == k[2] && h->parent[k[2]] == k[3];
}

// subtract from row j what the finished rows with an entry in column j contribute
static void eliminate(const FcHessian* h, const mjtNum* L, const DenseRow* row, int j) {
  int end = h->coladr[j + 1];
  for (int e = h->coladr[j]; e < end;) {
    int adr = h->rowadr[h->colrow[e]], pos = h->colpos[e];
    if (e <= end - 4 && four_equal_rows(h, e)) {
      FourRows rows;
      for (int i = 0; i < 4; i++) {
        rows.row[i] = L + h->rowadr[h->colrow[e + i]];
        rows.scl[i] = -rows.row[i][pos];
      }
      add_four_to_row(row, &rows, h->colind + adr, pos + 1);
      e += 4;
    } else {
      add_to_row(row, L + adr, h->colind + adr, pos + 1, -L[adr + pos]);
      e++;
    }
  }
}

int fc_hessianFactor(const FcHessian* h, mjtNum* H, mjtNum mindiag, mjtNum* work) {
  int rank = h->n;
  for (int j = h->n - 1; j >= 0; j--) {
    mjtNum* val = H + h->rowadr[j];
    int nnz = h->rownnz[j];
    DenseRow row = open_row(h, H, j, work);
    if (row.sum == work) {
      fc_scatter(work, val, h->colind + h->rowadr[j], nnz);
    }
    eliminate(h, H, &row, j);
    close_row(h, H, j, &row, work);

    // pivot
    mjtNum pivot = val[nnz - 1];
    if (pivot < mindiag) {
      pivot = mindiag;
      rank--;
    }
    mjtNum root = fc_sqrt(pivot);
    fc_scl(val, val, 1 / root, nnz - 1);
    val[nnz - 1] = root;
  }
  return rank;
}

void fc_hessianSolve(const FcHessian* h, mjtNum* res, const mjtNum* L, const mjtNum* vec) {
  if (res != vec) {
    fc_copy(res, vec, h->n);
  }

  // L' y = vec
  for (int i = h->n - 1; i >= 0; i--) {
    int adr = h->rowadr[i], below = h->rownnz[i] - 1;
    mjtNum inv = 1 / L[adr + below];
    res[i] *= inv;
    if (res[i] != 0) {
      fc_addToSclSparse(res, L + adr, -res[i], below, h->colind + adr);
    }
  }

  // L x = y
  for (int i = 0; i < h->n; i++) {
    int adr = h->rowadr[i], below = h->rownnz[i] - 1;
    mjtNum sum = fc_dotSparse(L + adr, res, below, h->colind + adr);
    mjtNum inv = 1 / L[adr + below];
    res[i] = (res[i] - sum) * inv;
  }
}

// Plane rotation of a row of L with the dense vector x over the columns ind: L = (L + s x) / c, x =
// c x - t L with t = +-s. Packs are used where neighbouring columns begin at a multiple of their
// length, so that what one row has stored the next one reads in the same pieces.
static void rotate_row(mjtNum* L, mjtNum* x, const int* ind, int nnz, mjtNum c, mjtNum s,
                       mjtNum t) {
  mjtNum inv = 1 / c;
  for (int k = 0; k < nnz;) {
    mjtNum* entry = x + ind[k];
    if (ind[k] % FC_LANES == 0 && k <= nnz - FC_LANES && fc_isRange(ind + k, FC_LANES)) {
      FcPack rotated = (FC_CPACK(L + k) + FC_CPACK(entry) * s) * inv;
      FC_PACK(entry) = FC_CPACK(entry) * c - rotated * t;
      FC_PACK(L + k) = rotated;
      k += FC_LANES;
    } else {
      L[k] = (L[k] + s * *entry) * inv;
      *entry = c * *entry - t * L[k];
      k++;
    }
  }
}

int fc_hessianUpdate(const FcHessian* h, mjtNum* L, const mjtNum* val, const int* ind, int nnz,
                     int flg_plus, mjtNum mindiag, mjtNum* work) {
  int replaced = 0;
  if (nnz <= 0) {
    return 0;
  }
  fc_scatter(work, val, ind, nnz);

  // along the elimination tree, from the last column to the root
  for (int k = ind[nnz - 1]; k >= 0; k = h->parent[k]) {
    mjtNum x = work[k];
    work[k] = 0;
    if (x == 0) {
      continue;
    }

    // the rotation that moves x_k into the pivot
    mjtNum* row = L + h->rowadr[k];
    int below = h->rownnz[k] - 1;
    mjtNum diag = row[below], square = diag * diag + (flg_plus ? x * x : -x * x);
    if (square < mindiag) {
      square = mindiag;
      replaced++;
    }
    row[below] = fc_sqrt(square);
    mjtNum c = row[below] / diag, t = x / diag;
    rotate_row(row, work, h->colind + h->rowadr[k], below, c, flg_plus ? t : -t, t);
  }
  return replaced;
}
