// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts of flexes: with geoms of every type, with each other, in and with themselves, against
// what the reference was recorded to find, and where it finds nothing (it fails on height fields),
// against geometry.

#include "flex_contacts.h"
#include "flex_scene.h"

#define TOLERANCE 1e-12

// The portals are libccd's. On machines other than x86-64 its packages are compiled with fused
// products, so what can be expected there is the precision at which a portal counts as closed.
#ifdef __x86_64__
#define PORTAL_TOLERANCE TOLERANCE
#else
#define PORTAL_TOLERANCE 1e-6  // ccd_tolerance of the scene
#endif

static void expect_recorded(const Scene* s, const Recorded* expected, int n, mjtNum tolerance) {
  ck_assert_int_eq(s->d->ncon, n);
  for (int i = 0; i < n; i++) {
    const mjContact* c = s->d->contact + i;
    const int id[8] = {c->geom[0], c->geom[1], c->flex[0], c->flex[1],
                       c->elem[0], c->elem[1], c->vert[0], c->vert[1]};
    for (int k = 0; k < 8; k++) {
      ck_assert_msg(id[k] == expected[i].id[k], "contact %d: id %d is %d, expected %d", i, k, id[k],
                    expected[i].id[k]);
    }
    ck_assert_int_eq(c->geom1, c->geom[0]);
    ck_assert_int_eq(c->geom2, c->geom[1]);
    ck_assert_int_eq(c->dim, expected[i].dim);
    ck_assert_int_eq(c->efc_address, -1);
    ck_assert_int_eq(c->exclude, c->dist >= c->includemargin);
    const mjtNum number[17] = {c->dist,        c->pos[0],      c->pos[1],        c->pos[2],
                               c->frame[0],    c->frame[1],    c->frame[2],      c->frame[3],
                               c->frame[4],    c->frame[5],    c->includemargin, c->friction[0],
                               c->friction[1], c->friction[2], c->solref[0],     c->solref[1],
                               c->solimp[1]};
    for (int k = 0; k < 17; k++) {
      ck_assert_msg(fabs(number[k] - expected[i].number[k]) < tolerance,
                    "contact %d: number %d is %.17g, expected %.17g", i, k, number[k],
                    expected[i].number[k]);
    }
  }
}

#define EXPECT(scene, table, tolerance) \
  expect_recorded(scene, table, (int)(sizeof(table) / sizeof((table)[0])), tolerance)

START_TEST(contacts_are_those_of_the_reference) {
  Scene s = scene_flex(0);
  mj_collision(s.m, s.d);
  EXPECT(&s, with_trees, TOLERANCE);
  s.m->opt.disableflags |= mjDSBL_MIDPHASE;
  mj_collision(s.m, s.d);
  EXPECT(&s, without_trees, TOLERANCE);
  s.m->opt.disableflags = mjDSBL_NATIVECCD;
  mj_collision(s.m, s.d);
  EXPECT(&s, by_portals, PORTAL_TOLERANCE);
  s.m->opt.disableflags = 0;
  s.m->opt.enableflags = mjENBL_OVERRIDE;
  s.m->opt.o_margin = 0.01;
  mj_collision(s.m, s.d);
  EXPECT(&s, overridden, TOLERANCE);
  scene_free(s);
}
END_TEST

static int count_of(const Scene* s, int flex, const mjContact** first) {
  int n = 0;
  for (int i = s->d->ncon - 1; i >= 0; i--) {
    if (s->d->contact[i].flex[1] == flex) {
      n++;
      *first = s->d->contact + i;
    }
  }
  return n;
}

START_TEST(all_ways_to_find_pairs_find_the_same_contact) {
  static const char* const name[] = {"self_narrow", "self_bvh", "self_sap", "self_auto"};
  Scene s = scene_flex(0);
  mj_collision(s.m, s.d);
  mjtNum dist = 0;
  for (int i = 0; i < 4; i++) {
    const mjContact* c = NULL;
    ck_assert_int_eq(count_of(&s, flex_named(s.m, name[i]), &c), 1);
    ck_assert_int_eq(c->elem[0], 0);
    ck_assert_int_eq(c->elem[1], 1);
    ck_assert(c->includemargin == 0);
    if (i > 0)
      ck_assert_double_eq_tol(c->dist, dist, s.m->opt.ccd_tolerance);
    dist = c->dist;
  }
  scene_free(s);
}
END_TEST

