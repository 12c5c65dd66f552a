// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Format 2.2: counts, then a record per node and element.

#include <stdlib.h>
#include <string.h>

#include "gmsh.h"

enum { TRIANGLE = 2, TETRAHEDRON = 4 };

// dimension of a type of elements; 0: not supported by flexes
static int dim_of_type(int64_t type) { return type == TRIANGLE ? 2 : type == TETRAHEDRON ? 3 : 0; }

// ---------------------------------------------------------------- text

// A first line that contains only digits.
static int read_count(Gmsh* g, Section* s, int64_t* count) {
  int n = 0;
  *count = 0;
  for (; s->at < s->end && *s->at != '\n'; s->at++, n++) {
    if (*s->at < '0' || *s->at > '9' || n == 18)
      return gmsh_fail(g, "Invalid %s header: a line with nothing but a count expected", s->name);
    *count = 10 * *count + (*s->at - '0');
  }
  return n ? 0 : gmsh_fail(g, "Invalid %s header: a count expected", s->name);
}

static int read_nodes(Gmsh* g) {
  Section* s = &g->nodes;
  int64_t count, tag;
  if (read_count(g, s, &count) || gmsh_make_points(g, s, count, 8))
    return -1;
  for (int i = 0; i < g->flex->npoint; i++) {
    double* x = g->flex->point + 3 * (size_t)i;
    if (gmsh_integer(s, &tag) || gmsh_real(s, x) || gmsh_real(s, x + 1) || gmsh_real(s, x + 2))
      return gmsh_fail(g, "Error reading Nodes: node %d", i);
  }
  return 0;
}

// tag, type, number of tags, two tags if there are any
static int read_element_head(Gmsh* g, int e, int64_t* type) {
  Section* s = &g->elements;
  int64_t tag, ntag, group, entity;
  if (gmsh_integer(s, &tag) || gmsh_integer(s, type) || gmsh_integer(s, &ntag) ||
      (ntag > 0 && (gmsh_integer(s, &group) || gmsh_integer(s, &entity))))
    return gmsh_fail(g, "Error reading Elements: element %d", e);
  return 0;
}

static int read_elements(Gmsh* g) {
  Section* s = &g->elements;
  int64_t count, type, node;
  if (read_count(g, s, &count))
    return -1;

  // the first element determines the kind of all
  Section start = *s;
  if (read_element_head(g, 0, &type))
    return -1;
  *s = start;
  g->flex->dim = dim_of_type(type);
  if (!g->flex->dim)
    return gmsh_fail(g, "elements of type %lld, %d (triangles) or %d (tetrahedra) expected",
                     (long long)type, TRIANGLE, TETRAHEDRON);
  const int n = g->flex->dim + 1;
  if (gmsh_make_elements(g, s, count, 6 + 2 * (size_t)n))
    return -1;
  for (int e = 0; e < g->flex->nelement; e++) {
    if (read_element_head(g, e, &type))
      return -1;
    for (int k = 0; k < n; k++) {
      if (gmsh_integer(s, &node))
        return gmsh_fail(g, "Error reading Elements: element %d", e);
      if (node < 1 || node > g->flex->npoint)
        return gmsh_fail(g, "Invalid node tag: element %d refers to node %lld, of %d", e,
                         (long long)node, g->flex->npoint);
      g->flex->element[n * e + k] = (int)node - 1;
    }
  }
  return 0;
}

int gmsh_read_2_text(Gmsh* g) { return read_nodes(g) || read_elements(g) ? -1 : 0; }

// ---------------------------------------------------------------- binary

