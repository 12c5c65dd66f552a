// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Signed distance fields: primitives against what they claim to measure, an octree of one cell and
// one of many, a plugin, combinations, and contacts of fields.

#include <fulcrum/field.h>
#include <mujoco/mjplugin.h>

#include "support.h"

static double ball_distance(const double* x, const mjData* d, int instance) {
  (void)d;
  (void)instance;
  return mju_norm3(x) - .3;
}

static void ball_gradient(double* g, const double* x, const mjData* d, int instance) {
  (void)d;
  (void)instance;
  mju_copy3(g, x);
  mju_normalize3(g);
}

static void register_ball(void) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "test.ball";
  plugin.capabilityflags = mjPLUGIN_SDF;
  plugin.sdf_distance = ball_distance;
  plugin.sdf_gradient = ball_gradient;
  mjp_registerPlugin(&plugin);
}

// Two free geoms, of which the second, and the first if asked for, become balls of the plugin. The
// compiler of this scene knows nothing of the plugin, so the model's table of instances is lent to
// it.
static Scene scene_ball(int both) {
  static int slot;
  register_ball();
  Scene s = scene_pair("", "size=\".3\"", "size=\".3\"");
  ck_assert_ptr_nonnull(mjp_getPlugin("test.ball", &slot));
  s.m->plugin = &slot;
  for (int g = both ? 0 : 1; g < 2; g++) {
    s.m->geom_type[g] = mjGEOM_SDF;
    s.m->geom_plugin[g] = 0;
  }
  return s;
}

START_TEST(gradients_are_those_of_the_distances) {
  static const int type[] = {mjGEOM_PLANE, mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_CYLINDER,
                             mjGEOM_BOX};
  Scene s = scene_pair("", "type=\"box\" size=\".2 .15 .1\"", "type=\"sphere\" size=\".1\"");
  Random r = {2463534242u};
  const mjpPlugin* plugin = NULL;
  int id = 0;
  for (int t = 0; t < 5; t++) {
    mjtGeom geom = type[t];
    mjSDF field = {&plugin, &id, mjSDFTYPE_SINGLE, NULL, NULL, &geom};
    for (int k = 0; k < 500; k++) {
      double x[3] = {uniform(&r, -.5, .5), uniform(&r, -.5, .5), uniform(&r, -.5, .5)}, g[3];
      double f = mjc_distance(s.m, s.d, &field, x);
      mjc_gradient(s.m, s.d, &field, g, x);
      if (geom == mjGEOM_BOX && f < 0)
        continue;  // along the radial field
      for (int i = 0; i < 3; i++) {
        double y[3] = {x[0], x[1], x[2]}, z[3] = {x[0], x[1], x[2]};
        y[i] += 1e-6;
        z[i] -= 1e-6;
        double rise = mjc_distance(s.m, s.d, &field, y) - mjc_distance(s.m, s.d, &field, z);
        double slope = rise / 2e-6;
        double here = fabs(slope - g[i]);
        if (here > 1e-4) {
          // only at the ridges, where two parts of the surface are equally near
          double h[3];
          mjc_gradient(s.m, s.d, &field, h, slope > g[i] ? z : y);
          ck_assert_msg(mju_dist3(g, h) > 1e-3 || fabs(f) < 1e-5 || geom == mjGEOM_CYLINDER,
                        "type %d: slope %g, gradient %g", geom, slope, g[i]);
        }
      }
    }
  }
  scene_free(s);
}
END_TEST

