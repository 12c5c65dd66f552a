// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Support functions, membership and gaps of convex shapes in closed form.

#include <stdlib.h>

#include "properties.h"

// ---------------------------------------------------------------- hulls

// Planes through three vertices with no vertex outside; every face of the hull has one.
Hull hull_of(const double* vert, int nvert) {
  Hull h = {.nvert = nvert, .vert = malloc(3 * sizeof(double) * (size_t)nvert)};
  memcpy(h.vert, vert, 3 * sizeof(double) * (size_t)nvert);
  size_t capacity = 16;
  h.plane = malloc(4 * sizeof(double) * capacity);
  for (int i = 0; i < nvert; i++) {
    for (int j = 0; j < nvert; j++) {
      for (int k = i + 1; k < nvert; k++) {
        if (j <= i || j == k)
          continue;
        double u[3], v[3], n[3];
        fc_sub3(u, vert + 3 * j, vert + 3 * i);
        fc_sub3(v, vert + 3 * k, vert + 3 * i);
        fc_cross(n, u, v);
        if (fc_normalize3(n) < 1e-12)
          continue;
        double offset = fc_dot3(n, vert + 3 * i), most = offset;
        for (int l = 0; l < nvert; l++)
          most = fmax(most, fc_dot3(n, vert + 3 * l));
        if (most > offset + 1e-7)
          continue;
        int known = 0;
        for (int l = 0; l < h.nplane; l++)
          known |= fc_dist3(h.plane + 4 * l, n) < 1e-7 && fabs(h.plane[4 * l + 3] - most) < 1e-7;
        if (known)
          continue;
        if ((size_t)h.nplane == capacity) {
          capacity *= 2;
          h.plane = realloc(h.plane, 4 * sizeof(double) * capacity);
        }
        double* plane = h.plane + 4 * h.nplane++;
        fc_copy3(plane, n);
        plane[3] = most;
      }
    }
  }
  ck_assert_int_ge(h.nplane, 4);
  return h;
}

void hull_free(Hull hull) {
  free(hull.vert);
  free(hull.plane);
}

// ---------------------------------------------------------------- support

static void ellipsoid_support(const double size[3], const double l[3], double p[3]) {
  double v[3] = {size[0] * l[0], size[1] * l[1], size[2] * l[2]}, norm = fc_norm3(v);
  for (int k = 0; k < 3; k++)
    p[k] = size[k] * v[k] / norm;
}

static void cylinder_support(const double size[3], const double l[3], double p[3]) {
  double rho = hypot(l[0], l[1]);
  p[0] = rho > 0 ? size[0] * l[0] / rho : 0;
  p[1] = rho > 0 ? size[0] * l[1] / rho : 0;
  p[2] = l[2] > 0 ? size[1] : -size[1];
}

static void hull_support(const Hull* h, const double l[3], double p[3]) {
  const double* best = h->vert;
  double most = -1e30;
  for (int i = 0; i < h->nvert; i++) {
    const double* v = h->vert + 3 * i;
    double value = l[0] * v[0] + l[1] * v[1] + l[2] * v[2];
    if (value > most) {
      most = value;
      best = v;
    }
  }
  memcpy(p, best, 3 * sizeof(double));
}

void shape_support(const Shape* s, const double dir[3], double point[3]) {
  double l[3], p[3] = {0};
  fc_mulMatTVec3(l, s->mat, dir);
  switch (s->type) {
    case mjGEOM_SPHERE: fc_scl3(p, l, s->size[0]); break;
    case mjGEOM_CAPSULE:
      fc_scl3(p, l, s->size[0]);
      p[2] += l[2] > 0 ? s->size[1] : -s->size[1];
      break;
    case mjGEOM_ELLIPSOID: ellipsoid_support(s->size, l, p); break;
    case mjGEOM_CYLINDER: cylinder_support(s->size, l, p); break;
    case mjGEOM_BOX:
      for (int k = 0; k < 3; k++)
        p[k] = l[k] > 0 ? s->size[k] : -s->size[k];
      break;
    default: hull_support(s->hull, l, p);
  }
  fc_mulMatVec3(point, s->mat, p);
  fc_addTo3(point, s->pos);
}

