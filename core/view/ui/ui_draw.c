// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// An interface is drawn into its auxiliary buffer when something in it changes, and copied from
// there to its rectangle. Positions in the buffer are those of mjui_resize.

#include <stdio.h>
#include <string.h>

#include "core/view/draw/text.h"
#include "core/view/ui/ui.h"
#include "core/view/ui/ui_paint.h"

#define FOLD_LINE 1.5  // pixels at 100 %, for the triangle of a folded title

typedef struct Drawing_ {
  const mjUI* ui;
  const mjrContext* con;
  UiSizes size;
  int line;  // width of frames
} Drawing;

static Drawing begin_drawing(const mjUI* ui, const mjrContext* con) {
  return (Drawing){ui, con, ui_sizes(ui, con), mjMAX(1, (con->fontScale + 25) / 50)};
}

// a text in the uppermost line of a rectangle
static void write_in(const Drawing* d, mjrRect rect, const char* text, const float rgb[3]) {
  paint_text(rect, d->size.texthor, rect.height - d->size.row + d->size.textver, text, rgb, d->con);
}

// ---------------------------------------------------------------- shortcuts

// beside its item, while the right button is held
static void draw_shortcut(const Drawing* d, mjrRect rect, int modifier, int key) {
  static const char* const prefix[] = {"", "Ctrl ", "Shift ", "", "Alt "};
  static const char* const named[] = {"Esc",     "Enter",     "Tab",  "Backspace", "Insert",
                                      "Delete",  "Right",     "Left", "Down",      "Up",
                                      "Page Up", "Page Down", "Home", "End"};
  char text[40];
  if (!key)
    return;
  const char* before = modifier >= 0 && modifier < 5 ? prefix[modifier] : "";
  if (key > ' ' && key < 127)
    snprintf(text, sizeof text, "%s%c", before, key);
  else if (key == ' ')
    snprintf(text, sizeof text, "%sSpace", before);
  else if (key >= mjKEY_ESCAPE && key <= mjKEY_END)
    snprintf(text, sizeof text, "%s%s", before, named[key - mjKEY_ESCAPE]);
  else if (key >= mjKEY_F1 && key <= mjKEY_F12)
    snprintf(text, sizeof text, "%sF%d", before, key - mjKEY_F1 + 1);
  else
    snprintf(text, sizeof text, "%s#%d", before, key);
  const int gap = d->size.textver;
  const int width = text_width(d->con, mjFONT_NORMAL, text, (int)sizeof text) + 2 * gap;
  rect.left += mjMAX(0, rect.width - width);
  rect.width = mjMIN(width, rect.width);
  rect.bottom += gap;
  rect.height -= 2 * gap;
  paint_fill(rect, d->ui->color.shortcut);
  paint_text(rect, gap, 0, text, d->ui->color.fontactive, d->con);
}

// ---------------------------------------------------------------- items

static void draw_choices(const Drawing* d, const mjuiItem* item, const float frame[3],
                         const float font[3]) {
  const mjuiItemMulti* multi = &item->multi;
  const int columns = ui_radio_columns(d->ui), chosen = *(const int*)item->pdata;
  for (int i = 0; i < multi->nelem; i++) {
    mjrRect cell = item->rect;
    int x = d->size.texthor;
    if (item->type == mjITEM_RADIOLINE) {
      const int begin = i ? ui_choice_end(item, i - 1, d->con) : 0;
      cell.left += begin;
      cell.width = ui_choice_end(item, i, d->con) - begin;
      x = (cell.width - text_width(d->con, mjFONT_NORMAL, multi->name[i], mjMAXUINAME)) / 2;
    } else {
      const int column = i % columns, gap = column ? d->line : 0;
      const int begin = item->rect.width * column / columns + gap;
      cell.left += begin;
      cell.width = item->rect.width * (column + 1) / columns - begin;
      cell.bottom += item->rect.height - (i / columns + 1) * d->size.row;
      cell.height = d->size.row;
    }
    if (i == chosen)
      paint_fill(cell, frame);
    paint_text(cell, mjMAX(0, x), d->size.textver, multi->name[i], font, d->con);
  }
  paint_frame(item->rect, d->line, frame);
}

