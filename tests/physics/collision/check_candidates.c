// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which pairs of geoms are looked at, and in which order.

#include <math.h>
#include <stdlib.h>

#include <fulcrum/callbacks.h>
#include <fulcrum/host.h>
#include <fulcrum/module.h>

#include "tests/collision/support.h"
#include "tests/physics/collision/stack.h"

static void expect_order(const Scene* s, const int (*pair)[2], int n) {
  ck_assert_int_eq(s->d->ncon, n);
  for (int i = 0; i < n; i++) {
    ck_assert_msg(s->d->contact[i].geom[0] == pair[i][0] && s->d->contact[i].geom[1] == pair[i][1],
                  "contact %d is of geoms (%d, %d), expected (%d, %d)", i, s->d->contact[i].geom[0],
                  s->d->contact[i].geom[1], pair[i][0], pair[i][1]);
  }
}

START_TEST(contacts_of_two_bodies_are_ordered_by_geoms) {
  Scene s = scene_load(
      "<worldbody><body><freejoint/><geom type=\"box\" size=\".3 .3 .3\"/><geom size=\".35\"/>"
      "<geom type=\"capsule\" size=\".3 .1\"/></body><body pos=\".4 0 .1\"><freejoint/><geom "
      "type=\"capsule\" size=\".3 .1\"/>"
      "<geom size=\".35\"/><geom type=\"box\" size=\".3 .3 .3\"/></body></worldbody>");
  static const int sorted[16][2] = {{0, 5}, {0, 5}, {0, 5}, {0, 5}, {0, 5}, {1, 3}, {1, 4}, {1, 5},
                                    {2, 3}, {2, 3}, {2, 5}, {2, 5}, {3, 0}, {3, 0}, {4, 0}, {4, 2}};
  static const int unsorted[16][2] = {{3, 0}, {3, 0}, {4, 0}, {0, 5}, {0, 5}, {0, 5},
                                      {0, 5}, {0, 5}, {1, 3}, {1, 4}, {1, 5}, {2, 3},
                                      {2, 3}, {4, 2}, {2, 5}, {2, 5}};
  mj_collision(s.m, s.d);
  expect_order(&s, sorted, 16);
  ck_assert_double_eq_tol(s.d->contact[6].dist, -0.287689437438234, 1e-12);
  s.m->opt.disableflags |= mjDSBL_MIDPHASE;
  mj_collision(s.m, s.d);
  expect_order(&s, unsorted, 16);
  scene_free(s);
}
END_TEST

// Numbers of contacts of stack.h's parts, recorded with the reference by a program that prints
// d->ncon after mj_forward for each of them (peer probe).
static const int stack_contacts[STACKS] = {
    0, 2, 3, 4, 0, 12, 2, 2, 0, 4, 2, 3, 0,  2, 2, 0, 2, 3, 1, 0, 0, 3,  5, 0, 4,  10, 0, 2, 3, 1,
    0, 3, 0, 2, 1, 2,  2, 3, 6, 9, 2, 1, 1,  5, 2, 0, 1, 2, 2, 0, 4, 10, 4, 6, 0,  2,  0, 4, 0, 3,
    7, 0, 0, 0, 2, 1,  0, 6, 0, 2, 1, 1, 0,  1, 1, 1, 2, 4, 3, 1, 3, 1,  1, 1, 2,  8,  0, 3, 1, 2,
    0, 1, 6, 4, 5, 2,  4, 6, 1, 2, 2, 3, 2,  3, 1, 5, 3, 4, 3, 1, 4, 1,  2, 1, 0,  4,  1, 1, 0, 0,
    1, 3, 0, 2, 2, 1,  0, 1, 3, 3, 2, 0, 4,  0, 1, 1, 0, 2, 1, 1, 0, 5,  0, 0, 3,  2,  0, 2, 0, 2,
    1, 5, 4, 0, 0, 0,  2, 0, 2, 3, 3, 1, 0,  2, 3, 1, 1, 2, 0, 3, 0, 0,  1, 4, 10, 0,  2, 4, 9, 3,
    1, 0, 1, 1, 5, 3,  3, 1, 0, 1, 3, 2, 13, 2, 1, 0, 7, 2, 5, 1, 5, 11, 0, 0, 5,  0,  1, 6, 0, 5,
    1, 0, 1, 1, 5, 3,  0, 1, 1, 0, 1, 1, 0,  0, 0, 1, 0, 5, 2, 0, 0, 2,  0, 4, 1,  8,  0, 0, 1, 0,
    3, 6, 2, 1, 4, 0,  6, 5, 7, 4, 1, 6, 5,  0, 0, 1, 0, 5, 0, 1, 1, 0,  4, 2, 1,  0,  2, 0, 1, 4,
    3, 1, 0, 0, 0, 2,  3, 1, 0, 2, 1, 1, 0,  5, 1, 1, 0, 1, 2, 1, 4, 6,  0, 8, 4,  1,  7, 0, 1, 5};

