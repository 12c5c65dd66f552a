// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The index of a module directory speeds up the start and changes nothing else: it is used only
// while the manifests are unchanged, and a damaged index is ignored with a message.

#include <fcntl.h>

#include "tests/kernel/support.h"

static int find(const char* name, FcModuleInfo* info) {
  for (int i = 0; i < fc_moduleCount(); i++) {
    ck_assert_int_eq(fc_moduleInfo(i, info), 0);
    if (strcmp(info->name, name) == 0)
      return i;
  }
  return -1;
}

static void index_directory(const char* directory) {
  ck_assert_msg(fc_indexModules(directory) == 0, "%s", fc_lastError());
}

static void search(const char* directory) {
  ck_assert_msg(fc_addModulePath(directory) == 0, "%s", fc_lastError());
}

static struct stat status_of(const char* directory, const char* file) {
  char path[1000];
  struct stat status;
  snprintf(path, sizeof path, "%s/%s", directory, file);
  ck_assert_int_eq(stat(path, &status), 0);
  return status;
}

static void set_time(const char* directory, const char* file, struct timespec time) {
  char path[1000];
  snprintf(path, sizeof path, "%s/%s", directory, file);
  const struct timespec times[2] = {time, time};
  ck_assert_int_eq(utimensat(AT_FDCWD, path, times, 0), 0);
}

// other content of the same size, so that only the time can tell
static void spoil_manifest(const char* directory, const char* file) {
  struct stat status = status_of(directory, file);
  char path[1000], *nonsense = malloc((size_t)status.st_size);
  snprintf(path, sizeof path, "%s/%s", directory, file);
  memset(nonsense, '?', (size_t)status.st_size);
  write_file(directory, file, "", nonsense, (size_t)status.st_size);
  free(nonsense);
}

START_TEST(an_indexed_manifest_is_not_read_again) {
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  index_directory(directory);
  const struct timespec time = status_of(directory, "acme.plain.json").st_mtim;
  spoil_manifest(directory, "acme.plain.json");
  set_time(directory, "acme.plain.json", time);
  search(directory);
  FcModuleInfo info = {.size = sizeof info};
  FcFaceInfo face = {.size = sizeof face};
  const int module = find("acme.plain", &info);
  ck_assert_int_ge(module, 0);
  ck_assert_str_eq(info.status, "available");
  ck_assert_str_eq(info.version, "1.0.0");
  ck_assert_int_eq(info.nface, 1);
  ck_assert_int_eq(fc_faceInfo(module, 0, &face), 0);
  ck_assert_int_eq(face.kind, FC_SOLVER);
  ck_assert_str_eq(face.name, "acme.plain");
  ck_assert_msg(fc_openModule("acme.plain") != NULL, "%s", fc_lastError());
}
END_TEST

START_TEST(a_manifest_of_another_time_is_read) {
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  index_directory(directory);
  struct timespec time = status_of(directory, "acme.plain.json").st_mtim;
  spoil_manifest(directory, "acme.plain.json");
  time.tv_sec++;
  set_time(directory, "acme.plain.json", time);
  search(directory);
  FcModuleInfo info = {.size = sizeof info};
  ck_assert_int_ge(find("acme.plain", &info), 0);
  ck_assert_int_eq(info.refused, 1);
  ck_assert_ptr_nonnull(strstr(info.status, "is not valid JSON"));
}
END_TEST

START_TEST(a_manifest_of_another_size_is_read) {
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  index_directory(directory);
  const struct timespec time = status_of(directory, "acme.plain.json").st_mtim;
  place_module(directory, "acme.plain", "acme.plain", ", \"licence\": \"MIT\"");
  set_time(directory, "acme.plain.json", time);
  search(directory);
  FcModuleInfo info = {.size = sizeof info};
  ck_assert_int_ge(find("acme.plain", &info), 0);
  ck_assert_str_eq(info.licence, "MIT");
}
END_TEST

