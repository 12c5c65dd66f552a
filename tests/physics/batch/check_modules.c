// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Modules that differ from simulation to simulation: bindings with and without state, parameters,
// callbacks, and functions after a step. Each equals a loop whose mjData are changed by the
// functions for one simulation.

#include <stdatomic.h>

#include "tests/physics/batch/support.h"

#define NSIM 7

// a ball that slides on the floor, and one that comes to rest on it
static const char sliders[] =
    "<mujoco><option timestep='.002'/><size nuserdata='2'/><worldbody>"
    "<geom name='floor' type='plane' size='5 5 .1' friction='.6'/>"
    "<body pos='0 0 .099'><freejoint/><geom type='sphere' size='.1'/></body>"
    "<body pos='1 0 .149'><freejoint/><geom type='box' size='.1 .15 .15'/></body>"
    "</worldbody></mujoco>";

// loop tests: 1 and 3 threads, not persistent and persistent
static int threads(int i) { return i % 2 ? 3 : 1; }
static int persistent(int i) { return i / 2; }

static Twin sliding_twin(int i) {
  return twin_make(parse(sliders), NSIM, threads(i), persistent(i));
}

static const int even[] = {0, 2, 4, 6};

static void bind_both(const Twin* t, const int* ids, int nid, FcKind kind, const char* name) {
  ck_assert_msg(fc_batchBind(t->b, ids, nid, kind, name) == 0, "%s", fc_lastError());
  for (int k = 0; k < (ids ? nid : t->n); k++) {
    const int i = ids ? ids[k] : k;
    ck_assert_msg(fc_bind(t->m, t->d[i], kind, name) == 0, "%s", fc_lastError());
  }
}

static void unbind_both(const Twin* t, const int* ids, int nid, FcKind kind) {
  ck_assert_msg(fc_batchUnbind(t->b, ids, nid, kind) == 0, "%s", fc_lastError());
  for (int k = 0; k < nid; k++)
    ck_assert_msg(fc_unbind(t->m, t->d[ids[k]], kind) == 0, "%s", fc_lastError());
}

// velocities along the floor, so that bristles bend
static void push(const Twin* t) {
  for (int i = 0; i < t->n; i++) {
    mjtNum qvel[12] = {0.3 + 0.05 * i, 0.02 * i, 0, 0, 0, 0, 0.1 * i, 0.2, 0, 0, 0, 0.1};
    twin_set(t, i, mjSTATE_QVEL, qvel);
  }
}

static mjtNum largest_module_state(const Twin* t, int sim) {
  int size;
  const mjtNum* own = fc_batchModuleState(t->b, &size);
  mjtNum largest = 0;
  for (int k = 0; k < size; k++)
    largest = fmax(largest, fabs(own[(size_t)sim * (size_t)mjb_nstate(t->b) + (size_t)k]));
  return largest;
}

// ---------------------------------------------------------------- bindings

START_TEST(solvers_differ) {
  Twin t = sliding_twin(_i);
  const int nstate = mjb_nstate(t.b);
  bind_both(&t, even, 4, FC_SOLVER, "cg");
  ck_assert_int_eq(mjb_nstate(t.b), nstate);
  for (int i = 0; i < NSIM; i++)
    ck_assert_str_eq(fc_batchBound(t.b, i, FC_SOLVER), fc_bound(t.m, t.d[i], FC_SOLVER));
  ck_assert_str_ne(fc_batchBound(t.b, 0, FC_SOLVER), fc_batchBound(t.b, 1, FC_SOLVER));
  push(&t);
  twin_step(&t, NULL, 0, 30, mjSTAGE_ACC);
  expect_rows(&t, "half of them with cg");
  // rows are exposed now; without state of modules bindings may still change
  unbind_both(&t, even, 2, FC_SOLVER);
  bind_both(&t, even + 3, 1, FC_SOLVER, "newton");
  for (int i = 0; i < NSIM; i++)
    ck_assert_str_eq(fc_batchBound(t.b, i, FC_SOLVER), fc_bound(t.m, t.d[i], FC_SOLVER));
  twin_step(&t, NULL, 0, 30, mjSTAGE_ACC);
  expect_rows(&t, "rebound");
  // bindings last through resets
  ck_assert_int_eq(mjb_reset(t.b, NULL, 0, NULL, mjSTAGE_NONE), 0);
  ck_assert_str_eq(fc_batchBound(t.b, 4, FC_SOLVER), "cg");
  twin_delete(&t);
}
END_TEST

