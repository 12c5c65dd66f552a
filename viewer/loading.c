// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Models: loading, exchange, reloading when their file has changed; reloading of rebuilt modules. A
// model that cannot be loaded leaves everything as it is.

#include <stdio.h>
#include <time.h>

#include <fulcrum/host.h>

#include "frame.h"
#include "loading.h"
#include "viewer/simulation/errors.h"

// ---------------------------------------------------------------- opening

// a model that is about to replace the one shown
typedef struct Opening_ {
  const FcView* request;
  int first;  // no other model was shown: data and keyframe of the request apply
  mjModel* m;
  mjSpec* spec;
  mjData* d;
  int key;
  int given;  // the model is that of the request, not of a file
  char path[4096];
  char warning[1024];
} Opening;

static mjModel* copy_given(const FcView* request) {
  mjModel* m = mj_copyModel(NULL, request->model);
  if (!m)
    fc_fail("there is no memory for a copy of the model");
  return m;
}

// Errors of callbacks and plugins may be reported while data is made; it is NULL then.
static void open_data(void* opening) {
  Opening* o = opening;
  const FcView* request = o->request;
  mjData* d = mj_makeData(o->m);
  if (d && o->first && request->model && request->data)
    mj_copyData(d, o->m, request->data);
  const int named = request->keyframe && o->first;
  const int key = named ? fc_findObject(o->m, mjOBJ_KEY, request->keyframe) : -2;
  if (!d) {
    fc_fail("there is no memory for the data of %s", o->path);
  } else if (key == -1 || (request->prepare && request->prepare(o->m, d, request->user) < 0)) {
    mj_deleteData(d);
    d = NULL;
  } else if (key >= 0) {
    mj_resetDataKeyframe(o->m, d, key);
    o->key = key;
  }
  o->d = d;
}

static int open_model(Opening* o) {
  o->m = o->given ? copy_given(o->request)
                  : source_read(o->path, &o->spec, o->warning, sizeof o->warning);
  if (o->m && !errors_guard(open_data, o) && o->d)
    return 0;
  mj_deleteModel(o->m);
  mj_deleteSpec(o->spec);
  return -1;
}

// ---------------------------------------------------------------- exchange

void loading_close_model(Viewer* v) {
  history_close(&v->simulation.history);
  sides_close(&v->simulation.sides);
  mj_deleteSpec(v->source.spec);
  v->source.spec = NULL;
}

static void exchange(Viewer* v, const Opening* o) {
  loading_close_model(v);
  v->simulation.sides.m = o->m;
  v->simulation.sides.d[MAIN] = o->d;
  v->simulation.key = o->key;
  v->source.spec = o->spec;
  snprintf(v->source.path, sizeof v->source.path, "%s", o->path);
  v->source.given = o->given;
}

// selection, history and flags of OpenGL belong to the former model
static void show_model(Viewer* v, int again) {
  Simulation* s = &v->simulation;
  const mjModel* m = s->sides.m;
  s->key = again || v->request->keyframe ? mjMIN(s->key, mjMAX(0, (int)m->nkey - 1)) : 0;
  if (!again)
    view_restart(&v->view, m);
  simulation_restart(s);
  faces_read(&v->faces, &s->sides);
  plots_open(&v->plots);
  v->source.modified = source_modified(&v->source);
  if (v->graphics.made) {
    if (frame_open(v))
      messages_tell(&v->messages, "nothing can be drawn: %s", fc_lastError());
    if (!again)
      graphics_reset_flags(&v->graphics);
  }
  v->panels.rebuild = 1;
  window_title(&v->window, m->names);
}

int loading_open_model(Viewer* v, const char* path, int again) {
  Simulation* s = &v->simulation;
  Opening o = {.request = v->request, .first = !s->sides.m, .key = s->key, .given = !path};
  const double begin = clock_seconds();
  snprintf(o.path, sizeof o.path, "%s", path ? path : "");
  frame_show_loading(v);
  if (open_model(&o)) {
    if (v->window.handle)
      messages_tell(&v->messages, "%s", fc_lastError());
    return -1;
  }
  simulation_lock(s);
  exchange(v, &o);
  messages_clear(&v->messages);
  show_model(v, again);
  const double took = clock_seconds() - begin;
  if (o.warning[0]) {
    s->clock.run = 0;
    messages_tell(&v->messages, "%s", o.warning);
  } else if (took > 0.25 && v->window.handle && !v->replay.file) {
    messages_show(&v->messages, "loaded in %.2g s", took);
  }
  simulation_unlock(s);
  return 0;
}

void loading_return_state(Viewer* v) {
  const Sides* s = &v->simulation.sides;
  if (v->source.given && s->d[MAIN] && v->request->data)
    mj_copyState(s->m, s->d[MAIN], v->request->data, mjSTATE_INTEGRATION);
}

// ---------------------------------------------------------------- files that change

void loading_reload_modules(Viewer* v, int report) {
  Simulation* s = &v->simulation;
  char text[MESSAGE_MAX - 100] = "";
  simulation_lock(s);
  const int n = fc_reload(NULL, text, sizeof text);
  if (text[0])
    messages_tell(&v->messages, "%s", text);
  else if (n < 0)
    messages_tell(&v->messages, "%s", fc_lastError());
  else if (report)
    messages_tell(&v->messages, "no file of a module that is in use has changed");
  if (n && s->sides.m) {
    s->stale = 1;
    faces_read(&v->faces, &s->sides);
    v->panels.rebuild = 1;
  }
  simulation_unlock(s);
}

void loading_watch_files(Viewer* v) {
  if (!v->request->watch)
    return;
  loading_reload_modules(v, 0);
  const double modified = v->source.path[0] ? source_modified(&v->source) : 0;

  // editors write a file in pieces: read it when it has been unchanged for a moment
  struct timespec clock;
  clock_gettime(CLOCK_REALTIME, &clock);
  if (modified > 0 && modified != v->source.modified &&
      (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec > modified + 0.3) {
    if (loading_open_model(v, v->source.path, 1))
      v->source.modified = modified;
  }
}
