// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sections and items of panels. An item points to the value that it shows and edits.

#ifndef VIEWER_ITEMS_H_
#define VIEWER_ITEMS_H_

#include "viewer/simulation/faces.h"

// Items that need more than their value when they are changed (changes.c); the others have ID_NONE.
enum {
  ID_NONE,
  ID_SAVE_XML,
  ID_SAVE_MJB,
  ID_PRINT_MODEL,
  ID_PRINT_DATA,
  ID_QUIT,
  ID_SCREENSHOT,
  ID_RELOAD_MODULES,
  ID_FULLSCREEN,
  ID_VSYNC,
  ID_THEME,
  ID_FONT,
  ID_RUN,
  ID_RESET,
  ID_RELOAD,
  ID_ALIGN,
  ID_COPY_STATE,
  ID_LOAD_KEY,
  ID_SAVE_KEY,
  ID_HISTORY,
  ID_SPEED,
  ID_FLAGS,
  ID_CAMERA,
  ID_COPY_CAMERA,
  ID_ALIGN_FREE,
  ID_GROUPS,
  ID_CLEAR,
  ID_JOINT,
  ID_COMPARE,
  ID_EDITED,
  ID_CHOICE,
  ID_PARAMETER = ID_CHOICE + CHOICES,
  ID_EXPONENT = ID_PARAMETER + PARAMETERS_MAX
};

void item_section(mjUI* ui, const char* name, int state, const char* shortcut);

// Added to the last section. `state` says when the item can be changed: 0 never, 1 always, 2 with a
// model, 3 with a keyframe, 4 while the simulation is paused.
void item_add(mjUI* ui, int type, const char* name, int state, void* data, int id,
              const char* format, ...) mjPRINTFLIKE(7, 8);

// an item with choices; `name` returns the name of each
void item_choices(mjUI* ui, int type, const char* label, int state, int* value, int id, int n,
                  const char* (*name)(const void*, int), const void* of);

#endif  // VIEWER_ITEMS_H_
