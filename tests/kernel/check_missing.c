// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// An installation from which a module was removed: whatever needs it reports this, everything else
// runs. The library looks for modules beside itself, so it is copied into a separate folder and
// opened explicitly.

#include <check.h>
#include <dlfcn.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

static char folder[600], last_message[1024];
static jmp_buf error_jump;

static void shell(const char* command) {
  ck_assert_msg(system(command) == 0, "failed: %s", command);
}

// The library, from an installation without one module, for the rest of the process.
static void* library_without(const char* module) {
  char text[4000];
  snprintf(folder, sizeof folder, "%s/tests/kernel/missing.XXXXXX", TEST_BUILD_DIR);
  ck_assert_ptr_nonnull(mkdtemp(folder));
  snprintf(text, sizeof text,
           "mkdir -p '%s/fulcrum' && cp -RL '%s' '%s/fulcrum/' && rm '%s/fulcrum/modules/%s.json' "
           "'%s/fulcrum/modules/%s.so' && "
           "cp -L '%s/.libs/libfulcrum.so' '%s/'",
           folder, TEST_MODULE_DIR, folder, folder, module, folder, module, TEST_BUILD_DIR, folder);
  shell(text);
  snprintf(text, sizeof text, "%s/libfulcrum.so", folder);
  void* library = dlopen(text, RTLD_NOW | RTLD_GLOBAL);
  ck_assert_msg(library != NULL, "%s", dlerror());
  return library;
}

static void remove_folder(void) {
  char text[1000];
  snprintf(text, sizeof text, "rm -rf '%s'", folder);
  if (folder[0])
    shell(text);
}

// what the tests call, by name
#define FUNCTIONS(F)                                                     \
  F(mjSpec*, mj_parseXMLString, (const char*, const mjVFS*, char*, int)) \
  F(mjModel*, mj_compile, (mjSpec*, const mjVFS*))                       \
  F(const char*, mjs_getError, (mjSpec*))                                \
  F(mjData*, mj_makeData, (const mjModel*))                              \
  F(void, mj_step, (const mjModel*, mjData*))                            \
  F(void, mj_resetData, (const mjModel*, mjData*))                       \
  F(int, fc_bind, (const mjModel*, mjData*, FcKind, const char*))        \
  F(const char*, fc_bound, (const mjModel*, mjData*, FcKind))            \
  F(const char*, fc_lastError, (void))                                   \
  F(FcErrorHandler, fc_setThreadErrorHandler, (FcErrorHandler, void*, void**))

