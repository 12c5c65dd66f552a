// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Two capsules: the nearest points of two segments. With axes a1, a2 (half lengths included) and d
// = x1 - x2 the squared distance of x1 + t1 a1 and x2 + t2 a2 is stationary where
//
//   [ a1.a1  -a1.a2 ] [t1]   [ -a1.d ]
//   [-a1.a2   a2.a2 ] [t2] = [  a2.d ]
//
// and a solution outside the segments is moved to the nearest end, one parameter after the other.
// For parallel segments the matrix is singular, and the ends are tried against the other segment,
// so that capsules side by side get two contacts.

#include "collision/forms/forms.h"

typedef struct Segments_ {
  const Shape *s1, *s2;
  mjtNum a1[3], a2[3];      // half axes
  mjtNum aa, ab, bb, u, v;  // the system above: [aa ab; ab bb] t = (u, v)
  mjtNum margin;
} Segments;

// Spheres at parameters t1, t2.
static int contact_at(FcContactPoint* con, const Segments* s, mjtNum t1, mjtNum t2) {
  mjtNum p1[3], p2[3];
  fc_addScl3(p1, s->s1->pos, s->a1, t1);
  fc_addScl3(p2, s->s2->pos, s->a2, t2);
  return spheres_at(con, p1, s->s1->size[0], s->s1, p2, s->s2->size[0], s->s2, s->margin);
}

static int skew(FcContactPoint* con, const Segments* s, mjtNum det) {
  mjtNum t1 = (s->bb * s->u - s->ab * s->v) / det;
  mjtNum t2 = (s->aa * s->v - s->ab * s->u) / det;
  if (t1 > 1) {
    t1 = 1;
    t2 = (s->v - s->ab) / s->bb;
  } else if (t1 < -1) {
    t1 = -1;
    t2 = (s->v + s->ab) / s->bb;
  }
  if (t2 > 1) {
    t2 = 1;
    t1 = fc_clip((s->u - s->ab) / s->aa, -1, 1);
  } else if (t2 < -1) {
    t2 = -1;
    t1 = fc_clip((s->u + s->ab) / s->aa, -1, 1);
  }
  return contact_at(con, s, t1, t2);
}

static int parallel(FcContactPoint* con, const Segments* s) {
  int n = contact_at(con, s, 1, fc_clip((s->v - s->ab) / s->bb, -1, 1));
  n += contact_at(con + n, s, -1, fc_clip((s->v + s->ab) / s->bb, -1, 1));
  if (n < 2)
    n += contact_at(con + n, s, fc_clip((s->u - s->ab) / s->aa, -1, 1), 1);
  if (n < 2)
    n += contact_at(con + n, s, fc_clip((s->u + s->ab) / s->aa, -1, 1), -1);
  return n;
}

int capsule_capsule(FcContactPoint* con, const Shape* s1, const Shape* s2, mjtNum margin) {
  Segments s = {.s1 = s1, .s2 = s2, .margin = margin};
  mjtNum between[3];
  fc_column3(s.a1, s1->mat, 2);
  fc_scl3(s.a1, s.a1, s1->size[1]);
  fc_column3(s.a2, s2->mat, 2);
  fc_scl3(s.a2, s.a2, s2->size[1]);
  fc_sub3(between, s1->pos, s2->pos);
  s.aa = fc_dot3(s.a1, s.a1);
  s.ab = -fc_dot3(s.a1, s.a2);
  s.bb = fc_dot3(s.a2, s.a2);
  s.u = -fc_dot3(s.a1, between);
  s.v = fc_dot3(s.a2, between);
  mjtNum det = s.aa * s.bb - s.ab * s.ab;
  return fc_abs(det) >= mjMINVAL ? skew(con, &s, det) : parallel(con, &s);
}
