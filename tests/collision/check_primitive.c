// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Pairs with a closed form: values recorded from the reference, one row per contact, in the order
// in which they come out.

#include "tests/collision/support.h"

#define Q "quat=\"1 .2 .3 .4\""

static void expect(const char* one, const char* two, int n, const Expected* e) {
  Scene s = scene_pair("", one, two);
  mj_collision(s.m, s.d);
  expect_contacts(two, &s, e, n, 1e-12);
  scene_free(s);
}

START_TEST(spheres_touch_on_the_line_of_centres) {
  expect("size=\".3\"", "size=\".2\" pos=\".1 .2 .3\"", 1,
         (Expected[]){{-0.125834261322606,
                       {.0633630620956212, .126726124191242, .190089186286864},
                       {.267261241912424, .534522483824849, .801783725737273}}});
}
END_TEST

START_TEST(concentric_spheres_part_across_their_axes) {
  expect("size=\".3\"", "size=\".2\" " Q, 1,
         (Expected[]){{-0.5,
                       {.0103005240524921, .0489274892493374, 0},
                       {.206010481049842, .978549784986749, 0}}});
}
END_TEST

START_TEST(sphere_on_the_side_of_capsule_and_cylinder_is_the_same) {
  Expected e = {-0.14481519697111,
                {-.0545971328709136, .208644977192958, .0726961333327842},
                {-.23988996340657, .916748431865886, .319413709987898}};
  expect("size=\".3\"", "type=\"capsule\" size=\".1 .4\" pos=\".1 .2 .3\" " Q, 1, &e);
  expect("size=\".3\"", "type=\"cylinder\" size=\".1 .4\" pos=\".1 .2 .3\" " Q, 1, &e);
}
END_TEST

START_TEST(sphere_meets_disk_inside_and_rim_of_a_cylinder) {
  const char* cylinder = "type=\"cylinder\" size=\".4 .3\"";
  expect(cylinder, "size=\".3\" pos=\".1 0 .5\"", 1,
         (Expected[]){{-0.1, {.1, 0, .25}, {0, 0, -1}}});
  expect(cylinder, "size=\".3\" pos=\".1 0 -.25\"", 1,
         (Expected[]){{-0.35, {.1, 0, -.125}, {0, 0, 1}}});
  expect(cylinder, "size=\".3\" pos=\".5 .1 .4\"", 1,
         (Expected[]){{-0.151411848007396,
                       {.337324423001207, .0674648846002414, .249049824640483},
                       {-.725278080913181, -.145055616182636, -.673001169063449}}});
}
END_TEST

START_TEST(sphere_meets_edge_inside_and_centre_of_a_box) {
  const char* box = "type=\"box\" size=\".4 .3 .2\"";
  expect(box, "size=\".3\" pos=\".5 .1 .4\"", 1,
         (Expected[]){{-0.076393202250021,
                       {.382917960675006, .1, .165835921350013},
                       {-.447213595499958, 0, -.894427190999916}}});
  expect(box, "size=\".1\" pos=\".1 .05 .12\"", 1,
         (Expected[]){{-0.18, {.1, .05, .11}, {0, 0, -1}}});
  expect("type=\"box\" size=\".2 .2 .2\"", "size=\".1\"", 1,
         (Expected[]){{-0.3, {-.05, 0, 0}, {1, 0, 0}}});
}
END_TEST

START_TEST(capsules_touch_once_when_skew_and_twice_when_parallel) {
  const char* capsule = "type=\"capsule\" size=\".1 .4\"";
  expect(capsule, "type=\"capsule\" size=\".1 .4\" pos=\".15 .02 .1\" " Q, 1,
         (Expected[]){{-0.149527432142789,
                       {.00519893899204249, .0246949602122016, -.0891976127320953},
                       {.206010481049844, .978549784986749, 0}}});
  expect(capsule, "type=\"capsule\" size=\".1 .4\" pos=\".15 0 .1\"", 2,
         (Expected[]){
             {-0.05, {.075, 0, .4}, {1, 0, 0}},
             {-0.0197224362268006, {.075, 0, -.35}, {.832050294337844, 0, .554700196225229}}});
  expect("type=\"capsule\" size=\".1 .2\"", "type=\"capsule\" size=\".1 .2\" pos=\"0 0 .55\"", 2,
         (Expected[]){{-0.05, {0, 0, .275}, {0, 0, 1}}, {-0.05, {0, 0, .275}, {0, 0, 1}}});
}
END_TEST

