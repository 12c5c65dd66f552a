// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Signed distance of a mesh on an adaptive octree.
//
// Cells that a triangle passes through are divided, breadth first, down to level 6. Then leaves are
// divided until face neighbours differ by one level at most. Distances are known at the corners of
// cells, which neighbours share. A corner of a fine cell that lies on a face of a coarser one
// without being its corner is hanging: its value is interpolated from the coarse corners, so that
// the field has no jumps between leaves. The sign at a point is that of the side of the nearest
// triangle on which it lies.

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <fulcrum/math.h>

#include "core/model/assets/mesh.h"

enum { DEEPEST = 6 };

typedef struct Cell_ {
  double low[3], high[3];
  int level, parent, first;  // first of 8 children, -1: leaf
  int corner[8];             // numbers of Corner
} Cell;

typedef struct CornerPoint_ {
  double pos[3], value;
  int nsource, source[4];  // a hanging corner is the mean of these
  int known;
  int next;  // in its chain of the table
} CornerPoint;

typedef struct Octree_ {
  MeshRecord* m;
  Cell* cell;
  int ncell, cell_capacity;
  CornerPoint* corner;
  int ncorner, corner_capacity;
  int* chain;  // by hash of the position; -1: empty
  uint32_t nchain;
} Octree;

// ---------------------------------------------------------------- corners

static uint32_t hash_position(const double pos[3]) {
  uint64_t h = 0xcbf29ce484222325u;
  for (int i = 0; i < 3; i++) {
    uint64_t bits;
    memcpy(&bits, pos + i, sizeof bits);
    h = (h ^ bits) * 0x9E3779B97F4A7C15u;
    h ^= h >> 29;
  }
  return (uint32_t)(h >> 16);
}

static void rehash(Octree* t) {
  t->nchain = t->nchain ? 4 * t->nchain : 4096;
  t->chain = ASSET_NEW(&t->m->job, int, t->nchain);
  for (uint32_t i = 0; i < t->nchain; i++)
    t->chain[i] = -1;
  for (int i = 0; i < t->ncorner; i++) {
    int* head = t->chain + (hash_position(t->corner[i].pos) & (t->nchain - 1));
    t->corner[i].next = *head;
    *head = i;
  }
}

static int corner_at(Octree* t, const double pos[3]) {
  if ((uint32_t)t->ncorner >= t->nchain)
    rehash(t);
  int* head = t->chain + (hash_position(pos) & (t->nchain - 1));
  for (int i = *head; i >= 0; i = t->corner[i].next) {
    const double* p = t->corner[i].pos;
    if (p[0] == pos[0] && p[1] == pos[1] && p[2] == pos[2])
      return i;
  }
  if (t->ncorner == t->corner_capacity)
    t->corner =
        asset_grown(&t->m->job, t->corner, t->ncorner, &t->corner_capacity, sizeof *t->corner);
  CornerPoint* c = t->corner + t->ncorner;
  memcpy(c->pos, pos, sizeof c->pos);
  c->next = *head;
  *head = t->ncorner;
  return t->ncorner++;
}

// ---------------------------------------------------------------- cells

static int add_cell(Octree* t, const double low[3], const double high[3], int level, int parent) {
  if (t->ncell == t->cell_capacity)
    t->cell = asset_grown(&t->m->job, t->cell, t->ncell, &t->cell_capacity, sizeof *t->cell);
  Cell* c = t->cell + t->ncell;
  memcpy(c->low, low, sizeof c->low);
  memcpy(c->high, high, sizeof c->high);
  c->level = level;
  c->parent = parent;
  c->first = -1;
  for (int k = 0; k < 8; k++) {
    double pos[3];
    for (int i = 0; i < 3; i++)
      pos[i] = k >> i & 1 ? high[i] : low[i];
    t->cell[t->ncell].corner[k] = corner_at(t, pos);
  }
  return t->ncell++;
}

static void divide(Octree* t, int n) {
  Cell parent = t->cell[n];
  int first = t->ncell;
  for (int k = 0; k < 8; k++) {
    double low[3], high[3];
    for (int i = 0; i < 3; i++) {
      double middle = (parent.low[i] + parent.high[i]) / 2;
      low[i] = k >> i & 1 ? middle : parent.low[i];
      high[i] = k >> i & 1 ? parent.high[i] : middle;
    }
    add_cell(t, low, high, parent.level + 1, n);
  }
  t->cell[n].first = first;
}

// ---------------------------------------------------------------- triangles in cells

