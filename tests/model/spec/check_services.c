// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What surrounds the editable model: the log, decoders of the plugin interface and who loads a file
// of which content type, lists of lists. Outcomes were compared with the reference.

#define _DEFAULT_SOURCE

#include <sys/stat.h>
#include <unistd.h>

#include <fulcrum/spec.h>

#include "suite.h"

// ---------------------------------------------------------------- log

START_TEST(the_log_grows_by_a_dated_record) {
  char directory[] = "check_services_XXXXXX", line[200] = "";
  ck_assert_ptr_nonnull(mkdtemp(directory));
  ck_assert_int_eq(chdir(directory), 0);
  mju_writeLog("NOTE", "all of 100%");
  mju_writeLog("SECOND", "two");
  FILE* log = fopen("MUJOCO_LOG.TXT", "r");
  ck_assert_ptr_nonnull(log);
  const char* expected[] = {"NOTE: all of 100%\n", "SECOND: two\n"};
  for (int i = 0; i < 2; i++) {
    // "Sat Nov 21 08:38:50 2026"
    int day, hour, minute, second, year;
    char weekday[4], month[4];
    ck_assert_ptr_nonnull(fgets(line, sizeof line, log));
    ck_assert_int_eq(sscanf(line, "%3s %3s %d %d:%d:%d %d", weekday, month, &day, &hour, &minute,
                            &second, &year),
                     7);
    ck_assert_uint_eq(strlen(line), 25);
    ck_assert_int_ge(year, 2026);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, log));
    ck_assert_str_eq(line, expected[i]);
    ck_assert_ptr_nonnull(fgets(line, sizeof line, log));
    ck_assert_str_eq(line, "\n");
  }
  ck_assert_ptr_null(fgets(line, sizeof line, log));
  fclose(log);
  remove("MUJOCO_LOG.TXT");

  // where no log can be written nothing happens
  ck_assert_int_eq(mkdir("MUJOCO_LOG.TXT", 0700), 0);
  mju_writeLog("NOTE", "lost");
  ck_assert_int_eq(rmdir("MUJOCO_LOG.TXT"), 0);
  ck_assert_int_eq(chdir(".."), 0);
  ck_assert_int_eq(rmdir(directory), 0);
}
END_TEST

// ---------------------------------------------------------------- decoders

static int is_zzz(const mjResource* r) { return strstr(r->name, ".zzz") != NULL; }

// a model for content that begins with Z
static mjSpec* decode_zzz(mjResource* r, const mjVFS* vfs) {
  const void* bytes;
  ck_assert_ptr_nonnull(vfs);
  if (mju_readResource(r, &bytes) < 1 || *(const char*)bytes != 'Z')
    return NULL;
  mjSpec* s = mj_makeSpec();
  mjs_setString(s->modelname, "decoded");
  return s;
}

static int warnings;
static void count_warning(const char* message) {
  (void)message;
  warnings++;
}

static void set_up(mjVFS* vfs) {
  mjpDecoder d;
  memset(&d, 0xAB, sizeof d);
  mjp_defaultDecoder(&d);
  ck_assert(!d.content_type && !d.extension && !d.can_decode && !d.decode);
  d = (mjpDecoder){"model/zzz", ".zzz", is_zzz, decode_zzz};
  mjp_registerDecoder(&d);
  mj_defaultVFS(vfs);
  mj_addBufferVFS(vfs, "a.zzz", "Z", 1);
  mj_addBufferVFS(vfs, "b.zzz", "Y", 1);
  mj_addBufferVFS(vfs, "c.txt", "Z", 1);
  mj_addBufferVFS(vfs, "x.xml", "<mujoco model='text'/>", 22);
  mj_addBufferVFS(vfs, "x.foo", "<mujoco model='text'/>", 22);
  mj_addBufferVFS(vfs, "x.XML", "<mujoco model='text'/>", 22);
  warnings = 0;
  mju_user_warning = count_warning;
}

