// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What attribute text means: numbers, partial data, classes, frames, replicate, attach, include,
// shortcuts. Numbers without a derivation were recorded from MuJoCo 3.6.0.

#include <locale.h>
#include <math.h>

#include <fulcrum/spec.h>

#include "support.h"

#define WORLD(x) "<mujoco><worldbody>" x "</worldbody></mujoco>"

static mjsGeom* first_geom(mjSpec* s) { return mjs_asGeom(mjs_firstElement(s, mjOBJ_GEOM)); }

// ---------------------------------------------------------------- numbers

START_TEST(reals_are_read_as_in_c) {
  mjSpec* s = parse(WORLD("<geom size=' 0x1p-3\t+.5\n1e1 ' mass='inf'/>"));
  mjsGeom* g = first_geom(s);
  ck_assert(g->size[0] == 0.125 && g->size[1] == 0.5 && g->size[2] == 10);
  ck_assert(isinf(g->mass));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(integers_may_have_blanks_around) {
  mjSpec* s = parse(WORLD("<geom contype='  7  ' conaffinity='-3' condim='+4'/>"));
  mjsGeom* g = first_geom(s);
  ck_assert(g->contype == 7 && g->conaffinity == -3 && g->condim == 4);
  mj_deleteSpec(s);
}
END_TEST

// as the reference reduces them
START_TEST(names_of_asset_files_are_reduced) {
  static const char* const names[][2] = {{"a", "a"},
                                         {"./a", "a"},
                                         {".//./a", "/a"},
                                         {"m//a", "m//a"},
                                         {"m//../a", "m/a"},
                                         {"m/../../a", "../a"},
                                         {"../../a", "../../a"},
                                         {"/../a", "/../a"},
                                         {"/a/../b", "/b"},
                                         {"///a", "///a"},
                                         {"\\a\\b", "\\a/b"},
                                         {"m/.", "m/."},
                                         {"m/..", "m/.."},
                                         {"m/../", ""},
                                         {"C:\\.\\a", "C:\\a"},
                                         {"C:a/./b", "C:a/b"},
                                         {"x:./a/../b", "x:./b"},
                                         {"a/.b/../c", "a/c"}};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "<mujoco><asset><mesh name='a' file='%s'/><texture name='a' file='%s' fileup='%s'/>"
             "<hfield name='a' size='1 1 1 1' file='%s'/></asset></mujoco>",
             names[i][0], names[i][0], names[i][0], names[i][0]);
    mjSpec* s = parse(text);
    const mjsTexture* texture = mjs_asTexture(mjs_firstElement(s, mjOBJ_TEXTURE));
    ck_assert_str_eq(mjs_getString(mjs_asMesh(mjs_firstElement(s, mjOBJ_MESH))->file), names[i][1]);
    ck_assert_str_eq(mjs_getString(texture->file), names[i][1]);
    ck_assert_str_eq(fc_nameItem(texture->cubefiles, 2), names[i][1]);
    ck_assert_str_eq(mjs_getString(mjs_asHField(mjs_firstElement(s, mjOBJ_HFIELD))->file),
                     names[i][1]);
    mj_deleteSpec(s);
  }
}
END_TEST

