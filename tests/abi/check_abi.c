// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The binary interface is the recorded one: the generated file (generate.awk) compiles only then.
// What is left for run time: the lists of mjxmacro.h name the same fields with the same shapes in
// the same order.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mjxmacro.h>
#include <mujoco/mujoco.h>

#include "tests/support.h"

int abi_assertions(void);

typedef struct Row_ {
  const char *name, *type, *rows, *columns;
} Row;

#define SIZE(name) {#name, "mjtSize", "", ""},
#define FIELD(type, name, rows, columns) {#name, #type, #rows, #columns},

static const Row model_sizes[] = {
#define X SIZE
    MJMODEL_SIZES
#undef X
};
static const Row model_arrays[] = {
#define X FIELD
    MJMODEL_POINTERS
#undef X
};
static const Row data_arrays[] = {
#define X FIELD
    MJDATA_POINTERS
#undef X
};
static const Row arena_arrays[] = {
#define X FIELD
    MJDATA_ARENA_POINTERS
#undef X
};

// next column of a line
static const char* column(char** line) {
  char* start = *line;
  char* tab = strpbrk(start, "\t\n");
  if (tab)
    *tab = 0;
  *line = tab ? tab + 1 : start + strlen(start);
  return start;
}

// The rows of the recorded table that belong to `owner` are these, in this order.
static void compare(const char* owner, const Row* row, int n) {
  char line[400];
  int i = 0;
  FILE* file = fopen(TEST_SOURCE_DIR "/tests/data/abi/abi-dims.tsv", "r");
  ck_assert_ptr_nonnull(file);
  while (fgets(line, sizeof line, file)) {
    char* rest = line;
    if (strcmp(column(&rest), owner) != 0)
      continue;
    ck_assert_msg(i < n, "%s ends early", owner);
    ck_assert_str_eq(row[i].name, column(&rest));
    ck_assert_str_eq(row[i].type, column(&rest));
    ck_assert_str_eq(row[i].rows, column(&rest));
    ck_assert_str_eq(row[i].columns, column(&rest));
    i++;
  }
  fclose(file);
  ck_assert_int_eq(i, n);
}

#define COUNT(list) (int)(sizeof list / sizeof *list)

START_TEST(structs_enums_types_and_functions_are_the_recorded_ones) {
  ck_assert_int_gt(abi_assertions(), 6000);
}
END_TEST

START_TEST(the_lists_of_fields_are_the_recorded_ones) {
  compare("mjModel(size)", model_sizes, COUNT(model_sizes));
  compare("mjModel", model_arrays, COUNT(model_arrays));
  compare("mjData", data_arrays, COUNT(data_arrays));
  compare("mjData(arena)", arena_arrays, COUNT(arena_arrays));
}
END_TEST

START_TEST(the_version_is_that_of_the_interface) {
  ck_assert_int_eq(mjVERSION_HEADER, mj_version());
  ck_assert_str_eq(mj_versionString(), "3.6.0");
}
END_TEST

int main(void) {
  Suite* suite = suite_create("abi");
  TCase* tests = tcase_create("abi");
  tcase_add_test(tests, structs_enums_types_and_functions_are_the_recorded_ones);
  tcase_add_test(tests, the_lists_of_fields_are_the_recorded_ones);
  tcase_add_test(tests, the_version_is_that_of_the_interface);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
