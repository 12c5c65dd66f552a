// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The mjSpec functions kind by kind: elements of every kind are found, cast, named, listed, copied
// and deleted in the same way. Outcomes were compared with the reference.

#include "suite.h"

// every kind that can be added, with its functions
#define IN_BODY(X)  \
  X(Body, BODY)     \
  X(Joint, JOINT)   \
  X(Geom, GEOM)     \
  X(Site, SITE)     \
  X(Camera, CAMERA) \
  X(Light, LIGHT)
#define IN_FRAME(X) X(Frame, FRAME)
#define WITH_CLASS(X)   \
  X(Mesh, MESH)         \
  X(Material, MATERIAL) \
  X(Pair, PAIR)         \
  X(Equality, EQUALITY) \
  X(Tendon, TENDON)     \
  X(Actuator, ACTUATOR)
#define PLAIN(X)      \
  X(Flex, FLEX)       \
  X(HField, HFIELD)   \
  X(Skin, SKIN)       \
  X(Texture, TEXTURE) \
  X(Exclude, EXCLUDE) \
  X(Sensor, SENSOR)   \
  X(Numeric, NUMERIC) \
  X(Text, TEXT)       \
  X(Tuple, TUPLE)     \
  X(Key, KEY)         \
  X(Plugin, PLUGIN)
#define ALL(X) IN_BODY(X) IN_FRAME(X) WITH_CLASS(X) PLAIN(X)

typedef struct Kind_ {
  const char* name;
  mjtObj type;
  mjsElement* (*add)(mjSpec* s);
  void* (*cast)(mjsElement* e);
} Kind;

#define ADD_IN_BODY(N, T) \
  static mjsElement* add_##N(mjSpec* s) { return mjs_add##N(world_of(s), NULL)->element; }
#define ADD_WITH_CLASS(N, T) \
  static mjsElement* add_##N(mjSpec* s) { return mjs_add##N(s, NULL)->element; }
#define ADD_PLAIN(N, T) \
  static mjsElement* add_##N(mjSpec* s) { return mjs_add##N(s)->element; }
#define CAST(N, T) \
  static void* as_##N(mjsElement* e) { return mjs_as##N(e); }
IN_BODY(ADD_IN_BODY)
IN_FRAME(ADD_IN_BODY)
WITH_CLASS(ADD_WITH_CLASS)
PLAIN(ADD_PLAIN)
ALL(CAST)

#define KIND(N, T) {#N, mjOBJ_##T, add_##N, as_##N},
static const Kind kinds[] = {ALL(KIND)};
enum { NKIND = sizeof kinds / sizeof *kinds };

START_TEST(an_element_is_cast_to_its_kind_only) {
  for (int i = 0; i < NKIND; i++) {
    mjSpec* s = mj_makeSpec();
    mjsElement* e = kinds[i].add(s);
    ck_assert_msg(e && e->elemtype == kinds[i].type, "%s", kinds[i].name);
    for (int k = 0; k < NKIND; k++) {
      ck_assert_msg((kinds[k].cast(e) != NULL) == (i == k), "%s as %s", kinds[i].name,
                    kinds[k].name);
      ck_assert_ptr_null(kinds[k].cast(NULL));
    }
    // the public struct begins with the handle of its element
    mjsElement* const* record = kinds[i].cast(e);
    ck_assert_ptr_eq(*record, e);
    mj_deleteSpec(s);
  }
}
END_TEST

START_TEST(a_name_is_found_listed_copied_and_deleted) {
  for (int i = 0; i < NKIND; i++) {
    mjSpec* s = mj_makeSpec();
    mjsElement *first = kinds[i].add(s), *second = kinds[i].add(s);
    ck_assert_int_eq(mjs_setName(first, "one"), 0);
    ck_assert_int_eq(mjs_setName(second, "two"), 0);
    ck_assert_msg(mjs_findElement(s, kinds[i].type, "two") == second, "%s", kinds[i].name);
    ck_assert_ptr_eq(mjs_getSpec(second), s);
    const char* listed = i == 0 ? "world one two" : "one two";
    ck_assert_str_eq(names_in(s, kinds[i].type), listed);
    mjSpec* copy = mj_copySpec(s);
    ck_assert_int_eq(mjs_delete(s, first), 0);
    if (kinds[i].type == mjOBJ_FRAME) {
      // frames hold other things up and stay
      ck_assert_str_eq(names_in(s, kinds[i].type), listed);
    } else {
      ck_assert_msg(!mjs_findElement(s, kinds[i].type, "one"), "%s", kinds[i].name);
      ck_assert_str_eq(names_in(s, kinds[i].type), i == 0 ? "world two" : "two");
    }
    ck_assert_str_eq(names_in(copy, kinds[i].type), listed);
    ck_assert_ptr_eq(mjs_getSpec(mjs_findElement(copy, kinds[i].type, "one")), copy);
    mj_deleteSpec(copy);
    mj_deleteSpec(s);
  }
}
END_TEST

