// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Islands and the dual matrix.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/physics/problem/scene.h"

START_TEST(islands_are_numbered_by_their_smallest_tree) {
  Scene s = scene_forward(scene_islands);
  mjData* d = s.d;
  ck_assert_int_eq(d->nefc, 9);
  ck_assert_int_eq(d->nisland, 2);
  ck_assert_int_eq(d->nidof, 14);
  ck_assert_ints(d->tree_island, -1, 0, 1, 0, -1, 1);
  ck_assert_ints(d->map_itree2tree, 1, 3, 2, 5, 0, 4);
  ck_assert_ints(d->island_nv, 12, 2);
  ck_assert_ints(d->island_idofadr, 0, 12);
  ck_assert_ints(d->island_dofadr, 6, 12);
  ck_assert_ints(d->map_dof2idof, 14, 15, 16, 17, 18, 19, 0, 1, 2, 3, 4, 5, 12, 6, 7, 8, 9, 10, 11,
                 20, 13);
  ck_assert_ints(d->efc_island, 1, 1, 1, 0, 0, 0, 0, 0, 0);
  ck_assert_ints(d->island_ne, 0, 1);
  ck_assert_ints(d->island_nf, 0, 1);
  ck_assert_ints(d->island_nefc, 6, 3);
  ck_assert_ints(d->map_efc2iefc, 6, 7, 8, 0, 1, 2, 3, 4, 5);
  ck_assert_ints(d->map_iefc2efc, 3, 4, 5, 6, 7, 8, 0, 1, 2);
  ck_assert_ints(d->iefc_type, 7, 7, 7, 7, 7, 7, 0, 1, 3);
  ck_assert_ints(d->iefc_id, 0, 0, 0, 1, 1, 1, 0, 12, 5);
  scene_free(s);
}
END_TEST

START_TEST(island_matrices_are_the_global_ones_renumbered) {
  for (int sparse = 0; sparse < 2; sparse++) {
    Scene s = scene_load(scene_everything);
    s.m->opt.jacobian = sparse;
    mj_forward(s.m, s.d);
    mjData* d = s.d;
    ck_assert_int_gt(d->nisland, 1);
    double* J = calloc((size_t)s.m->nv, sizeof *J);
    for (int r = 0; r < d->nefc; r++) {
      int island = d->efc_island[d->map_iefc2efc[r]], nv = d->island_nv[island],
          first = d->island_idofadr[island];
      scene_row(s, d->map_iefc2efc[r], J);
      for (int k = 0; k < nv; k++) {
        double global = J[d->map_idof2dof[first + k]], local = 0;
        if (!sparse) {
          local = d->iefc_J[d->nidof * d->island_iefcadr[island] +
                            (r - d->island_iefcadr[island]) * nv + k];
        }
        for (int e = 0; sparse && e < d->iefc_J_rownnz[r]; e++) {
          local += d->iefc_J_colind[d->iefc_J_rowadr[r] + e] == k
                       ? d->iefc_J[d->iefc_J_rowadr[r] + e]
                       : 0;
        }
        ck_assert_double_eq(global, local);
      }
    }
    for (int k = 0; k < d->nidof; k++) {
      int dof = d->map_idof2dof[k], first = d->island_idofadr[d->dof_island[dof]];
      ck_assert_int_eq(d->map_dof2idof[dof], k);
      ck_assert_int_eq(d->iM_rownnz[k], s.m->M_rownnz[dof]);
      for (int e = 0; e < d->iM_rownnz[k]; e++) {
        int to = d->iM_rowadr[k] + e, from = s.m->M_rowadr[dof] + e;
        ck_assert_double_eq(d->iM[to], d->M[from]);
        ck_assert_int_eq(d->map_idof2dof[first + d->iM_colind[to]], s.m->M_colind[from]);
      }
    }
    free(J);
    scene_free(s);
  }
}
END_TEST

START_TEST(splitting_into_islands_does_not_change_the_solution) {
  for (int solver = mjSOL_CG; solver <= mjSOL_NEWTON; solver++) {
    for (int sparse = 0; sparse < 2; sparse++) {
      Scene s = scene_load(scene_everything);
      s.m->opt.solver = solver;
      s.m->opt.jacobian = sparse;
      s.m->opt.tolerance = 0;
      s.m->opt.iterations = solver == mjSOL_CG ? 200 : 30;
      mj_forward(s.m, s.d);
      ck_assert_int_gt(s.d->nisland, 1);
      double* qacc = calloc((size_t)s.m->nv, sizeof *qacc);
      mju_copy(qacc, s.d->qacc, s.m->nv);
      s.m->opt.disableflags |= mjDSBL_ISLAND;
      mj_forward(s.m, s.d);
      ck_assert_int_eq(s.d->nisland, 0);
      ck_assert_near(qacc, s.d->qacc, s.m->nv, solver == mjSOL_CG ? 1e-4 : 1e-8);
      free(qacc);
      scene_free(s);
    }
  }
}
END_TEST

START_TEST(islands_solved_by_a_thread_pool_give_the_same_bits) {
  Scene a = scene_forward(scene_everything), b = scene_load(scene_everything);
  mjThreadPool* pool = mju_threadPoolCreate(3);
  mju_bindThreadPool(b.d, pool);
  for (int k = 0; k < 20; k++) {
    mj_forward(b.m, b.d);
    ck_assert_near(b.d->qacc, a.d->qacc, a.m->nv, 0);
    ck_assert_near(b.d->efc_force, a.d->efc_force, a.d->nefc, 0);
  }
  mj_deleteData(b.d);
  mj_deleteModel(b.m);
  mju_threadPoolDestroy(pool);
  scene_free(a);
}
END_TEST

