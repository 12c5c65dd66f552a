// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Attaching: what goes along, how it is named, who owns it. Expected lists and names were recorded
// from the reference.

#include "tests/model/spec/suite.h"

// red class; frame fr { b(red) { j g s b2 { g2 } } }; loose geom wg; one element of several list
// kinds; a key
static mjSpec* kid(void) {
  mjSpec* c = mj_makeSpec();
  mjs_setString(c->modelname, "kid");
  mjsBody* w = world_of(c);
  mjsDefault* red = mjs_addDefault(c, "red", NULL);
  red->geom->rgba[0] = 1;
  mjsFrame* f = add_frame(w, NULL, "fr");
  mjsBody* b = mjs_addBody(w, red);
  mjs_setName(b->element, "b");
  mjs_setFrame(b->element, f);
  add_joint(b, "j");
  mjs_setString(add_geom(b, "g")->material, "mat");
  add_site(b, "s");
  add_geom(w, "wg");
  add_geom(add_body(b, "b2"), "g2");
  mjs_setName(mjs_addMaterial(c, NULL)->element, "mat");
  mjsActuator* a = mjs_addActuator(c, NULL);
  mjs_setName(a->element, "act");
  a->trntype = mjTRN_JOINT;
  mjs_setString(a->target, "j");
  mjsSensor* sensor = mjs_addSensor(c);
  sensor->type = mjSENS_JOINTPOS;
  sensor->objtype = mjOBJ_JOINT;
  mjs_setString(sensor->objname, "j");
  mjs_setName(sensor->element, "sen");
  mjsSensor* clock = mjs_addSensor(c);
  clock->type = mjSENS_CLOCK;
  mjs_setName(clock->element, "clock");
  mjsExclude* exclude = mjs_addExclude(c);
  mjs_setString(exclude->bodyname1, "world");
  mjs_setString(exclude->bodyname2, "b2");
  mjs_setName(exclude->element, "ex");
  mjs_setName(mjs_addNumeric(c)->element, "num");
  return c;
}

static void check_lists(mjSpec* s) {
  ck_assert_str_eq(names_in(s, mjOBJ_MATERIAL), "p-mat-s");
  ck_assert_str_eq(names_in(s, mjOBJ_EXCLUDE), "p-ex-s");
  ck_assert_str_eq(names_in(s, mjOBJ_ACTUATOR), "p-act-s");
  ck_assert_str_eq(names_in(s, mjOBJ_SENSOR), "p-sen-s p-clock-s");
  ck_assert_str_eq(names_in(s, mjOBJ_NUMERIC), "p-num-s");
}

