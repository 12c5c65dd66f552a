// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Built by check_examples.sh against the installed library alone: a day of a module. A model that
// names it is loaded, run, saved as XML and as a binary model, loaded again; a saved state goes on;
// the module is built again in the middle of a run, once from the same source, whereupon the
// trajectory goes on to the bit, and once from a changed one, whereupon it does not.
//
// Usage: lifecycle KIND NAME DIRECTORY. The directory holds NAME.so, the model FILE.xml, and
// further builds in the folders `same` and `changed`.

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fulcrum/host.h>
#include <fulcrum/renderer.h>
#include <fulcrum/viewer.h>
#include <mujoco/mujoco.h>

enum { HALF = 200 };  // steps of half a run

static const char *kind, *name, *file, *directory;
static jmp_buf caught;
static char message[1000];

static void fail(const char* what, const char* why) {
  printf("%s %s: %s%s%s\n", kind, name, what, why[0] ? ": " : "", why);
  exit(1);
}

static void expect(int condition, const char* what) {
  if (!condition)
    fail(what, fc_lastError());
}

static int is_kind(const char* other) { return strcmp(kind, other) == 0; }

static const char* path_of(const char* folder, const char* base, const char* ending) {
  static char path[3][2000];
  static int k;
  k = (k + 1) % 3;
  snprintf(path[k], sizeof path[k], "%s%s/%s%s", directory, folder, base, ending);
  return path[k];
}

// ---------------------------------------------------------------- what is compared

// what a run leaves behind
typedef struct Trace_ {
  size_t n;
  char* bytes;
} Trace;

static void add(Trace* trace, const void* bytes, size_t n) {
  trace->bytes = realloc(trace->bytes, trace->n + n + 1);
  expect(trace->bytes != NULL, "out of memory");
  memcpy(trace->bytes + trace->n, bytes, n);
  trace->n += n;
}

// compares and frees the first
static int same(Trace a, const Trace* b) {
  const int equal = a.n == b->n && memcmp(a.bytes, b->bytes, a.n) == 0;
  free(a.bytes);
  return equal;
}

static Trace trace_of(const mjModel* m, const mjData* d) {
  Trace trace = {0, NULL};
  add(&trace, &d->time, sizeof d->time);
  add(&trace, d->qpos, sizeof(mjtNum) * (size_t)m->nq);
  add(&trace, d->qvel, sizeof(mjtNum) * (size_t)m->nv);
  add(&trace, d->act, sizeof(mjtNum) * (size_t)m->na);
  add(&trace, d->sensordata, sizeof(mjtNum) * (size_t)m->nsensordata);
  add(&trace, d->plugin_state, sizeof(mjtNum) * (size_t)m->npluginstate);
  return trace;
}

static void run(const mjModel* m, mjData* d, int n) {
  while (n-- > 0) {
    for (int i = 0; i < m->nu; i++)
      d->ctrl[i] = mju_sin(10 * d->time + i);
    mj_step(m, d);
  }
}

// everything moves a little: what hangs at rest would show little of a law
static void begin(const mjModel* m, mjData* d) {
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++)
    d->qvel[i] = 0.1 * (i % 3 + 1);
}

static mjModel* load(const char* path) {
  char error[1000] = "";
  const size_t n = strlen(path);
  mjModel* m = strcmp(path + n - 4, ".mjb") == 0 ? mj_loadModel(path, NULL)
                                                 : mj_loadXML(path, NULL, error, sizeof error);
  if (!m)
    fail(path, error);
  return m;
}

static Trace whole_run(const char* path) {
  mjModel* m = load(path);
  mjData* d = mj_makeData(m);
  begin(m, d);
  run(m, d, 2 * HALF);
  const Trace trace = trace_of(m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
  return trace;
}

// ---------------------------------------------------------------- what files and pictures become

static Trace file_of(const char* path) {
  Trace trace = {0, NULL};
  char part[4096];
  size_t n;
  FILE* stream = fopen(path, "rb");
  expect(stream != NULL, "a file that was written is missing");
  while ((n = fread(part, 1, sizeof part, stream)) > 0)
    add(&trace, part, n);
  fclose(stream);
  return trace;
}

static Trace saved_text(const mjModel* m) {
  char error[1000] = "";
  const char* path = path_of("/", "bodies.", file);
  if (!mj_saveLastXML(path, m, error, sizeof error))
    fail("the model is not saved", error);
  return file_of(path);
}

static Trace picture(const mjModel* m, mjData* d) {
  enum { W = 80, H = 60 };
  static unsigned char rgb[3 * W * H];
  static float depth[W * H];
  FcScreen screen = {.size = sizeof screen, .width = W, .height = H};
  mjrContext con;
  mjvScene scene;
  mjvOption option;
  mjvCamera camera;
  Trace trace = {0, NULL};
  expect(!fc_useRenderer(name) && !fc_openScreen(&screen), "it cannot draw");
  mjr_defaultContext(&con);
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  mjv_defaultScene(&scene);
  mjv_makeScene(m, &scene, 1000);
  mjv_defaultOption(&option);
  mjv_defaultFreeCamera(m, &camera);
  mj_forward(m, d);
  mjv_updateScene(m, d, &option, NULL, &camera, mjCAT_ALL, &scene);
  mjr_render((mjrRect){0, 0, W, H}, &scene, &con);
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, (mjrRect){0, 0, W, H}, "time", "0", &con);
  mjr_readPixels(rgb, depth, (mjrRect){0, 0, W, H}, &con);
  mjr_freeContext(&con);
  mjv_freeScene(&scene);
  fc_closeScreen(&screen);
  add(&trace, rgb, sizeof rgb);
  add(&trace, depth, sizeof depth);
  return trace;
}

