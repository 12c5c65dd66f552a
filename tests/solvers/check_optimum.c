// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// All solvers find the same optimum, whatever the storage, cone and splitting into islands.

#include "tests/solvers/optimum.h"

static const int exact_iterations[] = {4000, 400, 60};

static void solve_exactly(Scene s, int solver) {
  s.m->opt.solver = solver;
  s.m->opt.tolerance = 0;
  s.m->opt.iterations = exact_iterations[solver];
  mj_forward(s.m, s.d);
}

typedef struct Known_ {
  const char* const* xml;
  int cone;  // -1: as in the scene
  double primal;
} Known;

START_TEST(every_solver_reaches_the_known_optimal_value) {
  const Known known[] = {{&scene_coupled, -1, 26520.3570096893},
                         {&scene_ball, -1, 1513.42934090607},
                         {&scene_ball, mjCONE_PYRAMIDAL, 1513.54402942434},
                         {&scene_islands, -1, 20321.4337620779},
                         {&scene_welded, -1, 378477.431794613}};
  for (int k = 0; k < 5; k++) {
    for (int solver = 0; solver < 3; solver++) {
      for (int mode = 0; mode < 4; mode++) {
        Scene s = scene_load(*known[k].xml);
        s.m->opt.cone = known[k].cone >= 0 ? known[k].cone : s.m->opt.cone;
        s.m->opt.jacobian = mode & 1;
        s.m->opt.disableflags |= mode & 2 ? mjDSBL_ISLAND : 0;
        solve_exactly(s, solver);
        Judgement j = scene_judge(s);
        double tolerance = 1e-10 * fmax(1, j.primal);
        ck_assert_msg(fabs(j.primal - known[k].primal) <= tolerance,
                      "scene %d, %s, mode %d: P is %.15g, not %.15g", k, solver_names[solver], mode,
                      j.primal, known[k].primal);
        ck_assert_msg(fabs(j.gap) <= tolerance, "scene %d, %s, mode %d: gap %g", k,
                      solver_names[solver], mode, j.gap);
        ck_assert_msg(j.infeasible <= 1e-9 * fmax(1, mju_norm(s.d->efc_force, s.d->nefc)),
                      "infeasible by %g", j.infeasible);
        scene_free(s);
      }
    }
  }
}
END_TEST

START_TEST(solvers_agree_on_a_scene_with_every_kind_of_row) {
  for (int cone = 0; cone < 2; cone++) {
    for (int sparse = 0; sparse < 2; sparse++) {
      Scene s[3];
      for (int solver = 0; solver < 3; solver++) {
        s[solver] = scene_load(scene_everything);
        s[solver].m->opt.cone = cone;
        s[solver].m->opt.jacobian = sparse;
        solve_exactly(s[solver], solver);
        Judgement j = scene_judge(s[solver]);
        ck_assert_msg(fabs(j.gap) <= 1e-8 * j.primal, "%s, cone %d, sparse %d: gap %g of %g",
                      solver_names[solver], cone, sparse, j.gap, j.primal);
      }
      for (int solver = 0; solver < 2; solver++) {
        int nv = s[2].m->nv;
        double *x = calloc(2 * (size_t)nv, sizeof *x), *Mx = x + nv;
        mju_sub(x, s[solver].d->qacc, s[2].d->qacc, nv);
        mj_mulM(s[2].m, s[2].d, Mx, x);
        ck_assert_double_lt(mju_dot(x, Mx, nv), 1e-6);
        free(x);
        scene_free(s[solver]);
      }
      scene_free(s[2]);
    }
  }
}
END_TEST

// A leaning stack of boxes, tied to a chain: one island with more dofs than square matrices are
// used for.
static const char* const scene_stack =
    "<mujoco><worldbody><geom type='plane' size='5 5 .1'/>"
    "<replicate count='18' offset='.03 0 .195'><body pos='0 0 .095'><freejoint/>"
    "<geom type='box' size='.1 .1 .1' condim='4' friction='.6 .01 .001'/></body></replicate>"
    "<body name='a' pos='0 .4 .5'><joint axis='0 1 0' frictionloss='.1'/><geom size='.05'/>"
    "<body name='b' pos='.2 0 0'><joint axis='1 0 0' limited='true' range='5 20'/><geom "
    "size='.05'/>"
    "</body></body></worldbody><equality><connect body1='a' body2='b' anchor='.1 0 0'/></equality>"
    "</mujoco>";

START_TEST(a_large_island_has_the_same_solution_with_sparse_and_dense_rows) {
  for (int cone = 0; cone < 2; cone++) {
    Scene a = scene_load(scene_stack), b = scene_load(scene_stack);
    a.m->opt.cone = b.m->opt.cone = cone;
    a.m->opt.jacobian = mjJAC_SPARSE;
    b.m->opt.jacobian = mjJAC_DENSE;
    a.m->opt.disableflags |= mjDSBL_ISLAND;
    ck_assert_int_gt(a.m->nv, 96);
    for (int k = 0; k < 3; k++) {
      mj_forward(a.m, a.d);
      mj_forward(b.m, b.d);
      Judgement j = scene_judge(a);
      ck_assert_msg(fabs(j.gap) <= 1e-9 * fmax(1, j.primal), "cone %d: gap %g of %g", cone, j.gap,
                    j.primal);
      ck_assert_near(a.d->qacc, b.d->qacc, a.m->nv, 1e-6);
      ck_assert_int_lt(a.d->solver_nnz[0], a.m->nv * a.m->nv / 2);
      mj_step(a.m, a.d);
      mju_copy(b.d->qpos, a.d->qpos, a.m->nq);
      mju_copy(b.d->qvel, a.d->qvel, a.m->nv);
      mju_copy(b.d->qacc_warmstart, a.d->qacc_warmstart, a.m->nv);
    }
    scene_free(a);
    scene_free(b);
  }
}
END_TEST