START_TEST(parts_that_just_touch_are_in_contact_as_in_the_reference) {
  static char text[20000];
  for (int i = 0; i < STACKS; i++) {
    char error[500] = "";
    stack_write(text, sizeof text, i);
    mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
    ck_assert_msg(spec != NULL, "%s", error);
    Scene s = {mj_compile(spec, NULL), NULL};
    ck_assert_msg(s.m != NULL, "%s", mjs_getError(spec));
    s.d = mj_makeData(s.m);
    mj_forward(s.m, s.d);
    ck_assert_msg(s.d->ncon == stack_contacts[i], "stack %d has %d contacts, expected %d", i,
                  s.d->ncon, stack_contacts[i]);
    scene_free(s);
    mj_deleteSpec(spec);
  }
}
END_TEST

static const char* const chain =
    "<worldbody><geom name=\"floor\" type=\"plane\" size=\"1 1 1\"/>"
    "<body name=\"a\"><freejoint/><geom name=\"a\" size=\".1\"/>"
    "<body name=\"b\"><joint/><geom name=\"b\" size=\".1\"/>"
    "<body name=\"c\"><joint/><geom name=\"c\" size=\".1\"/></body></body></body></worldbody>";

static Scene chain_with(const char* contacts) {
  char text[3000];
  snprintf(text, sizeof text, "%s<contact>%s</contact>", chain, contacts);
  return scene_load(text);
}

START_TEST(parent_and_child_do_not_touch_unless_asked) {
  Scene s = chain_with("");
  static const int filtered[4][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 3}};
  static const int all[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  mj_collision(s.m, s.d);
  expect_order(&s, filtered, 4);
  s.m->opt.disableflags |= mjDSBL_FILTERPARENT;
  mj_collision(s.m, s.d);
  expect_order(&s, all, 6);
  scene_free(s);
}
END_TEST

// few_bodies.c keeps a list of pairs; a broad phase that was asked for finds them anew.
START_TEST(edited_masks_and_relations_are_followed) {
  for (int sweep = 0; sweep < 2; sweep++) {
    Scene s = chain_with("");
    static const int all[4][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 3}};
    static const int masked[2][2] = {{0, 2}, {0, 3}};
    static const int apart[3][2] = {{0, 1}, {0, 2}, {0, 3}};
    if (sweep)
      ck_assert_int_eq(fc_bind(s.m, s.d, FC_BROADPHASE, "sap"), 0);
    mj_collision(s.m, s.d);
    expect_order(&s, all, 4);
    s.m->geom_contype[1] = s.m->geom_conaffinity[1] = 0;
    mj_collision(s.m, s.d);
    expect_order(&s, masked, 2);
    s.m->geom_contype[1] = s.m->geom_conaffinity[1] = 1;
    s.m->body_weldid[3] = s.m->body_weldid[1];
    mj_collision(s.m, s.d);
    expect_order(&s, apart, 3);
    s.m->body_weldid[3] = 3;
    mj_collision(s.m, s.d);
    expect_order(&s, all, 4);
    scene_free(s);
  }
}
END_TEST

START_TEST(exclusion_removes_a_pair_of_bodies) {
  Scene s = chain_with("<exclude body1=\"a\" body2=\"c\"/><exclude body1=\"world\" body2=\"b\"/>");
  static const int pairs[2][2] = {{0, 1}, {0, 3}};
  mj_collision(s.m, s.d);
  expect_order(&s, pairs, 2);
  scene_free(s);
}
END_TEST

START_TEST(explicit_pair_comes_in_its_place_and_only_once) {
  Scene s = chain_with(
      "<pair geom1=\"b\" geom2=\"c\" condim=\"1\"/><pair geom1=\"a\" geom2=\"c\" condim=\"6\"/>");
  static const int pairs[5][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};
  mj_collision(s.m, s.d);
  expect_order(&s, pairs, 5);
  ck_assert_int_eq(s.d->contact[3].dim, 6);
  ck_assert_int_eq(s.d->contact[4].dim, 1);
  scene_free(s);
}
END_TEST

