// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A string wrapping around a sphere or a cylinder.
//
// Both cases reduce to the plane: for the sphere, the plane through its centre and the two end
// points; for the cylinder, the plane perpendicular to its axis, where the height is afterwards
// interpolated along the unrolled path. In the plane the string either goes around a circle,
// leaving it along tangents through the two end points, or is pulled through it by a side point
// inside. In that case it touches the circle in one point, where it makes equal angles with the
// circle.
//
// Of the two ways around, the one on the side of the side point wins, or the shorter one when there
// is no side point. A candidate whose tangents cross is not a valid path.

#include <math.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/math/four.h"
#include "core/physics/mechanics/tendon_wrap.h"

static inline mjtNum dot2(const mjtNum a[2], const mjtNum b[2]) {
  return a[0] * b[0] + a[1] * b[1];
}
static inline mjtNum cross2(const mjtNum a[2], const mjtNum b[2]) {
  return a[0] * b[1] - a[1] * b[0];
}

// unit vector along v, (1,0) when v vanishes
static void unit2(mjtNum res[2], const mjtNum v[2]) {
  mjtNum norm = sqrt(dot2(v, v));
  if (norm < mjMINVAL) {
    res[0] = 1;
    res[1] = 0;
  } else {
    res[0] = v[0] / norm;
    res[1] = v[1] / norm;
  }
}

// 1 when the segments a-b and c-d intersect, ends included
static int segments_meet(const mjtNum a[2], const mjtNum b[2], const mjtNum c[2],
                         const mjtNum d[2]) {
  mjtNum ab[2] = {b[0] - a[0], b[1] - a[1]}, dc[2] = {c[0] - d[0], c[1] - d[1]},
         ac[2] = {c[0] - a[0], c[1] - a[1]};
  mjtNum det = cross2(ab, dc);
  if (fabs(det) < mjMINVAL)
    return 0;
  mjtNum s = cross2(ac, dc) / det, t = cross2(ab, ac) / det;
  return s >= 0 && s <= 1 && t >= 0 && t <= 1;
}

// parameter of the point of the line d0-d1 that is nearest to the origin
static mjtNum nearest_parameter(const mjtNum d0[2], const mjtNum dif[2]) {
  return -dot2(d0, dif) / dot2(dif, dif);
}

// A pack of two points of the plane, one for each end of the string.

// the sums of neighbouring lanes
static inline FcPair add_lanes(const Four* v) {
  return (FcPair){(*v)[0] + (*v)[1], (*v)[2] + (*v)[3]};
}

// Tangent points from the ends on the circle of radius r, for both ways around.
static inline void tangent_points(Four way[2], const Four* ends, const FcPair* sq, mjtNum r) {
  const mjtNum rr = r * r, k0 = r * sqrt((*sq)[0] - rr), k1 = r * sqrt((*sq)[1] - rr);
  const Four along = *ends * rr, turn = FOUR_LANES(*ends, 1, 0, 3, 2) * (Four){k0, -k0, -k1, k1},
             s = {(*sq)[0], (*sq)[0], (*sq)[1], (*sq)[1]};
  way[0] = (along + turn) / s;
  way[1] = (along - turn) / s;
}

// Which of both ways is better: the one whose middle is on the side of the side point, or the
// shorter one.
static inline int better_way(const Four way[2], const mjtNum* side) {
  mjtNum goodness[2];
  for (int i = 0; i < 2; i++) {
    const Four w = way[i];
    if (side) {
      const mjtNum sum[2] = {w[0] + w[2], w[1] + w[3]};
      mjtNum middle[2];
      unit2(middle, sum);
      goodness[i] = dot2(middle, side);
    } else {
      const mjtNum chord[2] = {w[0] - w[2], w[1] - w[3]};
      goodness[i] = -dot2(chord, chord);
    }
  }
  return goodness[0] > goodness[1] ? 0 : 1;
}

