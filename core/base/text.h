// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_BASE_TEXT_H_
#define CORE_BASE_TEXT_H_

#include <stddef.h>

#include <mujoco/mjmacro.h>

// Append formatted text to text[size], which is cut where the room ends and always ends with a NUL.
void text_append(char* text, size_t size, const char* format, ...) mjPRINTFLIKE(3, 4);

// The candidate that is spelled most like `word`, or NULL when none is near (more than a third of
// the letters differ).
const char* text_nearest(const char* word, const char* const* candidate, int n);

#endif  // CORE_BASE_TEXT_H_
