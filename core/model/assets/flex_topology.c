// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Connectivity of a flex.
//
// Edges are numbered by their first appearance while the elements are scanned in order; a table of
// vertex pairs finds the ones seen before, so the work is linear. The surface is found by sorting
// the fragments of all elements (end points, sides, faces) by their vertices: one that appears once
// is on the surface, two that are equal connect their elements.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/model/assets/flex.h"

#define REGION_NEW(region, type, count) ((type*)region_alloc(region, (size_t)(count), sizeof(type)))

static const int edges1[] = {0, 1};
static const int edges2[] = {1, 2, 2, 0, 0, 1};
static const int edges3[] = {0, 1, 1, 2, 2, 0, 2, 3, 0, 3, 1, 3};

static const int fragments1[] = {0, 1};
static const int fragments2[] = {0, 1, 2, 0, 1, 2};
static const int fragments3[] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};

int flex_local_edges(int dim) { return dim == 1 ? 1 : dim == 2 ? 3 : 6; }

const int* flex_edge_table(int dim) { return dim == 1 ? edges1 : dim == 2 ? edges2 : edges3; }

void flex_orient(FlexTopology* f, const double* x) {
  for (int e = 0; f->dim == 3 && e < f->nelem; e++) {
    int* v = f->elem + 4 * (size_t)e;
    double a[3], b[3], c[3];
    for (int i = 0; i < 3; i++) {
      a[i] = x[3 * (size_t)v[1] + i] - x[3 * (size_t)v[0] + i];
      b[i] = x[3 * (size_t)v[2] + i] - x[3 * (size_t)v[0] + i];
      c[i] = x[3 * (size_t)v[3] + i] - x[3 * (size_t)v[0] + i];
    }
    const double volume = (a[1] * b[2] - a[2] * b[1]) * c[0] + (a[2] * b[0] - a[0] * b[2]) * c[1] +
                          (a[0] * b[1] - a[1] * b[0]) * c[2];
    if (volume > 0) {
      const int second = v[1];
      v[1] = v[2];
      v[2] = second;
    }
  }
}

// ---------------------------------------------------------------- edges

// numbers of edges by their vertices: open addressing, a power of two of slots, -1: free
typedef struct EdgeTable_ {
  int* slot;
  size_t mask;
} EdgeTable;

// the slot of a pair (low, high): the one that holds it, or the free one where it is to be inserted
static int* find_edge(const EdgeTable* table, const int* edge, int low, int high) {
  uint64_t h = ((uint64_t)(uint32_t)low << 32 | (uint32_t)high) * UINT64_C(0x9E3779B97F4A7C15);
  for (size_t i = (size_t)(h >> 20) & table->mask;; i = (i + 1) & table->mask) {
    const int e = table->slot[i];
    if (e < 0 || (edge[2 * (size_t)e] == low && edge[2 * (size_t)e + 1] == high))
      return table->slot + i;
  }
}

// The vertex of a triangle opposite to its edge k, which has the same number.
static void add_flap(FlexTopology* f, int edge, int is_new, int opposite) {
  int* flap = f->flap + 2 * (size_t)edge;
  flap[is_new ? 0 : 1] = opposite;
}

static int number_edges(RegionBlock** region, FlexTopology* f) {
  const int local = flex_local_edges(f->dim), *table = flex_edge_table(f->dim);
  const size_t most = (size_t)f->nelem * (size_t)local;
  EdgeTable edges = {.mask = 15};
  while (edges.mask < 2 * most)
    edges.mask = 2 * edges.mask + 1;
  edges.slot = REGION_NEW(region, int, edges.mask + 1);
  f->edge = REGION_NEW(region, int, 2 * most);
  f->ends = REGION_NEW(region, int, 2 * most);
  f->flap = REGION_NEW(region, int, 2 * most);
  f->elemedge = REGION_NEW(region, int, most);
  if (!edges.slot || !f->edge || !f->ends || !f->flap || !f->elemedge)
    return -1;
  memset(edges.slot, -1, (edges.mask + 1) * sizeof *edges.slot);
  memset(f->flap, -1, 2 * most * sizeof *f->flap);
  for (int e = 0; e < f->nelem; e++) {
    const int* v = f->elem + (size_t)e * (size_t)(f->dim + 1);
    for (int k = 0; k < local; k++) {
      const int a = v[table[2 * k]], b = v[table[2 * k + 1]];
      const int low = a < b ? a : b, high = a < b ? b : a;
      int* slot = find_edge(&edges, f->edge, low, high);
      const int is_new = *slot < 0;
      if (is_new) {
        const size_t at = 2 * (size_t)f->nedge;
        f->edge[at] = low;
        f->edge[at + 1] = high;
        f->ends[at] = a;
        f->ends[at + 1] = b;
        *slot = f->nedge++;
      }
      f->elemedge[(size_t)e * (size_t)local + (size_t)k] = *slot;
      if (f->dim == 2)
        add_flap(f, *slot, is_new, v[k]);
    }
  }
  return 0;
}

// ---------------------------------------------------------------- surface

typedef struct Fragment_ {
  int sorted[3];  // vertices, ascending; unused ones are 0
  int elem;
  int vert[3];  // as the element lists them
  int dim;
} Fragment;

