// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mjd_transitionFD and mjd_inverseFD: closed forms where the system is linear, recorded numbers of
// the reference where it is not. Numbers are good to about eight digits, rounding divided by the
// perturbation.

#include <setjmp.h>

#include "tests/dynamics/support.h"

#define EPS 1e-6

// two links in a plane; a motor with a limited control, a filter
static const char pendulum[] =
    "<mujoco><option timestep='.01'><flag contact='disable'/></option><worldbody>"
    "<body pos='0 0 1'><joint name='j1' axis='0 1 0' damping='.1'/>"
    "<geom type='capsule' fromto='0 0 0 0 0 -.5' size='.05' mass='1'/>"
    "<body pos='0 0 -.5'><joint name='j2' axis='0 1 0' damping='.05'/>"
    "<geom type='capsule' fromto='0 0 0 0 0 -.4' size='.04' mass='.5'/>"
    "<site name='tip' pos='0 0 -.4'/></body></body></worldbody>"
    "<actuator><motor name='a1' joint='j1' gear='2' ctrlrange='-1 1' ctrllimited='true'/>"
    "<general name='a2' joint='j2' dyntype='filter' dynprm='.1' gainprm='1.5'/></actuator>"
    "<sensor><actuatorfrc actuator='a1'/><framepos objtype='site' objname='tip'/>"
    "<jointvel joint='j2'/><accelerometer site='tip'/><e_kinetic/></sensor></mujoco>";
enum { NX = 5, NU = 2, NS = 9 };

typedef struct Linear_ {
  mjtNum A[NX * NX], B[NX * NU], C[NS * NX], D[NS * NU];
} Linear;

static mjData* pendulum_data(const mjModel* m) {
  mjData* d = mj_makeData(m);
  SET(d->qpos, .3, -.5);
  SET(d->qvel, .7, -.2);
  SET(d->act, .4);
  SET(d->ctrl, .2, .6);
  return d;
}

static Linear linearise(const mjModel* m, mjData* d, int centered) {
  Linear l;
  mjd_transitionFD(m, d, EPS, (mjtByte)centered, l.A, l.B, l.C, l.D);
  return l;
}

#define NEAR(x, ...)                                 \
  assert_close(#x, x, (const mjtNum[]){__VA_ARGS__}, \
               (long)(sizeof((const mjtNum[]){__VA_ARGS__}) / sizeof(mjtNum)), 3e-8)

