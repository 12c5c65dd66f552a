// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Use of the library by the command: errors and warnings become messages, module directories are
// added, models are read from files.

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fulcrum/decoder.h>
#include <fulcrum/host.h>

#include "tools/tool.h"

// ---------------------------------------------------------------- errors and warnings

static int nwarning;

// length of a message without a newline at its end, which some messages have
static int trimmed(const char* text) {
  size_t n = strlen(text);
  while (n && (text[n - 1] == '\n' || text[n - 1] == ' '))
    n--;
  return (int)n;
}

// After an error of the library the simulation cannot go on. Output written so far is kept.
static void on_error(const char* message) {
  fflush(stdout);
  failure("%.*s", trimmed(message), message);
  exit(EXIT_FAILED);
}

static void on_warning(const char* message) {
  nwarning++;
  fprintf(stderr, "fulcrum: warning: %.*s\n", trimmed(message), message);
}

void install_handlers(void) {
  mju_user_error = on_error;
  mju_user_warning = on_warning;

  // a file that becomes too large is an error that has a name
  signal(SIGXFSZ, SIG_IGN);
}

int warnings_reported(void) { return nwarning; }

// ---------------------------------------------------------------- modules

static int add_directories(const char* list) {
  char directory[4096];
  while (list && *list) {
    const int n = (int)strcspn(list, ":");
    if (n) {
      if (n >= (int)sizeof directory)
        return failure("the module path is too long");
      snprintf(directory, sizeof directory, "%.*s", n, list);
      if (fc_addModulePath(directory))
        return failure("%s", fc_lastError());
    }
    list += n + (list[n] == ':');
  }
  return EXIT_OK;
}

int add_module_directories(const char* option) {
  const char* pixels = getenv("FULCRUM_MOST_PIXELS");
  if (pixels)
    fc_setMostPixels(atoll(pixels));
  if (add_directories(option) || add_directories(getenv("FULCRUM_MODULE_PATH")))
    return EXIT_FAILED;
  const char* libraries = getenv("MUJOCO_PLUGIN_DIR");
  if (libraries && libraries[0])
    mj_loadAllPluginLibraries(libraries, NULL);
  return EXIT_OK;
}

// ---------------------------------------------------------------- models

// a model may be unreadable because a module was refused: name the refused modules
static void explain_refused(void) {
  FcModuleInfo info = {.size = sizeof info};
  for (int i = 0; i < fc_moduleCount(); i++)
    if (!fc_moduleInfo(i, &info) && info.refused)
      fprintf(stderr, "fulcrum: note: %s\n", info.status);
}

// the name of the file is put before messages that do not contain it
mjModel* not_loaded(const char* path, const char* message) {
  const char* name = strrchr(path, '/');
  name = name ? name + 1 : path;
  if (!message || !message[0])
    message = "it cannot be loaded, for an unknown reason";
  if (strstr(message, name))
    failure("%.*s", trimmed(message), message);
  else
    failure("%s: %.*s", path, trimmed(message), message);
  explain_refused();
  return NULL;
}

int is_readable(const char* path) {
  struct stat info;
  if (access(path, R_OK)) {
    failure("%s cannot be read (%s)", path, strerror(errno));
    return 0;
  }
  // a pipe or a device may block, or never end
  if (!stat(path, &info) && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) {
    failure("%s is not a regular file", path);
    return 0;
  }
  return 1;
}

mjModel* open_model(const char* path) {
  char message[2048] = "";
  if (!is_readable(path))
    return NULL;
  mjModel* m = fc_loadModel(path, NULL, message, sizeof message);
  if (!m)
    return not_loaded(path, message);
  if (message[0])
    on_warning(message);

  // no command saves it
  mj_freeLastXML();
  return m;
}

static void choose(int* option, FcKind kind, const char* name) {
  const int value = name ? fc_optionValue(kind, name) : -1;
  if (value >= 0 && fc_optionName(kind, value))
    *option = value;
}

mjModel* open_model_for(const char* path, const char* solver, const char* integrator) {
  char message[2048] = "";
  mjSpec* spec = NULL;
  if ((solver || integrator) && is_readable(path))
    spec = mj_parseXML(path, NULL, message, sizeof message);
  if (!spec)
    return open_model(path);

  // set before the model is compiled, because the compiler makes a step with them; unknown names
  // are reported when they are bound
  choose(&spec->option.solver, FC_SOLVER, solver);
  choose(&spec->option.integrator, FC_INTEGRATOR, integrator);
  mjModel* m = mj_compile(spec, NULL);
  if (!m)
    not_loaded(path, mjs_getError(spec));
  else if (mjs_getError(spec)[0])
    on_warning(mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

int begin_in_keyframe(const mjModel* m, mjData* d, const char* path, const char* keyframe) {
  if (!keyframe)
    return EXIT_OK;
  const int id = fc_findObject(m, mjOBJ_KEY, keyframe);
  if (id < 0)
    return failure("%s: %s", path, fc_lastError());
  mj_resetDataKeyframe(m, d, id);
  return EXIT_OK;
}

int has_diverged(const mjData* d, const char* path, double before) {
  const mjWarningStat* w = d->warning;
  static const int bad[] = {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC};
  for (int i = 0; i < 3; i++) {
    if (!w[bad[i]].number)
      continue;
    if (fc_notFinite(d)[0])
      return failure("%s: in the step at %g s a number that is not finite was made by %s", path,
                     before, fc_notFinite(d));
    return failure(
        "%s became unstable at %g s (%s %d is not a reasonable number); a smaller time step may "
        "help",
        path, before,
        bad[i] == mjWARN_BADQPOS   ? "position"
        : bad[i] == mjWARN_BADQVEL ? "velocity"
                                   : "acceleration",
        w[bad[i]].lastinfo);
  }
  return EXIT_OK;
}
