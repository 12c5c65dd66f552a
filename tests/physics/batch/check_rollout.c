// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rollouts equal loops that set the controls, step and store: for every component that can be set,
// every field that can be recorded, and for simulations that stop or fail in between.

#include "tests/physics/batch/support.h"

#define NSTEP 9

// each component of mjSTATE_USER, several, and none
static const int specs[] = {mjSTATE_CTRL,
                            mjSTATE_QFRC_APPLIED,
                            mjSTATE_XFRC_APPLIED,
                            mjSTATE_EQ_ACTIVE,
                            mjSTATE_MOCAP_POS,
                            mjSTATE_MOCAP_QUAT,
                            mjSTATE_USERDATA,
                            mjSTATE_CTRL | mjSTATE_MOCAP_POS,
                            mjSTATE_QFRC_APPLIED | mjSTATE_EQ_ACTIVE | mjSTATE_USERDATA,
                            mjSTATE_USER,
                            0};
#define NSPEC ((int)(sizeof specs / sizeof *specs))

static const char* const models[] = {"/models/humanoid/humanoid.xml", "models/mocap.xml",
                                     "models/equalities.xml", "models/delays.xml",
                                     "models/plugin_pid.xml"};
#define NMODEL ((int)(sizeof models / sizeof *models))

// small numbers, except those that are yes or no
static mjtNum* controls(const mjModel* m, int spec, int n) {
  const int size = mj_stateSize(m, spec);
  mjtNum* control = malloc((size_t)(n * NSTEP * size + 1) * sizeof *control);
  for (int i = 0; i < n * NSTEP; i++) {
    mjtNum* at = control + i * size;
    for (int bit = 1; bit <= spec; bit *= 2) {
      const int width = spec & bit ? mj_stateSize(m, bit) : 0;
      for (int k = 0; k < width; k++)
        *at++ = bit == mjSTATE_EQ_ACTIVE ? (i + k) % 3 != 0 : noise() + (bit == mjSTATE_MOCAP_QUAT);
    }
  }
  return control;
}

typedef struct Records_ {
  mjtNum *qpos, *state, *sensor, *ctrl;
  int* ncon;
  int nq, nstate, nsensor, nu, spec;
} Records;

static Records make_records(const mjModel* m, int n, mjBatchRecord list[5]) {
  const int spec = mjSTATE_FULLPHYSICS | mjSTATE_USER;
  const size_t rows = (size_t)(n * NSTEP);
  Records r = {.nq = (int)m->nq,
               .nstate = mj_stateSize(m, spec),
               .nsensor = (int)m->nsensordata,
               .nu = (int)m->nu,
               .spec = spec};
  r.qpos = calloc(rows * (size_t)r.nq + 1, sizeof(mjtNum));
  r.state = calloc(rows * (size_t)r.nstate + 1, sizeof(mjtNum));
  r.sensor = calloc(rows * (size_t)r.nsensor + 1, sizeof(mjtNum));
  r.ctrl = calloc(rows * (size_t)r.nu + 1, sizeof(mjtNum));
  r.ncon = calloc(rows, sizeof(int));
  list[0] = (mjBatchRecord){"qpos", 0, r.qpos};
  list[1] = (mjBatchRecord){NULL, spec, r.state};
  list[2] = (mjBatchRecord){"sensordata", 0, r.sensor};
  list[3] = (mjBatchRecord){"ncon", 0, r.ncon};
  list[4] = (mjBatchRecord){"ctrl", 0, r.ctrl};
  return r;
}

static void free_records(Records* r) {
  free(r->qpos);
  free(r->state);
  free(r->sensor);
  free(r->ctrl);
  free(r->ncon);
}

static void expect_record(const Twin* t, int sim, const Records* r, int at) {
  const mjData* d = t->d[sim];
  mjtNum* state = malloc((size_t)r->nstate * sizeof *state);
  mj_getState(t->m, d, state, r->spec);
  ck_assert_mem_eq(r->state + at * r->nstate, state, (size_t)r->nstate * sizeof *state);
  free(state);
  ck_assert_mem_eq(r->qpos + at * r->nq, d->qpos, (size_t)r->nq * sizeof *state);
  ck_assert_mem_eq(r->sensor + at * r->nsensor, d->sensordata, (size_t)r->nsensor * sizeof *state);
  ck_assert_mem_eq(r->ctrl + at * r->nu, d->ctrl, (size_t)r->nu * sizeof *state);
  ck_assert_int_eq(r->ncon[at], d->ncon);
}

static void compare_rollout(Twin* t, const int* ids, int n, int spec) {
  mjBatchRecord list[5];
  Records r = make_records(t->m, n, list);
  const int size = mj_stateSize(t->m, spec);
  mjtNum* control = controls(t->m, spec, n);
  ck_assert_int_eq(mjb_rollout(t->b, ids, n, NSTEP, control, spec, list, 5), 0);
  for (int k = 0; k < n; k++) {
    const int i = ids ? ids[k] : k;
    for (int s = 0; s < NSTEP; s++) {
      mj_setState(t->m, t->d[i], control + (k * NSTEP + s) * size, spec);
      mj_step(t->m, t->d[i]);
      expect_record(t, i, &r, k * NSTEP + s);
    }
  }
  expect_rows(t, "rollout");
  free(control);
  free_records(&r);
}