// where a viewer says that the model came to
static Trace shown(void) {
  FcView view = {.size = sizeof view, .path = path_of("/", file, ".xml")};
  view.save = path_of("/", "shown", ".xml");
  view.viewer = name;
  expect(!fc_view(&view), "it cannot show the model");
  return file_of(view.save);
}

// what a kind that has no part in a step makes
static Trace product(const mjModel* m, mjData* d) {
  return is_kind("saver")      ? saved_text(m)
         : is_kind("renderer") ? picture(m, d)
         : is_kind("viewer")   ? shown()
                               : whole_run(path_of("/", file, ".xml"));
}

// ---------------------------------------------------------------- building it again

// As a linker writes a file: the former one is removed.
static void build(const char* folder) {
  static const char* const endings[] = {".so", ".json"};
  for (int i = 0; i < 2; i++) {
    char path[2000];
    snprintf(path, sizeof path, "%s", path_of("/", name, endings[i]));
    Trace bytes = file_of(path_of(folder, name, endings[i]));
    unlink(path);
    FILE* stream = fopen(path, "wb");
    expect(stream && fwrite(bytes.bytes, 1, bytes.n, stream) == bytes.n && !fclose(stream),
           "a module cannot be written");
    free(bytes.bytes);
  }
}

static void reload(const char* folder) {
  char report[2000] = "";
  build(folder);
  const int n = fc_reload(name, report, sizeof report);
  if (is_kind("plugin"))
    expect(n < 0 && strstr(fc_lastError(), "plugin"), "a plugin is reloaded");
  else if (n != 1)
    fail("it is not reloaded", n < 0 ? fc_lastError() : report);
}

static void on_error(const char* text) {
  snprintf(message, sizeof message, "%s", text);
  longjmp(caught, 1);
}

// ---------------------------------------------------------------- the day

static int steps(void) {
  return !is_kind("loader") && !is_kind("decoder") && !is_kind("saver") && !is_kind("renderer") &&
         !is_kind("viewer");
}

static void save_and_load(const mjModel* m, const Trace* expected) {
  char error[1000] = "";
  const char* ending[] = {".xml", ".mjb"};
  if (!mj_saveLastXML(path_of("/", "day", ".xml"), m, error, sizeof error))
    fail("the model is not saved", error);
  mj_saveModel(m, path_of("/", "day", ".mjb"), NULL, 0);
  for (int i = 0; i < 2; i++)
    expect(same(whole_run(path_of("/", "day", ending[i])), expected),
           i ? "the binary model moves differently" : "the saved XML moves differently");
}

// the second half from a saved state, in data of its own
static void restore(const mjModel* m, const mjData* half, const Trace* expected) {
  const int sig = mjSTATE_INTEGRATION, n = mj_stateSize(m, sig);
  mjtNum* state = malloc(sizeof(mjtNum) * (size_t)(n + 1));
  mjData* d = mj_makeData(m);
  mj_getState(m, half, state, sig);
  mj_setState(m, d, state, sig);
  free(state);
  run(m, d, HALF);
  expect(same(trace_of(m, d), expected), "a saved state goes on differently");
  mj_deleteData(d);
}

// the changed module at work in the second half of a run
static void change(const mjModel* m, mjData* d, const Trace* expected) {
  mju_user_error = on_error;
  // what a probe sees shows nowhere: the changed one ends the run
  if (setjmp(caught)) {
    if (!is_kind("probe") || !strstr(message, "the changed probe"))
      fail("a step failed", message);
    return;
  }
  run(m, d, HALF);
  mju_user_error = NULL;
  const int equal = same(trace_of(m, d), expected);
  expect(equal == (!steps() || is_kind("plugin")),
         equal ? "the changed module changes nothing" : "the run does not go on to the bit");
}

int main(int argc, char** argv) {
  if (argc != 4)
    return 2;
  kind = argv[1];
  name = argv[2];
  directory = argv[3];
  file = strrchr(name, '.') + 1;
  fc_openCopies(1);
  expect(!fc_addModulePath(directory), "the module is not found");
  mjModel* m = load(path_of("/", file, ".xml"));
  mjData* d = mj_makeData(m);
  begin(m, d);
  run(m, d, 2 * HALF);
  const Trace whole = trace_of(m, d);
  Trace made = {0, NULL};
  if (!steps())
    made = product(m, d);
  save_and_load(m, &whole);
  mj_deleteModel(m);
  m = load(path_of("/", file, ".xml"));

  begin(m, d);
  run(m, d, HALF);
  restore(m, d, &whole);
  reload("/same/");
  run(m, d, HALF);
  expect(same(trace_of(m, d), &whole), "the same source built again goes on differently");
  expect(steps() || same(product(m, d), &made), "the same source built again makes other things");

  begin(m, d);
  run(m, d, HALF);
  reload("/changed/");
  change(m, d, &whole);
  if (!steps()) {
    begin(m, d);
    run(m, d, 2 * HALF);
    expect(!same(product(m, d), &made), "the changed module makes the same");
  }
  mj_deleteData(d);
  mj_deleteModel(m);
  free(whole.bytes);
  free(made.bytes);
  printf("%s %s: run, saved, loaded, reloaded\n", kind, name);
  return 0;
}