START_TEST(a_package_that_keeps_whole_seconds_keeps_the_index) {
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  set_time(directory, "acme.plain.json", (struct timespec){1000000000, 123456789});
  index_directory(directory);
  spoil_manifest(directory, "acme.plain.json");
  set_time(directory, "acme.plain.json", (struct timespec){1000000000, 0});
  search(directory);
  FcModuleInfo info = {.size = sizeof info};
  ck_assert_int_ge(find("acme.plain", &info), 0);
  ck_assert_int_eq(info.refused, 0);
}
END_TEST

// '-' comes before the '.' of ".json", so files and modules are not in the same order
START_TEST(names_that_begin_with_another_name_are_found) {
  static const char* const names[] = {"acme", "acme-b", "acme.a"};
  const char* directory = new_directory();
  for (int i = 0; i < 3; i++)
    place_module(directory, names[i], names[i], "");
  index_directory(directory);
  for (int i = 0; i < 3; i++) {
    char file[64];
    snprintf(file, sizeof file, "%s.json", names[i]);
    const struct timespec time = status_of(directory, file).st_mtim;
    spoil_manifest(directory, file);
    set_time(directory, file, time);
  }
  search(directory);
  FcModuleInfo info = {.size = sizeof info};
  for (int i = 0; i < 3; i++) {
    ck_assert_int_ge(find(names[i], &info), 0);
    ck_assert_msg(!info.refused, "%s", info.status);
  }
}
END_TEST

START_TEST(a_module_dropped_in_later_is_found_and_a_removed_one_is_gone) {
  const char* directory = new_directory();
  char gone[1000];
  place_module(directory, "acme.gone", "acme.gone", "");
  place_module(directory, "acme.still", "acme.still", "");
  index_directory(directory);
  place_module(directory, "acme.plain", "acme.plain", "");
  snprintf(gone, sizeof gone, "%s/acme.gone.json", directory);
  ck_assert_int_eq(unlink(gone), 0);
  search(directory);
  FcModuleInfo info = {.size = sizeof info};
  ck_assert_int_ge(find("acme.plain", &info), 0);
  ck_assert_int_ge(find("acme.still", &info), 0);
  ck_assert_int_eq(find("acme.gone", &info), -1);
  ck_assert_msg(fc_openModule("acme.plain") != NULL, "%s", fc_lastError());
}
END_TEST

START_TEST(an_indexed_module_without_its_shared_object_is_refused) {
  const char* directory = new_directory();
  char gone[1000];
  place_module(directory, "acme.plain", "acme.plain", "");
  index_directory(directory);
  snprintf(gone, sizeof gone, "%s/acme.plain.so", directory);
  ck_assert_int_eq(unlink(gone), 0);
  search(directory);
  FcModuleInfo info = {.size = sizeof info};
  ck_assert_int_ge(find("acme.plain", &info), 0);
  ck_assert_int_eq(info.refused, 1);
  ck_assert_ptr_nonnull(strstr(info.status, "is not"));
}
END_TEST

