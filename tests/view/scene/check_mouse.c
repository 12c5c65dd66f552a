// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Cameras and bodies under the mouse, the model in its room, and what a point of the picture shows.
// Numbers without other source are those of the reference for everything.xml at its keyframe.

#include "tests/view/scene/everything.h"

static void setup(void) {
  open_everything();
  mj_resetDataKeyframe(m, d, 0);
  mj_forward(m, d);
  mjv_makeScene(m, &scn, 1000);
}

static void look_from_the_side(void) {
  cam.azimuth = 30;
  cam.elevation = -20;
  cam.distance = 3;
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
}

// ---------------------------------------------------------------- cameras

START_TEST(the_head_is_where_the_camera_is) {
  mjtNum pos[3], forward[3], up[3], right[3], head[3], ahead[3], above[3];
  look_from_the_side();
  mjv_cameraFrame(pos, forward, up, right, d, &cam);
  mjv_cameraInModel(head, ahead, above, &scn);
  assert_close("head", head, pos, 3, 1e-6);
  assert_close("forward", ahead, forward, 3, 1e-6);
  assert_close("up", above, up, 3, 1e-6);
  static const mjtNum expected[3] = {-2.44139301776886, -1.40953892469406, 2.0260603427887};
  assert_close("head", head, expected, 3, 1e-12);
  assert_near(mjv_frustumHeight(&scn), 0.828427076339722, 1e-12);
  mjv_cameraInRoom(head, ahead, above, &scn);
  assert_close("head in room", head, expected, 3, 1e-12);
  mjv_cameraFrame(NULL, NULL, NULL, right, d, &cam);
  mjv_cameraFrame(head, NULL, NULL, NULL, d, &cam);
  assert_close("head alone", head, pos, 3, 0);
}
END_TEST

START_TEST(the_mouse_moves_a_camera) {
  static const struct {
    int action;
    mjtNum pose[6];  // lookat, distance, azimuth, elevation
  } expected[] = {
      {mjMOUSE_ROTATE_V, {0, 0, 1, 3, 12, -29}},
      {mjMOUSE_ROTATE_H, {0, 0, 1, 3, 12, -29}},
      {mjMOUSE_MOVE_V, {-0.12426406320352, 0.215231661786315, 1.12426405920372, 3, 30, -20}},
      {mjMOUSE_MOVE_H, {-0.0166482323103629, 0.277363693388075, 1, 3, 30, -20}},
      {mjMOUSE_ZOOM, {0, 0, 1, 2.63508140270265, 30, -20}},
      {mjMOUSE_MOVE_V_REL, {0.0648099085164508, -0.0780520351512922, 1.04698463117691, 3, 30, -20}},
      {mjMOUSE_MOVE_H_REL,
       {0.0906898851877519, -0.0631102232037768, 0.982898992667043, 3, 30, -20}},
  };
  look_from_the_side();
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    mjvCamera moved = cam;
    mjv_moveCamera(m, expected[i].action, 0.1, 0.05, &scn, &moved);
    const mjtNum got[6] = {moved.lookat[0], moved.lookat[1], moved.lookat[2],
                           moved.distance,  moved.azimuth,   moved.elevation};
    for (int k = 0; k < 6; k++)
      assert_near(got[k], expected[i].pose[k], 1e-12);
  }
}
END_TEST

START_TEST(a_camera_stays_within_its_limits) {
  look_from_the_side();
  mjv_moveCamera(m, mjMOUSE_ROTATE_H, 1.5, 1, &scn, &cam);
  assert_near(cam.azimuth, 30 - 270 + 360, 1e-12);
  assert_near(cam.elevation, -89, 0);
  mjv_moveCamera(m, mjMOUSE_ZOOM, 0, 100, &scn, &cam);
  assert_near(cam.distance, 0.01 * m->stat.extent, 1e-15);
  mjv_moveCamera(m, mjMOUSE_ZOOM, 0, -1e6, &scn, &cam);
  assert_near(cam.distance, 100 * m->stat.extent, 1e-12);

  // fixed cameras do not move, tracking cameras only turn
  const mjvCamera before = cam;
  cam.type = mjCAMERA_FIXED;
  mjv_moveCamera(m, mjMOUSE_ROTATE_H, 1, 1, &scn, &cam);
  cam.type = mjCAMERA_TRACKING;
  mjv_moveCamera(m, mjMOUSE_MOVE_H, 1, 1, &scn, &cam);
  cam.type = before.type;
  ck_assert(cam.azimuth == before.azimuth && cam.lookat[0] == before.lookat[0]);
  expect_error(mjv_moveCamera(m, 99, 0, 0, &scn, &cam), "mouse action 99 is not supported");
}
END_TEST