// Entry (i, j) of AR.
static double dual_entry(Scene s, int i, int j) {
  if (!mj_isSparse(s.m))
    return s.d->efc_AR[i * s.d->nefc + j];
  for (int k = 0; k < s.d->efc_AR_rownnz[i]; k++)
    if (s.d->efc_AR_colind[s.d->efc_AR_rowadr[i] + k] == j)
      return s.d->efc_AR[s.d->efc_AR_rowadr[i] + k];
  return 0;
}

START_TEST(the_dual_matrix_is_the_inverse_inertia_seen_by_the_rows_plus_R) {
  for (int sparse = 0; sparse < 2; sparse++) {
    for (int cone = 0; cone < 2; cone++) {
      Scene s = scene_load(scene_everything);
      s.m->opt.solver = mjSOL_PGS;
      s.m->opt.jacobian = sparse;
      s.m->opt.cone = cone;
      mj_forward(s.m, s.d);
      int n = s.d->nefc, nv = s.m->nv;
      double *e = calloc((size_t)n, sizeof *e), *x = calloc((size_t)nv, sizeof *x),
             *column = calloc((size_t)n, sizeof *column);
      for (int j = 0; j < n; j++) {
        e[j] = 1;
        mj_mulJacTVec(s.m, s.d, x, e);
        mj_solveM(s.m, s.d, x, x, 1);
        mj_mulJacVec(s.m, s.d, column, x);
        column[j] += s.d->efc_R[j];
        e[j] = 0;
        for (int i = 0; i < n; i++) {
          double a = dual_entry(s, i, j);
          ck_assert_msg(fabs(a - column[i]) <= 1e-9 * fmax(1, fabs(column[i])),
                        "(%d, %d): %g, not %g", i, j, a, column[i]);
        }
      }
      free(e);
      free(x);
      free(column);
      scene_free(s);
    }
  }
}
END_TEST

START_TEST(the_sparse_dual_matrix_couples_rows_of_a_common_tree) {
  Scene s = scene_load(scene_islands);
  s.m->opt.solver = mjSOL_PGS;
  s.m->opt.jacobian = mjJAC_SPARSE;
  mj_forward(s.m, s.d);
  ck_assert_int_eq(s.d->nA, 43);
  ck_assert_ints(s.d->efc_AR_rownnz, 3, 2, 2, 6, 6, 6, 6, 6, 6);
  ck_assert_ints(s.d->efc_AR_colind, 0, 1, 2, 0, 1, 0, 2, 3, 4, 5, 6, 7, 8);
  ck_assert_reals(s.d->efc_AR, 1e-12, 70.517497693789906, -31.732873962205531, 31.732873962205382);
  scene_free(s);
}
END_TEST

START_TEST(primal_solvers_do_without_the_dual_matrix) {
  Scene s = scene_forward(scene_coupled);
  ck_assert_ptr_null(s.d->efc_AR);
  scene_free(s);
}
END_TEST

// a temporary file with the printed data
static char* printed(Scene s) {
  char path[] = "check_island_XXXXXX";
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  close(fd);
  mj_printData(s.m, s.d, path);
  FILE* file = fopen(path, "r");
  ck_assert_ptr_nonnull(file);
  char* text = calloc(1, 1 << 20);
  ck_assert_uint_gt(fread(text, 1, (1 << 20) - 1, file), 0);
  fclose(file);
  unlink(path);
  return text;
}

START_TEST(print_shows_islands_as_blocks) {
  static const char* const lines[2][4] = {
      {"\nM: inertia structure\n", "\niM: block-diagonal inertia (nnzs are island ids)\n",
       "\n ......... ......... ......... ......... ......... ......... ......... ......... "
       "......... ......... ......... .........  ",
       "\nMAP_IEFC2EFC          3 4 5 6 7 8 | 0 1 2\n"},
      {"\nM: inertia structure\n", "\n             1  |\n", "\n              1 |",
       "\nMAP_IDOF2DOF          6 7 8 9 10 11 13 14 15 16 17 18 | 12 20 | 0 "}};
  for (int sparse = 0; sparse < 2; sparse++) {
    Scene s = scene_load(scene_islands);
    s.m->opt.jacobian = sparse;
    mj_forward(s.m, s.d);
    char* text = printed(s);
    for (int i = 0; i < 4; i++)
      ck_assert_msg(strstr(text, lines[sparse][i]) != NULL, "no '%s'", lines[sparse][i]);
    free(text);
    scene_free(s);
  }
}
END_TEST

int main(void) {
  const TTest* const tests[] = {islands_are_numbered_by_their_smallest_tree,
                                island_matrices_are_the_global_ones_renumbered,
                                splitting_into_islands_does_not_change_the_solution,
                                islands_solved_by_a_thread_pool_give_the_same_bits,
                                the_dual_matrix_is_the_inverse_inertia_seen_by_the_rows_plus_R,
                                the_sparse_dual_matrix_couples_rows_of_a_common_tree,
                                primal_solvers_do_without_the_dual_matrix,
                                print_shows_islands_as_blocks,
                                NULL};
  return run_tests("islands", tests);
}
