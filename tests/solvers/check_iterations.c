// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The path of each solver: iterates, statistics, and the parts that they are made of.

#include <setjmp.h>

#include <fulcrum/host.h>
#include <fulcrum/solver.h>

#include "tests/physics/problem/scene.h"

static void check_counts(Scene s, int n, const int* neval) {
  ck_assert_int_eq(s.d->solver_niter[0], n);
  for (int k = 0; k < n; k++) {
    ck_assert_msg(s.d->solver[k].neval == neval[k], "iteration %d: %d evaluations, not %d", k,
                  s.d->solver[k].neval, neval[k]);
  }
}

START_TEST(newton_solves_the_coupled_joints_in_two_iterations) {
  Scene s = scene_forward(scene_coupled);
  const mjSolverStat* stat = s.d->solver;
  check_counts(s, 2, (const int[]){3, 2});
  ck_assert_double_eq_tol(stat[0].improvement, 68154.805511832543, 1e-5);
  ck_assert_double_eq_tol(stat[1].improvement, 1284.811252725008, 1e-6);
  ck_assert_double_eq_tol(stat[0].gradient, 180.47736686547103, 1e-7);
  ck_assert(stat[0].nactive == 5 && stat[0].nchange == 2 && stat[0].nupdate == 1);
  ck_assert(stat[1].nactive == 5 && stat[1].nchange == 0 && stat[1].nupdate == 0);
  ck_assert_reals(s.d->qacc, 1e-10, -143.22987463108751, -105.20785702794988);
  ck_assert_reals(s.d->efc_force, 1e-9, -253.58254849979099, -99.357932020500257, 0.3, -0.05,
                  52.861948659129375, 0);
  ck_assert_reals(s.d->qfrc_constraint, 1e-9, -43.569680759681482, -54.766684458790472);
  scene_free(s);
}
END_TEST

// Five sliding bodies coupled by limited tendons: no transcendental function lies between the model
// and the solution, so that only the order of sums can make a difference.
static const char scene_tendons[] =
    "<mujoco><option jacobian='sparse' gravity='1 2 -10'/><worldbody>"
    "<body><joint name='a' type='slide' axis='1 0 0'/><geom size='.1' mass='2'/></body>"
    "<body pos='0 1 0'><joint name='b' type='slide' axis='0 1 0'/><geom size='.1' mass='3'/></body>"
    "<body pos='0 2 0'><joint name='c' type='slide' axis='0 0 1'/><geom size='.1' mass='5'/></body>"
    "<body pos='0 3 0'><joint name='d' type='slide' axis='0 0 1'/><geom size='.1' mass='.7'/>"
    "</body>"
    "<body pos='0 4 0'><joint name='e' type='slide' axis='1 0 0'/><geom size='.1' mass='1.3'/>"
    "</body></worldbody><tendon>"
    "<fixed limited='true' range='0 9'><joint joint='a' coef='1.1'/><joint joint='b' coef='-.7'/>"
    "<joint joint='c' coef='.9'/><joint joint='d' coef='.6'/><joint joint='e' coef='-1.7'/></fixed>"
    "<fixed limited='true' range='0 9'><joint joint='a' coef='-.3'/><joint joint='b' coef='.8'/>"
    "<joint joint='c' coef='1.3'/><joint joint='d' coef='-.2'/><joint joint='e' coef='.9'/></fixed>"
    "<fixed limited='true' range='0 9'><joint joint='a' coef='.37'/><joint joint='b' coef='.21'/>"
    "<joint joint='c' coef='-1.9'/><joint joint='d' coef='.77'/><joint joint='e' coef='.13'/>"
    "</fixed>"
    "<fixed limited='true' range='0 9'><joint joint='a' coef='.87'/><joint joint='b' coef='-.26'/>"
    "<joint joint='c' coef='.99'/><joint joint='d' coef='-1.7'/><joint joint='e' coef='.43'/>"
    "</fixed>"
    "<fixed limited='true' range='0 9'><joint joint='a' coef='-.57'/><joint joint='b' coef='1.2'/>"
    "<joint joint='c' coef='-.39'/><joint joint='d' coef='.47'/><joint joint='e' coef='.73'/>"
    "</fixed></tendon></mujoco>";

