// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the parts of the user-interface toolkit: sizes, positions inside an item, the editor of
// texts.

#ifndef CORE_VIEW_UI_UI_H_
#define CORE_VIEW_UI_UI_H_

#include <mujoco/mujoco.h>

// values of mjUI.mousesect that are not sections (which count from 1)
enum { MOUSE_IDLE = 0, MOUSE_THUMB = -1 };

// sizes of the theme in pixels
typedef struct UiSizes_ {
  int scroll, label, section, cornersect, cornersep, itemside, itemmid, itemver, texthor, textver;
  int linescroll;
  int foldsect, foldsep;  // half the triangle of a title, of a separator
  int total;              // width of the interface
  int inside;             // width of a section
  int column;             // width of an item that shares its row
  int letters;            // height of a line of text
  int row;                // height of most items
} UiSizes;

UiSizes ui_sizes(const mjUI* ui, const mjrContext* con);
int ui_radio_columns(const mjUI* ui);
int ui_radio_rows(const mjUI* ui, const mjuiItem* item);
int ui_is_enabled(const mjUI* ui, const mjuiItem* item);
int ui_is_edit(const mjuiItem* item);

// the item at these indices of mousesect and mouseitem, or editsect and edititem; NULL: none
mjuiItem* ui_item_at(const mjUI* ui, int section, int item);

// where choice k of a RADIOLINE ends, from the left of the item
int ui_choice_end(const mjuiItem* item, int k, const mjrContext* con);

// ---------------------------------------------------------------- scrolling

// how far the interface can be scrolled in its rectangle
int ui_scroll_most(const mjUI* ui, const mjuiState* state);

// the thumb of the scroll bar, in pixels of the window
mjrRect ui_thumb(const mjUI* ui, const mjuiState* state, const mjrContext* con);

// the list of an open SELECT, in pixels of the interface
mjrRect ui_list(const mjuiItem* item);

// ---------------------------------------------------------------- editing

// the values of an item as the user sees them
void ui_print_value(const mjuiItem* item, char text[mjMAXUITEXT]);

// 1 when the edited text is equivalent to the values of its item
int ui_edit_is_valid(const mjUI* ui);

void ui_edit_begin(mjUI* ui, int section, int item);
void ui_edit_point(mjUI* ui, double x, const mjrContext* con);
void ui_edit_key(mjUI* ui, const mjuiState* state, const mjrContext* con);

// Ends editing: valid values are stored, and the item is returned. NULL when nothing was changed.
mjuiItem* ui_edit_commit(mjUI* ui);

#endif  // CORE_VIEW_UI_UI_H_
