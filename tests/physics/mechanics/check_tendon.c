// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tendons, wrapping, and transmissions.

#include "core/physics/mechanics/tendon_wrap.h"
#include "tests/physics/mechanics/support.h"

static const mjtNum eye[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, origin[3] = {0, 0, 0};

START_TEST(string_around_a_sphere_is_a_great_circle) {
  // ends at distance 2 on both sides of a unit sphere, slightly off the line through its centre
  mjtNum x0[3] = {-2, 0, .1}, x1[3] = {2, 0, .1}, P[3], Q[3];
  mjtNum length = tendon_wrap(P, Q, x0, x1, origin, eye, 1, mjWRAP_SPHERE, NULL);
  mjtNum l = sqrt(4.01), tangent = acos(1 / l), between = acos((-4 + .01) / 4.01);
  assert_near(length, between - 2 * tangent, 1e-14);
  assert_near(mju_norm3(P), 1, 1e-15);
  assert_near(mju_norm3(Q), 1, 1e-15);
  ck_assert_double_gt(P[2], 0);

  // straight segments are tangents
  mjtNum dif[3];
  mju_sub3(dif, P, x0);
  assert_near(mju_dot3(dif, P), 0, 1e-14);
}
END_TEST

START_TEST(string_on_a_cylinder_is_a_geodesic) {
  mjtNum x0[3] = {-2, 0, 0}, x1[3] = {2, 0, 1}, side[3] = {0, 1.5, 0}, P[3], Q[3];
  mjtNum length = tendon_wrap(P, Q, x0, x1, origin, eye, 1, mjWRAP_CYLINDER, side);
  ck_assert_double_gt(P[1], 0);

  // rise per length is the same on all three parts
  mjtNum arc = M_PI - 2 * acos(.5), flat = sqrt(3), total = arc + 2 * flat;
  assert_near(P[2], flat / total, 1e-14);
  assert_near(Q[2], (flat + arc) / total, 1e-14);
  assert_near(length, arc * sqrt(1 + 1 / (total * total)), 1e-14);

  // the side decides
  side[1] = -1.5;
  tendon_wrap(P, Q, x0, x1, origin, eye, 1, mjWRAP_CYLINDER, side);
  ck_assert_double_lt(P[1], 0);
}
END_TEST

START_TEST(string_that_misses_does_not_wrap) {
  mjtNum x0[3] = {-2, 0, 1.2}, x1[3] = {2, 0, 1.2}, P[3], Q[3], below[3] = {0, 0, -1},
         above[3] = {0, 0, 2};
  mjtNum inside[3] = {.5, 0, 0};
  assert_near(tendon_wrap(P, Q, x0, x1, origin, eye, 1, mjWRAP_SPHERE, NULL), -1, 0);
  assert_near(tendon_wrap(P, Q, x0, x1, origin, eye, 1, mjWRAP_SPHERE, above), -1, 0);
  assert_near(tendon_wrap(P, Q, inside, x1, origin, eye, 1, mjWRAP_SPHERE, NULL), -1, 0);
  assert_near(tendon_wrap(P, Q, origin, x1, origin, eye, 1, mjWRAP_SPHERE, NULL), -1, 0);

  // a side site on the far side pulls it around
  ck_assert_double_gt(tendon_wrap(P, Q, x0, x1, origin, eye, 1, mjWRAP_SPHERE, below), 1);
  ck_assert_double_lt(P[2], 0);
}
END_TEST

START_TEST(threaded_string_makes_equal_angles) {
  mjtNum x0[3] = {-2, 0, 1.2}, x1[3] = {3, 0, 2}, inside[3] = {0, 0, 0.1}, P[3], Q[3], a[3], b[3];
  assert_near(tendon_wrap(P, Q, x0, x1, origin, eye, 1, mjWRAP_SPHERE, inside), 0, 0);
  assert_close("points", P, Q, 3, 1e-15);
  assert_near(mju_norm3(P), 1, 1e-14);
  mju_sub3(a, x0, P);
  mju_sub3(b, x1, P);
  mju_normalize3(a);
  mju_normalize3(b);
  assert_near(mju_dot3(a, P), mju_dot3(b, P), 1e-5);
}
END_TEST

START_TEST(documented_example_of_tendons) {
  mjModel* m = load_scene("wrap");
  mjData* d = mj_makeData(m);
  mjtNum qpos[3] = {.3, -.02, .4};
  mju_copy(d->qpos, qpos, 3);
  position_stage(m, d);
  mjtNum length[6] = {
      1.0395449932497056, 1.0006207040092883, 1.0680324280165605, 1.8705674533066134, -0.19,
      1.0277397074017227};
  int adr[6] = {0, 4, 6, 10, 18, 18}, num[6] = {4, 2, 4, 8, 0, 4};
  int obj[] = {-1, 0, 0, -1, -1, -1, -1, 1, 1, -1, -1, -1, -2, -1, -1, -2, -1, -1, -1, 0, 0, -1};
  assert_close("ten_length", d->ten_length, length, 6, 1e-14);
  for (int t = 0; t < 6; t++) {
    ck_assert_int_eq(d->ten_wrapadr[t], adr[t]);
    ck_assert_int_eq(d->ten_wrapnum[t], num[t]);
  }
  int sphere = 1 + (m->geom_type[1] != mjGEOM_SPHERE);
  for (int k = 0; k < 22; k++)
    ck_assert_int_eq(d->wrap_obj[k], obj[k] == 1 ? sphere : obj[k]);
  mjtNum P[6] = {-0.010050635839805828, 0.0034543454246733578, 1.0994936416019416,
                 0.035672043249908601,  -0.005670646642766515, 1.0934211182248246};
  assert_close("wrap_xpos", d->wrap_xpos + 3, P, 6, 1e-14);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

static void dense_rows(const mjModel* m, const mjData* d, int actuators, mjtNum* rows) {
  int n = (int)(actuators ? m->nu : m->ntendon), nv = (int)m->nv;
  mju_zero(rows, n * nv);
  for (int i = 0; i < n; i++) {
    int adr = actuators ? d->moment_rowadr[i] : m->ten_J_rowadr[i],
        nnz = actuators ? d->moment_rownnz[i] : m->ten_J_rownnz[i];
    for (int k = adr; k < adr + nnz; k++) {
      rows[i * nv + (actuators ? d->moment_colind[k] : m->ten_J_colind[k])] =
          (actuators ? d->actuator_moment : d->ten_J)[k];
    }
  }
}

// rows are gradients of lengths, for those with wanted[i] (NULL: all)
static void assert_gradients(const mjModel* m, mjData* d, int actuators, const int* wanted) {
  int n = (int)(actuators ? m->nu : m->ntendon), nv = (int)m->nv, nq = (int)m->nq;
  size_t size = (size_t)(n * nv + n + nq + nv) * sizeof(mjtNum);
  mjtNum *rows = malloc(size), *plus = malloc(size), *minus = malloc(size), *q = malloc(size),
         *step = calloc(1, size);
  dense_rows(m, d, actuators, rows);
  mju_copy(q, d->qpos, nq);
  for (int j = 0; j < nv; j++) {
    step[j] = 1;
    for (int s = 0; s < 2; s++) {
      mju_copy(d->qpos, q, nq);
      mj_integratePos(m, d->qpos, step, s ? 1e-6 : -1e-6);
      position_stage(m, d);
      mju_copy(s ? plus : minus, actuators ? d->actuator_length : d->ten_length, n);
    }
    step[j] = 0;
    for (int i = 0; i < n; i++) {
      if (!wanted || wanted[i]) {
        assert_near(rows[i * nv + j], (plus[i] - minus[i]) / 2e-6,
                    1e-7 * (1 + fabs(rows[i * nv + j])));
      }
    }
  }
  free(rows);
  free(plus);
  free(minus);
  free(q);
  free(step);
}

START_TEST(tendon_jacobian_is_the_gradient_of_length) {
  mjModel* m = load_scene(_i ? "wrap" : "armature");
  for (int k = 0; k < 5; k++) {
    mjData* d = random_data(m);
    mj_normalizeQuat(m, d->qpos);
    position_stage(m, d);
    assert_gradients(m, d, 0, NULL);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

START_TEST(moments_of_lengths_are_their_gradients) {
  mjModel* m = load_scene("transmission");
  // slider-cranks, and translation relative to a reference site that does not turn with respect to
  // the world
  int wanted[13] = {0};
  for (int i = 0; i < m->nu; i++)
    wanted[i] = m->actuator_trntype[i] == mjTRN_SLIDERCRANK;
  for (int k = 0; k < 5; k++) {
    mjData* d = random_data(m);
    mj_normalizeQuat(m, d->qpos);
    position_stage(m, d);
    assert_gradients(m, d, 1, wanted);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

START_TEST(documented_example_of_transmissions) {
  mjModel* m = load_scene("transmission");
  mjData* d = mj_makeData(m);
  mjtNum qpos[13] = {0, 0, 1, .9, .1, .2, .3, .8, .4, -.1, .2, .7, .4};
  mju_copy(d->qpos, qpos, 13);
  position_stage(m, d);
  mjtNum length[9] = {
      1.8162567792741116, 1.8162567792741116, 0, 0, -0.42010871075753953, 0, 1.3751112995897381,
      2.0843606197854143, 0.69195536619431608};
  int nnz[9] = {3, 3, 6, 6, 1, 9, 4, 4, 8};
  assert_close("length", d->actuator_length, length, 9, 1e-14);
  for (int i = 0; i < 9; i++) {
    if (i != 8)  // rounding decides whether one entry of the last is an exact zero
      ck_assert_int_eq(d->moment_rownnz[i], nnz[i]);
    ck_assert_int_eq(d->moment_rowadr[i],
                     i ? d->moment_rowadr[i - 1] + d->moment_rownnz[i - 1] : 0);
  }
  mjtNum row3[6] = {1, 2, 3, 4.0631578947368423, 3.7368421052631584, 6.8210526315789473};
  assert_close("row", d->actuator_moment + d->moment_rowadr[3], row3, 6, 1e-14);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(unreachable_crank_projects_on_the_slider) {
  mjModel* m = load_scene("transmission");
  m->actuator_cranklength[4] = 1e-3;
  mjData* d = random_data(m);
  const mjtNum *crank = d->site_xpos + 3 * m->actuator_trnid[8],
               *slider = d->site_xpos + 3 * m->actuator_trnid[9];
  const mjtNum* mat = d->site_xmat + 9 * m->actuator_trnid[9];
  mjtNum dif[3], axis[3] = {mat[2], mat[5], mat[8]};
  mju_sub3(dif, crank, slider);
  assert_near(d->actuator_length[4], 2 * mju_dot3(axis, dif), 1e-14);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(adhesion_pulls_along_the_mean_normal_of_gap_contacts) {
  mjModel* t = load_scene("transmission");

  // actuator 0 becomes an adhesion actuator of the free body, with two contacts in the gap
  t->actuator_trntype[0] = mjTRN_BODY;
  t->actuator_trnid[0] = 1;
  mjData* d = mj_makeData(t);
  mj_kinematics(t, d);
  mj_comPos(t, d);
  mj_tendon(t, d);
  mjContact contact[3] = {0};
  for (int k = 0; k < 3; k++) {
    contact[k].frame[k] = 1;
    contact[k].geom[0] = t->body_geomadr[5];
    contact[k].geom[1] = t->body_geomadr[1];
    contact[k].flex[0] = contact[k].flex[1] = -1;
    contact[k].exclude = k < 2 ? 1 : 2;
    contact[k].efc_address = -1;
    mju_copy3(contact[k].pos, d->xipos + 3);
  }
  mjContact* kept = d->contact;
  d->contact = contact;
  d->ncon = 3;
  mj_transmission(t, d);
  d->contact = kept;
  d->ncon = 0;

  // unit vectors x and y, averaged, pulled against: half of each on both bodies
  mjtNum row[13] = {0};
  for (int k = 0; k < d->moment_rownnz[0]; k++)
    row[d->moment_colind[k]] = d->actuator_moment[k];
  mjtNum linear[3] = {-.5, -.5, 0};
  assert_close("pull", row, linear, 3, 1e-14);
  assert_near(d->actuator_length[0], 0, 0);
  assert_near(row[11], .5, 1e-14);  // the other body slides along x and y
  assert_near(row[12], .5, 1e-14);
  mj_deleteData(d);
  mj_deleteModel(t);
}
END_TEST

// Bit for bit, because exact zeros decide the pattern of the row.
START_TEST(adhesion_rows_are_projected_jacobians) {
  mjModel* t = load_scene("transmission");
  t->actuator_trntype[0] = mjTRN_BODY;
  t->actuator_trnid[0] = 2;
  mjData* d = mj_makeData(t);
  mj_kinematics(t, d);
  mj_comPos(t, d);
  mj_tendon(t, d);
  mjContact contact = {.exclude = 1, .efc_address = -1, .flex = {-1, -1}};
  contact.geom[0] = t->body_geomadr[2];
  contact.geom[1] = t->body_geomadr[3];
  mjContact* kept = d->contact;
  d->contact = &contact;
  d->ncon = 1;
  for (int k = 1; k < 200; k++) {
    contact.pos[0] = sin(k);
    contact.pos[1] = cos(3 * k);
    contact.pos[2] = sin(7 * k);
    contact.frame[0] = cos(5 * k);
    contact.frame[1] = sin(5 * k) * cos(k);
    contact.frame[2] = sin(5 * k) * sin(k);
    mj_transmission(t, d);
    mjtNum jac2[3 * 13], jac3[3 * 13], row[13] = {0};
    ck_assert_int_le(t->nv, 13);
    mj_jac(t, d, jac2, NULL, contact.pos, 2);
    mj_jac(t, d, jac3, NULL, contact.pos, 3);
    for (int j = 0; j < d->moment_rownnz[0]; j++) {
      ck_assert_double_ne(d->actuator_moment[j], 0);
      row[d->moment_colind[j]] = d->actuator_moment[j];
    }
    const int nv = (int)t->nv;
    for (int j = 0; j < nv; j++) {
      mjtNum projected = contact.frame[0] * (jac3[j] - jac2[j]) +
                         contact.frame[1] * (jac3[nv + j] - jac2[nv + j]) +
                         contact.frame[2] * (jac3[2 * nv + j] - jac2[2 * nv + j]);
      ck_assert_double_eq(row[j], -projected);
    }
  }
  d->contact = kept;
  d->ncon = 0;
  mj_deleteData(d);
  mj_deleteModel(t);
}
END_TEST

START_TEST(unknown_transmission_is_an_error) {
  mjModel* m = load_scene("transmission");
  mjData* d = random_data(m);
  m->actuator_trntype[3] = 77;
  expect_error(mj_transmission(m, d), "transmission type 77");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(armature_on_a_wrapping_tendon_is_an_error) {
  mjModel* m = load_scene("wrap");
  mjData* d = random_data(m);
  m->tendon_armature[0] = 1;
  expect_error(tendon_armature_bias(m, d, d->qfrc_bias), "geom wrapping");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(armature_bias_is_inertia_times_the_rate_of_velocity) {
  mjModel* m = load_scene("armature");
  mjData *d = random_data(m), *e = mj_makeData(m);
  for (int t = 0; t < m->ntendon; t++) {
    mjtNum rate[12] = {0}, velocity[2];
    tendon_jacobian_rate(m, d, t, rate);
    mjtNum analytic = 0;
    for (int k = 0; k < m->ten_J_rownnz[t]; k++)
      analytic += rate[k] * d->qvel[m->ten_J_colind[m->ten_J_rowadr[t] + k]];

    // at constant qvel the tendon velocity changes because the Jacobian does
    for (int s = 0; s < 2; s++) {
      mju_copy(e->qpos, d->qpos, (int)m->nq);
      mju_copy(e->qvel, d->qvel, (int)m->nv);
      mj_integratePos(m, e->qpos, d->qvel, s ? 1e-6 : -1e-6);
      position_stage(m, e);
      velocity_stage(m, e);
      velocity[s] = e->ten_velocity[t];
    }
    assert_near(analytic, (velocity[1] - velocity[0]) / 2e-6, 1e-7);
  }
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("tendon");
  TCase* tc = tcase_create("tendon");
  tcase_add_test(tc, string_around_a_sphere_is_a_great_circle);
  tcase_add_test(tc, string_on_a_cylinder_is_a_geodesic);
  tcase_add_test(tc, string_that_misses_does_not_wrap);
  tcase_add_test(tc, threaded_string_makes_equal_angles);
  tcase_add_test(tc, documented_example_of_tendons);
  tcase_add_loop_test(tc, tendon_jacobian_is_the_gradient_of_length, 0, 2);
  tcase_add_test(tc, moments_of_lengths_are_their_gradients);
  tcase_add_test(tc, documented_example_of_transmissions);
  tcase_add_test(tc, unreachable_crank_projects_on_the_slider);
  tcase_add_test(tc, adhesion_pulls_along_the_mean_normal_of_gap_contacts);
  tcase_add_test(tc, adhesion_rows_are_projected_jacobians);
  tcase_add_test(tc, unknown_transmission_is_an_error);
  tcase_add_test(tc, armature_on_a_wrapping_tendon_is_an_error);
  tcase_add_test(tc, armature_bias_is_inertia_times_the_rate_of_velocity);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
