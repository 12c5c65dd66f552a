// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Surface of a signed distance function by marching cubes.
//
// The function is sampled on a grid of about 100 nodes per axis over the plugin's box; negative
// values are inside. The surface crosses the edges of a cell where the sign changes; a table gives,
// for the signs of the corners, which of these points form triangles. Inside corners that are
// connected only across a face stay separate, so that neighbouring cells agree and the surface is
// closed. Vertices are numbered by cells, x fastest, and within a cell by edges: along x, along y,
// along z.

#include <math.h>
#include <string.h>

#include "core/model/assets/mesh.h"

enum { CELL_EDGES = 12 };

typedef struct Grid_ {
  MeshRecord* m;
  int n[3];
  double center[3], half[3];
  double* attribute;
  float* layer[2];  // values of two z planes
  int* vertex[5];   // on edges along x and y of two planes, along z between them; -1: none yet
  float* vert;
  int nvert, vert_capacity, *face, nface, face_capacity;
} Grid;

// corners of a cell are numbered by bits x, y, z; edges 4*axis + bits of the two other axes
static const char* const cell_triangles[256] = {
#include "core/model/assets/march_table.inc"
};

static int edge_number(char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; }

// ---------------------------------------------------------------- sampling

static void sample_layer(Grid* g, int z, float* out) {
  double p[3];
  for (int k = 0; k < 3; k++)
    p[k] = g->center[k] - g->half[k];
  double low[3] = {p[0], p[1], p[2]};
  p[2] = low[2] + 2 * g->half[2] * z / (g->n[2] - 1);
  for (int y = 0; y < g->n[1]; y++) {
    p[1] = low[1] + 2 * g->half[1] * y / (g->n[1] - 1);
    for (int x = 0; x < g->n[0]; x++) {
      p[0] = low[0] + 2 * g->half[0] * x / (g->n[0] - 1);
      out[y * g->n[0] + x] = (float)g->m->plugin->sdf_staticdistance(p, g->attribute);
    }
  }
}

// the vertex on an edge of the cell at (x, y, z)
static int vertex_on(Grid* g, int e, int x, int y, int z) {
  int axis = e / 4, at[3] = {0, 0, 0}, nx = g->n[0];
  at[(axis + 1) % 3] = e & 1;
  at[(axis + 2) % 3] = e >> 1 & 1;
  int node = (y + at[1]) * nx + x + at[0];
  int* known = g->vertex[axis == 2 ? 4 : 2 * axis + at[2]] + node;
  if (*known >= 0)
    return *known;
  float from = g->layer[at[2]][node];
  float to = axis == 2 ? g->layer[1][node] : g->layer[at[2]][node + (axis == 0 ? 1 : nx)];
  if (g->nvert == g->vert_capacity)
    g->vert = asset_grown(&g->m->job, g->vert, g->nvert, &g->vert_capacity, 3 * sizeof(float));
  float* v = g->vert + 3 * g->nvert;
  v[0] = (float)(x + at[0]);
  v[1] = (float)(y + at[1]);
  v[2] = (float)(z + at[2]);
  v[axis] += from / (from - to);
  return *known = g->nvert++;
}

static void march_cell(Grid* g, int x, int y, int z) {
  int inside = 0, vertex[CELL_EDGES], nx = g->n[0];
  for (int c = 0; c < 8; c++) {
    float value = g->layer[c >> 2][(y + (c >> 1 & 1)) * nx + x + (c & 1)];
    inside |= (value < 0) << c;
  }
  if (inside == 0 || inside == 255)
    return;
  for (int e = 0; e < CELL_EDGES; e++) {
    int axis = e / 4;
    int a = (e & 1) << (axis + 1) % 3 | (e >> 1 & 1) << (axis + 2) % 3;
    if ((inside >> a ^ inside >> (a | 1 << axis)) & 1)
      vertex[e] = vertex_on(g, e, x, y, z);
  }
  for (const char* t = cell_triangles[inside]; *t; t += 3) {
    if (g->nface == g->face_capacity)
      g->face = asset_grown(&g->m->job, g->face, g->nface, &g->face_capacity, 3 * sizeof(int));
    for (int k = 0; k < 3; k++)
      g->face[3 * g->nface + k] = vertex[edge_number(t[k])];
    g->nface++;
  }
}

