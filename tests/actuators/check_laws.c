// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Activation dynamics, gains, biases, muscles, clamps and delays of actuators: values recorded from
// the reference, and closed forms.

#include "tests/dynamics/support.h"

static const char* const zoo =
    "<mujoco><option timestep='.01' gravity='0 0 0'/><worldbody>"
    "<body><joint name='j' type='slide' axis='1 0 0' actuatorfrcrange='-30 30'/>"
    "<geom size='.1' mass='1'/></body><body pos='0 1 0'><joint name='k' type='slide' axis='1 0 0'/>"
    "<geom size='.1' mass='2'/></body></worldbody><tendon>"
    "<fixed name='t' actuatorfrclimited='true' actuatorfrcrange='-4 5'><joint joint='k' coef='1'/>"
    "</fixed></tendon><actuator>"
    "<general joint='k' dyntype='filter' dynprm='.05' gainprm='2'/>"
    "<general joint='k' dyntype='filterexact' dynprm='.05' gainprm='2' actearly='true'/>"
    "<general joint='k' dyntype='integrator' actrange='-.4 .4' gaintype='affine' gainprm='3 1 -2' "
    "biastype='affine' biasprm='.5 -4 -.25'/>"
    "<general joint='j' dyntype='muscle' dynprm='.01 .04 0' gaintype='muscle' biastype='muscle' "
    "gainprm='.75 1.05 -1 200 .5 1.6 1.5 1.3 1.2' biasprm='.75 1.05 -1 200 .5 1.6 1.5 1.3 1.2' "
    "lengthrange='-.5 .7'/>"
    "<general joint='j' dyntype='muscle' dynprm='.01 .04 .3' gaintype='muscle' biastype='muscle' "
    "gainprm='.75 1.05 100 200 .5 1.6 1.5 1.3 1.2' biasprm='.75 1.05 100 200 .5 1.6 1.5 1.3 1.2' "
    "lengthrange='-.5 .7'/>"
    "<motor tendon='t' ctrlrange='-2 2'/><motor tendon='t' gear='2' forcerange='-3.5 3'/>"
    "</actuator></mujoco>";

static mjData* zoo_data(const mjModel* m) {
  mjData* d = mj_makeData(m);
  SET(d->qpos, .35, .1);
  SET(d->qvel, .6, -.3);
  SET(d->act, .2, .3, .39, .5, .4);
  SET(d->ctrl, 1, 1, .7, .9, .2, 3, 4.5);
  return d;
}

