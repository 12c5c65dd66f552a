// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Elastic cables against the theory of beams, which they approach as their segments become
// shorter, and against what a free cable keeps. The rod is a cylinder of radius R and length 1.

#include "tests/dynamics/support.h"

static const mjtNum R = 0.01, YOUNG = 4e6, SHEAR = 1e6;

static mjtNum bending_stiffness(void) { return YOUNG * mjPI * R * R * R * R / 4; }
static mjtNum twisting_stiffness(void) { return SHEAR * mjPI * R * R * R * R / 2; }

// cable of n segments along x
static mjModel* cable(int n, const char* initial) {
  char xml[1000];
  snprintf(xml, sizeof xml,
           "<mujoco><option gravity='0 0 0' integrator='RK4'><flag contact='disable' "
           "energy='enable'/></option><extension><plugin plugin='mujoco.elasticity.cable'/>"
           "</extension><worldbody><composite type='cable' curve='s' count='%d' size='1' "
           "initial='%s'><geom type='cylinder' size='%g'/><plugin "
           "plugin='mujoco.elasticity.cable'><config key='bend' value='%g'/><config key='twist' "
           "value='%g'/></plugin></composite></worldbody></mujoco>",
           n + 1, initial, R, YOUNG, SHEAR);
  return model_of(xml);
}

// ---------------------------------------------------------------- equilibrium

// forces that are not in balance, at the positions of d
static void residual(const mjModel* m, mjData* d, const mjtNum wrench[6], mjtNum* f) {
  mjtNum end[3] = {1.0 / (m->nbody - 1), 0, 0}, point[3];
  mj_fwdPosition(m, d);
  mju_zero(d->qvel, m->nv);
  mj_fwdVelocity(m, d);
  mju_copy(f, d->qfrc_passive, m->nv);
  mju_mulMatVec3(point, d->xmat + 9 * (m->nbody - 1), end);
  mju_addTo3(point, d->xpos + 3 * (m->nbody - 1));
  mj_applyFT(m, d, wrench, wrench + 3, point, m->nbody - 1, f);
}

// Newton's method on the positions; the slope by central differences
static void balance(const mjModel* m, mjData* d, const mjtNum wrench[6]) {
  const int n = m->nv;
  mjtNum* work = calloc((size_t)(n * n + 5 * n + m->nq), sizeof(mjtNum));
  mjtNum *slope = work, *f = slope + n * n, *ahead = f + n, *behind = ahead + n;
  mjtNum *step = behind + n, *unit = step + n, *q = unit + n;
  for (int iteration = 0; iteration < 12; iteration++) {
    mju_copy(q, d->qpos, m->nq);
    residual(m, d, wrench, f);
    for (int i = 0; i < n; i++) {
      unit[i] = 1;
      mj_integratePos(m, d->qpos, unit, 1e-5);
      residual(m, d, wrench, ahead);
      mju_copy(d->qpos, q, m->nq);
      mj_integratePos(m, d->qpos, unit, -1e-5);
      residual(m, d, wrench, behind);
      mju_copy(d->qpos, q, m->nq);
      unit[i] = 0;
      for (int k = 0; k < n; k++)
        slope[n * k + i] = (behind[k] - ahead[k]) / 2e-5;
    }
    mju_symmetrize(slope, slope, n);
    mju_cholFactor(slope, n, 0);
    mju_cholSolve(step, slope, f, n);
    mj_integratePos(m, d->qpos, step, 1);
  }
  residual(m, d, wrench, f);
  ck_assert_double_lt(mju_norm(f, n), 1e-9 * mju_norm(wrench, 6));
  free(work);
}

static mjtNum tip_sag(int n, mjtNum load) {
  mjModel* m = cable(n, "none");
  mjData* d = mj_makeData(m);
  balance(m, d, (mjtNum[6]){0, 0, -load});
  mjtNum end[3] = {1.0 / n, 0, 0}, tip[3];
  mju_mulMatVec3(tip, d->xmat + 9 * n, end);
  mju_addTo3(tip, d->xpos + 3 * n);
  mj_deleteData(d);
  mj_deleteModel(m);
  return -tip[2];
}

// Euler and Bernoulli: P L^3 / 3 E I. A chain of n stiff segments, clamped by the first, has the
// sum of (distance to the tip)^2 over its joints in place of the integral.
START_TEST(a_cantilever_sags_as_beam_theory_says) {
  const mjtNum load = 1e-4 * bending_stiffness(), beam = load / (3 * bending_stiffness());
  mjtNum sag[3];
  for (int k = 0; k < 3; k++) {
    const int n = 4 << k;
    sag[k] = tip_sag(n, load);
    ck_assert_double_eq_tol(sag[k] / beam, (n - 1) * (2 * n - 1) / (2.0 * n * n), 1e-6);
  }
  // extrapolated to segments of no length
  const mjtNum first[2] = {2 * sag[1] - sag[0], 2 * sag[2] - sag[1]};
  ck_assert_double_eq_tol((4 * first[1] - first[0]) / 3 / beam, 1, 1e-6);
}
END_TEST

