// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// General convex collision: recorded contacts, agreement with closed forms, and what is known to
// fail.

#include <fulcrum/host.h>

#include "tests/collision/support.h"

#define Q "quat=\"1 .2 .3 .4\""

static void expect_one(const char* options, const char* one, const char* two, Expected e) {
  Scene s = scene_pair(options, one, two);
  mj_collision(s.m, s.d);
  expect_contacts(two, &s, &e, 1, 1e-10);
  scene_free(s);
}

START_TEST(ellipsoids_touch_as_recorded) {
  const char *one = "type=\"ellipsoid\" size=\".1 .2 .3\"",
             *two = "type=\"ellipsoid\" size=\".2 .15 .3\" pos=\".2 .1 .15\" " Q;
  expect_one("", one, two,
             (Expected){-0.118528975813657,
                        {.031844549345176, .0722973935717899, .0342091131489327},
                        {.971197643889424, .234177958958801, .043997954969762}});
  expect_one("<option ccd_tolerance=\"1e-12\" ccd_iterations=\"160\"/>", one, two,
             (Expected){-0.118529600932849,
                        {.0318445001791178, .0722955765720709, .034223853458392},
                        {.971216749255106, .234005490807882, .0444910804331209}});
}
END_TEST

START_TEST(many_iterations_use_the_arena) {
  expect_one("<option ccd_tolerance=\"1e-12\" ccd_iterations=\"200\"/>",
             "type=\"ellipsoid\" size=\".1 .2 .3\"",
             "type=\"ellipsoid\" size=\".2 .15 .3\" pos=\".2 .1 .15\" " Q,
             (Expected){-0.118529600932849,
                        {.0318445001791178, .0722955765720709, .034223853458392},
                        {.971216749255106, .234005490807882, .0444910804331209}});
}
END_TEST

START_TEST(sphere_touches_an_ellipsoid_shallow_and_deep) {
  const char* ellipsoid = "type=\"ellipsoid\" size=\".2 .15 .3\" pos=\".2 .1 .15\" " Q;
  expect_one("", "size=\".1\"", ellipsoid,
             (Expected){-0.0848509302089536,
                        {.0353880678976002, .0405896780960294, .0203712972333959},
                        {.614647916163225, .704993590824223, .35382478156988}});
  expect_one("", "size=\".1\" pos=\".15 .1 .15\"", ellipsoid,
             (Expected){-0.219347573029042,
                        {.143341028619245, .104654955898161, .155309355255726},
                        {.686104952271567, -.515998164177851, -.512840997808792}});
}
END_TEST

START_TEST(cylinders_touch_capsule_cylinder_and_box) {
  const char* cylinder = "type=\"cylinder\" size=\".1 .2\" pos=\"0 .1 0\"";
  expect_one("", "type=\"capsule\" size=\".1 .2\" pos=\"0 .1 0\"",
             "type=\"cylinder\" size=\".2 .15\" pos=\".2 .2 .25\" " Q,
             (Expected){-0.104651117973061,
                        {.0281038545357557, .0941327773942708, .238060471872312},
                        {.589146405271542, -.124030535106247, .798450336287034}});
  expect_one("", cylinder, "type=\"cylinder\" size=\".2 .15\" pos=\".2 .1 .25\" " Q,
             (Expected){-0.0524541928641543,
                        {.0824049565426038, .0826598049205397, .179058986613871},
                        {.589147381058952, -.124030951503836, .798449551606381}});
  expect_one("", cylinder, "type=\"box\" size=\".2 .15 .1\" pos=\".2 .1 .25\" " Q,
             (Expected){-0.00245422420325659,
                        {.0971339172956169, .0795601358056492, .199020212811005},
                        {.589147280253252, -.12403100183953, .798449618168159}});
}
END_TEST

START_TEST(coinciding_centres_give_no_contact) {
  Scene s = scene_pair("", "type=\"ellipsoid\" size=\".1 .2 .3\"",
                       "type=\"ellipsoid\" size=\".2 .2 .3\"");
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 0);
  scene_free(s);
  s = scene_pair("", "type=\"cylinder\" size=\".1 .2\"", "type=\"box\" size=\".2 .2 .3\"");
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 0);
  scene_free(s);
}
END_TEST

