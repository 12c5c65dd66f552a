// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Properties of contacts with signed distance fields made from convex meshes, whose shape is known.
//
// A contact is a point where the larger of both fields is its distance, and its normal is the
// direction in which the first field rises most against the second; of a mesh there is no field,
// and only that of the other shape is asked. (check_sdf.c is about the fields themselves.)
//
// It is a point of both shapes: the field of the first is exact there, or positive only by
// what interpolation adds. Its depth is that of the point in the shape it is less deep in, so the
// balls of that radius around it are in both shapes, and twice the depth is no more than the
// overlap. (Inside a box the field is measured along a ray, and inside an ellipsoid it is an
// estimate: then the depth is only known to be that in the mesh. A mesh has no field at all.)
// Shapes that are apart have no contacts, margins are not used.
//
// Contacts are where a few descents end. They need not be symmetric under exchange nor continuous,
// and some descents take another step when rounding differs; what is said above holds for all. But
// seldom do their number and the deepest change when both shapes are moved together. That is not
// asked of boxes, where the end of a ray jumps from side to side along most descents.

#include "properties.h"

// Between the corners of a cell a distance is off by no more than half of its diagonal. On the
// surface there are the finest, one sixty-fourth of a box that is a tenth larger than the mesh.
// Inside of a convex shape minus the depth is convex, and interpolation can only make it larger.
static double interpolation(const Shape* s) {
  return s->type == mjGEOM_SDF ? 1.1 / 64 * fc_norm3(s->size) : 0;
}

// Depth of a contact of the type, as part of the overlap.
static double depth_of_overlap(int type) {
  return type == mjGEOM_BOX || type == mjGEOM_ELLIPSOID || type == mjGEOM_MESH ? 1 : .5;
}

// Field of a shape at a point, and its gradient in world coordinates, of length 1.
static double field_at(const Run* run, const Shape* s, const double x[3], double gradient[3]) {
  const mjpPlugin* plugin = NULL;
  int id = s->type == mjGEOM_SDF ? s->id : 0;
  mjtGeom type = s->type;
  mjSDF field = {&plugin, &id, mjSDFTYPE_SINGLE, NULL, NULL, &type};
  double local[3], g[3];
  stage_put(&run->stage, 0, s);
  fc_sub3(g, x, s->pos);
  fc_mulMatTVec3(local, s->mat, g);
  mjc_gradient(run->stage.m, run->stage.d, &field, g, local);
  fc_normalize3(g);
  fc_mulMatVec3(gradient, s->mat, g);
  return mjc_distance(run->stage.m, run->stage.d, &field, local);
}

// What the fields say of a contact at x.
typedef struct Fields_ {
  double first, most;  // the first field, and the larger one
  double error;        // of the normal
  double base;         // length of the difference that became the normal
} Fields;

static Fields ask_fields(const Run* run, const Shape* a, const Shape* b, const mjContact* c,
                         const double x[3]) {
  double rise[3] = {0}, n[3];
  Fields f = {.first = -1e30};
  if (a->type != mjGEOM_MESH)
    f.first = field_at(run, a, x, rise);
  f.most = fmax(f.first, field_at(run, b, x, n));
  fc_sub3(n, rise, n);
  f.base = fc_normalize3(n);
  f.error = fc_dist3(n, c->frame);
  return f;
}

// Three normals are arbitrary: where both fields rise in the same direction, so that their
// difference is rounding alone, on the very surface of a box or cylinder, where the field has no
// gradient, and at the centre of a round shape, around which it has all of them. Elsewhere
// gradients may jump, between cells or at ridges, and rounding decides about the side: then the
// normal is right at a point beside it. Returns whether it is arbitrary.
static int check_fields(Run* run, const Shape* a, const Shape* b, double scale, const mjContact* c,
                        const double x[3], const char* what, Random* r) {
  Fields f = ask_fields(run, a, b, c, x);
  if (fabs(f.most - c->dist) > 1e-9 * scale)
    violated(run, "%s: distance %.9g, the larger field is %.9g", what, c->dist, f.most);
  double least = f.error, most = f.error;
  for (int k = 0; k < 64 && least > 1e-6; k++) {
    double way[3], y[3];
    random_unit(r, way);
    fc_addScl3(y, x, way, 1e-10 * scale);
    double error = ask_fields(run, a, b, c, y).error;
    least = fmin(least, error);
    most = fmax(most, error);
  }
  if (least <= 1e-6)
    return 0;
  int flat = a->type == mjGEOM_BOX || a->type == mjGEOM_CYLINDER;
  if (f.base < 1e-6 || (flat && fabs(f.first) < 1e-9 * scale) || most > .1)
    return 1;
  violated(run, "%s: normal is %g from that of the fields", what, least);
  return 0;
}

