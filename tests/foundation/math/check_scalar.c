// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Muscles, pyramids, springs, scalar functions, random numbers, sorting, names.

#include "suite.h"

static const mjtNum muscle[9] = {.75, 1.05, -1, 200, .5, 1.6, 1.5, 1.3, 1.2};
static const mjtNum range[2] = {.7, 1.3};

START_TEST(muscle_force_at_documented_points) {
  ck_assert_double_eq_tol(mju_muscleGain(.9, 0, range, 10, muscle), -16.4, 1e-12);
  ck_assert_double_eq_tol(mju_muscleGain(.9, -.3, range, 10, muscle), -13.284, 1e-12);
  ck_assert_double_eq_tol(mju_muscleGain(.9, .2, range, 10, muscle), -18.2222222222222, 1e-12);
  ck_assert_double_eq_tol(mju_muscleBias(1.5, range, 10, muscle), -3.25, 1e-12);
  ck_assert_double_eq_tol(mju_muscleBias(1.7, range, 10, muscle), -9.02777777777778, 1e-12);
}
END_TEST

START_TEST(muscle_force_is_continuous_and_peaks_at_the_optimal_length) {
  mjtNum step = (mjtNum)1e-4, last_gain = 0, last_bias = 0, peak = 0;
  for (int i = 0; i < 30000; i++) {
    mjtNum len = (mjtNum)i * step;
    mjtNum gain = mju_muscleGain(len, 0, range, 10, muscle);
    mjtNum bias = mju_muscleBias(len, range, 10, muscle);
    ck_assert(gain <= 0 && bias <= 0);
    ck_assert(i == 0 || fabs((double)(gain - last_gain)) < 0.05);
    ck_assert(i == 0 || fabs((double)(bias - last_bias)) < 0.05);
    last_gain = gain;
    last_bias = bias;
    peak = mju_min(peak, gain);
  }
  // scale / acc0, whatever the length
  ck_assert_double_eq_tol(peak, -20, 1e-3);

  // force over velocity: nothing at full shortening speed, fvmax at most
  mjtNum rest = mju_muscleGain(1, 0, range, 10, muscle);
  ck_assert(mju_muscleGain(1, -4, range, 10, muscle) == 0);
  ck_assert_double_eq_tol(mju_muscleGain(1, 9, range, 10, muscle) / rest, 1.2, 1e-12);
}
END_TEST

START_TEST(given_muscle_force_ignores_acc0) {
  mjtNum prm[9];
  mju_copy(prm, muscle, 9);
  prm[2] = 300;
  ck_assert(mju_muscleGain(1, 0, range, 1, prm) == mju_muscleGain(1, 0, range, 50, prm));
}
END_TEST

START_TEST(muscle_activation_at_documented_points) {
  const mjtNum hard[3] = {.01, .04, 0}, smooth[3] = {.01, .04, .2};
  ck_assert_double_eq_tol(mju_muscleDynamics(.8, .3, hard), 52.6315789473684, 1e-11);
  ck_assert_double_eq_tol(mju_muscleDynamics(.2, .3, hard), -2.375, 1e-12);
  ck_assert_double_eq_tol(mju_muscleDynamics(2, 1.5, hard), -25, 1e-12);
  ck_assert_double_eq_tol(mju_muscleDynamics(.6, .55, smooth), 3.3325739577570141, 1e-12);
  ck_assert_double_eq_tol(mju_muscleDynamics(2, -.5, smooth), 299.99999999999972, 1e-9);
  ck_assert_double_eq_tol(mju_muscleDynamics(.1, 1.4, smooth), -64.999999999999986, 1e-11);
}
END_TEST

START_TEST(pyramid_encoding_is_undone_by_decoding_inside_the_cone) {
  const mjtNum mu[5] = {.8, .6, .02, .01, .01};
  mjtNum force[6] = {10, .5, -1, .01, .005, -.01}, edges[10], back[6];
  for (int dim = 3; dim <= 6; dim++) {
    mju_encodePyramid(edges, force, mu, dim);
    mju_decodePyramid(back, edges, mu, dim);
    ck_assert_near(back, force, dim, 1e-14);
  }
  mju_decodePyramid(back, force, mu, 1);
  ck_assert(back[0] == force[0]);

  // outside the force is cut from above only
  const mjtNum outside[3] = {2, 5, -9};
  mju_encodePyramid(edges, outside, mu, 3);
  mju_decodePyramid(back, edges, mu, 3);
  ck_assert_double_eq_tol(back[1], .8, 1e-15);
  ck_assert_double_eq_tol(back[2], -9, 1e-14);
}
END_TEST