START_TEST(newton_finds_the_iterates_of_the_reference) {
  static const mjtNum qacc[3][5] = {
      {-0x1.44d8baa026e26p+4, 0x1.24d1492a60eb2p+5, 0x1.2c8768710d1ecp+3, -0x1.ab60029c8d0b4p+3,
       0x1.30da9b94a100cp+6},
      {-0x1.8a0cee183a55ep+0, 0x1.a0e94d6019ee2p+2, -0x1.664fbaf580523p+2, -0x1.dac6204ee951ep+3,
       0x1.970775ab841dfp+3},
      {0x1.3796566f86a79p+3, 0x1.53945d1620b71p+2, -0x1.bf24c779758a3p+4, 0x1.4f9a4922528a8p+5,
       0x1.6e41a98d534e8p+2}};
  Scene s = scene_load(scene_tendons);
  for (int t = 1; t <= 3; t++) {
    mj_resetData(s.m, s.d);
    for (int i = 0; i < 5; i++) {
      s.d->qpos[i] = -.001 * (i + 1) * (t == 3 ? -1 : 1);
      s.d->qvel[i] = .3 * ((i * 7 + t * 3) % 5 - 2);
      s.d->qacc_warmstart[i] = 40 * ((i * 3 + t) % 5 - 2);
    }
    mj_forward(s.m, s.d);
    if (t == 1) {
      // the factor is updated by one row in and one row out
      ck_assert_int_eq(s.d->solver[0].nupdate, 2);
    }
    ck_assert_near(s.d->qacc, qacc[t - 1], 5, 1e-13);
  }
  scene_free(s);
}
END_TEST

// Dry friction on joints and a tendon, a limit: within the knees each row is a parabola.
static const char scene_dry[] =
    "<mujoco><option timestep='0.0078125' gravity='0 0 -8'/><worldbody><body pos='0 0 1'>"
    "<joint name='a' type='slide' axis='1 0 0' frictionloss='.7' damping='.3'/>"
    "<joint type='slide' axis='0 0 1' frictionloss='1.3'/>"
    "<geom type='box' size='.25 .25 .25' mass='1.1'/><body pos='.5 0 .1'>"
    "<joint name='b' type='slide' axis='0 1 0' frictionloss='.2'/>"
    "<joint type='slide' axis='1 0 0' frictionloss='.4' range='-.01 .02' limited='true'/>"
    "<geom type='box' size='.1 .2 .1' mass='.3'/></body></body></worldbody>"
    "<tendon><fixed frictionloss='.6'><joint joint='a' coef='1'/><joint joint='b' coef='-.7'/>"
    "</fixed></tendon></mujoco>";

START_TEST(the_slope_at_the_end_of_a_line_through_parabolas_is_zero) {
  const int neval[3][2] = {{2, 0}, {2, 0}, {3, 2}};
  Scene s = scene_load(scene_dry);
  const double qvel[] = {.3, -.1, .25, -.7};
  mju_copy(s.d->qvel, qvel, 4);
  for (int t = 0; t < 3; t++) {
    mj_step(s.m, s.d);
    ck_assert_int_eq(s.d->solver_niter[0], neval[t][1] ? 2 : 1);
    for (int k = 0; k < s.d->solver_niter[0]; k++) {
      ck_assert_int_eq(s.d->solver[k].neval, neval[t][k]);
      ck_assert_double_le(s.d->solver[k].lineslope, 1e-16);
    }
  }
  scene_free(s);
}
END_TEST

