// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The two sides: opening and closing, and their states.

#include <fulcrum/host.h>

#include "viewer/simulation/sides.h"

int sides_count(const Sides* s) { return s->compare ? 2 : 1; }

mjModel* sides_model(const Sides* s, int side) { return side == OTHER ? s->twin : s->m; }

mjOption* sides_option(const Sides* s) { return &sides_model(s, s->edited)->opt; }

// ---------------------------------------------------------------- open, close

int sides_open_other(Sides* s) {
  s->twin = mj_copyModel(NULL, s->m);
  s->d[OTHER] = s->twin ? mj_makeData(s->twin) : NULL;
  if (!s->d[OTHER]) {
    sides_close_other(s);
    return fc_fail("there is no memory for a second simulation");
  }
  mj_copyData(s->d[OTHER], s->twin, s->d[MAIN]);
  s->compare = 1;
  s->cost[OTHER] = 0;
  return 0;
}

void sides_close_other(Sides* s) {
  mj_deleteData(s->d[OTHER]);
  mj_deleteModel(s->twin);
  s->d[OTHER] = NULL;
  s->twin = NULL;
  s->compare = 0;
  s->edited = MAIN;
}

void sides_close(Sides* s) {
  sides_close_other(s);
  mj_deleteData(s->d[MAIN]);
  mj_deleteModel(s->m);
  *s = (Sides){0};
}

// ---------------------------------------------------------------- states

static int bound_size(const Sides* s, int side) {
  return mjMAX(0, fc_stateSize(sides_model(s, side), s->d[side]));
}

int sides_state_size(const Sides* s, int side) {
  return mj_stateSize(s->m, mjSTATE_INTEGRATION) + bound_size(s, side);
}

void sides_read_state(const Sides* s, int side, mjtNum* state) {
  const mjModel* m = sides_model(s, side);
  mj_getState(m, s->d[side], state, mjSTATE_INTEGRATION);
  if (bound_size(s, side))
    fc_getState(m, s->d[side], state + mj_stateSize(s->m, mjSTATE_INTEGRATION));
}

void sides_write_state(const Sides* s, int side, const mjtNum* state) {
  const mjModel* m = sides_model(s, side);
  mj_setState(m, s->d[side], state, mjSTATE_INTEGRATION);
  if (bound_size(s, side))
    fc_setState(m, s->d[side], state + mj_stateSize(s->m, mjSTATE_INTEGRATION));
}
