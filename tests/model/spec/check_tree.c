// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Building, walking, naming and deleting. Orders and messages were recorded from the reference.

#include "tests/model/spec/suite.h"

// world { g0 a { g2 a1 { g3 } g5 } b { g4 } g1 }
static mjSpec* small_tree(void) {
  mjSpec* s = mj_makeSpec();
  mjsBody* w = world_of(s);
  add_geom(w, "g0");
  mjsBody* a = add_body(w, "a");
  add_geom(a, "g2");
  mjsBody* a1 = add_body(a, "a1");
  add_geom(a1, "g3");
  mjsBody* b = add_body(w, "b");
  add_geom(b, "g4");
  add_geom(w, "g1");
  add_geom(a, "g5");
  return s;
}

START_TEST(iteration_is_depth_first_with_own_elements_before_those_of_children) {
  mjSpec* s = small_tree();
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world a a1 b");
  ck_assert_str_eq(names_in(s, mjOBJ_GEOM), "g0 g1 g2 g5 g3 g4");
  mjsBody* a = mjs_findBody(s, "a");
  ck_assert_str_eq(names_below(world_of(s), mjOBJ_BODY, 1), "a a1 b");
  ck_assert_str_eq(names_below(world_of(s), mjOBJ_BODY, 0), "a b");
  ck_assert_str_eq(names_below(a, mjOBJ_GEOM, 1), "g2 g5 g3");
  ck_assert_str_eq(names_below(a, mjOBJ_GEOM, 0), "g2 g5");
  ck_assert_str_eq(names_below(world_of(s), mjOBJ_XBODY, 0), "a b");
  ck_assert_ptr_null(mjs_firstElement(s, mjOBJ_SENSOR));
  ck_assert_ptr_null(mjs_firstElement(s, mjOBJ_DEFAULT));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(asking_a_body_for_a_kind_it_cannot_hold_is_an_error) {
  mjSpec* s = mj_makeSpec();
  ck_assert_ptr_null(mjs_firstChild(world_of(s), mjOBJ_SENSOR, 0));
  ck_assert_str_eq(
      mjs_getError(s),
      "Error: Body.NextChild supports the types: body, frame, geom, site, light, camera\n"
      "Element name 'world', id 0");
  mj_deleteSpec(s);
}
END_TEST

START_TEST(tree_elements_have_no_id_before_compilation_and_list_elements_have_their_position) {
  mjSpec* s = small_tree();
  mjsSensor* first = mjs_addSensor(s);
  mjsSensor* second = mjs_addSensor(s);
  ck_assert_int_eq(mjs_getId(world_of(s)->element), 0);
  ck_assert_int_eq(mjs_getId(mjs_findBody(s, "a")->element), -1);
  ck_assert_int_eq(mjs_getId(second->element), 1);
  ck_assert_int_eq(mjs_delete(s, first->element), 0);
  ck_assert_int_eq(mjs_getId(second->element), 0);
  ck_assert_int_eq(mjs_getId(NULL), -1);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(names_are_found_per_kind) {
  mjSpec* s = small_tree();
  ck_assert_str_eq(name_of(mjs_findElement(s, mjOBJ_GEOM, "g3")), "g3");
  ck_assert_ptr_null(mjs_findElement(s, mjOBJ_SITE, "g3"));
  ck_assert_ptr_eq(mjs_findElement(s, mjOBJ_XBODY, "a1"), mjs_findBody(s, "a1")->element);
  ck_assert_ptr_null(mjs_findElement(s, mjOBJ_DOF, "g3"));
  ck_assert_ptr_null(mjs_findBody(s, "nobody"));
  mjsBody* a = mjs_findBody(s, "a");
  ck_assert_str_eq(name_of(mjs_findChild(a, "a1")->element), "a1");
  ck_assert_ptr_eq(mjs_findChild(a, "a"), a);
  ck_assert_ptr_null(mjs_findChild(a, "b"));

  // an empty name finds the first unnamed element
  mjsGeom* unnamed = mjs_addGeom(a, NULL);
  mjs_addGeom(mjs_findBody(s, "b"), NULL);
  ck_assert_ptr_eq(mjs_findElement(s, mjOBJ_GEOM, ""), unnamed->element);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(a_name_used_twice_is_reported_and_kept) {
  mjSpec* s = small_tree();
  mjsBody* b = mjs_findBody(s, "b");
  ck_assert_int_eq(mjs_setName(b->element, "a1"), -1);
  ck_assert_str_eq(mjs_getError(s), "Error: repeated name 'a1' in body");
  ck_assert_int_eq(mjs_isWarning(s), 0);
  ck_assert_str_eq(name_of(b->element), "a1");
  ck_assert_int_eq(mjs_setName(b->element, "world"), -1);
  ck_assert_int_eq(mjs_setName(b->element, "g3"), 0);
  ck_assert_int_eq(mjs_setName(b->element, "g3"), 0);
  mjsExclude* first = mjs_addExclude(s);
  mjsExclude* second = mjs_addExclude(s);
  mjs_setName(first->element, "f");
  ck_assert_int_eq(mjs_setName(second->element, "f"), -1);
  ck_assert_str_eq(mjs_getError(s), "Error: repeated name 'f' in exclude");
  mj_deleteSpec(s);
}
END_TEST

START_TEST(a_thousand_elements_are_found_after_renaming_and_deleting) {
  mjSpec* s = mj_makeSpec();
  char name[32];
  for (int i = 0; i < 1000; i++) {
    snprintf(name, sizeof name, "geom%d", i);
    add_geom(world_of(s), name);
  }
  for (int i = 0; i < 1000; i += 2) {
    snprintf(name, sizeof name, "geom%d", i);
    mjs_delete(s, mjs_findElement(s, mjOBJ_GEOM, name));
  }
  for (int i = 0; i < 1000; i++) {
    snprintf(name, sizeof name, "geom%d", i);
    ck_assert_str_eq(name_of(mjs_findElement(s, mjOBJ_GEOM, name)), i % 2 ? name : "(null)");
  }
  mj_deleteSpec(s);
}
END_TEST

START_TEST(unnamed_meshes_and_textures_go_by_their_file) {
  mjSpec* s = mj_makeSpec();
  mjsMesh* mesh = mjs_addMesh(s, NULL);
  mjs_setString(mesh->file, "dir/foo.stl");
  ck_assert_ptr_eq(mjs_findElement(s, mjOBJ_MESH, "foo"), mesh->element);
  mjs_setName(mesh->element, "bar");
  ck_assert_ptr_null(mjs_findElement(s, mjOBJ_MESH, "foo"));
  mjsTexture* texture = mjs_addTexture(s);
  mjs_setString(texture->file, "dir/foo.png");
  ck_assert_ptr_eq(mjs_findElement(s, mjOBJ_TEXTURE, "foo"), texture->element);
  mjs_setString(mjs_addHField(s)->file, "dir/foo.png");
  ck_assert_ptr_null(mjs_findElement(s, mjOBJ_HFIELD, "foo"));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(frames_belong_to_one_body) {
  mjSpec* s = small_tree();
  mjsFrame* f = add_frame(world_of(s), NULL, "f");
  mjsFrame* inner = add_frame(world_of(s), f, "inner");
  mjsElement* g0 = mjs_findElement(s, mjOBJ_GEOM, "g0");
  mjsElement* g2 = mjs_findElement(s, mjOBJ_GEOM, "g2");
  ck_assert_int_eq(mjs_setFrame(g0, inner), 0);
  ck_assert_ptr_eq(mjs_getFrame(g0), inner);
  ck_assert_ptr_eq(mjs_getFrame(inner->element), f);
  ck_assert_int_eq(mjs_setFrame(g2, f), -1);
  ck_assert_str_eq(mjs_getError(s),
                   "Error: Frame and body 'g2' have mismatched parents\nElement name 'g2', id -1");
  ck_assert_int_eq(mjs_setFrame(g0, NULL), -1);
  ck_assert_ptr_eq(mjs_getFrame(g0), inner);
  ck_assert_int_eq(mjs_setFrame(f->element, inner), -1);
  ck_assert_ptr_eq(mjs_findFrame(s, "inner"), inner);
  ck_assert_str_eq(names_in(s, mjOBJ_FRAME), "f inner");
  ck_assert_str_eq(name_of(mjs_getParent(g2)->element), "a");
  ck_assert_ptr_null(mjs_getParent(world_of(s)->element));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(casts_answer_null_for_other_kinds) {
  mjSpec* s = small_tree();
  mjsElement* g = mjs_findElement(s, mjOBJ_GEOM, "g0");
  ck_assert_ptr_eq(mjs_asGeom(g)->element, g);
  ck_assert_ptr_null(mjs_asBody(g));
  ck_assert_ptr_null(mjs_asGeom(NULL));
  ck_assert_ptr_eq(mjs_getSpec(g), s);
  ck_assert_ptr_eq(mjs_getSpec(s->element), s);
  ck_assert_ptr_eq(mjs_getCompiler(g), &s->compiler);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(deleting_a_body_takes_what_refers_to_its_content_and_leaves_the_rest) {
  mjSpec* s = mj_makeSpec();
  mjsBody* b = add_body(world_of(s), "b");
  add_joint(b, "j");
  add_geom(b, "g");
  add_joint(add_body(b, "c"), "jc");
  mjsBody* o = add_body(world_of(s), "o");
  add_joint(o, "jo");
  add_geom(o, "go");
  const char* targets[3] = {"jc", "jo", "nosuch"};
  const char* names[3] = {"gone", "kept", "dangling"};
  for (int i = 0; i < 3; i++) {
    mjsActuator* a = mjs_addActuator(s, NULL);
    a->trntype = mjTRN_JOINT;
    mjs_setString(a->target, targets[i]);
    mjs_setName(a->element, names[i]);
  }
  mjsSensor* clock = mjs_addSensor(s);
  clock->type = mjSENS_CLOCK;
  mjs_setName(clock->element, "clock");
  mjsSensor* force = mjs_addSensor(s);
  force->type = mjSENS_ACTUATORFRC;
  force->objtype = mjOBJ_ACTUATOR;
  mjs_setString(force->objname, "gone");
  mjsPair* pair = mjs_addPair(s, NULL);
  mjs_setString(pair->geomname1, "g");
  mjs_setString(pair->geomname2, "go");
  mjsTendon* tendon = mjs_addTendon(s, NULL);
  mjs_wrapJoint(tendon, "j", 1);
  mjs_wrapJoint(tendon, "jo", 1);
  mjsTuple* tuple = mjs_addTuple(s);
  int type = mjOBJ_BODY;
  mjs_setInt(tuple->objtype, &type, 1);
  mjs_setStringVec(tuple->objname, "b");
  mjs_setName(tuple->element, "tuple");

  ck_assert_int_eq(mjs_delete(s, b->element), 0);
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world o");
  ck_assert_str_eq(names_in(s, mjOBJ_ACTUATOR), "kept dangling");
  ck_assert_str_eq(names_in(s, mjOBJ_SENSOR), "clock");
  ck_assert_ptr_null(mjs_firstElement(s, mjOBJ_PAIR));
  ck_assert_ptr_null(mjs_firstElement(s, mjOBJ_TENDON));
  ck_assert_str_eq(names_in(s, mjOBJ_TUPLE), "tuple");
  mj_deleteSpec(s);
}
END_TEST

START_TEST(deleting_what_is_not_there_is_an_error) {
  mjSpec* s = mj_makeSpec();
  mjSpec* other = mj_makeSpec();
  ck_assert_int_eq(mjs_delete(s, NULL), -1);
  ck_assert_str_eq(mjs_getError(s), "Error: Element is null.");
  ck_assert_int_eq(mjs_delete(s, add_body(world_of(other), "x")->element), -1);
  ck_assert_str_eq(mjs_getError(s), "Error: element is not in this model");
  ck_assert_int_eq(mjs_delete(s, mjs_getSpecDefault(s)->geom->element), -1);
  mj_deleteSpec(s);
  mj_deleteSpec(other);
}
END_TEST

START_TEST(a_body_becomes_a_frame_with_its_pose_and_content) {
  mjSpec* s = mj_makeSpec();
  mjsBody* b = add_body(world_of(s), "b");
  mjsBody* x = add_body(b, "x");
  x->pos[0] = 1;
  x->alt.type = mjORIENTATION_EULER;
  x->alt.euler[2] = 90;
  add_body(x, "c");
  mjsFrame* f = add_frame(x, NULL, "f");
  add_geom(x, "g");
  mjs_setFrame(add_geom(x, "h")->element, f);
  add_geom(b, "last");
  add_body(b, "lastb");
  mjsFrame* frame = mjs_bodyToFrame(&x);
  ck_assert_ptr_null(x);
  ck_assert_double_eq(frame->pos[0], 1);
  ck_assert_int_eq(frame->alt.type, mjORIENTATION_EULER);
  ck_assert_str_eq(names_below(b, mjOBJ_GEOM, 0), "last g h");
  ck_assert_str_eq(names_below(b, mjOBJ_BODY, 0), "lastb c");
  ck_assert_ptr_eq(mjs_getFrame(mjs_findElement(s, mjOBJ_GEOM, "g")), frame);
  ck_assert_ptr_eq(mjs_getFrame(mjs_findElement(s, mjOBJ_GEOM, "h")), f);
  ck_assert_ptr_eq(mjs_getFrame(f->element), frame);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(tendon_paths_remember_their_entries) {
  mjSpec* s = mj_makeSpec();
  mjsBody* b = add_body(world_of(s), "b");
  add_joint(b, "j");
  add_site(b, "s");
  add_geom(b, "g");
  mjsTendon* t = mjs_addTendon(s, NULL);
  mjs_wrapSite(t, "s");
  mjs_wrapGeom(t, "g", "s");
  mjs_wrapPulley(t, 2);
  mjs_wrapJoint(t, "j", 3);
  ck_assert_int_eq(mjs_getWrapNum(t), 4);
  ck_assert_str_eq(name_of(mjs_getWrapTarget(mjs_getWrap(t, 0))), "s");
  ck_assert_int_eq(mjs_getWrap(t, 1)->type, mjWRAP_SPHERE);
  ck_assert_str_eq(name_of(mjs_getWrapSideSite(mjs_getWrap(t, 1))->element), "s");
  ck_assert_ptr_null(mjs_getWrapSideSite(mjs_getWrap(t, 0)));
  ck_assert_ptr_null(mjs_getWrapTarget(mjs_getWrap(t, 2)));
  ck_assert_double_eq(mjs_getWrapDivisor(mjs_getWrap(t, 2)), 2);
  ck_assert_double_eq(mjs_getWrapCoef(mjs_getWrap(t, 3)), 3);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(sensor_dimensions_follow_type_and_parameters) {
  static const int dims[49] = {1, 3, 3, 3, 3, 3, 3, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1,
                               1, 4, 3, 1, 1, 1, 1, 1, 1, 3, 4, 3, 3, 3, 3, 3, 3,
                               3, 3, 3, 3, 1, 1, 3, 6, 8, 1, 1, 1, 0, 0, 7};
  mjSpec* s = mj_makeSpec();
  mjsSensor* sensor = mjs_addSensor(s);
  for (int type = 0; type < 49; type++) {
    sensor->type = (mjtSensor)type;
    sensor->dim = 7;
    sensor->intprm[0] = type == mjSENS_RANGEFINDER ? 3 : 5;
    sensor->intprm[2] = 2;
    ck_assert_msg(mjs_sensorDim(sensor) == dims[type], "type %d: %d", type, mjs_sensorDim(sensor));
  }
  mjsCamera* camera = mjs_addCamera(world_of(s), NULL);
  mjs_setName(camera->element, "c");
  camera->resolution[0] = 4;
  camera->resolution[1] = 3;
  sensor->type = mjSENS_RANGEFINDER;
  sensor->objtype = mjOBJ_CAMERA;
  mjs_setString(sensor->objname, "c");
  sensor->intprm[0] = 63;
  ck_assert_int_eq(mjs_sensorDim(sensor), 168);
  mj_deleteSpec(s);
}
END_TEST

static int cleanups = 0;
static void count_cleanup(const void* data) {
  (void)data;
  cleanups++;
}

START_TEST(user_values_are_cleaned_up_once) {
  mjSpec* s = mj_makeSpec();
  int x = 0, y = 0;
  mjsElement* w = world_of(s)->element;
  mjs_setUserValueWithCleanup(w, "k", &x, count_cleanup);
  ck_assert_ptr_eq(mjs_getUserValue(w, "k"), &x);
  mjs_setUserValueWithCleanup(w, "k", &y, count_cleanup);
  ck_assert_int_eq(cleanups, 1);
  ck_assert_ptr_eq(mjs_getUserValue(w, "k"), &y);
  mjs_deleteUserValue(w, "k");
  mjs_deleteUserValue(w, "k");
  ck_assert_int_eq(cleanups, 2);
  ck_assert_ptr_null(mjs_getUserValue(w, "k"));
  mjs_setUserValueWithCleanup(w, "other", &x, count_cleanup);
  mj_deleteSpec(s);
  ck_assert_int_eq(cleanups, 3);
}
END_TEST

START_TEST(a_copied_spec_is_equal_and_independent) {
  mjSpec* s = small_tree();
  mjsDefault* c = mjs_addDefault(s, "c", NULL);
  mjs_addGeom(mjs_findBody(s, "a1"), c);
  mjsFrame* f = add_frame(world_of(s), NULL, "f");
  mjs_setFrame(mjs_findElement(s, mjOBJ_BODY, "b"), f);
  mjs_wrapSite(mjs_addTendon(s, NULL), "x");
  s->option.timestep = 0.5;
  mjs_setString(s->modelname, "original");
  mjSpec* k = mj_copySpec(s);
  mj_deleteSpec(s);
  ck_assert_str_eq(mjs_getString(k->modelname), "original");
  ck_assert_double_eq(k->option.timestep, 0.5);
  ck_assert_str_eq(names_in(k, mjOBJ_BODY), "world a a1 b");
  ck_assert_str_eq(names_in(k, mjOBJ_GEOM), "g0 g1 g2 g5 g3  g4");
  mjsElement* b = mjs_findElement(k, mjOBJ_BODY, "b");
  ck_assert_str_eq(name_of(mjs_getFrame(b)->element), "f");
  ck_assert_ptr_eq(mjs_getSpec(b), k);
  ck_assert_ptr_eq(mjs_getCompiler(b), &k->compiler);
  ck_assert_ptr_eq(mjs_getDefault(mjs_findElement(k, mjOBJ_GEOM, "")), mjs_findDefault(k, "c"));
  ck_assert_int_eq(mjs_getWrapNum(mjs_asTendon(mjs_firstElement(k, mjOBJ_TENDON))), 1);
  ck_assert_int_eq(mjs_getId(b), 3);
  mj_deleteSpec(k);
  mj_deleteSpec(NULL);
}
END_TEST

START_TEST(string_lists_split_at_white_space_and_have_bounds) {
  mjSpec* s = mj_makeSpec();
  mjsMaterial* m = mjs_addMaterial(s, NULL);
  ck_assert_int_eq(mjs_setInStringVec(m->textures, mjNTEXROLE - 1, "t"), 1);
  mjsTexture* t = mjs_addTexture(s);
  ck_assert_int_eq(mjs_setInStringVec(t->cubefiles, 5, "t"), 1);
  mjsTuple* tuple = mjs_addTuple(s);
  mjs_setStringVec(tuple->objname, "  a b\tc\n d ");
  ck_assert_int_eq(mjs_setInStringVec(tuple->objname, 3, "z"), 1);
  double values[3] = {1, 2, 3};
  int n;
  mjs_setDouble(tuple->objprm, values, 3);
  ck_assert_double_eq(mjs_getDouble(tuple->objprm, &n)[2], 3);
  ck_assert_int_eq(n, 3);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(unknown_built_in_meshes_are_refused_with_a_sentence) {
  mjSpec* s = mj_makeSpec();
  mjsMesh* m = mjs_addMesh(s, NULL);
  double params[1] = {1};
  ck_assert_int_eq(mjs_makeMesh(m, mjMESH_BUILTIN_NONE, params, 1), 1);
  ck_assert_str_eq(mjs_getError(s), "Error: Unsupported mesh type");
  ck_assert_int_eq(mjs_makeMesh(m, mjMESH_BUILTIN_SPHERE, params, 1), 0);
  mj_deleteSpec(s);
}
END_TEST

// a program may still hold what it has deleted, or what was in it
START_TEST(deleted_elements_are_read_and_written_without_effect) {
  mjSpec* s = mj_makeSpec();
  mjsBody* b = add_body(world_of(s), "b");
  mjsBody* inner = add_body(b, "inner");
  mjsGeom* g = add_geom(inner, "g");
  mjsTendon* t = mjs_addTendon(s, NULL);
  mjs_setName(t->element, "t");
  mjs_wrapSite(t, "none");
  mjsKey* key = mjs_addKey(s);
  mjs_setName(key->element, "k");
  mjsDefault* def = mjs_addDefault(s, "class", NULL);
  ck_assert_int_eq(mjs_delete(s, t->element), 0);
  ck_assert_int_eq(mjs_delete(s, def->element), 0);
  ck_assert_int_eq(mjs_delete(s, b->element), 0);

  mjs_setName(g->element, "a name that is too long for any string that has room for it inside");
  mjs_setName(inner->element, "again");
  g->size[0] = 7;
  ck_assert(mjs_getParent(g->element) == inner && mjs_getParent(inner->element) == b);
  ck_assert_ptr_eq(mjs_getSpec(g->element), s);
  ck_assert_int_eq(mjs_getId(g->element), -1);
  ck_assert_str_eq(name_of(key->element), "k");
  ck_assert_ptr_nonnull(mjs_wrapSite(t, "other"));
  ck_assert_int_eq(mjs_getWrapNum(t), 2);
  def->geom->size[0] = 3;

  // what is added goes the same way
  mjsBody* added = add_body(inner, "added");
  add_geom(added, "added");
  add_frame(b, NULL, "frame");
  ck_assert_ptr_nonnull(mjs_addGeom(inner, def));
  ck_assert_str_eq(names_below(inner, mjOBJ_GEOM, 1),
                   "a name that is too long for any string that has room for it inside  added");
  ck_assert_ptr_null(mjs_findElement(s, mjOBJ_BODY, "added"));
  ck_assert_ptr_null(mjs_findElement(s, mjOBJ_GEOM, "added"));
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world");

  // names are free again, and classes are those that are there
  mjsBody* second = add_body(world_of(s), "b");
  mjs_setDefault(add_geom(second, "added")->element, def);
  ck_assert_ptr_eq(mjs_getDefault(mjs_firstChild(second, mjOBJ_GEOM, 0)), mjs_getSpecDefault(s));
  ck_assert_ptr_nonnull(mjs_addDefault(s, "heir", def));
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  ck_assert_int_eq(m->nbody, 2);
  ck_assert_int_eq(m->ngeom, 1);
  ck_assert_int_eq(m->ntendon, 0);
  mj_deleteModel(m);
  mjSpec* copy = mj_copySpec(s);
  mj_deleteSpec(s);
  ck_assert_str_eq(names_in(copy, mjOBJ_GEOM), "added");
  mj_deleteSpec(copy);
}
END_TEST

static void expect_refused(mjSpec* s, int failed, const char* message) {
  ck_assert(failed);
  ck_assert_str_eq(mjs_getError(s), message);
}

START_TEST(what_was_deleted_is_not_deleted_or_attached_again) {
  mjSpec* s = mj_makeSpec();
  mjsBody* b = add_body(world_of(s), "b");
  mjsGeom* g = add_geom(b, "g");
  mjsFrame* f = add_frame(b, NULL, "f");
  mjsFrame* outside = add_frame(world_of(s), NULL, "outside");
  mjsDefault* def = mjs_addDefault(s, "class", NULL);
  mjs_delete(s, def->element);
  expect_refused(s, mjs_delete(s, def->element), "Error: default 'class' was deleted before");
  mjs_delete(s, b->element);
  expect_refused(s, mjs_delete(s, b->element), "Error: body 'b' was deleted before");
  expect_refused(s, mjs_delete(s, g->element), "Error: geom 'g' was deleted before");
  expect_refused(s, mjs_delete(s, f->element), "Error: frame 'f' was deleted before");
  expect_refused(s, !mjs_attach(outside->element, b->element, "", "x"),
                 "Error: body 'b' was deleted");
  expect_refused(s, !mjs_attach(f->element, outside->element, "", "x"),
                 "Error: frame 'f' was deleted");
  mjsBody* again = b;
  ck_assert_ptr_null(mjs_bodyToFrame(&again));
  ck_assert_ptr_nonnull(strstr(mjs_getError(s), "a body that was deleted cannot become a frame"));
  mj_deleteSpec(s);
}
END_TEST

RUN_SUITE("tree", deleted_elements_are_read_and_written_without_effect,
          what_was_deleted_is_not_deleted_or_attached_again,
          iteration_is_depth_first_with_own_elements_before_those_of_children,
          asking_a_body_for_a_kind_it_cannot_hold_is_an_error,
          tree_elements_have_no_id_before_compilation_and_list_elements_have_their_position,
          names_are_found_per_kind, a_name_used_twice_is_reported_and_kept,
          a_thousand_elements_are_found_after_renaming_and_deleting,
          unnamed_meshes_and_textures_go_by_their_file, frames_belong_to_one_body,
          casts_answer_null_for_other_kinds,
          deleting_a_body_takes_what_refers_to_its_content_and_leaves_the_rest,
          deleting_what_is_not_there_is_an_error, a_body_becomes_a_frame_with_its_pose_and_content,
          tendon_paths_remember_their_entries, sensor_dimensions_follow_type_and_parameters,
          user_values_are_cleaned_up_once, a_copied_spec_is_equal_and_independent,
          string_lists_split_at_white_space_and_have_bounds,
          unknown_built_in_meshes_are_refused_with_a_sentence)