START_TEST(an_octree_is_linear_where_its_corners_are) {
  // one cell around (1, 2, 3) with the plane x + 2 y - z = 2 at its corners
  int child[8] = {-1, -1, -1, -1, -1, -1, -1, -1}, adr = 0, id = 0;
  double box[6] = {1, 2, 3, .5, .25, 1}, coeff[8];
  for (int j = 0; j < 8; j++)
    coeff[j] = (j & 1 ? 1.5 : .5) + 2 * (j & 2 ? 2.25 : 1.75) - (j & 4 ? 4 : 2) - 2;
  mjModel m = {.mesh_octadr = &adr, .oct_child = child, .oct_aabb = box, .oct_coeff = coeff};
  const mjpPlugin* plugin = NULL;
  mjtGeom type = mjGEOM_MESH;
  mjSDF field = {&plugin, &id, mjSDFTYPE_SINGLE, NULL, NULL, &type};
  double x[3] = {1.2, 1.9, 2.7}, g[3];
  ck_assert_double_eq_tol(mjc_distance(&m, NULL, &field, x), 1.2 + 3.8 - 2.7 - 2, 1e-14);
  mjc_gradient(&m, NULL, &field, g, x);
  ck_assert_double_eq_tol(g[0], 1, 1e-14);  // times the sizes of the cell, 1, .5, 2
  ck_assert_double_eq_tol(g[1], 1, 1e-14);
  ck_assert_double_eq_tol(g[2], -2, 1e-14);

  // outside: the way into the box is added
  double out[3] = {2.5, 2, 3};
  ck_assert_double_eq_tol(mjc_distance(&m, NULL, &field, out), 1 + (1.5 + 4 - 3 - 2), 2e-6);
  mjc_gradient(&m, NULL, &field, g, out);
  ck_assert_double_eq_tol(g[0], 1, 1e-6);
}
END_TEST

// The distance inside of an octree, as it is defined: every box on the way from the root says which
// of its children comes next, and the leaf's corners are averaged.
static double distance_by_boxes(const mjModel* m, const double x[3]) {
  for (int node = 0;;) {
    const double* box = m->oct_aabb + 6 * node;
    double t[3], sum = 0;
    int octant = 0;
    for (int k = 0; k < 3; k++) {
      double lo = box[k] - box[3 + k], hi = box[k] + box[3 + k];
      t[k] = (x[k] - lo) / (hi - lo);
      octant |= (t[k] >= .5) << k;
    }
    int next = m->oct_child[8 * node + octant];
    if (next < 0) {
      for (int j = 0; j < 8; j++) {
        double w0 = j & 1 ? t[0] : 1 - t[0], w1 = j & 2 ? t[1] : 1 - t[1];
        sum += w0 * w1 * (j & 4 ? t[2] : 1 - t[2]) * m->oct_coeff[8 * node + j];
      }
      return sum;
    }
    node = next;
  }
}

// At random points, on borders of cells and within some rounding of them; one after the other near
// or far from the last, with a place that is kept and without.
START_TEST(the_leaf_of_a_point_is_where_the_boxes_send_it) {
  Scene s = scene_load(
      "<asset><mesh name=\"m\" inertia=\"convex\" vertex=\".2 .1 -.1  -.2 .13 -.1"
      "  0 -.2 -.1  .05 .05 .25\"/></asset><worldbody><body><freejoint/>"
      "<geom type=\"sdf\" mesh=\"m\"/></body></worldbody>");
  const mjModel* m = s.m;
  const mjpPlugin* plugin = NULL;
  int id = 0, border = 0;
  mjtGeom type = mjGEOM_SDF;
  mjSDF field = {&plugin, &id, mjSDFTYPE_SINGLE, NULL, NULL, &type};
  FcFieldPlace place = {.size = sizeof place};
  Random r = {88172645463325252ULL};
  ck_assert_int_gt(m->noct, 1000);
  for (int n = 0; n < 20000; n++) {
    const double* box = m->oct_aabb + 6 * (int)uniform(&r, 0, (double)m->noct);
    double x[3], g[3], h[3];
    for (int visit = 0; visit < 3; visit++) {
      for (int k = 0; k < 3; k++) {
        int kind = (int)uniform(&r, 0, 5);
        x[k] = box[k] + box[3 + k] * (kind < 3 ? kind - 1 : uniform(&r, -1, 1));
        for (int i = (int)uniform(&r, 0, 4); i > 0; i--)
          x[k] = nextafter(x[k], uniform(&r, -1, 1));
        x[k] = fmin(fmax(x[k], m->oct_aabb[k] - m->oct_aabb[3 + k]),
                    m->oct_aabb[k] + m->oct_aabb[3 + k]);
        border += kind < 3;
      }
      double expected = distance_by_boxes(m, x), kept = fc_fieldDistance(m, s.d, &field, &place, x);
      double alone = mjc_distance(m, s.d, &field, x);
      ck_assert_msg(alone == expected, "distance %.17g, the boxes say %.17g", alone, expected);
      ck_assert_msg(kept == expected, "%.17g with a place, the boxes say %.17g", kept, expected);
      mjc_gradient(m, s.d, &field, g, x);
      fc_fieldGradient(m, s.d, &field, &place, h, x);
      ck_assert_mem_eq(g, h, sizeof g);
    }
  }
  ck_assert_int_gt(border, 50000);
  scene_free(s);
}
END_TEST

