// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sections and items of panels, one at a time.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "viewer/panels/items.h"

void item_section(mjUI* ui, const char* name, int state, const char* shortcut) {
  mjuiDef def[] = {{.type = mjITEM_SECTION, .state = state}, {.type = mjITEM_END}};
  snprintf(def[0].name, sizeof def[0].name, "%s", name);
  snprintf(def[0].other, sizeof def[0].other, "%s", shortcut);
  mjui_add(ui, def);
}

// items that do not fit into a section are left out: joints and actuators beyond the first two
// hundred
static int is_full(const mjUI* ui) { return ui->sect[ui->nsect - 1].nitem >= mjMAXUIITEM; }

void item_add(mjUI* ui, int type, const char* name, int state, void* data, int id,
              const char* format, ...) {
  mjuiDef def[] = {{.type = type, .state = state, .pdata = data, .otherint = id},
                   {.type = mjITEM_END}};
  va_list list;
  if (is_full(ui))
    return;
  snprintf(def[0].name, sizeof def[0].name, "%s", name);
  va_start(list, format);
  vsnprintf(def[0].other, sizeof def[0].other, format, list);
  va_end(list);
  mjui_add(ui, def);
}

// limited to the capacity of an item
void item_choices(mjUI* ui, int type, const char* label, int state, int* value, int id, int n,
                  const char* (*name)(const void*, int), const void* of) {
  char text[mjMAXUITEXT] = "", word[mjMAXUINAME - 1];
  for (int i = 0; i < n && i < mjMAXUIMULTI; i++) {
    const char* full = name(of, i);
    snprintf(word, sizeof word, "%s", full && full[0] ? full : "-");
    if (strlen(text) + strlen(word) + 2 > sizeof text)
      break;
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? "\n" : "", word);
  }
  item_add(ui, type, label, state, value, id, "%s", text);
}
