// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A descent evaluates the gradient at its current point once per step, and the point is recorded
// then. The count of a path is atomic because rays from several threads also evaluate gradients.
// The capacity is that for the options with which the mjData was made: nothing is allocated in a
// step.

#include <stdatomic.h>

#include <fulcrum/math.h>
#include <fulcrum/scene.h>

#include "paths.h"

enum {
  LAST_STEPS =
      2,  // gradients of a descent after sdf_iterations: onto both surfaces, and the normal
  PATHS_MOST = 1000,
  POINTS_MOST = 1000  // of a path
};

struct Paths_ {
  int max, most;       // paths, points of one
  int n;               // paths
  mjtNum* point;       // max x most x 3
  atomic_int count[];  // max: number of points of each, including those not stored
};

Paths* paths_make(const mjModel* m) {
  const size_t max = (size_t)mjMAX(1, mjMIN(m->opt.sdf_initpoints, PATHS_MOST));
  const size_t most = LAST_STEPS + (size_t)mjMAX(0, mjMIN(m->opt.sdf_iterations, POINTS_MOST));
  Paths* paths = mju_malloc(sizeof *paths + max * sizeof *paths->count);
  mjtNum* point = mju_malloc(max * most * 3 * sizeof *point);
  if (!paths || !point) {
    mju_free(paths);
    mju_free(point);
    return NULL;
  }
  paths->max = (int)max;
  paths->most = (int)most;
  paths->n = 0;
  paths->point = point;
  return paths;
}

void paths_free(Paths* paths) {
  if (paths)
    mju_free(paths->point);
  mju_free(paths);
}

void paths_clear(Paths* paths) { paths->n = 0; }

void paths_begin(Paths* paths) {
  if (paths->n < paths->max)
    atomic_init(paths->count + paths->n++, 0);
}

void paths_add(Paths* paths, const mjtNum point[3]) {
  const int last = paths->n - 1;
  if (last < 0 || atomic_load(paths->count + last) >= paths->most)
    return;
  const int k = atomic_fetch_add(paths->count + last, 1);
  if (k < paths->most)
    fc_copy3(paths->point + 3 * (last * paths->most + k), point);
}

// ---------------------------------------------------------------- pictures

// A ball of a path. Object id and category keep the values in the slot of the scene, as in the
// reference.
static void draw_end(mjvScene* scn, const mjtNum center[3], const mjtNum mat[9], mjtNum radius,
                     const float rgba[4]) {
  if (scn->ngeom >= scn->maxgeom) {
    scn->status = 1;
    return;
  }
  const mjtNum size[3] = {radius, radius, radius};
  mjv_initGeom(scn->geoms + scn->ngeom++, mjGEOM_SPHERE, size, center, mat, rgba);
}

// a little less than a step, so that steps can be distinguished
static void draw_step(mjvScene* scn, int path, const mjtNum from[3], const mjtNum to[3],
                      const float rgba[4]) {
  mjtNum way[3], end[3];
  mjvGeom* geom = fc_addGeom(scn, mjGEOM_LINE, path, NULL, NULL, NULL, rgba);
  if (!geom)
    return;
  fc_sub3(way, to, from);
  fc_addScl3(end, from, way, 0.95);
  mjv_connector(geom, mjGEOM_LINE, 2, from, end);
}

void paths_draw(const Paths* paths, mjvScene* scn, const mjtNum pos[3], const mjtNum mat[9],
                mjtNum radius) {
  static const float blue[4] = {0, 0, 1, 1}, red[4] = {1, 0, 0, 1};
  for (int i = 0; i < paths->n; i++) {
    const mjtNum* point = paths->point + (size_t)(3 * i * paths->most);
    const int n = mjMIN(paths->most, atomic_load(paths->count + i));
    mjtNum from[3], to[3];
    if (!n)
      continue;
    fc_mulMatVec3(from, mat, point);
    fc_addTo3(from, pos);
    fc_mulMatVec3(to, mat, point + 3 * (n - 1));
    fc_addTo3(to, pos);
    draw_end(scn, from, mat, radius, blue);
    draw_end(scn, to, mat, radius, red);
    for (int k = 1; k < n; k++) {
      const mjtNum t = (mjtNum)k / (n - 1);
      fc_mulMatVec3(to, mat, point + 3 * k);
      fc_addTo3(to, pos);
      draw_step(scn, i, from, to, (const float[4]){(float)t, 0, (float)(1 - t), 1});
      fc_copy3(from, to);
    }
  }
}