static void draw_slider(const Drawing* d, const mjuiItem* item, int enabled, const float font[3]) {
  const mjuiThemeColor* color = &d->ui->color;
  const mjuiItemSlider* slider = &item->slider;
  const int whole = item->type == mjITEM_SLIDERINT;
  const double value = whole ? *(const int*)item->pdata : *(const mjtNum*)item->pdata;
  const double span = slider->range[1] - slider->range[0];
  const double part = (value - slider->range[0]) / span;
  const double share = part > 0 ? mjMIN(part, 1) : 0;  // 0 also for NaN
  const mjrRect r = item->rect;
  mjrRect left = r;
  left.width = (int)mju_round(share * r.width);
  paint_fill(r, enabled ? color->slider : color->decorinactive);
  paint_fill(left, enabled ? color->slider2 : color->decorinactive2);
  const int n = (int)slider->divisions;
  for (int i = 1; n <= 20 && i < n; i++) {
    const double x = r.left + (double)r.width * i / n;
    paint_fill((mjrRect){(int)(x - d->line / 2.0), r.bottom, d->line, d->size.textver},
               color->sectpane);
  }
  char text[40];
  if (whole)
    snprintf(text, sizeof text, "%d", *(const int*)item->pdata);
  else
    snprintf(text, sizeof text, "%.3g", value);
  write_in(d, r, text, font);
}

static void draw_edit(const Drawing* d, const mjuiItem* item, int enabled, const float font[3]) {
  const mjUI* ui = d->ui;
  const mjrRect r = item->rect;
  char text[mjMAXUITEXT];
  const int open = ui_item_at(ui, ui->editsect, ui->edititem) == item;
  if (!open) {
    paint_frame(r, d->line, enabled ? ui->color.edit : ui->color.decorinactive);
    ui_print_value(item, text);
    write_in(d, r, text, font);
    return;
  }
  paint_fill(r, ui_edit_is_valid(ui) ? ui->color.edit : ui->color.edit2);
  const char* visible = ui->edittext + ui->editscroll;
  write_in(d, r, visible, font);
  const int x = text_width(d->con, mjFONT_NORMAL, visible, ui->editcursor - ui->editscroll);
  const mjrRect cursor = {r.left + d->size.texthor + x - d->line / 2, r.bottom + d->size.textver,
                          d->line, d->size.letters};
  paint_fill(cursor, ui->color.cursor);
}

// at the right end of a title: points down when its part is open, otherwise left and hollow
static void draw_fold(const Drawing* d, mjrRect r, int half, int open, const float top[3],
                      const float bottom[3]) {
  const float* symbol = d->ui->color.sectsymbol;
  const int left = r.left + r.width - d->size.texthor - 2 * half;
  const int below = r.bottom + r.height / 2 - half;
  if (open) {
    paint_opened(left, below, 2 * half, symbol);
    return;
  }
  float inside[3];
  for (int i = 0; i < 3; i++)
    inside[i] = (top[i] + bottom[i]) / 2;
  paint_folded(left, below, 2 * half, FOLD_LINE * d->con->fontScale / 100, symbol, inside);
}

static void draw_separator(const Drawing* d, const mjuiItem* item) {
  const mjuiThemeColor* color = &d->ui->color;
  const int corner = d->size.cornersep;
  paint_gradient(item->rect, corner, 0, color->separator, color->separator2);
  write_in(d, item->rect, item->name, color->sectfont);
  if (item->state >= mjSEPCLOSED)
    draw_fold(d, item->rect, d->size.foldsep, item->state != mjSEPCLOSED, color->separator,
              color->separator2);
}

static void draw_check(const Drawing* d, const mjuiItem* item, const float* color) {
  const int set =
      item->type == mjITEM_CHECKINT ? *(const int*)item->pdata : *(const mjtByte*)item->pdata;
  if (set)
    paint_fill(item->rect, color);
  else
    paint_frame(item->rect, d->line, color);
}

static void draw_static(const Drawing* d, const mjuiItem* item, const float* font) {
  for (int i = 0; i < item->multi.nelem; i++)
    paint_text(
        item->rect, d->size.texthor,
        item->rect.height - (i + 1) * d->size.letters - i * d->size.textver - d->size.textver / 2,
        item->multi.name[i], font, d->con);
}

