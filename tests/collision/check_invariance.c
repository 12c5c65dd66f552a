// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What holds for every pair of shapes in any pose: contacts are finite, normals are unit vectors,
// moving both shapes together moves the contacts with them, exchanging two shapes of one type turns
// the normal, and separated contacts lie between the shapes.

#include "tests/collision/support.h"

static int can_collide(int i, int j) { return mjCOLLISIONFUNC[all_types[i]][all_types[j]] != NULL; }

static Scene any_pair(void) { return scene_pair("", "size=\".1\"", "size=\".1\""); }

START_TEST(contacts_are_finite_with_unit_normals) {
  Scene s = any_pair();
  Random r = {12345};
  mjContact con[mjMAXCONPAIR];
  long total = 0;
  for (int round = 0; round < 8000; round++) {
    for (int i = 0; i < 6; i++) {
      for (int j = i; j < 6; j++) {
        if (!can_collide(i, j))
          continue;
        random_pair(&s, &r, all_types[i], all_types[j]);
        double margin = round & 1 ? .03 : 0;
        int n = collide_pair(&s, con, margin);
        ck_assert_int_le(n, mjMAXCONPAIR);
        total += n;
        for (int k = 0; k < n; k++) {
          ck_assert(isfinite(con[k].dist) && con[k].dist <= margin + 1e-12);
          for (int a = 0; a < 3; a++)
            ck_assert(isfinite(con[k].pos[a]));
          ck_assert_double_eq_tol(mju_norm3(con[k].frame), 1, 1e-10);
        }
      }
    }
  }
  ck_assert_int_gt(total, 100000);
  scene_free(s);
}
END_TEST

// turn and shift both geoms
static void move_scene(Scene* s, const double turn[9], const double shift[3]) {
  for (int g = 0; g < 2; g++) {
    double *pos = s->d->geom_xpos + 3 * g, *mat = s->d->geom_xmat + 9 * g, old[9], at[3];
    mju_mulMatVec3(at, turn, pos);
    mju_add3(pos, at, shift);
    mju_copy(old, mat, 9);
    mju_mulMatMat(mat, turn, old, 3, 3, 3);
  }
}

START_TEST(contacts_move_with_the_shapes) {
  Scene s = any_pair();
  Random r = {777};
  mjContact before[mjMAXCONPAIR], after[mjMAXCONPAIR];
  int moved = 0, differing = 0;
  for (int round = 0; round < 1000; round++) {
    for (int i = 0; i < 6; i++) {
      for (int j = i; j < 6; j++) {
        if (!can_collide(i, j))
          continue;
        random_pair(&s, &r, all_types[i], all_types[j]);
        double turn[9], shift[3] = {uniform(&r, -1, 1), uniform(&r, -1, 1), uniform(&r, -1, 1)};
        random_rotation(&r, turn);
        int n = collide_pair(&s, before, 0);
        move_scene(&s, turn, shift);
        if (collide_pair(&s, after, 0) != n) {
          differing++;
          continue;
        }
        for (int k = 0; k < n; k++) {
          double pos[3];
          mju_mulMatVec3(pos, turn, before[k].pos);
          mju_addTo3(pos, shift);
          moved++;
          differing +=
              fabs(before[k].dist - after[k].dist) > 1e-5 || mju_dist3(pos, after[k].pos) > 2e-3;
        }
      }
    }
  }
  // rounding may choose another vertex of EPA's polytope, rarely
  ck_assert_int_gt(moved, 10000);
  ck_assert_msg(differing * 500 < moved, "%d of %d contacts differ", differing, moved);
  scene_free(s);
}
END_TEST

START_TEST(exchanging_equal_types_turns_the_normal) {
  static const int types[] = {mjGEOM_SPHERE, mjGEOM_CAPSULE, mjGEOM_ELLIPSOID};
  Scene s = any_pair();
  Random r = {31};
  mjContact con[mjMAXCONPAIR], swapped[mjMAXCONPAIR];
  for (int round = 0; round < 6000; round++) {
    int type = types[round % 3];
    random_pair(&s, &r, type, type);
    int n = collide_pair(&s, con, 0);
    int nswapped = mjCOLLISIONFUNC[type][type](s.m, s.d, swapped, 1, 0, 0);
    double tolerance = type == mjGEOM_ELLIPSOID ? 2e-2 : 1e-10;
    if (n != nswapped)
      ck_assert_double_lt(fabs((n ? con : swapped)->dist), 1e-5);
    if (n != 1 || nswapped != 1)
      continue;
    ck_assert_double_eq_tol(con->dist, swapped->dist, type == mjGEOM_ELLIPSOID ? 1e-2 : 1e-10);
    if (con->dist > -.02)
      ck_assert_double_eq_tol(mju_dot3(con->frame, swapped->frame), -1, tolerance);
  }
  scene_free(s);
}
END_TEST

// with a margin: a contact at a positive distance has both witness points on the surfaces, so the
// midpoint is half the distance from each
START_TEST(midpoints_of_gaps_are_half_way) {
  Scene s = scene_pair("", "type=\"box\" size=\".1 .1 .1\"", "size=\".1\"");
  Random r = {5};
  mjContact con[mjMAXCONPAIR];
  int seen = 0;
  for (int round = 0; round < 3000; round++) {
    random_pair(&s, &r, mjGEOM_SPHERE, mjGEOM_BOX);
    int n = collide_pair(&s, con, .3);
    for (int k = 0; k < n; k++) {
      if (con[k].dist < .01)
        continue;
      seen++;
      double center = mju_dist3(con[k].pos, s.d->geom_xpos);
      ck_assert_double_eq_tol(center, s.m->geom_size[0] + con[k].dist / 2, 1e-12);
    }
  }
  ck_assert_int_gt(seen, 100);
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("invariance");
  TCase* tc = tcase_create("any pose");
  tcase_set_timeout(tc, 60);
  tcase_add_test(tc, contacts_are_finite_with_unit_normals);
  tcase_add_test(tc, contacts_move_with_the_shapes);
  tcase_add_test(tc, exchanging_equal_types_turns_the_normal);
  tcase_add_test(tc, midpoints_of_gaps_are_half_way);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
