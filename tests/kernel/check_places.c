// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What modules attach to a stage runs whenever the stage does, whichever function of the API runs
// it.

#include "places.h"
#include "support.h"

static mjModel* m;
static mjData* d;

// a probe at every stage
static void setup(void) {
  const char* directory = new_directory();
  char manifest[4000], name[64];
  int n = snprintf(manifest, sizeof manifest,
                   "{\"name\": \"acme.places\", \"version\": \"1.0.0\", \"licence\": "
                   "\"Apache-2.0\", \"abi\": 1, \"provides\": [");
  const char* const places[] = {
#define NAME(place) #place,
      PLACES(NAME)};
  for (int i = 0; i < NPLACE; i++) {
    n += snprintf(manifest + n, sizeof manifest - (size_t)n,
                  "%s{\"kind\": \"probe\", \"name\": \"acme.%s\"}", i ? ", " : "", places[i]);
  }
  snprintf(manifest + n, sizeof manifest - (size_t)n, "]}");
  place_object(directory, "acme.places", TEST_BUILD_DIR "/tests/kernel/.libs/places.so");
  place_manifest(directory, "acme.places", manifest);
  ck_assert_msg(fc_addModulePath(directory) == 0, "%s", fc_lastError());

  m = model_from(
      "<mujoco><size nuserdata='32'/><option><flag energy='enable'/></option><worldbody>"
      "<geom type='plane' size='1 1 .1'/><body pos='0 0 .09'><freejoint/>"
      "<geom size='.1'/></body></worldbody></mujoco>");
  d = mj_makeData(m);
  for (int i = 0; i < NPLACE; i++) {
    snprintf(name, sizeof name, "acme.%s", places[i]);
    ck_assert_msg(fc_bind(m, d, FC_PROBE, name) == 0, "%s", fc_lastError());
  }
}

static void teardown(void) {
  mj_deleteData(d);
  mj_deleteModel(m);
  remove_directories();
}

// a call runs the stages first .. last once each and nothing else
#define expect_runs(call, first, last)                                           \
  do {                                                                           \
    memset(d->userdata, 0, NPLACE * sizeof *d->userdata);                        \
    call;                                                                        \
    for (int i = 0; i < NPLACE; i++)                                             \
      ck_assert_msg(d->userdata[i] == (i >= PLACE_##first && i <= PLACE_##last), \
                    "stage %d ran %g times in " #call, i, d->userdata[i]);       \
  } while (0)

START_TEST(every_function_of_forward_dynamics_runs_its_stages) {
  expect_runs(mj_forward(m, d), kinematics, acceleration_sensors);
  expect_runs(mj_step(m, d), kinematics, acceleration_sensors);
  expect_runs(mj_step1(m, d), kinematics, control);
  expect_runs(mj_step2(m, d), actuation, acceleration_sensors);
  expect_runs(mj_fwdKinematics(m, d), kinematics, waking_tendons);
  expect_runs(mj_fwdPosition(m, d), kinematics, projection);
  expect_runs(mj_sensorPos(m, d), position_sensors, position_sensors);
  expect_runs(mj_fwdVelocity(m, d), velocities, bias);
  expect_runs(mj_sensorVel(m, d), velocity_sensors, velocity_sensors);
  expect_runs(mj_sensorAcc(m, d), acceleration_sensors, acceleration_sensors);
  expect_runs(mj_forwardSkip(m, d, mjSTAGE_POS, 0), velocities, acceleration_sensors);
  expect_runs(mj_forwardSkip(m, d, mjSTAGE_VEL, 0), control, acceleration_sensors);
}
END_TEST

START_TEST(inverse_dynamics_leaves_out_what_only_forward_dynamics_has) {
  static const int forward_only[] = {PLACE_waking_tendons, PLACE_waking,    PLACE_islands,
                                     PLACE_projection,     PLACE_control,   PLACE_actuation,
                                     PLACE_smooth,         PLACE_constraint};
  mjtNum expected[NPLACE];
  for (int i = 0; i < NPLACE; i++)
    expected[i] = 1;
  for (size_t i = 0; i < sizeof forward_only / sizeof *forward_only; i++)
    expected[forward_only[i]] = 0;
  memset(d->userdata, 0, NPLACE * sizeof *d->userdata);
  mj_inverse(m, d);
  ck_assert_mem_eq(d->userdata, expected, sizeof expected);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("places");
  TCase* tests = add_case(suite, "places");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, every_function_of_forward_dynamics_runs_its_stages);
  tcase_add_test(tests, inverse_dynamics_leaves_out_what_only_forward_dynamics_has);
  return run_suite(suite);
}