// everything a manifest says goes through the index
START_TEST(an_index_keeps_overrides_ranks_and_types) {
  const char* directory = new_directory();
  const char* text =
      "{\"name\": \"acme.good\", \"version\": \"2.10\", \"licence\": \"MIT\", \"abi\": 1, "
      "\"rank\": -7, \"overrides\": [\"solver/newton\"], \"provides\": ["
      "{\"kind\": \"solver\", \"name\": \"newton\"},"
      "{\"kind\": \"sensor\", \"name\": \"acme.many\", \"types\": [\"acme.one\", \"acme.two\"]},"
      "{\"kind\": \"solver\", \"name\": \"acme.after\", \"post\": true}]}";
  place_object(directory, "acme.good", ACME);
  place_manifest(directory, "acme.good", text);
  index_directory(directory);
  const struct timespec time = status_of(directory, "acme.good.json").st_mtim;
  spoil_manifest(directory, "acme.good.json");
  set_time(directory, "acme.good.json", time);
  search(directory);
  FcModuleInfo info = {.size = sizeof info};
  FcFaceInfo face = {.size = sizeof face};
  const int module = find("acme.good", &info);
  ck_assert_int_ge(module, 0);
  ck_assert_str_eq(info.version, "2.10");
  ck_assert_int_eq(info.nface, 3);
  ck_assert_int_eq(fc_faceInfo(module, 0, &face), 0);
  ck_assert_int_eq(face.selected, 1);
  ck_assert_int_eq(fc_faceInfo(module, 1, &face), 0);
  ck_assert_str_eq(face.types, "acme.one acme.two");
  ck_assert_int_eq(fc_faceInfo(module, 2, &face), 0);
  ck_assert_str_eq(face.name, "acme.after");

  // the index itself is text that says so
  size_t n;
  char path[1000];
  snprintf(path, sizeof path, "%s/modules.index", directory);
  char* index = read_file(path, &n);
  ck_assert_ptr_nonnull(strstr(index, "\tMIT\t1\t-7\n"));
  ck_assert_ptr_nonnull(strstr(index, "P\tsolver\tacme.after\t0\n"));
  free(index);
}
END_TEST

// damaged indexes and the line that is at fault
static const struct {
  const char* text;
  int line;
} damaged[] = {
    {"", 1},
    {"fulcrum-modules 1\n", 1},
    {"fulcrum-modules 3\nM\tacme.plain.json\n", 2},
    {"fulcrum-modules 3\nM\tacme.plain\t1\t2\t3\t1.0.0\t\t1\t0\n", 2},
    {"fulcrum-modules 3\nM\t../acme.plain.json\t1\t2\t3\t1.0.0\t\t1\t0\n", 2},
    {"fulcrum-modules 3\nM\tacme.plain.json\t1\tx\t3\t1.0.0\t\t1\t0\n", 2},
    {"fulcrum-modules 3\nM\tacme.plain.json\t1\t2\t3\t1.0.0\t\t1\t0\t0\n", 2},
    {"fulcrum-modules 3\nP\tsolver\tacme.plain\t0\n", 2},
    {"fulcrum-modules 3\nO\tsolver/newton\n", 2},
    {"fulcrum-modules 3\nX\n", 2},
    {"fulcrum-modules 3\n\n", 2},
    {"fulcrum-modules 3\nM\tacme.plain.json\t1\t2\t3\t1.0.0\t\t1\t0\nP\tmagic\tacme.plain\t0\n", 3},
    {"fulcrum-modules 3\nM\tacme.plain.json\t1\t2\t3\t1.0.0\t\t1\t0\nP\tsolver\tacme.pl", 3},
    {"fulcrum-modules 3\nM\tb.json\t1\t2\t3\t1\t\t1\t0\nM\ta.json\t1\t2\t3\t1\t\t1\t0\n", 3},
};

START_TEST(a_damaged_index_is_ignored_with_a_sentence) {
  const char* directory = new_directory();
  char line[40];
  place_module(directory, "acme.plain", "acme.plain", "");
  write_file(directory, "modules.index", "", damaged[_i].text, strlen(damaged[_i].text));
  search(directory);
  FcModuleInfo info = {.size = sizeof info};
  ck_assert_int_ge(find("modules.index", &info), 0);
  ck_assert_int_eq(info.refused, 1);
  snprintf(line, sizeof line, "line %d is not", damaged[_i].line);
  ck_assert_msg(strstr(info.status, line) != NULL, "status: %s", info.status);
  ck_assert_ptr_nonnull(strstr(info.status, directory));
  ck_assert_msg(fc_openModule("acme.plain") != NULL, "%s", fc_lastError());
  ck_assert_ptr_null(fc_openModule("modules.index"));
}
END_TEST