static void draw_select(const Drawing* d, const mjuiItem* item, const float* color,
                        const float* font) {
  const int chosen = *(const int*)item->pdata;
  paint_fill(item->rect, color);
  if (chosen >= 0 && chosen < item->multi.nelem)
    write_in(d, item->rect, item->multi.name[chosen], font);
}

// the part of an item that shows its value
static void draw_value(const Drawing* d, const mjuiItem* item, int enabled, const float* font) {
  const mjuiThemeColor* color = &d->ui->color;
  const float* quiet = color->decorinactive;
  const int held = ui_item_at(d->ui, d->ui->mousesect, d->ui->mouseitem) == item;
  switch (item->type) {
    case mjITEM_BUTTON:
      paint_oval(item->rect, held ? 0 : d->line, enabled ? color->button : quiet);
      break;
    case mjITEM_CHECKINT:
    case mjITEM_CHECKBYTE: draw_check(d, item, enabled ? color->check : quiet); break;
    case mjITEM_STATIC: draw_static(d, item, font); break;
    case mjITEM_RADIO:
    case mjITEM_RADIOLINE: draw_choices(d, item, enabled ? color->radio : quiet, font); break;
    case mjITEM_SELECT: draw_select(d, item, enabled ? color->select : quiet, font); break;
    case mjITEM_SLIDERINT:
    case mjITEM_SLIDERNUM: draw_slider(d, item, enabled, font); break;
    default: draw_edit(d, item, enabled, font); break;
  }
}

static void draw_item(const Drawing* d, const mjuiItem* item) {
  const mjuiThemeColor* color = &d->ui->color;
  const mjrRect r = item->rect;
  if (item->skip)
    return;
  if (item->type == mjITEM_SEPARATOR) {
    draw_separator(d, item);
    return;
  }
  const int enabled = ui_is_enabled(d->ui, item);
  const float* font = enabled ? color->fontactive : color->fontinactive;

  // the name is beside the item, except for items that are pressed as a whole
  mjrRect name = r;
  if (item->type >= mjITEM_RADIO || item->type == mjITEM_STATIC) {
    name.width = item->name[0] ? d->size.label : 0;
    name.left -= name.width;
  }
  paint_fill((mjrRect){name.left, r.bottom, r.left + r.width - name.left, r.height},
             color->sectpane);
  draw_value(d, item, enabled, font);
  if (item->type == mjITEM_STATIC) {
    paint_text(name, d->size.texthor, r.height - d->size.letters - d->size.textver / 2, item->name,
               font, d->con);
  } else {
    write_in(d, name, item->name, font);
  }
  if (d->ui->mousehelp && item->type >= mjITEM_BUTTON && item->type <= mjITEM_CHECKBYTE)
    draw_shortcut(d, r, item->single.modifier, item->single.shortcut);
}

// ---------------------------------------------------------------- sections

static void draw_title(const Drawing* d, const mjuiSection* section) {
  const mjuiThemeColor* color = &d->ui->color;
  const float *top = color->secttitle, *bottom = color->secttitle2;
  if (section->checkbox == 1) {
    top = color->secttitleuncheck;
    bottom = color->secttitleuncheck2;
  }
  if (section->checkbox == 2) {
    top = color->secttitlecheck;
    bottom = color->secttitlecheck2;
  }
  const int corner = d->size.cornersect, open = section->state != mjSECT_CLOSED;
  mjrRect r = section->rtitle;
  paint_gradient(r, corner, open ? 0 : corner, top, bottom);
  mjrRect name = r;
  if (section->checkbox) {
    const int gap = r.height / 4, side = r.height - 2 * gap;
    const mjrRect box = {r.left + gap, r.bottom + gap, side, side};
    if (section->checkbox == 2)
      paint_fill(box, color->sectsymbol);
    else
      paint_frame(box, d->line, color->sectsymbol);
    name.left += r.height - d->size.texthor + d->line / 2;
    name.width -= r.height - d->size.texthor + d->line / 2;
  }
  write_in(d, name, section->name, color->sectfont);
  draw_fold(d, r, d->size.foldsect, open, top, bottom);
  if (d->ui->mousehelp)
    draw_shortcut(d, r, section->modifier, section->shortcut);
}

