// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Textbook problems whose solution is a formula: projectile, pendulum, oscillator, inclined plane,
// rolling, pulley, terminal velocity.

#include "tests/dynamics/support.h"

#define G 9.81

static void run(const mjModel* m, mjData* d, mjtNum time) {
  const int n = (int)lround(time / m->opt.timestep);
  for (int i = 0; i < n; i++)
    mj_step(m, d);
}

START_TEST(a_projectile_flies_a_parabola) {
  mjModel* m = model_of(
      "<mujoco><option integrator='RK4' timestep='.01'/><worldbody><body>"
      "<freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  SET(d->qvel, 2, -1, 5);
  run(m, d, 0.8);
  ASSERT_VALUES(d->qpos, 1.6, -.8, 5 * .8 - G / 2 * .64);
  ASSERT_VALUES(d->qvel, 2, -1, 5 - G * .8);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// complete elliptic integral of the first kind of the modulus k, by the arithmetic-geometric mean
static mjtNum elliptic_K(mjtNum k) {
  mjtNum a = 1, b = sqrt(1 - k * k);
  for (int i = 0; i < 30; i++) {
    const mjtNum mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  return 3.14159265358979323846 / (2 * a);
}

// a point mass on a string of length 0.5, released at rest at the angle a: period 4 sqrt(l/g) K
START_TEST(a_pendulum_swings_with_its_exact_period) {
  static const mjtNum amplitudes[] = {0.01, 1, 2, 3};
  const mjtNum a = amplitudes[_i], l = .5;
  mjModel* m = model_of(
      "<mujoco><option integrator='RK4' timestep='.001'/><worldbody><body>"
      "<joint axis='0 1 0'/><inertial pos='0 0 -.5' mass='2' "
      "diaginertia='1e-12 1e-12 1e-12'/></body></worldbody></mujoco>");
  const mjtNum period = 4 * sqrt(l / G) * elliptic_K(sin(a / 2));
  const int n = (int)ceil(period / 1e-3);
  m->opt.timestep = period / n;
  mjData* d = mj_makeData(m);
  d->qpos[0] = a;
  for (int i = 0; i < n; i++)
    mj_step(m, d);
  assert_near(d->qpos[0], a, 1e-7);
  assert_near(d->qvel[0], 0, 1e-6);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// mass 2, stiffness 50, damping 3
START_TEST(an_oscillator_rings_down) {
  mjModel* m = model_of(
      "<mujoco><option integrator='RK4' timestep='.002' gravity='0 0 0'/>"
      "<worldbody><body><joint type='slide' stiffness='50' damping='3'/>"
      "<geom size='.1' mass='2'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  d->qpos[0] = .2;
  run(m, d, 1);
  const mjtNum decay = 3 / (2 * 2.0), w = sqrt(50 / 2.0 - decay * decay);
  assert_near(d->qpos[0], .2 * exp(-decay) * (cos(w) + decay / w * sin(w)), 1e-9);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- contact

// gravity is tilted instead of the plane
static mjModel* inclined(const char* joint, const char* geom, mjtNum angle, mjtNum friction,
                         int cone) {
  char xml[600];
  snprintf(xml, sizeof xml,
           "<mujoco><option timestep='.001' gravity='%.17g 0 %.17g' cone='%s' impratio='100'/>"
           "<worldbody><geom type='plane' size='50 5 1' friction='%g 0 0'/><body pos='0 0 .1'>"
           "%s<geom %s friction='%g 0 0'/></body></worldbody></mujoco>",
           G * sin(angle), -G * cos(angle), cone ? "elliptic" : "pyramidal", friction, joint, geom,
           friction);
  return model_of(xml);
}

// It does not turn, so that it has no edge to stand on. Coefficient .4 holds up to 21.8 degrees;
// beyond it a = g (sin - .4 cos). It may bounce while it slides: what the normal force has too much
// is found in the normal velocity.
START_TEST(a_block_slides_where_friction_cannot_hold_it) {
  const mjtNum angles[] = {.2, .35, .45, .6};
  const mjtNum angle = angles[_i % 4], excess = sin(angle) - .4 * cos(angle);
  mjModel* m = inclined("<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/>",
                        "type='box' size='.2 .2 .1'", angle, .4, _i / 4);
  mjData* d = mj_makeData(m);
  run(m, d, .3);
  const mjtNum x = d->qpos[0], before = d->qvel[0] + .4 * d->qvel[1];
  run(m, d, .5);
  if (excess < 0)
    ck_assert_msg(fabs(d->qpos[0] - x) < 1e-3, "creeps by %g", d->qpos[0] - x);
  else
    assert_near(d->qvel[0] + .4 * d->qvel[1] - before, G * excess * .5, 1e-6);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// acceleration between the times 0.3, when it has settled, and 0.8
static mjtNum mean_acceleration(const mjModel* m, mjData* d) {
  run(m, d, 0.3);
  const mjtNum before = d->qvel[0];
  run(m, d, 0.5);
  return (d->qvel[0] - before) / 0.5;
}

// rolling without slipping: sphere 5/7, cylinder 2/3 of the acceleration of a frictionless block
START_TEST(round_bodies_roll_with_their_share_of_gravity) {
  static const char* const geoms[] = {"type='sphere' size='.1'",
                                      "type='cylinder' size='.1 .1' euler='90 0 0'"};
  const mjtNum share[] = {5 / 7.0, 2 / 3.0}, angle = .2;
  mjModel* m = inclined("<freejoint/>", geoms[_i], angle, 1, 1);
  mjData* d = mj_makeData(m);
  assert_near(mean_acceleration(m, d), share[_i] * G * sin(angle), 4e-3);
  assert_near(d->qvel[4] * .1, d->qvel[0], 5e-3);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// at rest the contact carries the weight
START_TEST(a_resting_body_presses_with_its_weight) {
  mjModel* m = inclined("<freejoint/>", "type='box' size='.2 .2 .1' mass='3'", 0, 1, _i);
  mjData* d = mj_makeData(m);
  run(m, d, 2);
  mj_forward(m, d);
  mjtNum normal = 0;
  for (int i = 0; i < d->ncon; i++) {
    mjtNum force[6];
    mj_contactForce(m, d, i, force);
    normal += force[0];
  }
  ck_assert_int_eq(d->ncon, 4);
  assert_near(normal, 3 * G, 1e-5);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- transmission of force

// masses 3 and 1 on a string over a pulley: g (3 - 1) / (3 + 1)
START_TEST(two_masses_on_a_string_share_their_weight) {
  mjModel* m = model_of(
      "<mujoco><option timestep='.001'/><worldbody>"
      "<body><joint name='a' type='slide'/><geom size='.1' mass='3'/></body>"
      "<body pos='1 0 0'><joint name='b' type='slide'/><geom size='.1' mass='1'/></body>"
      "</worldbody><tendon><fixed name='t'><joint joint='a' coef='1'/><joint joint='b' coef='1'/>"
      "</fixed></tendon><equality><tendon tendon1='t' solref='.004 1'/></equality></mujoco>");
  mjData* d = mj_makeData(m);
  run(m, d, .3);
  const mjtNum before = d->qvel[0];
  run(m, d, .5);
  assert_near((d->qvel[0] - before) / .5, -G / 2, 1e-4);
  assert_near(d->qvel[1], -d->qvel[0], 1e-4);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// A sphere of radius r and mass 1 sinks in a viscous fluid with m g / (3 pi mu s): s is the edge of
// the box of equal inertia, 2/5 r^2 = s^2 / 6.
START_TEST(a_sinking_sphere_reaches_its_terminal_velocity) {
  mjModel* m = model_of(
      "<mujoco><option timestep='.01' viscosity='2' integrator='implicit'/>"
      "<worldbody><body><freejoint/><geom size='.1' mass='1'/></body>"
      "</worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  run(m, d, 20);
  const mjtNum edge = .1 * sqrt(12 / 5.0);
  assert_near(d->qvel[2], -G / (3 * 3.14159265358979323846 * 2 * edge), 1e-9);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// A servo with proportional gain kp holds a mass m g / kp below its target.
START_TEST(a_servo_sags_under_the_weight) {
  mjModel* m = model_of(
      "<mujoco><option timestep='.01'/><worldbody><body><joint name='j' "
      "type='slide'/><geom size='.1' mass='2'/></body></worldbody><actuator>"
      "<position joint='j' kp='100' dampratio='1'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  d->ctrl[0] = .5;
  run(m, d, 10);
  assert_near(d->qpos[0], .5 - 2 * G / 100, 1e-9);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("closed forms");
  TCase* tc = tcase_create("closed forms");
  tcase_add_test(tc, a_projectile_flies_a_parabola);
  tcase_add_loop_test(tc, a_pendulum_swings_with_its_exact_period, 0, 4);
  tcase_add_test(tc, an_oscillator_rings_down);
  tcase_add_loop_test(tc, a_block_slides_where_friction_cannot_hold_it, 0, 8);
  tcase_add_loop_test(tc, round_bodies_roll_with_their_share_of_gravity, 0, 2);
  tcase_add_loop_test(tc, a_resting_body_presses_with_its_weight, 0, 2);
  tcase_add_test(tc, two_masses_on_a_string_share_their_weight);
  tcase_add_test(tc, a_sinking_sphere_reaches_its_terminal_velocity);
  tcase_add_test(tc, a_servo_sags_under_the_weight);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
