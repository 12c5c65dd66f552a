// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A model in memory in the window: given_model MODEL REPLAY TIME [OTHER]. When the window is
// closed, the data is at TIME, in the state that steps lead to from the same state with what is
// bound there: at the end of REPLAY, or where it began if a file took the place of the model. OTHER
// is a model that the program has loaded after it.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/viewer.h>
#include <mujoco/mujoco.h>

static int fail(const char* what) {
  fprintf(stderr, "given_model: %s\n", what);
  return 1;
}

static mjData* begin(const mjModel* m) {
  mjData* d = mj_makeData(m);
  for (int i = 0; i < m->nv; i++)
    d->qvel[i] = 0.2;
  return fc_bind(m, d, FC_CONTACT_MODEL, "hunt_crossley") ? NULL : d;
}

static int watch(const mjModel* m, mjData* d, const char* replay) {
  FcView view = {.size = sizeof view, .width = 300, .height = 200, .paused = 1};
  view.replay = replay;
  view.model = m;
  view.data = d;
  return fc_view(&view);
}

static int is_same(const mjModel* m, const mjData* a, const mjData* b) {
  return a->time == b->time && memcmp(a->qpos, b->qpos, (size_t)m->nq * sizeof(mjtNum)) == 0 &&
         memcmp(a->qvel, b->qvel, (size_t)m->nv * sizeof(mjtNum)) == 0;
}

int main(int argc, char** argv) {
  char error[500] = "";
  mjModel* m = argc >= 4 ? mj_loadXML(argv[1], NULL, error, sizeof error) : NULL;
  if (argc == 5)
    mj_deleteModel(mj_loadXML(argv[4], NULL, error, sizeof error));
  mjData *watched = m ? begin(m) : NULL, *stepped = m ? begin(m) : NULL;
  if (!watched || !stepped)
    return fail(m ? fc_lastError() : error);
  if (watch(m, watched, argv[2]))
    return fail(fc_lastError());
  const mjtNum time = atof(argv[3]);
  while (stepped->time < time - m->opt.timestep / 2)
    mj_step(m, stepped);
  const int same = is_same(m, watched, stepped);
  mj_deleteData(watched);
  mj_deleteData(stepped);
  mj_deleteModel(m);
  return same ? 0 : fail("the state is not that of as many steps");
}
