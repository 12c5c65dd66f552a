// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// How often a step calls functions of modules: once per stage and batch, whatever the number of
// elements.

#include "tests/kernel/support.h"

#define STEPS 50

static const char bodies[] =
    "<body pos='0 %d 1'><joint name='slide%d' type='slide' axis='1 0 0' stiffness='3' "
    "damping='1' range='-1 1' frictionloss='.1'/><geom size='.1' contype='0'/>"
    "<body pos='0 0 -.3' gravcomp='.5'><joint name='hinge%d' axis='0 1 0' damping='.1' "
    "range='-90 90'/><geom type='capsule' size='.03 .1' contype='0'/><site name='tip%d'/></body>"
    "</body>"
    "<body pos='1 0 1'><joint name='ball%d' type='ball' damping='.1'/>"
    "<geom type='box' size='.1 .05 .02' pos='0 0 -.2' contype='0'/>"
    "<site name='imu%d' pos='0 0 -.2'/></body>"
    "<body name='free%d' pos='-1 0 1'><freejoint/>"
    "<geom type='ellipsoid' size='.1 .05 .02' fluidshape='ellipsoid' contype='0'/></body>";

static const char actuators[] =
    "<motor joint='slide%d' ctrlrange='-1 1'/><position joint='hinge%d' kp='2' kv='.1'/>"
    "<intvelocity joint='hinge%d' kp='1' actrange='-1 1'/>"
    "<damper joint='slide%d' kv='.3' ctrlrange='0 1'/>";

static const char sensors[] =
    "<jointpos joint='slide%d'/><jointpos joint='hinge%d'/><jointvel joint='slide%d'/>"
    "<ballquat joint='ball%d'/><ballangvel joint='ball%d'/><gyro site='imu%d'/>"
    "<accelerometer site='imu%d'/><framepos objtype='site' objname='tip%d'/>"
    "<framequat objtype='body' objname='free%d'/>";

#define ADD(format, ...) \
  (used += snprintf(text + used, sizeof text - (size_t)used, format, __VA_ARGS__))

// n copies of everything
static mjModel* copies(int n) {
  static char text[60000];
  int used =
      snprintf(text, sizeof text, "<mujoco><option density='1.2' viscosity='0.001'/><worldbody>");
  for (int i = 0; i < n; i++)
    ADD(bodies, i, i, i, i, i, i, i);
  ADD("%s", "</worldbody><actuator>");
  for (int i = 0; i < n; i++)
    ADD(actuators, i, i, i, i);
  ADD("%s", "</actuator><sensor>");
  for (int i = 0; i < n; i++)
    ADD(sensors, i, i, i, i, i, i, i, i, i);
  ADD("%s", "</sensor></mujoco>");
  return model_from(text);
}

// the largest number of calls in one of several steps
static long long crossings(const mjModel* m) {
  mjData* d = mj_makeData(m);
  long long most = 0;
  for (int i = 0; i < STEPS; i++) {
    for (int k = 0; k < m->nu; k++)
      d->ctrl[k] = sin(0.7 * k + 0.3 * i);
    const long long before = fc_crossings(d);
    mj_step(m, d);
    const long long made = fc_crossings(d) - before;
    most = made > most ? made : most;
    ck_assert_int_eq(d->ncon, 0);
  }
  mj_deleteData(d);
  return most;
}

START_TEST(a_step_without_contacts_calls_modules_twenty_times_at_most) {
  mjModel* m = copies(1);
  const long long made = crossings(m);
  ck_assert_msg(made > 10 && made <= 20, "%lld calls", made);
  mj_deleteModel(m);
}
END_TEST

START_TEST(more_elements_do_not_take_more_calls) {
  mjModel *few = copies(2), *many = copies(20);
  // one solution for all rows, which islands would divide
  few->opt.disableflags |= mjDSBL_ISLAND;
  many->opt.disableflags |= mjDSBL_ISLAND;
  ck_assert_int_eq(crossings(few), crossings(many));
  mj_deleteModel(few);
  mj_deleteModel(many);
}
END_TEST

START_TEST(what_is_disabled_is_not_called) {
  mjModel* m = copies(2);
  m->opt.disableflags |= mjDSBL_SENSOR | mjDSBL_ACTUATION | mjDSBL_SPRING | mjDSBL_DAMPER |
                         mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
  // the integrator remains
  ck_assert_int_le(crossings(m), 2);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("crossings");
  TCase* tests = add_case(suite, "crossings");
  tcase_add_test(tests, a_step_without_contacts_calls_modules_twenty_times_at_most);
  tcase_add_test(tests, more_elements_do_not_take_more_calls);
  tcase_add_test(tests, what_is_disabled_is_not_called);
  return run_suite(suite);
}
