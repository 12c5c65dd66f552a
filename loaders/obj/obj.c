// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Wavefront OBJ. Lines `v`, `vn`, `vt` and `f` are read, all others are skipped; materials are not.
//
// Only triangles of the first shape are used: a line `g` or `o` after the first face ends it.
// Vertices of the whole file are kept, because they affect the result (a convex hull is that of all
// vertices). The v coordinate of textures is flipped, because images begin at the top.
//
// Existing models depend on the numbers, the order of triangles and the rules above. README.md says
// why Fulcrum has its own parser.

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/decoder.h>
#include <fulcrum/module.h>

#include "obj.h"

// ear clipping takes up to the third power of this
enum { MOST_CORNERS = 2000 };

// a growing array
typedef struct List_ {
  void* item;
  int count, capacity;
} List;

typedef struct Parser_ {
  const char *at, *end;
  int line;
  List vertex, normal, texcoord;  // of float, 3, 3 and 2 per entry
  List corner;                    // of Corner: all polygons one after the other
  List polygon;                   // of int: corners per polygon
  int closed;                     // the first shape has ended
  char* error;
  int error_size;
} Parser;

static int fail(Parser* p, const char* what) {
  snprintf(p->error, (size_t)p->error_size, "OBJ file cannot be parsed: line %d: %s", p->line,
           what);
  return -1;
}

static void* append(Parser* p, List* list, size_t size) {
  if (list->count == list->capacity) {
    int capacity = list->capacity ? 2 * list->capacity : 1024;
    void* larger = capacity < INT_MAX / 32 ? realloc(list->item, size * (size_t)capacity) : NULL;
    if (!larger) {
      fail(p, "out of memory");
      return NULL;
    }
    list->item = larger;
    list->capacity = capacity;
  }
  return (char*)list->item + size * (size_t)list->count++;
}

// ---------------------------------------------------------------- words and numbers

static int is_blank(char c) { return c == ' ' || c == '\t'; }
static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int at_end(const Parser* p) {
  return p->at >= p->end || *p->at == '\n' || *p->at == '\r' || *p->at == 0;
}

static void skip_blanks(Parser* p) {
  while (p->at < p->end && is_blank(*p->at))
    p->at++;
}

static void skip_word(Parser* p) {
  while (!at_end(p) && !is_blank(*p->at))
    p->at++;
}

static void skip_line(Parser* p) {
  while (p->at < p->end && *p->at != '\n' && *p->at != '\r')
    p->at++;
  if (p->at < p->end && *p->at == '\r' && p->at + 1 < p->end && p->at[1] == '\n')
    p->at++;
  if (p->at < p->end)
    p->at++;
  p->line++;
}

// digits after the point
static double fraction(Parser* p) {
  static const double place[] = {1, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.000001, 0.0000001};
  double value = 0;
  for (int k = 1; p->at < p->end && is_digit(*p->at); k++, p->at++)
    value += (*p->at - '0') * (k < 8 ? place[k] : pow(10, -k));
  return value;
}

// Decimal number at the cursor, 0 at the end of the line. The way of summing digits is part of the
// format, because it decides the last bit of the float.
static int read_number(Parser* p, float* number) {
  skip_blanks(p);
  *number = 0;
  if (at_end(p))
    return 0;
  double value = 0, sign = 1;
  int exponent = 0;
  if (*p->at == '+' || *p->at == '-')
    sign = *p->at++ == '-' ? -1 : 1;
  const char* first = p->at;
  for (; p->at < p->end && is_digit(*p->at); p->at++)
    value = 10 * value + (*p->at - '0');
  int ndigit = (int)(p->at - first);
  if (p->at < p->end && *p->at == '.') {
    p->at++;
    first = p->at;
    value += fraction(p);
    ndigit += (int)(p->at - first);
  }
  if (!ndigit)
    return fail(p, "a number was expected");
  if (p->at < p->end && (*p->at == 'e' || *p->at == 'E')) {
    p->at++;
    int negative = p->at < p->end && *p->at == '-';
    if (p->at < p->end && (*p->at == '+' || *p->at == '-'))
      p->at++;
    if (p->at >= p->end || !is_digit(*p->at))
      return fail(p, "a number ends after its 'e'");
    for (; p->at < p->end && is_digit(*p->at); p->at++)
      exponent = exponent < 10000 ? 10 * exponent + (*p->at - '0') : exponent;
    if (negative)
      exponent = -exponent;
  }
  *number = (float)(sign * (exponent ? ldexp(value * pow(5, exponent), exponent) : value));
  skip_word(p);
  return 0;
}

static int read_numbers(Parser* p, List* list, int n) {
  float* entry = append(p, list, sizeof(float) * (size_t)n);
  if (!entry)
    return -1;
  for (int i = 0; i < n; i++)
    if (read_number(p, entry + i))
      return -1;
  return 0;
}

// ---------------------------------------------------------------- faces

// Index from 1, negative ones count back from the last entry; the result counts from 0.
static int read_index(Parser* p, int count, int* index) {
  int negative = p->at < p->end && *p->at == '-';
  if (p->at < p->end && (*p->at == '+' || *p->at == '-'))
    p->at++;
  if (p->at >= p->end || !is_digit(*p->at))
    return fail(p, "an index was expected");
  long value = 0;
  for (; p->at < p->end && is_digit(*p->at); p->at++) {
    value = 10 * value + (*p->at - '0');
    if (value > INT_MAX / 4)
      return fail(p, "an index is too large");
  }
  if (!value)
    return fail(p, "index 0, but indices begin at 1");
  *index = (int)(negative ? count - value : value - 1);
  return *index < 0 ? fail(p, "an index lies before the first entry") : 0;
}

