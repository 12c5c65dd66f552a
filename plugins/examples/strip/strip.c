// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.strip: a viewer. It draws a strip chart on the terminal, the height of the centre of mass
// over time, until an interrupt or for ten simulated seconds. To show something else, replace
// `draw_line`.

#include <math.h>
#include <signal.h>
#include <stdio.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/viewer.h>
#include <mujoco/mujoco.h>

enum { SECONDS = 10, LINES_PER_SECOND = 5, WIDTH = 60 };

static volatile sig_atomic_t received;

static void on_signal(int number) { received = number; }

// `top` is the height of the right end of the strip
static void draw_line(const mjData* d, double top) {
  static const char bar[WIDTH + 1] = "============================================================";
  const double height = d->subtree_com[2];
  const int n = top > 0 ? (int)fmin(WIDTH, fmax(0, round(WIDTH * height / top))) : 0;
  printf("%7.2f s %9.4f m |%.*s\n", d->time, height, n, bar);
  fflush(stdout);
}

static void simulate(const mjModel* m, mjData* d) {
  mj_forward(m, d);
  const double start = d->time, top = 2 * d->subtree_com[2];
  for (int line = 0; line <= SECONDS * LINES_PER_SECOND && !received; line++) {
    const double time = start + (double)line / LINES_PER_SECOND - m->opt.timestep / 2;
    while (d->time < time && d->time >= start && !received)
      mj_step(m, d);
    mj_forward(m, d);
    draw_line(d, top);
  }
}

static int show(FcView* view, mjModel* m, mjData* d) {
  const int key = view->keyframe ? fc_findObject(m, mjOBJ_KEY, view->keyframe) : -1;
  if (view->keyframe && key < 0)
    return -1;
  // settings of the user come before the first step
  if (view->prepare && view->prepare(m, d, view->user))
    return -1;
  if (key >= 0)
    mj_resetDataKeyframe(m, d, key);

  received = 0;
  void (*const before)(int) = signal(SIGINT, on_signal);
  simulate(m, d);
  signal(SIGINT, before);
  view->signal = received;
  return view->save ? fc_saveKeyframe(m, d, view->save) : 0;
}

static int run(FcView* view) {
  char error[1000] = "";
  if (view->model)
    return fc_fail("a model in memory cannot be shown here, a file can");
  if (!view->path)
    return fc_fail("a model is needed: nothing can be dropped on a terminal");
  if (view->replay || view->record)
    return fc_fail("there are no events to replay or to record without a window");
  mjModel* m = fc_loadModel(view->path, NULL, error, sizeof error);
  if (!m)
    return fc_fail("%s", error);
  mjData* d = mj_makeData(m);
  const int status = d ? show(view, m, d) : fc_fail("there is no memory for a simulation");
  mj_deleteData(d);
  mj_deleteModel(m);
  return status;
}

static const FcViewer table = {.size = sizeof(FcViewer), .run = run};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_VIEWER, .name = "acme.strip", .table = &table}};

FC_MODULE_WITH(acme_strip, "acme.strip", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A viewer: a strip chart on the terminal", NULL)
