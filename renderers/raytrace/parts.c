// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Where rays meet unit shapes. A ray o + t d of the world becomes o' + t d' in the frame of the
// unit shape, with the same t; there all shapes are quadrics and planes. Roots of quadrics
//
//     |o' + t d'|^2 = 1   in the coordinates that count
//
// are computed from the point of the ray nearest to the axis, which preserves precision when the
// eye is far away.

#include <float.h>
#include <string.h>

#include "vector.h"
#include "world.h"

// ---------------------------------------------------------------- where they are

int rt_invert(float res[9], const float m[9]) {
  const double a[9] = {m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]};
  double adjoint[9], det = 0;
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) {
      const int r1 = (c + 1) % 3, r2 = (c + 2) % 3, c1 = (r + 1) % 3, c2 = (r + 2) % 3;
      adjoint[3 * r + c] = a[3 * r1 + c1] * a[3 * r2 + c2] - a[3 * r1 + c2] * a[3 * r2 + c1];
    }
  }
  for (int k = 0; k < 3; k++)
    det += a[k] * adjoint[3 * k];
  if (!(fabs(det) > 0))
    return 0;
  for (int k = 0; k < 9; k++)
    res[k] = (float)(adjoint[k] / det);
  for (int k = 0; k < 9; k++)
    if (!isfinite(res[k]))
      return 0;
  return 1;
}

int rt_place_part(Part* part, const float pos[3], const float mat[9], const float size[3],
                  float at) {
  // infinitely thin shapes get a small thickness, so that the map is invertible
  const float thin = 1e-6f;
  for (int r = 0; r < 3; r++) {
    part->at[r] = pos[r] + at * mat[3 * r + 2];
    for (int c = 0; c < 3; c++)
      part->axes[3 * r + c] = mat[3 * r + c] * (fabsf(size[c]) > thin ? size[c] : thin);
  }
  return finite3(part->at) && rt_invert(part->inverse, part->axes);
}

float rt_half_width(const World* w, float pixels, const float point[3]) {
  float from[3];
  sub3(from, point, w->eye);
  const float depth = w->orthographic ? 1 : fabsf(dot3(from, w->forward));
  return 0.5f * pixels * w->pixel * depth;
}

static void line_ends(const Part* part, float end[2][3]) {
  for (int k = 0; k < 3; k++) {
    end[0][k] = part->at[k];
    end[1][k] = part->at[k] + part->axes[3 * k + 2];
  }
}

static void find_bounds(const World* w, const Part* part, float low[3], float high[3]) {
  if (part->unit == UNIT_LINE) {
    float end[2][3];
    line_ends(part, end);
    const float a = rt_half_width(w, part->width, end[0]);
    const float b = rt_half_width(w, part->width, end[1]);
    for (int k = 0; k < 3; k++) {
      low[k] = fminf(end[0][k] - a, end[1][k] - b);
      high[k] = fmaxf(end[0][k] + a, end[1][k] + b);
    }
    return;
  }
  for (int k = 0; k < 3; k++) {
    const float* row = part->axes + 3 * k;
    // spheres touch less than the box around the unit sphere
    const int round =
        part->unit == UNIT_SPHERE || part->unit == UNIT_TOP || part->unit == UNIT_BOTTOM;
    const float reach = round ? norm3(row) : fabsf(row[0]) + fabsf(row[1]) + fabsf(row[2]);
    const float slack = 1e-6f * (fabsf(part->at[k]) + reach);
    low[k] = part->at[k] - reach - slack;
    high[k] = part->at[k] + reach + slack;
  }
}

void rt_bound_part(const World* w, const Part* part, float low[3], float high[3]) {
  find_bounds(w, part, low, high);
  for (int k = 0; k < 3; k++) {
    low[k] = fmaxf(-BOUND_MOST, fminf(BOUND_MOST, low[k]));
    high[k] = fmaxf(-BOUND_MOST, fminf(BOUND_MOST, high[k]));
  }
}