START_TEST(newton_with_default_tolerance_leaves_almost_no_residual) {
  for (int cone = 0; cone < 2; cone++) {
    Scene s = scene_load(scene_everything);
    s.m->opt.cone = cone;
    mj_forward(s.m, s.d);
    Judgement j = scene_judge(s);
    double scale = 1 / (s.m->stat.meaninertia * s.m->nv);
    ck_assert_double_lt(fabs(j.gap) * scale, 1e-6);
    ck_assert_double_lt(j.residual * scale, 1e-6);
    scene_free(s);
  }
}
END_TEST

START_TEST(improvements_are_not_negative_and_add_up_to_the_cost_decrease) {
  for (int solver = mjSOL_CG; solver <= mjSOL_NEWTON; solver++) {
    Scene s = scene_load(scene_ball);
    s.m->opt.solver = solver;
    s.m->opt.iterations = 0;
    mj_forward(s.m, s.d);
    double before = scene_judge(s).primal, sum = 0;
    s.m->opt.iterations = 100;
    mj_forward(s.m, s.d);
    double after = scene_judge(s).primal, inertia = 0;
    for (int k = 0; k < s.d->solver_niter[0]; k++) {
      ck_assert_double_ge(s.d->solver[k].improvement, -1e-12);
      sum += s.d->solver[k].improvement;
    }

    // one island: scaled by its own inertia
    for (int i = 0; i < s.m->nv; i++)
      inertia += s.d->M[s.m->M_rowadr[i] + s.m->M_rownnz[i] - 1];
    ck_assert_double_eq_tol(sum * inertia, before - after, 1e-8 * before);
    scene_free(s);
  }
}
END_TEST

START_TEST(stepping_with_a_warm_start_needs_fewer_iterations) {
  int total[2] = {0, 0};
  for (int cold = 0; cold < 2; cold++) {
    Scene s = scene_load(scene_everything);
    s.m->opt.disableflags |= cold ? mjDSBL_WARMSTART : 0;
    for (int k = 0; k < 30; k++) {
      mj_step(s.m, s.d);
      for (int i = 0; i < mjNISLAND; i++)
        total[cold] += s.d->solver_niter[i];
    }
    scene_free(s);
  }
  ck_assert_int_lt(total[0], total[1]);
}
END_TEST

START_TEST(a_warm_start_is_taken_only_when_it_is_not_worse) {
  Scene s = scene_load(scene_coupled);
  s.m->opt.iterations = 0;
  mj_forward(s.m, s.d);
  ck_assert_reals(s.d->qacc, 0, 0, 0);
  ck_assert_reals(s.d->efc_force, 1e-12, -344.78229693003408, -15.168838302857534, -0.3, -0.05,
                  432.79985714285687, 549.99999999999909);
  s.d->qacc_warmstart[0] = 1e6;
  mj_forward(s.m, s.d);
  ck_assert_reals(s.d->qacc, 1e-12, 17.625257812199703, 4.3255118896311675);
  s.d->qacc_warmstart[0] = -140;
  s.d->qacc_warmstart[1] = -105;
  mj_forward(s.m, s.d);
  ck_assert_reals(s.d->qacc, 0, -140, -105);

  // force space: the forces at the warm start, unless none are better
  s.m->opt.solver = mjSOL_PGS;
  mj_forward(s.m, s.d);
  ck_assert_reals(s.d->qacc, 1e-11, -191.718255683975, -86.238354447318486);
  mju_zero(s.d->qacc_warmstart, 2);
  mj_forward(s.m, s.d);
  ck_assert_reals(s.d->efc_force, 0, 0, 0, 0, 0, 0, 0);
  ck_assert_reals(s.d->qacc, 1e-12, 17.625257812199703, 4.3255118896311675);
  scene_free(s);
}
END_TEST

START_TEST(forward_and_inverse_dynamics_agree_after_convergence) {
  for (int cone = 0; cone < 2; cone++) {
    Scene s = scene_load(scene_everything);
    s.m->opt.cone = cone;
    solve_exactly(s, mjSOL_NEWTON);
    double* applied = calloc((size_t)s.m->nv, sizeof *applied);
    mj_inverse(s.m, s.d);
    ck_assert_near(s.d->qfrc_inverse, applied, s.m->nv, 1e-6);
    free(applied);
    scene_free(s);
  }
}
END_TEST

int main(void) {
  const TTest* const tests[] = {every_solver_reaches_the_known_optimal_value,
                                solvers_agree_on_a_scene_with_every_kind_of_row,
                                a_large_island_has_the_same_solution_with_sparse_and_dense_rows,
                                newton_with_default_tolerance_leaves_almost_no_residual,
                                improvements_are_not_negative_and_add_up_to_the_cost_decrease,
                                stepping_with_a_warm_start_needs_fewer_iterations,
                                a_warm_start_is_taken_only_when_it_is_not_worse,
                                forward_and_inverse_dynamics_agree_after_convergence,
                                NULL};
  return run_tests("optimum", tests);
}
