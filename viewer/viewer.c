// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The viewer: opens everything, runs the loop of the window, closes everything. README.md lists the
// files.

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <fulcrum/layout.h>

#include "viewer.h"

// used by signal handlers, at exit and by the warning handler
static Viewer* running;
static volatile sig_atomic_t interrupted;
static void (*former_warning)(const char*);

// ---------------------------------------------------------------- time, mutex

double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double event_time(const Viewer* v) { return v->replay.file ? v->replay.clock : seconds(); }

// the other thread leaves the mutex when the main thread waits for it
void lock(Viewer* v) {
  atomic_store(&v->waiting, 1);
  pthread_mutex_lock(&v->mutex);
  atomic_store(&v->waiting, 0);
}

void unlock(Viewer* v) { pthread_mutex_unlock(&v->mutex); }

// ---------------------------------------------------------------- messages

// without line breaks at the end of messages
static void show_message(Viewer* v, const char* text) {
  pthread_mutex_lock(&v->message_mutex);
  snprintf(v->message, sizeof v->message, "%s", text);
  for (size_t n = strlen(v->message); n && strchr("\n ", v->message[n - 1]); n--)
    v->message[n - 1] = 0;
  v->message_end = seconds() + 8;
  pthread_mutex_unlock(&v->message_mutex);
}

int message_read(Viewer* v, char* text, size_t size) {
  pthread_mutex_lock(&v->message_mutex);
  const int n = snprintf(text, size, "%s", v->message);
  pthread_mutex_unlock(&v->message_mutex);
  return n > 0;
}

void message_keep(Viewer* v) {
  pthread_mutex_lock(&v->message_mutex);
  v->message_end = 0;
  pthread_mutex_unlock(&v->message_mutex);
}

void message_clear(Viewer* v) {
  pthread_mutex_lock(&v->message_mutex);
  v->message[0] = 0;
  pthread_mutex_unlock(&v->message_mutex);
}

static void message_expire(Viewer* v) {
  pthread_mutex_lock(&v->message_mutex);
  if (v->message_end && seconds() > v->message_end)
    v->message[0] = 0;
  pthread_mutex_unlock(&v->message_mutex);
}

void show(Viewer* v, const char* format, ...) {
  char text[sizeof v->message];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  show_message(v, text);
}

void tell(Viewer* v, const char* format, ...) {
  char text[sizeof v->message];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  show_message(v, text);
  message_read(v, text, sizeof text);
  fprintf(stderr, "fulcrum: %s\n", text);
}

static _Thread_local int nwarning;

int warnings_given(void) { return nwarning; }

static void on_warning(const char* text) {
  nwarning++;
  show_message(running, text);
  if (former_warning)
    former_warning(text);
}

static _Thread_local jmp_buf* escape;

static void on_error(const char* text, void* context) {
  (void)context;
  fc_fail("%s", text);
  if (escape)
    longjmp(*escape, 1);
}

int guard(Viewer* v, void (*function)(Viewer*)) {
  jmp_buf here, *const outer = escape;
  void* former_context;
  const FcErrorHandler former = fc_setThreadErrorHandler(on_error, NULL, &former_context);
  escape = &here;
  const int failed = setjmp(here);
  if (!failed)
    function(v);
  escape = outer;
  fc_setThreadErrorHandler(former, former_context, NULL);
  return failed ? -1 : 0;
}

// ---------------------------------------------------------------- termination

static void on_signal(int number) {
  // the loop checks the flag; a second signal ends the process if the loop is stuck
  if (interrupted)
    _exit(128 + number);
  interrupted = number;
}

// Xlib ends the process when the connection is lost.
static void on_exit_of_process(void) {
  Viewer* v = running;
  if (!v)
    return;
  running = NULL;
  replay_close(v);
  fprintf(stderr, "fulcrum: the connection to the display was lost");
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 2;
  if (v->request->save && !pthread_mutex_timedlock(&v->mutex, &end) &&
      !save_state(v, v->request->save))
    fprintf(stderr, "; the state is in %s", v->request->save);
  fprintf(stderr, "\n");
  _exit(1);
}

typedef struct Former_ {
  struct sigaction interrupt, terminate;
  mjfTime time;
} Former;

static mjtNum milliseconds(void) { return 1000 * seconds(); }

static void take_over(Viewer* v, Former* former) {
  static int registered;
  struct sigaction action = {.sa_handler = on_signal};
  interrupted = 0;
  running = v;
  sigaction(SIGINT, &action, &former->interrupt);
  sigaction(SIGTERM, &action, &former->terminate);
  former->time = mjcb_time;
  if (!mjcb_time)
    mjcb_time = milliseconds;
  former_warning = mju_user_warning;
  mju_user_warning = on_warning;
  if (!registered++)
    atexit(on_exit_of_process);
}

static void give_back(const Former* former) {
  mju_user_warning = former_warning;
  mjcb_time = former->time;
  sigaction(SIGINT, &former->interrupt, NULL);
  sigaction(SIGTERM, &former->terminate, NULL);
  running = NULL;
}

// ---------------------------------------------------------------- the loop

static void measure_frame(Viewer* v) {
  const int n = sizeof v->frame_time / sizeof *v->frame_time;
  const double now = seconds();
  const double since = now - v->frame_time[v->nframe % n];
  v->frame_time[v->nframe++ % n] = now;
  v->fps = v->nframe > n && since > 0 ? n / since : 0;
}

// A lost context is replaced together with its window; the simulation continues.
static int open_again(Viewer* v) {
  tell(v, "the graphics driver has lost its state; the window is opened again");
  graphics_close(v);
  window_close(v);
  v->lost = 0;
  if (window_open(v))
    return -1;
  lock(v);
  if (!guard(v, graphics_open))
    layout(v);
  unlock(v);
  return 0;
}

