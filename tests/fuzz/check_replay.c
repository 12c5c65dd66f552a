// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The committed corpus of a fuzz target, the folder CORPUS, goes through the target in every build.
// The first word of a file's name is the outcome it must have: compiled-, parsed- (not compiled) or
// refused-.

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

enum { FILES = 1000, FOLDER = 1024 };

static struct dirent** files;
static int nfile;
static const char folder[] = TEST_SOURCE_DIR "/tests/data/fuzz/corpus/" CORPUS;

static int is_input(const struct dirent* entry) { return entry->d_name[0] != '.'; }

START_TEST(every_input_has_the_outcome_in_its_name) {
  static const char* const outcomes[] = {"refused-", "parsed-", "compiled-"};
  const char* name = files[_i]->d_name;
  char path[FOLDER + sizeof files[_i]->d_name];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* file = fopen(path, "rb");
  ck_assert_msg(file != NULL, "cannot open %s", path);
  ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
  long size = ftell(file);
  rewind(file);
  uint8_t* data = malloc((size_t)size + 1);
  ck_assert_ptr_nonnull(data);
  ck_assert_uint_eq(fread(data, 1, (size_t)size, file), (size_t)size);
  fclose(file);
  FuzzOutcome outcome = fuzz_outcome(data, (size_t)size);
  ck_assert_msg(strncmp(name, outcomes[outcome], strlen(outcomes[outcome])) == 0, "%s: %s", name,
                outcomes[outcome]);
  free(data);
}
END_TEST

int main(void) {
  nfile = scandir(folder, &files, is_input, alphasort);
  if (nfile <= 0 || nfile > FILES) {
    fprintf(stderr, "no corpus in %s\n", folder);
    return EXIT_FAILURE;
  }
  Suite* suite = suite_create("fuzz corpus");
  TCase* t = tcase_create("replay");
  tcase_set_timeout(t, 60);
  tcase_add_loop_test(t, every_input_has_the_outcome_in_its_name, 0, nfile);
  suite_add_tcase(suite, t);
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  for (int i = 0; i < nfile; i++)
    free(files[i]);
  free(files);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