START_TEST(spring_damper_solves_its_differential_equation) {
  ck_assert_double_eq_tol(mju_springDamper(1, .5, 100, 4, .1), .62966022574337388, 1e-14);
  ck_assert_double_eq_tol(mju_springDamper(1, .5, 4, 4, .1), 1.0234134413474774, 1e-14);
  ck_assert_double_eq_tol(mju_springDamper(1, .5, 1, 10, .1), 1.027878287393529, 1e-14);

  // x'' + b x' + k x = 0 by differences, in all three regimes
  const double k[3] = {9, 4, 1}, h = 1e-4;
  for (int i = 0; i < 3; i++) {
    double x = (double)mju_springDamper(1, -2, k[i], 4, .3);
    double before = (double)mju_springDamper(1, -2, k[i], 4, (mjtNum)(.3 - h));
    double after = (double)mju_springDamper(1, -2, k[i], 4, (mjtNum)(.3 + h));
    double acc = (before - 2 * x + after) / (h * h), vel = (after - before) / (2 * h);
    ck_assert_double_eq_tol(acc + 4 * vel + k[i] * x, 0, 1e-5);
    ck_assert_double_eq_tol((double)mju_springDamper(1, -2, k[i], 4, 0), 1, 1e-15);
  }
}
END_TEST

START_TEST(min_max_and_clip_treat_undefined_numbers_as_documented) {
  mjtNum nan = (mjtNum)NAN;
  ck_assert(mju_min(1, 2) == 1 && mju_min(2, 1) == 1 && mju_max(1, 2) == 2 && mju_max(2, 1) == 2);
  ck_assert(mju_min(nan, 1) == 1 && mju_max(nan, 1) == 1);
  ck_assert(isnan(mju_min(1, nan)) && isnan(mju_max(1, nan)) && isnan(mju_clip(nan, 0, 1)));
  ck_assert(mju_clip(-1, 0, 1) == 0 && mju_clip(.5, 0, 1) == .5 && mju_clip(3, 0, 1) == 1);
  ck_assert(mju_sign(-3) == -1 && mju_sign(0) == 0 && mju_sign(2) == 1);
}
END_TEST

START_TEST(halves_are_rounded_up) {
  ck_assert_int_eq(mju_round(-1.5), -1);
  ck_assert_int_eq(mju_round(-.5), 0);
  ck_assert_int_eq(mju_round(.5), 1);
  ck_assert_int_eq(mju_round(2.5), 3);
  ck_assert_int_eq(mju_round(-2.6), -3);
  ck_assert_int_eq(mju_round(7), 7);
}
END_TEST

START_TEST(bad_numbers_are_undefined_or_larger_than_the_limit) {
  ck_assert(!mju_isBad(0) && !mju_isBad(1e10) && !mju_isBad(-1e10));
  ck_assert(mju_isBad(1.0001e10) && mju_isBad(-1.0001e10));
  ck_assert(mju_isBad((mjtNum)NAN) && mju_isBad((mjtNum)INFINITY));
}
END_TEST

START_TEST(sigmoid_is_a_smooth_step) {
  ck_assert(mju_sigmoid(-1) == 0 && mju_sigmoid(0) == 0 && mju_sigmoid(1) == 1);
  ck_assert(mju_sigmoid(2) == 1 && mju_sigmoid(.25) == .103515625 && mju_sigmoid(.5) == .5);
  ck_assert_double_eq_tol(mju_sigmoid(.3) + mju_sigmoid(.7), 1, 1e-15);
}
END_TEST

START_TEST(halton_numbers_are_mirrored_digits) {
  const double expected[6] = {0, 1. / 3, 2. / 3, 1. / 9, 4. / 9, 7. / 9};
  for (int i = 0; i < 6; i++)
    ck_assert_double_eq_tol(mju_Halton(i, 3), expected[i], 1e-15);
  ck_assert(mju_Halton(-5, 2) == 0);
  ck_assert(mju_Halton(6, 2) == .375);
}
END_TEST

