// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Symmetries of the laws of motion. Where the scene lies, how it is turned about gravity, in which
// order its bodies are written, and whether it is seen in a mirror makes no difference; a
// conservative motion can be run backwards.

#include "tests/dynamics/support.h"

// ---------------------------------------------------------------- place and direction

// three bodies tumble over each other on a floor
#define BODIES                                                    \
  "<body><freejoint/><geom type='box' size='.1 .07 .05'/></body>" \
  "<body><freejoint/><geom type='capsule' size='.05 .1'/></body>" \
  "<body><freejoint/><geom type='ellipsoid' size='.1 .06 .08'/></body>"
static const char heap[] =
    "<mujoco><option timestep='.002' cone='elliptic' tolerance='0'/><worldbody>"
    "<geom type='plane' size='9 9 1'/>" BODIES "</worldbody></mujoco>";

static void place_heap(mjData* d) {
  SET(d->qpos, 0, 0, .06, .99, .1, .05, .1);
  SET(d->qpos + 7, .05, .02, .17, .7, .1, .7, .05);
  SET(d->qpos + 14, -.04, .03, .3, .9, .2, .1, -.3);
  SET(d->qvel, .1, .2, -.3, 1, -2, .5, 0, .3, 0, 2, 1, 0, -.1, 0, -.5, 0, 1, 3);
}

// move by `shift` and turn about the vertical, positions and velocities of free bodies
static void move(mjData* d, int nbody, const mjtNum shift[3], mjtNum angle) {
  mjtNum turn[4] = {cos(angle / 2), 0, 0, sin(angle / 2)};
  for (int i = 0; i < nbody; i++) {
    mjtNum *q = d->qpos + 7 * i, *v = d->qvel + 6 * i, moved[4];
    mju_rotVecQuat(moved, q, turn);
    mju_add3(q, moved, shift);
    mju_mulQuat(moved, turn, q + 3);
    mju_copy4(q + 3, moved);
    mju_rotVecQuat(moved, v, turn);
    mju_copy3(v, moved);
  }
}

