// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Properties of pairs of convex shapes, and of planes with them.
//
// A measured distance is checked from both sides. Never more: it is measured between points of the
// two shapes (grown by half the margin, if the collider grows them), and no direction has a wider
// gap. Never less: some direction has that gap. The direction is the normal where a closed form
// gave it; the general collider stops when it has bounded the distance to ccd_tolerance, and its
// normal is that of a face of its polytope, so that a few steps uphill have to find the direction.
// Both together leave an interval for the true distance, in which every other way to measure it
// has to be: exchanged, moved, with another pipeline.

#include "properties.h"

#define ACCURACY 1e-6  // option/ccd_tolerance
#define FAR_AWAY 1e3

enum { ITERATIONS = 35, MANY_ITERATIONS = 170 };

// Vertices on a curved surface: the error of a polytope goes with one over their number. Twice that
// of the number of iterations.
#define FEWER (2. * ITERATIONS / MANY_ITERATIONS)

// A polytope with as many vertices as iterations, spread evenly over a sphere: each of them looks
// after a cap of 1 / 35 of the surface, and the middle of a face is less than a tenth of the radius
// below it. The radius is that of the difference of both shapes.
#define COARSE .1

typedef struct Measure_ {
  double dist, normal[3], from[3], to[3];
  double margin;  // that the shapes were grown by, half each
  double base;    // length of the vector that became the normal
  const char* what;
} Measure;

// The true distance is in [low, high].
typedef struct Truth_ {
  double low, high;
  double slack;    // what was granted to rounding
  double forward;  // of its normal
} Truth;

static double tolerance_of(const Run* run, const Pair* p) {
  return 1e-9 * p->scale + (run->method == CLOSED_FORM ? 0 : ACCURACY);
}

// Error of a gap along a normal that was made of a short vector: coordinates are known to
// `scale` times the precision of numbers, and so far the tip of a vector of length `base` is off;
// the gap changes by the angle times the size of the shapes.
static double slide(const Pair* p);
static double parting(const Pair* p);

static double rounding_of(const Pair* p, const Measure* m) {
  double base = fmax(m->base, 1e-300);
  return (4e-16 * p->scale + slide(p) + parting(p)) * p->scale / base;
}

static double round_radius(const Shape* s) {
  return s->type == mjGEOM_SPHERE || s->type == mjGEOM_CAPSULE ? s->size[0] : 0;
}

static Measure of_contact(const Run* run, const Pair* p, const mjContact* c, double margin) {
  Measure m = {.dist = c->dist, .what = "contact"};
  fc_copy3(m.normal, c->frame);
  fc_addScl3(m.from, c->pos, c->frame, -c->dist / 2);
  fc_addScl3(m.to, c->pos, c->frame, c->dist / 2);
  m.margin = run->method == CONVEX ? margin : 0;
  // between points of the surfaces, or of what is left without the radius
  double core = fabs(c->dist + round_radius(&p->a) + round_radius(&p->b));
  if (p->b.type == mjGEOM_CYLINDER)
    core = fmin(core, fabs(c->dist + p->a.size[0] + p->b.size[0]));
  m.base = run->method == CONVEX ? fabs(c->dist - margin) : core;
  if (p->a.type == mjGEOM_PLANE)
    m.base = 1;
  return m;
}

// Distance as mj_geomDistance has it, in either order.
static Measure of_distance(const Run* run, const Pair* p, int exchanged) {
  double segment[6];
  Measure m = {.what = exchanged ? "distance backwards" : "distance"};
  stage_put(&run->stage, 0, &p->a);
  stage_put(&run->stage, 1, &p->b);
  m.dist = mj_geomDistance(run->stage.m, run->stage.d, exchanged, !exchanged, FAR_AWAY, segment);
  fc_copy3(exchanged ? m.to : m.from, segment);
  fc_copy3(exchanged ? m.from : m.to, segment + 3);
  fc_sub3(m.normal, m.to, m.from);
  m.base = fc_normalize3(m.normal);
  if (m.dist < 0)
    fc_scl3(m.normal, m.normal, -1);
  if (p->a.type == mjGEOM_PLANE && m.base < 1e-6 * p->scale) {
    for (int k = 0; k < 3; k++)
      m.normal[k] = p->a.mat[3 * k + 2];
  }
  return m;
}

