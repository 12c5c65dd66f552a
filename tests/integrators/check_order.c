// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Accuracy and stability of the integrators: orders of convergence, conservation, behaviour at
// large time steps. The chain has hinges only: RK4 averages angular velocities in a frame that
// turns, so with quaternions it is of second order.

#include "tests/dynamics/support.h"

#define CHAIN(option)                                                                    \
  "<mujoco><option " option                                                              \
  "><flag energy='enable' contact='disable'/></option><worldbody><body pos='0 0 2'>"     \
  "<joint axis='0 1 0'/><geom type='capsule' size='.03' fromto='0 0 0 .4 0 0'/>"         \
  "<body pos='.4 0 0'><joint axis='0 1 0'/><geom type='capsule' size='.03' "             \
  "fromto='0 0 0 .3 0 0'/><body pos='.3 0 0'><joint axis='1 0 1'/><geom type='capsule' " \
  "size='.03' fromto='0 0 0 .2 .1 0'/></body></body></body></worldbody></mujoco>"

static void start_chain(const mjModel* m, mjData* d) {
  mj_resetData(m, d);
  SET(d->qpos, 0.3, -0.4);
  SET(d->qvel, 0.5, -1, 0.6);
}

// state at time T after n steps: positions then velocities
static void state_at(mjModel* m, mjtNum T, int n, mjtNum* state) {
  mjData* d = mj_makeData(m);
  start_chain(m, d);
  m->opt.timestep = T / n;
  for (int i = 0; i < n; i++)
    mj_step(m, d);
  memcpy(state, d->qpos, (size_t)m->nq * sizeof *state);
  memcpy(state + m->nq, d->qvel, (size_t)m->nv * sizeof *state);
  mj_deleteData(d);
}

static const int integrators[] = {mjINT_EULER, mjINT_RK4, mjINT_IMPLICIT, mjINT_IMPLICITFAST};

START_TEST(error_falls_with_the_order_of_the_integrator) {
  mjModel* m = model_of(CHAIN(""));
  int order = integrators[_i] == mjINT_RK4 ? 4 : 1, n = (int)(m->nq + m->nv);
  mjtNum exact[20], coarse[20], fine[20], e1 = 0, e2 = 0;
  m->opt.integrator = mjINT_RK4;
  state_at(m, 0.4, 3200, exact);
  m->opt.integrator = integrators[_i];
  state_at(m, 0.4, 100, coarse);
  state_at(m, 0.4, 200, fine);
  for (int i = 0; i < n; i++) {
    e1 += (coarse[i] - exact[i]) * (coarse[i] - exact[i]);
    e2 += (fine[i] - exact[i]) * (fine[i] - exact[i]);
  }
  mjtNum found = log2(sqrt(e1 / e2));
  ck_assert_msg(fabs(found - order) < 0.25, "order %g, expected %d", found, order);
  mj_deleteModel(m);
}
END_TEST

