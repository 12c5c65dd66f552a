// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void text_append(char* text, size_t size, const char* format, ...) {
  size_t used = strlen(text);
  va_list args;
  va_start(args, format);
  vsnprintf(text + used, size - used, format, args);
  va_end(args);
}

#define WORD_MAX 64  // longer words are not compared

// Levenshtein distance, one row of the table at a time
static int edit_distance(const char* a, int na, const char* b, int nb) {
  int row[WORD_MAX + 1];
  for (int j = 0; j <= nb; j++)
    row[j] = j;
  for (int i = 1; i <= na; i++) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j <= nb; j++) {
      int replaced = diagonal + (a[i - 1] != b[j - 1]);
      int shorter = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
      diagonal = row[j];
      row[j] = replaced < shorter ? replaced : shorter;
    }
  }
  return row[nb];
}

const char* text_nearest(const char* word, const char* const* candidate, int n) {
  const char* best = NULL;
  int nword = (int)strlen(word), least = nword / 3 + 1;
  if (nword > WORD_MAX)
    return NULL;
  for (int i = 0; i < n; i++) {
    int length = (int)strlen(candidate[i]);
    if (length > WORD_MAX)
      continue;
    int distance = edit_distance(word, nword, candidate[i], length);
    if (distance <= least && (!best || distance < least))
      best = candidate[i], least = distance;
  }
  return best;
}
