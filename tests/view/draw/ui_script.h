// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the user does in the recorded sessions: a table of steps, played in several themes and
// scales.

#ifndef TESTS_VIEW_DRAW_UI_SCRIPT_H_
#define TESTS_VIEW_DRAW_UI_SCRIPT_H_

#include "tests/view/draw/ui_events.h"

typedef enum Action_ {
  PRESS,    // left button at a place of an item (item -1: title of the section)
  TWICE,    // the same as the second of two clicks
  RIGHT,    // right button there
  RELEASE,  // the button
  DRAG,     // to a place of an item
  BAR,      // left button in the scroll bar, at x of its height
  SHIFT,    // drag by x, y pixels
  WHEEL,    // by x
  KEY,      // section is the key, item the modifiers: control 1, shift 2, alt 4
  WORD,     // keys of a text
  HEIGHT,   // of the rectangle of the interface: section
} Action;

typedef struct Step_ {
  Action action;
  int section, item;
  double x, y;
  const char* word;
} Step;

#define AT(action, section, item, x, y) \
  { action, section, item, x, y, NULL }
#define STRIKE(key, modifiers) \
  { KEY, key, modifiers, 0, 0, NULL }
#define TYPE(text) \
  { WORD, 0, 0, 0, 0, text }
#define UP \
  { RELEASE, 0, 0, 0, 0, NULL }
#define CLICK(section, item, x, y) AT(PRESS, section, item, x, y), UP