START_TEST(conjugate_gradients_solve_the_coupled_joints_in_three_iterations) {
  Scene s = scene_load(scene_coupled);
  s.m->opt.solver = mjSOL_CG;
  mj_forward(s.m, s.d);
  check_counts(s, 3, (const int[]){3, 2, 2});
  ck_assert_double_eq_tol(s.d->solver[0].improvement, 52327.185527338406, 1e-5);
  ck_assert_double_eq_tol(s.d->solver[1].improvement, 17059.618811874429, 1e-5);
  ck_assert_double_eq_tol(s.d->solver[2].improvement, 52.812425344726996, 1e-6);
  ck_assert_double_eq_tol(s.d->solver[0].gradient, 529.60758128859413, 1e-6);
  ck_assert_reals(s.d->qacc, 1e-10, -143.22987463108751, -105.20785702794988);
  scene_free(s);
}
END_TEST

START_TEST(newton_converges_quadratically_on_an_elliptic_contact) {
  Scene s = scene_forward(scene_ball);
  const double improvement[] = {9928.8117655933329, 952.12810877301331, 7.7415174649636196,
                                0.34007395282946257};
  const int nupdate[] = {6, 12, 6, 6, 6, 6};
  check_counts(s, 6, (const int[]){10, 5, 5, 4, 3, 2});
  for (int k = 0; k < 6; k++) {
    ck_assert_int_eq(s.d->solver[k].nupdate, nupdate[k]);
    ck_assert_int_eq(s.d->solver[k].nactive, 6);
    if (k < 4)
      ck_assert_double_eq_tol(s.d->solver[k].improvement, improvement[k], 1e-7);
  }
  ck_assert_reals(s.d->efc_force, 1e-8, 48.840766197924466, 3.3118085797985337, 9.7420738527866533,
                  -0.80437139632976706, -0.068006950813131309, 0.028233951942605098);
  ck_assert_reals(s.d->qacc, 1e-8, -9.7420738531441575, 3.311808579918055, 39.030766197851705,
                  73.6668461499617, 220.46131246737428, -201.09284908293915);
  scene_free(s);
}
END_TEST

START_TEST(newton_updates_its_factor_row_by_row_on_a_pyramid) {
  Scene s = scene_load(scene_ball);
  s.m->opt.cone = mjCONE_PYRAMIDAL;
  mj_forward(s.m, s.d);
  const int nupdate[] = {6, 1, 1, 0};
  check_counts(s, 4, (const int[]){4, 5, 3, 2});
  for (int k = 0; k < 4; k++)
    ck_assert_int_eq(s.d->solver[k].nupdate, nupdate[k]);
  ck_assert_reals(s.d->efc_force, 1e-9, 3.3514764803853763, 0, 11.10751864817305, 0, 0,
                  35.194782083744364, 0, 0.87083117826602763, 0, 0);
  scene_free(s);
}
END_TEST

START_TEST(conjugate_gradients_follow_the_known_path_on_an_elliptic_contact) {
  Scene s = scene_load(scene_ball);
  s.m->opt.solver = mjSOL_CG;
  mj_forward(s.m, s.d);
  check_counts(s, 15, (const int[]){17, 7, 4, 8, 5, 4, 4, 5, 4, 3, 3, 3, 3, 3, 2});
  ck_assert_double_eq_tol(s.d->solver[0].improvement, 8628.06321783, 1e-5);
  ck_assert_double_eq_tol(s.d->solver[1].improvement, 2148.81979647, 1e-5);
  scene_free(s);
}
END_TEST

typedef struct OneStep_ {
  const char* const* xml;
  int cone, solver, neval;
  double qacc[6];
} OneStep;