START_TEST(masks_must_match_one_way_or_the_other) {
  Scene s = scene_pair("", "size=\".1\" contype=\"1\" conaffinity=\"0\"",
                       "size=\".1\" contype=\"0\" conaffinity=\"1\"");
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 1);
  s.m->geom_conaffinity[1] = 2;
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 0);
  scene_free(s);
}
END_TEST

static int drop_all(const mjModel* m, mjData* d, int g1, int g2) {
  (void)m;
  (void)d;
  (void)g1;
  (void)g2;
  return 1;
}

START_TEST(contact_filter_of_the_user_drops_pairs) {
  Scene s = scene_pair("", "size=\".1\"", "size=\".1\"");
  mjcb_contactfilter = drop_all;
  mj_collision(s.m, s.d);
  mjcb_contactfilter = NULL;
  ck_assert_int_eq(s.d->ncon, 0);
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 1);
  scene_free(s);
}
END_TEST

// What a filter was asked, and its answer: the second pair does not collide.
static int asked[8][2], nasked;

static int drop_second(const mjModel* m, mjData* d, int g1, int g2) {
  (void)m;
  (void)d;
  if (nasked < 8) {
    asked[nasked][0] = g1;
    asked[nasked][1] = g2;
  }
  return ++nasked == 2;
}

// Two bodies, a box and a sphere each, whose masks allow spheres to touch each other and nothing
// else, and a pair that is wanted in any case.
static const char* const masked =
    "<worldbody><body><freejoint/><geom name=\"a\" type=\"box\" size=\".1 .1 .1\" contype=\"0\" "
    "conaffinity=\"2\"/><geom size=\".2\"/></body><body pos=\"0 0 .1\"><freejoint/>"
    "<geom name=\"b\" type=\"box\" size=\".1 .1 .1\" contype=\"0\" conaffinity=\"2\"/><geom "
    "size=\".2\"/></body></worldbody><contact><pair geom1=\"a\" geom2=\"b\"/></contact>";

static int contacts_of(const mjData* d, int g1, int g2) {
  int n = 0;
  for (int i = 0; i < d->ncon; i++)
    n += d->contact[i].geom[0] == g1 && d->contact[i].geom[1] == g2;
  return n;
}

START_TEST(a_filter_stands_in_for_the_masks_of_geoms) {
  static const int pair[3][2] = {{1, 3}, {3, 0}, {1, 2}};
  Scene s = scene_load(masked);
  mj_collision(s.m, s.d);
  int boxes = contacts_of(s.d, 0, 2);
  ck_assert_int_gt(boxes, 0);
  ck_assert_int_eq(contacts_of(s.d, 1, 3), 1);
  ck_assert_int_eq(s.d->ncon, boxes + 1);

  // the filter is asked about all pairs but the explicit one, smaller type first
  nasked = 0;
  FcCallbacks callbacks = {.size = sizeof callbacks, .contactfilter = drop_second};
  mjData* other = mj_copyData(NULL, s.m, s.d);
  ck_assert_int_eq(fc_setCallbacks(other, &callbacks), 0);
  mj_collision(s.m, other);
  ck_assert_int_eq(nasked, 3);
  for (int i = 0; i < 3; i++) {
    int times = 0, answer = 0;
    for (int k = 0; k < 3; k++) {
      if (asked[k][0] != pair[i][0] || asked[k][1] != pair[i][1])
        continue;
      times++;
      answer = k == 1;
    }
    ck_assert_msg(times == 1, "asked %d times about geoms %d and %d", times, pair[i][0],
                  pair[i][1]);
    ck_assert_int_eq(contacts_of(other, pair[i][0], pair[i][1]), !answer);
  }
  ck_assert_int_eq(contacts_of(other, 0, 2), boxes);

  // other data of the same model go by the masks
  nasked = 0;
  mj_collision(s.m, s.d);
  ck_assert_int_eq(nasked, 0);
  ck_assert_int_eq(s.d->ncon, boxes + 1);
  mj_deleteData(other);
  scene_free(s);
}
END_TEST

START_TEST(a_filter_cannot_allow_what_the_masks_of_bodies_forbid) {
  Scene s = scene_pair("", "size=\".1\" contype=\"1\" conaffinity=\"1\"",
                       "size=\".1\" contype=\"2\" conaffinity=\"2\"");
  nasked = 0;
  mjcb_contactfilter = drop_second;
  mj_collision(s.m, s.d);
  mjcb_contactfilter = NULL;
  ck_assert_int_eq(nasked, 0);
  ck_assert_int_eq(s.d->ncon, 0);
  scene_free(s);
}
END_TEST

