// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sizes, and positions inside an item, which drawing and events must agree on.

#include <math.h>

#include "core/view/draw/text.h"
#include "core/view/ui/ui.h"

static int pixels(int size, const mjrContext* con) {
  return (int)mju_round((mjtNum)size * con->fontScale / 100);
}

UiSizes ui_sizes(const mjUI* ui, const mjrContext* con) {
  const mjuiThemeSpacing* theme = &ui->spacing;
  UiSizes s = {.scroll = pixels(theme->scroll, con),
               .label = pixels(theme->label, con),
               .section = pixels(theme->section, con),
               .cornersect = pixels(theme->cornersect, con),
               .cornersep = pixels(theme->cornersep, con),
               .itemside = pixels(theme->itemside, con),
               .itemmid = pixels(theme->itemmid, con),
               .itemver = pixels(theme->itemver, con),
               .texthor = pixels(theme->texthor, con),
               .textver = pixels(theme->textver, con),
               .foldsect = pixels(6, con),
               .foldsep = pixels(5, con),
               .linescroll = pixels(theme->linescroll, con),
               .total = pixels(theme->total, con),
               .letters = con->charHeight};
  s.inside = s.total - s.scroll - 2 * s.section;
  s.column = (s.inside - 2 * s.itemside - s.itemmid) / 2;
  s.row = s.letters + 2 * s.textver;
  return s;
}

int ui_radio_columns(const mjUI* ui) { return ui->radiocol > 0 ? ui->radiocol : 2; }

// one cell for an item without choices
int ui_radio_rows(const mjUI* ui, const mjuiItem* item) {
  return item->multi.nelem ? (item->multi.nelem - 1) / ui_radio_columns(ui) + 1 : 1;
}

int ui_is_enabled(const mjUI* ui, const mjuiItem* item) {
  if (item->state < 2)
    return item->state == 1;
  return !ui->predicate || ui->predicate(item->state, ui->userdata);
}

int ui_is_edit(const mjuiItem* item) {
  return item->type >= mjITEM_EDITINT && item->type <= mjITEM_EDITTXT;
}

mjuiItem* ui_item_at(const mjUI* ui, int section, int item) {
  if (section < 1 || section > ui->nsect || item < 0 || item >= ui->sect[section - 1].nitem)
    return NULL;
  return (mjuiItem*)ui->sect[section - 1].item + item;
}

// cells are as wide as their texts, and share the remaining width equally
int ui_choice_end(const mjuiItem* item, int k, const mjrContext* con) {
  const mjuiItemMulti* multi = &item->multi;
  double all = 0, end = 0;
  for (int i = 0; i < multi->nelem; i++) {
    const int width = text_width(con, mjFONT_NORMAL, multi->name[i], mjMAXUINAME);
    all += width;
    end += i <= k ? width : 0;
  }
  return (int)mju_round(end + (k + 1) * (item->rect.width - all) / multi->nelem);
}

int ui_scroll_most(const mjUI* ui, const mjuiState* state) {
  const int most = ui->height - state->rect[ui->rectid].height;
  return most > 0 ? most : 0;
}

mjrRect ui_thumb(const mjUI* ui, const mjuiState* state, const mjrContext* con) {
  const UiSizes size = ui_sizes(ui, con);
  const mjrRect rect = state->rect[ui->rectid];
  const double part = (double)rect.height / mjMAX(1, ui->height);
  mjrRect thumb = {rect.left + rect.width - size.scroll, 0, size.scroll,
                   (int)mju_round(rect.height * part)};
  thumb.bottom = rect.bottom + (int)mju_round((ui->height - ui->scroll - rect.height) * part);
  return thumb;
}

mjrRect ui_list(const mjuiItem* item) {
  mjrRect rect = item->rect;
  rect.height *= item->multi.nelem;
  rect.bottom -= rect.height;
  return rect;
}
