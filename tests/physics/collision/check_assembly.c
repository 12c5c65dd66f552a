// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From contact points to contacts: parameters, frames, the end of the arena, collision functions of
// the user, distances.

#include <setjmp.h>

#include <fulcrum/host.h>

#include "tests/collision/support.h"

// ---------------------------------------------------------------- parameters

static Scene two_materials(const char* more_a, const char* contact) {
  char text[3000];
  snprintf(text, sizeof text,
           "<worldbody><body><freejoint/><geom name=\"a\" size=\".3\" solimp=\".8 .9 .01 .4 1\" "
           "friction=\".5 .01 .001\" "
           "margin=\".02\" gap=\".005\" solmix=\"2\" condim=\"3\" %s/></body><body pos=\".4 0 "
           "0\"><freejoint/>"
           "<geom name=\"b\" size=\".3\" solref=\".03 .8\" solimp=\".7 .95 .02 .6 3\" "
           "friction=\".9 .002 .003\" margin=\".03\" "
           "gap=\".01\" solmix=\"1\" condim=\"4\"/></body></worldbody>%s",
           more_a, contact);
  Scene s = scene_load(text);
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 1);
  return s;
}

static void expect_parameters(Scene s, int dim, double includemargin, const double friction[5],
                              const double solref[2], const double solimp[5]) {
  const mjContact* c = s.d->contact;
  ck_assert_int_eq(c->dim, dim);
  ck_assert_double_eq_tol(c->includemargin, includemargin, 1e-14);
  for (int k = 0; k < 5; k++)
    ck_assert_double_eq_tol(c->friction[k], friction[k], 1e-14);
  for (int k = 0; k < 2; k++)
    ck_assert_double_eq_tol(c->solref[k], solref[k], 1e-12);
  for (int k = 0; k < 5; k++)
    ck_assert_double_eq_tol(c->solimp[k], solimp[k], 1e-12);
  ck_assert_int_eq(c->exclude, 0);
  ck_assert_int_eq(c->efc_address, -1);
  ck_assert_int_eq(c->flex[0], -1);
  scene_free(s);
}

static const double mixed_friction[5] = {.9, .9, .01, .003, .003};
static const double mixed_solimp[5] = {2.3 / 3, 2.75 / 3, .04 / 3, 1.4 / 3, 5. / 3};

START_TEST(equal_priorities_mix) {
  expect_parameters(two_materials("solref=\".01 .5\"", ""), 4, .035, mixed_friction,
                    (double[]){.05 / 3, .6}, mixed_solimp);
}
END_TEST

START_TEST(higher_priority_decides_alone) {
  expect_parameters(two_materials("solref=\".01 .5\" priority=\"1\"", ""), 3, .035,
                    (double[]){.5, .5, .01, .001, .001}, (double[]){.01, .5},
                    (double[]){.8, .9, .01, .4, 1});
}
END_TEST

START_TEST(direct_solref_is_not_averaged) {
  expect_parameters(two_materials("solref=\"-100 -5\"", ""), 4, .035, mixed_friction,
                    (double[]){-100, -5}, mixed_solimp);
}
END_TEST

START_TEST(explicit_pair_brings_its_own_parameters) {
  expect_parameters(two_materials("", "<contact><pair geom1=\"a\" geom2=\"b\"/></contact>"), 3, 0,
                    (double[]){1, 1, .005, .0001, .0001}, (double[]){.02, 1},
                    (double[]){.9, .95, .001, .5, 2});
}
END_TEST

START_TEST(override_replaces_all_but_the_gap) {
  Scene s = two_materials("", "");
  s.m->opt.enableflags |= mjENBL_OVERRIDE;
  s.m->opt.o_margin = .04;
  mj_collision(s.m, s.d);
  ck_assert_double_eq(s.d->contact->solreffriction[0], s.m->opt.o_solref[0]);
  expect_parameters(s, 4, .025, s.m->opt.o_friction, s.m->opt.o_solref, s.m->opt.o_solimp);
}
END_TEST

START_TEST(contacts_in_the_gap_are_kept_but_excluded) {
  Scene s = scene_pair("", "size=\".1\" margin=\".05\" gap=\".05\"", "size=\".1\" pos=\".22 0 0\"");
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 1);
  ck_assert_int_eq(s.d->contact->exclude, 1);
  scene_free(s);
}
END_TEST

// ---------------------------------------------------------------- memory

