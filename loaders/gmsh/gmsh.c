// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Gmsh files: the format line, the two sections, and what the formats share. README.md describes
// the formats.

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/module.h>

#include "gmsh.h"

int gmsh_fail(Gmsh* g, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(g->error, (size_t)g->error_size, format, arguments);
  va_end(arguments);
  return -1;
}

// ---------------------------------------------------------------- numbers

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The next word, cut at 63 characters, more than any number needs. Files do not end in a zero byte,
// so words are copied before they are parsed.
static int next_word(Section* s, char word[64]) {
  while (s->at < s->end && is_space(*s->at))
    s->at++;
  size_t n = 0;
  for (; s->at < s->end && !is_space(*s->at); s->at++)
    if (n < 63)
      word[n++] = *s->at;
  word[n] = 0;
  return n ? 0 : -1;
}

int gmsh_real(Section* s, double* value) {
  char word[64], *end;
  if (next_word(s, word))
    return -1;
  *value = strtod(word, &end);
  return end == word || *end ? -1 : 0;
}

int gmsh_integer(Section* s, int64_t* value) {
  char word[64], *end;
  if (next_word(s, word))
    return -1;
  errno = 0;
  const long long v = strtoll(word, &end, 10);
  *value = v;
  return end == word || *end || errno ? -1 : 0;
}

int gmsh_bytes(Section* s, void* to, size_t n) {
  if ((size_t)(s->end - s->at) < n)
    return -1;
  memcpy(to, s->at, n);
  s->at += n;
  return 0;
}

// ---------------------------------------------------------------- arrays

// A count that the rest of a section can hold.
static int check_count(Gmsh* g, const Section* s, int64_t count, size_t least) {
  const int64_t left = (int64_t)((size_t)(s->end - s->at) / least);
  if (count < 1 || count > left || count > INT_MAX / 16)
    return gmsh_fail(g, "%s: %lld of them cannot be in the %zu bytes that follow", s->name,
                     (long long)count, (size_t)(s->end - s->at));
  return 0;
}

int gmsh_make_points(Gmsh* g, const Section* s, int64_t count, size_t least) {
  if (check_count(g, s, count, least))
    return -1;
  g->flex->point = malloc(3 * (size_t)count * sizeof(double));
  g->flex->npoint = g->flex->point ? (int)count : 0;
  return g->flex->point ? 0 : gmsh_fail(g, "out of memory for %lld nodes", (long long)count);
}

int gmsh_make_elements(Gmsh* g, const Section* s, int64_t count, size_t least) {
  if (check_count(g, s, count, least))
    return -1;
  g->flex->element = malloc((size_t)(g->flex->dim + 1) * (size_t)count * sizeof(int));
  g->flex->nelement = g->flex->element ? (int)count : 0;
  return g->flex->element ? 0 : gmsh_fail(g, "out of memory for %lld elements", (long long)count);
}

// ---------------------------------------------------------------- sections

// First occurrence of a word from an offset on, or the end of the file. An occurrence at the very
// end of the file does not count.
static size_t find(const FcSource* source, size_t from, const char* word) {
  const size_t n = strlen(word);
  for (size_t i = from; i + n < source->nbyte; i++)
    if (memcmp(source->bytes + i, word, n) == 0)
      return i;
  return source->nbyte;
}

static int find_section(Gmsh* g, const FcSource* source, const char* name, Section* s) {
  char open[32], close[32];
  snprintf(open, sizeof open, "$%s", name);
  snprintf(close, sizeof close, "$End%s", name);
  const size_t begin = find(source, 0, open), end = find(source, begin, close);
  if (begin == source->nbyte)
    return gmsh_fail(g, "there is no section %s", open);
  if (end == source->nbyte)
    return gmsh_fail(g, "%s not found after %s", close, open);
  const size_t first = begin + strlen(open) + 1;
  if (end < first)
    return gmsh_fail(g, "%s found before the content of %s", close, open);
  *s = (Section){source->bytes + first, source->bytes + end, name};
  return 0;
}

static int decode(const FcSource* source, FcFlexData* flex, char* error, int error_size) {
  static const char magic[] = "$MeshFormat";
  Gmsh g = {.flex = flex, .error = error, .error_size = error_size};
  const size_t n = sizeof magic - 1;
  if (source->nbyte < n || memcmp(source->bytes, magic, n) != 0)
    return gmsh_fail(&g, "GMSH file must start with '%s'", magic);
  Section head = {source->bytes + n, source->bytes + source->nbyte, "MeshFormat"};
  double version;
  int64_t binary;
  if (gmsh_real(&head, &version) || gmsh_integer(&head, &binary) || !isfinite(version) ||
      fabs(version) > 1000)
    return gmsh_fail(&g, "could not read GMSH version and file type");
  const long number = lround(100 * version);
  if (number != 410 && number != 220)
    return gmsh_fail(&g, "only GMSH file formats 4.1 and 2.2 are supported: %g", version);
  if (binary != 0 && binary != 1)
    return gmsh_fail(&g, "file type is %lld, 0 (text) or 1 (binary) expected", (long long)binary);
  if (find_section(&g, source, "Nodes", &g.nodes) ||
      find_section(&g, source, "Elements", &g.elements))
    return -1;
  if (number == 410)
    return gmsh_read_4(&g, (int)binary);
  return binary ? gmsh_read_2_binary(&g) : gmsh_read_2_text(&g);
}

static const FcDecoder table = {
    .size = sizeof(FcDecoder), .content_type = "model/gmsh", .extension = ".gmsh", .flex = decode};
static const char* const types[] = {"model/gmsh", ".gmsh", NULL};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_DECODER, .name = "gmsh", .table = &table, .types = types}};

FC_MODULE_WITH(gmsh, "gmsh", "1.0.0", "Apache-2.0", NULL, faces, 0,
               "Points and elements of flexes from Gmsh files, formats 2.2 and 4.1", NULL)
