// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// History buffers: ring order, interpolation, delays and sampling periods.

#include "core/physics/mechanics/history.h"
#include "tests/physics/mechanics/support.h"

// a buffer of n samples with times 0, 1, 2, ... and values 10 t
static HistoryBuffer ramp(mjtNum* storage, int n) {
  HistoryBuffer b = {storage, storage + 1, storage + 2, storage + 2 + n, n, 1};
  *b.newest = n - 1;
  for (int k = 0; k < n; k++) {
    b.times[k] = k;
    b.values[k] = 10 * k;
  }
  return b;
}

static mjtNum read_at(const HistoryBuffer* b, mjtNum t, int interp) {
  mjtNum value = NAN;
  const mjtNum* sample = history_read(b, t, interp, &value);
  return sample ? *sample : value;
}

START_TEST(new_samples_replace_the_oldest) {
  mjtNum storage[20];
  HistoryBuffer b = ramp(storage, 4);
  for (int k = 4; k < 11; k++)
    *history_insert(&b, k) = 10 * k;
  assert_near(read_at(&b, -5, 0), 70, 0);  // before the oldest
  assert_near(read_at(&b, 99, 0), 100, 0);
  for (int k = 7; k < 11; k++)
    assert_near(read_at(&b, k, 0), 10 * k, 0);
  assert_near(read_at(&b, 8.5, 1), 85, 1e-13);
}
END_TEST

START_TEST(known_times_are_overwritten) {
  mjtNum storage[20];
  HistoryBuffer b = ramp(storage, 4);
  *history_insert(&b, 2) = 77;
  assert_near(read_at(&b, 2, 0), 77, 0);
  assert_near(*b.newest, 3, 0);
  assert_near(read_at(&b, 1, 0), 10, 0);
}
END_TEST

START_TEST(late_samples_find_their_place) {
  mjtNum storage[20];
  HistoryBuffer b = ramp(storage, 4);
  *history_insert(&b, 4) = 40;  // 1 2 3 4
  *history_insert(&b, 2.5) = 25;
  assert_near(read_at(&b, 0, 0), 20, 0);
  assert_near(read_at(&b, 2.5, 0), 25, 0);
  assert_near(read_at(&b, 3, 0), 30, 0);
  assert_near(read_at(&b, 4, 0), 40, 0);

  // older than everything: takes the slot of the oldest
  *history_insert(&b, 0.5) = 5;
  assert_near(read_at(&b, 0, 0), 5, 0);
  assert_near(read_at(&b, 2.5, 0), 25, 0);
}
END_TEST

START_TEST(cubic_interpolation_reproduces_parabolas_inside) {
  mjtNum storage[20];
  HistoryBuffer b = ramp(storage, 5);
  for (int k = 0; k < 5; k++)
    b.values[k] = k * k;
  assert_near(read_at(&b, 1.25, 2), 1.25 * 1.25, 1e-14);
  assert_near(read_at(&b, 2.5, 2), 6.25, 1e-14);
  assert_near(read_at(&b, 2.5, 1), 6.5, 1e-14);
  assert_near(read_at(&b, 2.5, 0), 4, 0);
}
END_TEST

