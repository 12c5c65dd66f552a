// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Models: loading, exchange, reloading when their file has changed; reloading of rebuilt modules. A
// model that cannot be loaded leaves everything as it is.

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "viewer.h"

// ---------------------------------------------------------------- a file

// modification time of a file, s; 0: the file does not exist
static double time_of_change(const char* path) {
  struct stat status;
  if (stat(path, &status))
    return 0;
  return (double)status.st_mtim.tv_sec + 1e-9 * (double)status.st_mtim.tv_nsec;
}

static void show_loading(Viewer* v) {
  if (!v->context_made)
    return;
  const mjrRect window = v->state.rect[RECT_WINDOW];
  const int width = window.width / 4, height = window.height / 4;
  const mjrRect middle = {(window.width - width) / 2, (window.height - height) / 2, width, height};
  mjr_label(middle, mjFONT_BIG, "LOADING...", 0.2f, 0.3f, 0.4f, 0.9f, 1, 1, 1, &v->context);
  glfwSwapBuffers(v->window);
}

// Load a model and, for text formats, its spec. NULL after a one-sentence message with the path and
// the reason.
static mjModel* read_file(const char* path, mjSpec** spec, char* warning, int size) {
  mjModel* m = NULL;
  *spec = mj_parseXML(path, NULL, warning, size);
  if (*spec) {
    m = mj_compile(*spec, NULL);
    snprintf(warning, (size_t)size, "%s", mjs_getError(*spec));
  } else {
    m = fc_loadModel(path, NULL, warning, size);  // a binary model, or a message
  }
  if (m)
    return m;
  mj_deleteSpec(*spec);
  *spec = NULL;
  const char* name = strrchr(path, '/');
  if (!strstr(warning, name ? name + 1 : path))
    fc_fail("%s: %s", path, warning[0] ? warning : "it cannot be loaded");
  else
    fc_fail("%s", warning);
  return NULL;
}

static mjModel* copy_given(Viewer* v) {
  mjModel* m = mj_copyModel(NULL, v->request->model);
  if (!m)
    fc_fail("there is no memory for a copy of the model");
  return m;
}

// ---------------------------------------------------------------- a model

static int nearest_speed(const mjModel* m) {
  int best = 0;
  const double wanted = log(mju_max(mjMINVAL, 100 * m->vis.global.realtime));
  for (int i = 1; i < NSPEED; i++)
    if (fabs(log(speeds[i]) - wanted) < fabs(log(speeds[best]) - wanted))
      best = i;
  return best;
}

static mjData* open_data(Viewer* v, mjModel* m) {
  mjData* d = mj_makeData(m);
  if (d && !v->m && v->request->model && v->request->data)
    mj_copyData(d, m, v->request->data);
  const int key =
      v->request->keyframe && !v->m ? fc_findObject(m, mjOBJ_KEY, v->request->keyframe) : -2;
  if (!d) {
    fc_fail("there is no memory for the data of %s", v->path);
  } else if (key == -1 ||
             (v->request->prepare && v->request->prepare(m, d, v->request->user) < 0)) {
    mj_deleteData(d);
    d = NULL;
  } else if (key >= 0) {
    mj_resetDataKeyframe(m, d, key);
    v->key = key;
  }
  return d;
}

// selection, history and flags of OpenGL belong to the former model
static void show_model(Viewer* v, int again) {
  v->compare = v->want_compare = 0;
  v->edited = MAIN;
  v->nparameter = 0;
  mjv_defaultPerturb(&v->perturb);
  v->clock.restart = 1;
  v->clock.speed = nearest_speed(v->m);
  v->broken = 0;
  v->cost[MAIN] = 0;
  v->recorded = 0;
  v->key = again || v->request->keyframe ? mjMIN(v->key, mjMAX(0, (int)v->m->nkey - 1)) : 0;
  if (!again) {
    align_camera(v);
    v->camera = v->m->vis.global.cameraid >= 0 ? 2 + v->m->vis.global.cameraid : 0;
    choose_camera(v);
  }
  evaluate(v);
  history_open(v);
  faces_read(v);
  plots_open(v);
  v->modified = time_of_change(v->path);
  if (v->context_made) {
    if (guard(v, graphics_open))
      tell(v, "nothing can be drawn: %s", fc_lastError());
    if (!again)
      for (int i = 0; i < SIDES; i++) {
        mjvScene fresh;
        mjv_defaultScene(&fresh);
        memcpy(v->scene[i].flags, fresh.flags, sizeof fresh.flags);
      }
  }
  v->rebuild = 1;
  window_title(v);
}

static void delete_model(Viewer* v) {
  history_close(v);
  for (int i = 0; i < SIDES; i++) {
    mj_deleteData(v->d[i]);
    v->d[i] = NULL;
  }
  mj_deleteModel(v->m);
  mj_deleteModel(v->twin);
  mj_deleteSpec(v->spec);
  v->m = v->twin = NULL;
  v->spec = NULL;
}

void unload_model(Viewer* v) { delete_model(v); }

// Errors of callbacks and plugins may be reported while data is made; it is NULL then.
static void open_guarded(Viewer* v) { v->opened = open_data(v, v->opening); }

int load_model(Viewer* v, const char* path, int again) {
  char warning[1024] = "", own[sizeof v->path];
  const double begin = seconds();
  snprintf(own, sizeof own, "%s", path ? path : "");
  show_loading(v);
  v->opening_spec = NULL;
  v->opening = path ? read_file(own, &v->opening_spec, warning, sizeof warning) : copy_given(v);
  v->opened = NULL;
  if (!v->opening || guard(v, open_guarded) || !v->opened) {
    mj_deleteModel(v->opening);
    mj_deleteSpec(v->opening_spec);
    if (v->window)
      tell(v, "%s", fc_lastError());
    return -1;
  }
  lock(v);
  delete_model(v);
  v->m = v->opening;
  v->spec = v->opening_spec;
  v->d[MAIN] = v->opened;
  snprintf(v->path, sizeof v->path, "%s", own);
  v->given = !path;
  message_clear(v);
  show_model(v, again);
  const double took = seconds() - begin;
  if (warning[0]) {
    v->clock.run = 0;
    tell(v, "%s", warning);
  } else if (took > 0.25 && v->window && !v->replay.file) {
    show(v, "loaded in %.2g s", took);
  }
  unlock(v);
  return 0;
}

void return_state(Viewer* v) {
  if (v->given && v->d[MAIN] && v->request->data)
    mj_copyState(v->m, v->d[MAIN], v->request->data, mjSTATE_INTEGRATION);
}

// ---------------------------------------------------------------- files that change

void reload_modules(Viewer* v, int always) {
  char report[sizeof v->message - 100] = "";
  lock(v);
  const int n = fc_reload(NULL, report, sizeof report);
  if (report[0])
    tell(v, "%s", report);
  else if (n < 0)
    tell(v, "%s", fc_lastError());
  else if (always)
    tell(v, "no file of a module that is in use has changed");
  if (n && v->m) {
    v->stale = 1;
    faces_read(v);
  }
  unlock(v);
}

void look_at_files(Viewer* v) {
  if (!v->request->watch)
    return;
  reload_modules(v, 0);
  const double now = v->path[0] ? time_of_change(v->path) : 0;

  // editors write a file in pieces: read it when it has been unchanged for a moment
  struct timespec clock;
  clock_gettime(CLOCK_REALTIME, &clock);
  if (now > 0 && now != v->modified &&
      (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec > now + 0.3) {
    if (load_model(v, v->path, 1))
      v->modified = now;
  }
}
