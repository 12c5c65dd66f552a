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

// Tangent points from d0 and d1 on the circle of radius r, for both ways around.
typedef struct Way_ {
  mjtNum P[2], Q[2];
  mjtNum goodness;
} Way;

static inline void tangent_points(Way way[2], const mjtNum d0[2], const mjtNum d1[2], mjtNum r) {
  const mjtNum sq0 = dot2(d0, d0), sq1 = dot2(d1, d1), rr = r * r;
  const mjtNum k0 = r * sqrt(sq0 - rr), k1 = r * sqrt(sq1 - rr);
  const mjtNum x0 = d0[0] * rr, y0 = d0[1] * rr, x1 = d1[0] * rr, y1 = d1[1] * rr;
  for (int i = 0; i < 2; i++) {
    const mjtNum a = i ? -k0 : k0, b = i ? -k1 : k1;
    way[i].P[0] = (x0 + d0[1] * a) / sq0;
    way[i].P[1] = (y0 - d0[0] * a) / sq0;
    way[i].Q[0] = (x1 - d1[1] * b) / sq1;
    way[i].Q[1] = (y1 + d1[0] * b) / sq1;
  }
}

// length of the arc from P to Q on the way that belongs to sign
static mjtNum arc_length(const mjtNum P[2], const mjtNum Q[2], mjtNum r, mjtNum sign) {
  mjtNum p[2], q[2];
  unit2(p, P);
  unit2(q, Q);
  mjtNum angle = acos(fc_clip(dot2(p, q), -1, 1)), turn = cross2(Q, P);
  if ((turn > 0 && sign < 0) || (turn < 0 && sign > 0))
    angle = 2 * mjPI - angle;
  return r * angle;
}

// around the outside of the circle; side: point on the circle or NULL
static mjtNum wrap_circle(mjtNum P[2], mjtNum Q[2], const mjtNum d0[2], const mjtNum d1[2],
                          const mjtNum* side, mjtNum r) {
  mjtNum dif[2] = {d1[0] - d0[0], d1[1] - d0[1]}, rr = r * r;
  if (dot2(d0, d0) < rr || dot2(d1, d1) < rr || r < mjMINVAL || dot2(dif, dif) < mjMINVAL)
    return -1;

  // a straight string that misses the circle on the right side does not wrap
  mjtNum s = fc_clip(nearest_parameter(d0, dif), 0, 1);
  mjtNum near[2] = {d0[0] + s * dif[0], d0[1] + s * dif[1]};
  if (dot2(near, near) > rr && (!side || dot2(side, near) >= 0))
    return -1;

  // the better of both ways around
  Way way[2];
  tangent_points(way, d0, d1, r);
  for (int i = 0; i < 2; i++) {
    const mjtNum *p = way[i].P, *q = way[i].Q;
    if (side) {
      mjtNum sum[2] = {p[0] + q[0], p[1] + q[1]}, middle[2];
      unit2(middle, sum);
      way[i].goodness = dot2(middle, side);
    } else {
      mjtNum chord[2] = {p[0] - q[0], p[1] - q[1]};
      way[i].goodness = -dot2(chord, chord);
    }
  }
  int best = way[0].goodness > way[1].goodness ? 0 : 1;

  // unless its tangents cross
  if (segments_meet(d0, way[best].P, d1, way[best].Q)) {
    best = !best;
    if (segments_meet(d0, way[best].P, d1, way[best].Q))
      return -1;
  }
  P[0] = way[best].P[0];
  P[1] = way[best].P[1];
  Q[0] = way[best].Q[0];
  Q[1] = way[best].Q[1];
  return arc_length(P, Q, r, best ? -1 : 1);
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

// point of the geom's frame in the plane
static inline void to_plane(mjtNum res[2], mjtNum axis[2][3], const mjtNum p[3]) {
  res[0] = fc_dot3(p, axis[0]);
  res[1] = fc_dot3(p, axis[1]);
}

// back to the geom's frame
static inline void from_plane(mjtNum res[3], mjtNum axis[2][3], const mjtNum p[2]) {
  for (int k = 0; k < 3; k++)
    res[k] = p[0] * axis[0][k] + p[1] * axis[1][k];
}

// point in the frame of the geom
static void to_local(mjtNum res[3], const mjtNum x[3], const mjtNum xpos[3], const mjtNum xmat[9]) {
  mjtNum dif[3];
  fc_sub3(dif, x, xpos);
  fc_mulMatTVec3(res, xmat, dif);
}

static inline mjtNum distance2d(const mjtNum a[3], const mjtNum b[3]) {
  mjtNum dif[2] = {a[0] - b[0], a[1] - b[1]};
  return sqrt(dot2(dif, dif));
}

// on an unrolled cylinder the string rises in proportion to its length; returns the length on the
// surface
static mjtNum rise_along_cylinder(mjtNum P[3], mjtNum Q[3], const mjtNum p0[3], const mjtNum p1[3],
                                  mjtNum arc) {
  mjtNum before = distance2d(p0, P), after = distance2d(p1, Q), total = before + arc + after;
  P[2] = p0[2] + (p1[2] - p0[2]) * before / total;
  Q[2] = p0[2] + (p1[2] - p0[2]) * (before + arc) / total;
  mjtNum height = Q[2] - P[2];
  return sqrt(arc * arc + height * height);
}

mjtNum tendon_wrap(mjtNum first[3], mjtNum last[3], const mjtNum x0[3], const mjtNum x1[3],
                   const mjtNum xpos[3], const mjtNum xmat[9], mjtNum radius, int type,
                   const mjtNum* side) {
  mjtNum p0[3], p1[3], P[3] = {0}, Q[3] = {0}, d0[2], d1[2], touch0[2] = {0}, touch1[2] = {0},
                       length;
  mjtNum axis[2][3] = {{1, 0, 0}, {0, 1, 0}};
  to_local(p0, x0, xpos, xmat);
  to_local(p1, x1, xpos, xmat);
  if (fc_norm3(p0) < mjMINVAL || fc_norm3(p1) < mjMINVAL)
    return -1;

  if (type == mjWRAP_SPHERE)
    sphere_plane(axis, p0, p1);
  to_plane(d0, axis, p0);
  to_plane(d1, axis, p1);

  // the side point on the circle; whether it lies inside the geom is decided by its distance to the
  // centre in space
  mjtNum s[3], side_point[2] = {0};
  int inside = 0;
  if (side) {
    mjtNum flat[2];
    to_local(s, side, xpos, xmat);
    inside = fc_norm3(s) < radius;
    to_plane(flat, axis, s);
    unit2(side_point, flat);
    side_point[0] *= radius;
    side_point[1] *= radius;
  }

  if (inside) {
    length = wrap_inside(touch0, d0, d1, radius);
    touch1[0] = touch0[0];
    touch1[1] = touch0[1];
  } else {
    length = wrap_circle(touch0, touch1, d0, d1, side ? side_point : NULL, radius);
  }
  if (length < 0)
    return -1;

  from_plane(P, axis, touch0);
  from_plane(Q, axis, touch1);
  if (type == mjWRAP_CYLINDER)
    length = rise_along_cylinder(P, Q, p0, p1, length);
  fc_mulMatVec3(first, xmat, P);
  fc_addTo3(first, xpos);
  fc_mulMatVec3(last, xmat, Q);
  fc_addTo3(last, xpos);
  return length;
}
