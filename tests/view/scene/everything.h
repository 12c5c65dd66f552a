// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The model of everything.xml with what a scene of it needs.

#ifndef TESTS_VIEW_SCENE_EVERYTHING_H_
#define TESTS_VIEW_SCENE_EVERYTHING_H_

#include "tests/support.h"

static mjModel* m;
static mjData* d;
static mjvScene scn;
static mjvOption opt;
static mjvCamera cam;

// at qpos0, without memory for the scene
static inline void open_everything(void) {
  char error[1000] = "";
  m = mj_loadXML(TEST_SOURCE_DIR "/tests/data/view/scene/everything.xml", NULL, error,
                 sizeof error);
  ck_assert_msg(m != NULL, "%s", error);
  d = mj_makeData(m);
  mj_forward(m, d);
  mjv_defaultOption(&opt);
  mjv_defaultFreeCamera(m, &cam);
  mjv_defaultScene(&scn);
}

static inline void close_everything(void) {
  mjv_freeScene(&scn);
  mj_deleteData(d);
  mj_deleteModel(m);
}

#endif  // TESTS_VIEW_SCENE_EVERYTHING_H_
