// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What closed forms of capsules are known to get wrong: with boxes, with each other, and what they
// and cylinders on planes lose to rounding.

#include "properties_measure.h"

// The axis of a capsule passes through a box. The collider then looks at spheres on the axis where
// its search for the nearest end or edge puts them: the whole capsule may be deeper, and if both
// ends are outside and the edges are far there is no contact at all.
int axis_in_box(const Pair* p) {
  double x[3], c[3], w[3], axis[3], lo = -p->a.size[1], hi = p->a.size[1];
  if (p->a.type != mjGEOM_CAPSULE || p->b.type != mjGEOM_BOX)
    return 0;
  fc_sub3(x, p->a.pos, p->b.pos);
  fc_mulMatTVec3(c, p->b.mat, x);
  for (int k = 0; k < 3; k++)
    axis[k] = p->a.mat[3 * k + 2];
  fc_mulMatTVec3(w, p->b.mat, axis);
  for (int k = 0; k < 3; k++) {
    double half = p->b.size[k] + 1e-9 * p->scale, inv = 1 / w[k];
    double t0 = (-half - c[k]) * inv, t1 = (half - c[k]) * inv;
    if (fabs(w[k]) < 1e-12) {
      if (fabs(c[k]) > half)
        return 0;
      continue;
    }
    lo = fmax(lo, fmin(t0, t1));
    hi = fmin(hi, fmax(t0, t1));
  }
  return lo <= hi;
}

// A capsule and an edge of a box, direction i, are taken for parallel, and the edge is passed over.
// sine: of the angle between them.
static int edge_passed_over(const Pair* p, int i, double* sine) {
  double u[3] = {p->a.mat[2], p->a.mat[5], p->a.mat[8]}, n[3];
  double v[3] = {p->b.mat[i], p->b.mat[3 + i], p->b.mat[6 + i]};
  fc_cross(n, u, v);
  *sine = fmax(fc_norm3(n), 1e-16);
  double det = p->a.size[1] * p->b.size[i] * *sine;
  return p->b.type == mjGEOM_BOX && det * det < 1.1e-15;
}

// So small that all edges are passed over, and both ends beside the faces: nothing is found.
int tiny_capsule_and_box(const Pair* p, const Measure* m) {
  double sine;
  return m->dist >= FAR_AWAY && edge_passed_over(p, 0, &sine) && edge_passed_over(p, 1, &sine) &&
         edge_passed_over(p, 2, &sine);
}

// The search for the nearest end or edge begins with the sum of the margin and twice all sizes, and
// compares squared distances with it. Without an edge that is passed over, the nearest that is
// found may be farther by its length.
int capsule_far_from_box(const Pair* p, const Measure* m) {
  if (p->a.type != mjGEOM_CAPSULE || p->b.type != mjGEOM_BOX)
    return 0;
  const double *a = p->a.size, *b = p->b.size;
  double dist = m->dist + a[0], sine;
  for (int i = 0; i < 3; i++)
    dist += edge_passed_over(p, i, &sine) ? 2 * b[i] : 0;
  return dist * dist > .999 * (p->margin + 2 * (a[0] + a[1] + b[0] + b[1] + b[2]));
}

// How far the nearest points on two lines are off along them: the determinant that tells where they
// are is the difference of products that are nearly equal when the lines are nearly parallel.
double slide(const Pair* p) {
  double worst = 0, sine;
  if (p->a.type != mjGEOM_CAPSULE)
    return 0;
  for (int i = 0; i < 3; i++) {
    if (p->b.type == mjGEOM_CAPSULE ? i < 2 : p->b.type != mjGEOM_BOX)
      continue;
    if (!edge_passed_over(p, i, &sine))
      worst = fmax(worst, 1e-15 * p->scale / (sine * sine));
  }
  return worst;
}

// Without a passed over edge an end of it, or of the capsule, is nearest; this far the lines part
// before they end.
double parting(const Pair* p) {
  double worst = 0, sine;
  if (p->a.type != mjGEOM_CAPSULE)
    return 0;
  for (int i = 0; i < 3; i++)
    if (edge_passed_over(p, i, &sine))
      worst = fmax(worst, 3.4e-8 / fmax(p->a.size[1], p->b.size[i]));
  return worst;
}

