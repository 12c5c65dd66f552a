// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_BASE_TEXT_H_
#define CORE_FOUNDATION_BASE_TEXT_H_

#include <stddef.h>

#include <mujoco/mjmacro.h>

// Appends formatted text to text[size]; the text is truncated to fit and always ends with a NUL.
void text_append(char* text, size_t size, const char* format, ...) mjPRINTFLIKE(3, 4);

// Copies a message to a buffer of a caller of the API, which may be NULL or without room.
void set_error(char* error, int error_sz, const char* text);

// Search for the candidate whose spelling is nearest to a word. A candidate is near when at most a
// third of the letters plus one have to change (for one letter, none), ignoring case, or when it
// starts with the word and the word has three letters or more. The first of equals wins.
typedef struct Nearest_ {
  const char* word;
  const char* best;  // nearest of the candidates tried so far, NULL: none is near
  int distance;      // a candidate must be nearer than this
} Nearest;

Nearest nearest_to(const char* word);
void nearest_try(Nearest* nearest, const char* candidate);

// The nearest of a list of n candidates, or NULL.
const char* text_nearest(const char* word, const char* const* candidate, int n);

#endif  // CORE_FOUNDATION_BASE_TEXT_H_
