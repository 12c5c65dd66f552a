// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Quaternions, poses, and their derivatives.

#include <fulcrum/math.h>

#include "suite.h"

START_TEST(rotation_by_quaternion_and_by_its_matrix_agree) {
  for (int trial = 0; trial < 50; trial++) {
    mjtNum q[4], m[9], v[3], a[3], b[3];
    random_quat(q);
    fill_noise(v, 3);
    mju_quat2Mat(m, q);
    mju_rotVecQuat(a, v, q);
    mju_mulMatVec3(b, m, v);
    ck_assert_near(a, b, 3, 1e-15);
    mju_rotVecMat(b, v, m);
    ck_assert_near(a, b, 3, 1e-15);

    // and back
    mju_negQuat(q, q);
    mju_rotVecQuat(a, a, q);
    ck_assert_near(a, v, 3, 1e-15);
    mju_rotVecMatT(b, b, m);
    ck_assert_near(b, v, 3, 1e-15);
  }
}
END_TEST

START_TEST(the_unit_quaternion_changes_no_bit) {
  const mjtNum unit[4] = {1, 0, 0, 0}, v[3] = {(mjtNum)0.1, (mjtNum)1e-300, (mjtNum)-3e8};
  const mjtNum eye[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  mjtNum res[9];
  mju_rotVecQuat(res, v, unit);
  ck_assert(memcmp(res, v, sizeof v) == 0);
  mju_quat2Mat(res, unit);
  ck_assert_near(res, eye, 9, 0);
  mju_axisAngle2Quat(res, v, 0);
  ck_assert_near(res, unit, 4, 0);
}
END_TEST

START_TEST(product_composes_rotations) {
  mjtNum a[4], b[4], ab[4], v[3], x[3], y[3], axis[3], q[4], full[4];
  random_quat(a);
  random_quat(b);
  fill_noise(v, 3);
  mju_mulQuat(ab, a, b);
  mju_rotVecQuat(x, v, b);
  mju_rotVecQuat(x, x, a);
  mju_rotVecQuat(y, v, ab);
  ck_assert_near(x, y, 3, 1e-15);

  // pure second factor; in place
  fill_noise(axis, 3);
  mjtNum pure[4] = {0, axis[0], axis[1], axis[2]};
  mju_mulQuat(full, a, pure);
  mju_mulQuatAxis(q, a, axis);
  ck_assert_near(q, full, 4, 1e-15);
  mju_mulQuat(a, a, b);
  ck_assert_near(a, ab, 4, 0);
}
END_TEST

START_TEST(matrix_to_quaternion_inverts_in_all_four_branches) {
  const mjtNum axes[4][3] = {{1, 1, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int i = 0; i < 4; i++) {
    for (int k = 1; k < 20; k++) {
      mjtNum q[4], m[9], back[4], axis[3] = {axes[i][0], axes[i][1], axes[i][2]};
      mju_normalize3(axis);
      mju_axisAngle2Quat(q, axis, (mjtNum)(k * 0.157));
      mju_quat2Mat(m, q);
      mju_mat2Quat(back, m);
      mju_scl(back, back, mju_sign(mju_dot(q, back, 4)), 4);
      ck_assert_near(back, q, 4, 1e-14);
    }
  }
}
END_TEST

START_TEST(difference_and_integration_are_inverse) {
  for (int trial = 0; trial < 50; trial++) {
    mjtNum a[4], b[4], r[3], c[4];
    random_quat(a);
    random_quat(b);
    mju_subQuat(r, a, b);
    ck_assert(mju_norm3(r) <= mjPI + 1e-12);
    mju_copy4(c, b);
    mju_quatIntegrate(c, r, 1);
    mju_scl(c, c, mju_sign(mju_dot(c, a, 4)), 4);
    ck_assert_near(c, a, 4, 1e-14);
  }
  mjtNum q[4] = {(mjtNum)0.9, (mjtNum)0.1, (mjtNum)0.2, (mjtNum)0.3}, v[3] = {1, -2, (mjtNum)0.5};
  const mjtNum turned[4] = {0.9250054733418871, 0.18382411275844435, 0.12451104502218469,
                            0.30833515778062903};
  mju_quatIntegrate(q, v, (mjtNum)0.1);
  ck_assert_near(q, turned, 4, 1e-15);
}
END_TEST

START_TEST(opposite_quaternions_have_one_velocity) {
  mjtNum q[4], v[3], w[3];
  const mjtNum full_turn[4] = {-1, 0, 0, 0};
  random_quat(q);
  mju_quat2Vel(v, q, (mjtNum)0.1);
  mju_scl(q, q, -1, 4);
  mju_quat2Vel(w, q, (mjtNum)0.1);
  ck_assert_near(v, w, 3, 1e-13);
  mju_quat2Vel(v, full_turn, 1);
  ck_assert(mju_isZero(v, 3));
}
END_TEST

START_TEST(derivative_of_a_rotation_uses_the_global_velocity) {
  // d/dt of exp(w t) q at t = 0
  mjtNum q[4], w[3], turn[4], later[4], rate[4], axis[3];
  const mjtNum dt = (mjtNum)1e-6;
  random_quat(q);
  fill_noise(w, 3);
  mju_copy3(axis, w);
  mjtNum speed = mju_normalize3(axis);
  mju_axisAngle2Quat(turn, axis, speed * dt);
  mju_mulQuat(later, turn, q);
  mju_sub(later, later, q, 4);
  mju_scl(later, later, 1 / dt, 4);
  mju_derivQuat(rate, q, w);
  ck_assert_near(rate, later, 4, 1e-5);
}
END_TEST

START_TEST(z_axis_is_turned_into_any_direction) {
  const mjtNum z[3] = {0, 0, 1}, up[3] = {0, 0, 7}, down[3] = {0, 0, -2}, none[3] = {0, 0, 0};
  const mjtNum unit[4] = {1, 0, 0, 0}, flip[4] = {0, 1, 0, 0};
  mjtNum q[4], v[3], res[3];
  for (int trial = 0; trial < 20; trial++) {
    fill_noise(v, 3);
    mju_quatZ2Vec(q, v);
    mju_rotVecQuat(res, z, q);
    mju_normalize3(v);
    ck_assert_near(res, v, 3, 1e-15);
  }
  mju_quatZ2Vec(q, up);
  ck_assert_near(q, unit, 4, 0);
  mju_quatZ2Vec(q, none);
  ck_assert_near(q, unit, 4, 0);
  mju_quatZ2Vec(q, down);
  ck_assert_near(q, flip, 4, 0);
}
END_TEST

START_TEST(rotational_part_of_a_deformation) {
  const mjtNum m[9] = {1.2, .1, -.3, .4, .9, .2, -.1, .3, 1.5};
  const mjtNum expected[4] = {.99729935456365804, .012119862705780826, -.02954294774634058,
                              .066138646443373569};
  const mjtNum half_turn[9] = {1, 0, 0, 0, -1, 0, 0, 0, -1};
  mjtNum q[4] = {1, 0, 0, 0};
  ck_assert_int_eq(mju_mat2Rot(q, m), 23);
  ck_assert_near(q, expected, 4, 1e-9);

  // stretch times rotation gives back the rotation
  mjtNum r[4], R[9], S[9] = {2, .1, .2, .1, 1.5, -.3, .2, -.3, 1}, RS[9];
  const mjtNum axis[3] = {0, (mjtNum)0.6, (mjtNum)0.8};
  mju_axisAngle2Quat(r, axis, (mjtNum)0.7);
  mju_quat2Mat(R, r);
  mju_mulMatMat(RS, R, S, 3, 3, 3);
  mju_unit4(q);
  mju_mat2Rot(q, RS);
  ck_assert_near(q, r, 4, 1e-8);

  // stationary start
  mju_unit4(q);
  ck_assert_int_eq(mju_mat2Rot(q, half_turn), 0);
}
END_TEST

START_TEST(euler_sequences_turn_moving_or_fixed_axes) {
  const mjtNum e[3] = {(mjtNum).1, (mjtNum).2, (mjtNum).3};
  const mjtNum moving[4] = {.98185617286608085, .064071347706071161, .09115754934299071,
                            .15343930202422257};
  const mjtNum fixed[4] = {.98334744325635581, .034270798550482096, .10602051106179562,
                           .14357217502739189};
  mjtNum q[4], r[4];
  const mjtNum reversed[3] = {e[2], e[1], e[0]};
  mju_euler2Quat(q, e, "xyz");
  ck_assert_near(q, moving, 4, 1e-15);
  mju_euler2Quat(q, e, "XYZ");
  ck_assert_near(q, fixed, 4, 1e-15);

  // fixed axes in one order are moving axes in the opposite order
  mju_euler2Quat(r, reversed, "zyx");
  ck_assert_near(q, r, 4, 1e-15);
  expect_error(mju_euler2Quat(q, e, "xy"), "");
  expect_error(mju_euler2Quat(q, e, "xyzx"), "");
  expect_error(mju_euler2Quat(q, e, "xyp"),
               "mju_euler2Quat: seq[2] is 'p', should be one of x, y, z, X, Y, Z");
}
END_TEST

START_TEST(poses_form_a_group) {
  mjtNum p[3], q[4], pi[3], qi[4], p0[3], q0[4], v[3], w[3];
  const mjtNum zero[3] = {0, 0, 0};
  fill_noise(p, 3);
  random_quat(q);
  fill_noise(v, 3);
  mju_negPose(pi, qi, p, q);
  mju_mulPose(p0, q0, p, q, pi, qi);
  ck_assert_near(p0, zero, 3, 1e-15);
  ck_assert_double_eq_tol(fabs((double)q0[0]), 1, 1e-15);
  mju_trnVecPose(w, p, q, v);
  mju_trnVecPose(w, pi, qi, w);
  ck_assert_near(w, v, 3, 1e-15);
}
END_TEST

START_TEST(spatial_transform_moves_the_reference_point_and_keeps_power) {
  const mjtNum vec[6] = {1, 2, 3, 4, 5, 6}, to[3] = {1, 2, 3}, from[3] = {-1, .5, .2};
  const mjtNum moved[6] = {1, 2, 3, 5.1, 8.2, 3.5};
  mjtNum res[6], motion[6], force[6], a[6], b[6], q[4], R[9];
  mju_transformSpatial(res, vec, 0, to, from, NULL);
  ck_assert_near(res, moved, 6, 1e-14);
  fill_noise(motion, 6);
  fill_noise(force, 6);
  random_quat(q);
  mju_quat2Mat(R, q);
  mju_transformSpatial(a, motion, 0, to, from, R);
  mju_transformSpatial(b, force, 1, to, from, R);
  ck_assert_double_eq_tol(mju_dot(a, b, 6), mju_dot(motion, force, 6), 1e-13);
}
END_TEST

// column of a finite difference: (f(+e) - f(-e)) / 2e by rotating q locally about axis k
static void turned(mjtNum res[4], const mjtNum q[4], int k, mjtNum angle) {
  mjtNum v[3] = {0, 0, 0};
  v[k] = angle;
  mju_copy4(res, q);
  mju_quatIntegrate(res, v, 1);
}

START_TEST(derivative_of_the_difference_agrees_with_finite_differences) {
  const mjtNum e = (mjtNum)1e-6;
  for (int trial = 0; trial < 10; trial++) {
    mjtNum a[4], b[4], Da[9], Db[9], plus[3], minus[3], q[4];
    random_quat(a);
    random_quat(b);
    if (trial == 0)
      mju_copy4(b, a);
    mjd_subQuat(a, b, Da, Db);
    for (int k = 0; k < 3; k++) {
      for (int which = 0; which < 2; which++) {
        turned(q, which ? b : a, k, e);
        mju_subQuat(plus, which ? a : q, which ? q : b);
        turned(q, which ? b : a, k, -e);
        mju_subQuat(minus, which ? a : q, which ? q : b);
        for (int i = 0; i < 3; i++) {
          double slope = (double)(plus[i] - minus[i]) / (2 * (double)e);
          ck_assert_double_eq_tol(which ? Db[3 * i + k] : Da[3 * i + k], slope, 1e-6);
        }
      }
    }
    mjd_subQuat(a, b, NULL, NULL);
  }
}
END_TEST

START_TEST(derivative_of_integration_agrees_with_finite_differences) {
  const mjtNum e = (mjtNum)1e-6, scales[3] = {(mjtNum)0.5, (mjtNum)0.001, 1};
  for (int trial = 0; trial < 9; trial++) {
    mjtNum q[4], v[3], h = scales[trial % 3], Dq[9], Dv[9], Ds[3];
    mjtNum base[4], moved[4], plus[3];
    random_quat(q);
    fill_noise(v, 3);
    mjd_quatIntegrate(v, h, Dq, Dv, Ds);
    mju_copy4(base, q);
    mju_quatIntegrate(base, v, h);
    for (int k = 0; k < 3; k++) {
      // start turned
      turned(moved, q, k, e);
      mju_quatIntegrate(moved, v, h);
      mju_subQuat(plus, moved, base);
      for (int i = 0; i < 3; i++)
        ck_assert_double_eq_tol(Dq[3 * i + k], plus[i] / e, 1e-5);

      // scaled velocity changed
      mjtNum s[3] = {v[0] * h, v[1] * h, v[2] * h};
      s[k] += e;
      mju_copy4(moved, q);
      mju_quatIntegrate(moved, s, 1);
      mju_subQuat(plus, moved, base);
      for (int i = 0; i < 3; i++)
        ck_assert_double_eq_tol(Dv[3 * i + k], plus[i] / e, 1e-5);
    }
    ck_assert_near(Ds, v, 3, 1e-13);
    mjd_quatIntegrate(v, h, NULL, NULL, NULL);
  }
}
END_TEST

int main(void) {
  const TTest* const tests[] = {rotation_by_quaternion_and_by_its_matrix_agree,
                                the_unit_quaternion_changes_no_bit,
                                product_composes_rotations,
                                matrix_to_quaternion_inverts_in_all_four_branches,
                                difference_and_integration_are_inverse,
                                opposite_quaternions_have_one_velocity,
                                derivative_of_a_rotation_uses_the_global_velocity,
                                z_axis_is_turned_into_any_direction,
                                rotational_part_of_a_deformation,
                                euler_sequences_turn_moving_or_fixed_axes,
                                poses_form_a_group,
                                spatial_transform_moves_the_reference_point_and_keeps_power,
                                derivative_of_the_difference_agrees_with_finite_differences,
                                derivative_of_integration_agrees_with_finite_differences,
                                NULL};
  return run_tests("quaternions", tests);
}
