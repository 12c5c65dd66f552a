// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What sensors read in small scenes: values recorded from the reference, and closed forms.

#include "tests/dynamics/support.h"

static const mjtNum* reading(const mjModel* m, const mjData* d, int sensor) {
  return d->sensordata + m->sensor_adr[sensor];
}

//------------------------------ framework ---------------------------------------------------------

static void stage_sensor(const mjModel* m, mjData* d, int stage) {
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] == mjSENS_USER && (int)m->sensor_needstage[i] == stage)
      for (int j = 0; j < m->sensor_dim[i]; j++)
        d->sensordata[m->sensor_adr[i] + j] = 10 * stage + j - 12;
  }
}

START_TEST(user_sensors_are_called_by_stage_and_cut_off) {
  mjModel* m = model_of(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody><sensor>"
      "<user dim='3' needstage='pos' cutoff='1'/>"
      "<user dim='3' needstage='vel' datatype='positive' cutoff='8.5'/>"
      "<user dim='3' needstage='acc' datatype='axis'/></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  mjcb_sensor = stage_sensor;
  mj_forward(m, d);
  mj_resetCallbacks();
  ASSERT_VALUES(d->sensordata, -1, -1, 0, 8, 8.5, 8.5, 18, 19, 20);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(addresses_follow_the_definition_not_the_stage) {
  mjModel* m = model_of(
      "<mujoco><worldbody><body><freejoint/><geom size='.1'/><site name='s'/></body></worldbody>"
      "<sensor><accelerometer site='s'/><velocimeter site='s'/><clock/></sensor></mujoco>");
  ck_assert_int_eq(m->sensor_adr[0], 0);
  ck_assert_int_eq(m->sensor_adr[1], 3);
  ck_assert_int_eq(m->sensor_adr[2], 6);
  mj_deleteModel(m);
}
END_TEST

// with the energy flag the kinetic energy sensor is one evaluation late
START_TEST(kinetic_energy_is_late_with_the_energy_flag) {
  mjModel* m = model_of(
      "<mujoco><option gravity='0 0 0'/><worldbody><body><joint type='slide'/><geom size='.1' "
      "mass='2'/></body></worldbody><sensor><e_kinetic/></sensor></mujoco>");
  const mjtNum expected[2][3] = {{1, 4, 9}, {1, 1, 4}};
  mjData* d = mj_makeData(m);
  m->opt.enableflags = _i ? mjENBL_ENERGY : 0;
  for (int k = 0; k < 3; k++) {
    d->qvel[0] = k + 1;
    mj_step(m, d);
    assert_near(d->sensordata[0], expected[_i][k], 1e-14);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(disabled_sensors_keep_their_data) {
  mjModel* m = model_named("sensors_off");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < m->nsensordata; i++)
    d->sensordata[i] = 7;
  mj_step(m, d);
  for (int i = 0; i < m->nsensordata; i++)
    ck_assert(d->sensordata[i] == 7);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(delayed_clocks_read_as_recorded) {
  static const mjtNum expected[7][10] = {
      {0, 0, 0, 0, .01, .02, .03, .04, .05, .06},
      {0, 0, 0, .005, .015, .025, .035, .045, .055, .065},
      {0, 0, -.000625, .004375, .015, .025, .035, .045, .055, .065},
      {0, 0, 0, .03, .03, .03, .06, .06, .06, .09},
      {0, 0, .02, .02, .02, .05, .05, .05, .08, .08},
      {0, 0, 0, .03, .03, .05, .05, .05, .08, .08},
      {0, 0, 0, 0, 0, .03, .03, .03, .06, .06}};
  mjModel* m = model_of(
      "<mujoco><option timestep='.01'/><worldbody><body><joint type='slide'/><geom size='.1'/>"
      "</body></worldbody><sensor><clock nsample='5' delay='.025'/>"
      "<clock nsample='5' delay='.025' interp='linear'/>"
      "<clock nsample='5' delay='.025' interp='cubic'/><clock nsample='4' interval='.03'/>"
      "<clock nsample='4' interval='.03 -.01'/><clock nsample='4' interval='.025'/>"
      "<clock nsample='4' interval='.03' delay='.02'/></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  for (int k = 0; k < 10; k++) {
    mj_step(m, d);
    for (int i = 0; i < 7; i++) {
      // where the table of the reference gives a value
      if (k < 7 || k == 9) {
        ck_assert_msg(fabs(d->sensordata[i] - expected[i][k]) < 1e-14,
                      "clock %d at step %d reads %g, expected %g", i, k, d->sensordata[i],
                      expected[i][k]);
      }
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

//------------------------------ positions ---------------------------------------------------------

START_TEST(a_rangefinder_reports_every_field) {
  mjModel* m = model_of(
      "<mujoco><worldbody><geom type='plane' size='5 5 1'/><body mocap='true' pos='.1 .2 1'>"
      "<site name='down' euler='150 0 0'/><site name='up'/></body></worldbody><sensor>"
      "<rangefinder site='down' data='dist dir origin point normal depth'/>"
      "<rangefinder site='up' data='dist dir origin point normal depth'/>"
      "<rangefinder site='up' cutoff='.5'/></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  ASSERT_VALUES(d->sensordata, 1.154700538379251, 0, -.5, -.8660254037844387, .1, .2, 1, .1,
                -.3773502691896256, 0, 0, 0, 1, 1.154700538379251, -1, 0, 0, 0, .1, .2, 1, 0, 0, 0,
                0, 0, 0, -1, -.5);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

#define PROJECTION(camera, site)                                               \
  "<mujoco><worldbody><camera name='c' pos='0 0 2' resolution='30 20' " camera \
  "/><site name='s' "                                                          \
  "pos='" site "'/></worldbody><sensor><camprojection camera='c' site='s'/></sensor></mujoco>"

START_TEST(cameras_project_as_recorded) {
  static const char* const scenes[] = {
      PROJECTION("sensorsize='.03 .02' focal='.04 .05' principal='.001 -.002'", ".1 .2 .5"),
      PROJECTION("fovy='40'", ".1 .2 .5"),
      PROJECTION("projection='orthographic' fovy='1.5'", ".1 .2 .5"),
      PROJECTION("fovy='40'", ".1 .2 3"),
      // in the camera itself
      PROJECTION("fovy='40'", "0 0 2")};
  static const mjtNum expected[5][2] = {{17.66666666666667, 3.333333333333333},
                                        {16.83165161296975, 6.336696774060504},
                                        {65.9266728740907, -91.85334574818141},
                                        {12.25252258054537, 15.49495483890924},
                                        {0, 0}};
  mjModel* m = model_of(scenes[_i]);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  assert_close("pixel", d->sensordata, expected[_i], 2, 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(limit_sensors_read_depth_and_speed) {
  static const mjtNum expected[5][3] = {
      {.17, -.02, -.3}, {.25, -.1, -.3}, {-.06, -.01, .3}, {-.2, -.15, .3}, {0, 0, 0}};
  mjModel* m = model_of(
      "<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='j' type='slide' range='-.1 "
      ".2' margin='.05'/><geom size='.1'/></body></worldbody><sensor><jointlimitpos joint='j'/>"
      "<jointlimitvel joint='j'/><jointlimitfrc joint='j'/></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  d->qpos[0] = expected[_i][0];
  d->qvel[0] = .3;
  mj_forward(m, d);
  assert_close("limit", d->sensordata, expected[_i] + 1, 2, 1e-12);
  ck_assert((d->sensordata[2] != 0) == (d->nefc > 0 && d->efc_force[0] != 0));
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// the sensors of a frame in its own reference frame are trivial
START_TEST(a_frame_rests_relative_to_itself) {
  static const mjtNum identity[4] = {1, 0, 0, 0}, zero[3] = {0, 0, 0}, y[3] = {0, 1, 0};
  mjModel* m = model_of(
      "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom size='.1' pos='.1 .2 0'/>"
      "<site name='s' pos='.1 0 .2' euler='10 20 30'/></body></worldbody><sensor>"
      "<framepos objtype='site' objname='s' reftype='site' refname='s'/>"
      "<framequat objtype='site' objname='s' reftype='site' refname='s'/>"
      "<frameyaxis objtype='site' objname='s' reftype='site' refname='s'/>"
      "<framelinvel objtype='site' objname='s' reftype='site' refname='s'/>"
      "<frameangvel objtype='site' objname='s' reftype='site' refname='s'/></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  SET(d->qvel, .1, .2, .3, 1, -2, .5);
  mj_forward(m, d);
  assert_close("position", reading(m, d, 0), zero, 3, 1e-12);
  assert_close("orientation", reading(m, d, 1), identity, 4, 1e-12);
  assert_close("axis", reading(m, d, 2), y, 3, 1e-12);
  assert_close("velocity", reading(m, d, 3), zero, 3, 1e-12);
  assert_close("angular velocity", reading(m, d, 4), zero, 3, 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

//------------------------------ velocities and accelerations --------------------------------------

// relative velocities are the rates of change of relative positions
START_TEST(frame_velocity_is_the_rate_of_frame_position) {
  mjModel* m = model_of(
      "<mujoco><option gravity='0 0 0' timestep='1e-6' integrator='RK4'/><worldbody>"
      "<body pos='0 0 1'><freejoint/><geom size='.1' pos='.1 .2 0'/><site name='s' pos='.1 0 .2' "
      "euler='10 20 30'/></body><body name='b' pos='1 0 1'><joint type='ball'/><geom type='box' "
      "size='.1 .2 .3' pos='.1 0 0'/></body></worldbody><sensor>"
      "<framepos objtype='site' objname='s' reftype='xbody' refname='b'/>"
      "<framelinvel objtype='site' objname='s' reftype='xbody' refname='b'/></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  SET(d->qvel, .1, .2, .3, 1, -2, .5, .7, -.3, 1);
  mj_step(m, d);
  mjtNum before[6], rate[3];
  memcpy(before, d->sensordata, sizeof before);
  mj_step(m, d);
  for (int k = 0; k < 3; k++)
    rate[k] = (d->sensordata[k] - before[k]) / 1e-6;
  assert_close("velocity", rate, before + 3, 3, 1e-5);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_body_at_rest_feels_gravity_upwards_and_its_weight_below) {
  mjModel* m = model_of(
      "<mujoco><worldbody><geom type='plane' size='5 5 1'/><site name='ground'/>"
      "<body pos='0 0 1'><geom size='.1' mass='2'/><site name='fixed'/></body>"
      "<body pos='1 0 .1'><freejoint/><geom size='.1' mass='3' condim='1'/><site name='free' "
      "size='.11'/></body></worldbody><sensor><accelerometer site='free'/><touch site='free'/>"
      "<force site='fixed'/><accelerometer site='fixed'/></sensor></mujoco>");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 2000; i++)
    mj_step(m, d);
  assert_near(reading(m, d, 0)[2], 9.81, 1e-6);
  assert_near(reading(m, d, 1)[0], 3 * 9.81, 1e-5);
  assert_near(reading(m, d, 2)[2], 2 * 9.81, 1e-12);
  assert_near(reading(m, d, 3)[2], 0, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(contact_and_touch_sensors_read_as_recorded) {
  mjModel* m = model_of(
      "<mujoco><worldbody><geom name='floor' type='plane' size='5 5 1' condim='1'/>"
      "<body name='ball' pos='.2 .3 .099'><freejoint/><geom name='ball' size='.1' mass='1' "
      "condim='1'/><site name='bottom' pos='0 0 -.1' size='.02'/><site name='top' pos='0 0 .1' "
      "size='.02'/></body></worldbody><sensor><touch site='bottom'/><touch site='top'/>"
      "<touch site='bottom' cutoff='10'/><contact geom1='floor' geom2='ball' data='found force "
      "dist "
      "pos normal tangent'/><contact geom1='ball' data='force normal tangent'/>"
      "<contact body1='ball' reduce='netforce' data='found force torque dist pos normal tangent'/>"
      "<contact geom1='floor' body2='world' reduce='netforce' data='found pos normal tangent'/>"
      "</sensor></mujoco>");
  mjData* d = mj_makeData(m);
  d->qvel[2] = -.1;
  mj_forward(m, d);
  const mjtNum expected[] = {
      21.8195, 0,       10,                                                            // touch
      1,       21.8195, 0,  0,        -.001, .2, .3, -.0005, 0,  0,  1,      0, 1, 0,  // pair
      21.8195, 0,       0,  0,        0,     -1, 0,  -1,     0,                        // turned
      1,       0,       0,  -21.8195, 0,     0,  0,  0,      .2, .3, -.0005, 1, 0, 0,
      0,       1,       0,  0,        0,     0,  0,  1,      0,  0,  0,      1, 0};  // nothing
  ck_assert_int_eq(m->nsensordata, (int)(sizeof expected / sizeof *expected));
  assert_close("sensordata", d->sensordata, expected, m->nsensordata, 1e-5);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(the_momentum_of_a_subtree_is_the_sum_over_its_bodies) {
  mjModel* m = model_named("freebody");
  mjData* d = mj_makeData(m);
  mj_resetDataKeyframe(m, d, 0);
  mj_forward(m, d);
  // sensor 1: velocity of the centre of mass of everything
  mjtNum momentum[3] = {0, 0, 0}, mass = 0;
  for (int b = 1; b < m->nbody; b++) {
    mjtNum velocity[6];
    mj_objectVelocity(m, d, mjOBJ_BODY, b, velocity, 0);
    mju_addToScl3(momentum, velocity + 3, m->body_mass[b]);
    mass += m->body_mass[b];
  }
  mju_scl3(momentum, momentum, 1 / mass);
  assert_close("velocity", reading(m, d, 1), momentum, 3, 1e-12);
  assert_near(reading(m, d, 2)[0], d->energy[1], 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(sensors_of_sleeping_bodies_keep_their_values) {
  mjModel* m = model_named("sleep");
  mjData* d = mj_makeData(m);
  int asleep = -1;
  for (int i = 0; i < 3000 && asleep < 0; i++) {
    mj_step(m, d);
    asleep = d->tree_asleep[0] >= 0 ? i : -1;
  }
  ck_assert_msg(asleep > 0, "the first box does not fall asleep");
  // sensor 0: position of a box that sleeps; sensor 4: the clock goes on
  mj_step(m, d);
  mjtNum time = reading(m, d, 4)[0];
  d->sensordata[m->sensor_adr[0]] = 42;
  mj_step(m, d);
  ck_assert(reading(m, d, 0)[0] == 42);
  ck_assert(reading(m, d, 4)[0] > time);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("sensors");
  TCase* frame = tcase_create("framework");
  tcase_add_test(frame, user_sensors_are_called_by_stage_and_cut_off);
  tcase_add_test(frame, addresses_follow_the_definition_not_the_stage);
  tcase_add_loop_test(frame, kinetic_energy_is_late_with_the_energy_flag, 0, 2);
  tcase_add_test(frame, disabled_sensors_keep_their_data);
  tcase_add_test(frame, delayed_clocks_read_as_recorded);
  tcase_add_test(frame, sensors_of_sleeping_bodies_keep_their_values);
  suite_add_tcase(suite, frame);
  TCase* position = tcase_create("positions");
  tcase_add_test(position, a_rangefinder_reports_every_field);
  tcase_add_loop_test(position, cameras_project_as_recorded, 0, 5);
  tcase_add_loop_test(position, limit_sensors_read_depth_and_speed, 0, 5);
  tcase_add_test(position, a_frame_rests_relative_to_itself);
  suite_add_tcase(suite, position);
  TCase* motion = tcase_create("velocities and accelerations");
  tcase_add_test(motion, frame_velocity_is_the_rate_of_frame_position);
  tcase_add_test(motion, a_body_at_rest_feels_gravity_upwards_and_its_weight_below);
  tcase_add_test(motion, contact_and_touch_sensors_read_as_recorded);
  tcase_add_test(motion, the_momentum_of_a_subtree_is_the_sum_over_its_bodies);
  suite_add_tcase(suite, motion);
  return run_suite(suite);
}
