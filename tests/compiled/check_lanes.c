// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Batches that step with compiled models beside batches that step in the general code.

#include <unistd.h>

#include "tests/physics/batch/support.h"

// relative to the largest number of a field, for one step from the same state
#define TOLERANCE 1e-11

// not a multiple of the number of lanes
#define NSIM 19
#define BIPED "/tests/compiled/biped.xml"

// ---------------------------------------------------------------- building

// Builds a model file; the path of the shared object.
static const char* build_file(const char* path) {
  static char object[200];
  char command[2000];
  snprintf(object, sizeof object, "%s/tests/compiled/lanes-%d.so", ".", (int)getpid());
  snprintf(command, sizeof command, "./tools/fulcrum build -q '%s' -o '%s' -I '%s/include'", path,
           object, TEST_SOURCE_DIR);
  ck_assert_msg(system(command) == 0, "failed: %s", command);
  return object;
}

typedef struct Pair_ {
  mjModel* m;
  mjBatch *lanes, *general;
} Pair;

static void scatter(Pair* p) {
  const int nv = p->m->nv, nstate = mjb_nstate(p->general);
  mjtNum* row = mjb_state(p->general);
  for (int i = 0; i < NSIM; i++)
    for (int k = 0; k < nv; k++)
      row[i * nstate + 1 + p->m->nq + k] += 0.3 * noise();
  memcpy(mjb_state(p->lanes), row, (size_t)(NSIM * nstate) * sizeof *row);
}

static Pair pair_make(const char* name, int nthread) {
  char path[1000];
  snprintf(path, sizeof path, "%s%s", TEST_SOURCE_DIR, name);
  Pair p = {.m = load_file(name)};
  p.lanes = make_batch(p.m, NSIM, nthread, 0);
  p.general = make_batch(p.m, NSIM, 1, 0);
  const char* object = build_file(path);
  ck_assert_msg(fc_batchCompiled(p.lanes, object) == 0, "%s", fc_lastError());
  unlink(object);
  scatter(&p);
  return p;
}

static void pair_delete(Pair* p) {
  mjb_deleteBatch(p->lanes);
  mjb_deleteBatch(p->general);
  mj_deleteModel(p->m);
}

// ---------------------------------------------------------------- comparing

static void expect_near(const mjtNum* a, const mjtNum* b, int n, const char* what, int step) {
  mjtNum large = 1e-6;
  for (int i = 0; i < n; i++)
    large = fmax(large, fabs(b[i]));
  for (int i = 0; i < n; i++)
    ck_assert_msg(fabs(a[i] - b[i]) <= TOLERANCE * large, "step %d, %s[%d]: %.17g, expected %.17g",
                  step, what, i, a[i], b[i]);
}

// Rows component by component, and outputs, of all simulations.
static void expect_pair(const Pair* p, int step, const char* const* output) {
  static const struct {
    int component;
    const char* name;
  } state[] = {{mjSTATE_TIME, "time"},
               {mjSTATE_QPOS, "qpos"},
               {mjSTATE_QVEL, "qvel"},
               {mjSTATE_ACT, "act"},
               {mjSTATE_WARMSTART, "qacc_warmstart"}};
  const int nstate = mjb_nstate(p->lanes);
  for (int s = 0; s < 5; s++) {
    int n;
    const mjtNum* a = mjb_stateComponent(p->lanes, state[s].component, &n);
    const mjtNum* b = mjb_stateComponent(p->general, state[s].component, &n);
    for (int i = 0; i < NSIM; i++)
      expect_near(a + i * nstate, b + i * nstate, n, state[s].name, step);
  }
  for (; *output; output++) {
    int n, bytes;
    const mjtNum* a = mjb_output(p->lanes, *output, &n, &bytes);
    const mjtNum* b = mjb_output(p->general, *output, &n, &bytes);
    for (int i = 0; i < NSIM; i++)
      expect_near(a + i * n, b + i * n, n, *output, step);
  }
}

