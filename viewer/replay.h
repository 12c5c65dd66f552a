// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the files of the replay.

#ifndef VIEWER_REPLAY_H_
#define VIEWER_REPLAY_H_

#include "viewer.h"

// same as the callbacks of the window, with coordinates of the window
void press_key(Viewer* v, int key, int mods);
void type_text(Viewer* v, const char* text);
void move_to(Viewer* v, double x, double y);
void click(Viewer* v, int button, int mods);

// Set the item "SECTION/ITEM" of a panel with the mouse, or press it with value "".
int choose_item(Viewer* v, char* path, const char* value);

// One line "WORD VALUE" on standard output: replay_print.c lists the words.
int print_value(Viewer* v, const char* what);

#endif  // VIEWER_REPLAY_H_
