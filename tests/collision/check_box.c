// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Box against box: recorded contacts of a face, an edge and a vertex, and what holds for any pose.

#include "tests/collision/support.h"

START_TEST(face_on_face_gives_the_clipped_polygon) {
  static const double xy[7][2] = {{.3, -.117582417582418},
                                  {.175, -.2},
                                  {.0252747252747253, -.2},
                                  {.3, .11},
                                  {.240659340659341, .2},
                                  {-.126666666666667, .2},
                                  {-.204587155963303, .148623853211009}};
  Scene s = scene_pair("", "type=\"box\" size=\".3 .2 .1\"",
                       "type=\"box\" size=\".2 .25 .15\" pos=\".1 .05 .23\" quat=\"1 0 0 .3\"");
  mj_collision(s.m, s.d);
  Expected e[7];
  for (int i = 0; i < 7; i++)
    e[i] = (Expected){-.02, {xy[i][0], xy[i][1], .09}, {0, 0, 1}};
  expect_contacts("face", &s, e, 7, 1e-12);
  scene_free(s);
}
END_TEST

START_TEST(crossed_edges_give_one_contact) {
  Scene s = scene_pair("", "type=\"box\" size=\".3 .3 .3\" quat=\"1 .4 0 0\"",
                       "type=\"box\" size=\".3 .3 .3\" pos=\"0 0 .78\" quat=\"1 0 .4 0\"");
  mj_collision(s.m, s.d);
  expect_contacts(
      "edge", &s,
      &(Expected){-0.0682758620689655, {.0103448275862069, .0103448275862069, .39}, {0, 0, 1}}, 1,
      1e-12);
  scene_free(s);
}
END_TEST

START_TEST(vertex_on_face_gives_one_contact) {
  Scene s = scene_pair("", "type=\"box\" size=\".3 .3 .3\"",
                       "type=\"box\" size=\".2 .25 .15\" pos=\".1 .05 .5\" quat=\"1 .3 .2 .1\"");
  mj_collision(s.m, s.d);
  expect_contacts(
      "vertex", &s,
      &(Expected){
          -0.11578947368421, {.239473684210526, -.0263157894736842, .242105263157895}, {0, 0, 1}},
      1, 1e-12);
  scene_free(s);
}
END_TEST

// a resting box may sink evenly: four corners, equal depth
START_TEST(stacked_boxes_touch_with_four_corners_at_equal_depth) {
  Scene s = scene_pair("", "type=\"box\" size=\".3 .3 .1\"",
                       "type=\"box\" size=\".2 .2 .1\" pos=\"0 0 .199\"");
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 4);
  for (int i = 0; i < 4; i++) {
    ck_assert_double_eq_tol(s.d->contact[i].dist, -.001, 1e-14);
    ck_assert_double_eq_tol(fabs(s.d->contact[i].pos[0]), .2, 1e-14);
    ck_assert_double_eq_tol(fabs(s.d->contact[i].pos[1]), .2, 1e-14);
  }
  scene_free(s);
}
END_TEST

// boxes that a plane separates have no contact, and boxes with a common point have one
START_TEST(contacts_exist_exactly_where_boxes_overlap) {
  Scene s = scene_pair("", "type=\"box\" size=\".1 .1 .1\"", "type=\"box\" size=\".1 .1 .1\"");
  Random r = {4711};
  mjContact con[mjMAXCONPAIR];
  int overlapping = 0;
  for (int i = 0; i < 20000; i++) {
    random_pair(&s, &r, mjGEOM_BOX, mjGEOM_BOX);
    double dist = mj_geomDistance(s.m, s.d, 0, 1, 1, NULL);
    int n = collide_pair(&s, con, 0);
    ck_assert_int_le(n, 24);
    if (dist > 1e-6)
      ck_assert_int_eq(n, 0);
    overlapping += dist < -1e-6 && n > 0;
    for (int k = 0; k < n; k++)
      ck_assert_double_eq_tol(mju_norm3(con[k].frame), 1, 1e-10);
  }
  ck_assert_int_gt(overlapping, 5000);
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("box");
  TCase* tc = tcase_create("box-box");
  tcase_add_test(tc, face_on_face_gives_the_clipped_polygon);
  tcase_add_test(tc, crossed_edges_give_one_contact);
  tcase_add_test(tc, vertex_on_face_gives_one_contact);
  tcase_add_test(tc, stacked_boxes_touch_with_four_corners_at_equal_depth);
  tcase_add_test(tc, contacts_exist_exactly_where_boxes_overlap);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
