// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// User interfaces in words: what mjui_add makes of definitions, and where mjui_resize puts it. The
// test and the program that records the reference (record.c) include this.

#ifndef TESTS_VIEW_DRAW_DESCRIBE_H_
#define TESTS_VIEW_DRAW_DESCRIBE_H_

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

static int chosen;
static mjtNum numbers[7];
static float reals[7];
static mjtByte flag;
static char words[40];
static mjUI ui;

static jmp_buf definition_error;
static void give_up(const char* message) {
  (void)message;
  longjmp(definition_error, 1);
}

// ---------------------------------------------------------------- definitions

static void describe_item(FILE* file, const mjuiItem* item) {
  fprintf(file, "  type %d '%s' state %d data %d place %d %d user %d:", item->type, item->name,
          item->state, item->pdata != NULL, item->sectionid, item->itemid, item->userid);
  switch (item->type) {
    case mjITEM_BUTTON:
    case mjITEM_CHECKINT:
    case mjITEM_CHECKBYTE:
      fprintf(file, " modifier %d key %d", item->single.modifier, item->single.shortcut);
      break;
    case mjITEM_STATIC:
    case mjITEM_RADIO:
    case mjITEM_RADIOLINE:
    case mjITEM_SELECT:
      for (int i = 0; i < item->multi.nelem; i++)
        fprintf(file, " '%s'", item->multi.name[i]);
      break;
    case mjITEM_SLIDERINT:
    case mjITEM_SLIDERNUM:
      fprintf(file, " %g to %g in %g", item->slider.range[0], item->slider.range[1],
              item->slider.divisions);
      break;
    case mjITEM_EDITINT:
    case mjITEM_EDITNUM:
    case mjITEM_EDITFLOAT:
    case mjITEM_EDITTXT:
      fprintf(file, " %d", item->edit.nelem);
      for (int i = 0; i < item->edit.nelem; i++)
        fprintf(file, " [%g %g]", item->edit.range[i][0], item->edit.range[i][1]);
      break;
    default: break;
  }
  fputc('\n', file);
}

static void describe_interface(FILE* file) {
  for (int i = 0; i < ui.nsect; i++) {
    const mjuiSection* section = ui.sect + i;
    fprintf(file, " section '%s' state %d modifier %d key %d checkbox %d\n", section->name,
            section->state, section->modifier, section->shortcut, section->checkbox);
    for (int k = 0; k < section->nitem; k++)
      describe_item(file, section->item + k);
  }
}

static void describe_added(FILE* file, const char* title, const mjuiDef* def) {
  fprintf(file, "%s\n", title);
  mju_user_error = give_up;
  if (!setjmp(definition_error)) {
    mjui_add(&ui, def);
    describe_interface(file);
  } else {
    fputs(" error\n", file);
  }
  mju_user_error = NULL;
}

// one item in an open section
static void describe_one(FILE* file, int type, int state, void* data, const char* other) {
  mjuiDef def[3] = {{mjITEM_SECTION, "S", 1, NULL, "", 0},
                    {type, "item", state, data, "", 0},
                    {mjITEM_END, "", 0, NULL, "", 0}};
  strcpy(def[1].other, other);
  memset(&ui, 0, sizeof ui);
  describe_added(file, other, def);
}

static void describe_section(FILE* file, const char* name, int state, const char* other) {
  mjuiDef def[2] = {{mjITEM_SECTION, "", state, NULL, "", 3}, {mjITEM_END, "", 0, NULL, "", 0}};
  strcpy(def[0].name, name);
  strcpy(def[0].other, other);
  memset(&ui, 0, sizeof ui);
  describe_added(file, name, def);
}

