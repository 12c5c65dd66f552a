// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Properties of contacts of height fields. Under each triangle of the grid is a convex prism, and a
// contact is the answer of the convex collider for one of them: its points are in that prism and in
// the geom, and it is never deeper than the least depth of both. A prism has one contact at most,
// one that the geom is deep in has one, and contacts come in the order of the prisms. Of a round
// geom it has that least depth, but for what 35 iterations leave (properties_convex.c), and the
// deepest contact moves no more than the geom.
//
// The depth of a box or mesh is any that is not larger: corners of prisms have no number, so the
// expansion takes a vertex of the geom that comes again for a repeated vertex of both, whichever
// corner of the prism came with it, and ends there (known_answers_fields.c has poses). These
// contacts are no more continuous or invariant.
//
// A margin both lifts the field and grows the geom, and distances with it mean nothing.

#include "properties.h"

#define ACCURACY 1e-6  // option/ccd_tolerance
#define COARSE .1      // of the size of both, where 35 iterations do not suffice
#define SHORT .01      // what they mostly leave of it

enum { MAX_PRISM = 128 };

// Where the truth about the deepest contact is.
typedef struct Range_ {
  double low, high;
} Range;

// Does a prism hold a point of the frame of its field, with this much to spare (negative: beside
// it)?
static int holds(const Hull* prism, const double point[3], double spare) {
  for (int k = 0; k < prism->nplane; k++) {
    const double* plane = prism->plane + 4 * k;
    if (fc_dot3(plane, point) - plane[3] > -spare)
      return 0;
  }
  return 1;
}

static void into_field(double local[3], const Shape* field, const double point[3]) {
  double x[3];
  fc_sub3(x, point, field->pos);
  fc_mulMatTVec3(local, field->mat, x);
}

static int is_smooth(const Shape* s) { return s->type != mjGEOM_BOX && s->type != mjGEOM_MESH; }

// Certainly inside: a point of the geom that is this far below the surface of a prism.
static int certainly_inside(const Run* run, const Pair* p, double depth) {
  double local[3];
  if (shape_excess(&p->b, p->b.pos) >= -depth)
    return 0;
  into_field(local, &p->a, p->b.pos);
  for (int k = 0; k < run->stage.nprism[p->a.id]; k++)
    if (holds(run->stage.prism[p->a.id] + k, local, depth))
      return 1;
  return 0;
}

static double half_diagonal(const Hull* h) {
  double most = 0;
  for (int i = 0; i < h->nvert; i++)
    most = fmax(most, fc_dist3(h->vert, h->vert + 3 * i));
  return most / 2;
}

// Find a prism of which a contact is right: its points are in the prism and in the geom, and no
// direction has a wider gap. Returns 0 when there is none; otherwise its size, and the gap of it.
// Those whose gap along the normal is the distance are looked at more closely, or all if there are
// none; and if none of these has the gap soon it is looked for with patience, where it is widest
// first. All prisms that may be it are marked as seen. `next` is the first prism that is asked, and
// becomes the one behind the first that may be it.
static double explain(const Run* run, const Pair* p, const mjContact* c, double* widest, int* next,
                      char* seen, Random* r) {
  double from[3], to[3], local[3], gap[MAX_PRISM], tolerance = ACCURACY + 1e-9 * p->scale;
  int maybe[MAX_PRISM], n = 0, first = *next - 1;
  fc_addScl3(from, c->pos, c->frame, -c->dist / 2);
  fc_addScl3(to, c->pos, c->frame, c->dist / 2);
  if (shape_excess(&p->b, to) > tolerance)
    return 0;
  into_field(local, &p->a, from);
  Shape s = p->a;
  s.type = mjGEOM_MESH;
  double widest_along = -1e30;
  for (int k = *next; k < run->stage.nprism[s.id]; k++) {
    s.hull = run->stage.prism[s.id] + k;
    if (!holds(s.hull, local, -tolerance))
      continue;
    gap[n] = shape_gap(&s, &p->b, c->frame);
    if (gap[n] > c->dist + tolerance)
      continue;
    widest_along = fmax(widest_along, gap[n]);
    if (n == 0)
      first = k;
    seen[k] = 1;
    maybe[n++] = k;
  }
  *next = first + 1;
  int exact = widest_along >= c->dist - tolerance, kept = 0;
  for (int i = 0; i < n; i++) {
    if (exact && gap[i] < c->dist - tolerance)
      continue;
    s.hull = run->stage.prism[s.id] + maybe[i];
    gap[kept] = widest_gap(&s, &p->b, c->frame, 3, r);
    maybe[kept] = maybe[i];
    kept += gap[kept] <= c->dist + tolerance;
  }
  n = kept;
  while (n > 0) {
    int best = 0;
    for (int i = 1; i < n; i++)
      if (gap[i] > gap[best])
        best = i;
    s.hull = run->stage.prism[s.id] + maybe[best];
    *widest = gap[best];
    if (*widest < c->dist - tolerance)
      *widest = widest_gap(&s, &p->b, c->frame, 20, r);
    if (*widest <= c->dist + tolerance)
      return half_diagonal(s.hull);
    gap[best] = gap[--n];
    maybe[best] = maybe[n];
  }
  return 0;
}

