// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rays against triangles. Seen along the ray a triangle is flat: the ray hits it when its corners,
// measured from the ray's origin along two directions orthogonal to the ray, surround the origin.
// The two directions are the same for all triangles and are computed once per ray.

#include <fulcrum/math.h>

#include "core/physics/query/geometry.h"

RayBasis ray_basis(const mjtNum v[3]) {
  mjtNum a[3] = {fc_abs(v[0]), fc_abs(v[1]), fc_abs(v[2])};
  RayBasis basis = {.b0 = {1, 1, 1}};
  int largest = a[0] >= a[1] && a[0] >= a[2] ? 0 : a[1] >= a[2] ? 1 : 2;
  basis.b0[largest] = 0;
  fc_addScl3(basis.b1, basis.b0, v, -fc_dot3(v, basis.b0) / fc_dot3(v, v));
  fc_normalize3(basis.b1);
  fc_cross(basis.b0, basis.b1, v);
  fc_normalize3(basis.b0);
  return basis;
}

mjtNum ray_triangle(const LocalRay* ray, const RayBasis* basis, mjtNum corner[3][3],
                    mjtNum normal[3]) {
  mjtNum u[3], w[3];
  for (int i = 0; i < 3; i++) {
    mjtNum arm[3];
    fc_sub3(arm, corner[i], ray->p);
    u[i] = fc_dot3(basis->b0, arm);
    w[i] = fc_dot3(basis->b1, arm);
  }

  // all corners on one side
  if ((u[0] > 0 && u[1] > 0 && u[2] > 0) || (u[0] < 0 && u[1] < 0 && u[2] < 0) ||
      (w[0] > 0 && w[1] > 0 && w[2] > 0) || (w[0] < 0 && w[1] < 0 && w[2] < 0))
    return -1;

  // coordinates of the origin along the two sides that meet in the last corner
  mjtNum u0 = u[0] - u[2], u1 = u[1] - u[2], w0 = w[0] - w[2], w1 = w[1] - w[2];
  mjtNum det = u0 * w1 - u1 * w0;
  if (fc_abs(det) < mjMINVAL)
    return -1;
  mjtNum t0 = (w1 * -u[2] - u1 * -w[2]) / det, t1 = (u0 * -w[2] - w0 * -u[2]) / det;
  if (t0 < 0 || t1 < 0 || t0 + t1 > 1)
    return -1;

  // where the ray meets the plane
  mjtNum side0[3], side1[3], arm[3];
  fc_sub3(side0, corner[0], corner[2]);
  fc_sub3(side1, corner[1], corner[2]);
  fc_cross(normal, side0, side1);
  mjtNum along = fc_dot3(ray->v, normal);
  if (fc_abs(along) < mjMINVAL)
    return -1;
  fc_sub3(arm, ray->p, corner[2]);
  return -fc_dot3(arm, normal) / along;
}

// ---------------------------------------------------------------- skins

// Tests the box around all vertices; the ray is moved so that the box is centred at the origin.
static int misses_box(const LocalRay* ray, int nvert, const float* vert) {
  mjtNum lower[3] = {mjMAXVAL, mjMAXVAL, mjMAXVAL}, upper[3] = {-mjMAXVAL, -mjMAXVAL, -mjMAXVAL};
  mjtNum size[3];
  LocalRay moved = *ray;
  for (int i = 0; i < nvert; i++) {
    for (int k = 0; k < 3; k++) {
      lower[k] = fc_min(lower[k], (mjtNum)vert[3 * i + k]);
      upper[k] = fc_max(upper[k], (mjtNum)vert[3 * i + k]);
    }
  }
  for (int k = 0; k < 3; k++) {
    moved.p[k] -= (lower[k] + upper[k]) / 2;
    size[k] = (upper[k] - lower[k]) / 2;
  }
  return ray_box(&moved, size, NULL) < 0;
}

mjtNum mju_raySkin(int nface, int nvert, const int* face, const float* vert, const mjtNum* pnt,
                   const mjtNum* vec, int* vertid) {
  LocalRay ray = {.x = -1};
  fc_copy3(ray.p, pnt);
  fc_copy3(ray.v, vec);
  if (fc_norm3(vec) < mjMINVAL)
    mju_error("mju_raySkin: vector length is too small");
  if (misses_box(&ray, nvert, vert))
    return -1;
  RayBasis basis = ray_basis(vec);
  for (int i = 0; i < nface; i++) {
    mjtNum corner[3][3], n[3], hit[3];
    for (int j = 0; j < 3; j++) {
      const float* v = vert + 3 * face[3 * i + j];
      fc_set3(corner[j], (mjtNum)v[0], (mjtNum)v[1], (mjtNum)v[2]);
    }
    mjtNum x = ray_triangle(&ray, &basis, corner, n);
    if (!ray_take(&ray, x, n[0], n[1], n[2]) || !vertid)
      continue;

    // nearest corner
    fc_addScl3(hit, pnt, vec, x);
    int nearest = 0;
    for (int j = 1; j < 3; j++)
      if (fc_dist3(corner[j], hit) < fc_dist3(corner[nearest], hit))
        nearest = j;
    *vertid = face[3 * i + nearest];
  }
  return ray.x;
}