START_TEST(a_copied_body_brings_its_subtree_assets_and_references) {
  mjSpec* s = mj_makeSpec();
  mjs_setDeepCopy(s, 1);
  mjSpec* c = kid();
  mjsBody* source = mjs_findBody(c, "b");
  mjsFrame* pf = add_frame(world_of(s), NULL, "pf");
  mjsElement* r = mjs_attach(pf->element, source->element, "p-", "-s");
  ck_assert_ptr_nonnull(r);
  ck_assert_ptr_ne(r, source->element);
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world p-b-s p-b2-s");
  ck_assert_str_eq(names_in(s, mjOBJ_GEOM), "p-g-s p-g2-s");
  ck_assert_ptr_eq(mjs_getFrame(r), pf);
  check_lists(s);

  // references, classes and settings follow
  ck_assert_str_eq(mjs_getString(mjs_asGeom(mjs_findElement(s, mjOBJ_GEOM, "p-g-s"))->material),
                   "p-mat-s");
  ck_assert_str_eq(mjs_getString(mjs_asActuator(mjs_firstElement(s, mjOBJ_ACTUATOR))->target),
                   "p-j-s");
  mjsExclude* exclude = mjs_asExclude(mjs_firstElement(s, mjOBJ_EXCLUDE));
  ck_assert_str_eq(mjs_getString(exclude->bodyname1), "world");
  ck_assert_str_eq(mjs_getString(exclude->bodyname2), "p-b2-s");
  ck_assert_str_eq(mjs_getString(mjs_asBody(r)->childclass), "p-red-s");
  ck_assert_ptr_nonnull(mjs_findDefault(s, "p-main-s"));
  ck_assert_ptr_eq(mjs_getDefault(mjs_findElement(s, mjOBJ_GEOM, "p-g-s")),
                   mjs_findDefault(s, "p-red-s"));
  ck_assert_ptr_eq(mjs_getCompiler(r), &c->compiler);
  ck_assert_ptr_eq(mjs_getSpec(r), s);
  ck_assert_ptr_eq(mjs_findSpec(s, "kid"), c);
  ck_assert_int_eq(mjs_getId(r), 1);

  // the source is untouched and may go first
  ck_assert_str_eq(names_in(c, mjOBJ_BODY), "world b b2");
  ck_assert_str_eq(names_in(c, mjOBJ_MATERIAL), "mat");
  mj_deleteSpec(c);
  ck_assert_int_eq(mjs_getCompiler(r)->degree, 1);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(a_shared_body_is_the_same_element_in_the_other_spec) {
  mjSpec* s = mj_makeSpec();
  mjSpec* c = kid();
  mjsBody* source = mjs_findBody(c, "b");
  mjsElement* r =
      mjs_attach(add_frame(world_of(s), NULL, "pf")->element, source->element, "p-", "-s");
  ck_assert_ptr_eq(r, source->element);
  ck_assert_str_eq(name_of(r), "p-b-s");
  ck_assert_ptr_eq(mjs_getSpec(r), s);
  ck_assert_ptr_eq(mjs_getCompiler(r), &c->compiler);
  check_lists(s);

  // the other spec still shows it, and keeps its assets for what it may still attach
  ck_assert_str_eq(names_in(c, mjOBJ_BODY), "world p-b-s p-b2-s");
  ck_assert_str_eq(names_in(c, mjOBJ_ACTUATOR), "p-act-s");
  ck_assert_str_eq(names_in(c, mjOBJ_MATERIAL), "p-mat-s");
  ck_assert_str_eq(names_in(c, mjOBJ_NUMERIC), "p-num-s");
  ck_assert_ptr_eq(mjs_findBody(c, "p-b2-s"), mjs_findBody(s, "p-b2-s"));
  ck_assert_ptr_nonnull(mjs_findElement(c, mjOBJ_MATERIAL, "mat"));

  // what is added to the body later appears in the parent, whose names it must respect
  mjsGeom* late = add_geom(source, "late");
  ck_assert_ptr_eq(mjs_getSpec(late->element), s);
  ck_assert_int_eq(mjs_setName(late->element, "p-g-s"), -1);
  mj_deleteSpec(c);
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world p-b-s p-b2-s");
  mj_deleteSpec(s);
}
END_TEST

START_TEST(a_shared_body_survives_the_deletion_of_the_parent) {
  mjSpec* s = mj_makeSpec();
  mjSpec* c = kid();
  mjsBody* b = mjs_findBody(c, "b");
  mjs_attach(add_frame(world_of(s), NULL, "pf")->element, b->element, "p-", "");
  mj_deleteSpec(s);
  ck_assert_str_eq(name_of(b->element), "p-b");
  ck_assert_ptr_eq(mjs_getSpec(b->element), c);
  ck_assert_str_eq(names_in(c, mjOBJ_BODY), "world p-b p-b2");
  ck_assert_str_eq(name_of(mjs_getParent(b->element)->element), "world");
  mj_deleteSpec(c);
}
END_TEST

START_TEST(a_whole_spec_is_wrapped_in_a_frame) {
  for (int deep = 0; deep < 2; deep++) {
    mjSpec* s = mj_makeSpec();
    mjs_setDeepCopy(s, deep);
    mjSpec* c = kid();
    mjsElement* r = mjs_attach(world_of(s)->element, c->element, "p-", "-s");
    ck_assert_int_eq(r->elemtype, mjOBJ_FRAME);
    ck_assert_str_eq(name_of(r), "");
    ck_assert_str_eq(names_in(s, mjOBJ_FRAME), "p-fr-s");
    ck_assert_ptr_eq(mjs_getFrame(mjs_findElement(s, mjOBJ_GEOM, "p-wg-s"))->element, r);
    ck_assert_ptr_eq(mjs_getFrame(mjs_findElement(s, mjOBJ_FRAME, "p-fr-s"))->element, r);
    ck_assert_str_eq(name_of(mjs_getFrame(mjs_findElement(s, mjOBJ_BODY, "p-b-s"))->element),
                     "p-fr-s");
    mj_deleteSpec(s);
    mj_deleteSpec(c);
  }
}
END_TEST

START_TEST(a_frame_brings_exactly_what_it_encloses) {
  mjSpec* s = mj_makeSpec();
  mjs_setDeepCopy(s, 1);
  mjSpec* c = mj_makeSpec();
  mjsBody* w = world_of(c);
  mjsFrame* f = add_frame(w, NULL, "f");
  mjsFrame* g = add_frame(w, f, "g");
  mjs_setFrame(add_geom(w, "inner")->element, g);
  add_geom(w, "outside");
  mjs_setFrame(add_body(w, "b")->element, f);
  ck_assert_ptr_nonnull(mjs_attach(world_of(s)->element, f->element, "p-", ""));
  ck_assert_str_eq(names_in(s, mjOBJ_FRAME), "p-f p-g");
  ck_assert_str_eq(names_in(s, mjOBJ_GEOM), "p-inner");
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world p-b");
  mjsFrame* copy = mjs_findFrame(s, "p-g");
  ck_assert_ptr_eq(mjs_getFrame(mjs_findElement(s, mjOBJ_GEOM, "p-inner")), copy);
  ck_assert_str_eq(name_of(mjs_getFrame(copy->element)->element), "p-f");
  mj_deleteSpec(s);
  mj_deleteSpec(c);
}
END_TEST

START_TEST(a_site_receives_in_a_frame_of_its_pose) {
  mjSpec* s = mj_makeSpec();
  mjSpec* c = kid();
  mjsBody* pb = add_body(world_of(s), "pb");
  mjsSite* site = add_site(pb, "ps");
  site->pos[0] = 2;
  site->alt.type = mjORIENTATION_EULER;
  site->alt.euler[0] = 90;
  mjsElement* r = mjs_attach(site->element, mjs_findBody(c, "b")->element, "p-", "");
  mjsFrame* frame = mjs_getFrame(r);
  ck_assert_double_eq(frame->pos[0], 2);
  ck_assert_double_eq_tol(frame->quat[1], 0.70710678118654757, 1e-15);
  ck_assert_int_eq(frame->alt.type, mjORIENTATION_QUAT);
  ck_assert_ptr_eq(mjs_getParent(r), pb);
  mj_deleteSpec(s);
  mj_deleteSpec(c);
}
END_TEST

START_TEST(wrong_pairs_of_parent_and_child_are_refused) {
  mjSpec* s = mj_makeSpec();
  mjSpec* c = kid();
  mjsElement* b = mjs_findBody(c, "b")->element;
  mjsElement* g = mjs_findElement(c, mjOBJ_GEOM, "g");
  mjsElement* w = world_of(s)->element;
  ck_assert_ptr_null(mjs_attach(w, b, "", ""));
  ck_assert_str_eq(mjs_getError(s), "Error: child element is not a frame");
  ck_assert_ptr_null(mjs_attach(add_frame(world_of(s), NULL, "f")->element, g, "", ""));
  ck_assert_str_eq(mjs_getError(s), "Error: child element is not a body or frame");
  ck_assert_ptr_null(mjs_attach(add_geom(world_of(s), "x")->element, b, "", ""));
  ck_assert_str_eq(mjs_getError(s), "Error: parent element is not a frame, body or site");
  mj_deleteSpec(s);
  mj_deleteSpec(c);
}
END_TEST

START_TEST(asset_names_must_be_free) {
  mjSpec* s = mj_makeSpec();
  mjs_setDeepCopy(s, 1);
  mjSpec* c = kid();
  mjsElement* frame = add_frame(world_of(s), NULL, "f")->element;
  mjsElement* b = mjs_findBody(c, "b")->element;
  ck_assert_ptr_nonnull(mjs_attach(frame, b, "p-", ""));
  ck_assert_ptr_nonnull(mjs_attach(frame, b, "q-", ""));
  ck_assert_ptr_null(mjs_attach(frame, b, "p-", ""));
  ck_assert_str_eq(mjs_getError(s), "Error: repeated name 'p-mat' in material");
  ck_assert_str_eq(names_in(s, mjOBJ_MATERIAL), "p-mat q-mat");
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world p-b p-b2 q-b q-b2");
  mj_deleteSpec(s);
  mj_deleteSpec(c);
}
END_TEST

START_TEST(references_to_outside_objects_decide_what_goes_along) {
  mjSpec* s = mj_makeSpec();
  mjs_setDeepCopy(s, 1);
  add_body(world_of(s), "keep");
  mjSpec* c = mj_makeSpec();
  mjsBody* b = add_body(world_of(c), "b");
  add_joint(b, "j");
  mjsBody* keep = add_body(world_of(c), "keep");
  add_joint(keep, "jk");
  mjsExclude* e = mjs_addExclude(c);
  mjs_setString(e->bodyname1, "b");
  mjs_setString(e->bodyname2, "keep");
  static const char* const second[3] = {"", "keep", "world"};
  static const char* const welds[3] = {"alone", "to_keep", "to_world"};
  for (int i = 0; i < 3; i++) {
    mjsEquality* weld = mjs_addEquality(c, NULL);
    weld->type = mjEQ_WELD;
    weld->objtype = mjOBJ_BODY;
    mjs_setString(weld->name1, "b");
    mjs_setString(weld->name2, second[i]);
    mjs_setName(weld->element, welds[i]);
  }
  mjsTendon* tendon = mjs_addTendon(c, NULL);
  mjs_wrapJoint(tendon, "j", 1);
  mjs_wrapJoint(tendon, "jk", 1);
  mjsSensor* relative = mjs_addSensor(c);
  relative->type = mjSENS_FRAMEPOS;
  relative->objtype = relative->reftype = mjOBJ_BODY;
  mjs_setString(relative->objname, "b");
  mjs_setString(relative->refname, "keep");
  mjs_setName(relative->element, "relative");
  mjsSensor* outside = mjs_addSensor(c);
  outside->type = mjSENS_FRAMEPOS;
  outside->objtype = mjOBJ_BODY;
  mjs_setString(outside->objname, "keep");
  mjsTuple* tuple = mjs_addTuple(c);
  int types[2] = {mjOBJ_BODY, mjOBJ_BODY};
  mjs_setInt(tuple->objtype, types, 2);
  mjs_setStringVec(tuple->objname, "b keep");

  mjs_attach(add_frame(world_of(s), NULL, "f")->element, b->element, "p-", "");
  e = mjs_asExclude(mjs_firstElement(s, mjOBJ_EXCLUDE));
  ck_assert_str_eq(mjs_getString(e->bodyname1), "p-b");
  ck_assert_str_eq(mjs_getString(e->bodyname2), "keep");
  ck_assert_str_eq(names_in(s, mjOBJ_EQUALITY), "p-alone");
  ck_assert_str_eq(names_in(s, mjOBJ_SENSOR), "p-relative");
  ck_assert_ptr_null(mjs_firstElement(s, mjOBJ_TENDON));
  ck_assert_ptr_null(mjs_firstElement(s, mjOBJ_TUPLE));
  mj_deleteSpec(s);
  mj_deleteSpec(c);
}
END_TEST

START_TEST(attaching_to_itself_copies_and_repeats_what_refers_inside) {
  mjSpec* s = mj_makeSpec();
  mjsMaterial* m = mjs_addMaterial(s, NULL);
  mjs_setName(m->element, "m");
  mjsSensor* clock = mjs_addSensor(s);
  clock->type = mjSENS_CLOCK;
  mjs_setName(clock->element, "cl");
  mjsBody* template_body = add_body(world_of(s), "t");
  add_joint(template_body, "j");
  mjs_setString(add_geom(template_body, "g")->material, "m");
  mjsCamera* camera = mjs_addCamera(template_body, NULL);
  mjs_setName(camera->element, "c");
  mjs_setString(camera->targetbody, "world");
  mjsActuator* a = mjs_addActuator(s, NULL);
  a->trntype = mjTRN_JOINT;
  mjs_setString(a->target, "j");
  mjs_setName(a->element, "a");
  for (int i = 0; i < 2; i++) {
    mjsElement* r = mjs_attach(mjs_addFrame(world_of(s), NULL)->element, template_body->element, "",
                               i ? "1" : "0");
    ck_assert_ptr_ne(r, template_body->element);
  }
  ck_assert_int_eq(mjs_delete(s, template_body->element), 0);
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world t0 t1");
  ck_assert_str_eq(names_in(s, mjOBJ_ACTUATOR), "a0 a1");
  ck_assert_str_eq(names_in(s, mjOBJ_SENSOR), "cl cl0 cl1 cl01");
  ck_assert_str_eq(names_in(s, mjOBJ_MATERIAL), "m");
  ck_assert_str_eq(mjs_getString(mjs_asGeom(mjs_findElement(s, mjOBJ_GEOM, "g1"))->material), "m");
  ck_assert_str_eq(mjs_getString(mjs_asCamera(mjs_findElement(s, mjOBJ_CAMERA, "c1"))->targetbody),
                   "world1");
  mj_deleteSpec(s);
}
END_TEST

START_TEST(specs_that_attach_each_other_are_freed) {
  mjSpec* a = mj_makeSpec();
  mjSpec* b = mj_makeSpec();
  mjs_setDeepCopy(a, 1);
  mjs_setDeepCopy(b, 1);
  a->compiler.degree = 0;
  mjsBody* in_a = add_body(world_of(a), "a");
  mjsBody* in_b = add_body(world_of(b), "b");
  mjs_attach(add_frame(world_of(b), NULL, "f")->element, in_a->element, "x-", "");
  mjsElement* r = mjs_attach(add_frame(world_of(a), NULL, "f")->element, in_b->element, "y-", "");
  mj_deleteSpec(b);
  ck_assert_int_eq(mjs_getCompiler(r)->degree, 1);
  ck_assert_str_eq(names_in(a, mjOBJ_BODY), "world a y-b");
  mj_deleteSpec(a);
}
END_TEST

START_TEST(a_key_of_the_wrong_size_stops_the_attachment) {
  mjSpec* s = mj_makeSpec();
  mjs_setDeepCopy(s, 1);
  mjSpec* c = kid();
  mjsKey* key = mjs_addKey(c);
  mjs_setName(key->element, "k");
  double q[2] = {1, 2};
  mjs_setDouble(key->qpos, q, 2);
  mjsElement* frame = add_frame(world_of(s), NULL, "f")->element;
  ck_assert_ptr_null(mjs_attach(frame, mjs_findBody(c, "b")->element, "p-", ""));
  ck_assert_str_eq(mjs_getError(s),
                   "Error: Keyframe 'k' has invalid qpos size, got 2, should be 1");
  mjs_setDouble(key->qpos, q, 1);
  mjs_setDouble(key->ctrl, q, 2);
  ck_assert_ptr_null(mjs_attach(frame, mjs_findBody(c, "b")->element, "p-", ""));
  ck_assert_str_eq(mjs_getError(s), "Error: Keyframe k has invalid ctrl size, got 2, should be 1");
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world");
  mj_deleteSpec(s);
  mj_deleteSpec(c);
}
END_TEST

// the content of a shared spec is in the first place; what is left of it can be attached, but when
// nothing is left that is said, and the keys stay as they are
START_TEST(the_content_of_a_spec_is_attached_once) {
  mjSpec* s = mj_makeSpec();
  mjSpec* c = mj_makeSpec();
  mjsBody* body = add_body(world_of(c), "a");
  add_joint(body, "j");
  add_geom(body, "g");
  mjsKey* key = mjs_addKey(c);
  mjs_setName(key->element, "k");
  const double qpos = 0.5;
  mjs_setDouble(key->qpos, &qpos, 1);
  mjsFrame* f = add_frame(world_of(s), NULL, "f");
  ck_assert_ptr_nonnull(mjs_attach(f->element, c->element, "x-", ""));
  for (int deep = 0; deep < 2; deep++) {
    mjs_setDeepCopy(s, deep);
    ck_assert_ptr_null(mjs_attach(f->element, c->element, "y-", ""));
    ck_assert_str_eq(
        mjs_getError(s),
        "Error: the content of model 'MuJoCo Model' was attached before; attach a copy "
        "of the model");
  }
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  ck_assert_int_eq(m->nbody, 2);
  ck_assert_int_eq(m->nkey, 1);
  ck_assert_str_eq(mj_id2name(m, mjOBJ_KEY, 0), "x-k");
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteSpec(c);
}
END_TEST

START_TEST(what_was_left_behind_is_attached_later) {
  mjSpec* s = mj_makeSpec();
  mjSpec* c = mj_makeSpec();
  mjsBody* first = add_body(world_of(c), "a");
  add_geom(first, "g");
  add_body(world_of(c), "b");
  mjsFrame* f = add_frame(world_of(s), NULL, "f");
  ck_assert_ptr_nonnull(mjs_attach(f->element, first->element, "x-", ""));
  ck_assert_ptr_nonnull(mjs_attach(f->element, c->element, "y-", ""));
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world x-a y-b");
  mj_deleteSpec(s);
  mj_deleteSpec(c);
}
END_TEST

RUN_SUITE("attach", the_content_of_a_spec_is_attached_once, what_was_left_behind_is_attached_later,
          a_copied_body_brings_its_subtree_assets_and_references,
          a_shared_body_is_the_same_element_in_the_other_spec,
          a_shared_body_survives_the_deletion_of_the_parent, a_whole_spec_is_wrapped_in_a_frame,
          a_frame_brings_exactly_what_it_encloses, a_site_receives_in_a_frame_of_its_pose,
          wrong_pairs_of_parent_and_child_are_refused, asset_names_must_be_free,
          references_to_outside_objects_decide_what_goes_along,
          attaching_to_itself_copies_and_repeats_what_refers_inside,
          specs_that_attach_each_other_are_freed, a_key_of_the_wrong_size_stops_the_attachment)
