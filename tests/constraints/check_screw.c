// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// An equality type of another library, the example acme.screw: its Jacobian, its mechanics, and
// that everything that knows equalities knows it too.

#include <sys/wait.h>

#include "tests/constraints/support.h"

static const double g = 9.81, pi2 = 6.283185307179586;

// a nut on a bolt that stands still, and two bodies that float
static const char standing[] =
    "<mujoco><option timestep='.001'/><worldbody><site name='bolt' pos='0 0 1'/>"
    "<body name='nut' pos='0 0 1'><freejoint/><geom type='cylinder' size='.05 .01' mass='.5'/>"
    "<site name='nut'/></body></worldbody></mujoco>";
static const char floating[] =
    "<mujoco><option gravity='0 0 0' timestep='.0005' integrator='RK4'/><worldbody>"
    "<body name='a' pos='0 0 1'><freejoint/><geom type='box' size='.1 .2 .05' mass='1' "
    "contype='0'/><site name='nut' pos='.05 0 .1' euler='10 20 30'/></body>"
    "<body name='b' pos='.3 0 1'><freejoint/><geom type='box' size='.1 .1 .2' mass='2' "
    "contype='0'/><site name='bolt' pos='0 .1 0' euler='40 0 10'/>"
    "<body pos='0 0 .3'><joint name='h' axis='1 0 0'/><geom size='.05' mass='.3' "
    "contype='0'/></body></body></worldbody></mujoco>";

static mjModel* floating_screw(void) {
  add_modules();
  mjSpec* s = parse(floating);
  add_screw(s, "screw", "nut", "bolt", .05);
  return compile(s);
}

static void shake(const mjModel* m, mjData* d, unsigned seed) {
  srand(seed);
  for (int i = 0; i < m->nv; i++)
    d->qvel[i] = 2.0 * rand() / RAND_MAX - 1;
  mj_integratePos(m, d->qpos, d->qvel, .4);
}

