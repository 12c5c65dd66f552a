// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Height fields: golden contacts recorded with the reference from tests/data/collision/hfield.xml,
// and properties that must hold for any numbers.

#include <math.h>
#include <stdlib.h>

#include "support.h"

enum { HILLS, FINE, COARSE, BOX, SPHERE };

static Scene scene_hfield(void) {
  Scene s = {mj_loadModel(TEST_SOURCE_DIR "/tests/data/collision/hfield.mjb", NULL), NULL};
  ck_assert_ptr_nonnull(s.m);
  s.d = mj_makeData(s.m);
  mj_kinematics(s.m, s.d);
  return s;
}

static void place(Scene* s, int g, double x, double y, double z, const double quat[4]) {
  double q[4];
  memcpy(q, quat, sizeof q);
  mju_normalize4(q);
  double pos[3] = {x, y, z};
  memcpy(s->d->geom_xpos + 3 * g, pos, sizeof pos);
  mju_quat2Mat(s->d->geom_xmat + 9 * g, q);
}

static int collide(const Scene* s, mjContact* con, int field, int geom, double margin) {
  memset(con, 0, mjMAXCONPAIR * sizeof *con);
  mjfCollision routine = mjCOLLISIONFUNC[mjGEOM_HFIELD][s->m->geom_type[geom]];
  return routine(s->m, s->d, con, field, geom, margin);
}

static void expect(const mjContact* c, double dist, const double pos[3], const double n[3],
                   double tolerance) {
  ck_assert_double_eq_tol(c->dist, dist, tolerance);
  for (int k = 0; k < 3; k++) {
    if (pos)
      ck_assert_double_eq_tol(c->pos[k], pos[k], tolerance);
    ck_assert_double_eq_tol(c->frame[k], n[k], tolerance);
  }
}

static const double turned[4] = {1, .2, .3, .4}, upright[4] = {1, 0, 0, .3}, unit[4] = {1, 0, 0, 0};

START_TEST(box_on_hills_touches_one_prism) {
  Scene s = scene_hfield();
  mjContact con[mjMAXCONPAIR];
  place(&s, BOX, .1, .13, .55, turned);
  ck_assert_int_eq(collide(&s, con, HILLS, BOX, 0), 1);
  expect(con, -0.009959900491522, (double[]){.162976863506911, .124239814348469, .129715665560858},
         (double[]){-.323655756003897, .388365557736976, .862797279300992}, 1e-12);
  s.m->opt.disableflags |= mjDSBL_NATIVECCD;
  ck_assert_int_eq(collide(&s, con, HILLS, BOX, 0), 1);
  expect(con, -0.0137319605881126,
         (double[]){0.175402326269695, 0.137163220995621, 0.130009042677797},
         (double[]){-0.410504032446613, 0.469147471895085, 0.781912456071344}, 1e-10);
  scene_free(s);
}
END_TEST

START_TEST(flat_box_touches_every_prism_below) {
  Scene s = scene_hfield();
  mjContact con[mjMAXCONPAIR];
  double size[3] = {.2, .25, .2};
  set_shape(&s, BOX, mjGEOM_BOX, size);
  place(&s, BOX, .1, .13, .18, upright);
  ck_assert_int_eq(collide(&s, con, FINE, BOX, 0), 16);
  for (int i = 0; i < 16; i++) {
    if (i == 1 || i >= 14)
      continue;
    expect(con + i, -.02, NULL, (double[]){0, 0, 1}, 1e-12);
  }
  // the prisms whose search ends early
  expect(con + 1, -0.0102983795795802, NULL,
         (double[]){.908129835653894, .374486530166555, .187243265083277}, 1e-12);
  expect(con + 14, -0.00871559633027522, NULL, (double[]){-.834862385321101, -.55045871559633, 0},
         1e-12);
  scene_free(s);
}
END_TEST

