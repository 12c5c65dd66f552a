// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.facets: a decoder of meshes. A line "v x y z" is a vertex, "f i j k" a triangle of vertices
// counted from 1, counter-clockwise seen from outside. To read another format, replace `decode`,
// and the ending and the content type in `table` and `types`.
//
//     <asset><mesh file="tetrahedron.facets"/></asset>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/decoder.h>
#include <fulcrum/layout.h>

static int count_lines(const char* bytes, const char* word) {
  int n = strncmp(bytes, word, 2) == 0;
  for (const char* at = bytes; (at = strchr(at, '\n')); at++)
    n += strncmp(at + 1, word, 2) == 0;
  return n;
}

static int read_line(FcMeshData* mesh, const char* at) {
  int* f = mesh->face + 3 * mesh->nface;
  float* v = mesh->vertex + 3 * mesh->nvertex;
  if (strncmp(at, "v ", 2) == 0) {
    mesh->nvertex++;
    return sscanf(at + 2, "%f %f %f", v, v + 1, v + 2) == 3;
  }
  if (strncmp(at, "f ", 2) == 0) {
    mesh->nface++;
    if (sscanf(at + 2, "%d %d %d", f, f + 1, f + 2) != 3)
      return 0;
    for (int i = 0; i < 3; i++)
      f[i]--;
  }
  return 1;
}

static int decode(const FcSource* source, FcMeshData* mesh, char* error, int error_size) {
  const size_t nv = (size_t)count_lines(source->bytes, "v "),
               nf = (size_t)count_lines(source->bytes, "f ");
  mesh->vertex = malloc((3 * nv + 1) * sizeof(float));
  mesh->face = malloc((3 * nf + 1) * sizeof(int));
  if (!mesh->vertex || !mesh->face) {
    snprintf(error, (size_t)error_size, "out of memory");
    return -1;
  }
  int line = 1;
  for (const char* at = source->bytes; at && *at; line++) {
    if (!read_line(mesh, at)) {
      snprintf(error, (size_t)error_size, "line %d: three numbers are expected", line);
      return -1;
    }
    at = strchr(at, '\n');
    at = at ? at + 1 : NULL;
  }
  return 0;
}

static const FcDecoder table = {.size = sizeof(FcDecoder),
                                .content_type = "model/facets",
                                .extension = ".facets",
                                .mesh = decode};
static const char* const types[] = {".facets", "model/facets", NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_DECODER,
                                .name = "acme.facets",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(acme_facets, "acme.facets", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A decoder of meshes", NULL)
