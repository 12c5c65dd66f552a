// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Scenes are those of the reference: everything.xml has every kind of element that is not
// deformable, flexes.xml every kind of surface, each in more than a hundred views. views.h tells
// what is compared, record.c how it was recorded.

#include "tests/support.h"
#include "tests/view/scene/views.h"

typedef struct GoldenView_ {
  const char* name;
  Fingerprint expected;
} GoldenView;

#include "tests/view/scene/golden.inc"

static const GoldenView* next_view;
static int views_left;

static void compare_view(View* v, const char* name) {
  static const char* const what[NUM_SUMS] = {"size",  "pos",    "mat",    "rgba",
                                             "looks", "lights", "flexes", "skins"};
  ck_assert_int_gt(views_left--, 0);
  const Fingerprint* expected = &next_view->expected;
  ck_assert_str_eq(name, next_view->name);
  next_view++;
  mjv_updateScene(v->m, v->d, &v->opt, &v->pert, &v->cam, v->catmask, &v->scn);
  const Fingerprint got = fingerprint(v->m, &v->scn, &v->opt);
  ck_assert_msg(got.ngeom == expected->ngeom && got.nlight == expected->nlight,
                "%s: %d geoms and %d lights, expected %d and %d", name, got.ngeom, got.nlight,
                expected->ngeom, expected->nlight);
  ck_assert_int_eq(got.status, expected->status);
  ck_assert_msg(got.hash == expected->hash, "%s: types, ids or labels differ", name);
  for (int k = 0; k < NUM_SUMS; k++) {
    const double scale = 1 + fabs(expected->sum[k]);
    ck_assert_msg(fabs(got.sum[k] - expected->sum[k]) <= 2e-6 * scale,
                  "%s: %s sum up to %.9g, expected %.9g", name, what[k], got.sum[k],
                  expected->sum[k]);
  }
}

static void compare_views(mjModel* m, mjData* d, const GoldenView* golden, size_t n) {
  View v = {.m = m, .d = d};
  next_view = golden;
  views_left = (int)n;
  mjv_defaultScene(&v.scn);
  mjv_makeScene(m, &v.scn, 2000);
  each_view(&v, compare_view);
  ck_assert_int_eq(views_left, 0);
  mjv_freeScene(&v.scn);
  mj_deleteData(d);
  mj_deleteModel(m);
}

START_TEST(every_kind_of_element_is_that_of_the_reference) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(TEST_SOURCE_DIR "/tests/data/view/scene/everything.xml", NULL, error,
                          sizeof error);
  ck_assert_msg(m != NULL, "%s", error);
  mjData* d = mj_makeData(m);
  bend(m, d);
  compare_views(m, d, everything_views, sizeof everything_views / sizeof *everything_views);
}
END_TEST

START_TEST(surfaces_of_flexes_are_those_of_the_reference) {
  char error[1000] = "";
  mjModel* m =
      mj_loadXML(TEST_SOURCE_DIR "/tests/data/view/scene/flexes.xml", NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s", error);
  mjData* d = mj_makeData(m);
  FILE* poses = fopen(TEST_SOURCE_DIR "/tests/data/view/scene/flexes.poses", "rb");
  ck_assert_ptr_nonnull(poses);
  Poses pose[NUM_POSES];
  surface_poses(pose, m, d);
  for (int i = 0; i < NUM_POSES; i++)
    ck_assert_uint_eq(fread(pose[i].data, sizeof(mjtNum), (size_t)pose[i].n, poses),
                      (size_t)pose[i].n);
  fclose(poses);
  compare_views(m, d, flexes_views, sizeof flexes_views / sizeof *flexes_views);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {every_kind_of_element_is_that_of_the_reference,
                                surfaces_of_flexes_are_those_of_the_reference, NULL};
  return run_tests("scene golden", tests);
}