START_TEST(a_name_is_used_once_per_kind) {
  for (int i = 0; i < NKIND; i++) {
    mjSpec* s = mj_makeSpec();
    ck_assert_int_eq(mjs_setName(kinds[i].add(s), "same"), 0);
    ck_assert_int_eq(mjs_setName(kinds[i].add(s), "same"), -1);
    ck_assert_msg(strstr(mjs_getError(s), "repeated name 'same'") != NULL, "%s: %s", kinds[i].name,
                  mjs_getError(s));
    for (int k = 0; k < NKIND; k++)
      if (k != i)
        ck_assert_int_eq(mjs_setName(kinds[k].add(s), "same"), 0);
    mj_deleteSpec(s);
  }
}
END_TEST

START_TEST(user_values_belong_to_one_element) {
  static const char value[] = "value";
  for (int i = 0; i < NKIND; i++) {
    mjSpec* s = mj_makeSpec();
    mjsElement *e = kinds[i].add(s), *other = kinds[i].add(s);
    mjs_setUserValue(e, "key", value);
    ck_assert_ptr_eq(mjs_getUserValue(e, "key"), value);
    ck_assert_ptr_null(mjs_getUserValue(e, "other key"));
    ck_assert_ptr_null(mjs_getUserValue(other, "key"));
    mjs_deleteUserValue(e, "key");
    ck_assert_ptr_null(mjs_getUserValue(e, "key"));
    mj_deleteSpec(s);
  }
}
END_TEST

