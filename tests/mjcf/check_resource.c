// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Files, virtual files and providers as resources.

#include <stdint.h>

#include <fulcrum/spec.h>

#include "support.h"

// content of a resource as text; NULL when it cannot be opened
static const char* content(const char* dir, const char* name, const mjVFS* vfs) {
  static char text[256];
  char error[256];
  mjResource* r = mju_openResource(dir, name, vfs, error, sizeof error);
  if (!r) {
    ck_assert_ptr_nonnull(strstr(error, name));
    return NULL;
  }
  const void* bytes;
  int n = mju_readResource(r, &bytes);
  ck_assert(n >= 0 && n < (int)sizeof text);
  memcpy(text, bytes, (size_t)n);
  text[n] = 0;
  mju_closeResource(r);
  return text;
}

START_TEST(buffers_are_found_by_path_and_by_name) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  ck_assert_int_eq(mj_addBufferVFS(&vfs, "./a/../Dir/File.txt", "one", 3), 0);
  ck_assert_int_eq(mj_addBufferVFS(&vfs, "Dir/File.txt", "two", 3), 2);
  ck_assert_str_eq(content(NULL, "Dir/File.txt", &vfs), "one");
  ck_assert_str_eq(content("Dir", "File.txt", &vfs), "one");
  ck_assert_str_eq(content("Dir/x", "../File.txt", &vfs), "one");
  ck_assert_str_eq(content("other", "FILE.TXT", &vfs), "one");
  ck_assert_ptr_null(content(NULL, "no_such_file.txt", &vfs));
  ck_assert_int_eq(mj_deleteFileVFS(&vfs, "Dir/File.txt"), 0);
  ck_assert_int_eq(mj_deleteFileVFS(&vfs, "Dir/File.txt"), -1);
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(files_are_added_under_their_lower_case_name) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  ck_assert_int_eq(mj_addFileVFS(&vfs, TEST_SOURCE_DIR "/tests/data/mjcf", "schema.tsv"), 0);
  ck_assert_int_eq(mj_addFileVFS(&vfs, TEST_SOURCE_DIR "/tests/data/mjcf", "schema.tsv"), 2);
  char error[256];
  mjResource* r = mju_openResource("", "Schema.TSV", &vfs, error, sizeof error);
  ck_assert_ptr_nonnull(r);
  const void* bytes;
  ck_assert_int_gt(mju_readResource(r, &bytes), 10000);
  mju_closeResource(r);
  // a missing file leaves an empty entry
  ck_assert_int_eq(mj_addFileVFS(&vfs, "", "no_such_file"), 0);
  ck_assert_str_eq(content(NULL, "no_such_file", &vfs), "");
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(directories_end_at_the_last_separator) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a/b/c.xml", "x", 1);
  char error[100];
  const char* dir;
  int n;
  mjResource* r = mju_openResource("a", "b/c.xml", &vfs, error, sizeof error);
  ck_assert_ptr_nonnull(r);
  ck_assert_str_eq(error, "");
  mju_getResourceDir(r, &dir, &n);
  ck_assert_int_eq(n, 4);
  ck_assert(strncmp(dir, "a/b/", 4) == 0);
  mju_closeResource(r);
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(timestamps_tell_contents_apart) {
  mjVFS vfs;
  char error[100];
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "a", "same", 4);
  mj_addBufferVFS(&vfs, "b", "same", 4);
  mj_addBufferVFS(&vfs, "c", "else", 4);
  mjResource* a = mju_openResource(NULL, "a", &vfs, error, sizeof error);
  mjResource* b = mju_openResource(NULL, "b", &vfs, error, sizeof error);
  mjResource* c = mju_openResource(NULL, "c", &vfs, error, sizeof error);
  ck_assert_int_eq((int)strlen(a->timestamp), 12);
  ck_assert_str_eq(a->timestamp, b->timestamp);
  ck_assert_str_ne(a->timestamp, c->timestamp);
  ck_assert_int_eq(mju_isModifiedResource(a, b->timestamp), 0);
  ck_assert_int_ne(mju_isModifiedResource(a, c->timestamp), 0);
  mju_closeResource(a);
  mju_closeResource(b);
  mju_closeResource(c);
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(empty_files_of_earlier_versions_are_zeros) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  ck_assert_int_eq(mj_findFileVFS(&vfs, "a.txt"), -1);
  ck_assert_int_eq(mj_makeEmptyFileVFS(&vfs, "dir/A.txt", 3), 0);
  ck_assert_int_eq(mj_makeEmptyFileVFS(&vfs, "other/a.txt", 3), 2);
  ck_assert_int_eq(mj_makeEmptyFileVFS(&vfs, "c.txt", -1), 1);
  ck_assert_int_eq(mj_addBufferVFS(&vfs, "b.txt", "x", 1), 0);
  ck_assert_int_eq(mj_findFileVFS(&vfs, "a.txt"), 0);
  ck_assert_int_eq(mj_findFileVFS(&vfs, "folder/A.TXT"), 0);
  ck_assert_int_eq(mj_findFileVFS(&vfs, "b.txt"), 1);
  mjResource* r = mju_openResource(NULL, "a.txt", &vfs, NULL, 0);
  ck_assert_ptr_nonnull(r);
  const void* bytes;
  ck_assert_int_eq(mju_readResource(r, &bytes), 3);
  ck_assert_mem_eq(bytes, "\0\0\0", 3);
  mju_closeResource(r);
  mj_deleteVFS(&vfs);
}
END_TEST