static void set_controls(const Pair* p, int step) {
  int n;
  mjtNum *a = mjb_stateComponent(p->lanes, mjSTATE_CTRL, &n),
         *b = mjb_stateComponent(p->general, mjSTATE_CTRL, &n);
  for (int i = 0; i < NSIM; i++)
    for (int k = 0; k < n; k++)
      a[i * mjb_nstate(p->lanes) + k] = b[i * mjb_nstate(p->lanes) + k] =
          step % 7 ? b[i * mjb_nstate(p->lanes) + k] : noise();
}

// Each step begins in the same state, that of the lanes.
static void compare_steps(Pair* p, int nstep) {
  static const char* const output[] = {"xpos", "geom_xmat",       "qfrc_bias",  "qfrc_actuator",
                                       "qacc", "qfrc_constraint", "sensordata", NULL};
  for (const char* const* o = output; *o; o++) {
    mjb_output(p->lanes, *o, NULL, NULL);
    mjb_output(p->general, *o, NULL, NULL);
  }
  for (int step = 0; step < nstep; step++) {
    set_controls(p, step);
    ck_assert_int_eq(mjb_step(p->lanes, NULL, 0, 1, mjSTAGE_NONE), 0);
    ck_assert_msg(!fc_batchGeneral(p->lanes), "%s", fc_batchGeneral(p->lanes));
    ck_assert_int_eq(mjb_step(p->general, NULL, 0, 1, mjSTAGE_NONE), 0);
    expect_pair(p, step, output);
    memcpy(mjb_state(p->general), mjb_state(p->lanes),
           (size_t)(NSIM * mjb_nstate(p->lanes)) * sizeof(mjtNum));
  }
}

// ---------------------------------------------------------------- tests

static const char* const models[] = {BIPED,
                                     "/models/crank/crank.xml",
                                     "/models/pendulum/pendulum.xml",
                                     "/models/cradle/cradle.xml",
                                     "/bench/models/car.xml",
                                     "/bench/models/loops.xml",
                                     "/models/blocks/blocks.xml"};
#define NMODEL ((int)(sizeof models / sizeof *models))

START_TEST(lanes_do_what_the_general_code_does) {
  Pair p = pair_make(models[_i], 2);
  compare_steps(&p, 120);
  pair_delete(&p);
}
END_TEST

// The steps of boxes that meet are made in the general code, those of others in lanes.
START_TEST(what_is_not_covered_is_done_in_the_general_code) {
  Pair p = pair_make("/models/blocks/blocks.xml", 1);
  ck_assert_int_eq(fc_batchRedone(p.lanes), 0);
  compare_steps(&p, 5);
  ck_assert_int_gt(fc_batchRedone(p.lanes), 0);
  pair_delete(&p);
}
END_TEST

// Selections put simulations into other lanes, beside other neighbours.
START_TEST(neighbours_and_threads_do_not_matter) {
  Pair p = pair_make(BIPED, 1);
  Pair q = pair_make(BIPED, 3);
  const int nstate = mjb_nstate(p.lanes);
  memcpy(mjb_state(q.lanes), mjb_state(p.lanes), (size_t)(NSIM * nstate) * sizeof(mjtNum));
  mjb_step(p.lanes, NULL, 0, 60, mjSTAGE_NONE);
  for (int i = 0; i < 60; i++)
    for (int first = 0; first < 3; first++) {
      int ids[NSIM], n = 0;
      for (int sim = first; sim < NSIM; sim += 3)
        ids[n++] = sim;
      mjb_step(q.lanes, ids, n, 1, mjSTAGE_NONE);
    }
  ck_assert_int_eq(
      memcmp(mjb_state(p.lanes), mjb_state(q.lanes), (size_t)(NSIM * nstate) * sizeof(mjtNum)), 0);
  pair_delete(&p);
  pair_delete(&q);
}
END_TEST

START_TEST(fields_may_differ_between_simulations) {
  Pair p = pair_make(BIPED, 1);
  static const char* const fields[] = {"body_mass", "geom_friction", "dof_damping", "opt.gravity"};
  for (int f = 0; f < 4; f++) {
    int n, bytes;
    mjtNum* a = mjb_expand(p.lanes, fields[f], &n, &bytes);
    mjtNum* b = mjb_expand(p.general, fields[f], &n, &bytes);
    for (int i = 0; i < NSIM * n; i++)
      a[i] = b[i] *= 1 + 0.2 * noise();
  }
  compare_steps(&p, 60);
  // a field of the structure is no input
  mjb_expand(p.lanes, "jnt_limited", NULL, NULL);
  mjb_step(p.lanes, NULL, 0, 1, mjSTAGE_NONE);
  ck_assert_ptr_nonnull(fc_batchGeneral(p.lanes));
  pair_delete(&p);
}
END_TEST