static Scene three_boxes(const char* memory) {
  char text[2000];
  snprintf(text, sizeof text,
           "<size memory=\"%s\"/><worldbody><geom type=\"plane\" size=\"5 5 1\"/>"
           "<body pos=\"0 0 .199\"><freejoint/><geom type=\"box\" size=\".2 .2 .2\"/></body>"
           "<body pos=\"1 0 .199\"><freejoint/><geom type=\"box\" size=\".2 .2 .2\"/></body>"
           "<body pos=\"2 0 .199\"><freejoint/><geom type=\"box\" size=\".2 .2 "
           ".2\"/></body></worldbody>",
           memory);
  return scene_load(text);
}

static void no_warning(const char* text) { (void)text; }

START_TEST(a_pair_needs_room_for_fifty_contacts) {
  static const struct {
    const char* memory;
    int ncon, warnings;
  } rows[] = {{"28K", 0, 3}, {"32K", 8, 1}, {"36K", 12, 0}, {"1M", 12, 0}};
  mju_user_warning = no_warning;
  for (int i = 0; i < 4; i++) {
    Scene s = three_boxes(rows[i].memory);
    mj_collision(s.m, s.d);
    ck_assert_int_eq(s.d->ncon, rows[i].ncon);
    ck_assert_int_eq(s.d->warning[mjWARN_CONTACTFULL].number, rows[i].warnings);
    ck_assert_uint_eq(s.d->parena, sizeof(mjContact) * (size_t)s.d->ncon);
    ck_assert_uint_eq(s.d->pstack, 0);
    scene_free(s);
  }
  mju_user_warning = NULL;
}
END_TEST

// Bodies of several geoms are compared by trees, which need memory, too. Recorded from the
// reference: contacts, skipped pairs, contacts when the last one was skipped, and a sum that
// depends on the order.
START_TEST(near_the_end_of_the_arena_the_same_pairs_are_skipped) {
  static const struct {
    const char* memory;
    int ncon, warnings, lastinfo, order;
  } rows[] = {{"28K", 0, 30, 0, 0},      {"32K", 7, 26, 7, 80},      {"36K", 17, 22, 17, 860},
              {"42K", 25, 17, 25, 3491}, {"48K", 36, 11, 36, 19030}, {"54K", 46, 6, 46, 53069},
              {"60K", 53, 0, 0, 94487},  {"1M", 53, 0, 0, 94487}};
  mju_user_warning = no_warning;
  for (int i = 0; i < 8; i++) {
    char text[3000];
    int used = snprintf(text, sizeof text,
                        "<size memory=\"%s\"/><worldbody><geom type=\"plane\" size=\"5 5 1\"/>",
                        rows[i].memory);
    for (int b = 0; b < 4; b++) {
      used += snprintf(text + used, sizeof text - (size_t)used,
                       "<body pos=\"%g 0 .1\"><freejoint/><geom type=\"box\" size=\".1 .1 .1\"/>"
                       "<geom type=\"capsule\" size=\".05 .1\" pos=\"0 .1 0\"/>"
                       "<geom size=\".12\" pos=\"0 -.1 0\"/></body>",
                       .15 * b);
    }
    snprintf(text + used, sizeof text - (size_t)used, "</worldbody>");
    Scene s = scene_load(text);
    mj_collision(s.m, s.d);
    int order = 0;
    for (int k = 0; k < s.d->ncon; k++)
      order += (k + 1) * (13 * s.d->contact[k].geom[0] + s.d->contact[k].geom[1]);
    ck_assert_msg(s.d->ncon == rows[i].ncon, "%s: %d contacts", rows[i].memory, s.d->ncon);
    ck_assert_int_eq(order, rows[i].order);
    ck_assert_int_eq(s.d->warning[mjWARN_CONTACTFULL].number, rows[i].warnings);
    ck_assert_int_eq(s.d->warning[mjWARN_CONTACTFULL].lastinfo, rows[i].lastinfo);
    ck_assert_uint_eq(s.d->pstack, 0);
    scene_free(s);
  }
  mju_user_warning = NULL;
}
END_TEST

static jmp_buf after_error;
static char error_text[1024];

static void leave(const char* message, void* context) {
  (void)context;
  snprintf(error_text, sizeof error_text, "%s", message);
  longjmp(after_error, 1);
}

