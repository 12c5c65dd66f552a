// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The steps of compiling a mesh, in their fixed order.

#include <math.h>
#include <string.h>

#include "core/model/assets/mesh.h"

// ---------------------------------------------------------------- refpos, refquat, scale

static int is_neutral(const double* v, const double* neutral, int n) {
  for (int i = 0; i < n; i++)
    if (v[i] != neutral[i])
      return 0;
  return 1;
}

// v <- R' v for n vectors
static void rotate_back(double* v, int n, const double R[9]) {
  for (int i = 0; i < n; i++, v += 3) {
    double x = v[0], y = v[1], z = v[2];
    for (int k = 0; k < 3; k++)
      v[k] = R[k] * x + R[3 + k] * y + R[6 + k] * z;
  }
}

static void rotate_normals_back(float* v, int n, const double R[9]) {
  for (int i = 0; i < n; i++, v += 3) {
    double wide[3] = {v[0], v[1], v[2]};
    rotate_back(wide, 1, R);
    for (int k = 0; k < 3; k++)
      v[k] = (float)wide[k];
  }
}

static void renormalize(MeshRecord* m) {
  for (int i = 0; i < m->nnormal; i++) {
    float *n = m->normal + 3 * i, squared = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    if (squared > (float)mjMINVAL) {
      float length = sqrtf(squared);
      for (int k = 0; k < 3; k++)
        n[k] /= length;
    } else {
      n[0] = n[1] = 0;
      n[2] = 1;
    }
  }
}

static void transform(MeshRecord* m) {
  const mjsMesh* p = m->pub;
  static const double zero[3] = {0, 0, 0}, one[3] = {1, 1, 1}, identity[4] = {1, 0, 0, 0};
  if (!is_neutral(p->refpos, zero, 3))
    for (int i = 0; i < 3 * m->nvert; i++)
      m->vert[i] -= p->refpos[i % 3];
  if (!is_neutral(p->refquat, identity, 4)) {
    double quat[4], R[9];
    memcpy(quat, p->refquat, sizeof quat);
    compile_normalize(quat, 4);
    compile_quat_to_mat(R, quat);
    rotate_back(m->vert, m->nvert, R);
    rotate_normals_back(m->normal, m->nnormal, R);
  }
  if (!is_neutral(p->scale, one, 3)) {
    for (int i = 0; i < 3 * m->nvert; i++)
      m->vert[i] *= p->scale[i % 3];
    for (int i = 0; i < 3 * m->nnormal; i++)
      m->normal[i] = (float)((double)m->normal[i] * p->scale[i % 3]);
  }
  renormalize(m);
}

// ---------------------------------------------------------------- alignment

// a copy of the vertices of a signed-distance surface, which stays where the function defines it:
// contacts amplify even a rounding error there, because they search for minima; else NULL
static double* kept_vertices(MeshRecord* m) {
  if (!m->plugin || m->file)
    return NULL;
  double* vert = ASSET_NEW(&m->job, double, 3 * (size_t)m->nvert);
  memcpy(vert, m->vert, 3 * (size_t)m->nvert * sizeof *vert);
  return vert;
}

// vertices are relative to the centre of mass; turn them into the principal axes
static void align(MeshRecord* m, const double* kept) {
  double R[9];
  if (kept) {
    memcpy(m->vert, kept, 3 * (size_t)m->nvert * sizeof *kept);
    memset(m->pos, 0, sizeof m->pos);
    memcpy(m->quat, (double[4]){1, 0, 0, 0}, sizeof m->quat);
  } else {
    compile_quat_to_mat(R, m->quat);
    rotate_back(m->vert, m->nvert, R);
    rotate_normals_back(m->normal, m->nnormal, R);
  }
  for (int k = 0; k < 3; k++)
    m->low[k] = m->high[k] = m->vert[k];
  for (int i = 0; i < 3 * m->nvert; i++) {
    m->low[i % 3] = fmin(m->low[i % 3], m->vert[i]);
    m->high[i % 3] = fmax(m->high[i % 3], m->vert[i]);
  }
}

