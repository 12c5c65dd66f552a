// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum compile`: check a model of any format and write it as a binary model, as MJCF with
// everything resolved, or as readable text.

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "tools/common/culprit.h"
#include "tools/tool.h"

static const Option options[] = {
    {"modules", 'm', "DIR[:DIR...]", "search these directories for modules first"},
    {"quiet", 'q', NULL, "print nothing but errors"},
    {NULL, 0, NULL, NULL},
};

// API functions that write files give a warning when they fail
static int refused;

static void note_refusal(const char* message) {
  (void)message;
  refused = 1;
}

static int write_noting(const mjModel* m, const char* path,
                        void (*write)(const mjModel* m, const char* path)) {
  void (*const handler)(const char*) = mju_user_warning;
  refused = 0;
  mju_user_warning = note_refusal;
  write(m, path);
  mju_user_warning = handler;
  return refused ? failure("%s", fc_lastError()) : EXIT_OK;
}

static void save(const mjModel* m, const char* path) { mj_saveModel(m, path, NULL, 0); }

static int write_binary(mjSpec* spec, const mjModel* m, const char* path) {
  (void)spec;
  return write_noting(m, path, save);
}

static int write_listing(mjSpec* spec, const mjModel* m, const char* path) {
  (void)spec;
  return write_noting(m, path, mj_printModel);
}

// MJCF is written from the editable model, which a binary model does not contain
static int write_mjcf(mjSpec* spec, const mjModel* m, const char* path) {
  (void)m;
  char error[1024] = "";
  if (!mj_saveXML(spec, path, error, sizeof error))
    return EXIT_OK;
  return strstr(error, path) ? failure("%s", error)
                             : failure("%s cannot be written: %s", path, error);
}

static const struct {
  const char* ending;
  int needs_spec;
  int (*write)(mjSpec* spec, const mjModel* m, const char* path);
} formats[] = {{".xml", 1, write_mjcf}, {".mjb", 0, write_binary}, {".txt", 0, write_listing}};
enum { NFORMAT = sizeof formats / sizeof *formats };

// index of the format for the extension of a file name; NFORMAT: none
static int format_of(const char* path) {
  const char* dot = strrchr(path, '.');
  int i = 0;
  while (i < NFORMAT && (!dot || strcasecmp(dot, formats[i].ending) != 0))
    i++;
  return i;
}

// a module can write files with this ending
static int has_saver(const char* path) {
  const char* dot = strrchr(path, '.');
  FcModuleInfo info = {.size = sizeof info};
  FcFaceInfo face = {.size = sizeof face};
  for (int i = 0; dot && i < fc_moduleCount(); i++) {
    for (int k = 0; !fc_moduleInfo(i, &info) && !info.refused && k < info.nface; k++) {
      if (fc_faceInfo(i, k, &face) || face.kind != FC_SAVER)
        continue;
      for (const char* type = face.types; *type; type += strspn(type, " ")) {
        const size_t n = strcspn(type, " ");
        if (strlen(dot) == n && strncasecmp(type, dot, n) == 0)
          return 1;
        type += n;
      }
    }
  }
  return 0;
}

// parse and compile; NULL after a message
static mjModel* open_spec(const char* path, mjSpec** spec) {
  char message[2048] = "";
  if (!is_readable(path))
    return NULL;
  if (!(*spec = mj_parseXML(path, NULL, message, sizeof message)))
    return not_loaded(path, message);
  mjModel* m = mj_compile(*spec, NULL);
  return m ? m : not_loaded(path, mjs_getError(*spec));
}

static int run_compile(const Command* command, const Arguments* a) {
  const char *in = a->positional[0], *out = a->npositional > 1 ? a->positional[1] : NULL,
             *modules = NULL;
  int quiet = 0;
  for (int i = 0; i < a->noption; i++) {
    if (a->option[i].option == 0)
      modules = a->option[i].value;
    if (a->option[i].option == 1)
      quiet = 1;
  }
  int format = out ? format_of(out) : 0;
  if (add_module_directories(modules))
    return EXIT_FAILED;
  if (format == NFORMAT && has_saver(out))
    format = 0;  // mj_saveXML finds the saver
  if (format == NFORMAT)
    return misuse(
        command,
        "the name of OUT must end in .xml, .mjb, .txt or in what a module can write; '%s' "
        "does not",
        out);
  culprit_watch_crashes("the compilation", NULL, NULL);
  mjSpec* spec = NULL;
  mjModel* m = out && formats[format].needs_spec ? open_spec(in, &spec) : open_model(in);
  if (!m) {
    mj_deleteSpec(spec);
    return EXIT_FAILED;
  }
  int status = out ? formats[format].write(spec, m, out) : EXIT_OK;
  if (!status && !quiet) {
    printf("%s: %d bodies, %d degrees of freedom, %d geoms", in, (int)m->nbody - 1, (int)m->nv,
           (int)m->ngeom);
    if (out)
      printf("; written to %s", out);
    printf("\n");
  }
  mj_deleteSpec(spec);
  mj_deleteModel(m);
  return status;
}

const Command compile_command = {
    .name = "compile",
    .arguments = "IN [OUT] [options]",
    .summary = "check a model, and write it as MJCF (.xml), binary model (.mjb) or listing (.txt)",
    .notes =
        "IN is MJCF, URDF or a binary model; its content decides. Without OUT it is only checked. "
        "MJCF is written with included files and defaults resolved by the compiler, and not from a "
        "binary model, which no longer has what it takes; a binary model loads fastest and belongs "
        "to this version of the library; a listing has every number, for people. Modules may write "
        "other formats, which the ending of OUT chooses.",
    .min_positional = 1,
    .max_positional = 2,
    .options = options,
    .run = run_compile,
};