// A state that is not finite resets its simulation with a warning, as it does elsewhere.
START_TEST(a_simulation_that_fails_leaves_the_others_untouched) {
  Pair p = pair_make(BIPED, 2);
  const int nstate = mjb_nstate(p.lanes);
  mjb_state(p.lanes)[5 * nstate + 3] = mjb_state(p.general)[5 * nstate + 3] = NAN;
  mjb_step(p.lanes, NULL, 0, 1, mjSTAGE_NONE);
  mjb_step(p.general, NULL, 0, 1, mjSTAGE_NONE);
  static const char* const none[] = {NULL};
  expect_pair(&p, 0, none);
  ck_assert_int_eq(mjb_warning(p.lanes)[5 * mjNWARNING + mjWARN_BADQPOS].number, 1);
  for (int i = 0; i < NSIM; i++)
    ck_assert_int_eq(
        memcmp(mjb_warning(p.lanes) + i * mjNWARNING, mjb_warning(p.general) + i * mjNWARNING,
               mjNWARNING * sizeof(mjWarningStat)),
        0);
  pair_delete(&p);
}
END_TEST

// Records of rollouts: states and fields, with controls before every step.
START_TEST(rollouts_record_the_same) {
  enum { NSTEP = 8 };
  Pair p = pair_make(BIPED, 2);
  const int ns = mj_stateSize(p.m, mjSTATE_FULLPHYSICS), nu = p.m->nu, nb = 3 * (int)p.m->nbody;
  mjtNum* control = calloc((size_t)(NSIM * NSTEP * nu) + 1, sizeof *control);
  mjtNum *state[2], *place[2];
  for (int i = 0; i < NSIM * NSTEP * nu; i++)
    control[i] = noise();
  for (int k = 0; k < 2; k++) {
    state[k] = calloc((size_t)(NSIM * NSTEP * ns), sizeof(mjtNum));
    place[k] = calloc((size_t)(NSIM * NSTEP * nb), sizeof(mjtNum));
    const mjBatchRecord record[] = {{.spec = mjSTATE_FULLPHYSICS, .buf = state[k]},
                                    {.field = "xpos", .buf = place[k]}};
    mjb_rollout(k ? p.general : p.lanes, NULL, 0, NSTEP, control, mjSTATE_CTRL, record, 2);
  }
  ck_assert_ptr_null(fc_batchGeneral(p.lanes));
  for (int i = 0; i < NSIM * NSTEP * ns; i++)
    ck_assert_double_eq_tol(state[0][i], state[1][i], 1e-7 * (1 + fabs(state[1][i])));
  for (int i = 0; i < NSIM * NSTEP * nb; i++)
    ck_assert_double_eq_tol(place[0][i], place[1][i], 1e-9);
  for (int k = 0; k < 2; k++) {
    free(state[k]);
    free(place[k]);
  }
  free(control);
  pair_delete(&p);
}
END_TEST

// Outputs of a stage belong to the new state, later ones to the step.
START_TEST(stages_after_steps_fill_outputs) {
  Pair p = pair_make(BIPED, 1);
  static const char* const output[] = {"xpos", "cvel", "qacc", NULL};
  for (int stage = mjSTAGE_NONE; stage <= mjSTAGE_VEL; stage++) {
    for (const char* const* o = output; *o; o++) {
      mjb_output(p.lanes, *o, NULL, NULL);
      mjb_output(p.general, *o, NULL, NULL);
    }
    mjb_step(p.lanes, NULL, 0, 2, stage);
    ck_assert_ptr_null(fc_batchGeneral(p.lanes));
    mjb_step(p.general, NULL, 0, 2, stage);
    expect_pair(&p, stage, output);
    memcpy(mjb_state(p.general), mjb_state(p.lanes),
           (size_t)(NSIM * mjb_nstate(p.lanes)) * sizeof(mjtNum));
  }
  pair_delete(&p);
}
END_TEST

