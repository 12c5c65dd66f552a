// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Panels: adding sections and items, enabling items, and redrawing sections whose values changed.
// Changes are detected while the mutex is held, and the values are copied, so that the simulation
// continues while the panels are drawn. The sections themselves are in panel_*.c.

#include <stdarg.h>
#include <string.h>

#include <mujoco/mjxmacro.h>

#include "viewer.h"

// ---------------------------------------------------------------- building

void section(mjUI* ui, const char* name, int state, const char* shortcut) {
  mjuiDef def[] = {{.type = mjITEM_SECTION, .state = state}, {.type = mjITEM_END}};
  snprintf(def[0].name, sizeof def[0].name, "%s", name);
  snprintf(def[0].other, sizeof def[0].other, "%s", shortcut);
  mjui_add(ui, def);
}

// items that do not fit into a section are left out: joints and actuators beyond the first two
// hundred
static int is_full(const mjUI* ui) { return ui->sect[ui->nsect - 1].nitem >= mjMAXUIITEM; }

void item(mjUI* ui, int type, const char* name, int state, void* data, int id, const char* format,
          ...) {
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
void choices(mjUI* ui, int type, const char* label, int state, int* value, int id, int n,
             const char* (*name)(const void*, int), const void* of) {
  char text[mjMAXUITEXT] = "", word[mjMAXUINAME - 1];
  for (int i = 0; i < n && i < mjMAXUIMULTI; i++) {
    const char* full = name(of, i);
    snprintf(word, sizeof word, "%s", full && full[0] ? full : "-");
    if (strlen(text) + strlen(word) + 2 > sizeof text)
      break;
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? "\n" : "", word);
  }
  item(ui, type, label, state, value, id, "%s", text);
}

// categories of item states
static int is_enabled(int category, void* viewer) {
  const Viewer* v = viewer;
  switch (category) {
    case 2: return v->m != NULL;
    case 3: return v->m && v->m->nkey > 0;
    case 4: return v->m && !(v->drawing ? v->run_drawn : v->clock.run);
    default: return 1;
  }
}

// ---------------------------------------------------------------- all sections

static void set_theme(Viewer* v) {
  for (int i = 0; i < PANELS; i++) {
    v->ui[i].spacing = mjui_themeSpacing(v->spacing);
    v->ui[i].color = mjui_themeColor(v->color);
  }
}

void panels_open(Viewer* v) {
  for (int i = 0; i < PANELS; i++) {
    mjUI* ui = &v->ui[i];
    ui->predicate = is_enabled;
    ui->userdata = v;
    ui->rectid = RECT_LEFT + i;
    ui->auxid = i;
  }
  set_theme(v);
  panel_program(v);
  for (int i = 0; i < PANELS; i++)
    v->model_sections[i] = v->ui[i].nsect;
  panels_copy(v);
  panels_model(v);
}

// at the start: Simulation, and the right panel
static void open_sections(Viewer* v) {
  const mjUI* left = &v->ui[LEFT];
  for (int i = v->model_sections[LEFT]; i < left->nsect; i++)
    v->ui[LEFT].sect[i].state = i == v->model_sections[LEFT] ? mjSECT_OPEN : mjSECT_CLOSED;
  for (int i = 0; i < v->ui[RIGHT].nsect; i++)
    v->ui[RIGHT].sect[i].state = mjSECT_OPEN;
}

// Sections stay open or closed; editing and dragging of removed items ends.
void panels_model(Viewer* v) {
  v->rebuild = 0;
  for (int i = 0; i < PANELS; i++) {
    v->ui[i].nsect = v->model_sections[i];
    v->ui[i].editsect = v->ui[i].mousesect = 0;
  }
  panel_simulation(v);
  panel_physics(v);
  panel_rendering(v);
  panel_controls(v);
  panel_modules(v);
  if (!v->built++)
    open_sections(v);
  set_theme(v);
  if (v->context_made)
    graphics_font(v);
}

