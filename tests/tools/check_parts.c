// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Parts of the command: options, near words, numbers, series and plots.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/plot.h"
#include "tools/tool.h"
#include "tests/support.h"

// ---------------------------------------------------------------- options

static const Option options[] = {
    {"scale_factor", 's', "X", "a number"}, {"loud", 'l', NULL, "a switch"}, {NULL, 0, NULL, NULL}};
static const Command command = {.name = "test",
                                .arguments = "FILE",
                                .summary = "test",
                                .notes = "",
                                .min_positional = 1,
                                .max_positional = 2,
                                .options = options};

static int parse(Arguments* a, const char* line) {
  char text[256];
  char* word[16];
  int n = 0;
  snprintf(text, sizeof text, "%s", line);
  for (char* w = strtok(text, " "); w; w = strtok(NULL, " "))
    word[n++] = w;
  const int status = parse_arguments(&command, n, word, a);
  // the words outlive this function only as copies
  for (int i = 0; i < a->noption; i++)
    a->option[i].value = strdup(a->option[i].value);
  for (int i = 0; i < a->npositional; i++)
    a->positional[i] = strdup(a->positional[i]);
  return status;
}

static void release(Arguments* a) {
  for (int i = 0; i < a->noption; i++)
    free((char*)a->option[i].value);
  for (int i = 0; i < a->npositional; i++)
    free((char*)a->positional[i]);
}

START_TEST(all_spellings_of_an_option_mean_the_same) {
  static const char* const lines[] = {"f --scale_factor 2", "f --scale-factor=2",
                                      "--scale_factor=2 f", "-s 2 f", "f -s2"};
  for (int i = 0; i < 5; i++) {
    Arguments a = {0};
    ck_assert_int_eq(parse(&a, lines[i]), 0);
    ck_assert_int_eq(a.noption, 1);
    ck_assert_int_eq(a.option[0].option, 0);
    ck_assert_str_eq(a.option[0].value, "2");
    ck_assert_int_eq(a.npositional, 1);
    ck_assert_str_eq(a.positional[0], "f");
    release(&a);
  }
}
END_TEST

START_TEST(wrong_lines_are_refused) {
  static const char* const lines[] = {"", "f --nothing", "f --loud=1", "f -s", "a b c", "f -x"};
  for (int i = 0; i < 6; i++) {
    Arguments a = {0};
    ck_assert_msg(parse(&a, lines[i]) == EXIT_USAGE, "'%s' was accepted", lines[i]);
    release(&a);
  }
}
END_TEST

START_TEST(two_dashes_end_the_options) {
  Arguments a = {0};
  ck_assert_int_eq(parse(&a, "-- --loud -"), 0);
  ck_assert_int_eq(a.noption, 0);
  ck_assert_int_eq(a.npositional, 2);
  ck_assert_str_eq(a.positional[0], "--loud");
  release(&a);
}
END_TEST

START_TEST(help_wins_over_missing_arguments) {
  Arguments a = {0};
  ck_assert_int_eq(parse(&a, "--help"), -1);
  ck_assert_int_eq(parse(&a, "-h"), -1);
}
END_TEST

// ---------------------------------------------------------------- words and numbers

START_TEST(the_nearest_word_is_found) {
  static const char* const words[] = {"simulate", "info", "compile", NULL};
  ck_assert_str_eq(nearest_word("simulat", words), "simulate");
  ck_assert_str_eq(nearest_word("smiulate", words), "simulate");
  ck_assert_str_eq(nearest_word("comp", words), "compile");
  ck_assert_ptr_null(nearest_word("xyzzy", words));
  ck_assert_ptr_null(
      nearest_word("a word that is much longer than any of these words can be", words));
}
END_TEST

START_TEST(numbers_must_be_complete_and_finite) {
  double x;
  long long n;
  ck_assert_int_eq(parse_real("-1.5e3", &x), 0);
  ck_assert_double_eq(x, -1500);
  ck_assert_int_ne(parse_real("", &x), 0);
  ck_assert_int_ne(parse_real("1x", &x), 0);
  ck_assert_int_ne(parse_real("nan", &x), 0);
  ck_assert_int_ne(parse_real("1e999", &x), 0);
  ck_assert_int_eq(parse_int("12", &n), 0);
  ck_assert_int_eq(n, 12);
  ck_assert_int_ne(parse_int("1.5", &n), 0);
  ck_assert_int_ne(parse_int("99999999999999999999", &n), 0);
}
END_TEST

// ---------------------------------------------------------------- series and plots

START_TEST(a_series_keeps_range_ends_and_mean_in_bounded_memory) {
  Series* s = calloc(1, sizeof *s);
  const int n = 100000;
  for (int i = 0; i < n; i++)
    series_add(s, i);
  ck_assert_int_le(s->n, SERIES_MAX);
  ck_assert_int_ge(s->n, SERIES_MAX / 2);
  ck_assert_double_eq(s->first, 0);
  ck_assert_double_eq(s->last, n - 1);
  ck_assert_double_eq(s->min, 0);
  ck_assert_double_eq(s->max, n - 1);
  // buckets of a ramp lie on the ramp: bucket i is the mean of stride consecutive numbers
  for (int i = 0; i < s->n; i++)
    ck_assert_double_eq(s->value[i], i * s->stride + (s->stride - 1) / 2.0);
  free(s);
}
END_TEST

static char* plot_to_text(const Series* s, int width, int height) {
  static char text[4096];
  memset(text, 0, sizeof text);
  FILE* file = fmemopen(text, sizeof text - 1, "w");
  plot_series(file, s, "ramp", "m", width, height, 1);
  fclose(file);
  return text;
}

START_TEST(a_ramp_is_drawn_as_a_ramp) {
  Series* s = calloc(1, sizeof *s);
  for (int i = 0; i < 64; i++)
    series_add(s, i);
  char* line = strchr(plot_to_text(s, 32, 2), '\n') + 1;
  // upper row: blanks, then filled; lower row: filled at the end
  ck_assert_int_eq(line[12], ' ');
  ck_assert_int_eq(line[12 + 31], '#');
  line = strchr(line, '\n') + 1;
  ck_assert_int_eq(line[12], '.');
  ck_assert_int_eq(line[12 + 31], '#');
  free(s);
}
END_TEST

START_TEST(what_is_constant_needs_no_picture) {
  Series* s = calloc(1, sizeof *s);
  for (int i = 0; i < 64; i++)
    series_add(s, 3);
  ck_assert_str_eq(plot_to_text(s, 32, 4), "  ramp: 3 m throughout\n");
  free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("tool parts");
  TCase* tests = tcase_create("all");
  tcase_add_test(tests, all_spellings_of_an_option_mean_the_same);
  tcase_add_test(tests, wrong_lines_are_refused);
  tcase_add_test(tests, two_dashes_end_the_options);
  tcase_add_test(tests, help_wins_over_missing_arguments);
  tcase_add_test(tests, the_nearest_word_is_found);
  tcase_add_test(tests, numbers_must_be_complete_and_finite);
  tcase_add_test(tests, a_series_keeps_range_ends_and_mean_in_bounded_memory);
  tcase_add_test(tests, a_ramp_is_drawn_as_a_ramp);
  tcase_add_test(tests, what_is_constant_needs_no_picture);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