START_TEST(cameras_of_both_eyes_become_one) {
  mjvGLCamera left = {.pos = {-1, 0, 0}, .forward = {0, 1, 0}, .up = {0, 0, 1}};
  mjvGLCamera right = {.pos = {3, 0, 0}, .forward = {1, 0, 0}, .up = {0, 0, 1}};
  left.frustum_top = 2;
  left.frustum_near = right.frustum_near = 0.5f;
  const mjvGLCamera mean = mjv_averageCamera(&left, &right);
  assert_near(mean.pos[0], 1, 0);
  assert_near(mean.forward[0], sqrt(0.5), 1e-7);
  assert_near(mean.forward[1], sqrt(0.5), 1e-7);
  assert_near(mean.frustum_top, 1, 0);
  right.orthographic = 1;
  expect_error(mjv_averageCamera(&left, &right), "orthographic");
  scn.camera[0] = left;
  scn.camera[1] = right;
  expect_error(mjv_frustumHeight(&scn), "orthographic");
}
END_TEST

START_TEST(vectors_are_turned_to_the_direction_of_sight) {
  static const mjtNum vec[3] = {1, 2, 3},
                      expected[3] = {2.2320508050791363, 0.13397463769527229, 3};
  mjtNum res[3], forward[3];
  look_from_the_side();
  mjv_cameraInModel(NULL, forward, NULL, &scn);
  mjv_alignToCamera(res, vec, forward);
  assert_close("aligned", res, expected, 3, 1e-13);
}
END_TEST

// ---------------------------------------------------------------- perturbation

typedef struct {
  int action, active;
  mjtNum refpos[3], refquat[4], force[6], qpos[7];
} Moved;

static const Moved moved_body[] = {
    {mjMOUSE_ROTATE_V,
     mjPERT_ROTATE,
     {0, 0, 1.5},
     {0.938946544065357, 0.0769348409397471, -0.133255047660943, 0.307739353853513},
     {0, 0, 0, 24.4965866705372, -53.9284828307117, 102.426970776486},
     {0.101443488240887, 0.113245525283491, 1.02367587747754, 0.938946544065357, 0.0769348409397471,
      -0.133255047660943, 0.307739353853513}},
    {mjMOUSE_ROTATE_H,
     mjPERT_ROTATE,
     {0, 0, 1.5},
     {0.938946544065357, 0.343444936261634, 0.0206146342185508, 0},
     {0, 0, 0, 117.280021009809, -0.359939739585498, -4.71011195725138},
     {-0.0193560395566798, 0.322476435979608, 1.11837938738772, 0.938946544065357,
      0.343444936261634, 0.0206146342185508, 0}},
    {mjMOUSE_MOVE_V,
     mjPERT_TRANSLATE,
     {0.120282718029542, -0.208335769958468, 1.3797172858421},
     {1, 0, 0, 0},
     {128.539189913546, -273.571301678861, -176.796284045848, -24.2618324846045, -9.37531741096823,
      -16.7738626675937},
     {0.120282718029542, -0.208335769958468, 0.879717285842103, 1, 0, 0, 0}},
    {mjMOUSE_MOVE_H,
     mjPERT_TRANSLATE | mjPERT_ROTATE,
     {0.0161148330503083, -0.268477128973239, 1.5},
     {1, 0, 0, 0},
     {-7.53560466855466, -352.134124332454, -19.6706437962031, -2.28768487502585, -7.53676566107595,
      -4.71011195725138},
     {0.0161148330503083, -0.268477128973239, 1, 1, 0, 0, 0}},
    {mjMOUSE_MOVE_V_REL,
     mjPERT_TRANSLATE,
     {0, 0.240565428315795, 1.6202827141579},
     {1, 0, 0, 0},
     {-28.5864553936385, 312.829567984631, 137.454996453442, 31.282956798463, -11.9275615950696,
      11.6847497433509},
     {0, 0.240565428315795, 1.1202827141579, 1, 0, 0, 0}},
    {mjMOUSE_MOVE_H_REL,
     mjPERT_TRANSLATE,
     {0.120282714157898, 0.240565428315795, 1.5},
     {1, 0, 0, 0},
     {128.539184856006, 312.829567984631, -19.6706437962031, 27.8107135590275, -18.8148727746616,
      15.6414783992315},
     {0.120282714157898, 0.240565428315795, 1, 1, 0, 0, 0}},
};

