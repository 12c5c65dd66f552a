// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A file of events that takes the place of keys and mouse. README.md lists them.

#ifndef VIEWER_REPLAY_H_
#define VIEWER_REPLAY_H_

#include "viewer/parts.h"

void replay_frame(Viewer* v);  // lines until the next one that waits

// ---------------------------------------------------------------- events, replay_items.c

// the callbacks of the window, with coordinates of the window
void replay_press_key(const Viewer* v, int key, int mods);
void replay_type(const Viewer* v, const char* text);
void replay_move(const Viewer* v, double x, double y);
void replay_click(const Viewer* v, int button, int mods);

// Clicks that follow must not form a double click with earlier ones.
void replay_pass_second(Viewer* v);

// Set the item "SECTION/ITEM" of a panel with the mouse, or press it with value "". 0, or negative
// after fc_fail.
int replay_choose(Viewer* v, char* path, const char* value);

// ---------------------------------------------------------------- replay_print.c

// One line "WORD VALUE" on standard output. 0, or negative after fc_fail.
int replay_print(Viewer* v, const char* what);

#endif  // VIEWER_REPLAY_H_