// What closed forms lose to rounding, beyond that of the coordinates.
double cancellation(const Pair* p, const Measure* m) {
  double sine, worst = 0;

  // the radial direction of a cylinder that stands nearly upright on a plane is the difference of
  // two unit vectors
  if (p->a.type == mjGEOM_PLANE && p->b.type == mjGEOM_CYLINDER) {
    edge_passed_over(p, 2, &sine);
    return fmin(2, 4e-15 / sine) * p->b.size[0];
  }
  if (p->a.type != mjGEOM_CAPSULE)
    return 0;

  // points on two lines that are off along them
  double apart = fabs(m->dist + p->a.size[0] + round_radius(&p->b));
  worst = hypot(apart, fmin(slide(p), p->a.radius + p->b.radius)) - apart;
  return fmax(worst, parting(p));
}

// Distance of a point from the axis of a capsule.
static double from_axis(const Shape* s, const double point[3]) {
  const double line[3] = {s->mat[2], s->mat[5], s->mat[8]};
  double x[3];
  fc_sub3(x, point, s->pos);
  fc_addToScl3(x, line, -fmin(fmax(fc_dot3(x, line), -s->size[1]), s->size[1]));
  return fc_norm3(x);
}

// Least distance of the ends of one axis from the other axis.
static double least_from_ends(const Shape* s, const Shape* other) {
  double end[3], least = 1e30;
  for (int side = -1; side <= 1; side += 2) {
    for (int k = 0; k < 3; k++)
      end[k] = s->pos[k] + side * s->size[1] * s->mat[3 * k + 2];
    least = fmin(least, from_axis(other, end));
  }
  return least;
}

// Capsules count as parallel when the determinant of their half axes is below 1e-15. Their distance
// is at an end of either axis. Contacts are at ends of the first, and of the second if there are
// fewer than two: with two, what lies between may be deeper. The determinant of long ones is never
// that small, because it is a difference of products: where on the axes they are nearest is then
// made of rounding alone.
int parallel_capsules(const Pair* p) {
  if (p->a.type != mjGEOM_CAPSULE || p->b.type != mjGEOM_CAPSULE)
    return 0;
  double u[3], v[3], n[3], h = p->a.size[1] * p->b.size[1];
  for (int k = 0; k < 3; k++) {
    u[k] = p->a.mat[3 * k + 2];
    v[k] = p->b.mat[3 * k + 2];
  }
  fc_cross(n, u, v);
  return h * h * fc_dot3(n, n) < 1.1e-15 + 4e-16 * h * h;
}

void check_parallel_capsules(Run* run, const Pair* p, const mjContact* con, int n) {
  double radii = p->a.size[0] + p->b.size[0];
  double tolerance = 1e-9 * p->scale + 3.4e-8 / fmax(p->a.size[1], p->b.size[1]);  // they part
  double first = least_from_ends(&p->a, &p->b) - radii;
  double dist = fmin(first, least_from_ends(&p->b, &p->a) - radii);
  for (int i = 0; i < n; i++) {
    Measure m = of_contact(run, p, con + i, 0);
    double outside = witness_outside(p, &m);
    if (outside > 1e-9 * p->scale)
      violated(run, "contact %d is outside by %g", i, outside);
  }
  double found = n ? deepest(con, n)->dist : 1e30;
  if (found < dist - tolerance)
    violated(run, "contact at %.9g, the distance is %.9g", found, dist);
  if (found <= dist + tolerance || dist > p->margin - tolerance)
    return;
  double h = p->a.size[1] * p->b.size[1];
  if ((n == 2 && found < first + tolerance) || 4e-16 * h * h > 1e-15)
    run->known[PARALLEL_CAPSULES]++;
  else
    violated(run, "%d contacts, the deepest at %.9g, the distance is %.9g", n, found, dist);
}

// Spheres on the axis of a capsule that passes through a box.
void check_axis_in_box(Run* run, const Pair* p, const mjContact* con, int n) {
  double tolerance = 1e-9 * p->scale, axis[3];
  run->known[AXIS_LOST_IN_BOX] += !n;
  for (int k = 0; k < 3; k++)
    axis[k] = p->a.mat[3 * k + 2];
  for (int i = 0; i < n; i++) {
    double center[3], x[3];
    fc_addScl3(center, con[i].pos, con[i].frame, -con[i].dist / 2 - p->a.size[0]);
    fc_sub3(x, center, p->a.pos);
    double along = fc_dot3(x, axis);
    fc_addToScl3(x, axis, -along);
    Measure m = of_contact(run, p, con + i, 0);
    if (fabs(along) > p->a.size[1] + tolerance || fc_norm3(x) > tolerance + rounding_of(p, &m))
      violated(run, "contact %d is not of a sphere on the axis", i);
    double inside = shape_excess(&p->b, center);
    if (inside <= 0 && fabs(con[i].dist - inside + p->a.size[0]) > tolerance)
      violated(run, "contact %d: distance %.9g of a sphere %g deep", i, con[i].dist, inside);
  }
}