// Takes the frame from the first three vertices. Trap: when these are nearly collinear the normal
// is x, and it is divided by the length all the same.
static void polygon_normals(MeshRecord* m) {
  m->polynormal = ASSET_NEW(&m->job, double, 3 * (size_t)m->npoly);
  for (int p = 0; p < m->npoly; p++) {
    const int* v = m->polyvert + m->polyvertadr[p];
    const double *a = mesh_vertex(m, v[0]), *b = mesh_vertex(m, v[1]), *c = mesh_vertex(m, v[2]);
    double e[3], f[3], *n = m->polynormal + 3 * p;
    for (int i = 0; i < 3; i++) {
      e[i] = b[i] - a[i];
      f[i] = c[i] - a[i];
    }
    n[0] = e[1] * f[2] - e[2] * f[1];
    n[1] = e[2] * f[0] - e[0] * f[2];
    n[2] = e[0] * f[1] - e[1] * f[0];
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (length < 1e-14) {
      n[0] = 1;
      n[1] = n[2] = 0;
    }
    for (int i = 0; i < 3 && length > 0; i++)
      n[i] /= length;
  }
}

// ---------------------------------------------------------------- bounding volumes

// One leaf per triangle, placed by its circumcentre, which is NaN for triangles without area; the
// tree then orders them by number.
static void leaf_of(const MeshRecord* m, int f, BvhLeaf* leaf) {
  const int* v = m->face + 3 * f;
  const double *v0 = mesh_vertex(m, v[0]), *v1 = mesh_vertex(m, v[1]), *v2 = mesh_vertex(m, v[2]);
  double a[3], b[3], n[3], s[3], aa = 0, bb = 0, nn = 0;
  leaf->id = f;
  for (int i = 0; i < 3; i++) {
    double low = fmin(fmin(v0[i], v1[i]), v2[i]), high = fmax(fmax(v0[i], v1[i]), v2[i]);
    double center = (low + high) / 2, half = (high - low) / 2;
    leaf->low[i] = center - half;
    leaf->high[i] = center + half;
    a[i] = v0[i] - v2[i];
    b[i] = v1[i] - v2[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    n[i] = a[j] * b[k] - a[k] * b[j];
    s[i] = aa * b[i] - bb * a[i];
    nn += n[i] * n[i];
  }
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    leaf->point[i] = v2[i] + (s[j] * n[k] - s[k] * n[j]) / (2 * nn);
  }
}

static void bounding_volumes(MeshRecord* m) {
  BvhLeaf* leaf = ASSET_NEW(&m->job, BvhLeaf, m->nface);
  for (int f = 0; f < m->nface; f++)
    leaf_of(m, f, leaf + f);
  m->nbvh = bvh_size(m->nface);
  m->bvh = ASSET_NEW(&m->job, BvhNode, m->nbvh);
  bvh_build(m->bvh, leaf, m->nface);
}

// ---------------------------------------------------------------- all

void mesh_process(AssetJob* job) {
  MeshRecord* m = (MeshRecord*)job;
  mesh_load(m);
  mesh_check(m);
  if (m->needs_hull || !m->nface || m->pub->inertia == mjMESH_INERTIA_CONVEX) {
    mesh_build_hull(m);
    if (m->graph)
      mesh_merge_polygons(m);
  }
  if (!m->nface) {
    if (!m->graph)
      asset_fail(job, "mesh '%s' has no faces and no hull", element_name(job->element));
    m->nface = m->nhullface;
    m->face = ASSET_NEW(job, int, 3 * (size_t)m->nface);
    memcpy(m->face, m->hullface, 3 * (size_t)m->nface * sizeof *m->face);
  }
  mesh_normals(m);
  transform(m);
  double* kept = kept_vertices(m);
  mesh_mass(m);
  align(m, kept);
  polygon_normals(m);
  bounding_volumes(m);
  if (m->needs_octree)
    mesh_build_octree(m);
}