// Farthest that a witness point is outside of its (grown) shape.
static double witness_outside(const Pair* p, const Measure* m) {
  double from[3], to[3], grown = m->margin / 2;
  fc_addScl3(from, m->from, m->normal, grown);
  fc_addScl3(to, m->to, m->normal, -grown);
  return fmax(shape_excess(&p->a, from), shape_excess(&p->b, to)) - grown;
}

// ---------------------------------------------------------------- known answers

// Shapes, grown by the margin, that touch: GJK ends within ccd_tolerance of the origin with a
// simplex that need not contain it, and the polytope made of that has faces anywhere. The depth is
// arbitrary, there may be none at all.
static int touching(const Pair* p, const Measure* m, double margin, Random* r) {
  double line[3], least = margin - 2 * ACCURACY - 1e-9 * p->scale;
  if (p->gap >= least || widest_gap(&p->a, &p->b, m->normal, 3, r) >= least)
    return 1;
  fc_sub3(line, p->b.pos, p->a.pos);
  return widest_gap(&p->a, &p->b, line, 10, r) >= least ||
         widest_gap(&p->a, &p->b, p->dir, 10, r) >= least;
}

// Four support points that lie in a plane are taken for a tetrahedron around the origin when
// rounding gives all its parts one sign: the distance is zero although the points are apart, or are
// one that lies in neither shape.
//
// Boxes and meshes: GJK goes on until nothing changes, and the last simplex may be degenerate. Then
// the distance is right and the segment is not of that length.
static int known_distance(Run* run, const Pair* p, const Measure* m, Random* r) {
  if (run->method == CLOSED_FORM)
    return 0;
  Known known = NKNOWN;
  if (m->dist == 0 && witness_outside(p, m) > tolerance_of(run, p)) {
    known = FLAT_TETRAHEDRON;
  } else if (fabs(fc_dist3(m->from, m->to) - fabs(m->dist)) > 1e-9 * p->scale) {
    known = m->dist == 0 ? FLAT_TETRAHEDRON : LOST_WITNESS;
  } else if (m->dist <= 0 && touching(p, m, 0, r)) {
    known = TOUCHING;
  }
  if (known == NKNOWN)
    return 0;
  run->known[known]++;
  return 1;
}

// Distances of GJK are those of a point that is an average of support points. Its weights are areas
// of the last triangle, whose sides may have shrunk to ccd_tolerance; what rounding does to them,
// precision times (scale / side)^2, can reach 1e-4, and as much their sum is off one and the point
// too near or too far.
static int from_weights(const Run* run, const Pair* p, const Measure* m) {
  double core = round_radius(&p->a);
  return run->method != CLOSED_FORM && m->dist + core > 0 && (core > 0 || m->margin == 0);
}

static double weight_error(const Pair* p) { return 1e-4 * p->scale; }

static int has_flat_faces(const Shape* s) {
  return s->type == mjGEOM_CYLINDER || s->type == mjGEOM_BOX || s->type == mjGEOM_MESH;
}

// Flat faces side by side: faces of the polytope are coplanar, and where rounding has made them a
// little concave the expansion breaks off, because a pair of vertices comes again, because no face
// is left between the bounds, or because the hole that a vertex makes has no border. The depth is
// too small then, or there is no contact.
static int breaks_off(const Pair* p) { return has_flat_faces(&p->a) && has_flat_faces(&p->b); }