START_TEST(content_type_and_name_decide_who_parses) {
  // model name, or what the message contains
  static const struct {
    const char *file, *type, *model, *problem;
  } row[] = {{"a.zzz", NULL, "decoded", ""},
             {"a.zzz", "", "decoded", ""},
             {"a.zzz", "model/zzz", "decoded", ""},
             {"a.zzz", "model/none", "decoded", ""},
             {"a.zzz", "text/xml", NULL, "XML parse error"},
             {"b.zzz", NULL, NULL, "could not decode content"},
             {"b.zzz", "model/zzz", NULL, "could not decode content"},
             {"c.txt", "text/xml", NULL, "XML parse error"},
             {"c.txt", "model/zzz", NULL, "c.txt"},
             {"x.foo", "text/xml", "text", ""},
             {"x.foo", NULL, NULL, "could not decode content"},
             {"x.foo", "TEXT/XML", NULL, "could not decode content"},
             {"x.XML", NULL, NULL, "could not decode content"},
             {"x.xml", NULL, "text", ""},
             {"x.xml", "text/xml", "text", ""},
             {"x.xml", "model/zzz", "text", ""},
             {"x.xml", "model/none", "text", ""},
             {"none.zzz", NULL, NULL, "none.zzz"},
             {"none.xml", NULL, NULL, "none.xml"},
             {"none.xml", "model/zzz", NULL, "none.xml"},
             {NULL, NULL, NULL, "filename"}};
  mjVFS vfs;
  set_up(&vfs);
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char error[1000] = "";
    mjSpec* s = mj_parse(row[i].file, row[i].type, &vfs, error, sizeof error);
    ck_assert_msg((s != NULL) == (row[i].model != NULL), "row %zu: %s", i, error);
    if (s)
      ck_assert_str_eq(mjs_getString(s->modelname), row[i].model);
    ck_assert_msg(strstr(error, row[i].problem) != NULL, "row %zu: %s", i, error);
    mj_deleteSpec(s);
  }
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(a_decoder_is_found_by_content_type_or_by_name) {
  char error[200];
  mjVFS vfs;
  set_up(&vfs);
  mjResource* r = mju_openResource(NULL, "a.zzz", &vfs, error, sizeof error);
  ck_assert_ptr_nonnull(r);
  ck_assert_ptr_nonnull(mjp_findDecoder(r, "model/zzz"));

  // one entry per content type and per extension; a type that is not known leaves the extension
  ck_assert_str_eq(mjp_findDecoder(r, "model/zzz")->content_type, "model/zzz");
  ck_assert_str_eq(mjp_findDecoder(r, NULL)->extension, ".zzz");
  ck_assert_ptr_eq(mjp_findDecoder(r, "model/none"), mjp_findDecoder(r, NULL));
  mjSpec* s = mju_decodeResource(r, NULL, &vfs);
  ck_assert_ptr_nonnull(s);
  ck_assert_str_eq(mjs_getString(s->modelname), "decoded");
  mj_deleteSpec(s);

  s = mju_decodeResource(r, "model/none", &vfs);
  ck_assert_ptr_nonnull(s);
  mj_deleteSpec(s);

  // none: a warning
  ck_assert_int_eq(warnings, 0);
  mju_closeResource(r);
  r = mju_openResource(NULL, "c.txt", &vfs, error, sizeof error);
  ck_assert_ptr_nonnull(r);
  ck_assert_ptr_null(mju_decodeResource(r, "model/none", &vfs));
  ck_assert_int_eq(warnings, 1);
  mju_closeResource(r);
  mj_deleteVFS(&vfs);
}
END_TEST

// ---------------------------------------------------------------- lists of lists

START_TEST(lists_are_appended_to_lists) {
  static const int ids[] = {3, 1, 4};
  static const float weights[] = {0.5f, 0.25f};
  mjSpec* s = mj_makeSpec();
  mjsSkin* skin = mjs_addSkin(s);
  mjs_appendIntVec(skin->vertid, ids, 3);
  mjs_appendIntVec(skin->vertid, NULL, 0);
  mjs_appendIntVec(skin->vertid, ids + 1, 1);
  mjs_appendFloatVec(skin->vertweight, weights, 2);
  int n;
  const int* list = fc_intListItem(skin->vertid, 0, &n);
  ck_assert_int_eq(n, 3);
  ck_assert_int_eq(memcmp(list, ids, sizeof ids), 0);
  fc_intListItem(skin->vertid, 1, &n);
  ck_assert_int_eq(n, 0);
  ck_assert_int_eq(*fc_intListItem(skin->vertid, 2, &n), 1);
  ck_assert_int_eq(n, 1);
  ck_assert_ptr_null(fc_intListItem(skin->vertid, 3, &n));
  const float* weight = fc_floatListItem(skin->vertweight, 0, &n);
  ck_assert_int_eq(n, 2);
  ck_assert_int_eq(memcmp(weight, weights, sizeof weights), 0);
  mj_deleteSpec(s);
}
END_TEST

RUN_SUITE("services", the_log_grows_by_a_dated_record, content_type_and_name_decide_who_parses,
          a_decoder_is_found_by_content_type_or_by_name, lists_are_appended_to_lists)
