// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Self-collision of a flex of randomly placed triangles: those nearer than their radii are in
// contact and all others are not, regardless of shortcuts in the implementation; and contacts are
// in the order in which a sweep along the longest axis finds them.

#include <float.h>

#include "flex_scene.h"

enum { NTRIANGLE = 60, NSCENE = 200 };

static const char vertex_body[] =
    "<body name=\"v%d\" pos=\"%d 0 0\"><joint type=\"slide\" axis=\"1 0 0\"/><joint type=\"slide\" "
    "axis=\"0 1 0\"/><joint type=\"slide\" axis=\"0 0 1\"/><inertial pos=\"0 0 0\" mass=\"1\" "
    "diaginertia=\"1 1 1\"/></body>";

static Scene scene_triangles(void) {
  static char text[NTRIANGLE * 3 * (sizeof vertex_body + 60)];
  char* end = text + sprintf(text, "<worldbody>");
  for (int i = 0; i < 3 * NTRIANGLE; i++)
    end += sprintf(end, vertex_body, i, i);
  end += sprintf(end, "</worldbody><deformable><flex name=\"f\" dim=\"2\" radius=\".02\" body=\"");
  for (int i = 0; i < 3 * NTRIANGLE; i++)
    end += sprintf(end, "v%d ", i);
  end += sprintf(end, "\" element=\"");
  for (int i = 0; i < 3 * NTRIANGLE; i++)
    end += sprintf(end, "%d ", i);
  sprintf(end, "\"><contact selfcollide=\"sap\" internal=\"false\"/></flex></deformable>");
  return scene_load(text);
}

//------------------------------ distance ----------------------------------------------------------