// The line search ends where the slope is 1e-9 of what the direction promises, so rounding does not
// decide. (With tolerance 0 it runs out of evaluations and takes the end with the lower cost; costs
// have no digits to tell ends apart that differ by the square root of the rounding unit.)
START_TEST(one_iteration_from_a_cold_start_tests_direction_and_line_search) {
  const OneStep steps[] = {
      {&scene_coupled, -1, mjSOL_CG, 3, {-66.7725916398537, -106.418366389605}},
      {&scene_coupled, -1, mjSOL_NEWTON, 3, {-148.501013925552, -90.3924104208568}},
      {&scene_ball,
       -1,
       mjSOL_CG,
       7,
       {-10.8977581513837, 3.6623613459568, 4.95085358006997, 89.1444432798251, 265.381625884233,
        -16.7486037162659}},
      {&scene_ball,
       -1,
       mjSOL_NEWTON,
       8,
       {-12.2487761514927, 4.22125391029694, 21.0929189720601, 83.4990425632144, 251.780153914045,
        -295.849366757602}},
      {&scene_ball,
       0,
       mjSOL_CG,
       5,
       {-4.95292338593577, 1.66450703953579, 49.5889232755686, 40.5152685271155, 120.613326409045,
        -7.61207487592588}},
      {&scene_ball,
       0,
       mjSOL_NEWTON,
       4,
       {-10.724198778717, 3.702113686367, 39.579593917225, 72.1078067203416, 217.661341580644,
        -260.339811368819}},
  };
  for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
    for (int sparse = 0; sparse < 2; sparse++) {
      Scene s = scene_load(*steps[k].xml);
      s.m->opt.cone = steps[k].cone >= 0 ? steps[k].cone : s.m->opt.cone;
      s.m->opt.solver = steps[k].solver;
      s.m->opt.jacobian = sparse;
      s.m->opt.iterations = 1;
      s.m->opt.tolerance = 1e-7;
      s.m->opt.disableflags |= mjDSBL_WARMSTART;
      mj_forward(s.m, s.d);
      check_counts(s, 1, &steps[k].neval);
      ck_assert_near(s.d->qacc, steps[k].qacc, s.m->nv, 1e-11);
      scene_free(s);
    }
  }
}
END_TEST

START_TEST(gauss_seidel_sweeps_follow_the_known_path) {
  const double coupled[2][6] = {
      {-51.6524491959666, -24.7564871828558, -0.3, -0.05, 41.6846445084479, 27.6171170588325},
      {-98.9779855029375, -42.2803275318703, 0.3, -0.05, 44.6849273820913, 15.9531542303377}};
  const double ball[2][6] = {{46.8195, 3.28843992601517, 9.68172818714885, -0.779606118288268,
                              -0.0625228672191489, 0.0259629144836398},
                             {48.5931470613553, 3.30895707059181, 9.73473373519452,
                              -0.801423273396102, -0.0673238018617126, 0.0279510515943239}};
  const double improvement[2][2] = {{19382.749689404, 8876.25235105618},
                                    {501.704423243051, 0.750733749901972}};
  for (int scene = 0; scene < 2; scene++) {
    for (int n = 1; n <= 2; n++) {
      for (int sparse = 0; sparse < 2; sparse++) {
        Scene s = scene_load(scene ? scene_ball : scene_coupled);
        s.m->opt.solver = mjSOL_PGS;
        s.m->opt.jacobian = sparse;
        s.m->opt.iterations = n;
        s.m->opt.tolerance = 0;
        s.m->opt.disableflags |= mjDSBL_WARMSTART;
        mj_forward(s.m, s.d);
        ck_assert_near(s.d->efc_force, scene ? ball[n - 1] : coupled[n - 1], 6, 1e-10);
        ck_assert_double_eq_tol(s.d->solver[n - 1].improvement, improvement[scene][n - 1], 1e-6);
        scene_free(s);
      }
    }
  }
}
END_TEST

START_TEST(gauss_seidel_needs_the_known_number_of_sweeps) {
  const int sweeps[] = {60, 7, 53};
  for (int k = 0; k < 3; k++) {
    Scene s = scene_load(k ? scene_ball : scene_coupled);
    s.m->opt.solver = mjSOL_PGS;
    s.m->opt.cone = k == 2 ? mjCONE_PYRAMIDAL : s.m->opt.cone;
    mj_forward(s.m, s.d);
    ck_assert_int_eq(s.d->solver_niter[0], sweeps[k]);
    scene_free(s);
  }
}
END_TEST

