// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The past as a ring of states, one for each time the simulation checked the clock and made a step.
// An entry has the state of each side.

#ifndef VIEWER_HISTORY_H_
#define VIEWER_HISTORY_H_

#include "viewer/simulation/sides.h"

typedef struct History_ {
  mjtNum* entry;  // `capacity` entries of `size` numbers
  int capacity, size;
  int part[SIDES];  // numbers of each side
  int count;        // entries that hold states
  int last;         // index of the newest entry
  int back;         // 1 - count ... 0: the entry shown, relative to the newest
  int renewed;      // 1: opened since panels were made
} History;

// For the current model and sides; starts with the current state. 0, or -1 after fc_fail: there is
// no history then.
int history_open(History* h, const Sides* s);
void history_close(History* h);

// Add the current state. 0, or -1 like history_open, which it calls when states have another size.
int history_add(History* h, const Sides* s);

// Return to the state `back`; 0 when there is none.
int history_show(History* h, const Sides* s);

#endif  // VIEWER_HISTORY_H_
