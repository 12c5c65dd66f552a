// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// After a call up to mjSTAGE_VEL a persistent batch continues the next step where the call ended:
// the position stage runs once per step instead of twice, with the same bits. Whatever could tell
// the difference switches it off.

#include <fulcrum/callbacks.h>

#include "tests/physics/batch/support.h"

static const char* const models[] = {
    "/models/humanoid/humanoid.xml", "/models/arm/arm.xml",       "models/delays.xml",
    "models/equalities.xml",         "models/chain_implicit.xml", "models/chain_rk4.xml",
    "models/inverse_discrete.xml",   "models/plugin_pid.xml",     "models/plugin_cable.xml",
    "models/plugin_touch_grid.xml",  "models/muscles.xml",        "models/sensors_contact.xml",
    "models/frictionloss.xml",       "models/actuator_laws.xml",  "corpus/flex_strain.xml"};
#define NMODEL ((int)(sizeof models / sizeof *models))

// position stages that a simulation has run so far
static int positions(const Twin* t, int sim) {
  mjData* d = mj_makeData(t->m);
  mjb_getData(t->b, sim, d);
  const int n = d->timer[mjTIMER_POSITION].number;
  mj_deleteData(d);
  return n;
}

// position stages of the next step, which is compared with the loop
static int positions_of_step(const Twin* t, int nstep, int stage, const char* what) {
  const int before = positions(t, 0);
  twin_step(t, NULL, 0, nstep, stage);
  expect_rows(t, what);
  return positions(t, 0) - before;
}

// as a control loop does: state up to velocities, controls, one step
static void set_forces(const Twin* t, int k) {
  mjtNum* force = calloc(6 * (size_t)t->m->nbody + (size_t)t->m->nv + 1, sizeof *force);
  for (int i = 0; i < t->n; i++) {
    twin_control(t, i, 0.3 * k);
    force[0] = 0.1 * i;
    twin_set(t, i, mjSTATE_QFRC_APPLIED, force);
    force[0] = 0;
    force[6 * t->m->nbody - 1] = 0.2 * k;
    twin_set(t, i, mjSTATE_XFRC_APPLIED, force);
    force[6 * t->m->nbody - 1] = 0;
  }
  free(force);
}

START_TEST(control_loops_get_the_bits_of_whole_steps) {
  for (int persistent = 0; persistent < 2; persistent++) {
    Twin t = twin_make(load_file(models[_i]), 4, 2, persistent);
    twin_scatter(&t);
    twin_step(&t, NULL, 0, 1, mjSTAGE_VEL);
    for (int k = 0; k < 60; k++) {
      set_forces(&t, k);
      twin_step(&t, NULL, 0, 1 + k % 3, mjSTAGE_VEL);
      expect_rows(&t, models[_i]);
    }
    twin_delete(&t);
  }
}
END_TEST

static Twin ready_twin(void) {
  Twin t = twin_make(parse(two_links), 3, 2, 1);
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 1, mjSTAGE_VEL);
  return t;
}

START_TEST(a_step_after_the_velocity_stage_computes_no_position_again) {
  Twin t = ready_twin();
  for (int k = 0; k < 5; k++) {
    set_forces(&t, k);
    ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "one step"), 1);
  }
  ck_assert_int_eq(positions_of_step(&t, 3, mjSTAGE_VEL, "three steps"), 3);
  // now the call ends with the step, and the next one begins at its beginning
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_NONE, "a bare step"), 0);
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_NONE, "a bare step"), 1);
  ck_assert_int_eq(mjb_forward(t.b, NULL, 0, mjSTAGE_VEL), 0);
  for (int i = 0; i < t.n; i++)
    loop_forward(t.m, t.d[i], mjSTAGE_VEL);
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_NONE, "after mjb_forward"), 0);
  ck_assert_int_eq(mjb_reset(t.b, NULL, 0, NULL, mjSTAGE_VEL), 0);
  for (int i = 0; i < t.n; i++) {
    mj_resetData(t.m, t.d[i]);
    loop_forward(t.m, t.d[i], mjSTAGE_VEL);
  }
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_NONE, "after mjb_reset"), 0);
  twin_delete(&t);
}
END_TEST

START_TEST(other_stages_do_not_prepare_a_step) {
  Twin t = ready_twin();
  for (int stage = mjSTAGE_NONE; stage <= mjSTAGE_ACC; stage++) {
    twin_step(&t, NULL, 0, 1, stage);
    const int expected = stage == mjSTAGE_VEL ? 0 : 1;
    ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_NONE, "after a stage"), expected);
  }
  twin_delete(&t);
}
END_TEST

// what is written into a row counts, except forces
START_TEST(a_changed_state_is_computed_from_its_beginning) {
  static const int forces = mjSTATE_CTRL | mjSTATE_QFRC_APPLIED | mjSTATE_XFRC_APPLIED;
  Twin t = ready_twin();
  for (int bit = 0; bit < mjNSTATE; bit++) {
    const int component = 1 << bit, size = mj_stateSize(t.m, component);
    if (!size)
      continue;
    mjtNum* value = malloc((size_t)size * sizeof *value);
    mj_getState(t.m, t.d[0], value, component);
    value[size - 1] += 1e-3;
    twin_set(&t, 0, component, value);
    free(value);
    ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "changed"), component & forces ? 1 : 2);
  }
  mjb_warning(t.b)->number++;
  t.d[0]->warning->number++;
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "another warning"), 2);
  twin_delete(&t);
}
END_TEST

