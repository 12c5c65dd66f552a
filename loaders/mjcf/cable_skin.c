// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The skin of a cable of boxes: a flat tube of two sheets, sewn together along its rim.
//
// Bones are placed at the points of the cable (x) and across it (y): two columns, three with
// subdivision. Each sheet is a grid of vertices on the bones and between them. All vertices are at
// the origin: the bones' bind poses move them into place. Between bones they follow the bicubic
// interpolation of the bones' positions with central differences as slopes (Catmull and Rom 1974),
// one-sided ones at the ends. This is linear in the positions of the bones and therefore amounts to
// a set of weights, the product of one cubic per direction.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "composite.h"

// most vertices of a skin, against hostile documents
enum { MAX_SKIN_VERTICES = 1 << 20 };

typedef struct Sheet {
  int nx, ny;    // vertices of each sheet along and across
  int nbx, nby;  // bones along and across
  int step;      // vertices per bone in each direction
} Sheet;

int read_cable_skin(Reader* r, Cable* cable) {
  const XmlElement* e = cable->skin;
  const int schema = fc_schemaFindPath("mujoco/body/composite/skin");
  double inflate;  // from the thickness of the boxes
  if (read_keyword(r, e, schema, "texcoord", &cable->textured) < 0 ||
      read_text(r, e, schema, "material", &cable->material) < 0 ||
      read_integer(r, e, schema, "group", &cable->skin_group) < 0 ||
      read_integer(r, e, schema, "subgrid", &cable->subdivision) < 0 ||
      read_reals(r, e, schema, "inflate", &inflate) < 0)
    return -1;
  const int n = read_float_list(r, e, schema, "rgba");
  if (n < 0)
    return -1;
  if (n > 0)
    memcpy(cable->skin_rgba, r->floats, sizeof(float) * (size_t)n);
  if (cable->skin_group < 0 || cable->skin_group >= mjNGROUP)
    return fail_at(r, e, "group", "skin group must be between 0 and %d", mjNGROUP - 1);
  if (cable->subdivision < 0)
    return fail_at(r, e, "subgrid", "subgrid must not be negative: %d", cable->subdivision);
  return 0;
}

// ---------------------------------------------------------------- surface

static int put_triangle(int* face, int a, int b, int c) {
  face[0] = a;
  face[1] = b;
  face[2] = c;
  return 3;
}

// both sheets, one facing each side
static int put_sheets(const Sheet* s, int* face) {
  int n = 0;
  for (int side = 0; side < 2; side++) {
    for (int x = 0; x + 1 < s->nx; x++) {
      for (int y = 0; y + 1 < s->ny; y++) {
        const int a = side * s->nx * s->ny + x * s->ny + y, b = a + s->ny, c = b + 1, d = a + 1;
        n += side ? put_triangle(face + n, a, c, b) : put_triangle(face + n, a, b, c);
        n += side ? put_triangle(face + n, a, d, c) : put_triangle(face + n, a, c, d);
      }
    }
  }
  return n;
}

// the rim between them, from vertex `first` in steps of `stride`; outward or inward
static int put_rim(const Sheet* s, int* face, int first, int stride, int count, int flip) {
  int n = 0;
  for (int i = 0; i + 1 < count; i++) {
    const int p0 = first + i * stride, p1 = p0 + stride;
    const int q0 = p0 + s->nx * s->ny, q1 = p1 + s->nx * s->ny;
    n += flip ? put_triangle(face + n, p0, q1, p1) : put_triangle(face + n, p0, p1, q1);
    n += flip ? put_triangle(face + n, p0, q0, q1) : put_triangle(face + n, p0, q1, q0);
  }
  return n;
}

static int make_surface(const Cable* cable, const Sheet* s, mjsSkin* skin) {
  const int nvert = 2 * s->nx * s->ny;
  const int nface = 4 * (s->nx - 1) * (s->ny - 1) + 4 * (s->nx - 1) + 4 * (s->ny - 1);
  float* vert = calloc(3 * (size_t)nvert, sizeof(float));
  int* face = malloc(3 * sizeof(int) * (size_t)nface);
  if (vert && face) {
    int n = put_sheets(s, face);
    n += put_rim(s, face + n, 0, s->ny, s->nx, 1);
    n += put_rim(s, face + n, s->ny - 1, s->ny, s->nx, 0);
    n += put_rim(s, face + n, 0, 1, s->ny, 0);
    n += put_rim(s, face + n, (s->nx - 1) * s->ny, 1, s->ny, 1);
    mjs_setInt(skin->face, face, n);
    mjs_setFloat(skin->vert, vert, 3 * nvert);
    for (int i = 0; i < nvert && cable->textured; i++) {
      const int x = i / s->ny % s->nx, y = i % s->ny;
      vert[2 * i] = (float)x / (float)(s->nx - 1);
      vert[2 * i + 1] = (float)y / (float)(s->ny - 1);
    }
    if (cable->textured)
      mjs_setFloat(skin->texcoord, vert, 2 * nvert);
  }
  const int failed = !vert || !face;
  free(vert);
  free(face);
  return failed;
}

// ---------------------------------------------------------------- weights

// weights of the nodes cell - 1 to cell + 2 of n, at fraction t of the way from cell to cell + 1
static void cubic_weights(double t, int cell, int n, double w[4]) {
  const double t2 = t * t, t3 = t2 * t;
  const double value0 = 2 * t3 - 3 * t2 + 1, value1 = -2 * t3 + 3 * t2;
  const double slope0 = t3 - 2 * t2 + t, slope1 = t3 - t2;
  w[0] = w[3] = 0;
  w[1] = value0;
  w[2] = value1;
  if (cell == 0) {
    w[1] -= slope0;
    w[2] += slope0;
  } else {
    w[0] -= slope0 / 2;
    w[2] += slope0 / 2;
  }
  if (cell + 2 == n) {
    w[1] -= slope1;
    w[2] += slope1;
  } else {
    w[1] -= slope1 / 2;
    w[3] += slope1 / 2;
  }
}

