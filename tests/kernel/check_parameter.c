// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Parameters are typed numbers that belong to a model: set from text, checked, configured by the
// model file, used by the next step.

#include "tests/kernel/support.h"

static mjModel* m;

static void setup(void) {
  add_acme_good();
  m = ball_on_floor();
}

static void teardown(void) { mj_deleteModel(m); }

// the numbers of a parameter, of which there must be n
static const mjtNum* numbers(mjModel* model, const char* key, int n) {
  int count = 0;
  const mjtNum* value = fc_parameter(model, "acme.still", key, &count);
  ck_assert_msg(value != NULL, "%s", fc_lastError());
  ck_assert_int_eq(count, n);
  return value;
}

static void expect_defaults(void) {
  ck_assert(*numbers(m, "gain", 1) == 1);
  ck_assert(*numbers(m, "sweeps", 1) == 2);
  ck_assert(*numbers(m, "eager", 1) == 0);
  ck_assert(*numbers(m, "mode", 1) == 0);
  const mjtNum* axis = numbers(m, "axis", 3);
  ck_assert(axis[0] == 0.5 && axis[1] == 0.5 && axis[2] == 0.5);
}

START_TEST(parameters_begin_with_their_defaults) { expect_defaults(); }
END_TEST

static const struct {
  const char *key, *text;
  int n;
  mjtNum value[3];
} accepted[] = {
    {"gain", "2.5e0", 1, {2.5}}, {"gain", " 10 ", 1, {10}},
    {"sweeps", "5", 1, {5}},     {"eager", "true", 1, {1}},
    {"eager", "False", 1, {0}},  {"eager", "1", 1, {1}},
    {"mode", "fast", 1, {1}},    {"mode", "slow", 1, {0}},
    {"anchor", "ball", 1, {1}},  {"axis", "1 -2 3e1", 3, {1, -2, 30}},
};

START_TEST(text_becomes_numbers) {
  int failed = fc_setParameter(m, "acme.still", accepted[_i].key, accepted[_i].text);
  ck_assert_msg(!failed, "%s", fc_lastError());
  const mjtNum* value = numbers(m, accepted[_i].key, accepted[_i].n);
  ck_assert_mem_eq(value, accepted[_i].value, (size_t)accepted[_i].n * sizeof(mjtNum));
}
END_TEST

static const struct {
  const char *key, *text, *words;
} rejected[] = {
    {"gain", "fast", "\"gain\" of \"acme.still\" must be a real number; \"fast\" is not"},
    {"gain", "nan", "must be a real number"},
    {"gain", "inf", "must be a real number"},
    {"gain", "10.5", "must be between 0 and 10; 10.5 is not"},
    {"gain", "-1", "must be between 0 and 10; -1 is not"},
    {"gain", "1 2", "takes 1 value"},
    {"gain", "", "takes 1 value"},
    {"sweeps", "2.5", "must be a whole number"},
    {"sweeps", "6", "must be between 1 and 5"},
    {"eager", "maybe", "must be true or false"},
    {"mode", "Fast", "must be a keyword; \"Fast\" is not; known are: slow, fast"},
    {"anchor", "nobody", "must be an element's name"},
    {"axis", "1 2", "takes 3 values"},
    {"axis", "1 2 3 4", "takes 3 values"},
    {"gian", "1", "has no parameter \"gian\"; did you mean \"gain\"?"},
    {"sweep", "1", "did you mean \"sweeps\"?"},
    {"xylophone", "1", "it has gain, sweeps, eager, mode, anchor, axis"},
};

START_TEST(a_value_that_does_not_fit_is_refused_and_changes_nothing) {
  expect_failure(fc_setParameter(m, "acme.still", rejected[_i].key, rejected[_i].text) != 0,
                 rejected[_i].words);
  expect_defaults();
}
END_TEST

START_TEST(a_face_that_has_none_or_does_not_exist_is_an_error) {
  int n;
  expect_failure(fc_setParameter(m, "acme.nobody", "gain", "1") != 0,
                 "no implementation called \"acme.nobody\" has parameters");
  expect_failure(fc_parameter(m, "acme.nobody", "gain", &n) == NULL, "acme.nobody");
  expect_failure(fc_setParameter(m, "solver/acme.nobody", "gain", "1") != 0,
                 "there is no solver \"acme.nobody\"");
  expect_failure(fc_setParameter(m, NULL, "gain", "1") != 0, "needs the name");
  expect_failure(fc_setParameter(m, "acme.still", NULL, "1") != 0, "needs the name");
  expect_failure(fc_setParameter(m, "acme.still", "gain", NULL) != 0, "needs a value");
  ck_assert_int_eq(fc_setParameter(m, "solver/acme.still", "gain", "3"), 0);
  ck_assert(*numbers(m, "gain", 1) == 3);
}
END_TEST