// Distances and gradients in any order and of any combination, at new points and at the last one.
START_TEST(a_kept_place_changes_no_number) {
  static const int kinds[] = {mjSDFTYPE_INTERSECTION, mjSDFTYPE_MIDSURFACE, mjSDFTYPE_COLLISION};
  Scene s = scene_load(
      "<asset><mesh name=\"m\" inertia=\"convex\" vertex=\".2 .1 -.1  -.2 .13 -.1"
      "  0 -.2 -.1  .05 .05 .25\"/></asset><worldbody><body><freejoint/>"
      "<geom type=\"sdf\" mesh=\"m\"/></body><body><freejoint/><geom type=\"box\" size=\".3 .2 "
      ".1\"/>"
      "</body></worldbody>");
  const mjpPlugin* plugin[2] = {NULL, NULL};
  mjtGeom shape[2] = {mjGEOM_SDF, mjGEOM_BOX};
  double shift[3] = {.1, .05, 0}, turn[9], x[3] = {0};
  Random r = {88172645463325252ULL};
  random_rotation(&r, turn);
  for (int pair = 0; pair < 4; pair++) {
    int id[2] = {pair & 1, pair >> 1};
    mjtGeom type[2] = {shape[id[0]], shape[id[1]]};
    mjSDF field = {plugin, id, mjSDFTYPE_COLLISION, shift, turn, type};
    FcFieldPlace place = {.size = sizeof place};
    for (int n = 0; n < 5000; n++) {
      double g[3], h[3];
      for (int k = 0; k < 3 && n % 3 == 0; k++)
        x[k] = uniform(&r, -.3, .3);
      field.type = kinds[(int)uniform(&r, 0, 3)];
      if (uniform(&r, 0, 1) < .5) {
        ck_assert(fc_fieldDistance(s.m, s.d, &field, &place, x) ==
                  mjc_distance(s.m, s.d, &field, x));
        continue;
      }
      fc_fieldGradient(s.m, s.d, &field, &place, g, x);
      mjc_gradient(s.m, s.d, &field, h, x);
      ck_assert_mem_eq(g, h, sizeof g);
    }
  }
  scene_free(s);
}
END_TEST

