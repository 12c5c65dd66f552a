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

// A height field.
typedef struct Field_ {
  const mjtNum *pos, *mat, *size;
  const float* data;
  int ncol, nrow;
} Field;

static Field field_of(const FcContext* ctx, int geom) {
  const mjModel* m = ctx->m;
  const int id = m->geom_dataid[geom];
  return (Field){.pos = ctx->d->geom_xpos + 3 * geom,
                 .mat = ctx->d->geom_xmat + 9 * geom,
                 .size = m->hfield_size + 4 * id,
                 .data = m->hfield_data + m->hfield_adr[id],
                 .ncol = m->hfield_ncol[id],
                 .nrow = m->hfield_nrow[id]};
}

// An element in the frame of a field: its corners, their extent and mean.
typedef struct Local_ {
  mjtNum corner[3 * MAX_CORNERS], center[3];
  mjtNum lower[3], upper[3];
} Local;

static inline void to_field(Local* e, const Field* field, const mjtNum* corner, int n) {
  *e = (Local){.lower = {INFINITY, INFINITY, INFINITY}, .upper = {-INFINITY, -INFINITY, -INFINITY}};
  for (int i = 0; i < n; i++) {
    mjtNum* x = e->corner + 3 * i;
    fc_sub3(x, corner + 3 * i, field->pos);
    fc_mulMatTVec3(x, field->mat, x);
    for (int k = 0; k < 3; k++) {
      e->lower[k] = fc_min(e->lower[k], x[k]);
      e->upper[k] = fc_max(e->upper[k], x[k]);
    }
    fc_addToScl3(e->center, x, (mjtNum)1 / n);
  }
}

// Moves a prism on by a vertex (row, col) of the field; the margin raises its top. A prism has
// three corners at the bottom and three above them.
static inline void advance_prism(mjtNum prism[18], const Field* f, int row, int col,
                                 mjtNum margin) {
  const mjtNum* size = f->size;
  const mjtNum x = col * (2 * size[0] / (f->ncol - 1)) - size[0];
  const mjtNum y = row * (2 * size[1] / (f->nrow - 1)) - size[1];
  for (int k = 0; k < 2; k++) {
    fc_copy3(prism + 3 * k, prism + 3 * k + 3);
    fc_copy3(prism + 9 + 3 * k, prism + 12 + 3 * k);
  }
  fc_set3(prism + 6, x, y, -size[3]);
  fc_set3(prism + 15, x, y, (mjtNum)f->data[row * f->ncol + col] * size[2] + margin);
}

// 1 when the top of a prism is below a height.
static inline int prism_below(const mjtNum prism[18], mjtNum height) {
  return prism[11] < height && prism[14] < height && prism[17] < height;
}

static inline int collide_prism(FcContactPoint* con, Work* w, const mjtNum prism[18],
                                const FcRounded* element) {
  FcRounded piece = {.size = sizeof piece, .geom = -1, .ncorner = 6, .corner = prism};
  for (int i = 0; i < 6; i++)
    fc_addToScl3(piece.center, prism + 3 * i, (mjtNum)1 / 6);
  return collide_hulls(con, w, &piece, element, 0);
}

// Prisms below the half cells of a height field, as for geoms: the margin raises them, and the
// element grows by half of it.
static int hfield_element(FcContactPoint* con, Work* w, int geom, const Flex* f,
                          const mjtNum* corner, mjtNum margin) {
  const Field field = field_of(w->ctx, geom);
  const mjtNum *size = field.size, reach = f->radius + margin;
  Local e;
  to_field(&e, &field, corner, f->dim + 1);
  if (!(e.lower[2] - reach <= size[2] && e.upper[2] + reach >= -size[3]))
    return 0;
  int col[2], row[2], n = 0;
  cover(col, e.lower[0] - f->radius, e.upper[0] + f->radius, size[0], field.ncol);
  cover(row, e.lower[1] - f->radius, e.upper[1] + f->radius, size[1], field.nrow);

  const FcRounded element = {.size = sizeof element,
                             .geom = -1,
                             .ncorner = f->dim + 1,
                             .corner = e.corner,
                             .center = {e.center[0], e.center[1], e.center[2]},
                             .radius = f->radius,
                             .margin = margin};
  mjtNum prism[18];
  for (int r = row[0]; r < row[1]; r++) {
    int seen = 0;
    for (int c = col[0]; c <= col[1]; c++) {
      for (int up = 1; up >= 0 && n < mjMAXCONPAIR; up--) {
        advance_prism(prism, &field, r + up, c, margin);
        if (++seen < 3 || prism_below(prism, e.lower[2] - f->radius))
          continue;
        const int found = collide_prism(con + n, w, prism, &element);
        if (found < 0)
          return -1;
        n += found;
      }
    }
  }
  for (int i = 0; i < n; i++) {
    fc_mulMatVec3(con[i].pos, field.mat, con[i].pos);
    fc_addTo3(con[i].pos, field.pos);
    fc_mulMatVec3(con[i].normal, field.mat, con[i].normal);
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
