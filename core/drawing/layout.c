// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Places of sections and items. They are laid out from the top, in a column whose height is known
// at the end; then all bottoms are turned round, so that y points up from the lower left corner.
//
// The height with everything open is what the buffer of the interface needs. A graphics library
// limits its size; here it has no limit.

#include <mujoco/mujoco.h>

// sizes of the theme in pixels
typedef struct Sizes_ {
  int scroll, label, section, itemside, itemmid, itemver, textver;
  int total;    // width of the interface
  int inside;   // width of a section
  int column;   // width of an item that shares its row
  int letters;  // height of a line of text
  int row;      // height of most items
} Sizes;

static int pixels(int size, const mjrContext* con) {
  return (int)mju_round((mjtNum)size * con->fontScale / 100);
}

static Sizes sizes_of(const mjuiThemeSpacing* theme, const mjrContext* con) {
  Sizes s = {.scroll = pixels(theme->scroll, con),
             .label = pixels(theme->label, con),
             .section = pixels(theme->section, con),
             .itemside = pixels(theme->itemside, con),
             .itemmid = pixels(theme->itemmid, con),
             .itemver = pixels(theme->itemver, con),
             .textver = pixels(theme->textver, con),
             .total = pixels(theme->total, con),
             .letters = con->charHeight};
  s.inside = s.total - s.scroll - 2 * s.section;
  s.column = (s.inside - 2 * s.itemside - s.itemmid) / 2;
  s.row = s.letters + 2 * s.textver;
  return s;
}

static int shares_row(int type) {
  return type == mjITEM_BUTTON || type == mjITEM_CHECKINT || type == mjITEM_CHECKBYTE;
}

static int item_height(const mjUI* ui, const Sizes* size, const mjuiItem* item) {
  if (item->type == mjITEM_STATIC)
    return item->multi.nelem * (size->letters + size->textver);
  if (item->type != mjITEM_RADIO)
    return size->row;
  const int columns = ui->radiocol > 0 ? ui->radiocol : 2;
  return size->row * ((item->multi.nelem + columns - 1) / columns);
}

// Place the items of a section below `top`; returns the height of its content. Bottoms count
// downwards.
static int place_items(const mjUI* ui, const Sizes* size, mjuiSection* section, int top,
                       int all_open) {
  int y = top, hidden = 0, second = 0;
  for (int i = 0; i < section->nitem; i++) {
    mjuiItem* item = section->item + i;
    if (item->type == mjITEM_SEPARATOR)
      hidden = 0;
    item->skip = hidden;
    item->rect = (mjrRect){0, 0, 0, 0};
    if (hidden)
      continue;
    const mjuiItem* before = i > 0 ? item - 1 : NULL;
    second = !second && before && shares_row(item->type) && before->type == item->type;
    if (second) {
      item->rect = before->rect;
      item->rect.left += size->column + size->itemmid;
      continue;
    }
    y += item->type == mjITEM_SEPARATOR ? size->section : size->itemver;
    const int height = item_height(ui, size, item);
    item->rect.left = size->section + size->itemside;
    item->rect.width = size->inside - 2 * size->itemside;
    if (shares_row(item->type)) {
      item->rect.width = size->column;
    } else if (item->name[0] && item->type != mjITEM_SEPARATOR) {
      item->rect.left += size->label;
      item->rect.width -= size->label;
    }
    y += height;
    item->rect.height = height;
    item->rect.bottom = y;
    hidden = item->type == mjITEM_SEPARATOR && item->state == mjSEPCLOSED && !all_open;
  }
  return y + size->itemver - top;
}

// place everything; returns the height
static int place_sections(mjUI* ui, const Sizes* size, int all_open) {
  int y = 0;
  for (int i = 0; i < ui->nsect; i++) {
    mjuiSection* section = ui->sect + i;
    // the buffer has room for a title of fixed sections too, as in the reference
    const int title = section->state == mjSECT_FIXED && !all_open ? 0 : size->row;
    y += size->section + title;
    section->rtitle = (mjrRect){size->section, y, size->inside, title};
    const int height = place_items(ui, size, section, y, all_open);
    section->rcontent = (mjrRect){size->section, y + height, size->inside, height};
    if (all_open || section->state != mjSECT_CLOSED)
      y += height;
  }
  return y + size->section;
}

static void turn_round(mjUI* ui) {
  for (int i = 0; i < ui->nsect; i++) {
    mjuiSection* section = ui->sect + i;
    section->rtitle.bottom = ui->height - section->rtitle.bottom;
    section->rcontent.bottom = ui->height - section->rcontent.bottom;
    for (int k = 0; k < section->nitem; k++)
      section->item[k].rect.bottom = ui->height - section->item[k].rect.bottom;
  }
}

void mjui_resize(mjUI* ui, const mjrContext* con) {
  const Sizes size = sizes_of(&ui->spacing, con);
  ui->width = size.total;
  ui->maxheight = place_sections(ui, &size, 1);
  ui->height = place_sections(ui, &size, 0);
  turn_round(ui);
}
