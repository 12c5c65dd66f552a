// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The viewer: opens everything, runs the loop of the window, closes everything. README.md lists the
// files.

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>

#include "export.h"
#include "frame.h"
#include "input.h"
#include "loading.h"
#include "sections.h"
#include "viewer/parts.h"
#include "viewer/replay.h"
#include "viewer/simulation/errors.h"

// used by signal handlers and at exit
static Viewer* running;
static volatile sig_atomic_t interrupted;

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
  replay_close(&v->replay);
  recording_close(&v->recording);
  fprintf(stderr, "fulcrum: the connection to the display was lost");
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += 2;
  if (v->request->save && !pthread_mutex_timedlock(&v->simulation.mutex, &end) &&
      !export_keyframe(&v->simulation.sides, v->request->save))
    fprintf(stderr, "; the state is in %s", v->request->save);
  fprintf(stderr, "\n");
  _exit(1);
}

typedef struct Former_ {
  struct sigaction interrupt, terminate;
  mjfTime time;
} Former;

static mjtNum milliseconds(void) { return 1000 * clock_seconds(); }

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
  errors_show_warnings(&v->messages);
  if (!registered++)
    atexit(on_exit_of_process);
}

static void give_back(const Former* former) {
  errors_leave_warnings();
  mjcb_time = former->time;
  sigaction(SIGINT, &former->interrupt, NULL);
  sigaction(SIGTERM, &former->terminate, NULL);
  running = NULL;
}

// ---------------------------------------------------------------- window

static int open_window(Viewer* v) {
  Window* w = &v->window;
  const mjModel* m = v->simulation.sides.m;
  if (window_open(w, v->request->width, v->request->height))
    return -1;
  input_open(v);
  panels_set_fontscale(&v->panels, v->panels.fontscale ? v->panels.fontscale : window_fontscale(w));
  if (w->fullscreen)
    window_apply_fullscreen(w);
  window_title(w, m ? m->names : NULL);
  return 0;
}

// with the mutex
static int open_graphics(Viewer* v) {
  if (frame_open(v))
    return -1;
  frame_layout(v);
  return 0;
}

// A lost context is replaced together with its window; the simulation continues.
static int open_again(Viewer* v) {
  messages_tell(&v->messages, "the graphics driver has lost its state; the window is opened again");
  graphics_close(&v->graphics);
  window_close(&v->window);
  if (open_window(v))
    return -1;
  simulation_lock(&v->simulation);
  open_graphics(v);
  simulation_unlock(&v->simulation);
  return 0;
}

// ---------------------------------------------------------------- the loop

// what is done now and then
typedef struct Schedule_ {
  double next_look, next_save;  // times, s
  int unsaved;                  // 1: the last attempt to save the state failed, which was reported
} Schedule;

static void save_state(Viewer* v, Schedule* schedule) {
  Simulation* s = &v->simulation;
  simulation_lock(s);
  const int failed = export_keyframe(&s->sides, v->request->save);
  simulation_unlock(s);
  if (failed && !schedule->unsaved)
    messages_tell(&v->messages, "%s", fc_lastError());
  schedule->unsaved = failed;
}

static void look_around(Viewer* v, Schedule* schedule) {
  const double now = clock_seconds();
  if (now > schedule->next_look) {
    loading_watch_files(v);
    schedule->next_look = now + 0.2;
  }
  if (v->request->save && now > schedule->next_save) {
    save_state(v, schedule);
    schedule->next_save = now + 1;
  }
  messages_expire(&v->messages);
}

// what was requested by events, except pictures
static void do_requests(Viewer* v) {
  Requests* r = &v->requests;
  if (r->dropped[0])
    loading_open_model(v, r->dropped, 0);
  if (r->reload && v->source.path[0])
    loading_open_model(v, v->source.path, 1);
  if (r->modules)
    loading_reload_modules(v, 1);
  if (r->fullscreen)
    window_apply_fullscreen(&v->window);
  r->dropped[0] = 0;
  r->reload = r->modules = r->fullscreen = 0;
}