START_TEST(normal_numbers_have_mean_zero_and_variance_one) {
  double sum = 0, squares = 0, mixed = 0;
  enum { COUNT = 20000 };
  srand(7);
  for (int i = 0; i < COUNT; i++) {
    mjtNum y, x = mju_standardNormal(&y);
    sum += x + y;
    squares += x * x + y * y;
    mixed += x * y;
  }
  ck_assert_double_eq_tol(sum / (2 * COUNT), 0, 0.02);
  ck_assert_double_eq_tol(squares / (2 * COUNT), 1, 0.03);
  ck_assert_double_eq_tol(mixed / COUNT, 0, 0.03);
  mju_standardNormal(NULL);
}
END_TEST

START_TEST(conversions_keep_values) {
  const float f[3] = {1.5f, -2, 0.25f};
  const double d[3] = {1e-3, 2, -7};
  mjtNum n[3];
  float f2[3];
  double d2[3];
  mju_f2n(n, f, 3);
  mju_n2f(f2, n, 3);
  ck_assert(memcmp(f, f2, sizeof f) == 0);
  mju_d2n(n, d, 3);
  mju_n2d(d2, n, 3);
  ck_assert_near(d, d2, 3, 1e-7);
}
END_TEST

START_TEST(insertion_sort_orders_numbers) {
  mjtNum x[50];
  int k[50];
  for (int n = 0; n <= 50; n += 7) {
    for (int i = 0; i < n; i++) {
      x[i] = noise();
      k[i] = random_below(10);
    }
    mju_insertionSort(x, n);
    mju_insertionSortInt(k, n);
    for (int i = 1; i < n; i++)
      ck_assert(x[i - 1] <= x[i] && k[i - 1] <= k[i]);
  }
}
END_TEST

START_TEST(every_object_type_has_a_name_that_leads_back) {
  for (int type = 1; type <= mjOBJ_PLUGIN; type++) {
    ck_assert_ptr_nonnull(mju_type2Str(type));
    ck_assert_int_eq(mju_str2Type(mju_type2Str(type)), type);
  }
  ck_assert_str_eq(mju_type2Str(mjOBJ_GEOM), "geom");
  ck_assert_str_eq(mju_type2Str(mjOBJ_FRAME), "frame");
  ck_assert_ptr_null(mju_type2Str(0));
  ck_assert_ptr_null(mju_type2Str(-1));
  ck_assert_ptr_null(mju_type2Str(mjOBJ_PLUGIN + 1));
  ck_assert_int_eq(mju_str2Type("frame"), 0);
  ck_assert_int_eq(mju_str2Type("Body"), 0);
  ck_assert_int_eq(mju_str2Type(NULL), 0);
}
END_TEST

START_TEST(bounded_copy_always_terminates) {
  char dst[8] = "zzzzzzz";
  const char padded[8] = "abc";
  ck_assert_ptr_eq(mju_strncpy(dst, "abc", 8), dst);
  ck_assert(memcmp(dst, padded, 8) == 0);
  mju_strncpy(dst, "0123456789", 5);
  ck_assert_str_eq(dst, "0123");
  mju_strncpy(dst, "x", 0);
  mju_strncpy(dst, NULL, 8);
  ck_assert_str_eq(dst, "0123");
  ck_assert_ptr_null(mju_strncpy(NULL, "x", 3));
}
END_TEST

int main(void) {
  const TTest* const tests[] = {muscle_force_at_documented_points,
                                muscle_force_is_continuous_and_peaks_at_the_optimal_length,
                                given_muscle_force_ignores_acc0,
                                muscle_activation_at_documented_points,
                                pyramid_encoding_is_undone_by_decoding_inside_the_cone,
                                spring_damper_solves_its_differential_equation,
                                min_max_and_clip_treat_undefined_numbers_as_documented,
                                halves_are_rounded_up,
                                bad_numbers_are_undefined_or_larger_than_the_limit,
                                sigmoid_is_a_smooth_step,
                                halton_numbers_are_mirrored_digits,
                                normal_numbers_have_mean_zero_and_variance_one,
                                conversions_keep_values,
                                insertion_sort_orders_numbers,
                                every_object_type_has_a_name_that_leads_back,
                                bounded_copy_always_terminates,
                                NULL};
  return run_tests("scalars", tests);
}