static inline int tangents_cross(const Four* ends, const Four* way) {
  const mjtNum d0[2] = {(*ends)[0], (*ends)[1]}, d1[2] = {(*ends)[2], (*ends)[3]},
               p[2] = {(*way)[0], (*way)[1]}, q[2] = {(*way)[2], (*way)[3]};
  return segments_meet(d0, p, d1, q);
}

// length of the arc between the points of a way, sign: which way that is
static inline mjtNum arc_length(const Four* way, mjtNum r, mjtNum sign) {
  const Four square = *way * *way;
  const FcPair sq = add_lanes(&square);
  const mjtNum norm0 = sqrt(sq[0]), norm1 = sqrt(sq[1]);
  Four unit = *way / (Four){norm0, norm0, norm1, norm1};
  // points at the centre count as (1, 0)
  if (__builtin_expect(norm0 < mjMINVAL, 0))
    unit = (Four){1, 0, unit[2], unit[3]};
  if (__builtin_expect(norm1 < mjMINVAL, 0))
    unit = (Four){unit[0], unit[1], 1, 0};
  const mjtNum cosine = unit[0] * unit[2] + unit[1] * unit[3],
               turn = (*way)[2] * (*way)[1] - (*way)[3] * (*way)[0],
               angle = acos(fc_clip(cosine, -1, 1));
  return r * ((turn > 0 && sign < 0) || (turn < 0 && sign > 0) ? 2 * mjPI - angle : angle);
}

// Around the outside of the circle from one end to the other; side: point on the circle or NULL.
static mjtNum wrap_circle(Four* touch, const Four* ends, const mjtNum* side, mjtNum r) {
  const Four square = *ends * *ends;
  const FcPair sq = add_lanes(&square);
  const mjtNum d0[2] = {(*ends)[0], (*ends)[1]}, dif[2] = {(*ends)[2] - d0[0], (*ends)[3] - d0[1]},
               rr = r * r;
  if (sq[0] < rr || sq[1] < rr || r < mjMINVAL || dot2(dif, dif) < mjMINVAL)
    return -1;

  // a straight string that misses the circle on the right side does not wrap
  const mjtNum s = fc_clip(nearest_parameter(d0, dif), 0, 1);
  const mjtNum near[2] = {d0[0] + s * dif[0], d0[1] + s * dif[1]};
  if (dot2(near, near) > rr && (!side || dot2(side, near) >= 0))
    return -1;

  // the better of both ways around, unless its tangents cross
  Four way[2];
  tangent_points(way, ends, &sq, r);
  int best = better_way(way, side);
  if (tangents_cross(ends, way + best)) {
    best = !best;
    if (tangents_cross(ends, way + best))
      return -1;
  }
  *touch = way[best];
  return arc_length(way + best, r, best ? -1 : 1);
}

// Sine z of the angle between a threaded string and the radius at the touching point. With A =
// r/l0, B = r/l1 and the angle G between the ends, it solves asin(A z) + asin(B z) - 2 asin(z) + G
// = 0. Newton's method from just below 1 descends monotonically; anything else counts as failure,
// and 0 is returned.
static int incidence(mjtNum* solution, mjtNum A, mjtNum B, mjtNum G) {
  mjtNum z = 1 - 1e-7;
  mjtNum f = asin(A * z) + asin(B * z) - 2 * asin(z) + G;
  if (f > 0)
    return 0;
  int iteration = 0;
  for (; iteration < 20 && fabs(f) > 1e-6; iteration++) {
    mjtNum slope = A / fc_max(mjMINVAL, sqrt(1 - z * z * A * A)) +
                   B / fc_max(mjMINVAL, sqrt(1 - z * z * B * B)) -
                   2 / fc_max(mjMINVAL, sqrt(1 - z * z));
    if (slope > -mjMINVAL)
      return 0;
    mjtNum next = z - f / slope;
    if (next > z)
      return 0;
    z = next;
    f = asin(A * z) + asin(B * z) - 2 * asin(z) + G;
    if (f > 1e-6)
      return 0;
  }
  *solution = z;
  return iteration < 20;
}

