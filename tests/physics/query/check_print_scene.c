// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Abstract scenes are printed as by the reference, to the letter (scene.txt, written by
// record_scene.c).

#include "tests/physics/query/scene.h"
#include "tests/support.h"

static char got[40000], expected[40000];

static size_t read_file(const char* path, char* text) {
  FILE* file = fopen(path, "r");
  ck_assert_msg(file != NULL, "%s", path);
  const size_t n = fread(text, 1, sizeof got - 1, file);
  fclose(file);
  text[n] = 0;
  return n;
}

START_TEST(a_scene_is_printed_as_recorded) {
  fill_scene();
  mj_printScene(&scene, "check_print_scene.txt");
  const size_t n = read_file("check_print_scene.txt", got);
  empty_scene();
  mj_printFormattedScene(&scene, "check_print_scene.txt", "%+12.3e");
  ck_assert_uint_gt(read_file("check_print_scene.txt", got + n), 0);
  remove("check_print_scene.txt");
  ck_assert_uint_gt(read_file(TEST_SOURCE_DIR "/tests/data/physics/query/scene.txt", expected),
                    4000);
  for (int i = 0; got[i] || expected[i]; i++)
    ck_assert_msg(got[i] == expected[i], "at byte %d: got %.60s\nexpected %.60s", i, got + i,
                  expected + i);
}
END_TEST

static char warning[500];
static void note_warning(const char* message) { snprintf(warning, sizeof warning, "%s", message); }

START_TEST(what_cannot_be_written_is_said) {
  fill_scene();
  mju_user_warning = note_warning;
  mj_printScene(&scene, "/nowhere/scene.txt");
  ck_assert(strstr(warning, "/nowhere/scene.txt") != NULL);
  mj_printFormattedScene(&scene, "check_print_scene.txt", "%d");
  ck_assert(strstr(warning, "invalid float_format") != NULL);
  remove("check_print_scene.txt");
}
END_TEST

int main(void) {
  const TTest* const tests[] = {a_scene_is_printed_as_recorded, what_cannot_be_written_is_said,
                                NULL};
  return run_tests("print_scene", tests);
}
