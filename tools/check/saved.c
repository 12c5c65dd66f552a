// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A model that names the face, saved and loaded again: as MJCF it has the same contents, as a
// binary model it moves bit for bit as before, and if the module is missing both are refused with a
// message that names it. For the last test, this program is started again without the directory of
// the module.

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fulcrum/file.h>
#include <fulcrum/host.h>

#include "tools/check/check.h"

#define STEPS 50

static char* text_of(const char* path) {
  FILE* file = fc_openInput(path);
  char* text = file ? calloc(1, 1 << 20) : NULL;
  if (text && !fread(text, 1, (1 << 20) - 1, file))
    text[0] = 0;
  if (file)
    fclose(file);
  return text;
}

static int same_text(const char* a, const char* b) {
  char *x = text_of(a), *y = text_of(b);
  const int same = x && y && strcmp(x, y) == 0;
  free(x);
  free(y);
  return same;
}

// ---------------------------------------------------------------- with the module

// 1 when both models move identically, bit for bit
static int same_motion(const mjModel* a, const mjModel* b) {
  mjData *x = mj_makeData(a), *y = mj_makeData(b);
  for (int i = 0; x && y && i < STEPS; i++) {
    mj_step(a, x);
    mj_step(b, y);
  }
  const int same =
      x && y && a->nq == b->nq && a->nsensordata == b->nsensordata &&
      memcmp(x->qpos, y->qpos, sizeof(mjtNum) * (size_t)a->nq) == 0 &&
      memcmp(x->sensordata, y->sensordata, sizeof(mjtNum) * (size_t)a->nsensordata) == 0;
  mj_deleteData(x);
  mj_deleteData(y);
  return same;
}

static int same_plugins(const mjModel* a, const mjModel* b) {
  return a->nplugin == b->nplugin && a->npluginattr == b->npluginattr &&
         memcmp(a->plugin, b->plugin, sizeof(int) * (size_t)a->nplugin) == 0 &&
         memcmp(a->plugin_attr, b->plugin_attr, (size_t)a->npluginattr) == 0;
}

static void check_text(Check* check, const FcFace* face, const mjModel* m, const char* first,
                       const char* second) {
  char error[1024] = "";
  mjSpec* spec = mj_parseXML(first, NULL, error, sizeof error);
  mjModel* again = spec ? mj_compile(spec, NULL) : NULL;
  const int saved = again && !mj_saveXML(spec, second, error, sizeof error);
  const int same = saved && same_text(first, second) && m->opt.solver == again->opt.solver &&
                   m->opt.integrator == again->opt.integrator && same_plugins(m, again);
  check_result(check, same, "%s: saved as XML and loaded again, the model %s%s", face->name,
               same ? "says the same" : "differs: ", same ? "" : error);
  mj_deleteModel(again);
  mj_deleteSpec(spec);
}

static void check_image(Check* check, const FcFace* face, const mjModel* m, const char* path) {
  char error[1024] = "";
  mjModel* again = fc_loadModel(path, NULL, error, sizeof error);
  check_result(check, again && same_motion(m, again),
               "%s: saved as a binary model and loaded again, the model %s%s", face->name,
               again ? "moves as before, to the bit" : "is refused: ", error);
  mj_deleteModel(again);
}

// ---------------------------------------------------------------- without the module

// status of this program with a file, its messages in a log; -1: it crashed
static int run_without(const char* path, const char* log) {
  fflush(stderr);
  const pid_t child = fork();
  if (!child) {
    unsetenv("FULCRUM_MODULE_PATH");
    if (!freopen(log, "w", stdout) || dup2(STDOUT_FILENO, STDERR_FILENO) < 0)
      _exit(127);
    execl("/proc/self/exe", "fulcrum", "info", path, (char*)NULL);
    _exit(127);
  }
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0)
    continue;
  return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// 1 when a model may be loaded although the implementation is missing: mjOption stores these by
// number
static int may_load(const FcFace* face) {
  return face->kind == FC_SOLVER || face->kind == FC_INTEGRATOR;
}

static void check_absence(Check* check, const FcFace* face, const char* path, const char* log) {
  const int status = run_without(path, log);
  char* said = text_of(log);
  // a law of an actuator, dyntype/NAME, is called NAME in models
  const char* law = strchr(face->name, '/');
  const int named = said && strstr(said, law ? law + 1 : face->name);
  free(said);
  const char* format = strrchr(path, '.');
  if (status == 127 || (status == 0 && !may_load(face)))
    check_result(check, -1, "%s: its absence cannot be tried for %s, the module is installed",
                 face->name, format);
  else
    check_result(check, status >= 0 && (status == 0 || named),
                 "%s: without the module a model (%s) %s", face->name, format,
                 status < 0    ? "crashes the program"
                 : status == 0 ? "is loaded"
                 : named       ? "is refused by name"
                               : "is refused without its name");
}

// ---------------------------------------------------------------- both

void check_round_trip(Check* check, const FcFace* face, mjModel* none) {
  char error[1024] = "", xml[PATH_MAX], again[PATH_MAX], mjb[PATH_MAX], log[PATH_MAX];
  SceneText text;
  (void)none;
  check_face_text(face, 1, &text);
  if (!text.option[0] && !text.sensor[0] && !text.actuator[0])
    return;
  snprintf(xml, sizeof xml, "%s/a.xml", check->folder);
  snprintf(again, sizeof again, "%s/b.xml", check->folder);
  snprintf(mjb, sizeof mjb, "%s/a.mjb", check->folder);
  snprintf(log, sizeof log, "%s/log", check->folder);
  check_phase(check, "saving models with %s", face->name);
  mjSpec* spec = check_scene_spec(&text, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m) {
    check_result(check, -1, "%s: the scene does not compile: %s", face->name,
                 spec ? mjs_getError(spec) : error);
    return;
  }
  const int saved = !mj_saveXML(spec, xml, error, sizeof error);
  mj_saveModel(m, mjb, NULL, 0);
  check_result(check, saved, "%s: a model that names it is saved%s%s", face->name,
               saved ? "" : ": ", saved ? "" : error);
  if (saved) {
    check_text(check, face, m, xml, again);
    check_absence(check, face, xml, log);
  }
  check_image(check, face, m, mjb);
  check_absence(check, face, mjb, log);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}
