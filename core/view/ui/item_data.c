// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Parses the text of an item's definition: a shortcut, choices, the range of a slider, the number
// and ranges of edited values.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/view/ui/item_data.h"

// reads numbers from the start of a text; returns how many were read, at most `most`
static int read_numbers(const char* text, double* number, int most) {
  int n = 0;
  for (char* end; n < most; n++, text = end) {
    number[n] = strtod(text, &end);
    if (end == text)
      break;
  }
  return n;
}

const char* read_shortcut(const char* text, int* modifier, int* key) {
  static const char letters[] = " CS A";
  const size_t n = strlen(text);
  *modifier = *key = 0;
  if (!n)
    return NULL;
  if (n < 2 || n > 5)
    return "invalid shortcut specification, expected a modifier and a character or #code";
  const char* letter = strchr(letters, text[0]);
  if (!letter)
    return "invalid shortcut modifier, expected a space, C, S or A";

  // the index of a letter is the value of its modifier; the first blank stands for 0 as well
  *modifier = (int)(letter - letters);
  if (text[1] == '#' && n > 1)
    return sscanf(text + 2, "%d", key) == 1 ? NULL : "invalid shortcut numeric code";
  if (n != 2)
    return "invalid shortcut, expected one character behind the modifier";
  *key = (signed char)text[1];  // of one sign on all processors
  return NULL;
}

static const char* read_choices(mjuiItemMulti* multi, const char* text) {
  multi->nelem = 0;
  while (*text) {
    const size_t n = strcspn(text, "\n");
    if (multi->nelem == mjMAXUIMULTI)
      return "too many multi elements, at most 35 fit";
    if (n == 0 || n >= mjMAXUINAME - 1)
      return "invalid multi element name, expected 1 to 38 characters";
    char* name = multi->name[multi->nelem++];
    memcpy(name, text, n);
    name[n] = 0;
    text += n + (text[n] != 0);
  }
  return NULL;
}

static const char* read_slider(mjuiItem* item, const char* text) {
  double number[3];
  const int n = read_numbers(text, number, 3);
  if (n < 2)
    return "slider expects 'min max [div]'";
  const double span = number[1] - number[0];
  item->slider.range[0] = number[0];
  item->slider.range[1] = number[1];
  if (n == 3)
    item->slider.divisions = fmax(1, number[2]);
  else
    item->slider.divisions = item->type == mjITEM_SLIDERINT ? fmax(1, span) : 200;
  return NULL;
}

static const char* read_edit(mjuiItemEdit* edit, const char* text) {
  double number[2 * mjMAXUIEDIT + 2];
  const int n = read_numbers(text, number, 2 * mjMAXUIEDIT + 2);
  if (n < 1)
    return "edit length missing";
  if (!(number[0] > 0.5 && number[0] < mjMAXUIEDIT + 0.5))
    return "invalid edit length, expected 1 to 7";
  edit->nelem = (int)lround(number[0]);
  if (n != 1 && n != 1 + 2 * edit->nelem)
    return "incorrect number of edit ranges, expected none or two numbers per value";
  for (int i = 0; i < (n - 1) / 2; i++) {
    edit->range[i][0] = number[1 + 2 * i];
    edit->range[i][1] = number[2 + 2 * i];
  }
  return NULL;
}

const char* read_item_data(mjuiItem* item, const char* other) {
  switch (item->type) {
    case mjITEM_BUTTON:
    case mjITEM_CHECKINT:
    case mjITEM_CHECKBYTE:
      return read_shortcut(other, &item->single.modifier, &item->single.shortcut);
    case mjITEM_STATIC:
    case mjITEM_RADIO:
    case mjITEM_RADIOLINE:
    case mjITEM_SELECT: return read_choices(&item->multi, other);
    case mjITEM_SLIDERINT:
    case mjITEM_SLIDERNUM: return read_slider(item, other);
    case mjITEM_EDITINT:
    case mjITEM_EDITNUM:
    case mjITEM_EDITFLOAT: return read_edit(&item->edit, other);
    default: return NULL;
  }
}