// ---------------------------------------------------------------- what panels show of the model

static void copy_bits(int* flag, int n, int bits) {
  for (int i = 0; i < n; i++)
    flag[i] = bits >> i & 1;
}

// an element of an array of mjData, by the array's name
void watch_number(Viewer* v, int side, const char* field, int index, char* text, size_t text_size) {
  const mjModel* m = v->m;
  const mjData* d = v->d[side];
  const mjtNum* array = NULL;
  int64_t size = 0;
#define X(type, name, nr, nc)                                      \
  if (strcmp(#name, field) == 0 && strcmp(#type, "mjtNum") == 0) { \
    array = (const mjtNum*)(const void*)d->name;                   \
    size = (int64_t)m->nr * (nc);                                  \
  }
  MJDATA_POINTERS
#undef X
  if (!array)
    snprintf(text, text_size, "invalid field");
  else if (index < 0 || index >= size)
    snprintf(text, text_size, "invalid index");
  else
    snprintf(text, text_size, "%g", array[index]);
}

void panels_copy(Viewer* v) {
  if (!v->m)
    return;
  watch_number(v, MAIN, v->watch_field, v->watch_index, v->watch_value, sizeof v->watch_value);
  const mjOption* opt = &model_of(v, v->edited)->opt;
  copy_bits(v->disable, mjNDISABLE, opt->disableflags);
  copy_bits(v->enable, mjNENABLE, opt->enableflags);
  for (int i = 0; i < mjNGROUP; i++)
    v->actuator_group[i] = !(opt->disableactuator >> i & 1);
  if (v->view.type == mjCAMERA_FREE)
    v->camera = 0;
}

// ---------------------------------------------------------------- drawing

static uint64_t hash_on(uint64_t hash, const void* data, size_t n) {
  const unsigned char* byte = data;
  for (size_t i = 0; i < n; i++)
    hash = (hash ^ byte[i]) * 1099511628211u;
  return hash;
}

static size_t value_size(const mjuiItem* item) {
  switch (item->type) {
    case mjITEM_CHECKBYTE: return sizeof(mjtByte);
    case mjITEM_SLIDERNUM: return sizeof(mjtNum);
    case mjITEM_EDITINT: return sizeof(int) * (size_t)item->edit.nelem;
    case mjITEM_EDITNUM: return sizeof(mjtNum) * (size_t)item->edit.nelem;
    case mjITEM_EDITFLOAT: return sizeof(float) * (size_t)item->edit.nelem;
    case mjITEM_EDITTXT: return strlen(item->pdata);
    default: return sizeof(int);
  }
}

// hash of everything an open section shows
static uint64_t hash_section(const mjUI* ui, const mjuiSection* s) {
  uint64_t hash = hash_on(14695981039346656037u, &s->state, sizeof s->state);
  for (int i = 0; i < s->nitem && s->state != mjSECT_CLOSED; i++) {
    const mjuiItem* it = s->item + i;
    const int enabled = it->state < 2 || ui->predicate(it->state, ui->userdata);
    if (it->pdata && !it->skip)
      hash = hash_on(hash, it->pdata, value_size(it));
    hash = hash_on(hash, &enabled, sizeof enabled);
  }
  return hash;
}

// 1 when the value of an item is visible.
static int is_seen(const mjuiSection* s, const mjuiItem* it) {
  return s->state != mjSECT_CLOSED && it->pdata && !it->skip;
}

// bytes of a value, including the terminator of a text
static size_t room_for(const mjuiItem* it) { return (value_size(it) + 8) / 8 * 8; }

// sections whose values differ from those shown; all sections if one was never drawn
static void find_changes(Viewer* v, int panel) {
  const mjUI* ui = &v->ui[panel];
  Snapshot* copy = &v->snapshot[panel];
  copy->all = copy->n = 0;
  for (int i = 0; i < ui->nsect; i++) {
    const uint64_t hash = hash_section(ui, ui->sect + i);
    copy->all |= !v->shown[panel][i];
    copy->changed[i] = hash != v->shown[panel][i];
    copy->n += copy->changed[i];
    copy->hash[i] = hash;
  }
  for (int i = 0; i < ui->nsect && copy->all; i++)
    copy->changed[i] = 1;
}

static void make_room(Snapshot* copy, size_t size) {
  if (size <= copy->capacity)
    return;
  mju_free(copy->bytes);
  copy->bytes = NULL;
  copy->capacity = 0;
  copy->bytes = mju_malloc(2 * size);
  copy->capacity = 2 * size;
}

static void copy_values(const mjUI* ui, Snapshot* copy) {
  size_t size = 0, at = 0;
  for (int i = 0; i < ui->nsect; i++)
    for (int k = 0; k < ui->sect[i].nitem && copy->changed[i]; k++)
      size += is_seen(ui->sect + i, ui->sect[i].item + k) ? room_for(ui->sect[i].item + k) : 0;
  make_room(copy, size);
  for (int i = 0; i < ui->nsect; i++) {
    for (int k = 0; k < ui->sect[i].nitem && copy->changed[i]; k++) {
      const mjuiItem* it = ui->sect[i].item + k;
      if (!is_seen(ui->sect + i, it))
        continue;
      memset(copy->bytes + at, 0, room_for(it));
      memcpy(copy->bytes + at, it->pdata, value_size(it));
      at += room_for(it);
    }
  }
}

void panels_read(Viewer* v) {
  v->run_drawn = v->clock.run;
  for (int i = 0; i < PANELS; i++) {
    v->snapshot[i].n = 0;
    if (!v->panel_shown[i])
      continue;
    find_changes(v, i);
    if (v->snapshot[i].n)
      copy_values(&v->ui[i], &v->snapshot[i]);
  }
}

// Point the items to the copies, or back to the original values.
static void point_to_copies(mjUI* ui, Snapshot* copy, int to_copies) {
  size_t at = 0;
  int n = 0;
  for (int i = 0; i < ui->nsect; i++) {
    for (int k = 0; k < ui->sect[i].nitem && copy->changed[i]; k++) {
      mjuiItem* it = ui->sect[i].item + k;
      if (!is_seen(ui->sect + i, it))
        continue;
      const size_t room = room_for(it);
      if (to_copies)
        copy->origin[n] = it->pdata;
      it->pdata = to_copies ? copy->bytes + at : copy->origin[n];
      at += room;
      n++;
    }
  }
}

static void draw_changes(Viewer* v) {
  for (int i = 0; i < PANELS; i++) {
    const Snapshot* copy = &v->snapshot[i];
    const mjUI* ui = &v->ui[i];
    if (copy->n && copy->all)
      mjui_update(-1, -1, ui, &v->state, &v->context);
    for (int k = 0; k < ui->nsect && copy->n && !copy->all; k++)
      if (copy->changed[k])
        mjui_update(k, -1, ui, &v->state, &v->context);
  }
}

static void point_all(Viewer* v, int to_copies) {
  v->drawing = to_copies;
  for (int i = 0; i < PANELS; i++)
    if (v->snapshot[i].n)
      point_to_copies(&v->ui[i], &v->snapshot[i], to_copies);
}

void panels_draw(Viewer* v) {
  point_all(v, 1);
  const int failed = guard(v, draw_changes);
  point_all(v, 0);
  if (failed)
    mju_error("%s", fc_lastError());
  for (int i = 0; i < PANELS; i++)
    if (v->snapshot[i].n)
      memcpy(v->shown[i], v->snapshot[i].hash, sizeof v->shown[i]);
}

void panels_close(Viewer* v) {
  for (int i = 0; i < PANELS; i++)
    mju_free(v->snapshot[i].bytes);
}