START_TEST(combinations_follow_their_formulas) {
  Scene s = scene_pair("", "type=\"sphere\" size=\".3\"", "type=\"box\" size=\".3 .2 .1\"");
  const mjpPlugin* plugin[2] = {NULL, NULL};
  int id[2] = {0, 1};
  mjtGeom type[2] = {mjGEOM_SPHERE, mjGEOM_BOX};
  double shift[3] = {.1, .05, 0}, turn[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1}, x[3] = {.01, .02, .03};
  mjSDF field = {plugin, id, mjSDFTYPE_INTERSECTION, shift, turn, type};
  double y[3], a, b, g[3];
  mju_mulMatVec3(y, turn, x);
  mju_addTo3(y, shift);
  mjSDF second = {plugin + 1, id + 1, mjSDFTYPE_SINGLE, NULL, NULL, type + 1};
  a = mju_norm3(x) - .3;
  b = mjc_distance(s.m, s.d, &second, y);
  ck_assert_double_eq_tol(mjc_distance(s.m, s.d, &field, x), fmax(a, b), 1e-15);
  field.type = mjSDFTYPE_MIDSURFACE;
  ck_assert_double_eq_tol(mjc_distance(s.m, s.d, &field, x), a - b, 1e-15);
  mjc_gradient(s.m, s.d, &field, g, x);
  ck_assert_double_eq_tol(mju_norm3(g), 1, 1e-14);
  field.type = mjSDFTYPE_COLLISION;
  ck_assert_double_eq_tol(mjc_distance(s.m, s.d, &field, x), a + b + fabs(fmax(a, b)), 1e-15);
  mjc_gradient(s.m, s.d, &field, g, x);  // both negative: that of the smaller
  ck_assert_double_eq_tol(g[0], x[0] / mju_norm3(x), 1e-14);
  scene_free(s);
}
END_TEST

// The surfaces are spheres, so every contact must lie between them along the line of centres' side.
static void check_balls(int both) {
  Scene s = scene_ball(both);
  s.d->geom_xpos[3] = .5;
  mjContact con[mjMAXCONPAIR] = {0};
  int n = mjCOLLISIONFUNC[s.m->geom_type[0]][mjGEOM_SDF](s.m, s.d, con, 0, 1, 0);
  ck_assert_int_ge(n, 1);
  double deepest = 0;
  for (int i = 0; i < n; i++) {
    ck_assert_double_le(con[i].dist, 0);
    ck_assert_double_ge(con[i].dist, -.1 - 1e-9);
    ck_assert_double_eq_tol(mju_norm3(con[i].frame), 1, 1e-12);
    ck_assert_double_gt(con[i].frame[0], .5);
    deepest = fmin(deepest, con[i].dist);
  }
  ck_assert_double_lt(deepest, -.02);
  s.d->geom_xpos[3] = .61;
  ck_assert_int_eq(mjCOLLISIONFUNC[s.m->geom_type[0]][mjGEOM_SDF](s.m, s.d, con, 0, 1, 0), 0);
  scene_free(s);
}

START_TEST(sphere_meets_the_ball_of_a_plugin) { check_balls(0); }
END_TEST
START_TEST(two_balls_of_a_plugin_meet) { check_balls(1); }
END_TEST

START_TEST(a_ray_stops_at_the_field) {
  Scene s = scene_ball(1);
  double from[3] = {2, 0, 0}, to[3] = {-1, 0, 0}, normal[3];
  int geom = -1;
  s.d->geom_xpos[4] = 9;
  ck_assert_double_eq_tol(mj_ray(s.m, s.d, from, to, NULL, 1, -1, &geom, normal), 1.7, 1e-6);
  ck_assert_int_eq(geom, 0);
  ck_assert_double_eq_tol(normal[0], 1, 1e-9);
  double past[3] = {0, 1, 0};
  ck_assert_double_eq(mj_ray(s.m, s.d, from, past, NULL, 1, -1, &geom, normal), -1);
  ck_assert_int_eq(geom, -1);
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("signed distance fields");
  TCase* tc = tcase_create("all");
  tcase_add_test(tc, gradients_are_those_of_the_distances);
  tcase_add_test(tc, an_octree_is_linear_where_its_corners_are);
  tcase_add_test(tc, the_leaf_of_a_point_is_where_the_boxes_send_it);
  tcase_add_test(tc, a_kept_place_changes_no_number);
  tcase_add_test(tc, combinations_follow_their_formulas);
  tcase_add_test(tc, sphere_meets_the_ball_of_a_plugin);
  tcase_add_test(tc, two_balls_of_a_plugin_meet);
  tcase_add_test(tc, a_ray_stops_at_the_field);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