static void check_points(Run* run, const Shape* a, const Shape* b, double scale,
                         const mjContact* con, int n, const char* what, Random* r) {
  double error = interpolation(a) + interpolation(b), line[3];
  Random aside = *r;
  int arbitrary = 0;
  check_contacts(run, con, n, 0);
  fc_sub3(line, b->pos, a->pos);
  double widest = widest_gap(a, b, line, 8, r);
  if (n && widest > error)
    violated(run, "%s: %d contacts, but a gap of %.9g", what, n, widest);
  for (int i = 0; i < n; i++) {
    double x[3], depth = -con[i].dist;
    fc_addScl3(x, con[i].pos, con[i].frame, -depth / 2);
    double out = fmax(shape_excess(a, x), shape_excess(b, x));
    if (out > error + 1e-9 * scale)
      violated(run, "%s: contact %d is outside by %g", what, i, out);
    int any = check_fields(run, a, b, scale, con + i, x, what, &aside);
    arbitrary |= any;
    double part = depth_of_overlap(a->type);
    if (depth > -part * widest + error)
      violated(run, "%s: contact %d is %.9g deep, the overlap %.9g", what, i, depth, -widest);

    // normals are the difference of both gradients, and so point out of the first shape
    double z[3] = {a->mat[2], a->mat[5], a->mat[8]}, away[3];
    if (any || (a->type != mjGEOM_SPHERE && a->type != mjGEOM_CAPSULE))
      continue;
    fc_sub3(away, x, a->pos);
    double along = a->type == mjGEOM_CAPSULE ? fc_dot3(away, z) : 0;
    fc_addToScl3(away, z, -fmin(fmax(along, -a->size[1]), a->size[1]));
    if (fc_dot3(away, con[i].frame) < -1e-9 * scale)
      violated(run, "%s: normal %d points into the first shape", what, i);
  }
  run->known[NO_NORMAL] += arbitrary;
}

// The first descent alone finds the first contact or none. None although one centre is inside of
// the other shape: it was lost on the way.
static void check_first_start(Run* run, const Pair* p, const mjContact* con, int n) {
  mjContact first[mjMAXCONPAIR] = {0};
  int starts = run->stage.m->opt.sdf_initpoints;
  run->stage.m->opt.sdf_initpoints = 1;
  int count = stage_collide(&run->stage, &p->a, &p->b, 0, first);
  run->stage.m->opt.sdf_initpoints = starts;
  int inside = shape_excess(&p->a, p->b.pos) < 0 || shape_excess(&p->b, p->a.pos) < 0;
  run->known[LOST_DESCENT] += inside && !count;
  if (p->a.type == mjGEOM_MESH)
    return;
  int same = !count || (first->dist == con->dist && fc_dist3(first->pos, con->pos) == 0);
  if (count > 1 || count > n || !same)
    violated(run, "one start: %d contacts, not the first of %d", count, n);
}

// Exchanged: the same contacts, or if both are fields the same properties.
static void check_exchange(Run* run, const Pair* p, const mjContact* con, int n, Random* r) {
  int count = stage_exchange(&run->stage, &p->a, &p->b, 0);
  if (p->a.type == p->b.type)
    check_points(run, &p->b, &p->a, p->scale, run->stage.d->contact, count, "exchanged", r);
  else if (!same_exchanged(run, con, n, count))
    violated(run, "exchanged: other contacts, %d and %d", n, count);
}

void check_signed_pair(Run* run, Random* r) {
  mjContact con[mjMAXCONPAIR] = {0};
  Pair p = pair_make(&run->stage, r, run->type1, run->type2), q;
  q = p;
  run->pair = &p;
  int n = stage_collide(&run->stage, &p.a, &p.b, 0, con);
  run->touching += n > 0;
  check_points(run, &p.a, &p.b, p.scale, con, n, "contacts", r);
  check_first_start(run, &p, con, n);
  double deep = n ? deepest(con, n)->dist : 0;
  int count = n;

  if (p.a.type == p.b.type || run->number % 8 == 0)
    check_exchange(run, &p, con, n, r);

  // moved
  run->pair = &q;
  rigid_motion(&q, r);
  n = stage_collide(&run->stage, &q.a, &q.b, 0, con);
  check_points(run, &q.a, &q.b, q.scale, con, n, "moved together", r);
  int same = n == count && fabs((n ? deepest(con, n)->dist : 0) - deep) < 1e-6;
  run->known[ANOTHER_DESCENT] += !same && p.a.type != mjGEOM_BOX;
  small_motion(&q, r);
  n = stage_collide(&run->stage, &q.a, &q.b, 0, con);
  check_points(run, &q.a, &q.b, q.scale, con, n, "moved a little", r);
  run->pair = NULL;
}
