// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// MSH: four little-endian counts (vertices, normals, texture coordinates, triangles), then the four
// arrays without gaps. Normals and texture coordinates belong to vertices: none, or one each.

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/decoder.h>
#include <fulcrum/module.h>

enum { HEADER = 16 };

static int check(const FcSource* source, const int32_t n[4], char* error, int error_size) {
  if (n[0] < 4 || n[1] < 0 || n[2] < 0 || n[3] < 0 || (n[1] > 0 && n[1] != n[0]) ||
      (n[2] > 0 && n[2] != n[0])) {
    snprintf(error, (size_t)error_size,
             "invalid MSH sizes: %d vertices (at least 4 expected), %d normals and %d texture "
             "coordinates (none or one per vertex expected), %d faces",
             (int)n[0], (int)n[1], (int)n[2], (int)n[3]);
    return -1;
  }
  if (n[0] >= INT_MAX / 12 || n[1] >= INT_MAX / 12 || n[2] >= INT_MAX / 8 || n[3] >= INT_MAX / 12) {
    snprintf(error, (size_t)error_size, "MSH sizes too large: %d vertices, %d faces", (int)n[0],
             (int)n[3]);
    return -1;
  }
  size_t expected =
      HEADER + 12 * (size_t)n[0] + 12 * (size_t)n[1] + 8 * (size_t)n[2] + 12 * (size_t)n[3];
  if (source->nbyte != expected) {
    snprintf(error, (size_t)error_size,
             "MSH file size does not match: %zu bytes, %zu expected by its header", source->nbyte,
             expected);
    return -1;
  }
  return 0;
}

// copy of n bytes that may lie at any address; NULL for none
static void* copy(const char** from, size_t n, int* failed) {
  if (!n)
    return NULL;
  void* to = malloc(n);
  if (to)
    memcpy(to, *from, n);
  *failed |= !to;
  *from += n;
  return to;
}

static int decode(const FcSource* source, FcMeshData* mesh, char* error, int error_size) {
  int32_t n[4];
  if (source->nbyte < HEADER) {
    snprintf(error, (size_t)error_size, "MSH header missing: %zu bytes, at least %d expected",
             source->nbyte, HEADER);
    return -1;
  }
  memcpy(n, source->bytes, sizeof n);
  if (check(source, n, error, error_size))
    return -1;

  const char *at = source->bytes + HEADER, *same;
  int failed = 0;
  size_t corners = 12 * (size_t)n[3];
  mesh->vertex = copy(&at, 12 * (size_t)n[0], &failed);
  mesh->normal = copy(&at, 12 * (size_t)n[1], &failed);
  mesh->texcoord = copy(&at, 8 * (size_t)n[2], &failed);
  mesh->facenormal = copy(&(const char*){at}, n[1] ? corners : 0, &failed);
  same = at;
  mesh->facetexcoord = copy(&same, n[2] ? corners : 0, &failed);
  mesh->face = copy(&at, corners, &failed);
  mesh->nvertex = n[0];
  mesh->nnormal = n[1];
  mesh->ntexcoord = n[2];
  mesh->nface = n[3];
  mesh->bind_to_vertex = 1;
  if (failed)
    snprintf(error, (size_t)error_size, "out of memory for %zu bytes", source->nbyte);
  return failed ? -1 : 0;
}

static const FcDecoder table = {.size = sizeof(FcDecoder),
                                .content_type = "model/vnd.mujoco.msh",
                                .extension = "",
                                .mesh = decode};
static const char* const types[] = {"model/vnd.mujoco.msh", NULL};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_DECODER, .name = "msh", .table = &table, .types = types}};

FC_MODULE_WITH(msh, "msh", "1.0.0", "Apache-2.0", NULL, faces, 0,
               "Meshes from MSH files, a binary format of MuJoCo", NULL)
