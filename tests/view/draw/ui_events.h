// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A user interface with items of every type, what a user may do to it, and what has changed after
// each event. The test, the program that records the reference (record_ui.c) and the one that draws
// include this.

#ifndef TESTS_VIEW_DRAW_UI_EVENTS_H_
#define TESTS_VIEW_DRAW_UI_EVENTS_H_

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

enum { WINDOW_WIDTH = 900, WINDOW_HEIGHT = 700, MOST_VALUES = 4000 };

// what the user edits
typedef struct Data_ {
  int check, radio, line, choice, whole, several[3];
  mjtByte flag;
  mjtNum slide, number, vector[3];
  float reals[2];
  char words[40];
} Data;

static Data shown;
static mjUI desk;
static mjuiState mouse;

static const mjuiDef desk_sections[] = {
    {mjITEM_SECTION, "Fixed", mjSECT_FIXED, NULL, "", 0},
    {mjITEM_STATIC, "About", 1, NULL, "one line\nand another", 0},
    {mjITEM_BUTTON, "Go", 1, NULL, " #294", 0},
    {mjITEM_BUTTON, "Stop", 2, NULL, "CX", 11},
    {mjITEM_BUTTON, "Never", 0, NULL, " N", 12},
    {mjITEM_SECTION, "Choices", mjSECT_OPEN, NULL, "AC", 1},
    {mjITEM_CHECKINT, "Check", 1, &shown.check, " K", 0},
    {mjITEM_CHECKINT, "Guarded", 3, &shown.check, " G", 0},
    {mjITEM_CHECKBYTE, "Byte", 1, &shown.flag, "SB", 5},
    {mjITEM_SEPARATOR, "Grid", mjSEPCLOSED + 1, NULL, "", 0},
    {mjITEM_RADIO, "Radio", 1, &shown.radio, "a\nbb\nccc\ndddd\ne", 0},
    {mjITEM_RADIO, "", 2, &shown.radio, "left\nright", 0},
    {mjITEM_SEPARATOR, "Lines", 1, NULL, "", 0},
    {mjITEM_RADIOLINE, "Line", 1, &shown.line, "i\nwide name\nmm", 0},
    {mjITEM_SELECT, "Select", 1, &shown.choice, "first\nsecond\nthird\nfourth", 0},
    {mjITEM_SELECT, "Locked", 0, &shown.choice, "x\ny", 0},
    {mjITEM_SECTION, "Numbers", mjSECT_OPEN, NULL, "S#78", 2},
    {mjITEM_SLIDERINT, "Whole", 1, &shown.whole, "-3 12", 0},
    {mjITEM_SLIDERNUM, "Real", 1, &shown.slide, "0 1", 0},
    {mjITEM_SLIDERNUM, "Steps", 2, &shown.slide, "-1 2 6", 0},
    {mjITEM_EDITINT, "Int", 1, &shown.several, "3 0 9 1 0 -5 5", 0},
    {mjITEM_EDITNUM, "Num", 1, &shown.number, "1", 0},
    {mjITEM_EDITNUM, "Vector", 2, &shown.vector, "3", 0},
    {mjITEM_EDITFLOAT, "Float", 1, &shown.reals, "2 0 1 0 10", 0},
    {mjITEM_EDITTXT, "Text", 1, &shown.words, "", 0},
    {mjITEM_SEPARATOR, "Kept", mjPRESERVE, NULL, "", 0},
    {mjITEM_EDITINT, "Inner", 1, &shown.whole, "1", 0},
    {mjITEM_SECTION, "Closed", mjSECT_CLOSED, NULL, " #80", 0},
    {mjITEM_BUTTON, "Deep", 1, NULL, "", 0},
    {mjITEM_CHECKBYTE, "Deeper", 1, &shown.flag, " D", 0},
    {mjITEM_END, "", 0, NULL, "", 0}};

// Category 2 is enabled, 3 with the check box "Check". Separators that fold pass their state, and
// fold unless the first radio button of "Radio" is chosen.
static int is_enabled(int category, void* userdata) {
  const Data* data = userdata;
  return category >= mjSEPCLOSED ? data->radio > 0
                                 : category == 2 || (category == 3 && data->check);
}