// through the circle: one touching point T. Returns the length on the circle, 0, or -1.
static mjtNum wrap_inside(mjtNum T[2], const mjtNum d0[2], const mjtNum d1[2], mjtNum r) {
  mjtNum l0 = sqrt(dot2(d0, d0)), l1 = sqrt(dot2(d1, d1));
  mjtNum dif[2] = {d1[0] - d0[0], d1[1] - d0[1]}, distance2 = dot2(dif, dif);
  if (l0 <= r || l1 <= r || r < mjMINVAL || l0 < mjMINVAL || l1 < mjMINVAL)
    return -1;
  if (distance2 > mjMINVAL) {
    mjtNum s = nearest_parameter(d0, dif);
    mjtNum near[2] = {d0[0] + s * dif[0], d0[1] + s * dif[1]};
    if (s > 0 && s < 1 && dot2(near, near) <= r * r)
      return -1;
  }

  // the midpoint, unless the exact point is found
  mjtNum middle[2] = {0.5 * (d0[0] + d1[0]), 0.5 * (d0[1] + d1[1])};
  unit2(T, middle);
  T[0] *= r;
  T[1] *= r;

  mjtNum cosine = (l0 * l0 + l1 * l1 - distance2) / (2 * l0 * l1), z;
  if (cosine < -1 + mjMINVAL)
    return -1;
  if (cosine > 1 - mjMINVAL || !incidence(&z, r / l0, r / l1, acos(cosine)))
    return 0;

  // turn the direction of one end, counter-clockwise
  int swap = cross2(d0, d1) <= 0;
  mjtNum start[2], angle = asin(z) - asin(z * r / (swap ? l1 : l0));
  unit2(start, swap ? d1 : d0);
  T[0] = r * (start[0] * cos(angle) - start[1] * sin(angle));
  T[1] = r * (start[0] * sin(angle) + start[1] * cos(angle));
  return 0;
}

// orthonormal axes of the plane through the centre and both points: axis[0] along p0, axis[1]
// towards p1
static void sphere_plane(mjtNum axis[2][3], const mjtNum p0[3], const mjtNum p1[3]) {
  mjtNum normal[3];
  fc_copy3(axis[0], p0);
  fc_normalize3(axis[0]);
  fc_cross(normal, p0, p1);

  // points on one line through the centre: any plane that contains the line
  if (fc_normalize3(normal) < mjMINVAL) {
    mjtNum a0 = fabs(axis[0][0]), a1 = fabs(axis[0][1]), a2 = fabs(axis[0][2]);
    int largest = a1 > a0 && a1 > a2 ? 1 : a2 > a0 && a2 > a1 ? 2 : 0;
    mjtNum other[3] = {1, 1, 1};
    other[largest] = 0;
    fc_cross(normal, axis[0], other);
    fc_normalize3(normal);
  }
  fc_cross(axis[1], normal, axis[0]);
  fc_normalize3(axis[1]);
}

// The plane in which the string runs: spanned by the two axes for a sphere, the first two axes of
// the frame for a cylinder.
typedef struct Plane_ {
  int spanned;
  mjtNum axis[2][3];
} Plane;

// point of the geom's frame in the plane
static inline void to_plane(mjtNum res[2], const Plane* plane, const mjtNum p[3]) {
  res[0] = plane->spanned ? fc_dot3(p, plane->axis[0]) : p[0];
  res[1] = plane->spanned ? fc_dot3(p, plane->axis[1]) : p[1];
}

// back to the geom's frame
static inline void from_plane(mjtNum res[3], const Plane* plane, mjtNum x, mjtNum y) {
  fc_set3(res, x, y, 0);
  for (int k = 0; k < 3 && plane->spanned; k++)
    res[k] = x * plane->axis[0][k] + y * plane->axis[1][k];
}

// point in the frame of the geom, whose matrix has the given rows
static inline void to_local(mjtNum res[3], const mjtNum x[3], const mjtNum xpos[3],
                            const Four row[3]) {
  const Four p =
      (row[0] * (x[0] - xpos[0]) + row[1] * (x[1] - xpos[1])) + row[2] * (x[2] - xpos[2]);
  store3(res, &p);
}

