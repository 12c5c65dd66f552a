// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Capsule against box: one or two spheres on the segment of the capsule against the box.

#include "collision/forms/forms.h"

typedef mjtNum real;

#include <fulcrum/lanes/segment_box.h>

// Sphere at a point of the segment, converted to world coordinates like any sphere.
static int sphere_on_segment(FcContactPoint* con, const SegmentAndBox* q, mjtNum t, const Shape* s1,
                             const Shape* s2, mjtNum margin) {
  mjtNum center[3];
  fc_addScl3(center, q->p, q->h, t);
  fc_mulMatVec3(center, s2->mat, center);
  fc_addTo3(center, s2->pos);
  Shape sphere = {.pos = center, .mat = s1->mat, .size = s1->size};
  return sphere_box(con, &sphere, s2, margin);
}

int capsule_box(FcContactPoint* con, const Shape* s1, const Shape* s2, mjtNum margin) {
  SegmentAndBox q = {.length = s1->size[1], .b = {s2->size[0], s2->size[1], s2->size[2]}};
  mjtNum radius = s1->size[0], axis[3];
  fc_sub3(q.p, s1->pos, s2->pos);
  fc_mulMatTVec3(q.p, s2->mat, q.p);
  fc_column3(axis, s1->mat, 2);
  fc_mulMatTVec3(q.w, s2->mat, axis);
  fc_scl3(q.h, q.w, q.length);
  q.direction = (q.h[0] > 0) | (q.h[1] > 0) << 1 | (q.h[2] > 0) << 2;

  mjtNum t[2];
  const mjtNum best = margin + 2 * (radius + q.length + q.b[0] + q.b[1] + q.b[2]);
  const int nsphere = capsule_box_spheres(&q, best, t);
  int n = 0;
  for (int k = 0; k < nsphere; k++)
    n += sphere_on_segment(con + n, &q, t[k], s1, s2, margin);
  return n;
}