static void draw_section(const Drawing* d, const mjuiSection* section) {
  const int fixed = section->state == mjSECT_FIXED;
  if (section->state != mjSECT_CLOSED) {
    const float* pane = d->ui->color.sectpane;
    paint_gradient(section->rcontent, fixed ? d->size.cornersect : 0, d->size.cornersect, pane,
                   pane);
    for (int i = 0; i < section->nitem; i++)
      draw_item(d, section->item + i);
  }
  if (!fixed)
    draw_title(d, section);
}

// ---------------------------------------------------------------- functions of the API

void mjui_update(int section, int item, const mjUI* ui, const mjuiState* state,
                 const mjrContext* con) {
  (void)state;  // the content of the buffer does not depend on the window
  if (ui->auxid < 0 || ui->auxid >= mjNAUX || !con->auxFBO[ui->auxid]) {
    mju_error("%s: the auxiliary buffer %d of the interface was not made; mjr_addAux makes it",
              __func__, ui->auxid);
    return;
  }
  if (section >= ui->nsect || (section >= 0 && item >= ui->sect[section].nitem)) {
    mju_error("%s: there is no section %d with an item %d", __func__, section, item);
    return;
  }
  const Drawing d = begin_drawing(ui, con);
  mjr_setAux(ui->auxid, con);
  if (section < 0) {
    paint_fill((mjrRect){0, 0, ui->width, ui->height}, ui->color.master);
    for (int i = 0; i < ui->nsect; i++)
      draw_section(&d, ui->sect + i);
  } else if (item < 0) {
    draw_section(&d, ui->sect + section);
  } else if (ui->sect[section].state != mjSECT_CLOSED) {
    draw_item(&d, ui->sect[section].item + item);
  }
  mjr_restoreBuffer(con);
}

// the entries of an open SELECT, over everything else
static void draw_list(const Drawing* d, const mjuiItem* item, int left, int bottom,
                      const mjuiState* state) {
  const mjuiThemeColor* color = &d->ui->color;
  mjrRect list = ui_list(item);
  list.left += left;
  list.bottom += bottom;
  const int side = d->size.itemside;
  paint_fill(
      (mjrRect){list.left - side, list.bottom - side, list.width + 2 * side, list.height + side},
      color->sectpane);
  paint_fill(list, color->select2);
  for (int i = 0; i < item->multi.nelem; i++) {
    mjrRect row = list;
    row.height = item->rect.height;
    row.bottom += (item->multi.nelem - 1 - i) * row.height;
    if (mjr_findRect((int)state->x, (int)state->y, 1, &row) == 0)
      paint_fill(row, color->select);
    write_in(d, row, item->multi.name[i], color->fontactive);
  }
}

void mjui_render(mjUI* ui, const mjuiState* state, const mjrContext* con) {
  if (ui->rectid < 0 || ui->rectid >= mjMAXUIRECT || ui->auxid < 0 || ui->auxid >= mjNAUX) {
    mju_error("%s: there is no rectangle %d or no auxiliary buffer %d", __func__, ui->rectid,
              ui->auxid);
    return;
  }
  const Drawing d = begin_drawing(ui, con);
  const mjrRect rect = state->rect[ui->rectid];
  const int most = ui_scroll_most(ui, state), scroll = most > 0 ? ui->scroll : 0;
  const int visible = mjMIN(rect.height, ui->height);
  const int bottom = rect.bottom + rect.height - ui->height + scroll;
  paint_fill(rect, ui->color.master);
  mjr_blitAux(ui->auxid, (mjrRect){0, ui->height - scroll - visible, ui->width, visible}, rect.left,
              rect.bottom + rect.height - visible, con);
  if (most > 0)
    paint_fill(ui_thumb(ui, state, con), ui->color.thumb);
  const mjuiItem* held = ui_item_at(ui, ui->mousesect, ui->mouseitem);
  if (held && held->type == mjITEM_SELECT)
    draw_list(&d, held, rect.left, bottom, state);
}
