// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Robot descriptions. The golden texts tests/data/loaders/urdf/*.xml are what the reference
// implementation saves after it has compiled tests/data/loaders/urdf/*.urdf.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/spec.h>
#include <mujoco/mujoco.h>

#include "tests/support.h"

#define LINK(name, content)                                                \
  "<link name='" name                                                      \
  "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' " \
  "ixz='0' iyz='0'/></inertial>" content "</link>"
#define JOINT(name, type, parent, child, content)                                         \
  "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child \
  "'/>" content "</joint>"

static const char* scene(const char* name, const char* extension) {
  static char path[500];
  snprintf(path, sizeof path, "%s/tests/data/loaders/urdf/%s.%s", TEST_SOURCE_DIR, name, extension);
  return path;
}

static mjSpec* parse(const char* text) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s\nin: %s", error, text);
  return s;
}

static mjModel* compile(const char* text) {
  mjSpec* s = parse(text);
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s\nin: %s", mjs_getError(s), text);
  mj_deleteSpec(s);
  return m;
}

static const char* const scenes[] = {"arm", "rig"};

START_TEST(a_robot_saved_as_mjcf_is_what_the_reference_saves) {
  static char text[100000], golden[100000];
  char error[1000] = "";
  mjModel* m = mj_loadXML(scene(scenes[_i], "urdf"), NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s", error);
  ck_assert_msg(mj_saveLastXML("urdf-saved.xml", NULL, error, sizeof error), "%s", error);
  FILE* file = fopen("urdf-saved.xml", "rb");
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  file = fopen(scene(scenes[_i], "xml"), "rb");
  ck_assert_ptr_nonnull(file);
  golden[fread(golden, 1, sizeof golden - 1, file)] = 0;
  fclose(file);
  ck_assert_str_eq(text, golden);

  // and is the same robot again
  mjModel* again = mj_loadXML("urdf-saved.xml", NULL, error, sizeof error);
  ck_assert_msg(again != NULL, "%s", error);
  ck_assert_int_eq(again->nbody, m->nbody);
  ck_assert_int_eq(again->nq, m->nq);
  ck_assert_int_eq(again->ngeom, m->ngeom);
  ck_assert_double_eq_tol(mj_getTotalmass(again), mj_getTotalmass(m), 1e-6);
  for (int i = 0; i < 3 * (int)m->nbody; i++)
    ck_assert_double_eq_tol(again->body_inertia[i], m->body_inertia[i], 2e-5);
  mj_deleteModel(m);
  mj_deleteModel(again);
  remove("urdf-saved.xml");
}
END_TEST

START_TEST(poses_limits_and_efforts_are_exact) {
  mjModel* m = compile("<robot>" LINK("a", "") LINK("b", "") JOINT(
      "j", "revolute", "a", "b",
      "<origin xyz='0 1 0' rpy='0 0 1.5'/><limit lower='-1' upper='2' effort='10'/>") "</robot>");
  static const double quat[4] = {0.7316888688738209, 0, 0, 0.68163876002333412};
  ck_assert_int_eq(m->nbody, 2);
  for (int i = 0; i < 4; i++)
    ck_assert_double_eq_tol(m->body_quat[4 + i], quat[i], 1e-15);
  ck_assert_double_eq(m->body_pos[4], 1);
  ck_assert(m->jnt_range[0] == -1 && m->jnt_range[1] == 2 && m->jnt_limited[0]);
  ck_assert(m->jnt_actfrcrange[0] == -10 && m->jnt_actfrcrange[1] == 10);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_planar_joint_moves_in_the_plane_of_its_axis) {
  mjModel* m = compile("<robot>" LINK("a", "") LINK("b", "")
                           JOINT("j", "planar", "a", "b", "<axis xyz='3 1 2'/>") "</robot>");
  ck_assert_int_eq(m->njnt, 3);
  ck_assert_int_eq(m->jnt_type[0], mjJNT_SLIDE);
  ck_assert_int_eq(m->jnt_type[1], mjJNT_SLIDE);
  ck_assert_int_eq(m->jnt_type[2], mjJNT_HINGE);
  ck_assert_str_eq(mj_id2name(m, mjOBJ_JOINT, 2), "j_RZ");
  const double *x = m->jnt_axis, *y = x + 3, *z = x + 6;
  ck_assert_double_eq_tol(mju_dot3(x, z), 0, 1e-15);
  ck_assert_double_eq_tol(mju_dot3(y, z), 0, 1e-15);
  ck_assert_double_eq_tol(mju_dot3(x, y), 0, 1e-15);
  ck_assert_double_eq_tol(z[0], 3 / sqrt(14), 1e-15);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_free_body_may_hang_on_a_chain_of_fixed_links) {
  mjModel* m = compile("<robot>" LINK("a", "") LINK("b", "") LINK("c", "")
                           JOINT("j", "fixed", "a", "b", "<origin xyz='1 0 0'/>") JOINT(
                               "k", "floating", "b", "c", "<origin xyz='0 2 0'/>") "</robot>");
  ck_assert_int_eq(m->nbody, 2);
  ck_assert_int_eq(m->jnt_type[0], mjJNT_FREE);
  ck_assert(m->qpos0[0] == 1 && m->qpos0[1] == 2);
  mj_deleteModel(m);
}
END_TEST

#define BALL(x) \
  "<collision><origin xyz='" x " 0 0'/><geometry><sphere radius='0.1'/></geometry></collision>"

START_TEST(fused_links_collide_with_every_geom) {
  mjModel* m = compile("<robot>" LINK("a", BALL("0")) LINK("b", BALL("1")) LINK("c", BALL("2"))
                           LINK("d", BALL("0") BALL("1.05") BALL("2.05"))
                               JOINT("j", "fixed", "a", "b", "") JOINT("k", "fixed", "b", "c", "")
                                   JOINT("l", "floating", "c", "d", "") "</robot>");
  mjData* d = mj_makeData(m);
  for (int midphase = 0; midphase < 2; midphase++) {
    m->opt.disableflags = midphase ? 0 : mjDSBL_MIDPHASE;
    mj_forward(m, d);
    ck_assert_int_eq(d->ncon, 3);
    for (int i = 0; i < 3; i++)
      ck_assert_int_eq(d->contact[i].geom[1], d->contact[i].geom[0] + 3);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(content_decides_that_a_text_is_a_robot) {
  mjModel* m = compile("\xef\xbb\xbf<?xml version='1.0'?><!-- <mujoco> -->\n<robot name='r'/>");
  ck_assert_str_eq(m->names, "r");
  ck_assert_int_eq(m->nbody, 1);
  mj_deleteModel(m);
}
END_TEST

#define MESH(file, scale) \
  "<collision><geometry><mesh filename='" file "' " scale "/></geometry></collision>"

START_TEST(meshes_come_in_the_order_of_the_document) {
  mjSpec* s = parse("<robot>" LINK("b", MESH("2.stl", "")) LINK("c", MESH("3.stl", ""))
                        LINK("a", MESH("1.stl", "")) JOINT("ab", "fixed", "a", "b", "")
                            JOINT("bc", "fixed", "b", "c", "") "</robot>");
  static const char* const meshes[3] = {"2", "3", "1"};
  static const char* const bodies[4] = {"world", "a", "b", "c"};
  int n = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_MESH); e; e = mjs_nextElement(s, e))
    ck_assert_str_eq(mjs_getString(mjs_getName(e)), meshes[n++]);
  ck_assert_int_eq(n, 3);
  n = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_BODY); e; e = mjs_nextElement(s, e))
    ck_assert_str_eq(mjs_getString(mjs_getName(e)), bodies[n++]);
  mj_deleteSpec(s);
}
END_TEST

