// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Edits between two steps that make no sense: an error that names the element and what is wrong,
// at the next step, where following them would read or write beyond an array. Taken back, the
// simulation goes on.

#include "tests/dynamics/support.h"

static mjModel* m;
static mjData* d;

static void ignore(const char* message) { (void)message; }

static void setup(void) {
  mju_user_warning = ignore;
  m = model_of(
      "<mujoco><worldbody><site name='top' pos='0 0 2'/><site name='side' pos='.5 0 1'/>"
      "<geom name='post' size='.1' pos='.1 0 1.6' contype='0' conaffinity='0'/>"
      "<body name='arm' pos='0 0 1'><joint name='ball' type='ball'/><geom size='.1' pos='.2 0 0'/>"
      "<site name='tip' pos='.2 0 .1'/>"
      "<body name='hand' pos='.4 0 0'><joint name='hinge' axis='0 1 0'/>"
      "<geom size='.05' pos='.1 0 0'/></body></body>"
      "<body name='box' pos='2 0 1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "</worldbody>"
      "<tendon><spatial name='rope'><site site='top'/><geom geom='post' sidesite='side'/>"
      "<site site='tip'/></spatial>"
      "<fixed name='fixed'><joint joint='hinge' coef='1'/></fixed></tendon>"
      "<actuator><motor joint='hinge'/><motor tendon='fixed'/></actuator>"
      "<equality><joint joint1='hinge'/><connect body1='box' anchor='0 0 0'/></equality>"
      "<sensor><framepos name='pos' objtype='body' objname='arm' reftype='body' refname='box'/>"
      "<gyro name='gyro' site='tip' nsample='3' interp='linear' delay='.01'/>"
      "<contact name='touch' geom1='post' num='2' data='found dist'/>"
      "<rangefinder name='ray' site='tip'/>"
      "<jointpos name='angle' joint='hinge'/></sensor></mujoco>");
  d = mj_makeData(m);
  for (int t = 0; t < 3; t++)
    mj_step(m, d);
}

static void teardown(void) {
  mj_deleteData(d);
  mj_deleteModel(m);
  mju_user_warning = NULL;
}

// With field[i] = value the next step is an error that contains `words`; afterwards it works again.
static void expect_refusal(int* field, int i, int value, const char* words) {
  const int old = field[i];
  field[i] = value;
  expect_error(mj_step(m, d), words);
  field[i] = old;
  mj_resetData(m, d);
  mj_step(m, d);
}

static int sensor(const char* name) { return mj_name2id(m, mjOBJ_SENSOR, name); }

START_TEST(sensors_measure_objects_that_exist) {
  const int pos = sensor("pos"), touch = sensor("touch"), angle = sensor("angle");
  expect_refusal(m->sensor_objtype, pos, mjOBJ_TENDON, "sensor 0 \"pos\": sensor must be attached");
  expect_refusal(m->sensor_objid, pos, 99, "sensor_objid is 99, the model has 4 of type body");
  expect_refusal(m->sensor_reftype, pos, mjOBJ_UNKNOWN, "\"pos\"");
  expect_refusal(m->sensor_refid, pos, 4, "sensor_refid is 4");
  expect_refusal(m->sensor_objtype, touch, mjOBJ_CAMERA, "\"touch\"");
  expect_refusal(m->sensor_objid, angle, -1, "sensor_objid is -1, the model has 3 of type joint");
  // what a gyro is attached to is always a site
  m->sensor_objtype[sensor("gyro")] = mjOBJ_TENDON;
  mj_step(m, d);
}
END_TEST

START_TEST(sensors_have_room) {
  const int gyro = sensor("gyro"), touch = sensor("touch"), ray = sensor("ray");
  expect_refusal(m->sensor_dim, gyro, 2, "sensor_dim is 2, its history must hold 3 numbers");
  expect_refusal(m->sensor_dim, gyro, 1000, "beyond nsensordata");
  expect_refusal(m->sensor_history, 2 * gyro, 1000, "beyond nhistory");
  expect_refusal(m->sensor_historyadr, gyro, -1, "beyond nhistory");
  expect_refusal(m->sensor_history, 2 * ray, 1, "beyond nhistory");
  expect_refusal(m->sensor_adr, ray, (int)m->nsensordata, "beyond nsensordata");
  expect_refusal(m->sensor_intprm, mjNSENS * touch, 0, "\"touch\": data spec");
  expect_refusal(m->sensor_intprm, mjNSENS * touch + 2, 100, "beyond nsensordata");
  expect_refusal(m->sensor_intprm, mjNSENS * ray, -1, "\"ray\": data spec");
}
END_TEST