START_TEST(mesh_on_box_gives_one_contact_and_four_with_multiccd) {
  static const double corner[4][2] = {{-.0620000077486037, .25},
                                      {-.0576923092970481, -.181538465435688},
                                      {.3, 7.74860371352548e-09},
                                      {-.211538465435688, .187692309297048}};
  Scene s = scene_mesh();
  mjContact con[mjMAXCONPAIR];
  mjfCollision collide = mjCOLLISIONFUNC[mjGEOM_BOX][mjGEOM_MESH];
  ck_assert_int_eq(collide(s.m, s.d, con, 1, 2, 0), 1);
  ck_assert_double_eq_tol(con->dist, -0.0100000029802322, 1e-12);
  ck_assert_double_eq_tol(con->pos[0], .0386323266555938, 1e-9);
  ck_assert_double_eq_tol(con->pos[1], .0403197154923902, 1e-9);

  // the clipped face of the cube
  s.m->opt.enableflags |= mjENBL_MULTICCD;
  ck_assert_int_eq(collide(s.m, s.d, con, 1, 2, 0), 4);
  for (int i = 0; i < 4; i++) {
    ck_assert_double_eq_tol(con[i].dist, -0.0100000029802322, 1e-12);
    ck_assert_double_eq_tol(con[i].pos[2], .0949999985098839, 1e-9);
    int found = 0;
    for (int k = 0; k < 4; k++) {
      found +=
          fabs(con[i].pos[0] - corner[k][0]) < 1e-9 && fabs(con[i].pos[1] - corner[k][1]) < 1e-9;
    }
    ck_assert_int_eq(found, 1);
  }
  scene_free(s);
}
END_TEST

START_TEST(flat_cylinders_touch_with_several_points_when_tilted) {
  Scene s =
      scene_pair("<option><flag multiccd=\"enable\"/></option>", "type=\"cylinder\" size=\".2 .1\"",
                 "type=\"cylinder\" size=\".2 .1\" pos=\".01 .02 .199\"");
  mj_collision(s.m, s.d);
  ck_assert_int_ge(s.d->ncon, 3);
  for (int i = 0; i < s.d->ncon; i++)
    ck_assert_double_eq_tol(s.d->contact[i].dist, -.001, 3e-6);
  scene_free(s);
}
END_TEST

// spheres in disguise: an ellipsoid with equal axes
START_TEST(round_ellipsoids_are_spheres) {
  Scene s = scene_pair("<option ccd_tolerance=\"1e-8\" ccd_iterations=\"100\"/>", "size=\".1\"",
                       "size=\".1\"");
  Random r = {99};
  mjContact con[mjMAXCONPAIR];
  for (int i = 0; i < 3000; i++) {
    random_pair(&s, &r, mjGEOM_SPHERE, mjGEOM_ELLIPSOID);
    double radius = s.m->geom_size[3], size[3] = {radius, radius, radius};
    set_shape(&s, 1, mjGEOM_ELLIPSOID, size);
    double exact = mju_dist3(s.d->geom_xpos, s.d->geom_xpos + 3) - s.m->geom_size[0] - radius;
    int n = collide_pair(&s, con, 0);
    if (exact > 1e-6)
      ck_assert_int_eq(n, 0);
    if (exact < -1e-6 && exact > -s.m->geom_size[0]) {
      ck_assert_int_eq(n, 1);
      ck_assert_double_eq_tol(con[0].dist, exact, 1e-6);
    }
  }
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("convex");
  TCase* tc = tcase_create("convex");
  tcase_add_test(tc, ellipsoids_touch_as_recorded);
  tcase_add_test(tc, many_iterations_use_the_arena);
  tcase_add_test(tc, sphere_touches_an_ellipsoid_shallow_and_deep);
  tcase_add_test(tc, cylinders_touch_capsule_cylinder_and_box);
  tcase_add_test(tc, coinciding_centres_give_no_contact);
  tcase_add_test(tc, mesh_on_box_gives_one_contact_and_four_with_multiccd);
  tcase_add_test(tc, flat_cylinders_touch_with_several_points_when_tilted);
  tcase_add_test(tc, round_ellipsoids_are_spheres);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
