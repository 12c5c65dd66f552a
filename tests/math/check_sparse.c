// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sparse kernels and matrices agree with dense ones.

#include <fulcrum/math.h>

#include "core/math/sparse.h"
#include "suite.h"

enum { max_nr = 13, max_nc = 17, max_nnz = max_nr * max_nc };

// a random matrix, dense and CSR; some rows repeat the pattern of the row above
typedef struct Sample_ {
  int nr, nc, nnz;
  mjtNum dense[max_nnz], val[max_nnz];
  int rownnz[max_nr], rowadr[max_nr], rowsuper[max_nr], colind[max_nnz];
  FcSparse view;
} Sample;

static void make_sample(Sample* s, int nr, int nc) {
  s->nr = nr;
  s->nc = nc;
  for (int r = 0; r < nr; r++) {
    int repeat = r > 0 && random_below(2);
    int from = random_below(nc + 1), range = random_below(2);
    for (int c = 0; c < nc; c++) {
      int stored = repeat  ? s->dense[(r - 1) * nc + c] != 0
                   : range ? c >= from && c < from + 6
                           : random_below(3) == 0;
      s->dense[r * nc + c] = stored ? random_number() : 0;
    }
  }
  mju_dense2sparse(s->val, s->dense, nr, nc, s->rownnz, s->rowadr, s->colind, max_nnz);
  s->view = (FcSparse){nr, nc, s->rownnz, s->rowadr, s->rowsuper, s->colind, s->val};
  s->nnz = sparse_count(&s->view);
  sparse_supernodes(s->rowsuper, &s->view);
}

static void random_sample(Sample* s) {
  make_sample(s, 1 + random_below(max_nr), 1 + random_below(max_nc));
}

START_TEST(conversion_to_sparse_and_back_is_exact) {
  mjtNum back[max_nnz];
  Sample s;
  for (int trial = 0; trial < 50; trial++) {
    random_sample(&s);
    mju_sparse2dense(back, s.val, s.nr, s.nc, s.rownnz, s.rowadr, s.colind);
    ck_assert_near(back, s.dense, s.nr * s.nc, 0);
  }

  // too little room is reported; undefined numbers are stored
  const mjtNum dense[4] = {1, (mjtNum)NAN, 0, 2};
  mjtNum val[4];
  int rownnz[2], rowadr[2], colind[4];
  ck_assert_int_eq(mju_dense2sparse(val, dense, 2, 2, rownnz, rowadr, colind, 0), 1);
  ck_assert_int_eq(mju_dense2sparse(val, dense, 2, 2, rownnz, rowadr, colind, 2), 1);
  ck_assert_int_eq(mju_dense2sparse(val, dense, 2, 2, rownnz, rowadr, colind, 3), 0);
  ck_assert(rownnz[0] == 2 && rownnz[1] == 1 && colind[2] == 1);
}
END_TEST

START_TEST(sparse_products_with_vectors_agree_with_dense_ones) {
  Sample s;
  mjtNum x[max_nc], y[max_nr], res[max_nc], dense[max_nc];
  for (int trial = 0; trial < 300; trial++) {
    random_sample(&s);
    random_vector(x, max_nc);
    random_vector(y, max_nr);
    y[random_below(max_nr)] = 0;
    mju_mulMatVec(dense, s.dense, x, s.nr, s.nc);
    fc_mulMatVecSparse(res, s.val, x, s.nr, s.rownnz, s.rowadr, s.colind, s.rowsuper);
    ck_assert_near(res, dense, s.nr, 1e-14);
    fc_mulMatVecSparse(res, s.val, x, s.nr, s.rownnz, s.rowadr, s.colind, NULL);
    ck_assert_near(res, dense, s.nr, 1e-14);
    mju_mulMatTVec(dense, s.dense, y, s.nr, s.nc);
    fc_mulMatTVecSparse(res, s.val, y, s.nr, s.nc, s.rownnz, s.rowadr, s.colind);
    ck_assert_near(res, dense, s.nc, 1e-14);

    // two sparse rows
    int r = random_below(s.nr), q = random_below(s.nr);
    mjtNum dot = fc_dotSparse2(s.val + s.rowadr[r], s.colind + s.rowadr[r], s.rownnz[r],
                               s.val + s.rowadr[q], s.colind + s.rowadr[q], s.rownnz[q]);
    ck_assert_double_eq_tol(dot, mju_dot(s.dense + r * s.nc, s.dense + q * s.nc, s.nc), 1e-14);
  }
}
END_TEST

START_TEST(transpose_agrees_with_the_dense_transpose) {
  Sample s;
  mjtNum val[max_nnz], T[max_nnz], expected[max_nnz];
  int rownnz[max_nc], rowadr[max_nc], colind[max_nnz], pattern[max_nnz];
  for (int trial = 0; trial < 50; trial++) {
    random_sample(&s);
    sparse_transpose(val, rownnz, rowadr, colind, &s.view);
    mju_sparse2dense(T, val, s.nc, s.nr, rownnz, rowadr, colind);
    mju_transpose(expected, s.dense, s.nr, s.nc);
    ck_assert_near(T, expected, s.nr * s.nc, 0);
    sparse_transpose(NULL, rownnz, rowadr, pattern, &s.view);
    ck_assert(memcmp(pattern, colind, (size_t)s.nnz * sizeof(int)) == 0);
  }
}
END_TEST

