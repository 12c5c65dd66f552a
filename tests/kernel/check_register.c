// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Modules that the running program brings itself (fc_registerModule): they are listed, chosen and
// bound like modules that were found, and one that is registered again replaces the former for what
// is bound later.

#include <fulcrum/actuator.h>
#include <fulcrum/layout.h>
#include <fulcrum/sensor.h>
#include <fulcrum/stage.h>

#include "tests/kernel/support.h"

// ---------------------------------------------------------------- the module

static int push_by(const FcContext* context, mjtNum amount) {
  context->d->userdata[0] += amount * context->param[0];
  return 0;
}

static int push(const FcContext* context) { return push_by(context, 1); }
static int push_more(const FcContext* context) { return push_by(context, 100); }

static int measure(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    batch->out[k][0] = 7 * context->d->time;
  return 0;
}

static const FcParameter parameters[] = {
    {.key = "amount", .type = FC_REAL, .length = 1, .def = 2, .max = 10, .unit = "m"}};
static const FcStage first = {sizeof first, "smooth", 0, "userdata", push};
static const FcStage second = {sizeof second, "smooth", 0, "userdata", push_more};
static const FcSensor sensor = {.size = sizeof sensor, .measure = measure, .dim = 1};

#define FACE(word, title, implementation, ...) \
  { .size = sizeof(FcFace), .kind = word, .name = title, .table = &implementation, __VA_ARGS__ }

static const FcFace faces[] = {FACE(FC_STAGE, "lab.push", first, FC_PARAMETERS(parameters)),
                               FACE(FC_SENSOR, "lab.clock", sensor, .nparameter = 0)};
static const FcFace later_faces[] = {FACE(FC_STAGE, "lab.push", second, FC_PARAMETERS(parameters))};

static FcModule descriptor_of(const char* name, const FcFace* list, uint32_t n) {
  return (FcModule){.size = sizeof(FcModule),
                    .abi = FC_ABI,
                    .features = FC_FEATURES,
                    .nface = n,
                    .layout = &fc_layout,
                    .name = name,
                    .version = "1.0.0",
                    .licence = "MIT",
                    .faces = list};
}

static void expect_registered(const char* name, const FcFace* list, uint32_t n) {
  const FcModule module = descriptor_of(name, list, n);
  ck_assert_msg(!fc_registerModule(&module, "program:check_register"), "%s", fc_lastError());
}

// the entries of that name, and the last of them that can be used
static int listed(const char* name, FcModuleInfo* usable) {
  int n = 0;
  for (int i = 0; i < fc_moduleCount(); i++) {
    FcModuleInfo info = {.size = sizeof info};
    ck_assert_int_eq(fc_moduleInfo(i, &info), 0);
    if (strcmp(info.name, name) != 0)
      continue;
    n++;
    if (!info.refused)
      *usable = info;
  }
  return n;
}

// ---------------------------------------------------------------- tests

START_TEST(it_is_listed_and_opened_like_any_other) {
  FcModuleInfo info = {.size = sizeof info};
  expect_registered("lab.all", faces, 2);
  ck_assert_int_eq(listed("lab.all", &info), 1);
  ck_assert_str_eq(info.file, "program:check_register");
  ck_assert_str_eq(info.manifest, "");
  ck_assert_str_eq(info.status, "loaded");
  ck_assert_int_eq(info.nface, 2);
  const FcModule* module = fc_openModule("lab.all");
  ck_assert(module && module->nface == 2);
  ck_assert_str_eq(module->faces[0].parameters[0].key, "amount");
}
END_TEST

