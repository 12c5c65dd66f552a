// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The sparse matrix of Newton solvers, M + J' W J, and its factor L' L, against dense algebra.

#include <fulcrum/hessian.h>

#include "suite.h"

enum { max_n = 40, max_rows = 40, max_square = max_n * max_n, max_ints = 20000 };

// an inertia matrix over a random forest, and rows that touch the ancestors of one or two dofs
typedef struct Problem_ {
  int n, nr;
  int M_rownnz[max_n], M_rowadr[max_n], M_colind[max_square];
  mjtNum M_val[max_square], M_dense[max_square];
  int J_rownnz[max_rows], J_rowadr[max_rows], J_rowsuper[max_rows], J_colind[max_rows * max_n];
  mjtNum J_val[max_rows * max_n], J_dense[max_rows * max_n], WJ[max_rows * max_n];
  mjtNum weights[max_rows];
  FcSparse M, J;
  FcHessian h;
  int plan[max_ints], pattern[max_ints];
} Problem;

static int is_ancestor(const int* parent, int ancestor, int i) {
  while (i > ancestor) {
    i = parent[i];
  }
  return i == ancestor;
}

static void make_problem(Problem* p, int n, int nr) {
  p->n = n;
  p->nr = nr;

  // forest: mostly chains, sometimes branches and new trees
  int parent[max_n], adr = 0;
  for (int i = 0; i < n; i++) {
    int kind = random_below(6);
    parent[i] = i == 0 || kind == 0 ? -1 : kind == 1 ? random_below(i) : i - 1;
  }

  // diagonally dominant inertia, lower triangle with the diagonal last
  mju_zero(p->M_dense, n * n);
  for (int i = 0; i < n; i++) {
    p->M_rowadr[i] = adr;
    for (int j = 0; j <= i; j++) {
      if (is_ancestor(parent, j, i)) {
        mjtNum x = i == j ? (mjtNum)(n + 1) : random_number();
        p->M_colind[adr] = j;
        p->M_val[adr++] = x;
        p->M_dense[i * n + j] = p->M_dense[j * n + i] = x;
      }
    }
    p->M_rownnz[i] = adr - p->M_rowadr[i];
  }

  // blocks of rows with one pattern
  adr = 0;
  mju_zero(p->J_dense, nr * n);
  for (int r = 0; r < nr;) {
    int a = random_below(n), b = random_below(n), count = 1 + random_below(7);
    int empty = random_below(10) == 0;
    count = count < nr - r ? count : nr - r;
    for (int k = 0; k < count; k++, r++) {
      p->J_rowadr[r] = adr;
      p->J_rowsuper[r] = count - 1 - k;
      p->weights[r] = random_below(3) ? random_number() + 1 : 0;
      for (int j = 0; j < n && !empty; j++) {
        if (is_ancestor(parent, j, a) || is_ancestor(parent, j, b)) {
          p->J_colind[adr] = j;
          p->J_val[adr] = random_number();
          p->J_dense[r * n + j] = p->J_val[adr];
          p->WJ[adr] = p->weights[r] * p->J_val[adr];
          adr++;
        }
      }
      p->J_rownnz[r] = adr - p->J_rowadr[r];
    }
  }
  p->M = (FcSparse){n, n, p->M_rownnz, p->M_rowadr, NULL, p->M_colind, p->M_val};
  p->J = (FcSparse){nr, n, p->J_rownnz, p->J_rowadr, p->J_rowsuper, p->J_colind, p->J_val};

  // guard values behind the memory that the plan may use
  int plan_size = (int)fc_hessianPlanSize(&p->M, &p->J);
  ck_assert_int_lt(plan_size, max_ints);
  p->plan[plan_size] = -12345;
  fc_hessianPlan(&p->h, &p->M, &p->J, p->plan);
  ck_assert_int_eq(p->plan[plan_size], -12345);
  int pattern_size = (int)fc_hessianPatternSize(&p->h);
  ck_assert_int_lt(pattern_size, max_ints);
  p->pattern[pattern_size] = -12345;
  fc_hessianPattern(&p->h, &p->J, p->pattern);
  ck_assert_int_eq(p->pattern[pattern_size], -12345);
}

// M + J' W J, both triangles
static void dense_hessian(const Problem* p, mjtNum* H) {
  mju_sqrMatTD(H, p->J_dense, p->weights, p->nr, p->n);
  mju_addTo(H, p->M_dense, p->n * p->n);
}