// It is asked after the broad phase and before the bounding spheres are looked at.
START_TEST(a_filter_is_asked_about_bodies_whose_boxes_overlap_though_spheres_do_not) {
  Scene s = scene_load(
      "<worldbody><body><freejoint/><geom size=\".1\"/></body><body pos=\".9 .3 .1\"><freejoint/>"
      "<geom size=\".1\"/></body><body><freejoint/><geom size=\".1\"/></body></worldbody>");
  nasked = 0;
  mjcb_contactfilter = drop_second;
  for (int k = 0; k < 20; k++) {
    double dir[3] = {cos(k), cos(k + 2), cos(k + 4)};
    mju_normalize3(dir);
    mju_scl3(s.d->qpos + 14, dir, .201);
    mj_kinematics(s.m, s.d);
    mj_collision(s.m, s.d);
    ck_assert_int_eq(s.d->ncon, 0);
  }
  mjcb_contactfilter = NULL;
  ck_assert_int_gt(nasked, 0);
  scene_free(s);
}
END_TEST

START_TEST(explicit_pair_is_looked_at_whatever_else_is_said) {
  Scene s = scene_load(
      "<worldbody><body name=\"a\"><freejoint/><geom name=\"a\" size=\".1\" contype=\"0\" "
      "conaffinity=\"0\"/></body><body name=\"b\" pos=\"2 0 0\"><freejoint/><geom name=\"b\" "
      "size=\".1\" contype=\"0\" conaffinity=\"0\"/></body></worldbody><contact><exclude "
      "body1=\"a\" body2=\"b\"/><pair geom1=\"a\" geom2=\"b\" margin=\"1.9\"/></contact>");
  static const int pair[1][2] = {{0, 1}};
  mj_collision(s.m, s.d);
  expect_order(&s, pair, 1);
  ck_assert_double_eq_tol(s.d->contact[0].dist, 1.8, 1e-14);
  scene_free(s);
}
END_TEST

START_TEST(overridden_margin_reaches_as_far_as_margins_of_geoms) {
  Scene s = scene_pair("", "size=\".1\"", "size=\".1\" pos=\"0 .5 0\"");
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 0);
  s.m->opt.enableflags |= mjENBL_OVERRIDE;
  s.m->opt.o_margin = .31;
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 1);
  s.m->opt.o_margin = .29;
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 0);
  scene_free(s);
}
END_TEST

// Recorded from the reference: trees of four, two and two spheres, of which the third of the first
// and the first of the second touch.
START_TEST(nodes_that_were_visited_are_marked_for_the_visualiser) {
  static const mjtByte touching[13] = {1, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0};
  static const mjtByte none[13] = {0};
  Scene s = scene_load(
      "<worldbody><body><freejoint/><geom size=\".1\" pos=\"-1 0 0\"/><geom size=\".1\"/>"
      "<geom size=\".1\" pos=\"1 0 0\"/><geom size=\".1\" pos=\"2 0 0\"/></body><body pos=\"1 0 "
      ".15\"><freejoint/><geom size=\".1\"/><geom size=\".1\" pos=\"0 0 1\"/></body><body "
      "pos=\"0 5 0\"><freejoint/><geom size=\".1\"/><geom size=\".1\" pos=\"0 1 0\"/></body>"
      "</worldbody>");
  ck_assert_int_eq(s.m->nbvh, 13);
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 1);
  ck_assert(memcmp(s.d->bvh_active, touching, sizeof touching) == 0);

  // marks are those of the last time, and kept only where they are wanted
  s.m->vis.global.bvactive = 0;
  s.d->qpos[9] = .9;
  mj_kinematics(s.m, s.d);
  mj_comPos(s.m, s.d);
  mj_collision(s.m, s.d);
  ck_assert_int_eq(s.d->ncon, 0);
  ck_assert(memcmp(s.d->bvh_active, touching, sizeof touching) == 0);
  s.m->vis.global.bvactive = 1;
  mj_collision(s.m, s.d);
  ck_assert(memcmp(s.d->bvh_active, none, sizeof none) == 0);
  scene_free(s);
}
END_TEST