// forces while the simulation runs
static void check_force(mjvPerturb* pert, const Moved* expected) {
  for (int k = 0; k < m->nv; k++)
    d->qvel[k] = 0.1 * (k % 7);
  mj_fwdVelocity(m, d);
  pert->active = expected->active;
  mju_zero(d->xfrc_applied, 6 * (int)m->nbody);
  mjv_applyPerturbForce(m, d, pert);
  assert_close("force", d->xfrc_applied + 6 * pert->select, expected->force, 6, 1e-11);
  mju_zero(d->qvel, (int)m->nv);
  mj_fwdVelocity(m, d);
}

// poses while it is paused: the whole tree follows
static void check_pose(mjvPerturb* pert, const Moved* expected) {
  mjtNum qpos[7];
  mju_copy(qpos, d->qpos, 7);
  mjv_applyPerturbPose(m, d, pert, 0);
  assert_close("running", d->qpos, qpos, 7, 0);
  mjv_applyPerturbPose(m, d, pert, 1);
  assert_close("paused", d->qpos, expected->qpos, 7, 1e-12);
  mju_copy(d->qpos, qpos, 7);
}

START_TEST(the_mouse_moves_a_body) {
  look_from_the_side();
  for (size_t i = 0; i < sizeof moved_body / sizeof *moved_body; i++) {
    const Moved* expected = moved_body + i;
    mjvPerturb pert;
    mjv_defaultPerturb(&pert);
    pert.select = mj_name2id(m, mjOBJ_BODY, "leaf");
    pert.localpos[0] = 0.05;
    pert.localpos[2] = 0.1;
    mjv_initPerturb(m, d, &scn, &pert);
    assert_near(pert.localmass, 13.0630274973163, 1e-11);
    assert_near(pert.scale, 2.40565428315795, 1e-13);
    mjv_movePerturb(m, d, expected->action, 0.1, 0.05, &scn, &pert);
    assert_close("refpos", pert.refpos, expected->refpos, 3, 1e-12);
    assert_close("refquat", pert.refquat, expected->refquat, 4, 1e-12);
    check_force(&pert, expected);
    check_pose(&pert, expected);
  }
}
END_TEST

START_TEST(a_turn_ends_at_ninety_degrees_and_leaves_the_force) {
  mjvPerturb pert;
  mjtNum quat[4], turn[3];
  look_from_the_side();
  mjv_defaultPerturb(&pert);
  pert.select = mj_name2id(m, mjOBJ_BODY, "trunk");
  mjv_initPerturb(m, d, &scn, &pert);
  mjv_movePerturb(m, d, mjMOUSE_ROTATE_H, 0.4, 0, &scn, &pert);
  mju_mulQuat(quat, d->xquat + 4 * pert.select, m->body_iquat + 4 * pert.select);
  mju_subQuat(turn, pert.refquat, quat);
  assert_near(mju_norm3(turn), mjPI / 2, 1e-12);
  pert.active2 = mjPERT_ROTATE;
  d->xfrc_applied[6 * pert.select] = 17;
  mjv_applyPerturbForce(m, d, &pert);
  assert_near(d->xfrc_applied[6 * pert.select], 17, 0);
}
END_TEST

