// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Jacobians against finite differences, velocities, and each other.

#include "core/physics/mechanics/jacobian.h"
#include "tests/physics/mechanics/support.h"

// d moved by eps along dof i, kinematics done
static void perturb(const mjModel* m, mjData* d, const mjtNum* qpos, int i, mjtNum eps) {
  mjtNum* step = calloc((size_t)m->nv, sizeof *step);
  step[i] = 1;
  mju_copy(d->qpos, qpos, (int)m->nq);
  mj_integratePos(m, d->qpos, step, eps);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  free(step);
}

// column i of a 3 x nv matrix is the central difference of what `pick` points at
static void assert_columns(const mjModel* m, mjData* d, const mjtNum* jac, const mjtNum* pick) {
  mjtNum* qpos = malloc((size_t)m->nq * sizeof *qpos);
  mju_copy(qpos, d->qpos, (int)m->nq);
  for (int i = 0; i < m->nv; i++) {
    mjtNum plus[3], minus[3], column[3] = {jac[i], jac[i + m->nv], jac[i + 2 * m->nv]};
    perturb(m, d, qpos, i, 1e-6);
    mju_copy3(plus, pick);
    perturb(m, d, qpos, i, -1e-6);
    mju_copy3(minus, pick);
    for (int k = 0; k < 3; k++)
      assert_near(column[k], (plus[k] - minus[k]) / 2e-6, 1e-8);
  }
  mju_copy(d->qpos, qpos, (int)m->nq);
  mj_kinematics(m, d);
  mj_comPos(m, d);
  free(qpos);
}