static void make_desk(int theme, int rect_height, mjrContext* con) {
  memset(&shown, 0, sizeof shown);
  memset(&desk, 0, sizeof desk);
  memset(&mouse, 0, sizeof mouse);
  shown.choice = shown.radio = 1;
  shown.slide = 0.5;
  shown.several[1] = -2;
  shown.number = 1.0 / 3;
  shown.vector[1] = -1e6;
  shown.reals[1] = 2.5f;
  strcpy(shown.words, "Some words");
  desk.spacing = mjui_themeSpacing(theme);
  desk.color = mjui_themeColor(theme);
  desk.predicate = is_enabled;
  desk.userdata = &shown;
  desk.rectid = 1;
  desk.auxid = 0;
  desk.radiocol = theme == 1 ? 3 : 0;
  mjui_add(&desk, desk_sections);
  mjui_resize(&desk, con);
  mouse.nrect = 3;
  mouse.rect[0] = (mjrRect){0, 0, WINDOW_WIDTH, WINDOW_HEIGHT};
  mouse.rect[1] = (mjrRect){20, WINDOW_HEIGHT - rect_height, desk.width, rect_height};
  mouse.rect[2] = (mjrRect){20 + desk.width, 0, WINDOW_WIDTH - 20 - desk.width, WINDOW_HEIGHT};
}

// ---------------------------------------------------------------- what has changed

static struct {
  int n;
  char name[MOST_VALUES][32];
  char value[MOST_VALUES][mjMAXUITEXT];
} seen;
static int cursor;
static FILE* report_file;

static void see(const char* name, const char* value) {
  if (cursor == seen.n) {
    snprintf(seen.name[seen.n++], sizeof seen.name[0], "%s", name);
    seen.value[cursor][0] = 0;
  }
  if (strcmp(seen.value[cursor], value) != 0) {
    fprintf(report_file, " %s=%s", name, value);
    snprintf(seen.value[cursor], sizeof seen.value[0], "%s", value);
  }
  cursor++;
}

static void see_int(const char* name, int value) {
  char text[20];
  snprintf(text, sizeof text, "%d", value);
  see(name, text);
}

static void see_real(const char* name, double value) {
  char text[40];
  snprintf(text, sizeof text, "%.9g", value);
  see(name, text);
}

static void see_rect(const char* name, mjrRect r) {
  char text[48];
  snprintf(text, sizeof text, "%d,%d,%d,%d", r.left, r.bottom, r.width, r.height);
  see(name, text);
}

static void see_section(int i) {
  const mjuiSection* section = desk.sect + i;
  char name[32];
  snprintf(name, sizeof name, "[%d].state", i);
  see_int(name, section->state);
  snprintf(name, sizeof name, "[%d].check", i);
  see_int(name, section->checkbox);
  snprintf(name, sizeof name, "[%d].click", i);
  see_int(name, section->lastclick);
  snprintf(name, sizeof name, "[%d].title", i);
  see_rect(name, section->rtitle);
  snprintf(name, sizeof name, "[%d].content", i);
  see_rect(name, section->rcontent);
  for (int k = 0; k < section->nitem; k++) {
    snprintf(name, sizeof name, "[%d][%d]", i, k);
    see_rect(name, section->item[k].rect);
    snprintf(name, sizeof name, "[%d][%d].state", i, k);
    see_int(name, section->item[k].state);
    snprintf(name, sizeof name, "[%d][%d].skip", i, k);
    see_int(name, section->item[k].skip);
  }
}

