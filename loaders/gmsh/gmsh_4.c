// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Format 4.1: a header of four sizes for the section and four numbers for its only block, then
// tags, coordinates, elements. In binary files sizes and tags have eight bytes, the three numbers
// that identify the entity four.

#include "gmsh.h"

// numbers before the data of a section
typedef struct Header_ {
  int64_t nblock, count, low, high;     // of the section
  int64_t dim, tag, kind, block_count;  // of the block; kind: parametric, or type of elements
} Header;

static int read_size(Section* s, int binary, int64_t* value) {
  uint64_t v;
  if (!binary)
    return gmsh_integer(s, value);
  if (gmsh_bytes(s, &v, sizeof v))
    return -1;
  *value = v > INT64_MAX ? INT64_MAX : (int64_t)v;
  return 0;
}

static int read_number(Section* s, int binary, int64_t* value) {
  int32_t v;
  if (!binary)
    return gmsh_integer(s, value);
  if (gmsh_bytes(s, &v, sizeof v))
    return -1;
  *value = v;
  return 0;
}

static int read_header(Gmsh* g, Section* s, int binary, Header* h) {
  if (read_size(s, binary, &h->nblock) || read_size(s, binary, &h->count) ||
      read_size(s, binary, &h->low) || read_size(s, binary, &h->high) ||
      read_number(s, binary, &h->dim) || read_number(s, binary, &h->tag) ||
      read_number(s, binary, &h->kind) || read_size(s, binary, &h->block_count))
    return gmsh_fail(g, binary ? "Insufficient byte data, '%s' header" : "Error reading %s header",
                     s->name);
  if (h->nblock != 1 || h->count != h->block_count)
    return gmsh_fail(g,
                     "all %s must be in a single block: %lld blocks, %lld in all, %lld in the "
                     "first",
                     s->name, (long long)h->nblock, (long long)h->count, (long long)h->block_count);
  return 0;
}

static int read_nodes(Gmsh* g, int binary, Header* h) {
  Section* s = &g->nodes;
  if (read_header(g, s, binary, h))
    return -1;
  if (!binary && h->high != h->block_count)
    return gmsh_fail(g, "maximum node tag must equal the number of nodes in the block: %lld, %lld",
                     (long long)h->high, (long long)h->block_count);
  if (h->dim < 1 || h->dim > 3)
    return gmsh_fail(g, "entity must be 1D, 2D or 3D: %lld", (long long)h->dim);
  g->flex->dim = (int)h->dim;
  if (gmsh_make_points(g, s, h->count, binary ? 32 : 8))
    return -1;
  for (int i = 0; i < g->flex->npoint; i++) {
    int64_t tag;
    if (read_size(s, binary, &tag))
      return gmsh_fail(g, "Error reading node tags: node %d", i);
    if (tag < h->low || tag - h->low != i)
      return gmsh_fail(g, "Node tags must be sequential: node %d has the tag %lld, the first %lld",
                       i, (long long)tag, (long long)h->low);
  }
  for (int i = 0; i < 3 * g->flex->npoint; i++) {
    double* x = g->flex->point + i;
    if (binary ? gmsh_bytes(s, x, sizeof *x) : gmsh_real(s, x))
      return gmsh_fail(g, "Error reading node coordinates: node %d", i / 3);
  }
  return 0;
}

static int read_elements(Gmsh* g, int binary, const Header* nodes) {
  static const int type_of_dim[] = {0, 1, 2, 4};
  Section* s = &g->elements;
  Header h;
  if (read_header(g, s, binary, &h))
    return -1;
  if (h.dim != nodes->dim)
    return gmsh_fail(g, "Inconsistent dimensionality in Elements: %lld, %lld in Nodes",
                     (long long)h.dim, (long long)nodes->dim);
  const int dim = g->flex->dim;
  if (h.kind != type_of_dim[dim])
    return gmsh_fail(g, "Element type inconsistent with dimensionality: type %lld, %d expected",
                     (long long)h.kind, type_of_dim[dim]);
  if (gmsh_make_elements(g, s, h.count, binary ? 8 * (size_t)(dim + 2) : 2 * (size_t)(dim + 2)))
    return -1;
  for (int e = 0; e < g->flex->nelement; e++) {
    int64_t tag;
    for (int k = -1; k <= dim; k++) {
      if (read_size(s, binary, &tag))
        return gmsh_fail(g, "Error reading Elements: element %d", e);
      if (k < 0)
        continue;
      if (tag < nodes->low || tag - nodes->low >= g->flex->npoint)
        return gmsh_fail(g, "element %d refers to node %lld, which is not in Nodes", e,
                         (long long)tag);
      g->flex->element[(dim + 1) * e + k] = (int)(tag - nodes->low);
    }
  }
  return 0;
}

int gmsh_read_4(Gmsh* g, int binary) {
  Header nodes;
  return read_nodes(g, binary, &nodes) || read_elements(g, binary, &nodes) ? -1 : 0;
}