START_TEST(supernodes_count_the_equal_rows_that_follow) {
  const int rownnz[6] = {2, 2, 1, 2, 0, 0}, rowadr[6] = {0, 2, 4, 5, 7, 7};
  const int colind[7] = {0, 1, 0, 1, 0, 0, 2};
  const int expected[6] = {1, 0, 0, 0, 1, 0};
  int rowsuper[6];
  FcSparse a = {6, 3, rownnz, rowadr, NULL, colind, NULL};
  sparse_supernodes(rowsuper, &a);
  ck_assert(memcmp(rowsuper, expected, sizeof(expected)) == 0);
}
END_TEST

START_TEST(compression_removes_small_entries_and_gaps) {
  mjtNum val[7] = {1, 0, 5, 2, (mjtNum)1e-20, (mjtNum)NAN, 3};
  int rownnz[3] = {2, 0, 4}, rowadr[3] = {0, 2, 3}, colind[7] = {0, 3, 9, 0, 1, 2, 3};
  ck_assert_int_eq(sparse_compress(val, 3, rownnz, rowadr, colind, (mjtNum)1e-15), 4);
  ck_assert(rownnz[0] == 1 && rownnz[1] == 0 && rownnz[2] == 3);
  ck_assert(rowadr[0] == 0 && rowadr[1] == 1 && rowadr[2] == 1);
  ck_assert(val[0] == 1 && val[1] == 2 && isnan(val[2]) && val[3] == 3);
  ck_assert(colind[0] == 0 && colind[1] == 0 && colind[2] == 2 && colind[3] == 3);
}
END_TEST

START_TEST(combined_rows_have_the_union_of_columns) {
  Sample s;
  mjtNum val[max_nc], row[max_nc], expected[max_nc];
  int ind[max_nc], only_ind[max_nc];
  for (int trial = 0; trial < 100; trial++) {
    make_sample(&s, 2, 1 + random_below(max_nc));
    const int *ind0 = s.colind, *ind1 = s.colind + s.rowadr[1];
    int n = sparse_combine(val, ind, s.val, ind0, s.rownnz[0], 2, s.val + s.rowadr[1], ind1,
                           s.rownnz[1], -3);
    ck_assert_int_eq(n, sparse_union(only_ind, ind0, s.rownnz[0], ind1, s.rownnz[1]));
    ck_assert(memcmp(ind, only_ind, (size_t)n * sizeof(int)) == 0);
    mju_zero(row, s.nc);
    for (int k = 0; k < n; k++) {
      ck_assert(k == 0 || ind[k] > ind[k - 1]);
      ck_assert(s.dense[ind[k]] != 0 || s.dense[s.nc + ind[k]] != 0);
      row[ind[k]] = val[k];
    }
    mju_scl(expected, s.dense, 2, s.nc);
    mju_addToScl(expected, s.dense + s.nc, -3, s.nc);
    ck_assert_near(row, expected, s.nc, 1e-15);
  }
}
END_TEST

START_TEST(gram_matrix_is_a_a_transposed_exactly_symmetric_and_sorted) {
  enum { max_gram = max_nr * max_nr };
  Sample s;
  mjtNum tval[max_nnz], val[max_gram], G[max_gram], expected[max_gram], sum[max_nr];
  mjtNum shift[max_nr];
  int trownnz[max_nc], trowadr[max_nc], tcolind[max_nnz], work[3 * max_nr];
  int rownnz[max_nr], rowadr[max_nr], colind[max_gram];
  for (int trial = 0; trial < 100; trial++) {
    random_sample(&s);
    random_vector(shift, max_nr);
    sparse_transpose(tval, trownnz, trowadr, tcolind, &s.view);
    FcSparse t = {s.nc, s.nr, trownnz, trowadr, NULL, tcolind, tval};
    int nnz = sparse_gram_count(rownnz, rowadr, &s.view, &t, work);
    sparse_gram(val, colind, rowadr, &s.view, &t, shift, work, sum);
    mju_sparse2dense(G, val, s.nr, s.nr, rownnz, rowadr, colind);
    mju_mulMatMatT(expected, s.dense, s.dense, s.nr, s.nc, s.nr);
    for (int i = 0; i < s.nr; i++) {
      expected[i * s.nr + i] += shift[i];
    }
    ck_assert_near(G, expected, s.nr * s.nr, 1e-14);
    ck_assert_int_eq(nnz, rowadr[s.nr - 1] + rownnz[s.nr - 1]);
    for (int i = 0; i < s.nr; i++) {
      for (int k = 0; k < rownnz[i]; k++) {
        int j = colind[rowadr[i] + k];
        ck_assert(k == 0 || j > colind[rowadr[i] + k - 1]);
        ck_assert(G[i * s.nr + j] == G[j * s.nr + i]);
      }
    }
  }
}
END_TEST

int main(void) {
  const TTest* const tests[] = {conversion_to_sparse_and_back_is_exact,
                                sparse_products_with_vectors_agree_with_dense_ones,
                                transpose_agrees_with_the_dense_transpose,
                                supernodes_count_the_equal_rows_that_follow,
                                compression_removes_small_entries_and_gaps,
                                combined_rows_have_the_union_of_columns,
                                gram_matrix_is_a_a_transposed_exactly_symmetric_and_sorted,
                                NULL};
  return run_suite("sparse matrices", tests);
}