START_TEST(every_component_can_be_set_before_a_step) {
  for (int spec = 0; spec < NSPEC; spec++) {
    const int some[] = {0, 2, 3};
    Twin t = twin_make(load_file(models[_i]), 4, 1 + spec % 3, spec % 2);
    twin_scatter(&t);
    compare_rollout(&t, NULL, 4, specs[spec]);
    compare_rollout(&t, some, 3, specs[spec]);
    twin_delete(&t);
  }
}
END_TEST

START_TEST(without_controls_those_of_the_rows_act) {
  Twin t = twin_make(parse(two_links), 3, 2, _i);
  for (int i = 0; i < 3; i++)
    twin_control(&t, i, 1);
  const mjtNum* xpos = mjb_output(t.b, "xpos", NULL, NULL);
  ck_assert_int_eq(mjb_rollout(t.b, NULL, 0, 12, NULL, mjSTATE_CTRL, NULL, 0), 0);
  for (int i = 0; i < 3; i++) {
    loop_step(t.m, t.d[i], 12, mjSTAGE_NONE);
    ck_assert_mem_eq(xpos + 12 * i, t.d[i]->xpos, 12 * sizeof *xpos);
  }
  expect_rows(&t, "without controls");
  twin_delete(&t);
}
END_TEST

// every field of outputs, and the state except time
START_TEST(every_field_can_be_recorded) {
  static const char* const wrong[] = {"time", "contact", "nothing", "", "efc_force"};
  static const char* const right[] = {
      "qpos",      "qvel",      "act",        "qacc_warmstart", "qfrc_applied", "xfrc_applied",
      "eq_active", "mocap_pos", "mocap_quat", "userdata",       "plugin_state", "history",
      "energy",    "xpos",      "qM",         "nefc",           "solver_niter", "tree_asleep"};
  Twin t = twin_make(parse(two_links), 2, 1, 0);
  char buffer[1 << 16];
  for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
    const mjBatchRecord record = {right[i], 0, buffer};
    ck_assert_int_eq(mjb_rollout(t.b, NULL, 0, 1, NULL, 0, &record, 1), 0);
  }
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    const mjBatchRecord record = {wrong[i], 0, buffer};
    expect_error(mjb_rollout(t.b, NULL, 0, 1, NULL, 0, &record, 1), "record 0");
  }
  const mjBatchRecord none = {"qpos", 0, NULL}, odd = {NULL, -1, buffer};
  const mjBatchRecord large = {NULL, 1 << mjNSTATE, buffer};
  expect_error(mjb_rollout(t.b, NULL, 0, 1, NULL, 0, &none, 1), "record 0");
  expect_error(mjb_rollout(t.b, NULL, 0, 1, NULL, 0, &odd, 1), "record 0");
  expect_error(mjb_rollout(t.b, NULL, 0, 1, NULL, 0, &large, 1), "record 0");
  expect_error(mjb_rollout(t.b, NULL, 0, 1, NULL, 0, NULL, 1), "record");
  expect_error(mjb_rollout(t.b, NULL, 0, 1, NULL, 0, &none, -1), "record");
  expect_error(mjb_rollout(t.b, NULL, 0, 0, NULL, 0, NULL, 0), "nstep");
  expect_error(mjb_rollout(t.b, NULL, 0, 1, NULL, mjSTATE_QPOS, NULL, 0), "control_spec");
  expect_error(mjb_rollout(t.b, NULL, 0, 1, NULL, -1, NULL, 0), "control_spec");
  ck_assert(*twin_component(&t, 0, mjSTATE_TIME) > 0.08 &&
            *twin_component(&t, 0, mjSTATE_TIME) < 0.1);
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- simulations that end early

#define STOP 4  // the step with a warning or an error

static void stop(const mjModel* m, mjData* d) {
  (void)m;
  if (d->ctrl[0] == 100)
    mju_error("control %g is too much", d->ctrl[0]);
}

// Control `bad` in one step of simulations 1 and 3, records marked by -1.
static void roll(Twin* t, mjtNum bad, int nfailed, mjtNum* qpos, double* time) {
  mjtNum control[5 * NSTEP * 2] = {0};
  const mjBatchRecord list[] = {{"qpos", 0, qpos}, {NULL, mjSTATE_TIME, time}};
  for (int i = 0; i < 5 * NSTEP; i++)
    qpos[2 * i] = qpos[2 * i + 1] = time[i] = -1;
  control[2 * (NSTEP + STOP)] = control[2 * (3 * NSTEP + STOP)] = bad;
  ck_assert_int_eq(mjb_rollout(t->b, NULL, 0, NSTEP, control, mjSTATE_CTRL, list, 2), nfailed);
}

