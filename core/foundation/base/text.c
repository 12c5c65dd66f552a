// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <fulcrum/host.h>

#include "core/foundation/base/text.h"

void text_append(char* text, size_t size, const char* format, ...) {
  size_t used = strlen(text);
  va_list args;
  va_start(args, format);
  vsnprintf(text + used, size - used, format, args);
  va_end(args);
}

void set_error(char* error, int error_sz, const char* text) {
  if (error && error_sz > 0)
    snprintf(error, (size_t)error_sz, "%s", text);
}

// ---------------------------------------------------------------- nearest word
//
// How far two words are apart is their edit distance with transposition of neighbours (optimal
// string alignment; Damerau, "A technique for computer detection and correction of spelling
// errors", 1964), case ignored: each insertion, deletion, replacement and exchange of neighbours
// counts as one.

#define WORD_MAX 64  // longer words are not compared

static int lower(char c) { return tolower((unsigned char)c); }

// three rows of the table at a time, because an exchange looks two rows back
static int edit_distance(const char* a, int na, const char* b, int nb) {
  int row[3][WORD_MAX + 1];
  for (int j = 0; j <= nb; j++)
    row[0][j] = j;
  for (int i = 1; i <= na; i++) {
    int *now = row[i % 3], *up = row[(i + 2) % 3], *upup = row[(i + 1) % 3];
    now[0] = i;
    for (int j = 1; j <= nb; j++) {
      int best = up[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
      best = up[j] + 1 < best ? up[j] + 1 : best;
      best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
      const int exchanged = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                            lower(a[i - 2]) == lower(b[j - 1]);
      now[j] = exchanged && upup[j - 2] + 1 < best ? upup[j - 2] + 1 : best;
    }
  }
  return row[na % 3][nb];
}

Nearest nearest_to(const char* word) {
  const int length = (int)strlen(word);
  return (Nearest){word, NULL, length / 3 + (length > 1) + 1};
}

void nearest_try(Nearest* nearest, const char* candidate) {
  const int nword = (int)strlen(nearest->word), length = (int)strlen(candidate);
  if (nword > WORD_MAX || length > WORD_MAX)
    return;
  int distance = edit_distance(nearest->word, nword, candidate, length);
  // an unfinished word is near, however many letters are missing
  if (nword >= 3 && distance > 1 && strncasecmp(nearest->word, candidate, (size_t)nword) == 0)
    distance = 1;
  if (distance < nearest->distance) {
    nearest->best = candidate;
    nearest->distance = distance;
  }
}

const char* text_nearest(const char* word, const char* const* candidate, int n) {
  Nearest nearest = nearest_to(word);
  for (int i = 0; i < n; i++)
    nearest_try(&nearest, candidate[i]);
  return nearest.best;
}

const char* fc_nearestWord(const char* word, const char* const* words) {
  int n = 0;
  while (words[n])
    n++;
  return text_nearest(word, words, n);
}