// A hundred and fifty bodies on one heap are 11175 pairs. That there is no room for them is an
// error that says what to do, and the data can be used again.
START_TEST(too_many_near_bodies_for_the_memory_are_an_error) {
  char text[16000];
  int used = snprintf(text, sizeof text, "<worldbody>");
  for (int i = 0; i < 150; i++) {
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "<body pos=\"%g 0 0\"><freejoint/><geom size=\".3\"/></body>", .001 * i);
  }
  snprintf(text + used, sizeof text - (size_t)used, "</worldbody>");
  Scene s = scene_load(text);
  mjtSize whole = s.d->narena;
  s.d->narena = 80000;
  fc_setThreadErrorHandler(leave, NULL, NULL);
  volatile int failed = setjmp(after_error);
  if (!failed)
    mj_collision(s.m, s.d);
  fc_setThreadErrorHandler(NULL, NULL, NULL);
  ck_assert(failed);
  ck_assert_msg(strstr(error_text, "pairs of bodies are near each other") &&
                    strstr(error_text, "increase the arena"),
                "%s", error_text);
  s.d->narena = whole;
  mj_resetData(s.m, s.d);
  mj_kinematics(s.m, s.d);
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 11175);
  scene_free(s);
}
END_TEST

START_TEST(an_added_contact_takes_the_rows_of_all_away) {
  Scene s = three_boxes("1M");
  mj_forward(s.m, s.d);
  ck_assert_int_gt(s.d->nefc, 0);
  ck_assert_int_eq(s.d->contact[0].efc_address, 0);
  ck_assert_int_eq(mj_addContact(s.m, s.d, &s.d->contact[3]), 0);
  ck_assert_int_eq(s.d->nefc, 0);
  ck_assert_int_eq(s.d->ncon, 13);
  for (int i = 0; i < s.d->ncon; i++)
    ck_assert_int_eq(s.d->contact[i].efc_address, -1);
  scene_free(s);
}
END_TEST

START_TEST(contacts_can_be_added_by_hand) {
  Scene s = three_boxes("36K");
  mj_collision(s.m, s.d);
  mjContact con = s.d->contact[3];
  con.dim = 6;
  ck_assert_int_eq(mj_addContact(s.m, s.d, &con), 0);
  ck_assert_int_eq(s.d->ncon, 13);
  ck_assert(memcmp(s.d->contact + 12, &con, sizeof con) == 0);
  mju_user_warning = no_warning;
  int added = 0;
  while (added < 100 && !mj_addContact(s.m, s.d, &con))
    added++;
  mju_user_warning = NULL;
  ck_assert_int_eq(s.d->ncon, 13 + added);
  ck_assert_int_le(sizeof(mjContact) * (size_t)s.d->ncon, (size_t)s.d->narena);
  ck_assert_int_lt(added, 100);
  ck_assert_int_eq(s.d->warning[mjWARN_CONTACTFULL].number, 1);
  scene_free(s);
}
END_TEST

// ---------------------------------------------------------------- the public table

START_TEST(table_is_filled_where_types_can_collide) {
  for (int i = 0; i < mjNGEOMTYPES; i++) {
    for (int j = 0; j < mjNGEOMTYPES; j++) {
      int collide = i <= j && !(i == mjGEOM_PLANE && j <= mjGEOM_HFIELD) &&
                    !(i == mjGEOM_HFIELD && j == mjGEOM_HFIELD);
      ck_assert_msg((mjCOLLISIONFUNC[i][j] != NULL) == collide, "types %d and %d", i, j);
    }
  }
}
END_TEST

static int user_contacts(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                         mjtNum margin) {
  (void)m;
  (void)d;
  (void)margin;
  for (int i = 0; i < 3; i++) {
    con[i].dist = -.001 * (i + 1);
    mju_zero3(con[i].pos);
    mju_zero(con[i].frame, 9);
    con[i].frame[2] = 2;
    con[i].pos[0] = g1 + 10 * g2;
  }
  return 3;
}

START_TEST(replaced_collision_function_is_called) {
  Scene s = three_boxes("1M");
  mjfCollision saved = mjCOLLISIONFUNC[mjGEOM_PLANE][mjGEOM_BOX];
  mjCOLLISIONFUNC[mjGEOM_PLANE][mjGEOM_BOX] = user_contacts;
  mj_collision(s.m, s.d);
  mjCOLLISIONFUNC[mjGEOM_PLANE][mjGEOM_BOX] = saved;
  ck_assert_int_eq(s.d->ncon, 9);
  for (int i = 0; i < 9; i++) {
    ck_assert_double_eq(s.d->contact[i].dist, -.001 * (i % 3 + 1));
    ck_assert_double_eq(s.d->contact[i].pos[0], 10 * (1 + i / 3));
    ck_assert_double_eq(s.d->contact[i].frame[2], 1);
  }
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 12);
  scene_free(s);
}
END_TEST