START_TEST(mocap_bodies_follow_at_any_time) {
  mjvPerturb pert;
  look_from_the_side();
  mjv_defaultPerturb(&pert);
  pert.select = mj_name2id(m, mjOBJ_BODY, "handle");
  mjv_initPerturb(m, d, &scn, &pert);
  assert_near(pert.localmass, 1, 0);
  pert.active = mjPERT_TRANSLATE;
  mjv_movePerturb(m, d, mjMOUSE_MOVE_V, 0.1, 0, &scn, &pert);
  const mjtNum before = d->mocap_pos[0];
  mjv_applyPerturbPose(m, d, &pert, 0);
  ck_assert(d->mocap_pos[0] != before);
  assert_close("mocap", d->mocap_pos, pert.refpos, 3, 1e-12);
}
END_TEST

START_TEST(nothing_selected_is_not_moved) {
  mjvPerturb pert;
  look_from_the_side();
  mjv_defaultPerturb(&pert);
  pert.active = mjPERT_TRANSLATE | mjPERT_ROTATE;
  for (int k = 0; k < 3; k++) {
    const int select[3] = {0, -7, (int)m->nbody};
    pert.select = select[k];
    const mjvPerturb before = pert;
    mjv_initPerturb(m, d, &scn, &pert);
    ck_assert_int_eq(memcmp(&pert, &before, sizeof pert), 0);
    mjv_applyPerturbPose(m, d, &pert, 1);
    mjv_applyPerturbForce(m, d, &pert);
    mjv_updateScene(m, d, &opt, &pert, &cam, mjCAT_ALL, &scn);
  }
  expect_error(mjv_movePerturb(m, d, 12, 0, 0, &scn, &pert), "mouse action 12 is not supported");
}
END_TEST

// ---------------------------------------------------------------- room and model

START_TEST(the_way_to_the_room_and_back_is_the_identity) {
  mjtNum pos[3] = {1, 1, 1}, quat[4] = {0.5, 0.5, -0.5, 0.5}, p[3], q[4];
  scn.translate[0] = 1;
  scn.translate[1] = 2;
  scn.translate[2] = 3;
  scn.scale = 2;
  scn.rotate[0] = 0.8f;
  scn.rotate[3] = 0.6f;
  for (int on = 0; on < 2; on++) {
    scn.enabletransform = (mjtByte)on;
    mjv_room2model(p, q, pos, quat, &scn);
    mjv_model2room(p, q, p, q, &scn);
    assert_close("position", p, pos, 3, 1e-7);
    assert_close("orientation", q, quat, 4, 1e-7);
  }
  static const mjtNum unturned[4] = {1, 0, 0, 0};
  static const mjtNum expected[3] = {-0.480000026226044, -0.13999997138977, -1};
  mjv_room2model(p, q, pos, unturned, &scn);
  assert_close("model", p, expected, 3, 1e-13);
  scn.scale = 0;
  expect_error(mjv_room2model(p, q, pos, quat, &scn), "scale of the scene is 0");
  expect_error(mjv_model2room(p, q, pos, quat, &scn), "scale of the scene is 0");
}
END_TEST

START_TEST(the_mouse_moves_the_model_in_its_room) {
  static const struct {
    int action;
    mjtNum pose[8];  // translate, rotate, scale
  } expected[] = {
      {mjMOUSE_ROTATE_V,
       {1, 2, 3, 0.693930625915527, -0.00934634171426296, -0.0775757133960724, 0.71578973531723,
        2}},
      {mjMOUSE_ROTATE_H,
       {1, 2, 3, 0.787694692611694, 0.145805090665817, -0.0962684005498886, 0.590771019458771, 2}},
      {mjMOUSE_MOVE_V, {1.10000002384186, 1.82679486274719, 2.90000009536743, 0.8, 0, 0, 0.6, 2}},
      {mjMOUSE_MOVE_H, {1.01339745521545, 1.77679491043091, 3, 0.8, 0, 0, 0.6, 2}},
      {mjMOUSE_ZOOM, {1, 2, 3, 0.8, 0, 0, 0.6, 2.07662391662598}},
  };
  static const mjtNum up[3] = {0, 0, 1};
  look_from_the_side();
  mjvScene start = scn;
  mjv_moveModel(m, mjMOUSE_ZOOM, 0, 1, up, &start);
  assert_near(start.scale, 1, 0);
  start.enabletransform = 1;
  start.translate[0] = 1;
  start.translate[1] = 2;
  start.translate[2] = 3;
  start.scale = 2;
  start.rotate[0] = 0.8f;
  start.rotate[3] = 0.6f;
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    mjvScene moved = start;
    mjv_moveModel(m, expected[i].action, 0.1, 0.05, up, &moved);
    mjtNum got[8] = {moved.translate[0], moved.translate[1], moved.translate[2], 0, 0, 0, 0,
                     moved.scale};
    for (int k = 0; k < 4; k++)
      got[3 + k] = moved.rotate[k];
    for (int k = 0; k < 8; k++)
      assert_near(got[k], expected[i].pose[k], 5e-7);
  }
  expect_error(mjv_moveModel(m, 0, 0, 0, up, &start), "mouse action 0 is not supported");
}
END_TEST