static void sort_vertices(int* v, int n) {
  for (int i = 1; i < n; i++) {
    for (int j = i; j > 0 && v[j - 1] > v[j]; j--) {
      const int x = v[j];
      v[j] = v[j - 1];
      v[j - 1] = x;
    }
  }
}

static int same_place(const Fragment* a, const Fragment* b) {
  return memcmp(a->sorted, b->sorted, sizeof a->sorted) == 0;
}

// no two are equal: vertices of an element are distinct, so its fragments differ
static int compare(const void* pa, const void* pb) {
  const Fragment *a = pa, *b = pb;
  for (int i = 0; i < 3; i++)
    if (a->sorted[i] != b->sorted[i])
      return a->sorted[i] < b->sorted[i] ? -1 : 1;
  return a->elem < b->elem ? -1 : 1;
}

static void list_fragments(const FlexTopology* f, Fragment* list) {
  const int dim = f->dim, *table = dim == 1 ? fragments1 : dim == 2 ? fragments2 : fragments3;
  for (int e = 0; e < f->nelem; e++) {
    for (int k = 0; k <= dim; k++) {
      Fragment* g = list++;
      *g = (Fragment){.elem = e, .dim = dim};
      for (int i = 0; i < dim; i++)
        g->sorted[i] = g->vert[i] = f->elem[(size_t)e * (size_t)(dim + 1) + table[dim * k + i]];
      sort_vertices(g->sorted, dim);
    }
  }
}

// the vertex of an element that is not in a fragment of it
static int left_out(const FlexTopology* f, const Fragment* g) {
  const int* v = f->elem + (size_t)g->elem * (size_t)(f->dim + 1);
  for (int i = 0; i <= f->dim; i++) {
    int inside = 0;
    for (int k = 0; k < f->dim; k++)
      inside |= v[i] == g->vert[k];
    if (!inside)
      return v[i];
  }
  return v[0];
}

// Layers by breadth-first search from the surface. Elements that cannot be reached keep -1, which
// requires a closed mesh without any surface.
static int number_layers(RegionBlock** region, FlexTopology* f, const Fragment* list, size_t n,
                         const unsigned char* border) {
  size_t* first = REGION_NEW(region, size_t, f->nelem + 1);
  int* queue = REGION_NEW(region, int, f->nelem);
  int* next = REGION_NEW(region, int, 2 * n);
  if (!first || !queue || !next)
    return -1;

  // neighbours by element
  for (size_t i = 1; i < n; i++) {
    if (same_place(list + i - 1, list + i)) {
      first[list[i - 1].elem + 1]++;
      first[list[i].elem + 1]++;
    }
  }
  for (int e = 0; e < f->nelem; e++)
    first[e + 1] += first[e];
  size_t* used = REGION_NEW(region, size_t, f->nelem);
  if (!used)
    return -1;
  for (size_t i = 1; i < n; i++) {
    if (same_place(list + i - 1, list + i)) {
      const int a = list[i - 1].elem, b = list[i].elem;
      next[first[a] + used[a]++] = b;
      next[first[b] + used[b]++] = a;
    }
  }
  int head = 0, tail = 0;
  for (int e = 0; e < f->nelem; e++) {
    f->elemlayer[e] = border[e] ? 0 : -1;
    if (border[e])
      queue[tail++] = e;
  }
  while (head < tail) {
    const int e = queue[head++];
    for (size_t i = first[e]; i < first[e + 1]; i++) {
      if (f->elemlayer[next[i]] < 0) {
        f->elemlayer[next[i]] = f->elemlayer[e] + 1;
        queue[tail++] = next[i];
      }
    }
  }
  return 0;
}

static int find_surface(RegionBlock** region, FlexTopology* f) {
  const size_t n = (size_t)f->nelem * (size_t)(f->dim + 1), dim = (size_t)f->dim;
  Fragment* list = malloc(n * sizeof *list);
  unsigned char* border = REGION_NEW(region, unsigned char, f->nelem);
  f->shell = REGION_NEW(region, int, n* dim);
  f->elemlayer = REGION_NEW(region, int, f->nelem);
  f->evpair = REGION_NEW(region, int, dim < 3 ? 4 * n : 1);
  if (!list || !border || !f->shell || !f->elemlayer || !f->evpair) {
    free(list);
    return -1;
  }
  list_fragments(f, list);
  qsort(list, n, sizeof *list, compare);
  for (size_t i = 0; i < n; i++) {
    if ((i && same_place(list + i - 1, list + i)) ||
        (i + 1 < n && same_place(list + i, list + i + 1)))
      continue;
    memcpy(f->shell + dim * (size_t)f->nshell++, list[i].vert, dim * sizeof *f->shell);
    border[list[i].elem] = 1;
  }
  for (size_t i = 1; dim < 3 && i < n; i++) {
    const Fragment *a = list + i - 1, *b = list + i;
    if (!same_place(a, b) || (!border[a->elem] && !border[b->elem]))
      continue;
    int* pair = f->evpair + 2 * (size_t)f->nevpair;
    pair[0] = b->elem;
    pair[1] = left_out(f, a);
    pair[2] = a->elem;
    pair[3] = left_out(f, b);
    f->nevpair += 2;
  }
  const int status = dim == 3 ? number_layers(region, f, list, n, border) : 0;
  free(list);
  return status;
}

int flex_topology(RegionBlock** region, FlexTopology* f) {
  return number_edges(region, f) || find_surface(region, f) ? -1 : 0;
}