// Prisms that a point of the geom is deeply inside of, and that have no contact.
static int count_missing(const Run* run, const Pair* p, const char* seen) {
  int missing = 0;
  double point[7][3], depth = 1e-2 * p->b.radius;
  into_field(point[0], &p->a, p->b.pos);
  for (int k = 1; k < 7; k++) {
    double dir[3], q[3];
    for (int i = 0; i < 3; i++)
      dir[i] = (k & 1 ? 1 : -1) * p->a.mat[3 * i + (k - 1) / 2];
    shape_support(&p->b, dir, q);
    fc_sub3(q, q, p->b.pos);
    fc_addScl3(q, p->b.pos, q, .9);
    into_field(point[k], &p->a, q);
  }
  for (int k = 0; k < run->stage.nprism[p->a.id]; k++) {
    int must = 0;
    for (int i = 0; i < 7 && !seen[k] && !must; i++)
      must = holds(run->stage.prism[p->a.id] + k, point[i], depth);
    missing += must;
  }
  return missing;
}

// Contacts at one pose. Returns how many are not explained, by a prism behind that of the contact
// before, in which that is about the least depth. At the first pose of a pair no contact may be
// missing.
static int check_prisms(Run* run, const Pair* p, const mjContact* con, int n, int moved, Range* t,
                        Random* r) {
  int unexplained = 0, next = 0;
  char seen[MAX_PRISM] = {0};
  double tolerance = ACCURACY + 1e-9 * p->scale;
  *t = (Range){0, 0};
  for (int i = 0; i < n; i++) {
    double gap, rounding = 4e-16 * p->scale * p->scale / fmax(fabs(con[i].dist), 1e-300);
    if (rounding > tolerance)
      continue;
    double size = explain(run, p, con + i, &gap, &next, seen, r);
    if (size == 0) {
      unexplained++;
      continue;
    }
    t->low = fmin(t->low, gap);
    t->high = fmin(t->high, con[i].dist);
    double error = con[i].dist - gap - tolerance - rounding;
    if (!is_smooth(&p->b) || error < SHORT * (p->b.radius + size))
      continue;
    if (error < COARSE * (p->b.radius + size))
      run->known[OUT_OF_ITERATIONS]++;
    else
      unexplained++;
  }
  if (!moved && n < mjMAXCONPAIR) {
    int missing = count_missing(run, p, seen);
    if (missing)
      violated(run, "%d prisms without a contact", missing);
  }
  return unexplained;
}

// A prism that only just touches gets an arbitrary depth, and one that is entered deeply may, when
// GJK ended beside the origin. In poses nearby all is well.
static int is_luck(const Run* run, const Pair* p, Random* r) {
  for (int k = 0; k < 32; k++) {
    Pair q = *p;
    mjContact con[mjMAXCONPAIR] = {0};
    Range t;
    double dir[3];
    Run quiet = *run;
    random_unit(r, dir);
    fc_addToScl3(q.b.pos, dir, p->b.radius * logarithmic(r, -4, -1));
    int n = stage_collide(&run->stage, &q.a, &q.b, 0, con);
    if (check_prisms(&quiet, &q, con, n, 1, &t, r) == 0)
      return 1;
  }
  return 0;
}

static int compatible(const Range* t, const Range* u, double slack) {
  return u->high >= t->low - slack && u->low <= t->high + slack;
}

// In a pose near `p` the deepest contact agrees with a range.
static int agrees_nearby(const Run* run, const Pair* p, const Range* t, double slack, Random* r) {
  for (int k = 0; k < 32; k++) {
    Pair q = *p;
    mjContact con[mjMAXCONPAIR] = {0};
    Range u;
    double dir[3], step = p->b.radius * logarithmic(r, -5, -2);
    Run quiet = *run;
    random_unit(r, dir);
    fc_addToScl3(q.b.pos, dir, step);
    int n = stage_collide(&run->stage, &q.a, &q.b, 0, con);
    if (!check_prisms(&quiet, &q, con, n, 1, &u, r) && compatible(t, &u, slack + step))
      return 1;
  }
  return 0;
}

// Contacts after a motion; the deepest has moved no more than the geom.
static void check_moved(Run* run, const Pair* p, const Pair* before, const Range* t, double moved,
                        const char* what, Random* r) {
  mjContact con[mjMAXCONPAIR] = {0};
  Range u;
  int n = stage_collide(&run->stage, &p->a, &p->b, 0, con);
  check_contacts(run, con, n, 0);
  if (check_prisms(run, p, con, n, 1, &u, r)) {
    run->known[WRONG_START]++;
    if (!is_luck(run, p, r))
      violated(run, "%s: contacts of no prism", what);
    return;
  }
  double slack = 2 * ACCURACY + 2e-9 * p->scale + moved;
  if (compatible(t, &u, slack))
    return;
  run->known[WRONG_START]++;
  if (!agrees_nearby(run, before, &u, slack, r) && !agrees_nearby(run, p, t, slack, r))
    violated(run, "%s: deepest is in [%.9g, %.9g], was in [%.9g, %.9g], moved %g", what, u.low,
             u.high, t->low, t->high, moved);
}

