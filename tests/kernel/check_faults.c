// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Modules that cannot be used are refused one by one, each with a sentence that says which, why and
// what to do; everything else works as before.

#include "tests/kernel/support.h"

// the entry of a module in the registry
static FcModuleInfo info_of(const char* name) {
  FcModuleInfo info = {.size = sizeof info};
  for (int i = fc_moduleCount() - 1; i >= 0; i--) {
    ck_assert_int_eq(fc_moduleInfo(i, &info), 0);
    if (strcmp(info.name, name) == 0)
      return info;
  }
  ck_abort_msg("no module %s", name);
  return info;
}

// the engine simulates with its own modules, whatever lies beside them
static void everything_else_works(void) {
  mjModel* m = ball_on_floor();
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 10; i++)
    mj_step(m, d);
  ck_assert_str_eq(fc_bound(m, d, FC_SOLVER), "newton");
  ck_assert_int_gt(d->ncon, 0);
  ck_assert(d->qpos[2] > 0.09 && d->qpos[2] < 0.11);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void expect_refusal(const char* name, const char* words) {
  expect_failure(fc_openModule(name) == NULL, words);
  FcModuleInfo info = info_of(name);
  ck_assert_int_eq(info.refused, 1);
  ck_assert_msg(strstr(info.status, words) != NULL, "status: %s", info.status);
  ck_assert_msg(strstr(info.status, name) != NULL, "status: %s", info.status);
  everything_else_works();
}

START_TEST(a_sound_module_opens) {
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  place_module(directory, "acme.portable", "acme.plain", ", \"rank\": -1");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  ck_assert_str_eq(info_of("acme.plain").status, "available");
  const FcModule* module = fc_openModule("acme.plain");
  ck_assert_msg(module != NULL, "%s", fc_lastError());
  ck_assert_str_eq(module->name, "acme.plain");
  ck_assert_str_eq(info_of("acme.plain").status, "loaded");
  ck_assert_ptr_nonnull(fc_openModule("acme.portable"));
}
END_TEST

// descriptors that do not fit this host or their manifest
static const struct {
  const char *name, *words;
} descriptors[] = {
    {"acme.abi",
     "built for module ABI 2, this library has 1; rebuild it against the installed headers"},
    {"acme.short", "its descriptor is 16 bytes long"},
    {"acme.float", "its mjtNum has 4 bytes, that of this library 8; rebuild"},
    {"acme.level", "it needs a processor of level x86-64-v9"},
    {"acme.layout", "mjModel.nq is at 4096 with 2 bytes, here at"},
    {"acme.faceless", "lacks name, version or faces"},
    {"acme.nameless", "lacks name, version or faces"},
    {"acme.versionless", "lacks name, version or faces"},
    {"acme.notable", "its face 0 is incomplete"},
    {"acme.noname", "its face 0 is incomplete"},
    {"acme.nokind", "its face 0 is incomplete"},
    {"acme.nosize", "does not begin with its size"},
    {"acme.hollow", "\"acme.plain\" lacks"},
    {"acme.alias", "the manifest names it \"acme.alias\", the shared object \"acme.plain\""},
    {"acme.later", "the manifest says version 1.0.0, the shared object 1.10.0"},
    {"acme.newton",
     "the manifest promises the solver \"acme.plain\", which the shared object does not have"},
    {"acme.good",
     "the manifest promises the solver \"acme.plain\", which the shared object does not have"},
    {"acme.unheard", "it returned no descriptor"},
};

START_TEST(a_descriptor_that_does_not_fit_is_refused) {
  const char* directory = new_directory();
  place_module(directory, descriptors[_i].name, "acme.plain", "");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_refusal(descriptors[_i].name, descriptors[_i].words);
  mjModel* m = ball_on_floor();
  mjData* d = mj_makeData(m);
  expect_failure(fc_bind(m, d, FC_SOLVER, "acme.plain") != 0,
                 "solver \"acme.plain\" cannot be used");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_layout_that_differs_names_what_is_missing) {
  const char* directory = new_directory();
  place_module(directory, "acme.layout", "acme.plain", "");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_refusal("acme.layout", "mjModel.nv is missing");
  expect_refusal("acme.layout", "and more; rebuild it");
}
END_TEST

START_TEST(a_manifest_that_promises_too_little_is_refused) {
  const char* directory = new_directory();
  place_module(directory, "acme.good", "acme.still", "");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_refusal("acme.good", "the shared object has 6 faces, the manifest 1");
}
END_TEST

