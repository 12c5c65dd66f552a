// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What a program has set goes wherever the model goes: binary models, copies, XML. What it has
// bound to an mjData, and the state of modules, go to another process as bytes.

#include <fulcrum/spec.h>

#include "tests/kernel/support.h"

static mjModel* m;

static void setup(void) {
  add_acme_good();
  m = ball_on_floor();
}

static void teardown(void) { mj_deleteModel(m); }

// ---------------------------------------------------------------- the ways of a model

static mjModel* through_image(const mjModel* from) {
  const int size = (int)mj_sizeModel(from);
  char* image = malloc((size_t)size);
  mj_saveModel(from, NULL, image, size);
  char error[1000] = "";
  mjModel* to = fc_readModel(image, (size_t)size, error, sizeof error);
  ck_assert_msg(to != NULL, "%s", error);
  free(image);
  return to;
}

static mjModel* through_copy(const mjModel* from) { return mj_copyModel(NULL, from); }

static mjModel* through_copy_into(const mjModel* from) {
  mjModel* to = mj_copyModel(NULL, from);
  fc_setParameter(to, "acme.still", "gain", "9");
  return mj_copyModel(to, from);
}

static char saved_path[700];

static const char* path_of_saved(void) {
  snprintf(saved_path, sizeof saved_path, "%s/saved.xml", new_directory());
  return saved_path;
}

// from a model that mj_loadXML has loaded last
static mjModel* through_last_xml(const mjModel* from) {
  char error[1000] = "";
  const char* path = path_of_saved();
  ck_assert_msg(mj_saveLastXML(path, from, error, sizeof error) == 1, "%s", error);
  mjModel* to = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(to != NULL, "%s", error);
  return to;
}

// a model that mj_saveLastXML knows
static mjModel* load_text(const char* xml) {
  char error[1000] = "";
  const char* directory = new_directory();
  write_file(directory, "model", ".xml", xml, strlen(xml));
  char path[700];
  snprintf(path, sizeof path, "%s/model.xml", directory);
  mjModel* own = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(own != NULL, "%s", error);
  return own;
}

static mjModel* (*const ways[])(const mjModel*) = {through_image, through_copy, through_copy_into,
                                                   through_last_xml};
enum { NWAY = sizeof ways / sizeof *ways };

#define BALL                                                                        \
  "<size nuserdata='1'/><worldbody><geom name='floor' type='plane' size='1 1 .1'/>" \
  "<body name='ball' pos='0 0 .1'><freejoint/><geom size='.1' mass='1'/></body></worldbody>"

static const char plain[] = "<mujoco>" BALL "</mujoco>";

// ---------------------------------------------------------------- parameters

static const mjtNum* numbers(mjModel* own, const char* face, const char* key) {
  int n;
  const mjtNum* value = fc_parameter(own, face, key, &n);
  ck_assert_msg(value != NULL, "%s", fc_lastError());
  return value;
}

// every type of parameter, numbers that no short text tells, and no instance to live in
START_TEST(what_was_set_is_carried_to_the_bit) {
  static const char* const set[][2] = {{"gain", "0.1000000000000000194"},
                                       {"sweeps", "4"},
                                       {"eager", "true"},
                                       {"mode", "fast"},
                                       {"anchor", "ball"},
                                       {"axis", "-0 3.0000000000000004 1e-310"}};
  mjModel* own = load_text(plain);
  for (size_t i = 0; i < sizeof set / sizeof *set; i++)
    ck_assert_msg(!fc_setParameter(own, "acme.still", set[i][0], set[i][1]), "%s", fc_lastError());
  *(mjtNum*)numbers(own, "acme.still", "gain") = nextafter(1.0 / 3, 1);
  mjModel* to = ways[_i](own);
  for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
    int n = 0, n_to = 0;
    const mjtNum* before = fc_parameter(own, "acme.still", set[i][0], &n);
    const mjtNum* after = fc_parameter(to, "acme.still", set[i][0], &n_to);
    ck_assert_int_eq(n, n_to);
    ck_assert_msg(memcmp(before, after, (size_t)n * sizeof *after) == 0, "%s: %.17g became %.17g",
                  set[i][0], *before, *after);
  }
  ck_assert_int_eq(to->nplugin, 0);
  mj_deleteModel(to);
  mj_deleteModel(own);
}
END_TEST

// the values of instances, each its own, one of them back at the default
START_TEST(instances_keep_their_own_values) {
  mjModel* own = load_text(
      "<mujoco><extension><plugin plugin='acme.push'><instance name='a'>"
      "<config key='force' value='3'/></instance><instance name='b'/></plugin></extension>" BALL
      "</mujoco>");
  ck_assert_int_eq(fc_setParameter(own, "acme.push:a", "force", "2"), 0);
  ck_assert_int_eq(fc_setParameter(own, "acme.push:b", "force", "0.1"), 0);
  mjModel* to = ways[_i](own);
  ck_assert(*numbers(to, "acme.push:a", "force") == 2);
  ck_assert(*numbers(to, "acme.push:b", "force") == 0.1);
  mj_deleteModel(to);
  mj_deleteModel(own);
}
END_TEST