START_TEST(flags_switch_collisions_off) {
  Scene s = scene_pair("", "size=\".1\"", "size=\".1\"");
  static const int flags[] = {mjDSBL_CONTACT, mjDSBL_CONSTRAINT};
  for (int i = 0; i < 2; i++) {
    s.m->opt.disableflags = 0;
    mj_collision(s.m, s.d);
    ck_assert_int_eq(s.d->ncon, 1);
    s.m->opt.disableflags = flags[i];
    mj_collision(s.m, s.d);
    ck_assert_int_eq(s.d->ncon, 0);
  }
  scene_free(s);
}
END_TEST

// A cloud of n spheres in a cube over many steps, of which `moving` in five can move: every
// overlapping pair is found, in the order of bodies, whatever happened before. Up to 512 bodies are
// swept only when asked for.
static void expect_pairs_of(int n, double radius(int i), double half, int steps, int moving,
                            int sweep) {
  char* text = malloc((size_t)n * 100 + 100);
  int used = sprintf(text, "<worldbody>");
  for (int i = 0; i < n; i++) {
    used += sprintf(text + used, "<body pos=\"%d 0 0\">%s<geom size=\"%g\"/></body>", i,
                    i % 5 >= moving ? "" : "<freejoint/>", radius(i));
  }
  sprintf(text + used, "</worldbody>");
  Scene s = scene_load(text);
  free(text);
  mjData* fresh = mj_makeData(s.m);
  if (sweep)
    ck_assert_int_eq(fc_bind(s.m, s.d, FC_BROADPHASE, "sap"), 0);
  else
    ck_assert_int_eq(fc_bind(s.m, fresh, FC_BROADPHASE, "sap"), 0);
  Random r = {8};
  double *x = s.d->geom_xpos, *velocity = malloc(3 * (size_t)n * sizeof(double));
  for (int i = 0; i < 3 * n; i++) {
    x[i] = uniform(&r, -half, half);
    velocity[i] = uniform(&r, -1, 1);
  }
  for (int step = 0; step < steps; step++) {
    // drift, and every now and then everything jumps
    for (int i = 0; i < 3 * n; i++)
      x[i] = step % 50 == 49 ? uniform(&r, -half, half) : x[i] + .01 * velocity[i];
    mj_collision(s.m, s.d);
    int found = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        if (i % 5 >= moving && j % 5 >= moving)
          continue;
        if (mju_dist3(x + 3 * i, x + 3 * j) > s.m->geom_rbound[i] + s.m->geom_rbound[j])
          continue;
        ck_assert_int_lt(found, s.d->ncon);
        ck_assert_int_eq(s.d->contact[found].geom[0], i);
        ck_assert_int_eq(s.d->contact[found].geom[1], j);
        found++;
      }
    }
    ck_assert_int_eq(found, s.d->ncon);

    // data without a past give the same, bit by bit, and so does the other way
    mju_copy(fresh->geom_xpos, x, 3 * n);
    mju_copy(fresh->geom_xmat, s.d->geom_xmat, 9 * n);
    if (step % 20 == 0) {
      mj_collision(s.m, fresh);
      ck_assert_int_eq(fresh->ncon, found);
      ck_assert(memcmp(fresh->contact, s.d->contact, sizeof(mjContact) * (size_t)found) == 0);
    }
  }
  mj_deleteData(fresh);
  free(velocity);
  scene_free(s);
}

static void expect_all_pairs(int n, double radius(int i), double half, int steps) {
  for (int sweep = 0; sweep < 2; sweep++)
    expect_pairs_of(n, radius, half, steps, 4, sweep);
}

static double similar(int i) { return .05 + .1 * (i % 7); }
static double tiny_and_huge(int i) {
  return i % 50 == 3 ? 4 : i % 50 == 9 ? 1.5 : .2 + .02 * (i % 9);
}

START_TEST(sweep_finds_what_all_pairs_would_find) { expect_all_pairs(120, similar, 1.5, 200); }
END_TEST

START_TEST(sweep_finds_all_pairs_of_tiny_and_huge_bodies) {
  expect_all_pairs(700, tiny_and_huge, 7, 60);
}
END_TEST

// Blocks of eight bodies, up to the largest number of them.
START_TEST(all_pairs_of_some_hundred_bodies_are_found) {
  expect_all_pairs(257, similar, 2, 60);
  expect_all_pairs(511, tiny_and_huge, 6, 30);
  expect_all_pairs(512, similar, 3, 30);
}
END_TEST

