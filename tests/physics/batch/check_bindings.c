// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Modules that differ from simulation to simulation: each simulation behaves like an mjData that is
// bound and set in the same way, and its row holds everything that the modules keep.

#include "tests/physics/batch/support.h"

static const char sliding_boxes[] =
    "<mujoco><option timestep='.002'/><worldbody>"
    "<geom type='plane' size='5 5 .1' euler='0 8 0'/>"
    "<body pos='0 0 .12'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='1 0 -.02'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "</worldbody></mujoco>";

// in the batch and the loop: the simulations with odd numbers use another implementation
static void bind_odd(const Twin* t, FcKind kind, const char* name) {
  int ids[NSIM_MAX], nid = 0;
  for (int i = 1; i < t->n; i += 2) {
    ids[nid++] = i;
    ck_assert_msg(!fc_bind(t->model[i], t->d[i], kind, name), "%s", fc_lastError());
  }
  ck_assert_msg(!fc_batchBind(t->b, ids, nid, kind, name), "%s", fc_lastError());
}

// ---------------------------------------------------------------- bindings

START_TEST(half_of_a_batch_can_use_another_solver) {
  Twin t = twin_make(parse(two_links), 7, 1 + _i % 3, _i / 3);
  bind_odd(&t, FC_SOLVER, "cg");
  ck_assert_str_eq(fc_batchBound(t.b, 1, FC_SOLVER), "cg");
  ck_assert_str_eq(fc_batchBound(t.b, 2, FC_SOLVER), "newton");
  twin_scatter(&t);
  for (int k = 0; k < 5; k++) {
    twin_step(&t, NULL, 0, 20, mjSTAGE_NONE);
    expect_rows(&t, "another solver");
  }
  twin_delete(&t);
}
END_TEST

START_TEST(the_state_of_a_contact_model_is_at_the_end_of_the_rows) {
  Twin t = twin_make(parse(sliding_boxes), 6, 1 + _i % 2, _i / 2);
  const int nplain = mjb_nstate(t.b);
  bind_odd(&t, FC_CONTACT_MODEL, "bristle");
  int size;
  ck_assert_ptr_nonnull(fc_batchModuleState(t.b, &size));
  ck_assert_int_gt(size, 0);
  ck_assert_int_eq(mjb_nstate(t.b), nplain + size);
  twin_scatter(&t);
  for (int k = 0; k < 4; k++) {
    twin_step(&t, NULL, 0, 25, mjSTAGE_NONE);
    expect_rows(&t, "another contact model");
    for (int i = 0; i < t.n; i++)
      expect_modules(&t, i);
  }
  twin_delete(&t);
}
END_TEST

START_TEST(a_copied_row_is_a_copied_simulation) {
  mjModel* m = parse(sliding_boxes);
  mjBatch* b = make_batch(m, 4, 2, 0);
  ck_assert_int_eq(fc_batchBind(b, NULL, 0, FC_CONTACT_MODEL, "bristle"), 0);
  ck_assert_int_eq(mjb_step(b, NULL, 0, 60, mjSTAGE_NONE), 0);
  const size_t row = (size_t)mjb_nstate(b), bytes = row * sizeof(mjtNum);
  mjtNum* state = mjb_state(b);
  mjb_stateComponent(b, mjSTATE_QVEL, NULL)[row] += 0.3;
  ck_assert_int_eq(mjb_step(b, NULL, 0, 10, mjSTAGE_NONE), 0);
  ck_assert_int_ne(memcmp(state, state + row, bytes), 0);
  memcpy(state + 3 * row, state + row, bytes);
  ck_assert_int_eq(mjb_step(b, NULL, 0, 40, mjSTAGE_NONE), 0);
  ck_assert_int_eq(memcmp(state + 3 * row, state + row, bytes), 0);
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

START_TEST(unbinding_returns_to_what_the_model_says) {
  Twin t = twin_make(parse(two_links), 5, 2, _i);
  bind_odd(&t, FC_SOLVER, "pgs");
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 10, mjSTAGE_NONE);
  ck_assert_int_eq(fc_batchUnbind(t.b, NULL, 0, FC_SOLVER), 0);
  for (int i = 0; i < t.n; i++)
    fc_unbind(t.m, t.d[i], FC_SOLVER);
  ck_assert_str_eq(fc_batchBound(t.b, 1, FC_SOLVER), "newton");
  twin_step(&t, NULL, 0, 10, mjSTAGE_NONE);
  expect_rows(&t, "unbound");
  twin_delete(&t);
}
END_TEST