START_TEST(its_faces_serve_models_and_bindings) {
  expect_registered("lab.all", faces, 2);
  mjModel* m =
      model_from("<mujoco><size nuserdata='1'/><sensor><lab.clock/></sensor><worldbody/></mujoco>");
  mjData* d = mj_makeData(m);
  ck_assert_msg(!fc_bind(m, d, FC_STAGE, "lab.push"), "%s", fc_lastError());
  ck_assert_int_eq(fc_setParameter(m, "lab.push", "amount", "3"), 0);
  d->time = 2;
  mj_forward(m, d);
  ck_assert(d->userdata[0] == 3);
  ck_assert(d->sensordata[0] == 14);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(registered_again_it_replaces_the_former_for_what_is_bound_later) {
  FcModuleInfo info = {.size = sizeof info};
  mjModel* m = model_from("<mujoco><size nuserdata='1'/><worldbody/></mujoco>");
  mjData *before = mj_makeData(m), *after = mj_makeData(m);
  expect_registered("lab.all", faces, 2);
  ck_assert_int_eq(fc_bind(m, before, FC_STAGE, "lab.push"), 0);
  expect_registered("lab.all", later_faces, 1);
  ck_assert_msg(!fc_bind(m, after, FC_STAGE, "lab.push"), "%s", fc_lastError());
  mj_forward(m, before);
  mj_forward(m, after);
  ck_assert(before->userdata[0] == 2);
  ck_assert(after->userdata[0] == 200);
  ck_assert_int_eq(listed("lab.all", &info), 2);
  ck_assert_int_eq(info.nface, 1);
  ck_assert_int_eq((int)fc_openModule("lab.all")->nface, 1);
  // the sensor went with the former
  FcSensor table = {.size = sizeof table};
  expect_failure(!fc_sensorNamed("lab.clock", &table), "was replaced by one");
  mj_deleteData(before);
  mj_deleteData(after);
  mj_deleteModel(m);
}
END_TEST

START_TEST(what_does_not_fit_is_refused_with_the_reason) {
  FcModule module = descriptor_of("lab.bad", faces, 2);
  expect_failure(fc_registerModule(NULL, "here"), "needs a descriptor");
  expect_failure(fc_registerModule(&module, ""), "where it comes from");
  module.abi = 7;
  expect_failure(fc_registerModule(&module, "here"), "the module of here is refused: it was built");
  module = descriptor_of(NULL, faces, 2);
  expect_failure(fc_registerModule(&module, "here"), "lacks name");
  // the layout of another build
  uint32_t* fields = malloc(2 * fc_layout.nfield * sizeof *fields);
  memcpy(fields, fc_layout.fields, 2 * fc_layout.nfield * sizeof *fields);
  fields[0] += 8;
  FcLayout layout = fc_layout;
  layout.fields = fields;
  module = descriptor_of("lab.bad", faces, 2);
  module.layout = &layout;
  expect_failure(fc_registerModule(&module, "here"), "mjModel.nq is at 8");
  free(fields);
  FcModuleInfo info = {.size = sizeof info};
  ck_assert_int_eq(listed("lab.bad", &info), 0);
}
END_TEST

START_TEST(the_name_of_a_module_on_the_search_path_is_taken) {
  add_acme_good();
  const FcModule module = descriptor_of("acme.good", faces, 2);
  expect_failure(fc_registerModule(&module, "here"), "which was found first");
}
END_TEST

static int no_count(const FcActuatorSetup* setup) { return -(setup->size > 0); }
static int said_count(const FcActuatorSetup* setup) {
  (void)setup;
  return fc_fail("no such motor");
}
static int no_force(const FcContext* context, const FcActuatorBatch* batch, mjtNum* force) {
  (void)context;
  for (int i = 0; i < batch->n; i++)
    force[i] = 0;
  return 0;
}

START_TEST(a_number_of_activation_variables_that_cannot_be_is_an_error) {
  static const FcActuator counted = {.size = sizeof counted, .nact = -1, .value = no_force};
  static const FcActuator silent = {
      .size = sizeof silent, .activations = no_count, .value = no_force};
  static const FcActuator telling = {
      .size = sizeof telling, .activations = said_count, .value = no_force};
  static const FcFace laws[] = {FACE(FC_ACTUATOR, "lab.counted", counted, .nparameter = 0),
                                FACE(FC_ACTUATOR, "lab.silent", silent, .nparameter = 0),
                                FACE(FC_ACTUATOR, "lab.telling", telling, .nparameter = 0)};
  static const char* const expected[] = {
      "\"lab.counted\" has -1 activation variables, at least 0 are possible",
      "\"lab.silent\": it failed without a reason", "\"lab.telling\": no such motor"};
  expect_registered("lab", laws, 3);
  for (int i = 0; i < 3; i++) {
    char text[400], error[500] = "";
    snprintf(text, sizeof text,
             "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>"
             "<actuator><%s joint='j'/></actuator></mujoco>",
             laws[i].name);
    fc_fail("a former message");
    mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
    mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
    const char* said = spec ? mjs_getError(spec) : error;
    ck_assert_msg(!m && strstr(said, expected[i]), "%s", said);
    mj_deleteSpec(spec);
  }
}
END_TEST

int main(void) {
  Suite* suite = suite_create("modules of the program");
  TCase* tests = add_case(suite, "register");
  tcase_add_test(tests, it_is_listed_and_opened_like_any_other);
  tcase_add_test(tests, its_faces_serve_models_and_bindings);
  tcase_add_test(tests, registered_again_it_replaces_the_former_for_what_is_bound_later);
  tcase_add_test(tests, what_does_not_fit_is_refused_with_the_reason);
  tcase_add_test(tests, a_number_of_activation_variables_that_cannot_be_is_an_error);
  tcase_add_test(tests, the_name_of_a_module_on_the_search_path_is_taken);
  return run_suite(suite);
}