static Pair place(const Run* run, Random* r) {
  Pair p = {.margin = 0};
  int id = (int)uniform(r, 0, NFIELD);
  const double* size = run->stage.m->hfield_size + 4 * id;
  Shape field = {.type = mjGEOM_HFIELD, .id = id};
  fc_copy3(field.size, size);
  field.radius = hypot(hypot(size[0], size[1]), fmax(size[2], size[3]));
  random_rotation(r, field.mat);
  for (int k = 0; k < 3; k++)
    field.pos[k] = uniform(r, -1, 1);
  random_shape(&run->stage, r, &p.b, run->type2, .15 * logarithmic(r, -1, .3));
  random_rotation(r, p.b.mat);

  // onto one of the prisms, from above or from anywhere
  double up[3] = {field.mat[2], field.mat[5], field.mat[8]};
  p.a = field;
  p.a.type = mjGEOM_MESH;
  p.a.hull = run->stage.prism[id] + (int)uniform(r, 0, run->stage.nprism[id]);
  p.a.radius = .2;
  pair_place(&p, r, uniform(r, 0, 1) < .6 ? up : NULL);
  p.a = field;
  p.scale += 2;
  return p;
}

// Contacts of boxes and meshes. To look for the least depth in all prisms takes a hundred times as
// long as to collide them.
static void check_corners(Run* run, const Pair* p, const mjContact* con, int n, const char* what,
                          Random* r) {
  double tolerance = ACCURACY + 1e-9 * p->scale;
  Random aside = *r;
  Range t;
  for (int i = 0; i < n; i++) {
    double from[3], to[3], local[3];
    int held = 0;
    fc_addScl3(from, con[i].pos, con[i].frame, -con[i].dist / 2);
    fc_addScl3(to, con[i].pos, con[i].frame, con[i].dist / 2);
    into_field(local, &p->a, from);
    for (int k = 0; k < run->stage.nprism[p->a.id] && !held; k++)
      held = holds(run->stage.prism[p->a.id] + k, local, -tolerance);
    if (held && shape_excess(&p->b, to) <= tolerance)
      continue;
    run->known[WRONG_START]++;
    if (!is_luck(run, p, &aside))
      violated(run, "%s: contact %d is outside of all prisms or of the geom", what, i);
    return;
  }
  if (!run->thorough || !check_prisms(run, p, con, n, 0, &t, &aside))
    return;
  run->known[WRONG_START]++;
  if (!is_luck(run, p, &aside))
    violated(run, "%s: contacts of no prism", what);
}

void check_field_pair(Run* run, Random* r) {
  mjContact con[mjMAXCONPAIR] = {0};
  Pair p = place(run, r), q;
  Range t;
  q = p;
  run->pair = &p;
  int n = stage_collide(&run->stage, &p.a, &p.b, 0, con);
  run->touching += n > 0;
  check_contacts(run, con, n, 0);
  if (!n && certainly_inside(run, &p, 1e-4))
    violated(run, "no contacts, but the centre is inside");

  if (run->number % 4 == 0) {
    mjContact more[mjMAXCONPAIR] = {0};
    double margin = .1 * p.b.radius;
    check_contacts(run, more, stage_collide(&run->stage, &p.a, &p.b, margin, more), margin);
  }

  if (run->number % 8 == 0) {
    int count = stage_exchange(&run->stage, &p.a, &p.b, 0);
    if (!same_exchanged(run, con, n, count))
      violated(run, "exchanged: other contacts, %d and %d", n, count);
  }

  if (!is_smooth(&p.b)) {
    check_corners(run, &p, con, n, "contacts", r);
    run->pair = &q;
    rigid_motion(&q, r);
    n = stage_collide(&run->stage, &q.a, &q.b, 0, con);
    check_contacts(run, con, n, 0);
    check_corners(run, &q, con, n, "moved together", r);
    if (!n && certainly_inside(run, &q, 1e-4))
      violated(run, "moved together: no contacts, but the centre is inside");
    return;
  }
  if (check_prisms(run, &p, con, n, 0, &t, r)) {
    run->known[WRONG_START]++;
    if (!is_luck(run, &p, r))
      violated(run, "contacts of no prism");
    return;
  }
  if (n == mjMAXCONPAIR)
    return;
  run->pair = &q;
  rigid_motion(&q, r);
  check_moved(run, &q, &p, &t, 0, "moved together", r);
  q = p;
  double moved = small_motion(&q, r);
  check_moved(run, &q, &p, &t, moved, "moved a little", r);
  run->pair = NULL;
}