// stored lower triangle as a dense matrix
static void unpack(const Problem* p, mjtNum* dense, const mjtNum* val) {
  mju_sparse2dense(dense, val, p->n, p->n, p->h.rownnz, p->h.rowadr, p->h.colind);
}

// L' L
static void multiply_out(const Problem* p, mjtNum* H, const mjtNum* L) {
  mjtNum dense[max_square];
  unpack(p, dense, L);
  mju_mulMatTMat(H, dense, dense, p->n, p->n, p->n);
}

static Problem problem;

// fills `problem` and H, L (the factor of H), for one of a series of shapes
static void factored_problem(int trial, mjtNum* H, mjtNum* L) {
  mjtNum work[max_n];
  Problem* p = &problem;
  make_problem(p, 1 + random_below(max_n), trial % 5 ? random_below(max_rows) : 0);
  dense_hessian(p, H);
  fc_hessianAssemble(&p->h, L, &p->M, &p->J, p->WJ, work);
  ck_assert_int_eq(fc_hessianFactor(&p->h, L, mjMINVAL, work), p->n);
}

START_TEST(pattern_is_sorted_ends_at_the_diagonal_and_is_closed_under_elimination) {
  for (int trial = 0; trial < 100; trial++) {
    Problem* p = &problem;
    make_problem(p, 1 + random_below(max_n), random_below(max_rows));
    char stored[max_n][max_n];
    memset(stored, 0, sizeof(stored));
    for (int i = 0; i < p->n; i++) {
      const int* ind = p->h.colind + p->h.rowadr[i];
      int nnz = p->h.rownnz[i];
      ck_assert_int_eq(ind[nnz - 1], i);
      ck_assert_int_eq(p->h.parent[i], nnz > 1 ? ind[nnz - 2] : -1);
      for (int k = 0; k < nnz; k++) {
        ck_assert(k == 0 || ind[k] > ind[k - 1]);
        stored[i][ind[k]] = 1;
      }
    }
    for (int i = 0; i < p->n; i++) {
      for (int j = 0; j < i; j++) {
        for (int k = 0; stored[i][j] && k < j; k++) {
          ck_assert(!stored[i][k] || stored[j][k]);
        }
      }
    }
  }
}
END_TEST

START_TEST(pattern_has_no_entry_that_elimination_does_not_need) {
  // symbolic elimination on a dense table of flags gives exactly the stored entries
  for (int trial = 0; trial < 100; trial++) {
    Problem* p = &problem;
    make_problem(p, 1 + random_below(max_n), random_below(max_rows));
    char need[max_n][max_n];
    memset(need, 0, sizeof(need));
    for (int i = 0; i < p->n; i++) {
      for (int j = 0; j <= i; j++) {
        need[i][j] = p->M_dense[i * p->n + j] != 0;
        for (int r = 0; r < p->nr; r++) {
          need[i][j] |= p->J_dense[r * p->n + i] != 0 && p->J_dense[r * p->n + j] != 0;
        }
      }
    }
    int count = 0;
    for (int k = p->n - 1; k >= 0; k--) {
      for (int i = 0; i < k; i++) {
        for (int j = 0; j <= i; j++) {
          need[i][j] |= need[k][i] && need[k][j];
        }
      }
      for (int j = 0; j <= k; j++) {
        count += need[k][j];
      }
    }
    ck_assert_int_eq(p->h.nnz, count);
  }
}
END_TEST

START_TEST(assembly_agrees_with_dense_products) {
  mjtNum H[max_square], S[max_square], val[max_square], work[max_n];
  for (int trial = 0; trial < 200; trial++) {
    Problem* p = &problem;
    make_problem(p, 1 + random_below(max_n), trial % 5 ? random_below(max_rows) : 0);
    dense_hessian(p, H);
    fc_hessianAssemble(&p->h, val, &p->M, &p->J, p->WJ, work);
    unpack(p, S, val);
    for (int i = 0; i < p->n; i++) {
      ck_assert_near(S + i * p->n, H + i * p->n, i + 1, 1e-12);
    }
  }
}
END_TEST

