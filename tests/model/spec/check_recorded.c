// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Edits of models and what became of them in the reference: names, orders and messages were
// recorded with the same calls in a program of the C API that was linked with it (see
// CONTRIBUTING.md, "Compare with the reference"). Ours alone, because the reference crashes, reads
// the state of other elements or loses mass there: the type of a joint changed before mj_recompile,
// a world body attached by reference, mjs_bodyToFrame on a world, and the mass of the bodies behind
// an inertiagrouprange.

#include <unistd.h>

#include "tests/model/spec/suite.h"

static mjSpec* parse(const char* xml) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s", error);
  return s;
}

static mjModel* compile(mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  return m;
}

static void compiles(mjSpec* s) { mj_deleteModel(compile(s)); }

static void fails(mjSpec* s, const char* message) {
  ck_assert_ptr_null(mj_compile(s, NULL));
  ck_assert_msg(strstr(mjs_getError(s), message) != NULL, "'%s' is not in '%s'", message,
                mjs_getError(s));
}

// ---------------------------------------------------------------- structs of the program

#define ARM                                                                            \
  "<mujoco><worldbody><body name='a'><joint name='ja'/><geom size='.1'/></body>"       \
  "<body name='b' pos='1 0 1'><joint name='jb' type='slide'/><geom size='.1'/></body>" \
  "<body name='m' mocap='true' pos='0 0 2'/></worldbody><actuator><motor joint='ja'/>" \
  "<position joint='jb' timeconst='.1'/></actuator></mujoco>"

// all that a program sets of a model that mj_recompile is to fill
static mjModel* empty_model(void) {
  mjModel* m = mju_malloc(sizeof *m);
  memset(m, 0x5a, sizeof *m);
  m->buffer = NULL;
  return m;
}

