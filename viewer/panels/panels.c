// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Panels: appearance, and redrawing of sections whose values changed. Changes are detected while
// the mutex is held, and the values are copied, so that the simulation continues while the panels
// are drawn.

#include <string.h>

#include <fulcrum/host.h>

#include "viewer/panels/panels.h"
#include "viewer/simulation/errors.h"

#define PANEL_HEIGHT 16000  // pixels: a buffer size that OpenGL supports in practice

// ---------------------------------------------------------------- open, close

// categories of item states
static int is_enabled(int category, void* panels) {
  const Panels* p = panels;
  const mjModel* m = p->simulation->sides.m;
  switch (category) {
    case 2: return m != NULL;
    case 3: return m && m->nkey > 0;
    case 4: return m && !(p->drawing ? p->run_drawn : p->simulation->clock.run);
    default: return 1;
  }
}

void panels_open(Panels* p, const Simulation* s) {
  p->simulation = s;
  for (int i = 0; i < PANELS; i++) {
    mjUI* ui = &p->ui[i];
    ui->predicate = is_enabled;
    ui->userdata = p;
    ui->rectid = RECT_LEFT + i;
    ui->auxid = i;
  }
  panels_set_theme(p);
}

void panels_close(Panels* p) {
  for (int i = 0; i < PANELS; i++)
    mju_free(p->snapshot[i].bytes);
}

int panels_are_edited(const Panels* p) { return p->ui[LEFT].editsect || p->ui[RIGHT].editsect; }

// ---------------------------------------------------------------- appearance

void panels_set_theme(Panels* p) {
  for (int i = 0; i < PANELS; i++) {
    p->ui[i].spacing = mjui_themeSpacing(p->spacing);
    p->ui[i].color = mjui_themeColor(p->color);
  }
}

void panels_set_fontscale(Panels* p, int fontscale) {
  p->fontscale = fontscale;
  p->font = fontscale / 50 - 1;
}

// the buffer of a panel can hold all its sections
static void fit_buffer(Panels* p, int i, mjrContext* context) {
  const mjUI* ui = &p->ui[i];
  if (p->aux_width[i] == ui->width && p->aux_height[i] == ui->maxheight)
    return;
  mjr_addAux(i, ui->width, ui->maxheight, ui->spacing.samples, context);
  p->aux_width[i] = ui->width;
  p->aux_height[i] = ui->maxheight;
}

void panels_resize(Panels* p, mjrContext* context) {
  for (int i = 0; i < PANELS; i++) {
    mjUI* ui = &p->ui[i];
    mjui_resize(ui, context);

    // a column higher than the largest buffer: use a smaller font
    while (ui->maxheight > PANEL_HEIGHT && p->fontscale > 50) {
      panels_set_fontscale(p, p->fontscale - 50);
      mjr_changeFont(p->fontscale, context);
      mjui_resize(ui, context);
      if (i)
        mjui_resize(&p->ui[LEFT], context);
    }
  }
  for (int i = 0; i < PANELS; i++)
    fit_buffer(p, i, context);
  memset(p->shown, 0, sizeof p->shown);
}

void panels_use_context(Panels* p, mjrContext* context) {
  memset(p->aux_width, 0, sizeof p->aux_width);
  panels_resize(p, context);
}

void panels_layout(const Panels* p, mjrRect rect[RECTS]) {
  const int width = rect[RECT_WINDOW].width, height = rect[RECT_WINDOW].height;
  const int left = p->visible[LEFT] ? mjMIN(p->ui[LEFT].width, width) : 0;
  const int right = p->visible[RIGHT] ? mjMIN(p->ui[RIGHT].width, width - left) : 0;
  rect[RECT_LEFT] = (mjrRect){0, 0, left, height};
  rect[RECT_RIGHT] = (mjrRect){width - right, 0, right, height};
  rect[RECT_VIEW] = (mjrRect){left, 0, width - left - right, height};
}

// ---------------------------------------------------------------- what has changed

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
static void find_changes(Panels* p, int panel) {
  const mjUI* ui = &p->ui[panel];
  Snapshot* copy = &p->snapshot[panel];
  copy->all = copy->n = 0;
  for (int i = 0; i < ui->nsect; i++) {
    const uint64_t hash = hash_section(ui, ui->sect + i);
    copy->all |= !p->shown[panel][i];
    copy->changed[i] = hash != p->shown[panel][i];
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

void panels_read(Panels* p) {
  p->run_drawn = p->simulation->clock.run;
  for (int i = 0; i < PANELS; i++) {
    p->snapshot[i].n = 0;
    if (!p->visible[i])
      continue;
    find_changes(p, i);
    if (p->snapshot[i].n)
      copy_values(&p->ui[i], &p->snapshot[i]);
  }
}

// ---------------------------------------------------------------- drawing

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

typedef struct Drawing_ {
  const Panels* panels;
  const mjuiState* state;
  const mjrContext* context;
} Drawing;

static void draw_changes(void* drawing) {
  const Drawing* to = drawing;
  for (int i = 0; i < PANELS; i++) {
    const Snapshot* copy = &to->panels->snapshot[i];
    const mjUI* ui = &to->panels->ui[i];
    if (copy->n && copy->all)
      mjui_update(-1, -1, ui, to->state, to->context);
    for (int k = 0; k < ui->nsect && copy->n && !copy->all; k++)
      if (copy->changed[k])
        mjui_update(k, -1, ui, to->state, to->context);
  }
}

static void point_all(Panels* p, int to_copies) {
  p->drawing = to_copies;
  for (int i = 0; i < PANELS; i++)
    if (p->snapshot[i].n)
      point_to_copies(&p->ui[i], &p->snapshot[i], to_copies);
}

void panels_draw(Panels* p, const mjuiState* state, const mjrContext* context) {
  Drawing drawing = {p, state, context};
  point_all(p, 1);
  const int failed = errors_guard(draw_changes, &drawing);
  point_all(p, 0);
  if (failed)
    mju_error("%s", fc_lastError());
  for (int i = 0; i < PANELS; i++)
    if (p->snapshot[i].n)
      memcpy(p->shown[i], p->snapshot[i].hash, sizeof p->shown[i]);
  for (int i = 0; i < PANELS; i++)
    if (p->visible[i] && state->rect[RECT_LEFT + i].width > 0)
      mjui_render(&p->ui[i], state, context);
}