START_TEST(factor_and_solve_agree_with_the_dense_matrix) {
  static mjtNum H[max_square], L[max_square], back[max_square];
  mjtNum x[max_n], b[max_n], y[max_n];
  for (int trial = 0; trial < 200; trial++) {
    factored_problem(trial, H, L);
    int n = problem.n;
    multiply_out(&problem, back, L);
    ck_assert_near(back, H, n * n, 1e-11);
    random_vector(x, n);
    mju_mulMatVec(b, H, x, n, n);
    fc_hessianSolve(&problem.h, y, L, b);
    ck_assert_near(y, x, n, 1e-11);
    fc_hessianSolve(&problem.h, b, L, b);
    ck_assert_near(b, y, n, 0);
  }
}
END_TEST

START_TEST(update_and_downdate_agree_with_the_changed_matrix) {
  static mjtNum H[max_square], L[max_square], back[max_square], xx[max_square];
  mjtNum work[max_n];
  int used = 0;
  for (int trial = 0; trial < 200; trial++) {
    factored_problem(trial, H, L);
    Problem* p = &problem;
    int n = p->n, r = p->nr ? random_below(p->nr) : 0;
    if (!p->nr || !p->J_rownnz[r]) {
      continue;
    }
    used++;
    const mjtNum *val = p->J_val + p->J_rowadr[r], *row = p->J_dense + r * n;
    const int* ind = p->J_colind + p->J_rowadr[r];
    mju_zero(work, n);
    ck_assert_int_eq(fc_hessianUpdate(&p->h, L, val, ind, p->J_rownnz[r], 1, mjMINVAL, work), 0);
    ck_assert(mju_isZero(work, n));
    multiply_out(p, back, L);
    mju_mulMatMatT(xx, row, row, n, 1, n);
    mju_addTo(H, xx, n * n);
    ck_assert_near(back, H, n * n, 1e-11);

    // and away again
    ck_assert_int_eq(fc_hessianUpdate(&p->h, L, val, ind, p->J_rownnz[r], 0, mjMINVAL, work), 0);
    multiply_out(p, back, L);
    mju_subFrom(H, xx, n * n);
    ck_assert_near(back, H, n * n, 1e-11);
  }
  ck_assert_int_gt(used, 50);
}
END_TEST

START_TEST(lost_rank_is_reported) {
  const int one[1] = {1}, zero[1] = {0};
  const mjtNum value[1] = {-1}, two[1] = {2};
  FcSparse M = {1, 1, one, zero, NULL, zero, value};
  FcSparse J = {0, 1, NULL, NULL, NULL, NULL, NULL};
  FcHessian h;
  int plan[16], pattern[4];
  mjtNum L[1], work[1] = {0};
  fc_hessianPlan(&h, &M, &J, plan);
  fc_hessianPattern(&h, &J, pattern);
  fc_hessianAssemble(&h, L, &M, &J, NULL, work);
  ck_assert(L[0] == -1);
  ck_assert_int_eq(fc_hessianFactor(&h, L, 1, work), 0);
  ck_assert(L[0] == 1);
  work[0] = 0;
  ck_assert_int_eq(fc_hessianUpdate(&h, L, two, zero, 1, 0, 1, work), 1);
  ck_assert(L[0] == 1);
}
END_TEST

START_TEST(dense_gram_adds_to_the_lower_triangle_only) {
  mjtNum J[77], WJ[77], w[7], H[121], expected[121];
  random_vector(J, 77);
  random_vector(w, 7);
  w[2] = w[6] = 0;
  for (int i = 0; i < 77; i++) {
    WJ[i] = w[i / 11] * J[i];
  }
  mju_fill(H, 3, 121);
  fc_addGramLower(H, J, WJ, 7, 11);
  mju_sqrMatTD(expected, J, w, 7, 11);
  for (int i = 0; i < 121; i++) {
    mjtNum sum = i % 11 <= i / 11 ? expected[i] + 3 : 3;
    ck_assert_double_eq_tol(H[i], sum, 1e-14);
  }
}
END_TEST

int main(void) {
  const TTest* const tests[] = {
      pattern_is_sorted_ends_at_the_diagonal_and_is_closed_under_elimination,
      pattern_has_no_entry_that_elimination_does_not_need,
      assembly_agrees_with_dense_products,
      factor_and_solve_agree_with_the_dense_matrix,
      update_and_downdate_agree_with_the_changed_matrix,
      lost_rank_is_reported,
      dense_gram_adds_to_the_lower_triangle_only,
      NULL};
  return run_suite("Newton matrix", tests);
}