// and back, with its columns
static inline void to_global(mjtNum res[3], const mjtNum p[3], const mjtNum xpos[3],
                             const Four column[3]) {
  Four x;
  load3(&x, xpos);
  x = ((column[0] * p[0] + column[1] * p[1]) + column[2] * p[2]) + x;
  store3(res, &x);
}

static inline mjtNum distance2d(const mjtNum a[3], const mjtNum b[3]) {
  mjtNum dif[2] = {a[0] - b[0], a[1] - b[1]};
  return sqrt(dot2(dif, dif));
}

// on an unrolled cylinder the string rises in proportion to its length; returns the length on the
// surface
static inline mjtNum rise_along_cylinder(mjtNum P[3], mjtNum Q[3], const mjtNum p0[3],
                                         const mjtNum p1[3], mjtNum arc) {
  mjtNum before = distance2d(p0, P), after = distance2d(p1, Q), total = before + arc + after;
  P[2] = p0[2] + (p1[2] - p0[2]) * before / total;
  Q[2] = p0[2] + (p1[2] - p0[2]) * (before + arc) / total;
  mjtNum height = Q[2] - P[2];
  return sqrt(arc * arc + height * height);
}

// The string in the frame of the geom, from p0 to p1: its length on the surface, with the points P
// and Q where it touches and leaves, or -1. side: NULL, or the side point.
static inline mjtNum wrap_local(mjtNum P[3], mjtNum Q[3], const mjtNum p0[3], const mjtNum p1[3],
                                mjtNum radius, int type, const mjtNum* side) {
  Plane plane = {.spanned = type == mjWRAP_SPHERE};
  mjtNum d[4], side_point[2], length;
  Four touch = {0}, ends;
  if (plane.spanned)
    sphere_plane(plane.axis, p0, p1);
  to_plane(d, &plane, p0);
  to_plane(d + 2, &plane, p1);

  // the side point on the circle; whether it lies inside the geom is decided by its distance to the
  // centre in space
  const int inside = side && fc_norm3(side) < radius;
  if (side) {
    mjtNum flat[2];
    to_plane(flat, &plane, side);
    unit2(side_point, flat);
    side_point[0] *= radius;
    side_point[1] *= radius;
  }
  if (inside) {
    mjtNum T[2] = {0};
    length = wrap_inside(T, d, d + 2, radius);
    touch = (Four){T[0], T[1], T[0], T[1]};
  } else {
    ends = *cfour(d);
    length = wrap_circle(&touch, &ends, side ? side_point : NULL, radius);
  }
  if (length < 0)
    return -1;
  from_plane(P, &plane, touch[0], touch[1]);
  from_plane(Q, &plane, touch[2], touch[3]);
  return type == mjWRAP_CYLINDER ? rise_along_cylinder(P, Q, p0, p1, length) : length;
}

mjtNum tendon_wrap(mjtNum first[3], mjtNum last[3], const mjtNum x0[3], const mjtNum x1[3],
                   const mjtNum xpos[3], const mjtNum xmat[9], mjtNum radius, int type,
                   const mjtNum* side) {
  mjtNum p0[3], p1[3], s[3], P[3], Q[3];
  const Four row[3] = {*cfour(xmat), *cfour(xmat + 3), {xmat[6], xmat[7], xmat[8]}};
  to_local(p0, x0, xpos, row);
  to_local(p1, x1, xpos, row);
  if (fc_norm3(p0) < mjMINVAL || fc_norm3(p1) < mjMINVAL)
    return -1;
  if (side)
    to_local(s, side, xpos, row);
  const mjtNum length = wrap_local(P, Q, p0, p1, radius, type, side ? s : NULL);
  if (length < 0)
    return -1;
  const Four column[3] = {{row[0][0], row[1][0], row[2][0]},
                          {row[0][1], row[1][1], row[2][1]},
                          {row[0][2], row[1][2], row[2][2]}};
  to_global(first, P, xpos, column);
  to_global(last, Q, xpos, column);
  return length;
}