START_TEST(contact_models_with_state_differ) {
  Twin t = sliding_twin(_i);
  const int nstate = mjb_nstate(t.b);
  int size;
  bind_both(&t, even, 4, FC_CONTACT_MODEL, "bristle");
  ck_assert_int_gt(mjb_nstate(t.b), nstate);
  ck_assert_ptr_nonnull(fc_batchModuleState(t.b, &size));
  ck_assert_int_eq(mjb_nstate(t.b), nstate + size);
  push(&t);
  for (int k = 0; k < 4; k++) {
    twin_step(&t, NULL, 0, 15, k);
    expect_rows(&t, "half of them with bristles");
    for (int i = 0; i < NSIM; i++)
      expect_modules(&t, i);
  }
  ck_assert(largest_module_state(&t, 2) > 0);
  ck_assert(largest_module_state(&t, 3) == 0);
  // back to the common contact model, whose simulations have no state of modules
  unbind_both(&t, even + 1, 1, FC_CONTACT_MODEL);
  twin_step(&t, NULL, 0, 15, mjSTAGE_ACC);
  expect_rows(&t, "unbound");
  expect_modules(&t, 2);
  ck_assert(largest_module_state(&t, 2) == 0);
  ck_assert(largest_module_state(&t, 4) > 0);
  twin_delete(&t);
}
END_TEST

// A row is the whole state: the copy goes on like the original.
START_TEST(a_row_copies_the_state_of_modules) {
  Twin t = sliding_twin(_i);
  bind_both(&t, even, 4, FC_CONTACT_MODEL, "bristle");
  const size_t bytes = (size_t)mjb_nstate(t.b) * sizeof(mjtNum);
  push(&t);
  twin_step(&t, NULL, 0, 40, mjSTAGE_ACC);
  ck_assert_int_ne(memcmp(twin_row(&t, 0), twin_row(&t, 6), bytes), 0);
  memcpy(twin_row(&t, 6), twin_row(&t, 0), bytes);
  twin_step(&t, even, 3, 20, mjSTAGE_ACC);
  ck_assert_int_eq(mjb_step(t.b, even + 3, 1, 20, mjSTAGE_ACC), 0);
  ck_assert_mem_eq(twin_row(&t, 6), twin_row(&t, 0), bytes);
  expect_row(&t, 0, "original");
  expect_modules(&t, 0);
  // without that part the next step is another one
  int size;
  const size_t nstate = (size_t)mjb_nstate(t.b);
  mjtNum* own = fc_batchModuleState(t.b, &size);
  push(&t);
  memcpy(twin_row(&t, 6), twin_row(&t, 0), bytes);
  memset(own + 6 * nstate, 0, (size_t)size * sizeof *own);
  ck_assert_int_eq(mjb_step(t.b, NULL, 0, 3, mjSTAGE_ACC), 0);
  ck_assert_int_ne(memcmp(twin_row(&t, 6), twin_row(&t, 0), bytes), 0);
  twin_delete(&t);
}
END_TEST