START_TEST(a_manifest_that_is_refused_stays_out_of_the_index) {
  const char* directory = new_directory();
  place_module(directory, "acme.plain", "acme.plain", "");
  place_manifest(directory, "acme.bad", "{");
  index_directory(directory);
  search(directory);
  FcModuleInfo info = {.size = sizeof info};
  ck_assert_int_ge(find("acme.bad", &info), 0);
  ck_assert_ptr_nonnull(strstr(info.status, "is not valid JSON"));
  ck_assert_int_eq(find("modules.index", &info), -1);
}
END_TEST

START_TEST(an_index_that_cannot_be_written_is_an_error) {
  expect_failure(fc_indexModules("/no/such/place") != 0, "/no/such/place cannot be read");
  expect_failure(fc_indexModules("") != 0, "must have a name");
  expect_failure(fc_indexModules(NULL) != 0, "must have a name");
  expect_failure(fc_indexModules("/proc/self") != 0, "cannot be written");
}
END_TEST

// ---------------------------------------------------------------- what is opened

static int is_loaded(const char* name) {
  FcModuleInfo info = {.size = sizeof info};
  ck_assert_int_ge(find(name, &info), 0);
  return strcmp(info.status, "loaded") == 0;
}

START_TEST(a_model_opens_the_modules_that_it_needs) {
  FcModuleInfo info = {.size = sizeof info};
  ck_assert_int_ge(find("mjcf", &info), 0);
  if (strcmp(info.file, "built in") == 0)
    return;
  mjModel* m = model_from(
      "<mujoco><extension><plugin plugin='mujoco.pid'/></extension><worldbody><body>"
      "<joint name='j'/><geom size='.1'/></body></worldbody><actuator><plugin joint='j' "
      "plugin='mujoco.pid'/></actuator></mujoco>");
  static const char* const open[] = {"mjcf", "pid"};
  static const char* const closed[] = {"urdf", "mjb", "cable", "touch_grid", "png", "stl"};
  for (size_t i = 0; i < sizeof open / sizeof *open; i++)
    ck_assert_msg(is_loaded(open[i]), "%s is not open", open[i]);
  for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
    ck_assert_msg(!is_loaded(closed[i]), "%s is open", closed[i]);

  // the plugins of the other modules have slots, and open when they are asked for
  int slot;
  ck_assert_int_ge(mjp_pluginCount(), 4);
  ck_assert_ptr_nonnull(mjp_getPlugin("mujoco.sensor.touch_grid", &slot));
  ck_assert_int_ne(mjp_getPluginAtSlot(slot)->capabilityflags, 0);
  ck_assert(is_loaded("touch_grid"));
  ck_assert_int_ne(m->plugin[0], slot);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_robot_in_a_string_finds_its_loader) {
  mjModel* m = model_from(
      "<robot name='r'><link name='a'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' "
      "ixy='0' ixz='0' iyz='0'/></inertial></link></robot>");
  ck_assert(is_loaded("urdf"));
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("module index");
  TCase* tests = add_case(suite, "index");
  tcase_add_test(tests, an_indexed_manifest_is_not_read_again);
  tcase_add_test(tests, a_manifest_of_another_time_is_read);
  tcase_add_test(tests, a_manifest_of_another_size_is_read);
  tcase_add_test(tests, a_package_that_keeps_whole_seconds_keeps_the_index);
  tcase_add_test(tests, names_that_begin_with_another_name_are_found);
  tcase_add_test(tests, a_module_dropped_in_later_is_found_and_a_removed_one_is_gone);
  tcase_add_test(tests, an_indexed_module_without_its_shared_object_is_refused);
  tcase_add_test(tests, an_index_keeps_overrides_ranks_and_types);
  tcase_add_loop_test(tests, a_damaged_index_is_ignored_with_a_sentence, 0,
                      (int)(sizeof damaged / sizeof *damaged));
  tcase_add_test(tests, a_manifest_that_is_refused_stays_out_of_the_index);
  tcase_add_test(tests, an_index_that_cannot_be_written_is_an_error);
  tcase_add_test(tests, a_model_opens_the_modules_that_it_needs);
  tcase_add_test(tests, a_robot_in_a_string_finds_its_loader);
  return run_suite(suite);
}