// a position that is out of bounds resets the simulation as ever
START_TEST(bad_numbers_are_found_in_a_step_that_continues) {
  Twin t = ready_twin();
  mjtNum qpos[2] = {0, NAN};
  twin_set(&t, 1, mjSTATE_QPOS, qpos);
  ck_assert_int_eq(mjb_forward(t.b, NULL, 0, mjSTAGE_VEL), 0);
  for (int i = 0; i < t.n; i++)
    loop_forward(t.m, t.d[i], mjSTAGE_VEL);
  positions_of_step(&t, 1, mjSTAGE_VEL, "not a number");
  ck_assert_int_eq(mjb_warning(t.b)[mjNWARNING + mjWARN_BADQPOS].number, 1);
  positions_of_step(&t, 2, mjSTAGE_VEL, "after it");
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- what switches it off

static void damp(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nv; i++)
    d->qfrc_passive[i] -= 0.1 * d->qvel[i];
}

static int calls;

static void count_control(const mjModel* m, mjData* d) {
  (void)m;
  calls++;
  d->ctrl[0] = d->qpos[0];
}

START_TEST(callbacks_are_called_as_often_as_in_a_loop) {
  Twin t = twin_make(parse(two_links), 2, 1, 1);
  mjcb_passive = damp;
  mjcb_control = count_control;
  twin_scatter(&t);
  ck_assert_int_eq(mjb_step(t.b, NULL, 0, 1, mjSTAGE_VEL), 0);
  calls = 0;
  ck_assert_int_eq(mjb_step(t.b, NULL, 0, 3, mjSTAGE_VEL), 0);
  const int batch = calls;
  calls = 0;
  for (int i = 0; i < t.n; i++) {
    loop_step(t.m, t.d[i], 1, mjSTAGE_VEL);
    calls = i ? calls : 0;
  }
  calls = 0;
  for (int i = 0; i < t.n; i++)
    loop_step(t.m, t.d[i], 3, mjSTAGE_VEL);
  ck_assert_int_eq(batch, calls);
  expect_rows(&t, "with callbacks");
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "with callbacks"), 2);
  mjcb_control = NULL;
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "with a passive force"), 2);
  // the velocity stage above has the force of the callback in it
  mjcb_passive = NULL;
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "just removed"), 2);
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "without"), 1);
  twin_delete(&t);
}
END_TEST

START_TEST(callbacks_of_the_batch_switch_it_off) {
  Twin t = ready_twin();
  const FcCallbacks own = {.size = sizeof own, .passive = damp};
  ck_assert_int_eq(fc_batchCallbacks(t.b, &own), 0);
  for (int i = 0; i < t.n; i++)
    fc_setCallbacks(t.d[i], &own);
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "with callbacks"), 2);
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "with callbacks"), 2);
  ck_assert_int_eq(fc_batchCallbacks(t.b, NULL), 0);
  for (int i = 0; i < t.n; i++)
    fc_setCallbacks(t.d[i], NULL);
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "just removed"), 2);
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "removed"), 1);
  twin_delete(&t);
}
END_TEST

static void look(const mjModel* m, mjData* d, int sim, void* arg) {
  (void)m;
  (void)sim;
  (void)arg;
  d->qvel[0] += 1;
  d->xpos[5] = 3;
}

START_TEST(a_function_in_between_switches_it_off) {
  Twin t = ready_twin();
  ck_assert_int_eq(mjb_apply(t.b, NULL, 0, look, NULL, 0), 0);
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "after mjb_apply"), 3 - 1);
  const int one = 0;
  ck_assert_int_eq(mjb_rollout(t.b, &one, 1, 1, NULL, 0, NULL, 0), 0);
  loop_step(t.m, t.d[0], 1, mjSTAGE_NONE);
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "after mjb_rollout"), 2);
  mjModel* other = mj_copyModel(NULL, t.m);
  other->body_mass[1] *= 2;
  const mjModel* list[] = {other, other, other};
  mjb_setModels(t.b, list);
  mjModel* own = t.m;
  for (int i = 0; i < t.n; i++)
    t.model[i] = other;
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "with other models"), 2);
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "with other models"), 2);
  mjb_setModels(t.b, NULL);
  for (int i = 0; i < t.n; i++)
    t.model[i] = own;
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "with the own model again"), 2);
  mj_deleteModel(other);
  mjtNum* mass = mjb_expand(t.b, "body_mass", NULL, NULL);
  ck_assert_ptr_nonnull(mass);
  ck_assert_int_eq(positions_of_step(&t, 1, mjSTAGE_VEL, "with fields per simulation"), 2);
  twin_delete(&t);
}
END_TEST

// an integrator that evaluates the dynamics itself begins at the beginning
START_TEST(runge_kutta_does_not_continue) {
  mjModel* m = parse(two_links);
  m->opt.integrator = mjINT_RK4;
  Twin t = twin_make(m, 2, 1, 1);
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 1, mjSTAGE_VEL);
  ck_assert_int_gt(positions_of_step(&t, 1, mjSTAGE_VEL, "RK4"), 2);
  twin_delete(&t);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("continue");
  mju_user_warning = ignore_warning;
  tcase_add_loop_test(tests, control_loops_get_the_bits_of_whole_steps, 0, NMODEL);
  tcase_add_test(tests, a_step_after_the_velocity_stage_computes_no_position_again);
  tcase_add_test(tests, other_stages_do_not_prepare_a_step);
  tcase_add_test(tests, a_changed_state_is_computed_from_its_beginning);
  tcase_add_test(tests, bad_numbers_are_found_in_a_step_that_continues);
  tcase_add_test(tests, callbacks_are_called_as_often_as_in_a_loop);
  tcase_add_test(tests, callbacks_of_the_batch_switch_it_off);
  tcase_add_test(tests, a_function_in_between_switches_it_off);
  tcase_add_test(tests, runge_kutta_does_not_continue);
  return run_case("batch continuation", tests);
}