START_TEST(what_was_not_set_leaves_images_and_documents_alone) {
  mjModel* own = load_text(plain);
  const mjtSize size = mj_sizeModel(own);
  numbers(own, "acme.still", "gain");
  ck_assert_int_eq(fc_setParameter(own, "acme.still", "gain", "7"), 0);
  ck_assert_int_gt(mj_sizeModel(own), size);
  ck_assert_int_eq(fc_setParameter(own, "acme.still", "gain", "1"), 0);
  ck_assert_int_eq(mj_sizeModel(own), size);
  mjModel* to = through_last_xml(own);
  size_t n;
  char* text = read_file(saved_path, &n);
  ck_assert(strstr(text, "acme") == NULL);
  free(text);
  mj_deleteModel(to);
  mj_deleteModel(own);
}
END_TEST

// a value does not decide which implementation is in force
START_TEST(a_value_does_not_put_its_implementation_in_force) {
  mjModel* own = load_text(plain);
  ck_assert_msg(!fc_setParameter(own, "hunt_crossley", "stiffness", "500"), "%s", fc_lastError());
  ck_assert_int_eq(fc_setParameter(own, "acme.push", "force", "40"), 0);
  mjModel* to = ways[_i](own);
  mjData* d = mj_makeData(to);
  ck_assert_str_eq(fc_bound(to, d, FC_CONTACT_MODEL), "soft");
  ck_assert_str_eq(fc_bound(to, d, FC_STAGE), "");
  ck_assert(*numbers(to, "hunt_crossley", "stiffness") == 500);
  ck_assert_int_eq(fc_bind(to, d, FC_STAGE, "acme.push"), 0);
  mj_forward(to, d);
  ck_assert(d->qfrc_passive[0] == 40);
  mj_deleteData(d);
  mj_deleteModel(to);
  mj_deleteModel(own);
}
END_TEST

START_TEST(copying_back_is_what_saves_values_with_a_spec) {
  char error[1000] = "", text[5000];
  mjSpec* spec = mj_parseXMLString(plain, NULL, error, sizeof error);
  mjModel* own = mj_compile(spec, NULL);
  ck_assert_int_eq(fc_setParameter(own, "acme.still", "gain", "0.7"), 0);
  ck_assert_int_eq(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), 0);
  ck_assert(strstr(text, "gain") == NULL);
  ck_assert_int_eq(mj_copyBack(spec, own), 1);
  ck_assert_int_eq(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), 0);
  ck_assert_msg(strstr(text, "<config key=\"gain\" value=\"0.7\"/>") != NULL, "%s", text);
  mj_deleteModel(own);
  own = model_from(text);
  ck_assert(*numbers(own, "acme.still", "gain") == 0.7);
  mj_deleteModel(own);
  mj_deleteSpec(spec);
}
END_TEST

// <config> below <plugin>: read, written, copied with the spec, and compiled again
START_TEST(a_document_configures_implementations_without_instance) {
  char error[1000] = "", text[5000];
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><extension><plugin plugin='acme.still'><config key='gain' value='6'/></plugin>"
      "</extension>" BALL "</mujoco>",
      NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjSpec* copy = mj_copySpec(spec);
  mj_deleteSpec(spec);
  mjModel* own = mj_compile(copy, NULL);
  ck_assert_msg(own != NULL, "%s", mjs_getError(copy));
  ck_assert(*numbers(own, "acme.still", "gain") == 6);
  ck_assert_int_eq(mj_saveXMLString(copy, text, sizeof text, error, sizeof error), 0);
  ck_assert(strstr(text, "<config key=\"gain\" value=\"6\"/>") != NULL);
  ck_assert_int_eq(fc_setFaceConfig(copy, "acme.still", "gain", "5"), 0);
  ck_assert_int_eq(mj_recompile(copy, NULL, own, NULL), 0);
  ck_assert(*numbers(own, "acme.still", "gain") == 5);
  mj_deleteModel(own);
  mj_deleteSpec(copy);
}
END_TEST