START_TEST(elements_that_share_a_body_do_not_collide) {
  Scene s = scene_flex(0);
  const int flex = flex_named(s.m, "self_sap"), v = s.m->flex_vertadr[flex];
  const mjContact* c;
  s.m->flex_vertbodyid[v + 4] = s.m->flex_vertbodyid[v];
  mj_collision(s.m, s.d);
  ck_assert_int_eq(count_of(&s, flex, &c), 0);
  scene_free(s);
}
END_TEST

START_TEST(rigid_flexes_and_masks_that_do_not_meet_are_left_alone) {
  Scene s = scene_flex(0);
  const int flex = flex_named(s.m, "self_bvh");
  const mjContact* c;
  s.m->flex_rigid[flex] = 1;
  mj_collision(s.m, s.d);
  ck_assert_int_eq(count_of(&s, flex, &c), 0);
  s.m->flex_rigid[flex] = 0;
  s.m->flex_contype[flex] = 8;
  mj_collision(s.m, s.d);
  ck_assert_int_eq(count_of(&s, flex, &c), 0);
  scene_free(s);
}
END_TEST

START_TEST(sheet_on_floor_keeps_fifty_contacts_in_order) {
  Scene s = scene_flex(0);
  const int flex = flex_named(s.m, "grid");
  mj_collision(s.m, s.d);
  const mjContact* first = NULL;
  ck_assert_int_eq(count_of(&s, flex, &first), mjMAXCONPAIR);
  for (int i = 1; i < mjMAXCONPAIR; i++)
    ck_assert_int_lt(first[i - 1].vert[1], first[i].vert[1]);
  scene_free(s);
}
END_TEST

// The lowest corner of the triangle is 0.01 above a flat field, and the radius 0.03.
START_TEST(triangle_on_a_height_field_is_pushed_up) {
  Scene s = scene_flex(0);
  const int flex = flex_named(s.m, "on_field");
  const mjContact* c;
  mj_collision(s.m, s.d);
  ck_assert_int_eq(count_of(&s, flex, &c), 0);
  s.m->flex_contype[flex] = 4;
  for (int legacy = 0; legacy < 2; legacy++) {
    s.m->opt.disableflags = legacy ? mjDSBL_NATIVECCD : 0;
    mj_collision(s.m, s.d);
    const int n = count_of(&s, flex, &c);
    ck_assert_int_gt(n, 0);
    int upwards = 0;
    for (int i = 0; i < n; i++) {
      ck_assert_int_eq(c[i].elem[1], 0);
      ck_assert_double_lt(c[i].dist, 0);
      if (c[i].frame[2] < 0.99)
        continue;
      upwards++;
      ck_assert_double_ge(c[i].dist, -0.021);  // the depth of a round corner is found to 1e-3
      ck_assert_double_eq_tol(c[i].pos[2], 0.5 + c[i].dist / 2, 0.01);
    }
    ck_assert_int_gt(upwards, 0);
  }
  scene_free(s);
}
END_TEST

static int warnings_in(mjtSize arena, int* ncon) {
  Scene s = scene_flex(arena);
  mj_collision(s.m, s.d);
  const int n = s.d->warning[mjWARN_CONTACTFULL].number;
  *ncon = s.d->ncon;
  ck_assert_uint_le((size_t)s.d->ncon * sizeof(mjContact) + s.d->pstack, (size_t)s.d->narena);
  scene_free(s);
  return n;
}

START_TEST(a_full_arena_ends_in_warnings) {
  int few, all;
  ck_assert_int_eq(warnings_in(0, &all), 0);
  ck_assert_int_gt(warnings_in(100000, &few), 0);
  ck_assert_int_lt(few, all);
}
END_TEST

START_TEST(a_second_look_finds_the_same) {
  Scene s = scene_flex(0);
  mj_collision(s.m, s.d);
  const int n = s.d->ncon;
  mjContact* before = malloc((size_t)n * sizeof *before);
  memcpy(before, s.d->contact, (size_t)n * sizeof *before);
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, n);
  ck_assert_mem_eq(before, s.d->contact, (size_t)n * sizeof *before);
  free(before);
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("collision/flex");
  TCase* tcase = tcase_create("all");
  tcase_add_test(tcase, contacts_are_those_of_the_reference);
  tcase_add_test(tcase, all_ways_to_find_pairs_find_the_same_contact);
  tcase_add_test(tcase, elements_that_share_a_body_do_not_collide);
  tcase_add_test(tcase, rigid_flexes_and_masks_that_do_not_meet_are_left_alone);
  tcase_add_test(tcase, sheet_on_floor_keeps_fifty_contacts_in_order);
  tcase_add_test(tcase, triangle_on_a_height_field_is_pushed_up);
  tcase_add_test(tcase, a_full_arena_ends_in_warnings);
  tcase_add_test(tcase, a_second_look_finds_the_same);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
