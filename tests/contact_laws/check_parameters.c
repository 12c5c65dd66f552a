// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Values that geoms and pairs have for the contact model: from documents and editable models to
// contacts, and back to documents.

#include <fulcrum/contact_model.h>
#include <fulcrum/contact_values.h>
#include <fulcrum/host.h>
#include <fulcrum/spec.h>

#include "tests/support.h"

#define HEAD                                                                                     \
  "<mujoco><option contact_model='hunt_crossley'/><default><default class='soft'><geom><config " \
  "key='stiffness' value='4e3'/></geom></default></default><worldbody>"

static const char* const scene = HEAD
    "<geom name='floor' type='plane' size='5 5 .1'><config key='stiffness' value='1e6'/>"
    "<config key='dissipation' value='2'/></geom>"
    "<body pos='0 0 .04'><freejoint/><geom name='plain' size='.05'/></body>"
    "<body pos='1 0 .04'><freejoint/><geom name='classed' class='soft' size='.05'/></body>"
    "<body pos='2 0 .04'><freejoint/><geom name='own' class='soft' size='.05'>"
    "<config key='stiffness' value='5e4'/><config key='restitution' value='0.5'/>"
    "<config key='sigma' value='0.5'/></geom></body>"
    "<body pos='3 0 .04'><freejoint/><geom name='first' priority='1' size='.05'>"
    "<config key='stiffness' value='7e3'/></geom></body>"
    "<body pos='4 0 .04'><freejoint/><geom name='paired' size='.05'/></body>"
    "</worldbody><contact><pair geom1='paired' geom2='floor'><config key='stiffness' value='123'/>"
    "</pair></contact></mujoco>";

static mjModel* compile(const char* text) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  ck_assert_msg(spec, "%s", error);
  mjModel* m = mj_compile(spec, NULL);
  ck_assert_msg(m, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

static void expect_failure(const char* text, const char* words) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  ck_assert(!m);
  const char* message = spec ? mjs_getError(spec) : error;
  ck_assert_msg(strstr(message, words), "got: %s", message);
  ck_assert_msg(strstr(message, "line"), "got: %s", message);
  mj_deleteSpec(spec);
}

// Value of a parameter in the contact of a geom with the floor.
static mjtNum value_of(mjModel* m, mjData* d, const char* geom, const char* key) {
  for (int i = 0; i < d->ncon; i++) {
    for (int side = 0; side < 2; side++) {
      const char* name = mj_id2name(m, mjOBJ_GEOM, d->contact[i].geom[side]);
      mjtNum value;
      if (name && strcmp(name, geom) == 0) {
        ck_assert_msg(!fc_contactParameter(m, d, i, key, &value), "%s", fc_lastError());
        return value;
      }
    }
  }
  ck_abort_msg("%s has no contact", geom);
}

static mjData* touch(mjModel* m) {
  mjData* d = mj_makeData(m);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_collision(m, d);
  return d;
}

