// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The legacy convex pipeline, in force with the flag nativeccd disabled: golden contacts of the
// reference, and agreement with the default one.

#include "support.h"

#define LEGACY "<option><flag nativeccd=\"disable\"/></option>"

START_TEST(ellipsoids_give_the_recorded_contact) {
  Scene s =
      scene_pair(LEGACY, "type=\"ellipsoid\" size=\".1 .2 .3\"",
                 "type=\"ellipsoid\" size=\".2 .15 .3\" pos=\".2 .1 .15\" quat=\"1 .2 .3 .4\"");
  Expected e = {-0.13719129818368,
                {.0523358648284852, .0691255371720425, .0632970251764735},
                {.982961920909766, .181070740309308, -.0316109007341085}};
  mj_collision(s.m, s.d);
  expect_contacts("ellipsoids", &s, &e, 1, 1e-9);
  scene_free(s);
}
END_TEST

START_TEST(mesh_on_box_gives_one_contact_and_five_with_multiccd) {
  Scene s = scene_mesh();
  mjContact con[mjMAXCONPAIR] = {0};
  mjfCollision collide = mjCOLLISIONFUNC[mjGEOM_BOX][mjGEOM_MESH];
  s.m->opt.disableflags |= mjDSBL_NATIVECCD;
  ck_assert_int_eq(collide(s.m, s.d, con, 1, 2, 0), 1);
  ck_assert_double_eq_tol(con[0].dist, -0.0100000029802322, 1e-12);
  ck_assert_double_eq_tol(con[0].pos[0], .0591353993325564, 1e-9);
  ck_assert_double_eq_tol(con[0].pos[1], -.0444263187686223, 1e-9);
  ck_assert_double_eq_tol(con[0].pos[2], .0966666657063696, 1e-9);
  s.m->opt.enableflags |= mjENBL_MULTICCD;
  ck_assert_int_eq(collide(s.m, s.d, con, 1, 2, 0), 5);
  for (int i = 0; i < 5; i++)
    ck_assert_double_eq(con[i].dist, con[0].dist);
  scene_free(s);
}
END_TEST

// Both pipelines see the same overlaps; the legacy depth is measured along another direction and is
// not smaller than the true one by more than the tolerance.
START_TEST(both_pipelines_agree_on_who_overlaps) {
  static const int type[] = {mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_ELLIPSOID, mjGEOM_CYLINDER,
                             mjGEOM_BOX};
  Scene s = scene_pair("", "type=\"ellipsoid\" size=\".1 .2 .3\"",
                       "type=\"ellipsoid\" size=\".2 .15 .3\"");
  Random r = {2463534242u};
  int checked = 0;
  for (int i = 0; i < 5; i++) {
    for (int j = i > 2 ? i : 2; j < 5; j++) {
      if ((type[i] == mjGEOM_BOX && type[j] == mjGEOM_BOX) ||
          (type[i] == mjGEOM_SPHERE && type[j] != mjGEOM_ELLIPSOID) ||
          (type[i] == mjGEOM_CAPSULE && type[j] == mjGEOM_BOX))
        continue;
      for (int k = 0; k < 300; k++) {
        mjContact native[mjMAXCONPAIR] = {0}, legacy[mjMAXCONPAIR] = {0};
        random_pair(&s, &r, type[i], type[j]);
        s.m->opt.disableflags = 0;
        int n = collide_pair(&s, native, 0);
        s.m->opt.disableflags = mjDSBL_NATIVECCD;
        int l = collide_pair(&s, legacy, 0);
        double depth = n ? -native[0].dist : l ? -legacy[0].dist : 0;
        if (n != l)
          ck_assert_double_lt(depth, 1e-5);
        if (n && l) {
          ck_assert_double_ge(-legacy[0].dist, depth - 1e-5);
          ck_assert_double_eq_tol(mju_norm3(legacy[0].frame), 1, 1e-12);
          checked++;
        }
      }
    }
  }
  ck_assert_int_gt(checked, 1000);
  scene_free(s);
}
END_TEST

// On shapes without volume the portal may turn for ever: a point beside a needle.
START_TEST(search_ends_on_shapes_without_volume) {
  Scene s =
      scene_pair(LEGACY, "type=\"ellipsoid\" size=\"1 1 1\"", "type=\"ellipsoid\" size=\"1 1 1\"");
  const double point[3] = {0, 0, 0}, needle[3] = {0, 1000, 0}, pos[3] = {.1, 3 * .1, 3 * .1};
  double turn[4] = {1, 1, 3, 0};
  mjContact con[mjMAXCONPAIR] = {0};
  set_shape(&s, 0, mjGEOM_ELLIPSOID, point);
  set_shape(&s, 1, mjGEOM_ELLIPSOID, needle);
  mju_normalize4(turn);
  mju_quat2Mat(s.d->geom_xmat + 9, turn);
  mju_copy3(s.d->geom_xpos + 3, pos);
  ck_assert_int_eq(collide_pair(&s, con, 0), 0);
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("legacy convex collision");
  TCase* tc = tcase_create("all");
  tcase_add_test(tc, ellipsoids_give_the_recorded_contact);
  tcase_add_test(tc, mesh_on_box_gives_one_contact_and_five_with_multiccd);
  tcase_add_test(tc, both_pipelines_agree_on_who_overlaps);
  tcase_add_test(tc, search_ends_on_shapes_without_volume);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