static void forget(int* vertex, int n) {
  for (int i = 0; i < n; i++)
    vertex[i] = -1;
}

static void march(Grid* g) {
  AssetJob* job = &g->m->job;
  int plane = g->n[0] * g->n[1];
  for (int i = 0; i < 2; i++)
    g->layer[i] = ASSET_NEW(job, float, plane);
  for (int i = 0; i < 5; i++) {
    g->vertex[i] = ASSET_NEW(job, int, plane);
    forget(g->vertex[i], plane);
  }
  sample_layer(g, 0, g->layer[0]);
  for (int z = 0; z + 1 < g->n[2]; z++) {
    sample_layer(g, z + 1, g->layer[1]);
    for (int y = 0; y + 1 < g->n[1]; y++)
      for (int x = 0; x + 1 < g->n[0]; x++)
        march_cell(g, x, y, z);

    // the upper plane becomes the lower one
    float* values = g->layer[0];
    g->layer[0] = g->layer[1];
    g->layer[1] = values;
    for (int i = 0; i < 4; i += 2) {
      int* known = g->vertex[i];
      g->vertex[i] = g->vertex[i + 1];
      g->vertex[i + 1] = known;
      forget(known, plane);
    }
    forget(g->vertex[4], plane);
  }
}

// ---------------------------------------------------------------- the mesh

static void add_normals(MeshRecord* m, const float* vert) {
  m->nnormal = m->nvert;
  m->normal = ASSET_NEW(&m->job, float, 3 * (size_t)m->nvert);
  for (int f = 0; f < m->nface; f++) {
    const int* v = m->face + 3 * f;
    const float *a = vert + 3 * v[0], *b = vert + 3 * v[1], *c = vert + 3 * v[2];
    float e[3], g[3];
    for (int i = 0; i < 3; i++) {
      e[i] = b[i] - a[i];
      g[i] = c[i] - a[i];
    }
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      for (int corner = 0; corner < 3; corner++)
        m->normal[3 * v[corner] + i] += e[j] * g[k] - e[k] * g[j];
    }
  }
  for (int i = 0; i < m->nvert; i++) {
    float* n = m->normal + 3 * i;
    float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3 && length > 0; k++)
      n[k] /= length;
  }
}

static void place_grid(Grid* g) {
  MeshRecord* m = g->m;
  const mjpPlugin* p = m->plugin;
  double box[6] = {0};
  g->attribute = ASSET_NEW(&m->job, double, p->nattribute);
  if (p->sdf_attribute)
    p->sdf_attribute(g->attribute, (const char**)p->attributes, m->plugin_value);
  p->sdf_aabb(box, g->attribute);
  double total = box[3] + box[4] + box[5];
  for (int i = 0; i < 3; i++) {
    g->center[i] = box[i];
    g->half[i] = box[3 + i];
    double n = floor(300 / total * box[3 + i]) + 1;
    if (!(box[3 + i] > 0) || !(n >= 2 && n <= 301))
      asset_fail(&m->job,
                 "plugin '%s' gives mesh '%s' an unusable bounding box: half sizes %g %g %g",
                 p->name, element_name(m->job.element), box[3], box[4], box[5]);
    g->n[i] = (int)n;
  }
}

void mesh_march(MeshRecord* m) {
  Grid g = {.m = m};
  place_grid(&g);
  march(&g);
  if (!g.nface)
    asset_fail(&m->job, "the signed distance of mesh '%s' has no surface in its bounding box",
               element_name(m->job.element));
  m->nvert = g.nvert;
  m->nface = g.nface;
  m->face = g.face;
  add_normals(m, g.vert);
  m->vert = ASSET_NEW(&m->job, double, 3 * (size_t)m->nvert);
  for (int i = 0; i < 3 * m->nvert; i++) {
    int k = i % 3;
    m->vert[i] =
        (float)(2 * g.half[k] * (double)g.vert[i] / (g.n[k] - 1) + g.center[k] - g.half[k]);
  }
}
