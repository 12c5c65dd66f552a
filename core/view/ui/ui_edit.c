// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The one-line editor, which is open in at most one item of an interface: edittext with a cursor
// between its characters, scrolled by characters so that the cursor stays inside the box.

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/view/draw/text.h"
#include "core/view/ui/ui.h"

static mjuiItem* edited(const mjUI* ui) { return ui_item_at(ui, ui->editsect, ui->edititem); }

void ui_print_value(const mjuiItem* item, char text[mjMAXUITEXT]) {
  text[0] = 0;
  if (item->type == mjITEM_EDITTXT) {
    snprintf(text, mjMAXUITEXT, "%.*s", mjMAXUINAME - 1, (const char*)item->pdata);
    return;
  }
  size_t n = 0;
  for (int i = 0; i < item->edit.nelem && n < mjMAXUITEXT; i++) {
    const char* gap = i ? "  " : "";
    char* end = text + n;
    const size_t room = mjMAXUITEXT - n;
    if (item->type == mjITEM_EDITINT)
      n += (size_t)snprintf(end, room, "%s%d", gap, ((const int*)item->pdata)[i]);
    else if (item->type == mjITEM_EDITNUM)
      n += (size_t)snprintf(end, room, "%s%.4g", gap, ((const mjtNum*)item->pdata)[i]);
    else
      n += (size_t)snprintf(end, room, "%s%.4g", gap, (double)((const float*)item->pdata)[i]);
  }
}

// ---------------------------------------------------------------- values

// Reads the numbers at the start of the edited text; 0 when their number differs from that of the
// item, or when they are out of range. Text after the last number is ignored, as in the reference.
static int read_values(const mjUI* ui, const mjuiItem* item, double value[mjMAXUIEDIT]) {
  const char* text = ui->edittext;
  int n = 0;
  for (char* end;; n++, text = end) {
    double number = strtod(text, &end);
    if (end == text)
      break;
    if (n == item->edit.nelem)
      return 0;
    const double* range = item->edit.range[n];
    if (range[0] < range[1] && (number < range[0] || number > range[1]))
      return 0;
    if (item->type == mjITEM_EDITINT &&
        (number != floor(number) || number > 2147483647.0 || number < -2147483648.0))
      return 0;
    value[n] = number;
  }
  return n == item->edit.nelem;
}

int ui_edit_is_valid(const mjUI* ui) {
  double value[mjMAXUIEDIT];
  const mjuiItem* item = edited(ui);
  return item->type == mjITEM_EDITTXT || read_values(ui, item, value);
}

mjuiItem* ui_edit_commit(mjUI* ui) {
  mjuiItem* item = edited(ui);
  double value[mjMAXUIEDIT];
  ui->editsect = 0;
  if (item->type == mjITEM_EDITTXT) {
    snprintf(item->pdata, mjMAXUINAME, "%.*s", mjMAXUINAME - 1, ui->edittext);
    return item;
  }
  if (!read_values(ui, item, value))
    return NULL;
  for (int i = 0; i < item->edit.nelem; i++)
    if (item->type == mjITEM_EDITINT)
      ((int*)item->pdata)[i] = (int)value[i];
    else if (item->type == mjITEM_EDITNUM)
      ((mjtNum*)item->pdata)[i] = value[i];
    else
      ((float*)item->pdata)[i] = (float)value[i];
  return item;
}

// ---------------------------------------------------------------- cursor

static int width_between(const mjUI* ui, int from, int to, const mjrContext* con) {
  return text_width(con, mjFONT_NORMAL, ui->edittext + from, to - from);
}

// scroll as little as needed
static void show_cursor(mjUI* ui, const mjrContext* con) {
  const UiSizes size = ui_sizes(ui, con);
  const int room = edited(ui)->rect.width - 2 * size.texthor;
  if (ui->editscroll > ui->editcursor)
    ui->editscroll = ui->editcursor;
  while (ui->editscroll < ui->editcursor &&
         width_between(ui, ui->editscroll, ui->editcursor, con) > room)
    ui->editscroll++;
}