START_TEST(a_manifest_that_promises_a_type_too_much_is_refused) {
  const char* directory = new_directory();
  place_object(directory, "acme.plain", ACME);
  place_manifest(
      directory, "acme.plain",
      "{\"name\": \"acme.plain\", \"version\": \"1.0.0\", \"abi\": 1, "
      "\"provides\": [{\"kind\": \"solver\", \"name\": \"acme.plain\", \"types\": [\"brave\"]}]}");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_refusal("acme.plain", "promises the type \"brave\" of solver \"acme.plain\"");
}
END_TEST

START_TEST(a_manifest_with_another_number_is_refused) {
  const char* directory = new_directory();
  place_object(directory, "acme.plain", ACME);
  place_manifest(
      directory, "acme.plain",
      "{\"name\": \"acme.plain\", \"version\": \"1.0.0\", \"abi\": 1, "
      "\"provides\": [{\"kind\": \"solver\", \"name\": \"acme.plain\", \"number\": 2}]}");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_refusal("acme.plain",
                 "gives the solver \"acme.plain\" the number 2, the shared object -1 (-1: none)");
}
END_TEST

START_TEST(a_shared_object_without_the_symbol_is_refused) {
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  place_object(directory, "acme.plain", TEST_BUILD_DIR "/.libs/libfulcrum.so");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_refusal("acme.plain", "it does not export fulcrum_module");
}
END_TEST

// a copy that broke off: wherever it ends, opening it is an error, never a crash
START_TEST(a_truncated_shared_object_is_refused) {
  const double part[] = {0, 0.0001, 0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99};
  size_t n;
  char* bytes = read_file(ACME, &n);
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  write_file(directory, "acme.plain", ".so", bytes,
             _i < 10 ? (size_t)((double)n * part[_i]) : n - 1);
  free(bytes);
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_refusal("acme.plain", "it cannot be opened");
}
END_TEST

START_TEST(a_file_that_is_no_shared_object_is_refused) {
  const char* directory = new_directory();
  char noise[5000];
  for (size_t i = 0; i < sizeof noise; i++)
    noise[i] = (char)(i * i * 31 + 7);
  place_module(directory, "acme.plain", "acme.plain", "");
  write_file(directory, "acme.plain", ".so", noise, sizeof noise);
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_refusal("acme.plain", "it cannot be opened");
}
END_TEST

START_TEST(a_manifest_without_its_shared_object_is_refused) {
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  char path[1000];
  snprintf(path, sizeof path, "%s/acme.plain.so", directory);
  unlink(path);
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_refusal("acme.plain", "acme.plain.so is not");
}
END_TEST

START_TEST(another_abi_number_in_the_manifest_is_enough_to_refuse) {
  const char* directory = new_directory();
  place_manifest(directory, "acme.plain",
                 "{\"name\": \"acme.plain\", \"version\": \"1.0.0\", \"abi\": 99, "
                 "\"provides\": [{\"kind\": \"solver\", \"name\": \"acme.plain\"}]}");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_refusal("acme.plain", "was built for module ABI 99, this library has 1");
}
END_TEST

START_TEST(a_malformed_manifest_refuses_that_module_only) {
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  place_manifest(directory, "acme.broken", "{\"name\": \"acme.broken\",\n\"version\": }");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_refusal("acme.broken", "line 2 is not valid JSON");
  ck_assert_ptr_nonnull(fc_openModule("acme.plain"));
}
END_TEST

START_TEST(a_manifest_with_binary_content_is_refused) {
  const char* directory = new_directory();
  write_file(directory, "acme.binary", ".json", "{\0}", 3);
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_refusal("acme.binary", "it is not a text");
}
END_TEST

START_TEST(of_two_modules_with_one_name_the_first_found_stays) {
  const char *first = new_directory(), *second = new_directory();
  place_module(first, "acme.plain", "acme.plain", "");
  place_module(second, "acme.plain", "acme.plain", "");
  ck_assert_int_eq(fc_addModulePath(first), 0);
  ck_assert_int_eq(fc_addModulePath(second), 0);
  FcModuleInfo info = info_of("acme.plain");
  ck_assert_int_eq(info.refused, 1);
  ck_assert_ptr_nonnull(strstr(info.status, "has the name of the one in"));
  ck_assert_ptr_nonnull(strstr(info.status, first));
  ck_assert_ptr_nonnull(strstr(info.status, second));
  ck_assert_msg(fc_openModule("acme.plain") != NULL, "%s", fc_lastError());
  everything_else_works();
}
END_TEST