START_TEST(rk4_keeps_the_energy_of_a_conservative_chain) {
  mjModel* m = model_of(CHAIN("integrator='RK4' timestep='.001'"));
  mjData* d = mj_makeData(m);
  start_chain(m, d);
  mj_forward(m, d);
  mjtNum before = d->energy[0] + d->energy[1];
  for (int i = 0; i < 1000; i++)
    mj_step(m, d);
  mj_forward(m, d);
  assert_near(d->energy[0] + d->energy[1], before, 1e-7);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(implicit_and_implicitfast_agree_without_coriolis_terms) {
  mjModel* m = model_of(
      "<mujoco><option timestep='.02'/><worldbody><body><joint name='a' type='slide' damping='2'/>"
      "<joint name='b' type='slide' axis='1 0 0' damping='.3'/><geom size='.1'/></body></worldbody>"
      "<tendon><fixed damping='3'><joint joint='a' coef='-2'/></fixed></tendon>"
      "<actuator><velocity joint='b' kv='4'/></actuator></mujoco>");
  mjData *d = mj_makeData(m), *e = mj_makeData(m);
  SET(d->qvel, 1, -2);
  SET(e->qvel, 1, -2);
  for (int i = 0; i < 50; i++) {
    m->opt.integrator = mjINT_IMPLICIT;
    mj_step(m, d);
    m->opt.integrator = mjINT_IMPLICITFAST;
    mj_step(m, e);
  }
  assert_close("qvel", d->qvel, e->qvel, m->nv, 1e-12);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

// a damper 500 times too strong for explicit integration, by joint (Euler) or actuator (implicit)
START_TEST(implicit_damping_is_stable_at_large_steps) {
  mjModel* m = model_of(
      _i == mjINT_EULER
          ? "<mujoco><option gravity='0 0 0' timestep='.1'/><worldbody><body><joint type='slide' "
            "damping='10000'/><geom size='.1' mass='1'/></body></worldbody></mujoco>"
          : "<mujoco><option gravity='0 0 0' timestep='.1'/><worldbody><body><joint name='a' "
            "type='slide'/><geom size='.1' mass='1'/></body></worldbody><actuator><velocity "
            "joint='a' kv='10000'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  m->opt.integrator = _i;
  d->qvel[0] = 1;
  for (int i = 1; i <= 3; i++) {
    mj_step(m, d);
    // backward Euler: v / (1 + h b / m)
    assert_near(d->qvel[0] / pow(1 / 1001.0, i), 1, 1e-9);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_tumbling_body_keeps_its_angular_momentum) {
  mjModel* m = model_named("freebody");
  m->opt.timestep = 0.001;
  mjData* d = mj_makeData(m);
  mj_resetDataKeyframe(m, d, 0);
  mj_forward(m, d);
  // the first body alone, about its own centre of mass
  mj_subtreeVel(m, d);
  mjtNum before[3], energy = d->energy[1];
  memcpy(before, d->subtree_angmom + 3, sizeof before);
  for (int i = 0; i < 2000; i++)
    mj_step(m, d);
  mj_forward(m, d);
  mj_subtreeVel(m, d);
  assert_close("angular momentum", d->subtree_angmom + 3, before, 3, 1e-6);
  assert_near(d->energy[1], energy, 1e-6 * energy);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(semi_implicit_euler_moves_with_the_new_velocity) {
  mjModel* m = model_of(
      "<mujoco><option timestep='.01'/><worldbody><body><joint type='slide' axis='0 0 1'/>"
      "<geom size='.1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  d->qvel[0] = 2;
  mj_step(m, d);
  assert_near(d->qvel[0], 2 - 0.0981, 1e-15);
  assert_near(d->qpos[0], 0.01 * (2 - 0.0981), 1e-15);
  assert_near(d->time, 0.01, 0);
  // the new state, but the acceleration and the warm start of the old one
  assert_near(d->qacc[0], -9.81, 1e-14);
  assert_near(d->qacc_warmstart[0], -9.81, 1e-14);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(split_steps_equal_whole_steps) {
  mjModel* m = model_named("frictionloss");
  m->opt.integrator = integrators[_i];
  mjData *d = mj_makeData(m), *e = mj_makeData(m);
  for (int i = 0; i < 50; i++) {
    d->ctrl[0] = e->ctrl[0] = sin(0.3 * i);
    if (integrators[_i] == mjINT_RK4)
      m->opt.integrator = mjINT_EULER;  // as the second half does with RK4
    mj_step(m, d);
    m->opt.integrator = integrators[_i];
    mj_step1(m, e);
    mj_step2(m, e);
  }
  ck_assert_mem_eq(d->qpos, e->qpos, (size_t)m->nq * sizeof(mjtNum));
  ck_assert_mem_eq(d->qvel, e->qvel, (size_t)m->nv * sizeof(mjtNum));
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("integrators");
  TCase* tc = tcase_create("order");
  tcase_add_loop_test(tc, error_falls_with_the_order_of_the_integrator, 0, 4);
  tcase_add_test(tc, rk4_keeps_the_energy_of_a_conservative_chain);
  tcase_add_test(tc, implicit_and_implicitfast_agree_without_coriolis_terms);
  tcase_add_test(tc, a_tumbling_body_keeps_its_angular_momentum);
  tcase_add_test(tc, semi_implicit_euler_moves_with_the_new_velocity);
  tcase_add_loop_test(tc, split_steps_equal_whole_steps, 0, 4);
  suite_add_tcase(suite, tc);
  TCase* stiff = tcase_create("stiff");
  tcase_add_loop_test(stiff, implicit_damping_is_stable_at_large_steps, mjINT_EULER,
                      mjINT_EULER + 1);
  tcase_add_loop_test(stiff, implicit_damping_is_stable_at_large_steps, mjINT_IMPLICIT,
                      mjINT_IMPLICITFAST + 1);
  suite_add_tcase(suite, stiff);
  return run_suite(suite);
}