// ---------------------------------------------------------------- providers

static int opened, closed, mounted;

static int open_upper(mjResource* r) {
  opened++;
  return strstr(r->name, "missing") == NULL;
}
static int read_upper(mjResource* r, const void** buffer) {
  *buffer = r->name;
  return (int)strlen(r->name);
}
static void close_upper(mjResource* r) {
  (void)r;
  closed++;
}
static int mount_upper(mjResource* r) {
  (void)r;
  mounted++;
  return 1;
}
static int unmount_upper(mjResource* r) {
  (void)r;
  mounted--;
  return 1;
}

START_TEST(mounts_answer_for_everything_below) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mjpResourceProvider p;
  mjp_defaultResourceProvider(&p);
  p.prefix = "test";
  p.open = open_upper;
  p.read = read_upper;
  p.close = close_upper;
  p.mount = mount_upper;
  p.unmount = unmount_upper;
  opened = closed = mounted = 0;
  ck_assert_int_eq(mj_mountVFS(&vfs, "assets/", &p), 0);
  ck_assert_int_eq(mj_mountVFS(&vfs, "assets/", &p), 2);
  ck_assert_int_eq(mj_mountVFS(&vfs, "other", NULL), -1);
  ck_assert_int_eq(mounted, 1);
  ck_assert_str_eq(content("assets", "sub/x.png", &vfs), "assets/sub/x.png");
  ck_assert_ptr_null(content("assets", "missing.png", &vfs));
  ck_assert_int_eq(opened, 2);
  ck_assert_int_eq(closed, 1);
  ck_assert_int_eq(mj_unmountVFS(&vfs, "assets"), -1);
  ck_assert_int_eq(mj_unmountVFS(&vfs, "assets/"), 0);
  ck_assert_int_eq(mj_unmountVFS(&vfs, "assets/"), -1);
  ck_assert_int_eq(mounted, 0);

  // what is still mounted goes with the VFS; unmounting a buffer deletes it, as in the reference
  ck_assert_int_eq(mj_mountVFS(&vfs, "a", &p), 0);
  ck_assert_int_eq(mj_mountVFS(&vfs, "a/b", &p), 0);
  ck_assert_int_eq(mj_addBufferVFS(&vfs, "c", "x", 1), 0);
  ck_assert_int_eq(mj_unmountVFS(&vfs, "c"), 0);
  ck_assert_ptr_null(content(NULL, "c", &vfs));
  mj_deleteVFS(&vfs);
  ck_assert_int_eq(mounted, 0);
}
END_TEST

// A provider that writes down what is done to it: M mount, U unmount, and whether what mounting
// left is there. The texts are those of the same program with the reference.
static char history[200];

static void note(const char* text) {
  size_t n = strlen(history);
  snprintf(history + n, sizeof history - n, "%s ", text);
}
static int open_noted(mjResource* r) {
  note(r->data == history ? "open+" : "open-");
  return strstr(r->name, "missing") == NULL;
}
static int read_noted(mjResource* r, const void** buffer) {
  (void)r;
  *buffer = "<mujoco/>";
  return 9;
}
static void close_noted(mjResource* r) { note(r->data == history ? "close+" : "close-"); }
static int mount_noted(mjResource* r) {
  note("mount");
  note(r->name);
  r->data = history;
  return 1;
}
static int unmount_noted(mjResource* r) {
  note(r->data == history ? "unmount+" : "unmount-");
  return 1;
}

static mjpResourceProvider noted(const char* prefix) {
  mjpResourceProvider p;
  mjp_defaultResourceProvider(&p);
  p.prefix = prefix;
  p.open = open_noted;
  p.read = read_noted;
  p.close = close_noted;
  p.mount = mount_noted;
  p.unmount = unmount_noted;
  history[0] = 0;
  return p;
}