// The count at the head of a section. The data begin one byte before the first zero byte among the
// first ten bytes.
static int read_binary_count(Gmsh* g, Section* s, int64_t* count) {
  char text[11] = "";
  const size_t size = (size_t)(s->end - s->at);
  if (size < 10)
    return gmsh_fail(g, "Invalid %s header: %zu bytes", s->name, size);
  memcpy(text, s->at, 10);
  char* end;
  *count = strtoll(text, &end, 10);
  const size_t length = strlen(text);
  if (end == text || *count < 1 || length < 2)
    return gmsh_fail(g, "Invalid %s header: a count expected", s->name);
  s->at += length - 1;
  return 0;
}

static int read_binary_nodes(Gmsh* g) {
  Section* s = &g->nodes;
  const size_t size = (size_t)(s->end - s->at);
  int64_t count;
  int32_t tag;
  if (read_binary_count(g, s, &count))
    return -1;
  if ((uint64_t)count > size || size < 4 + 28 * (uint64_t)count)
    return gmsh_fail(g, "Insufficient byte data, 'Nodes': %zu bytes, %llu expected for %lld nodes",
                     size, (unsigned long long)(4 + 28 * (uint64_t)count), (long long)count);
  if (gmsh_make_points(g, s, count, 28))
    return -1;
  for (int i = 0; i < g->flex->npoint; i++)
    if (gmsh_bytes(s, &tag, sizeof tag) ||
        gmsh_bytes(s, g->flex->point + 3 * (size_t)i, 3 * sizeof(double)))
      return gmsh_fail(g, "Insufficient byte data, 'Nodes': node %d", i);
  return 0;
}

// Node numbers of an element; most: the upper bounds for those of the first element and of the
// others.
static int take_nodes(Gmsh* g, int e, const int32_t* node, int64_t most) {
  const int n = g->flex->dim + 1;
  for (int k = 0; k < n; k++) {
    if (node[k] < 1 || node[k] > most || node[k] > g->flex->npoint)
      return gmsh_fail(g, "Invalid node tag: element %d refers to node %d, 1 to %lld expected", e,
                       (int)node[k], (long long)most);
    g->flex->element[n * e + k] = node[k] - 1;
  }
  return 0;
}

static int read_binary_elements(Gmsh* g) {
  Section* s = &g->elements;
  const size_t size = (size_t)(s->end - s->at);
  int64_t count;
  int32_t head[3], record[8];  // type, elements that follow, number of tags
  if (read_binary_count(g, s, &count))
    return -1;
  if ((uint64_t)count > size || size < 17 + 20 * (uint64_t)count)
    return gmsh_fail(
        g, "Insufficient byte data, 'Elements': %zu bytes, %llu expected for %lld elements", size,
        (unsigned long long)(17 + 20 * (uint64_t)count), (long long)count);
  if (gmsh_bytes(s, head, sizeof head))
    return gmsh_fail(g, "Insufficient byte data, 'Elements' header");
  g->flex->dim = dim_of_type(head[0]);
  if (!g->flex->dim)
    return gmsh_fail(g, "elements of type %d, %d (triangles) or %d (tetrahedra) expected",
                     (int)head[0], TRIANGLE, TETRAHEDRON);
  const int n = g->flex->dim + 1, tagged = head[2] > 0;
  if (gmsh_make_elements(g, s, count, tagged ? 4 * (size_t)(3 + n) : 4 * (size_t)(1 + n)))
    return -1;
  for (int e = 0; e < g->flex->nelement; e++) {
    // tag, two more tags, nodes; or tag, nodes, of the length of a tetrahedron
    const int first = tagged ? 3 : 1, length = tagged ? 3 + n : 5;
    if ((tagged && e && gmsh_bytes(s, head, sizeof head)) ||
        gmsh_bytes(s, record, (size_t)length * sizeof *record))
      return gmsh_fail(g, "Insufficient byte data, 'Elements': element %d", e);
    if (take_nodes(g, e, record + first, e ? count : g->flex->npoint))
      return -1;
  }
  return 0;
}

int gmsh_read_2_binary(Gmsh* g) { return read_binary_nodes(g) || read_binary_elements(g) ? -1 : 0; }
