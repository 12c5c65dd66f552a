// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Binary STL: 80 bytes of anything, the number of triangles, then 50 bytes per triangle (normal,
// three corners, two spare bytes). Corners with the same bits become one vertex, numbered in order
// of first appearance; 0.0 and -0.0 have different bits and stay apart. Normals are ignored, the
// compiler computes its own.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/decoder.h>
#include <fulcrum/module.h>

enum { HEADER = 80, TRIANGLE = 50, MOST_FACES = 200000 };
static const float LARGEST = 1073741824.0f;  // 2^30

// vertices found so far, in a table of open addressing whose size is a power of two
typedef struct VertexTable_ {
  int* slot;  // vertex + 1, 0: free
  uint32_t mask;
  float* vertex;
  int count;
} VertexTable;

static int find_or_add(VertexTable* table, const unsigned char* bytes) {
  uint32_t word[3];
  memcpy(word, bytes, sizeof word);
  uint32_t hash = (word[0] * 0x9E3779B1u) ^ (word[1] * 0x85EBCA77u) ^ (word[2] * 0xC2B2AE3Du);
  hash ^= hash >> 15;
  for (uint32_t at = hash & table->mask;; at = (at + 1) & table->mask) {
    if (!table->slot[at]) {
      memcpy(table->vertex + 3 * table->count, word, sizeof word);
      table->slot[at] = ++table->count;
      return table->count - 1;
    }
    if (memcmp(table->vertex + 3 * (table->slot[at] - 1), word, sizeof word) == 0)
      return table->slot[at] - 1;
  }
}

static int fill(const unsigned char* bytes, int nface, VertexTable* table, int* face, char* error,
                int error_size) {
  for (int i = 0; i < nface; i++) {
    const unsigned char* corner = bytes + HEADER + 4 + (size_t)TRIANGLE * (size_t)i + 12;
    for (int k = 0; k < 3; k++) {
      float xyz[3];
      memcpy(xyz, corner + 12 * k, sizeof xyz);
      for (int j = 0; j < 3; j++) {
        // also true for NaN
        if (!(fabsf(xyz[j]) <= LARGEST)) {
          snprintf(error, (size_t)error_size,
                   "vertex coordinates out of bounds in triangle %d: %g, at most 2^30 expected", i,
                   (double)xyz[j]);
          return -1;
        }
      }
      face[3 * i + k] = find_or_add(table, corner + 12 * k);
    }
  }
  return 0;
}

static int decode(const FcSource* source, FcMeshData* mesh, char* error, int error_size) {
  const unsigned char* bytes = (const unsigned char*)source->bytes;
  int32_t nface;
  if (source->nbyte < HEADER + 4) {
    snprintf(error, (size_t)error_size, "STL header invalid: %zu bytes, at least %d expected",
             source->nbyte, HEADER + 4);
    return -1;
  }
  memcpy(&nface, bytes + HEADER, sizeof nface);
  if (nface < 1 || nface > MOST_FACES) {
    snprintf(error, (size_t)error_size,
             "STL face count must be 1 to %d, but it is %d; is the file ASCII? Binary is expected",
             MOST_FACES, (int)nface);
    return -1;
  }
  size_t expected = HEADER + 4 + (size_t)TRIANGLE * (size_t)nface;
  if (source->nbyte != expected) {
    snprintf(error, (size_t)error_size,
             "STL file size wrong: %zu bytes, %zu expected for %d triangles", source->nbyte,
             expected, (int)nface);
    return -1;
  }

  uint32_t slots = 16;
  while (slots < 6 * (uint32_t)nface)
    slots *= 2;
  VertexTable table = {calloc(slots, sizeof(int)), slots - 1,
                       malloc(9 * sizeof(float) * (size_t)nface), 0};
  mesh->vertex = table.vertex;
  mesh->face = malloc(3 * sizeof(int) * (size_t)nface);
  int status = -1;
  if (table.slot && table.vertex && mesh->face)
    status = fill(bytes, nface, &table, mesh->face, error, error_size);
  else
    snprintf(error, (size_t)error_size, "out of memory for %d triangles", (int)nface);
  free(table.slot);
  mesh->nvertex = table.count;
  mesh->nface = nface;
  return status;
}

static const FcDecoder table = {
    .size = sizeof(FcDecoder), .content_type = "model/stl", .extension = ".stl", .mesh = decode};
static const char* const types[] = {"model/stl", ".stl", NULL};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_DECODER, .name = "stl", .table = &table, .types = types}};

FC_MODULE_WITH(stl, "stl", "1.0.0", "Apache-2.0", NULL, faces, 0, "Meshes from binary STL files",
               NULL)