START_TEST(a_directory_added_twice_counts_once) {
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  int before = fc_moduleCount();
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  ck_assert_int_eq(fc_moduleCount(), before);
}
END_TEST

// opening a pipe for reading waits for a writer, who never comes
static void place_pipe(const char* directory, const char* file) {
  char path[1000];
  snprintf(path, sizeof path, "%s/%s", directory, file);
  unlink(path);
  ck_assert_int_eq(mkfifo(path, 0600), 0);
}

START_TEST(a_pipe_in_place_of_a_manifest_is_refused) {
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  place_pipe(directory, "acme.x.json");
  place_pipe(directory, "modules.index");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_refusal("acme.x", "it is not a text");
  ck_assert_ptr_nonnull(fc_openModule("acme.plain"));
}
END_TEST

START_TEST(a_pipe_in_place_of_a_shared_object_is_refused) {
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  place_pipe(directory, "acme.plain.so");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_refusal("acme.plain", "it is not a regular file");
}
END_TEST

START_TEST(a_directory_that_is_added_again_is_searched_again) {
  const char* directory = new_directory();
  char missing[1000];
  place_module(directory, "acme.plain", "acme.plain", "");
  place_manifest(directory, "acme.later", "{");
  place_module(directory, "acme.late", "acme.plain", "");
  snprintf(missing, sizeof missing, "%s/acme.late.so", directory);
  unlink(missing);
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  const FcModule* open = fc_openModule("acme.plain");
  ck_assert_ptr_nonnull(open);
  expect_refusal("acme.later", "line 1 is not valid JSON");
  expect_refusal("acme.late", "acme.late.so is not");
  const int before = fc_moduleCount();

  // two that were refused are repaired, one is new, and the open one is the one that it was
  place_manifest(directory, "acme.later",
                 "{\"name\": \"acme.later\", \"version\": \"1.10.0\", \"abi\": 1, \"provides\": "
                 "[{\"kind\": \"solver\", \"name\": \"acme.plain\"}]}");
  place_object(directory, "acme.later", ACME);
  place_manifest(directory, "acme.late",
                 "{\"name\": \"acme.late\", \"version\": \"1.9.0\", \"abi\": 1, \"provides\": "
                 "[{\"kind\": \"solver\", \"name\": \"acme.plain\"}]}");
  place_object(directory, "acme.late", ACME);
  place_module(directory, "acme.low", "acme.plain", ", \"rank\": -1");
  ck_assert_msg(fc_addModulePath(directory) == 0, "%s", fc_lastError());
  ck_assert_int_eq(fc_moduleCount(), before + 1);
  ck_assert_msg(fc_openModule("acme.later") != NULL, "%s", fc_lastError());
  ck_assert_msg(fc_openModule("acme.late") != NULL, "%s", fc_lastError());
  ck_assert_msg(fc_openModule("acme.low") != NULL, "%s", fc_lastError());
  ck_assert_ptr_eq(fc_openModule("acme.plain"), open);
}
END_TEST

// built-in modules are linked in and cannot be kept out
START_TEST(an_added_directory_is_searched_before_the_installed_one) {
  if (strcmp(info_of("newton").file, "built in") == 0)
    return;
  const char *directory = new_directory(), *broken = new_directory();
  place_module(broken, "pgs", "pgs", ", \"overrides\": [\"solver/pgs\"]");
  ck_assert_int_eq(fc_addModulePath(broken), 0);
  place_module(directory, "newton", "newton", ", \"overrides\": [\"solver/newton\"]");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_failure(fc_openModule("acme.nowhere") == NULL, directory);
  const char *path = strstr(fc_lastError(), "searched: "), *installed = strstr(path, "/fulcrum/");
  ck_assert_ptr_nonnull(installed);
  ck_assert(strstr(path, broken) < strstr(path, directory));
  ck_assert(strstr(path, directory) < installed);

  // the module of that name is the one that was added, and the installed one says why
  const FcModule* module = fc_openModule("newton");
  ck_assert_msg(module != NULL, "%s", fc_lastError());
  ck_assert_str_eq(module->version, "1.0.0");
  int given_way = 0;
  FcModuleInfo info = {.size = sizeof info};
  for (int i = 0; i < fc_moduleCount(); i++) {
    ck_assert_int_eq(fc_moduleInfo(i, &info), 0);
    given_way += strcmp(info.name, "newton") == 0 && info.refused &&
                 strstr(info.status, "searched first") && strstr(info.status, directory);
  }
  ck_assert_int_eq(given_way, 1);

  // one that turns out to be unusable leaves the name to the installed one
  ck_assert_ptr_null(fc_openModule("nothing"));
  mjModel* m = ball_on_floor();
  mjData* d = mj_makeData(m);
  ck_assert_msg(fc_bind(m, d, FC_SOLVER, "pgs") == 0, "%s", fc_lastError());
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_module_that_is_open_stays) {
  if (strcmp(info_of("newton").file, "built in") == 0)
    return;
  const FcModule* installed = fc_openModule("newton");
  ck_assert_ptr_nonnull(installed);
  const char* directory = new_directory();
  place_module(directory, "newton", "newton", ", \"overrides\": [\"solver/newton\"]");
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  ck_assert_ptr_eq(fc_openModule("newton"), installed);
  expect_failure(fc_openModule("acme.nowhere") == NULL, directory);
  ck_assert_ptr_nonnull(strstr(info_of("newton").status, "which was found first"));
}
END_TEST

