// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Capsule against box, in the frame of the box. The point of the capsule's segment nearest to the
// box is found by trying the two ends against the faces and the segment against the twelve edges; a
// sphere there gives the first contact. The nearest feature (an end, an edge, a corner) then
// determines the direction along the segment in which a second contact may lie, and how far the
// segment runs beside the face or edge; a sphere at that point gives the second.
//
// The segment is p + t h, t in [-1, 1]. Corner i has coordinate +b_k where bit k of i is set.

#include "collision/forms/forms.h"

typedef enum Feature_ { NOTHING, END, EDGE, CORNER } Feature;

typedef struct Problem_ {
  mjtNum p[3];        // centre of the segment
  mjtNum w[3], h[3];  // unit axis, half segment
  mjtNum length;      // |h|
  const mjtNum* b;    // half sizes of the box
  int direction;      // bit k: h_k > 0
} Problem;

// The nearest feature and where on the segment it is nearest.
typedef struct Nearest_ {
  Feature feature;
  mjtNum t;      // parameter on the segment
  int end;       // END: -1 or 1
  int face;      // END: axis of the face the end lies over, -1: inside
  int axis;      // EDGE, CORNER: direction of the edge
  int corner;    // corner the edge starts from, or the corner
  mjtNum along;  // EDGE: parameter on the edge, in [-1, 1]
} Nearest;

// Ends of the segment that lie over a face or inside.
static mjtNum try_ends(const Problem* q, mjtNum best, Nearest* nearest) {
  for (int end = -1; end <= 1; end += 2) {
    mjtNum dist2 = 0;
    int nclamped = 0, face = -1;
    for (int k = 0; k < 3; k++) {
      mjtNum e = q->p[k] + end * q->h[k], over = e - fc_clip(e, -q->b[k], q->b[k]);
      if (e < -q->b[k] || e > q->b[k]) {
        nclamped++;
        face = k;
      }
      dist2 += over * over;
    }
    if (nclamped <= 1 && dist2 < best) {
      best = dist2;
      *nearest = (Nearest){.feature = END, .t = end, .end = end, .face = face};
    }
  }
  return best;
}

// One edge: direction `axis`, from corner `corner`.
static mjtNum try_edge(const Problem* q, int axis, int corner, mjtNum best, Nearest* nearest) {
  mjtNum center[3], delta[3];
  for (int k = 0; k < 3; k++)
    center[k] = k == axis ? 0 : corner & (1 << k) ? q->b[k] : -q->b[k];
  fc_sub3(delta, center, q->p);

  // nearest points of two lines
  mjtNum b = q->b[axis];
  mjtNum aa = b * b, ab = -b * q->h[axis], bb = q->length * q->length;
  mjtNum u = -b * delta[axis], v = fc_dot3(q->h, delta), det = aa * bb - ab * ab;
  if (fc_abs(det) < mjMINVAL)
    return best;
  mjtNum inv = 1 / det, x = (bb * u - ab * v) * inv, t = (aa * v - ab * u) * inv;

  // back onto the edge, then onto the segment; which = 0, 2: at an end of the edge
  int which = 1;
  if (x > 1) {
    x = 1;
    which = 2;
    t = (v - ab) * (1 / bb);
  } else if (x < -1) {
    x = -1;
    which = 0;
    t = (v + ab) * (1 / bb);
  }
  if (t > 1 || t < -1) {
    t = t > 1 ? 1 : -1;
    x = (u - t * ab) * (1 / aa);
    if (x > 1) {
      x = 1;
      which = 2;
    } else if (x < -1) {
      x = -1;
      which = 0;
    }
  }

  mjtNum dist2 = 0;
  for (int k = 0; k < 3; k++) {
    mjtNum diff = delta[k] - t * q->h[k] + (k == axis ? x * b : 0);
    dist2 += diff * diff;
  }
  if (dist2 < best - mjMINVAL) {
    best = dist2;
    *nearest = (Nearest){.feature = which == 1 ? EDGE : CORNER,
                         .t = t,
                         .axis = axis,
                         .along = x,
                         .corner = corner + (which == 2 ? 1 << axis : 0)};
  }
  return best;
}

// The smaller number; the first when the second is NaN.
static mjtNum least(mjtNum a, mjtNum b) { return b < a ? b : a; }

