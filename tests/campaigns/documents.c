// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Mutated documents: values of attributes, elements that are left out, repeated or taken from
// another document, damaged bytes. The promises are those of tests/fuzz/mjcf_fuzz.c.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign.h"
#include "targets.h"

enum { LARGEST = 12000, ROOM = 64000 };

static char text[ROOM];
static size_t size;

static const Inputs* corpus(void) {
  static Inputs inputs;
  if (!inputs.n) {
    static const char* const folders[] = {
        "tests/data/mjcf/corpus",     "tests/data/dynamics/corpus",  "tests/data/dynamics/models",
        "tests/data/fuzz/images",     "tests/data/fuzz/corpus/mjcf", "tests/data/fuzz/corpus/urdf",
        "tests/data/fuzz/corpus/flex"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
      add_inputs(&inputs, folders[i], "", LARGEST);
  }
  return &inputs;
}

// replaces [from, to) by other bytes, if there is room
static void splice(size_t from, size_t to, const char* bytes, size_t n) {
  if (from > to || to > size || size - (to - from) + n >= ROOM)
    return;
  memmove(text + from + n, text + to, size - to);
  memcpy(text + from, bytes, n);
  size += n - (to - from);
}

// a random occurrence of a character at or behind a random place; -1: none
static long find_character(const char* in, size_t length, char c) {
  if (!length)
    return -1;
  const size_t from = draw() % length;
  const char* found = memchr(in + from, c, length - from);
  if (!found)
    found = memchr(in, c, length);
  return found ? found - in : -1;
}

// An element with all that it contains: [*from, *to) in a text of that length; 0: none.
static int find_element(const char* in, size_t length, size_t* from, size_t* to) {
  const long start = find_character(in, length, '<');
  if (start < 0 || in[start + 1] == '/' || in[start + 1] == '!' || in[start + 1] == '?')
    return 0;
  int depth = 0;
  for (size_t i = (size_t)start; i < length; i++) {
    if (in[i] != '<')
      continue;
    const char* end = memchr(in + i, '>', length - i);
    if (!end)
      return 0;
    if (in[i + 1] == '/')
      depth--;
    else if (end[-1] != '/' && in[i + 1] != '!')
      depth++;
    if (depth <= 0) {
      *from = (size_t)start;
      *to = (size_t)(end - in) + 1;
      return 1;
    }
  }
  return 0;
}

static void change_value(void) {
  static const char* const words[] = {"",
                                      "0",
                                      "-1",
                                      "1",
                                      "1 2",
                                      "0 0 0",
                                      "1 1 1 1",
                                      "nan",
                                      "inf",
                                      "1e308",
                                      "-1e308",
                                      "1e-310",
                                      "true",
                                      "false",
                                      "auto",
                                      "world",
                                      "main",
                                      "mesh",
                                      "box",
                                      "plane",
                                      "sphere",
                                      "capsule",
                                      "hfield",
                                      "sdf",
                                      "free",
                                      "ball",
                                      "slide",
                                      "hinge",
                                      "user",
                                      "muscle",
                                      "2147483647",
                                      "4294967296",
                                      "1 2 3 4 5 6 7 8 9 10 11 12",
                                      "elliptic",
                                      "PGS",
                                      "CG",
                                      "Newton",
                                      "RK4",
                                      "implicit",
                                      "implicitfast",
                                      "sparse",
                                      "0 0 1e-9",
                                      "100",
                                      "1000",
                                      "0.001",
                                      "1e-6",
                                      "1e6",
                                      "a",
                                      "b",
                                      "x"};
  const long open = find_character(text, size, one_in(2) ? '\'' : '"');
  if (open < 0)
    return;
  const char quote = text[open];
  const char* close = memchr(text + open + 1, quote, size - (size_t)open - 1);
  if (!close)
    return;
  const size_t from = (size_t)open + 1, to = (size_t)(close - text);
  char word[64];
  snprintf(word, sizeof word, "%s", words[below(sizeof words / sizeof *words)]);
  if (one_in(3))
    snprintf(word, sizeof word, "%.6g", hostile_number(1));
  if (one_in(3) && to > from) {  // one number of a list
    const size_t at = from + draw() % (to - from);
    splice(at, at + 1, word, strlen(word));
  } else {
    splice(from, to, word, strlen(word));
  }
}

// an element goes, is there twice, or another one comes before it
static void change_element(void) {
  size_t from, to, first, last;
  if (!find_element(text, size, &from, &to))
    return;
  const Input* other = corpus()->item + below(corpus()->n);
  switch (below(4)) {
    case 0: splice(from, to, "", 0); break;
    case 1: {
      static char copy[ROOM];
      memcpy(copy, text + from, to - from);
      splice(from, from, copy, to - from);
      break;
    }
    case 2:
      if (find_element(other->bytes, other->size, &first, &last))
        splice(from, from, other->bytes + first, last - first);
      break;
    default:
      if (find_element(other->bytes, other->size, &first, &last))
        splice(from, to, other->bytes + first, last - first);
  }
}

static void round_of_documents(void) {
  const Input* input = corpus()->item + below(corpus()->n);
  memcpy(text, input->bytes, size = input->size);
  for (int n = 1 + below(5); n > 0; n--)
    if (one_in(12))
      mutate_bytes(text, &size, ROOM - 1);
    else if (one_in(3))
      change_element();
    else
      change_value();
  if (replaying())
    printf("%s:\n%.*s\n", input->name, (int)size, text), fflush(stdout);
  static const char* const outcome[] = {"refused", "parsed only", "compiled"};
  tally(outcome[document_outcome((const uint8_t*)text, size)]);
}

const Campaign campaign_documents = {"documents", "mutated MJCF and URDF", round_of_documents};
