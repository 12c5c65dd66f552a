// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Height fields: two triangles per cell that share the diagonal which collisions use, four sides
// and a bottom.

#include <math.h>

#include <fulcrum/host.h>

#include "context.h"

// A field and the positions of its points.
typedef struct Field_ {
  const float* height;
  int rows, columns;
  float size[4];
} Field;

static void point(const Field* f, int r, int c, float p[3]) {
  p[0] = f->size[0] * (2 * (float)c / (float)(f->columns - 1) - 1);
  p[1] = f->size[1] * (2 * (float)r / (float)(f->rows - 1) - 1);
  p[2] = f->size[2] * f->height[r * f->columns + c];
}

static void triangle(const Gl* gl, const float* a, const float* b, const float* c) {
  float n[3], u[3], v[3];
  for (int k = 0; k < 3; k++) {
    u[k] = b[k] - a[k];
    v[k] = c[k] - a[k];
  }
  for (int k = 0; k < 3; k++)
    n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
  gl->Normal3fv(n);
  gl->Vertex3fv(a);
  gl->Vertex3fv(b);
  gl->Vertex3fv(c);
}

static void surface(const Gl* gl, const Field* f) {
  gl->Begin(GL_TRIANGLES);
  for (int r = 0; r + 1 < f->rows; r++) {
    for (int c = 0; c + 1 < f->columns; c++) {
      float p00[3], p01[3], p10[3], p11[3];
      point(f, r, c, p00);
      point(f, r, c + 1, p01);
      point(f, r + 1, c, p10);
      point(f, r + 1, c + 1, p11);
      triangle(gl, p00, p11, p10);
      triangle(gl, p00, p01, p11);
    }
  }
  gl->End();
}

// a wall below the edge from point (r, c) on, n points in steps of (dr, dc), seen from outside from
// left to right
static void wall(const Gl* gl, const Field* f, int r, int c, int dr, int dc, int n) {
  gl->Normal3f((float)dr, (float)-dc, 0);
  gl->Begin(GL_QUAD_STRIP);
  for (int i = 0; i < n; i++, r += dr, c += dc) {
    float p[3];
    point(f, r, c, p);
    gl->Vertex3fv(p);
    gl->Vertex3f(p[0], p[1], -f->size[3]);
  }
  gl->End();
}

static void hfield(const Gl* gl, const mjModel* m, int id) {
  Field f = {
      m->hfield_data + m->hfield_adr[id], m->hfield_nrow[id], m->hfield_ncol[id], {0, 0, 0, 0}};
  for (int k = 0; k < 4; k++)
    f.size[k] = (float)m->hfield_size[4 * id + k];
  surface(gl, &f);
  wall(gl, &f, 0, 0, 0, 1, f.columns);
  wall(gl, &f, 0, f.columns - 1, 1, 0, f.rows);
  wall(gl, &f, f.rows - 1, f.columns - 1, 0, -1, f.columns);
  wall(gl, &f, f.rows - 1, 0, -1, 0, f.rows);
  gl->PushMatrix();
  gl->Scalef(f.size[0], f.size[1], f.size[3]);
  gl_square(gl, mjMAX(1, m->vis.quality.numquads), -1, -1);
  gl->PopMatrix();
}

static void compile(const Gl* gl, const mjModel* m, const mjrContext* con, int id) {
  gl->NewList(con->baseHField + (GLuint)id, GL_COMPILE);
  hfield(gl, m, id);
  gl->EndList();
}

int gl_make_hfields(const Gl* gl, const mjModel* m, mjrContext* con) {
  con->rangeHField = (int)m->nhfield;
  if (gl_make_lists(gl, con->rangeHField, &con->baseHField))
    return -1;
  for (int i = 0; i < m->nhfield; i++)
    compile(gl, m, con, i);
  return 0;
}

int gl_upload_hfield(const mjModel* m, const mjrContext* con, int id) {
  const Gl* gl = gl_library();
  if (!gl)
    return -1;
  if (id >= con->rangeHField)
    return fc_fail("the context was made for a model with %d height fields", con->rangeHField);
  compile(gl, m, con, id);
  return 0;
}
