// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// One step of known systems, recorded from the reference.

#include "tests/dynamics/support.h"

static const char* const springs =
    "<mujoco><option timestep='0.01'/><worldbody><body pos='0 0 1' gravcomp='.5'>"
    "<joint type='free' stiffness='3' damping='.4'/>"
    "<geom type='box' size='.1 .2 .3' mass='5' pos='.1 0 0'/>"
    "<body pos='.3 0 0' gravcomp='1'>"
    "<joint name='b' type='ball' stiffness='2' damping='.3' actuatorgravcomp='true'/>"
    "<geom type='capsule' size='.05 .2' pos='0 0 .2' mass='1'/><body pos='0 0 .5' gravcomp='2'>"
    "<joint axis='1 0 0' stiffness='4' springref='20' ref='10'/>"
    "<geom size='.1' pos='0 .1 .1' mass='.7'/></body></body></body></worldbody>"
    "<actuator><motor joint='b' gear='1 0 0'/></actuator></mujoco>";

static mjData* springs_data(mjModel* m) {
  mjData* d = mj_makeData(m);
  SET(d->qpos, .1, -.2, 1.1, .9, .1, .2, .3, 1.8, .2, -.4, .6, .3);
  SET(d->qvel, 1, 2, -1, .5, -.3, .7, .1, -.2, .3, .4);
  return d;
}

START_TEST(springs_advance_as_recorded) {
  static const mjtNum expected[4][3] = {
      {0.48624561944781786, 1.5113039496894753, 0.92275170793572503},
      {0.48486355345577814, 1.4823998706405188, 0.92253591933301093},
      {0.48611276025054845, 1.5026215708019652, 0.92274976016309684},
      {0.48624561944781786, 1.5113039496894753, 0.92275170793572503}};
  mjModel* m = model_of(springs);
  mjData* d = springs_data(m);
  m->opt.integrator = _i;
  mj_step(m, d);
  mjtNum found[3] = {d->qvel[3], d->qvel[9], d->qpos[3]};
  assert_close("qvel[3], qvel[9], qpos[3]", found, expected[_i], 3, 1e-13);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(euler_damping_can_be_explicit) {
  mjModel* m = model_of(springs);
  mjData* d = springs_data(m);
  m->opt.disableflags |= mjDSBL_EULERDAMP;
  mj_step(m, d);
  assert_near(d->qvel[9], 1.5017121778720344, 1e-13);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(tendon_with_armature_advances_as_recorded) {
  static const mjtNum expected[4] = {1.1071447460972585, 1.1070034927083929, 1.106690494239547,
                                     1.1068082961392802};
  mjModel* m = model_of(
      "<mujoco><option timestep='0.01'/><worldbody><site name='w' pos='.3 0 1.5'/>"
      "<body pos='0 0 1'><joint axis='0 1 0' damping='.1'/>"
      "<geom type='capsule' size='.03' fromto='0 0 0 .4 0 0' mass='1'/><site name='s1' pos='.3 0 "
      ".05'/><body pos='.4 0 0'><joint axis='0 1 0' armature='.02'/>"
      "<geom type='capsule' size='.03' fromto='0 0 0 .4 0 0' mass='1'/>"
      "<site name='s2' pos='.3 0 .05'/></body></body></worldbody><tendon>"
      "<spatial armature='.7' stiffness='5' damping='.6' springlength='.3 .4'><site site='w'/>"
      "<site site='s1'/><pulley divisor='2'/><site site='w'/><site site='s2'/></spatial></tendon>"
      "</mujoco>");
  mjData* d = mj_makeData(m);
  m->opt.integrator = _i;
  SET(d->qpos, .3, -.5);
  SET(d->qvel, 1, -2);
  mj_step(m, d);
  assert_near(d->qvel[0], expected[_i], 1e-13);
  if (_i == mjINT_IMPLICIT) {
    ASSERT_VALUES(d->qDeriv, -0.14082317241451789, 0.026511953544365238, 0.026511953544365259,
                  -0.012971891633239569);
  } else if (_i == mjINT_IMPLICITFAST) {
    ASSERT_VALUES(d->qDeriv, -0.29423934476786279, -0.050196132632307197, -0.050196132632307197,
                  -0.012971891633239569);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_ball_on_a_cart_advances_as_recorded) {
  static const mjtNum expected[3] = {-0.074105118162741013, -0.073941238412068233,
                                     -0.075013911334778249};
  mjModel* m = model_of(
      "<mujoco><option timestep='0.01'/><worldbody><body pos='.1 .2 1'>"
      "<joint type='slide' axis='1 0 0' ref='.05'/><joint axis='0 1 0' pos='0 0 .1' ref='.2'/>"
      "<geom type='box' size='.1 .05 .02' pos='.05 0 0' mass='2'/><body pos='.3 0 0'>"
      "<joint type='ball' pos='0 0 .05'/><geom type='capsule' size='.03 .1' mass='1'/>"
      "</body></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  m->opt.integrator = _i;
  SET(d->qpos, 0.15, 0.5, 2, 0, 0, 0.5);
  SET(d->qvel, 0.3, -0.4, 0.1, 0.2, 0.7);
  mj_step(m, d);
  assert_near(d->qvel[1], expected[_i], 1e-13);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(fluid_slows_as_recorded) {
  static const mjtNum expected[4][2] = {{0.37369880897483254, -0.14956413036405491},
                                        {0, 0},
                                        {0.7082491820463509, 0.53205155926406889},
                                        {0.61414066195329375, 0.075944148047671356}};
  mjModel* m = model_of(
      "<mujoco><option timestep='0.01' density='1000' viscosity='.002' wind='.5 -.2 .1'>"
      "<flag contact='disable'/></option><worldbody>"
      "<body><freejoint/><geom type='box' size='.1 .2 .3' mass='5'/></body><body pos='3 0 0'>"
      "<freejoint/><geom type='ellipsoid' size='.1 .2 .3' mass='5' fluidshape='ellipsoid'/></body>"
      "</worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  for (int b = 0; b < 2; b++) {
    SET(d->qpos + 7 * b + 3, .9, .1, .2, .3);
    SET(d->qvel + 6 * b, 1, 2, -1, .5, -.3, .7);
  }
  m->opt.integrator = _i;
  mj_step(m, d);
  if (_i != mjINT_RK4) {
    assert_near(d->qvel[0], expected[_i][0], 1e-12);
    assert_near(d->qvel[6], expected[_i][1], 1e-12);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("integrator values");
  TCase* tc = tcase_create("one step");
  tcase_add_loop_test(tc, springs_advance_as_recorded, 0, 4);
  tcase_add_test(tc, euler_damping_can_be_explicit);
  tcase_add_loop_test(tc, tendon_with_armature_advances_as_recorded, 0, 4);
  tcase_add_loop_test(tc, a_ball_on_a_cart_advances_as_recorded, 0, 3);
  tcase_add_loop_test(tc, fluid_slows_as_recorded, 0, 1);
  tcase_add_loop_test(tc, fluid_slows_as_recorded, 2, 4);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
