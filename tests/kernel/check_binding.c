// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bindings: each mjData uses the implementations that opt names or that were bound to it, from one
// step to the next.

#include <fulcrum/viewer.h>

#include "tests/kernel/support.h"

static mjModel* m;
static mjData* d;

static void setup(void) {
  add_acme_good();
  m = ball_on_floor();
  d = mj_makeData(m);
}

static void teardown(void) {
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void steps(mjData* data, int n) {
  for (int i = 0; i < n; i++)
    mj_step(m, data);
}

START_TEST(opt_names_the_solver_and_the_integrator) {
  ck_assert_str_eq(fc_bound(m, d, FC_SOLVER), "newton");
  ck_assert_str_eq(fc_bound(m, d, FC_INTEGRATOR), "euler");
  ck_assert_str_eq(fc_bound(m, d, FC_CONTACT_MODEL), "soft");
  ck_assert_str_eq(fc_bound(m, d, FC_BROADPHASE), "sap");
  m->opt.solver = mjSOL_CG;
  m->opt.integrator = mjINT_RK4;
  ck_assert_str_eq(fc_bound(m, d, FC_SOLVER), "cg");
  ck_assert_str_eq(fc_bound(m, d, FC_INTEGRATOR), "rk4");
}
END_TEST

START_TEST(a_change_of_opt_counts_from_the_next_step_on) {
  steps(d, 5);
  ck_assert(d->qpos[2] > 0.099);
  m->opt.solver = fc_optionValue(FC_SOLVER, "acme.still");
  mj_step(m, d);
  ck_assert(d->ncon > 0);
  ck_assert(d->qacc[2] == m->opt.gravity[2]);
  m->opt.solver = mjSOL_NEWTON;
  mj_step(m, d);
  ck_assert(d->qacc[2] > -1);
}
END_TEST

START_TEST(an_explicit_binding_wins_over_opt_until_it_is_taken_back) {
  ck_assert_msg(fc_bind(m, d, FC_SOLVER, "acme.still") == 0, "%s", fc_lastError());
  ck_assert_str_eq(fc_bound(m, d, FC_SOLVER), "acme.still");
  m->opt.solver = mjSOL_CG;
  mj_step(m, d);
  ck_assert(d->ncon > 0 && d->qacc[2] == m->opt.gravity[2]);
  ck_assert_int_eq(fc_unbind(m, d, FC_SOLVER), 0);
  ck_assert_str_eq(fc_bound(m, d, FC_SOLVER), "cg");
  mj_step(m, d);
  ck_assert(d->qacc[2] > -1);
}
END_TEST

START_TEST(a_solver_is_swapped_between_two_steps_without_a_trace) {
  mjData* straight = mj_makeData(m);
  steps(straight, 20);
  steps(d, 10);
  ck_assert_int_eq(fc_bind(m, d, FC_SOLVER, "acme.still"), 0);
  ck_assert_int_eq(fc_bind(m, d, FC_SOLVER, "newton"), 0);
  steps(d, 10);
  ck_assert_mem_eq(d->qpos, straight->qpos, (size_t)m->nq * sizeof(mjtNum));
  ck_assert_mem_eq(d->qvel, straight->qvel, (size_t)m->nv * sizeof(mjtNum));
  mj_deleteData(straight);
}
END_TEST

START_TEST(two_data_of_one_model_use_different_solvers) {
  mjData* other = mj_makeData(m);
  ck_assert_int_eq(fc_bind(m, other, FC_SOLVER, "acme.still"), 0);
  for (int i = 0; i < 50; i++) {
    mj_step(m, d);
    mj_step(m, other);
  }
  ck_assert_str_eq(fc_bound(m, d, FC_SOLVER), "newton");
  ck_assert_str_eq(fc_bound(m, other, FC_SOLVER), "acme.still");
  ck_assert(d->qpos[2] > 0.09);
  ck_assert(other->qpos[2] < 0.09);
  mj_deleteData(other);
}
END_TEST

START_TEST(a_copy_of_data_keeps_its_bindings) {
  ck_assert_int_eq(fc_bind(m, d, FC_SOLVER, "acme.still"), 0);
  ck_assert_int_eq(fc_bind(m, d, FC_PROBE, "acme.count"), 0);
  mjData* fresh = mj_copyData(NULL, m, d);
  mjData* used = mj_makeData(m);
  steps(used, 3);
  mj_copyData(used, m, d);
  mj_deleteData(d);
  d = used;
  mjData* copies[] = {fresh, used};
  for (int i = 0; i < 2; i++) {
    ck_assert_str_eq(fc_bound(m, copies[i], FC_SOLVER), "acme.still");
    mj_step(m, copies[i]);
    ck_assert(copies[i]->qacc[2] == m->opt.gravity[2]);
    ck_assert(copies[i]->userdata[0] == 1);
  }
  mj_deleteData(fresh);
}
END_TEST

START_TEST(a_reset_keeps_bindings_and_clears_their_memory) {
  ck_assert_int_eq(fc_bind(m, d, FC_SOLVER, "acme.still"), 0);
  ck_assert_int_eq(fc_bind(m, d, FC_PROBE, "acme.count"), 0);
  steps(d, 3);
  ck_assert(d->userdata[0] == 3);
  mj_resetData(m, d);
  ck_assert_str_eq(fc_bound(m, d, FC_SOLVER), "acme.still");
  mj_step(m, d);
  ck_assert(d->userdata[0] == 1);
}
END_TEST

// also when the other one lives where the first has been
START_TEST(data_follows_the_model_of_each_call) {
  ck_assert_int_eq(fc_bind(m, d, FC_PROBE, "acme.count"), 0);
  steps(d, 2);
  for (int i = 0; i < 3; i++) {
    mjModel* other = mj_copyModel(NULL, m);
    other->opt.timestep *= i + 2;
    mjData* fresh = mj_makeData(other);
    mj_resetData(other, d);
    for (int k = 0; k < 3; k++) {
      mj_step(other, d);
      mj_step(other, fresh);
    }
    ck_assert(d->time == fresh->time);
    ck_assert_mem_eq(d->qpos, fresh->qpos, (size_t)m->nq * sizeof(mjtNum));
    ck_assert(d->userdata[0] == 3);
    mj_deleteData(fresh);
    mj_deleteModel(other);
  }
  mj_resetData(m, d);
  mj_step(m, d);
  ck_assert(d->time == m->opt.timestep);
}
END_TEST

START_TEST(a_stage_runs_at_its_place_until_it_is_taken_out) {
  ck_assert_msg(fc_bind(m, d, FC_STAGE, "acme.push") == 0, "%s", fc_lastError());
  mj_forward(m, d);
  ck_assert(d->qfrc_passive[0] == 2);
  ck_assert(d->qacc_smooth[0] == 2);
  ck_assert_int_eq(fc_unbind(m, d, FC_STAGE), 0);
  mj_forward(m, d);
  ck_assert(d->qfrc_passive[0] == 0);
}
END_TEST

START_TEST(a_stage_bound_twice_is_an_error_and_runs_once) {
  ck_assert_int_eq(fc_bind(m, d, FC_STAGE, "acme.push"), 0);
  expect_failure(fc_bind(m, d, FC_STAGE, "acme.push") != 0,
                 "the stage \"acme.push\" is bound to this mjData already");
  mj_forward(m, d);
  ck_assert(d->qfrc_passive[0] == 2);
  ck_assert_str_eq(fc_bound(m, d, FC_STAGE), "acme.push");
  ck_assert_int_eq(fc_unbind(m, d, FC_STAGE), 0);
  ck_assert_str_eq(fc_bound(m, d, FC_STAGE), "");
  ck_assert_int_eq(fc_bind(m, d, FC_STAGE, "acme.push"), 0);
}
END_TEST

START_TEST(a_probe_has_memory_of_its_own_in_every_data) {
  mjData* other = mj_makeData(m);
  ck_assert_int_eq(fc_bind(m, d, FC_PROBE, "acme.count"), 0);
  ck_assert_int_eq(fc_bind(m, other, FC_PROBE, "acme.count"), 0);
  steps(d, 2);
  steps(other, 5);
  ck_assert(d->userdata[0] == 2);
  ck_assert(other->userdata[0] == 5);
  mj_deleteData(other);
}
END_TEST

START_TEST(an_unknown_number_is_an_error_that_lists_the_known_names) {
  m->opt.solver = 77;
  expect_error(steps(d, 2), "opt.solver is 77");
  ck_assert_ptr_nonnull(strstr(last_message, "newton"));
  ck_assert_ptr_nonnull(strstr(last_message, "acme.still"));
  mj_resetData(m, d);
  m->opt.solver = mjSOL_NEWTON;
  m->opt.integrator = -5;
  expect_error(mj_step(m, d), "opt.integrator is -5");
  mj_resetData(m, d);
  m->opt.integrator = mjINT_EULER;
  steps(d, 5);
  ck_assert(d->qpos[2] > 0.099);
}
END_TEST

static int returned;
static void note(const char* message) {
  returned++;
  snprintf(last_message, sizeof last_message, "%s", message);
}

START_TEST(an_error_handler_that_returns_survives_the_unknown_number) {
  mju_user_error = note;
  m->opt.solver = 77;
  steps(d, 2);
  ck_assert_int_gt(returned, 0);
  ck_assert_ptr_nonnull(strstr(last_message, "opt.solver is 77"));
  m->opt.solver = mjSOL_NEWTON;
  mj_resetData(m, d);
  returned = 0;
  steps(d, 5);
  ck_assert_int_eq(returned, 0);
  mju_user_error = NULL;
}
END_TEST

START_TEST(the_error_of_a_module_names_module_and_reason) {
  ck_assert_int_eq(fc_bind(m, d, FC_SOLVER, "acme.never"), 0);
  expect_error(steps(d, 2), "acme.never");
  ck_assert_ptr_nonnull(strstr(last_message, "no solution for"));
  mj_resetData(m, d);
  ck_assert_int_eq(fc_unbind(m, d, FC_SOLVER), 0);
  ck_assert_int_eq(fc_bind(m, d, FC_STAGE, "acme.dry"), 0);
  expect_error(mj_step(m, d), "stage \"acme.dry\" failed at time 0: no fuel");
  mj_resetData(m, d);
  ck_assert_int_eq(fc_unbind(m, d, FC_STAGE), 0);
  steps(d, 5);
}
END_TEST

START_TEST(a_failure_without_a_message_says_so_and_not_what_was_wrong_before) {
  const char* directory = new_directory();
  place_object(directory, "acme.silent", ACME);
  place_manifest(
      directory, "acme.silent",
      "{\"name\": \"acme.silent\", \"version\": \"1.0.0\", \"abi\": 1, \"provides\": "
      "[{\"kind\": \"stage\", \"name\": \"acme.mute\"}, {\"kind\": \"solver\", \"name\": "
      "\"acme.mute\"}, {\"kind\": \"viewer\", \"name\": \"acme.mute\"}]}");
  expect_failure(fc_openModule("acme.nowhere") == NULL, "there is no module");
  ck_assert_msg(fc_addModulePath(directory) == 0, "%s", fc_lastError());
  ck_assert_str_eq(fc_lastError(), "");
  ck_assert_int_eq(fc_bind(m, d, FC_STAGE, "acme.mute"), 0);
  ck_assert_str_eq(fc_lastError(), "");
  for (int i = 0; i < 2; i++) {
    expect_error(mj_step(m, d), "\"acme.mute\" failed at time 0: it failed without a reason");
    mj_resetData(m, d);
  }

  // what failed before, and was not told, is no reason either
  expect_failure(fc_openModule("acme.nowhere") == NULL, "there is no module");
  expect_error(mj_step(m, d), "\"acme.mute\" failed at time 0: it failed without a reason");
  mj_resetData(m, d);
  ck_assert_int_eq(fc_unbind(m, d, FC_STAGE), 0);
  ck_assert_int_eq(fc_bind(m, d, FC_SOLVER, "acme.mute"), 0);
  expect_failure(fc_openModule("acme.nowhere") == NULL, "there is no module");
  expect_error(steps(d, 2), "solver 'acme.mute': it failed without a reason");
  mj_resetData(m, d);
  ck_assert_int_eq(fc_unbind(m, d, FC_SOLVER), 0);
  FcView view = {.size = sizeof view, .viewer = "me.bad"};
  expect_failure(fc_view(&view) != 0, "there is no viewer \"me.bad\"");
  view.viewer = "acme.mute";
  expect_failure(fc_view(&view) != 0, "viewer \"acme.mute\": it failed without a reason");

  // what an error has told already is no reason for the next one
  ck_assert_int_eq(fc_bind(m, d, FC_STAGE, "acme.dry"), 0);
  expect_error(mj_step(m, d), "no fuel");
  mj_resetData(m, d);
  ck_assert_int_eq(fc_unbind(m, d, FC_STAGE), 0);
  ck_assert_int_eq(fc_bind(m, d, FC_STAGE, "acme.mute"), 0);
  expect_error(mj_step(m, d), "it failed without a reason");
  mj_resetData(m, d);
}
END_TEST

START_TEST(a_stage_at_a_place_that_does_not_exist_is_an_error) {
  ck_assert_int_lt(fc_bind(m, d, FC_STAGE, "acme.lost"), 0);
  const char* expected =
      "the stage \"acme.lost\" cannot be attached: there is no stage \"nowhere\"; known are: "
      "kinematics, ";
  ck_assert_int_eq(strncmp(fc_lastError(), expected, strlen(expected)), 0);
  mj_step(m, d);
}
END_TEST

START_TEST(a_solver_that_is_not_installed_is_named_in_the_error) {
  mjModel* asks = model_from(
      "<mujoco><option solver='acme.absent'/><worldbody>"
      "<geom type='plane' size='1 1 .1'/><body pos='0 0 .09'><freejoint/>"
      "<geom size='.1'/></body></worldbody></mujoco>");
  mjData* data = mj_makeData(asks);
  expect_error(mj_step(asks, data), "there is no solver \"acme.absent\"; known are: ");
  ck_assert_ptr_nonnull(strstr(last_message, "newton"));
  ck_assert_ptr_null(strstr(last_message, "noslip"));
  mj_deleteData(data);
  mj_deleteModel(asks);
  char error[500] = "";
  ck_assert_ptr_null(
      mj_parseXMLString("<mujoco><option solver='noslip'/></mujoco>", NULL, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "invalid keyword: 'noslip'"));
}
END_TEST

START_TEST(what_cannot_be_bound_is_an_error) {
  expect_failure(fc_bind(m, d, FC_SOLVER, "acme.nobody") != 0,
                 "there is no solver \"acme.nobody\"; known are: ");
  expect_failure(fc_bind(m, d, FC_SOLVER, "euler") != 0, "there is no solver \"euler\"");
  expect_failure(fc_bind(m, d, FC_SOLVER, "") != 0, "needs the name of a solver");
  expect_failure(fc_bind(m, d, FC_SOLVER, NULL) != 0, "needs the name of a solver");
  expect_failure(fc_bind(m, d, FC_COLLIDER, "box") != 0,
                 "a collider cannot be bound: the elements of a model decide which is asked; an "
                 "mjData can choose one each of solver, contact_model, broadphase, integrator, "
                 "convex, and add stage, probe, passive, post_solver");
  expect_failure(fc_bind(m, d, (FcKind)99, "box") != 0, "cannot be bound");
  expect_failure(fc_unbind(m, d, FC_SENSOR) != 0, "a sensor cannot be bound");
  expect_failure(fc_bound(m, d, FC_LOADER) == NULL, "a loader cannot be bound");
  ck_assert_str_eq(fc_bound(m, d, FC_SOLVER), "newton");
}
END_TEST

START_TEST(a_post_solver_is_not_a_solver) {
  expect_failure(fc_bind(m, d, FC_SOLVER, "noslip") != 0,
                 "there is no solver \"noslip\", only a face of kind post_solver; known are: ");
  ck_assert_ptr_null(strstr(fc_lastError(), "noslip,"));
  ck_assert_str_eq(fc_bound(m, d, FC_SOLVER), "newton");
}
END_TEST

START_TEST(a_post_solver_runs_where_the_options_want_it_or_it_is_bound) {
  ck_assert_str_eq(fc_bound(m, d, FC_POST_SOLVER), "");
  ck_assert_int_eq(mj_isDual(m), 0);
  m->opt.noslip_iterations = 3;
  ck_assert_str_eq(fc_bound(m, d, FC_POST_SOLVER), "noslip");
  ck_assert_int_eq(mj_isDual(m), 1);
  steps(d, 5);
  ck_assert_ptr_nonnull(d->efc_AR);
  mjtNum wanted = d->qpos[2];

  // bound as well it runs once
  mj_resetData(m, d);
  ck_assert_msg(fc_bind(m, d, FC_POST_SOLVER, "noslip") == 0, "%s", fc_lastError());
  ck_assert_str_eq(fc_bound(m, d, FC_POST_SOLVER), "noslip");
  steps(d, 5);
  ck_assert(d->qpos[2] == wanted);

  // bound alone it makes its dual matrix, too
  m->opt.noslip_iterations = 0;
  steps(d, 1);
  ck_assert_str_eq(fc_bound(m, d, FC_POST_SOLVER), "noslip");
  ck_assert_ptr_nonnull(d->efc_AR);
  ck_assert_int_eq(fc_unbind(m, d, FC_POST_SOLVER), 0);
  steps(d, 1);
  ck_assert_ptr_null(d->efc_AR);
  expect_failure(fc_bind(m, d, FC_POST_SOLVER, "newton") != 0,
                 "there is no post_solver \"newton\", only a face of kind solver");
}
END_TEST

START_TEST(a_flag_or_a_binding_decides_about_convex_collision) {
  mjModel* eggs = model_from(
      "<mujoco><worldbody><geom type='ellipsoid' size='.1 .2 .3'/><body pos='0 0 .55'>"
      "<freejoint/><geom type='ellipsoid' size='.1 .2 .3'/></body></worldbody></mujoco>");
  mjData* data = mj_makeData(eggs);
  ck_assert_str_eq(fc_bound(eggs, data, FC_CONVEX), "convex");
  mj_forward(eggs, data);
  ck_assert_int_eq(data->ncon, 1);
  mjtNum native = data->contact[0].dist;
  eggs->opt.disableflags |= mjDSBL_NATIVECCD;
  ck_assert_str_eq(fc_bound(eggs, data, FC_CONVEX), "ccd");
  mj_forward(eggs, data);
  mjtNum legacy = data->contact[0].dist;
  ck_assert(legacy != native && fabs(legacy - native) < 1e-3);
  eggs->opt.disableflags = 0;
  ck_assert_int_eq(fc_bind(eggs, data, FC_CONVEX, "ccd"), 0);
  mj_forward(eggs, data);
  ck_assert(data->contact[0].dist == legacy);
  eggs->opt.disableflags |= mjDSBL_NATIVECCD;
  ck_assert_int_eq(fc_bind(eggs, data, FC_CONVEX, "convex"), 0);
  mj_forward(eggs, data);
  ck_assert(data->contact[0].dist == native);
  ck_assert_int_eq(fc_unbind(eggs, data, FC_CONVEX), 0);
  mj_forward(eggs, data);
  ck_assert(data->contact[0].dist == legacy);
  mj_deleteData(data);
  mj_deleteModel(eggs);
}
END_TEST

START_TEST(a_model_file_chooses_a_solver_by_name) {
  mjModel* chosen = model_from("<mujoco><option solver='acme.still'/></mujoco>");
  mjData* data = mj_makeData(chosen);
  ck_assert_int_eq(chosen->opt.solver, fc_optionValue(FC_SOLVER, "acme.still"));
  ck_assert_str_eq(fc_bound(chosen, data, FC_SOLVER), "acme.still");
  mj_deleteData(data);
  mj_deleteModel(chosen);
}
END_TEST

static int bound_in_callback, unbound_in_callback;
static char said[1000];

static void bind_now(const mjModel* model, mjData* data) {
  bound_in_callback = fc_bind(model, data, FC_SOLVER, "cg");
  snprintf(said, sizeof said, "%s", fc_lastError());
  unbound_in_callback = bound_in_callback ? fc_unbind(model, data, FC_SOLVER) : 0;
}

static void refuse_in(const char* where, const char* words) {
  ck_assert_msg(bound_in_callback == -1 && unbound_in_callback == -1, "bound in %s", where);
  ck_assert_msg(strstr(said, words) != NULL, "in %s: %s", where, said);
  expect_failure(fc_unbind(m, d, FC_LOADER) != 0, "a loader cannot be bound");
  ck_assert_str_eq(fc_bound(m, d, FC_SOLVER), "newton");
}

START_TEST(nothing_is_bound_while_a_step_runs) {
  mjcb_passive = bind_now;
  mj_step(m, d);
  refuse_in("mj_step",
            "fc_bind was called for an mjData while it is being stepped (stage passive)");
  m->opt.integrator = mjINT_RK4;
  mj_step(m, d);
  refuse_in("a stage of RK4", "while it is being stepped (stage passive)");
  mj_inverse(m, d);
  refuse_in("mj_inverse", "while it is being stepped (stage passive)");
  mjcb_passive = NULL;
  ck_assert_ptr_null(fc_runningStage(d));
  ck_assert_int_eq(fc_bind(m, d, FC_SOLVER, "cg"), 0);
}
END_TEST

START_TEST(the_control_callback_may_bind) {
  mjcb_control = bind_now;
  for (int integrator = mjINT_EULER; integrator <= mjINT_RK4; integrator++) {
    m->opt.integrator = integrator;
    ck_assert_int_eq(fc_unbind(m, d, FC_SOLVER), 0);
    mj_step(m, d);
    ck_assert_msg(bound_in_callback == 0, "%s", said);
    ck_assert_str_eq(fc_bound(m, d, FC_SOLVER), "cg");
  }
  mjcb_control = NULL;
}
END_TEST

// the handler leaves the step, which so never comes to its end
START_TEST(after_an_error_in_a_step_one_binds_again) {
  ck_assert_int_eq(fc_bind(m, d, FC_SOLVER, "acme.never"), 0);
  expect_error(steps(d, 20), "no solution for");
  ck_assert_msg(fc_bind(m, d, FC_SOLVER, "newton") == 0, "%s", fc_lastError());
  mjcb_passive = bind_now;
  mj_step(m, d);
  mjcb_passive = NULL;
  refuse_in("the next step", "while it is being stepped (stage passive)");
  ck_assert_ptr_null(fc_runningStage(d));
}
END_TEST

int main(void) {
  Suite* suite = suite_create("binding");
  TCase* tests = add_case(suite, "binding");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, opt_names_the_solver_and_the_integrator);
  tcase_add_test(tests, a_change_of_opt_counts_from_the_next_step_on);
  tcase_add_test(tests, an_explicit_binding_wins_over_opt_until_it_is_taken_back);
  tcase_add_test(tests, a_solver_is_swapped_between_two_steps_without_a_trace);
  tcase_add_test(tests, two_data_of_one_model_use_different_solvers);
  tcase_add_test(tests, a_copy_of_data_keeps_its_bindings);
  tcase_add_test(tests, a_reset_keeps_bindings_and_clears_their_memory);
  tcase_add_test(tests, data_follows_the_model_of_each_call);
  tcase_add_test(tests, a_stage_runs_at_its_place_until_it_is_taken_out);
  tcase_add_test(tests, a_stage_bound_twice_is_an_error_and_runs_once);
  tcase_add_test(tests, a_probe_has_memory_of_its_own_in_every_data);
  tcase_add_test(tests, an_unknown_number_is_an_error_that_lists_the_known_names);
  tcase_add_test(tests, an_error_handler_that_returns_survives_the_unknown_number);
  tcase_add_test(tests, the_error_of_a_module_names_module_and_reason);
  tcase_add_test(tests, a_failure_without_a_message_says_so_and_not_what_was_wrong_before);
  tcase_add_test(tests, a_stage_at_a_place_that_does_not_exist_is_an_error);
  tcase_add_test(tests, a_solver_that_is_not_installed_is_named_in_the_error);
  tcase_add_test(tests, what_cannot_be_bound_is_an_error);
  tcase_add_test(tests, a_post_solver_is_not_a_solver);
  tcase_add_test(tests, a_post_solver_runs_where_the_options_want_it_or_it_is_bound);
  tcase_add_test(tests, a_flag_or_a_binding_decides_about_convex_collision);
  tcase_add_test(tests, nothing_is_bound_while_a_step_runs);
  tcase_add_test(tests, the_control_callback_may_bind);
  tcase_add_test(tests, after_an_error_in_a_step_one_binds_again);
  tcase_add_test(tests, a_model_file_chooses_a_solver_by_name);
  return run_suite(suite);
}