static const mjuiDef panel[] = {{mjITEM_SECTION, "First", mjSECT_OPEN, NULL, "AF", 0},
                                {mjITEM_BUTTON, "B1", 1, NULL, " #262", 0},
                                {mjITEM_BUTTON, "B2", 2, NULL, "CX", 0},
                                {mjITEM_CHECKINT, "C", 1, &chosen, " K", 7},
                                {mjITEM_CHECKBYTE, "D", 1, &flag, "", 0},
                                {mjITEM_SEPARATOR, "sep", mjPRESERVE, NULL, "", 0},
                                {mjITEM_RADIO, "R", 1, &chosen, "a\nb\nc", 0},
                                {mjITEM_RADIOLINE, "RL", 1, &chosen, "one\ntwo", 0},
                                {mjITEM_SELECT, "Sel", 1, &chosen, "x\ny\nz", 0},
                                {mjITEM_SLIDERINT, "SI", 1, &chosen, "0 10", 0},
                                {mjITEM_SLIDERNUM, "", 1, numbers, "-1 1", 0},
                                {mjITEM_EDITINT, "EI", 1, &chosen, "1 0 5", 0},
                                {mjITEM_EDITNUM, "EN", 1, numbers, "3 0 1 1 0 2 4", 0},
                                {mjITEM_EDITTXT, "ET", 1, words, "", 0},
                                {mjITEM_STATIC, "St", 1, NULL, "l1\nl2", 0},
                                {mjITEM_SEPARATOR, "sep2", mjSEPCLOSED + 1, NULL, "", 0},
                                {mjITEM_STATIC, "St2", 1, NULL, "", 0},
                                {mjITEM_STATIC, "", 1, NULL, "x", 0},
                                {mjITEM_SEPARATOR, "sep3", 1, NULL, "", 0},
                                {mjITEM_BUTTON, "B", 1, NULL, "", 0},
                                {mjITEM_BUTTON, "B", 1, NULL, "", 0},
                                {mjITEM_BUTTON, "B", 1, NULL, "", 0},
                                {mjITEM_CHECKINT, "C", 1, &chosen, "", 0},
                                {mjITEM_CHECKINT, "C", 1, &chosen, "", 0},
                                {mjITEM_SEPARATOR, "sep4", mjSEPCLOSED, NULL, "", 0},
                                {mjITEM_BUTTON, "hidden", 1, NULL, "", 0},
                                {mjITEM_BUTTON, "hidden", 1, NULL, "", 0},
                                {mjITEM_SECTION, "Second", mjSECT_CLOSED, NULL, "S#65", 1},
                                {mjITEM_BUTTON, "B", 0, NULL, "", 0},
                                {mjITEM_RADIO, "", 1, &chosen, "a\nb\nc\nd\ne", 0},
                                {mjITEM_SECTION, "", mjSECT_FIXED, NULL, "", 0},
                                {mjITEM_BUTTON, "B", 1, NULL, "", 0},
                                {mjITEM_EDITFLOAT, "EF", 1, reals, "2", 0},
                                {mjITEM_SECTION, "empty", mjSECT_OPEN, NULL, "", 0},
                                {mjITEM_SECTION, "Third", mjPRESERVE, NULL, "", 2},
                                {mjITEM_SEPARATOR, "s", mjPRESERVE, NULL, "", 0},
                                {mjITEM_RADIO, "R", 1, &chosen, "", 0},
                                {mjITEM_SELECT, "R", 1, &chosen, "", 0},
                                {mjITEM_END, "", 0, NULL, "", 0}};

static void describe_panel(FILE* file) {
  memset(&ui, 0, sizeof ui);
  describe_added(file, "panel", panel);

  // built anew: what is preserved
  ui.sect[4].state = mjSECT_OPEN;
  ui.sect[4].item[0].state = mjSEPCLOSED + 1;
  ui.nsect = 0;
  describe_added(file, "panel again", panel);
  static const mjuiDef more[] = {{mjITEM_BUTTON, "more", 1, NULL, "", 0},
                                 {mjITEM_CHECKINT, "and", 1, &chosen, "", 0},
                                 {mjITEM_END, "", 0, NULL, "", 0}};
  mjui_addToSection(&ui, 3, more);
  describe_interface(file);
  memset(&ui, 0, sizeof ui);
  describe_added(file, "no section", more);
}

static void describe_sections(FILE* file) {
  describe_section(file, "state 5", 5, "");
  describe_section(file, "state -1", -1, "");
  describe_section(file, "long shortcut", 1, "toolong");
  describe_section(file, "short shortcut", 1, "X");
  describe_section(file, "123456789012345678901234567890123456789", 1, "");
  describe_section(file, "12345678901234567890123456789012345678", 1, "");
}

// texts after the name of an item, by what the item makes of them
static const char* const shortcuts[] = {"X",   "AB",  " #", "C#12", "C#1234", "C#12a", "#12", "ZX",
                                        "C  ", "CXY", " a", "A#x",  "S#-5",   " #0",   " ",   NULL};

static const char* const choices[] = {
    "",
    "a",
    "a\n",
    "\na",
    "a\n\nb",
    "a\nb\n",
    "123456789012345678901234567890123456789\nb",
    "12345678901234567890123456789012345678\nb",
    "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n21\n22\n23\n24\n25\n"
    "26\n27\n28\n29\n30\n31\n32\n33\n34\n35",
    "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n21\n22\n23\n24\n25\n"
    "26\n27\n28\n29\n30\n31\n32\n33\n34\n35\n36",
    NULL};

static const char* const sliders[] = {"",        "1",   "0 1",   "1 0",   "0 1 5",
                                      "0 1 5 6", "a b", "0 b",   "0 1 0", "0 1 -3",
                                      "0.5 2.5", "1 1", "0 1 x", NULL};

