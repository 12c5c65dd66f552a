// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Runs one model on one library, which is opened by its path: Fulcrum, or any version of the
// library whose interface it has. `fulcrum bench` starts this program, which is not linked with
// either of them, once for each round, and reads lines "name value" from its standard output:
//
//   fulcrum-bench-worker LIBRARY
//     which library it is
//   fulcrum-bench-worker LIBRARY MODEL KEYFRAME STEPS SECONDS
//     the figures of figures.h, or "error ..."
//
// A round repeats runs of STEPS steps from the same state until SECONDS have passed, and reports
// the median of their times per step. With SECONDS 0 it makes one run and measures no times: after
// half of its steps, counted_steps makes some more, whose instructions a profiler counts.
//
// Only functions and pointers of the interface are used, because layouts differ from version to
// version. What is read from mjData is known for the version of the headers alone.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <mujoco/mujoco.h>

#include "bench/figures.h"

// ---------------------------------------------------------------- the interface

#define FOR_FUNCTIONS(X)  \
  X(mj_version)           \
  X(mj_loadXML)           \
  X(mj_freeLastXML)       \
  X(mj_sizeModel)         \
  X(mj_makeData)          \
  X(mj_resetData)         \
  X(mj_resetDataKeyframe) \
  X(mj_step)              \
  X(mj_loadAllPluginLibraries)