// every field that is not as it was; a line
static void see_all(const char* title) {
  cursor = 0;
  fprintf(report_file, "%s:", title);
  see_int("check", shown.check);
  see_int("flag", shown.flag);
  see_int("radio", shown.radio);
  see_int("line", shown.line);
  see_int("choice", shown.choice);
  see_int("whole", shown.whole);
  for (int i = 0; i < 3; i++) {
    see_int("several", shown.several[i]);
    see_real("vector", shown.vector[i]);
  }
  see_real("slide", shown.slide);
  see_real("number", shown.number);
  see_real("real", shown.reals[0]);
  see_real("real", shown.reals[1]);
  see("words", shown.words);
  see_int("width", desk.width);
  see_int("height", desk.height);
  see_int("maxheight", desk.maxheight);
  see_int("scroll", desk.scroll);
  see_int("mousesect", desk.mousesect);
  see_int("mouseitem", desk.mouseitem);
  see_int("mousehelp", desk.mousehelp);
  see_int("mouseclicks", desk.mouseclicks);
  see_int("mousesectcheck", desk.mousesectcheck);
  see_int("editsect", desk.editsect);
  see_int("edititem", desk.edititem);
  see_int("editcursor", desk.editcursor);
  see_int("editscroll", desk.editscroll);
  see("edittext", desk.edittext);
  see("editchanged", desk.editchanged ? desk.editchanged->name : "none");
  see_int("key", mouse.key);
  see_int("mouserect", mouse.mouserect);
  see_int("dragrect", mouse.dragrect);
  see_int("nsect", desk.nsect);
  for (int i = 0; i < desk.nsect; i++)
    see_section(i);
  fputc('\n', report_file);
}

static void begin_report(FILE* file) {
  report_file = file;
  seen.n = 0;
}

// ---------------------------------------------------------------- what a window system tells

static void send_event(int type, const char* title, const mjrContext* con) {
  char line[200];
  mouse.type = type;
  const mjuiItem* item = mjui_event(&desk, &mouse, con);
  snprintf(line, sizeof line, "%s -> %s", title, item ? item->name : "none");
  if (item && !item->name[0])
    snprintf(line, sizeof line, "%s -> [%d][%d]", title, item->sectionid, item->itemid);
  see_all(line);
}

static void point_to(double x, double y) {
  mouse.dx = x - mouse.x;
  mouse.dy = y - mouse.y;
  mouse.x = x;
  mouse.y = y;
  mouse.mouserect =
      mjr_findRect((int)mju_round(x), (int)mju_round(y), mouse.nrect - 1, mouse.rect + 1) + 1;
}

static void set_button(int button, int down) {
  if (button == mjBUTTON_LEFT)
    mouse.left = down;
  if (button == mjBUTTON_RIGHT)
    mouse.right = down;
  if (button == mjBUTTON_MIDDLE)
    mouse.middle = down;
  mouse.button = button;
}

static void press(double x, double y, int button, int twice, const mjrContext* con) {
  char title[100];
  snprintf(title, sizeof title, "%s %d at %g %g", twice ? "double press" : "press", button, x, y);
  point_to(x, y);
  set_button(button, 1);
  mouse.doubleclick = twice;
  if (mouse.mouserect) {
    mouse.dragbutton = button;
    mouse.dragrect = mouse.mouserect;
  }
  send_event(mjEVENT_PRESS, title, con);
}

static void release(const mjrContext* con) {
  char title[100];
  snprintf(title, sizeof title, "release %d", mouse.button);
  set_button(mouse.button, 0);
  send_event(mjEVENT_RELEASE, title, con);
  mouse.dragrect = mouse.dragbutton = 0;
}

static void drag(double x, double y, const mjrContext* con) {
  char title[100];
  snprintf(title, sizeof title, "move to %g %g", x, y);
  point_to(x, y);
  send_event(mjEVENT_MOVE, title, con);
}

static void turn_wheel(double sy, const mjrContext* con) {
  char title[100];
  snprintf(title, sizeof title, "scroll %g", sy);
  mouse.sy = sy;
  send_event(mjEVENT_SCROLL, title, con);
  mouse.sy = 0;
}

// modifiers: control 1, shift 2, alt 4
static void strike(int key, int modifiers, const mjrContext* con) {
  char title[100];
  snprintf(title, sizeof title, "key %d with %d", key, modifiers);
  mouse.control = modifiers & 1;
  mouse.shift = (modifiers & 2) != 0;
  mouse.alt = (modifiers & 4) != 0;
  mouse.key = key;
  send_event(mjEVENT_KEY, title, con);
}

static void resize_window(int height, const mjrContext* con) {
  char title[100];
  snprintf(title, sizeof title, "resize to %d", height);
  mouse.rect[1].height = height;
  mouse.rect[1].bottom = WINDOW_HEIGHT - height;
  send_event(mjEVENT_RESIZE, title, con);
}

#endif  // TESTS_VIEW_DRAW_UI_EVENTS_H_