// Offset of the second point from the first, in units of h, where the segment passes a corner.
// Returns 0 when there is none.
static int second_at_corner(const Problem* q, const Nearest* nearest, mjtNum* offset) {
  int kappa = q->direction ^ nearest->corner;
  if (kappa == 0 || kappa == 7)
    return 0;
  mjtNum forth = 1 - nearest->t, back = 1 + nearest->t, sign = 1;
  if (kappa == 3 || kappa == 5 || kappa == 6) {
    kappa = 7 - kappa;
    sign = -1;
    mjtNum swap = forth;
    forth = back;
    back = swap;
  }
  int x = kappa >> 1, y = (x + 1) % 3, z = (x + 2) % 3;
  const mjtNum *b = q->b, *h = q->h;
  if (q->w[x] * q->w[x] > 0.5)
    *offset = sign * least(forth, 2 * b[x] / fc_abs(h[x]));
  else
    *offset = -sign * least(least(back, 2 * b[y] / fc_abs(h[y])), 2 * b[z] / fc_abs(h[z]));
  return 1;
}

// The same where it passes an edge.
static int second_at_edge(const Problem* q, const Nearest* nearest, mjtNum* offset) {
  int x = nearest->axis, y = (x + 1) % 3, z = (x + 2) % 3;
  int kappa = (q->direction ^ nearest->corner) & ~(1 << x);
  if (kappa != 1 && kappa != 2 && kappa != 4)
    return 0;
  if (fc_abs(q->w[y]) > fc_abs(q->w[z]))
    z = y;
  mjtNum sign = kappa & (1 << z) ? 1 : -1;
  mjtNum sigma = least(1 - sign * nearest->t, 2 * q->b[z] / fc_abs(q->h[z]));
  int upwards = (q->direction >> x) & 1, same = upwards == ((kappa >> z) & 1);
  mjtNum rest = same ? 1 - nearest->along : 1 + nearest->along;
  *offset = sign * least(sigma, q->b[x] * rest / fc_abs(q->h[x]));
  return 1;
}

// The same where an end lies over a face: to where the segment leaves the slab of the other two
// axes.
static int second_at_end(const Problem* q, const Nearest* nearest, mjtNum* offset) {
  if (nearest->face < 0)
    return 0;
  mjtNum m = -nearest->end, sigma = 2;
  for (int k = 0; k < 3; k++) {
    if (k == nearest->face)
      continue;
    mjtNum e = q->p[k] + nearest->end * q->h[k];
    mjtNum up = (q->b[k] - e) * m / q->h[k], down = (-q->b[k] - e) * m / q->h[k];
    if (up > 0 && up < sigma)
      sigma = up;
    if (down > 0 && down < sigma)
      sigma = down;
  }
  *offset = m * sigma;
  return 1;
}

// Sphere at a point of the segment, converted to world coordinates like any sphere.
static int sphere_on_segment(FcContactPoint* con, const Problem* q, mjtNum t, const Shape* s1,
                             const Shape* s2, mjtNum margin) {
  mjtNum center[3];
  fc_addScl3(center, q->p, q->h, t);
  fc_mulMatVec3(center, s2->mat, center);
  fc_addTo3(center, s2->pos);
  Shape sphere = {.pos = center, .mat = s1->mat, .size = s1->size};
  return sphere_box(con, &sphere, s2, margin);
}

int capsule_box(FcContactPoint* con, const Shape* s1, const Shape* s2, mjtNum margin) {
  Problem q = {.length = s1->size[1], .b = s2->size};
  mjtNum radius = s1->size[0], axis[3];
  fc_sub3(q.p, s1->pos, s2->pos);
  fc_mulMatTVec3(q.p, s2->mat, q.p);
  fc_column3(axis, s1->mat, 2);
  fc_mulMatTVec3(q.w, s2->mat, axis);
  fc_scl3(q.h, q.w, q.length);
  q.direction = (q.h[0] > 0) | (q.h[1] > 0) << 1 | (q.h[2] > 0) << 2;

  // nearest feature
  Nearest nearest = {.feature = NOTHING};
  mjtNum best = margin + 2 * (radius + q.length + q.b[0] + q.b[1] + q.b[2]);
  best = try_ends(&q, best, &nearest);
  for (int k = 0; k < 3; k++) {
    for (int corner = 0; corner < 8; corner++)
      if (!(corner & (1 << k)))
        best = try_edge(&q, k, corner, best, &nearest);
  }

  // second point
  mjtNum offset = 0;
  int second = 0;
  switch (nearest.feature) {
    case NOTHING: return 0;
    case END: second = second_at_end(&q, &nearest, &offset); break;
    case EDGE: second = second_at_edge(&q, &nearest, &offset); break;
    case CORNER: second = second_at_corner(&q, &nearest, &offset); break;
  }

  int n = sphere_on_segment(con, &q, nearest.t, s1, s2, margin);
  if (second)
    n += sphere_on_segment(con + n, &q, nearest.t + offset, s1, s2, margin);
  return n;
}