START_TEST(forces_of_the_dual_solver_satisfy_the_equations_of_motion_at_any_sweep) {
  Scene s = scene_load(scene_everything);
  s.m->opt.solver = mjSOL_PGS;
  double* x = calloc((size_t)s.m->nv, sizeof *x);
  for (int n = 0; n < 4; n++) {
    s.m->opt.iterations = n;
    mj_forward(s.m, s.d);
    mj_mulM(s.m, s.d, x, s.d->qacc);
    mju_subFrom(x, s.d->qfrc_smooth, s.m->nv);
    ck_assert_near(x, s.d->qfrc_constraint, s.m->nv, 1e-8);
  }
  free(x);
  scene_free(s);
}
END_TEST

START_TEST(noslip_makes_friction_rows_reach_their_reference) {
  for (int sparse = 0; sparse < 2; sparse++) {
    Scene s = scene_load(scene_dragged);
    s.m->opt.jacobian = sparse;
    mj_forward(s.m, s.d);
    ck_assert_reals(s.d->efc_force, 1e-12, -0.1, 11.819499999999991, -0.78947368421052622,
                    2.0052631578947362);
    ck_assert_reals(s.d->qacc, 1e-12, -0.10526315789473628, 0.21052631578947378, 2.0095);
    ck_assert_int_eq(s.d->solver_niter[0], 3);
    ck_assert_double_eq_tol(s.d->solver[1].improvement, 1.2643317801759506, 1e-10);
    double r[4];
    mj_mulJacVec(s.m, s.d, r, s.d->qacc);
    ck_assert_near(r + 2, s.d->efc_aref + 2, 2, 1e-11);

    s.m->opt.noslip_iterations = 0;
    mj_forward(s.m, s.d);
    ck_assert_reals(s.d->efc_force, 1e-12, -0.1, 11.819499999999991, -0.75, 1.905);
    scene_free(s);
  }
}
END_TEST

START_TEST(noslip_keeps_the_sum_of_opposite_pyramid_edges) {
  Scene s = scene_load(scene_dragged);
  s.m->opt.cone = mjCONE_PYRAMIDAL;
  mj_forward(s.m, s.d);
  ck_assert_reals(s.d->efc_force, 1e-11, -0.1, 2.533370515015724, 3.5202126202788815,
                  4.2800810413315133, 1.7735020939630934);
  ck_assert_reals(s.d->qacc, 1e-11, -0.10526315789473628, 0.21052631578947389, 2.2971662705892122);
  double sum1 = s.d->efc_force[1] + s.d->efc_force[2], sum2 = s.d->efc_force[3] + s.d->efc_force[4];
  s.m->opt.noslip_iterations = 0;
  mj_forward(s.m, s.d);
  ck_assert_double_eq_tol(s.d->efc_force[1] + s.d->efc_force[2], sum1, 1e-12);
  ck_assert_double_eq_tol(s.d->efc_force[3] + s.d->efc_force[4], sum2, 1e-12);
  scene_free(s);
}
END_TEST

START_TEST(friction_in_an_ellipse_is_found_inside_and_on_the_boundary) {
  const double A2[] = {2, 0.5, 0.5, 1}, A3[] = {2, .5, .1, .5, 1, -.2, .1, -.2, 3},
               b[] = {-3, 1, 0.7}, mu[] = {0.8, 0.6, 0.1};
  double x[3];
  ck_assert_int_eq(fc_frictionQCQP(x, A2, b, mu, 1, 2), 1);
  ck_assert_reals(x, 1e-9, 0.71943882771216439, -0.26240116694449439);
  ck_assert_int_eq(fc_frictionQCQP(x, A2, b, mu, 3, 2), 1);
  ck_assert_reals(x, 1e-9, 1.646103083564787, -1.3098926898941967);
  ck_assert_int_eq(fc_frictionQCQP(x, A2, b, mu, 9, 2), 0);
  ck_assert_reals(x, 1e-12, 2, -2);
  ck_assert_int_eq(fc_frictionQCQP(x, A3, b, mu, 1, 3), 1);
  ck_assert_reals(x, 1e-9, 0.71846040529447119, -0.26194246851089098, -0.0053538189358811501);
  ck_assert_int_eq(fc_frictionQCQP(x, A3, b, mu, 5, 3), 1);
  ck_assert_reals(x, 1e-9, 1.9818322749765962, -1.964732999700314, -0.28531249724113794);
  ck_assert_int_eq(fc_frictionQCQP(x, A3, b, mu, 25, 3), 0);
  ck_assert_reals(x, 1e-9, 2.0505836575875489, -2.1138132295719845, -0.44260700389105057);
}
END_TEST

