// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// One geom, element or vertex against one element. Elements of cables are capsules; shells have
// closed forms against spheres, capsules and boxes (triangle.c); everything else is the hull of a
// few points rounded by the radius, and goes to the convex service.

#include <math.h>

#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "collision/flex/apart.h"
#include "collision/flex/element.h"
#include "collision/flex/triangle.h"
#include "collision/flex/work.h"
#include "collision/forms/forms.h"

// ---------------------------------------------------------------- hulls

static int find_service(Work* w) {
  if (w->convex)
    return 0;
  return fc_convexRounded(w->ctx->m, w->ctx->d, &w->convex, &w->convex_ctx);
}

static FcRounded hull_of(const Flex* f, int element, const mjtNum* corner, mjtNum margin) {
  const mjtNum* box = f->aabb + 6 * element;
  return (FcRounded){.size = sizeof(FcRounded),
                     .geom = -1,
                     .ncorner = f->dim + 1,
                     .corner = corner,
                     .center = {box[0], box[1], box[2]},
                     .radius = f->radius,
                     .margin = margin};
}

static int collide_hulls(FcContactPoint* con, Work* w, const FcRounded* a, const FcRounded* b,
                         mjtNum margin) {
  if (find_service(w) < 0)
    return -1;
  int n = w->convex->rounded(w->convex_ctx, a, b, con);
  if (n > 0)
    con->dist += margin;
  return n;
}

// ---------------------------------------------------------------- capsules

// An element of a cable: its shape and the arrays it points to.
typedef struct Capsule_ {
  Shape shape;
  mjtNum pos[3], mat[9], size[3];
} Capsule;

static void capsule_of(Capsule* c, const mjtNum corner[6], mjtNum radius) {
  mjtNum axis[3], quat[4];
  fc_add3(c->pos, corner, corner + 3);
  fc_scl3(c->pos, c->pos, 0.5);
  fc_sub3(axis, corner, corner + 3);
  fc_set3(c->size, radius, fc_normalize3(axis) / 2, 0);
  mju_quatZ2Vec(quat, axis);
  fc_quat2Mat(c->mat, quat);
  c->shape = (Shape){c->pos, c->mat, c->size};
}

// Closed forms of cables; -1 when there is none.
static int geom_cable(FcContactPoint* con, const Shape* geom, int type, const mjtNum corner[6],
                      mjtNum radius, mjtNum margin) {
  if (type != mjGEOM_SPHERE && type != mjGEOM_CAPSULE && type != mjGEOM_BOX)
    return -1;
  Capsule c;
  capsule_of(&c, corner, radius);
  if (type == mjGEOM_SPHERE)
    return sphere_capsule(con, geom, &c.shape, margin);
  if (type == mjGEOM_CAPSULE)
    return capsule_capsule(con, geom, &c.shape, margin);
  int n = capsule_box(con, &c.shape, geom, margin);
  for (int i = 0; i < n; i++)
    fc_scl3(con[i].normal, con[i].normal, -1);
  return n;
}

// Closed forms of shells; -1 when there is none.
static int geom_shell(FcContactPoint* con, const Shape* geom, int type, const mjtNum corner[9],
                      mjtNum radius, mjtNum margin) {
  switch (type) {
    case mjGEOM_SPHERE:
      return sphere_triangle(con, geom->pos, geom->size[0], corner, radius, margin);
    case mjGEOM_CAPSULE:
      return capsule_triangle(con, geom->pos, geom->mat, geom->size, corner, radius, margin);
    case mjGEOM_BOX:
      return box_triangle(con, geom->pos, geom->mat, geom->size, corner, radius, margin);
    default: return -1;
  }
}

// ---------------------------------------------------------------- height fields

// The part of a row or column of vertices that covers [lower, upper].
static void cover(int range[2], mjtNum lower, mjtNum upper, mjtNum half, int n) {
  range[0] = (int)fc_min(n, fc_max(0, floor((lower + half) / (2 * half) * (n - 1))));
  range[1] = (int)fc_max(-1, fc_min(n - 1, ceil((upper + half) / (2 * half) * (n - 1))));
}

