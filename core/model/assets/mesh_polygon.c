// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Polygons of a convex hull: coplanar triangles merged.
//
// Triangles whose unit normals fall into the same cell of a grid of directions (0.01 rad in the
// angles theta, phi) form a group. A group keeps its directed boundary edges, each with the label
// of the island it belongs to: an edge of a new triangle that meets its opposite cancels with it,
// and a triangle that touches two islands joins them. In the end every island's boundary is
// traversed once. Groups are listed in the order of a chained hash table (below), for agreement
// with existing model files; only the order of polygons depends on it.

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/model/assets/mesh.h"

typedef struct Edge_ {
  int from, to, island;
} Edge;

typedef struct Group_ {
  double theta, phi;
  uint64_t hash;
  Edge* edge;
  int nedge, capacity, nisland;
  struct Group_* next;  // in the list of all groups
} Group;

// All groups are in one list; bucket[k] is the link that leads to the first group of bucket k, and
// the groups of a bucket follow each other.
typedef struct GroupTable_ {
  Group* first;
  Group*** bucket;
  size_t nbucket, count;
} GroupTable;

// ---------------------------------------------------------------- table of groups

static uint64_t hash_number(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return x == 0 ? 0 : bits;
}

// an empty bucket's group goes to the head of the list, another one to the front of its bucket
static void link_group(GroupTable* table, Group* group) {
  size_t k = group->hash % table->nbucket;
  if (table->bucket[k]) {
    group->next = *table->bucket[k];
    *table->bucket[k] = group;
    return;
  }
  group->next = table->first;
  if (group->next)
    table->bucket[group->next->hash % table->nbucket] = &group->next;
  table->first = group;
  table->bucket[k] = &table->first;
}

static size_t next_prime(size_t n) {
  for (;; n++) {
    size_t divisor = 2;
    while (divisor * divisor <= n && n % divisor)
      divisor++;
    if (divisor * divisor > n)
      return n;
  }
}

// More buckets: groups stay in their order, except that one whose bucket has already been met, and
// not just before, moves to the front of that bucket.
static void grow(MeshRecord* m, GroupTable* table) {
  table->nbucket = table->nbucket ? next_prime(2 * table->nbucket + 1) : 2;
  table->bucket = ASSET_NEW(&m->job, Group**, table->nbucket);
  Group *group = table->first, **end = &table->first;
  size_t last = table->nbucket;
  table->first = NULL;
  while (group) {
    Group* next = group->next;
    size_t k = group->hash % table->nbucket;
    if (table->bucket[k] && k != last) {
      group->next = *table->bucket[k];
      *table->bucket[k] = group;
    } else {
      if (!table->bucket[k])
        table->bucket[k] = end;
      group->next = NULL;
      *end = group;
      end = &group->next;
      last = k;
    }
    group = next;
  }
}

static Group* find_group(MeshRecord* m, GroupTable* table, double theta, double phi) {
  uint64_t hash = hash_number(theta) ^ hash_number(phi);
  if (table->nbucket) {
    size_t k = hash % table->nbucket;
    for (Group* g = table->bucket[k] ? *table->bucket[k] : NULL; g && g->hash % table->nbucket == k;
         g = g->next)
      if (g->theta == theta && g->phi == phi)
        return g;
  }
  if (table->count + 1 > table->nbucket)
    grow(m, table);
  Group* group = ASSET_NEW(&m->job, Group, 1);
  group->theta = theta;
  group->phi = phi;
  group->hash = hash;
  link_group(table, group);
  table->count++;
  return group;
}

// ---------------------------------------------------------------- merging

static void add_edge(MeshRecord* m, Group* g, int from, int to, int island) {
  if (g->nedge == g->capacity) {
    g->capacity = g->capacity ? 2 * g->capacity : 6;
    Edge* larger = ASSET_NEW(&m->job, Edge, g->capacity);
    if (g->nedge)
      memcpy(larger, g->edge, (size_t)g->nedge * sizeof *larger);
    g->edge = larger;
  }
  g->edge[g->nedge++] = (Edge){from, to, island};
}

// removes the opposite of an edge from the list; returns its label, or -1
static int take_opposite(Group* g, int from, int to) {
  for (int i = 0; i < g->nedge; i++) {
    if (g->edge[i].from != to || g->edge[i].to != from)
      continue;
    int island = g->edge[i].island;
    memmove(g->edge + i, g->edge + i + 1, (size_t)(g->nedge - i - 1) * sizeof *g->edge);
    g->nedge--;
    return island;
  }
  return -1;
}

// merges the islands a and b; labels stay without gaps
static int join_islands(Group* g, int a, int b) {
  if (a == b)
    return a;
  int low = a < b ? a : b, high = a < b ? b : a;
  for (int i = 0; i < g->nedge; i++)
    if (g->edge[i].island == high)
      g->edge[i].island = low;
    else if (g->edge[i].island > high)
      g->edge[i].island--;
  g->nisland--;
  return low;
}