// used again it is the first of the name
START_TEST(mesh_assets_are_named_after_files_and_told_apart_by_scale) {
  mjSpec* s = parse("<robot><mujoco><compiler meshdir='m'/></mujoco>" LINK(
      "a", MESH("package://d/q.stl", "") MESH("e/q.stl", "scale='1 2 3'")
               MESH("q.stl", "scale='1 2 3'") MESH("C:\\x\\w.v.obj", "")) "</robot>");
  static const char* const expected[3][2] = {{"q", "q.stl"}, {"q1", "q.stl"}, {"w.v", "w.v.obj"}};
  static const char* const used[4] = {"q", "q1", "q", "w.v"};
  int n = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_MESH); e; e = mjs_nextElement(s, e), n++) {
    ck_assert_int_lt(n, 3);
    ck_assert_str_eq(mjs_getString(mjs_getName(e)), expected[n][0]);
    ck_assert_str_eq(mjs_getString(mjs_asMesh(e)->file), expected[n][1]);
  }
  ck_assert_int_eq(n, 3);
  ck_assert_double_eq(mjs_asMesh(mjs_findElement(s, mjOBJ_MESH, "q1"))->scale[2], 3);
  n = 0;
  for (mjsElement* e = mjs_firstElement(s, mjOBJ_GEOM); e; e = mjs_nextElement(s, e), n++) {
    ck_assert_str_eq(mjs_getString(mjs_asGeom(e)->meshname), used[n]);
    ck_assert_int_eq(mjs_asGeom(e)->type, mjGEOM_MESH);
  }
  mj_deleteSpec(s);
}
END_TEST

