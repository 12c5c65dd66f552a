// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Promises of docs/differences.md about edited models that no other suite looks at.

#include "tests/model/spec/suite.h"

static mjModel* compiled(mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  return m;
}

static mjSpec* parsed(const char* text) {
  char error[500] = "";
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s", error);
  return s;
}

START_TEST(inertia_that_is_assigned_after_compiling_takes_effect) {
  mjSpec* s = parsed(
      "<mujoco><worldbody><body name='b'><joint/><geom size='.1'/></body></worldbody></mujoco>");
  mj_deleteModel(compiled(s));
  mjsBody* b = mjs_findBody(s, "b");
  b->explicitinertial = 1;
  b->mass = 7;
  for (int i = 0; i < 3; i++)
    b->inertia[i] = 3 + 0.5 * i;
  mjModel* m = compiled(s);
  ck_assert(m->body_mass[1] == 7);
  for (int i = 0; i < 3; i++)
    ck_assert_double_eq_tol(m->body_inertia[3 + i], 3 + 0.5 * i, 1e-12);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

// missing names, and an equality of an element with itself
START_TEST(a_copy_is_checked_like_the_original) {
  static const char* const wrong[] = {"<sensor><jointpos joint='j'/></sensor>",
                                      "<equality><joint joint1='j' joint2='k'/></equality>"};
  for (int i = 0; i < 2; i++) {
    char text[500];
    snprintf(text, sizeof text,
             "<mujoco><worldbody><body><joint name='j'/><joint name='k' axis='1 0 0'/>"
             "<geom size='.1'/></body></worldbody>%s</mujoco>",
             wrong[i]);
    mjSpec* s = parsed(text);
    mj_deleteModel(compiled(s));
    mjSpec* copy = mj_copySpec(s);
    mjsElement* e = mjs_firstElement(copy, i ? mjOBJ_EQUALITY : mjOBJ_SENSOR);
    if (i)
      mjs_setString(mjs_asEquality(e)->name2, "j");
    else
      mjs_setString(mjs_asSensor(e)->objname, "nothing");
    mjModel* m = mj_compile(copy, NULL);
    ck_assert_msg(m == NULL, "the copy with a fault in %s compiles", wrong[i]);
    mj_deleteSpec(copy);
    mj_deleteSpec(s);
  }
}
END_TEST

START_TEST(classes_of_an_attached_model_keep_its_materials) {
  mjSpec *parent = mj_makeSpec(),
         *child = parsed(
             "<mujoco><asset><material name='red' rgba='1 0 0 1'/></asset>"
             "<default><default class='c'><geom material='red'/></default></default>"
             "<worldbody><body name='b'><geom class='c' size='.1'/></body></worldbody>"
             "</mujoco>");
  mjsFrame* frame = mjs_addFrame(world_of(parent), NULL);
  ck_assert(mjs_attach(frame->element, mjs_findBody(child, "b")->element, "p-", "") != NULL);
  // an element that is added to the class later has the material, under its new name
  mjsDefault* class = mjs_findDefault(parent, "p-c");
  ck_assert_ptr_nonnull(class);
  mjsGeom* late = mjs_addGeom(world_of(parent), class);
  late->size[0] = 0.2;
  ck_assert_str_eq(mjs_getString(late->material), "p-red");
  mjModel* m = compiled(parent);
  for (int g = 0; g < m->ngeom; g++)
    ck_assert_int_eq(m->geom_matid[g], mj_name2id(m, mjOBJ_MATERIAL, "p-red"));
  mj_deleteModel(m);
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}
END_TEST

START_TEST(keys_of_an_attached_model_are_added_once) {
  mjSpec *parent = mj_makeSpec(),
         *child = parsed(
             "<mujoco><worldbody><body name='b'><joint/><geom size='.1'/></body>"
             "</worldbody><keyframe><key name='k' qpos='1'/></keyframe></mujoco>");
  mjsFrame* frame = mjs_addFrame(world_of(parent), NULL);
  ck_assert(mjs_attach(frame->element, mjs_findBody(child, "b")->element, "p-", "") != NULL);
  for (int i = 0; i < 3; i++) {
    mjModel* m = compiled(parent);
    ck_assert_int_eq(m->nkey, 1);
    ck_assert(m->key_qpos[0] == 1);
    mj_deleteModel(m);
  }
  mj_deleteSpec(parent);
  mj_deleteSpec(child);
}
END_TEST

START_TEST(a_class_that_was_added_to_a_copy_is_saved) {
  char text[2000], error[500] = "";
  mjSpec *s = parsed("<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>"),
         *copy = mj_copySpec(s);
  mjsDefault* class = mjs_addDefault(copy, "late", NULL);
  ck_assert_ptr_nonnull(class);
  class->geom->size[0] = 0.3;
  mjs_addGeom(world_of(copy), class);
  mj_deleteModel(compiled(copy));
  ck_assert_int_eq(mj_saveXMLString(copy, text, sizeof text, error, sizeof error), 0);
  ck_assert_msg(strstr(text, "class=\"late\"") != NULL, "%s", text);
  mj_deleteSpec(copy);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(collision_alone_leaves_no_rows) {
  mjSpec* s = parsed(
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .05'>"
      "<freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  mjModel* m = compiled(s);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  ck_assert_int_gt(d->nefc, 0);
  mj_fwdKinematics(m, d);
  mj_collision(m, d);
  ck_assert_int_eq(d->ncon, 1);
  ck_assert(!d->nefc && !d->ne && !d->nf && !d->nl && !d->nJ && !d->nidof);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

RUN_SUITE("differences", inertia_that_is_assigned_after_compiling_takes_effect,
          a_copy_is_checked_like_the_original, classes_of_an_attached_model_keep_its_materials,
          keys_of_an_attached_model_are_added_once, a_class_that_was_added_to_a_copy_is_saved,
          collision_alone_leaves_no_rows)
