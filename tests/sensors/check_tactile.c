// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tactile sensors: golden values of the reference for tests/data/sensors/tactile.xml.

#include "tests/collision/support.h"

START_TEST(taxels_report_pressure_and_sliding) {
  static const double expected[12] = {-.6825333384652031, -.6431936484144319, -.6989403021152275,
                                      -.6637868889162255, .09875157369552828, .1074339827082527,
                                      .09445999107270713, .1031424000854315,  .01634918539909207,
                                      .03289120298525756, .01559246359274909, .03364792479160052};
  mjModel* m = mj_loadModel(TEST_SOURCE_DIR "/tests/data/sensors/tactile.mjb", NULL);
  ck_assert_ptr_nonnull(m);
  mjData* d = mj_makeData(m);
  double qvel[6] = {.1, -.2, 0, .5, 0, 0};
  memcpy(d->qvel, qvel, sizeof qvel);
  mj_forward(m, d);
  ck_assert_int_eq((int)m->nsensordata, 12);
  for (int i = 0; i < 12; i++)
    ck_assert_double_eq_tol(d->sensordata[i], expected[i], 1e-12);

  // nothing touches
  d->qpos[2] = 1;
  mj_forward(m, d);
  for (int i = 0; i < 12; i++)
    ck_assert_double_eq(d->sensordata[i], 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("tactile");
  TCase* tc = tcase_create("all");
  tcase_add_test(tc, taxels_report_pressure_and_sliding);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