START_TEST(place_and_direction_do_not_matter) {
  mjModel* m = model_of(heap);
  // friction pyramids have a direction; cones have none
  mjData *d = mj_makeData(m), *e = mj_makeData(m);
  const mjtNum shift[3] = {2, -1, 0}, angle = .7;
  place_heap(d);
  place_heap(e);
  move(e, 3, shift, angle);
  int touched = 0;
  for (int i = 0; i < 25; i++) {
    mj_step(m, d);
    mj_step(m, e);
    touched += d->ncon;
    ck_assert_int_eq(d->ncon, e->ncon);
  }
  ck_assert_int_gt(touched, 25);
  move(d, 3, shift, angle);
  assert_close("qpos", d->qpos, e->qpos, m->nq, 1e-6);
  assert_close("qvel", d->qvel, e->qvel, m->nv, 1e-5);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- order

START_TEST(the_order_of_bodies_does_not_matter) {
  static const char first[] =
      "<mujoco><option timestep='.002' tolerance='0'/><worldbody><geom type='plane' size='5 5 1'/>"
      "<body pos='0 0 .099'><freejoint/><geom size='.1'/></body>"
      "<body pos='.02 0 .29'><freejoint/><geom size='.1' mass='2'/></body></worldbody></mujoco>";
  static const char second[] =
      "<mujoco><option timestep='.002' tolerance='0'/><worldbody>"
      "<body pos='.02 0 .29'><freejoint/><geom size='.1' mass='2'/></body>"
      "<body pos='0 0 .099'><freejoint/><geom size='.1'/></body>"
      "<geom type='plane' size='5 5 1'/></worldbody></mujoco>";
  mjModel *m = model_of(first), *n = model_of(second);
  mjData *d = mj_makeData(m), *e = mj_makeData(n);
  for (int i = 0; i < 100; i++) {
    mj_step(m, d);
    mj_step(n, e);
  }
  ck_assert(fabs(d->qpos[0]) > 1e-3);
  assert_close("first body", d->qpos, e->qpos + 7, 7, 1e-7);
  assert_close("second body", d->qpos + 7, e->qpos, 7, 1e-7);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
  mj_deleteModel(n);
}
END_TEST

// ---------------------------------------------------------------- mirrors

// two arms, each the mirror image of the other in the plane y = 0, driven alike; their hands touch
// a bar between them
static const char arms[] =
    "<mujoco><option timestep='.002' tolerance='0' cone='%s'/><worldbody>"
    "<body pos='.45 0 1'><joint name='bar' type='slide' axis='1 0 0' stiffness='20' damping='1'/>"
    "<geom type='capsule' size='.05' fromto='0 -.5 0 0 .5 0'/></body>"
    "<body pos='0 .3 1'><joint name='l1' axis='0 0 1' damping='.1'/><joint name='l2' axis='0 1 0' "
    "range='-60 60'/><geom type='capsule' size='.03' fromto='0 0 0 .3 .05 0'/>"
    "<body pos='.3 .05 0'><joint name='l3' axis='0 0 1' frictionloss='.01'/>"
    "<geom type='capsule' size='.03' fromto='0 0 0 .15 0 0'/></body></body>"
    "<body pos='0 -.3 1'><joint name='r1' axis='0 0 -1' damping='.1'/><joint name='r2' "
    "axis='0 1 0' range='-60 60'/><geom type='capsule' size='.03' fromto='0 0 0 .3 -.05 0'/>"
    "<body pos='.3 -.05 0'><joint name='r3' axis='0 0 -1' frictionloss='.01'/>"
    "<geom type='capsule' size='.03' fromto='0 0 0 .15 0 0'/></body></body></worldbody>"
    "<actuator><motor joint='l1'/><motor joint='r1'/><motor joint='l3'/><motor joint='r3'/>"
    "</actuator></mujoco>";

START_TEST(mirror_images_stay_mirror_images) {
  char xml[2000];
  snprintf(xml, sizeof xml, arms, _i % 2 ? "elliptic" : "pyramidal");
  mjModel* m = model_of(xml);
  m->opt.integrator = _i / 2;
  mjData* d = mj_makeData(m);
  int touched = 0;
  for (int i = 0; i < 200; i++) {
    d->ctrl[0] = d->ctrl[1] = .3 * sin(.05 * i);
    d->ctrl[2] = d->ctrl[3] = .05 * cos(.1 * i);
    mj_step(m, d);
    touched += d->ncon > 0;
  }
  ck_assert_int_gt(touched, 10);
  ck_assert(fabs(d->qpos[1]) > .05 && fabs(d->qpos[3]) > .01);
  assert_close("arms", d->qpos + 4, d->qpos + 1, 3, 1e-6);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- time

START_TEST(a_conservative_motion_runs_backwards) {
  mjModel* m = model_of(
      "<mujoco><option timestep='.0005' integrator='RK4'><flag contact='disable'/></option>"
      "<worldbody><body><joint axis='0 1 0' stiffness='3'/><geom type='capsule' size='.03' "
      "fromto='0 0 0 .3 0 0'/><body pos='.3 0 0'><joint axis='0 1 1'/><geom type='capsule' "
      "size='.03' fromto='0 0 0 .2 .1 0'/></body></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  SET(d->qpos, .4, -.3);
  SET(d->qvel, 1, 2);
  for (int i = 0; i < 1000; i++)
    mj_step(m, d);
  ck_assert(fabs(d->qpos[0] - .4) > .1);
  mju_scl(d->qvel, d->qvel, -1, 2);
  for (int i = 0; i < 1000; i++)
    mj_step(m, d);
  assert_near(d->qpos[0], .4, 1e-8);
  assert_near(d->qpos[1], -.3, 1e-8);
  assert_near(d->qvel[0], -1, 1e-7);
  assert_near(d->qvel[1], -2, 1e-7);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("symmetry");
  TCase* tc = tcase_create("symmetry");
  tcase_add_test(tc, place_and_direction_do_not_matter);
  tcase_add_test(tc, the_order_of_bodies_does_not_matter);
  tcase_add_loop_test(tc, mirror_images_stay_mirror_images, 0, 8);
  tcase_add_test(tc, a_conservative_motion_runs_backwards);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