START_TEST(all_pairs_of_few_moving_bodies_with_many_static_ones_are_found) {
  for (int sweep = 0; sweep < 2; sweep++) {
    expect_pairs_of(300, similar, 2, 60, 1, sweep);
    expect_pairs_of(600, tiny_and_huge, 30, 60, 1, sweep);
  }
}
END_TEST

START_TEST(a_handful_of_bodies_is_swept_like_many) {
  for (int n = 2; n <= 16; n++)
    expect_all_pairs(n, similar, .5, 120);
}
END_TEST

START_TEST(trees_and_all_pairs_find_the_same_contacts) {
  Random r = {64};
  static char text[30000];
  int used = snprintf(text, sizeof text, "<worldbody><geom type=\"plane\" size=\"1 1 1\"/>");
  for (int b = 0; b < 25; b++) {
    used += snprintf(text + used, sizeof text - (size_t)used, "<body pos=\"%g %g %g\"><freejoint/>",
                     uniform(&r, -.6, .6), uniform(&r, -.6, .6), uniform(&r, .1, .6));
    for (int g = 0; g < 4; g++) {
      static const char* const type[] = {"sphere", "capsule", "box", "cylinder", "ellipsoid"};
      used += snprintf(text + used, sizeof text - (size_t)used,
                       "<geom type=\"%s\" size=\"%g %g %g\" pos=\"%g %g %g\" margin=\"%g\"/>",
                       type[(b + g) % 5], uniform(&r, .03, .1), uniform(&r, .03, .1),
                       uniform(&r, .03, .1), uniform(&r, -.2, .2), uniform(&r, -.2, .2),
                       uniform(&r, -.2, .2), uniform(&r, 0, .01));
    }
    used += snprintf(text + used, sizeof text - (size_t)used, "</body>");
  }
  snprintf(text + used, sizeof text - (size_t)used, "</worldbody>");
  Scene s = scene_load(text);
  mjData* other = mj_copyData(NULL, s.m, s.d);
  mj_collision(s.m, s.d);
  s.m->opt.disableflags |= mjDSBL_MIDPHASE;
  mj_collision(s.m, other);
  ck_assert_int_gt(s.d->ncon, 50);
  ck_assert_int_eq(s.d->ncon, other->ncon);
  for (int i = 0; i < s.d->ncon; i++) {
    int found = 0;
    for (int j = 0; j < other->ncon; j++)
      found |= memcmp(s.d->contact + i, other->contact + j, sizeof(mjContact)) == 0;
    ck_assert_msg(found, "contact %d is found by trees only", i);
  }
  mj_deleteData(other);
  scene_free(s);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("candidates");
  TCase* tc = tcase_create("candidates");
  tcase_set_timeout(tc, 30);
  tcase_add_test(tc, contacts_of_two_bodies_are_ordered_by_geoms);
  tcase_add_test(tc, parent_and_child_do_not_touch_unless_asked);
  tcase_add_test(tc, edited_masks_and_relations_are_followed);
  tcase_add_test(tc, exclusion_removes_a_pair_of_bodies);
  tcase_add_test(tc, explicit_pair_comes_in_its_place_and_only_once);
  tcase_add_test(tc, masks_must_match_one_way_or_the_other);
  tcase_add_test(tc, contact_filter_of_the_user_drops_pairs);
  tcase_add_test(tc, a_filter_stands_in_for_the_masks_of_geoms);
  tcase_add_test(tc, a_filter_cannot_allow_what_the_masks_of_bodies_forbid);
  tcase_add_test(tc, a_filter_is_asked_about_bodies_whose_boxes_overlap_though_spheres_do_not);
  tcase_add_test(tc, explicit_pair_is_looked_at_whatever_else_is_said);
  tcase_add_test(tc, overridden_margin_reaches_as_far_as_margins_of_geoms);
  tcase_add_test(tc, nodes_that_were_visited_are_marked_for_the_visualiser);
  tcase_add_test(tc, flags_switch_collisions_off);
  tcase_add_test(tc, sweep_finds_what_all_pairs_would_find);
  tcase_add_test(tc, sweep_finds_all_pairs_of_tiny_and_huge_bodies);
  tcase_add_test(tc, all_pairs_of_some_hundred_bodies_are_found);
  tcase_add_test(tc, all_pairs_of_few_moving_bodies_with_many_static_ones_are_found);
  tcase_add_test(tc, a_handful_of_bodies_is_swept_like_many);
  tcase_add_test(tc, trees_and_all_pairs_find_the_same_contacts);
  tcase_add_test(tc, parts_that_just_touch_are_in_contact_as_in_the_reference);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
