// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Every public function of the mathematics library gives the numbers of the reference (see
// record.c).

#include "cases.h"
#include "tests/support.h"

typedef struct Golden_ {
  const char* name;
  int n;
  double values[MAX_VALUES];
} Golden;

static const Golden golden[] = {
#include "golden.inc"
};
enum { NUM_GOLDEN = sizeof golden / sizeof golden[0] };

static int next_case;

// same name, same length, same numbers to rounding (relative to the largest of the result)
static void compare(const char* name, const mjtNum* values, int n) {
  ck_assert_int_lt(next_case, NUM_GOLDEN);
  const Golden* expected = &golden[next_case++];
  ck_assert_str_eq(name, expected->name);
  ck_assert_int_eq(n, expected->n);
  double size = 1e-3;
  for (int i = 0; i < n; i++)
    size = fmax(size, fabs(expected->values[i]));
  for (int i = 0; i < n; i++) {
    ck_assert_msg(fabs((double)values[i] - expected->values[i]) <= 1e-12 * size,
                  "%s[%d] is %.17g, expected %.17g", name, i, (double)values[i],
                  expected->values[i]);
  }
}

START_TEST(every_function_agrees_with_the_reference) {
  next_case = 0;
  all_cases(compare);
  ck_assert_int_eq(next_case, NUM_GOLDEN);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("golden numbers");
  TCase* tcase = tcase_create("all");
  tcase_add_test(tcase, every_function_agrees_with_the_reference);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