void ui_edit_begin(mjUI* ui, int section, int item) {
  ui->editsect = section;
  ui->edititem = item;
  ui->editcursor = ui->editscroll = 0;
  ui_print_value(edited(ui), ui->edittext);
}

// moves the cursor to the gap nearest to x, in pixels of the interface; beyond the text to its end
void ui_edit_point(mjUI* ui, double x, const mjrContext* con) {
  const UiSizes size = ui_sizes(ui, con);
  const mjrRect box = edited(ui)->rect;
  const double left = box.left + size.texthor, right = box.left + box.width - size.texthor;
  const int n = (int)strlen(ui->edittext);
  int k = x < left ? 0 : x > right ? n : ui->editscroll;
  for (int from = 0; x >= left && k < n; k++) {
    const int width = width_between(ui, k, k + 1, con);
    if (x - left <= from + width / 2.0)
      break;
    from += width;
  }
  ui->editcursor = k;
  show_cursor(ui, con);
}

// ---------------------------------------------------------------- keys

// The character that a key of an American keyboard enters into a text; 0: none. Digits stay digits,
// as in the reference.
static char text_character(int key, int shift) {
  static const char plain[] = "`-=[]\\;',./", shifted[] = "~_+{}|:\"<>?";
  if (key < 32 || key > 127)
    return 0;
  if (!shift)
    return (char)tolower(key);
  const char* at = strchr(plain, key);
  return at ? shifted[at - plain] : (char)key;
}

// the same for numbers
static char number_character(int key, int real) {
  if (key >= mjKEY_NUMPAD_0 && key <= mjKEY_NUMPAD_9)
    return (char)('0' + key - mjKEY_NUMPAD_0);
  if (key == '=')
    return '+';
  if ((key >= '0' && key <= '9') || key == ' ' || key == '-' || key == '+')
    return (char)key;
  if (real && (key == 'e' || key == 'E' || key == '.'))
    return (char)tolower(key);
  return 0;
}

static void insert(mjUI* ui, char c, int most) {
  const int n = (int)strlen(ui->edittext), at = ui->editcursor;
  if (n >= most)
    return;
  memmove(ui->edittext + at + 1, ui->edittext + at, (size_t)(n - at + 1));
  ui->edittext[at] = c;
  ui->editcursor++;
}

static void erase(mjUI* ui, int at) {
  const int n = (int)strlen(ui->edittext);
  if (at >= 0 && at < n)
    memmove(ui->edittext + at, ui->edittext + at + 1, (size_t)(n - at));
}

void ui_edit_key(mjUI* ui, const mjuiState* state, const mjrContext* con) {
  const mjuiItem* item = edited(ui);
  const int n = (int)strlen(ui->edittext);
  switch (state->key) {
    case mjKEY_LEFT: ui->editcursor = state->control ? 0 : mjMAX(ui->editcursor - 1, 0); break;
    case mjKEY_RIGHT: ui->editcursor = state->control ? n : mjMIN(ui->editcursor + 1, n); break;
    case mjKEY_HOME: ui->editcursor = 0; break;
    case mjKEY_END: ui->editcursor = n; break;
    case mjKEY_DELETE: erase(ui, ui->editcursor); break;
    case mjKEY_BACKSPACE:
      if (ui->editcursor > 0)
        erase(ui, --ui->editcursor);
      break;
    default: {
      const int text = item->type == mjITEM_EDITTXT;
      const char c = text ? text_character(state->key, state->shift)
                          : number_character(state->key, item->type != mjITEM_EDITINT);
      if (c)
        insert(ui, c, text ? mjMAXUINAME - 1 : mjMAXUITEXT - 1);
    }
  }
  show_cursor(ui, con);
}