double shape_excess(const Shape* s, const double point[3]) {
  double x[3], p[3], most = -1e30, k0, k1;
  fc_sub3(x, point, s->pos);
  fc_mulMatTVec3(p, s->mat, x);
  const double* size = s->size;
  switch (s->type) {
    case mjGEOM_PLANE: return p[2];
    case mjGEOM_SPHERE: return fc_norm3(p) - size[0];
    case mjGEOM_CAPSULE: p[2] -= fmin(fmax(p[2], -size[1]), size[1]); return fc_norm3(p) - size[0];
    case mjGEOM_ELLIPSOID:
      for (int k = 0; k < 3; k++)
        x[k] = p[k] / size[k];
      k0 = fc_norm3(x);
      for (int k = 0; k < 3; k++)
        x[k] /= size[k];
      k1 = fc_norm3(x);
      return k1 > 0 ? k0 * (k0 - 1) / k1 : -fmin(size[0], fmin(size[1], size[2]));
    case mjGEOM_CYLINDER: return fmax(hypot(p[0], p[1]) - size[0], fabs(p[2]) - size[1]);
    case mjGEOM_BOX:
      for (int k = 0; k < 3; k++)
        most = fmax(most, fabs(p[k]) - size[k]);
      return most;
    default:
      for (int k = 0; k < s->hull->nplane; k++) {
        const double* plane = s->hull->plane + 4 * k;
        most = fmax(most, fc_dot3(plane, p) - plane[3]);
      }
      return most;
  }
}

// ---------------------------------------------------------------- gaps

double shape_gap(const Shape* a, const Shape* b, const double dir[3]) {
  double back[3] = {-dir[0], -dir[1], -dir[2]}, p[3], q[3];
  shape_support(b, back, q);
  if (a->type == mjGEOM_PLANE) {
    double z[3] = {a->mat[2], a->mat[5], a->mat[8]};
    fc_sub3(q, q, a->pos);
    return fc_dist3(z, dir) < 1e-9 ? fc_dot3(q, z) : -1e30;
  }
  shape_support(a, dir, p);
  fc_subFrom3(q, p);
  return fc_dot3(q, dir);
}

// A direction under improvement, and the last vectors between support points: the gap along any
// direction is at most what each of them says.
typedef struct Climb_ {
  const Shape *a, *b;
  double dir[3], gap;
  double v[3][3];  // latest first
  int nv;
} Climb;

// Look at another direction.
static void climb_try(Climb* c, const double dir[3]) {
  double n[3], back[3], p[3], q[3];
  fc_copy3(n, dir);
  if (fc_normalize3(n) < 1e-14)
    return;
  fc_scl3(back, n, -1);
  shape_support(c->b, back, q);
  shape_support(c->a, n, p);
  fc_subFrom3(q, p);
  double gap = fc_dot3(q, n);
  memmove(c->v[1], c->v[0], 2 * sizeof c->v[0]);
  fc_copy3(c->v[0], q);
  if (c->nv < 3)
    c->nv++;
  if (gap > c->gap) {
    c->gap = gap;
    fc_copy3(c->dir, n);
  }
}

// Uphill along the gradient, which is the tangential part of the vector between the support points,
// along the ridge where two such vectors agree, and to the point where three do.
#define SHORTEST_STEP 1e-6  // of a direction; the gap changes with its square at the top

static void climb(Climb* c, int rounds) {
  double step = .5;
  for (int k = 0; k < rounds && step > SHORTEST_STEP; k++) {
    double before = c->gap, dir[3], v[3], e[3], f[3];
    fc_copy3(v, c->v[0]);
    fc_addToScl3(v, c->dir, -fc_dot3(v, c->dir));
    fc_addScl3(dir, c->dir, v, step / fmax(fc_norm3(c->v[0]), 1e-30));
    climb_try(c, dir);
    if (c->nv > 1) {
      fc_sub3(e, c->v[0], c->v[1]);
      fc_addScl3(dir, c->dir, e, -fc_dot3(c->dir, e) / fmax(fc_dot3(e, e), 1e-30));
      climb_try(c, dir);
    }
    if (c->nv > 2) {
      fc_sub3(e, c->v[0], c->v[1]);
      fc_sub3(f, c->v[2], c->v[1]);
      fc_cross(dir, e, f);
      if (fc_dot3(dir, c->dir) < 0)
        fc_scl3(dir, dir, -1);
      climb_try(c, dir);
    }
    step *= c->gap > before ? 1.5 : .25;
  }
}

double widest_gap(const Shape* a, const Shape* b, const double dir[3], int rounds, Random* r) {
  Climb c = {.a = a, .b = b, .gap = -1e30};
  if (a->type == mjGEOM_PLANE)
    return shape_gap(a, b, dir);
  double cone = pow(10, uniform(r, -4, 0.3));
  for (int k = 0; k < 3; k++) {
    double other[3];
    for (int i = 0; i < 3; i++)
      other[i] = dir[i] + cone * uniform(r, -1, 1);
    climb_try(&c, other);
  }
  climb_try(&c, dir);
  climb(&c, rounds);
  return c.gap;
}

// ---------------------------------------------------------------- motion

void shape_turn(Shape* s, const double turn[9]) {
  double mat[9];
  memcpy(mat, s->mat, sizeof mat);
  mju_mulMatMat(s->mat, turn, mat, 3, 3, 3);
}

void shape_move(Shape* s, const double turn[9], const double shift[3]) {
  double pos[3];
  fc_mulMatVec3(pos, turn, s->pos);
  fc_add3(s->pos, pos, shift);
  shape_turn(s, turn);
}
