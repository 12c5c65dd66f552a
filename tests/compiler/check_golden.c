// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Whole models equal those that the reference implementation makes from the same documents
// (scenes/*.mjb, recorded by record.c).

#include <mujoco/mjxmacro.h>

#include "support.h"

static const char* const scenes[] = {"everything", "fuse", "inertia", "replicate", "lengthrange"};

static mjModel* golden(const char* name) {
  char path[500];
  snprintf(path, sizeof path, "%s/tests/compiler/scenes/%s.mjb", TEST_SOURCE_DIR, name);
  mjModel* m = mj_loadModel(path, NULL);
  ck_assert_msg(m != NULL, "cannot load %s", path);
  return m;
}

static mjModel* ours(const char* name) {
  char path[500], error[1000] = "";
  snprintf(path, sizeof path, "%s/tests/compiler/scenes/%s.xml", TEST_SOURCE_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", name, error);
  return m;
}

static void same_real(const char* field, const double* a, const double* b, int64_t n,
                      double tolerance) {
  double scale = 1e-9;
  for (int64_t i = 0; i < n; i++) scale = fmax(scale, fabs(a[i]));
  for (int64_t i = 0; i < n; i++) {
    ck_assert_msg(fabs(a[i] - b[i]) <= tolerance * scale, "%s[%lld] is %.17g, expected %.17g",
                  field, (long long)i, b[i], a[i]);
  }
}

static void same_float(const char* field, const float* a, const float* b, int64_t n) {
  for (int64_t i = 0; i < n; i++)
    ck_assert_msg(fabsf(a[i] - b[i]) <= 1e-6f * fmaxf(1, fabsf(a[i])), "%s[%lld]", field,
                  (long long)i);
}

static void same_bytes(const char* field, const void* a, const void* b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    ck_assert_msg(((const char*)a)[i] == ((const char*)b)[i], "%s differs at byte %zu", field, i);
  }
}

#define SAME(type, field, n) \
  _Generic((type*)0,                                                                          \
      double*: same_real(#field, (const double*)a->field, (const double*)b->field, n, tolerance), \
      float*: same_float(#field, (const float*)a->field, (const float*)b->field, n),          \
      default: same_bytes(#field, a->field, b->field, (size_t)(n) * sizeof(type)))

// Where bodies were fused and geoms discarded the reference leaves unused nodes behind and gives
// inner nodes of its bounding-volume trees the id of a geom; ours have neither.
static int excused(const char* scene, const char* field) {
  return !strcmp(scene, "fuse") && (!strncmp(field, "nbvh", 4) || !strcmp(field, "bvh_nodeid"));
}

START_TEST(model_equals_the_reference) {
  const char* scene = scenes[_i];
  mjModel *a = golden(scene), *b = ours(scene);

  // length ranges come from a simulation, which amplifies rounding
  double tolerance = !strcmp(scene, "lengthrange") ? 1e-7 : 1e-10;
#define X(field)                                                                                  \
  if (strcmp(#field, "nbuffer") && !excused(scene, #field)) {                                     \
    ck_assert_msg(a->field == b->field, "%s is %lld, expected %lld", #field, (long long)b->field, \
                  (long long)a->field);                                                           \
  }
  MJMODEL_SIZES
#undef X
  // the sizes of the shorter of both
  a->nbvh = b->nbvh;
  a->nbvhstatic = b->nbvhstatic;
#undef MJ_M
#define MJ_M(n) a->n
#define X(type, field, rows, columns) \
  if (!excused(scene, #field)) SAME(type, field, (int64_t)(a->rows) * (int64_t)(columns));
  MJMODEL_POINTERS
#undef X
#undef MJ_M
#define MJ_M(n) n
  same_bytes("opt", &a->opt, &b->opt, sizeof a->opt);
  same_bytes("vis", &a->vis, &b->vis, sizeof a->vis);
  same_real("stat", &a->stat.meaninertia, &b->stat.meaninertia, 7, tolerance);
  mj_deleteModel(a);
  mj_deleteModel(b);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("compiled models");
  TCase* t = tcase_create("golden");
  tcase_set_timeout(t, 60);
  tcase_add_loop_test(t, model_equals_the_reference, 0, sizeof scenes / sizeof *scenes);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
