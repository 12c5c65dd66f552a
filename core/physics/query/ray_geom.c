// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Ray against one primitive geom. The ray p + x v is transformed into the frame of the geom, and x
// is the smallest non-negative parameter at which it meets the surface; the length of v is
// arbitrary. Round surfaces are roots of
//
//   a x^2 + 2 b x + c = 0
//
// A ray that starts inside meets the far side. The normal always points outwards.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/physics/query/geometry.h"

LocalRay local_ray(const mjtNum pos[3], const mjtNum mat[9], const mjtNum pnt[3],
                   const mjtNum vec[3]) {
  LocalRay ray = {.x = -1};
  fc_sub3(ray.p, pnt, pos);
  fc_mulMatTVec3(ray.p, mat, ray.p);
  fc_mulMatTVec3(ray.v, mat, vec);
  return ray;
}

void world_normal(const LocalRay* ray, const mjtNum mat[9], mjtNum* normal) {
  if (!normal)
    return;
  fc_zero3(normal);
  if (ray->x < 0)
    return;
  fc_copy3(normal, ray->normal);
  fc_normalize3(normal);
  fc_mulMatVec3(normal, mat, normal);
}

// Roots in ascending order. Returns the first non-negative one, -1 when there is none.
static mjtNum quadratic(mjtNum a, mjtNum b, mjtNum c, mjtNum root[2]) {
  root[0] = root[1] = -1;
  mjtNum det = b * b - a * c;
  if (det < 0 || a < mjMINVAL)
    return -1;
  det = fc_sqrt(det);
  root[0] = (-b - det) / a;
  root[1] = (-b + det) / a;
  return root[0] >= 0 ? root[0] : root[1] >= 0 ? root[1] : -1;
}

static mjtNum sphere_roots(const mjtNum p[3], const mjtNum v[3], mjtNum radius, mjtNum root[2]) {
  return quadratic(fc_dot3(v, v), fc_dot3(v, p), fc_dot3(p, p) - radius * radius, root);
}

int ray_take(LocalRay* ray, mjtNum x, mjtNum nx, mjtNum ny, mjtNum nz) {
  if (!(x >= 0 && (ray->x < 0 || x < ray->x)))
    return 0;
  ray->x = x;
  fc_set3(ray->normal, nx, ny, nz);
  return 1;
}

static void ray_plane(LocalRay* ray, const mjtNum size[3]) {
  const mjtNum *p = ray->p, *v = ray->v;
  if (v[2] > -mjMINVAL)
    return;
  mjtNum x = -p[2] / v[2];
  for (int k = 0; k < 2; k++)
    if (size[k] > 0 && !(fc_abs(p[k] + x * v[k]) <= size[k]))
      return;
  ray_take(ray, x, 0, 0, 1);
}

// The wall of a cylinder about z: first non-negative root only.
static void ray_wall(LocalRay* ray, mjtNum radius, mjtNum half) {
  const mjtNum *p = ray->p, *v = ray->v;
  mjtNum root[2];
  mjtNum x = quadratic(v[0] * v[0] + v[1] * v[1], v[0] * p[0] + v[1] * p[1],
                       p[0] * p[0] + p[1] * p[1] - radius * radius, root);
  if (x >= 0 && fc_abs(p[2] + x * v[2]) <= half)
    ray_take(ray, x, p[0] + x * v[0], p[1] + x * v[1], 0);
}

static void ray_capsule(LocalRay* ray, const mjtNum size[3]) {
  const mjtNum *p = ray->p, *v = ray->v;
  mjtNum radius = size[0], half = size[1], root[2];
  if (sphere_roots(p, v, radius + half, root) < 0)
    return;
  ray_wall(ray, radius, half);
  for (int end = 1; end >= -1; end -= 2) {
    mjtNum q[3] = {p[0], p[1], p[2] - end * half};
    sphere_roots(q, v, radius, root);
    for (int k = 0; k < 2; k++) {
      if (root[k] >= 0 && end * (p[2] + root[k] * v[2]) >= half) {
        ray_take(ray, root[k], p[0] + root[k] * v[0], p[1] + root[k] * v[1],
                 p[2] + root[k] * v[2] - end * half);
      }
    }
  }
}

