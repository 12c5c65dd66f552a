// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Indices that a model does not have and pointers that are missing are errors of the functions that
// answer questions about a state. When the handler returns, the function returns as well.

#include <limits.h>

#include <fulcrum/camera.h>
#include <mujoco/mujoco.h>

#include "tests/dynamics/support.h"

static const char scene[] =
    "<mujoco><worldbody>"
    " <body name='a'><freejoint/><geom size='.1'/><site name='s'/><camera name='c' resolution='8 "
    "6'/>"
    " </body></worldbody></mujoco>";

static int nerror;
static char words[200];

static void count_error(const char* message) {
  nerror++;
  snprintf(words, sizeof words, "%s", message);
}

static void expect_index(const char* function, const char* kind, int index, int count) {
  char expected[200];
  snprintf(expected, sizeof expected, "%s: there is no %s %d, the model has %d", function, kind,
           index, count);
  ck_assert_int_eq(nerror, 1);
  ck_assert_str_eq(words, expected);
  nerror = 0;
}

static void expect_null(const char* function, const char* name) {
  char expected[200];
  snprintf(expected, sizeof expected, "%s: %s is NULL", function, name);
  ck_assert_int_eq(nerror, 1);
  ck_assert_str_eq(words, expected);
  nerror = 0;
}

static mjModel* m;
static mjData* d;
static mjtNum row[6 * 6], point[3], up[3] = {0, 0, 1};

static void setup(void) {
  m = model_of(scene);
  d = mj_makeData(m);
  mj_forward(m, d);
  mju_user_error = count_error;
  nerror = 0;
}

static void teardown(void) {
  mju_user_error = NULL;
  mj_deleteData(d);
  mj_deleteModel(m);
}

START_TEST(wrong_indices_are_errors) {
  const int wrong[] = {INT_MAX, INT_MIN, 1000, -1, 2}, i = wrong[_i];
  mj_jac(m, d, row, row, point, i);
  expect_index("mj_jac", "body", i, 2);
  mj_jacBody(m, d, row, row, i);
  expect_index("mj_jacBody", "body", i, 2);
  mj_jacBodyCom(m, d, row, row, i);
  expect_index("mj_jacBodyCom", "body", i, 2);
  mj_jacSubtreeCom(m, d, row, i);
  expect_index("mj_jacSubtreeCom", "body", i, 2);
  mj_jacGeom(m, d, row, row, i);
  expect_index("mj_jacGeom", "geom", i, 1);
  mj_jacSite(m, d, row, row, i);
  expect_index("mj_jacSite", "site", i, 1);
  mj_jacPointAxis(m, d, row, row, point, up, i);
  expect_index("mj_jacPointAxis", "body", i, 2);
  mj_jacDot(m, d, row, row, point, i);
  expect_index("mj_jacDot", "body", i, 2);
  mj_angmomMat(m, d, row, i);
  expect_index("mj_angmomMat", "body", i, 2);
  mj_applyFT(m, d, up, up, point, i, row);
  expect_index("mj_applyFT", "body", i, 2);
  mj_objectVelocity(m, d, mjOBJ_BODY, i, row, 0);
  expect_index("mj_objectVelocity", "body", i, 2);
  mj_objectVelocity(m, d, mjOBJ_XBODY, i, row, 1);
  expect_index("mj_objectVelocity", "xbody", i, 2);
  mj_objectAcceleration(m, d, mjOBJ_CAMERA, i, row, 0);
  expect_index("mj_objectAcceleration", "camera", i, 1);
  mj_objectAcceleration(m, d, mjOBJ_SITE, i, row, 0);
  expect_index("mj_objectAcceleration", "site", i, 1);
  ck_assert(mj_geomDistance(m, d, 0, i, 3, row) == 3);
  expect_index("mj_geomDistance", "geom", i, 1);
  ck_assert(mj_geomDistance(m, d, i, 0, 3, NULL) == 3);
  expect_index("mj_geomDistance", "geom", i, 1);
  ck_assert(mj_rayMesh(m, d, i, point, up, row) == -1);
  expect_index("mj_rayMesh", "geom", i, 1);
  ck_assert(mj_rayHfield(m, d, i, point, up, NULL) == -1);
  expect_index("mj_rayHfield", "geom", i, 1);
  ck_assert(mj_rayFlex(m, d, 0, 1, 1, 1, 0, i, point, up, NULL, NULL) == -1);
  expect_index("mj_rayFlex", "flex", i, 0);
  fc_cameraRay(m, d, i, 0, 0, row, row + 3);
  expect_index("fc_cameraRay", "camera", i, 1);
  fc_cameraProject(m, d, i, point, row);
  expect_index("fc_cameraProject", "camera", i, 1);
  mj_local2Global(d, row, NULL, point, NULL, i, mjSAMEFRAME_NONE);
  expect_index("mj_local2Global", "body", i, 2);
  if (i != -1) {
    const mjContact contact = {.geom = {0, i}, .flex = {-1, -1}};
    ck_assert_int_eq(mj_addContact(m, d, &contact), 1);
    expect_index("mj_addContact", "geom", i, 1);
    ck_assert_int_eq(d->ncon, 0);
  }
}
END_TEST