// The axis of a capsule passes through a box. The collider then looks at spheres on the axis where
// its search for the nearest end or edge puts them: the whole capsule may be deeper, and if both
// ends are outside and the edges are far there is no contact at all.
static int axis_in_box(const Pair* p) {
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
static int tiny_capsule_and_box(const Pair* p, const Measure* m) {
  double sine;
  return m->dist >= FAR_AWAY && edge_passed_over(p, 0, &sine) && edge_passed_over(p, 1, &sine) &&
         edge_passed_over(p, 2, &sine);
}

// The search for the nearest end or edge begins with the sum of the margin and twice all sizes, and
// compares squared distances with it. Without an edge that is passed over, the nearest that is
// found may be farther by its length.
static int capsule_far_from_box(const Pair* p, const Measure* m) {
  if (p->a.type != mjGEOM_CAPSULE || p->b.type != mjGEOM_BOX)
    return 0;
  const double *a = p->a.size, *b = p->b.size;
  double dist = m->dist + a[0], sine;
  for (int i = 0; i < 3; i++)
    dist += edge_passed_over(p, i, &sine) ? 2 * b[i] : 0;
  return dist * dist > .999 * (p->margin + 2 * (a[0] + a[1] + b[0] + b[1] + b[2]));
}

// Capsules count as parallel when the determinant of their half axes is below 1e-15: contacts are
// at ends of the first, or of the second if there are fewer than two, and what lies between may be
// deeper.
static int parallel_capsules(const Pair* p) {
  if (p->a.type != mjGEOM_CAPSULE || p->b.type != mjGEOM_CAPSULE)
    return 0;
  double u[3], v[3], n[3], h = p->a.size[1] * p->b.size[1];
  for (int k = 0; k < 3; k++)
    u[k] = p->a.mat[3 * k + 2], v[k] = p->b.mat[3 * k + 2];
  fc_cross(n, u, v);
  return h * h * fc_dot3(n, n) < 1.1e-15 + 4e-16 * h * h;
}

// How far the nearest points on two lines are off along them: the determinant that tells where they
// are is the difference of products that are nearly equal when the lines are nearly parallel.
static double slide(const Pair* p) {
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
static double parting(const Pair* p) {
  double worst = 0, sine;
  if (p->a.type != mjGEOM_CAPSULE)
    return 0;
  for (int i = 0; i < 3; i++) {
    if (edge_passed_over(p, i, &sine))
      worst = fmax(worst, 3.4e-8 / fmax(p->a.size[1], p->b.size[i]));
  }
  return worst;
}

// What closed forms lose to rounding, beyond that of the coordinates.
static double cancellation(const Pair* p, const Measure* m) {
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

// A cylinder that stands upright on a plane exactly, but not to the last digit: the radial
// direction is made of rounding alone and may point along the normal. Points that are off by up to
// the radius are looked at, and if the first is above the plane then there are no contacts.
static int upright_cylinder(const Pair* p, const Measure* m) {
  return p->a.type == mjGEOM_PLANE && p->b.type == mjGEOM_CYLINDER &&
         cancellation(p, m) > .5 * p->b.size[0];
}

// ---------------------------------------------------------------- one measurement

// How much wider the gap is along a direction than against it.
static double forward(const Pair* p, const double dir[3]) {
  double back[3];
  fc_scl3(back, dir, -1);
  return shape_gap(&p->a, &p->b, dir) - shape_gap(&p->a, &p->b, back);
}

// Overlapping flat faces: many faces of the polytope lie in one plane, and the one that is taken
// need not be the one above the origin. Then the witness points are beside the faces, but still
// not beyond them, and the normal points out of the first shape. With several contacts clipped
// points lie on one of the shapes by a whole depth.
static int beside_faces(const Pair* p, const Measure* m, double tolerance) {
  double from[3], to[3], back[3], q[3];
  if (!has_flat_faces(&p->a) || !has_flat_faces(&p->b) || m->dist >= m->margin)
    return 0;
  if (forward(p, m->normal) < -COARSE * (p->a.radius + p->b.radius))
    return 0;
  fc_scl3(back, m->normal, -1);
  shape_support(&p->a, m->normal, q);
  fc_sub3(from, m->from, q);
  shape_support(&p->b, back, q);
  fc_sub3(to, m->to, q);
  tolerance += fmax(0, m->margin - m->dist);
  return fc_dot3(from, m->normal) < tolerance && fc_dot3(to, back) < tolerance;
}

// Distance and widest gap from the same pose with many iterations.
static Truth sharpened(const Run* run, const Pair* p, double margin, Random* r) {
  Truth t = {-1e30, 1e30, 0, 0};
  mjContact con[mjMAXCONPAIR] = {0};
  run->stage.m->opt.ccd_iterations = MANY_ITERATIONS;
  run->stage.m->opt.ccd_tolerance = 1e-9;
  int n = stage_collide(&run->stage, &p->a, &p->b, margin, con);
  run->stage.m->opt.ccd_iterations = ITERATIONS;
  run->stage.m->opt.ccd_tolerance = ACCURACY;
  if (!n)
    return t;
  const mjContact* c = deepest(con, n);
  t.high = c->dist;
  t.low = widest_gap(&p->a, &p->b, c->frame, 20, r);
  t.forward = forward(p, c->frame);
  return t;
}

void rigid_motion(Pair* p, Random* r) {
  double turn[9], shift[3] = {uniform(r, -2, 2), uniform(r, -2, 2), uniform(r, -2, 2)}, dir[3];
  random_rotation(r, turn);
  shape_move(&p->a, turn, shift);
  shape_move(&p->b, turn, shift);
  fc_mulMatVec3(dir, turn, p->dir);
  fc_copy3(p->dir, dir);
  if (p->a.type != mjGEOM_HFIELD)
    p->gap = shape_gap(&p->a, &p->b, p->dir);
  p->scale += 4;
}

// GJK ends when it is within ccd_tolerance of the origin. If the simplex it has then is beside the
// origin, so is the polytope made of it, and what its expansion finds is not the depth but anything
// larger, or nothing. That is a matter of luck: in poses nearby it goes well. Where this may have
// happened, one of those has to agree with the least depth known. Not so with the last tenth of a
// millimetre before touching, where it is no luck.
#define NEARLY_TOUCHING 1e-4

static int wrong_start(Run* run, const Pair* p, double margin, double least, Random* r) {
  int good = least > margin - NEARLY_TOUCHING;
  for (int k = 0; k < 32 && !good; k++) {
    Pair q = *p;
    mjContact con[mjMAXCONPAIR] = {0};
    double step = p->b.radius * logarithmic(r, -6, -2), dir[3];
    rigid_motion(&q, r);
    random_unit(r, dir);
    fc_addToScl3(q.b.pos, dir, step);
    if (run->method == TWO_BOXES) {
      good = of_distance(run, &q, 0).dist >= least - step - 2 * ACCURACY;
      continue;
    }
    int n = stage_collide(&run->stage, &q.a, &q.b, margin, con);
    good = n && deepest(con, n)->dist >= least - step - 2 * ACCURACY;
  }
  if (!good)
    return 0;
  run->known[WRONG_START]++;
  return 1;
}

// What speaks against a measurement from above: points that are not in the shapes, or a gap that is
// wider. Returns 1 when the pose is a known one.
static int check_from_above(Run* run, const Pair* p, const Measure* m, Truth* t, Random* r) {
  double tolerance = tolerance_of(run, p) + cancellation(p, m);
  double outside = witness_outside(p, m), gap = p->gap;
  if (rounding_of(p, m) < .01 * p->scale)
    gap = fmax(gap, widest_gap(&p->a, &p->b, m->normal, 3, r));
  t->low = fmax(t->low, gap);
  if (gap <= m->dist + tolerance && outside <= tolerance)
    return 0;
  if (run->method != CLOSED_FORM && touching(p, m, m->margin, r)) {
    run->known[TOUCHING]++;
    return 1;
  }
  if (from_weights(run, p, m) && fmax(outside, gap - m->dist) < weight_error(p)) {
    run->known[LOST_WITNESS]++;
    return 1;
  }
  if (run->method != CLOSED_FORM && gap <= m->dist + tolerance && beside_faces(p, m, tolerance)) {
    run->known[BESIDE_FACES]++;
    return 0;
  }
  if (run->method != CLOSED_FORM && m->dist < m->margin &&
      wrong_start(run, p, m->margin, t->low, r))
    return 1;
  if (gap > m->dist + tolerance) {
    violated(run, "%s %.9g, but there is a gap of %.9g", m->what, m->dist, gap);
  } else {
    violated(run, "%s %.9g between points of which one is outside by %g", m->what, m->dist,
             outside);
  }
  return 0;
}

// The expansion did not end at the least depth: it began beside the origin, or broke off.
static int is_other_depth(Run* run, const Pair* p, const Measure* m, Random* r) {
  double line[3], tolerance = tolerance_of(run, p);
  fc_sub3(line, p->b.pos, p->a.pos);
  double gap = fmax(widest_gap(&p->a, &p->b, line, 20, r), widest_gap(&p->a, &p->b, p->dir, 20, r));
  if (gap > m->dist + tolerance)
    return wrong_start(run, p, m->margin, gap, r);
  if (gap > m->dist - tolerance || !breaks_off(p))
    return 0;
  run->known[EARLY_STOP]++;
  return 1;
}

// The normal points from the first shape to the second, not back. When the iterations run out it is
// that of a face that may be anywhere at about the same depth; then with more of them.
static void check_normal(Run* run, const Pair* p, const Measure* m, Random* r) {
  double coarse = COARSE * (p->a.radius + p->b.radius);
  if (p->a.type == mjGEOM_PLANE || m->base < 1e-6 * p->scale)
    return;
  if (rounding_of(p, m) > coarse)
    return;
  if (forward(p, m->normal) > -coarse)
    return;
  if (run->method == CONVEX &&
      sharpened(run, p, fmax(m->margin, m->dist + 1e-3 * p->b.radius), r).forward > -coarse) {
    run->known[OUT_OF_ITERATIONS]++;
  } else if (run->method != CONVEX || !is_other_depth(run, p, m, r)) {
    violated(run, "%s %.9g: the normal points back", m->what, m->dist);
  }
}

// Look for a gap of this width with patience: of thin shapes it is a narrow peak over the
// directions.
static int search_long(const Pair* p, const Measure* m, double wanted, Truth* t, Random* r) {
  for (int k = 0; k < 30 && t->low < wanted; k++)
    t->low = fmax(t->low, widest_gap(&p->a, &p->b, m->normal, 100, r));
  return t->low >= wanted;
}

// Check a measurement and narrow down the truth. Returns 1 when nothing can be learned from it.
static int check_measure(Run* run, const Pair* p, const Measure* m, Truth* t, Random* r) {
  if (check_from_above(run, p, m, t, r))
    return 1;
  t->high = fmin(t->high, m->dist);

  check_normal(run, p, m, r);

  // from below
  double tolerance = tolerance_of(run, p) + cancellation(p, m) + rounding_of(p, m);
  if (m->dist <= t->low + tolerance)
    return 0;
  t->low = fmax(t->low, widest_gap(&p->a, &p->b, m->normal, 20, r));
  if (m->dist <= t->low + tolerance)
    return 0;
  if (run->method == CLOSED_FORM) {
    if (!search_long(p, m, m->dist - tolerance, t, r))
      violated(run, "%s %.9g, but the widest gap is %.9g", m->what, m->dist, t->low);
    return 0;
  }
  if (run->method == TWO_BOXES) {
    run->known[EARLY_STOP]++;
    return 1;
  }
  if (!run->thorough && m->dist < t->low + COARSE * (p->a.radius + p->b.radius)) {
    run->known[OUT_OF_ITERATIONS]++;
    return 0;
  }
  Truth s = sharpened(run, p, fmax(m->margin, m->dist + 1e-3 * p->b.radius), r);
  t->low = fmax(t->low, s.low);
  t->high = fmin(t->high, s.high);
  if (m->dist <= t->low + tolerance)
    return 0;
  if (t->high <= t->low + tolerance + FEWER * (m->dist - t->low)) {
    run->known[OUT_OF_ITERATIONS]++;
  } else if (touching(p, m, m->margin, r)) {
    run->known[TOUCHING]++;
    return 1;
  } else if (breaks_off(p)) {
    run->known[EARLY_STOP]++;
    return 1;
  } else if (!search_long(p, m, m->dist - tolerance, t, r)) {
    violated(run, "%s %.9g, but the widest gap is %.9g, and %.9g with many iterations", m->what,
             m->dist, t->low, s.high);
  }
  return 0;
}

// ---------------------------------------------------------------- existence

// Do the shapes come nearer than this for certain?
static int certainly_within(const Pair* p, const Measure* m, double dist) {
  double slack = 1e-9 * p->scale;
  if (dist > 0 && shape_excess(&p->a, m->from) < slack && shape_excess(&p->b, m->to) < slack &&
      fc_dist3(m->from, m->to) < dist - 3 * slack)
    return 1;
  for (int k = 0; k <= 8; k++) {
    double x[3], d[3];
    fc_sub3(d, p->b.pos, p->a.pos);
    fc_addScl3(x, p->a.pos, d, k / 8.);
    if (k == 8 && p->a.type == mjGEOM_PLANE)
      break;
    if (shape_excess(&p->a, x) + shape_excess(&p->b, x) < dist - slack &&
        shape_excess(&p->a, x) < 0 && shape_excess(&p->b, x) < 0)
      return 1;
  }
  return 0;
}

// ---------------------------------------------------------------- the properties

// A distance measured in another way, of shapes that were displaced by no more than `moved`.
static void check_other(Run* run, const Pair* p, const Truth* t, const Measure* m, double moved,
                        Random* r) {
  double tolerance = 2 * (tolerance_of(run, p) + cancellation(p, m) + t->slack) + moved;
  double dist = m->dist, least = t->low - tolerance, most = t->high + tolerance;
  if (dist >= least && dist <= most)
    return;
  if (run->method != CLOSED_FORM) {
    if (t->low > m->margin - 2 * ACCURACY || touching(p, m, m->margin, r)) {
      run->known[TOUCHING]++;
      return;
    }
    if (from_weights(run, p, m) && dist > least - weight_error(p) &&
        dist < most + weight_error(p)) {
      run->known[LOST_WITNESS]++;
      return;
    }
    if (dist > most) {
      // perhaps it was the first measurement that went wrong
      if (t->high < m->margin && widest_gap(&p->a, &p->b, m->normal, 3, r) > most) {
        run->known[WRONG_START]++;
        return;
      }
      if (run->method == TWO_BOXES) {
        run->known[EARLY_STOP]++;
        return;
      }
      if (!run->thorough && dist < most + COARSE * (p->a.radius + p->b.radius)) {
        run->known[OUT_OF_ITERATIONS]++;
        return;
      }
      Truth s = sharpened(run, p, fmax(m->margin, dist + 1e-3 * p->b.radius), r);
      int better = s.high < most + FEWER * (dist - t->low);
      if (better || breaks_off(p)) {
        run->known[better ? OUT_OF_ITERATIONS : EARLY_STOP]++;
        return;
      }
    } else if (dist < m->margin && wrong_start(run, p, m->margin, least, r)) {
      return;
    }
  }
  violated(run, "%s: %.9g, was between %.9g and %.9g, moved %g", m->what, dist, t->low, t->high,
           moved);
}

// The same at another pose: contacts if there are any, else the distance.
static void check_pose(Run* run, const Pair* p, const Truth* t, double moved, const char* what,
                       Random* r) {
  mjContact con[mjMAXCONPAIR] = {0};
  int n = stage_collide(&run->stage, &p->a, &p->b, p->margin, con);
  check_contacts(run, con, n, p->margin);
  if (parallel_capsules(p))
    return;
  if (n) {
    Measure m = of_contact(run, p, deepest(con, n), p->margin);
    m.what = what;
    check_other(run, p, t, &m, moved, r);
    return;
  }
  Measure m = of_distance(run, p, 0);
  if (tiny_capsule_and_box(p, &m))
    return;
  double tolerance = 2 * (tolerance_of(run, p) + cancellation(p, &m) + t->slack) + moved;
  if (t->high < p->margin - tolerance) {
    if (run->method != CLOSED_FORM && touching(p, &m, p->margin, r)) {
      run->known[TOUCHING]++;
    } else if (capsule_far_from_box(p, &m)) {
      run->known[CAPSULE_FAR_FROM_BOX]++;
    } else if (run->method != CLOSED_FORM && breaks_off(p)) {
      run->known[EARLY_STOP]++;
    } else if (run->method != CONVEX || !wrong_start(run, p, p->margin, t->low - moved, r)) {
      violated(run, "%s: contact at %.9g lost, moved %g", what, t->high, moved);
    }
    return;
  }
  m.what = what;
  if (!known_distance(run, p, &m, r))
    check_other(run, p, t, &m, moved, r);
}

static void check_rigid_motion(Run* run, const Pair* p, const Truth* t, Random* r) {
  Pair q = *p;
  rigid_motion(&q, r);
  run->pair = &q;
  check_pose(run, &q, t, 0, "moved together", r);
  run->pair = p;
}

// Turn and shift the second shape a little; returns how far its points may have moved.
double small_motion(Pair* p, Random* r) {
  double axis[3], quat[4], turn[9];
  double angle = logarithmic(r, -9, -2), step = p->b.radius * logarithmic(r, -9, -2);
  random_unit(r, axis);
  mju_axisAngle2Quat(quat, axis, angle);
  mju_quat2Mat(turn, quat);
  shape_turn(&p->b, turn);
  random_unit(r, axis);
  fc_addToScl3(p->b.pos, axis, step);
  if (p->a.type != mjGEOM_HFIELD)
    p->gap = shape_gap(&p->a, &p->b, p->dir);
  return step + angle * p->b.radius;
}

static void check_small_motion(Run* run, const Pair* p, const Truth* t, Random* r) {
  Pair q = *p;
  double moved = small_motion(&q, r);
  run->pair = &q;
  check_pose(run, &q, t, moved, "moved a little", r);
  run->pair = p;
}

// Through mj_collision, with the geoms in the other order.
static void check_exchange(Run* run, const Pair* p, const Truth* t, const mjContact* con, int n,
                           Random* r) {
  int count = stage_exchange(&run->stage, &p->a, &p->b, p->margin);
  const mjContact* other = run->stage.d->contact;
  double tolerance = tolerance_of(run, p);
  if (p->a.type == p->b.type) {
    if (count) {
      Measure m = of_contact(run, p, deepest(other, count), p->margin);
      fc_scl3(m.normal, m.normal, -1);
      m.what = "exchanged";
      check_other(run, p, t, &m, 0, r);
    } else if (!count && t->high < p->margin - 2 * tolerance) {
      if (run->method != CLOSED_FORM && breaks_off(p)) {
        run->known[EARLY_STOP]++;
        return;
      }
      if (run->method != CLOSED_FORM && wrong_start(run, p, p->margin, t->low, r))
        return;
      violated(run, "exchanged: contact at %.9g lost", t->high);
    }
    return;
  }
  if (n > count && deepest(con, n)->dist > p->margin - 1e-15 * p->scale - 2 * t->slack)
    return;
  if (n != count) {
    violated(run, "exchanged: %d contacts became %d", n, count);
    return;
  }
  if (!same_exchanged(run, con, n, count))
    violated(run, "exchanged: other contacts");
}

static int legacy_contact(const Run* run, const Pair* p, int iterations, mjContact* con) {
  run->stage.m->opt.disableflags |= mjDSBL_NATIVECCD;
  run->stage.m->opt.ccd_iterations = iterations;
  int n = stage_collide(&run->stage, &p->a, &p->b, p->margin, con);
  run->stage.m->opt.ccd_iterations = ITERATIONS;
  run->stage.m->opt.disableflags &= ~mjDSBL_NATIVECCD;
  return n;
}

// The legacy pipeline finds a contact where the native one does, at least as deep: it goes from the
// centre of the difference through the origin to the surface, which is not the shortest way out. It
// may miss shapes that only just touch, and very seldom its portal closes beside the origin of
// shapes that overlap. On its way to the surface the portal may be less deep than there.
static void check_legacy(Run* run, const Pair* p, const Truth* t, Random* r) {
  mjContact con[mjMAXCONPAIR] = {0}, more[mjMAXCONPAIR] = {0};
  double tolerance = 2 * tolerance_of(run, p);
  int n = legacy_contact(run, p, ITERATIONS, con);
  check_contacts(run, con, n, p->margin);
  if (n && t->low > p->margin + tolerance)
    violated(run, "legacy: %d contacts at %.9g", n, t->low);
  if (!n && t->high < p->margin - NEARLY_TOUCHING)
    run->known[LEGACY_MISSED]++;
  if (!n || con->dist <= t->high + tolerance)
    return;
  if (widest_gap(&p->a, &p->b, con->frame, 3, r) > t->high + tolerance) {
    run->known[WRONG_START]++;  // of the native pipeline
  } else if (legacy_contact(run, p, MANY_ITERATIONS, more) && more->dist <= t->high + tolerance) {
    run->known[OUT_OF_ITERATIONS]++;
  } else {
    violated(run, "legacy: contact at %.9g, was at %.9g", con->dist, t->high);
  }
}

// Spheres on the axis of a capsule that passes through a box.
static void check_axis_in_box(Run* run, const Pair* p, const mjContact* con, int n) {
  double tolerance = 1e-9 * p->scale, axis[3];
  run->known[n ? AXIS_IN_BOX : AXIS_LOST_IN_BOX]++;
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

static void check_properties(Run* run, Pair* p, Random* r) {
  mjContact con[mjMAXCONPAIR] = {0};
  int n = stage_collide(&run->stage, &p->a, &p->b, p->margin, con);
  check_contacts(run, con, n, p->margin);
  run->touching += n > 0;
  if (axis_in_box(p)) {
    check_axis_in_box(run, p, con, n);
    return;
  }
  if (parallel_capsules(p)) {
    run->known[PARALLEL_CAPSULES]++;
    for (int i = 0; i < n; i++) {
      Measure m = of_contact(run, p, con + i, p->margin);
      double outside = witness_outside(p, &m);
      if (outside > 1e-9 * p->scale)
        violated(run, "contact %d is outside by %g", i, outside);
    }
    return;
  }

  // measure
  Measure m = n ? of_contact(run, p, deepest(con, n), p->margin) : of_distance(run, p, 0);
  Truth t = {p->gap, 1e30, cancellation(p, &m), 0};
  if (!n) {
    if (tiny_capsule_and_box(p, &m)) {
      run->known[TINY]++;
      return;
    }
    if (certainly_within(p, &m, p->margin - 2 * tolerance_of(run, p))) {
      if (run->method != CLOSED_FORM && breaks_off(p)) {
        run->known[EARLY_STOP]++;
      } else if (capsule_far_from_box(p, &m)) {
        run->known[CAPSULE_FAR_FROM_BOX]++;
      } else if (upright_cylinder(p, &m)) {
        run->known[UPRIGHT_CYLINDER]++;
      } else if (run->method == CLOSED_FORM || !wrong_start(run, p, p->margin, p->gap, r)) {
        violated(run, "no contact within the margin %g, distance %g", p->margin, m.dist);
      }
      return;
    } else if (run->method != CLOSED_FORM && m.dist < p->margin - 2 * tolerance_of(run, p)) {
      // no contact and a depth: one of them is wrong
      run->known[touching(p, &m, p->margin, r) ? TOUCHING : WRONG_START]++;
      return;
    }
    if (known_distance(run, p, &m, r))
      return;
  }
  if (check_measure(run, p, &m, &t, r))
    return;

  // and measure again
  Measure back = of_distance(run, p, 1);
  if (!known_distance(run, p, &back, r))
    check_other(run, p, &t, &back, 0, r);
  if (run->method == CLOSED_FORM || p->a.type == p->b.type || run->number % 8 == 0)
    check_exchange(run, p, &t, con, n, r);
  check_rigid_motion(run, p, &t, r);
  check_small_motion(run, p, &t, r);
  if (run->method == CONVEX && run->number % 4 == 3)
    check_legacy(run, p, &t, r);
}

void check_distances(Run* run, const Pair* p, double low, Random* r) {
  Measure m = of_distance(run, p, 0);
  Truth t = {fmax(low, p->gap), 1e30, 0, 0};
  if (known_distance(run, p, &m, r) || check_measure(run, p, &m, &t, r))
    return;
  Measure back = of_distance(run, p, 1);
  if (!known_distance(run, p, &back, r))
    check_other(run, p, &t, &back, 0, r);
  for (int k = 0; k < 2; k++) {
    Pair q = *p;
    double moved = 0;
    if (k) {
      moved = small_motion(&q, r);
    } else {
      rigid_motion(&q, r);
    }
    run->pair = &q;
    Measure other = of_distance(run, &q, 0);
    other.what = k ? "moved a little" : "moved together";
    if (!known_distance(run, &q, &other, r))
      check_other(run, &q, &t, &other, moved, r);
    run->pair = p;
  }
}

void check_convex_pair(Run* run, Random* r) {
  Pair p = pair_make(&run->stage, r, run->type1, run->type2);
  enter_frame(run, &p);
  int several = run->method == CONVEX && run->number & 1, most = run->most;
  if (run->method != CLOSED_FORM && fc_dist3(p.a.pos, p.b.pos) < 2 * ACCURACY)
    return;
  run->stage.m->opt.enableflags = several ? mjENBL_MULTICCD : 0;
  if (run->method == CONVEX && !several)
    run->most = 1;
  run->pair = &p;
  check_properties(run, &p, r);
  run->most = most;
  run->pair = NULL;
}
