// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Small input with huge consequences is an error: images and height fields beyond the limit, files
// that block or never end, iteration counts that no memory suffices for.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fulcrum/decoder.h>
#include <fulcrum/file.h>
#include <fulcrum/host.h>
#include <fulcrum/spec.h>

#include "tests/support.h"

static char message[2000];

static mjModel* load_text(const char* text) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "model.xml", text, (int)strlen(text));
  message[0] = 0;
  mjModel* m = mj_loadXML("model.xml", &vfs, message, sizeof message);
  mj_deleteVFS(&vfs);
  return m;
}

static void expect_words(mjModel* m, const char* words) {
  ck_assert_ptr_null(m);
  ck_assert_msg(strstr(message, words) != NULL, "got: %s", message);
}

START_TEST(large_textures_and_height_fields_need_permission) {
  ck_assert_int_eq(fc_mostPixels(), 1 << 28);
  expect_words(load_text("<mujoco><asset><texture name='t' type='2d' builtin='flat' width='40000' "
                         "height='25000'/></asset></mujoco>"),
               "the limit is 268435456; fc_setMostPixels");
  expect_words(load_text("<mujoco><asset><hfield name='h' nrow='40000' ncol='25000' "
                         "size='1 1 1 1'/></asset></mujoco>"),
               "FULCRUM_MOST_PIXELS");
  const char* small =
      "<mujoco><asset><texture name='t' type='2d' builtin='flat' width='20' "
      "height='20'/></asset></mujoco>";
  fc_setMostPixels(399);
  expect_words(load_text(small), "20 by 20 pixels, the limit is 399");
  fc_setMostPixels(400);
  mjModel* m = load_text(small);
  ck_assert_ptr_nonnull(m);
  mj_deleteModel(m);
  fc_setMostPixels(0);
}
END_TEST

START_TEST(large_pictures_need_permission) {
  char text[2000];
  snprintf(text, sizeof text, "<mujoco><asset><texture type='2d' file='%s'/></asset></mujoco>",
           TEST_SOURCE_DIR "/tests/data/mjcf/corpus/assets/down.png");
  mjModel* m = load_text(text);
  ck_assert_msg(m != NULL, "%s", message);
  mj_deleteModel(m);
  fc_setMostPixels(3);
  expect_words(load_text(text), "FULCRUM_MOST_PIXELS");
  fc_setMostPixels(0);
}
END_TEST

static const char* const endless[] = {"/dev/zero", "/dev/random", "/dev/null", NULL};

static void refuse_file(const char* path) {
  char text[2000];
  ck_assert_ptr_null(fc_openInput(path));
  ck_assert_msg(strstr(fc_lastError(), "is not a regular file") != NULL, "%s", fc_lastError());
  ck_assert_ptr_null(mj_loadXML(path, NULL, message, sizeof message));
  ck_assert_ptr_null(mj_loadModel(path, NULL));
  ck_assert_ptr_null(mj_parseXML(path, NULL, message, sizeof message));
  snprintf(text, sizeof text, "<mujoco><include file='%s'/></mujoco>", path);
  expect_words(load_text(text), path);
  snprintf(
      text, sizeof text,
      "<mujoco><asset><texture type='2d' file='%s' content_type='image/png'/></asset></mujoco>",
      path);
  expect_words(load_text(text), path);
  snprintf(text, sizeof text,
           "<mujoco><asset><mesh name='m' file='%s' content_type='model/stl'/></asset></mujoco>",
           path);
  expect_words(load_text(text), path);
}

static void ignore(const char* text) { (void)text; }

START_TEST(files_that_block_or_never_end_are_refused) {
  char directory[] = "/tmp/fulcrum_limits_XXXXXX", path[100], command[1000];
  mju_user_warning = ignore;
  ck_assert_ptr_nonnull(mkdtemp(directory));
  snprintf(path, sizeof path, "%s/pipe", directory);
  ck_assert_int_eq(mkfifo(path, 0600), 0);
  for (int k = 0; endless[k]; k++)
    refuse_file(endless[k]);
  refuse_file(path);

  // the command: as a model, and as a file of controls
  for (int k = 0; k < 2; k++) {
    const char* file = k ? path : endless[0];
    snprintf(command, sizeof command,
             "timeout 20 %s/tools/fulcrum compile %s 2>&1 | grep -q 'not a regular file'",
             TEST_BUILD_DIR, file);
    ck_assert_int_eq(system(command), 0);
    snprintf(command, sizeof command,
             "timeout 20 %s/tools/fulcrum simulate %s/models/crank/crank.xml --ctrl %s 2>&1 | grep "
             "-q 'not a regular file'",
             TEST_BUILD_DIR, TEST_SOURCE_DIR, file);
    ck_assert_int_eq(system(command), 0);
  }
  unlink(path);
  rmdir(directory);
  mju_user_warning = NULL;
}
END_TEST

START_TEST(any_number_of_iterations_is_safe) {
  static const int numbers[] = {400000000, INT32_MAX, -1, INT32_MIN, 171, 10001};
  mjModel* m = load_text(
      "<mujoco><worldbody><geom type='box' size='1 1 1'/><body pos='.1 .1 .9'><freejoint/>"
      "<geom type='ellipsoid' size='.5 .4 .3'/></body><body pos='.3 .1 .8'><freejoint/>"
      "<geom type='cylinder' size='.5 .4'/></body></worldbody></mujoco>");
  ck_assert_msg(m != NULL, "%s", message);
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
    mjData* d = mj_makeData(m);
    m->opt.ccd_iterations = numbers[k];
    mj_step(m, d);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_model_is_not_registered_in_itself) {
  mjSpec* s = mj_makeSpec();
  ck_assert_int_eq(fc_registerModel(s, s), -1);
  mjs_addBody(mjs_findBody(s, "world"), NULL);
  mj_deleteSpec(s);
}
END_TEST

int main(void) {
  TCase* limits = tcase_create("limits");
  tcase_set_timeout(limits, 120);
  tcase_add_test(limits, large_textures_and_height_fields_need_permission);
  tcase_add_test(limits, large_pictures_need_permission);
  tcase_add_test(limits, files_that_block_or_never_end_are_refused);
  tcase_add_test(limits, any_number_of_iterations_is_safe);
  tcase_add_test(limits, a_model_is_not_registered_in_itself);
  return run_case("limits", limits);
}