// C has no cast from void* to a function, but the bytes are the same
#define MEMBER(function) __typeof__(function)* function;
#define FIND(function)                     \
  symbol = dlsym(library, #function);      \
  if (!symbol)                             \
    fail("it has no function " #function); \
  memcpy(&api.function, &symbol, sizeof symbol);

static struct { FOR_FUNCTIONS(MEMBER) } api;

static void fail(const char* message) {
  // one line, whatever the message is
  printf("error ");
  for (; *message; message++)
    putchar(*message == '\n' ? ' ' : *message);
  putchar('\n');
  fflush(stdout);
  _exit(1);
}

static void ignore(const char* message) { (void)message; }

// ---------------------------------------------------------------- memory

static size_t taken;

// the size is kept before the block, in as many bytes as the alignment has
#define ALIGNMENT 64
static void* take(size_t size) {
  const size_t all = (size + 2 * ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  char* block = aligned_alloc(ALIGNMENT, all);
  if (!block)
    return NULL;
  memcpy(block, &size, sizeof size);
  __atomic_add_fetch(&taken, size, __ATOMIC_RELAXED);
  return block + ALIGNMENT;
}

static void give_back(void* pointer) {
  size_t size;
  if (!pointer)
    return;
  char* block = (char*)pointer - ALIGNMENT;
  memcpy(&size, block, sizeof size);
  __atomic_sub_fetch(&taken, size, __ATOMIC_RELAXED);
  free(block);
}

// set a global pointer to a function of the library
static void set_hook(void* library, const char* name, void (*function)(void)) {
  void* variable = dlsym(library, name);
  if (!variable)
    fail("it lacks pointers to functions of its user");
  memcpy(variable, &function, sizeof function);
}

// ---------------------------------------------------------------- opening

static void load_plugins(const char* path) {
  char folder[4096];
  const char* slash = strrchr(path, '/');
  if (!slash)
    return;
  snprintf(folder, sizeof folder, "%.*s/plugin", (int)(slash - path), path);
  if (access(folder, R_OK) == 0)
    api.mj_loadAllPluginLibraries(folder, NULL);
}

static void* open_library(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  void* symbol;
  if (!library)
    fail(dlerror());
  FOR_FUNCTIONS(FIND)
  const int version = api.mj_version();
  set_hook(library, "mju_user_error", (void (*)(void))fail);
  set_hook(library, "mju_user_warning", (void (*)(void))ignore);
  set_hook(library, "mju_user_malloc", (void (*)(void))take);
  set_hook(library, "mju_user_free", (void (*)(void))give_back);
  // before version 3.5 a number had one digit for each part
  if (version < 1000000)
    printf("version %d.%d.%d\n", version / 100, version / 10 % 10, version % 10);
  else
    printf("version %d.%d.%d\n", version / 1000000, version / 1000 % 1000, version % 1000);
  if (dlsym(library, "fc_processorLevel"))
    printf("fulcrum 1\n");
  load_plugins(path);
  return library;
}

// ---------------------------------------------------------------- time

static double seconds_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// processor time, so that other processes are not measured
static double now(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static void reset(const mjModel* m, mjData* d, int keyframe) {
  if (keyframe < 0)
    api.mj_resetData(m, d);
  else
    api.mj_resetDataKeyframe(m, d, keyframe);
}

static double time_of_run(const mjModel* m, mjData* d, int keyframe, int steps) {
  reset(m, d, keyframe);
  const double begin = now();
  for (int i = 0; i < steps; i++)
    api.mj_step(m, d);
  return (now() - begin) / steps;
}

#define RUN_MAX 10000
static double median_time(const mjModel* m, mjData* d, int keyframe, int steps, double seconds) {
  static double run[RUN_MAX];
  int n = 0;
  // caches and clock frequency get used to it first
  time_of_run(m, d, keyframe, steps);
  const double begin = now();
  do
    run[n++] = time_of_run(m, d, keyframe, steps);
  while (now() - begin < seconds && n < RUN_MAX);
  qsort(run, (size_t)n, sizeof *run, compare);
  return (run[n / 2] + run[(n - 1) / 2]) / 2;
}

// ---------------------------------------------------------------- figures

static void put(int figure, double value) { printf("%s %.17g\n", figure_names[figure], value); }

// stages are short: the clock that takes the least time itself
static mjtNum clock_seconds(void) { return seconds_of(CLOCK_MONOTONIC); }

// what mjData of the version of our headers tells about one more run
static void look_inside(void* library, const mjModel* m, mjData* d, int keyframe, int steps) {
#define STAGE_TIMER(timer, name) timer,
  static const int timers[NSTAGE] = {FOR_STAGES(STAGE_TIMER)};
  double contacts = 0, rows = 0, iterations = 0;
  set_hook(library, "mjcb_time", (void (*)(void))clock_seconds);
  reset(m, d, keyframe);
  for (int i = 0; i < mjNTIMER; i++)
    d->timer[i].duration = 0;
  for (int i = 0; i < steps; i++) {
    api.mj_step(m, d);
    contacts += d->ncon;
    rows += d->nefc;
    int most = 0;
    for (int k = 0; k < mjMIN(mjMAX(d->nisland, 1), mjNISLAND); k++)
      most = mjMAX(most, d->solver_niter[k]);
    iterations += most;
  }
  double other = d->timer[mjTIMER_STEP].duration / steps;
  put(FIGURE_CONTACTS, contacts / steps);
  put(FIGURE_ROWS, rows / steps);
  put(FIGURE_ITERATIONS, iterations / steps);
  put(FIGURE_ARENA, (double)d->maxuse_arena);
  for (int i = 0; i < NSTAGE; i++) {
    put(FIGURE_STAGE + i, d->timer[timers[i]].duration / steps);
    other -= d->timer[timers[i]].duration / steps;
  }
  put(FIGURE_OTHER, mjMAX(0, other));
}

// a name of its own in the program, so that a profiler finds it
__attribute__((noinline)) void counted_steps(const mjModel* m, mjData* d, int steps);
void counted_steps(const mjModel* m, mjData* d, int steps) {
  for (int i = 0; i < steps; i++)
    api.mj_step(m, d);
}

static void measure(void* library, const char* path, int keyframe, int steps, double seconds) {
  char error[1000] = "";
  double begin = now();
  mjModel* m = api.mj_loadXML(path, NULL, error, sizeof error);
  if (!m)
    fail(error[0] ? error : "the model cannot be loaded");
  const double load = now() - begin;
  api.mj_freeLastXML();
  const size_t before = taken;
  mjData* d = api.mj_makeData(m);
  if (!d)
    fail("memory is exhausted");
  reset(m, d, keyframe);
  api.mj_step(m, d);
  if (seconds <= 0) {
    for (int i = 1; i < steps / 2; i++)
      api.mj_step(m, d);
    counted_steps(m, d, COUNTED_STEPS);
    return;
  }
  put(FIGURE_LOAD, load);
  put(FIGURE_MODEL, (double)api.mj_sizeModel(m));
  put(FIGURE_DATA, (double)(taken - before));
  put(FIGURE_TIME, median_time(m, d, keyframe, steps, seconds));
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  put(FIGURE_RESIDENT, 1024.0 * (double)usage.ru_maxrss);
  if (api.mj_version() == mjVERSION_HEADER)
    look_inside(library, m, d, keyframe, steps);
}

int main(int argc, char** argv) {
  if (argc != 2 && argc != 6) {
    fprintf(stderr, "usage: %s LIBRARY [MODEL KEYFRAME STEPS SECONDS]\n", argv[0]);
    return 2;
  }
  void* library = open_library(argv[1]);
  if (argc == 6)
    measure(library, argv[2], atoi(argv[3]), atoi(argv[4]), atof(argv[5]));
  // what the library has open is closed with the process
  return fflush(stdout) ? 1 : 0;
}
