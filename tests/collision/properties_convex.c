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

#include "properties_measure.h"

#define ACCURACY 1e-6  // option/ccd_tolerance

enum { ITERATIONS = 35, MANY_ITERATIONS = 170 };

// Vertices on a curved surface: the error of a polytope goes with one over their number. Twice that
// of the number of iterations.
#define FEWER (2. * ITERATIONS / MANY_ITERATIONS)

// A polytope with as many vertices as iterations, spread evenly over a sphere: each of them looks
// after a cap of 1 / 35 of the surface, and the middle of a face is less than a tenth of the radius
// below it. The radius is that of the difference of both shapes.
#define COARSE .1

// Of those that run out of iterations about nine in ten are nearer than this, because vertices go
// where the surface is nearest to the origin. More is left where all of it is about equally near:
// of shapes with nearly the same centre, and of flat ones with a margin.
#define SHORT .01

// The true distance is in [low, high].
typedef struct Truth_ {
  double low, high;
  double slack;    // what was granted to rounding
  double forward;  // of its normal
} Truth;

static double tolerance_of(const Run* run, const Pair* p) {
  return 1e-9 * p->scale + (run->method == CLOSED_FORM ? 0 : ACCURACY);
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

// An expansion in curved shapes that ended for want of iterations is right to SHORT or counted.
static void out_of_iterations(Run* run, const Pair* p, double error) {
  run->known[OUT_OF_ITERATIONS] += error > SHORT * (p->a.radius + p->b.radius);
}

// Four support points that lie in a plane may be taken for a tetrahedron around the origin: the
// distance is zero although the points are apart, or are one that lies in neither shape.
//
// Boxes and meshes: GJK goes on until nothing changes, and may go round between degenerate
// simplices until the iterations run out. Then the distance is right and the segment is that of
// another one.
static int known_distance(Run* run, const Pair* p, const Measure* m, Random* r) {
  if (run->method == CLOSED_FORM)
    return 0;
  Known known = NKNOWN;
  if (m->dist == 0 && witness_outside(p, m) > tolerance_of(run, p))
    known = FLAT_TETRAHEDRON;
  else if (fabs(fc_dist3(m->from, m->to) - fabs(m->dist)) > 1e-9 * p->scale)
    known = m->dist == 0 ? FLAT_TETRAHEDRON : LOST_WITNESS;
  else if (m->dist <= 0 && touching(p, m, 0, r))
    known = TOUCHING;
  if (known == NKNOWN)
    return 0;
  run->known[known]++;
  return 1;
}

// Distances of GJK, of shapes that are apart or of a sphere or axis from a shape that is grown, are
// those of a point that is an average of support points. Its weights are areas of the last
// triangle, whose sides may have shrunk to ccd_tolerance; what rounding does to them, precision
// times (scale / side)^2, can reach 1e-4, and as much their sum is off one and the point too near
// or too far.
static int from_weights(const Run* run, const Pair* p, const Measure* m) {
  double core = round_radius(&p->a);
  return run->method != CLOSED_FORM && m->dist + core > m->margin / 2 &&
         (core > 0 || m->margin == 0);
}

static double weight_error(const Pair* p) { return 1e-4 * p->scale; }

static int has_flat_faces(const Shape* s) {
  return s->type == mjGEOM_CYLINDER || s->type == mjGEOM_BOX || s->type == mjGEOM_MESH;
}

// Flat shapes: the support vertex of the right face has set the upper bound of the depth before the
// face is made. If rounding puts the face beyond that bound it is left out, no other is left
// between the bounds, and the expansion ends with the one before: the depth is too small, or there
// is no contact.
static int breaks_off(const Pair* p) { return has_flat_faces(&p->a) && has_flat_faces(&p->b); }

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
      sharpened(run, p, fmax(m->margin, m->dist + 1e-3 * p->b.radius), r).forward > -coarse)
    run->known[OUT_OF_ITERATIONS]++;
  else if (run->method != CONVEX || !is_other_depth(run, p, m, r))
    violated(run, "%s %.9g: the normal points back", m->what, m->dist);
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
  if (from_weights(run, p, m) && m->dist < t->low + weight_error(p)) {
    run->known[LOST_WITNESS]++;
    return 1;
  }
  if (run->method == TWO_BOXES) {
    run->known[EARLY_STOP]++;
    return 1;
  }
  if (!run->thorough && m->dist < t->low + COARSE * (p->a.radius + p->b.radius)) {
    out_of_iterations(run, p, m->dist - t->low);
    return 0;
  }
  Truth s = sharpened(run, p, fmax(m->margin, m->dist + 1e-3 * p->b.radius), r);
  t->low = fmax(t->low, s.low);
  t->high = fmin(t->high, s.high);
  if (m->dist <= t->low + tolerance)
    return 0;
  if (t->high <= t->low + tolerance + FEWER * (m->dist - t->low)) {
    out_of_iterations(run, p, m->dist - t->low);
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
        out_of_iterations(run, p, dist - most);
        return;
      }
      Truth s = sharpened(run, p, fmax(m->margin, dist + 1e-3 * p->b.radius), r);
      if (s.high < most + FEWER * (dist - t->low)) {
        out_of_iterations(run, p, dist - most);
        return;
      }
      if (breaks_off(p)) {
        run->known[EARLY_STOP]++;
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
  if (parallel_capsules(p)) {
    check_parallel_capsules(run, p, con, n);
    return;
  }
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
    if (run->method != CLOSED_FORM && touching(p, &m, p->margin, r))
      run->known[TOUCHING]++;
    else if (capsule_far_from_box(p, &m))
      run->known[CAPSULE_FAR_FROM_BOX]++;
    else if (run->method != CLOSED_FORM && breaks_off(p))
      run->known[EARLY_STOP]++;
    else if (run->method != CONVEX || !wrong_start(run, p, p->margin, t->low - moved, r))
      violated(run, "%s: contact at %.9g lost, moved %g", what, t->high, moved);
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
// may miss shapes that only just touch. On its way to the surface the portal may be less deep than
// there.
static void check_legacy(Run* run, const Pair* p, const Truth* t, Random* r) {
  mjContact con[mjMAXCONPAIR] = {0}, more[mjMAXCONPAIR] = {0};
  double tolerance = 2 * tolerance_of(run, p);
  int n = legacy_contact(run, p, ITERATIONS, con);
  check_contacts(run, con, n, p->margin);
  if (n && t->low > p->margin + tolerance)
    violated(run, "legacy: %d contacts at %.9g", n, t->low);
  if (!n && t->high < p->margin - NEARLY_TOUCHING)
    violated(run, "legacy: no contact, was at %.9g", t->high);
  if (!n || con->dist <= t->high + tolerance)
    return;
  if (widest_gap(&p->a, &p->b, con->frame, 3, r) > t->high + tolerance)
    run->known[WRONG_START]++;  // of the native pipeline
  else if (legacy_contact(run, p, MANY_ITERATIONS, more) && more->dist <= t->high + tolerance)
    out_of_iterations(run, p, con->dist - t->high);
  else
    violated(run, "legacy: contact at %.9g, was at %.9g", con->dist, t->high);
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
    check_parallel_capsules(run, p, con, n);
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
      if (run->method != CLOSED_FORM && breaks_off(p))
        run->known[EARLY_STOP]++;
      else if (capsule_far_from_box(p, &m))
        run->known[CAPSULE_FAR_FROM_BOX]++;
      else if (run->method == CLOSED_FORM || !wrong_start(run, p, p->margin, p->gap, r))
        violated(run, "no contact within the margin %g, distance %g", p->margin, m.dist);
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
    if (k)
      moved = small_motion(&q, r);
    else
      rigid_motion(&q, r);
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