START_TEST(sensors_have_one_stage) {
  const int angle = sensor("angle");
  expect_refusal(m->sensor_needstage, angle, mjSTAGE_ACC,
                 "sensor 4 \"angle\": its type is measured at stage 1, sensor_needstage is 3");
  expect_refusal(m->sensor_type, angle, mjSENS_JOINTVEL,
                 "sensor 4 \"angle\": its type is measured at stage 2, sensor_needstage is 1");
  expect_refusal(m->sensor_type, angle, 4711, "sensor 4 \"angle\"");
  // at no stage there is nothing to measure
  m->sensor_needstage[angle] = mjSTAGE_NONE;
  m->sensor_type[angle] = mjSENS_JOINTVEL;
  d->sensordata[m->sensor_adr[angle]] = 42;
  mj_step(m, d);
  ck_assert_double_eq(d->sensordata[m->sensor_adr[angle]], 42);
}
END_TEST

START_TEST(tendons_pass_objects_that_exist) {
  const int rope = m->tendon_adr[0], fixed = m->tendon_adr[1];
  expect_refusal(m->wrap_objid, rope, 3, "mj_tendon: entry 0");
  expect_refusal(m->wrap_objid, rope + 1, 99, "mj_tendon: entry 0");
  expect_refusal(m->wrap_objid, rope + 2, -1, "mj_tendon: entry 0");
  expect_refusal(m->wrap_objid, fixed, 3, "mj_tendon: tendon 1 has joint 3, the model has 3");
  m->wrap_prm[rope + 1] = 3;
  expect_error(mj_step(m, d), "mj_tendon: entry 0");
  m->wrap_prm[rope + 1] = -2;
  expect_error(mj_step(m, d), "mj_tendon: entry 0");
  // the side site is a rounded number
  mjtNum length[2];
  for (int k = 0; k < 2; k++) {
    m->wrap_prm[rope + 1] = k ? 0.7 : 1;
    mj_resetData(m, d);
    mj_forward(m, d);
    length[k] = d->ten_length[0];
  }
  ck_assert_double_eq(length[0], length[1]);
}
END_TEST

START_TEST(moments_have_room) {
  // one entry each: a ball joint would need three
  expect_refusal(m->actuator_trnid, 0, mj_name2id(m, mjOBJ_JOINT, "ball"),
                 "mj_transmission: the moment of actuator 0 has 3 entries, nJmom leaves 2");
}
END_TEST

START_TEST(equalities_tie_objects_that_exist) {
  expect_refusal(m->eq_obj1id, 0, 99, "equality 0 cannot be used");
  expect_refusal(m->eq_obj2id, 1, -1, "equality 1 cannot be used");
  expect_refusal(m->eq_objtype, 1, mjOBJ_TENDON, "equality 1 cannot be used");
}
END_TEST

// body_weldid belongs to the forest; a body without dofs moves with nothing
START_TEST(a_weld_to_a_body_without_dofs_is_a_weld_to_the_world) {
  m->body_weldid[2] = 0;
  mj_step(m, d);
  mjtNum jac[3 * 10];
  const mjtNum point[3] = {0, 0, 0};
  mj_jac(m, d, jac, NULL, point, 2);
  for (int k = 0; k < 3 * m->nv; k++)
    ck_assert_double_eq(jac[k], 0);
}
END_TEST

int main(void) {
  TCase* edits = tcase_create("senseless");
  tcase_add_checked_fixture(edits, setup, teardown);
  tcase_add_test(edits, sensors_measure_objects_that_exist);
  tcase_add_test(edits, sensors_have_room);
  tcase_add_test(edits, sensors_have_one_stage);
  tcase_add_test(edits, tendons_pass_objects_that_exist);
  tcase_add_test(edits, moments_have_room);
  tcase_add_test(edits, equalities_tie_objects_that_exist);
  tcase_add_test(edits, a_weld_to_a_body_without_dofs_is_a_weld_to_the_world);
  return run_case("senseless edits", edits);
}