#define DECLARE(type, name, parameters) static type(*p_##name) parameters;
FUNCTIONS(DECLARE)
#define LOOK_UP(type, name, parameters)                   \
  symbol = dlsym(library, #name);                         \
  ck_assert_msg(symbol != NULL, "no function %s", #name); \
  memcpy(&p_##name, &symbol, sizeof symbol);

static void use(void* library) {
  void* symbol;
  FUNCTIONS(LOOK_UP)
}

static void catch_error(const char* message, void* context) {
  (void)context;
  snprintf(last_message, sizeof last_message, "%s", message);
  longjmp(error_jump, 1);
}

// steps until an error, "" when there is none
static const char* step_error(const mjModel* m, mjData* d) {
  last_message[0] = 0;
  p_fc_setThreadErrorHandler(catch_error, NULL, NULL);
  if (!setjmp(error_jump))
    for (int i = 0; i < 20; i++)
      p_mj_step(m, d);
  else
    p_mj_resetData(m, d);
  p_fc_setThreadErrorHandler(NULL, NULL, NULL);
  return last_message;
}

#define BALL(option)                                                                   \
  "<mujoco>" option                                                                    \
  "<worldbody><geom type='plane' size='1 1 .1'/><body pos='0 0 .1'><freejoint/><geom " \
  "size='.1'/></body>"                                                                 \
  "</worldbody></mujoco>"

static mjSpec* parse(const char* xml) {
  char error[1000] = "";
  mjSpec* spec = p_mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  return spec;
}

static mjModel* compile(const char* xml) {
  mjSpec* spec = parse(xml);
  mjModel* m = p_mj_compile(spec, NULL);
  ck_assert_msg(m != NULL, "%s", p_mjs_getError(spec));
  return m;
}

// every test is a process of its own and leaves models to its end
__attribute__((visibility("default"))) const char* __lsan_default_options(void);
const char* __lsan_default_options(void) { return "detect_leaks=0"; }

static mjModel* ball_on_floor(void) { return compile(BALL("")); }

START_TEST(without_newton_its_users_get_a_clear_error_and_the_other_solvers_run) {
  use(library_without("newton"));
  mjModel* m = ball_on_floor();
  mjData* d = p_mj_makeData(m);
  const char* message = step_error(m, d);
  ck_assert_msg(strstr(message, "opt.solver is 2 (Newton), which no known solver has") != NULL,
                "got: %s", message);
  ck_assert_msg(strstr(message, "cg") && strstr(message, "pgs"), "got: %s", message);
  ck_assert_msg(strstr(message, "fulcrum/modules") != NULL, "got: %s", message);
  ck_assert_int_ne(p_fc_bind(m, d, FC_SOLVER, "newton"), 0);
  for (int solver = mjSOL_PGS; solver <= mjSOL_CG; solver++) {
    m->opt.solver = solver;
    message = step_error(m, d);
    ck_assert_str_eq(message, "");
    ck_assert(d->ncon > 0 && d->qpos[2] > 0.09);
  }
}
END_TEST

// compiling takes a step, so that the error comes that early
START_TEST(without_the_integrator_the_error_names_it) {
  use(library_without("euler"));
  mjSpec* spec = parse(BALL(""));
  ck_assert_ptr_null(p_mj_compile(spec, NULL));
  const char* message = p_mjs_getError(spec);
  ck_assert_msg(
      strstr(message, "opt.integrator is 0 (Euler), which no known integrator has") != NULL,
      "got: %s", message);
  mjModel* m = compile(BALL("<option integrator='RK4'/>"));
  ck_assert_str_eq(step_error(m, p_mj_makeData(m)), "");
}
END_TEST

START_TEST(without_a_collider_the_error_names_the_pair) {
  use(library_without("plane"));
  mjModel* m = ball_on_floor();
  mjData* d = p_mj_makeData(m);
  const char* message = step_error(m, d);
  ck_assert_msg(strstr(message, "plane-sphere") != NULL, "got: %s", message);
}
END_TEST

START_TEST(without_the_reader_of_mjcf_parsing_says_so) {
  use(library_without("mjcf"));
  char error[1000] = "";
  ck_assert_ptr_null(p_mj_parseXMLString("<mujoco/>", NULL, error, sizeof error));
  ck_assert_str_ne(error, "");
}
END_TEST

// among installed modules the highest rank is the default
START_TEST(the_default_is_the_installed_module_of_highest_rank) {
  char text[3000], manifest[700];
  void* library = library_without("touch_grid");
  for (int rank = 0; rank <= 2; rank += 2) {
    snprintf(manifest, sizeof manifest,
             "{\"name\": \"acme.old\", \"version\": \"1.0.0\", \"abi\": 1, \"rank\": %d, "
             "\"provides\": [{\"kind\": \"integrator\", \"name\": \"acme.half\"}, "
             "{\"kind\": \"contact_model\", \"name\": \"acme.even\"}, "
             "{\"kind\": \"actuator\", \"name\": \"acme.three\", \"types\": "
             "[\"dyntype/integrator\"]}, {\"kind\": \"sensor\", \"name\": \"acme.answer\"}]}",
             rank);
    snprintf(text, sizeof text,
             "cp '%s/tests/kernel/.libs/old.so' '%s/fulcrum/modules/acme.old.so'", TEST_BUILD_DIR,
             folder);
    shell(text);
    snprintf(text, sizeof text, "%s/fulcrum/modules/acme.old.json", folder);
    FILE* file = fopen(text, "w");
    ck_assert_ptr_nonnull(file);
    fputs(manifest, file);
    fclose(file);
    if (!rank && fork() == 0) {
      // the registry is filled once per process
      use(library);
      mjModel* m = ball_on_floor();
      _exit(strcmp(p_fc_bound(m, p_mj_makeData(m), FC_CONTACT_MODEL), "soft") != 0);
    }
    int status = 0;
    if (!rank) {
      ck_assert_int_gt(wait(&status), 0);
      ck_assert_int_eq(status, 0);
    }
  }
  use(library);
  mjModel* m = ball_on_floor();
  mjData* d = p_mj_makeData(m);
  ck_assert_str_eq(p_fc_bound(m, d, FC_CONTACT_MODEL), "acme.even");
  ck_assert_str_eq(p_fc_bound(m, d, FC_BROADPHASE), "sap");
}
END_TEST

START_TEST(without_the_legacy_pipeline_only_its_flag_is_an_error) {
  use(library_without("ccd"));
  mjModel* m = compile(
      "<mujoco><worldbody><geom type='ellipsoid' size='.1 .2 .3'/><body pos='0 0 .55'><freejoint/>"
      "<geom type='ellipsoid' size='.1 .2 .3'/></body></worldbody></mujoco>");
  mjData* d = p_mj_makeData(m);
  ck_assert_str_eq(step_error(m, d), "");
  m->opt.disableflags |= mjDSBL_NATIVECCD;
  const char* message = step_error(m, d);
  ck_assert_msg(strstr(message, "the flag nativeccd is disabled, and no module with the legacy") &&
                    strstr(message, "known are: convex"),
                "got: %s", message);
}
END_TEST

START_TEST(without_a_post_solver_only_its_option_is_an_error) {
  use(library_without("noslip"));
  mjModel* m = ball_on_floor();
  mjData* d = p_mj_makeData(m);
  ck_assert_str_eq(step_error(m, d), "");
  m->opt.noslip_iterations = 2;
  const char* message = step_error(m, d);
  ck_assert_msg(strstr(message, "noslip_iterations is 2, but there is no post_solver"), "got: %s",
                message);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("missing modules");
  TCase* tests = tcase_create("missing");
  tcase_set_timeout(tests, 60);
  tcase_add_checked_fixture(tests, NULL, remove_folder);
  tcase_add_test(tests, without_newton_its_users_get_a_clear_error_and_the_other_solvers_run);
  tcase_add_test(tests, without_the_integrator_the_error_names_it);
  tcase_add_test(tests, without_a_collider_the_error_names_the_pair);
  tcase_add_test(tests, without_the_reader_of_mjcf_parsing_says_so);
  tcase_add_test(tests, the_default_is_the_installed_module_of_highest_rank);
  tcase_add_test(tests, without_the_legacy_pipeline_only_its_flag_is_an_error);
  tcase_add_test(tests, without_a_post_solver_only_its_option_is_an_error);
  suite_add_tcase(suite, tests);
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