START_TEST(missing_pointers_are_errors) {
  mj_jac(m, d, row, row, NULL, 1);
  expect_null("mj_jac", "point");
  mj_jacDot(m, d, row, row, NULL, 1);
  expect_null("mj_jacDot", "point");
  mj_jacSubtreeCom(m, d, NULL, 1);
  expect_null("mj_jacSubtreeCom", "jacp");
  mj_jacPointAxis(m, d, row, NULL, NULL, NULL, 1);
  expect_null("mj_jacPointAxis", "point");
  mj_jacPointAxis(m, d, NULL, row, NULL, NULL, 1);
  expect_null("mj_jacPointAxis", "axis");
  mj_angmomMat(m, d, NULL, 1);
  expect_null("mj_angmomMat", "mat");
  mj_applyFT(m, d, up, up, NULL, 1, row);
  expect_null("mj_applyFT", "point");
  mj_applyFT(m, d, up, up, point, 1, NULL);
  expect_null("mj_applyFT", "qfrc_target");
  mj_objectVelocity(m, d, mjOBJ_BODY, 1, NULL, 0);
  expect_null("mj_objectVelocity", "res");
  mj_objectAcceleration(m, d, mjOBJ_BODY, 1, NULL, 0);
  expect_null("mj_objectAcceleration", "res");
  ck_assert(mj_ray(m, d, NULL, up, NULL, 1, -1, NULL, NULL) == -1);
  expect_null("mj_ray", "pnt");
  ck_assert(mj_ray(m, d, point, NULL, NULL, 1, -1, NULL, NULL) == -1);
  expect_null("mj_ray", "vec");
  mj_multiRay(m, d, point, up, NULL, 1, -1, NULL, NULL, NULL, 1, mjMAXVAL);
  expect_null("mj_multiRay", "dist");
  ck_assert_int_eq(mj_addContact(m, d, NULL), 1);
  expect_null("mj_addContact", "con");
  mj_contactForce(m, d, 0, NULL);
  expect_null("mj_contactForce", "result");
  mj_getState(m, d, NULL, mjSTATE_QPOS);
  expect_null("mj_getState", "state");
  mj_setState(m, d, NULL, mjSTATE_QPOS);
  expect_null("mj_setState", "state");
  mj_extractState(m, row, mjSTATE_QPOS, NULL, mjSTATE_QPOS);
  expect_null("mj_extractState", "dst");
  mj_extractState(m, NULL, mjSTATE_QPOS, row, mjSTATE_QPOS);
  expect_null("mj_extractState", "src");
  fc_cameraRay(m, d, 0, 0, 0, NULL, row);
  expect_null("fc_cameraRay", "origin");
  fc_cameraProject(m, d, 0, NULL, row);
  expect_null("fc_cameraProject", "point");
  // no rays need no arrays, and no numbers no state
  mj_getState(m, d, NULL, mjSTATE_ACT);
  mj_multiRay(m, d, NULL, NULL, NULL, 1, -1, NULL, NULL, NULL, 0, mjMAXVAL);
  ck_assert_int_eq(nerror, 0);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("arguments");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_loop_test(tests, wrong_indices_are_errors, 0, 5);
  tcase_add_test(tests, missing_pointers_are_errors);
  return run_case("arguments", tests);
}