// an edge against the box in the plane of two axes
static int edge_misses(const double v[2], const double e[2], double turn, const double p[2],
                       const double d[2]) {
  double n[2] = {-e[1] * turn, e[0] * turn};
  double reach = fmax(0, d[0] * n[0]) + fmax(0, d[1] * n[1]);
  return n[0] * (p[0] - v[0]) + n[1] * (p[1] - v[1]) + reach < 0;
}

// conservative overlap of a triangle and a box: bounds, plane, three projections
static int overlaps(const double* v[3], const double low[3], const double high[3]) {
  double d[3], edge[3][3], n[3], n1 = 0, n2 = 0;
  for (int i = 0; i < 3; i++) {
    if (v[0][i] < low[i] && v[1][i] < low[i] && v[2][i] < low[i])
      return 0;
    if (v[0][i] > high[i] && v[1][i] > high[i] && v[2][i] > high[i])
      return 0;
    d[i] = high[i] - low[i];
    for (int k = 0; k < 3; k++)
      edge[k][i] = v[(k + 1) % 3][i] - v[k][i];
  }
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    n[i] = edge[0][j] * edge[1][k] - edge[0][k] * edge[1][j];
  }
  for (int i = 0; i < 3; i++) {
    double critical = n[i] > 0 ? d[i] : 0;
    n1 += n[i] * (low[i] + critical - v[0][i]);
    n2 += n[i] * (low[i] + d[i] - critical - v[0][i]);
  }
  if (n1 * n2 > 0)
    return 0;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    double turn = n[i] >= 0 ? 1 : -1, p[2] = {low[j], low[k]}, size[2] = {d[j], d[k]};
    for (int l = 0; l < 3; l++)
      if (edge_misses((double[2]){v[l][j], v[l][k]}, (double[2]){edge[l][j], edge[l][k]}, turn, p,
                      size))
        return 0;
  }
  return 1;
}

typedef struct Triangles_ {
  const int* id;
  int n;
} Triangles;

// the triangles of a list that intersect a cell
static Triangles meeting(Octree* t, const Cell* c, Triangles from) {
  const MeshRecord* m = t->m;
  int n = 0, *id = ASSET_NEW(&t->m->job, int, from.n);
  for (int i = 0; i < from.n; i++) {
    const int* f = m->face + 3 * from.id[i];
    const double* v[3] = {mesh_vertex(m, f[0]), mesh_vertex(m, f[1]), mesh_vertex(m, f[2])};
    if (overlaps(v, c->low, c->high))
      id[n++] = from.id[i];
  }
  return (Triangles){id, n};
}

// breadth first; a cell keeps the list of its parent until it is processed
static void divide_along_surface(Octree* t) {
  MeshRecord* m = t->m;
  int capacity = 0;
  Triangles* list = NULL;
  double low[3], high[3];
  int* all = ASSET_NEW(&m->job, int, m->nface);
  for (int i = 0; i < m->nface; i++)
    all[i] = i;
  for (int i = 0; i < 3; i++) {
    double center = (m->low[i] + m->high[i]) / 2, half = 1.1 * (m->high[i] - m->low[i]) / 2;
    low[i] = center - half;
    high[i] = center + half;
  }
  add_cell(t, low, high, 0, -1);
  list = asset_grown(&m->job, NULL, 0, &capacity, sizeof *list);
  list[0] = (Triangles){all, m->nface};
  for (int n = 0; n < t->ncell; n++) {
    if (t->cell[n].level >= DEEPEST)
      continue;
    Triangles own = meeting(t, t->cell + n, list[n]);
    if (!own.n)
      continue;
    divide(t, n);
    while (capacity < t->ncell)
      list = asset_grown(&m->job, list, capacity, &capacity, sizeof *list);
    for (int k = t->ncell - 8; k < t->ncell; k++)
      list[k] = own;
  }
}

// ---------------------------------------------------------------- neighbours

// The leaf beyond face (axis, side) of a leaf, -1 at the border: up to the common ancestor, then
// down towards the leaf's centre.
static int neighbor(const Octree* t, int n, int axis, int side) {
  const Cell* leaf = t->cell + n;
  int at = n;
  while (at >= 0) {
    int parent = t->cell[at].parent;
    if (parent < 0)
      return -1;
    int child = at - t->cell[parent].first;
    at = parent;
    if ((child >> axis & 1) != side)
      break;
  }
  int entered = 0;
  while (t->cell[at].first >= 0) {
    int child = 0;
    for (int i = 0; i < 3; i++) {
      double middle = (t->cell[at].low[i] + t->cell[at].high[i]) / 2;
      double center = (leaf->low[i] + leaf->high[i]) / 2;
      int upper = i == axis ? (entered ? !side : side) : center > middle;
      child |= upper << i;
    }
    entered = 1;
    at = t->cell[at].first + child;
  }
  return at;
}

