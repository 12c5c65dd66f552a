// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Effects of an event on an interface and on the data that it shows. Between press and release of
// the left button mousesect and mouseitem identify what the mouse holds; editsect and edititem
// identify what is edited.
//
// Events need no graphics. Changes are drawn only when the context has the buffer of the interface.

#include <math.h>
#include <string.h>

#include "core/view/ui/ui.h"

// The target of an event, and what has to be redrawn after it.
typedef struct Event_ {
  mjUI* ui;
  mjuiState* state;
  const mjrContext* con;
  UiSizes size;
  int x, y;  // the mouse in pixels of the interface
} Event;

static void redraw(const Event* event, int section, int item) {
  const mjUI* ui = event->ui;
  if (ui->auxid >= 0 && ui->auxid < mjNAUX && event->con->auxFBO[ui->auxid])
    mjui_update(section, item, ui, event->state, event->con);
}

static void redraw_item(const Event* event, const mjuiItem* item) {
  redraw(event, item->sectionid, item->itemid);
}

static void clamp_scroll(const Event* event) {
  mjUI* ui = event->ui;
  ui->scroll = mjMAX(0, mjMIN(ui->scroll, ui_scroll_most(ui, event->state)));
}

// sections or separators were opened or closed
static void place_again(const Event* event) {
  mjui_resize(event->ui, event->con);
  redraw(event, -1, -1);
}

// borders belong to what they enclose
static int is_inside(const Event* event, mjrRect r) {
  return event->x >= r.left && event->x <= r.left + r.width && event->y >= r.bottom &&
         event->y <= r.bottom + r.height;
}

// buttons have round ends
static int is_on_button(const Event* event, mjrRect r) {
  const double radius = r.height / 2.0;
  const double left = r.left + radius, right = r.left + r.width - radius;
  const double dx = event->x - mju_clip(event->x, left, mjMAX(left, right));
  const double dy = event->y - r.bottom - radius;
  return dx == 0 ? fabs(dy) <= radius : dx * dx + dy * dy < radius * radius;
}

// ---------------------------------------------------------------- items

static int is_on_item(const Event* event, const mjuiItem* item) {
  return !item->skip && (item->type == mjITEM_BUTTON ? is_on_button(event, item->rect)
                                                     : is_inside(event, item->rect));
}

static void toggle(mjuiItem* item) {
  if (item->type == mjITEM_CHECKINT)
    *(int*)item->pdata = !*(int*)item->pdata;
  if (item->type == mjITEM_CHECKBYTE)
    *(mjtByte*)item->pdata = !*(mjtByte*)item->pdata;
}

// the choice of a RADIO or RADIOLINE under the mouse; -1: none
static int choice_at(const Event* event, const mjuiItem* item) {
  const double x = event->x - item->rect.left;
  const double y = item->rect.bottom + item->rect.height - event->y;
  const int n = item->multi.nelem;
  if (n < 1)
    return -1;
  if (item->type == mjITEM_RADIOLINE) {
    for (int i = 0; i < n; i++)
      if (x < ui_choice_end(item, i, event->con))
        return i;
    return -1;
  }
  const int columns = ui_radio_columns(event->ui), rows = ui_radio_rows(event->ui, item);
  const int column = (int)mju_clip(floor(x * columns / item->rect.width), 0, columns - 1);
  const int row = (int)mju_clip(floor(y * rows / item->rect.height), 0, rows - 1);
  const int k = row * columns + column;
  return k < n ? k : -1;
}

// rounds the value of a slider to one of its divisions
static void slide(const Event* event, mjuiItem* item) {
  const mjuiItemSlider* slider = &item->slider;
  const double part = (event->x - item->rect.left) / (double)item->rect.width;
  const double division = mju_round(mju_clip(part, 0, 1) * slider->divisions);
  const double share = division / slider->divisions;
  const double value = (1 - share) * slider->range[0] + share * slider->range[1];
  if (item->type == mjITEM_SLIDERINT)
    *(int*)item->pdata = (int)mju_round(value);
  else
    *(mjtNum*)item->pdata = value;
}

