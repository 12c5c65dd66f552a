// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Properties of contacts of two boxes.
//
// The difference of two boxes is a polytope whose faces belong to faces of one box or to an edge of
// each, so the widest gap is along one of fifteen axes. Contacts have the normal of that axis; they
// are points of the faces or edges that meet there, each with a depth of its own, none deeper than
// the overlap along the axis. With a margin their distances are along the normal, not the
// euclidean distance of boxes that face each other with corners.

#include "properties.h"

// Edges at a smaller angle have no reliable product.
#define PARALLEL 1e-6
#define FAR_AWAY 1e3

// Fifteen axes, both ways.
static double widest_of_boxes(const Shape* a, const Shape* b) {
  double widest = -1e30, back[3];
  for (int k = 0; k < 15; k++) {
    double u[3], v[3], axis[3];
    int i = k < 6 ? k % 3 : (k - 6) / 3, j = (k - 6) % 3;
    for (int c = 0; c < 3; c++)
      u[c] = (k < 3 || k >= 6 ? a : b)->mat[3 * c + i];
    fc_copy3(axis, u);
    if (k >= 6) {
      for (int c = 0; c < 3; c++)
        v[c] = b->mat[3 * c + j];
      fc_cross(axis, u, v);
      if (fc_normalize3(axis) < PARALLEL)
        continue;
    }
    fc_scl3(back, axis, -1);
    widest = fmax(widest, fmax(shape_gap(a, b, axis), shape_gap(a, b, back)));
  }
  return widest;
}

// The normal is exactly an axis of a box: a face touches. With an edge of each box it is a product.
static int is_axis(const Shape* s, const double n[3]) {
  for (int i = 0; i < 3; i++) {
    double axis[3] = {s->mat[i], s->mat[3 + i], s->mat[6 + i]}, back[3];
    fc_scl3(back, axis, -1);
    if (fmin(fc_dist3(axis, n), fc_dist3(back, n)) < 1e-15)
      return 1;
  }
  return 0;
}

// The least angle of an edge of each that is not zero, if it is small, or else infinite. The
// product of such edges is in error by rounding over this angle.
static double least_angle(const Shape* a, const Shape* b) {
  double least = 1e30;
  for (int k = 0; k < 9; k++) {
    double u[3], v[3], n[3];
    for (int c = 0; c < 3; c++) {
      u[c] = a->mat[3 * c + k / 3];
      v[c] = b->mat[3 * c + k % 3];
    }
    fc_cross(n, u, v);
    double angle = fc_norm3(n);
    if (angle > 2e-16 && angle < PARALLEL)
      least = fmin(least, angle);
  }
  return least;
}

// -1: outside of a box that is grown by the margin and one percent, 1: inside of one that is
// smaller by as much, 0: between.
static int where_in_box(const Shape* s, const double point[3], double margin) {
  double x[3], local[3], in = 1;
  fc_sub3(x, point, s->pos);
  fc_mulMatTVec3(local, s->mat, x);
  for (int k = 0; k < 3; k++) {
    double size = s->size[k] + margin;
    if (fabs(local[k]) > 1.01 * size + 1e-9)
      return -1;
    in = in && fabs(local[k]) < size / 1.01 + 1e-9;
  }
  return in ? 1 : 0;
}

static void check_box_contact(Run* run, const Pair* p, const Shape* a, const Shape* b,
                              const mjContact* con, double gap, int face, const char* what) {
  double tolerance = 1e-9 * p->scale;

  // The depth of a corner found beside an edge is its distance from a point of the other box that a
  // wrong determinant may have put anywhere, here as in the reference; and a corner that lies in
  // the plane of the other box exactly is not compared with the margin.
  if (con->dist < gap - tolerance || con->dist > p->margin + 1e-12) {
    if (face)
      violated(run, "%s: a contact at %.9g, the gap is %.9g", what, con->dist, gap);
    else
      run->known[EDGE_DEPTH]++;
  }
  int in1 = where_in_box(a, con->pos, p->margin), in2 = where_in_box(b, con->pos, p->margin);
  if ((in1 < 0 && in2 < 1) || (in2 < 0 && in1 < 1))
    violated(run, "%s: a contact is outside of the boxes", what);
}