START_TEST(sphere_on_the_plain_has_the_margin_twice) {
  Scene s = scene_hfield();
  mjContact con[mjMAXCONPAIR];
  place(&s, SPHERE, .1, .13, .19, unit);
  ck_assert_int_eq(collide(&s, con, COARSE, SPHERE, 0), 2);
  ck_assert_double_eq_tol(con[0].dist, -.01, 1e-12);
  ck_assert_double_eq_tol(con[1].dist, -.0088194570569484, 1e-12);
  place(&s, SPHERE, .1, .13, .25, unit);
  ck_assert_int_eq(collide(&s, con, COARSE, SPHERE, .1), 6);
  expect(con + 4, -.1, (double[]){.1, .13, .05}, (double[]){0, 0, 1}, 1e-12);
  ck_assert_int_eq(collide(&s, con, COARSE, SPHERE, 0), 0);
  scene_free(s);
}
END_TEST

START_TEST(contacts_turn_with_the_field) {
  Scene s = scene_hfield();
  mjContact con[mjMAXCONPAIR], moved[mjMAXCONPAIR];
  place(&s, SPHERE, .15, .2, .3, unit);
  int n = collide(&s, con, HILLS, SPHERE, 0);
  ck_assert_int_gt(n, 0);

  // the same, all of it turned and shifted
  double q[4], mat[9], shift[3] = {1, -2, .5}, x[3];
  memcpy(q, turned, sizeof q);
  mju_normalize4(q);
  mju_quat2Mat(mat, q);
  mju_mulMatVec3(x, mat, s.d->geom_xpos + 3 * SPHERE);
  mju_addTo3(x, shift);
  place(&s, HILLS, shift[0], shift[1], shift[2], turned);
  place(&s, SPHERE, x[0], x[1], x[2], turned);
  ck_assert_int_eq(collide(&s, moved, HILLS, SPHERE, 0), n);
  for (int i = 0; i < n; i++) {
    double pos[3], normal[3];
    mju_mulMatVec3(pos, mat, con[i].pos);
    mju_addTo3(pos, shift);
    mju_mulMatVec3(normal, mat, con[i].frame);
    expect(moved + i, con[i].dist, pos, normal, 1e-6);
  }
  scene_free(s);
}
END_TEST

START_TEST(a_geom_beside_the_field_or_above_does_not_touch) {
  Scene s = scene_hfield();
  mjContact con[mjMAXCONPAIR];
  place(&s, SPHERE, 1.21, 0, 0, unit);
  ck_assert_int_eq(collide(&s, con, HILLS, SPHERE, 0), 0);
  place(&s, SPHERE, 0, 0, .71, unit);
  ck_assert_int_eq(collide(&s, con, HILLS, SPHERE, 0), 0);
  place(&s, SPHERE, 0, 0, -.31, unit);
  ck_assert_int_eq(collide(&s, con, HILLS, SPHERE, 0), 0);
  scene_free(s);
}
END_TEST

// A direction in which one prism was apart spares others the search. Kept from a smaller geom at
// the same place, it must not hide contacts of a larger one.
START_TEST(what_earlier_searches_found_changes_nothing) {
  static const int type[] = {mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_ELLIPSOID, mjGEOM_CYLINDER,
                             mjGEOM_BOX};
  Scene s = scene_hfield(), fresh = scene_hfield();
  mjContact con[mjMAXCONPAIR], expected[mjMAXCONPAIR];
  int total = 0;
  for (int k = 0; k < 500; k++) {
    double small[3] = {.05, .04, .03}, large[3] = {.2, .15, .1}, quat[4], x[3];
    for (int i = 0; i < 3; i++)
      x[i] = .6 * (2 * mju_Halton(k, (int[]){2, 3, 5}[i]) - 1);
    for (int i = 0; i < 4; i++)
      quat[i] = mju_Halton(k, (int[]){7, 11, 13, 17}[i]) - .4;
    x[2] = fabs(x[2]);
    set_shape(&s, BOX, type[k % 5], small);
    place(&s, BOX, x[0], x[1], x[2], quat);
    collide(&s, con, HILLS, BOX, 0);
    set_shape(&s, BOX, type[k % 5], large);
    int n = collide(&s, con, HILLS, BOX, 0);
    total += n;

    mj_resetData(fresh.m, fresh.d);
    mj_kinematics(fresh.m, fresh.d);
    set_shape(&fresh, BOX, type[k % 5], large);
    place(&fresh, BOX, x[0], x[1], x[2], quat);
    ck_assert_int_eq(collide(&fresh, expected, HILLS, BOX, 0), n);
    ck_assert_mem_eq(con, expected, sizeof con);
  }
  ck_assert_int_gt(total, 500);
  scene_free(s);
  scene_free(fresh);
}
END_TEST

