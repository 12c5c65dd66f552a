// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The signature hashes an outline of the model, written as indented tags: bodies depth first with
// their contents, then one line per element of each other kind. The text is never stored; the hash
// is updated while it is written.

#include <stdio.h>

#include "core/model/compile/signature.h"

enum { MAX_DEPTH = 1024 };

static void put(uint64_t* hash, const char* text) {
  for (; *text; text++)
    *hash = (*hash * 33) ^ (uint64_t)(int64_t)(signed char)*text;
}

static void put_line(uint64_t* hash, int depth, const char* text) {
  for (int i = 0; i < depth; i++)
    put(hash, "  ");
  put(hash, text);
  put(hash, "\n");
}

static void put_lines(uint64_t* hash, int count, const char* text) {
  for (int i = 0; i < count; i++)
    put_line(hash, 0, text);
}

// nonzero when the tree is too deep
static int put_body(const Compile* c, const BodyRecord* b, int depth, uint64_t* hash) {
  if (depth > MAX_DEPTH)
    return 1;
  put_line(hash, depth, "<body>");
  for (int k = b->joint; k < b->joint + b->njoint; k++) {
    char line[40];
    snprintf(line, sizeof line, "<joint>%d</joint>", c->joint[k].nq);
    put_line(hash, depth + 1, line);
  }
  for (int k = b->geom; k >= 0; k = c->geom[k].next)
    put_line(hash, depth + 1, "<geom/>");
  for (int k = b->site; k >= 0; k = c->site[k].next)
    put_line(hash, depth + 1, "<site/>");
  for (int k = b->camera; k >= 0; k = c->camera[k].next)
    put_line(hash, depth + 1, "<camera/>");
  for (int k = b->light; k >= 0; k = c->light[k].next)
    put_line(hash, depth + 1, "<light/>");
  for (int k = b->child; k >= 0; k = c->body[k].next)
    if (put_body(c, c->body + k, depth + 1, hash))
      return 1;
  put_line(hash, depth, "</body>");
  return 0;
}

const char* compile_signature(const Compile* c, uint64_t* signature) {
  uint64_t hash = 5381;
  const ElementList* list = c->spec->list;
  put(&hash, "\n");
  if (put_body(c, c->body, 0, &hash))
    return "depth limit exceeded in signature computation: bodies are nested too deeply";
  put_lines(&hash, list[mjOBJ_FLEX].count, "<flex/>");
  put_lines(&hash, list[mjOBJ_MESH].count, "<mesh/>");
  put_lines(&hash, list[mjOBJ_SKIN].count, "<skin/>");
  put_lines(&hash, list[mjOBJ_HFIELD].count, "<heightfield/>");
  put_lines(&hash, c->ntexture, "<texture/>");
  put_lines(&hash, c->nmaterial, "<material/>");
  put_lines(&hash, c->npair, "<pair/>");
  put_lines(&hash, c->nexclude, "<exclude/>");
  put_lines(&hash, c->nequality - 1, "<equality/>");  // the first is not counted
  put_lines(&hash, c->ntendon, "<tendon/>");
  put_lines(&hash, c->nactuator, "<actuator/>");
  for (int i = 0; i < c->nsensor; i++) {
    char line[40];
    snprintf(line, sizeof line, "<sensor>%d<sensor/>", (int)c->sensor[i].pub->type);
    put_line(&hash, 0, line);
  }
  put_lines(&hash, c->nkey, "<key/>");
  *signature = hash % UINT64_MAX;
  return NULL;
}