START_TEST(handles_take_values_of_any_length) {
  mjSpec* s = mj_makeSpec();
  mjsNumeric* n = mjs_addNumeric(s);
  const double numbers[] = {4, 5, 6};
  int size = -1;
  mjs_setDouble(n->data, numbers, 3);
  const double* got = mjs_getDouble(n->data, &size);
  ck_assert_int_eq(size, 3);
  ck_assert_double_eq(got[2], 6);
  mjs_setDouble(n->data, NULL, 0);
  mjs_getDouble(n->data, &size);
  ck_assert_int_eq(size, 0);

  // a list of names, by splitting and by appending
  mjsTuple* t = mjs_addTuple(s);
  const int types[] = {mjOBJ_BODY, mjOBJ_BODY};
  const double prm[] = {1, 2};
  mjs_setStringVec(t->objname, " world ");
  mjs_appendString(t->objname, "world");
  mjs_setInt(t->objtype, types, 2);
  mjs_setDouble(t->objprm, prm, 2);
  mjs_setName(t->element, "t");
  mjs_setDouble(n->data, numbers, 3);
  mjs_setName(n->element, "n");
  mjsText* text = mjs_addText(s);
  mjs_setName(text->element, "x");
  mjs_setString(text->data, "hello");

  // bytes and floats reach the model
  mjsTexture* texture = mjs_addTexture(s);
  const unsigned char pixels[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  mjs_setName(texture->element, "pixels");
  texture->type = mjTEXTURE_2D;
  texture->width = texture->height = 2;
  texture->nchannel = 3;
  mjs_setBuffer(texture->data, pixels, 12);
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  ck_assert_double_eq(m->numeric_data[2], 6);
  ck_assert_str_eq(m->text_data, "hello");
  ck_assert_int_eq((int)m->ntupledata, 2);
  ck_assert_double_eq(m->tuple_objprm[1], 2);
  ck_assert_int_eq(m->tex_data[11], 12);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(lookups_use_the_names_of_the_last_compilation) {
  mjSpec* s = mj_makeSpec();
  mjsBody* b = add_body(world_of(s), "b");
  mjsGeom* g = add_geom(b, "old");
  mj_deleteModel(mj_compile(s, NULL));
  mjs_setName(g->element, "new");
  ck_assert_int_eq(mjs_getId(g->element), 0);
  add_geom(b, "added");
  ck_assert_int_eq(mjs_getId(g->element), -1);
  mj_deleteModel(mj_compile(s, NULL));
  ck_assert_ptr_eq(mjs_findElement(s, mjOBJ_GEOM, "new"), g->element);
  ck_assert_int_eq(mjs_getId(mjs_findElement(s, mjOBJ_GEOM, "added")), 1);

  // compiling leaves what the author wrote
  b->quat[0] = 0;
  b->pos[0] = 7;
  mj_deleteModel(mj_compile(s, NULL));
  ck_assert_double_eq(b->quat[0], 0);
  ck_assert_double_eq(b->pos[0], 7);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(a_copy_knows_the_names_that_were_compiled) {
  mjSpec* s = mj_makeSpec();
  mjsBody* b = add_body(world_of(s), "b");
  mjsGeom* g = add_geom(b, "old");
  mj_deleteModel(mj_compile(s, NULL));
  mjs_setName(g->element, "new");
  mjSpec* copy = mj_copySpec(s);
  mjSpec* both[] = {s, copy};
  for (int i = 0; i < 2; i++) {
    ck_assert_ptr_nonnull(mjs_findElement(both[i], mjOBJ_GEOM, "old"));
    ck_assert_ptr_null(mjs_findElement(both[i], mjOBJ_GEOM, "new"));
    mjsElement* found = mjs_findElement(both[i], mjOBJ_BODY, "b");
    mjsBody* body = mjs_asBody(found);
    add_geom(body, "added");
    ck_assert_ptr_null(mjs_findElement(both[i], mjOBJ_GEOM, "added"));
    // no joint was compiled, so those of now are found
    mjsJoint* j = add_joint(body, "j");
    ck_assert_ptr_eq(mjs_findElement(both[i], mjOBJ_JOINT, "j"), j->element);
    // nor is a compiled geom left
    mjs_delete(both[i], mjs_findElement(both[i], mjOBJ_GEOM, "old"));
    ck_assert_ptr_nonnull(mjs_findElement(both[i], mjOBJ_GEOM, "added"));
  }
  mj_deleteSpec(copy);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(an_unnamed_element_was_compiled_too) {
  mjSpec* s = mj_makeSpec();
  mjsBody* b = add_body(world_of(s), "b");
  mjsGeom* unnamed = add_geom(b, "");
  mj_deleteModel(mj_compile(s, NULL));
  add_geom(b, "added");
  ck_assert_ptr_null(mjs_findElement(s, mjOBJ_GEOM, "added"));
  mjs_delete(s, unnamed->element);
  ck_assert_ptr_nonnull(mjs_findElement(s, mjOBJ_GEOM, "added"));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(a_parsed_spec_attaches_by_reference_like_a_new_one) {
  static const char xml[] =
      "<mujoco><worldbody><body name='x'><joint name='j'/><geom size='1'/></body></worldbody>"
      "<actuator><motor name='m' joint='j'/></actuator></mujoco>";
  mjSpec* s = mj_parseXMLString("<mujoco/>", NULL, NULL, 0);
  mjSpec* child = mj_parseXMLString(xml, NULL, NULL, 0);
  mjsElement* body = mjs_findElement(child, mjOBJ_BODY, "x");
  mjsFrame* f = mjs_addFrame(world_of(s), NULL);
  ck_assert_ptr_eq(mjs_attach(f->element, body, "p_", "_s"), body);
  ck_assert_str_eq(name_of(body), "p_x_s");
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  ck_assert_int_eq(mj_name2id(m, mjOBJ_ACTUATOR, "p_m_s"), 0);
  mj_deleteModel(m);
  ck_assert_ptr_null(mj_compile(child, NULL));
  ck_assert_msg(strstr(mjs_getError(child), "cannot compile child spec") != NULL, "%s",
                mjs_getError(child));
  mj_deleteSpec(child);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(what_is_not_registered_cannot_be_activated) {
  mjSpec* s = mj_makeSpec();
  ck_assert_int_eq(mjs_activatePlugin(s, "no.such"), -1);
  ck_assert_ptr_null(mjs_findSpec(s, "no such model"));
  ck_assert_int_eq(mjs_getId(NULL), -1);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(a_file_name_decides_who_reads_it) {
  char error[500] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  static const char xml[] = "<mujoco model='m'/>";
  mj_addBufferVFS(&vfs, "a.xml", xml, sizeof xml - 1);
  mj_addBufferVFS(&vfs, "a.bin", xml, sizeof xml - 1);
  mjSpec* s = mj_parse("a.xml", NULL, &vfs, error, sizeof error);
  ck_assert_msg(s != NULL, "%s", error);
  ck_assert_str_eq(mjs_getString(s->modelname), "m");
  mj_deleteSpec(s);
  s = mj_parse("a.bin", "text/xml", &vfs, error, sizeof error);
  ck_assert_msg(s != NULL, "%s", error);
  mj_deleteSpec(s);
  ck_assert_ptr_null(mj_parse("none.xml", NULL, &vfs, error, sizeof error));
  ck_assert_msg(strstr(error, "none.xml") != NULL, "%s", error);
  ck_assert_ptr_null(mj_parse(NULL, NULL, &vfs, error, sizeof error));
  mj_deleteVFS(&vfs);
}
END_TEST

RUN_SUITE("interface", an_element_is_cast_to_its_kind_only,
          a_name_is_found_listed_copied_and_deleted, a_name_is_used_once_per_kind,
          user_values_belong_to_one_element, handles_take_values_of_any_length,
          lookups_use_the_names_of_the_last_compilation, a_copy_knows_the_names_that_were_compiled,
          an_unnamed_element_was_compiled_too, a_parsed_spec_attaches_by_reference_like_a_new_one,
          what_is_not_registered_cannot_be_activated, a_file_name_decides_who_reads_it)
