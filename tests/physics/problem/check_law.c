// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The constraint law: costs, forces and states from residuals, and contact forces.

#include "tests/physics/problem/scene.h"

static double cost_at(Scene s, const double* r, int hessian) {
  double cost;
  mj_constraintUpdate(s.m, s.d, r, &cost, hessian);
  return cost;
}

START_TEST(an_elliptic_contact_has_three_zones) {
  Scene s = scene_forward(scene_ball);
  const double above[6] = {2, 1, -0.5, 0.3, 0.2, 0.1}, beside[6] = {-1, 2, -1, 30, 20, -10},
               below[6] = {-10, 1, 0.5, 3, 2, -1};
  const double zero[6] = {0};
  ck_assert_double_eq(cost_at(s, above, 0), 0);
  ck_assert_ints(s.d->efc_state, 0, 0, 0, 0, 0, 0);
  ck_assert_near(s.d->efc_force, zero, 6, 0);

  ck_assert_double_eq_tol(cost_at(s, beside, 1), 63.084815765136653, 1e-11);
  ck_assert_ints(s.d->efc_state, 4, 4, 4, 4, 4, 4);
  ck_assert_reals(s.d->efc_force, 1e-12, 43.687721816092072, -29.618977257441987,
                  14.809488628720993, -0.27767791178851858, -0.0041651686768277791,
                  0.0020825843384138895);
  ck_assert_reals(s.d->contact[0].H, 1e-12, 15.127388535031834, -10.255919932601234,
                  5.127959966300617, -0.096149249368136555, -0.0014422387405220484,
                  0.0007211193702610242, -10.255919932601234, 11.126622163935021,
                  1.8414332323929832, -0.034526873107368433, -0.00051790309661052655,
                  0.00025895154830526327);

  ck_assert_double_eq_tol(cost_at(s, below, 0), 979.8227636718741, 1e-10);
  ck_assert_ints(s.d->efc_state, 1, 1, 1, 1, 1, 1);
  ck_assert_reals(s.d->efc_force, 1e-11, 189.99999999999983, -47.499999999999957,
                  -23.749999999999979, -0.089062499999999906, -0.0013359374999999986,
                  0.00066796874999999929);

  ck_assert_double_eq(cost_at(s, zero, 0), 0);
  ck_assert_ints(s.d->efc_state, 0, 0, 0, 0, 0, 0);
  scene_free(s);
}
END_TEST

START_TEST(force_is_minus_the_gradient_of_the_cost) {
  for (int cone = 0; cone < 2; cone++) {
    Scene s = scene_load(scene_everything);
    s.m->opt.cone = cone;
    mj_forward(s.m, s.d);
    int n = s.d->nefc;
    double *r = calloc((size_t)n, sizeof *r), *force = calloc((size_t)n, sizeof *force);
    for (int i = 0; i < n; i++)
      r[i] = 40 * sin(1.7 * i + cone);
    cost_at(s, r, 0);
    mju_copy(force, s.d->efc_force, n);
    for (int i = 0; i < n; i++) {
      double h = 1e-5, x = r[i], plus, minus;
      r[i] = x + h;
      plus = cost_at(s, r, 0);
      r[i] = x - h;
      minus = cost_at(s, r, 0);
      r[i] = x;
      double slope = (plus - minus) / (2 * h);
      ck_assert_msg(fabs(slope + force[i]) <= 1e-4 * fmax(1, fabs(force[i])),
                    "row %d: force %g, slope %g", i, force[i], slope);
    }
    free(r);
    free(force);
    scene_free(s);
  }
}
END_TEST

START_TEST(the_cone_hessian_is_the_derivative_of_the_force) {
  Scene s = scene_forward(scene_ball);
  double r[6] = {-1, 2, -1, 30, 20, -10}, H[36];
  cost_at(s, r, 1);
  mju_copy(H, s.d->contact[0].H, 36);
  for (int k = 0; k < 6; k++) {
    double h = 1e-5, x = r[k], plus[6], minus[6];
    r[k] = x + h;
    cost_at(s, r, 0);
    mju_copy(plus, s.d->efc_force, 6);
    r[k] = x - h;
    cost_at(s, r, 0);
    mju_copy(minus, s.d->efc_force, 6);
    r[k] = x;
    for (int j = 0; j < 6; j++)
      ck_assert_double_eq_tol(H[6 * j + k], -(plus[j] - minus[j]) / (2 * h), 1e-6);
  }
  scene_free(s);
}
END_TEST

START_TEST(joint_forces_are_the_transposed_jacobian_times_row_forces) {
  Scene s = scene_forward(scene_everything);
  double* frc = calloc((size_t)s.m->nv, sizeof *frc);
  mj_mulJacTVec(s.m, s.d, frc, s.d->efc_force);
  ck_assert_near(s.d->qfrc_constraint, frc, s.m->nv, 1e-10);
  free(frc);
  scene_free(s);
}
END_TEST

START_TEST(inverse_dynamics_applies_the_law_to_the_given_acceleration) {
  Scene s = scene_forward(scene_coupled);
  s.d->qacc[0] = 0.1;
  s.d->qacc[1] = 0.2;
  mj_inverse(s.m, s.d);
  ck_assert_reals(s.d->efc_force, 1e-12, -345.10838085789834, -14.792914918830194, -0.3, -0.05,
                  433.06512157142828, 551.89999999999907);
  ck_assert_ints(s.d->efc_state, 1, 1, 3, 3, 1, 1);
  ck_assert_reals(s.d->qfrc_inverse, 1e-11, 295.93588997985086, 865.25979507542138);
  scene_free(s);
}
END_TEST

START_TEST(contact_force_is_decoded_from_pyramid_edges) {
  Scene s = scene_load(scene_ball);
  s.m->opt.cone = mjCONE_PYRAMIDAL;
  mj_forward(s.m, s.d);
  double force[6];
  mj_contactForce(s.m, s.d, 0, force);
  ck_assert_reals(force, 1e-9, 50.524608390568822, 2.6811811843083011, 8.8860149185384412,
                  -0.70389564167488727, -0.002612493534798083, 0);
  mj_contactForce(s.m, s.d, 1, force);
  ck_assert_reals(force, 0, 0, 0, 0, 0, 0, 0);
  mj_contactForce(s.m, s.d, -1, force);
  ck_assert_reals(force, 0, 0, 0, 0, 0, 0, 0);
  scene_free(s);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {an_elliptic_contact_has_three_zones,
                                force_is_minus_the_gradient_of_the_cost,
                                the_cone_hessian_is_the_derivative_of_the_force,
                                joint_forces_are_the_transposed_jacobian_times_row_forces,
                                inverse_dynamics_applies_the_law_to_the_given_acceleration,
                                contact_force_is_decoded_from_pyramid_edges,
                                NULL};
  return run_tests("law", tests);
}