static mjuiItem* press_item(Event* event, mjuiItem* item) {
  mjUI* ui = event->ui;
  ui->sect[item->sectionid].lastclick = ui->mouseclicks;
  if (!ui_is_enabled(ui, item))
    return NULL;
  if (item->type == mjITEM_SEPARATOR) {
    if (item->state >= mjSEPCLOSED) {
      item->state = item->state == mjSEPCLOSED ? mjSEPCLOSED + 1 : mjSEPCLOSED;
      place_again(event);
    }
    return NULL;
  }
  const int section = item->sectionid + 1;
  switch (item->type) {
    case mjITEM_BUTTON:
      ui->mousesect = section;
      ui->mouseitem = item->itemid;
      break;
    case mjITEM_CHECKINT:
    case mjITEM_CHECKBYTE: toggle(item); break;
    case mjITEM_RADIO:
    case mjITEM_RADIOLINE: {
      const int choice = choice_at(event, item);
      if (choice < 0)
        return NULL;
      *(int*)item->pdata = choice;
      break;
    }
    case mjITEM_SLIDERINT:
    case mjITEM_SLIDERNUM:
      ui->mousesect = section;
      ui->mouseitem = item->itemid;
      slide(event, item);
      break;
    case mjITEM_SELECT:
      ui->mousesect = section;
      ui->mouseitem = item->itemid;
      return NULL;
    case mjITEM_EDITINT:
    case mjITEM_EDITNUM:
    case mjITEM_EDITFLOAT:
    case mjITEM_EDITTXT:
      ui->mousesect = section;
      ui->mouseitem = item->itemid;
      if (ui->editsect != section || ui->edititem != item->itemid)
        ui_edit_begin(ui, section, item->itemid);
      ui_edit_point(ui, event->x, event->con);
      redraw_item(event, item);
      return NULL;
    default: return NULL;
  }
  redraw_item(event, item);
  return item;
}

// ---------------------------------------------------------------- sections

static void press_title(Event* event, int index) {
  mjUI* ui = event->ui;
  mjuiSection* section = ui->sect + index;
  const mjrRect title = section->rtitle;
  section->lastclick = ui->mouseclicks;
  ui->mousesectcheck = section->checkbox && event->x <= title.left + title.height ? index + 1 : 0;
  if (ui->mousesectcheck)
    return;
  if (event->state->doubleclick) {
    // the first click has opened or closed this section; set the others to the same state
    for (int i = 0; i < ui->nsect; i++)
      if (ui->sect[i].state != mjSECT_FIXED)
        ui->sect[i].state = section->state;
  } else {
    section->state = section->state == mjSECT_CLOSED ? mjSECT_OPEN : mjSECT_CLOSED;
  }
  place_again(event);
}

static mjuiItem* press_sections(Event* event) {
  mjUI* ui = event->ui;
  for (int i = 0; i < ui->nsect; i++) {
    mjuiSection* section = ui->sect + i;
    if (section->state != mjSECT_FIXED && is_inside(event, section->rtitle)) {
      press_title(event, i);
      return NULL;
    }
    if (section->state == mjSECT_CLOSED || !is_inside(event, section->rcontent))
      continue;
    for (int k = 0; k < section->nitem; k++) {
      mjuiItem* item = section->item + k;
      if (is_on_item(event, item))
        return press_item(event, item);
    }
    return NULL;
  }
  return NULL;
}

// ---------------------------------------------------------------- mouse

// returns whether the mouse is in the scroll bar
static int press_bar(Event* event) {
  mjUI* ui = event->ui;
  const mjuiState* state = event->state;
  const mjrRect rect = state->rect[ui->rectid];
  const int most = ui_scroll_most(ui, state);
  if (!most || event->x < rect.width - event->size.scroll || event->x > rect.width ||
      state->y < rect.bottom || state->y > rect.bottom + rect.height)
    return 0;
  const mjrRect thumb = ui_thumb(ui, state, event->con);
  if (state->y > thumb.bottom + thumb.height) {
    ui->scroll = 0;
  } else if (state->y < thumb.bottom) {
    ui->scroll = most;
  } else {
    ui->mousesect = MOUSE_THUMB;
    ui->mouseitem = 0;
  }
  return 1;
}

static mjuiItem* press(Event* event) {
  mjUI* ui = event->ui;
  ui->mouseclicks++;
  if (event->state->button == mjBUTTON_RIGHT) {
    ui->mousehelp = 1;
    redraw(event, -1, -1);
    return NULL;
  }
  if (event->state->button != mjBUTTON_LEFT)
    return NULL;

  ui->mousesect = MOUSE_IDLE;

  // edited values are accepted, unless the press is inside their box
  mjuiItem* edited = ui_item_at(ui, ui->editsect, ui->edititem);
  if (edited && !is_inside(event, edited->rect)) {
    ui->editchanged = ui_edit_commit(ui);
    redraw_item(event, edited);
  }
  mjuiItem* item = press_bar(event) ? NULL : press_sections(event);
  return item ? item : ui->editchanged;
}

static mjuiItem* move(Event* event) {
  mjUI* ui = event->ui;
  if (event->state->button != mjBUTTON_LEFT)
    return NULL;
  if (ui->mousesect == MOUSE_THUMB) {
    if (!ui_scroll_most(ui, event->state))
      return NULL;
    const double part = (double)ui->height / event->state->rect[ui->rectid].height;
    ui->scroll -= (int)mju_round(event->state->dy * part);
    clamp_scroll(event);
    return NULL;
  }
  mjuiItem* item = ui_item_at(ui, ui->mousesect, ui->mouseitem);
  if (!item)
    return NULL;
  if (item->type == mjITEM_SLIDERINT || item->type == mjITEM_SLIDERNUM) {
    slide(event, item);
    redraw_item(event, item);
    return item;
  }
  if (ui_is_edit(item) && ui->editsect) {
    ui_edit_point(ui, event->x, event->con);
    redraw_item(event, item);
  }
  return NULL;
}

