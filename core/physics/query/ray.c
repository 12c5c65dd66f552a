// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rays against the geoms of a model: one ray against all geoms, and many rays from one point.
//
// Many rays share what depends only on the point. A visible geom gets a window of directions,
// azimuth and polar angle about the world's z axis, that contains its bounding box; a ray outside
// the window skips the geom. Whole bodies are skipped when the ray misses the sphere around the
// root of their bounding volume tree. The windows and spheres are those of the reference, which can
// miss geoms that a single ray would hit: the sphere's centre is not rotated with the body, and it
// encloses colliding geoms only.

#include <math.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/argument.h"
#include "core/physics/query/geometry.h"

// What rays ignore: invisible geoms, one body, static geoms, geom groups.
typedef struct RayFilter_ {
  const mjtByte* geomgroup;
  int flg_static;
  int bodyexclude;
} RayFilter;

static int is_excluded(const mjModel* m, int geom, const RayFilter* filter) {
  int body = m->geom_bodyid[geom], material = m->geom_matid[geom];
  if (body == filter->bodyexclude)
    return 1;
  float alpha = material >= 0 ? m->mat_rgba[4 * material + 3] : m->geom_rgba[4 * geom + 3];
  if (alpha == 0)
    return 1;
  if (!filter->flg_static && m->body_weldid[body] == 0)
    return 1;
  if (!filter->geomgroup)
    return 0;
  int group = m->geom_group[geom];
  return !filter->geomgroup[group < 0 ? 0 : group > mjNGROUP - 1 ? mjNGROUP - 1 : group];
}

// One geom of the model; -1: no hit.
static mjtNum ray_geom(const mjModel* m, const mjData* d, int geom, const mjtNum* pnt,
                       const mjtNum* vec, mjtNum normal[3]) {
  switch (m->geom_type[geom]) {
    case mjGEOM_PLANE:
    case mjGEOM_SPHERE:
    case mjGEOM_CAPSULE:
    case mjGEOM_ELLIPSOID:
    case mjGEOM_CYLINDER:
    case mjGEOM_BOX:
      return mju_rayGeom(d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, m->geom_size + 3 * geom,
                         pnt, vec, m->geom_type[geom], normal);
    case mjGEOM_HFIELD: return mj_rayHfield(m, d, geom, pnt, vec, normal);
    case mjGEOM_MESH: return mj_rayMesh(m, d, geom, pnt, vec, normal);
    case mjGEOM_SDF: return ray_sdf(m, d, geom, pnt, vec, normal);
    default: return -1;
  }
}

// The nearest hit so far.
typedef struct Hit_ {
  mjtNum x;
  int geom;
  mjtNum normal[3];
} Hit;

static void try_geom(Hit* hit, const mjModel* m, const mjData* d, int geom, const mjtNum* pnt,
                     const mjtNum* vec, int with_normal) {
  mjtNum normal[3] = {0};
  mjtNum x = ray_geom(m, d, geom, pnt, vec, with_normal ? normal : NULL);
  if (x >= 0 && (hit->x < 0 || x < hit->x)) {
    hit->x = x;
    hit->geom = geom;
    fc_copy3(hit->normal, normal);
  }
}

mjtNum mj_ray(const mjModel* m, const mjData* d, const mjtNum* pnt, const mjtNum* vec,
              const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int* geomid,
              mjtNum* normal) {
  if (!is_given(pnt, "pnt", "mj_ray") || !is_given(vec, "vec", "mj_ray"))
    return -1;
  RayFilter filter = {geomgroup, flg_static, bodyexclude};
  Hit hit = {-1, -1, {0, 0, 0}};
  if (fc_norm3(vec) < mjMINVAL)
    mju_error("mj_ray: vector length is too small");
  for (int g = 0; g < m->ngeom; g++)
    if (!is_excluded(m, g, &filter))
      try_geom(&hit, m, d, g, pnt, vec, normal != NULL);
  if (geomid)
    *geomid = hit.geom;
  if (normal)
    fc_copy3(normal, hit.normal);
  return hit.x;
}

// ---------------------------------------------------------------- many rays

typedef enum Sight_ { HIDDEN, EVERYWHERE, IN_WINDOW } Sight;

// Directions in which a geom may be visible.
typedef struct Window_ {
  Sight sight;
  mjtNum azimuth[2], polar[2];
} Window;

static mjtNum azimuth_of(const mjtNum v[3]) { return fc_atan2(v[1], v[0]); }
static mjtNum polar_of(const mjtNum v[3]) {
  return fc_atan2(fc_sqrt(v[0] * v[0] + v[1] * v[1]), v[2]);
}

