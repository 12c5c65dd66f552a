// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Binary models through the loader: decided by content, checked, and naming the modules they need.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

#include "tests/support.h"

static const char pendulum[] =
    "<mujoco><worldbody><body><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1'/></body>"
    "</worldbody></mujoco>";

static char path[] = "mjb-XXXXXX";
static unsigned char* image;
static int size;
static mjModel* model;

static void setup(void) {
  char error[500] = "";
  mjSpec* spec = mj_parseXMLString(pendulum, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  model = mj_compile(spec, NULL);
  mj_deleteSpec(spec);
  ck_assert_ptr_nonnull(model);
  size = (int)mj_sizeModel(model);
  image = malloc((size_t)size + 200);
  mj_saveModel(model, NULL, image, size);
  strcpy(path, "mjb-XXXXXX");
  int file = mkstemp(path);
  ck_assert_int_ge(file, 0);
  close(file);
}

static void teardown(void) {
  mj_deleteModel(model);
  free(image);
  unlink(path);
}

static void write_image(int n) {
  FILE* file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(image, 1, (size_t)n, file), (size_t)n);
  fclose(file);
}

START_TEST(content_decides_how_a_file_is_loaded) {
  char error[1000];
  write_image(size);
  mjModel* loaded = fc_loadModel(path, NULL, error, sizeof error);
  ck_assert_msg(loaded != NULL, "%s", error);
  ck_assert_int_eq(mj_sizeModel(loaded), size);
  mj_deleteModel(loaded);

  FILE* file = fopen(path, "w");
  fputs(pendulum, file);
  fclose(file);
  loaded = fc_loadModel(path, NULL, error, sizeof error);
  ck_assert_msg(loaded != NULL, "%s", error);
  ck_assert_int_eq(loaded->nv, 1);
  mj_deleteModel(loaded);
}
END_TEST

START_TEST(an_image_cut_short_is_refused_with_the_reason) {
  char error[1000] = "";
  write_image(size / 2);
  ck_assert_ptr_null(fc_loadModel(path, NULL, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "truncated"));
  ck_assert_ptr_null(fc_loadModel("no-such-file.mjb", NULL, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "no-such-file.mjb"));
}
END_TEST

START_TEST(text_is_what_the_xml_functions_want) {
  char error[1000] = "";
  write_image(size);
  ck_assert_ptr_null(mj_loadXML(path, NULL, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "mj_loadModel"));
}
END_TEST

START_TEST(a_missing_module_is_named) {
  static const char needs[] = "FULCRUM\nsolver acme.absent\n";
  char error[1000] = "";
  memcpy(image + size, needs, sizeof needs - 1);
  ck_assert_ptr_null(fc_readModel(image, (size_t)size + sizeof needs - 1, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "solver \"acme.absent\""));

  // what is there satisfies the requirement
  static const char known[] = "FULCRUM\nsolver cg\n";
  memcpy(image + size, known, sizeof known - 1);
  mjModel* loaded = fc_readModel(image, (size_t)size + sizeof known - 1, error, sizeof error);
  ck_assert_msg(loaded != NULL, "%s", error);
  mj_deleteModel(loaded);
}
END_TEST

START_TEST(a_damaged_list_of_modules_is_refused) {
  static const char* const damaged[] = {"FULCRUM\nsolver", "FULCRUM\nnonsense x\n", "FULCRUM\n\n",
                                        "FULCRUX\nsolver cg\n"};
  for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
    char error[1000] = "";
    size_t n = strlen(damaged[i]);
    memcpy(image + size, damaged[i], n);
    ck_assert_ptr_null(fc_readModel(image, (size_t)size + n, error, sizeof error));
    ck_assert_msg(error[0], "%s", damaged[i]);
  }
}
END_TEST

int main(void) {
  Suite* suite = suite_create("mjb");
  TCase* t = tcase_create("mjb");
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, content_decides_how_a_file_is_loaded);
  tcase_add_test(t, an_image_cut_short_is_refused_with_the_reason);
  tcase_add_test(t, text_is_what_the_xml_functions_want);
  tcase_add_test(t, a_missing_module_is_named);
  tcase_add_test(t, a_damaged_list_of_modules_is_refused);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
