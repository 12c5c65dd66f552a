// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rays against height fields: a base box, above it two triangles per cell, and four walls whose
// upper edge is the border of the surface. Only cells under the part of the ray inside the box
// around the surface are tested.

#include <math.h>

#include <fulcrum/math.h>

#include "core/foundation/data/argument.h"
#include "core/physics/query/geometry.h"

// A height field in its own frame.
typedef struct Field_ {
  const mjtNum* size;  // half size x, half size y, height of the top, depth of the base
  const float* data;
  int nrow, ncol;
  mjtNum dx, dy;  // size of a cell
  const mjtNum *pos, *mat;
  const mjtNum *pnt, *vec;  // the ray in the world
} Field;

static void vertex(mjtNum v[3], const Field* f, int row, int col) {
  fc_set3(v, f->dx * col - f->size[0], f->dy * row - f->size[1],
          (mjtNum)f->data[row * f->ncol + col] * f->size[2]);
}

// A box of the field's width centred on the z axis, treated as a geom in the world, so that its
// hits are rounded like those of box geoms. Fills *ray.
static void ray_of_box(LocalRay* ray, const Field* f, mjtNum height, mjtNum center,
                       mjtNum sides[6]) {
  mjtNum half[3] = {f->size[0], f->size[1], height / 2}, pos[3] = {0, 0, center};
  fc_mulMatVec3(pos, f->mat, pos);
  fc_addTo3(pos, f->pos);
  *ray = local_ray(pos, f->mat, f->pnt, f->vec);
  ray_box(ray, half, sides);
}

// Cells that the ray passes between parameters a and b: [lo, hi) of rows or columns.
static void cells(int* lo, int* hi, mjtNum p, mjtNum v, mjtNum a, mjtNum b, mjtNum half,
                  mjtNum cell, int n) {
  mjtNum first = (p + a * v + half) / cell, last = (p + b * v + half) / cell;
  mjtNum least = floor(fc_min(first, last)), most = ceil(fc_max(first, last));

  // none when the ray or the field is not finite
  const int known = least <= most;
  *lo = known ? (int)fc_clip(least - 1, 0, n) : 0;
  *hi = known ? (int)fc_clip(most + 1, 0, n - 1) : 0;
}

// The nearest triangle, with its normal of length one.
static void try_surface(LocalRay* ray, const Field* f, mjtNum a, mjtNum b) {
  int col[2], row[2];
  cells(&col[0], &col[1], ray->p[0], ray->v[0], a, b, f->size[0], f->dx, f->ncol);
  cells(&row[0], &row[1], ray->p[1], ray->v[1], a, b, f->size[1], f->dy, f->nrow);
  RayBasis basis = ray_basis(ray->v);
  int found = 0;
  for (int r = row[0]; r < row[1]; r++) {
    for (int c = col[0]; c < col[1]; c++) {
      mjtNum corner[3][3], n[3];
      for (int half = 0; half < 2; half++) {
        vertex(corner[0], f, r, c);
        vertex(corner[1], f, half ? r + 1 : r, c + 1);
        vertex(corner[2], f, r + 1, half ? c : c + 1);
        mjtNum x = ray_triangle(ray, &basis, corner, n);
        found |= ray_take(ray, x, n[0], n[1], n[2]);
      }
    }
  }
  if (found)
    fc_normalize3(ray->normal);
}

// Walls -x, +x, -y, +y: a hit counts below the border of the surface.
static void try_walls(LocalRay* ray, const Field* f, const mjtNum sides[6]) {
  for (int i = 0; i < 4; i++) {
    if (sides[i] < 0 || (ray->x >= 0 && sides[i] >= ray->x))
      continue;
    int along = i < 2 ? 1 : 0, n = along ? f->nrow : f->ncol;
    mjtNum place =
        (ray->p[along] + sides[i] * ray->v[along] + f->size[along]) / (along ? f->dy : f->dx);
    mjtNum height = (ray->p[2] + sides[i] * ray->v[2]) / f->size[2];
    if (!isfinite(place))
      continue;
    int cell = (int)fc_clip(floor(place), 0, n - 2);
    int fixed = i & 1 ? (along ? f->ncol : f->nrow) - 1 : 0;
    int first = along ? cell * f->ncol + fixed : fixed * f->ncol + cell;
    mjtNum h0 = (mjtNum)f->data[first], h1 = (mjtNum)f->data[first + (along ? f->ncol : 1)];
    if (height < h0 * (cell + 1 - place) + h1 * (place - cell)) {
      mjtNum sign = i & 1 ? 1 : -1;
      ray_take(ray, sides[i], along ? sign : 0, along ? 0 : sign, 0);
    }
  }
}

mjtNum mj_rayHfield(const mjModel* m, const mjData* d, int geomid, const mjtNum* pnt,
                    const mjtNum* vec, mjtNum* normal) {
  if (normal)
    fc_zero3(normal);
  if (!is_index(geomid, m->ngeom, "geom", "mj_rayHfield") ||
      !is_given(pnt, "pnt", "mj_rayHfield") || !is_given(vec, "vec", "mj_rayHfield"))
    return -1;
  if (m->geom_type[geomid] != mjGEOM_HFIELD) {
    mju_error("mj_rayHfield: geom %d has type %d, expected a height field", geomid,
              m->geom_type[geomid]);
    return -1;
  }
  int id = m->geom_dataid[geomid];
  const mjtNum *size = m->hfield_size + 4 * id, *mat = d->geom_xmat + 9 * geomid;
  Field f = {.size = size,
             .data = m->hfield_data + m->hfield_adr[id],
             .nrow = m->hfield_nrow[id],
             .ncol = m->hfield_ncol[id],
             .pos = d->geom_xpos + 3 * geomid,
             .mat = mat,
             .pnt = pnt,
             .vec = vec};
  f.dx = 2 * size[0] / (f.ncol - 1);
  f.dy = 2 * size[1] / (f.nrow - 1);
  LocalRay ray = local_ray(f.pos, mat, pnt, vec), base, top;

  // base, and the box around the surface
  mjtNum sides[6], n[3];
  ray_of_box(&base, &f, size[3], -size[3] / 2, NULL);
  ray_of_box(&top, &f, size[2], size[2] / 2, sides);
  world_normal(&base, mat, n);
  if (top.x < 0) {
    if (normal)
      fc_copy3(normal, n);
    return base.x;
  }

  // the normal of the base is computed in world coordinates, which rounds
  fc_mulMatTVec3(n, mat, n);
  ray_take(&ray, base.x, n[0], n[1], n[2]);
  mjtNum a = 0, b = top.x;
  for (int i = 0; i < 6; i++) {
    if (sides[i] > top.x) {
      a = top.x;
      b = sides[i];
    }
  }
  try_surface(&ray, &f, a, b);
  try_walls(&ray, &f, sides);
  if (normal && ray.x >= 0)
    fc_mulMatVec3(normal, mat, ray.normal);
  return ray.x;
}