START_TEST(contacts_get_mixed_values) {
  mjModel* m = compile(scene);
  mjData* d = touch(m);
  ck_assert_int_eq(d->ncon, 5);
  ck_assert_double_eq_tol(value_of(m, d, "plain", "stiffness"), 1e11 / 1.1e6, 1e-9);
  ck_assert_double_eq_tol(value_of(m, d, "plain", "dissipation"), (1e6 * 20 + 1e5 * 2) / 1.1e6,
                          1e-12);
  ck_assert_double_eq_tol(value_of(m, d, "classed", "stiffness"), 4e9 / 1.004e6, 1e-9);
  ck_assert_double_eq_tol(value_of(m, d, "own", "stiffness"), 5e10 / 1.05e6, 1e-9);
  ck_assert_double_eq(value_of(m, d, "own", "restitution"), 0.5);
  ck_assert_double_eq(value_of(m, d, "own", "sigma"), 0.5);
  ck_assert_double_eq(value_of(m, d, "own", "exponent"), 1);
  // the geom of higher priority alone, the pair alone
  ck_assert_double_eq(value_of(m, d, "first", "stiffness"), 7e3);
  ck_assert_double_eq(value_of(m, d, "first", "dissipation"), 20);
  ck_assert_double_eq(value_of(m, d, "paired", "stiffness"), 123);
  ck_assert_double_eq_tol(value_of(m, d, "paired", "dissipation"), (1e6 * 20 + 1e5 * 2) / 1.1e6,
                          1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(without_values_the_face_is_mixed_with_itself) {
  mjModel* m = compile(
      "<mujoco><option contact_model='hunt_crossley'/><worldbody>"
      "<geom type='plane' size='5 5 .1'/><body pos='0 0 .04'><freejoint/>"
      "<geom name='ball' size='.05'/></body></worldbody></mujoco>");
  mjData* d = touch(m);
  ck_assert_int_eq((int)m->nnumeric, 0);
  ck_assert(!fc_contactValue(m, mjOBJ_GEOM, 0, "stiffness"));
  ck_assert_double_eq_tol(value_of(m, d, "ball", "stiffness"), 5e4, 1e-9);
  ck_assert_int_eq(fc_setParameter(m, "hunt_crossley", "stiffness", "3000"), 0);
  ck_assert_double_eq_tol(value_of(m, d, "ball", "stiffness"), 1500, 1e-9);
  ck_assert_double_eq(value_of(m, d, "ball", "dissipation"), 20);
  mjtNum value;
  ck_assert_int_lt(fc_contactParameter(m, d, d->ncon, "stiffness", &value), 0);
  ck_assert_int_lt(fc_contactParameter(m, d, 0, "stifness", &value), 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(values_can_be_read_and_changed) {
  mjModel* m = compile(scene);
  int own = mj_name2id(m, mjOBJ_GEOM, "own"), plain = mj_name2id(m, mjOBJ_GEOM, "plain");
  mjtNum* value = fc_contactValue(m, mjOBJ_GEOM, own, "stiffness");
  ck_assert(value && *value == 5e4);
  ck_assert(isnan(*fc_contactValue(m, mjOBJ_GEOM, plain, "stiffness")));
  ck_assert_double_eq(*fc_contactValue(m, mjOBJ_PAIR, 0, "stiffness"), 123);
  ck_assert(!fc_contactValue(m, mjOBJ_GEOM, own, "stifness"));
  ck_assert_msg(strstr(fc_lastError(), "stiffness"), "%s", fc_lastError());
  ck_assert(!fc_contactValue(m, mjOBJ_GEOM, (int)m->ngeom, "stiffness"));
  mjData* d = touch(m);
  *value = 1e6;
  ck_assert_double_eq_tol(value_of(m, d, "own", "stiffness"), 5e5, 1e-6);
  mj_deleteData(d);

  // a binary model has them
  const int size = (int)mj_sizeModel(m);
  void* buffer = malloc((size_t)size);
  mj_saveModel(m, NULL, buffer, size);
  mjModel* twin = mj_loadModelBuffer(buffer, size);
  ck_assert(twin);
  ck_assert_double_eq(*fc_contactValue(twin, mjOBJ_GEOM, own, "stiffness"), 1e6);
  ck_assert(isnan(*fc_contactValue(twin, mjOBJ_GEOM, plain, "stiffness")));
  free(buffer);
  mj_deleteModel(twin);
  mj_deleteModel(m);
}
END_TEST

static int count(const char* text, const char* word) {
  int n = 0;
  for (const char* at = text; (at = strstr(at, word)); at++)
    n++;
  return n;
}

START_TEST(documents_keep_them) {
  char error[1000] = "";
  static char text[20000], again[20000];
  mjSpec* spec = mj_parseXMLString(scene, NULL, error, sizeof error);
  mjModel* m = mj_compile(spec, NULL);
  ck_assert_int_eq(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), 0);
  ck_assert_int_eq(count(text, "<config"), 8);
  ck_assert(!strstr(text, "numeric"));
  ck_assert(strstr(text, "<config key=\"stiffness\" value=\"4e3\"/>"));
  mjSpec* second = mj_parseXMLString(text, NULL, error, sizeof error);
  ck_assert_msg(second, "%s", error);
  mjModel* twin = mj_compile(second, NULL);
  ck_assert_int_eq(mj_saveXMLString(second, again, sizeof again, error, sizeof error), 0);
  ck_assert_str_eq(text, again);
  for (int i = 0; i < m->nnumericdata; i++) {
    ck_assert(m->numeric_data[i] == twin->numeric_data[i] ||
              (isnan(m->numeric_data[i]) && isnan(twin->numeric_data[i])));
  }
  mj_deleteModel(m);
  mj_deleteModel(twin);
  mj_deleteSpec(spec);
  mj_deleteSpec(second);
}
END_TEST

START_TEST(edits_keep_them) {
  char error[1000] = "";
  mjSpec* parent = mj_parseXMLString(
      "<mujoco><option contact_model='hunt_crossley'/><worldbody><frame name='here'/>"
      "</worldbody></mujoco>",
      NULL, error, sizeof error);
  mjSpec* child = mj_parseXMLString(scene, NULL, error, sizeof error);
  ck_assert_msg(parent && child, "%s", error);
  mjsGeom* own = mjs_asGeom(mjs_findElement(child, mjOBJ_GEOM, "own"));
  ck_assert_int_eq(fc_setConfig(own->element, "stiffness", "6e4"), 0);
  ck_assert_int_lt(fc_setConfig(mjs_findBody(child, "world")->element, "stiffness", "6e4"), 0);
  mjSpec* copy = mj_copySpec(child);
  mjsFrame* frame = mjs_asFrame(mjs_findElement(parent, mjOBJ_FRAME, "here"));
  mjsBody* body = mjs_getParent(own->element);
  ck_assert(mjs_attach(frame->element, body->element, "x_", ""));
  mjModel* m[2] = {mj_compile(copy, NULL), mj_compile(parent, NULL)};
  ck_assert_msg(m[0], "%s", mjs_getError(copy));
  ck_assert_msg(m[1], "%s", mjs_getError(parent));
  for (int i = 0; i < 2; i++) {
    int id = mj_name2id(m[i], mjOBJ_GEOM, i ? "x_own" : "own");
    ck_assert_int_ge(id, 0);
    ck_assert_double_eq(*fc_contactValue(m[i], mjOBJ_GEOM, id, "stiffness"), 6e4);
    ck_assert_double_eq(*fc_contactValue(m[i], mjOBJ_GEOM, id, "restitution"), 0.5);
    mj_deleteModel(m[i]);
  }
  // deleting a geom moves the others' values with them
  ck_assert_int_eq(
      mjs_delete(copy, mjs_getParent(mjs_findElement(copy, mjOBJ_GEOM, "classed"))->element), 0);
  m[0] = mj_compile(copy, NULL);
  ck_assert_msg(m[0], "%s", mjs_getError(copy));
  int id = mj_name2id(m[0], mjOBJ_GEOM, "own");
  ck_assert_double_eq(*fc_contactValue(m[0], mjOBJ_GEOM, id, "stiffness"), 6e4);
  mj_deleteModel(m[0]);
  mj_deleteSpec(copy);
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}
END_TEST

#define BALL(config) HEAD "<geom name='b' size='1'>\n" config "</geom></worldbody></mujoco>"

START_TEST(mistakes_are_told) {
  expect_failure(BALL("<config key='stifness' value='1'/>"), "did you mean \"stiffness\"");
  expect_failure(BALL("<config key='stiffness' value='hard'/>"), "real number");
  expect_failure(BALL("<config key='stiffness' value='-1'/>"), "between");
  expect_failure(BALL("<config key='exponent' value='2'/>"), "all contacts");
  expect_failure(BALL("<config key='stiffness' value='1'/><config key='stiffness' value='2'/>"),
                 "duplicate");
  expect_failure(
      "<mujoco><worldbody><geom name='b' size='1'><config key='stiffness' value='1'/>"
      "</geom></worldbody></mujoco>",
      "names none");
}
END_TEST

int main(void) {
  const TTest* const tests[] = {
      contacts_get_mixed_values,
      without_values_the_face_is_mixed_with_itself,
      values_can_be_read_and_changed,
      documents_keep_them,
      edits_keep_them,
      mistakes_are_told,
      NULL,
  };
  return run_tests("values for the contact model", tests);
}