// ---------------------------------------------------------------- unit shapes

// A ray in the frame of a unit shape, and its nearest hit within the range.
typedef struct Search_ {
  double o[3], d[3], near, far;
  int cull;
  const World* world;  // for wireframe; NULL: the shape is filled
  const Part* part;
  const Line* line;
  double t;  // nearest hit so far; > far: none
  double normal[3];
} Search;

// Shapes and parts of shapes overlap by this, so that rounding leaves no gap between them; bounds
// include it.
#define SEAM 5e-7

static double at(const Search* s, int k, double t) { return s->o[k] + t * s->d[k]; }

static int on_edge(const Search* s, double t, const double normal[3]) {
  const double point[3] = {at(s, 0, t), at(s, 1, t), at(s, 2, t)};
  return rt_on_part_edge(s->world, s->part, s->line, t, point, normal);
}

static void offer(Search* s, double t, double nx, double ny, double nz) {
  if (!(t > s->near && t < s->far && t < s->t))
    return;
  if (s->cull && nx * s->d[0] + ny * s->d[1] + nz * s->d[2] > 0)
    return;
  if (s->world && !on_edge(s, t, (const double[3]){nx, ny, nz}))
    return;
  s->t = t;
  s->normal[0] = nx;
  s->normal[1] = ny;
  s->normal[2] = nz;
}

// t where the sum of squares of the first n coordinates is 1
static int round_roots(const Search* s, int n, double root[2]) {
  double dd = 0, od = 0, left = 1;
  for (int k = 0; k < n; k++) {
    dd += s->d[k] * s->d[k];
    od += s->o[k] * s->d[k];
  }
  if (!(dd > 0))
    return 0;
  const double nearest = -od / dd;
  for (int k = 0; k < n; k++)
    left -= at(s, k, nearest) * at(s, k, nearest);
  if (!(left >= 0))
    return 0;
  const double half = sqrt(left / dd);
  root[0] = nearest - half;
  root[1] = nearest + half;
  return 1;
}

// side: 1 upper half, -1 lower half, 0 all
static void sphere(Search* s, int side) {
  double root[2];
  const int n = round_roots(s, 3, root) ? 2 : 0;
  for (int i = 0; i < n; i++) {
    const double z = at(s, 2, root[i]);
    if (side * z >= -SEAM)
      offer(s, root[i], at(s, 0, root[i]), at(s, 1, root[i]), z);
  }
}

static void tube(Search* s) {
  double root[2];
  const int n = round_roots(s, 2, root) ? 2 : 0;
  for (int i = 0; i < n; i++)
    if (fabs(at(s, 2, root[i])) <= 1 + SEAM)
      offer(s, root[i], at(s, 0, root[i]), at(s, 1, root[i]), 0);
}

static void disc(Search* s, double z, double side) {
  if (s->d[2] == 0)
    return;
  const double t = (z - s->o[2]) / s->d[2], x = at(s, 0, t), y = at(s, 1, t);
  if (x * x + y * y <= 1 + SEAM)
    offer(s, t, 0, 0, side);
}

static void cone(Search* s) {
  // x^2 + y^2 - (1 - z)^2 = a t^2 + 2 b t + c
  const double h = 1 - s->o[2], *o = s->o, *d = s->d;
  const double a = d[0] * d[0] + d[1] * d[1] - d[2] * d[2];
  const double b = o[0] * d[0] + o[1] * d[1] + h * d[2];
  const double c = o[0] * o[0] + o[1] * o[1] - h * h;
  const double square = b * b - a * c;
  if (square >= 0) {
    const double q = -(b + copysign(sqrt(square), b));
    const double root[2] = {a != 0 ? q / a : INFINITY, q != 0 ? c / q : INFINITY};
    for (int i = 0; i < 2; i++) {
      const double z = at(s, 2, root[i]);
      if (z >= -SEAM && z <= 1)
        offer(s, root[i], at(s, 0, root[i]), at(s, 1, root[i]), 1 - z);
    }
  }
  disc(s, 0, -1);
}

