// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_BASE_TEXT_H_
#define CORE_FOUNDATION_BASE_TEXT_H_

#include <stddef.h>

#include <mujoco/mjmacro.h>

// Append formatted text to text[size], which is cut where the room ends and always ends with a NUL.
void text_append(char* text, size_t size, const char* format, ...) mjPRINTFLIKE(3, 4);

// The search for the candidate that is spelled most like a word. A candidate is near when at most a
// third of the letters plus one have to change (of one letter, none), case ignored, or when it
// begins with the word and the word has three letters or more. The first of equals wins.
typedef struct Nearest_ {
  const char* word;
  const char* best;  // the nearest of the candidates tried so far, NULL: none is near
  int distance;      // a candidate must be nearer than this
} Nearest;

Nearest nearest_to(const char* word);
void nearest_try(Nearest* nearest, const char* candidate);

// The same for a list of n candidates: the nearest, or NULL.
const char* text_nearest(const char* word, const char* const* candidate, int n);

#endif  // CORE_FOUNDATION_BASE_TEXT_H_