// v, v/t, v//n or v/t/n
static int read_corner(Parser* p, Corner* c) {
  *c = (Corner){-1, -1, -1};
  if (read_index(p, p->vertex.count, &c->vertex))
    return -1;
  if (p->at < p->end && *p->at == '/') {
    p->at++;
    if (!at_end(p) && *p->at != '/' && !is_blank(*p->at) &&
        read_index(p, p->texcoord.count, &c->texcoord))
      return -1;
    if (p->at < p->end && *p->at == '/') {
      p->at++;
      if (!at_end(p) && !is_blank(*p->at) && read_index(p, p->normal.count, &c->normal))
        return -1;
    }
  }
  return at_end(p) || is_blank(*p->at) ? 0 : fail(p, "a corner v, v/t, v//n or v/t/n was expected");
}

static int read_face(Parser* p) {
  int first = p->corner.count;
  for (skip_blanks(p); !at_end(p); skip_blanks(p)) {
    Corner* c = append(p, &p->corner, sizeof(Corner));
    if (!c || read_corner(p, c))
      return -1;
  }

  // polygons without area and those of later shapes are left out
  int n = p->corner.count - first;
  if (n < 3 || p->closed) {
    p->corner.count = first;
    return 0;
  }
  if (n > MOST_CORNERS)
    return fail(p, "a polygon has more than 2000 corners");
  int* polygon = append(p, &p->polygon, sizeof(int));
  if (!polygon)
    return -1;
  *polygon = n;
  return 0;
}

static int read_line(Parser* p) {
  skip_blanks(p);
  const char* word = p->at;
  skip_word(p);
  size_t n = (size_t)(p->at - word);
  if (n == 1 && word[0] == 'v')
    return read_numbers(p, &p->vertex, 3);
  if (n == 2 && memcmp(word, "vn", 2) == 0)
    return read_numbers(p, &p->normal, 3);
  if (n == 2 && memcmp(word, "vt", 2) == 0)
    return read_numbers(p, &p->texcoord, 2);
  if (n == 1 && word[0] == 'f')
    return read_face(p);
  if (n == 1 && (word[0] == 'g' || word[0] == 'o') && p->polygon.count)
    p->closed = 1;
  return 0;
}

// ---------------------------------------------------------------- triangles

static int check_corners(Parser* p) {
  const Corner* c = p->corner.item;
  for (int i = 0; i < p->corner.count; i++) {
    if (c[i].vertex >= p->vertex.count || c[i].normal >= p->normal.count ||
        c[i].texcoord >= p->texcoord.count) {
      int which = c[i].vertex >= p->vertex.count   ? c[i].vertex
                  : c[i].normal >= p->normal.count ? c[i].normal
                                                   : c[i].texcoord;
      snprintf(p->error, (size_t)p->error_size,
               "a face refers to entry %d, but the OBJ file has %d vertices, %d normals and %d "
               "texture coordinates",
               which + 1, p->vertex.count, p->normal.count, p->texcoord.count);
      return -1;
    }
  }
  return 0;
}

static int triangulate(Parser* p, FcMeshData* mesh) {
  size_t most = (size_t)p->corner.count;  // n corners make at most n-2 triangles
  Corner* out = malloc(3 * most * sizeof(Corner) + 1);
  mesh->face = malloc(3 * most * sizeof(int) + 1);
  if (p->normal.count)
    mesh->facenormal = malloc(3 * most * sizeof(int) + 1);
  if (p->texcoord.count)
    mesh->facetexcoord = malloc(3 * most * sizeof(int) + 1);
  if (!out || !mesh->face || (p->normal.count && !mesh->facenormal) ||
      (p->texcoord.count && !mesh->facetexcoord)) {
    free(out);
    return fail(p, "out of memory");
  }
  Corner* at = p->corner.item;
  const int* size = p->polygon.item;
  for (int i = 0; i < p->polygon.count; at += size[i++])
    mesh->nface += clip_ears(at, size[i], p->vertex.item, out + 3 * mesh->nface);
  for (int i = 0; i < 3 * mesh->nface; i++) {
    mesh->face[i] = out[i].vertex;
    if (mesh->facenormal)
      mesh->facenormal[i] = out[i].normal;
    if (mesh->facetexcoord)
      mesh->facetexcoord[i] = out[i].texcoord;
  }
  free(out);
  return 0;
}

static int decode(const FcSource* source, FcMeshData* mesh, char* error, int error_size) {
  Parser p = {.at = source->bytes,
              .end = source->bytes + source->nbyte,
              .line = 1,
              .error = error,
              .error_size = error_size};
  int status = 0;
  while (!status && p.at < p.end) {
    status = read_line(&p);
    skip_line(&p);
  }
  if (!status)
    status = check_corners(&p);
  if (!status && p.polygon.count)
    status = triangulate(&p, mesh);
  free(p.corner.item);
  free(p.polygon.item);
  float* texcoord = p.texcoord.item;
  for (int i = 0; i < p.texcoord.count; i++)
    texcoord[2 * i + 1] = 1 - texcoord[2 * i + 1];
  mesh->vertex = p.vertex.item;
  mesh->normal = p.normal.item;
  mesh->texcoord = texcoord;
  mesh->nvertex = p.vertex.count;
  mesh->nnormal = p.normal.count;
  mesh->ntexcoord = p.texcoord.count;
  return status;
}

static const FcDecoder table = {
    .size = sizeof(FcDecoder), .content_type = "model/obj", .extension = ".obj", .mesh = decode};
static const char* const types[] = {"model/obj", ".obj", NULL};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_DECODER, .name = "obj", .table = &table, .types = types}};

FC_MODULE_WITH(obj, "obj", "1.0.0", "Apache-2.0", NULL, faces, 0, "Meshes from Wavefront OBJ files",
               NULL)
