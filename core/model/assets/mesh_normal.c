// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Normals of a mesh.
//
// A mesh without normals gets one per vertex: the sum of the area vectors of the triangles around
// it. A triangle whose normal deviates from that sum by more than acos 0.8 is then removed from it,
// so that sharp edges stay sharp, unless smooth normals are requested. If nothing is left the
// normal is z. Sums are kept in single precision.

#include <math.h>
#include <string.h>

#include "core/model/assets/mesh.h"

// twice the area vector of a triangle as a length and a direction; 0: too small to count
static double area_vector(const MeshRecord* m, int f, double normal[3]) {
  const int* v = m->face + 3 * f;
  const double *a = mesh_vertex(m, v[0]), *b = mesh_vertex(m, v[1]), *c = mesh_vertex(m, v[2]);
  double e[3], g[3];
  for (int i = 0; i < 3; i++) {
    e[i] = b[i] - a[i];
    g[i] = c[i] - a[i];
  }
  normal[0] = e[1] * g[2] - e[2] * g[1];
  normal[1] = e[2] * g[0] - e[0] * g[2];
  normal[2] = e[0] * g[1] - e[1] * g[0];
  return compile_normalize(normal, 3);
}

static void add(float* sum, const double normal[3], double area) {
  for (int i = 0; i < 3; i++)
    sum[i] = (float)((double)sum[i] + area * normal[i]);
}

// removes triangles that deviate too far from the sums, per vertex
static float* sharp_parts(MeshRecord* m) {
  float* remove = ASSET_NEW(&m->job, float, 3 * (size_t)m->nvert);
  for (int f = 0; f < m->nface; f++) {
    double n[3], area = area_vector(m, f, n);
    for (int k = 0; k < 3; k++) {
      int v = m->face[3 * f + k];
      double mean[3] = {m->normal[3 * v], m->normal[3 * v + 1], m->normal[3 * v + 2]};
      compile_normalize(mean, 3);
      if (n[0] * mean[0] + n[1] * mean[1] + n[2] * mean[2] < 0.8)
        add(remove + 3 * v, n, area);
    }
  }
  return remove;
}

static void unit(float n[3]) {
  float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (length > (float)mjMINVAL) {
    for (int i = 0; i < 3; i++)
      n[i] /= length;
  } else {
    n[0] = n[1] = 0;
    n[2] = 1;
  }
}

static void make_normals(MeshRecord* m) {
  m->nnormal = m->nvert;
  m->normal = ASSET_NEW(&m->job, float, 3 * (size_t)m->nvert);
  for (int f = 0; f < m->nface; f++) {
    double n[3], area = area_vector(m, f, n);
    for (int k = 0; k < 3; k++)
      add(m->normal + 3 * m->face[3 * f + k], n, area);
  }
  if (!m->pub->smoothnormal) {
    const float* remove = sharp_parts(m);
    for (int i = 0; i < 3 * m->nvert; i++)
      m->normal[i] -= remove[i];
  }
  for (int i = 0; i < m->nvert; i++)
    unit(m->normal + 3 * i);
}

void mesh_normals(MeshRecord* m) {
  int per_vertex = 1;
  if (!m->nnormal) {
    make_normals(m);
    m->nfacenormal = 0;
  } else {
    per_vertex = m->nnormal / m->nvert;
  }
  if (!m->nfacenormal) {
    m->nfacenormal = m->nface;
    m->facenormal = ASSET_NEW(&m->job, int, 3 * (size_t)m->nface);
    for (int i = 0; i < 3 * m->nface; i++)
      m->facenormal[i] = per_vertex * m->face[i];
  }

  // texture coordinates without indices belong to vertices
  if (m->ntexcoord && !m->nfacetexcoord) {
    m->nfacetexcoord = m->nface;
    m->facetexcoord = m->face;
    for (int i = 0; i < 3 * m->nface; i++) {
      if (m->face[i] >= m->ntexcoord)
        asset_fail(&m->job, "face %d refers to non-existing texcoord %d: the mesh has %d", i / 3,
                   m->face[i], m->ntexcoord);
    }
  }
}