START_TEST(the_next_step_sees_a_change_in_every_data_of_the_model) {
  mjData *one = mj_makeData(m), *two = mj_makeData(m);
  ck_assert_int_eq(fc_bind(m, one, FC_STAGE, "acme.push"), 0);
  ck_assert_int_eq(fc_bind(m, two, FC_STAGE, "acme.push"), 0);
  mj_forward(m, one);
  ck_assert(one->qfrc_passive[0] == 2);
  ck_assert_int_eq(fc_setParameter(m, "acme.push", "force", "7"), 0);
  mj_forward(m, one);
  mj_forward(m, two);
  ck_assert(one->qfrc_passive[0] == 7);
  ck_assert(two->qfrc_passive[0] == 7);
  mj_deleteData(one);
  mj_deleteData(two);
}
END_TEST

START_TEST(a_copy_of_a_model_has_values_of_its_own) {
  ck_assert_int_eq(fc_setParameter(m, "acme.still", "gain", "4"), 0);
  mjModel* copy = mj_copyModel(NULL, m);
  ck_assert(*numbers(copy, "gain", 1) == 4);
  ck_assert_int_eq(fc_setParameter(copy, "acme.still", "gain", "5"), 0);
  ck_assert(*numbers(m, "gain", 1) == 4);
  ck_assert(*numbers(copy, "gain", 1) == 5);
  mj_deleteModel(copy);
}
END_TEST

#define CONFIGURED(config)                                                       \
  "<mujoco><extension><plugin plugin='acme.still'><instance name='mine'>" config \
  "</instance></plugin></extension>"                                             \
  "<option solver='acme.still'/></mujoco>"

START_TEST(a_model_file_configures_parameters) {
  mjModel* own =
      model_from(CONFIGURED("<config key='gain' value='6'/><config key='axis' value='0 0 1'/>"));
  ck_assert(*numbers(own, "gain", 1) == 6);
  ck_assert(*numbers(own, "sweeps", 1) == 2);
  ck_assert(numbers(own, "axis", 3)[2] == 1);
  mj_deleteModel(own);
}
END_TEST

START_TEST(a_configured_value_survives_the_binary_image) {
  mjModel* own = model_from(CONFIGURED("<config key='gain' value='6'/>"));
  int size = (int)mj_sizeModel(own);
  char* image = malloc((size_t)size);
  mj_saveModel(own, NULL, image, size);
  mjModel* loaded = mj_loadModelBuffer(image, size);
  ck_assert_ptr_nonnull(loaded);
  ck_assert(*numbers(loaded, "gain", 1) == 6);
  free(image);
  mj_deleteModel(loaded);
  mj_deleteModel(own);
}
END_TEST

// the message of a configuration that does not compile
static void expect_refused(const char* xml, const char* words) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (spec) {
    ck_assert_ptr_null(mj_compile(spec, NULL));
    snprintf(error, sizeof error, "%s", mjs_getError(spec));
    mj_deleteSpec(spec);
  }
  ck_assert_msg(strstr(error, words) != NULL, "got: %s", error);
}

START_TEST(a_configured_value_that_does_not_fit_is_an_error_when_compiling) {
  expect_refused(CONFIGURED("<config key='gain' value='60'/>"),
                 "\"gain\" of \"acme.still\" must be between 0 and 10; 60 is not");
  expect_refused(CONFIGURED("<config key='mode' value='brisk'/>"),
                 "\"brisk\" is not; known are: slow, fast");
  expect_refused(CONFIGURED("<config key='gain' value=''/>"),
                 "config: parameter \"gain\" of \"acme.still\" takes 1 value");
  expect_refused(CONFIGURED("<config key='axis' value=''/>"), "Element name 'mine'");
}
END_TEST

START_TEST(a_configured_key_that_nobody_knows_is_an_error_when_compiling) {
  expect_refused(CONFIGURED("<config key='gian' value='6'/>"), "gian");
}
END_TEST

int main(void) {
  Suite* suite = suite_create("parameters");
  TCase* tests = add_case(suite, "parameters");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, parameters_begin_with_their_defaults);
  tcase_add_loop_test(tests, text_becomes_numbers, 0, (int)(sizeof accepted / sizeof *accepted));
  tcase_add_loop_test(tests, a_value_that_does_not_fit_is_refused_and_changes_nothing, 0,
                      (int)(sizeof rejected / sizeof *rejected));
  tcase_add_test(tests, a_face_that_has_none_or_does_not_exist_is_an_error);
  tcase_add_test(tests, the_next_step_sees_a_change_in_every_data_of_the_model);
  tcase_add_test(tests, a_copy_of_a_model_has_values_of_its_own);
  tcase_add_test(tests, a_model_file_configures_parameters);
  tcase_add_test(tests, a_configured_value_survives_the_binary_image);
  tcase_add_test(tests, a_configured_value_that_does_not_fit_is_an_error_when_compiling);
  tcase_add_test(tests, a_configured_key_that_nobody_knows_is_an_error_when_compiling);
  return run_suite(suite);
}