static mjuiItem* release(Event* event) {
  mjUI* ui = event->ui;
  if (event->state->button == mjBUTTON_RIGHT && ui->mousehelp) {
    ui->mousehelp = 0;
    redraw(event, -1, -1);
    return NULL;
  }
  if (event->state->button != mjBUTTON_LEFT)
    return NULL;
  mjuiItem* item = ui_item_at(ui, ui->mousesect, ui->mouseitem);
  ui->mousesect = MOUSE_IDLE;
  if (!item)
    return NULL;
  int changed = 0;
  if (item->type == mjITEM_SELECT) {
    const mjrRect list = ui_list(item);
    const double x = event->x - list.left, y = event->y - list.bottom;
    changed = x > 0 && x < list.width && y > 0 && y < list.height;
    if (changed)
      *(int*)item->pdata = item->multi.nelem - 1 - (int)(y / item->rect.height);
  }
  redraw_item(event, item);
  return changed ? item : NULL;
}

static void turn_wheel(Event* event) {
  mjUI* ui = event->ui;
  ui->scroll -= (int)mju_round(event->state->sy * event->size.linescroll);
  clamp_scroll(event);
}

// ---------------------------------------------------------------- keys

static int is_struck(const mjuiState* state, int modifier, int key) {
  const int held = (state->control ? 1 : 0) + (state->shift ? 2 : 0) + (state->alt ? 4 : 0);
  return key && state->key == key && held == modifier;
}

static mjuiItem* edit_key(Event* event) {
  mjUI* ui = event->ui;
  const mjuiItem* item = ui_item_at(ui, ui->editsect, ui->edititem);
  if (event->state->key == mjKEY_ESCAPE) {
    ui->editsect = 0;
  } else if (event->state->key == mjKEY_ENTER) {
    if (ui_edit_is_valid(ui))
      ui->editchanged = ui_edit_commit(ui);
  } else {
    ui_edit_key(ui, event->state, event->con);
  }
  event->state->key = 0;
  redraw_item(event, item);
  return ui->editchanged;
}

static mjuiItem* shortcut(Event* event) {
  mjUI* ui = event->ui;
  mjuiState* state = event->state;
  for (int i = 0; i < ui->nsect; i++) {
    if (!is_struck(state, ui->sect[i].modifier, ui->sect[i].shortcut))
      continue;
    for (int k = 0; k < ui->nsect; k++)
      if (ui->sect[k].state != mjSECT_FIXED)
        ui->sect[k].state = k == i ? mjSECT_OPEN : mjSECT_CLOSED;
    state->key = 0;
    place_again(event);
    return NULL;
  }
  for (int i = 0; i < ui->nsect; i++) {
    for (int k = 0; k < ui->sect[i].nitem; k++) {
      mjuiItem* item = ui->sect[i].item + k;
      if (item->type != mjITEM_BUTTON && item->type != mjITEM_CHECKINT &&
          item->type != mjITEM_CHECKBYTE)
        continue;
      if (!is_struck(state, item->single.modifier, item->single.shortcut))
        continue;
      state->key = 0;
      if (!ui_is_enabled(ui, item))
        return NULL;
      toggle(item);
      redraw_item(event, item);
      return item;
    }
  }
  return NULL;
}

// ---------------------------------------------------------------- events

mjuiItem* mjui_event(mjUI* ui, mjuiState* state, const mjrContext* con) {
  if (ui->rectid < 0 || ui->rectid >= mjMAXUIRECT) {
    mju_error("%s: there is no rectangle %d, expected 0 to %d", __func__, ui->rectid,
              mjMAXUIRECT - 1);
    return NULL;
  }
  const mjrRect rect = state->rect[ui->rectid];
  Event event = {.ui = ui, .state = state, .con = con, .size = ui_sizes(ui, con)};
  const int scroll = ui_scroll_most(ui, state) > 0 ? ui->scroll : 0;
  event.x = (int)state->x - rect.left;
  event.y = (int)state->y - rect.bottom - rect.height + ui->height - scroll;
  ui->editchanged = NULL;
  switch (state->type) {
    case mjEVENT_PRESS: return press(&event);
    case mjEVENT_MOVE: return move(&event);
    case mjEVENT_RELEASE: return release(&event);
    case mjEVENT_SCROLL: turn_wheel(&event); return NULL;
    case mjEVENT_RESIZE: clamp_scroll(&event); return NULL;
    case mjEVENT_KEY: return ui->editsect ? edit_key(&event) : shortcut(&event);
    default: return NULL;
  }
}
