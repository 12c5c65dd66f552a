// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_VIEW_UI_ITEM_DATA_H_
#define CORE_VIEW_UI_ITEM_DATA_H_

#include <mujoco/mjui.h>

// Parses "CX", " #262" or "": modifier (0 none, 1 control, 2 shift, 4 alt) and key code, both 0
// when there is no shortcut. Returns the fault of the text, or NULL.
const char* read_shortcut(const char* text, int* modifier, int* key);

// Parses the text `other` of a definition for an item of its type. Returns the fault of the text,
// or NULL.
const char* read_item_data(mjuiItem* item, const char* other);

#endif  // CORE_VIEW_UI_ITEM_DATA_H_