static const char* const edits[] = {"",
                                    "0",
                                    "8",
                                    "7",
                                    "1 0",
                                    "1 0 1",
                                    "1 0 1 2",
                                    "2 0 1",
                                    "2 0 1 2 3",
                                    "x",
                                    "1 x y",
                                    "-1",
                                    "1.5",
                                    "1 1 0",
                                    "7 1 2 3 4 5 6 7 8 9 10 11 12 13 14",
                                    "2 ",
                                    "3 0 1 1 0 2 4 5",
                                    NULL};

static void describe_items(FILE* file) {
  for (int i = 0; shortcuts[i]; i++)
    describe_one(file, mjITEM_BUTTON, 1, NULL, shortcuts[i]);
  for (int i = 0; choices[i]; i++) {
    describe_one(file, mjITEM_RADIO, 1, &chosen, choices[i]);
    describe_one(file, mjITEM_STATIC, 1, NULL, choices[i]);
  }
  for (int i = 0; sliders[i]; i++) {
    describe_one(file, mjITEM_SLIDERINT, 1, &chosen, sliders[i]);
    describe_one(file, mjITEM_SLIDERNUM, 1, numbers, sliders[i]);
  }
  for (int i = 0; edits[i]; i++)
    describe_one(file, mjITEM_EDITNUM, 1, numbers, edits[i]);
}

// states, pointers and types that are not possible
static void describe_impossible_items(FILE* file) {
  describe_one(file, mjITEM_BUTTON, -1, NULL, "");
  describe_one(file, mjITEM_BUTTON, 3000, NULL, "");
  for (int type = -3; type <= mjNITEM; type++) {
    if (type == mjITEM_END || type == mjITEM_SECTION)
      continue;
    describe_one(file, type, 1, NULL, "");
    describe_one(file, type, 1, &chosen, "");
  }
}

static void describe_definitions(FILE* file) {
  describe_panel(file);
  describe_sections(file);
  describe_items(file);
  describe_impossible_items(file);
}

// ---------------------------------------------------------------- places

static void describe_places(FILE* file, const char* title) {
  fprintf(file, "%s: %d x %d of %d\n", title, ui.width, ui.height, ui.maxheight);
  for (int i = 0; i < ui.nsect; i++) {
    const mjrRect *t = &ui.sect[i].rtitle, *c = &ui.sect[i].rcontent;
    fprintf(file, " title %d %d %d %d content %d %d %d %d\n", t->left, t->bottom, t->width,
            t->height, c->left, c->bottom, c->width, c->height);
    for (int k = 0; k < ui.sect[i].nitem; k++) {
      const mjuiItem* item = ui.sect[i].item + k;
      fprintf(file, "  %d: %d %d %d %d%s\n", item->type, item->rect.left, item->rect.bottom,
              item->rect.width, item->rect.height, item->skip ? " skipped" : "");
    }
  }
}

// `set_font` makes the context one of a font scale
static void describe_layouts(FILE* file, mjrContext* con, void (*set_font)(int, mjrContext*)) {
  for (int scale = 100; scale <= 200; scale += 50) {
    for (int k = 0; k < 4; k++) {
      set_font(scale, con);
      memset(&ui, 0, sizeof ui);
      ui.spacing = mjui_themeSpacing(k % 2);
      ui.radiocol = k < 2 ? 0 : 3;
      mjui_add(&ui, panel);
      mjui_resize(&ui, con);
      fprintf(file, "font %d, theme %d, %d columns\n", scale, k % 2, ui.radiocol);
      describe_places(file, "as defined");
      ui.sect[0].item[4].state = mjSEPCLOSED + 1;
      ui.sect[0].item[14].state = mjSEPCLOSED;
      ui.sect[1].state = mjSECT_OPEN;
      ui.sect[3].state = mjSECT_CLOSED;
      mjui_resize(&ui, con);
      describe_places(file, "opened and closed");
    }
  }
  memset(&ui, 0, sizeof ui);
  ui.spacing = mjui_themeSpacing(0);
  mjui_resize(&ui, con);
  describe_places(file, "nothing");
}

// ---------------------------------------------------------------- themes

static void describe_themes(FILE* file) {
  for (int i = -1; i < 5; i++) {
    int spacing[sizeof(mjuiThemeSpacing) / sizeof(int)];
    float color[sizeof(mjuiThemeColor) / sizeof(float)];
    const mjuiThemeSpacing s = mjui_themeSpacing(i);
    const mjuiThemeColor c = mjui_themeColor(i);
    memcpy(spacing, &s, sizeof spacing);
    memcpy(color, &c, sizeof color);
    fprintf(file, "theme %d:", i);
    for (size_t k = 0; k < sizeof spacing / sizeof *spacing; k++)
      fprintf(file, " %d", spacing[k]);
    for (size_t k = 0; k < sizeof color / sizeof *color; k++)
      fprintf(file, "%s%g", k % 3 ? " " : "\n ", (double)color[k]);
    fputc('\n', file);
  }
}

#endif  // TESTS_VIEW_DRAW_DESCRIBE_H_
