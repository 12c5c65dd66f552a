// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The public parts of the pipeline, called one after the other, are the whole: a forward
// evaluation, an inverse one, a step. On every model of the corpus, to the last bit.

#include <setjmp.h>

#include "tests/dynamics/corpus.h"
#include "tests/runtime/support.h"

// bits of a field of d and e in the model of the test
#define SAME_IN(field, n)                                                                    \
  ck_assert_msg((n) == 0 || memcmp(d->field, e->field, (size_t)(n) * sizeof *d->field) == 0, \
                "%s: %s differs", corpus_names[_i], #field)

static mjModel* load(int i) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/%s/%s.xml", TEST_SOURCE_DIR, CORPUS, corpus_names[i]);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", path, error);
  return m;
}

// in motion, before the dynamics are evaluated
static mjData* in_motion(const mjModel* m) {
  mjData* d = mj_makeData(m);
  if (m->nkey)
    mj_resetDataKeyframe(m, d, 0);
  stir(m, d, 15);
  return d;
}

// ---------------------------------------------------------------- forward

static void forward_by_groups(const mjModel* m, mjData* d) {
  mj_fwdPosition(m, d);
  mj_sensorPos(m, d);
  if (m->opt.enableflags & mjENBL_ENERGY)
    mj_energyPos(m, d);
  mj_fwdVelocity(m, d);
  mj_sensorVel(m, d);
  if (m->opt.enableflags & mjENBL_ENERGY)
    mj_energyVel(m, d);
  mj_fwdActuation(m, d);
  mj_fwdAcceleration(m, d);
  mj_fwdConstraint(m, d);
  // body accelerations are those of the evaluation before
  d->flg_rnepost = 0;
  mj_sensorAcc(m, d);
}

