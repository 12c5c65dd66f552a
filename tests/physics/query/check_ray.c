// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rays against primitives and models.

#include "tests/collision/support.h"

START_TEST(rays_hit_primitives_as_recorded) {
  static const struct {
    int type;
    double outside, inside;
  } rows[] = {{mjGEOM_PLANE, 1.09518477043673, .0178424785367675},
              {mjGEOM_SPHERE, .859275915899377, .218861722516249},
              {mjGEOM_CAPSULE, .75350065634112, .29714141268501},
              {mjGEOM_ELLIPSOID, .917765045628391, .171763978596643},
              {mjGEOM_CYLINDER, .854423292273236, .258603956700661},
              {mjGEOM_BOX, .902575587905935, .210451661067563}};
  double pos[3] = {.1, .2, .3}, quat[4] = {1, .2, .3, .4}, mat[9], size[3] = {.3, .25, .2};
  double from[3] = {1, 1.1, 1.2}, vec[3] = {-.8, -.9, -.85}, inside[3] = {.12, .21, .31}, normal[3];
  mju_normalize4(quat);
  mju_quat2Mat(mat, quat);
  for (int i = 0; i < 6; i++) {
    ck_assert_double_eq_tol(mju_rayGeom(pos, mat, size, from, vec, rows[i].type, normal),
                            rows[i].outside, 1e-12);
    ck_assert_double_eq_tol(mju_norm3(normal), 1, 1e-12);
    ck_assert_double_lt(mju_dot3(normal, vec), 0);
    ck_assert_double_eq_tol(mju_rayGeom(pos, mat, size, inside, vec, rows[i].type, NULL),
                            rows[i].inside, 1e-12);
  }
}
END_TEST

START_TEST(a_miss_is_minus_one_with_zero_normal) {
  double pos[3] = {0}, mat[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, size[3] = {.3, .25, .2};
  double from[3] = {2, 0, 0}, vec[3] = {1, 0, 0}, normal[3] = {9, 9, 9};
  for (int i = 1; i < 6; i++) {
    ck_assert_double_eq(mju_rayGeom(pos, mat, size, from, vec, all_types[i], normal), -1);
    ck_assert_double_eq(mju_norm3(normal), 0);
  }
}
END_TEST

static const char* const scene =
    "<asset><material name=\"clear\" rgba=\"1 1 1 0\"/></asset><worldbody><geom name=\"floor\" "
    "type=\"plane\" size=\"3 3 1\"/>"
    "<geom name=\"hidden\" size=\".3\" pos=\"0 0 2\" rgba=\"1 1 1 0\"/>"
    "<geom name=\"clear\" size=\".3\" pos=\"0 0 3\" material=\"clear\"/>"
    "<body pos=\"0 0 1\"><freejoint/><geom name=\"ball\" size=\".25\" "
    "group=\"2\"/></body></worldbody>";

START_TEST(the_nearest_visible_geom_is_hit) {
  Scene s = scene_load(scene);
  double from[3] = {0, 0, 5}, down[3] = {0, 0, -2}, normal[3];
  mjtByte groups[mjNGROUP] = {1, 1, 0, 1, 1, 1};
  int id;
  ck_assert_double_eq_tol(mj_ray(s.m, s.d, from, down, NULL, 1, -1, &id, normal), 3.75 / 2, 1e-14);
  ck_assert_int_eq(id, 3);
  ck_assert_double_eq_tol(normal[2], 1, 1e-14);
  ck_assert_double_eq_tol(mj_ray(s.m, s.d, from, down, groups, 1, -1, &id, NULL), 2.5, 1e-14);
  ck_assert_int_eq(id, 0);
  ck_assert_double_eq_tol(mj_ray(s.m, s.d, from, down, NULL, 1, 1, &id, NULL), 2.5, 1e-14);
  ck_assert_double_eq(mj_ray(s.m, s.d, from, down, NULL, 0, 1, &id, normal), -1);
  ck_assert_int_eq(id, -1);
  ck_assert_double_eq(mju_norm3(normal), 0);
  scene_free(s);
}
END_TEST

START_TEST(many_rays_agree_with_single_rays) {
  static char text[20000];
  Random r = {17};
  int used = snprintf(text, sizeof text, "<worldbody><geom type=\"plane\" size=\"3 3 1\"/>");
  for (int i = 0; i < 60; i++) {
    static const char* const type[] = {"sphere", "capsule", "box", "cylinder", "ellipsoid"};
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "<body pos=\"%g %g %g\"><freejoint align=\"false\"/><geom type=\"%s\" "
                     "size=\".2 .15 .1\" mass=\"1\"/></body>",
                     uniform(&r, -2, 2), uniform(&r, -2, 2), uniform(&r, 0, 2), type[i % 5]);
  }
  snprintf(text + used, sizeof text - (size_t)used, "</worldbody>");
  Scene s = scene_load(text);
  enum { NRAY = 500 };
  double from[3] = {.1, .2, 1}, vec[3 * NRAY], dist[NRAY], normal[3 * NRAY];
  int id[NRAY], hits = 0;
  for (int i = 0; i < 3 * NRAY; i++)
    vec[i] = uniform(&r, -1, 1);
  mj_multiRay(s.m, s.d, from, vec, NULL, 1, -1, id, dist, normal, NRAY, mjMAXVAL);
  for (int i = 0; i < NRAY; i++) {
    int single;
    double n[3];
    ck_assert_double_eq(mj_ray(s.m, s.d, from, vec + 3 * i, NULL, 1, -1, &single, n), dist[i]);
    ck_assert_int_eq(single, id[i]);
    ck_assert_double_eq(mju_dist3(n, normal + 3 * i), 0);
    hits += single >= 0;
  }
  ck_assert_int_gt(hits, NRAY / 3);
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("ray");
  TCase* tc = tcase_create("rays");
  tcase_add_test(tc, rays_hit_primitives_as_recorded);
  tcase_add_test(tc, a_miss_is_minus_one_with_zero_normal);
  tcase_add_test(tc, the_nearest_visible_geom_is_hit);
  tcase_add_test(tc, many_rays_agree_with_single_rays);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