// Window of a geom's box from a point outside of it.
static void box_window(Window* window, const mjtNum* box, const mjtNum* pos, const mjtNum* mat,
                       const mjtNum* pnt) {
  for (int i = 0; i < 8; i++) {
    mjtNum corner[3];
    for (int k = 0; k < 3; k++)
      corner[k] = box[k] + (i & (1 << k) ? box[3 + k] : -box[3 + k]);
    fc_mulMatVec3(corner, mat, corner);
    fc_addTo3(corner, pos);
    fc_subFrom3(corner, pnt);
    mjtNum azimuth = azimuth_of(corner), polar = polar_of(corner);
    window->azimuth[0] = i ? fc_min(window->azimuth[0], azimuth) : azimuth;
    window->azimuth[1] = i ? fc_max(window->azimuth[1], azimuth) : azimuth;
    window->polar[0] = i ? fc_min(window->polar[0], polar) : polar;
    window->polar[1] = i ? fc_max(window->polar[1], polar) : polar;
  }
  mjtNum size = fc_max(box[3], fc_max(box[4], box[5]));
  mjtNum slack = fc_atan2(size, fc_dist3(pnt, pos));
  window->azimuth[0] -= slack;
  window->azimuth[1] += slack;
  window->polar[0] -= slack;
  window->polar[1] += slack;
  int wide =
      window->azimuth[1] - window->azimuth[0] > mjPI || window->polar[1] - window->polar[0] > mjPI;
  window->sight = wide ? EVERYWHERE : IN_WINDOW;
}

static Window window_of(const mjModel* m, const mjData* d, int geom, const mjtNum* pnt,
                        mjtNum cutoff) {
  Window window = {.sight = EVERYWHERE};
  if (m->body_bvhadr[m->geom_bodyid[geom]] < 0)
    return window;
  const mjtNum *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom,
               *box = m->geom_aabb + 6 * geom;
  if (fc_dist3(pos, pnt) > cutoff + m->geom_rbound[geom]) {
    window.sight = HIDDEN;
    return window;
  }

  // inside of the box
  mjtNum local[3];
  fc_sub3(local, pnt, pos);
  fc_mulMatTVec3(local, mat, local);
  int inside = 1;
  for (int k = 0; k < 3; k++)
    inside &= fc_abs(local[k] - box[k]) <= box[3 + k];
  if (!inside)
    box_window(&window, box, pos, mat, pnt);
  return window;
}

static int in_window(const Window* window, mjtNum azimuth, mjtNum polar) {
  if (window->sight == EVERYWHERE)
    return 1;
  if (window->sight == HIDDEN || polar < window->polar[0] || polar > window->polar[1])
    return 0;
  mjtNum diff = azimuth - (window->azimuth[0] + window->azimuth[1]) / 2;
  while (diff > mjPI)
    diff -= 2 * mjPI;
  while (diff < -mjPI)
    diff += 2 * mjPI;
  return fc_abs(diff) <= (window->azimuth[1] - window->azimuth[0]) / 2;
}

// 1 when the ray meets the sphere around the root of the body's tree.
static int meets_body(const mjModel* m, const mjData* d, int body, const mjtNum* pnt,
                      const mjtNum* vec) {
  static const mjtNum unturned[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  if (m->body_bvhadr[body] < 0)
    return 1;
  const mjtNum* root = m->bvh_aabb + 6 * m->body_bvhadr[body];
  mjtNum center[3], size[3] = {fc_norm3(root + 3)};
  fc_add3(center, d->xipos + 3 * body, root);
  return mju_rayGeom(center, unturned, size, pnt, vec, mjGEOM_SPHERE, NULL) >= 0;
}

static Hit ray_with_windows(const mjModel* m, const mjData* d, const Window* window,
                            const mjtNum* pnt, const mjtNum* vec, int with_normal) {
  Hit hit = {-1, -1, {0, 0, 0}};
  mjtNum azimuth = azimuth_of(vec), polar = polar_of(vec);
  for (int b = 0; b < m->nbody; b++) {
    if (m->body_geomnum[b] == 0 || !meets_body(m, d, b, pnt, vec))
      continue;
    for (int g = m->body_geomadr[b], end = g + m->body_geomnum[b]; g < end; g++)
      if (in_window(window + g, azimuth, polar))
        try_geom(&hit, m, d, g, pnt, vec, with_normal);
  }
  return hit;
}

void mj_multiRay(const mjModel* m, mjData* d, const mjtNum* pnt, const mjtNum* vec,
                 const mjtByte* geomgroup, mjtByte flg_static, int bodyexclude, int* geomid,
                 mjtNum* dist, mjtNum* normal, int nray, mjtNum cutoff) {
  if (nray <= 0 || !is_given(pnt, "pnt", "mj_multiRay") || !is_given(vec, "vec", "mj_multiRay") ||
      !is_given(dist, "dist", "mj_multiRay"))
    return;
  RayFilter filter = {geomgroup, flg_static, bodyexclude};
  mj_markStack(d);
  Window* window = mj_stackAllocByte(d, sizeof(Window) * (size_t)m->ngeom, _Alignof(Window));
  for (int g = 0; g < m->ngeom; g++) {
    window[g] =
        is_excluded(m, g, &filter) ? (Window){.sight = HIDDEN} : window_of(m, d, g, pnt, cutoff);
  }
  for (int i = 0; i < nray; i++) {
    const mjtNum* v = vec + 3 * i;
    if (fc_dot3(v, v) < mjMINVAL) {
      dist[i] = -1;
      continue;
    }
    Hit hit = ray_with_windows(m, d, window, pnt, v, normal != NULL);
    dist[i] = hit.x;
    if (geomid)
      geomid[i] = hit.geom;
    if (normal)
      fc_copy3(normal + 3 * i, hit.normal);
  }
  mj_freeStack(d);
}
