// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The velocity derivative that implicit integration uses, qDeriv, equals finite differences of the
// smooth forces at every entry of its pattern: pairs of dofs one of which moves the other. Forces
// that couple other pairs, as a tendon between two trees does, are dropped by design.

#include "tests/dynamics/support.h"

// smooth forces at velocity qvel + eps * e_j
static void smooth_force(const mjModel* m, mjData* d, int j, mjtNum eps, mjtNum* force) {
  mjtNum kept = d->qvel[j];
  d->qvel[j] += eps;
  mj_fwdPosition(m, d);
  mj_fwdVelocity(m, d);
  mj_fwdActuation(m, d);
  for (int i = 0; i < m->nv; i++)
    force[i] = d->qfrc_passive[i] - d->qfrc_bias[i] + d->qfrc_actuator[i];
  d->qvel[j] = kept;
}

// dense derivative by centred differences
static void difference(const mjModel* m, mjData* d, mjtNum* D) {
  mjtNum eps = 1e-5;
  int nv = (int)m->nv;
  mjtNum *plus = malloc((size_t)nv * sizeof *plus), *minus = malloc((size_t)nv * sizeof *minus);
  for (int j = 0; j < nv; j++) {
    smooth_force(m, d, j, eps, plus);
    smooth_force(m, d, j, -eps, minus);
    for (int i = 0; i < nv; i++)
      D[i * nv + j] = (plus[i] - minus[i]) / (2 * eps);
  }
  free(plus);
  free(minus);
}

static void compare_derivative(mjModel* m, mjData* d, const char* name) {
  int nv = (int)m->nv;
  mjtNum* dense = malloc((size_t)(nv * nv) * sizeof *dense);
  mjtNum* numeric = malloc((size_t)m->nD * sizeof *numeric);
  difference(m, d, dense);

  // qDeriv is left behind by a step
  m->opt.integrator = mjINT_IMPLICIT;
  mj_step(m, d);
  for (int i = 0; i < nv; i++)
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++)
      numeric[k] = dense[i * nv + m->D_colind[k]];
  assert_close(name, d->qDeriv, numeric, m->nD, 2e-6);
  free(dense);
  free(numeric);
}

// contact and limits off; they are no part of the smooth forces, but cost time
static mjData* disturbed(mjModel* m) {
  m->opt.disableflags |= mjDSBL_CONSTRAINT;
  mjData* d = mj_makeData(m);
  mjtNum* step = malloc(((size_t)m->nv + 1) * sizeof *step);
  fill_noise(step, (int)m->nv);
  mj_integratePos(m, d->qpos, step, 0.3);
  free(step);
  fill_noise(d->qvel, (int)m->nv);
  // between 0 and 1: muscles pull, nothing is clamped
  for (int i = 0; i < m->nu; i++)
    d->ctrl[i] = 0.5 + 0.3 * noise();
  for (int i = 0; i < m->na; i++)
    d->act[i] = 0.5 + 0.3 * noise();
  return d;
}

static const char* const names[] = {"chain_implicit", "muscles",          "tendons",
                                    "fluid",          "inverse_discrete", "gravcomp"};

START_TEST(implicit_derivative_equals_finite_differences) {
  mjModel* m = model_named(names[_i]);
  // tendon armature's bias is left out of the derivative
  mju_zero(m->tendon_armature, (int)m->ntendon);
  for (int trial = 0; trial < 3; trial++) {
    mjData* d = disturbed(m);
    compare_derivative(m, d, names[_i]);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

// one hinge of a two-hinge arm
#define ARM(actuator)                                                                     \
  "<mujoco><option timestep='.002' integrator='implicit'/><worldbody><body>"              \
  "<joint name='a' axis='0 1 0'/><geom type='capsule' size='.05' fromto='0 0 0 .3 0 0'/>" \
  "<body pos='.3 0 0'><joint name='b' axis='1 1 0'/><geom type='capsule' size='.05' "     \
  "fromto='0 0 0 .3 0 0'/></body></body></worldbody><actuator>" actuator "</actuator></mujoco>"

static const char* const actuators[] = {
    "<velocity joint='a' kv='3'/>",
    ("<general joint='a' gaintype='affine' gainprm='2 .5 -.7' biastype='affine' "
     "biasprm='.2 1 -.4'/>"),
    "<general joint='b' dyntype='filter' dynprm='.1' gaintype='affine' gainprm='2 .5 -.7'/>",
    "<general joint='b' dyntype='integrator' actearly='true' gaintype='affine' gainprm='0 0 -2'/>",
    "<muscle joint='a' lengthrange='-2 2' force='50'/>",
    "<muscle joint='b' lengthrange='-1 2' scale='40' vmax='.6' fvmax='1.5'/>",
    "<damper joint='b' kv='5' ctrlrange='0 1'/>",
};

START_TEST(actuator_slope_equals_finite_differences) {
  char xml[1000];
  snprintf(xml, sizeof xml, ARM("%s"), actuators[_i]);
  mjModel* m = model_of(xml);
  mjtNum largest = 0;
  for (int trial = 0; trial < 8; trial++) {
    mjData* d = disturbed(m);
    compare_derivative(m, d, actuators[_i]);
    largest = fmax(largest, fabs(d->qDeriv[0]) + fabs(d->qDeriv[m->nD - 1]));
    mj_deleteData(d);
  }
  ck_assert(largest > 0.05);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_saturated_actuator_has_no_slope) {
  mjModel* m = model_of(ARM("<velocity joint='a' kv='3' forcerange='-.1 .1'/>"));
  mjModel* free_arm = model_of(ARM("<motor joint='a'/>"));
  mjData *d = mj_makeData(m), *e = mj_makeData(free_arm);
  d->qvel[0] = e->qvel[0] = 1;
  mj_step(m, d);
  mj_step(free_arm, e);
  assert_near(d->actuator_force[0], -0.1, 1e-15);
  assert_close("qDeriv", d->qDeriv, e->qDeriv, m->nD, 1e-12);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
  mj_deleteModel(free_arm);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("velocity derivative");
  TCase* tc = tcase_create("qDeriv");
  tcase_add_loop_test(tc, implicit_derivative_equals_finite_differences, 0,
                      (int)(sizeof names / sizeof *names));
  tcase_add_loop_test(tc, actuator_slope_equals_finite_differences, 0,
                      (int)(sizeof actuators / sizeof *actuators));
  tcase_add_test(tc, a_saturated_actuator_has_no_slope);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
