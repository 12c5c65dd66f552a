// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The inertia matrix, its factorisation, solves and products.

#include "core/physics/mechanics/inertia.h"
#include "tests/physics/mechanics/support.h"

static const char* const scenes[] = {"mixed", "springs", "transmission", "armature", "branches"};
enum { NSCENE = sizeof scenes / sizeof *scenes };

static mjtNum* numbers(size_t n) { return calloc(n + 1, sizeof(mjtNum)); }

// dense M of d
static mjtNum* dense_inertia(const mjModel* m, mjData* d) {
  mjtNum* M = numbers((size_t)(m->nv * m->nv));
  mj_fullM(m, M, d->qM);
  return M;
}

START_TEST(inertia_is_the_sum_over_bodies) {
  mjModel* m = load_scene(scenes[_i]);
  for (int t = 0; t < m->ntendon; t++)
    m->tendon_armature[t] = 0;
  mjData* d = random_data(m);
  int nv = (int)m->nv;
  mjtNum *M = dense_inertia(m, d), *sum = numbers((size_t)(nv * nv)),
         *jac = numbers(6 * (size_t)nv);
  for (int i = 0; i < nv; i++)
    sum[i * nv + i] = m->dof_armature[i];
  for (int b = 1; b < m->nbody; b++) {
    // m Jp'Jp + Jr' R diag(I) R' Jr
    mjtNum diag[9] = {m->body_inertia[3 * b],    0, 0, 0, m->body_inertia[3 * b + 1], 0, 0, 0,
                      m->body_inertia[3 * b + 2]};
    mjtNum I[9], RI[9];
    mju_mulMatMat(RI, d->ximat + 9 * b, diag, 3, 3, 3);
    mju_mulMatMatT(I, RI, d->ximat + 9 * b, 3, 3, 3);
    mj_jacBodyCom(m, d, jac, jac + 3 * nv, b);
    for (int i = 0; i < nv; i++) {
      for (int j = 0; j < nv; j++) {
        for (int r = 0; r < 3; r++) {
          sum[i * nv + j] += m->body_mass[b] * jac[r * nv + i] * jac[r * nv + j];
          for (int s = 0; s < 3; s++)
            sum[i * nv + j] += jac[(3 + r) * nv + i] * I[3 * r + s] * jac[(3 + s) * nv + j];
        }
      }
    }
  }
  assert_close("M", M, sum, nv * nv, 1e-12);
  free(M);
  free(sum);
  free(jac);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(tendon_armature_adds_its_outer_product) {
  mjModel* m = load_scene("armature");
  mjData* d = random_data(m);
  mjtNum* with = dense_inertia(m, d);
  m->tendon_armature[0] = m->tendon_armature[1] = 0;
  mj_makeM(m, d);
  mjtNum *without = dense_inertia(m, d), a = .7;
  const mjtNum* J = d->ten_J + m->ten_J_rowadr[0];
  int nv = (int)m->nv;

  // the first tendon moves dofs 0 and 1, the second also 1
  assert_near(with[0] - without[0],
              a * J[0] * J[0] + .3 * d->ten_J[m->ten_J_rowadr[1]] * d->ten_J[m->ten_J_rowadr[1]],
              1e-13);
  // trees stay uncoupled, although the second tendon spans three
  ck_assert_double_eq(with[2 * nv + 0], 0);
  ck_assert_double_eq(with[8 * nv + 2], 0);
  free(with);
  free(without);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(factor_reproduces_the_matrix) {
  mjModel* m = load_scene(scenes[_i]);
  mjData* d = random_data(m);
  int nv = (int)m->nv;
  mjtNum *M = dense_inertia(m, d), *product = numbers((size_t)(nv * nv)),
         *L = numbers((size_t)(nv * nv));
  for (int i = 0; i < nv; i++) {
    int adr = m->M_rowadr[i], nnz = m->M_rownnz[i];
    for (int k = 0; k + 1 < nnz; k++)
      L[i * nv + m->M_colind[adr + k]] = d->qLD[adr + k];
    L[i * nv + i] = 1;
    assert_near(d->qLDiagInv[i] * d->qLD[adr + nnz - 1], 1, 1e-15);
  }
  for (int k = 0; k < nv; k++) {
    for (int i = 0; i < nv; i++)
      for (int j = 0; j < nv; j++)
        product[i * nv + j] += L[k * nv + i] * L[k * nv + j] / d->qLDiagInv[k];
  }
  assert_close("L'DL", product, M, nv * nv, 1e-12);
  free(M);
  free(L);
  free(product);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(solve_undoes_product) {
  mjModel* m = load_scene(scenes[_i]);
  mjData* d = random_data(m);
  int nv = (int)m->nv;
  enum { N = 7 };
  mjtNum *x = numbers((size_t)(N * nv)), *y = numbers((size_t)(N * nv));
  fill_noise(x, N * nv);
  for (int k = 0; k < N; k++)
    mj_mulM(m, d, y + k * nv, x + k * nv);

  // any number of vectors, also in place
  for (int n = 1; n <= N; n++) {
    mjtNum* z = numbers((size_t)(N * nv));
    mj_solveM(m, d, z, y, n);
    assert_close("x", z, x, n * nv, 1e-9);
    mju_copy(z, y, n * nv);
    mj_solveM(m, d, z, z, n);
    assert_close("x in place", z, x, n * nv, 1e-9);
    free(z);
  }
  free(x);
  free(y);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(halves_of_product_and_solve_square_to_the_whole) {
  mjModel* m = load_scene(scenes[_i]);
  mjData* d = random_data(m);
  int nv = (int)m->nv;
  mjtNum *x = numbers(5 * (size_t)nv), *y = numbers(5 * (size_t)nv), *z = numbers(5 * (size_t)nv),
         *root = numbers((size_t)nv);
  fill_noise(x, 5 * nv);
  for (int i = 0; i < nv; i++)
    root[i] = sqrt(d->qLDiagInv[i]);

  // |sqrt(D) L x|^2 = x'Mx
  mj_mulM(m, d, y, x);
  mj_mulM2(m, d, z, x);
  assert_near(mju_dot(z, z, nv) / mju_dot(x, y, nv), 1, 1e-12);

  // |D^-1/2 L^-T x|^2 = x' M^-1 x, for each of several vectors
  mj_solveM2(m, d, z, x, root, 5);
  mj_solveM(m, d, y, x, 5);
  for (int k = 0; k < 5; k++) {
    assert_near(mju_dot(z + k * nv, z + k * nv, nv) / mju_dot(x + k * nv, y + k * nv, nv), 1,
                1e-11);
  }
  free(x);
  free(y);
  free(z);
  free(root);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(sparse_half_solve_stays_inside_the_closure) {
  mjModel* m = load_scene(scenes[_i]);
  mjData* d = random_data(m);
  int nv = (int)m->nv, chosen[2] = {nv / 3, nv - 1}, *closure = calloc((size_t)nv, sizeof *closure);
  mjtByte* mark = calloc((size_t)nv, 1);
  mjtNum *dense = numbers((size_t)nv), *root = numbers((size_t)nv), *scatter = numbers((size_t)nv),
         *x = numbers((size_t)nv);
  for (int i = 0; i < nv; i++)
    root[i] = sqrt(d->qLDiagInv[i]);
  int n = inertia_closure(m, 2, chosen, closure, mark);
  for (int i = 0; i < nv; i++)
    ck_assert_int_eq(mark[i], 0);

  for (int k = 0; k < n; k++) {
    ck_assert(k == 0 || closure[k - 1] < closure[k]);
    x[k] = closure[k] == chosen[0] || closure[k] == chosen[1] ? noise() : 0;
    dense[closure[k]] = x[k];
  }
  mj_solveM2(m, d, dense, dense, root, 1);
  inertia_half_solve_sparse(m, d->qLD, root, n, closure, x, scatter);
  mjtNum inside = 0;
  for (int k = 0; k < n; k++) {
    assert_near(x[k], dense[closure[k]], 1e-12 * (1 + fabs(x[k])));
    inside += x[k] * x[k];
  }
  assert_near(inside / mju_dot(dense, dense, nv), 1, 1e-12);
  ck_assert(mju_isZero(scatter, nv));
  free(closure);
  free(mark);
  free(dense);
  free(root);
  free(scatter);
  free(x);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(addition_reaches_dense_and_sparse_matrices) {
  mjModel* m = load_scene("mixed");
  mjData* d = random_data(m);
  int nv = (int)m->nv;
  mjtNum *M = dense_inertia(m, d), *dense = numbers((size_t)(nv * nv)),
         *sparse = numbers((size_t)(nv * nv));
  int *nnz = calloc((size_t)nv, sizeof *nnz), *adr = calloc((size_t)nv, sizeof *adr),
      *col = calloc((size_t)(nv * nv), sizeof *col);

  // every second row of the sparse matrix starts with an entry in its first column
  for (int i = 0; i < nv; i++) {
    adr[i] = i * nv;
    nnz[i] = i % 2;
    sparse[i * nv] = i % 2 ? 10 : 0;
  }
  mj_addM(m, d, dense, NULL, NULL, NULL);
  mj_addM(m, d, sparse, nnz, adr, col);
  for (int i = 0; i < nv; i++) {
    mjtNum* row = numbers((size_t)nv);
    for (int k = 0; k < nnz[i]; k++) {
      ck_assert(k == 0 || col[adr[i] + k - 1] < col[adr[i] + k]);
      row[col[adr[i] + k]] = sparse[adr[i] + k];
    }
    for (int j = 0; j < nv; j++) {
      mjtNum lower = j <= i ? M[i * nv + j] : 0;
      assert_near(dense[i * nv + j], lower, 0);
      assert_near(row[j], lower + (j == 0 && i % 2 ? 10 : 0), 0);
    }
    free(row);
  }
  free(M);
  free(dense);
  free(sparse);
  free(nnz);
  free(adr);
  free(col);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(factoring_awake_trees_leaves_the_rest) {
  mjModel* m = load_scene("transmission");
  mjData* d = random_data(m);
  ck_assert_int_gt(m->ntree, 1);
  mjtNum *LD = numbers((size_t)m->nC), *inv = numbers((size_t)m->nv), *x = numbers((size_t)m->nv),
         *y = numbers((size_t)m->nv);
  for (int k = 0; k < m->tree_dofnum[1]; k++) {
    const int dof = m->tree_dofadr[1] + k;
    y[dof] = x[dof] = noise();
  }
  mju_copy(LD, d->M, (int)m->nC);
  m->opt.enableflags |= mjENBL_SLEEP;
  d->nv_awake = m->tree_dofnum[1];
  for (int t = 0; t < m->ntree; t++)
    d->tree_awake[t] = t == 1;
  inertia_factor(m, d, LD, inv);
  inertia_solve(m, d, LD, inv, x, 1);
  mj_solveM(m, d, y, y, 1);
  assert_close("x", x, y, m->nv, 1e-13);
  ck_assert_double_eq(inv[0], 0);
  ck_assert_double_eq(LD[0], d->M[0]);
  free(LD);
  free(inv);
  free(x);
  free(y);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("inertia");
  TCase* tc = tcase_create("inertia");
  tcase_add_loop_test(tc, inertia_is_the_sum_over_bodies, 0, NSCENE);
  tcase_add_test(tc, tendon_armature_adds_its_outer_product);
  tcase_add_loop_test(tc, factor_reproduces_the_matrix, 0, NSCENE);
  tcase_add_loop_test(tc, solve_undoes_product, 0, NSCENE);
  tcase_add_loop_test(tc, halves_of_product_and_solve_square_to_the_whole, 0, NSCENE);
  tcase_add_loop_test(tc, sparse_half_solve_stays_inside_the_closure, 0, NSCENE);
  tcase_add_test(tc, addition_reaches_dense_and_sparse_matrices);
  tcase_add_test(tc, factoring_awake_trees_leaves_the_rest);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
