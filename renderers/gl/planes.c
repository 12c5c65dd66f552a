// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Grids of the planes of a model, because light is computed at vertices: finite planes in cells of
// their spacing, infinite ones as far as they are visible.

#include <math.h>

#include "context.h"

enum { CELLS_MOST = mjMAXPLANEGRID };

// The coordinates of the lines of a grid along one axis; returns how many.
static int finite_axis(const mjModel* m, int geom, int axis, float* at) {
  const double half = m->geom_size[3 * geom + axis];
  double spacing = m->geom_size[3 * geom + 2];
  spacing = mjMAX(spacing, half / (CELLS_MOST - 2));
  int k = (int)floor(half / spacing);
  k -= k % 2;
  int n = 0;
  at[n++] = (float)-half;
  for (int i = 0; i <= k; i++)
    at[n++] = (float)((2 * i - k) * spacing);
  at[n++] = (float)half;
  return n;
}

static int infinite_axis(const mjModel* m, int geom, int axis, float* at) {
  const double far = m->vis.map.zfar * m->stat.extent;
  const int material = m->geom_matid[geom];
  const double repeat = material >= 0 ? m->mat_texrepeat[2 * material + axis] : 0;
  const double cell = repeat > 0 ? 2 / repeat : 2.1 * far / (CELLS_MOST - 2);
  const double half = 0.5 * (2.1 * far + 2 * cell);
  for (int i = 0; i <= CELLS_MOST; i++)
    at[i] = (float)(half * (2.0 * i / CELLS_MOST - 1));
  return CELLS_MOST + 1;
}

static void grid(const Gl* gl, const float* x, int nx, const float* y, int ny) {
  gl->Normal3f(0, 0, 1);
  for (int k = 0; k + 1 < nx; k++) {
    gl->Begin(GL_QUADS);
    for (int i = 0; i + 1 < ny; i++) {
      gl->Vertex3f(x[k], y[i], 0);
      gl->Vertex3f(x[k + 1], y[i], 0);
      gl->Vertex3f(x[k + 1], y[i + 1], 0);
      gl->Vertex3f(x[k], y[i + 1], 0);
    }
    gl->End();
  }
}

static void plane(const Gl* gl, const mjModel* m, int geom) {
  float at[2][CELLS_MOST + 3];
  int n[2];
  for (int axis = 0; axis < 2; axis++)
    n[axis] = m->geom_size[3 * geom + axis] > 0 ? finite_axis(m, geom, axis, at[axis])
                                                : infinite_axis(m, geom, axis, at[axis]);
  grid(gl, at[0], n[0], at[1], n[1]);
}

int gl_make_planes(const Gl* gl, const mjModel* m, mjrContext* con) {
  con->rangePlane = 1;
  for (int i = 0; i < m->ngeom; i++)
    con->rangePlane += m->geom_type[i] == mjGEOM_PLANE;
  if (gl_make_lists(gl, con->rangePlane, &con->basePlane))
    return -1;
  GLuint list = con->basePlane;
  gl->NewList(list, GL_COMPILE);
  gl_square(gl, mjMAX(1, m->vis.quality.numquads), 0, 1);
  gl->EndList();
  for (int i = 0; i < m->ngeom; i++) {
    if (m->geom_type[i] == mjGEOM_PLANE) {
      gl->NewList(++list, GL_COMPILE);
      plane(gl, m, i);
      gl->EndList();
    }
  }
  return 0;
}
