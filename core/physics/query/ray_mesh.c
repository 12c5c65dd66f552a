// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rays against meshes (not their hulls) by descending the tree of face boxes; and against signed
// distance fields, by stepping along the ray as far as the field allows.

#include <math.h>

#include <fulcrum/math.h>

#include "core/foundation/data/argument.h"
#include "core/physics/query/geometry.h"

enum { STACK_ROOM = 50, MAX_WALK = 40 };

#define WALK_HIT 1e-7
#define WALK_MISS 1e6

// 1 when the ray meets a box (centre and half sizes) in front of its origin.
static int meets(const mjtNum* box, const LocalRay* ray, const mjtNum inverse[3]) {
  mjtNum enter = 0, leave = INFINITY;
  for (int k = 0; k < 3; k++) {
    mjtNum lo = (box[k] - box[3 + k] - ray->p[k]) * inverse[k];
    mjtNum hi = (box[k] + box[3 + k] - ray->p[k]) * inverse[k];
    enter = fmax(enter, fmin(lo, hi));
    leave = fmin(leave, fmax(lo, hi));
  }
  return enter < leave;
}

// The triangle of a leaf; returns whether it is the nearest hit so far.
static int try_face(LocalRay* ray, const RayBasis* basis, const mjModel* m, int mesh, int face) {
  const int* id = m->mesh_face + 3 * (m->mesh_faceadr[mesh] + face);
  const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
  mjtNum corner[3][3], n[3];
  for (int j = 0; j < 3; j++) {
    const float* v = vert + 3 * id[j];
    fc_set3(corner[j], (mjtNum)v[0], (mjtNum)v[1], (mjtNum)v[2]);
  }
  mjtNum x = ray_triangle(ray, basis, corner, n);
  return ray_take(ray, x, n[0], n[1], n[2]);
}

// Depth first, the second child before the first.
static void walk_tree(LocalRay* ray, const mjModel* m, const mjData* d, int geom) {
  int mesh = m->geom_dataid[geom], adr = m->mesh_bvhadr[mesh];
  const int *child = m->bvh_child + 2 * adr, *leaf = m->bvh_nodeid + adr;
  const mjtNum* box = m->bvh_aabb + 6 * adr;
  mjtByte* active = m->vis.global.bvactive ? d->bvh_active + adr : NULL;
  mjtNum inverse[3] = {1 / ray->v[0], 1 / ray->v[1], 1 / ray->v[2]};
  RayBasis basis = ray_basis(ray->v);
  int stack[STACK_ROOM], n = 0;
  stack[n++] = 0;
  while (n > 0) {
    int node = stack[--n];
    if (!meets(box + 6 * node, ray, inverse))
      continue;
    if (leaf[node] >= 0) {
      if (try_face(ray, &basis, m, mesh, leaf[node]) && active)
        active[node] = 1;
      continue;
    }
    if (active)
      active[node] = 1;
    for (int k = 0; k < 2; k++) {
      int next = child[2 * node + k];
      if (next < 0)
        continue;
      if (n >= STACK_ROOM) {
        mju_error("mj_rayMesh: BVH stack depth exceeded in geom %d", geom);
        return;
      }
      stack[n++] = next;
    }
  }
}

mjtNum mj_rayMesh(const mjModel* m, const mjData* d, int geomid, const mjtNum* pnt,
                  const mjtNum* vec, mjtNum* normal) {
  if (normal)
    fc_zero3(normal);
  if (!is_index(geomid, m->ngeom, "geom", "mj_rayMesh") || !is_given(pnt, "pnt", "mj_rayMesh") ||
      !is_given(vec, "vec", "mj_rayMesh"))
    return -1;
  if (m->geom_type[geomid] != mjGEOM_MESH) {
    mju_error("mj_rayMesh: geom %d has type %d, expected a mesh", geomid, m->geom_type[geomid]);
    return -1;
  }
  const mjtNum* mat = d->geom_xmat + 9 * geomid;
  LocalRay ray = local_ray(d->geom_xpos + 3 * geomid, mat, pnt, vec), probe = ray;
  int mesh = m->geom_dataid[geomid];
  if (m->mesh_bvhadr[mesh] < 0 || m->mesh_bvhnum[mesh] == 0)
    return -1;
  if (ray_box(&probe, m->geom_size + 3 * geomid, NULL) < 0)
    return -1;
  walk_tree(&ray, m, d, geomid);
  world_normal(&ray, mat, normal);
  return ray.x;
}

// The result is a length whatever the length of vec; it is comparable with other hits only when vec
// is a unit vector.
mjtNum ray_sdf(const mjModel* m, const mjData* d, int geom, const mjtNum* pnt, const mjtNum* vec,
               mjtNum* normal) {
  const mjtNum* mat = d->geom_xmat + 9 * geom;
  LocalRay ray = local_ray(d->geom_xpos + 3 * geom, mat, pnt, vec), probe = ray;
  if (normal)
    fc_zero3(normal);
  if (ray_box(&probe, m->geom_size + 3 * geom, NULL) < 0)
    return -1;
  GeomField field;
  geom_field(&field, m, geom);
  fc_normalize3(ray.v);
  mjtNum walked = 0;
  for (int i = 0; i < MAX_WALK; i++) {
    mjtNum x[3];
    fc_addScl3(x, ray.p, ray.v, walked);
    mjtNum step = fc_abs(mjc_distance(m, d, &field.field, x));
    walked += step;
    if (step > WALK_MISS)
      return -1;
    if (step >= WALK_HIT)
      continue;
    ray.x = walked;
    fc_addScl3(x, ray.p, ray.v, walked);
    if (normal) {
      mjc_gradient(m, d, &field.field, ray.normal, x);
      world_normal(&ray, mat, normal);
    }
    return walked;
  }
  return -1;
}
