// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shorthand for building small models, and the main function of the suites in this folder.

#ifndef TESTS_MODEL_SPEC_SUITE_H_
#define TESTS_MODEL_SPEC_SUITE_H_

#include "tests/support.h"

static inline const char* name_of(const void* element) {
  return element ? mjs_getString(mjs_getName((mjsElement*)element)) : "(null)";
}

static inline mjsBody* world_of(mjSpec* s) { return mjs_asBody(mjs_firstElement(s, mjOBJ_BODY)); }

static inline mjsBody* add_body(mjsBody* parent, const char* name) {
  mjsBody* b = mjs_addBody(parent, NULL);
  mjs_setName(b->element, name);
  return b;
}

static inline mjsGeom* add_geom(mjsBody* parent, const char* name) {
  mjsGeom* g = mjs_addGeom(parent, NULL);
  g->size[0] = 0.1;
  mjs_setName(g->element, name);
  return g;
}

static inline mjsJoint* add_joint(mjsBody* parent, const char* name) {
  mjsJoint* j = mjs_addJoint(parent, NULL);
  mjs_setName(j->element, name);
  return j;
}

static inline mjsSite* add_site(mjsBody* parent, const char* name) {
  mjsSite* site = mjs_addSite(parent, NULL);
  mjs_setName(site->element, name);
  return site;
}

static inline mjsFrame* add_frame(mjsBody* body, mjsFrame* parent, const char* name) {
  mjsFrame* f = mjs_addFrame(body, parent);
  mjs_setName(f->element, name);
  return f;
}

// names of all elements of a kind in the order of mjs_nextElement, separated by blanks
static inline const char* names_in(mjSpec* s, mjtObj type) {
  static char text[1024];
  text[0] = 0;
  for (mjsElement* e = mjs_firstElement(s, type); e; e = mjs_nextElement(s, e)) {
    size_t n = strlen(text);
    snprintf(text + n, sizeof text - n, "%s%s", n ? " " : "", name_of(e));
  }
  return text;
}

// names of the elements of a kind below a body, in the order of mjs_nextChild
static inline const char* names_below(mjsBody* b, mjtObj type, int recurse) {
  static char text[1024];
  text[0] = 0;
  for (mjsElement* e = mjs_firstChild(b, type, recurse); e; e = mjs_nextChild(b, e, recurse)) {
    size_t n = strlen(text);
    snprintf(text + n, sizeof text - n, "%s%s", n ? " " : "", name_of(e));
  }
  return text;
}

#define RUN_SUITE(name, ...)                          \
  int main(void) {                                    \
    const TTest* const tests[] = {__VA_ARGS__, NULL}; \
    return run_tests(name, tests);                    \
  }

#endif  // TESTS_MODEL_SPEC_SUITE_H_
