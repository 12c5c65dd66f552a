// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Forward kinematics, centres of mass, cameras, and the configuration space.

#include "tests/physics/mechanics/support.h"

START_TEST(kinematics_leaves_the_state_untouched) {
  mjModel* m = load_scene("mixed");
  mjData* d = mj_makeData(m);
  random_state(m, d);
  d->mocap_quat[0] = 3;
  mjtNum* before = malloc((size_t)m->nq * sizeof *before);
  mju_scl(d->qpos + m->nq - 4, d->qpos + m->nq - 4, 2, 4);
  mju_copy(before, d->qpos, (int)m->nq);
  mj_kinematics(m, d);
  ck_assert_mem_eq(before, d->qpos, (size_t)m->nq * sizeof *before);
  ck_assert_double_eq(d->mocap_quat[0], 3);
  free(before);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(length_of_a_quaternion_does_not_matter) {
  mjModel* m = load_scene("pendulum");
  mjData *d = mj_makeData(m), *e = mj_makeData(m);
  random_state(m, d);
  mju_copy(e->qpos, d->qpos, (int)m->nq);
  mju_scl(e->qpos + 1, e->qpos + 1, 7, 4);
  mj_kinematics(m, d);
  mj_kinematics(m, e);
  assert_close("xquat", e->xquat, d->xquat, 4 * m->nbody, 1e-14);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

START_TEST(poses_of_the_documented_example) {
  mjModel* m = load_scene("modelk");
  mjData* d = mj_makeData(m);
  mjtNum qpos[6] = {0.15, 0.5, 2, 0, 0, 0.5}, qvel[5] = {0.3, -0.4, 0.1, 0.2, 0.7};
  mju_copy(d->qpos, qpos, 6);
  mju_copy(d->qvel, qvel, 5);
  position_stage(m, d);
  mjtNum xpos[6] = {0.15236407170318805, 0.2, 1.012074927720809,
                    0.41613928854076154, 0.2, 0.86916714283037311};
  mjtNum xquat[8] = {0.96934274712093238, 0,
                     0.2457125121031572,  0,
                     0.94040059618964555, 0.059594037702186763,
                     0.23837615080874705, 0.23510014904741139};
  mjtNum site[3] = {0.42239871223560121, 0.28823529411764709, 0.97950912254335809};
  mjtNum com[3] = {0.26959750140877625, 0.2, 0.94856035665839311};
  assert_close("xpos", d->xpos + 3, xpos, 6, 1e-14);
  assert_close("xquat", d->xquat + 4, xquat, 8, 1e-14);
  assert_close("site_xpos", d->site_xpos, site, 3, 1e-14);
  assert_close("subtree_com", d->subtree_com, com, 3, 1e-14);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(sameframe_codes_choose_the_frame) {
  mjModel* m = load_scene("modelk");
  mjData* d = random_data(m);
  mjtNum pos[3] = {.1, .2, .3}, quat[4] = {.8, .6, 0, 0}, x[3], R[9], expected[3];
  mj_local2Global(d, x, R, pos, quat, 2, mjSAMEFRAME_BODY);
  ck_assert_mem_eq(x, d->xpos + 6, sizeof x);
  ck_assert_mem_eq(R, d->xmat + 18, sizeof R);
  mj_local2Global(d, x, R, pos, quat, 2, mjSAMEFRAME_INERTIA);
  ck_assert_mem_eq(x, d->xipos + 6, sizeof x);
  ck_assert_mem_eq(R, d->ximat + 18, sizeof R);
  mj_local2Global(d, x, NULL, pos, quat, 2, mjSAMEFRAME_NONE);
  mju_mulMatVec3(expected, d->xmat + 18, pos);
  mju_addTo3(expected, d->xpos + 6);
  assert_close("position", x, expected, 3, 1e-15);
  mj_local2Global(d, NULL, R, pos, quat, 2, mjSAMEFRAME_BODYROT);
  ck_assert_mem_eq(R, d->xmat + 18, sizeof R);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(subtree_com_is_the_weighted_mean) {
  mjModel* m = load_scene("mixed");
  mjData* d = random_data(m);
  mjtNum mean[3] = {0}, mass = 0;
  for (int i = 1; i < m->nbody; i++) {
    mju_addToScl3(mean, d->xipos + 3 * i, m->body_mass[i]);
    mass += m->body_mass[i];
  }
  mju_scl3(mean, mean, 1 / mass);
  assert_close("subtree_com", d->subtree_com, mean, 3, 1e-13);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(target_camera_looks_at_its_target) {
  mjModel* m = load_scene("mixed");
  mjData* d = random_data(m);
  int body = m->cam_targetbodyid[0];
  mjtNum view[3], z[3] = {d->cam_xmat[2], d->cam_xmat[5], d->cam_xmat[8]};
  ck_assert_int_eq(m->cam_mode[0], mjCAMLIGHT_TARGETBODY);
  mju_sub3(view, d->cam_xpos, d->xpos + 3 * body);
  mju_normalize3(view);
  assert_close("view", z, view, 3, 1e-13);
  assert_near(d->cam_xmat[6], 0, 1e-14);  // its x axis stays horizontal
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(integration_and_differentiation_are_inverse) {
  mjModel* m = load_scene("mixed");
  mjData* d = mj_makeData(m);
  mjtNum *v = malloc((size_t)m->nv * sizeof *v), *w = malloc((size_t)m->nv * sizeof *w),
         *q = malloc((size_t)m->nq * sizeof *q);
  fill_noise(v, (int)m->nv);
  mju_copy(q, d->qpos, (int)m->nq);
  mj_integratePos(m, q, v, 0.4);
  mj_differentiatePos(m, w, 0.4, d->qpos, q);
  assert_close("velocity", w, v, m->nv, 1e-13);
  mj_deleteData(d);
  mj_deleteModel(m);
  free(v);
  free(w);
  free(q);
}
END_TEST

START_TEST(normalize_makes_every_quaternion_unit) {
  mjModel* m = load_scene("springs");
  mjtNum q[12];
  fill_noise(q, 12);
  mjtNum first = q[0], last = q[11];
  mj_normalizeQuat(m, q);
  assert_near(mju_norm(q + 3, 4), 1, 1e-15);
  assert_near(mju_norm(q + 7, 4), 1, 1e-15);
  ck_assert_double_eq(q[0], first);
  ck_assert_double_eq(q[11], last);
  mj_deleteModel(m);
}
END_TEST

// A model with many geoms of the world and one that moves.
static mjModel* many_world_geoms(int n) {
  char text[12000], error[300] = "";
  int used = snprintf(text, sizeof text, "<mujoco><worldbody>");
  for (int i = 0; i < n; i++)
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "<geom size=\".1 .2 .3\" type=\"box\" pos=\"%d 2 %d\" euler=\"%d 5 7\"/>", i,
                     i % 3, 3 * i);
  snprintf(text + used, sizeof text - (size_t)used,
           "<body><freejoint/><geom size=\".1\"/></body></worldbody></mujoco>");
  use_modules();
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* m = mj_compile(spec, NULL);
  ck_assert_msg(m != NULL, "%s", error);
  mj_deleteSpec(spec);
  return m;
}

static void assert_frames_of_the_world(const mjModel* m, const mjData* d) {
  for (int g = 0; g < m->body_geomnum[0]; g++) {
    mjtNum mat[9];
    mju_quat2Mat(mat, m->geom_quat + 4 * g);
    assert_close("geom_xpos", d->geom_xpos + 3 * g, m->geom_pos + 3 * g, 3, 0);
    assert_close("geom_xmat", d->geom_xmat + 9 * g, mat, 9, 1e-15);
  }
}

// Frames of the world's geoms are kept while nothing changes. Every edit of the model is followed
// at once, whether it concerns a sign, the last bit or the place of two equal changes.
START_TEST(frames_of_geoms_of_the_world_follow_edits) {
  enum { N = 37 };
  mjModel* m = many_world_geoms(N);
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 2; i++) {
    mj_kinematics(m, d);
    assert_frames_of_the_world(m, d);
  }
  for (int i = 0; i < 3 * N; i++) {
    m->geom_pos[i] = nextafter(m->geom_pos[i], 100);
    mj_kinematics(m, d);
    assert_frames_of_the_world(m, d);
  }
  for (int i = 0; i < N; i++) {
    for (int k = i; k < N; k += 1 + (k - i) % 5) {
      m->geom_pos[3 * i + 1] *= -1;
      m->geom_pos[3 * k + 1] *= -1;
      mj_kinematics(m, d);
      assert_frames_of_the_world(m, d);
    }
    mjtNum* quat = m->geom_quat + 4 * i;
    quat[1] *= -1;
    mj_kinematics(m, d);
    assert_frames_of_the_world(m, d);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(frames_of_geoms_of_the_world_are_those_of_the_model_that_is_passed) {
  mjModel *m = many_world_geoms(20), *other = mj_copyModel(NULL, m);
  mjData *d = mj_makeData(m), *e = mj_makeData(m);
  for (int i = 0; i < 60; i++)
    other->geom_pos[i] += 1;
  mj_kinematics(m, d);
  mj_kinematics(other, e);
  assert_frames_of_the_world(other, e);

  // another model, a copy, a reset
  mj_kinematics(other, d);
  assert_frames_of_the_world(other, d);
  mj_kinematics(m, d);
  mj_copyData(d, m, e);
  assert_frames_of_the_world(other, d);
  mj_kinematics(m, d);
  assert_frames_of_the_world(m, d);
  mj_resetData(m, d);
  mj_kinematics(m, d);
  assert_frames_of_the_world(m, d);
  mjData* copy = mj_copyData(NULL, m, d);
  mj_kinematics(other, copy);
  assert_frames_of_the_world(other, copy);
  mj_deleteData(copy);
  mj_deleteData(e);
  mj_deleteData(d);
  mj_deleteModel(other);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("kinematics");
  TCase* tc = tcase_create("kinematics");
  tcase_add_test(tc, kinematics_leaves_the_state_untouched);
  tcase_add_test(tc, length_of_a_quaternion_does_not_matter);
  tcase_add_test(tc, poses_of_the_documented_example);
  tcase_add_test(tc, sameframe_codes_choose_the_frame);
  tcase_add_test(tc, subtree_com_is_the_weighted_mean);
  tcase_add_test(tc, target_camera_looks_at_its_target);
  tcase_add_test(tc, integration_and_differentiation_are_inverse);
  tcase_add_test(tc, normalize_makes_every_quaternion_unit);
  tcase_add_test(tc, frames_of_geoms_of_the_world_follow_edits);
  tcase_add_test(tc, frames_of_geoms_of_the_world_are_those_of_the_model_that_is_passed);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