// ---------------------------------------------------------------- selection

START_TEST(points_of_the_picture_show_what_the_reference_finds) {
  static const struct {
    int body, geom, skin;
    mjtNum point[3];
  } expected[16] = {
      {0, 0, -1, {-1.29154894, 0.269389589, 0}},
      {0, 0, -1, {-0.624248654, 0.269389589, 0}},
      {0, 0, -1, {0.0430516313, 0.269389589, 0}},
      {0, 0, -1, {0.710351917, 0.269389589, 0}},
      {5, 12, -1, {-1.06417397, -0.000993850843, 0.7}},
      {0, 0, -1, {-0.663048769, 0.611989285, 0}},
      {1, 5, -1, {0.0321431485, -0.2, 0.927256341}},
      {0, 0, -1, {0.754503772, 0.611989285, 0}},
      {0, 0, -1, {-1.4627416, 1, 0}},
      {0, 0, -1, {-0.706991774, 1, 0}},
      {1, 5, -1, {0.0300128881, -0.2, 1.2}},
      {0, 0, -1, {0.804507881, 1, 4.4408921e-16}},
      {0, 0, -1, {-1.56656435, 1.44309131, 0}},
      {0, 0, -1, {-0.757172769, 1.44309131, 0}},
      {1, 5, -1, {0.0304701766, -0.0414519784, 1.3}},
      {0, 0, -1, {0.861610393, 1.44309131, 0}},
  };
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  for (int i = 0; i < 16; i++) {
    mjtNum point[3] = {0};
    int geom, flex, skin;
    const int body = mjv_select(m, d, &opt, 4.0 / 3, 0.2 + 0.155 * (i % 4), 0.34 + 0.08 * (i / 4),
                                &scn, point, &geom, &flex, &skin);
    ck_assert_int_eq(body, expected[i].body);
    ck_assert_int_eq(geom, expected[i].geom);
    ck_assert_int_eq(flex, -1);
    ck_assert_int_eq(skin, expected[i].skin);
    assert_close("point", point, expected[i].point, 3, 2e-7);
  }
}
END_TEST

START_TEST(the_sky_is_nothing_and_ids_may_be_left_out) {
  mjtNum point[3] = {7, 7, 7};
  look_from_the_side();
  opt.flags[mjVIS_STATIC] = 0;
  ck_assert_int_eq(mjv_select(m, d, &opt, 1, 0.99, 0.99, &scn, point, NULL, NULL, NULL), -1);
  assert_near(point[0], 7, 0);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("mouse");
  tcase_add_checked_fixture(tests, setup, close_everything);
  const TTest* const all[] = {the_head_is_where_the_camera_is,
                              the_mouse_moves_a_camera,
                              a_camera_stays_within_its_limits,
                              cameras_of_both_eyes_become_one,
                              vectors_are_turned_to_the_direction_of_sight,
                              the_mouse_moves_a_body,
                              a_turn_ends_at_ninety_degrees_and_leaves_the_force,
                              mocap_bodies_follow_at_any_time,
                              nothing_selected_is_not_moved,
                              the_way_to_the_room_and_back_is_the_identity,
                              the_mouse_moves_the_model_in_its_room,
                              points_of_the_picture_show_what_the_reference_finds,
                              the_sky_is_nothing_and_ids_may_be_left_out,
                              NULL};
  for (int i = 0; all[i]; i++)
    tcase_add_test(tests, all[i]);
  return run_case("mouse", tests);
}