START_TEST(state_of_a_module_that_comes_anew_starts_as_after_a_reset) {
  mjModel* m = parse(sliding_boxes);
  mjBatch* b = make_batch(m, 3, 1, 0);
  int size;
  ck_assert_int_eq(fc_batchBind(b, NULL, 0, FC_CONTACT_MODEL, "bristle"), 0);
  ck_assert_int_eq(mjb_step(b, NULL, 0, 60, mjSTAGE_NONE), 0);
  const mjtNum* own = fc_batchModuleState(b, &size);
  mjtNum sum = 0;
  for (int i = 0; i < size; i++)
    sum += fabs(own[i]);
  ck_assert(sum > 0);
  ck_assert_int_eq(fc_batchUnbind(b, NULL, 0, FC_CONTACT_MODEL), 0);
  for (int i = 0; i < size; i++)
    ck_assert(own[i] == 0);
  ck_assert_int_eq(fc_batchBind(b, NULL, 0, FC_CONTACT_MODEL, "bristle"), 0);
  for (int i = 0; i < size; i++)
    ck_assert(own[i] == 0);
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

START_TEST(bindings_that_are_not_possible_say_why_and_change_nothing) {
  mjModel* m = parse(sliding_boxes);
  mjBatch* b = make_batch(m, 4, 2, 0);
  const int one[] = {1}, unsorted[] = {2, 1};
  ck_assert_int_lt(fc_batchBind(b, one, 1, FC_SOLVER, "newtn"), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "newtn"));
  ck_assert_int_lt(fc_batchBind(b, one, 1, FC_SOLVER, NULL), 0);
  ck_assert_int_lt(fc_batchBind(b, unsorted, 2, FC_SOLVER, "cg"), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "ids[1] is 1"));
  ck_assert_ptr_null(fc_batchBound(b, 4, FC_SOLVER));
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "there is no simulation 4"));
  mjb_state(b);
  ck_assert_int_lt(fc_batchBind(b, one, 1, FC_CONTACT_MODEL, "bristle"), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "before the rows are asked for"));
  ck_assert_str_eq(fc_batchBound(b, 1, FC_CONTACT_MODEL), "soft");
  ck_assert_int_eq(mjb_step(b, NULL, 0, 5, mjSTAGE_NONE), 0);
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- parameters

START_TEST(parameters_per_simulation_are_those_of_a_model_each) {
  Twin t = twin_make(parse(sliding_boxes), 6, 1 + _i % 2, _i / 2);
  ck_assert_int_eq(fc_batchBind(t.b, NULL, 0, FC_CONTACT_MODEL, "hunt_crossley"), 0);
  int n;
  mjtNum* stiffness = fc_batchParameter(t.b, "hunt_crossley", "stiffness", &n);
  ck_assert_msg(stiffness != NULL, "%s", fc_lastError());
  ck_assert_int_eq(n, 1);
  ck_assert_ptr_eq(fc_batchParameter(t.b, "hunt_crossley", "stiffness", NULL), stiffness);
  twin_own_models(&t);
  for (int i = 0; i < t.n; i++) {
    char text[40];
    ck_assert(stiffness[i] == 1e5);
    stiffness[i] = 1e4 * (i + 1);
    snprintf(text, sizeof text, "%.17g", stiffness[i]);
    ck_assert_int_eq(fc_setParameter(t.model[i], "hunt_crossley", "stiffness", text), 0);
    ck_assert_int_eq(fc_bind(t.model[i], t.d[i], FC_CONTACT_MODEL, "hunt_crossley"), 0);
  }
  twin_step(&t, NULL, 0, 100, mjSTAGE_NONE);
  expect_rows(&t, "another stiffness");
  ck_assert_ptr_null(fc_batchParameter(t.b, "hunt_crossley", "stifness", &n));
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "did you mean \"stiffness\""));

  // they go along when one simulation is taken out
  mjModel* one = mj_copyModel(NULL, t.m);
  mjb_getModel(t.b, 2, one);
  ck_assert(*fc_parameter(one, "hunt_crossley", "stiffness", &n) == 3e4);
  mj_deleteModel(one);
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- after a simulation has run

START_TEST(external_forces_are_an_output_when_they_are_computed_after_each_call) {
  Twin t = twin_make(parse(sliding_boxes), 5, 2, _i);
  int size;
  const mjtNum* forces = mjb_output(t.b, "cfrc_ext", &size, NULL);
  ck_assert_int_eq(fc_batchAfter(t.b, fc_batchPostConstraint, NULL), 0);
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 30, mjSTAGE_NONE);
  for (int i = 0; i < t.n; i++) {
    mj_rnePostConstraint(t.m, t.d[i]);
    ck_assert_mem_eq(forces + i * size, t.d[i]->cfrc_ext, (size_t)size * sizeof *forces);
  }
  expect_rows(&t, "a function after each call");
  ck_assert(fabs(forces[6 + 5]) > 1);
  twin_delete(&t);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("bindings");
  tcase_add_loop_test(tests, half_of_a_batch_can_use_another_solver, 0, 6);
  tcase_add_loop_test(tests, the_state_of_a_contact_model_is_at_the_end_of_the_rows, 0, 4);
  tcase_add_test(tests, a_copied_row_is_a_copied_simulation);
  tcase_add_loop_test(tests, unbinding_returns_to_what_the_model_says, 0, 2);
  tcase_add_test(tests, state_of_a_module_that_comes_anew_starts_as_after_a_reset);
  tcase_add_test(tests, bindings_that_are_not_possible_say_why_and_change_nothing);
  tcase_add_loop_test(tests, parameters_per_simulation_are_those_of_a_model_each, 0, 4);
  tcase_add_loop_test(tests, external_forces_are_an_output_when_they_are_computed_after_each_call,
                      0, 2);
  return run_case("bindings", tests);
}
