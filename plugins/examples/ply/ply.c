// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.ply: a decoder for ASCII PLY: a header that lists elements (vertex, face, ...) with their
// properties, then one line per element. Of vertices the properties x, y, z are taken, of faces the
// first list; polygons become fans.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/decoder.h>
#include <fulcrum/module.h>

enum { MOST = 10000000, MOST_PROPERTIES = 32 };

typedef struct Text {
  const char *at, *end;
  int line;
} Text;

typedef struct Element {
  int count;
  int nproperty;
  int axis[3];  // which properties are x, y, z; -1: none
} Element;

// the rest of the line as words; at most n of them, each cut at 63 letters. How many there are, -1
// at the end of the file.
static int next_line(Text* t, char word[][64], int n) {
  int count = 0;
  if (t->at >= t->end)
    return -1;
  t->line++;
  while (t->at < t->end && *t->at != '\n') {
    const char* start = t->at;
    while (t->at < t->end && !strchr(" \t\r\n", *t->at))
      t->at++;
    size_t length = (size_t)(t->at - start);
    if (length && count < n)
      snprintf(word[count], 64, "%.*s", length < 63 ? (int)length : 63, start);
    count += length > 0;
    while (t->at < t->end && *t->at != '\n' && strchr(" \t\r", *t->at))
      t->at++;
  }
  t->at += t->at < t->end;
  return count;
}

static int fail(const Text* t, char* error, int size, const char* what) {
  snprintf(error, (size_t)size, "PLY line %d: %s", t->line, what);
  return -1;
}

// "element NAME COUNT": the element, or NULL after fail
static Element* read_element(const Text* t, char word[][64], Element* vertex, Element* face,
                             char* error, int size) {
  Element* element = strcmp(word[1], "vertex") == 0 ? vertex
                     : strcmp(word[1], "face") == 0 ? face
                                                    : NULL;
  if (!element || (element == vertex && face->count)) {
    fail(t, error, size, "vertices and then faces are expected");
    return NULL;
  }
  element->count = atoi(word[2]);
  if (element->count < 1 || element->count > MOST) {
    fail(t, error, size, "unlikely number of elements");
    return NULL;
  }
  return element;
}

// "property TYPE NAME", or more words for a list
static int read_property(const Text* t, char word[][64], int n, Element* element, char* error,
                         int size) {
  for (int i = 0; i < 3 && n == 3; i++)
    if (word[2][0] == "xyz"[i] && !word[2][1])
      element->axis[i] = element->nproperty;
  if (++element->nproperty > MOST_PROPERTIES)
    return fail(t, error, size, "too many properties");
  return 0;
}

static int read_header(Text* t, Element* vertex, Element* face, char* error, int size) {
  char word[4][64];
  Element* element = NULL;
  if (next_line(t, word, 4) != 1 || strcmp(word[0], "ply") != 0)
    return fail(t, error, size, "the first line must be \"ply\"");
  for (int n; (n = next_line(t, word, 4)) >= 0;) {
    if (n == 3 && strcmp(word[0], "format") == 0 && strcmp(word[1], "ascii") != 0)
      return fail(t, error, size, "only the ascii format is read; convert the file");
    if (n == 3 && strcmp(word[0], "element") == 0) {
      element = read_element(t, word, vertex, face, error, size);
      if (!element)
        return -1;
    } else if (n > 0 && strcmp(word[0], "property") == 0 && element) {
      if (read_property(t, word, n, element, error, size))
        return -1;
    } else if (n == 1 && strcmp(word[0], "end_header") == 0) {
      int whole =
          vertex->axis[0] >= 0 && vertex->axis[1] >= 0 && vertex->axis[2] >= 0 && vertex->count;
      return whole ? 0 : fail(t, error, size, "there are no vertices with x, y and z");
    }
  }
  return fail(t, error, size, "the header has no end");
}

static int read_body(Text* t, const Element* vertex, const Element* face, FcMeshData* mesh,
                     char* error, int size) {
  char word[MOST_PROPERTIES][64];
  int capacity = 2 * face->count + 64;
  mesh->vertex = malloc(3 * sizeof(float) * (size_t)vertex->count);
  mesh->face = malloc(3 * sizeof(int) * (size_t)capacity);
  if (!mesh->vertex || !mesh->face)
    return fail(t, error, size, "out of memory");
  for (int i = 0; i < vertex->count; i++) {
    if (next_line(t, word, MOST_PROPERTIES) < vertex->nproperty)
      return fail(t, error, size, "a vertex lacks properties");
    for (int k = 0; k < 3; k++)
      mesh->vertex[3 * i + k] = strtof(word[vertex->axis[k]], NULL);
    mesh->nvertex++;
  }
  for (int i = 0; i < face->count; i++) {
    int n = next_line(t, word, MOST_PROPERTIES), corners = n > 0 ? atoi(word[0]) : 0;
    if (corners < 3 || corners >= MOST_PROPERTIES || n <= corners)
      return fail(t, error, size, "a face of 3 to 31 corners was expected");
    for (int k = 2; k < corners; k++) {
      if (mesh->nface == capacity) {
        int* larger = realloc(mesh->face, 3 * sizeof(int) * (size_t)(capacity *= 2));
        if (!larger)
          return fail(t, error, size, "out of memory");
        mesh->face = larger;
      }
      int* to = mesh->face + 3 * mesh->nface++;
      to[0] = atoi(word[1]);
      to[1] = atoi(word[k]);
      to[2] = atoi(word[k + 1]);
    }
  }
  return 0;
}

static int decode(const FcSource* source, FcMeshData* mesh, char* error, int error_size) {
  Text t = {source->bytes, source->bytes + source->nbyte, 0};
  Element vertex = {0, 0, {-1, -1, -1}}, face = {0, 0, {-1, -1, -1}};
  if (read_header(&t, &vertex, &face, error, error_size))
    return -1;
  // every element has a line of two bytes at least
  if ((size_t)(vertex.count + face.count) > source->nbyte)
    return fail(&t, error, error_size, "the file is shorter than its header says");
  return read_body(&t, &vertex, &face, mesh, error, error_size);
}

static const FcDecoder table = {
    .size = sizeof(FcDecoder), .content_type = "model/ply", .extension = ".ply", .mesh = decode};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_DECODER, .name = "acme.ply", .table = &table}};

FC_MODULE_WITH(acme_ply, "acme.ply", "1.0.0", "Apache-2.0", NULL, faces, 0,
               "Meshes from PLY files in ASCII", NULL)
