// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Gyroscopic motion against its closed forms: the free symmetric top, the heavy symmetric top in
// steady precession, and rotation about the intermediate axis of inertia.

#include "tests/dynamics/support.h"

// body with moments of inertia I1, I2, I3 that touches nothing
static mjModel* free_body(mjtNum I1, mjtNum I2, mjtNum I3) {
  char xml[500];
  snprintf(xml, sizeof xml,
           "<mujoco><option gravity='0 0 0' integrator='RK4' timestep='.001'>"
           "<flag energy='enable'/></option><worldbody><body><freejoint/>"
           "<inertial pos='0 0 0' mass='1' diaginertia='%g %g %g'/></body></worldbody></mujoco>",
           I1, I2, I3);
  return model_of(xml);
}

static void run(const mjModel* m, mjData* d, mjtNum time) {
  const int n = (int)lround(time / m->opt.timestep);
  for (int i = 0; i < n; i++)
    mj_step(m, d);
}

// In the body the transverse angular velocity turns with (I3 - I1) / I1 * w3.
START_TEST(a_free_top_precesses_in_its_body) {
  const mjtNum I1 = .02, I3 = .03, w1 = 2, w3 = 6, t = 1.5;
  mjModel* m = free_body(I1, I1, I3);
  mjData* d = mj_makeData(m);
  SET(d->qvel + 3, w1, 0, w3);
  run(m, d, t);
  const mjtNum angle = (I3 - I1) / I1 * w3 * t;
  assert_near(d->qvel[3], w1 * cos(angle), 1e-8);
  assert_near(d->qvel[4], w1 * sin(angle), 1e-8);
  assert_near(d->qvel[5], w3, 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// In space it turns about the angular momentum with |L| / I1 while it spins about its own axis.
START_TEST(a_free_top_precesses_about_its_angular_momentum) {
  const mjtNum I1 = .02, I3 = .03, w1 = 2, w3 = 6, t = 1.5;
  mjModel* m = free_body(I1, I1, I3);
  mjData* d = mj_makeData(m);
  SET(d->qvel + 3, w1, 0, w3);
  m->opt.timestep = 2.5e-4;
  run(m, d, t);
  mjtNum L[3] = {I1 * w1, 0, I3 * w3}, about[4], spin[4], expected[4], axis[3] = {0, 0, 1};
  const mjtNum length = mju_normalize3(L);
  mju_axisAngle2Quat(about, L, length / I1 * t);
  mju_axisAngle2Quat(spin, axis, w3 * (1 - I3 / I1) * t);
  mju_mulQuat(expected, about, spin);
  const mjtNum same = fabs(mju_dot(expected, d->qpos + 3, 4));
  ck_assert_msg(same > 1 - 1e-10, "orientations differ by %g rad", 2 * acos(fmin(1, same)));
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// Steady precession W of a top of mass M, its centre at the distance l, at the angle a from the
// vertical: M g l = W (I3 w3 - I1 W cos a), I1 about the pivot, w3 along the axis.
START_TEST(a_heavy_top_precesses_steadily) {
  const mjtNum M = 1, l = .1, g = 9.81, Ic = .002, I3 = .003, a = .5, W = 2, t = 1;
  const mjtNum I1 = Ic + M * l * l, w3 = (M * g * l / W + I1 * W * cos(a)) / I3;
  char xml[600];
  snprintf(xml, sizeof xml,
           "<mujoco><option integrator='RK4' timestep='.00005'/><worldbody><body>"
           "<joint type='ball'/><inertial pos='0 0 %g' mass='%g' diaginertia='%g %g %g'/>"
           "</body></worldbody></mujoco>",
           l, M, Ic, Ic, I3);
  mjModel* m = model_of(xml);
  mjData* d = mj_makeData(m);
  SET(d->qpos, cos(a / 2), 0, sin(a / 2), 0);
  SET(d->qvel, -W * sin(a), 0, w3);
  run(m, d, t);
  mjtNum axis[3], up[3] = {0, 0, 1};
  mju_rotVecQuat(axis, up, d->qpos);
  assert_near(acos(axis[2]), a, 2e-5);
  assert_near(axis[0], sin(a) * cos(W * t), 2e-5);
  assert_near(axis[1], sin(a) * sin(W * t), 2e-5);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// Rotation about the intermediate axis is unstable: the body turns over and over, keeping energy
// and angular momentum. About the other two axes it stays as it is.
START_TEST(only_the_intermediate_axis_is_unstable) {
  mjModel* m = free_body(.01, .02, .028);
  for (int axis = 0; axis < 3; axis++) {
    mjData* d = mj_makeData(m);
    d->qvel[3 + axis] = 8;
    d->qvel[3 + (axis + 1) % 3] = 1e-3;
    mj_forward(m, d);
    const mjtNum energy = d->energy[1];
    int flips = 0, sign = 1;
    for (int i = 0; i < 12000; i++) {
      mj_step(m, d);
      if (sign * d->qvel[3 + axis] < -4) {
        flips++;
        sign = -sign;
      }
    }
    mj_forward(m, d);
    assert_near(d->energy[1], energy, 1e-9 * energy);
    if (axis == 1) {
      ck_assert_int_ge(flips, 2);
    } else {
      ck_assert_int_eq(flips, 0);
      assert_near(d->qvel[3 + axis], 8, 1e-5);
    }
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("rotation");
  TCase* tc = tcase_create("rotation");
  tcase_add_test(tc, a_free_top_precesses_in_its_body);
  tcase_add_test(tc, a_free_top_precesses_about_its_angular_momentum);
  tcase_add_test(tc, a_heavy_top_precesses_steadily);
  tcase_add_test(tc, only_the_intermediate_axis_is_unstable);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
