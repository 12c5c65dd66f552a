// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Volume, centre of mass and inertia of a mesh.
//
// The mesh is divided into tetrahedra between its triangles and the centroid of its surface: volume
// (g - c).n A / 3 each, with g the centroid and n the normal of the triangle. With signs they add
// up to the enclosed volume of a closed mesh ("exact", and "convex" with the triangles of the
// hull). Without signs ("legacy") a mesh may be inconsistent, but concave ones come out too heavy.
// A shell weights its triangles by area. The products of inertia of a tetrahedron with one corner
// at the centre of mass are sums over pairs of its other corners D, E, F:
//   P_jk = V/20 (2 D_j D_k + 2 E_j E_k + 2 F_j F_k + D_j E_k + E_j D_k + D_j F_k + ...)
// and with 12 instead of 20 those of a triangle.

#include <math.h>
#include <string.h>

#include <fulcrum/math.h>

#include "core/model/assets/mesh.h"
#include "core/model/assets/shape_inertia.h"

double mesh_triangle(double normal[3], double center[3], const double a[3], const double b[3],
                     const double c[3]) {
  double e[3], f[3];
  for (int i = 0; i < 3; i++) {
    e[i] = b[i] - a[i];
    f[i] = c[i] - a[i];
    center[i] = (a[i] + b[i] + c[i]) / 3;
  }
  normal[0] = e[1] * f[2] - e[2] * f[1];
  normal[1] = e[2] * f[0] - e[0] * f[2];
  normal[2] = e[0] * f[1] - e[1] * f[0];
  double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (length < mjMINVAL)
    return 0;
  for (int i = 0; i < 3; i++)
    normal[i] /= length;
  return length / 2;
}

static double triangle(const MeshRecord* m, const int v[3], double normal[3], double center[3]) {
  return mesh_triangle(normal, center, mesh_vertex(m, v[0]), mesh_vertex(m, v[1]),
                       mesh_vertex(m, v[2]));
}

static void surface_center(MeshRecord* m, double center[3]) {
  double total = 0;
  center[0] = center[1] = center[2] = 0;
  for (int f = 0; f < m->nface; f++) {
    double n[3], g[3], area = triangle(m, m->face + 3 * f, n, g);
    for (int i = 0; i < 3; i++)
      center[i] += area * g[i];
    total += area;
  }
  if (total < mjMINVAL) {
    asset_fail(&m->job, "surface area of mesh '%s' too small: %g", element_name(m->job.element),
               total);
  }
  for (int i = 0; i < 3; i++)
    center[i] /= total;
}

static void check_volume(MeshRecord* m, double volume) {
  const char* name = element_name(m->job.element);
  if (volume >= mjMINVAL)
    return;
  if (volume < 0)
    asset_fail(&m->job,
               "volume of mesh '%s' negative: triangles misoriented, outward faces expected", name);
  asset_fail(&m->job, "volume of mesh '%s' too small: %g; consider inertia shell", name, volume);
}

// the centre of mass
static void solid_center(MeshRecord* m, const int* face, int nface, double com[3]) {
  double volume = 0, c[3];
  surface_center(m, c);
  com[0] = com[1] = com[2] = 0;
  int shell = m->pub->inertia == mjMESH_INERTIA_SHELL,
      legacy = m->pub->inertia == mjMESH_INERTIA_LEGACY;
  for (int f = 0; f < nface; f++) {
    double n[3], g[3], area = triangle(m, face + 3 * f, n, g);
    double arm[3] = {g[0] - c[0], g[1] - c[1], g[2] - c[2]};
    double weight = shell ? area : fc_dot3(arm, n) * area / 3;
    if (legacy)
      weight = fabs(weight);
    volume += weight;
    for (int i = 0; i < 3; i++)
      com[i] += weight * (shell ? g[i] : g[i] * 3 / 4 + c[i] / 4);
  }
  check_volume(m, volume);
  for (int i = 0; i < 3; i++)
    com[i] /= volume;
}

// xx yy zz xy xz yz
static const int row[6] = {0, 1, 2, 0, 0, 1}, col[6] = {0, 1, 2, 1, 2, 2};

static void products(MeshRecord* m, const int* face, int nface, double P[6]) {
  int shell = m->pub->inertia == mjMESH_INERTIA_SHELL,
      legacy = m->pub->inertia == mjMESH_INERTIA_LEGACY;
  memset(P, 0, 6 * sizeof *P);
  m->volume = 0;
  for (int f = 0; f < nface; f++) {
    double n[3], g[3], area = triangle(m, face + 3 * f, n, g);
    double weight = shell ? area : fc_dot3(g, n) * area / 3;
    if (legacy)
      weight = fabs(weight);
    m->volume += weight;
    const double *D = mesh_vertex(m, face[3 * f]), *E = mesh_vertex(m, face[3 * f + 1]),
                 *F = mesh_vertex(m, face[3 * f + 2]);
    for (int i = 0; i < 6; i++) {
      int j = row[i], k = col[i];
      P[i] += weight / (shell ? 12 : 20) *
              (2 * (D[j] * D[k] + E[j] * E[k] + F[j] * F[k]) + D[j] * E[k] + D[k] * E[j] +
               D[j] * F[k] + D[k] * F[j] + E[j] * F[k] + E[k] * F[j]);
    }
  }
}

static void principal(MeshRecord* m, const double P[6]) {
  const char* name = element_name(m->job.element);
  double full[6] = {P[1] + P[2], P[0] + P[2], P[0] + P[1], -P[3], -P[4], -P[5]}, l[3];
  inertia_principal(m->quat, l, full);
  if (!(l[2] > 0))
    asset_fail(&m->job, "non-positive eigenvalue of mesh inertia in mesh '%s'", name);
  for (int i = 0; i < 3; i++) {
    double a = l[(i + 1) % 3], b = l[(i + 2) % 3];
    if (a + b < l[i] * (1 - 1e-6) - 1e-9)
      asset_fail(&m->job, "mesh inertia eigenvalues violate A + B >= C in mesh '%s'", name);
  }
  for (int i = 0; i < 3; i++)
    m->box[i] = 0.5 * sqrt(6 * (l[(i + 1) % 3] + l[(i + 2) % 3] - l[i]) / m->volume);
}

void mesh_mass(MeshRecord* m) {
  int convex = m->pub->inertia == mjMESH_INERTIA_CONVEX;
  if (convex && !m->graph) {
    asset_fail(&m->job, "mesh '%s' has no convex hull to take its inertia from",
               element_name(m->job.element));
  }
  const int* face = convex ? m->hullface : m->face;
  int nface = convex ? m->nhullface : m->nface;
  double P[6];
  solid_center(m, face, nface, m->pos);
  for (int i = 0; i < m->nvert; i++)
    for (int k = 0; k < 3; k++)
      m->vert[3 * i + k] -= m->pos[k];
  products(m, face, nface, P);
  principal(m, P);
}