START_TEST(the_recorded_pendulum_is_linearised_as_recorded) {
  mjModel* m = model_of(pendulum);
  mjData* d = pendulum_data(m);
  Linear l = linearise(m, d, _i);
  // recorded on both sides; differences on one side differ by the curvature times the perturbation
  const mjtNum tolerance = _i ? 3e-8 : 1e-6;
  const mjtNum row0[] = {.9978576231, -.0003770541, .0098859713, .0000656965, -.0024431154};
  const mjtNum row3[] = {.2032826146, -.0837538830, .0397365707, .9666411727, 1.1178940112};
  assert_close("A row 0", l.A, row0, NX, tolerance);
  assert_close("A row 3", l.A + 3 * NX, row3, NX, tolerance);
  NEAR(l.A + 4 * NX, 0, 0, 0, 0, .9);
  const mjtNum column0[] = {.00131329247, -.00325748724, .131329246, -.325748726, 0};
  for (int i = 0; i < NX; i++)
    assert_near(l.B[i * NU], column0[i], 1e-8);
  assert_near(l.B[4 * NU + 1], .1, 1e-9);
  // the sign of D in the centered mode is that of the reference
  assert_near(l.D[0], _i ? -1 : 1, 1e-9);
  assert_near(l.D[5 * NU], _i ? -2.302806974 : 2.302806974, 1e-6);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(controls_are_moved_only_within_their_range) {
  mjModel* m = model_of(pendulum);
  mjData* d = pendulum_data(m);
  const Linear inside = linearise(m, d, 0);
  // at the upper limit there is room below: one-sided, so with the sign of one side
  d->ctrl[0] = 1;
  for (int centered = 0; centered < 2; centered++) {
    Linear l = linearise(m, d, centered);
    assert_near(l.D[0], 1, 1e-8);
    assert_near(l.B[2 * NU], inside.B[2 * NU], 1e-7);
  }
  // outside the limits nothing is moved
  d->ctrl[0] = 1.5;
  Linear l = linearise(m, d, 1);
  for (int i = 0; i < NX; i++)
    ck_assert(l.B[i * NU] == 0);
  for (int i = 0; i < NS; i++)
    ck_assert(l.D[i * NU] == 0);
  ck_assert(l.B[4 * NU + 1] != 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(the_state_is_put_back) {
  mjModel* m = model_of(pendulum);
  mjData *d = pendulum_data(m), *e = pendulum_data(m);
  d->qacc_warmstart[0] = e->qacc_warmstart[0] = .25;
  d->time = e->time = 3;
  linearise(m, d, 1);
  mjtNum DfDq[4];
  SET(d->qacc, 1, -2);
  mjd_inverseFD(m, d, EPS, 1, DfDq, NULL, NULL, NULL, NULL, NULL, NULL);
  ASSERT_VALUES(d->qacc, 1, -2);
  ck_assert_int_eq((int)d->pstack, 0);
  const int n = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum a[100], b[100];
  ck_assert_int_lt(n, 100);
  mj_getState(m, d, a, mjSTATE_INTEGRATION);
  mj_getState(m, e, b, mjSTATE_INTEGRATION);
  ck_assert_int_eq(memcmp(a, b, (size_t)n * sizeof *a), 0);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

START_TEST(outputs_are_optional) {
  mjModel* m = model_of(pendulum);
  mjData* d = pendulum_data(m);
  const Linear all = linearise(m, d, 0);
  Linear l;
  mjd_transitionFD(m, d, EPS, 0, l.A, NULL, NULL, NULL);
  ck_assert_int_eq(memcmp(l.A, all.A, sizeof l.A), 0);
  mjd_transitionFD(m, d, EPS, 0, NULL, l.B, NULL, NULL);
  ck_assert_int_eq(memcmp(l.B, all.B, sizeof l.B), 0);
  mjd_transitionFD(m, d, EPS, 0, NULL, NULL, l.C, l.D);
  ck_assert_int_eq(memcmp(l.C, all.C, sizeof l.C), 0);
  ck_assert_int_eq(memcmp(l.D, all.D, sizeof l.D), 0);
  mjd_transitionFD(m, d, EPS, 0, NULL, NULL, NULL, NULL);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// mass 2, stiffness 3, damping .5 on a slide; a filter and a motor push it
static const char oscillator[] =
    "<mujoco><option timestep='.01' gravity='0 0 0'/><worldbody><body>"
    "<joint name='j' type='slide' axis='1 0 0' stiffness='3' damping='.5'/>"
    "<geom size='.1' mass='2'/></body></worldbody><actuator>"
    "<general joint='j' dyntype='filter' dynprm='.2' gainprm='4'/><motor joint='j' gear='3'/>"
    "</actuator></mujoco>";

// qvel' = qvel + h a, (2 + h .5) a = -3 q - .5 v + 4 act + 3 u: exact for all but RK4
START_TEST(a_linear_oscillator_has_its_closed_form) {
  mjModel* m = model_of(oscillator);
  m->opt.integrator = _i == 0 ? mjINT_EULER : _i == 1 ? mjINT_IMPLICIT : mjINT_IMPLICITFAST;
  mjData* d = mj_makeData(m);
  SET(d->qpos, .3);
  SET(d->qvel, -.2);
  SET(d->act, .1);
  mjtNum A[9], B[6];
  const mjtNum h = .01, mass = 2 + h * .5;
  for (int centered = 0; centered < 2; centered++) {
    mjd_transitionFD(m, d, EPS, (mjtByte)centered, A, B, NULL, NULL);
    const mjtNum q = -3 * h / mass, v = 1 - .5 * h / mass, a = 4 * h / mass, u = 3 * h / mass;
    NEAR(A, 1 + h * q, h * v, h * a, q, v, a, 0, 0, .95);
    NEAR(B, 0, h * u, 0, u, .05, 0);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// A free body without gravity: its linear motion is x' = x + h v. The orientation is perturbed in
// the tangent space, where a body at rest keeps a perturbation as it is.
START_TEST(orientations_are_perturbed_in_their_tangent_space) {
  mjModel* m = model_of(
      "<mujoco><option timestep='.01' gravity='0 0 0'/><worldbody><body>"
      "<freejoint/><geom type='box' size='.1 .2 .3'/></body></worldbody>"
      "</mujoco>");
  mjData* d = mj_makeData(m);
  SET(d->qpos, 1, 2, 3, .5, -.5, .5, .5);
  mjtNum A[144], expected[144] = {0};
  for (int i = 0; i < 12; i++)
    expected[13 * i] = 1;
  for (int i = 0; i < 6; i++)
    expected[12 * i + 6 + i] = .01;
  for (int centered = 0; centered < 2; centered++) {
    mjd_transitionFD(m, d, EPS, (mjtByte)centered, A, NULL, NULL, NULL);
    assert_close("A", A, expected, 144, 1e-8);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// The gain of a damper is proportional to its control: its factor of an implicit step would change
// with the control, but it is held constant, so that B is the explicit force through the factor of
// the nominal step.
START_TEST(an_implicit_factor_is_kept_while_controls_are_perturbed) {
  mjModel* m = model_of(
      "<mujoco><option timestep='.1' gravity='0 0 0' integrator='implicitfast'/>"
      "<worldbody><body><joint name='j' type='slide' axis='1 0 0'/>"
      "<geom size='.1' mass='2'/></body></worldbody><actuator>"
      "<damper joint='j' kv='3' ctrlrange='0 4'/></actuator></mujoco>");
  for (int i = 0; i < 2; i++) {
    m->opt.integrator = i ? mjINT_IMPLICIT : mjINT_IMPLICITFAST;
    mjData* d = mj_makeData(m);
    SET(d->qvel, .5);
    SET(d->ctrl, 2);
    mjtNum A[4], B[2];
    mjd_transitionFD(m, d, EPS, 0, A, B, NULL, NULL);
    // force -3 u v, factor 2 + h 3 u
    const mjtNum dv = .1 * -3 * .5 / (2 + .1 * 3 * 2);
    NEAR(B, .1 * dv, dv);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

START_TEST(the_recorded_inverse_is_differenced_as_recorded) {
  mjModel* m = model_of(pendulum);
  mjData* d = pendulum_data(m);
  SET(d->qacc, 1, -2);
  mjtNum DfDq[4], DfDv[4], DfDa[4], DmDq[6], DsDq[2 * NS], DsDv[2 * NS], DsDa[2 * NS];
  mjd_inverseFD(m, d, EPS, 1, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq);
  NEAR(DfDq, 5.647370164, .9614454104, .9719764038, 1.006917444);
  NEAR(DfDv, .09041148896, -.0335598116, .02397130094, .05);
  // with respect to acceleration it is the inertia
  mjtNum M[4];
  mj_fullM(m, M, d->qM);
  assert_close("DfDa", DfDa, M, 4, 3e-7);
  NEAR(DmDq, 0, 0, 0, .04794251002, 0, .02397125501);
  // the velocity of j2 is a sensor
  assert_near(DsDv[4], 0, 1e-8);
  assert_near(DsDv[NS + 4], 1, 1e-8);

  // the data keep what mj_inverse says, of which only the derivatives leave the actuators out
  mjData* e = pendulum_data(m);
  SET(e->qacc, 1, -2);
  mj_inverse(m, e);
  assert_close("qfrc_inverse", d->qfrc_inverse, e->qfrc_inverse, 2, 1e-4);
  ck_assert(fabs(d->qfrc_actuator[0]) > 1e-2);
  mj_deleteData(e);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(what_cannot_be_differenced_is_an_error) {
  mjModel* m = model_of(oscillator);
  mjData* d = mj_makeData(m);
  mjtNum out[100];
  m->opt.integrator = mjINT_RK4;
  expect_error(mjd_transitionFD(m, d, EPS, 0, out, NULL, NULL, NULL),
               "mjd_transitionFD: RK4 integrator is not supported");
  expect_error(mjd_inverseFD(m, d, EPS, 0, out, NULL, NULL, NULL, NULL, NULL, NULL),
               "mjd_inverseFD: RK4 integrator is not supported");
  m->opt.integrator = mjINT_EULER;
  m->opt.noslip_iterations = 2;
  expect_error(mjd_inverseFD(m, d, EPS, 0, out, NULL, NULL, NULL, NULL, NULL, NULL),
               "mjd_inverseFD: noslip solver is not supported");
  mj_deleteData(d);
  mj_deleteModel(m);

  m = model_of(
      "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>"
      "<actuator><motor joint='j' delay='.01' nsample='8'/></actuator></mujoco>");
  d = mj_makeData(m);
  expect_error(mjd_transitionFD(m, d, EPS, 0, out, NULL, NULL, NULL),
               "mjd_transitionFD: delays are not supported");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("differences");
  TCase* tc = tcase_create("differences");
  tcase_add_loop_test(tc, the_recorded_pendulum_is_linearised_as_recorded, 0, 2);
  tcase_add_test(tc, controls_are_moved_only_within_their_range);
  tcase_add_test(tc, the_state_is_put_back);
  tcase_add_test(tc, outputs_are_optional);
  tcase_add_loop_test(tc, a_linear_oscillator_has_its_closed_form, 0, 3);
  tcase_add_test(tc, orientations_are_perturbed_in_their_tangent_space);
  tcase_add_test(tc, an_implicit_factor_is_kept_while_controls_are_perturbed);
  tcase_add_test(tc, the_recorded_inverse_is_differenced_as_recorded);
  tcase_add_test(tc, what_cannot_be_differenced_is_an_error);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