START_TEST(wrong_bindings_change_nothing) {
  Twin t = sliding_twin(_i);
  const int outside[] = {NSIM}, unsorted[] = {2, 1};
  ck_assert_int_lt(fc_batchBind(t.b, NULL, 0, FC_SOLVER, "acme.unknown"), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "acme.unknown"));
  ck_assert_int_lt(fc_batchBind(t.b, NULL, 0, FC_SOLVER, NULL), 0);
  ck_assert_int_lt(fc_batchBind(t.b, outside, 1, FC_SOLVER, "cg"), 0);
  ck_assert_int_lt(fc_batchUnbind(t.b, unsorted, 2, FC_SOLVER), 0);
  ck_assert_ptr_null(fc_batchBound(t.b, -1, FC_SOLVER));
  ck_assert_ptr_null(fc_batchBound(t.b, NSIM, FC_SOLVER));
  // the rows are known to the program and cannot become longer
  const int nstate = mjb_nstate(t.b);
  const mjtNum* rows = mjb_state(t.b);
  ck_assert_int_lt(fc_batchBind(t.b, even, 4, FC_CONTACT_MODEL, "bristle"), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "before the rows are asked for"));
  ck_assert_int_eq(mjb_nstate(t.b), nstate);
  ck_assert_ptr_eq(mjb_state(t.b), rows);
  for (int i = 0; i < NSIM; i++) {
    ck_assert_str_eq(fc_batchBound(t.b, i, FC_SOLVER), fc_bound(t.m, t.d[i], FC_SOLVER));
    ck_assert_str_eq(fc_batchBound(t.b, i, FC_CONTACT_MODEL),
                     fc_bound(t.m, t.d[i], FC_CONTACT_MODEL));
  }
  push(&t);
  twin_step(&t, NULL, 0, 10, mjSTAGE_ACC);
  expect_rows(&t, "after wrong bindings");
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- parameters

START_TEST(parameters_differ) {
  Twin t = sliding_twin(_i);
  int n = 0;
  bind_both(&t, NULL, 0, FC_CONTACT_MODEL, "hunt_crossley");
  mjtNum* stiffness = fc_batchParameter(t.b, "hunt_crossley", "stiffness", &n);
  ck_assert_msg(stiffness != NULL, "%s", fc_lastError());
  ck_assert_int_eq(n, 1);
  ck_assert_ptr_eq(fc_batchParameter(t.b, "hunt_crossley", "stiffness", NULL), stiffness);
  twin_own_models(&t);
  for (int i = 0; i < NSIM; i++) {
    char value[40];
    ck_assert(stiffness[i] == *fc_parameter(t.m, "hunt_crossley", "stiffness", &n));
    snprintf(value, sizeof value, "%d", 200000 + 30000 * i);
    stiffness[i] = 200000 + 30000 * i;
    ck_assert_int_eq(fc_setParameter(t.model[i], "hunt_crossley", "stiffness", value), 0);
  }
  push(&t);
  twin_step(&t, NULL, 0, 40, mjSTAGE_ACC);
  expect_rows(&t, "parameters");
  ck_assert(twin_component(&t, 0, mjSTATE_QPOS)[9] != twin_component(&t, 5, mjSTATE_QPOS)[9]);
  ck_assert_ptr_null(fc_batchParameter(t.b, "hunt_crossley", "stifness", NULL));
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "stifness"));
  ck_assert_ptr_null(fc_batchParameter(t.b, "acme.unknown", "stiffness", NULL));
  ck_assert_ptr_null(fc_batchParameter(t.b, NULL, "stiffness", NULL));
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- callbacks, functions afterwards

static void wind(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nv; i++)
    d->qfrc_passive[i] += 0.3 * sin(d->time * 40 + i) - 0.2 * d->qvel[i];
}

START_TEST(callbacks_serve_all_simulations) {
  Twin t = sliding_twin(_i);
  FcCallbacks own = {.size = sizeof own, .passive = wind};
  // bindings made before and after keep them
  bind_both(&t, even, 2, FC_SOLVER, "cg");
  ck_assert_int_eq(fc_batchCallbacks(t.b, &own), 0);
  for (int i = 0; i < NSIM; i++)
    ck_assert_int_eq(fc_setCallbacks(t.d[i], &own), 0);
  bind_both(&t, even + 3, 1, FC_SOLVER, "pgs");
  push(&t);
  twin_step(&t, NULL, 0, 20, mjSTAGE_ACC);
  expect_rows(&t, "callbacks");
  ck_assert_int_eq(fc_batchCallbacks(t.b, NULL), 0);
  for (int i = 0; i < NSIM; i++)
    ck_assert_int_eq(fc_setCallbacks(t.d[i], NULL), 0);
  twin_step(&t, NULL, 0, 20, mjSTAGE_ACC);
  expect_rows(&t, "without callbacks");
  twin_delete(&t);
}
END_TEST

