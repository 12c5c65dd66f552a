// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Events of a replay as calls of the callbacks of the window, and items of panels chosen by name:
// closed sections are opened and hidden items scrolled into view, then operated with the mouse.

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <fulcrum/host.h>

#include "input.h"
#include "replay.h"

// ---------------------------------------------------------------- events

void replay_press_key(const Viewer* v, int key, int mods) {
  input_key(v->window.handle, key, 0, GLFW_PRESS, mods);
}

void replay_type(const Viewer* v, const char* text) {
  for (; *text; text++)
    replay_press_key(v, toupper((unsigned char)*text),
                     isupper((unsigned char)*text) ? GLFW_MOD_SHIFT : 0);
}

void replay_move(const Viewer* v, double x, double y) { input_move(v->window.handle, x, y); }

static void button(const Viewer* v, int which, int action, int mods) {
  input_button(v->window.handle, which, action, mods);
}

void replay_click(const Viewer* v, int which, int mods) {
  button(v, which, GLFW_PRESS, mods);
  button(v, which, GLFW_RELEASE, mods);
}

void replay_pass_second(Viewer* v) { v->simulation.clock.frame_time += 1; }

// ---------------------------------------------------------------- items of panels

// move the mouse to a position in the column of a panel
static void move_in_panel(Viewer* v, int panel, double x, double y) {
  const mjUI* ui = &v->panels.ui[panel];
  const mjrRect r = v->state.rect[RECT_LEFT + panel];
  const double bottom = y + r.bottom + r.height - ui->height + ui->scroll;
  replay_move(v, (r.left + x) / v->window.scale,
              (v->state.rect[RECT_WINDOW].height - bottom) / v->window.scale);
}

static void show_rect(Viewer* v, int panel, mjrRect rect) {
  mjUI* ui = &v->panels.ui[panel];
  const int height = v->state.rect[RECT_LEFT + panel].height;
  const int from_top = ui->height - rect.bottom - rect.height / 2;
  ui->scroll = mjMAX(0, mjMIN(ui->height - height, from_top - height / 2));
}

static void click_rect(Viewer* v, int panel, mjrRect rect) {
  show_rect(v, panel, rect);
  move_in_panel(v, panel, rect.left + rect.width / 2.0, rect.bottom + rect.height / 2.0);
  replay_click(v, GLFW_MOUSE_BUTTON_LEFT, 0);
}

static mjuiItem* find_item(Viewer* v, const char* section, const char* name, int* panel) {
  for (*panel = 0; *panel < PANELS; ++*panel) {
    mjUI* ui = &v->panels.ui[*panel];
    for (int i = 0; i < ui->nsect; i++) {
      for (int k = 0; k < ui->sect[i].nitem && strcasecmp(ui->sect[i].name, section) == 0; k++)
        if (strcasecmp(ui->sect[i].item[k].name, name) == 0)
          return ui->sect[i].item + k;
    }
  }
  return NULL;
}

// a click on the title of a section that is closed, and on that of a group
static void unfold(Viewer* v, int panel, const mjuiItem* it) {
  mjuiSection* s = v->panels.ui[panel].sect + it->sectionid;
  if (!v->panels.visible[panel])
    replay_press_key(v, mjKEY_TAB, panel == RIGHT ? GLFW_MOD_SHIFT : 0);
  if (s->state == mjSECT_CLOSED) {
    replay_pass_second(v);
    click_rect(v, panel, s->rtitle);
  }
  for (int k = it->itemid; it->skip && k >= 0; k--) {
    if (s->item[k].type == mjITEM_SEPARATOR) {
      click_rect(v, panel, s->item[k].rect);
      break;
    }
  }
}

static int choice_index(const mjuiItem* it, const char* value) {
  char* end;
  for (int i = 0; i < it->multi.nelem; i++)
    if (strcasecmp(it->multi.name[i], value) == 0)
      return i;
  const long number = strtol(value, &end, 10);
  return end != value && !*end && number >= 0 && number < it->multi.nelem ? (int)number : -1;
}