START_TEST(a_model_that_the_program_allocated_is_filled_and_deleted) {
  mjSpec* s = parse(ARM);
  mjModel* first = compile(s);
  mjData* d = mj_makeData(first);
  d->qpos[0] = .3;
  d->qpos[1] = .5;
  d->qvel[1] = 2;
  d->ctrl[0] = .7;
  d->act[0] = .9;
  d->mocap_pos[2] = 7;
  d->time = 5;
  mjModel* m = empty_model();
  mjsBody* fresh = add_body(world_of(s), "new");
  mjs_addFreeJoint(fresh);
  add_geom(fresh, "g");
  mjData* copy = mj_copyData(NULL, first, d);
  ck_assert_int_eq(mj_recompile(s, NULL, m, copy), 0);
  ck_assert_int_eq((int)m->nq, 9);
  ck_assert_double_eq(copy->qpos[0], .3);
  ck_assert_double_eq(copy->qpos[1], .5);
  ck_assert_double_eq(copy->qpos[5], 1);
  ck_assert_double_eq(copy->qvel[1], 2);
  ck_assert_double_eq(copy->ctrl[0], .7);
  ck_assert_double_eq(copy->act[0], .9);
  ck_assert_double_eq(copy->mocap_pos[2], 7);
  ck_assert_double_eq(copy->time, 5);
  mj_step(m, copy);

  // once more, and the model of before is still its own
  for (int i = 0; i < 3; i++) {
    ck_assert_int_eq(mj_recompile(s, NULL, m, copy), 0);
    mj_step(m, copy);
  }
  ck_assert_double_eq_tol(copy->time, 5.008, 1e-12);
  mj_step(first, d);
  mj_deleteData(copy);
  mj_deleteModel(m);
  mj_deleteData(d);
  mj_deleteModel(first);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(data_that_the_program_allocated_are_filled_and_deleted) {
  mjSpec* s = parse(ARM);
  mjModel* m = empty_model();
  mjData* d = mju_malloc(sizeof *d);
  memset(d, 0, sizeof *d);
  for (int i = 0; i < 3; i++) {
    ck_assert_int_eq(mj_recompile(s, NULL, m, d), 0);
    ck_assert_double_eq(d->mocap_pos[2], 2);
    ck_assert_double_eq_tol(d->time, .002 * i, 1e-15);
    mj_step(m, d);
  }
  mjData* copy = mj_copyData(NULL, m, d);
  mj_resetData(m, d);
  mj_deleteData(copy);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(failure_takes_the_structs_of_the_program_with_it_and_nothing_else) {
  mjSpec* s = parse(ARM);
  mjModel* m = compile(s);
  mjData* d = mj_makeData(m);
  add_geom(world_of(s), "bad")->size[0] = -1;
  mjModel* filled = empty_model();
  mjData* copy = mj_copyData(NULL, m, d);
  ck_assert_int_eq(mj_recompile(s, NULL, filled, copy), -1);
  ck_assert_ptr_nonnull(strstr(mjs_getError(s), "size 0 must be positive in geom"));
  mj_step(m, d);
  ck_assert_int_eq(mjs_delete(s, mjs_findElement(s, mjOBJ_GEOM, "bad")), 0);
  ck_assert_int_eq(mj_recompile(s, NULL, m, d), 0);
  ck_assert_double_eq(d->time, m->opt.timestep);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(state_of_a_joint_that_changed_its_type_is_not_kept) {
  mjSpec* s = parse(ARM);
  mjModel* m = compile(s);
  mjData* d = mj_makeData(m);
  d->qpos[0] = .3;
  d->qpos[1] = .5;
  mjs_delete(s, mjs_firstElement(s, mjOBJ_ACTUATOR));
  mjs_asJoint(mjs_findElement(s, mjOBJ_JOINT, "ja"))->type = mjJNT_BALL;
  ck_assert_int_eq(mj_recompile(s, NULL, m, d), 0);
  ck_assert_double_eq(d->qpos[0], 1);
  ck_assert_double_eq(d->qpos[4], .5);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

// ---------------------------------------------------------------- paths and plugins

START_TEST(a_path_tells_cylinders_from_spheres_once_compiled) {
  mjSpec* s = parse(
      "<mujoco><worldbody><geom name='c' type='cylinder' size='.1 .1'/><geom name='s' size='.1'/>"
      "<site name='p' pos='1 0 0'/><site name='q' pos='-1 0 0'/></worldbody><tendon><spatial>"
      "<site site='p'/><geom geom='c'/><site site='q'/><geom geom='s'/><site site='p'/></spatial>"
      "</tendon></mujoco>");
  mjsTendon* t = mjs_asTendon(mjs_firstElement(s, mjOBJ_TENDON));
  ck_assert_int_eq(mjs_getWrap(t, 1)->type, mjWRAP_SPHERE);
  compiles(s);
  ck_assert_int_eq(mjs_getWrap(t, 1)->type, mjWRAP_CYLINDER);
  ck_assert_int_eq(mjs_getWrap(t, 3)->type, mjWRAP_SPHERE);
  ck_assert_str_eq(name_of(mjs_getWrapTarget(mjs_getWrap(t, 1))), "c");
  mjs_asGeom(mjs_findElement(s, mjOBJ_GEOM, "c"))->type = mjGEOM_SPHERE;
  compiles(s);
  ck_assert_int_eq(mjs_getWrap(t, 1)->type, mjWRAP_SPHERE);
  mj_deleteSpec(s);
}
END_TEST

static mjsBody* cable_body(mjSpec* s, double x) {
  mjsBody* b = mjs_addBody(world_of(s), NULL);
  b->pos[0] = x;
  mjs_addGeom(b, NULL)->size[0] = .1;
  b->plugin.active = 1;
  mjs_setString(b->plugin.plugin_name, "mujoco.elasticity.cable");
  mjs_setString(b->plugin.name, "inst");
  return b;
}

START_TEST(an_instance_may_be_named_by_the_field_of_its_plugin) {
  mjSpec* s = mj_makeSpec();
  ck_assert_int_eq(mjs_activatePlugin(s, "mujoco.elasticity.cable"), 0);
  mjsPlugin* p = mjs_addPlugin(s);
  mjs_setString(p->plugin_name, "mujoco.elasticity.cable");
  mjs_setString(p->name, "inst");
  cable_body(s, 0);
  mjSpec* parent = mj_makeSpec();
  mjs_setDeepCopy(parent, 1);
  ck_assert_ptr_nonnull(mjs_attach(world_of(parent)->element, s->element, "p-", ""));
  mjSpec* both[2] = {s, parent};
  static const char* const name[2] = {"inst", "p-inst"};
  for (int i = 0; i < 2; i++) {
    mjModel* m = compile(both[i]);
    ck_assert_int_eq((int)m->nplugin, 1);
    ck_assert_str_eq(m->names + m->name_pluginadr[0], name[i]);
    ck_assert_int_eq(m->body_plugin[1], 0);
    ck_assert_ptr_nonnull(mjs_findElement(both[i], mjOBJ_PLUGIN, name[i]));
    mj_deleteModel(m);
  }

  // two of one name
  mjsPlugin* q = mjs_addPlugin(s);
  mjs_setString(q->plugin_name, "mujoco.elasticity.cable");
  mjs_setString(q->name, "inst");
  fails(s, "repeated name 'inst' in plugin");
  mj_deleteSpec(s);
  mj_deleteSpec(parent);
}
END_TEST

START_TEST(an_instance_goes_with_the_last_body_that_uses_it) {
  mjSpec* s = mj_makeSpec();
  ck_assert_int_eq(mjs_activatePlugin(s, "mujoco.elasticity.cable"), 0);
  mjsPlugin* p = mjs_addPlugin(s);
  mjs_setString(p->plugin_name, "mujoco.elasticity.cable");
  mjs_setName(p->element, "inst");
  mjsBody* b[2] = {cable_body(s, 0), cable_body(s, 1)};
  compiles(s);
  ck_assert_int_eq(mjs_delete(s, b[0]->element), 0);
  ck_assert_str_eq(names_in(s, mjOBJ_PLUGIN), "inst");
  compiles(s);
  ck_assert_int_eq(mjs_delete(s, b[1]->element), 0);
  ck_assert_ptr_null(mjs_firstElement(s, mjOBJ_PLUGIN));
  mjModel* m = compile(s);
  ck_assert_int_eq((int)m->nplugin, 0);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

// The instance came with the body and its actuator, under a name of this model. What returns to the
// model that it was attached from takes a copy along; one that nothing uses cannot be initialised.
START_TEST(an_attached_instance_goes_with_what_uses_it) {
  static const char kid[] =
      "<mujoco model='kid'><extension><plugin plugin='mujoco.pid'><instance name='inst'>"
      "<config key='kp' value='2'/></instance></plugin></extension><worldbody><body name='b'>"
      "<joint name='j'/><geom size='.1'/></body></worldbody><actuator><plugin "
      "plugin='mujoco.pid' instance='inst' joint='j'/></actuator></mujoco>";
  for (int deep = 0; deep < 2; deep++) {
    mjSpec *k = parse(kid), *s = mj_makeSpec();
    mjs_setDeepCopy(s, deep);
    add_body(world_of(s), "other");
    mjsFrame* frame = add_frame(world_of(s), NULL, "F");
    ck_assert_ptr_nonnull(mjs_attach(frame->element, mjs_findBody(k, "b")->element, "p-", ""));
    ck_assert_str_eq(names_in(s, mjOBJ_PLUGIN), "p-inst");
    ck_assert_int_eq(mjs_delete(s, mjs_findBody(s, "p-b")->element), 0);
    ck_assert_ptr_null(mjs_firstElement(s, mjOBJ_PLUGIN));
    mjModel* m = compile(s);
    ck_assert_int_eq((int)m->nplugin, 0);
    mj_deleteModel(m);
    mj_deleteSpec(s);
    mj_deleteSpec(k);
  }
}
END_TEST

// ---------------------------------------------------------------- inertia of a former body

// Mass, centre and fullinertia of the parent are those that the reference leaves, which also keeps
// the diagonal inertia and so cannot compile the model again.
START_TEST(a_body_that_becomes_a_frame_leaves_its_inertia_to_its_parent) {
  static const char form[] =
      "<mujoco><worldbody><body name='p'>%s<joint/><body name='c' pos='1 2 3'>"
      "<inertial pos='.1 .2 .3' mass='2' diaginertia='.1 .2 "
      ".25'/></body></body></worldbody></mujoco>";
  static const struct {
    const char* parent;
    double mass, center[3], full[6];
  } row[] = {
      {"<inertial pos='0 .5 0' mass='1' diaginertia='1 1.1 1.2'/>",
       3,
       {2.2 / 3, 4.9 / 3, 2.2},
       {10.2866667, 9.3666667, 4.1833333, -1.2466667, -2.42, -3.74}},
      {"", 2, {1.1, 2.2, 3.3}, {.1, .2, .25, 0, 0, 0}},
  };
  for (int i = 0; i < 4; i++) {
    char text[1000];
    snprintf(text, sizeof text, form, row[i / 2].parent);
    mjSpec* s = parse(text);
    if (i == 1)
      compiles(s);
    mjsBody *c = mjs_findBody(s, "c"), *p = mjs_findBody(s, "p");
    ck_assert_ptr_nonnull(mjs_bodyToFrame(&c));
    ck_assert_double_eq_tol(p->mass, row[i / 2].mass, 1e-12);
    for (int k = 0; k < 6; k++)
      ck_assert_double_eq_tol(p->fullinertia[k], row[i / 2].full[k], 1e-7);
    mjModel* m = compile(s);
    ck_assert_double_eq_tol(m->body_mass[1], row[i / 2].mass, 1e-12);
    for (int k = 0; k < 3; k++)
      ck_assert_double_eq_tol(m->body_ipos[3 + k], row[i / 2].center[k], 1e-12);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
}
END_TEST

// The motion is that of two bodies welded together, whatever frames and orientations are between.
START_TEST(a_body_that_becomes_a_frame_moves_as_before) {
  static const char xml[] =
      "<mujoco><worldbody><body name='p'><inertial pos='0 .5 0' euler='10 0 5' mass='1' "
      "diaginertia='1 1.1 1.2'/><joint axis='1 2 3'/><frame pos='0 1 0' euler='0 40 0'><body "
      "name='c' pos='1 2 3' euler='30 20 10'><inertial pos='.1 .2 .3' euler='5 6 7' mass='2' "
      "diaginertia='.1 .2 .25'/></body></frame></body></worldbody></mujoco>";
  mjtNum acceleration[2];
  for (int i = 0; i < 2; i++) {
    mjSpec* s = parse(xml);
    mjsBody* c = mjs_findBody(s, "c");
    if (i)
      ck_assert_ptr_nonnull(mjs_bodyToFrame(&c));
    mjModel* m = compile(s);
    ck_assert_int_eq((int)m->nbody, 3 - i);
    mjData* d = mj_makeData(m);
    d->qvel[0] = 1;
    mj_forward(m, d);
    acceleration[i] = d->qacc[0];
    mj_deleteData(d);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
  ck_assert_double_eq_tol(acceleration[0], acceleration[1], 1e-9);
}
END_TEST

// ---------------------------------------------------------------- the world body

#define KID                                                                                    \
  "<mujoco model='kid'><worldbody><geom name='wg' size='.1'/><frame name='fr'><body name='b'>" \
  "<joint name='j'/><geom name='g' size='.1'/></body></frame><body name='c'/></worldbody>"     \
  "<actuator><motor name='u' joint='j'/></actuator></mujoco>"

START_TEST(a_world_body_becomes_a_body_of_the_other_model) {
  for (int deep = 0; deep < 2; deep++) {
    mjSpec *k = parse(KID), *s = mj_makeSpec();
    mjs_setDeepCopy(s, deep);
    mjsBody* around = add_body(world_of(s), "around");
    mjsFrame* frame = add_frame(world_of(s), NULL, "F");
    mjsSite* site = add_site(around, "site");
    site->pos[0] = 2;
    mjsElement* r = mjs_attach(frame->element, world_of(k)->element, "p-", "-s");
    ck_assert_ptr_nonnull(r);
    ck_assert_int_eq(r->elemtype, mjOBJ_BODY);
    ck_assert_str_eq(name_of(r), "p-world-s");
    ck_assert_ptr_eq(mjs_getFrame(r), frame);
    ck_assert_ptr_eq(mjs_getSpec(r), s);
    ck_assert_ptr_nonnull(mjs_attach(site->element, world_of(k)->element, "q-", ""));
    ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world around q-world q-b q-c p-world-s p-b-s p-c-s");
    ck_assert_str_eq(names_in(s, mjOBJ_ACTUATOR), "p-u-s q-u");
    compiles(s);

    // the child keeps its own, and both can be worked on
    ck_assert_str_eq(names_in(k, mjOBJ_BODY), "world b c");
    compiles(k);
    mjsBody* b = mjs_asBody(r);
    mjsFrame* f = mjs_bodyToFrame(&b);
    ck_assert_ptr_nonnull(f);
    ck_assert_ptr_null(b);
    ck_assert_ptr_eq(mjs_getFrame(f->element), frame);
    ck_assert_ptr_eq(mjs_getParent(mjs_findElement(s, mjOBJ_GEOM, "p-wg-s")), world_of(s));
    compiles(s);
    mj_deleteSpec(deep ? s : k);
    mj_deleteSpec(deep ? k : s);
  }

  // a world stays what it is in its own model
  mjSpec* k = parse(KID);
  mjsBody* world = world_of(k);
  ck_assert_ptr_null(mjs_bodyToFrame(&world));
  compiles(k);
  mj_deleteSpec(k);
}
END_TEST

START_TEST(mjcf_attaches_a_world_body_by_name) {
  mjVFS vfs;
  char error[1000] = "";
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "kid.xml", KID, (int)strlen(KID));
  const char* xml =
      "<mujoco><asset><model name='kid' file='kid.xml'/></asset><worldbody><body name='at' "
      "pos='1 2 3'><attach model='kid' body='world' prefix='p-'/></body></worldbody></mujoco>";
  mjSpec* s = mj_parseXMLString(xml, &vfs, error, sizeof error);
  ck_assert_msg(s != NULL, "%s", error);
  mjModel* m = mj_compile(s, &vfs);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  ck_assert_str_eq(names_in(s, mjOBJ_BODY), "world at p-world p-b p-c");
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(a_world_of_another_name_can_be_saved) {
  static const char* const names[] = {"earth", ""};
  for (int i = 0; i < 2; i++) {
    mjSpec* s = parse("<mujoco><worldbody><body name='b'/></worldbody></mujoco>");
    ck_assert_int_eq(mjs_setName(world_of(s)->element, names[i]), 0);
    ck_assert_ptr_null(mjs_findBody(s, "world"));
    compiles(s);
    char text[1000], error[1000] = "";
    ck_assert_msg(mj_saveXMLString(s, text, sizeof text, error, sizeof error) == 0, "%s", error);
    ck_assert_ptr_nonnull(strstr(text, "<worldbody>\n    <body name=\"b\"/>\n  </worldbody>"));
    mj_deleteSpec(s);
  }
  mjSpec* s = parse("<mujoco><worldbody><body name='b'/></worldbody></mujoco>");
  ck_assert_int_eq(mjs_setName(world_of(s)->element, "b"), -1);
  fails(s, "repeated name 'b' in body");
  mj_deleteSpec(s);
}
END_TEST

START_TEST(a_body_that_becomes_a_frame_takes_its_sensors_along) {
  static const char xml[] =
      "<mujoco><worldbody><body name='a'><geom size='.1'/></body><body name='b'/></worldbody>"
      "<sensor><framepos name='x' objtype='body' objname='a'/><framepos name='y' objtype='body' "
      "objname='b'/><clock name='z'/></sensor></mujoco>";
  for (int compiled = 0; compiled < 2; compiled++) {
    mjSpec* s = parse(xml);
    if (compiled)
      compiles(s);
    mjsBody* b = mjs_findBody(s, "a");
    ck_assert_ptr_nonnull(mjs_bodyToFrame(&b));
    ck_assert_str_eq(names_in(s, mjOBJ_SENSOR), compiled ? "y z" : "x y z");
    if (compiled)
      compiles(s);
    else
      fails(s, "unrecognized name 'a' of sensorized object");
    mj_deleteSpec(s);
  }
}
END_TEST

START_TEST(bodies_that_cannot_move_may_be_welded) {
  static const char* const kinds[] = {"weld body1='a' body2='b'",
                                      "connect body1='a' body2='b' anchor='0 0 0'"};
  for (int i = 0; i < 2; i++) {
    char xml[500];
    snprintf(xml, sizeof xml,
             "<mujoco><worldbody><body name='a'><geom size='.1'/></body><body name='b'/>"
             "</worldbody><equality><%s/></equality></mujoco>",
             kinds[i]);
    mjSpec* s = parse(xml);
    mjModel* m = compile(s);
    mjData* d = mj_makeData(m);
    mj_step(m, d);
    ck_assert_int_eq(d->nefc, 0);
    mj_deleteData(d);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
}
END_TEST

// ---------------------------------------------------------------- what is written

// frames with brackets, bodies and geoms in the order of the text
static const char* order_of(const char* body) {
  static char order[500];
  char xml[2000], text[20000], error[1000] = "";
  snprintf(xml, sizeof xml,
           "<mujoco><default><default class='c'/></default><worldbody>%s</worldbody></mujoco>",
           body);
  mjSpec* s = parse(xml);
  compiles(s);
  ck_assert_msg(mj_saveXMLString(s, text, sizeof text, error, sizeof error) == 0, "%s", error);
  mj_deleteSpec(s);
  char* to = order;
  for (char* at = strstr(text, "<worldbody"); (at = strchr(at + 1, '<')) != NULL;) {
    const char *name = strstr(at, "name=\""), *end = strchr(at, '>');
    int opens = strncmp(at, "<frame", 6) == 0, closes = strncmp(at, "</frame", 7) == 0;
    if (opens || strncmp(at, "<body", 5) == 0 || strncmp(at, "<geom", 5) == 0) {
      int n = name && name < end ? (int)strcspn(name + 6, "\"") : 0;
      to += sprintf(to, " %.*s%s", n, n ? name + 6 : "", opens ? "(" : "");
    }
    if (closes || (opens && end[-1] == '/'))
      to += sprintf(to, ")");
  }
  *to = 0;
  return order;
}

START_TEST(frames_stand_where_a_body_is_first_in_one) {
#define BODY(name) "<body name='" name "'/>"
#define FRAME(name, content) "<frame name='" name "'>" content "</frame>"
  static const struct {
    const char *body, *order;
  } cases[] = {
      {FRAME("F1", BODY("b1")) BODY("b2") FRAME("F2", BODY("b3")) BODY("b4"),
       " F1( b1) F2( b3) b2 b4"},
      {BODY("b1") FRAME("F1", "<geom name='g' size='.1'/>") BODY("b2") FRAME("F2", ""),
       " b1 b2 F1( g) F2()"},
      {FRAME("F1", FRAME("F2", BODY("b1")) BODY("b2") FRAME("F3", BODY("b3"))) BODY("b4"),
       " F1( F2( b1) F3( b3) b2) b4"},
      {"<frame pos='1 0 0'>" BODY("b1") "</frame>" BODY("b2") "<frame pos='1 0 0'>" BODY(
           "b3") "<geom name='g3' size='.1'/></frame>" BODY("b4") "<geom name='g4' size='.1'/>",
       " g4 b1 g3 b3 b2 b4"},
      {FRAME("F0", "") BODY("b1") FRAME("F1", "") BODY("b2"), " b1 b2 F0() F1()"},
      {FRAME("F0", BODY("b0")) FRAME("F1", BODY("b1"))
           BODY("b2") "<frame>" BODY("b3") "</frame>" BODY("b4"),
       " F0( b0) F1( b1) b3 b2 b4"},
      {BODY("b2") "<replicate count='2' offset='1 0 0'><geom name='g' size='.1'/>" BODY(
           "r") "</replicate>" BODY("b3") FRAME("F", ""),
       " b2 g0 r0 g1 r1 F() b3"},
      {"<frame childclass='c'>" BODY("b1") "</frame>" BODY("b2") "<frame childclass='c'/>" BODY(
           "b3"),
       " ( b1) () b2 b3"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    ck_assert_str_eq(order_of(cases[i].body), cases[i].order);
}
END_TEST

START_TEST(a_range_of_groups_is_not_written_but_its_inertia_stays) {
  mjSpec* s = parse(
      "<mujoco><compiler inertiagrouprange='0 0'/><worldbody><body><joint/><geom size='.1'/>"
      "<geom size='.2' group='2'/></body></worldbody></mujoco>");
  mjModel* m = compile(s);
  char text[2000], error[1000] = "";
  ck_assert_int_eq(mj_saveXMLString(s, text, sizeof text, error, sizeof error), 0);
  ck_assert_ptr_null(strstr(text, "inertiagrouprange"));
  mjSpec* read = parse(text);
  mjModel* again = compile(read);
  ck_assert_double_eq_tol(again->body_mass[1], m->body_mass[1], 1e-9);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(read);
  mj_deleteSpec(s);
}
END_TEST

// bytes that mj_saveLastXML sends to the standard output
static long printed(const char* name, const mjModel* m, int* status) {
  char error[1000] = "";
  FILE* file = tmpfile();
  fflush(stdout);
  int before = dup(STDOUT_FILENO);
  ck_assert(file && before >= 0 && dup2(fileno(file), STDOUT_FILENO) >= 0);
  *status = mj_saveLastXML(name, m, error, sizeof error);
  fflush(stdout);
  dup2(before, STDOUT_FILENO);
  close(before);
  fseek(file, 0, SEEK_END);
  long n = ftell(file);
  fclose(file);
  return n;
}

START_TEST(a_model_without_a_file_name_goes_to_the_standard_output) {
  mjVFS vfs;
  char error[1000] = "";
  int status;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "kid.xml", KID, (int)strlen(KID));
  mjModel* m = mj_loadXML("kid.xml", &vfs, error, sizeof error);
  ck_assert_msg(m != NULL, "%s", error);
  ck_assert(printed("", m, &status) > 300 && status == 1);
  ck_assert(printed(NULL, m, &status) > 300 && status == 1);
  ck_assert(printed("", NULL, &status) > 300 && status == 1);
  mj_freeLastXML();
  ck_assert(printed("", m, &status) == 0 && status == 0);
  ck_assert_int_eq(mj_saveLastXML(NULL, NULL, error, sizeof error), 0);
  ck_assert_str_eq(error, "No XML model loaded");
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
}
END_TEST

// ---------------------------------------------------------------- messages

static mjSpec* with_sensor(mjtSensor type, mjtObj object, mjtObj reference, int data, int reduce,
                           int num) {
  mjSpec* s = mj_makeSpec();
  add_site(world_of(s), "s");
  mjsSensor* sensor = mjs_addSensor(s);
  sensor->type = type;
  sensor->objtype = object;
  sensor->reftype = reference;
  if (object != mjOBJ_UNKNOWN)
    mjs_setString(sensor->objname, "s");
  if (reference != mjOBJ_UNKNOWN)
    mjs_setString(sensor->refname, "s");
  sensor->intprm[0] = data;
  sensor->intprm[1] = reduce;
  sensor->intprm[2] = num;
  return s;
}

START_TEST(messages_about_sensors_carry_the_numbers) {
  static const struct {
    mjtObj reference;
    int data, reduce, num;
    const char* message;
  } cases[] = {
      {mjOBJ_UNKNOWN, 0, 0, 1, "data spec (intprm[0]) must be positive, got 0"},
      {mjOBJ_UNKNOWN, -1, 0, 1, "data spec (intprm[0]) must be positive, got -1"},
      {mjOBJ_UNKNOWN, 1024, 0, 1,
       "data spec intprm[0]=1024 must have at least one bit set of the first mjNCONDATA bits"},
      {mjOBJ_UNKNOWN, 1025, 0, 1,
       "data spec intprm[0]=1025 has bits set beyond the first mjNCONDATA bits"},
      {mjOBJ_UNKNOWN, 1, 4, 1, "unknown reduction criterion. got 4, expected one of {0, 1, 2, 3}"},
      {mjOBJ_UNKNOWN, 1, 0, 0, "num (intprm[2]) must be positive in sensor, got 0"},
      {mjOBJ_SITE, 1, 0, 1, "second matching criterion: if set, must be (x)body or geom"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    mjSpec* s = with_sensor(mjSENS_CONTACT, mjOBJ_UNKNOWN, cases[i].reference, cases[i].data,
                            cases[i].reduce, cases[i].num);
    fails(s, cases[i].message);
    mj_deleteSpec(s);
  }
  static const int data[] = {0, 1024, 1025};
  static const char* const range[] = {
      "data spec (intprm[0]) must be positive, got 0",
      "data spec intprm[0]=1024 must have at least one bit set of the first mjNRAYDATA bits",
      "data spec intprm[0]=1025 has bits set beyond the first mjNRAYDATA bits"};
  for (int i = 0; i < 3; i++) {
    mjSpec* s = with_sensor(mjSENS_RANGEFINDER, mjOBJ_SITE, mjOBJ_UNKNOWN, data[i], 0, 0);
    fails(s, range[i]);
    mj_deleteSpec(s);
  }
}
END_TEST

START_TEST(messages_about_heights_are_those_that_programs_look_for) {
  mjSpec* s = mj_makeSpec();
  mjsHField* h = mjs_addHField(s);
  mjs_setName(h->element, "h");
  h->nrow = h->ncol = 2;
  for (int i = 0; i < 4; i++)
    h->size[i] = 1;
  mjs_setFloat(h->userdata, (float[]){1, 2, 3}, 3);
  fails(s, "elevation data length must match nrow*ncol");
  mj_deleteSpec(s);
}
END_TEST

RUN_SUITE("recorded", a_model_that_the_program_allocated_is_filled_and_deleted,
          data_that_the_program_allocated_are_filled_and_deleted,
          failure_takes_the_structs_of_the_program_with_it_and_nothing_else,
          state_of_a_joint_that_changed_its_type_is_not_kept,
          a_path_tells_cylinders_from_spheres_once_compiled,
          an_instance_may_be_named_by_the_field_of_its_plugin,
          an_instance_goes_with_the_last_body_that_uses_it,
          an_attached_instance_goes_with_what_uses_it,
          a_body_that_becomes_a_frame_leaves_its_inertia_to_its_parent,
          a_body_that_becomes_a_frame_moves_as_before,
          a_world_body_becomes_a_body_of_the_other_model, mjcf_attaches_a_world_body_by_name,
          a_world_of_another_name_can_be_saved, a_body_that_becomes_a_frame_takes_its_sensors_along,
          bodies_that_cannot_move_may_be_welded, frames_stand_where_a_body_is_first_in_one,
          a_range_of_groups_is_not_written_but_its_inertia_stays,
          a_model_without_a_file_name_goes_to_the_standard_output,
          messages_about_sensors_carry_the_numbers,
          messages_about_heights_are_those_that_programs_look_for)