// Meshes are searched against every prism, boxes only where no gap is known. Depths may differ: a
// search ends when a corner repeats.
START_TEST(a_box_touches_the_prisms_that_the_mesh_of_its_corners_touches) {
  Scene s = scene_load(
      "<asset><hfield name=\"h\" nrow=\"9\" ncol=\"9\" size=\"1 1 .3 .1\"/>"
      "<mesh name=\"b\" scale=\".0625 .125 .25\" vertex=\"1 1 1 1 1 -1 1 -1 1 1 -1 -1 -1 1 1 "
      "-1 1 -1 -1 -1 1 -1 -1 -1\"/></asset><worldbody><geom type=\"hfield\" hfield=\"h\"/>"
      "<geom type=\"box\" size=\".0625 .125 .25\"/><geom type=\"mesh\" mesh=\"b\"/></worldbody>");
  for (int i = 0; i < s.m->nhfielddata; i++)
    s.m->hfield_data[i] = (float)mju_Halton(i, 2);
  int total = 0;
  for (int k = 1; k < 400; k++) {
    mjContact con[mjMAXCONPAIR], expected[mjMAXCONPAIR];
    double x[3], quat[4];
    for (int i = 0; i < 3; i++)
      x[i] = .8 * (2 * mju_Halton(k, (int[]){2, 3, 5}[i]) - 1);
    for (int i = 0; i < 4; i++)
      quat[i] = mju_Halton(k, (int[]){7, 11, 13, 17}[i]) - .4;
    place(&s, 1, x[0], x[1], .5 * fabs(x[2]), quat);
    place(&s, 2, x[0], x[1], .5 * fabs(x[2]), quat);
    int n = collide(&s, con, 0, 1, 0);
    ck_assert_int_eq(collide(&s, expected, 0, 2, 0), n);
    total += n;
  }
  ck_assert_int_gt(total, 400);
  scene_free(s);
}
END_TEST

static int warnings;
static void count_warning(const char* text) { warnings += strstr(text, "signed distance") != NULL; }

START_TEST(fields_of_distances_are_refused_with_a_warning) {
  Scene s = scene_hfield();
  mjContact con[mjMAXCONPAIR];
  mju_user_warning = count_warning;
  s.m->geom_type[SPHERE] = mjGEOM_SDF;
  ck_assert_int_eq(collide(&s, con, HILLS, SPHERE, 0), 0);
  ck_assert_int_eq(warnings, 1);
  mju_user_warning = NULL;
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("height fields");
  TCase* tc = tcase_create("all");
  tcase_add_test(tc, box_on_hills_touches_one_prism);
  tcase_add_test(tc, flat_box_touches_every_prism_below);
  tcase_add_test(tc, sphere_on_the_plain_has_the_margin_twice);
  tcase_add_test(tc, contacts_turn_with_the_field);
  tcase_add_test(tc, a_geom_beside_the_field_or_above_does_not_touch);
  tcase_add_test(tc, what_earlier_searches_found_changes_nothing);
  tcase_add_test(tc, a_box_touches_the_prisms_that_the_mesh_of_its_corners_touches);
  tcase_add_test(tc, fields_of_distances_are_refused_with_a_warning);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