START_TEST(every_law_gives_the_recorded_force) {
  mjModel* m = model_of(zoo);
  mjData* d = zoo_data(m);
  ASSERT_VALUES(m->actuator_acc0, .5, .5, .5, 1, 1, .5, 1);
  mj_forward(m, d);
  ASSERT_VALUES(d->act_dot, 16, 13.999999999999998, 0.7, 32, -5.5);
  ASSERT_VALUES(d->actuator_force, 0.4, 0.85377694569082541, 1.618, -113.70625, -45.4825,
                1.5384615384615385, 3);
  ASSERT_VALUES(d->qfrc_actuator, -30, 10.410238484152364);
  mj_step(m, d);
  ASSERT_VALUES(d->act, 0.36, 0.4268884728454127, 0.397, 0.82, 0.345);
  ASSERT_VALUES(d->qvel, 0.3, -0.24794880757923815);
  ASSERT_VALUES(d->qpos, 0.353, 0.097520511924207617);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(every_law_has_the_recorded_slope) {
  mjModel* m = model_of(zoo);
  mjData* d = zoo_data(m);
  m->opt.integrator = mjINT_IMPLICIT;
  mj_step(m, d);
  ASSERT_VALUES(d->qDeriv, -23.070833333333329, -1.03);
  ASSERT_VALUES(d->qvel, 0.35623793885634963, -0.24821549776574459);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(disabled_actuation_leaves_forces_zero_and_activations_alone) {
  mjModel* m = model_of(zoo);
  mjData* d = zoo_data(m);
  m->opt.disableflags |= mjDSBL_ACTUATION;
  mj_step(m, d);
  for (int i = 0; i < m->nu; i++)
    ck_assert(d->actuator_force[i] == 0 && d->actuator_velocity[i] == 0);
  ck_assert(d->qfrc_actuator[0] == 0 && d->qfrc_actuator[1] == 0);
  ASSERT_VALUES(d->act, .2, .3, .39, .5, .4);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

static void stay_silent(const char* message) { (void)message; }

START_TEST(a_bad_control_zeroes_all_controls_with_a_warning) {
  mjModel* m = model_of(zoo);
  mjData* d = zoo_data(m);
  d->ctrl[3] = NAN;
  mju_user_warning = stay_silent;
  mj_forward(m, d);
  mju_user_warning = NULL;
  ck_assert_int_eq(d->warning[mjWARN_BADCTRL].number, 1);
  ck_assert_int_eq(d->warning[mjWARN_BADCTRL].lastinfo, 3);
  ck_assert(d->actuator_force[5] == 0 && d->actuator_force[6] == 0);
  ck_assert(d->ctrl[5] == 3);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(exact_filter_follows_the_exponential) {
  mjModel* m = model_of(
      "<mujoco><option timestep='.02'/><worldbody><body><joint name='j' type='slide'/>"
      "<geom size='.1'/></body></worldbody><actuator><general joint='j' dyntype='filterexact' "
      "dynprm='.05'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 1;
  for (int i = 1; i <= 20; i++) {
    mj_step(m, d);
    assert_near(d->act[0], 1 - exp(-i * 0.02 / 0.05), 1e-14);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// The last setpoint of a controller is an activation ahead of the filter's; the reference advances
// it by the filter too. Recorded bits.
START_TEST(variables_of_a_plugin_ahead_of_an_exact_filter_have_the_bits_of_the_reference) {
  mjModel* m = model_of(
      "<mujoco><option timestep='.005' gravity='0 0 0'/><extension><plugin plugin='mujoco.pid'>"
      "<instance name='slew'><config key='kp' value='0'/><config key='slewmax' value='1.5'/>"
      "</instance></plugin></extension><worldbody><body><joint name='c' type='slide'/>"
      "<geom size='.1'/></body></worldbody><actuator><plugin joint='c' plugin='mujoco.pid' "
      "instance='slew' actdim='2' dyntype='filterexact' dynprm='.037'/><plugin joint='c' "
      "plugin='mujoco.pid' instance='slew' actdim='2' dyntype='filterexact' dynprm='.11' "
      "actearly='true'/></actuator></mujoco>");
  static const mjtNum setpoints[8][2] = {{0x0.0p+0, 0x1.027ff89056e28p-1},
                                         {0x1.eab3827748d68p-5, 0x1.11c7660e80855p-1},
                                         {0x1.e83fef716fce1p-4, 0x1.1e52894763375p-1},
                                         {0x1.6b229e6e012a5p-3, 0x1.28014c90fdefap-1},
                                         {0x1.de846b16748e6p-3, 0x1.2ebaeb92953cep-1},
                                         {0x1.268f1df6036c3p-2, 0x1.326e329e774edp-1},
                                         {0x1.5aea94f931b39p-2, 0x1.3311aab202810p-1},
                                         {0x1.8bceae4ba8544p-2, 0x1.30a3b1ab6286dp-1}};
  mjData* d = mj_makeData(m);
  for (int t = 0; t <= 7; t++) {
    for (int i = 0; i < 2; i++)
      d->ctrl[i] = setpoints[t][i];
    mj_step(m, d);
  }
  ck_assert(d->act[0] == 0x1.58d125503303ap-5 && d->act[1] == 0x1.432988eca71cp-3);
  ck_assert(d->act[2] == 0x1.a473aecc53fcbp-5 && d->act[3] == 0x1.65e054467d95ep-3);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(integrated_activation_stays_in_its_range) {
  mjModel* m = model_of(
      "<mujoco><worldbody><body><joint name='j' type='slide'/><geom size='.1'/></body></worldbody>"
      "<actuator><intvelocity joint='j' kp='3' actrange='-.01 .015'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 1;
  for (int i = 0; i < 20; i++)
    mj_step(m, d);
  ck_assert(d->act[0] == 0.015);
  d->ctrl[0] = -1;
  for (int i = 0; i < 20; i++)
    mj_step(m, d);
  ck_assert(d->act[0] == -0.01);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(disabled_groups_push_nothing_and_hold_their_activation) {
  mjModel* m = model_named("disabled_groups");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < m->nu; i++)
    d->ctrl[i] = 1;
  d->act[0] = 0.3;
  mj_step(m, d);
  ck_assert(d->actuator_force[1] == 0 && d->actuator_force[2] == 0 && d->actuator_force[4] == 0);
  ck_assert(d->actuator_force[3] != 0);
  ck_assert(d->act[0] == 0.3);
  // the range of controls is ignored by flag
  assert_near(d->actuator_force[0], 1, 1e-15);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(delayed_controls_arrive_as_recorded) {
  mjModel* m = model_of(
      "<mujoco><option timestep='.01' gravity='0 0 0'/><worldbody><body><joint name='x' "
      "type='slide'/><geom size='.1' mass='1'/></body></worldbody><actuator>"
      "<motor joint='x' nsample='5' delay='.025'/>"
      "<motor joint='x' nsample='5' delay='.025' interp='linear'/>"
      "<motor joint='x' nsample='5' delay='.025' interp='cubic'/>"
      "<motor joint='x' nsample='3'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  for (int k = 0; k <= 7; k++) {
    for (int i = 0; i < 4; i++)
      d->ctrl[i] = .1 * k * k + .1 * k;
    mj_step(m, d);
    if (k == 2)
      ASSERT_VALUES(d->actuator_force, 0, 0, -0.012499999999999997, .6);
    else if (k == 3)
      ASSERT_VALUES(d->actuator_force, 0, 0.09999999999999995, 0.074999999999999956, 1.2);
    else if (k == 5)
      ASSERT_VALUES(d->actuator_force, 0.6, 0.9, 0.875, 3);
    else if (k == 7)
      ASSERT_VALUES(d->actuator_force, 2, 2.5, 2.475, 5.6);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(adhesion_pulls_shares_over_contacts) {
  mjModel* m = model_of(
      "<mujoco><worldbody><geom type='plane' size='5 5 1'/>"
      "<body name='a' pos='0 0 .095'><joint type='slide' axis='0 0 1'/>"
      "<joint type='slide' axis='1 0 0'/><geom size='.1'/></body>"
      "<body name='g' pos='1 0 .15'><joint type='slide' axis='0 0 1'/>"
      "<geom size='.1' margin='.2' gap='.2'/></body></worldbody><actuator>"
      "<adhesion body='a' gain='10' ctrlrange='0 1'/><adhesion body='g' gain='10' ctrlrange='0 1'/>"
      "<adhesion body='world' ctrlrange='0 1'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  SET(d->ctrl, .5, .5, 1);
  mj_forward(m, d);
  ASSERT_VALUES(d->qfrc_actuator, -5.5, 0, -5.5);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(muscles_have_the_recorded_curves) {
  const mjtNum prm[9] = {.75, 1.05, -1, 200, .5, 1.6, 1.5, 1.3, 1.2}, range[2] = {.2, .6};
  const mjtNum dynamics[3] = {.01, .04, .2};
  assert_near(mju_muscleGain(.1, .3, range, 2.5, prm), -23.274999999999981, 1e-12);
  assert_near(mju_muscleGain(.49, .3, range, 2.5, prm), -94.197249999999997, 1e-12);
  assert_near(mju_muscleGain(.62, .3, range, 2.5, prm), -92.77013888888888, 1e-12);
  assert_near(mju_muscleBias(.62, range, 2.5, prm), -2.4411111111111063, 1e-12);
  assert_near(mju_muscleBias(.88, range, 2.5, prm), -39.057777777777844, 1e-12);
  assert_near(mju_muscleDynamics(.6, .55, dynamics), 3.3325739577570141, 1e-12);
  assert_near(mju_muscleDynamics(2, -.5, dynamics), 299.99999999999972, 1e-9);
  assert_near(mju_muscleDynamics(.1, 1.4, dynamics), -64.999999999999986, 1e-12);
}
END_TEST

static mjtNum user_gain(const mjModel* m, const mjData* d, int id) {
  (void)m;
  return 2 + d->actuator_length[id];
}
static mjtNum user_bias(const mjModel* m, const mjData* d, int id) {
  (void)m;
  return -d->actuator_velocity[id];
}
static mjtNum user_dynamics(const mjModel* m, const mjData* d, int id) {
  (void)m;
  return 5 * d->ctrl[id];
}

START_TEST(user_laws_call_back) {
  mjModel* m = model_of(
      "<mujoco><option timestep='.01'/><worldbody><body><joint name='j' type='slide'/>"
      "<geom size='.1'/></body></worldbody><actuator><general joint='j' dyntype='user' actdim='1' "
      "gaintype='user' biastype='user'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  d->qpos[0] = 0.5;
  d->qvel[0] = 0.25;
  d->act[0] = 3;
  d->ctrl[0] = 1;
  // without callbacks: gain 1, no bias, no dynamics
  mj_forward(m, d);
  assert_near(d->actuator_force[0], 3, 0);
  assert_near(d->act_dot[0], 0, 0);
  mjcb_act_gain = user_gain;
  mjcb_act_bias = user_bias;
  mjcb_act_dyn = user_dynamics;
  mj_step(m, d);
  mj_resetCallbacks();
  assert_near(d->actuator_force[0], 2.5 * 3 - 0.25, 1e-15);
  assert_near(d->act[0], 3.05, 1e-15);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("actuator laws");
  TCase* tc = tcase_create("laws");
  tcase_add_test(tc, every_law_gives_the_recorded_force);
  tcase_add_test(tc, every_law_has_the_recorded_slope);
  tcase_add_test(tc, disabled_actuation_leaves_forces_zero_and_activations_alone);
  tcase_add_test(tc, a_bad_control_zeroes_all_controls_with_a_warning);
  tcase_add_test(tc, exact_filter_follows_the_exponential);
  tcase_add_test(tc, variables_of_a_plugin_ahead_of_an_exact_filter_have_the_bits_of_the_reference);
  tcase_add_test(tc, integrated_activation_stays_in_its_range);
  tcase_add_test(tc, disabled_groups_push_nothing_and_hold_their_activation);
  tcase_add_test(tc, delayed_controls_arrive_as_recorded);
  tcase_add_test(tc, adhesion_pulls_shares_over_contacts);
  tcase_add_test(tc, muscles_have_the_recorded_curves);
  tcase_add_test(tc, user_laws_call_back);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
