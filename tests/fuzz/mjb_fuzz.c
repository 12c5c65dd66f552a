// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Fuzz target: the bytes are a binary model. What loads is copied, saved, loaded again, looked
// through by name and stepped. The promises:
//   - a model that loads can be saved, and the image is the one that was read, byte by byte;
//   - no number in it leads any stage of a step out of its arrays. A step may end in the fatal
//     error handler (a stack that is too small, say): that is the outcome `parsed`.

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

enum { MAX_DOF = 100, MAX_GEOM = 100, MAX_ITERATIONS = 20, MAX_NAMES = 200 };

static jmp_buf escape;
static int warned;

static void leave(const char* message) {
  (void)message;
  longjmp(escape, 1);
}

static void count_warning(const char* message) { warned += message[0] != 0; }

static int smaller(int a, int b) { return a < b ? a : b; }

// names of all objects lead back to an object of the same name
static void look_through(const mjModel* m) {
  for (int type = 0; type < mjNOBJECT; type++) {
    for (int id = 0; id < MAX_NAMES; id++) {
      const char* name = mj_id2name(m, type, id);
      if (name && name[0])
        mj_name2id(m, type, name);
    }
  }
}

// steps with few iterations; 0: they end in the error handler
static int step(mjModel* m) {
  mjOption* opt = &m->opt;
  opt->iterations = smaller(opt->iterations, MAX_ITERATIONS);
  opt->ls_iterations = smaller(opt->ls_iterations, MAX_ITERATIONS);
  opt->noslip_iterations = smaller(opt->noslip_iterations, MAX_ITERATIONS);
  opt->ccd_iterations = smaller(opt->ccd_iterations, MAX_ITERATIONS);
  opt->sdf_iterations = smaller(opt->sdf_iterations, MAX_ITERATIONS);
  opt->sdf_initpoints = smaller(opt->sdf_initpoints, MAX_ITERATIONS);
  mjData* volatile d = NULL;
  volatile int steps = 0;
  mju_user_error = leave;
  if (!setjmp(escape)) {
    d = mj_makeData(m);
    while (d && steps < 2) {
      mj_step(m, d);
      steps++;
    }
  }
  if (d && steps < 2)
    mj_resetData(m, d);
  mj_deleteData(d);
  return steps == 2;
}

FuzzOutcome fuzz_outcome(const uint8_t* data, size_t size) {
  fuzz_machine();
  mju_user_warning = count_warning;
  warned = 0;
  mjModel* m = mj_loadModelBuffer(data, (int)size);
  demand(m || warned, "a binary model is refused without a message");
  if (!m)
    return FUZZ_REFUSED;
  int length = (int)mj_sizeModel(m);
  uint8_t* image = malloc((size_t)length);
  demand(image != NULL && (size_t)length <= size, "an image is not longer than what was read");
  mj_saveModel(m, NULL, image, length);
  demand(memcmp(image, data, (size_t)length) == 0, "an image is what was read");
  free(image);
  look_through(m);

  FuzzOutcome outcome = FUZZ_COMPILED;
  if (m->nv <= MAX_DOF && m->ngeom <= MAX_GEOM) {
    mjModel* copy = mj_copyModel(NULL, m);
    outcome = step(copy) ? FUZZ_COMPILED : FUZZ_PARSED;
    mj_deleteModel(copy);
  }
  mj_deleteModel(m);
  return outcome;
}
