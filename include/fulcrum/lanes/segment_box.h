// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A capsule against a box, in the frame of the box: where on the capsule's segment the spheres are
// that touch the box. The point of the segment nearest to the box is found by trying the two ends
// against the faces and the segment against the twelve edges; a sphere there gives the first
// contact. The nearest feature (an end, an edge, a corner) then determines the direction along the
// segment in which a second contact may lie, and how far the segment runs beside the face or edge;
// a sphere at that point gives the second.
//
// The segment is p + t h, t in [-1, 1]. Corner i has coordinate +b_k where bit k of i is set.
//
// The collider of the engine and the code of compiled models include this file, after `real`, the
// type of a number, is defined.

#ifndef FULCRUM_LANES_SEGMENT_BOX_H_
#define FULCRUM_LANES_SEGMENT_BOX_H_

// what counts as zero, mjMINVAL
#define SEGMENT_MINVAL ((real)1e-15)

static inline real magnitude(real x) { return (real)__builtin_fabs((double)x); }
static inline real clipped(real x, real low, real high) {
  return x < low ? low : x > high ? high : x;
}
static inline real dot(const real* a, const real* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

typedef enum Feature_ { NOTHING, END, EDGE, CORNER } Feature;

typedef struct SegmentAndBox_ {
  real p[3];        // centre of the segment
  real w[3], h[3];  // unit axis, half segment
  real length;      // |h|
  real b[3];        // half sizes of the box
  int direction;    // bit k: h_k > 0
} SegmentAndBox;

// The nearest feature and where on the segment it is nearest.
typedef struct Nearest_ {
  Feature feature;
  real t;      // parameter on the segment
  int end;     // END: -1 or 1
  int face;    // END: axis of the face the end lies over, -1: inside
  int axis;    // EDGE, CORNER: direction of the edge
  int corner;  // corner the edge starts from, or the corner
  real along;  // EDGE: parameter on the edge, in [-1, 1]
} Nearest;

// Ends of the segment that lie over a face or inside.
static real try_ends(const SegmentAndBox* q, real best, Nearest* nearest) {
  for (int end = -1; end <= 1; end += 2) {
    real dist2 = 0;
    int nclamped = 0, face = -1;
    for (int k = 0; k < 3; k++) {
      real e = q->p[k] + end * q->h[k], over = e - clipped(e, -q->b[k], q->b[k]);
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
static real try_edge(const SegmentAndBox* q, int axis, int corner, real best, Nearest* nearest) {
  real center[3], delta[3];
  for (int k = 0; k < 3; k++)
    center[k] = k == axis ? 0 : corner & (1 << k) ? q->b[k] : -q->b[k];
  for (int k = 0; k < 3; k++)
    delta[k] = center[k] - q->p[k];

  // nearest points of two lines
  real b = q->b[axis];
  real aa = b * b, ab = -b * q->h[axis], bb = q->length * q->length;
  real u = -b * delta[axis], v = dot(q->h, delta), det = aa * bb - ab * ab;
  if (magnitude(det) < SEGMENT_MINVAL)
    return best;
  real inv = 1 / det, x = (bb * u - ab * v) * inv, t = (aa * v - ab * u) * inv;

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

  real dist2 = 0;
  for (int k = 0; k < 3; k++) {
    real diff = delta[k] - t * q->h[k] + (k == axis ? x * b : 0);
    dist2 += diff * diff;
  }
  if (dist2 < best - SEGMENT_MINVAL) {
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
static real least(real a, real b) { return b < a ? b : a; }

// Offset of the second point from the first, in units of h, where the segment passes a corner.
// Returns 0 when there is none.
static int second_at_corner(const SegmentAndBox* q, const Nearest* nearest, real* offset) {
  int kappa = q->direction ^ nearest->corner;
  if (kappa == 0 || kappa == 7)
    return 0;
  real forth = 1 - nearest->t, back = 1 + nearest->t, sign = 1;
  if (kappa == 3 || kappa == 5 || kappa == 6) {
    kappa = 7 - kappa;
    sign = -1;
    real swap = forth;
    forth = back;
    back = swap;
  }
  int x = kappa >> 1, y = (x + 1) % 3, z = (x + 2) % 3;
  const real *b = q->b, *h = q->h;
  if (q->w[x] * q->w[x] > 0.5)
    *offset = sign * least(forth, 2 * b[x] / magnitude(h[x]));
  else
    *offset = -sign * least(least(back, 2 * b[y] / magnitude(h[y])), 2 * b[z] / magnitude(h[z]));
  return 1;
}

// The same where it passes an edge.
static int second_at_edge(const SegmentAndBox* q, const Nearest* nearest, real* offset) {
  int x = nearest->axis, y = (x + 1) % 3, z = (x + 2) % 3;
  int kappa = (q->direction ^ nearest->corner) & ~(1 << x);
  if (kappa != 1 && kappa != 2 && kappa != 4)
    return 0;
  if (magnitude(q->w[y]) > magnitude(q->w[z]))
    z = y;
  real sign = kappa & (1 << z) ? 1 : -1;
  real sigma = least(1 - sign * nearest->t, 2 * q->b[z] / magnitude(q->h[z]));
  int upwards = (q->direction >> x) & 1, same = upwards == ((kappa >> z) & 1);
  real rest = same ? 1 - nearest->along : 1 + nearest->along;
  *offset = sign * least(sigma, q->b[x] * rest / magnitude(q->h[x]));
  return 1;
}

// The same where an end lies over a face: to where the segment leaves the slab of the other two
// axes.
static int second_at_end(const SegmentAndBox* q, const Nearest* nearest, real* offset) {
  if (nearest->face < 0)
    return 0;
  real m = -nearest->end, sigma = 2;
  for (int k = 0; k < 3; k++) {
    if (k == nearest->face)
      continue;
    real e = q->p[k] + nearest->end * q->h[k];
    real up = (q->b[k] - e) * m / q->h[k], down = (-q->b[k] - e) * m / q->h[k];
    if (up > 0 && up < sigma)
      sigma = up;
    if (down > 0 && down < sigma)
      sigma = down;
  }
  *offset = m * sigma;
  return 1;
}

// Where on the segment the spheres are, in units of its half; returns their number.
static int capsule_box_spheres(const SegmentAndBox* q, real best, real t[2]) {
  Nearest nearest = {.feature = NOTHING};
  best = try_ends(q, best, &nearest);
  for (int k = 0; k < 3; k++)
    for (int corner = 0; corner < 8; corner++)
      if (!(corner & (1 << k)))
        best = try_edge(q, k, corner, best, &nearest);
  real offset = 0;
  int second = 0;
  switch (nearest.feature) {
    case NOTHING: return 0;
    case END: second = second_at_end(q, &nearest, &offset); break;
    case EDGE: second = second_at_edge(q, &nearest, &offset); break;
    case CORNER: second = second_at_corner(q, &nearest, &offset); break;
  }
  t[0] = nearest.t;
  t[1] = nearest.t + offset;
  return 1 + second;
}

#endif  // FULCRUM_LANES_SEGMENT_BOX_H_