static const Step steps[] = {
    // buttons: their ends are round, a disabled one is not pressed
    CLICK(0, 1, 0.5, 0.5),
    CLICK(0, 1, 0.01, 0.97),
    CLICK(0, 2, 1, 0.5),
    CLICK(0, 3, 0.5, 0.5),
    AT(PRESS, 0, 1, 0.3, 0.5),
    AT(DRAG, 0, 2, 0.3, 0.5),
    UP,
    // check boxes; the second of them depends on the first
    CLICK(1, 1, 0.5, 0.5),
    CLICK(1, 0, 0.5, 0.5),
    CLICK(1, 1, 0.5, 0.5),
    CLICK(1, 0, 0, 0),
    CLICK(1, 2, 1, 1),
    CLICK(1, 2, 1.1, 0.5),
    // radio buttons
    CLICK(1, 4, 0.1, 0.9),
    CLICK(1, 4, 0.9, 0.9),
    CLICK(1, 4, 0.5, 0.5),
    CLICK(1, 4, 0.9, 0.05),
    CLICK(1, 4, 0.1, 0.05),
    CLICK(1, 4, -0.3, 0.5),
    CLICK(1, 5, 0.6, 0.5),
    CLICK(1, 7, 0, 0.5),
    CLICK(1, 7, 0.5, 0.5),
    CLICK(1, 7, 0.95, 0.5),
    CLICK(1, 7, 1, 0.5),
    CLICK(1, 7, 0.2, 0.5),
    // lists: an entry, beside them, nothing; a disabled one
    AT(PRESS, 1, 8, 0.5, 0.5),
    AT(DRAG, 1, 8, 0.5, -2.5),
    UP,
    AT(PRESS, 1, 8, 0.5, 0.5),
    AT(DRAG, 1, 8, 1.2, -1.5),
    UP,
    AT(PRESS, 1, 8, 0.5, 0.5),
    AT(DRAG, 1, 8, 0.9, -0.2),
    UP,
    CLICK(1, 8, 0.5, 0.5),
    AT(PRESS, 1, 9, 0.5, 0.5),
    AT(DRAG, 1, 9, 0.5, -0.5),
    UP,
    // sliders
    CLICK(2, 0, 0.5, 0.5),
    AT(PRESS, 2, 0, 0.2, 0.5),
    AT(DRAG, 2, 0, 0.8, 5),
    AT(DRAG, 2, 0, 2, 5),
    AT(DRAG, 2, 0, -2, 5),
    UP,
    CLICK(2, 1, 0.75, 0.5),
    AT(PRESS, 2, 2, 0.1, 0.5),
    AT(DRAG, 2, 2, 0.3, 0.5),
    AT(DRAG, 2, 2, 0.37, 0.5),
    UP,
    AT(DRAG, 2, 2, 0.9, 0.5),
    // integers: too many, out of range, not whole, then right; the key is used up
    CLICK(2, 3, 0.5, 0.5),
    STRIKE(mjKEY_END, 0),
    TYPE(" 7"),
    STRIKE(mjKEY_ENTER, 0),
    STRIKE(mjKEY_BACKSPACE, 0),
    STRIKE(mjKEY_BACKSPACE, 0),
    STRIKE(mjKEY_ENTER, 0),
    CLICK(2, 3, 0.1, 0.5),
    STRIKE(mjKEY_HOME, 0),
    TYPE("5"),
    STRIKE(mjKEY_ENTER, 0),
    STRIKE(mjKEY_DELETE, 0),
    STRIKE(mjKEY_ENTER, 0),
    CLICK(2, 3, 0.9, 0.5),
    STRIKE(mjKEY_LEFT, 1),
    TYPE(".e"),
    STRIKE(mjKEY_NUMPAD_0 + 9, 0),
    STRIKE(mjKEY_ESCAPE, 0),
    // reals
    CLICK(2, 4, 0.9, 0.5),
    TYPE("e=2"),
    STRIKE(mjKEY_ENTER, 0),
    CLICK(2, 5, 0.9, 0.5),
    STRIKE(mjKEY_LEFT, 0),
    TYPE("12345678901234567890.5"),
    STRIKE(mjKEY_LEFT, 1),
    STRIKE(mjKEY_RIGHT, 0),
    STRIKE(mjKEY_RIGHT, 1),
    AT(PRESS, 2, 5, 0.5, 0.5),
    AT(DRAG, 2, 5, 0.05, 0.5),
    AT(DRAG, 2, 5, 3, 0.5),
    UP,
    STRIKE(mjKEY_ENTER, 0),
    // floats: a press elsewhere keeps what is valid and drops what is not
    CLICK(2, 6, 0.9, 0.5),
    TYPE("1"),
    CLICK(2, 1, 0.25, 0.5),
    CLICK(2, 6, 0.9, 0.5),
    TYPE("1"),
    AT(PRESS, 2, -1, 0.5, 0.5),
    UP,
    AT(PRESS, 2, -1, 0.5, 0.5),
    UP,
    CLICK(2, 6, 0.1, 0.5),
    TYPE("7"),
    CLICK(1, 0, 0.5, 0.5),
    // texts: shift, long ones, no number of characters beyond the room
    CLICK(2, 7, 0.4, 0.5),
    TYPE("AB/"),
    STRIKE('C', 2),
    STRIKE('/', 2),
    STRIKE('1', 2),
    STRIKE('-', 3),
    STRIKE('Z', 4),
    STRIKE(mjKEY_F1, 0),
    STRIKE(mjKEY_TAB, 0),
    STRIKE(mjKEY_UP, 0),
    STRIKE(mjKEY_END, 0),
    TYPE("MUCH MORE THAN WHAT HAS ROOM IN IT"),
    STRIKE(mjKEY_HOME, 0),
    STRIKE(mjKEY_BACKSPACE, 0),
    STRIKE(mjKEY_DELETE, 0),
    STRIKE(mjKEY_ENTER, 0),
    STRIKE(mjKEY_ENTER, 0),
    // shortcuts, with other modifiers too; the right button shows them
    STRIKE('K', 0),
    STRIKE('K', 1),
    STRIKE('G', 0),
    STRIKE('K', 0),
    STRIKE('G', 0),
    STRIKE('B', 2),
    STRIKE('X', 1),
    STRIKE('N', 0),
    STRIKE(mjKEY_F5, 0),
    STRIKE('D', 0),
    STRIKE('Q', 0),
    AT(RIGHT, 1, 0, 0.5, 0.5),
    AT(DRAG, 1, 4, 0.5, 0.5),
    UP,
    // separators fold unless they are disabled, sections close; check boxes of titles
    CLICK(1, 3, 0.5, 0.5),
    CLICK(1, 3, 0.95, 0.5),
    CLICK(1, 6, 0.5, 0.5),
    CLICK(2, 8, 0.5, 0.5),
    CLICK(1, 4, 0.1, 0.9),
    CLICK(1, 3, 0.5, 0.5),
    CLICK(1, 4, 0.9, 0.9),
    CLICK(1, -1, 0.02, 0.5),
    CLICK(3, -1, 0.02, 0.5),
    CLICK(3, 0, 0.5, 0.5),
    CLICK(3, -1, 0.5, 0.5),
    CLICK(1, -1, 0.6, 0.5),
    AT(TWICE, 1, -1, 0.6, 0.5),
    UP,
    CLICK(1, -1, 0.6, 0.5),
    AT(TWICE, 1, -1, 0.6, 0.5),
    UP,
    // sections by shortcut
    STRIKE('C', 4),
    STRIKE(78, 2),
    STRIKE(80, 0),
    STRIKE(80, 1),
    CLICK(1, -1, 0.5, 0.5),
    CLICK(2, -1, 0.5, 0.5),
    // scrolling: wheel, above and below the thumb, the thumb, another height
    {HEIGHT, 301, 0, 0, 0, NULL},
    {WHEEL, 0, 0, -1, 0, NULL},
    {WHEEL, 0, 0, -2.5, 0, NULL},
    {WHEEL, 0, 0, 1, 0, NULL},
    {WHEEL, 0, 0, 9, 0, NULL},
    {BAR, 0, 0, 0.02, 0, NULL},
    UP,
    {BAR, 0, 0, 0.98, 0, NULL},
    UP,
    {BAR, 0, 0, 0.97, 0, NULL},
    {SHIFT, 0, 0, 0, -10, NULL},
    {SHIFT, 0, 0, 30, -7, NULL},
    {SHIFT, 0, 0, 0, 3, NULL},
    {SHIFT, 0, 0, 0, -900, NULL},
    UP,
    CLICK(3, 1, 0.5, 0.5),
    {HEIGHT, 500, 0, 0, 0, NULL},
    {HEIGHT, 690, 0, 0, 0, NULL}};

