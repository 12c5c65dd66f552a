// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bias forces, energies, passive forces, and the velocity derivative of all of them.

#include "core/physics/pipeline/derivative.h"
#include "core/physics/pipeline/passive.h"
#include "tests/physics/mechanics/support.h"

static mjtNum* numbers(size_t n) { return calloc(n + 1, sizeof(mjtNum)); }

START_TEST(inverse_dynamics_is_inertia_times_acceleration_plus_bias) {
  mjModel* m = load_scene(_i ? "mixed" : "springs");
  mjData* d = random_data(m);
  int nv = (int)m->nv;
  mjtNum *inverse = numbers((size_t)nv), *expected = numbers((size_t)nv);
  mj_rne(m, d, 1, inverse);
  mj_mulM(m, d, expected, d->qacc);
  mju_addTo(expected, d->qfrc_bias, nv);
  for (int i = 0; i < nv; i++)
    expected[i] -= m->dof_armature[i] * d->qacc[i];  // not part of the recursion
  assert_close("force", inverse, expected, nv, 1e-12);
  free(inverse);
  free(expected);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// time derivative of the state of a free system
static void acceleration(const mjModel* m, mjData* d, mjtNum* qacc) {
  position_stage(m, d);
  velocity_stage(m, d);
  mju_sub(qacc, d->qfrc_passive, d->qfrc_bias, (int)m->nv);
  mj_solveM(m, d, qacc, qacc, 1);
}

static mjtNum total_energy(const mjModel* m, mjData* d) {
  position_stage(m, d);
  mj_energyPos(m, d);
  mj_energyVel(m, d);
  return d->energy[0] + d->energy[1];
}

// midpoint rule
static void midpoint_step(const mjModel* m, mjData* d, mjtNum h) {
  int nv = (int)m->nv, nq = (int)m->nq;
  mjtNum *q = numbers((size_t)nq), *v = numbers((size_t)nv), *a = numbers((size_t)nv);
  mju_copy(q, d->qpos, nq);
  mju_copy(v, d->qvel, nv);
  acceleration(m, d, a);
  mj_integratePos(m, d->qpos, v, h / 2);
  mju_addToScl(d->qvel, a, h / 2, nv);
  acceleration(m, d, a);
  mj_integratePos(m, q, d->qvel, h);
  mju_copy(d->qpos, q, nq);
  mju_addScl(d->qvel, v, a, h, nv);
  free(q);
  free(v);
  free(a);
}

START_TEST(energy_of_a_falling_pendulum_is_constant) {
  mjModel* m = load_scene("pendulum");
  mjData* d = mj_makeData(m);
  d->qpos[0] = 1.2;
  d->qvel[2] = 2;
  mjtNum before = total_energy(m, d);
  for (int k = 0; k < 2000; k++)
    midpoint_step(m, d, 2e-4);
  assert_near(total_energy(m, d), before, 1e-5 * fabs(before));
  ck_assert_double_gt(d->energy[1], 0.1);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(momentum_of_a_free_tree_is_constant) {
  mjModel* m = load_scene("transmission");
  m->opt.disableflags |= mjDSBL_GRAVITY;
  mjData* d = mj_makeData(m);
  random_state(m, d);
  mjtNum linear[3], angular[3];
  position_stage(m, d);
  mj_comVel(m, d);
  mj_subtreeVel(m, d);
  mju_copy3(linear, d->subtree_linvel + 3);
  mju_copy3(angular, d->subtree_angmom + 3);
  for (int k = 0; k < 500; k++)
    midpoint_step(m, d, 1e-3);
  position_stage(m, d);
  mj_comVel(m, d);
  mj_subtreeVel(m, d);
  for (int k = 0; k < 3; k++) {
    assert_near(d->subtree_linvel[3 + k], linear[k], 1e-4);
    assert_near(d->subtree_angmom[3 + k], angular[k], 1e-3);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(kinetic_energy_is_the_sum_over_bodies) {
  mjModel* m = load_scene("springs");
  mjData* d = random_data(m);
  mjtNum sum = 0;
  for (int b = 1; b < m->nbody; b++) {
    mjtNum v[6];
    mj_objectVelocity(m, d, mjOBJ_BODY, b, v, 1);
    sum += 0.5 * m->body_mass[b] * mju_dot3(v + 3, v + 3);
    for (int k = 0; k < 3; k++)
      sum += 0.5 * m->body_inertia[3 * b + k] * v[k] * v[k];
  }
  mj_energyVel(m, d);
  assert_near(d->energy[1], sum, 1e-13 * sum);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(spring_and_gravity_forces_are_gradients_of_potential_energy) {
  mjModel* m = load_scene(_i ? "wrap" : "springs");
  mjData* d = mj_makeData(m);
  random_state(m, d);
  mju_zero(d->qvel, (int)m->nv);
  mj_normalizeQuat(m, d->qpos);
  int nv = (int)m->nv, nq = (int)m->nq;
  mjtNum *q = numbers((size_t)nq), *step = numbers((size_t)nv), *force = numbers((size_t)nv);
  position_stage(m, d);
  velocity_stage(m, d);
  mju_sub(force, d->qfrc_spring, d->qfrc_bias, nv);
  mju_copy(q, d->qpos, nq);
  for (int i = 0; i < nv; i++) {
    mjtNum energy[2];
    // the rotation vector of a ball joint is not the gradient of its square
    if (m->jnt_type[m->dof_jntid[i]] < mjJNT_SLIDE && m->jnt_stiffness[m->dof_jntid[i]] != 0 &&
        i >= 3)
      continue;
    for (int s = 0; s < 2; s++) {
      mju_zero(step, nv);
      step[i] = s ? 1 : -1;
      mju_copy(d->qpos, q, nq);
      mj_integratePos(m, d->qpos, step, 1e-6);
      mj_kinematics(m, d);
      mj_comPos(m, d);
      mj_tendon(m, d);
      mj_energyPos(m, d);
      energy[s] = d->energy[0];
    }
    assert_near(force[i], -(energy[1] - energy[0]) / 2e-6, 1e-6 * (1 + fabs(force[i])));
  }
  free(q);
  free(step);
  free(force);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(dampers_and_fluid_dissipate) {
  mjModel* m = load_scene(_i ? "fluid" : "wrap");
  mju_zero3(m->opt.wind);
  mjData* d = random_data(m);
  mjtNum power =
      mju_dot(d->qfrc_damper, d->qvel, (int)m->nv) + mju_dot(d->qfrc_fluid, d->qvel, (int)m->nv);
  ck_assert_double_lt(power, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(full_gravity_compensation_cancels_the_bias_at_rest) {
  mjModel* m = load_scene("springs");
  for (int b = 1; b < m->nbody; b++)
    m->body_gravcomp[b] = 1;
  mjData* d = mj_makeData(m);
  random_state(m, d);
  mju_zero(d->qvel, (int)m->nv);
  position_stage(m, d);
  velocity_stage(m, d);
  assert_close("gravcomp", d->qfrc_gravcomp, d->qfrc_bias, m->nv, 1e-12);

  // the ball joint takes its share as actuator force
  mju_zero(d->qfrc_actuator, (int)m->nv);
  gravity_compensation_to_actuators(m, d);
  for (int i = 0; i < m->nv; i++) {
    int to_actuator = i >= 6 && i < 9;
    assert_near(d->qfrc_actuator[i], to_actuator ? d->qfrc_gravcomp[i] : 0, 0);
    assert_near(d->qfrc_passive[i],
                d->qfrc_spring[i] + d->qfrc_damper[i] + (to_actuator ? 0 : d->qfrc_gravcomp[i]),
                1e-12);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

static int callback_count;
static void count_callback(const mjModel* m, mjData* d) {
  (void)m;
  d->qfrc_passive[0] += 100;
  callback_count++;
}

START_TEST(passive_callback_adds_unless_springs_and_dampers_are_off) {
  mjModel* m = load_scene("springs");
  mjData* d = random_data(m);
  mjtNum before = d->qfrc_passive[0];
  mjcb_passive = count_callback;
  callback_count = 0;
  mj_passive(m, d);
  assert_near(d->qfrc_passive[0], before + 100, 1e-12);
  m->opt.disableflags |= mjDSBL_SPRING;
  mj_passive(m, d);
  ck_assert(mju_isZero(d->qfrc_spring, (int)m->nv));
  m->opt.disableflags |= mjDSBL_DAMPER;
  mj_passive(m, d);
  mjcb_passive = NULL;
  ck_assert_int_eq(callback_count, 2);
  ck_assert(mju_isZero(d->qfrc_passive, (int)m->nv));
  ck_assert(mju_isZero(d->qfrc_gravcomp, (int)m->nv));
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// forces that qDeriv differentiates
static void smooth_force(const mjModel* m, mjData* d, mjtNum* force) {
  velocity_stage(m, d);
  mju_sub(force, d->qfrc_passive, d->qfrc_bias, (int)m->nv);
}

START_TEST(velocity_derivative_equals_finite_differences) {
  static const char* const scenes[] = {"mixed", "fluid", "springs", "wrap", "transmission"};
  mjModel* m = load_scene(scenes[_i]);

  // tendons between trees are not in the pattern
  for (int t = 0; t < m->ntendon; t++)
    if (m->tendon_treenum[t] > 1)
      m->tendon_damping[t] = 0;
  mjData* d = random_data(m);
  int nv = (int)m->nv;
  mjtNum *plus = numbers((size_t)nv), *minus = numbers((size_t)nv), scale = 1;
  velocity_derivative(m, d, NULL, 1);
  for (int k = 0; k < m->nD; k++)
    scale = fmax(scale, fabs(d->qDeriv[k]));
  for (int j = 0; j < nv; j++) {
    mjtNum v = d->qvel[j];
    d->qvel[j] = v + 1e-6;
    smooth_force(m, d, plus);
    d->qvel[j] = v - 1e-6;
    smooth_force(m, d, minus);
    d->qvel[j] = v;
    for (int i = 0; i < nv; i++) {
      mjtNum analytic = 0;
      for (int k = 0; k < m->D_rownnz[i]; k++)
        if (m->D_colind[m->D_rowadr[i] + k] == j)
          analytic = d->qDeriv[m->D_rowadr[i] + k];
      assert_near(analytic, (plus[i] - minus[i]) / 2e-6, 1e-7 * scale);
    }
  }
  free(plus);
  free(minus);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(derivative_without_bias_is_symmetric) {
  mjModel* m = load_scene("fluid");
  mjData* d = random_data(m);
  int nv = (int)m->nv;
  mjtNum* full = numbers((size_t)(nv * nv));
  velocity_derivative(m, d, NULL, 0);
  for (int i = 0; i < nv; i++)
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++)
      full[i * nv + m->D_colind[k]] = d->qDeriv[k];
  for (int i = 0; i < nv; i++)
    for (int j = 0; j < i; j++)
      assert_near(full[i * nv + j], full[j * nv + i], 1e-10);
  free(full);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(actuator_slopes_act_through_their_moments) {
  mjModel* m = load_scene("transmission");
  mjData* d = random_data(m);
  int nu = (int)m->nu, i = 2;  // six gears on the free joint
  mjtNum *slope = numbers((size_t)nu), *before = numbers((size_t)m->nD);
  velocity_derivative(m, d, NULL, 0);
  mju_copy(before, d->qDeriv, (int)m->nD);
  slope[i] = -2;
  velocity_derivative(m, d, slope, 0);
  for (int r = 0; r < 6; r++) {
    for (int c = 0; c < 6; c++) {
      assert_near(d->qDeriv[m->D_rowadr[r] + c] - before[m->D_rowadr[r] + c],
                  -2 * d->actuator_moment[d->moment_rowadr[i] + r] *
                      d->actuator_moment[d->moment_rowadr[i] + c],
                  1e-11);
    }
  }
  m->opt.disableflags |= mjDSBL_ACTUATION;
  velocity_derivative(m, d, slope, 0);
  assert_close("without actuation", d->qDeriv, before, m->nD, 1e-15);
  free(slope);
  free(before);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(parents_carry_the_weight_of_their_children) {
  mjModel* m = load_scene("pendulum");
  mjData* d = mj_makeData(m);
  position_stage(m, d);
  velocity_stage(m, d);
  mj_rnePostConstraint(m, d);
  assert_near(d->cfrc_int[5], 3 * 9.81, 1e-12);       // world
  assert_near(d->cfrc_int[6 + 5], 3 * 9.81, 1e-12);   // on the upper link
  assert_near(d->cfrc_int[12 + 5], 2 * 9.81, 1e-12);  // on the lower link
  assert_near(d->cacc[12 + 5], 9.81, 1e-12);
  ck_assert_int_eq(d->flg_rnepost, 1);

  // an external force on the lower link relieves both joints
  d->xfrc_applied[12 + 2] = 5;
  mj_rnePostConstraint(m, d);
  assert_near(d->cfrc_int[12 + 5], 2 * 9.81 - 5, 1e-12);
  assert_near(d->cfrc_int[6 + 5], 3 * 9.81 - 5, 1e-12);
  assert_near(d->cfrc_ext[12 + 5], 5, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// rows of constraints as a solver would leave them, in arrays of the test
typedef struct Rows_ {
  mjtNum force[8];
  int id[8];
  mjContact contact;
  int type[8];  // mjtConstraint
} Rows;

static void lend_rows(mjData* d, Rows* rows, int ne, int ncon) {
  d->efc_force = rows->force;
  d->efc_id = rows->id;
  d->efc_type = rows->type;
  d->nefc = ncon ? 8 : ne;
  d->ne = ne;
  d->contact = &rows->contact;
  d->ncon = ncon;
}

// contact between the plane and the sphere of "wrenches", rows after those of the connect
static Rows sphere_on_plane(void) {
  Rows rows = {.force = {0, 0, 22.183933738729294, 18.969500000000043, -1.2940358281973157,
                         1.9396148588695041}};
  mjtNum frame[9] = {0, 0, 1, 0, 1, 0, -1, 0, 0};
  mju_copy(rows.contact.frame, frame, 9);
  rows.contact.pos[2] = -.0025;
  rows.contact.dim = 3;
  rows.contact.geom[1] = 1;
  rows.contact.efc_address = 3;
  rows.type[3] = mjCNSTR_CONTACT_ELLIPTIC;
  mju_fill(rows.contact.friction, 1, 5);
  return rows;
}

START_TEST(constraint_forces_reach_the_external_wrenches) {
  mjModel* m = load_scene("wrenches");
  mjData* d = mj_makeData(m);
  mjtNum applied[6] = {1, 2, 3, .1, .2, .3};
  mju_copy(d->xfrc_applied + 6, applied, 6);
  position_stage(m, d);
  velocity_stage(m, d);
  Rows rows = sphere_on_plane();
  mjContact* kept = d->contact;
  lend_rows(d, &rows, 3, 1);
  mj_rnePostConstraint(m, d);
  mjtNum a[6] = {-0.026168493249238284, 0.38911244873977668, 0.3,
                 -0.93961485886950413,  0.70596417180268434, 21.969500000000043};
  mjtNum b[6] = {0, -2.2183933738729316, 0, 0, 0, 22.183933738729294};
  assert_close("cfrc_ext a", d->cfrc_ext + 6, a, 6, 1e-12);
  assert_close("cfrc_ext b", d->cfrc_ext + 12, b, 6, 1e-12);

  // edges of a friction pyramid: normal is their sum, tangents their differences times friction
  rows.type[3] = mjCNSTR_CONTACT_PYRAMIDAL;
  mjtNum edges[4] = {4, 1, 2, 3};
  mju_copy(rows.force + 3, edges, 4);
  mj_rnePostConstraint(m, d);
  assert_near(d->cfrc_ext[6 + 5], 3 + 10, 1e-12);
  assert_near(d->cfrc_ext[6 + 4], 2 + 3, 1e-12);
  assert_near(d->cfrc_ext[6 + 3], 1 + 1, 1e-12);

  // a contact without rows exerts nothing
  rows.contact.efc_address = -1;
  mj_rnePostConstraint(m, d);
  assert_near(d->cfrc_ext[6 + 5], 3, 0);
  lend_rows(d, &rows, 0, 0);
  d->efc_force = NULL;
  d->efc_id = NULL;
  d->efc_type = NULL;
  d->contact = kept;
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(weld_acts_at_its_anchor_on_both_bodies) {
  mjModel* m = load_scene("wrenches");
  mjData* d = mj_makeData(m);
  position_stage(m, d);
  velocity_stage(m, d);
  Rows rows = {.force = {1, 2, 3, 4, 5, 6}, .id = {1, 1, 1, 1, 1, 1}};
  mjContact* kept = d->contact;
  lend_rows(d, &rows, 6, 0);
  mj_rnePostConstraint(m, d);

  // the anchor is given in the frame of the second body, b at (1,0,1)
  mjtNum anchor[3] = {1.1, .2, 1.3}, wrench[6] = {4, 5, 6, 1, 2, 3}, moved[6];
  mju_transformSpatial(moved, d->cfrc_ext + 18, 1, anchor, d->subtree_com + 9, NULL);
  assert_close("on c", moved, wrench, 6, 1e-13);
  mju_transformSpatial(moved, d->cfrc_ext + 12, 1, anchor, d->subtree_com + 6, NULL);
  mju_scl(moved, moved, -1, 6);
  assert_close("on b", moved, wrench, 6, 1e-13);
  lend_rows(d, &rows, 0, 0);
  d->efc_force = NULL;
  d->efc_id = NULL;
  d->efc_type = NULL;
  d->contact = kept;
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("dynamics");
  TCase* tc = tcase_create("dynamics");
  tcase_set_timeout(tc, 60);
  tcase_add_loop_test(tc, inverse_dynamics_is_inertia_times_acceleration_plus_bias, 0, 2);
  tcase_add_test(tc, energy_of_a_falling_pendulum_is_constant);
  tcase_add_test(tc, momentum_of_a_free_tree_is_constant);
  tcase_add_test(tc, kinetic_energy_is_the_sum_over_bodies);
  tcase_add_loop_test(tc, spring_and_gravity_forces_are_gradients_of_potential_energy, 0, 2);
  tcase_add_loop_test(tc, dampers_and_fluid_dissipate, 0, 2);
  tcase_add_test(tc, full_gravity_compensation_cancels_the_bias_at_rest);
  tcase_add_test(tc, passive_callback_adds_unless_springs_and_dampers_are_off);
  tcase_add_loop_test(tc, velocity_derivative_equals_finite_differences, 0, 5);
  tcase_add_test(tc, derivative_without_bias_is_symmetric);
  tcase_add_test(tc, actuator_slopes_act_through_their_moments);
  tcase_add_test(tc, parents_carry_the_weight_of_their_children);
  tcase_add_test(tc, constraint_forces_reach_the_external_wrenches);
  tcase_add_test(tc, weld_acts_at_its_anchor_on_both_bodies);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
