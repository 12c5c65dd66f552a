// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Requirements on the content of a mesh, checked before anything is computed from it.

#include <math.h>
#include <stdlib.h>

#include "core/model/assets/mesh.h"

static void check_counts(MeshRecord* m) {
  AssetJob* job = &m->job;
  if (m->nvert < 4)
    asset_fail(job, "mesh needs 4 or more vertices, but '%s' has %d", element_name(job->element),
               m->nvert);
  for (int i = 0; i < 3 * m->nvert; i++)
    if (!isfinite(m->vert[i]))
      asset_fail(job, "coordinate of vertex %d not finite", i / 3);
  if (m->pub->maxhullvert != -1 && m->pub->maxhullvert < 4)
    asset_fail(job, "maxhullvert must exceed 3, but it is %d", m->pub->maxhullvert);
  if (m->nfacenormal && m->nfacenormal != m->nface) {
    asset_fail(job, "face and face-normal data differ in size: %d faces, %d face normals", m->nface,
               m->nfacenormal);
  }
  if (m->nfacetexcoord && m->nfacetexcoord != m->nface) {
    asset_fail(job, "face and facetexcoord data differ in size: %d faces, %d of them textured",
               m->nface, m->nfacetexcoord);
  }
  int obj = m->file && asset_is(m->file->type, "model/obj");
  if (m->ntexcoord && !m->nfacetexcoord && !obj && m->ntexcoord != m->nvert) {
    asset_fail(job,
               "without face texcoord indices (OBJ only) there must be 2*nvert texcoord numbers: "
               "%d expected, %d given",
               2 * m->nvert, 2 * m->ntexcoord);
  }
}

static void check_indices(MeshRecord* m) {
  AssetJob* job = &m->job;
  for (int i = 0; i < 3 * m->nface; i++) {
    if (m->face[i] < 0 || m->face[i] >= m->nvert)
      asset_fail(job, "face %d refers to non-existing vertex %d: the mesh has %d", i / 3,
                 m->face[i], m->nvert);
  }
  for (int i = 0; i < 3 * m->nfacenormal; i++) {
    if (m->facenormal[i] < -1 || m->facenormal[i] >= m->nnormal)
      asset_fail(job, "face %d refers to non-existing normal %d: the mesh has %d", i / 3,
                 m->facenormal[i], m->nnormal);
  }
  for (int i = 0; i < 3 * m->nfacetexcoord; i++) {
    if (m->facetexcoord[i] < -1 || m->facetexcoord[i] >= m->ntexcoord)
      asset_fail(job, "face %d refers to non-existing texcoord %d: the mesh has %d", i / 3,
                 m->facetexcoord[i], m->ntexcoord);
  }
}

static int compare_edges(const void* a, const void* b) {
  const int *x = a, *y = b;
  return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

// In a consistently oriented mesh every directed edge occurs once.
static void check_orientation(MeshRecord* m) {
  int* edge = ASSET_NEW(&m->job, int, 6 * (size_t)m->nface);
  size_t n = 0;
  for (int f = 0; f < m->nface; f++) {
    const int* v = m->face + 3 * f;
    double normal[3], center[3];
    double area = mesh_triangle(normal, center, mesh_vertex(m, v[0]), mesh_vertex(m, v[1]),
                                mesh_vertex(m, v[2]));
    for (int k = 0; k < 3 && area > sqrt(mjMINVAL); k++) {
      edge[2 * n] = v[k];
      edge[2 * n + 1] = v[(k + 1) % 3];
      n++;
    }
  }
  qsort(edge, n, 2 * sizeof *edge, compare_edges);
  for (size_t i = 1; i < n; i++) {
    if (compare_edges(edge + 2 * i - 2, edge + 2 * i))
      continue;
    asset_fail(&m->job,
               "mesh '%s': inconsistent face orientation, check faces with vertices %d and %d",
               element_name(m->job.element), edge[2 * i] + 1, edge[2 * i + 1] + 1);
  }
}

void mesh_check(MeshRecord* m) {
  check_counts(m);
  check_indices(m);
  if (m->pub->inertia == mjMESH_INERTIA_EXACT)
    check_orientation(m);
}