static void expect_time(double time, double expected) { assert_near(time, expected, 1e-9); }

// A bad control warns, and the simulation is done; the state is that after this step.
START_TEST(a_warning_ends_the_simulation_and_its_records_repeat) {
  mjtNum qpos[5 * NSTEP * 2];
  double time[5 * NSTEP];
  Twin t = twin_make(parse(two_links), 5, 1 + _i % 3, _i / 3);
  mju_user_warning = ignore_warning;
  roll(&t, NAN, 0, qpos, time);
  for (int i = 0; i < 5; i++) {
    for (int s = 0; s < NSTEP; s++) {
      const int last = i % 2 ? STOP : NSTEP - 1, at = i * NSTEP + s;
      if (s <= last) {
        t.d[i]->ctrl[0] = i % 2 && s == STOP ? NAN : 0;
        mj_step(t.m, t.d[i]);
      }
      expect_time(time[at], 0.005 * (1 + (s < last ? s : last)));
      ck_assert_mem_eq(qpos + 2 * at, t.d[i]->qpos, 2 * sizeof *qpos);
    }
    ck_assert_int_eq(mjb_warning(t.b)[i * mjNWARNING + mjWARN_BADCTRL].number, i % 2);
  }
  expect_rows(&t, "after a warning");
  // an old warning does not end anything
  ck_assert_int_eq(mjb_rollout(t.b, NULL, 0, 3, NULL, 0, NULL, 0), 0);
  twin_component(&t, 1, mjSTATE_CTRL)[0] = 0;
  const mjtNum before = *twin_component(&t, 1, mjSTATE_TIME);
  ck_assert_int_eq(mjb_rollout(t.b, NULL, 0, 3, NULL, 0, NULL, 0), 0);
  expect_time(*twin_component(&t, 1, mjSTATE_TIME), before + 0.015);
  twin_delete(&t);
}
END_TEST

// A simulation that was reset by an earlier warning of the same kind, and is once more.
START_TEST(a_second_reset_ends_it_as_the_first_one_did) {
  Twin t = twin_make(parse(two_links), 2, 1, _i);
  mju_user_warning = ignore_warning;
  for (int k = 0; k < 3; k++) {
    double time[NSTEP * 2];
    const mjBatchRecord record = {NULL, mjSTATE_TIME, time};
    twin_component(&t, 1, mjSTATE_QPOS)[0] = NAN;
    ck_assert_int_eq(mjb_rollout(t.b, NULL, 0, NSTEP, NULL, 0, &record, 1), 0);
    for (int s = 0; s < NSTEP; s++)
      expect_time(time[NSTEP + s], 0.005);
    expect_time(time[NSTEP - 1], 0.005 * NSTEP * (k + 1));
    ck_assert_int_eq(mjb_warning(t.b)[mjNWARNING + mjWARN_BADQPOS].number, 1);
  }
  twin_delete(&t);
}
END_TEST

// A failure takes all steps of the call back; records that it did not reach are not written.
START_TEST(an_error_leaves_the_state_from_before_the_call) {
  mjtNum qpos[5 * NSTEP * 2];
  double time[5 * NSTEP];
  Twin t = twin_make(parse(two_links), 5, 1 + _i % 3, _i / 3);
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 3, mjSTAGE_NONE);
  mjcb_control = stop;
  roll(&t, 100, 2, qpos, time);
  for (int i = 0; i < 5; i++) {
    ck_assert_int_eq(mjb_status(t.b)[i], i % 2);
    ck_assert_str_eq(mjb_error(t.b, i), i % 2 ? "control 100 is too much" : "");
    for (int s = 0; s < NSTEP; s++) {
      const int at = i * NSTEP + s;
      if (i % 2 && s >= STOP)
        ck_assert(time[at] == -1 && qpos[2 * at] == -1);
      else
        expect_time(time[at], 0.005 * (4 + s));
    }
    if (i % 2 == 0) {
      t.d[i]->ctrl[0] = 0;
      loop_step(t.m, t.d[i], NSTEP, mjSTAGE_NONE);
    }
  }
  expect_rows(&t, "after an error");
  twin_step(&t, NULL, 0, 5, mjSTAGE_ACC);
  expect_rows(&t, "steps after an error");
  mjcb_control = NULL;
  twin_delete(&t);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("rollout");
  mju_user_warning = ignore_warning;
  tcase_add_loop_test(tests, every_component_can_be_set_before_a_step, 0, NMODEL);
  tcase_add_loop_test(tests, without_controls_those_of_the_rows_act, 0, 2);
  tcase_add_test(tests, every_field_can_be_recorded);
  tcase_add_loop_test(tests, a_warning_ends_the_simulation_and_its_records_repeat, 0, 6);
  tcase_add_loop_test(tests, a_second_reset_ends_it_as_the_first_one_did, 0, 2);
  tcase_add_loop_test(tests, an_error_leaves_the_state_from_before_the_call, 0, 6);
  return run_case("batch rollout", tests);
}
