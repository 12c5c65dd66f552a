// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What a closed system keeps. Energy is kept up to the order of the integrator. Momentum is kept to
// rounding by every force that acts and reacts: contacts with friction of any cone and solver,
// springs and actuators between bodies, equality constraints. Spheres are used because their
// angular velocity does not change while they turn.

#include "tests/dynamics/support.h"

static const int integrators[] = {mjINT_EULER, mjINT_RK4, mjINT_IMPLICIT, mjINT_IMPLICITFAST};

// ---------------------------------------------------------------- energy

static const char swing[] =
    "<mujoco><option><flag energy='enable' contact='disable'/></option><worldbody>"
    "<body pos='0 0 2'><joint axis='0 1 0'/><geom type='capsule' size='.03' fromto='0 0 0 .4 0 0'/>"
    "<body pos='.4 0 0'><joint axis='0 1 0' stiffness='2'/><geom type='capsule' size='.03' "
    "fromto='0 0 0 .3 0 0'/></body></body></worldbody></mujoco>";

// largest deviation of the energy on the way to time 0.5 with n steps
static mjtNum energy_error(mjModel* m, int n) {
  mjData* d = mj_makeData(m);
  SET(d->qpos, .3, -.4);
  SET(d->qvel, 1, -2);
  m->opt.timestep = 0.5 / n;
  mj_forward(m, d);
  mjtNum before = d->energy[0] + d->energy[1], worst = 0;
  for (int i = 0; i < n; i++) {
    mj_step(m, d);
    mj_forward(m, d);
    worst = fmax(worst, fabs(d->energy[0] + d->energy[1] - before));
  }
  mj_deleteData(d);
  return worst;
}