// Contacts at one pose, and the widest gap there.
static double check_boxes(Run* run, const Pair* p, const Shape* a, const Shape* b,
                          const mjContact* con, int n, const char* what) {
  double widest = widest_of_boxes(a, b);
  double tolerance = (1e-9 + 1e-15 / least_angle(a, b)) * p->scale;
  check_contacts(run, con, n, FAR_AWAY);

  // of the points found those that are far from one box and not inside of the other are dropped;
  // that may leave none
  if (!n) {
    if (widest < -tolerance)
      run->known[ALL_CULLED]++;
    return widest;
  }
  double gap = shape_gap(a, b, con->frame);
  if (widest > p->margin + tolerance)
    violated(run, "%s: %d contacts, but a gap of %.9g", what, n, widest);
  if (gap < widest - tolerance)
    violated(run, "%s: gap along the normal %.9g, the widest is %.9g", what, gap, widest);

  // a product of edges may look like an axis, of boxes that are parallel or touch
  int face = (is_axis(a, con->frame) || is_axis(b, con->frame)) && fabs(gap) > tolerance &&
             least_angle(a, b) > PARALLEL;
  for (int i = 0; i < n; i++) {
    if (fc_dist3(con[i].frame, con->frame) > 1e-12)
      violated(run, "%s: normals 0 and %d differ", what, i);
    check_box_contact(run, p, a, b, con + i, gap, face, what);
  }
  if (deepest(con, n)->dist > gap + tolerance)
    run->known[face ? CULLED : EDGE_DEPTH]++;
  return fmax(widest, gap);
}

// The widest gaps of two poses of which one was moved. Boxes apart: the fifteen axes are not all
// directions, and a product of edges that are nearly parallel turns by any angle.
static void check_gaps(Run* run, const Pair* p, double was, double is, double moved,
                       const char* what) {
  if (fabs(fmin(was, 0) - fmin(is, 0)) > 2 * PARALLEL * p->scale + moved)
    violated(run, "%s: gap %.9g was %.9g, moved %g", what, is, was, moved);
}

void check_box_pair(Run* run, Random* r) {
  Pair p = pair_make(&run->stage, r, run->type1, run->type2), q;
  mjContact con[mjMAXCONPAIR] = {0};
  q = p;
  run->pair = &p;
  run->stage.m->opt.enableflags = run->number & 1 ? mjENBL_MULTICCD : 0;
  int n = stage_collide(&run->stage, &p.a, &p.b, p.margin, con);
  int count = n;
  run->touching += n > 0;
  double widest = check_boxes(run, &p, &p.a, &p.b, con, n, "contacts");

  // exchanged, moved together, moved a little
  n = stage_exchange(&run->stage, &p.a, &p.b, p.margin);
  check_boxes(run, &p, &p.b, &p.a, run->stage.d->contact, n, "exchanged");
  run->pair = &q;
  rigid_motion(&q, r);
  n = stage_collide(&run->stage, &q.a, &q.b, p.margin, con);
  double again = check_boxes(run, &q, &q.a, &q.b, con, n, "moved together");
  check_gaps(run, &q, widest, again, 0, "moved together");

  // seldom is a point beside the edge of a face, where rounding decides whether it counts
  int clear = least_angle(&p.a, &p.b) > PARALLEL && fabs(widest) > 1e-6 * p.scale;
  run->known[ANOTHER_COUNT] += clear && n != count;
  q = p;
  double moved = small_motion(&q, r);
  n = stage_collide(&run->stage, &q.a, &q.b, p.margin, con);
  again = check_boxes(run, &q, &q.a, &q.b, con, n, "moved a little");
  check_gaps(run, &q, widest, again, moved, "moved a little");
  run->pair = &p;
  check_distances(run, &p, widest, r);
  run->pair = NULL;
}