static int warned;
static void note_warning(const char* message) {
  (void)message;
  warned++;
}

// The reference loads this without a warning, and the second geom has no name.
START_TEST(what_urdf_shares_is_no_reason_for_a_warning) {
  mju_user_warning = note_warning;
  mjSpec* s = parse("<robot>" LINK(
      "a",
      "<visual name='x'><geometry><sphere radius='.1'/>"
      "</geometry></visual><collision name='x'><geometry>"
      "<sphere radius='.1'/></geometry></collision>" MESH("d/q.stl", "") MESH("e/q.stl", "")
          MESH("q.stl", "scale='2 2 2'") MESH("q.stl", "scale='2 2 2'")) "</robot>");
  ck_assert_int_eq(warned, 0);
  mju_user_warning = NULL;
  mj_deleteSpec(s);
  s = parse("<robot>" LINK("a",
                           "<collision name='x'><geometry><sphere radius='.1'/></geometry>"
                           "</collision><collision name='x'><geometry><sphere radius='.2'/>"
                           "</geometry></collision>") "</robot>");
  mjsElement* first = mjs_firstElement(s, mjOBJ_GEOM);
  ck_assert_str_eq(mjs_getString(mjs_getName(first)), "x");
  ck_assert_str_eq(mjs_getString(mjs_getName(mjs_nextElement(s, first))), "");
  mj_deleteSpec(s);
}
END_TEST

START_TEST(dependencies_are_the_robot_and_its_meshes) {
  FILE* file = fopen("urdf-needs.urdf", "w");
  fputs("<robot><mujoco><compiler meshdir='m'/></mujoco>" LINK("a", MESH("d/q.stl", "")) "</robot>",
        file);
  fclose(file);
  mjSpec* s = mj_makeSpec();
  mjStringVec* list = mjs_addTexture(s)->cubefiles;
  const int before = fc_nameCount(list);
  mju_getXMLDependencies("urdf-needs.urdf", list);
  ck_assert_int_eq(fc_nameCount(list), before + 2);
  ck_assert_str_eq(fc_nameItem(list, before), "urdf-needs.urdf");
  ck_assert_str_eq(fc_nameItem(list, before + 1), "m/q.stl");
  mj_deleteSpec(s);
  remove("urdf-needs.urdf");
}
END_TEST

