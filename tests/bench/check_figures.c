// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sums over profiles of callgrind, and means over models.

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/bench.h"
#include "bench/measure.h"
#include "tests/support.h"

// Two functions of the library, one of a module, one of the C library. A line after "calls=" has
// the cost of what was called, which its own lines have, too; objects are named once.
static const char profile[] =
    "version: 1\npositions: line\nevents: Ir\n\n"
    "ob=(1) /lib/libfulcrum.so.0\nfl=(1) step.c\nfn=(1) mj_step\n10 100\n+2 20\n"
    "cob=(2) /lib/fulcrum/modules/newton.so\ncfi=(2) newton.c\ncfn=(2) solve\ncalls=3 7\n* 3000\n"
    "-1 5\n\n"
    "ob=(2)\nfl=(2)\nfn=(2)\n7 2000\ncob=(3) /lib/libm.so.6\ncfn=(3) sin\ncalls=1 0\n8 1000\n\n"
    "ob=(3)\nfl=(3) sin.c\nfn=(3)\n0 1000\n\n"
    "ob=(1)\nfn=(4) other\n1 7\n\ntotals: 3132\n";

START_TEST(costs_are_counted_once_and_by_object) {
  char path[] = "./profile.XXXXXX";
  double all, own;
  const int descriptor = mkstemp(path);
  ck_assert_int_ge(descriptor, 0);
  ck_assert_int_eq(write(descriptor, profile, strlen(profile)), (int)strlen(profile));
  close(descriptor);
  ck_assert_int_eq(bench_read_profile(path, "/lib/libfulcrum.so.0", &all, &own), 0);
  ck_assert_double_eq(all, 100 + 20 + 5 + 2000 + 1000 + 7);
  ck_assert_double_eq(own, 100 + 20 + 5 + 2000 + 7);
  ck_assert_int_eq(truncate(path, 0), 0);
  ck_assert_int_ne(bench_read_profile(path, "/lib/libfulcrum.so.0", &all, &own), 0);
  unlink(path);
  ck_assert_int_ne(bench_read_profile(path, "/lib/libfulcrum.so.0", &all, &own), 0);
}
END_TEST

START_TEST(means_are_geometric_and_leave_families_out) {
  static const BenchFamily family = {.name = "family"};
  BenchCase cases[4] = {[3] = {.family = &family}};
  BenchResult result[8];
  Bench b = {.cases = cases, .ncase = 4, .nlibrary = 2, .result = result};
  const double theirs[4] = {2e6, 8e6, NAN, 100e6};
  double mean, worst;
  for (int i = 0; i < 4; i++) {
    result[2 * i].figure[FIGURE_INSTRUCTIONS] = 1e6;
    result[2 * i + 1].figure[FIGURE_INSTRUCTIONS] = theirs[i];
    // medians of ratios are no ratios of medians: those of times are kept
    result[2 * i + 1].ratio = 3;
  }
  ck_assert_int_eq(bench_mean(&b, FIGURE_INSTRUCTIONS, 1, &mean, &worst), 2);
  ck_assert_double_eq_tol(mean, 4, 1e-12);
  ck_assert_double_eq_tol(worst, 2, 1e-12);
  ck_assert_int_eq(bench_mean(&b, FIGURE_TIME, 1, &mean, &worst), 3);
  ck_assert_double_eq_tol(mean, 3, 1e-12);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {costs_are_counted_once_and_by_object,
                                means_are_geometric_and_leave_families_out, NULL};
  return run_tests("figures of the bench", tests);
}