static const struct {
  const char *extension, *words;
} wrong[] = {
    {"<plugin plugin='acme.still'><config key='gian' value='1'/></plugin>",
     "did you mean \"gain\"?"},
    {"<plugin plugin='acme.still'><config key='gain' value='11'/></plugin>",
     "must be between 0 and 10; 11 is not"},
    {"<plugin plugin='acme.still'><config key='gain' value='1'/><config key='gain' value='2'/>"
     "</plugin>",
     "duplicate config key: gain"},
    {"<plugin plugin='acme.still'><config key='gain' value='1'/><instance name='x'/></plugin>",
     "the model has an instance of 'acme.still'"},
    {"<plugin plugin='mujoco.pid'><config key='kp' value='1'/></plugin>",
     "plugin 'mujoco.pid' is configured in its instances"},
    {"<plugin plugin='weld'><config key='torquescale' value='1'/></plugin>", "\"weld\""},
};

START_TEST(a_wrong_configuration_is_refused) {
  char xml[2000], error[1000] = "";
  snprintf(xml, sizeof xml, "<mujoco><extension>%s</extension>%s</mujoco>", wrong[_i].extension,
           BALL);
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  mjModel* own = spec ? mj_compile(spec, NULL) : NULL;
  ck_assert(own == NULL);
  const char* said = spec ? mjs_getError(spec) : error;
  ck_assert_msg(strstr(said, wrong[_i].words) != NULL, "got: %s", said);
  mj_deleteSpec(spec);
}
END_TEST

// what no text can say is an error of saving, not another value
START_TEST(an_element_without_a_name_cannot_be_written_to_a_document) {
  mjModel* own = load_text(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  *(mjtNum*)numbers(own, "acme.still", "anchor") = 1;
  char error[1000] = "";
  ck_assert_int_eq(mj_saveLastXML(path_of_saved(), own, error, sizeof error), 0);
  ck_assert_msg(strstr(error, "\"anchor\" of \"acme.still\" is the body with number 1") != NULL,
                "got: %s", error);
  mjModel* to = through_image(own);
  ck_assert(*numbers(to, "acme.still", "anchor") == 1);
  mj_deleteModel(to);
  mj_deleteModel(own);
}
END_TEST

// ---------------------------------------------------------------- damaged images

static const struct {
  const char *find, *put, *words;
} damage[] = {
    {"acme.still\t", "acme.stall\t", "\"gain\" of the solver \"acme.stall\": there is no solver"},
    {"\tgain\t", "\tgian\t", "has no parameter \"gian\""},
    {"\t0.7\n", "\t0,7\n", "must be a real number"},
    {"\t0.7\n", "\t987\n", "must be between 0 and 10"},
    {"\t-1\tgain", "\t77\tgain", "plugin instance 77 of the model is not one of it"},
    {"\tsolver\t", "\tsalver\t", "damaged"},
};

START_TEST(a_damaged_list_is_refused) {
  ck_assert_int_eq(fc_setParameter(m, "acme.still", "gain", "0.7"), 0);
  const size_t size = (size_t)mj_sizeModel(m);
  char* image = malloc(size + 1);
  mj_saveModel(m, NULL, image, (int)size);
  image[size] = 0;
  char* at = NULL;
  for (size_t i = 0; i < size && !at; i++)
    if (strncmp(image + i, damage[_i].find, strlen(damage[_i].find)) == 0)
      at = image + i;
  ck_assert_msg(at != NULL, "no %s", damage[_i].find);
  memcpy(at, damage[_i].put, strlen(damage[_i].put));
  char error[1000] = "";
  mjModel* to = fc_readModel(image, size, error, sizeof error);
  ck_assert(to == NULL);
  ck_assert_msg(strstr(error, damage[_i].words) != NULL, "got: %s", error);
  free(image);
}
END_TEST

// ---------------------------------------------------------------- bindings

static char* save_bindings(mjData* d, int* size) {
  *size = fc_saveBindings(m, d, NULL, 0);
  ck_assert_msg(*size >= 0, "%s", fc_lastError());
  char* bytes = malloc((size_t)*size + 1);
  ck_assert_int_eq(fc_saveBindings(m, d, bytes, *size), *size);
  return bytes;
}

START_TEST(bindings_go_to_another_data) {
  mjData *d = mj_makeData(m), *other = mj_makeData(m);
  int size;
  char* none = save_bindings(d, &size);
  ck_assert_int_eq(size, 0);
  ck_assert_int_eq(fc_bind(m, d, FC_SOLVER, "acme.still"), 0);
  ck_assert_int_eq(fc_bind(m, d, FC_CONTACT_MODEL, "soft"), 0);
  ck_assert_int_eq(fc_bind(m, d, FC_STAGE, "acme.push"), 0);
  ck_assert_int_eq(fc_bind(m, d, FC_PROBE, "acme.count"), 0);
  char* bytes = save_bindings(d, &size);
  ck_assert_msg(!fc_loadBindings(m, other, bytes, size), "%s", fc_lastError());
  ck_assert_str_eq(fc_bound(m, other, FC_SOLVER), "acme.still");
  ck_assert_str_eq(fc_bound(m, other, FC_CONTACT_MODEL), "soft");
  ck_assert_str_eq(fc_bound(m, other, FC_STAGE), "acme.push");
  ck_assert_str_eq(fc_bound(m, other, FC_PROBE), "acme.count");
  for (int i = 0; i < 5; i++) {
    mj_step(m, d);
    mj_step(m, other);
  }
  ck_assert_mem_eq(d->qpos, other->qpos, (size_t)m->nq * sizeof(mjtNum));
  ck_assert_mem_eq(d->qvel, other->qvel, (size_t)m->nv * sizeof(mjtNum));

  // nothing else stays bound
  ck_assert_int_eq(fc_loadBindings(m, other, none, 0), 0);
  ck_assert_str_eq(fc_bound(m, other, FC_SOLVER), "newton");
  ck_assert_str_eq(fc_bound(m, other, FC_STAGE), "");
  free(none);
  free(bytes);
  mj_deleteData(other);
  mj_deleteData(d);
}
END_TEST

// the bristles of a contact model bend; without their state the next step would be another one
START_TEST(the_state_of_modules_goes_along) {
  mjData *d = mj_makeData(m), *other = mj_makeData(m);
  ck_assert_msg(!fc_bind(m, d, FC_CONTACT_MODEL, "bristle"), "%s", fc_lastError());
  d->qvel[0] = 0.3;
  for (int i = 0; i < 60; i++)
    mj_step(m, d);
  ck_assert_int_gt(d->ncon, 0);
  int size;
  char* bytes = save_bindings(d, &size);
  mjtNum* state = malloc(sizeof(mjtNum) * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION));
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  mj_setState(m, other, state, mjSTATE_INTEGRATION);
  ck_assert_msg(!fc_loadBindings(m, other, bytes, size), "%s", fc_lastError());
  for (int i = 0; i < 20; i++) {
    mj_step(m, d);
    mj_step(m, other);
  }
  ck_assert_mem_eq(d->qpos, other->qpos, (size_t)m->nq * sizeof(mjtNum));
  free(state);
  free(bytes);
  mj_deleteData(other);
  mj_deleteData(d);
}
END_TEST