START_TEST(friction_of_a_full_condim_6_contact_is_a_stationary_point) {
  double A[25], x[5], grad[5];
  const double b[] = {-3, 1, 0.7, 2, -1}, mu[] = {0.8, 0.6, 0.3, 0.2, 0.4};
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      A[5 * i + j] = (i == j ? 2 : 0) + 0.1 * cos(i + j);

  // inside: the gradient vanishes
  ck_assert_int_eq(fc_frictionQCQP(x, A, b, mu, 1000, 5), 0);
  mju_mulMatVec(grad, A, x, 5, 5);
  for (int i = 0; i < 5; i++)
    ck_assert_double_eq_tol(grad[i] + b[i], 0, 1e-9);

  // on the boundary: it is opposite to the normal of the ellipse
  ck_assert_int_eq(fc_frictionQCQP(x, A, b, mu, 0.5, 5), 1);
  mju_mulMatVec(grad, A, x, 5, 5);
  double sum = 0, lambda = -(grad[0] + b[0]) * mu[0] * mu[0] / x[0];
  ck_assert_double_gt(lambda, 0);
  for (int i = 0; i < 5; i++) {
    sum += x[i] * x[i] / (mu[i] * mu[i]);
    ck_assert_double_eq_tol(-(grad[i] + b[i]) * mu[i] * mu[i] / x[i], lambda, 1e-7);
  }
  ck_assert_double_eq_tol(sum, 0.25, 1e-8);
}
END_TEST

START_TEST(a_post_processor_cannot_be_the_solver) {
  Scene s = scene_load(scene_coupled);
  ck_assert_int_ne(fc_bind(s.m, s.d, FC_SOLVER, "noslip"), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "only a face of kind post_solver"));
  scene_free(s);
}
END_TEST

START_TEST(solvers_chosen_by_name_are_those_of_the_option) {
  Scene a = scene_load(scene_ball), b = scene_load(scene_ball);
  for (int solver = 0; solver < 3; solver++) {
    a.m->opt.solver = solver;
    ck_assert_int_eq(fc_bind(b.m, b.d, FC_SOLVER, solver_names[solver]), 0);
    mj_forward(a.m, a.d);
    mj_forward(b.m, b.d);
    ck_assert_int_eq(a.d->solver_niter[0], b.d->solver_niter[0]);
    ck_assert_near(b.d->qacc, a.d->qacc, a.m->nv, 0);
  }
  scene_free(a);
  scene_free(b);
}
END_TEST

// Edges that keep their lengths, of a cloth and of a box whose vertices move along rays, contacts
// of both and of a rigid ball with the floor.
static const char scene_cloth[] =
    "<mujoco><option jacobian='sparse'/><worldbody><geom type='plane' size='5 5 .1'/>"
    "<body pos='0 2 .099'><freejoint/><geom size='.1'/></body>"
    "<flexcomp name='a' type='grid' count='5 4 1' spacing='.1 .11 .1' pos='0 0 .004' radius='.005'>"
    "<contact selfcollide='none'/><edge equality='true'/></flexcomp>"
    "<body name='c' pos='1 0 .104'><freejoint/><geom size='.05' contype='0' conaffinity='0'/>"
    "<flexcomp name='b' type='box' count='3 3 3' spacing='.1 .1 .1' radius='.005' dim='3'"
    " dof='radial'><contact internal='false' selfcollide='none'/><edge equality='true'/></flexcomp>"
    "</body></worldbody></mujoco>";