static void box(Search* s) {
  for (int axis = 0; axis < 3; axis++) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int side = -1; side <= 1 && s->d[axis] != 0; side += 2) {
      const double t = (side - s->o[axis]) / s->d[axis];
      if (fabs(at(s, u, t)) <= 1 + SEAM && fabs(at(s, v, t)) <= 1 + SEAM)
        offer(s, t, axis == 0 ? side : 0, axis == 1 ? side : 0, axis == 2 ? side : 0);
    }
  }
}

static void flat(Search* s, Unit unit) {
  if (s->d[2] == 0)
    return;
  const double t = -s->o[2] / s->d[2], x = at(s, 0, t), y = at(s, 1, t);
  // triangles and planes have two sides, and neither is culled
  if (unit == UNIT_TRIANGLE ? x >= 0 && y >= 0 && x + y <= 1 : fabs(x) <= 1 && fabs(y) <= 1)
    offer(s, t, 0, 0, s->cull && s->d[2] > 0 ? -1 : 1);
}

// The point of the line that is nearest to the ray, when it is near enough (Ericson, Real-Time
// Collision Detection, 5.1.8).
static int line(const World* w, const Part* part, const Line* ray, float* t, float normal[3]) {
  float end[2][3], u[3], r[3], gap[3], point[3];
  line_ends(part, end);
  sub3(u, end[1], end[0]);
  sub3(r, ray->origin, end[0]);
  const float a = dot3(ray->direction, ray->direction), e = dot3(u, u), f = dot3(u, r);
  const float b = dot3(ray->direction, u), c = dot3(ray->direction, r), det = a * e - b * b;
  if (!(e > 0))
    return 0;
  float s = det > 1e-6f * a * e ? (a * f - b * c) / det : 0;
  s = fmaxf(0, fminf(1, s));
  const float reach = (b * s - c) / a;
  add3(point, end[0], s, u);
  for (int k = 0; k < 3; k++)
    gap[k] = ray->origin[k] + reach * ray->direction[k] - point[k];
  if (!(reach > ray->near && reach < ray->far) || norm3(gap) > rt_half_width(w, part->width, point))
    return 0;
  *t = reach;
  for (int k = 0; k < 3; k++)
    normal[k] = -ray->direction[k];
  return 1;
}

int rt_hit_part(const World* w, const Part* part, const Line* ray, int cull, int wires, float* t,
                float normal[3]) {
  if (part->unit == UNIT_LINE)
    return line(w, part, ray, t, normal);
  Search s = {.near = ray->near, .far = ray->far, .cull = cull, .t = INFINITY};
  if (wires) {
    s.world = w;
    s.part = part;
    s.line = ray;
  }
  for (int r = 0; r < 3; r++) {
    const float* row = part->inverse + 3 * r;
    for (int c = 0; c < 3; c++) {
      s.o[r] += (double)row[c] * ((double)ray->origin[c] - (double)part->at[c]);
      s.d[r] += (double)row[c] * (double)ray->direction[c];
    }
  }
  switch (part->unit) {
    case UNIT_SPHERE: sphere(&s, 0); break;
    case UNIT_TOP: sphere(&s, 1); break;
    case UNIT_BOTTOM: sphere(&s, -1); break;
    case UNIT_TUBE: tube(&s); break;
    case UNIT_CYLINDER:
      tube(&s);
      disc(&s, 1, 1);
      disc(&s, -1, -1);
      break;
    case UNIT_CONE: cone(&s); break;
    case UNIT_BOX: box(&s); break;
    default: flat(&s, part->unit); break;
  }
  if (s.t == INFINITY)
    return 0;
  *t = (float)s.t;
  const float n[3] = {(float)s.normal[0], (float)s.normal[1], (float)s.normal[2]};
  apply_transposed3(normal, part->inverse, n);
  return 1;
}