START_TEST(groups_of_stages_make_a_forward_evaluation) {
  mjModel* m = load(_i);
  mjData *d = in_motion(m), *e = mj_copyData(NULL, m, d);
  mj_forward(m, d);
  forward_by_groups(m, e);
  expect_same(m, d, e, corpus_names[_i]);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

// without sleep, which would wake trees between the stages
static void forward_by_stages(const mjModel* m, mjData* d) {
  mj_fwdKinematics(m, d);
  mj_makeM(m, d);
  mj_factorM(m, d);
  mj_collision(m, d);
  mj_makeConstraint(m, d);
  mj_island(m, d);
  mj_transmission(m, d);
  mj_projectConstraint(m, d);
  mj_fwdVelocity(m, d);
  mj_referenceConstraint(m, d);
  mj_fwdActuation(m, d);
  mj_fwdAcceleration(m, d);
  mj_fwdConstraint(m, d);
}

START_TEST(single_stages_make_a_forward_evaluation) {
  mjModel* m = load(_i);
  m->opt.enableflags &= ~mjENBL_SLEEP;
  mjData *d = in_motion(m), *e = mj_copyData(NULL, m, d);
  // sensors have no part in it, but their values of the step before would differ
  mj_forwardSkip(m, d, mjSTAGE_NONE, 1);
  forward_by_stages(m, e);
  expect_same(m, d, e, corpus_names[_i]);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

START_TEST(skipped_stages_keep_their_results) {
  mjModel* m = load(_i);
  m->opt.enableflags &= ~mjENBL_SLEEP;
  mjData *d = in_motion(m), *e = mj_copyData(NULL, m, d);
  mj_forward(m, d);
  mj_forward(m, e);
  // new velocities need no new positions, new controls neither of them
  for (int i = 0; i < m->nv; i++)
    d->qvel[i] = e->qvel[i] = e->qvel[i] + 0.1 * cos(i);
  mj_copyState(m, d, e, mjSTATE_WARMSTART);
  mj_forward(m, d);
  mj_forwardSkip(m, e, mjSTAGE_POS, 0);
  SAME_IN(qacc, m->nv);
  for (int i = 0; i < m->nu; i++)
    d->ctrl[i] = e->ctrl[i] = 0.1 * i;
  mj_forward(m, d);
  mj_forwardSkip(m, e, mjSTAGE_VEL, 0);
  SAME_IN(qacc, m->nv);
  // positions that were changed are not looked at when they are skipped
  if (m->nv) {
    e->qpos[0] += 0.1;
    mj_forwardSkip(m, e, mjSTAGE_POS, 0);
    SAME_IN(xpos, 3 * m->nbody);
    SAME_IN(qfrc_bias, m->nv);
  }
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

// the composite inertia is all of the inertia unless tendons have armature
START_TEST(composite_rigid_bodies_make_the_inertia) {
  mjModel* m = load(_i);
  m->opt.enableflags &= ~mjENBL_SLEEP;
  for (int i = 0; i < m->ntendon; i++)
    m->tendon_armature[i] = 0;
  mjData *d = in_motion(m), *e = mj_copyData(NULL, m, d);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_kinematics(m, e);
  mj_comPos(m, e);
  mju_zero(d->M, (int)m->nC);
  mj_crb(m, d);
  mj_tendon(m, e);
  mj_makeM(m, e);
  SAME_IN(M, m->nC);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- inverse

START_TEST(groups_of_stages_make_an_inverse_evaluation) {
  mjModel* m = load(_i);
  m->opt.enableflags &= ~(mjENBL_SLEEP | mjENBL_INVDISCRETE);
  mjData *d = in_motion(m), *e = mj_copyData(NULL, m, d);
  mj_inverse(m, d);
  mj_invPosition(m, e);
  mj_invVelocity(m, e);
  mj_invConstraint(m, e);
  mj_inverseSkip(m, e, mjSTAGE_VEL, 1);
  SAME_IN(qfrc_inverse, m->nv);
  SAME_IN(qfrc_constraint, m->nv);
  // only the acceleration is new
  for (int i = 0; i < m->nv; i++)
    d->qacc[i] = e->qacc[i] = sin(i);
  mj_inverse(m, d);
  mj_inverseSkip(m, e, mjSTAGE_VEL, 0);
  SAME_IN(qfrc_inverse, m->nv);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- steps

START_TEST(a_forward_evaluation_and_an_integrator_make_a_step) {
  mjModel* m = load(_i);
  m->opt.enableflags &= ~mjENBL_INVDISCRETE;
  for (int integrator = 0; integrator < 4; integrator++) {
    m->opt.integrator = mjINT_EULER;
    mjData *d = in_motion(m), *e = mj_copyData(NULL, m, d);
    m->opt.integrator = integrator;
    mj_step(m, d);
    mj_forward(m, e);
    if (m->opt.enableflags & mjENBL_FWDINV)
      mj_compareFwdInv(m, e);
    if (integrator == mjINT_EULER)
      mj_Euler(m, e);
    else if (integrator == mjINT_RK4)
      mj_RungeKutta(m, e, 4);
    else
      mj_implicit(m, e);
    expect_same(m, d, e, corpus_names[_i]);
    mj_deleteData(d);
    mj_deleteData(e);
  }
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- checks of values

static jmp_buf recovery;
static char message[1000];
static void note_error(const char* text) {
  snprintf(message, sizeof message, "%s", text);
  longjmp(recovery, 1);
}
static void ignore(const char* text) { (void)text; }

START_TEST(integrators_that_do_not_fit_are_errors) {
  mjModel* m = load(0);
  mjData* d = mj_makeData(m);
  m->opt.integrator = mjINT_EULER;
  mju_user_error = note_error;
  if (!setjmp(recovery)) {
    mj_implicit(m, d);
    ck_abort_msg("mj_implicit took another integrator");
  }
  ck_assert(strstr(message, "integrator must be implicit or implicitfast") != NULL);
  if (!setjmp(recovery)) {
    mj_RungeKutta(m, d, 3);
    ck_abort_msg("mj_RungeKutta took another order");
  }
  ck_assert(strstr(message, "N = 4") != NULL);
  mju_user_error = NULL;
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// _i: which of the three checks; with and without the reset that follows
START_TEST(bad_values_are_counted_and_reset) {
  mju_user_warning = ignore;
  mjModel* m = load(0);
  const int warning = mjWARN_BADQPOS + _i, last = (int)m->nv - 1;
  for (int autoreset = 0; autoreset < 2; autoreset++) {
    m->opt.disableflags = autoreset ? 0 : mjDSBL_AUTORESET;
    mjData* d = in_motion(m);
    const mjtNum before = d->time;
    ck_assert(before > 0);
    if (_i == 0) {
      d->qpos[0] = NAN;
      mj_checkPos(m, d);
    } else if (_i == 1) {
      d->qvel[last] = 1e11;
      mj_checkVel(m, d);
    } else {
      d->qacc[last] = -INFINITY;
      mj_checkAcc(m, d);
    }
    ck_assert_int_eq(d->warning[warning].lastinfo, _i ? last : 0);
    ck_assert_int_ge(d->warning[warning].number, 1);
    ck_assert(autoreset ? d->time == 0 : d->time == before);
    ck_assert(autoreset ? isfinite(d->qpos[0]) && d->qvel[last] == 0 : 1);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- timers

static mjtNum one_more(void) {
  static mjtNum seconds;
  return ++seconds;
}

START_TEST(timers_count_the_calls_that_they_measure) {
  mjModel* m = load(0);
  mjData* d = mj_makeData(m);
  mjcb_time = one_more;
  for (int i = 0; i < 3; i++)
    mj_step(m, d);
  mj_forward(m, d);
  mj_inverse(m, d);
  mjcb_time = NULL;
  static const struct {
    int timer, number;
  } expected[] = {{mjTIMER_STEP, 3},          {mjTIMER_FORWARD, 4},    {mjTIMER_INVERSE, 1},
                  {mjTIMER_POSITION, 5},      {mjTIMER_CONSTRAINT, 4}, {mjTIMER_POS_KINEMATICS, 5},
                  {mjTIMER_POS_COLLISION, 5}, {mjTIMER_POS_MAKE, 5},   {mjTIMER_POS_PROJECT, 4}};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    const int timer = expected[i].timer;
    ck_assert_msg(d->timer[timer].number == expected[i].number, "timer %s: %d calls, not %d",
                  mjTIMERSTRING[timer], d->timer[timer].number, expected[i].number);
    ck_assert_double_ge(d->timer[timer].duration, expected[i].number);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  corpus_read_names();
  TCase* tests = tcase_create("pipeline");
  tcase_add_loop_test(tests, groups_of_stages_make_a_forward_evaluation, 0, ncorpus);
  tcase_add_loop_test(tests, single_stages_make_a_forward_evaluation, 0, ncorpus);
  tcase_add_loop_test(tests, skipped_stages_keep_their_results, 0, ncorpus);
  tcase_add_loop_test(tests, composite_rigid_bodies_make_the_inertia, 0, ncorpus);
  tcase_add_loop_test(tests, groups_of_stages_make_an_inverse_evaluation, 0, ncorpus);
  tcase_add_loop_test(tests, a_forward_evaluation_and_an_integrator_make_a_step, 0, ncorpus);
  tcase_add_test(tests, integrators_that_do_not_fit_are_errors);
  tcase_add_loop_test(tests, bad_values_are_counted_and_reset, 0, 3);
  tcase_add_test(tests, timers_count_the_calls_that_they_measure);
  return run_case("pipeline", tests);
}