// Product of column i of J with the forces, and the sum of the magnitudes of its terms.
static double column_force(const mjData* d, int i, double* magnitude) {
  double total = *magnitude = 0;
  for (int r = 0; r < d->nefc; r++) {
    for (int k = d->efc_J_rowadr[r]; k < d->efc_J_rowadr[r] + d->efc_J_rownnz[r]; k++) {
      const double product = d->efc_J_colind[k] == i ? d->efc_J[k] * d->efc_force[r] : 0;
      total += product;
      *magnitude += fabs(product);
    }
  }
  return total;
}

START_TEST(forces_of_dofs_are_the_products_with_columns_whatever_the_rows_are) {
  for (int solver = mjSOL_CG; solver <= mjSOL_NEWTON; solver++) {
    for (int mode = 0; mode < 8; mode++) {
      Scene s = scene_load(scene_cloth);
      s.m->opt.solver = solver;
      s.m->opt.cone = mode & 1;
      s.m->opt.disableflags |= (mode & 2 ? mjDSBL_ISLAND : 0) | (mode & 4 ? mjDSBL_EQUALITY : 0);
      for (int i = 0; i < s.m->nv; i++)
        s.d->qvel[i] = sin(2.3 * i);
      for (int step = 0; step < 5; step++)
        mj_step(s.m, s.d);
      mj_forward(s.m, s.d);
      ck_assert_int_gt(s.d->nefc - s.d->ne, 20);
      ck_assert_int_eq(s.d->ne > 50, !(mode & 4));
      for (int i = 0; i < s.m->nv; i++) {
        double magnitude, force = column_force(s.d, i, &magnitude);
        ck_assert_msg(fabs(s.d->qfrc_constraint[i] - force) <= 1e-14 * magnitude,
                      "mode %d, dof %d: %.17g, not %.17g", mode, i, s.d->qfrc_constraint[i], force);
      }

      // rows that a solver has followed have the residual that their force belongs to
      double* r = calloc((size_t)s.d->nefc, sizeof *r);
      mj_mulJacVec(s.m, s.d, r, s.d->qacc);
      for (int i = 0; i < s.d->ne; i++) {
        double residual = r[i] - s.d->efc_aref[i];
        ck_assert_double_eq_tol(s.d->efc_force[i], -s.d->efc_D[i] * residual,
                                1e-9 * s.d->efc_D[i] * (1 + fabs(s.d->efc_aref[i])));
      }
      free(r);
      scene_free(s);
    }
  }
}
END_TEST