START_TEST(blank_lists_count_as_absent) {
  mjSpec* s = parse("<mujoco><option timestep='' gravity='  '/></mujoco>");
  ck_assert(s->option.timestep == 0.002 && s->option.gravity[2] == -9.81);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(partial_data_keeps_the_rest) {
  mjSpec* s =
      parse(WORLD("<geom size='3' friction='0.5' solref='0.1' solimp='0.1 0.2' fluidcoef='9'/>"));
  mjsGeom* g = first_geom(s);
  ck_assert(g->size[0] == 3 && g->size[1] == 0);
  ck_assert(g->friction[0] == 0.5 && g->friction[1] == 0.005 && g->friction[2] == 0.0001);
  ck_assert(g->solref[0] == 0.1 && g->solref[1] == 1);
  ck_assert(g->solimp[1] == 0.2 && g->solimp[2] == 0.001);
  ck_assert(g->fluid_coefs[0] == 9 && g->fluid_coefs[1] == 0.25);
  mj_deleteSpec(s);
}
END_TEST

static int warned;

static void count_warning(const char* text) { warned += strstr(text, "'NaN'") != NULL; }

START_TEST(nan_is_kept_with_one_warning) {
  warned = 0;
  mju_user_warning = count_warning;
  mjSpec* s = parse(WORLD("<geom pos='nan 0 0' margin='-NAN'/>"));
  mju_user_warning = NULL;
  ck_assert_int_eq(warned, 1);
  ck_assert(isnan(first_geom(s)->pos[0]));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(numbers_do_not_depend_on_the_locale) {
  // where such a locale is installed, the program writes numbers with a comma
  setlocale(LC_ALL, "de_DE.UTF-8");
  mjSpec* s = parse("<mujoco><option timestep='0.5'/></mujoco>");
  setlocale(LC_ALL, "C");
  ck_assert(s->option.timestep == 0.5);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(memory_takes_binary_suffixes) {
  const struct {
    const char* text;
    mjtSize bytes;
  } list[] = {{"4096", 4096}, {" 64k ", 65536}, {"+2M", 2097152}, {"1g", 1073741824}, {"-1", -1}};
  for (int i = 0; i < 5; i++) {
    char xml[128];
    snprintf(xml, sizeof xml, "<mujoco><size memory='%s'/></mujoco>", list[i].text);
    mjSpec* s = parse(xml);
    ck_assert(s->memory == list[i].bytes);
    mj_deleteSpec(s);
  }
}
END_TEST

START_TEST(flags_set_and_clear_bits) {
  mjSpec* s = parse(
      "<mujoco><option><flag contact='disable' island='disable' energy='enable'/></option>"
      "<option><flag contact='enable' gravity='disable' sleep='enable'/></option></mujoco>");
  ck_assert_int_eq(s->option.disableflags, mjDSBL_ISLAND | mjDSBL_GRAVITY);
  ck_assert_int_eq(s->option.enableflags, mjENBL_ENERGY | mjENBL_SLEEP);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(other_solvers_have_numbers_of_their_own) {
  mjSpec* s = parse("<mujoco><option solver='acme.admm' integrator='acme.midpoint'/></mujoco>");
  mjSpec* t = parse("<mujoco><option solver='acme.admm'/></mujoco>");
  ck_assert_int_gt(s->option.solver, mjSOL_NEWTON);
  ck_assert_int_gt(s->option.integrator, mjINT_IMPLICITFAST);
  ck_assert_int_eq(s->option.solver, t->option.solver);
  mj_deleteSpec(s);
  mj_deleteSpec(t);
}
END_TEST

START_TEST(disabled_groups_accumulate) {
  mjSpec* s = parse(
      "<mujoco><option actuatorgroupdisable='0 3'/><option actuatorgroupdisable='5'/></mujoco>");
  ck_assert_int_eq(s->option.disableactuator, 1 << 0 | 1 << 3 | 1 << 5);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(assetdir_yields_to_specific_directories) {
  mjSpec* s = parse("<mujoco><compiler meshdir='m'/><compiler assetdir='a'/></mujoco>");
  ck_assert_str_eq(mjs_getString(s->compiler.meshdir), "m");
  ck_assert_str_eq(mjs_getString(s->compiler.texturedir), "a");
  mj_deleteSpec(s);
}
END_TEST

// ---------------------------------------------------------------- classes, frames, copies

START_TEST(innermost_class_wins) {
  mjModel* m = compile(
      "<mujoco><default><geom size='1'/><default class='a'><geom size='2'/></default>"
      "<default class='b'><geom size='3'/></default></default><worldbody><body childclass='a'>"
      "<geom/><geom class='b'/><geom class='main'/><frame "
      "childclass='b'><geom/><body><geom/></body></frame>"
      "<body><geom/></body><frame><geom/></frame></body></worldbody></mujoco>");
  const double size[] = {2, 3, 1, 3, 2, 3, 2};
  ck_assert_int_eq((int)m->ngeom, 7);
  for (int i = 0; i < 7; i++)
    ck_assert(m->geom_size[3 * i] == size[i]);
  mj_deleteModel(m);
}
END_TEST

START_TEST(class_orientation_beats_element_quat) {
  mjModel* m = compile(
      "<mujoco><default><geom euler='0 0 90'/></default><worldbody>"
      "<geom size='1' quat='0 1 0 0'/></worldbody></mujoco>");
  ck_assert(m->geom_quat[0] == 0.70710678118654757 && m->geom_quat[3] == 0.70710678118654746);
  mj_deleteModel(m);
}
END_TEST

START_TEST(nested_classes_copy_their_parent) {
  mjSpec* s = parse(
      "<mujoco><default><default class='a'><geom margin='2'/><default class='b'/></default>"
      "<geom margin='1' gap='5'/></default><default><geom gap='7'/></default></mujoco>");
  ck_assert(mjs_findDefault(s, "a")->geom->margin == 2 &&
            mjs_findDefault(s, "b")->geom->margin == 2);
  // a second top-level section is not seen by classes made in the first
  ck_assert(mjs_findDefault(s, "a")->geom->gap == 5 && mjs_getSpecDefault(s)->geom->gap == 7);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(shortcuts_of_a_class_leak_into_each_other) {
  mjSpec* s = parse(
      "<mujoco><default><motor gear='2'/><position kp='30' kv='2'/></default><actuator>"
      "<motor joint='j'/><general joint='j'/><velocity joint='j'/></actuator></mujoco>");
  mjsElement* e = mjs_firstElement(s, mjOBJ_ACTUATOR);
  mjsActuator* motor = mjs_asActuator(e);
  mjsActuator* general = mjs_asActuator(e = mjs_nextElement(s, e));
  mjsActuator* velocity = mjs_asActuator(mjs_nextElement(s, e));
  ck_assert(motor->gear[0] == 2 && motor->biastype == mjBIAS_NONE);
  ck_assert(motor->biasprm[1] == -30 && motor->biasprm[2] == -2);
  ck_assert(general->gainprm[0] == 30 && general->biastype == mjBIAS_AFFINE);
  ck_assert(velocity->gainprm[0] == 30 && velocity->biasprm[1] == 0);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(frames_compose) {
  mjModel* m =
      compile(WORLD("<frame pos='1 2 3' euler='0 0 90'><frame pos='1 0 0' quat='2 0 0 0'>"
                    "<geom type='capsule' fromto='0 0 0 1 0 0' size='.1'/><site pos='0 0 1'/>"
                    "<body pos='0 1 0'/></frame></frame>"));
  ck_assert(m->geom_pos[0] == 1.0000000000000004 && m->geom_pos[1] == 3.5 && m->geom_pos[2] == 3);
  ck_assert(m->geom_quat[0] == 0.50000000000000011 && m->geom_quat[2] == -0.5);
  ck_assert(m->site_pos[1] == 3 && m->site_pos[2] == 4);
  ck_assert_double_eq_tol(m->body_pos[3], 0, 1e-15);
  mj_deleteModel(m);
}
END_TEST

START_TEST(unknown_attributes_inside_frames_are_ignored) {
  mjSpec* s = parse(WORLD("<frame colour='red'><geom sise='1'/></frame>"));
  ck_assert_ptr_nonnull(first_geom(s));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(bodies_right_below_the_root_are_legal_and_not_used) {
  mjModel* m = compile(
      "<mujoco><body name='b' mocap='true'><geom size='1'/><frame sise='2'/></body><frame "
      "name='f'><body><joint/></body></frame><replicate name='r'/><worldbody><body name='b'/>"
      "</worldbody></mujoco>");
  ck_assert_int_eq(m->nbody, 2);
  ck_assert_int_eq(m->ngeom, 0);
  ck_assert_int_eq(m->njnt, 0);
  mj_deleteModel(m);
}
END_TEST

START_TEST(replicate_turns_and_moves) {
  mjModel* m = compile(
      WORLD("<replicate count='3' offset='0 0 .1' euler='0 0 30'><body name='b' pos='1 0 0'>"
            "<geom size='.1'/></body></replicate>"));
  const double expect[] = {1,
                           0,
                           0,
                           0.86602540378443871,
                           0.49999999999999994,
                           0.1,
                           0.50000000000000022,
                           0.8660254037844386,
                           0.2};
  ck_assert_int_eq((int)m->nbody, 4);
  for (int i = 0; i < 9; i++)
    ck_assert_double_eq_tol(m->body_pos[3 + i], expect[i], 4e-16);
  ck_assert_int_eq(mj_name2id(m, mjOBJ_BODY, "b2"), 3);
  mj_deleteModel(m);
}
END_TEST

START_TEST(replicate_suffixes_have_the_digits_of_the_count) {
  mjModel* m = compile(
      WORLD("<replicate count='10' sep='-'><site name='s'/></replicate>"
            "<replicate count='2'><replicate count='2'><site name='t'/></replicate></replicate>"));
  ck_assert_int_eq(mj_name2id(m, mjOBJ_SITE, "s-00"), 0);
  ck_assert_int_eq(mj_name2id(m, mjOBJ_SITE, "s-09"), 9);
  const char* const names[] = {"t00", "t10", "t01", "t11"};
  for (int i = 0; i < 4; i++)
    ck_assert_int_eq(mj_name2id(m, mjOBJ_SITE, names[i]), 10 + i);
  mj_deleteModel(m);
}
END_TEST

START_TEST(replicate_copies_what_refers_to_it) {
  mjModel* m = compile(
      "<mujoco><actuator><motor name='m' joint='j'/></actuator><worldbody>"
      "<replicate count='3'><body><joint name='j'/><geom size='.1'/></body></replicate>"
      "</worldbody></mujoco>");
  ck_assert_int_eq((int)m->nu, 3);
  for (int i = 0; i < 3; i++)
    ck_assert_int_eq(m->actuator_trnid[2 * i], i);
  ck_assert_int_eq(mj_name2id(m, mjOBJ_ACTUATOR, "m1"), 1);
  mj_deleteModel(m);
}
END_TEST

START_TEST(sections_are_read_in_one_order) {
  // the class is written after its use, the actuator before its joint
  mjModel* m = compile(
      "<mujoco><worldbody><body><joint name='j'/><geom class='c'/></body></worldbody>"
      "<actuator><motor joint='j'/></actuator>"
      "<default><default class='c'><geom size='.5'/></default></default></mujoco>");
  ck_assert(m->geom_size[0] == 0.5);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- files

static void add_text(mjVFS* vfs, const char* name, const char* text) {
  ck_assert_int_eq(mj_addBufferVFS(vfs, name, text, (int)strlen(text)), 0);
}

START_TEST(include_is_transparent_at_any_depth) {
  mjVFS vfs;
  char error[ERROR_SIZE] = "";
  mj_defaultVFS(&vfs);
  add_text(&vfs, "d/main.xml",
           "<mujoco><worldbody><body name='a'><include file='sub/geoms.xml'/></body>"
           "<geom name='last' size='1'/></worldbody><include file='options.xml'/></mujoco>");
  add_text(&vfs, "d/sub/geoms.xml",
           "<any what='ever'><geom name='g1' size='1'/><include file='more.xml'/></any>");
  add_text(&vfs, "d/sub/more.xml", "<more><include file='deep/most.xml'/></more>");
  add_text(&vfs, "d/sub/deep/most.xml", "<most><include file='end.xml'/></most>");
  add_text(&vfs, "d/sub/deep/end.xml", "<end><geom name='g2' size='2'/></end>");
  add_text(&vfs, "d/options.xml", "<mujoco><option timestep='0.5'/></mujoco>");
  mjModel* m = mj_loadXML("d/main.xml", &vfs, error, ERROR_SIZE);
  ck_assert_msg(m != NULL, "%s", error);
  ck_assert_int_eq((int)m->ngeom, 3);
  ck_assert_int_eq(m->geom_bodyid[mj_name2id(m, mjOBJ_GEOM, "g2")], mj_name2id(m, mjOBJ_BODY, "a"));
  ck_assert_int_eq(m->geom_bodyid[mj_name2id(m, mjOBJ_GEOM, "last")], 0);
  ck_assert(m->opt.timestep == 0.5);
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(the_first_of_the_models_with_one_name_is_attached) {
  char error[ERROR_SIZE] = "", text[400];
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  for (int i = 1; i <= 2; i++) {
    char name[16];
    snprintf(name, sizeof name, "%d.xml", i);
    snprintf(text, sizeof text,
             "<mujoco model='child'><worldbody><body name='b'><geom size='%d'/></body></worldbody>"
             "</mujoco>",
             i);
    mj_addBufferVFS(&vfs, name, text, (int)strlen(text));
  }
  for (int named = 0; named < 2; named++) {
    const char *name = named ? "name='x'" : "", *model = named ? "x" : "child";
    snprintf(text, sizeof text,
             "<mujoco><asset><model %s file='1.xml'/><model %s file='2.xml'/></asset><worldbody>"
             "<attach model='%s' body='b' prefix='p'/></worldbody></mujoco>",
             name, name, model);
    mjSpec* s = mj_parseXMLString(text, &vfs, error, ERROR_SIZE);
    ck_assert_msg(s != NULL, "%s", error);
    mjModel* m = mj_compile(s, &vfs);
    ck_assert_int_eq(m->ngeom, 1);
    ck_assert_double_eq(m->geom_size[0], 1);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }

  // the others have to be there and to be right
  mjSpec* s = mj_parseXMLString(
      "<mujoco><asset><model name='x' file='1.xml'/><model name='x' file='3.xml'/></asset>"
      "</mujoco>",
      &vfs, error, ERROR_SIZE);
  ck_assert_ptr_null(s);
  ck_assert_ptr_nonnull(strstr(error, "3.xml"));
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(models_attach_with_prefixes) {
  mjVFS vfs;
  char error[ERROR_SIZE] = "";
  mj_defaultVFS(&vfs);
  add_text(&vfs, "arm.xml",
           "<mujoco model='arm'><compiler angle='radian'/><worldbody><body name='link'>"
           "<joint name='j' range='-1 1'/><geom size='.1'/></body></worldbody>"
           "<actuator><motor name='m' joint='j'/></actuator></mujoco>");
  add_text(&vfs, "two.xml",
           "<mujoco><asset><model file='arm.xml'/></asset><worldbody>"
           "<frame pos='1 0 0'><attach model='arm' body='link' prefix='l_'/></frame>"
           "<body name='base' pos='0 0 2'><attach model='arm' "
           "prefix='r_'/></body></worldbody></mujoco>");
  mjModel* m = mj_loadXML("two.xml", &vfs, error, ERROR_SIZE);
  ck_assert_msg(m != NULL, "%s", error);
  ck_assert_int_eq((int)m->nbody, 4);
  ck_assert_int_eq((int)m->nu, 2);
  int left = mj_name2id(m, mjOBJ_BODY, "l_link"), right = mj_name2id(m, mjOBJ_BODY, "r_link");
  ck_assert(left > 0 && right > 0);
  ck_assert(m->body_pos[3 * left] == 1);
  ck_assert_int_eq(m->body_parentid[right], mj_name2id(m, mjOBJ_BODY, "base"));
  // the child's angle unit stays with its elements
  ck_assert(m->jnt_range[1] == 1);
  mj_deleteModel(m);
  mj_deleteVFS(&vfs);
}
END_TEST

START_TEST(first_comment_and_name_are_kept) {
  mjSpec* s = parse(
      "<?xml version='1.0'?><!-- not this --><mujoco model='a &lt; b &#65;'>\n"
      "  <!-- this --> <!-- nor this --></mujoco>");
  ck_assert_str_eq(mjs_getString(s->comment), " this ");
  ck_assert_str_eq(mjs_getString(s->modelname), "a < b A");
  mj_deleteSpec(s);
}
END_TEST

START_TEST(elements_remember_their_line) {
  mjSpec* s = parse("<mujoco>\n<worldbody>\n\n<geom name='g' size='1'/></worldbody></mujoco>");
  ck_assert_str_eq(mjs_getString(first_geom(s)->info), "line 4");
  mj_deleteSpec(s);
}
END_TEST

// ---------------------------------------------------------------- sensors

START_TEST(sensor_data_becomes_bits) {
  mjSpec* s = parse(
      "<mujoco><sensor><contact body1='a' subtree2='b' data='found pos tangent' num='3'"
      " reduce='netforce'/><rangefinder camera='c' data='dist depth'/></sensor></mujoco>");
  mjsElement* e = mjs_firstElement(s, mjOBJ_SENSOR);
  mjsSensor *contact = mjs_asSensor(e), *range = mjs_asSensor(mjs_nextElement(s, e));
  ck_assert_int_eq(contact->intprm[0], 1 << 0 | 1 << 4 | 1 << 6);
  ck_assert_int_eq(contact->intprm[1], 3);
  ck_assert_int_eq(contact->intprm[2], 3);
  ck_assert(contact->objtype == mjOBJ_BODY && contact->reftype == mjOBJ_XBODY);
  ck_assert_int_eq(range->intprm[0], 1 << 0 | 1 << 5);
  ck_assert(range->objtype == mjOBJ_CAMERA);
  mj_deleteSpec(s);
}
END_TEST

static void add(TCase* t) {
  tcase_add_test(t, reals_are_read_as_in_c);
  tcase_add_test(t, integers_may_have_blanks_around);
  tcase_add_test(t, names_of_asset_files_are_reduced);
  tcase_add_test(t, blank_lists_count_as_absent);
  tcase_add_test(t, partial_data_keeps_the_rest);
  tcase_add_test(t, nan_is_kept_with_one_warning);
  tcase_add_test(t, numbers_do_not_depend_on_the_locale);
  tcase_add_test(t, memory_takes_binary_suffixes);
  tcase_add_test(t, flags_set_and_clear_bits);
  tcase_add_test(t, other_solvers_have_numbers_of_their_own);
  tcase_add_test(t, disabled_groups_accumulate);
  tcase_add_test(t, assetdir_yields_to_specific_directories);
  tcase_add_test(t, innermost_class_wins);
  tcase_add_test(t, class_orientation_beats_element_quat);
  tcase_add_test(t, nested_classes_copy_their_parent);
  tcase_add_test(t, shortcuts_of_a_class_leak_into_each_other);
  tcase_add_test(t, frames_compose);
  tcase_add_test(t, unknown_attributes_inside_frames_are_ignored);
  tcase_add_test(t, bodies_right_below_the_root_are_legal_and_not_used);
  tcase_add_test(t, replicate_turns_and_moves);
  tcase_add_test(t, replicate_suffixes_have_the_digits_of_the_count);
  tcase_add_test(t, replicate_copies_what_refers_to_it);
  tcase_add_test(t, sections_are_read_in_one_order);
  tcase_add_test(t, include_is_transparent_at_any_depth);
  tcase_add_test(t, models_attach_with_prefixes);
  tcase_add_test(t, the_first_of_the_models_with_one_name_is_attached);
  tcase_add_test(t, first_comment_and_name_are_kept);
  tcase_add_test(t, elements_remember_their_line);
  tcase_add_test(t, sensor_data_becomes_bits);
}

int main(void) { return run_added("reader", add); }
