// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Plots of simulate --plot: round ticks, curves in bounded memory that lose no peak, lines that are
// interrupted where there is no number, and a picture whose pixels are the values.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"
#include "tools/common/curves.h"
#include "tools/tool.h"

static const char fall[] =
    "<mujoco><option timestep='0.001'/><worldbody><body><joint name='z' type='slide' "
    "axis='0 0 1'/><geom size='.1'/></body></worldbody></mujoco>";

static mjModel* load(const char* xml) {
  char error[500] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* m = mj_compile(spec, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

// everything that curve_picture writes
static char* picture(const Curves* curves) {
  FILE* file = tmpfile();
  ck_assert_ptr_nonnull(file);
  curve_picture(file, curves, "<title>");
  const long n = ftell(file);
  char* text = malloc((size_t)n + 1);
  ck_assert_ptr_nonnull(text);
  rewind(file);
  ck_assert_uint_eq(fread(text, 1, (size_t)n, file), (size_t)n);
  text[n] = 0;
  fclose(file);
  return text;
}

static int occurrences(const char* text, const char* what) {
  int n = 0;
  for (const char* c = strstr(text, what); c; c = strstr(c + 1, what))
    n++;
  return n;
}

// ---------------------------------------------------------------- ticks

START_TEST(ticks_are_at_round_numbers) {
  static const struct {
    double low, high;
    int most, n;
    double first, distance;
  } cases[] = {{0, 10, 10, 11, 0, 1},        {0, 1, 5, 6, 0, 0.2},
               {-0.3, 0.3, 5, 3, -0.2, 0.2}, {3.1, 3.9, 4, 4, 3.2, 0.2},
               {1e6, 1e6 + 7, 4, 4, 1e6, 2}, {-1e-9, 4e-9, 5, 6, -1e-9, 1e-9},
               {0, 1023e3, 10, 6, 0, 200e3}};
  for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
    double first, distance;
    const int n = round_ticks(cases[i].low, cases[i].high, cases[i].most, &first, &distance);
    ck_assert_msg(n == cases[i].n, "case %d: %d ticks", i, n);
    ck_assert_double_eq_tol(first, cases[i].first, 1e-9 * cases[i].distance);
    ck_assert_double_eq_tol(distance, cases[i].distance, 1e-12 * cases[i].distance);
  }
}
END_TEST

// ---------------------------------------------------------------- samples

START_TEST(no_peak_is_lost_when_places_are_merged) {
  enum { STEPS = 5 * CURVE_MAX + 17, PEAK = 3333 };
  mjModel* m = load(fall);
  mjData* d = mj_makeData(m);
  Curves curves;
  ck_assert_int_eq(curves_open(&curves, m, "curves.svg", "qpos,qvel.z"), 0);
  ck_assert_int_eq(curves.npanel, 2);
  ck_assert_int_eq(curves.ncurve, 2);
  for (int i = 0; i < STEPS; i++) {
    d->qpos[0] = i == PEAK ? 100 : i == PEAK + 1 ? -50 : 0.001 * i;
    d->time = 0.001 * i;
    curves_before(&curves, m, d);
    curves_after(&curves, m, d);
  }
  const Curve* curve = curves.curve;
  ck_assert_str_eq(curves.columns.column[curve->column].name, "qpos.z");
  ck_assert_str_eq(curves.columns.column[curve->column].unit, "m");
  ck_assert_int_eq(curves.stride, 8);
  ck_assert_int_eq(curves.n, (STEPS + 7) / 8);
  for (int i = 0; i < curves.n; i++) {
    const double begin = 0.008 * i, end = 0.001 * mjMIN(8 * i + 7, STEPS - 1);
    const int peak = i == PEAK / 8;
    ck_assert_double_eq_tol(curves.time[i], begin, 1e-6);
    ck_assert_double_eq_tol(curve->low[i], peak ? -50 : begin, 1e-6);
    ck_assert_double_eq_tol(curve->high[i], peak ? 100 : end, 1e-6);
  }
  curves_free(&curves);
  remove("curves.svg");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- pictures

// The free fall z = -g t^2 / 2 is where its pixels are: the plot is as high as the range of z and
// 6 % of it on both sides, and as wide as the time.
START_TEST(pixels_are_the_values) {
  mjModel* m = load(fall);
  mjData* d = mj_makeData(m);
  Curves curves;
  ck_assert_int_eq(curves_open(&curves, m, "curves.svg", "qpos.z"), 0);
  for (int i = 0; i <= 1000; i++) {
    d->time = 0.001 * i;
    d->qpos[0] = -9.81 / 2 * d->time * d->time;
    curves_before(&curves, m, d);
    curves_after(&curves, m, d);
  }
  char* text = picture(&curves);
  double left, top, width, height;
  const char* frame = strstr(text, "fill='none' stroke='#888'");
  ck_assert_ptr_nonnull(frame);
  while (*frame != '<')
    frame--;
  ck_assert_int_eq(
      sscanf(frame, "<rect x='%lf' y='%lf' width='%lf' height='%lf'", &left, &top, &width, &height),
      4);
  const char* points = strstr(text, "points='") + 8;
  double x, y;
  int n = 0, used;
  for (; sscanf(points, "%lf,%lf%n", &x, &y, &used) == 2; points += used, n++) {
    const double t = 0.001 * n, share = (t * t + 0.06) / 1.12;
    ck_assert_double_eq_tol(x, left + t * width, 0.06);
    ck_assert_double_eq_tol(y, top + share * height, 0.06);
  }
  ck_assert_int_eq(n, 1001);
  ck_assert_int_eq(occurrences(text, ">&lt;title&gt;<"), 1);
  ck_assert_int_eq(occurrences(text, "<title>"), 0);
  ck_assert_int_eq(occurrences(text, ">qpos.z (m)<"), 1);
  ck_assert_int_eq(occurrences(text, ">-4<"), 1);
  ck_assert_int_eq(occurrences(text, ">0.5<"), 1);
  free(text);
  curves_free(&curves);
  remove("curves.svg");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(what_is_no_number_interrupts_the_line) {
  mjModel* m = load(fall);
  mjData* d = mj_makeData(m);
  Curves curves;
  ck_assert_int_eq(curves_open(&curves, m, "curves.svg", "qpos"), 0);
  for (int i = 0; i < 50; i++) {
    d->time = 0.001 * i;
    d->qpos[0] = i == 10 ? (double)NAN : i == 20 ? (double)INFINITY : i == 30 ? 1e300 : i;
    curves_before(&curves, m, d);
    curves_after(&curves, m, d);
  }
  char* text = picture(&curves);
  ck_assert_int_eq(occurrences(text, "<polyline"), 4);
  ck_assert_int_eq(occurrences(text, "nan"), 0);
  ck_assert_int_eq(occurrences(text, "inf"), 0);
  free(text);

  // nothing but such samples, and none at all
  for (int i = 0; i < 2; i++) {
    curves.n = i;
    curves.curve[0].low[0] = curves.curve[0].high[0] = NAN;
    text = picture(&curves);
    ck_assert_int_eq(occurrences(text, "<polyline"), 0);
    ck_assert_int_eq(occurrences(text, "nan"), 0);
    ck_assert_int_eq(occurrences(text, "</svg>"), 1);
    free(text);
  }
  curves_free(&curves);
  remove("curves.svg");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {ticks_are_at_round_numbers, no_peak_is_lost_when_places_are_merged,
                                pixels_are_the_values, what_is_no_number_interrupts_the_line, NULL};
  return run_tests("curves", tests);
}