START_TEST(a_scheme_is_mounted_where_it_is_used_and_unmounted_with_the_vfs) {
  mjpResourceProvider p = noted("notedres");
  mjVFS vfs;
  ck_assert_int_ge(mjp_registerResourceProvider(&p), 1);

  // without a VFS: for each resource
  ck_assert_str_eq(content("", "notedres:a", NULL), "<mujoco/>");
  ck_assert_str_eq(history, "mount notedres open+ close+ unmount+ ");
  history[0] = 0;
  ck_assert_ptr_null(content("", "notedres:missing", NULL));
  ck_assert_str_eq(history, "mount notedres open+ unmount+ ");
  history[0] = 0;
  char error[500];
  mjModel* m = mj_loadXML("NotedRes:a.xml", NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s", error);
  mj_deleteModel(m);
  ck_assert_str_eq(history, "mount notedres open+ close+ unmount+ ");

  // with one: once, also where a file has the name of the scheme
  mj_defaultVFS(&vfs);
  ck_assert_int_eq(mj_addBufferVFS(&vfs, "notedres", "x", 1), 0);
  history[0] = 0;
  ck_assert_str_eq(content("", "notedres:a", &vfs), "<mujoco/>");
  ck_assert_str_eq(content("", "notedres:b", &vfs), "<mujoco/>");
  ck_assert_str_eq(content("", "notedres", &vfs), "x");
  ck_assert_int_eq(mj_unmountVFS(&vfs, "notedres:"), -1);
  mj_deleteVFS(&vfs);
  ck_assert_str_eq(history, "mount notedres open+ close+ open+ close+ unmount+ ");
}
END_TEST

static int warned;
static void note_warning(const char* message) {
  (void)message;
  warned++;
}

START_TEST(what_is_still_open_loses_its_content_with_its_origin) {
  mjpResourceProvider p = noted("unused");
  mjVFS vfs;
  const void* bytes;
  const char* dir;
  int n;
  mju_user_warning = note_warning;
  mj_defaultVFS(&vfs);
  mj_mountVFS(&vfs, "m", &p);
  mj_addBufferVFS(&vfs, "x/buffer", "x", 1);
  mjResource* mounted_one = mju_openResource("m", "a", &vfs, NULL, 0);
  mjResource* buffer = mju_openResource("x", "buffer", &vfs, NULL, 0);
  mjResource* later = mju_openResource("m", "b", &vfs, NULL, 0);
  ck_assert_int_eq(mj_deleteFileVFS(&vfs, "x/buffer"), 0);
  ck_assert_int_eq(warned, 1);
  ck_assert_int_eq(mju_readResource(buffer, &bytes), -1);
  mju_closeResource(later);
  mj_deleteVFS(&vfs);
  ck_assert_int_eq(warned, 2);
  mju_user_warning = NULL;
  ck_assert_str_eq(history, "mount m open+ open+ close+ close+ unmount+ ");
  ck_assert_int_eq(mju_readResource(mounted_one, &bytes), -1);
  ck_assert_int_eq(mju_isModifiedResource(mounted_one, ""), 1);
  mju_getResourceDir(mounted_one, &dir, &n);
  ck_assert(n == 2 && strncmp(dir, "m/", 2) == 0);
  mju_closeResource(mounted_one);
  mju_closeResource(buffer);
}
END_TEST

// answers of the reference
START_TEST(a_resource_without_provider_has_a_name_and_nothing_else) {
  char name[] = "/a/b/c.xml";
  mjResource r = {.name = name};
  const char* dir;
  const void* bytes;
  int n;
  mju_getResourceDir(&r, &dir, &n);
  ck_assert(n == 5 && strncmp(dir, "/a/b/", 5) == 0);
  ck_assert_int_eq(mju_readResource(&r, &bytes), -1);
  ck_assert_int_eq(mju_isModifiedResource(&r, "x"), 1);
  r.name = NULL;
  mju_getResourceDir(&r, &dir, &n);
  ck_assert_int_eq(n, 0);
}
END_TEST

START_TEST(schemes_choose_a_provider) {
  mjpResourceProvider p;
  mjp_defaultResourceProvider(&p);
  p.prefix = "checkres";
  p.open = open_upper;
  p.read = read_upper;
  p.close = close_upper;
  ck_assert_int_ge(mjp_registerResourceProvider(&p), 1);
  ck_assert_str_eq(content("any/dir", "checkres:a/b", NULL), "checkres:a/b");
  ck_assert_str_eq(content("checkres:", "b", NULL), "checkres:/b");
  ck_assert_str_eq(content("checkres:a/b", "../../../c", NULL), "checkres:../c");
  char error[100];
  const char* dir;
  int n;
  mjResource* r = mju_openResource(NULL, "checkres:b", NULL, error, sizeof error);
  mju_getResourceDir(r, &dir, &n);
  ck_assert_int_eq(n, 9);
  ck_assert_int_eq(mju_isModifiedResource(r, ""), 1);
  mju_closeResource(r);
}
END_TEST

START_TEST(models_load_from_a_vfs) {
  mjVFS vfs;
  char error[ERROR_SIZE] = "";
  mj_defaultVFS(&vfs);
  const char* xml = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>";
  mj_addBufferVFS(&vfs, "m.xml", xml, (int)strlen(xml));
  mjModel* m = mj_loadXML("m.xml", &vfs, error, ERROR_SIZE);
  ck_assert_msg(m != NULL, "%s", error);
  int size = (int)mj_sizeModel(m);
  void* image = malloc((size_t)size);
  mj_saveModel(m, NULL, image, size);
  mj_addBufferVFS(&vfs, "m.mjb", image, size);
  mjModel* copy = mj_loadModel("m.mjb", &vfs);
  ck_assert_ptr_nonnull(copy);
  ck_assert_int_eq((int)copy->ngeom, 1);
  mj_deleteModel(copy);
  mj_deleteModel(m);
  free(image);
  mj_deleteVFS(&vfs);
}
END_TEST

static void write_file(const char* name, const char* text) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", TEST_BUILD_DIR, name);
  FILE* file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  fputs(text, file);
  fclose(file);
}

