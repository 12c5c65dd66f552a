// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rays against what is made of triangles: golden hits of the reference, and what must hold whatever
// the numbers.

#include "tests/collision/support.h"

static Scene load(const char* path) {
  Scene s = {mj_loadModel(path, NULL), NULL};
  ck_assert_ptr_nonnull(s.m);
  s.d = mj_makeData(s.m);
  mj_kinematics(s.m, s.d);
  return s;
}

static void expect_hit(double x, const double n[3], double ex, double nx, double ny, double nz) {
  ck_assert_double_eq_tol(x, ex, 1e-12);
  ck_assert_double_eq_tol(n[0], nx, 1e-12);
  ck_assert_double_eq_tol(n[1], ny, 1e-12);
  ck_assert_double_eq_tol(n[2], nz, 1e-12);
}

START_TEST(hills_are_hit_on_the_slope_at_the_wall_and_at_the_base) {
  Scene s = load(TEST_SOURCE_DIR "/tests/collision/hfield.mjb");
  double n[3];
  double x = mj_rayHfield(s.m, s.d, 0, (double[]){.2, .1, 2}, (double[]){.05, .1, -1}, n);
  expect_hit(x, n, 1.8939197912162, -.410504032446611, .469147471895093, .78191245607134);
  x = mj_rayHfield(s.m, s.d, 0, (double[]){-2, .3, .05}, (double[]){1, .02, 0}, n);
  expect_hit(x, n, 1.16666666418314, -.287347889494618, 0, .95782628404267);
  x = mj_rayHfield(s.m, s.d, 0, (double[]){-2, .3, -.05}, (double[]){1, .02, 0}, n);
  expect_hit(x, n, 1, -1, 0, 0);
  x = mj_rayHfield(s.m, s.d, 0, (double[]){-2, .3, .6}, (double[]){1, .02, 0}, n);
  expect_hit(x, n, -1, 0, 0, 0);
  scene_free(s);
}
END_TEST

START_TEST(a_mesh_cube_is_hit_like_a_box) {
  Scene s = load(TEST_SOURCE_DIR "/tests/collision/mesh.mjb");
  const double *pos = s.d->geom_xpos + 6, *mat = s.d->geom_xmat + 18;
  Random r = {2463534242u};
  double size[3] = {.2f, .2f, .2f};
  int hits = 0;
  for (int k = 0; k < 2000; k++) {
    double from[3], to[3], n[3], bn[3];
    for (int i = 0; i < 3; i++) {
      from[i] = pos[i] + uniform(&r, -1, 1);
      to[i] = pos[i] + uniform(&r, -.3, .3) - from[i];
    }
    double x = mj_rayMesh(s.m, s.d, 2, from, to, n);
    double b = mju_rayGeom(pos, mat, size, from, to, mjGEOM_BOX, bn);
    ck_assert_double_eq_tol(x, b, 1e-9);
    if (b < 0) continue;
    for (int i = 0; i < 3; i++) ck_assert_double_eq_tol(n[i], bn[i], 1e-6);
    hits++;
  }
  ck_assert_int_gt(hits, 500);
  scene_free(s);
}
END_TEST

START_TEST(many_rays_are_as_good_as_one) {
  Scene s = load(TEST_SOURCE_DIR "/tests/collision/hfield.mjb");
  enum { N = 500 };
  Random r = {88172645463325252u};
  double from[3] = {.3, -.2, 1.5}, vec[3 * N], dist[N], normal[3 * N];
  int geom[N], hits = 0;
  for (int i = 0; i < 3 * N; i++) vec[i] = uniform(&r, -1, 1);
  mj_multiRay(s.m, s.d, from, vec, NULL, 1, -1, geom, dist, normal, N, 100);
  for (int i = 0; i < N; i++) {
    int g;
    double n[3], x = mj_ray(s.m, s.d, from, vec + 3 * i, NULL, 1, -1, &g, n);
    ck_assert_double_eq(dist[i], x);
    ck_assert_int_eq(geom[i], g);
    hits += x >= 0;
  }
  ck_assert_int_gt(hits, 30);
  scene_free(s);
}
END_TEST

START_TEST(a_skin_tells_the_nearest_vertex) {
  float vert[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  int face[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, vertex = -1;
  double from[3] = {1, .9, .8};
  double x = mju_raySkin(4, 4, face, vert, from, (double[]){-.8, -.7, -.65}, &vertex);
  ck_assert_double_eq_tol(x, .790697674418605, 1e-12);
  ck_assert_int_eq(vertex, 1);
  vertex = 7;
  x = mju_raySkin(4, 4, face, vert, from, (double[]){.8, .7, .65}, &vertex);
  ck_assert_double_eq(x, -1);
  ck_assert_int_eq(vertex, 7);
}
END_TEST

static char message[200];
static void remember(const char* text) { snprintf(message, sizeof message, "%s", text); }

START_TEST(a_geom_of_another_type_is_an_error) {
  Scene s = load(TEST_SOURCE_DIR "/tests/collision/mesh.mjb");
  double p[3] = {0, 0, 2}, v[3] = {0, 0, -1};
  mju_user_error = remember;
  ck_assert_double_eq(mj_rayMesh(s.m, s.d, 1, p, v, NULL), -1);
  ck_assert_ptr_nonnull(strstr(message, "mj_rayMesh: geom 1"));
  ck_assert_double_eq(mj_rayHfield(s.m, s.d, 2, p, v, NULL), -1);
  ck_assert_ptr_nonnull(strstr(message, "mj_rayHfield: geom 2"));
  mju_user_error = NULL;
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("rays and triangles");
  TCase* tc = tcase_create("all");
  tcase_add_test(tc, hills_are_hit_on_the_slope_at_the_wall_and_at_the_base);
  tcase_add_test(tc, a_mesh_cube_is_hit_like_a_box);
  tcase_add_test(tc, many_rays_are_as_good_as_one);
  tcase_add_test(tc, a_skin_tells_the_nearest_vertex);
  tcase_add_test(tc, a_geom_of_another_type_is_an_error);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