START_TEST(contact_forces_are_outputs_after_a_step) {
  Twin t = sliding_twin(_i);
  int size;
  const mjtNum* force = mjb_output(t.b, "cfrc_ext", &size, NULL);
  ck_assert_ptr_nonnull(force);
  ck_assert_int_eq(size, 6 * (int)t.m->nbody);
  ck_assert_int_eq(fc_batchAfter(t.b, fc_batchPostConstraint, NULL), 0);
  push(&t);
  twin_step(&t, NULL, 0, 25, mjSTAGE_ACC);
  for (int i = 0; i < NSIM; i++) {
    mj_rnePostConstraint(t.m, t.d[i]);
    ck_assert_mem_eq(force + i * size, t.d[i]->cfrc_ext, (size_t)size * sizeof *force);
    ck_assert(fabs(force[i * size + 6 + 5]) > 0);
  }
  expect_rows(&t, "forces");
  twin_delete(&t);
}
END_TEST

static void disturb(const mjModel* m, mjData* d, int sim, void* arg) {
  (void)m;
  atomic_fetch_add((atomic_int*)arg, 1);
  d->qacc[0] = 100 + sim;
  d->qvel[0] = 1e3;
  d->userdata[0] = 5;
}

START_TEST(what_a_function_afterwards_changes_of_the_state_is_not_kept) {
  Twin t = sliding_twin(_i);
  atomic_int ncall = 0;
  int size;
  const mjtNum* qacc = mjb_output(t.b, "qacc", &size, NULL);
  ck_assert_int_eq(fc_batchAfter(t.b, disturb, &ncall), 0);
  push(&t);
  twin_step(&t, NULL, 0, 5, mjSTAGE_ACC);
  ck_assert_int_eq(atomic_load(&ncall), NSIM);
  for (int i = 0; i < NSIM; i++)
    ck_assert(qacc[i * size] == 100 + i);
  expect_rows(&t, "disturbed");
  twin_step(&t, NULL, 0, 5, mjSTAGE_ACC);
  expect_rows(&t, "disturbed again");
  ck_assert_int_eq(fc_batchAfter(t.b, NULL, NULL), 0);
  twin_step(&t, NULL, 0, 5, mjSTAGE_ACC);
  ck_assert_int_eq(atomic_load(&ncall), 2 * NSIM);
  ck_assert(qacc[0] != 100);
  twin_delete(&t);
}
END_TEST

// a box on a slope keeps a state in every contact
static const char sliding_boxes[] =
    "<mujoco><option timestep='.002'/><worldbody>"
    "<geom type='plane' size='5 5 .1' euler='0 8 0'/>"
    "<body pos='0 0 .12'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='1 0 -.02'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "</worldbody></mujoco>";

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

int main(void) {
  TCase* tests = tcase_create("modules");
  tcase_add_loop_test(tests, solvers_differ, 0, 4);
  tcase_add_loop_test(tests, contact_models_with_state_differ, 0, 4);
  tcase_add_loop_test(tests, a_row_copies_the_state_of_modules, 0, 4);
  tcase_add_test(tests, state_of_a_module_that_comes_anew_starts_as_after_a_reset);
  tcase_add_loop_test(tests, wrong_bindings_change_nothing, 0, 4);
  tcase_add_loop_test(tests, parameters_differ, 0, 4);
  tcase_add_loop_test(tests, callbacks_serve_all_simulations, 0, 4);
  tcase_add_loop_test(tests, contact_forces_are_outputs_after_a_step, 0, 4);
  tcase_add_loop_test(tests, what_a_function_afterwards_changes_of_the_state_is_not_kept, 0, 4);
  return run_case("batch modules", tests);
}