// for screens without vertical sync
static void keep_pace(const Viewer* v, double begin) {
  const double rest = 1 / v->window.refresh - (clock_seconds() - begin);
  if (rest > 0 && !v->replay.file)
    glfwWaitEventsTimeout(rest);
}

static int run_window(Viewer* v) {
  Schedule schedule = {0};
  while (!glfwWindowShouldClose(v->window.handle) && !interrupted) {
    const double begin = clock_seconds();
    glfwPollEvents();
    if (v->replay.file) {
      replay_frame(v);
      simulation_frame(&v->simulation, v->replay.running);
    }
    do_requests(v);
    look_around(v, &schedule);
    window_check_context(&v->window);
    if (v->window.lost && open_again(v))
      return -1;
    if (v->state.rect[RECT_WINDOW].width && !v->window.hidden) {
      frame_show(v);
      keep_pace(v, begin);
    } else {
      glfwWaitEventsTimeout(0.05);
    }
  }
  return 0;
}

// ---------------------------------------------------------------- open, close

// options of the user
static void set_defaults(Viewer* v) {
  messages_open(&v->messages);
  simulation_open(&v->simulation, &v->messages, !v->request->paused);
  graphics_init(&v->graphics);
  view_open(&v->view);
  v->window.vsync = 1;
  v->window.fullscreen = v->request->fullscreen;
  v->panels.visible[LEFT] = v->panels.visible[RIGHT] = 1;
  snprintf(v->watch.field, sizeof v->watch.field, "qpos");
}

static int open_events(Viewer* v) {
  const FcView* request = v->request;
  Clock* clock = &v->simulation.clock;
  if (request->replay && replay_open(&v->replay, request->replay))
    return -1;
  clock->counted = v->replay.file != NULL;
  if (request->record && recording_open(&v->recording, request->record, clock_now(clock)))
    return -1;
  recording_size(&v->recording, clock_now(clock), v->window.handle);
  return 0;
}

static int open_all(Viewer* v) {
  const FcView* request = v->request;
  const char* path = request->model ? NULL : request->path;
  if ((path || request->model) && loading_open_model(v, path, 0))
    return -1;
  if (open_window(v))
    return -1;
  simulation_lock(&v->simulation);
  sections_open(v);
  const int failed = open_graphics(v);
  simulation_unlock(&v->simulation);
  return failed || open_events(v) || simulation_start(&v->simulation) ? -1 : 0;
}

static void close_all(Viewer* v) {
  graphics_close(&v->graphics);
  panels_close(&v->panels);
  window_close(&v->window);
  glfwTerminate();
  loading_close_model(v);
  simulation_close(&v->simulation);
  messages_close(&v->messages);
}

// The thread ends before the last state is written. The first failure is the one reported.
static int finish(Viewer* v, int status) {
  const FcView* request = v->request;
  char reason[1024];
  snprintf(reason, sizeof reason, "%s", status ? fc_lastError() : "");
  simulation_stop(&v->simulation);
  replay_close(&v->replay);
  if (recording_close(&v->recording) && !status) {
    snprintf(reason, sizeof reason, "%s", fc_lastError());
    status = -1;
  }
  if (request->save && v->window.handle && export_keyframe(&v->simulation.sides, request->save) &&
      !status) {
    snprintf(reason, sizeof reason, "%s", fc_lastError());
    status = -1;
  }
  loading_return_state(v);
  return status ? fc_fail("%s", reason) : 0;
}

static int run(FcView* request) {
  Former former;
  if (running)
    return fc_fail("a viewer is open already; one runs at a time");
  Viewer* v = calloc(1, sizeof *v);
  if (!v)
    return fc_fail("there is no memory for the viewer");
  v->request = request;
  set_defaults(v);
  take_over(v, &former);
  int status = open_all(v);
  if (!status)
    status = run_window(v);
  if (!status && v->replay.failed)
    status = -1;
  request->signal = interrupted;
  status = finish(v, status);
  give_back(&former);
  close_all(v);
  free(v);
  return status;
}

static const FcViewer table = {.size = sizeof(FcViewer), .run = run};

static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_VIEWER, .name = "window", .table = &table}};

FC_MODULE_WITH(viewer, "viewer", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "a window in which a model is watched, pushed and edited", NULL)