static void draw_frame(Viewer* v) {
  lock(v);
  panels_copy(v);
  if (v->rebuild)
    panels_model(v);
  const int failed = guard(v, update_scenes) || guard(v, panels_read);
  overlays_write(v);
  unlock(v);
  if ((failed || guard(v, draw)) && !message_read(v, NULL, 0))
    tell(v, "nothing can be drawn: %s", fc_lastError());
  glfwSwapBuffers(v->window);
  measure_frame(v);
}

// for screens without vertical sync
static void keep_pace(const Viewer* v, double begin) {
  const double rest = 1 / v->refresh - (seconds() - begin);
  if (rest > 0 && !v->replay.file)
    glfwWaitEventsTimeout(rest);
}

// actions that must not happen inside an event
static void do_what_is_wanted(Viewer* v) {
  if (v->dropped[0])
    load_model(v, v->dropped, 0);
  if (v->want_reload && v->path[0])
    load_model(v, v->path, 1);
  if (v->want_modules)
    reload_modules(v, 1);
  if (v->want_fullscreen)
    window_fullscreen(v);
  v->dropped[0] = 0;
  v->want_reload = v->want_modules = v->want_fullscreen = 0;
}

static void look_around(Viewer* v) {
  const double now = seconds();
  if (now > v->next_look) {
    look_at_files(v);
    v->next_look = now + 0.2;
  }
  if (v->request->save && now > v->next_save) {
    lock(v);
    const int failed = save_state(v, v->request->save);
    unlock(v);
    if (failed && !v->unsaved)
      tell(v, "%s", fc_lastError());
    v->unsaved = failed;
    v->next_save = now + 1;
  }
  message_expire(v);
}

static int run_window(Viewer* v) {
  while (!glfwWindowShouldClose(v->window) && !interrupted) {
    const double begin = seconds();
    glfwPollEvents();
    if (v->replay.file) {
      replay_frame(v);
      simulation_frame(v);
    }
    do_what_is_wanted(v);
    look_around(v);
    v->lost |= window_is_lost();
    if (v->lost && open_again(v))
      return -1;
    if (v->state.rect[RECT_WINDOW].width && !v->hidden) {
      draw_frame(v);
      keep_pace(v, begin);
    } else {
      glfwWaitEventsTimeout(0.05);
    }
  }
  return 0;
}

// ---------------------------------------------------------------- open, close

static int open_all(Viewer* v) {
  const char* path = v->request->model ? NULL : v->request->path;
  if ((path || v->request->model) && load_model(v, path, 0))
    return -1;
  if (window_open(v))
    return -1;
  lock(v);
  panels_open(v);
  const int failed = guard(v, graphics_open);
  if (!failed)
    layout(v);
  unlock(v);
  return failed || replay_open(v) || simulation_start(v) ? -1 : 0;
}

static void close_all(Viewer* v) {
  simulation_stop(v);
  replay_close(v);
  graphics_close(v);
  panels_close(v);
  window_close(v);
  glfwTerminate();
  unload_model(v);
  pthread_mutex_destroy(&v->mutex);
  pthread_mutex_destroy(&v->message_mutex);
  free(v->figures);
}

// options of the user
static void set_defaults(Viewer* v) {
  pthread_mutex_init(&v->mutex, NULL);
  pthread_mutex_init(&v->message_mutex, NULL);
  mjv_defaultOption(&v->option);
  mjv_defaultCamera(&v->view);
  mjv_defaultPerturb(&v->perturb);
  for (int i = 0; i < SIDES; i++)
    mjv_defaultScene(&v->scene[i]);
  mjr_defaultContext(&v->context);
  v->clock.run = !v->request->paused;
  v->clock.restart = 1;
  v->clock.until = mjMAXVAL * mjMAXVAL;
  v->vsync = 1;
  v->fullscreen = v->request->fullscreen;
  v->panel_shown[LEFT] = v->panel_shown[RIGHT] = 1;
  v->profiler = v->sensor = 0;
  snprintf(v->watch_field, sizeof v->watch_field, "qpos");
}

static int run(FcView* request) {
  Former former;
  if (running)
    return fc_fail("a viewer is open already; one runs at a time");
  Viewer* v = calloc(1, sizeof *v);
  Figures* figures = calloc(1, sizeof *figures);
  if (!v || !figures) {
    free(v);
    free(figures);
    return fc_fail("there is no memory for the viewer");
  }
  v->request = request;
  v->figures = figures;
  set_defaults(v);
  take_over(v, &former);
  int status = open_all(v);
  if (!status)
    status = run_window(v);
  if (!status && v->replay.failed)
    status = -1;
  request->signal = interrupted;

  // the thread has ended before the last state is written
  char reason[1024];
  snprintf(reason, sizeof reason, "%s", status ? fc_lastError() : "");
  simulation_stop(v);
  const int unwritten = replay_close(v);
  if (unwritten && !status)
    snprintf(reason, sizeof reason, "%s", fc_lastError());
  const int unsaved = v->m && request->save && v->window && save_state(v, request->save);
  if (unsaved && !unwritten && !status)
    snprintf(reason, sizeof reason, "%s", fc_lastError());
  return_state(v);
  give_back(&former);
  close_all(v);
  free(v);
  return status || unsaved || unwritten ? fc_fail("%s", reason) : 0;
}

static const FcViewer table = {.size = sizeof(FcViewer), .run = run};

static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_VIEWER, .name = "window", .table = &table}};

FC_MODULE_WITH(viewer, "viewer", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "a window in which a model is watched, pushed and edited", NULL)