START_TEST(a_missing_module_is_an_error_that_says_where_it_was_searched) {
  const char* directory = new_directory();
  ck_assert_int_eq(fc_addModulePath(directory), 0);
  expect_failure(fc_openModule("acme.nowhere") == NULL, "there is no module \"acme.nowhere\"");
  ck_assert_ptr_nonnull(strstr(fc_lastError(), directory));
  expect_failure(fc_openModule(NULL) == NULL, "there is no module");
}
END_TEST

START_TEST(a_directory_that_cannot_be_read_is_an_error) {
  expect_failure(fc_addModulePath("/no/such/place") != 0,
                 "module directory /no/such/place cannot be read");
  expect_failure(fc_addModulePath("") != 0, "must have a name");
  expect_failure(fc_addModulePath(NULL) != 0, "must have a name");
  everything_else_works();
}
END_TEST

START_TEST(a_module_number_out_of_range_is_an_error) {
  FcModuleInfo info = {.size = sizeof info};
  FcFaceInfo face = {.size = sizeof face};
  expect_failure(fc_moduleInfo(-1, &info) != 0, "there is no module number -1");
  expect_failure(fc_moduleInfo(fc_moduleCount(), &info) != 0, "there is no module number");
  expect_failure(fc_faceInfo(0, 1000, &face) != 0, "there is no face 1000");
}
END_TEST

int main(void) {
  Suite* suite = suite_create("module faults");
  TCase* tests = add_case(suite, "refusal");
  tcase_add_test(tests, a_sound_module_opens);
  tcase_add_loop_test(tests, a_descriptor_that_does_not_fit_is_refused, 0,
                      (int)(sizeof descriptors / sizeof *descriptors));
  tcase_add_test(tests, a_layout_that_differs_names_what_is_missing);
  tcase_add_test(tests, a_manifest_that_promises_too_little_is_refused);
  tcase_add_test(tests, a_manifest_that_promises_a_type_too_much_is_refused);
  tcase_add_test(tests, a_manifest_with_another_number_is_refused);
  tcase_add_test(tests, a_shared_object_without_the_symbol_is_refused);
  tcase_add_loop_test(tests, a_truncated_shared_object_is_refused, 0, 11);
  tcase_add_test(tests, a_file_that_is_no_shared_object_is_refused);
  tcase_add_test(tests, a_manifest_without_its_shared_object_is_refused);
  tcase_add_test(tests, another_abi_number_in_the_manifest_is_enough_to_refuse);
  tcase_add_test(tests, a_malformed_manifest_refuses_that_module_only);
  tcase_add_test(tests, a_manifest_with_binary_content_is_refused);
  tcase_add_test(tests, of_two_modules_with_one_name_the_first_found_stays);
  tcase_add_test(tests, a_directory_added_twice_counts_once);
  tcase_add_test(tests, a_pipe_in_place_of_a_manifest_is_refused);
  tcase_add_test(tests, a_pipe_in_place_of_a_shared_object_is_refused);
  tcase_add_test(tests, a_directory_that_is_added_again_is_searched_again);
  tcase_add_test(tests, an_added_directory_is_searched_before_the_installed_one);
  tcase_add_test(tests, a_module_that_is_open_stays);
  tcase_add_test(tests, a_missing_module_is_an_error_that_says_where_it_was_searched);
  tcase_add_test(tests, a_directory_that_cannot_be_read_is_an_error);
  tcase_add_test(tests, a_module_number_out_of_range_is_an_error);
  return run_suite(suite);
}