// the list of a menu is below it, the first entry on top
static int pick(Viewer* v, int panel, const mjuiItem* it, const char* value) {
  const int k = choice_index(it, value);
  const double x = it->rect.left + it->rect.width / 2.0, height = it->rect.height;
  if (k < 0)
    return -1;
  if (it->type == mjITEM_SELECT) {
    move_in_panel(v, panel, x, it->rect.bottom + height / 2);
    button(v, GLFW_MOUSE_BUTTON_LEFT, GLFW_PRESS, 0);
    move_in_panel(v, panel, x, it->rect.bottom - (k + 0.5) * height);
    button(v, GLFW_MOUSE_BUTTON_LEFT, GLFW_RELEASE, 0);
    return 0;
  }
  const int columns = v->panels.ui[panel].radiocol ? v->panels.ui[panel].radiocol : 2;
  const int rows = (it->multi.nelem + columns - 1) / columns;
  move_in_panel(v, panel, it->rect.left + (k % columns + 0.5) * it->rect.width / columns,
                it->rect.bottom + height - (k / columns + 0.5) * height / rows);
  replay_click(v, GLFW_MOUSE_BUTTON_LEFT, 0);
  return 0;
}

static int slide(Viewer* v, int panel, const mjuiItem* it, const char* value) {
  char* end;
  const double number = strtod(value, &end);
  const double* range = it->slider.range;
  if (end == value || *end || range[0] == range[1])
    return -1;
  const double part = mju_clip((number - range[0]) / (range[1] - range[0]), 0, 1);
  move_in_panel(v, panel, it->rect.left + part * it->rect.width,
                it->rect.bottom + it->rect.height / 2.0);
  replay_click(v, GLFW_MOUSE_BUTTON_LEFT, 0);
  return 0;
}

static int edit(Viewer* v, int panel, const mjuiItem* it, const char* value) {
  click_rect(v, panel, it->rect);
  replay_press_key(v, mjKEY_END, 0);
  for (int i = 0; i < mjMAXUITEXT; i++)
    replay_press_key(v, mjKEY_BACKSPACE, 0);
  replay_type(v, value);
  replay_press_key(v, mjKEY_ENTER, 0);
  return 0;
}

static int is_on(const mjuiItem* it) {
  return it->type == mjITEM_CHECKINT ? *(int*)it->pdata != 0 : *(mjtByte*)it->pdata != 0;
}

// "SECTION/ITEM", and its new value
int replay_choose(Viewer* v, char* path, const char* value) {
  int panel;
  char* slash = strchr(path, '/');
  if (!slash)
    return fc_fail("'%s' is not SECTION/ITEM", path);
  *slash = 0;
  const mjuiItem* it = find_item(v, path, slash + 1, &panel);
  if (!it)
    return fc_fail("there is no item '%s' in a section '%s'", slash + 1, path);
  unfold(v, panel, it);
  show_rect(v, panel, it->rect);
  int failed = 0;
  switch (it->type) {
    case mjITEM_RADIO:
    case mjITEM_RADIOLINE:
    case mjITEM_SELECT: failed = pick(v, panel, it, value); break;
    case mjITEM_SLIDERINT:
    case mjITEM_SLIDERNUM: failed = slide(v, panel, it, value); break;
    case mjITEM_EDITINT:
    case mjITEM_EDITNUM:
    case mjITEM_EDITFLOAT:
    case mjITEM_EDITTXT: failed = edit(v, panel, it, value); break;
    case mjITEM_CHECKINT:
    case mjITEM_CHECKBYTE:
      if (!value[0] || is_on(it) != atoi(value))
        click_rect(v, panel, it->rect);
      break;
    default: click_rect(v, panel, it->rect);
  }
  return failed ? fc_fail("'%s' cannot become '%s'", slash + 1, value) : 0;
}