START_TEST(addresses_and_initial_times_follow_the_model) {
  mjModel* m = load_scene("history");
  mjData* d = mj_makeData(m);
  ck_assert_int_eq((int)m->nhistory, 78);
  HistoryBuffer b = history_sensor(m, d, 1);
  mjtNum times[3] = {-.07, -.05, -.02};
  assert_near(*b.tick, -.025, 1e-16);
  for (int k = 0; k < 3; k++)
    assert_near(b.times[k], times[k], 1e-15);
  ck_assert_ptr_eq(history_actuator(m, d, 2).tick, d->history + 24);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(recorded_controls_come_back_delayed) {
  mjModel* m = load_scene("history");
  mjData* d = mj_makeData(m);
  mjtNum force[8][3];
  for (int k = 0; k < 8; k++) {
    for (int i = 0; i < 4; i++)
      d->ctrl[i] = .1 * k * k + .1 * k;
    for (int i = 0; i < 3; i++)
      force[k][i] = mj_readCtrl(m, d, i, d->time, -1);
    history_record(m, d, NULL);
    d->time += m->opt.timestep;
  }
  mjtNum expected[4][3] = {{0, 0, -0.0125}, {0, 0.1, 0.075}, {0.6, 0.9, 0.875}, {2, 2.5, 2.475}};
  int at[4] = {2, 3, 5, 7};
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 3; i++)
      assert_near(force[at[k]][i], expected[k][i], 1e-14);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(preset_controls_are_interpolated) {
  mjModel* m = load_scene("history");
  mjData* d = mj_makeData(m);
  mjtNum times[5] = {-1, -.5, 0, .5, 1}, values[5] = {1, 2, 4, 8, 16};
  mjtNum expected[4][3] = {{4, 6, 5.625}, {1, 1.5, 1.3125}, {8, 12, 12.75}, {16, 16, 16}},
         at[4] = {.275, -.725, .775, 5};
  for (int i = 0; i < 3; i++) {
    mj_initCtrlHistory(m, d, i, times, values);
    for (int k = 0; k < 4; k++) {
      assert_near(mj_readCtrl(m, d, i, at[k], -1), expected[k][i], 1e-13);
      assert_near(mj_readCtrl(m, d, 0, at[k], i), expected[k][i], 1e-13);
    }
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

static int fresh_count;
static void fresh_value(const mjModel* m, mjData* d, int id, mjtNum* value) {
  (void)m;
  (void)d;
  value[0] = 1000 + id;
  fresh_count++;
}

START_TEST(sensors_are_recorded_by_their_period) {
  mjModel* m = load_scene("history");
  mjData* d = mj_makeData(m);
  int recorded = 0;
  fresh_count = 0;
  for (int k = 0; k < 11; k++) {
    mjtNum tick = *history_sensor(m, d, 1).tick;
    for (int i = 0; i < 4; i++)
      d->sensordata[i] = k;
    history_record(m, d, fresh_value);
    recorded += *history_sensor(m, d, 1).tick != tick;
    d->time = (k + 1) * m->opt.timestep;
  }

  // .025 over steps 0 ... .1, from -.025: at 0, .03, .05, .08, .1
  ck_assert_int_eq(recorded, 5);
  // sensor 0 is delayed and recorded always, sensor 2 delayed with a period of .03 from -.01: .02,
  // .05, .08
  ck_assert_int_eq(fresh_count, 11 + 3);
  mjtNum value;
  assert_near(*mj_readSensor(m, d, 0, .05 + .015, &value, 0), 1000, 0);
  assert_near(*mj_readSensor(m, d, 3, .1, &value, -1), 10, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(objects_without_history_give_their_current_value) {
  mjModel* m = load_scene("sleepers");
  mjData* d = mj_makeData(m);
  mjtNum value;
  d->sensordata[1] = 7;
  ck_assert_ptr_eq(mj_readSensor(m, d, 1, 0, &value, -1), d->sensordata + 1);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(misuse_is_an_error) {
  mjModel *m = load_scene("history"), *plain = load_scene("transmission");
  mjData *d = mj_makeData(m), *e = mj_makeData(plain);
  mjtNum times[5] = {0, 1, 1, 2, 3}, value;
  expect_error(mj_readCtrl(m, d, 99, 0, 0), "invalid actuator id 99");
  expect_error(mj_readSensor(m, d, -1, 0, &value, 0), "invalid sensor id -1");
  expect_error(mj_initCtrlHistory(m, d, 0, times, NULL), "strictly increasing");
  expect_error(mj_initCtrlHistory(plain, e, 0, times, NULL), "no history buffer");
  expect_error(mj_initSensorHistory(m, d, 9, NULL, NULL, 0), "invalid sensor id 9");

  // a ring that has turned is no longer in physical order
  history_record(m, d, NULL);
  expect_error(mj_initCtrlHistory(m, d, 0, NULL, NULL), "strictly increasing");
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
  mj_deleteModel(plain);
}
END_TEST

START_TEST(preset_sensor_keeps_its_phase) {
  mjModel* m = load_scene("history");
  mjData* d = mj_makeData(m);
  mjtNum values[3] = {1, 2, 3};
  mj_initSensorHistory(m, d, 1, NULL, values, -.004);
  HistoryBuffer b = history_sensor(m, d, 1);
  assert_near(*b.tick, -.004, 0);
  assert_near(b.values[1], 2, 0);
  assert_near(b.times[2], -.02, 1e-15);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("history");
  TCase* tc = tcase_create("history");
  tcase_add_test(tc, new_samples_replace_the_oldest);
  tcase_add_test(tc, known_times_are_overwritten);
  tcase_add_test(tc, late_samples_find_their_place);
  tcase_add_test(tc, cubic_interpolation_reproduces_parabolas_inside);
  tcase_add_test(tc, addresses_and_initial_times_follow_the_model);
  tcase_add_test(tc, recorded_controls_come_back_delayed);
  tcase_add_test(tc, preset_controls_are_interpolated);
  tcase_add_test(tc, sensors_are_recorded_by_their_period);
  tcase_add_test(tc, objects_without_history_give_their_current_value);
  tcase_add_test(tc, misuse_is_an_error);
  tcase_add_test(tc, preset_sensor_keeps_its_phase);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
