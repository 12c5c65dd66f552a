// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The corpus: small documents, one per topic, that together use every attribute of MJCF which this
// library compiles. check_coverage.c proves that they do, check_corpus.c what they compile to.
//
// Every attribute of a document can be visited together with its place in the text, so that a test
// can take it away. The scanner knows just the XML that the corpus uses.

#ifndef TESTS_MJCF_CORPUS_H_
#define TESTS_MJCF_CORPUS_H_

#include <ctype.h>

#include <fulcrum/schema.h>

#include "support.h"

static const char* const corpus[] = {
    "actuator_adhesion",
    "actuator_cylinder",
    "actuator_damper",
    "actuator_general",
    "actuator_intvelocity",
    "actuator_leaks",
    "actuator_motor",
    "actuator_muscle",
    "actuator_position",
    "actuator_velocity",
    "attach",
    "attach_child",
    "attach_flex",
    "attach_flex_child",
    "attach_names",
    "attach_names_child",
    "body",
    "camera",
    "compiler_discard",
    "compiler_fuse",
    "compiler_inertia",
    "compiler_lengthrange",
    "compiler_lengthrange_muscle",
    "compiler_units",
    "composite",
    "contact",
    "custom",
    "deformable",
    "equality",
    "flexcomp",
    "flexcomp_files",
    "flexcomp_plugin",
    "geom",
    "hfield",
    "include",
    "joint",
    "keyframe",
    "light",
    "material",
    "mesh",
    "mesh_builtin",
    "mesh_fitted",
    "odd_values",
    "option",
    "option_repeated",
    "plugin",
    "replicate",
    "replicate_keys",
    "sensor_contact",
    "sensor_frame",
    "sensor_joint",
    "sensor_site",
    "sensor_user",
    "site",
    "size",
    "size_legacy",
    "skin",
    "skin_asset",
    "statistic",
    "tendon",
    "texture",
    "texture_file",
    "unused_classes",
    "visual",
};
enum { CORPUS = sizeof corpus / sizeof *corpus };

// a document whose model is too large to be recorded
static const char* const unrecorded = "plugin_mesh";

// asset files of the documents, in tests/data/mjcf/corpus/assets
static const char* const corpus_asset[] = {
    "back.png", "cells.gmsh",  "down.png", "front.png", "g8.png",    "heights.bin", "heights.hf",
    "left.png", "picture.bin", "raw.bin",  "rgb.png",   "right.png", "s.skn",       "solid.bin",
    "star.obj", "tetra.obj",   "t.msh",    "up.png",    "wide.png",
};

static inline void add_corpus_assets(mjVFS* vfs) {
  for (size_t i = 0; i < sizeof corpus_asset / sizeof *corpus_asset; i++) {
    ck_assert_int_eq(
        mj_addFileVFS(vfs, TEST_SOURCE_DIR "/tests/data/mjcf/corpus/assets", corpus_asset[i]), 0);
  }
}

// text of a document of the corpus, from malloc
static inline char* corpus_text(const char* name) {
  char file[256];
  snprintf(file, sizeof file, "tests/data/mjcf/corpus/%s.xml", name);
  return source_file(file);
}

static inline void corpus_path(const char* name, const char* suffix, char path[1024]) {
  snprintf(path, 1024, "%s/tests/data/mjcf/corpus/%s%s", TEST_SOURCE_DIR, name, suffix);
}

// one attribute of a document: text[begin..end) is name="value"
typedef struct Occurrence {
  int element;  // in the schema; frame and replicate come after its last element
  const FcSchemaAttribute* attribute;
  size_t begin, end;
  char value[512];
} Occurrence;

typedef void (*Visit)(void* user, const char* text, const Occurrence* o);

// attributes of one tag; returns the position of its '>' or '/'
static inline size_t visit_tag(const char* text, size_t at, int element, Visit visit, void* user) {
  for (;;) {
    at += strspn(text + at, " \n");
    if (text[at] == '>' || text[at] == '/')
      return at;
    Occurrence o = {.element = element, .begin = at};
    char name[64];
    size_t equals = strcspn(text + at, "="), size = strcspn(text + at + equals + 2, "\"");
    ck_assert(equals < sizeof name && size < sizeof o.value);
    snprintf(name, sizeof name, "%.*s", (int)equals, text + at);
    snprintf(o.value, sizeof o.value, "%.*s", (int)size, text + at + equals + 2);
    o.end = at = at + equals + 2 + size + 1;
    o.attribute = fc_schemaFindAttribute(element, name);
    ck_assert_msg(o.attribute != NULL, "%s is no attribute of %s", name,
                  fc_schemaElement(element)->name);
    visit(user, text, &o);
  }
}

static inline void visit_attributes(const char* text, Visit visit, void* user) {
  int path[64], depth = 0;
  for (size_t at = 0; text[at += strcspn(text + at, "<")];) {
    if (strncmp(text + at, "<!--", 4) == 0) {
      at = (size_t)(strstr(text + at, "-->") - text);
      continue;
    }
    if (text[at + 1] == '/') {
      depth--;
      at++;
      continue;
    }
    char tag[64];
    size_t n = strcspn(text + at + 1, " \n/>");
    snprintf(tag, sizeof tag, "%.*s", (int)n, text + at + 1);
    at += 1 + n;
    if (strcmp(tag, "include") == 0)
      continue;
    path[depth] = depth ? fc_schemaFindChild(path[depth - 1], tag) : 0;
    ck_assert_msg(path[depth] >= 0, "unknown element %s", tag);
    at = visit_tag(text, at, path[depth], visit, user);
    depth += text[at] == '>';
  }
}

// path of an element as schema.tsv writes it
static inline void element_path(int i, char path[256]) {
  int chain[16], n = 0;
  for (; i >= 0; i = fc_schemaParent(i))
    chain[n++] = i;
  path[0] = 0;
  while (n-- > 0) {
    const FcSchemaElement* e = fc_schemaElement(chain[n]);
    int is_body = e->depth == 1 && strcmp(e->name, "body") == 0;
    sprintf(path + strlen(path), "%s%s", path[0] ? "/" : "", is_body ? "(world)body" : e->name);
  }
}

#endif  // TESTS_MJCF_CORPUS_H_
