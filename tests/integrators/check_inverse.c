// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Inverse dynamics undo forward dynamics, in continuous and in discrete time.

#include "tests/dynamics/support.h"

static const char* const arm =
    "<mujoco><option timestep='0.01'><flag invdiscrete='enable'/></option><worldbody>"
    "<body pos='0 0 1'><joint name='h' axis='0 1 0' damping='0.5'/>"
    "<geom type='capsule' fromto='0 0 0 0.4 0 0' size='0.05' mass='1'/><body pos='0.4 0 0'>"
    "<joint axis='0 1 0' damping='0.2'/><geom size='0.06' pos='.2 0 0' mass='0.5'/></body></body>"
    "</worldbody><actuator><position joint='h' kp='5' kv='0.3'/></actuator></mujoco>";

static void start(mjData* d) {
  SET(d->qpos, 0.45, 0.25);
  SET(d->qvel, 0.3, -0.7);
}

START_TEST(inverse_of_a_given_acceleration_is_as_recorded) {
  static const mjtNum expected[4][2] = {{-4.0111844893010442, -0.87538303460434097},
                                        {0, 0},
                                        {-4.0082042816177843, -0.8753236576541199},
                                        {-4.0081844893010441, -0.87538303460434097}};
  mjModel* m = model_of(arm);
  mjData* d = mj_makeData(m);
  start(d);
  SET(d->qacc, 1, -2);
  m->opt.integrator = _i;
  if (_i == mjINT_RK4)
    m->opt.enableflags = 0;
  mj_inverse(m, d);
  if (_i == mjINT_RK4)
    ASSERT_VALUES(d->qfrc_inverse, -4.0161844893010441, -0.87138303460434097);
  else
    assert_close("qfrc_inverse", d->qfrc_inverse, expected[_i], 2, 1e-13);
  ASSERT_VALUES(d->qacc, 1, -2);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(discrete_inverse_of_a_step_is_the_actuator_force) {
  mjModel* m = model_of(arm);
  mjData* d = mj_makeData(m);
  m->opt.integrator = _i;
  start(d);
  d->ctrl[0] = 0.2;
  mj_step(m, d);
  mjtNum change[2] = {(d->qvel[0] - 0.3) / 0.01, (d->qvel[1] + 0.7) / 0.01};
  if (_i == mjINT_EULER)
    ASSERT_VALUES(change, 5.3921342278490494, 25.031438246301558);
  start(d);
  memcpy(d->qacc, change, sizeof change);
  mj_inverse(m, d);
  mjtNum expected[2] = {-1.34, 0};
  assert_close("qfrc_inverse", d->qfrc_inverse, expected, 2, 1e-11);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

static const char* const names[] = {"chain_euler",   "tendons", "frictionloss", "equalities",
                                    "actuator_laws", "fluid",   "gravcomp"};

START_TEST(inverse_of_forward_is_the_applied_force) {
  mjModel* m = model_named(names[_i]);
  mjData* d = mj_makeData(m);
  m->opt.tolerance = 0;
  m->opt.iterations = 100;
  for (int i = 0; i < 5; i++)
    mj_step(m, d);
  fill_noise(d->ctrl, (int)m->nu);
  fill_noise(d->qfrc_applied, (int)m->nv);
  fill_noise(d->xfrc_applied + 6, 6 * ((int)m->nbody - 1));
  mj_forward(m, d);
  mjtNum* applied = calloc((size_t)m->nv + 1, sizeof *applied);
  mju_add(applied, d->qfrc_applied, d->qfrc_actuator, (int)m->nv);
  for (int b = 1; b < m->nbody; b++) {
    const mjtNum* wrench = d->xfrc_applied + 6 * b;
    mj_applyFT(m, d, wrench, wrench + 3, d->xipos + 3 * b, b, applied);
  }
  mj_inverse(m, d);
  assert_close(names[_i], d->qfrc_inverse, applied, m->nv, 1e-8);
  free(applied);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(comparison_of_forward_and_inverse_is_small_and_changes_nothing) {
  mjModel* m = model_named("frictionloss");
  mjData *d = mj_makeData(m), *e = mj_makeData(m);
  for (int i = 0; i < 60; i++) {
    m->opt.enableflags = 0;
    mj_step(m, e);
    m->opt.enableflags = mjENBL_FWDINV;
    mj_step(m, d);
    ck_assert_int_gt(d->nefc, 0);
    assert_near(d->solver_fwdinv[0], 0, 1e-6);
    assert_near(d->solver_fwdinv[1], 0, 1e-3);
  }
  ck_assert(d->solver_fwdinv[1] > 0);
  ck_assert_mem_eq(d->qpos, e->qpos, (size_t)m->nq * sizeof(mjtNum));
  ck_assert_mem_eq(d->efc_force, e->efc_force, (size_t)d->nefc * sizeof(mjtNum));
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("inverse dynamics");
  TCase* tc = tcase_create("inverse");
  tcase_add_loop_test(tc, inverse_of_a_given_acceleration_is_as_recorded, 0, 4);
  tcase_add_loop_test(tc, discrete_inverse_of_a_step_is_the_actuator_force, 0, 1);
  tcase_add_loop_test(tc, discrete_inverse_of_a_step_is_the_actuator_force, 2, 4);
  tcase_add_loop_test(tc, inverse_of_forward_is_the_applied_force, 0,
                      (int)(sizeof names / sizeof *names));
  tcase_add_test(tc, comparison_of_forward_and_inverse_is_small_and_changes_nothing);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