START_TEST(energy_drifts_with_the_order_of_the_integrator) {
  mjModel* m = model_of(swing);
  m->opt.integrator = integrators[_i];
  const int order = integrators[_i] == mjINT_RK4 ? 4 : 1;
  // slope of a line through (log h, log error), least squares over three doublings
  mjtNum sum = 0, x[4], y[4];
  for (int k = 0; k < 4; k++) {
    x[k] = k - 1.5;
    y[k] = -log2(energy_error(m, 50 << k));
    sum += x[k] * y[k];
  }
  const mjtNum slope = sum / 5;
  ck_assert_msg(fabs(slope - order) < 0.35 || (order == 4 && slope > 4), "slope %g, expected %d",
                slope, order);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- momentum

// linear momentum, and angular momentum about the origin
static void momentum(const mjModel* m, mjData* d, mjtNum p[6]) {
  mj_forward(m, d);
  mj_subtreeVel(m, d);
  mju_zero(p, 6);
  for (int i = 1; i < m->nbody; i++) {
    mjtNum v[6], linear[3], orbital[3], spin[3], local[3];
    mj_objectVelocity(m, d, mjOBJ_BODY, i, v, 0);
    mju_scl3(linear, v + 3, m->body_mass[i]);
    mju_cross(orbital, d->xipos + 3 * i, linear);
    mju_mulMatTVec3(local, d->ximat + 9 * i, v);
    for (int k = 0; k < 3; k++)
      local[k] *= m->body_inertia[3 * i + k];
    mju_mulMatVec3(spin, d->ximat + 9 * i, local);
    for (int k = 0; k < 3; k++) {
      p[k] += linear[k];
      p[3 + k] += orbital[k] + spin[k];
    }
  }
}

static void expect_momentum_kept(mjModel* m, mjData* d, int steps, mjtNum tolerance,
                                 const char* what) {
  mjtNum before[6], after[6];
  momentum(m, d, before);
  for (int i = 0; i < steps; i++)
    mj_step(m, d);
  momentum(m, d, after);
  assert_close(what, after, before, 6, tolerance);
}

// three spheres meet off their centres
static const char collision[] =
    "<mujoco><option gravity='0 0 0' timestep='.002'/><default><geom condim='6' "
    "friction='.8 .05 .05' solref='.02 .5'/></default><worldbody>"
    "<body><freejoint/><geom size='.1'/></body>"
    "<body pos='.25 .03 .05'><freejoint/><geom size='.12' mass='3'/></body>"
    "<body pos='.05 .3 -.02'><freejoint/><geom size='.09' mass='2'/></body>"
    "</worldbody></mujoco>";

START_TEST(collisions_keep_momentum) {
  mjModel* m = model_of(collision);
  m->opt.solver = _i % 3;
  m->opt.cone = _i / 3;
  // what is left of the equations of motion when a solver stops early would be an outer force
  m->opt.tolerance = 0;
  m->opt.iterations = 200;
  mjData* d = mj_makeData(m);
  SET(d->qvel, 1, .2, 0, 3, -2, 5, -.5, 0, .1, 1, 2, -4, 0, -1.5, 0, 0, 6, 1);
  int touched = 0;
  mjtNum before[6], after[6];
  momentum(m, d, before);
  for (int i = 0; i < 200; i++) {
    mj_step(m, d);
    touched += d->ncon > 0;
  }
  momentum(m, d, after);
  ck_assert_int_gt(touched, 5);
  assert_close("momentum", after, before, 6, m->opt.solver == mjSOL_CG ? 1e-6 : 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// springs, motors and limits of tendons between bodies: equal and opposite along one line
START_TEST(tendons_keep_momentum) {
  mjModel* m = model_of(
      "<mujoco><option gravity='0 0 0' timestep='.002'/><worldbody>"
      "<body><freejoint/><geom size='.1'/><site name='a' pos='.05 0 .05'/></body>"
      "<body pos='.5 .1 0'><freejoint/><geom size='.12' mass='3'/><site name='b' pos='0 .1 0'/>"
      "</body></worldbody><tendon><spatial name='t' stiffness='50' damping='2' range='0 .5' "
      "limited='true' frictionloss='.3'><site site='a'/><site site='b'/></spatial></tendon>"
      "<actuator><motor tendon='t' gear='5'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  SET(d->qvel, .1, .2, 0, 3, -2, 5, .5, 0, .1, 1, 2, -4);
  SET(d->ctrl, .7);
  expect_momentum_kept(m, d, 500, 1e-11, "momentum with a tendon");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// A connect constraint pulls at two points that are apart by its violation, so angular momentum
// changes by no more than force times violation; linear momentum is exact.
START_TEST(connections_keep_momentum) {
  mjModel* m = model_of(
      "<mujoco><option gravity='0 0 0' timestep='.0005'/><worldbody>"
      "<body name='a'><freejoint/><geom size='.1' contype='0'/></body>"
      "<body name='b' pos='.5 .1 0'><freejoint/><geom size='.12' mass='3' contype='0'/></body>"
      "</worldbody><equality><connect body1='a' body2='b' anchor='.2 .1 0' solref='.004 1'/>"
      "</equality></mujoco>");
  mjData* d = mj_makeData(m);
  SET(d->qvel, .1, .2, 0, .3, -.2, .5, .5, 0, .1, .1, .2, -.4);
  mjtNum before[6], after[6];
  momentum(m, d, before);
  for (int i = 0; i < 2000; i++)
    mj_step(m, d);
  momentum(m, d, after);
  assert_close("linear momentum", after, before, 3, 1e-12);
  assert_close("angular momentum", after + 3, before + 3, 3, 1e-3);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// Motors and springs inside a free tree: no outer force, so the centre of mass stays where it is.
START_TEST(inner_forces_leave_the_centre_of_mass_alone) {
  mjModel* m = model_of(
      "<mujoco><option gravity='0 0 0' timestep='.002'/><worldbody><body><freejoint/>"
      "<geom type='box' size='.1 .05 .05'/><body pos='.1 0 0'><joint name='h' axis='0 1 0' "
      "stiffness='1' damping='.1' range='-40 40'/><geom type='capsule' size='.03' "
      "fromto='0 0 0 .3 0 0'/></body><body pos='-.1 0 0'><joint name='s' type='slide' "
      "axis='-1 0 .3' frictionloss='.2'/><geom size='.05'/></body></body></worldbody><actuator>"
      "<motor joint='h' gear='1.5'/><position joint='s' kp='30'/></actuator></mujoco>");
  for (int i = 0; i < 4; i++) {
    m->opt.integrator = integrators[i];
    m->opt.timestep = 0.0005;
    mjData* d = mj_makeData(m);
    mj_forward(m, d);
    mjtNum start[3];
    mju_copy3(start, d->subtree_com + 3);
    for (int k = 0; k < 1200; k++) {
      d->ctrl[0] = sin(0.0125 * k);
      d->ctrl[1] = 0.05 * cos(0.0075 * k);
      mj_step(m, d);
    }
    mj_forward(m, d);
    for (int k = 0; k < 3; k++)
      assert_near(d->subtree_com[3 + k], start[k], 1e-3);
    ck_assert(fabs(d->qpos[7]) > 0.01);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("conservation");
  TCase* tc = tcase_create("conservation");
  tcase_add_loop_test(tc, energy_drifts_with_the_order_of_the_integrator, 0, 4);
  tcase_add_loop_test(tc, collisions_keep_momentum, 0, 6);
  tcase_add_test(tc, tendons_keep_momentum);
  tcase_add_test(tc, connections_keep_momentum);
  tcase_add_test(tc, inner_forces_leave_the_centre_of_mass_alone);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