START_TEST(position_jacobians_are_derivatives_of_position) {
  mjModel* m = load_scene(_i ? "mixed" : "transmission");
  mjData* d = random_data(m);
  mj_normalizeQuat(m, d->qpos);
  position_stage(m, d);
  mjtNum* jac = malloc(3 * (size_t)m->nv * sizeof *jac);
  for (int body = 0; body < m->nbody; body++) {
    mj_jacBody(m, d, jac, NULL, body);
    assert_columns(m, d, jac, d->xpos + 3 * body);
    mj_jacBodyCom(m, d, jac, NULL, body);
    assert_columns(m, d, jac, d->xipos + 3 * body);
    if (m->body_subtreemass[body] > 0) {
      mj_jacSubtreeCom(m, d, jac, body);
      assert_columns(m, d, jac, d->subtree_com + 3 * body);
    }
  }
  mj_jacSite(m, d, jac, NULL, 0);
  assert_columns(m, d, jac, d->site_xpos);
  mj_jacGeom(m, d, jac, NULL, (int)m->ngeom - 1);
  assert_columns(m, d, jac, d->geom_xpos + 3 * (m->ngeom - 1));
  free(jac);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(jacobian_times_velocity_is_object_velocity) {
  mjModel* m = load_scene("mixed");
  mjData* d = random_data(m);
  mjtNum *jacp = malloc(3 * (size_t)m->nv * sizeof *jacp),
         *jacr = malloc(3 * (size_t)m->nv * sizeof *jacr);
  for (int body = 1; body < m->nbody; body++) {
    mjtNum velocity[6], w[3], v[3];
    mj_jacBodyCom(m, d, jacp, jacr, body);
    mj_objectVelocity(m, d, mjOBJ_BODY, body, velocity, 0);
    mju_mulMatVec(w, jacr, d->qvel, 3, (int)m->nv);
    mju_mulMatVec(v, jacp, d->qvel, 3, (int)m->nv);
    assert_close("angular", velocity, w, 3, 1e-13);
    assert_close("linear", velocity + 3, v, 3, 1e-13);

    mjtNum local[6], turned[3];
    mj_objectVelocity(m, d, mjOBJ_BODY, body, local, 1);
    mju_mulMatVec3(turned, d->ximat + 9 * body, local + 3);
    if (m->body_weldid[body])
      assert_close("local", turned, v, 3, 1e-13);
  }
  free(jacp);
  free(jacr);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(jacobian_rate_is_its_time_derivative) {
  mjModel* m = load_scene("mixed");
  mjData *d = random_data(m), *e = mj_makeData(m);
  int nv = (int)m->nv, body = (int)m->nbody - 1;
  size_t size = 6 * (size_t)nv * sizeof(mjtNum);
  mjtNum *rate = malloc(size), *plus = malloc(size), *minus = malloc(size);
  for (body = 1; body < m->nbody; body++) {
    mj_jacDot(m, d, rate, rate + 3 * nv, d->xipos + 3 * body, body);
    for (int sign = -1; sign <= 1; sign += 2) {
      mjtNum* jac = sign > 0 ? plus : minus;
      mju_copy(e->qpos, d->qpos, (int)m->nq);
      mj_integratePos(m, e->qpos, d->qvel, sign * 1e-6);
      mj_kinematics(m, e);
      mj_comPos(m, e);
      mj_jac(m, e, jac, jac + 3 * nv, e->xipos + 3 * body, body);
    }
    for (int i = 0; i < 6 * nv; i++)
      assert_near(rate[i], (plus[i] - minus[i]) / 2e-6, 1e-7);
  }
  free(rate);
  free(plus);
  free(minus);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

START_TEST(object_acceleration_is_the_rate_of_object_velocity) {
  mjModel* m = load_scene("pendulum");
  mjData *d = random_data(m), *e = mj_makeData(m);
  mj_rnePostConstraint(m, d);
  mjtNum acceleration[6], plus[6], minus[6];
  mj_objectAcceleration(m, d, mjOBJ_XBODY, 2, acceleration, 0);
  for (int sign = -1; sign <= 1; sign += 2) {
    mju_copy(e->qpos, d->qpos, (int)m->nq);
    mj_integratePos(m, e->qpos, d->qvel, sign * 1e-6);
    mju_addScl(e->qvel, d->qvel, d->qacc, sign * 1e-6, (int)m->nv);
    position_stage(m, e);
    mj_comVel(m, e);
    mj_objectVelocity(m, e, mjOBJ_XBODY, 2, sign > 0 ? plus : minus, 0);
  }
  acceleration[5] -= 9.81;  // it contains minus gravity
  for (int k = 0; k < 6; k++)
    assert_near(acceleration[k], (plus[k] - minus[k]) / 2e-6, 1e-6);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

START_TEST(angular_momentum_matrix_gives_subtree_angular_momentum) {
  mjModel* m = load_scene("mixed");
  mjData* d = random_data(m);
  mjtNum *mat = malloc(3 * (size_t)m->nv * sizeof *mat), momentum[3];
  mj_subtreeVel(m, d);
  for (int body = 1; body < m->nbody; body++) {
    mj_angmomMat(m, d, mat, body);
    mju_mulMatVec(momentum, mat, d->qvel, 3, (int)m->nv);
    assert_close("angular momentum", d->subtree_angmom + 3 * body, momentum, 3, 1e-12);
  }
  free(mat);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(applied_wrench_does_the_work_of_its_point) {
  mjModel* m = load_scene("transmission");
  mjData* d = random_data(m);
  int nv = (int)m->nv;
  mjtNum force[3] = {1, 2, 3}, torque[3] = {-1, .5, .2}, *qfrc = calloc((size_t)nv, sizeof *qfrc),
         velocity[6];
  mj_applyFT(m, d, force, torque, d->site_xpos + 6, m->site_bodyid[2], qfrc);
  mj_objectVelocity(m, d, mjOBJ_SITE, 2, velocity, 0);
  assert_near(mju_dot(qfrc, d->qvel, nv),
              mju_dot3(torque, velocity) + mju_dot3(force, velocity + 3), 1e-12);

  // a part that is absent adds nothing
  mjtNum before = qfrc[0];
  mj_applyFT(m, d, NULL, NULL, d->site_xpos, m->site_bodyid[2], qfrc);
  ck_assert_double_eq(qfrc[0], before);
  expect_error(mj_applyFT(m, d, force, NULL, d->site_xpos, (int)m->nbody, qfrc),
               "there is no body");
  free(qfrc);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(chains_list_exactly_the_dofs_that_move_a_body) {
  mjModel* m = load_scene("mixed");
  mjData* d = random_data(m);
  int nv = (int)m->nv, n, *chain = malloc((size_t)nv * sizeof *chain),
      *other = malloc((size_t)nv * sizeof *other);
  mjtNum *jacr = malloc(6 * (size_t)nv * sizeof *jacr), *jacp = jacr + 3 * nv,
         *sparse = malloc(6 * (size_t)nv * sizeof *sparse);
  for (int body = 0; body < m->nbody; body++) {
    const int* own = body_chain(m, body, &n);
    for (int k = 1; k < n; k++) {
      ck_assert_int_lt(own[k - 1], own[k]);
      ck_assert_int_eq(m->dof_parentid[own[k]], own[k - 1]);
    }
    for (int b2 = 0; b2 < m->nbody; b2++) {
      int nu = chain_union(m, body, b2, chain), nd = chain_difference(m, body, b2, other), n2;
      body_chain(m, b2, &n2);
      ck_assert_int_eq(2 * nu, n + n2 + nd);

      // difference of two points' Jacobians, dense and on the chain
      mj_jacBody(m, d, jacp, NULL, b2);
      mj_jacBody(m, d, jacr, NULL, body);
      mju_subFrom(jacp, jacr, 3 * nv);
      chain_jacobian_difference(m, d, sparse, NULL, body, d->xpos + 3 * body, b2, d->xpos + 3 * b2,
                                nu, chain);
      for (int k = 0; k < nu; k++)
        for (int r = 0; r < 3; r++)
          assert_near(sparse[r * nu + k], jacp[r * nv + chain[k]], 1e-14);
      mjtNum axis[3] = {.3, -.5, .7};
      mju_zero(sparse, nu);
      chain_add_projection(m, d, sparse, axis, body, d->xpos + 3 * body, b2, d->xpos + 3 * b2, nu,
                           chain);
      for (int k = 0; k < nu; k++) {
        mjtNum dense = 0;
        for (int r = 0; r < 3; r++)
          dense += axis[r] * jacp[r * nv + chain[k]];
        assert_near(sparse[k], dense, 1e-13);
      }

      // the rate of the distance between the points
      mju_sub3(axis, d->xpos + 3 * b2, d->xpos + 3 * body);
      mju_zero(sparse, nu);
      chain_add_pull(m, d, sparse, axis, body, d->xpos + 3 * body, b2, d->xpos + 3 * b2, nu, chain);
      for (int k = 0; k < nu; k++) {
        mjtNum dense = 0;
        for (int r = 0; r < 3; r++)
          dense += axis[r] * jacp[r * nv + chain[k]];
        assert_near(sparse[k], dense, 1e-13);
      }
    }
  }
  free(chain);
  free(other);
  free(jacr);
  free(sparse);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(axis_jacobian_turns_the_axis) {
  mjModel* m = load_scene("pendulum");
  mjData* d = random_data(m);
  int nv = (int)m->nv;
  mjtNum jacp[12], jaca[12], jacr[12], axis[3] = {.6, 0, .8}, turn[3], w[3], expected[3];
  mj_jacPointAxis(m, d, jacp, jaca, d->xipos + 6, axis, 2);
  mj_jac(m, d, NULL, jacr, d->xipos + 6, 2);
  mju_mulMatVec(turn, jaca, d->qvel, 3, nv);
  mju_mulMatVec(w, jacr, d->qvel, 3, nv);
  mju_cross(expected, w, axis);
  assert_close("axis rate", turn, expected, 3, 1e-14);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(objects_without_a_frame_are_errors) {
  mjModel* m = load_scene("wrap");
  mjData* d = random_data(m);
  mjtNum res[6];
  expect_error(mj_objectVelocity(m, d, mjOBJ_TENDON, 0, res, 0), "invalid object type");
  expect_error(mj_objectAcceleration(m, d, mjOBJ_JOINT, 0, res, 0), "invalid object type");
  mj_objectVelocity(m, d, mjOBJ_BODY, 0, res, 0);
  ck_assert(mju_isZero(res, 6));
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("jacobian");
  TCase* tc = tcase_create("jacobian");
  tcase_add_loop_test(tc, position_jacobians_are_derivatives_of_position, 0, 2);
  tcase_add_test(tc, jacobian_times_velocity_is_object_velocity);
  tcase_add_test(tc, jacobian_rate_is_its_time_derivative);
  tcase_add_test(tc, object_acceleration_is_the_rate_of_object_velocity);
  tcase_add_test(tc, angular_momentum_matrix_gives_subtree_angular_momentum);
  tcase_add_test(tc, applied_wrench_does_the_work_of_its_point);
  tcase_add_test(tc, chains_list_exactly_the_dofs_that_move_a_body);
  tcase_add_test(tc, axis_jacobian_turns_the_axis);
  tcase_add_test(tc, objects_without_a_frame_are_errors);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