START_TEST(the_jacobian_is_the_derivative_of_the_residual) {
  mjModel* m = floating_screw();
  mjData* d = mj_makeData(m);
  for (int sparse = 0; sparse < 2; sparse++) {
    m->opt.jacobian = sparse ? mjJAC_SPARSE : mjJAC_DENSE;
    for (unsigned seed = 1; seed < 6; seed++) {
      mj_resetData(m, d);
      shake(m, d, seed);
      ck_assert_double_lt(jacobian_error(m, d), 1e-7);
      ck_assert_int_eq(d->ne, 5);
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// m a = -m g + f, I alpha = -f pitch / 2 pi, a = alpha pitch / 2 pi
START_TEST(a_nut_on_a_bolt_falls_as_its_moment_of_inertia_lets_it) {
  add_modules();
  mjSpec* s = parse(standing);
  mjsEquality* q = add_screw(s, "screw", "nut", "bolt", .3);
  for (int k = 0; k < 2; k++)
    q->solimp[k] = .9999;
  mjModel* m = compile(s);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  const double k = pi2 / .3, expected = -g / (1 + m->body_inertia[5] * k * k / m->body_mass[1]);
  ck_assert_double_eq_tol(d->qacc[2], expected, 1e-3);
  ck_assert_double_eq_tol(d->qacc[5], expected * k, 1e-3 * k);
  for (int i = 0; i < 500; i++)
    mj_step(m, d);
  ck_assert_double_eq_tol(d->qpos[2] - 1, expected * .5 * .5 / 2, 2e-3);
  ck_assert_double_eq_tol(d->qvel[5] * .3 / pi2, d->qvel[2], 1e-3);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(any_number_of_turns_is_possible) {
  add_modules();
  mjSpec* s = parse(standing);
  add_screw(s, "screw", "nut", "bolt", -.02);
  mjModel* m = compile(s);
  mjData* d = mj_makeData(m);
  m->opt.gravity[2] = 0;
  d->qvel[5] = 20;
  double turned = 0;
  for (int i = 0; i < 2000; i++) {
    mj_step(m, d);
    turned += d->qvel[5] * m->opt.timestep;
  }
  ck_assert_double_gt(turned, 30);
  ck_assert_double_eq_tol(d->qpos[2] - 1, -.02 * turned / pi2, 1e-4);
  ck_assert_double_eq_tol(d->efc_pos[4], 0, 1e-4);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(momentum_of_floating_bodies_is_conserved) {
  mjModel* m = floating_screw();
  mjData* d = mj_makeData(m);
  mjtNum before[6], moved = 0;
  shake(m, d, 3);
  mj_forward(m, d);
  mj_subtreeVel(m, d);
  memcpy(before, d->subtree_linvel, 3 * sizeof *before);
  memcpy(before + 3, d->subtree_angmom, 3 * sizeof *before);
  for (int i = 0; i < 400; i++) {
    mj_step(m, d);
    moved = fmax(moved, fabs(d->efc_force[0]));
  }
  mj_subtreeVel(m, d);
  ck_assert_double_gt(moved, 1);
  for (int k = 0; k < 3; k++) {
    ck_assert_double_eq_tol(d->subtree_linvel[k], before[k], 1e-6);
    ck_assert_double_eq_tol(d->subtree_angmom[k], before[3 + k], 1e-5);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// cfrc_ext and cvel of a body refer to one point, so their products are powers
START_TEST(wrenches_have_the_power_of_the_rows) {
  mjModel* m = floating_screw();
  mjData* d = mj_makeData(m);
  shake(m, d, 5);
  mj_forward(m, d);
  mj_rnePostConstraint(m, d);
  double rows = 0, bodies = 0;
  for (int r = 0; r < d->nefc; r++)
    rows += d->efc_force[r] * d->efc_vel[r];
  for (int k = 0; k < 6 * m->nbody; k++)
    bodies += d->cfrc_ext[k] * d->cvel[k];
  ck_assert_double_gt(fabs(rows), 1);
  ck_assert_double_eq_tol(bodies, rows, 1e-9 * fabs(rows));
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(inverse_dynamics_finds_no_other_force) {
  mjModel* m = floating_screw();
  mjData* d = mj_makeData(m);
  m->opt.integrator = mjINT_EULER;
  m->opt.tolerance = 0;
  shake(m, d, 7);
  mj_forward(m, d);
  mj_inverse(m, d);
  for (int i = 0; i < m->nv; i++)
    ck_assert_double_eq_tol(d->qfrc_inverse[i], 0, 1e-6);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_binary_model_runs_as_the_original) {
  mjModel* m = floating_screw();
  const int size = (int)mj_sizeModel(m);
  char* image = malloc((size_t)size);
  mj_saveModel(m, NULL, image, size);
  mjModel* again = mj_loadModelBuffer(image, size);
  ck_assert_ptr_nonnull(again);
  ck_assert_int_eq(again->eq_type[0], type_of("acme.screw"));
  mjData *d = mj_makeData(m), *e = mj_makeData(again);
  shake(m, d, 9);
  shake(m, e, 9);
  for (int i = 0; i < 100; i++) {
    mj_step(m, d);
    mj_step(again, e);
  }
  ck_assert(memcmp(d->qpos, e->qpos, sizeof(mjtNum) * (size_t)m->nq) == 0);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
  mj_deleteModel(again);
  free(image);
}
END_TEST

static void note(const char* message) {
  snprintf(last_message, sizeof last_message, "%s", message);
}

START_TEST(a_binary_model_names_the_module_that_is_missing) {
  const char* directory = new_directory();
  char path[1000];
  snprintf(path, sizeof path, "%s/screw.mjb", directory);
  // another process has the module
  const pid_t child = fork();
  if (!child) {
    mjModel* m = floating_screw();
    mj_saveModel(m, path, NULL, 0);
    // its own directory goes with it, the one of this test stays
    memmove(made_directory[0], made_directory[1], sizeof made_directory[0]);
    ndirectory = 1;
    remove_directories();
    _exit(0);
  }
  waitpid(child, NULL, 0);
  mju_user_warning = note;
  ck_assert_ptr_null(mj_loadModel(path, NULL));
  ck_assert_msg(strstr(last_message, "acme.screw") != NULL, "got: %s", last_message);
}
END_TEST

START_TEST(coupled_trees_are_one_island_and_sleep_and_wake_together) {
  mjModel* m = floating_screw();
  m->opt.enableflags |= mjENBL_SLEEP;
  m->opt.integrator = mjINT_EULER;
  m->opt.sleep_tolerance = 1e-3;
  mjData* d = mj_makeData(m);

  // at rest where the two fit
  d->qvel[0] = .01;
  for (int i = 0; i < 20000 && d->ntree_awake; i++) {
    if (i == 1)
      ck_assert(d->nisland == 1 && d->tree_island[0] == d->tree_island[1]);
    for (int k = 0; k < m->nv; k++)
      d->qvel[k] *= .99;
    mj_step(m, d);
  }
  ck_assert_int_eq(d->ntree_awake, 0);
  d->qvel[m->tree_dofadr[1]] = 1;
  mj_step(m, d);
  ck_assert_int_eq(d->ntree_awake, 2);
  ck_assert_int_eq(d->ne, 5);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(what_is_wrong_with_an_element_is_said_when_it_is_compiled) {
  // before the module is there, the message has its name
  mjSpec* s = parse(floating);
  add_screw(s, "lonely", "nut", "bolt", .05);
  refuse(s, "acme.screw", "lonely");
  add_modules();
  s = parse(floating);
  add_screw(s, "flat", "nut", "bolt", 0);
  refuse(s, "pitch of a screw must not be zero", "flat");
  s = parse(floating);
  add_screw(s, "short", "nut", "bolt", .1)->data[1] = -1;
  refuse(s, "reach of acme.screw constraint is -1, 1e-06 to 1e+06 expected", "short");
  s = parse(floating);
  add_screw(s, "half", "nut", "", .1);
  refuse(s, "unknown element ''", "half");
  s = parse(floating);
  add_screw(s, "self", "nut", "nut", .1);
  refuse(s, "repeated in equality", "self");
  s = parse(floating);
  add_screw(s, "absent", "nut", "nowhere", .1);
  refuse(s, "unknown element 'nowhere'", "absent");
}
END_TEST

START_TEST(references_follow_when_models_are_attached_and_objects_deleted) {
  add_modules();
  mjSpec *world = parse("<mujoco><worldbody><frame name='f'/></worldbody></mujoco>"),
         *part = parse(
             "<mujoco><worldbody><body name='part'><body name='a'><joint type='ball'/><geom "
             "size='.1'/><site name='nut'/></body><body name='b'><joint type='slide'/><geom "
             "size='.1'/><site name='bolt'/></body></body></worldbody></mujoco>");
  add_screw(part, "screw", "nut", "bolt", .1);
  mjs_attach(mjs_findElement(world, mjOBJ_FRAME, "f"), mjs_findElement(part, mjOBJ_BODY, "part"),
             "p_", "");
  mjModel* m = mj_compile(world, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(world));
  ck_assert_int_eq(m->neq, 1);
  ck_assert_int_eq(m->eq_obj1id[0], mj_name2id(m, mjOBJ_SITE, "p_nut"));
  ck_assert_int_eq(m->eq_obj2id[0], mj_name2id(m, mjOBJ_SITE, "p_bolt"));
  mj_deleteModel(m);
  mjs_delete(world, mjs_findElement(world, mjOBJ_BODY, "p_a"));
  m = mj_compile(world, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(world));
  ck_assert_int_eq(m->neq, 0);
  mj_deleteModel(m);
  mj_deleteSpec(world);
  mj_deleteSpec(part);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("screw");
  TCase* tests = add_case(suite, "screw");
  tcase_add_test(tests, the_jacobian_is_the_derivative_of_the_residual);
  tcase_add_test(tests, a_nut_on_a_bolt_falls_as_its_moment_of_inertia_lets_it);
  tcase_add_test(tests, any_number_of_turns_is_possible);
  tcase_add_test(tests, momentum_of_floating_bodies_is_conserved);
  tcase_add_test(tests, wrenches_have_the_power_of_the_rows);
  tcase_add_test(tests, inverse_dynamics_finds_no_other_force);
  tcase_add_test(tests, a_binary_model_runs_as_the_original);
  tcase_add_test(tests, a_binary_model_names_the_module_that_is_missing);
  tcase_add_test(tests, coupled_trees_are_one_island_and_sleep_and_wake_together);
  tcase_add_test(tests, what_is_wrong_with_an_element_is_said_when_it_is_compiled);
  tcase_add_test(tests, references_follow_when_models_are_attached_and_objects_deleted);
  return run_suite(suite);
}