// What the code does not compute is no output of it.
START_TEST(outputs_that_are_not_computed_come_from_the_general_code) {
  Pair p = pair_make("/bench/models/quadruped.xml", 1);
  mjb_step(p.lanes, NULL, 0, 1, mjSTAGE_NONE);
  ck_assert_ptr_null(fc_batchGeneral(p.lanes));
  int n, bytes;
  const mjtNum *a = mjb_output(p.lanes, "sensordata", &n, &bytes),
               *b = mjb_output(p.general, "sensordata", &n, &bytes);
  memcpy(mjb_state(p.general), mjb_state(p.lanes),
         (size_t)(NSIM * mjb_nstate(p.lanes)) * sizeof(mjtNum));
  mjb_step(p.lanes, NULL, 0, 1, mjSTAGE_NONE);
  mjb_step(p.general, NULL, 0, 1, mjSTAGE_NONE);
  ck_assert_ptr_nonnull(strstr(fc_batchGeneral(p.lanes), "an output"));
  ck_assert_int_eq(memcmp(a, b, (size_t)(NSIM * n) * sizeof *a), 0);
  pair_delete(&p);
}
END_TEST

START_TEST(files_that_do_not_fit_are_refused) {
  Pair p = pair_make("/models/pendulum/pendulum.xml", 1);
  ck_assert_int_eq(fc_batchCompiled(p.lanes, "no/such.so"), -1);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "no/such.so cannot be opened"));
  char path[1000];
  snprintf(path, sizeof path, "%s/models/crank/crank.xml", TEST_SOURCE_DIR);
  const char* object = build_file(path);
  ck_assert_int_eq(fc_batchCompiled(p.lanes, object), -1);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "was built for a model of another structure"));
  unlink(object);
  // what was there stays
  mjb_step(p.lanes, NULL, 0, 1, mjSTAGE_NONE);
  ck_assert_ptr_null(fc_batchGeneral(p.lanes));
  ck_assert_int_eq(fc_batchCompiled(p.lanes, NULL), 0);
  mjb_step(p.lanes, NULL, 0, 1, mjSTAGE_NONE);
  ck_assert_ptr_nonnull(strstr(fc_batchGeneral(p.lanes), "fc_batchCompiled"));
  ck_assert_int_eq(fc_batchCompiled(NULL, NULL), -1);
  pair_delete(&p);
}
END_TEST

// Real numbers are no part of the structure, everything that a stage branches on is.
START_TEST(structure_is_what_code_depends_on) {
  mjModel* m = load_file(BIPED);
  uint64_t before[2], after[2];
  fc_structure(m, before);
  m->body_mass[2] *= 2;
  m->opt.gravity[2] = 0;
  m->geom_group[1] = 3;
  fc_structure(m, after);
  ck_assert_int_eq(memcmp(before, after, sizeof before), 0);
  int* const edited[] = {m->jnt_type, m->geom_contype + 2, &m->opt.disableflags,
                         &m->opt.iterations};
  for (int i = 0; i < 4; i++) {
    const int was = *edited[i];
    *edited[i] = was + 1;
    fc_structure(m, after);
    ck_assert_int_ne(memcmp(before, after, sizeof before), 0);
    *edited[i] = was;
  }
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("lanes");
  tcase_add_loop_test(tests, lanes_do_what_the_general_code_does, 0, NMODEL);
  tcase_add_test(tests, what_is_not_covered_is_done_in_the_general_code);
  tcase_add_test(tests, neighbours_and_threads_do_not_matter);
  tcase_add_test(tests, fields_may_differ_between_simulations);
  tcase_add_test(tests, a_simulation_that_fails_leaves_the_others_untouched);
  tcase_add_test(tests, rollouts_record_the_same);
  tcase_add_test(tests, stages_after_steps_fill_outputs);
  tcase_add_test(tests, outputs_that_are_not_computed_come_from_the_general_code);
  tcase_add_test(tests, files_that_do_not_fit_are_refused);
  tcase_add_test(tests, structure_is_what_code_depends_on);
  return run_case("compiled models", tests);
}