static int is_listed(const mjStringVec* list, const char* name) {
  char path[1024];
  int found = 0;
  snprintf(path, sizeof path, "%s/%s", TEST_BUILD_DIR, name);
  for (int i = 0; i < fc_nameCount(list); i++)
    found += strcmp(fc_nameItem(list, i), path) == 0;
  return found;
}

START_TEST(dependencies_are_listed_once) {
  write_file("check_dep_main.xml",
             "<mujoco><compiler meshdir='m' texturedir='t'/><include file='check_dep_part.xml'/>"
             "<asset><mesh file='x.stl'/><mesh name='again' file='x.stl'/><texture file='y.png'/>"
             "<model file='check_dep_child.xml'/></asset></mujoco>");
  write_file("check_dep_part.xml",
             "<mujoco><asset><hfield file='h.png' size='1 1 1 1'/></asset></mujoco>");
  write_file("check_dep_child.xml", "<mujoco><asset><mesh file='z.obj'/></asset></mujoco>");
  mjSpec* s = mj_makeSpec();
  mjStringVec* list = mjs_addSkin(s)->bodyname;
  mju_getXMLDependencies(TEST_BUILD_DIR "/check_dep_main.xml", list);
  static const char* const expect[] = {"check_dep_main.xml",
                                       "check_dep_part.xml",
                                       "check_dep_child.xml",
                                       "m/x.stl",
                                       "t/y.png",
                                       "h.png",
                                       "z.obj"};
  for (int i = 0; i < 7; i++)
    ck_assert_msg(is_listed(list, expect[i]) == 1, "%s", expect[i]);
  ck_assert_int_eq(fc_nameCount(list), 7);
  mj_deleteSpec(s);
  remove(TEST_BUILD_DIR "/check_dep_main.xml");
  remove(TEST_BUILD_DIR "/check_dep_part.xml");
  remove(TEST_BUILD_DIR "/check_dep_child.xml");
}
END_TEST

START_TEST(null_arguments_are_refused) {
  char error[100];
  ck_assert_ptr_null(mju_openResource(NULL, NULL, NULL, error, sizeof error));
  mju_closeResource(NULL);
  mj_deleteVFS(NULL);
  ck_assert_int_eq(mju_readResource(NULL, NULL), -1);
}
END_TEST

static void add(TCase* t) {
  tcase_add_test(t, buffers_are_found_by_path_and_by_name);
  tcase_add_test(t, files_are_added_under_their_lower_case_name);
  tcase_add_test(t, directories_end_at_the_last_separator);
  tcase_add_test(t, timestamps_tell_contents_apart);
  tcase_add_test(t, empty_files_of_earlier_versions_are_zeros);
  tcase_add_test(t, mounts_answer_for_everything_below);
  tcase_add_test(t, a_scheme_is_mounted_where_it_is_used_and_unmounted_with_the_vfs);
  tcase_add_test(t, what_is_still_open_loses_its_content_with_its_origin);
  tcase_add_test(t, a_resource_without_provider_has_a_name_and_nothing_else);
  tcase_add_test(t, schemes_choose_a_provider);
  tcase_add_test(t, models_load_from_a_vfs);
  tcase_add_test(t, dependencies_are_listed_once);
  tcase_add_test(t, null_arguments_are_refused);
}

int main(void) { return run_added("resource", add); }
