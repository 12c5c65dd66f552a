// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Finding a portal, and moving it until it is seen on which side of it the origin lies.

#include "collision/ccd/ccd.h"

// More rounds than any portal needs; objects with degenerate shapes count as apart after them.
enum { MAX_ROUNDS = 10000 };

typedef enum Verdict_ { APART, TOUCHING, ON_SEGMENT, FOUND } Verdict;

// The vertex does not reach beyond the plane through the origin.
static int behind(const Vertex* v, const mjtNum d[3]) {
  mjtNum dot = fc_dot3(v->v, d);
  return is_zero(dot) || dot < 0;
}

static mjtNum triple(const mjtNum a[3], const mjtNum b[3], const mjtNum c[3]) {
  mjtNum n[3];
  fc_cross(n, a, b);
  return fc_dot3(n, c);
}

static void centre(Vertex* v, const Object* a, const Object* b) {
  fc_copy3(v->a, a->pos);
  fc_copy3(v->b, b->pos);
  fc_sub3(v->v, a->pos, b->pos);
  if (is_zero3(v->v)) v->v[0] += 10 * DBL_EPSILON;
}

// Turn the triangle v1 v2 v3 about until the ray from v0 through the origin passes through it.
static Verdict close_portal(Portal* p, Object* a, Object* b, mjtNum d[3]) {
  Vertex* v = p->v;
  for (int round = 0; round < MAX_ROUNDS; round++) {
    ccd_vertex(v + 3, a, b, d);
    if (behind(v + 3, d)) return APART;
    mjtNum side = triple(v[1].v, v[3].v, v[0].v);
    if (side < 0 && !is_zero(side)) {
      v[2] = v[3];
    } else {
      side = triple(v[3].v, v[2].v, v[0].v);
      if (!(side < 0 && !is_zero(side))) return FOUND;
      v[1] = v[3];
    }
    plane_normal(d, v[0].v, v[1].v, v[2].v);
  }
  return APART;
}

static Verdict find_portal(Portal* p, Object* a, Object* b) {
  Vertex* v = p->v;
  mjtNum d[3];
  centre(v, a, b);

  // towards the origin
  fc_scl3(d, v[0].v, -1 / fc_norm3(v[0].v));
  ccd_vertex(v + 1, a, b, d);
  if (behind(v + 1, d)) return APART;

  // aside
  fc_cross(d, v[0].v, v[1].v);
  if (is_zero(fc_dot3(d, d))) return is_zero3(v[1].v) ? TOUCHING : ON_SEGMENT;
  fc_scl3(d, d, 1 / fc_norm3(d));
  ccd_vertex(v + 2, a, b, d);
  if (behind(v + 2, d)) return APART;

  // across both; the origin's side
  plane_normal(d, v[0].v, v[1].v, v[2].v);
  if (fc_dot3(d, v[0].v) > 0) {
    Vertex swap = v[1];
    v[1] = v[2];
    v[2] = swap;
    fc_scl3(d, d, -1);
  }
  return close_portal(p, a, b, d);
}

int portal_reached(const Portal* p, const Vertex* v4, const mjtNum d[3], mjtNum tolerance) {
  mjtNum reach = fc_dot3(v4->v, d), least = DBL_MAX;
  for (int i = 1; i < 4; i++) least = fc_min(least, reach - fc_dot3(p->v[i].v, d));
  return is_equal(least, tolerance) || least < tolerance;
}

void portal_expand(Portal* p, const Vertex* v4) {
  Vertex* v = p->v;
  mjtNum g[3];
  fc_cross(g, v4->v, v[0].v);
  if (fc_dot3(v[1].v, g) > 0) {
    v[fc_dot3(v[2].v, g) > 0 ? 1 : 3] = *v4;
  } else {
    v[fc_dot3(v[3].v, g) > 0 ? 2 : 1] = *v4;
  }
}

// Move the portal outward until the origin is behind it; 0: it never is.
static int refine(Portal* p, Object* a, Object* b, const Options* opt) {
  for (int round = 0; round < MAX_ROUNDS; round++) {
    mjtNum d[3];
    Vertex v4;
    plane_normal(d, p->v[1].v, p->v[2].v, p->v[3].v);
    mjtNum side = fc_dot3(d, p->v[1].v);
    if (is_zero(side) || side > 0) return 1;
    ccd_vertex(&v4, a, b, d);
    mjtNum reach = fc_dot3(v4.v, d);
    if (!(is_zero(reach) || reach > 0) || portal_reached(p, &v4, d, opt->tolerance)) return 0;
    portal_expand(p, &v4);
  }
  return 0;
}

int penetrate(Penetration* result, Object* a, Object* b, const Options* opt) {
  Portal p;
  Verdict verdict = find_portal(&p, a, b);
  if (verdict == APART || verdict == TOUCHING) return 0;

  // the origin is on the line from the centre to the first vertex
  if (verdict == ON_SEGMENT) {
    const Vertex* v = p.v + 1;
    result->depth = fc_norm3(v->v);
    fc_scl3(result->dir, v->v, 1 / result->depth);
    fc_add3(result->pos, v->a, v->b);
    fc_scl3(result->pos, result->pos, 0.5);
    return 1;
  }
  if (!refine(&p, a, b, opt)) return 0;
  portal_penetration(result, &p, a, b, opt);
  return !is_zero3(result->dir);
}