static void add_triangle(MeshRecord* m, Group* g, const int v[3]) {
  int island = -1, matched[3];
  for (int k = 0; k < 3; k++) {
    int other = take_opposite(g, v[k], v[(k + 1) % 3]);
    matched[k] = other >= 0;
    if (other >= 0)
      island = island < 0 ? other : join_islands(g, island, other);
  }
  if (island < 0)
    island = g->nisland++;
  for (int k = 0; k < 3; k++)
    if (!matched[k])
      add_edge(m, g, v[k], v[(k + 1) % 3], island);
}

// direction of a triangle in the grid; 0 when it has none
static int direction(const MeshRecord* m, const int v[3], double* theta, double* phi) {
  double n[3], center[3];
  const double *a = mesh_vertex(m, v[0]), *b = mesh_vertex(m, v[1]), *c = mesh_vertex(m, v[2]);
  if (mesh_triangle(n, center, a, b, c) == 0)
    return 0;
  for (int i = 0; i < 3; i++)
    n[i] += 0.0;  // avoid negative zeros
  if (fabs(n[2]) > 1 - 1e-7) {
    *theta = 0;
    *phi = n[2] < 0 ? round(mjPI / 0.01) : 0;
  } else {
    *theta = round(atan2(n[1], n[0]) / 0.01);
    *phi = round(acos(n[2]) / 0.01);
  }
  return 1;
}

// ---------------------------------------------------------------- walking the boundaries

typedef struct Polygons_ {
  int *adr, *num, *vert;
  int npoly, nvert;
} Polygons;

static void close_polygon(Polygons* p, int n) {
  p->adr[p->npoly] = p->nvert;
  p->num[p->npoly++] = n;
  p->nvert += n;
}

// follows the boundary of one island; a path that does not close is dropped
static void walk(const Group* g, int island, Polygons* p) {
  int *path = p->vert + p->nvert, n = 0, first = 0;
  while (first < g->nedge && g->edge[first].island != island)
    first++;
  if (first == g->nedge)
    return;
  path[n++] = g->edge[first].from;
  path[n++] = g->edge[first].to;
  while (n <= g->nedge) {
    int next = 1;
    while (next < g->nedge && (g->edge[next].island != island || g->edge[next].from != path[n - 1]))
      next++;
    if (next >= g->nedge)
      return;
    if (g->edge[next].to == path[0]) {
      if (n >= 3)
        close_polygon(p, n);
      return;
    }
    path[n++] = g->edge[next].to;
  }
}

static void outline(const Group* g, Polygons* p) {
  if (g->nedge == 3) {
    for (int k = 0; k < 3; k++)
      p->vert[p->nvert + k] = g->edge[k].from;
    close_polygon(p, 3);
    return;
  }
  for (int island = 0; island < g->nisland; island++)
    walk(g, island, p);
}

// for each vertex the polygons that contain it
static void map_vertices(MeshRecord* m) {
  m->polymapadr = ASSET_NEW(&m->job, int, m->nvert);
  m->polymapnum = ASSET_NEW(&m->job, int, m->nvert);
  m->polymap = ASSET_NEW(&m->job, int, m->npolyvert);
  for (int i = 0; i < m->npolyvert; i++)
    m->polymapnum[m->polyvert[i]]++;
  for (int i = 0, adr = 0; i < m->nvert; adr += m->polymapnum[i++])
    m->polymapadr[i] = adr;
  int* used = ASSET_NEW(&m->job, int, m->nvert);
  for (int p = 0; p < m->npoly; p++) {
    for (int k = 0; k < m->polyvertnum[p]; k++) {
      int v = m->polyvert[m->polyvertadr[p] + k];
      m->polymap[m->polymapadr[v] + used[v]++] = p;
    }
  }
  m->npolymap = m->npolyvert;
}

void mesh_merge_polygons(MeshRecord* m) {
  GroupTable table = {NULL, NULL, 0, 0};
  for (int i = 0; i < m->nhullface; i++) {
    double theta, phi;
    const int* v = m->hullface + 3 * i;
    if (direction(m, v, &theta, &phi))
      add_triangle(m, find_group(m, &table, theta, phi), v);
  }

  // a path visits every edge of its group once at most, and closing needs room for one more
  size_t room = 0, islands = 0;
  for (const Group* g = table.first; g; g = g->next) {
    room += (size_t)(g->nedge + 2);
    islands += (size_t)g->nisland;
  }
  Polygons p = {ASSET_NEW(&m->job, int, islands), ASSET_NEW(&m->job, int, islands),
                ASSET_NEW(&m->job, int, room + 2), 0, 0};
  for (const Group* g = table.first; g; g = g->next)
    outline(g, &p);
  m->npoly = p.npoly;
  m->npolyvert = p.nvert;
  m->polyvertadr = p.adr;
  m->polyvertnum = p.num;
  m->polyvert = p.vert;
  map_vertices(m);
}
