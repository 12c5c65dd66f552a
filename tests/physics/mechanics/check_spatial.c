// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Spatial algebra in registers rounds like that of <fulcrum/math_spatial.h>.

#include "core/physics/mechanics/spatial.h"
#include "tests/support.h"

enum { NCASE = 2000 };

static void assert_same(const Spatial* vec, const mjtNum expected[6]) {
  mjtNum found[7] = {0, 0, 0, 0, 0, 0, 9};
  spatial_store(found, vec);
  for (int i = 0; i < 6; i++)
    ck_assert_msg(found[i] == expected[i], "%d: %.17g, expected %.17g", i, (double)found[i],
                  (double)expected[i]);
  ck_assert_double_eq(found[6], 9);
}

static void random_spatial(Spatial* res, mjtNum vec[6]) {
  fill_noise(vec, 6);
  spatial_load(res, vec);
}

START_TEST(sums_are_the_same) {
  for (int i = 0; i < NCASE; i++) {
    mjtNum a[6], b[6];
    Spatial x, y;
    random_spatial(&x, a);
    random_spatial(&y, b);
    assert_same(&x, a);
    fc_addTo6(a, b);
    spatial_add(&x, &y);
    assert_same(&x, a);
    fc_addToScl6(a, b, b[0]);
    spatial_add_scaled(&x, &y, b[0]);
    assert_same(&x, a);
  }
}
END_TEST

START_TEST(cross_products_are_the_same) {
  for (int i = 0; i < NCASE; i++) {
    mjtNum vel[6], vec[6], sum[6], expected[6];
    Spatial v, x, y;
    random_spatial(&v, vel);
    random_spatial(&x, vec);
    fc_crossMotion(expected, vel, vec);
    spatial_cross_motion(&y, &v, &x);
    assert_same(&y, expected);
    random_spatial(&y, sum);
    fc_crossForce(expected, vel, vec);
    fc_addTo6(expected, sum);
    spatial_add_cross_force(&y, &v, &x);
    assert_same(&y, expected);
  }
}
END_TEST

START_TEST(momenta_are_the_same) {
  for (int i = 0; i < NCASE; i++) {
    mjtNum inert[10], vec[6], expected[6];
    Inertia inertia;
    Spatial v, f;
    fill_noise(inert, 10);
    random_spatial(&v, vec);
    inertia_load(&inertia, inert);
    inertia_times(&f, &inertia, &v);
    fc_mulInertVec(expected, inert, vec);
    assert_same(&f, expected);
  }
}
END_TEST

int main(void) {
  Suite* suite = suite_create("spatial");
  TCase* tc = tcase_create("spatial");
  tcase_add_test(tc, sums_are_the_same);
  tcase_add_test(tc, cross_products_are_the_same);
  tcase_add_test(tc, momenta_are_the_same);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