static const struct {
  const char* text;
  const char* message;
} bad[] = {
    {"<robot><link/></robot>", "required attribute missing: 'name'\nElement 'link', line 1"},
    {"<robot>\n" LINK("a", "") "\n" LINK("a", "") "</robot>",
     "repeated URDF name: 'a' is already the link of line 2\nElement 'link', line 3"},
    {"<robot>" LINK("a", "") JOINT("j", "fixed", "a", "b", "") "</robot>",
     "URDF joint parent or child missing: there is no link 'b'\nElement 'child'"},
    {"<robot>" LINK("a", "") LINK("b", "") LINK("c", "") JOINT("j", "fixed", "a", "c", "")
         JOINT("k", "fixed", "b", "c", "") "</robot>",
     "URDF body has multiple parents: link 'c'"},
    {"<robot>" LINK("a", "") LINK("b", "") JOINT("j", "fixed", "a", "b", "")
         JOINT("k", "fixed", "b", "a", "") "</robot>",
     "form a loop"},
    {"<robot>" LINK("a", "") LINK("b", "") JOINT("j", "hinge", "a", "b", "") "</robot>",
     "invalid joint type in URDF joint definition: 'hinge', expected one of: revolute"},
    {"<robot>" LINK("a", "") LINK("world", "") JOINT("j", "fixed", "a", "world", "") "</robot>",
     "cannot be the child of a joint"},
    {"<robot>" LINK("a", "<collision/>") "</robot>", "missing element: 'geometry'"},
    {"<robot>" LINK("a", "<collision><geometry><cone/></geometry></collision>") "</robot>",
     "visual geometry specification not found, expected one of: box"},
    {"<robot>" LINK("a", "<inertial/>") "</robot>", "repeated element: 'inertial'"},
    {"<robot><link name='a'><inertial><mass value='1'/><inertia ixx='1'/></inertial></link>"
     "</robot>",
     "required attribute missing: 'iyy'"},
    {"<robot>" LINK("a",
                    "<collision><geometry><box size='1 x 1'/></geometry></collision>") "</robot>",
     "bad format in attribute 'size': 'x', expected 3 real numbers\nElement 'box'"},
    {"<robot>" LINK("a", "") LINK("b", "")
         JOINT("j", "revolute", "a", "b", "<axis xyz='1 0'/>") "</robot>",
     "attribute 'xyz' does not have enough data"},
    {"<robot>" LINK("a", "") LINK("b", "") LINK("c", "") JOINT("j", "revolute", "a", "b", "")
         JOINT("j", "revolute", "a", "c", "") "</robot>",
     "repeated name 'j'"},
    {"<robot><mujoco><option timestep='x'/></mujoco></robot>",
     "bad format in attribute 'timestep'"},
    {"<robot><mujoco/><mujoco/></robot>", "repeated element: 'mujoco'"},
    {"<robots/>", "Unrecognized XML model type: 'robots', expected 'mujoco' or 'robot'"},
    {"<robot><link name='a'></robot>", "XML parse error"},
};

START_TEST(a_wrong_robot_is_refused_with_what_where_and_what_was_expected) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(bad[_i].text, NULL, error, sizeof error);
  ck_assert_msg(s == NULL, "accepted: %s", bad[_i].text);
  ck_assert_msg(strstr(error, bad[_i].message) != NULL, "'%s' says '%s', expected '%s'",
                bad[_i].text, error, bad[_i].message);
}
END_TEST

START_TEST(a_chain_without_end_is_refused) {
  enum { N = 600 };
  char* text = malloc(N * 200);
  char* at = text + sprintf(text, "<robot>");
  for (int i = 0; i < N; i++)
    at += sprintf(at, "<link name='l%d'/>", i);
  for (int i = 1; i < N; i++) {
    at += sprintf(at,
                  "<joint name='j%d' type='fixed'><parent link='l%d'/><child link='l%d'/></joint>",
                  i, i - 1, i);
  }
  sprintf(at, "</robot>");
  char error[1000] = "";
  ck_assert_ptr_null(mj_parseXMLString(text, NULL, error, sizeof error));
  ck_assert_msg(strstr(error, "links are chained deeper than 500") != NULL, "%s", error);
  free(text);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("urdf");
  TCase* tc = tcase_create("urdf");
  tcase_add_loop_test(tc, a_robot_saved_as_mjcf_is_what_the_reference_saves, 0,
                      (int)(sizeof scenes / sizeof *scenes));
  tcase_add_test(tc, poses_limits_and_efforts_are_exact);
  tcase_add_test(tc, a_planar_joint_moves_in_the_plane_of_its_axis);
  tcase_add_test(tc, a_free_body_may_hang_on_a_chain_of_fixed_links);
  tcase_add_test(tc, fused_links_collide_with_every_geom);
  tcase_add_test(tc, content_decides_that_a_text_is_a_robot);
  tcase_add_test(tc, meshes_come_in_the_order_of_the_document);
  tcase_add_test(tc, mesh_assets_are_named_after_files_and_told_apart_by_scale);
  tcase_add_test(tc, what_urdf_shares_is_no_reason_for_a_warning);
  tcase_add_test(tc, dependencies_are_the_robot_and_its_meshes);
  tcase_add_loop_test(tc, a_wrong_robot_is_refused_with_what_where_and_what_was_expected, 0,
                      (int)(sizeof bad / sizeof *bad));
  tcase_add_test(tc, a_chain_without_end_is_refused);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
