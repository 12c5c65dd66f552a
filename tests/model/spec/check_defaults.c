// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Every field of every mjs_default* struct has the value that the reference gives it, bit for bit.

#include <stdint.h>

#include "tests/model/spec/suite.h"

typedef struct Word_ {
  int offset;
  uint32_t value;
} Word;

#include "tests/model/spec/defaults_golden.inc"

static void compare(const char* kind, const void* memory, size_t size, const Word* golden,
                    size_t ngolden) {
  size_t next = 0;
  for (size_t offset = 0; offset + 4 <= size; offset += 4) {
    uint32_t got, expected = 0;
    memcpy(&got, (const char*)memory + offset, sizeof got);
    if (next < ngolden && golden[next].offset == (int)offset)
      expected = golden[next++].value;
    ck_assert_msg(got == expected, "mjs_default%s: word at offset %zu is 0x%08x, expected 0x%08x",
                  kind, offset, got, expected);
  }
}

#define KIND(Struct, Kind, words)                                                \
  {                                                                              \
    Struct value;                                                                \
    memset(&value, 0xAB, sizeof value);                                          \
    mjs_default##Kind(&value);                                                   \
    compare(#Kind, &value, sizeof value, words, sizeof words / sizeof words[0]); \
  }

START_TEST(every_default_value_equals_the_reference){
    KIND(mjSpec, Spec, spec_words) KIND(mjsOrientation, Orientation, orientation_words)
        KIND(mjsBody, Body, body_words) KIND(mjsFrame, Frame, frame_words)
            KIND(mjsJoint, Joint, joint_words) KIND(mjsGeom, Geom, geom_words)
                KIND(mjsSite, Site, site_words) KIND(mjsCamera, Camera, camera_words)
                    KIND(mjsLight, Light, light_words) KIND(mjsFlex, Flex, flex_words)
                        KIND(mjsMesh, Mesh, mesh_words) KIND(mjsHField, HField, hfield_words)
                            KIND(mjsSkin, Skin, skin_words) KIND(mjsTexture, Texture, texture_words)
                                KIND(mjsMaterial, Material, material_words)
                                    KIND(mjsPair, Pair, pair_words)
                                        KIND(mjsEquality, Equality, equality_words)
                                            KIND(mjsTendon, Tendon, tendon_words)
                                                KIND(mjsActuator, Actuator, actuator_words)
                                                    KIND(mjsSensor, Sensor, sensor_words)
                                                        KIND(mjsNumeric, Numeric, numeric_words)
                                                            KIND(mjsText, Text, text_words)
                                                                KIND(mjsTuple, Tuple, tuple_words)
                                                                    KIND(mjsKey, Key, key_words)
                                                                        KIND(mjsPlugin, Plugin,
                                                                             plugin_words)} END_TEST

    START_TEST(a_new_spec_has_a_world_and_the_main_class) {
  mjSpec* s = mj_makeSpec();
  ck_assert_str_eq(mjs_getString(s->modelname), "MuJoCo Model");
  mjsBody* world = mjs_findBody(s, "world");
  ck_assert_ptr_nonnull(world);
  ck_assert_int_eq(mjs_getId(world->element), 0);
  ck_assert_str_eq(name_of(mjs_getSpecDefault(s)->element), "main");
  ck_assert_ptr_eq(mjs_findDefault(s, "main"), mjs_getSpecDefault(s));
  ck_assert_int_eq(s->compiler.degree, 1);
  ck_assert_ptr_null(mjs_firstElement(s, mjOBJ_GEOM));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(a_class_copies_its_parent_when_it_is_made_and_not_later) {
  mjSpec* s = mj_makeSpec();
  mjsDefault* main = mjs_getSpecDefault(s);
  main->geom->size[0] = 5;
  mjsDefault* child = mjs_addDefault(s, "child", NULL);
  ck_assert_double_eq(child->geom->size[0], 5);
  main->geom->size[0] = 6;
  ck_assert_double_eq(child->geom->size[0], 5);
  mjs_setString(child->geom->material, "wood");
  mjsDefault* grandchild = mjs_addDefault(s, "grandchild", child);
  ck_assert_double_eq(grandchild->geom->size[0], 5);
  ck_assert_str_eq(mjs_getString(grandchild->geom->material), "wood");
  ck_assert_ptr_null(mjs_addDefault(s, "child", main));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(elements_take_the_class_given_else_that_of_their_body) {
  mjSpec* s = mj_makeSpec();
  mjsDefault* a = mjs_addDefault(s, "a", NULL);
  mjsDefault* b = mjs_addDefault(s, "b", NULL);
  a->geom->size[0] = 2;
  b->geom->size[0] = 3;
  b->actuator->gear[0] = 7;
  mjsBody* outer = mjs_addBody(world_of(s), a);
  mjsBody* inner = mjs_addBody(outer, NULL);
  ck_assert_str_eq(mjs_getString(outer->childclass), "a");
  ck_assert_str_eq(mjs_getString(inner->childclass), "a");
  ck_assert_double_eq(mjs_addGeom(inner, NULL)->size[0], 2);
  mjsGeom* g = mjs_addGeom(inner, b);
  ck_assert_double_eq(g->size[0], 3);
  ck_assert_ptr_eq(mjs_getDefault(g->element), b);

  // the string decides, also when it is changed by hand; an unknown class is main
  mjs_setString(inner->childclass, "b");
  ck_assert_double_eq(mjs_addGeom(inner, NULL)->size[0], 3);
  ck_assert_ptr_eq(mjs_getDefault(inner->element), b);
  mjs_setString(inner->childclass, "unknown");
  ck_assert_double_eq(mjs_addGeom(inner, NULL)->size[0], 0);

  // setDefault records the class and changes no value
  mjs_setDefault(g->element, a);
  ck_assert_ptr_eq(mjs_getDefault(g->element), a);
  ck_assert_double_eq(g->size[0], 3);
  ck_assert_double_eq(mjs_addActuator(s, b)->gear[0], 7);
  ck_assert_double_eq(mjs_addActuator(s, NULL)->gear[0], 1);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(a_free_joint_ignores_joint_defaults) {
  mjSpec* s = mj_makeSpec();
  mjs_getSpecDefault(s)->joint->damping = 3;
  mjsBody* b = add_body(world_of(s), "b");
  mjsJoint* free_joint = mjs_addFreeJoint(b);
  ck_assert_int_eq(free_joint->type, mjJNT_FREE);
  ck_assert_double_eq(free_joint->damping, 0);
  ck_assert_double_eq(mjs_addJoint(b, NULL)->damping, 3);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(deleting_a_class_takes_its_descendants_and_never_main) {
  mjSpec* s = mj_makeSpec();
  mjsDefault* c = mjs_addDefault(s, "c", NULL);
  mjsDefault* d = mjs_addDefault(s, "d", c);
  mjsGeom* g = mjs_addGeom(world_of(s), d);
  ck_assert_int_eq(mjs_delete(s, c->element), 0);
  ck_assert_ptr_null(mjs_findDefault(s, "c"));
  ck_assert_ptr_null(mjs_findDefault(s, "d"));
  ck_assert_ptr_eq(mjs_getDefault(g->element), mjs_getSpecDefault(s));
  ck_assert_int_eq(mjs_delete(s, mjs_getSpecDefault(s)->element), -1);
  ck_assert_str_eq(mjs_getError(s), "Error: cannot remove the global default ('main')");
  mj_deleteSpec(s);
}
END_TEST

RUN_SUITE("defaults", every_default_value_equals_the_reference,
          a_new_spec_has_a_world_and_the_main_class,
          a_class_copies_its_parent_when_it_is_made_and_not_later,
          elements_take_the_class_given_else_that_of_their_body,
          a_free_joint_ignores_joint_defaults,
          deleting_a_class_takes_its_descendants_and_never_main)
