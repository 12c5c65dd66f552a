// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Fuzz target: the bytes are several files, each after a line "== NAME". The first is a document
// that includes, attaches or uses the others; all lie in a virtual file system. Its first element
// attaches the second file too, when that is a complete document. The promises are those of
// mjcf_fuzz.c: reasons for refusals, and copies that have the outcome of the original.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

enum { ERROR_SIZE = 1024, FILES = 8, NAME_SIZE = 64 };

static const char mark[] = "== ";

static char names[FILES][NAME_SIZE];

// where the next file begins, or the end
static const uint8_t* next_mark(const uint8_t* from, const uint8_t* end) {
  for (const uint8_t* c = from; end - c >= 4; c++)
    if (c[0] == '\n' && memcmp(c + 1, mark, 3) == 0)
      return c + 1;
  return end;
}

// put the files into a virtual file system, return how many there are
static int unpack(mjVFS* vfs, const uint8_t* data, size_t size) {
  const uint8_t *end = data + size, *c = data;
  int n = 0;
  while (n < FILES && end - c > 3 && memcmp(c, mark, 3) == 0) {
    const uint8_t* text = memchr(c, '\n', (size_t)(end - c));
    size_t length = text ? (size_t)(text - c) - 3 : 0;
    if (length == 0 || length >= NAME_SIZE || memchr(c, 0, length + 3))
      break;
    snprintf(names[n], NAME_SIZE, "%.*s", (int)length, (const char*)c + 3);
    const uint8_t* next = next_mark(text, end);
    const uint8_t* last = next < end ? next - 1 : end;
    text += text < last;
    if (mj_addBufferVFS(vfs, names[n], text, (int)(last - text)) == 0)
      n++;
    c = next;
  }
  return n;
}

// the first element of a kind that a body can be attached to, and the second document there
static void attach_second(mjSpec* s, int nfile, const mjVFS* vfs) {
  char error[ERROR_SIZE] = "";
  mjSpec* child = nfile > 1 ? mj_parseXML(names[1], vfs, error, ERROR_SIZE) : NULL;
  if (!child)
    return;
  mjsBody* world = mjs_findBody(s, "world");
  mjsFrame* frame = mjs_addFrame(world, NULL);
  mjsBody* root = mjs_findBody(child, "world");
  if (!mjs_attach(frame->element, root->element, "x_", ""))
    demand(mjs_getError(s)[0] != 0, "not attached and no message");
  mjModel* m = mj_compile(s, vfs);
  demand(m || mjs_getError(s)[0], "not compiled after attaching and no message");
  mj_deleteModel(m);
  mj_deleteSpec(child);
}

FuzzOutcome fuzz_outcome(const uint8_t* data, size_t size) {
  fuzz_machine();
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  char error[ERROR_SIZE] = "";
  FuzzOutcome outcome = FUZZ_REFUSED;
  int n = unpack(&vfs, data, size);
  mjSpec* s = n ? mj_parseXML(names[0], &vfs, error, ERROR_SIZE) : NULL;
  demand(s || !n || error[0], "not parsed and no message");
  if (s) {
    fuzz_short_ranges(s);
    mjSpec* copy = mj_copySpec(s);
    demand(copy != NULL, "a parsed spec can be copied");
    mjModel *m = mj_compile(s, &vfs), *again = mj_compile(copy, &vfs);
    demand(m || mjs_getError(s)[0], "not compiled and no message");
    demand(!m == !again, "a copied spec has another outcome");
    demand(!m || m->signature == again->signature, "a copied spec has another signature");
    if (m)
      fuzz_step(m);
    outcome = m ? FUZZ_COMPILED : FUZZ_PARSED;
    mj_deleteModel(m);
    mj_deleteModel(again);
    attach_second(copy, n, &vfs);
    mj_deleteSpec(copy);
  }
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
  return outcome;
}