// Prisms below the half cells of a height field, as for geoms: the margin raises them, and the
// element grows by half of it. `corner` is the element in the frame of the field.
static int hfield_element(FcContactPoint* con, Work* w, int geom, const Flex* f,
                          const mjtNum* corner, mjtNum margin) {
  const mjModel* m = w->ctx->m;
  const mjtNum *pos = w->ctx->d->geom_xpos + 3 * geom, *mat = w->ctx->d->geom_xmat + 9 * geom;
  int id = m->geom_dataid[geom], ncol = m->hfield_ncol[id], nrow = m->hfield_nrow[id];
  const mjtNum* size = m->hfield_size + 4 * id;
  const float* data = m->hfield_data + m->hfield_adr[id];

  // the element in the frame of the field, and its extent
  mjtNum local[3 * MAX_CORNERS], center[3] = {0};
  mjtNum lower[3] = {INFINITY, INFINITY, INFINITY}, upper[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int i = 0; i <= f->dim; i++) {
    mjtNum* x = local + 3 * i;
    fc_sub3(x, corner + 3 * i, pos);
    fc_mulMatTVec3(x, mat, x);
    for (int k = 0; k < 3; k++) {
      lower[k] = fc_min(lower[k], x[k]);
      upper[k] = fc_max(upper[k], x[k]);
    }
    fc_addToScl3(center, x, (mjtNum)1 / (f->dim + 1));
  }
  const mjtNum reach = f->radius + margin;
  if (!(lower[2] - reach <= size[2] && upper[2] + reach >= -size[3]))
    return 0;
  int col[2], row[2], n = 0;
  cover(col, lower[0] - f->radius, upper[0] + f->radius, size[0], ncol);
  cover(row, lower[1] - f->radius, upper[1] + f->radius, size[1], nrow);

  FcRounded element = {.size = sizeof element,
                       .geom = -1,
                       .ncorner = f->dim + 1,
                       .corner = local,
                       .center = {center[0], center[1], center[2]},
                       .radius = f->radius,
                       .margin = margin};
  mjtNum prism[18];
  for (int r = row[0]; r < row[1]; r++) {
    int seen = 0;
    for (int c = col[0]; c <= col[1]; c++) {
      for (int up = 1; up >= 0 && n < mjMAXCONPAIR; up--) {
        mjtNum x = c * (2 * size[0] / (ncol - 1)) - size[0];
        mjtNum y = (r + up) * (2 * size[1] / (nrow - 1)) - size[1];
        for (int k = 0; k < 2; k++) {
          fc_copy3(prism + 3 * k, prism + 3 * k + 3);
          fc_copy3(prism + 9 + 3 * k, prism + 12 + 3 * k);
        }
        fc_set3(prism + 6, x, y, -size[3]);
        fc_set3(prism + 15, x, y, (mjtNum)data[(r + up) * ncol + c] * size[2] + margin);
        if (++seen < 3)
          continue;
        mjtNum bottom = lower[2] - f->radius;
        if (prism[11] < bottom && prism[14] < bottom && prism[17] < bottom)
          continue;
        FcRounded piece = {.size = sizeof piece, .geom = -1, .ncorner = 6, .corner = prism};
        for (int i = 0; i < 6; i++)
          fc_addToScl3(piece.center, prism + 3 * i, (mjtNum)1 / 6);
        int found = collide_hulls(con + n, w, &piece, &element, 0);
        if (found < 0)
          return -1;
        n += found;
      }
    }
  }
  for (int i = 0; i < n; i++) {
    fc_mulMatVec3(con[i].pos, mat, con[i].pos);
    fc_addTo3(con[i].pos, pos);
    fc_mulMatVec3(con[i].normal, mat, con[i].normal);
  }
  return n;
}

// ---------------------------------------------------------------- pairs

int geom_element(FcContactPoint* con, Work* w, const FcFlexPair* pair) {
  const mjModel* m = w->ctx->m;
  const mjData* d = w->ctx->d;
  const Flex* f = w->flex + 1;
  int geom = pair->first, type = m->geom_type[geom], n = -1;
  const Shape shape = {d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, m->geom_size + 3 * geom};
  mjtNum corner[3 * MAX_CORNERS];
  corners_of(corner, f, pair->second);
  if (type == mjGEOM_HFIELD)
    return hfield_element(con, w, geom, f, corner, pair->margin);
  if (f->dim == 1)
    n = geom_cable(con, &shape, type, corner, f->radius, pair->margin);
  if (f->dim == 2)
    n = geom_shell(con, &shape, type, corner, f->radius, pair->margin);
  if (n >= 0)
    return n;

  const FcRounded a = {.size = sizeof a, .geom = geom, .margin = pair->margin};
  const FcRounded b = hull_of(f, pair->second, corner, pair->margin);
  n = collide_hulls(con, w, &a, &b, pair->margin);
  if (n > 0 && f->dim == 2 && !w->convex->legacy) {
    const Surface round = {type, shape.pos, shape.mat, shape.size}, flat = {.type = -1};
    correct_normal(con->normal, con->pos, &round, &flat);
  }
  return n;
}

int element_element(FcContactPoint* con, Work* w, const FcFlexPair* pair) {
  const Flex *f1 = w->flex, *f2 = w->flex + 1;
  mjtNum corner1[3 * MAX_CORNERS], corner2[3 * MAX_CORNERS];
  corners_of(corner1, f1, pair->first);
  corners_of(corner2, f2, pair->second);
  if (f1->dim == 1 && f2->dim == 1) {
    Capsule c1, c2;
    capsule_of(&c1, corner1, f1->radius);
    capsule_of(&c2, corner2, f2->radius);
    return capsule_capsule(con, &c1.shape, &c2.shape, pair->margin);
  }
  if (clearly_apart(corner1, f1->dim + 1, corner2, f2->dim + 1,
                    f1->radius + f2->radius + pair->margin))
    return 0;
  const FcRounded a = hull_of(f1, pair->first, corner1, pair->margin);
  const FcRounded b = hull_of(f2, pair->second, corner2, pair->margin);
  return collide_hulls(con, w, &a, &b, pair->margin);
}

int vertex_element(FcContactPoint* con, Work* w, const FcFlexPair* pair) {
  const Flex* f = w->flex;
  const mjtNum* x = f->xpos + 3 * pair->first;
  mjtNum corner[3 * MAX_CORNERS];
  corners_of(corner, f, pair->second);
  if (f->dim == 1) {
    static const mjtNum unturned[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const mjtNum size[3] = {f->radius, 0, 0};
    const Shape sphere = {x, unturned, size};
    Capsule c;
    capsule_of(&c, corner, f->radius);
    return sphere_capsule(con, &sphere, &c.shape, pair->margin);
  }
  if (f->dim == 2)
    return sphere_triangle(con, x, f->radius, corner, f->radius, pair->margin);
  const FcRounded a = {.size = sizeof a,
                       .geom = -1,
                       .ncorner = 1,
                       .corner = x,
                       .center = {x[0], x[1], x[2]},
                       .radius = f->radius,
                       .margin = pair->margin};
  const FcRounded b = hull_of(f, pair->second, corner, pair->margin);
  return collide_hulls(con, w, &a, &b, pair->margin);
}