static void ray_ellipsoid(LocalRay* ray, const mjtNum size[3]) {
  mjtNum s[3] = {1 / (size[0] * size[0]), 1 / (size[1] * size[1]), 1 / (size[2] * size[2])};
  mjtNum a = 0, b = 0, c = 0, root[2];
  for (int k = 0; k < 3; k++) {
    a += s[k] * ray->v[k] * ray->v[k];
    b += s[k] * ray->v[k] * ray->p[k];
    c += s[k] * ray->p[k] * ray->p[k];
  }
  mjtNum x = quadratic(a, b, c - 1, root);
  ray_take(ray, x, s[0] * (ray->p[0] + x * ray->v[0]), s[1] * (ray->p[1] + x * ray->v[1]),
           s[2] * (ray->p[2] + x * ray->v[2]));
}

static void ray_cylinder(LocalRay* ray, const mjtNum size[3]) {
  const mjtNum *p = ray->p, *v = ray->v;
  mjtNum radius = size[0], half = size[1], root[2];
  if (sphere_roots(p, v, fc_sqrt(radius * radius + half * half), root) < 0)
    return;
  for (int end = -1; end <= 1 && fc_abs(v[2]) > mjMINVAL; end += 2) {
    mjtNum x = (end * half - p[2]) / v[2], hx = p[0] + x * v[0], hy = p[1] + x * v[1];
    if (x >= 0 && hx * hx + hy * hy <= radius * radius)
      ray_take(ray, x, 0, 0, end);
  }
  ray_wall(ray, radius, half);
}

mjtNum ray_box(LocalRay* ray, const mjtNum size[3], mjtNum sides[6]) {
  const mjtNum *p = ray->p, *v = ray->v;
  mjtNum root[2];
  for (int i = 0; i < 6 && sides; i++)
    sides[i] = -1;
  if (sphere_roots(p, v, fc_norm3(size), root) < 0)
    return -1;
  for (int k = 0; k < 3; k++) {
    if (fc_abs(v[k]) <= mjMINVAL)
      continue;
    int i = (k + 1) % 3, j = (k + 2) % 3;
    for (int side = -1; side <= 1; side += 2) {
      mjtNum x = (side * size[k] - p[k]) / v[k];
      if (x >= 0 && fc_abs(p[i] + x * v[i]) <= size[i] && fc_abs(p[j] + x * v[j]) <= size[j]) {
        ray_take(ray, x, k == 0 ? side : 0, k == 1 ? side : 0, k == 2 ? side : 0);
        if (sides)
          sides[2 * k + (side > 0)] = x;
      }
    }
  }
  return ray->x;
}

// A sphere has no orientation: the ray is not rotated.
static mjtNum ray_sphere(const mjtNum pos[3], mjtNum radius, const mjtNum pnt[3],
                         const mjtNum vec[3], mjtNum* normal) {
  mjtNum p[3], root[2];
  fc_sub3(p, pnt, pos);
  mjtNum x = sphere_roots(p, vec, radius, root);
  if (normal) {
    fc_zero3(normal);
    if (x >= 0) {
      fc_addScl3(normal, pnt, vec, x);
      fc_subFrom3(normal, pos);
      fc_normalize3(normal);
    }
  }
  return x;
}

mjtNum mju_rayGeom(const mjtNum* pos, const mjtNum* mat, const mjtNum* size, const mjtNum* pnt,
                   const mjtNum* vec, int geomtype, mjtNum* normal) {
  if (geomtype == mjGEOM_SPHERE)
    return ray_sphere(pos, size[0], pnt, vec, normal);
  LocalRay ray = local_ray(pos, mat, pnt, vec);
  switch (geomtype) {
    case mjGEOM_PLANE: ray_plane(&ray, size); break;
    case mjGEOM_CAPSULE: ray_capsule(&ray, size); break;
    case mjGEOM_ELLIPSOID: ray_ellipsoid(&ray, size); break;
    case mjGEOM_CYLINDER: ray_cylinder(&ray, size); break;
    case mjGEOM_BOX: ray_box(&ray, size, NULL); break;
    default:
      mju_error(
          "mju_rayGeom: unexpected geom type %d, expected a plane, sphere, capsule, ellipsoid, "
          "cylinder or box",
          geomtype);
  }
  world_normal(&ray, mat, normal);
  return ray.x;
}