START_TEST(capsule_touches_a_box_with_up_to_two_points) {
  const char* box = "type=\"box\" size=\".3 .2 .15\"";
  expect(box, "type=\"capsule\" size=\".1 .4\" pos=\".3 .2 .25\" " Q, 2,
         (Expected[]){{-0.0846501153110786,
                       {.227952139898758, .158176543931349, .143503152455355},
                       {0, -.988148826849317, -.153498846889217}},
                      {-0.0503875968992248,
                       {.0643410852713178, .174806201550388, -.0693798449612403},
                       {0, -1, 0}}});
  expect(
      box, "type=\"capsule\" size=\".1 .2\" pos=\".05 .02 .2\" quat=\"1 0 1.1 0\"", 2,
      (Expected[]){{-0.0690045248868778, {.249095022624434, .02, .115497737556561}, {0, 0, -1}},
                   {-0.0309954751131222, {-.149095022624434, .02, .134502262443439}, {0, 0, -1}}});
  expect(box, "type=\"capsule\" size=\".05 .1\" pos=\".05 .02 .04\" " Q, 1,
         (Expected[]){{-0.16015503875969,
                       {-.00891472868217055, .0324031007751938, -.069922480620155},
                       {0, 0, 1}}});
}
END_TEST

START_TEST(a_tilted_plane_touches_every_shape) {
  static const struct {
    const char* shape;
    double x;
    int n;
    double dist[2];
  } rows[] = {
      {"type=\"sphere\" size=\".25\"", .1, 1, {-0.0877680849309445}},
      {"type=\"capsule\" size=\".15 .2\"", 1.1, 1, {-0.138649386278042}},
      {"type=\"cylinder\" size=\".15 .2\"", 2.1, 1, {-0.0871105131677495}},
      {"type=\"box\" size=\".15 .2 .25\"", 3.1, 2, {-0.128458087747729, -0.178296301027522}},
      {"type=\"ellipsoid\" size=\".15 .2 .25\"", 4.1, 1, {-0.0665090653953522}}};
  for (int i = 0; i < 5; i++) {
    char text[1000];
    snprintf(text, sizeof text,
             "<compiler eulerseq=\"xyz\"/><worldbody><geom type=\"plane\" size=\"9 9 1\" pos=\"0 0 "
             ".1\" euler=\"10 0 0\"/>"
             "<body pos=\"%g .2 .3\" euler=\"20 40 60\"><freejoint/><geom %s/></body></worldbody>",
             rows[i].x, rows[i].shape);
    Scene s = scene_load(text);
    mj_collision(s.m, s.d);
    ck_assert_int_ge(s.d->ncon, rows[i].n);
    for (int k = 0; k < rows[i].n; k++) {
      ck_assert_double_eq_tol(s.d->contact[k].dist, rows[i].dist[k], 1e-12);
      ck_assert_double_eq_tol(s.d->contact[k].frame[1], -.17364817766693, 1e-12);
    }
    scene_free(s);
  }
}
END_TEST

START_TEST(mesh_cube_touches_a_plane_with_three_vertices) {
  static const double xy[3][2] = {{-.211538465435688, .187692309297048},
                                  {.157692309297048, .341538465435688},
                                  {.311538465435688, -.0276923092970481}};
  Scene s = scene_mesh();
  mjContact con[mjMAXCONPAIR];
  ck_assert_int_eq(mjCOLLISIONFUNC[mjGEOM_PLANE][mjGEOM_MESH](s.m, s.d, con, 0, 2, 0), 3);
  for (int i = 0; i < 3; i++) {
    ck_assert_double_eq_tol(con[i].dist, -0.0100000029802322, 1e-12);
    ck_assert_double_eq_tol(con[i].pos[0], xy[i][0], 1e-12);
    ck_assert_double_eq_tol(con[i].pos[1], xy[i][1], 1e-12);
    ck_assert_double_eq_tol(con[i].pos[2], .0949999985098839, 1e-12);
  }
  scene_free(s);
}
END_TEST

START_TEST(capsule_axis_becomes_the_first_tangent_on_a_plane) {
  Scene s = scene_load(
      "<worldbody><geom type=\"plane\" size=\"1 1 1\"/><body pos=\"0 0 .25\"><freejoint/>"
      "<geom type=\"capsule\" size=\".1 .2\"/></body></worldbody>");
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 1);
  const mjContact* c = s.d->contact;
  double frame[9] = {0, 0, 1, 1, 0, 0, 0, 1, 0};
  for (int k = 0; k < 9; k++)
    ck_assert_double_eq_tol(c->frame[k], frame[k], 1e-14);
  ck_assert_double_eq_tol(c->dist, -.05, 1e-14);
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("primitive");
  TCase* tc = tcase_create("closed forms");
  tcase_add_test(tc, spheres_touch_on_the_line_of_centres);
  tcase_add_test(tc, concentric_spheres_part_across_their_axes);
  tcase_add_test(tc, sphere_on_the_side_of_capsule_and_cylinder_is_the_same);
  tcase_add_test(tc, sphere_meets_disk_inside_and_rim_of_a_cylinder);
  tcase_add_test(tc, sphere_meets_edge_inside_and_centre_of_a_box);
  tcase_add_test(tc, capsules_touch_once_when_skew_and_twice_when_parallel);
  tcase_add_test(tc, capsule_touches_a_box_with_up_to_two_points);
  tcase_add_test(tc, a_tilted_plane_touches_every_shape);
  tcase_add_test(tc, mesh_cube_touches_a_plane_with_three_vertices);
  tcase_add_test(tc, capsule_axis_becomes_the_first_tangent_on_a_plane);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