static void balance(Octree* t) {
  for (int changed = 1; changed;) {
    int nsplit = 0, *split = ASSET_NEW(&t->m->job, int, 6 * (size_t)t->ncell);
    for (int n = 0; n < t->ncell; n++) {
      if (t->cell[n].first >= 0)
        continue;
      for (int k = 0; k < 6; k++) {
        int other = neighbor(t, n, k / 2, k % 2);
        if (other < 0)
          continue;
        if (t->cell[other].level > t->cell[n].level + 1)
          split[nsplit++] = n;
        if (t->cell[n].level > t->cell[other].level + 1)
          split[nsplit++] = other;
      }
    }
    changed = nsplit > 0;
    for (int i = 0; i < nsplit; i++)
      if (t->cell[split[i]].first < 0)
        divide(t, split[i]);
  }
}

// ---------------------------------------------------------------- hanging corners

static int is_corner(const Cell* c, int corner) {
  for (int k = 0; k < 8; k++)
    if (c->corner[k] == corner)
      return 1;
  return 0;
}

// a corner on the boundary of a coarser leaf depends on the corners of the edge or face it lies on;
// on a face their sum runs along the next axis in cyclic order first
static void hang(Octree* t, const Cell* coarse, int corner) {
  CornerPoint* c = t->corner + corner;
  int fixed[3], nfixed = 0;
  for (int i = 0; i < 3; i++) {
    fixed[i] = fabs(c->pos[i] - coarse->low[i]) < 1e-9    ? 0
               : fabs(c->pos[i] - coarse->high[i]) < 1e-9 ? 1
                                                          : -1;
    nfixed += fixed[i] >= 0;
  }
  if (nfixed != 1 && nfixed != 2)
    return;
  c->nsource = 0;
  int normal = fixed[0] >= 0 ? 0 : fixed[1] >= 0 ? 1 : 2;
  int next = (normal + 1) % 3, last = (normal + 2) % 3;
  for (int k = 0; k < 4; k++) {
    int bit[3];
    bit[normal] = fixed[normal];
    bit[next] = k & 1;
    bit[last] = k >> 1;
    if ((fixed[next] < 0 || fixed[next] == bit[next]) &&
        (fixed[last] < 0 || fixed[last] == bit[last]))
      c->source[c->nsource++] = coarse->corner[bit[0] + 2 * bit[1] + 4 * bit[2]];
  }
}

static void find_hanging(Octree* t) {
  for (int n = 0; n < t->ncell; n++) {
    const Cell* leaf = t->cell + n;
    for (int k = 0; k < 6 && leaf->first < 0; k++) {
      int axis = k / 2, side = k % 2, other = neighbor(t, n, axis, side);
      if (other < 0 || t->cell[other].level >= leaf->level)
        continue;
      for (int i = 0; i < 8; i++)
        if ((i >> axis & 1) == side && !is_corner(t->cell + other, leaf->corner[i]))
          hang(t, t->cell + other, leaf->corner[i]);
    }
  }
}

// ---------------------------------------------------------------- distances

static void along(double out[3], const double a[3], const double e[3], double s) {
  for (int i = 0; i < 3; i++)
    out[i] = a[i] + s * e[i];
}

// closest point of a triangle: by the region of its plane in which the point's projection lies
static void closest_point(double out[3], const double p[3], const double* v[3]) {
  double ab[3], ac[3], bc[3], ap[3], bp[3], cp[3];
  for (int i = 0; i < 3; i++) {
    ab[i] = v[1][i] - v[0][i];
    ac[i] = v[2][i] - v[0][i];
    bc[i] = v[2][i] - v[1][i];
    ap[i] = p[i] - v[0][i];
    bp[i] = p[i] - v[1][i];
    cp[i] = p[i] - v[2][i];
  }
  double d1 = fc_dot3(ab, ap), d2 = fc_dot3(ac, ap), d3 = fc_dot3(ab, bp), d4 = fc_dot3(ac, bp),
         d5 = fc_dot3(ab, cp), d6 = fc_dot3(ac, cp);
  double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  if (d1 <= 0 && d2 <= 0) {
    along(out, v[0], ab, 0);
  } else if (d3 >= 0 && d4 <= d3) {
    along(out, v[1], ab, 0);
  } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    along(out, v[0], ab, d1 / (d1 - d3));
  } else if (d6 >= 0 && d5 <= d6) {
    along(out, v[2], ab, 0);
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    along(out, v[0], ac, d2 / (d2 - d6));
  } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    along(out, v[1], bc, (d4 - d3) / (d4 - d3 + (d5 - d6)));
  } else {
    double scale = 1 / (va + vb + vc), s = vb * scale, t = vc * scale;
    for (int i = 0; i < 3; i++)
      out[i] = v[0][i] + ab[i] * s + ac[i] * t;
  }
}