// ---------------------------------------------------------------- distance

START_TEST(distances_are_as_recorded) {
  Scene s = scene_load(
      "<worldbody><geom type=\"box\" size=\".3 .2 .1\"/>"
      "<geom type=\"box\" size=\".2 .25 .15\" pos=\"1 .5 .4\" quat=\"1 .2 .3 .4\"/>"
      "<geom type=\"ellipsoid\" size=\".2 .25 .15\" pos=\"-1 .5 .4\" quat=\"1 .2 .3 .4\"/><geom "
      "size=\".2\" pos=\"0 1 .4\"/>"
      "<geom type=\"cylinder\" size=\".2 .3\" pos=\"0 -1 .4\" quat=\"1 .2 .3 .4\"/></worldbody>");
  static const struct {
    int g1, g2;
    double dist;
  } rows[] = {{0, 1, .576006681292167}, {0, 2, .582647958274729}, {0, 3, .654400374531753},
              {0, 4, .569396200317012}, {1, 4, 1.30441536119253}, {2, 3, .727323128233167},
              {2, 4, 1.26706512507913}};
  for (int i = 0; i < 7; i++) {
    double there[6], back[6];
    ck_assert_double_eq_tol(mj_geomDistance(s.m, s.d, rows[i].g1, rows[i].g2, 10, there),
                            rows[i].dist, 1e-10);
    ck_assert_double_eq_tol(mj_geomDistance(s.m, s.d, rows[i].g2, rows[i].g1, 10, back),
                            rows[i].dist, 1e-6);
    ck_assert_double_eq_tol(mju_dist3(there, there + 3), rows[i].dist, 1e-9);
    ck_assert_double_eq_tol(mju_dist3(there, back + 3), 0, 2e-3);
  }
  double fromto[6],
      expected[6] = {.3, .2, .1, .782200588906916, .385060993930653, .354987681028785};
  mj_geomDistance(s.m, s.d, 0, 1, 10, fromto);
  for (int k = 0; k < 6; k++)
    ck_assert_double_eq_tol(fromto[k], expected[k], 1e-10);
  ck_assert_double_eq(mj_geomDistance(s.m, s.d, 0, 1, .55, fromto), .55);
  for (int k = 0; k < 6; k++)
    ck_assert_double_eq(fromto[k], 0);
  scene_free(s);
}
END_TEST

START_TEST(distance_of_spheres_is_exact_and_never_above_the_limit) {
  Scene s = scene_pair("", "size=\".1\"", "size=\".2\" pos=\"0 3 4\"");
  double fromto[6];
  ck_assert_double_eq_tol(mj_geomDistance(s.m, s.d, 0, 1, 10, fromto), 4.7, 1e-14);
  ck_assert_double_eq_tol(fromto[1], .06, 1e-14);
  ck_assert_double_eq_tol(fromto[5], 4 - .16, 1e-14);
  ck_assert_double_eq(mj_geomDistance(s.m, s.d, 1, 0, 3, NULL), 3);
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("assembly");
  TCase* tc = tcase_create("parameters");
  tcase_add_test(tc, equal_priorities_mix);
  tcase_add_test(tc, higher_priority_decides_alone);
  tcase_add_test(tc, direct_solref_is_not_averaged);
  tcase_add_test(tc, explicit_pair_brings_its_own_parameters);
  tcase_add_test(tc, override_replaces_all_but_the_gap);
  tcase_add_test(tc, contacts_in_the_gap_are_kept_but_excluded);
  suite_add_tcase(suite, tc);
  tc = tcase_create("memory and table");
  tcase_add_test(tc, a_pair_needs_room_for_fifty_contacts);
  tcase_add_test(tc, near_the_end_of_the_arena_the_same_pairs_are_skipped);
  tcase_add_test(tc, too_many_near_bodies_for_the_memory_are_an_error);
  tcase_add_test(tc, contacts_can_be_added_by_hand);
  tcase_add_test(tc, an_added_contact_takes_the_rows_of_all_away);
  tcase_add_test(tc, table_is_filled_where_types_can_collide);
  tcase_add_test(tc, replaced_collision_function_is_called);
  suite_add_tcase(suite, tc);
  tc = tcase_create("distance");
  tcase_add_test(tc, distances_are_as_recorded);
  tcase_add_test(tc, distance_of_spheres_is_exact_and_never_above_the_limit);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
