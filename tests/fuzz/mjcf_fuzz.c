// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Fuzz target: the bytes are an MJCF or URDF document. What parses is copied, compiled, compiled
// again, edited, stepped, saved and read back. Every outcome is allowed except a crash, a
// sanitizer report, a leak, a hang, a call of the fatal error handler, and these broken promises:
//   - refusal has a reason: no spec or no model without a message;
//   - compiling leaves the spec alone: a second compilation has the outcome and the signature of
//     the first.

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

enum { ERROR_SIZE = 1024, SAVED = 1 << 20 };

// what is saved is a text that ends within its buffer; it may be refused, but only with a reason
static void save_and_read(const mjSpec* s) {
  char error[ERROR_SIZE] = "", *text = malloc(SAVED);
  demand(text != NULL, "memory for the test");
  if (mj_saveXMLString(s, text, SAVED, error, ERROR_SIZE) == 0) {
    mjSpec* again = mj_parseXMLString(text, NULL, error, ERROR_SIZE);
    demand(again || error[0], "a saved model is refused without a message");
    mjModel* m = again ? mj_compile(again, NULL) : NULL;
    mj_deleteModel(m);
    mj_deleteSpec(again);
  } else {
    demand(error[0] != 0, "not saved and no message");
  }
  free(text);
}

// compile twice, then without the first body and with a copy of it instead
static int compile(mjSpec* s) {
  mjModel *m = mj_compile(s, NULL), *again = mj_compile(s, NULL);
  demand(m || mjs_getError(s)[0], "not compiled and no message");
  demand(!m == !again, "the second compilation has another outcome");
  demand(!m || m->signature == again->signature, "the second compilation has another signature");
  if (m) {
    fuzz_step(m);
    save_and_read(s);
  }
  mj_deleteModel(again);
  mjsBody* world = mjs_asBody(mjs_firstElement(s, mjOBJ_BODY));
  mjsElement* body = world ? mjs_firstChild(world, mjOBJ_BODY, 0) : NULL;
  if (body) {
    mjsFrame* frame = mjs_addFrame(world, NULL);
    mjs_attach(frame->element, body, "copied_", "");
    mjs_delete(s, body);
    mj_deleteModel(mj_compile(s, NULL));
  }
  mj_deleteModel(m);
  return m != NULL;
}

FuzzOutcome fuzz_outcome(const uint8_t* data, size_t size) {
  fuzz_machine();
  char error[ERROR_SIZE] = "", *text = malloc(size + 1);
  demand(text != NULL, "memory for the test");
  memcpy(text, data, size);
  text[size] = 0;
  mjSpec* s = mj_parseXMLString(text, NULL, error, ERROR_SIZE);
  demand(s || error[0], "not parsed and no message");
  FuzzOutcome outcome = FUZZ_REFUSED;
  if (s) {
    fuzz_short_ranges(s);
    mjSpec* copy = mj_copySpec(s);
    demand(copy != NULL, "a parsed spec can be copied");
    outcome = compile(s) ? FUZZ_COMPILED : FUZZ_PARSED;
    demand(compile(copy) == (outcome == FUZZ_COMPILED), "a copied spec has another outcome");
    mj_deleteSpec(copy);
  }
  mj_deleteSpec(s);
  free(text);
  return outcome;
}
