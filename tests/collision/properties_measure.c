// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A distance of two shapes as it was measured, and the points between which it was.

#include "properties_measure.h"

// Error of a gap along a normal that was made of a short vector: coordinates are known to
// `scale` times the precision of numbers, and so far the tip of a vector of length `base` is off;
// the gap changes by the angle times the size of the shapes.
double rounding_of(const Pair* p, const Measure* m) {
  double base = fmax(m->base, 1e-300);
  return (4e-16 * p->scale + slide(p) + parting(p)) * p->scale / base;
}

double round_radius(const Shape* s) {
  return s->type == mjGEOM_SPHERE || s->type == mjGEOM_CAPSULE ? s->size[0] : 0;
}

Measure of_contact(const Run* run, const Pair* p, const mjContact* c, double margin) {
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
Measure of_distance(const Run* run, const Pair* p, int exchanged) {
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
  if (p->a.type == mjGEOM_PLANE && m.base < 1e-6 * p->scale)
    for (int k = 0; k < 3; k++)
      m.normal[k] = p->a.mat[3 * k + 2];
  return m;
}

// Farthest that a witness point is outside of its (grown) shape.
double witness_outside(const Pair* p, const Measure* m) {
  double from[3], to[3], grown = m->margin / 2;
  fc_addScl3(from, m->from, m->normal, grown);
  fc_addScl3(to, m->to, m->normal, -grown);
  return fmax(shape_excess(&p->a, from), shape_excess(&p->b, to)) - grown;
}