// A moment M bends the cable into an arc of curvature M / E I, however far.
START_TEST(a_moment_at_the_end_bends_it_into_an_arc) {
  const int n = 8;
  const mjtNum angle = 1.0 / (n - 1);
  mjModel* m = cable(n, "none");
  mjData* d = mj_makeData(m);
  balance(m, d, (mjtNum[6]){0, 0, 0, 0, angle * n * bending_stiffness(), 0});
  for (int i = 0; i < n - 1; i++) {
    mjtNum turn[3];
    mju_quat2Vel(turn, d->qpos + 4 * i, 1);
    ck_assert_double_eq_tol(turn[1], angle, 1e-8);
    ck_assert_double_eq_tol(fabs(turn[0]) + fabs(turn[2]), 0, 1e-8);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// A torque T about the axis turns the end by T L / G J, L from the first joint to the last.
START_TEST(a_torque_twists_it) {
  const int n = 8;
  mjModel* m = cable(n, "none");
  mjData* d = mj_makeData(m);
  balance(m, d, (mjtNum[6]){0, 0, 0, 0.3 * twisting_stiffness(), 0, 0});
  mjtNum turn[3];
  mju_quat2Vel(turn, d->xquat + 4 * n, 1);
  ck_assert_double_eq_tol(turn[0], 0.3 * (n - 1) / n, 1e-8);
  ck_assert_double_eq_tol(fabs(turn[1]) + fabs(turn[2]), 0, 1e-8);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- motion

// kinetic energy, and that of bent joints: E I angle^2 / 2 l
static mjtNum energy(const mjModel* m, mjData* d) {
  mj_forward(m, d);
  mjtNum sum = d->energy[1];
  for (int i = 2; i < m->nbody; i++) {
    mjtNum turn[3];
    mju_quat2Vel(turn, d->qpos + m->jnt_qposadr[m->body_jntadr[i]], 1);
    sum += bending_stiffness() * mju_dot3(turn, turn) * (m->nbody - 1) / 2;
  }
  return sum;
}

static void start_motion(const mjModel* m, mjData* d, int dimension) {
  for (int i = 1; i < m->nbody; i++) {
    const int adr = m->jnt_qposadr[m->body_jntadr[i]], dof = m->body_dofadr[i];
    const mjtNum axis[3] = {0, 1, 0}, tilted[3] = {0.48, 0.6, 0.64};
    mju_axisAngle2Quat(d->qpos + adr + (i == 1 ? 3 : 0), dimension == 2 ? axis : tilted, 0.1 * i);
    d->qvel[dof + (i == 1 ? 4 : 1)] = 1 - 0.3 * i;
    d->qvel[dof + (i == 1 ? 3 : 0)] = dimension == 2 ? 0 : 0.5 * i;
  }
}

// a free cable that swings in a plane; the error of Runge-Kutta is of fourth order
START_TEST(a_free_cable_keeps_its_energy) {
  mjtNum error[2];
  for (int k = 0; k < 2; k++) {
    mjModel* m = cable(5, "free");
    mjData* d = mj_makeData(m);
    start_motion(m, d, 2);
    m->opt.timestep = k ? 2.5e-3 : 5e-3;
    const mjtNum before = energy(m, d);
    for (int i = 0; i < (k ? 120 : 60); i++)
      mj_step(m, d);
    error[k] = fabs(energy(m, d) - before) / before;
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  ck_assert_double_lt(error[0], 1e-3);
  ck_assert_double_lt(error[1], error[0] / 10);
}
END_TEST

// Torques between segments are internal: linear and angular momentum in three dimensions. Rotations
// are integrated with an error of second order, which is all that changes them.
START_TEST(a_free_cable_keeps_its_momentum) {
  mjtNum drift[2], size = 0;
  for (int k = 0; k < 2; k++) {
    mjModel* m = cable(5, "free");
    mjData* d = mj_makeData(m);
    mjtNum change[6] = {0};
    start_motion(m, d, 3);
    m->opt.timestep = k ? 5e-5 : 1e-4;
    for (int end = 0; end < 2; end++) {
      for (int i = 0; end && i < (k ? 2000 : 1000); i++)
        mj_step(m, d);
      mj_forward(m, d);
      mj_subtreeVel(m, d);
      mju_addToScl3(change, d->subtree_linvel + 3, (end ? 1 : -1) * m->body_subtreemass[1]);
      mju_addToScl3(change + 3, d->subtree_angmom + 3, end ? 1 : -1);
      size = end ? size : mju_norm(change, 6);
    }
    drift[k] = mju_norm(change, 6);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  ck_assert_double_lt(drift[0], 2e-5 * size);
  ck_assert_double_lt(drift[1], drift[0] / 3.5);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {a_cantilever_sags_as_beam_theory_says,
                                a_moment_at_the_end_bends_it_into_an_arc,
                                a_torque_twists_it,
                                a_free_cable_keeps_its_energy,
                                a_free_cable_keeps_its_momentum,
                                NULL};
  return run_tests("cables", tests);
}
