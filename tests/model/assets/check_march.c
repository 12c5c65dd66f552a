// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Surfaces of signed distance functions: closed, outward, of the right genus, volume and place.

#include "core/model/assets/mesh.h"
#include "support.h"

static void ball_box(mjtNum* box, const mjtNum* attribute) {
  for (int i = 0; i < 3; i++) {
    box[i] = 0.5;
    box[3 + i] = attribute[0] * 1.1;
  }
}

static mjtNum ball(const mjtNum* p, const mjtNum* attribute) {
  return sqrt((p[0] - 0.5) * (p[0] - 0.5) + (p[1] - 0.5) * (p[1] - 0.5) +
              (p[2] - 0.5) * (p[2] - 0.5)) -
         attribute[0];
}

static void ring_box(mjtNum* box, const mjtNum* attribute) {
  (void)attribute;
  memcpy(box, (mjtNum[6]){0, 0, 0, 0.7, 0.7, 0.2}, 6 * sizeof *box);
}

static mjtNum ring(const mjtNum* p, const mjtNum* attribute) {
  double across = sqrt(p[0] * p[0] + p[1] * p[1]) - 0.5;
  return sqrt(across * across + p[2] * p[2]) - attribute[0] * 0.15;
}

// many cells of all 256 sign patterns, positive at the border
static mjtNum speckle(const mjtNum* p, const mjtNum* attribute) {
  (void)attribute;
  uint32_t h = 0;
  for (int i = 0; i < 3; i++) {
    if (fabs(p[i]) > 0.6)
      return 1;
    h = (h ^ (uint32_t)(int)round((p[i] + 1) * 50)) * 2654435761u;
    h ^= h >> 15;
  }
  return h & 1 ? 1 : -1;
}

static void speckle_box(mjtNum* box, const mjtNum* attribute) {
  (void)attribute;
  memcpy(box, (mjtNum[6]){0, 0, 0, 1, 1, 1}, 6 * sizeof *box);
}

static mjtNum nothing(const mjtNum* p, const mjtNum* attribute) {
  (void)p;
  (void)attribute;
  return 1;
}

static void flat_box(mjtNum* box, const mjtNum* attribute) {
  (void)attribute;
  memcpy(box, (mjtNum[6]){0, 0, 0, 1, 1, 0}, 6 * sizeof *box);
}

static void read_attribute(mjtNum* attribute, const char** name, const char** value) {
  ck_assert_str_eq(name[0], "radius");
  attribute[0] = atof(value[0]);
}

static const char* const names[] = {"radius"};
static const char* values[] = {"1"};
static mjpPlugin plugin;
static MeshRecord mesh;

static void generate(AssetJob* job) { mesh_march((MeshRecord*)job); }

static int march(mjtNum (*distance)(const mjtNum*, const mjtNum*),
                 void (*box)(mjtNum*, const mjtNum*)) {
  static Element element;
  static const ElementKind kind = {.name = "mesh"};
  memset(&mesh, 0, sizeof mesh);
  plugin = (mjpPlugin){.name = "test", .nattribute = 1, .attributes = names};
  plugin.sdf_staticdistance = distance;
  plugin.sdf_aabb = box;
  plugin.sdf_attribute = read_attribute;
  element.kind = &kind;
  mesh.job.element = &element;
  mesh.plugin = &plugin;
  mesh.plugin_value = values;
  return asset_run(&mesh.job, generate);
}

static int compare(const void* a, const void* b) { return memcmp(a, b, 2 * sizeof(int)); }

// every directed edge has its opposite once
static void expect_closed(void) {
  size_t n = 3 * (size_t)mesh.nface;
  int(*edge)[2] = malloc(n * sizeof *edge);
  int(*back)[2] = malloc(n * sizeof *back);
  for (size_t i = 0; i < n; i++) {
    int a = mesh.face[i], b = mesh.face[i - i % 3 + (i + 1) % 3];
    edge[i][0] = back[i][1] = a;
    edge[i][1] = back[i][0] = b;
  }
  qsort(edge, n, sizeof *edge, compare);
  qsort(back, n, sizeof *back, compare);
  ck_assert_mem_eq(edge, back, n * sizeof *edge);
  free(edge);
  free(back);
}

static double volume(void) {
  double sum = 0;
  for (int f = 0; f < mesh.nface; f++) {
    const double *a = mesh_vertex(&mesh, mesh.face[3 * f]),
                 *b = mesh_vertex(&mesh, mesh.face[3 * f + 1]),
                 *c = mesh_vertex(&mesh, mesh.face[3 * f + 2]);
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

START_TEST(a_ball_has_its_volume_and_place) {
  ck_assert_msg(!march(ball, ball_box), "%s", mesh.job.error);
  expect_closed();
  ck_assert_int_eq(mesh.nvert - mesh.nface / 2, 2);
  ck_assert_double_eq_tol(volume(), 4 * mjPI / 3, 0.01);
  for (int i = 0; i < mesh.nvert; i++) {
    double r = 0, along = 0;
    for (int k = 0; k < 3; k++) {
      double d = mesh.vert[3 * i + k] - 0.5;
      r += d * d;
      along += d * mesh.normal[3 * i + k];
    }
    ck_assert_double_eq_tol(sqrt(r), 1, 1e-3);
    ck_assert_double_gt(along, 0.98);
  }
  asset_free(&mesh.job);
}
END_TEST

START_TEST(a_ring_has_a_hole) {
  ck_assert_msg(!march(ring, ring_box), "%s", mesh.job.error);
  expect_closed();
  ck_assert_int_eq(mesh.nvert - mesh.nface / 2, 0);
  ck_assert_double_eq_tol(volume(), 2 * mjPI * mjPI * 0.5 * 0.15 * 0.15, 2e-3);
  asset_free(&mesh.job);
}
END_TEST

START_TEST(every_sign_pattern_closes) {
  ck_assert_msg(!march(speckle, speckle_box), "%s", mesh.job.error);
  ck_assert_int_gt(mesh.nface, 100000);
  expect_closed();
  asset_free(&mesh.job);
}
END_TEST

START_TEST(nothing_to_mesh_is_an_error) {
  ck_assert(march(nothing, speckle_box));
  ck_assert_ptr_nonnull(strstr(mesh.job.error, "no surface"));
  asset_free(&mesh.job);
  ck_assert(march(ball, flat_box));
  ck_assert_ptr_nonnull(strstr(mesh.job.error, "bounding box"));
  asset_free(&mesh.job);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("marching cubes");
  TCase* t = tcase_create("surfaces");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, a_ball_has_its_volume_and_place);
  tcase_add_test(t, a_ring_has_a_hole);
  tcase_add_test(t, every_sign_pattern_closes);
  tcase_add_test(t, nothing_to_mesh_is_an_error);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
