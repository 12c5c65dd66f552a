// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Whole models equal those that the reference implementation makes from the same documents
// (tests/data/model/compile/*.mjb, recorded by record.c).

#include "same_model.h"
#include "support.h"

static const char* const scenes[] = {"everything",  "fuse",        "inertia",     "replicate",
                                     "lengthrange", "shapes",      "images",      "meshes",
                                     "flex_lines",  "flex_sheets", "flex_solids", "flex_files"};

static mjModel* golden(const char* name) {
  char path[500];
  snprintf(path, sizeof path, "%s/tests/data/model/compile/%s.mjb", TEST_SOURCE_DIR, name);
  mjModel* m = mj_loadModel(path, NULL);
  ck_assert_msg(m != NULL, "cannot load %s", path);
  return m;
}

static mjModel* ours(const char* name) {
  char path[500], error[1000] = "";
  snprintf(path, sizeof path, "%s/tests/data/model/compile/%s.xml", TEST_SOURCE_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", name, error);
  return m;
}

START_TEST(model_equals_the_reference) {
  const char* scene = scenes[_i];
  mjModel *a = golden(scene), *b = ours(scene);

  // length ranges come from a simulation, which amplifies rounding
  double tolerance = strcmp(scene, "lengthrange") == 0 ? 1e-7 : 1e-10;
  same_model(&(Comparison){scene, tolerance, 1e-6}, a, b);
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
