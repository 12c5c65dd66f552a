// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Layout of sections and items. They are placed from the top, in a column whose height is known
// only at the end; then all bottoms are mirrored, so that y points up from the lower left corner.
//
// The buffer of the interface needs the height with everything open. The renderer limits its size:
// sections that do not fit into the largest buffer are closed.

#include <limits.h>

#include "core/view/draw/renderer.h"
#include "core/view/ui/ui.h"

static int shares_row(int type) {
  return type == mjITEM_BUTTON || type == mjITEM_CHECKINT || type == mjITEM_CHECKBYTE;
}

static int item_height(const mjUI* ui, const UiSizes* size, const mjuiItem* item) {
  if (item->type == mjITEM_STATIC)
    return item->multi.nelem * (size->letters + size->textver);
  if (item->type != mjITEM_RADIO)
    return size->row;
  return size->row * ui_radio_rows(ui, item);
}

// Places the items of a section below `top`; returns the height of its content. Bottoms count
// downwards.
static int place_items(const mjUI* ui, const UiSizes* size, mjuiSection* section, int top,
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
static int place_sections(mjUI* ui, const UiSizes* size, int all_open) {
  int y = 0;
  for (int i = 0; i < ui->nsect; i++) {
    mjuiSection* section = ui->sect + i;
    const int title = section->state == mjSECT_FIXED ? 0 : size->row;
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

// number of pixels of the largest buffer that the renderer can make for the context
static int buffer_limit(const mjrContext* con) {
  const FcRenderer* renderer = con->glInitialized ? renderer_in_use() : NULL;
  if (!renderer || !renderer->buffer_limit)
    return INT_MAX;
  const int limit = renderer->buffer_limit(con);
  return renderer_done("mjui_resize", limit) ? limit : INT_MAX;
}

// the open section that was clicked least recently, the first of several; NULL: none can be closed
static mjuiSection* oldest_open(mjUI* ui) {
  mjuiSection* oldest = NULL;
  for (int i = 0; i < ui->nsect; i++) {
    mjuiSection* section = ui->sect + i;
    if (section->state == mjSECT_OPEN && (!oldest || section->lastclick < oldest->lastclick))
      oldest = section;
  }
  return oldest;
}

// the height of the sections that cannot be closed
static int least_height(const mjUI* ui, const UiSizes* size) {
  int height = size->section;
  for (int i = 0; i < ui->nsect; i++) {
    const mjuiSection* section = ui->sect + i;
    height += size->section;
    height += section->state == mjSECT_FIXED ? section->rcontent.height : section->rtitle.height;
  }
  return height;
}

void mjui_resize(mjUI* ui, const mjrContext* con) {
  const UiSizes size = ui_sizes(ui, con);
  const int limit = buffer_limit(con);
  ui->width = size.total;
  ui->maxheight = mjMIN(place_sections(ui, &size, 1), limit);
  ui->height = place_sections(ui, &size, 0);
  if (ui->height > limit && least_height(ui, &size) > limit) {
    turn_round(ui);
    mju_error(
        "%s: the sections that cannot be closed are %d pixels high, but the largest buffer has "
        "only %d",
        __func__, least_height(ui, &size), limit);
    return;
  }
  while (ui->height > limit) {
    oldest_open(ui)->state = mjSECT_CLOSED;
    ui->height = place_sections(ui, &size, 0);
  }
  turn_round(ui);
}
