// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The plugins that come with Fulcrum as modules. Numbers are those of the reference; trajectories
// of richer models are compared in tests/parity (plugin_*.xml).

#include <math.h>

#include "tests/plugins/support.h"

// ---------------------------------------------------------------- pid

static const char arm[] =
    "<mujoco><option gravity='0 0 0' timestep='.01'/><extension><plugin plugin='mujoco.pid'>"
    "<instance name='p'><config key='kp' value='40'/><config key='ki' value='4'/><config key='kd' "
    "value='2'/><config key='imax' value='1'/><config key='slewmax' value='%s'/></instance>"
    "</plugin></extension><worldbody><body><joint name='j'/><geom size='.1' pos='.3 0 0' "
    "mass='1'/></body></worldbody><actuator><plugin joint='j' instance='p' plugin='mujoco.pid' "
    "actdim='%d' ctrlrange='-1 1'/></actuator></mujoco>";

START_TEST(pid_follows_the_law) {
  char text[2000];
  snprintf(text, sizeof text, arm, "3", 2);
  mjModel* m = compile(text);
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 1;
  mj_forward(m, d);
  ck_assert_double_eq_tol(d->actuator_force[0], 40.04, 1e-12);
  ck_assert_double_eq_tol(d->act_dot[0], 1, 1e-12);
  ck_assert_double_eq_tol(d->act_dot[1], 100, 1e-12);
  mj_step(m, d);
  ck_assert_double_eq_tol(d->qpos[0], 0.042595744680851068, 1e-15);
  ck_assert_double_eq_tol(d->act[0], 0.01, 1e-15);
  mj_forward(m, d);
  ck_assert_double_eq_tol(d->act_dot[0], 0.95740425531914919, 1e-12);
  ck_assert_double_eq_tol(d->actuator_force[0], 29.855317446808513, 1e-12);
  for (int i = 1; i < 10; i++)
    mj_step(m, d);
  mj_forward(m, d);
  ck_assert_double_eq_tol(d->qpos[0], 0.92998635794248197, 1e-12);
  ck_assert_double_eq_tol(d->act[0], 0.060366103370204233, 1e-12);
  ck_assert_double_eq_tol(d->actuator_force[0], -12.394846118354231, 1e-10);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(pid_settles_at_a_setpoint_against_gravity) {
  mjModel* m = compile(
      "<mujoco><extension><plugin plugin='mujoco.pid'/></extension><worldbody><body><joint "
      "name='j' "
      "type='slide'/><geom size='.1' mass='2'/></body></worldbody><actuator><plugin joint='j' "
      "plugin='mujoco.pid' actdim='1'><config key='kp' value='200'/><config key='ki' value='200'/>"
      "<config key='kd' value='40'/></plugin></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 0.3;
  while (d->time < 20)
    mj_step(m, d);
  ck_assert_double_eq_tol(d->qpos[0], 0.3, 1e-6);
  ck_assert_double_eq_tol(d->actuator_force[0], 2 * 9.81, 1e-4);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(pid_refuses_what_makes_no_sense) {
  char text[2000];
  snprintf(text, sizeof text, arm, "3", 1);
  expect_refusal(text, "actuator 0: actdim 1, expected 2");
  snprintf(text, sizeof text, arm, "-3", 2);
  expect_refusal(text, "slewmax negative");
  snprintf(text, sizeof text, arm, "fast", 2);
  expect_refusal(text, "attribute \"slewmax\" is \"fast\", which is not a number");
  expect_refusal(
      "<mujoco><extension><plugin plugin='mujoco.pid'><instance name='p'/></plugin>"
      "</extension></mujoco>",
      "no actuator for plugin instance 0");
}
END_TEST

// ---------------------------------------------------------------- touch grid

#define GRID(config)                                                                      \
  "<mujoco><extension><plugin plugin='mujoco.sensor.touch_grid'/></extension><worldbody>" \
  "<geom type='plane' size='1 1 1'/><body pos='0 0 .099'><freejoint/><geom type='box' "   \
  "size='.1 .1 .1' mass='1'/><site name='s' pos='0 0 .05'/></body></worldbody><sensor>"   \
  "<plugin plugin='mujoco.sensor.touch_grid' objtype='site' objname='s'>" config          \
  "</plugin></sensor></mujoco>"
#define KEY(key, value) "<config key='" key "' value='" value "'/>"

START_TEST(touch_grid_sees_the_corners_of_a_box) {
  mjModel* m = compile(GRID(KEY("size", "3 3") KEY("fov", "60 60") KEY("nchannel", "3")));
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(m->nsensordata, 27);
  ck_assert_int_eq(m->sensor_needstage[0], mjSTAGE_ACC);
  mj_forward(m, d);
  for (int i = 0; i < 27; i++) {
    const int corner = i == 0 || i == 2 || i == 6 || i == 8;
    ck_assert_double_eq_tol(d->sensordata[i], corner ? 3.0700000000000141 : 0, 1e-9);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(touch_grid_refuses_what_makes_no_sense) {
  static const struct {
    const char *xml, *words;
  } cases[] = {
      {GRID(KEY("fov", "60 60")), "horizontal and vertical resolution required"},
      {GRID(KEY("size", "3 3")), "field of view required"},
      {GRID(KEY("size", "3 0") KEY("fov", "60 60")), "size must be"},
      {GRID(KEY("size", "3 3") KEY("fov", "190 60")), "fov[0]"},
      {GRID(KEY("size", "3 3") KEY("fov", "60 91")), "fov[1]"},
      {GRID(KEY("size", "3 3") KEY("fov", "60 60") KEY("gamma", "1.5")), "gamma must be"},
      {GRID(KEY("size", "3 3") KEY("fov", "60 60") KEY("gamma", "x")), "invalid or missing"},
      {GRID(KEY("size", "3 3") KEY("fov", "60 60") KEY("nchannel", "7")), "nchannel must be"},
      {"<mujoco><extension><plugin plugin='mujoco.sensor.touch_grid'/></extension><sensor><plugin "
       "plugin='mujoco.sensor.touch_grid'/></sensor></mujoco>",
       "must be attached to a site"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_refusal(cases[i].xml, cases[i].words);
}
END_TEST

// ---------------------------------------------------------------- cable

#define SEGMENT(content)                                                               \
  "<body pos='.1 0 0'><plugin instance='c'/><joint type='ball'/><geom type='capsule' " \
  "size='.01 .05' pos='.05 0 0' euler='0 90 0'/>" content "</body>"
#define CABLE(config)                                                                        \
  "<mujoco><option gravity='0 0 0'/><extension><plugin plugin='mujoco.elasticity.cable'>"    \
  "<instance name='c'>" config                                                               \
  "</instance></plugin></extension><worldbody><body><plugin "                                \
  "instance='c'/><freejoint/><geom type='capsule' size='.01 .05' pos='.05 0 0' euler='0 90 " \
  "0'/>" SEGMENT(SEGMENT("")) "</body></worldbody></mujoco>"

START_TEST(a_straight_cable_resists_bending_like_a_rod) {
  mjModel* m = compile(CABLE(KEY("twist", "1e7") KEY("bend", "4e6")));
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(m->nv, 12);
  mj_forward(m, d);
  ck_assert_double_eq_tol(mju_norm(d->qfrc_passive, 12), 0, 1e-12);

  // moment = E I angle / length; twist = G J angle / length
  const mjtNum angle = 0.2, inertia = mjPI * 1e-8 / 4;
  mju_axisAngle2Quat(d->qpos + 7, (mjtNum[]){0, 1, 0}, angle);
  mj_forward(m, d);
  ck_assert_double_eq_tol(d->qfrc_passive[7], -4e6 * inertia * angle / 0.1, 1e-10);
  ck_assert_double_eq_tol(mju_norm(d->qfrc_passive + 9, 3), 0, 1e-12);
  mju_axisAngle2Quat(d->qpos + 7, (mjtNum[]){1, 0, 0}, angle);
  mj_forward(m, d);
  ck_assert_double_eq_tol(d->qfrc_passive[6], -1e7 * 2 * inertia * angle / 0.1, 1e-10);

  // internal forces push nothing around
  ck_assert_double_eq_tol(mju_norm(d->qfrc_passive, 6), 0, 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(cable_refuses_what_makes_no_sense) {
  expect_refusal(CABLE(KEY("bend", "stiff")), "cable plugin: invalid parameters");
  expect_refusal(CABLE(KEY("vmax", "much")), "cable plugin: invalid parameters");

  // bodies that do not follow each other
  expect_refusal(
      "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'><instance name='c'/></plugin>"
      "</extension><worldbody><body><plugin instance='c'/><geom size='1'/></body><body/><body>"
      "<plugin instance='c'/><geom size='1'/></body></worldbody></mujoco>",
      "its bodies must follow each other, but body 3 does not follow body 1");
}
END_TEST

START_TEST(a_cable_without_bodies_does_nothing) {
  mjModel* m = compile(
      "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'><instance name='c'/></plugin>"
      "</extension><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(m->nplugin, 1);
  mj_step(m, d);
  ck_assert_double_eq(mju_norm(d->qfrc_passive, 6), 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// Colours that the reference gives the segments of this cable, bent and twisted by `angle`, when
// it makes a scene, recorded by setting the same states and calling mjv_updateScene there.
START_TEST(stress_is_shown_as_colour) {
  static const struct {
    mjtNum angle;
    float rgb[3][3];
  } expected[5] = {
      {0, {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}},
      {0.1, {{0, 1, 0.743362963f}, {1, 0.796191573f, 0}, {1, 2.22044605e-16f, 0}}},
      {0.25, {{1, 0.858407319f, 0}, {1, 2.22044605e-16f, 0}, {1, 2.22044605e-16f, 0}}},
      {0.5, {{1, 2.22044605e-16f, 0}, {1, 2.22044605e-16f, 0}, {1, 2.22044605e-16f, 0}}},
      {1.5, {{1, 2.22044605e-16f, 0}, {1, 2.22044605e-16f, 0}, {1, 2.22044605e-16f, 0}}},
  };
  mjModel* m = compile(CABLE(KEY("twist", "1e7") KEY("bend", "4e6") KEY("vmax", ".1")));
  mjData* d = mj_makeData(m);
  const mjpPlugin* cable = mjp_getPluginAtSlot(m->plugin[0]);
  m->geom_rgba[3] = 0.25f;
  for (int k = 0; k < 5; k++) {
    mju_axisAngle2Quat(d->qpos + 7, (mjtNum[]){0, 1, 0}, expected[k].angle);
    mju_axisAngle2Quat(d->qpos + 11, (mjtNum[]){1, 0, 0}, expected[k].angle);
    mj_forward(m, d);
    cable->visualize(m, d, NULL, NULL, 0);
    for (int g = 0; g < 3; g++)
      for (int c = 0; c < 3; c++)
        ck_assert_float_eq_tol(m->geom_rgba[4 * g + c], expected[k].rgb[g][c], 1e-6f);
    ck_assert_float_eq(m->geom_rgba[3], 0.25f);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- signed distance fields

static const mjpPlugin* shape(const char* name) {
  mjSpec* s = mj_makeSpec();
  ck_assert_msg(mjs_activatePlugin(s, name) == 0, "%s", fc_lastError());
  mj_deleteSpec(s);
  return mjp_getPlugin(name, NULL);
}

// default attributes
static void defaults(const mjpPlugin* plugin, mjtNum* a) {
  const char* blank[5] = {"", "", "", "", ""};
  plugin->sdf_attribute(a, (const char**)plugin->attributes, blank);
}

static const char* const shapes[] = {"mujoco.sdf.bolt", "mujoco.sdf.bowl", "mujoco.sdf.gear",
                                     "mujoco.sdf.nut", "mujoco.sdf.torus"};
static const mjtNum points[4][3] = {{.1, .2, .3}, {.3, -.1, -.6}, {0, 0, 0}, {1.3, .4, .05}};

START_TEST(distances_equal_those_of_the_reference) {
  static const mjtNum expected[5][4] = {
      {.30000000000000004, .019063893509147341, 0, .77482829449082802},
      {.68008711555178325, .30176700168747317, .97999999999999998, .34106575888161994},
      {.68006702829297394, .74877487084929661, .87360000000000004, -.044279076145051277},
      {.30000000000000004, .099999999999999978, .21920310216782976, .80000000000000004},
      {.17553838725258611, .45094971818631668, .19999999999999998, .86138373745503694}};
  for (int k = 0; k < 5; k++) {
    mjtNum a[5];
    const mjpPlugin* plugin = shape(shapes[k]);
    defaults(plugin, a);
    for (int i = 0; i < 4; i++)
      ck_assert_double_eq_tol(plugin->sdf_staticdistance(points[i], a), expected[k][i], 1e-14);
  }
}
END_TEST

START_TEST(boxes_hold_the_shapes) {
  static const mjtNum half[5][3] = {
      {.6, .6, 1}, {1.02, 1.02, 1.02}, {1.75, 1.75, .11}, {.6, .6, 1}, {.5, .5, .15}};
  for (int k = 0; k < 5; k++) {
    mjtNum a[5], box[6];
    const mjpPlugin* plugin = shape(shapes[k]);
    defaults(plugin, a);
    plugin->sdf_aabb(box, a);
    for (int i = 0; i < 3; i++) {
      ck_assert_double_eq(box[i], 0);
      ck_assert_double_eq_tol(box[3 + i], half[k][i], 1e-15);
    }
  }
}
END_TEST

START_TEST(attributes_reach_the_geom_and_the_gradient_is_the_slope) {
  mjModel* m = compile(
      "<mujoco><extension><plugin plugin='mujoco.sdf.torus'><instance name='ring'><config "
      "key='radius1' value='2'/><config key='radius2' value='.5'/></instance></plugin><plugin "
      "plugin='mujoco.sdf.gear'><instance name='cog'/></plugin></extension><worldbody><geom "
      "size='1'><plugin instance='ring'/></geom></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(m->geom_plugin[0], 0);
  const mjpPlugin* ring = mjp_getPluginAtSlot(m->plugin[0]);
  const mjpPlugin* cog = mjp_getPluginAtSlot(m->plugin[1]);
  const mjtNum p[3] = {3, 0, 0};
  mjtNum g[3], q[3] = {.2, 1.6, .3};
  ck_assert_double_eq_tol(ring->sdf_distance(p, d, 0), 0.5, 1e-15);
  ring->sdf_gradient(g, p, d, 0);
  ck_assert_double_eq_tol(g[0], 1, 1e-15);
  ck_assert_double_eq_tol(mju_norm(g + 1, 2), 0, 1e-15);
  cog->sdf_gradient(g, q, d, 1);
  for (int k = 0; k < 3; k++) {
    mjtNum ahead[3] = {q[0], q[1], q[2]}, behind[3] = {q[0], q[1], q[2]};
    ahead[k] += 1e-5;
    behind[k] -= 1e-5;
    const mjtNum slope = (cog->sdf_distance(ahead, d, 1) - cog->sdf_distance(behind, d, 1)) / 2e-5;
    ck_assert_double_eq_tol(g[k], slope, 1e-5);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(attributes_that_are_no_numbers_are_refused) {
  expect_refusal(
      "<mujoco><extension><plugin plugin='mujoco.sdf.bowl'><instance name='b'><config "
      "key='height' value='tall'/></instance></plugin></extension></mujoco>",
      "attribute \"height\" is \"tall\"");
}
END_TEST

int main(void) {
  const TTest* const tests[] = {pid_follows_the_law,
                                pid_settles_at_a_setpoint_against_gravity,
                                pid_refuses_what_makes_no_sense,
                                touch_grid_sees_the_corners_of_a_box,
                                touch_grid_refuses_what_makes_no_sense,
                                a_straight_cable_resists_bending_like_a_rod,
                                cable_refuses_what_makes_no_sense,
                                a_cable_without_bodies_does_nothing,
                                stress_is_shown_as_colour,
                                distances_equal_those_of_the_reference,
                                boxes_hold_the_shapes,
                                attributes_reach_the_geom_and_the_gradient_is_the_slope,
                                attributes_that_are_no_numbers_are_refused,
                                NULL};
  return run_quietly("first-party plugins", tests);
}