// `press` and so on take places in the window; the interface hangs from the top of its rectangle
static void place_of(const Step* step, double* x, double* y) {
  const mjuiSection* section = desk.sect + step->section;
  const mjrRect r = step->item < 0 ? section->rtitle : section->item[step->item].rect;
  const mjrRect window = mouse.rect[desk.rectid];
  const int scroll = desk.height > window.height ? desk.scroll : 0;
  *x = window.left + mju_round(r.left + step->x * r.width);
  *y = window.bottom + window.height - desk.height + scroll +
       mju_round(r.bottom + step->y * r.height);
}

static void take_step(const Step* step, const mjrContext* con) {
  const mjrRect window = mouse.rect[desk.rectid];
  double x = 0, y = 0;
  switch (step->action) {
    case PRESS:
    case TWICE:
    case RIGHT:
      place_of(step, &x, &y);
      press(x, y, step->action == RIGHT ? mjBUTTON_RIGHT : mjBUTTON_LEFT, step->action == TWICE,
            con);
      break;
    case RELEASE: release(con); break;
    case DRAG:
      place_of(step, &x, &y);
      drag(x, y, con);
      break;
    case BAR:
      press(window.left + desk.width - 3, window.bottom + mju_round(step->x * window.height),
            mjBUTTON_LEFT, 0, con);
      break;
    case SHIFT: drag(mouse.x + step->x, mouse.y + step->y, con); break;
    case WHEEL: turn_wheel(step->x, con); break;
    case KEY: strike(step->section, step->item, con); break;
    case WORD:
      for (const char* c = step->word; *c; c++)
        strike(*c, 0, con);
      break;
    case HEIGHT: resize_window(step->section, con); break;
  }
}

enum { NSESSION = 6 };

// `prepare` gives the context the font of a scale, `make_buffer` what the interface is drawn into
static void play_sessions(FILE* file, mjrContext* con, void (*prepare)(int, mjrContext*),
                          void (*make_buffer)(mjrContext*)) {
  static const int themes[NSESSION] = {0, 1, 2, 3, 1, 0};
  static const int scales[NSESSION] = {100, 150, 50, 200, 100, 150};
  for (int i = 0; i < NSESSION; i++) {
    prepare(scales[i], con);
    make_desk(themes[i], i == 4 ? 400 : 690, con);
    make_buffer(con);
    begin_report(file);
    char title[60];
    snprintf(title, sizeof title, "theme %d, font %d", themes[i], scales[i]);
    see_all(title);
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
      take_step(steps + k, con);
  }
}

#endif  // TESTS_VIEW_DRAW_UI_SCRIPT_H_