typedef struct Weights {
  int n;
  int* id;
  float* weight;
} Weights;

// weight of the bone (bx, by) at one vertex of both sheets
static void put_weight(const Sheet* s, Weights* list, int x, int y, double weight) {
  if (weight == 0)
    return;
  for (int side = 0; side < 2; side++) {
    list->id[list->n] = side * s->nx * s->ny + x * s->ny + y;
    list->weight[list->n++] = (float)weight;
  }
}

// Vertices that follow a bone: those of the cells around it, cell by cell. A cell includes its
// lower boundary, the last one also its upper boundary.
static void collect(const Sheet* s, int bx, int by, Weights* list) {
  list->n = 0;
  for (int cx = bx < 2 ? 0 : bx - 2; cx <= bx + 1 && cx < s->nbx - 1; cx++) {
    const int ex = s->step + (cx == s->nbx - 2);
    for (int cy = by < 2 ? 0 : by - 2; cy <= by + 1 && cy < s->nby - 1; cy++) {
      const int ey = s->step + (cy == s->nby - 2);
      for (int i = 0; i < ex; i++) {
        double wx[4], wy[4];
        cubic_weights((double)i / s->step, cx, s->nbx, wx);
        for (int k = 0; k < ey; k++) {
          cubic_weights((double)k / s->step, cy, s->nby, wy);
          put_weight(s, list, cx * s->step + i, cy * s->step + k,
                     wx[bx - cx + 1] * wy[by - cy + 1]);
        }
      }
    }
  }
}

static void add_bone(const Cable* cable, const Sheet* s, const double size[3], int bx, int by,
                     const Weights* list, mjsSkin* skin, float pos[3], float quat[4]) {
  const int n = cable->npoint - 1;  // segments
  mjs_appendString(skin->bodyname, segment_name(cable, "B", bx < n ? bx : n - 1, n));
  mjs_appendIntVec(skin->vertid, list->id, list->n);
  mjs_appendFloatVec(skin->vertweight, list->weight, list->n);

  // the far end of the last segment has its own bone
  pos[0] = (float)(bx == n ? -2 * size[0] : 0);
  pos[1] = (float)(by == 0 ? -size[1] : by == s->nby - 1 ? size[1] : 0);
  pos[2] = 0;
  quat[0] = 1;
  quat[1] = quat[2] = quat[3] = 0;
}

static int make_bones(const Cable* cable, const Sheet* s, const double size[3], mjsSkin* skin) {
  const size_t nbone = (size_t)s->nbx * (size_t)s->nby;
  const size_t most = 2 * (4 * (size_t)s->step + 1) * (4 * (size_t)s->step + 1);
  Weights list = {0, malloc(sizeof(int) * most), malloc(sizeof(float) * most)};
  float* pose = malloc(7 * sizeof(float) * nbone);
  const int failed = !list.id || !list.weight || !pose;
  for (int bx = 0; !failed && bx < s->nbx; bx++) {
    for (int by = 0; by < s->nby; by++) {
      const int i = bx * s->nby + by;
      collect(s, bx, by, &list);
      add_bone(cable, s, size, bx, by, &list, skin, pose + 3 * i, pose + 3 * nbone + 4 * i);
    }
  }
  if (!failed) {
    mjs_setFloat(skin->bindpos, pose, (int)(3 * nbone));
    mjs_setFloat(skin->bindquat, pose + 3 * nbone, (int)(4 * nbone));
  }
  free(list.id);
  free(list.weight);
  free(pose);
  return failed;
}

// ---------------------------------------------------------------- the whole

int make_cable_skin(Reader* r, const Cable* cable, const double size[3]) {
  const XmlElement* e = cable->skin ? cable->skin : cable->e;
  const int g = cable->subdivision;
  Sheet s = {.nbx = cable->npoint, .nby = g ? 3 : 2, .step = g + 1};
  const double along = cable->npoint + (cable->npoint - 1.0) * g,
               across = s.nby + (s.nby - 1.0) * g;
  if (2 * along * across > MAX_SKIN_VERTICES) {
    return fail_at(r, e, cable->skin ? "subgrid" : NULL,
                   "the skin of the cable would have %.0f vertices, at most %d are possible",
                   2 * along * across, MAX_SKIN_VERTICES);
  }
  s.nx = (int)along;
  s.ny = (int)across;
  mjsSkin* skin = mjs_addSkin(r->spec);
  char name[512], line[32];
  if (!skin)
    return fail_at(r, e, NULL, "out of memory");
  snprintf(name, sizeof name, "%sSkin", cable->prefix);
  snprintf(line, sizeof line, "line %d", e->line);
  mjs_setString(skin->info, line);
  if (mjs_setName(skin->element, name))
    return fail_at(r, e, NULL, "%s", spec_problem(r));
  mjs_setString(skin->material, cable->material ? cable->material : "");
  memcpy(skin->rgba, cable->skin_rgba, sizeof skin->rgba);
  skin->group = cable->skin_group;
  skin->inflate = (float)(2 * size[2]);
  if (make_surface(cable, &s, skin) || make_bones(cable, &s, size, skin))
    return fail_at(r, e, NULL, "out of memory");
  return 0;
}
