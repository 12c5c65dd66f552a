// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// TEMPLATE: a viewer without a window. It simulates for a while, prints one line ten times a
// simulated second, and writes where the model came to as a keyframe.
//
//     fulcrum view model.xml --modules . --viewer TEMPLATE

#include <stdio.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/viewer.h>
#include <mujoco/mujoco.h>

enum { SECONDS = 1, LINES_PER_SECOND = 10 };

static int simulate(const mjModel* m, mjData* d) {
  printf("%8s %12s\n", "time s", "height m");
  for (int line = 0; line <= SECONDS * LINES_PER_SECOND; line++) {
    while (d->time < (double)line / LINES_PER_SECOND - m->opt.timestep / 2)
      mj_step(m, d);
    mj_forward(m, d);
    printf("%8.2f %12.6f\n", d->time, d->subtree_com[2]);
  }
  return 0;
}

static int show(const FcView* view, mjModel* m, mjData* d) {
  const int key = view->keyframe ? fc_findObject(m, mjOBJ_KEY, view->keyframe) : -1;
  if (view->prepare && view->prepare(m, d, view->user))
    return -1;
  if (view->keyframe && key < 0)
    return -1;
  if (key >= 0)
    mj_resetDataKeyframe(m, d, key);
  return simulate(m, d) || (view->save && fc_saveKeyframe(m, d, view->save)) ? -1 : 0;
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
    {.size = sizeof(FcFace), .kind = FC_VIEWER, .name = "TEMPLATE", .table = &table}};

FC_MODULE_WITH(TEMPLATE_ID, "TEMPLATE", "0.1.0", "Apache-2.0", &fc_layout, faces, 0,
               "A viewer that prints lines", NULL)