// P(a + alpha p) = 1/2 |a + alpha p - a0|^2_M + 1/2 D (jar + alpha Jp)^2 has its minimum at
// -(p'(M a - f) + D jar Jp) / (p'M p + D Jp^2) = 29 / 18 here.
START_TEST(a_line_search_takes_the_gauss_part_from_the_solver_once) {
  Scene s = scene_load(scene_ball);
  const double smooth[2] = {2, -3}, free_acc[2] = {1, -1}, D[1] = {4}, R[1] = {.25};
  const double Ma[2] = {1, 6}, p[2] = {1, -2}, Mp[2] = {2, -6}, jar[1] = {2.5}, Jp[1] = {-1};
  const double gauss = (1. - 2) * (.5 - 1) + (6. + 3) * (2. + 1);
  double qacc[2] = {.5, 2};
  FcProblem problem = {.size = sizeof problem,
                       .nv = 2,
                       .nefc = 1,
                       .ne = 1,
                       .qfrc_smooth = smooth,
                       .qacc_smooth = free_acc,
                       .D = D,
                       .R = R,
                       .qacc = qacc,
                       .tolerance = 1e-8,
                       .ls_tolerance = .01,
                       .ls_iterations = 50,
                       .scale = 1};
  ck_assert_int_eq(fc_attachProblem(&problem, s.m, s.d), 0);
  const FcLine line = {.size = sizeof line, .p = p, .Mp = Mp, .Jp = Jp, .Ma = Ma, .jar = jar};
  mjSolverStat without, with;
  double alpha = fc_problemLineSearch(&problem, &line, &without);
  ck_assert_double_eq_tol(alpha, 29. / 18, 1e-15);
  problem.gauss = &gauss;
  ck_assert(fc_problemLineSearch(&problem, &line, &with) == alpha);
  ck_assert_ptr_null(problem.gauss);
  ck_assert_int_eq(with.neval, without.neval);

  // there is no line, but the sum is forgotten all the same
  const double nowhere[2] = {0};
  const FcLine point = {
      .size = sizeof point, .p = nowhere, .Mp = nowhere, .Jp = nowhere, .Ma = Ma, .jar = jar};
  problem.gauss = &gauss;
  ck_assert(fc_problemLineSearch(&problem, &point, &with) == 0);
  ck_assert_ptr_null(problem.gauss);
  fc_detachProblem(&problem);
  scene_free(s);
}
END_TEST

// A box at rest on a plane: the solution of a step is that of the step before.
START_TEST(newton_does_not_move_from_the_solution) {
  static const char box[] =
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .0999'><freejoint/>"
      "<geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>";
  Scene s = scene_forward(box);
  for (int k = 0; k < 2000; k++)
    mj_step(s.m, s.d);
  mj_forward(s.m, s.d);
  mju_copy(s.d->qacc_warmstart, s.d->qacc, s.m->nv);
  mj_forward(s.m, s.d);
  ck_assert_int_eq(s.d->nefc, 16);
  ck_assert_int_eq(s.d->solver_niter[0], 1);
  ck_assert_int_eq(s.d->solver[0].neval, 0);
  ck_assert_int_eq(s.d->solver[0].nactive, 16);
  ck_assert(s.d->solver[0].improvement == 0 && s.d->solver[0].gradient < 1e-13);
  for (int i = 0; i < s.m->nv; i++)
    ck_assert(s.d->qacc[i] == s.d->qacc_warmstart[i]);

  // an iteration that is asked for is made
  s.m->opt.tolerance = 0;
  s.m->opt.iterations = 1;
  mj_forward(s.m, s.d);
  ck_assert_int_gt(s.d->solver[0].neval, 0);
  scene_free(s);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {
      newton_does_not_move_from_the_solution,
      newton_solves_the_coupled_joints_in_two_iterations,
      newton_finds_the_iterates_of_the_reference,
      the_slope_at_the_end_of_a_line_through_parabolas_is_zero,
      conjugate_gradients_solve_the_coupled_joints_in_three_iterations,
      newton_converges_quadratically_on_an_elliptic_contact,
      newton_updates_its_factor_row_by_row_on_a_pyramid,
      conjugate_gradients_follow_the_known_path_on_an_elliptic_contact,
      one_iteration_from_a_cold_start_tests_direction_and_line_search,
      gauss_seidel_sweeps_follow_the_known_path,
      gauss_seidel_needs_the_known_number_of_sweeps,
      forces_of_the_dual_solver_satisfy_the_equations_of_motion_at_any_sweep,
      noslip_makes_friction_rows_reach_their_reference,
      noslip_keeps_the_sum_of_opposite_pyramid_edges,
      friction_in_an_ellipse_is_found_inside_and_on_the_boundary,
      friction_of_a_full_condim_6_contact_is_a_stationary_point,
      a_post_processor_cannot_be_the_solver,
      solvers_chosen_by_name_are_those_of_the_option,
      forces_of_dofs_are_the_products_with_columns_whatever_the_rows_are,
      a_line_search_takes_the_gauss_part_from_the_solver_once,
      NULL};
  return run_tests("iterations", tests);
}