static double box_distance(const double aabb[6], const double p[3]) {
  double square = 0;
  for (int i = 0; i < 3; i++) {
    double out = fabs(p[i] - aabb[i]) - aabb[3 + i];
    if (out > 0)
      square += out * out;
  }
  return square;
}

static double signed_distance(const MeshRecord* m, const double p[3]) {
  int stack[64], depth = 0, face = -1;
  double best = INFINITY, nearest[3] = {0, 0, 0};
  stack[depth++] = 0;
  while (depth) {
    const BvhNode* node = m->bvh + stack[--depth];
    if (box_distance(node->aabb, p) >= best)
      continue;
    if (node->id < 0) {
      // the first child is visited first
      stack[depth++] = node->child[1];
      stack[depth++] = node->child[0];
      continue;
    }
    const int* f = m->face + 3 * node->id;
    const double* v[3] = {mesh_vertex(m, f[0]), mesh_vertex(m, f[1]), mesh_vertex(m, f[2])};
    double q[3], d[3];
    closest_point(q, p, v);
    for (int i = 0; i < 3; i++)
      d[i] = p[i] - q[i];
    if (fc_dot3(d, d) >= best)
      continue;
    best = fc_dot3(d, d);
    face = node->id;
    memcpy(nearest, q, sizeof nearest);
  }
  if (face < 0)
    return 0;
  const int* f = m->face + 3 * face;
  const double *a = mesh_vertex(m, f[0]), *b = mesh_vertex(m, f[1]), *c = mesh_vertex(m, f[2]);
  double e[3], g[3], d[3], distance = sqrt(best);
  for (int i = 0; i < 3; i++) {
    e[i] = b[i] - a[i];
    g[i] = c[i] - a[i];
    d[i] = p[i] - nearest[i];
  }
  double n[3] = {e[1] * g[2] - e[2] * g[1], e[2] * g[0] - e[0] * g[2], e[0] * g[1] - e[1] * g[0]};
  return fc_dot3(d, n) > 1e-12 * sqrt(fc_dot3(n, n)) * distance ? distance : -distance;
}

static void evaluate_corner(Octree* t, CornerPoint* c) {
  if (c->known)
    return;
  c->known = 1;
  if (!c->nsource) {
    c->value = signed_distance(t->m, c->pos);
    return;
  }
  // a source that has not been computed yet counts as 0
  double sum = 0;
  for (int k = 0; k < c->nsource; k++)
    sum += t->corner[c->source[k]].value;
  c->value = sum / c->nsource;
}

// breadth first, which after balancing is not the order of numbers
static void evaluate(Octree* t) {
  int* queue = ASSET_NEW(&t->m->job, int, t->ncell);
  int head = 0, tail = 1;
  while (head < tail) {
    const Cell* c = t->cell + queue[head++];
    for (int k = 0; k < 8; k++)
      evaluate_corner(t, t->corner + c->corner[k]);
    for (int k = 0; k < 8 && c->first >= 0; k++)
      queue[tail++] = c->first + k;
  }
}

void mesh_build_octree(MeshRecord* m) {
  Octree t = {.m = m};
  divide_along_surface(&t);
  balance(&t);
  find_hanging(&t);
  evaluate(&t);
  m->noct = t.ncell;
  m->oct = ASSET_NEW(&m->job, OctNode, t.ncell);
  for (int n = 0; n < t.ncell; n++) {
    const Cell* c = t.cell + n;
    OctNode* o = m->oct + n;
    o->depth = c->level;
    for (int i = 0; i < 3; i++) {
      o->aabb[i] = (c->low[i] + c->high[i]) / 2;
      o->aabb[3 + i] = (c->high[i] - c->low[i]) / 2;
    }
    for (int k = 0; k < 8; k++) {
      o->child[k] = c->first < 0 ? -1 : c->first + k;
      o->coeff[k] = t.corner[c->corner[k]].value;
    }
  }
}
