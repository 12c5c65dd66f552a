// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rays against a flex: its edges as capsules, its vertices as spheres, its faces as triangles of
// the middle surface, as selected by the flags.

#include <fulcrum/math.h>

#include "core/foundation/data/argument.h"
#include "core/physics/query/geometry.h"

// A ray in world coordinates, the nearest hit so far and the vertex nearest to it.
typedef struct FlexRay_ {
  LocalRay ray;
  const mjtNum* xpos;  // vertices of the flex
  mjtNum radius;
  int vertex;  // -1: none
} FlexRay;

// 1 when the ray misses the box around all vertices, grown by the radius.
static int misses(const FlexRay* f, int nvert) {
  mjtNum lower[3] = {mjMAXVAL, mjMAXVAL, mjMAXVAL}, upper[3] = {-mjMAXVAL, -mjMAXVAL, -mjMAXVAL};
  mjtNum size[3];
  LocalRay moved = f->ray;
  for (int i = 0; i < nvert; i++) {
    for (int k = 0; k < 3; k++) {
      lower[k] = fc_min(lower[k], f->xpos[3 * i + k]);
      upper[k] = fc_max(upper[k], f->xpos[3 * i + k]);
    }
  }
  for (int k = 0; k < 3; k++) {
    moved.p[k] -= (lower[k] + upper[k]) / 2;
    size[k] = (upper[k] - lower[k]) / 2 + f->radius;
  }
  return ray_box(&moved, size, NULL) < 0;
}

// A primitive in world coordinates; returns whether it is the nearest so far.
static int try_primitive(FlexRay* f, const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3],
                         int type) {
  mjtNum n[3] = {0};
  mjtNum x = mju_rayGeom(pos, mat, size, f->ray.p, f->ray.v, type, n);
  return ray_take(&f->ray, x, n[0], n[1], n[2]);
}

static void try_edges(FlexRay* f, const int* edge, int nedge) {
  for (int e = 0; e < nedge; e++) {
    const mjtNum *v1 = f->xpos + 3 * edge[2 * e], *v2 = f->xpos + 3 * edge[2 * e + 1];
    mjtNum axis[3], center[3], quat[4], mat[9], hit[3];
    fc_sub3(axis, v2, v1);
    fc_add3(center, v1, v2);
    fc_scl3(center, center, 0.5);
    mjtNum size[3] = {f->radius, fc_normalize3(axis) / 2, 0};
    mju_quatZ2Vec(quat, axis);
    fc_quat2Mat(mat, quat);
    if (!try_primitive(f, center, mat, size, mjGEOM_CAPSULE))
      continue;
    fc_addScl3(hit, f->ray.p, f->ray.v, f->ray.x);
    f->vertex = edge[2 * e + (fc_dist3(hit, v1) < fc_dist3(hit, v2) ? 0 : 1)];
  }
}

static void try_vertices(FlexRay* f, int nvert) {
  static const mjtNum unturned[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  mjtNum size[3] = {f->radius, 0, 0};
  for (int v = 0; v < nvert; v++)
    if (try_primitive(f, f->xpos + 3 * v, unturned, size, mjGEOM_SPHERE))
      f->vertex = v;
}

static void try_triangle(FlexRay* f, const RayBasis* basis, int v0, int v1, int v2) {
  int id[3] = {v0, v1, v2};
  mjtNum corner[3][3], n[3], hit[3];
  for (int j = 0; j < 3; j++)
    fc_copy3(corner[j], f->xpos + 3 * id[j]);
  mjtNum x = ray_triangle(&f->ray, basis, corner, n);
  if (!ray_take(&f->ray, x, n[0], n[1], n[2]))
    return;
  fc_normalize3(f->ray.normal);
  fc_addScl3(hit, f->ray.p, f->ray.v, x);
  int nearest = 0;
  for (int j = 1; j < 3; j++)
    if (fc_dist3(corner[j], hit) < fc_dist3(corner[nearest], hit))
      nearest = j;
  f->vertex = id[nearest];
}

mjtNum mj_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtByte flg_vert,
                  mjtByte flg_edge, mjtByte flg_face, mjtByte flg_skin, int flexid,
                  const mjtNum* pnt, const mjtNum* vec, int* vertid, mjtNum* normal) {
  if (!is_index(flexid, m->nflex, "flex", "mj_rayFlex") || !is_given(pnt, "pnt", "mj_rayFlex") ||
      !is_given(vec, "vec", "mj_rayFlex"))
    return -1;
  int dim = m->flex_dim[flexid], nvert = m->flex_vertnum[flexid];
  FlexRay f = {.ray = {.x = -1},
               .xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flexid],
               .radius = m->flex_radius[flexid],
               .vertex = -1};
  fc_copy3(f.ray.p, pnt);
  fc_copy3(f.ray.v, vec);
  if (normal)
    fc_zero3(normal);
  if (misses(&f, nvert))
    return -1;

  // edges and vertices; a surface that is shown as a skin needs no vertices
  int surface = dim > 1 && flg_skin;
  if (flg_edge || surface)
    try_edges(&f, m->flex_edge + 2 * m->flex_edgeadr[flexid], m->flex_edgenum[flexid]);
  else if (flg_vert)
    try_vertices(&f, nvert);

  // faces: triangles, or the sides of tetrahedra of one layer
  if (dim > 1 && (flg_face || flg_skin)) {
    static const int side[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    RayBasis basis = ray_basis(vec);
    for (int e = 0; e < m->flex_elemnum[flexid]; e++) {
      const int* v = m->flex_elem + m->flex_elemdataadr[flexid] + e * (dim + 1);
      int layer = m->flex_elemlayer[m->flex_elemadr[flexid] + e];
      if (dim == 3 && (flg_skin ? layer > 0 : layer != flex_layer))
        continue;
      for (int k = 0; k < (dim == 3 ? 4 : 1); k++)
        try_triangle(&f, &basis, v[side[k][0]], v[side[k][1]], v[side[k][2]]);
    }
  }
  if (f.vertex >= 0 && vertid)
    *vertid = f.vertex;
  if (normal && f.ray.x >= 0)
    fc_copy3(normal, f.ray.normal);
  return f.ray.x;
}