static mjtNum clip(mjtNum x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

// Of two segments p + s u and q + t v, 0 <= s, t <= 1: the interior, then each end with the other.
static mjtNum segment_segment(const mjtNum p[3], const mjtNum u[3], const mjtNum q[3],
                              const mjtNum v[3]) {
  mjtNum w[3], best = DBL_MAX;
  mju_sub3(w, p, q);
  const mjtNum a = mju_dot3(u, u), b = mju_dot3(u, v), c = mju_dot3(v, v), d = mju_dot3(u, w),
               e = mju_dot3(v, w), det = a * c - b * b;
  const mjtNum candidate[5][2] = {
      {det > 0 ? clip((b * e - c * d) / det) : 0, det > 0 ? clip((a * e - b * d) / det) : 0},
      {0, clip(e / c)},
      {1, clip((e + b) / c)},
      {clip(-d / a), 0},
      {clip((b - d) / a), 1}};
  for (int k = 0; k < 5; k++) {
    mjtNum x[3];
    mju_addScl3(x, w, u, candidate[k][0]);
    mju_addToScl3(x, v, -candidate[k][1]);
    best = fmin(best, mju_norm3(x));
  }
  return best;
}

// From a point to the inside of a triangle with the normal n; infinite where it is not above it.
static mjtNum point_inside(const mjtNum x[3], const mjtNum* t, const mjtNum n[3]) {
  for (int i = 0; i < 3; i++) {
    mjtNum edge[3], to[3], out[3];
    mju_sub3(edge, t + 3 * ((i + 1) % 3), t + 3 * i);
    mju_sub3(to, x, t + 3 * i);
    mju_cross(out, edge, to);
    if (mju_dot3(out, n) < 0)
      return DBL_MAX;
  }
  mjtNum to[3];
  mju_sub3(to, x, t);
  return fabs(mju_dot3(to, n)) / mju_norm3(n);
}

// Of two triangles; 0 where an edge of one goes through the other.
static mjtNum triangle_triangle(const mjtNum* a, const mjtNum* b) {
  mjtNum best = DBL_MAX;
  for (int side = 0; side < 2; side++) {
    const mjtNum *s = side ? b : a, *t = side ? a : b;
    mjtNum n[3], u[3], v[3];
    mju_sub3(u, t + 3, t);
    mju_sub3(v, t + 6, t);
    mju_cross(n, u, v);
    for (int i = 0; i < 3; i++) {
      const mjtNum *p = s + 3 * i, *q = s + 3 * ((i + 1) % 3);
      mjtNum edge[3], to[3], x[3];
      mju_sub3(edge, q, p);
      mju_sub3(to, t, p);
      best = fmin(best, point_inside(p, t, n));
      const mjtNum at = mju_dot3(to, n) / mju_dot3(edge, n);
      mju_addScl3(x, p, edge, at);
      if (at >= 0 && at <= 1 && point_inside(x, t, n) < DBL_MAX)
        return 0;
      for (int j = 0; j < 3 && !side; j++) {
        mjtNum other[3];
        mju_sub3(other, t + 3 * ((j + 1) % 3), t + 3 * j);
        best = fmin(best, segment_segment(p, edge, t + 3 * j, other));
      }
    }
  }
  return best;
}

//------------------------------ tests -------------------------------------------------------------

// Triangles with sides of about 0.5 in a box; some of them are needles, some lie along the axes, so
// that they begin at one coordinate.
static void scatter(const Scene* s, Random* r) {
  for (int t = 0; t < NTRIANGLE; t++) {
    mjtNum center[3] = {uniform(r, -1.3, 1.3), uniform(r, -1, 1), uniform(r, -1.1, 1.1)};
    const int kind = (int)uniform(r, 0, 4);
    for (int k = 0; k < 3 && kind == 0; k++)
      center[k] = floor(8 * center[k]) / 8;
    for (int i = 0; i < 3; i++) {
      mjtNum* x = s->d->xpos + 3 * (1 + 3 * t + i);
      for (int k = 0; k < 3; k++) {
        const mjtNum offset = kind == 0   ? (k == (i + t) % 3 ? 0.3 + 0.005 * t : 0)
                              : kind == 1 ? uniform(r, -0.02, 0.02) + (i == k ? 0.5 : 0)
                                          : uniform(r, -0.4, 0.4);
        x[k] = center[k] + offset;
      }
    }
  }
  place_flexes(s->m, s->d);
}

static int longest_axis(const Scene* s) {
  mjtNum size[3];
  for (int k = 0; k < 3; k++) {
    mjtNum lo = mjMAXVAL, hi = -mjMAXVAL;
    for (int e = 0; e < NTRIANGLE; e++) {
      const mjtNum* box = s->d->flexelem_aabb + 6 * e;
      lo = fmin(lo, box[k] - box[3 + k]);
      hi = fmax(hi, box[k] + box[3 + k]);
    }
    size[k] = hi - lo;
  }
  return size[0] > size[1] && size[0] > size[2] ? 0 : size[1] > size[2] ? 1 : 2;
}

// Does element a begin before element b on an axis?
static int begins_before(const Scene* s, int axis, int a, int b) {
  const mjtNum *x = s->d->flexelem_aabb + 6 * a, *y = s->d->flexelem_aabb + 6 * b;
  const float at_a = (float)(x[axis] - x[3 + axis]), at_b = (float)(y[axis] - y[3 + axis]);
  return at_a < at_b || (at_a == at_b && a < b);
}

START_TEST(near_ones_collide_in_the_order_of_the_sweep) {
  Scene s = scene_triangles();
  Random r = {20};
  int found = 0, ties = 0;
  for (int scene = 0; scene < NSCENE; scene++) {
    scatter(&s, &r);
    mj_collision(s.m, s.d);
    ck_assert_int_lt(s.d->ncon, mjMAXCONPAIR);  // beyond, contacts are chosen
    static int touch[NTRIANGLE][NTRIANGLE];
    memset(touch, 0, sizeof touch);
    const int axis = longest_axis(&s);
    for (int i = 0; i < s.d->ncon; i++) {
      const mjContact* c = s.d->contact + i;
      touch[c->elem[0]][c->elem[1]] = 1;
      ck_assert(begins_before(&s, axis, c->elem[0], c->elem[1]));
      ck_assert(
          i == 0 || begins_before(&s, axis, c[-1].elem[1], c->elem[1]) ||
          (c[-1].elem[1] == c->elem[1] && begins_before(&s, axis, c[-1].elem[0], c->elem[0])));
    }
    for (int a = 0; a < NTRIANGLE; a++) {
      for (int b = a + 1; b < NTRIANGLE; b++) {
        const mjtNum reach = 2 * s.m->flex_radius[0],
                     gap =
                         triangle_triangle(s.d->flexvert_xpos + 9 * a, s.d->flexvert_xpos + 9 * b) -
                         reach;
        const int touching = touch[a][b] + touch[b][a];
        ck_assert_msg(touching == (gap < 0) || fabs(gap) < 1e-6,
                      "scene %d: triangles %d and %d are %g apart, and in contact %d times", scene,
                      a, b, gap + reach, touching);
        found += touching;
        ties +=
            touching &&
            (float)(s.d->flexelem_aabb[6 * a + axis] - s.d->flexelem_aabb[6 * a + 3 + axis]) ==
                (float)(s.d->flexelem_aabb[6 * b + axis] - s.d->flexelem_aabb[6 * b + 3 + axis]);
      }
    }
  }
  ck_assert_int_gt(found, 10 * NSCENE);
  ck_assert_int_gt(ties, 20);
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("collision/triangles");
  TCase* tcase = tcase_create("all");
  tcase_add_test(tcase, near_ones_collide_in_the_order_of_the_sweep);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