static const struct {
  const char *bytes, *words;
} unusable[] = {
    {"bind\tsolver\tacme.gone\n", "the mjData uses the solver \"acme.gone\": there is no solver"},
    {"state\tsolver\tacme.gone\t0\n", "the mjData has state of the solver \"acme.gone\""},
    {"bind\tsolver\tnewton", "not the bindings"},
    {"bind\tsensor\tgyro\n", "not the bindings"},
    {"bend\tsolver\tnewton\n", "not the bindings"},
    {"state\tcontact_model\tbristle\t1000\nabc", "not the bindings"},
    {"state\tcontact_model\tbristle\t-3\nabc", "not the bindings"},
    {"state\tsolver\tnewton\t0\n", "\"newton\" has 0 numbers of state here"},
};

START_TEST(bytes_that_cannot_be_used_say_why) {
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(fc_bind(m, d, FC_STAGE, "acme.push"), 0);
  expect_failure(fc_loadBindings(m, d, unusable[_i].bytes, (int)strlen(unusable[_i].bytes)) != 0,
                 unusable[_i].words);
  if (!strstr(unusable[_i].words, "numbers"))
    ck_assert_str_eq(fc_bound(m, d, FC_STAGE), "acme.push");
  mj_deleteData(d);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("carry");
  TCase* tests = add_case(suite, "models");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_loop_test(tests, what_was_set_is_carried_to_the_bit, 0, NWAY);
  tcase_add_loop_test(tests, instances_keep_their_own_values, 0, NWAY);
  tcase_add_test(tests, what_was_not_set_leaves_images_and_documents_alone);
  tcase_add_loop_test(tests, a_value_does_not_put_its_implementation_in_force, 0, NWAY);
  tcase_add_test(tests, copying_back_is_what_saves_values_with_a_spec);
  tcase_add_test(tests, a_document_configures_implementations_without_instance);
  tcase_add_loop_test(tests, a_wrong_configuration_is_refused, 0, sizeof wrong / sizeof *wrong);
  tcase_add_test(tests, an_element_without_a_name_cannot_be_written_to_a_document);
  tcase_add_loop_test(tests, a_damaged_list_is_refused, 0, sizeof damage / sizeof *damage);
  tests = add_case(suite, "data");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, bindings_go_to_another_data);
  tcase_add_test(tests, the_state_of_modules_goes_along);
  tcase_add_loop_test(tests, bytes_that_cannot_be_used_say_why, 0,
                      sizeof unusable / sizeof *unusable);
  return run_suite(suite);
}
