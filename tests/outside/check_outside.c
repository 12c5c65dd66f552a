// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A library from outside adds a type of sensor, of actuator and of equality, a passive force, a
// post-solver, a service for convex pieces and a broad phase (outside.c). Each is used from MJCF,
// works as declared, and is still present after the model was saved as XML and as a binary image
// and loaded again.

#include <math.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "tests/support.h"

#define HERE TEST_BUILD_DIR "/tests/outside/"

static const char scene[] =
    "<mujoco>"
    "  <size nuserdata='2'/>"
    "  <option timestep='.01' integrator='implicitfast' broadphase='acme.everything'"
    "          convex='acme.spheres' post_solver='acme.onlooker'/>"
    "  <extension><plugin plugin='acme.drag'><instance name='air'>"
    "    <config key='coefficient' value='3'/></instance></plugin></extension>"
    "  <worldbody>"
    "    <body name='a'><joint name='a' type='hinge' axis='0 1 0'/>"
    "      <geom type='capsule' size='.02' fromto='0 0 0 .2 0 0' contype='0' conaffinity='0'/>"
    "      <site name='s' pos='.2 0 0'/></body>"
    "    <body name='b' pos='0 1 0'><joint name='b' type='hinge' axis='0 1 0'/>"
    "      <geom type='capsule' size='.02' fromto='0 0 0 .2 0 0' contype='0' "
    "conaffinity='0'/></body>"
    "    <geom type='ellipsoid' size='.1 .2 .3' pos='5 0 0'/>"
    "    <body name='c' pos='5 0 .5'><freejoint/><geom type='ellipsoid' size='.1 .2 .3'/></body>"
    "    <body name='e' pos='5 .5 .5'><freejoint/><geom type='ellipsoid' size='.1 .2 .3'/></body>"
    "  </worldbody>"
    "  <equality><acme.gear name='g' driven='a' driver='b' ratio='2' offset='.1'/></equality>"
    "  <actuator><acme.lag name='l' joint='b' gain='2' tau='.05' ctrlrange='-1 1'/></actuator>"
    "  <sensor><acme.tilt name='t' site='s' gain='2.5' axis='x' noise='.5' nsample='3'"
    "           delay='.02'/></sensor>"
    "</mujoco>";

static mjModel* from_text(const char* xml) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* m = mj_compile(spec, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

static void setup(void) {
  ck_assert_msg(fc_addModulePath(HERE "modules") == 0, "%s", fc_lastError());
}

// ---------------------------------------------------------------- what each of them does

static void run(const mjModel* m, mjtNum* state, int n) {
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 50; i++) {
    d->ctrl[0] = i < 20 ? 1 : 3;
    mj_step(m, d);
    mju_copy(state + i * n, d->qpos, (int)m->nq);
    mju_copy(state + i * n + m->nq, d->act, (int)m->na);
    mju_copy(state + i * n + m->nq + m->na, d->sensordata, (int)m->nsensordata);
  }
  mj_deleteData(d);
}

START_TEST(a_sensor_reports_what_it_measures_with_its_delay) {
  mjModel* m = from_text(scene);
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(m->sensor_dim[0], 2);
  ck_assert_int_eq(m->sensor_needstage[0], mjSTAGE_POS);
  ck_assert_int_eq(m->sensor_objtype[0], mjOBJ_SITE);
  ck_assert(m->sensor_noise[0] == .5);
  mjtNum measured[6][2];
  for (int i = 0; i < 6; i++) {
    mj_step1(m, d);
    measured[i][0] = 2.5 * d->site_xmat[6];
    measured[i][1] = d->site_xpos[2];
    if (i >= 2) {
      ck_assert(fabs(d->sensordata[0] - measured[i - 2][0]) < 1e-14);
      ck_assert(fabs(d->sensordata[1] - measured[i - 2][1]) < 1e-14);
    }
    mj_step2(m, d);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// explicit Euler of both lags, and the force of the second
START_TEST(an_actuator_has_two_states) {
  mjModel* m = from_text(scene);
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(m->na, 2);
  ck_assert_int_eq(m->actuator_actnum[0], 2);
  mjtNum x[2] = {0, 0};
  for (int i = 0; i < 20; i++) {
    d->ctrl[0] = 4;  // limited to 1
    mj_step(m, d);
    ck_assert(fabs(d->actuator_force[0] - 2 * x[1]) < 1e-14);
    const mjtNum rate[2] = {(1 - x[0]) / .05, (x[0] - x[1]) / .05};
    x[0] += .01 * rate[0];
    x[1] += .01 * rate[1];
    ck_assert(fabs(d->act[0] - x[0]) < 1e-14);
    ck_assert(fabs(d->act[1] - x[1]) < 1e-14);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// its row is the residual, and the solver keeps that small
static void expect_gear(const mjModel* m, const mjData* d, mjtNum ratio) {
  const mjtNum residual = d->qpos[0] - ratio * d->qpos[1] - .1;
  ck_assert_int_ge(d->ne, 1);
  ck_assert_int_eq(d->efc_id[0], 0);
  ck_assert(fabs(residual) < .03);
  ck_assert_int_eq(m->eq_type[0], fc_optionValue(FC_CONSTRAINT, "acme.gear"));
  ck_assert(fabs(d->efc_pos[0] - residual) < 1e-14);
}

START_TEST(an_equality_holds) {
  mjModel* m = from_text(scene);
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 1;
  for (int i = 0; i < 200; i++)
    mj_step(m, d);
  mj_forward(m, d);
  ck_assert(fabs(d->qpos[1]) > .2);
  expect_gear(m, d, 2);
  // its numbers are fields of the model and may change between steps
  m->eq_data[0] = -1;
  for (int i = 0; i < 400; i++)
    mj_step(m, d);
  mj_forward(m, d);
  expect_gear(m, d, -1);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// v' = -c v / m with implicit velocities: v_next = v / (1 + h c / m)
START_TEST(a_passive_force_is_integrated_implicitly) {
  mjModel* m = from_text(
      "<mujoco><option timestep='.01' gravity='0 0 0' integrator='implicitfast'/>"
      "<extension><plugin plugin='acme.drag'><instance name='air'><config key='coefficient' "
      "value='300'/></instance></plugin></extension>"
      "<worldbody><body><joint type='slide'/><geom size='.1' "
      "mass='2'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  mjtNum v = d->qvel[0] = 1;
  for (int i = 0; i < 10; i++) {
    mj_step(m, d);
    v /= 1 + .01 * 300 / 2;
    ck_assert(fabs(d->qvel[0] - v) < 1e-14);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(post_solver_pieces_and_broad_phase_are_the_ones_that_the_model_names) {
  mjModel* m = from_text(scene);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  ck_assert(d->userdata[0] == 1);
  ck_assert(d->userdata[1] == 1);
  // as spheres of radius 0.3 the ellipsoids overlap by 0.1; as ellipsoids the first two do, by less
  ck_assert_int_eq(d->ncon, 2);
  ck_assert(fabs(d->contact[0].dist + .1) < 1e-12);
  ck_assert(fabs(d->contact[1].dist + .1) < 1e-12);
  ck_assert_str_eq(fc_bound(m, d, FC_BROADPHASE), "acme.everything");
  ck_assert_str_eq(fc_bound(m, d, FC_CONVEX), "acme.spheres");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- saved and loaded again

enum { STATE = 40 };

START_TEST(a_model_with_all_of_them_survives_xml_and_a_binary_image) {
  char error[1000] = "", xml[] = HERE "saved.xml", mjb[] = HERE "saved.mjb";
  mjModel* m = from_text(scene);
  const int n = (int)(m->nq + m->na + m->nsensordata);
  ck_assert_int_le(n, STATE);
  static mjtNum expected[50 * STATE], state[50 * STATE];
  run(m, expected, n);

  mjSpec* spec = mj_parseXMLString(scene, NULL, error, sizeof error);
  mjModel* compiled = mj_compile(spec, NULL);
  ck_assert_msg(mj_saveXML(spec, xml, error, sizeof error) == 0, "%s", error);
  mj_deleteModel(compiled);
  mj_deleteSpec(spec);
  mjModel* from_xml = mj_loadXML(xml, NULL, error, sizeof error);
  ck_assert_msg(from_xml != NULL, "%s", error);
  run(from_xml, state, n);
  // text has fewer digits than numbers
  for (int i = 0; i < 50 * n; i++)
    ck_assert_msg(fabs(state[i] - expected[i]) < 1e-4 * (1 + fabs(expected[i])), "%d: %.17g %.17g",
                  i, state[i], expected[i]);

  // as elements, not as something that stands for them
  size_t length;
  FILE* file = fopen(xml, "r");
  static char text[20000];
  length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = 0;
  ck_assert_ptr_nonnull(strstr(text, "<acme.tilt "));
  ck_assert_ptr_nonnull(strstr(text, "axis=\"x\""));
  ck_assert_ptr_nonnull(strstr(text, "<acme.lag "));
  ck_assert_ptr_nonnull(strstr(text, "<acme.gear "));
  ck_assert_ptr_nonnull(strstr(text, "driver=\"b\""));

  mj_saveModel(m, mjb, NULL, 0);
  mjModel* from_image = mj_loadModel(mjb, NULL);
  ck_assert_ptr_nonnull(from_image);
  run(from_image, state, n);
  ck_assert_mem_eq(state, expected, 50 * (size_t)n * sizeof *state);

  mj_deleteModel(from_image);
  mj_deleteModel(from_xml);
  mj_deleteModel(m);
  unlink(xml);
  unlink(mjb);
}
END_TEST

// ---------------------------------------------------------------- errors name what was meant

static void expect_refused(const char* element, const char* words) {
  char xml[2000], error[1000] = "";
  snprintf(xml, sizeof xml,
           "<mujoco><worldbody><body><joint name='a'/><geom size='.1'/><site name='s'/></body>"
           "<body><joint name='b'/><geom size='.1'/></body></worldbody>\n%s</mujoco>",
           element);
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  if (spec) {
    ck_assert_ptr_null(mj_compile(spec, NULL));
    snprintf(error, sizeof error, "%s", mjs_getError(spec));
    mj_deleteSpec(spec);
  }
  ck_assert_msg(strstr(error, words) != NULL, "expected \"%s\", got: %s", words, error);
}

START_TEST(errors_name_the_nearest_word_and_the_range) {
  expect_refused("<sensor><acme.tlit site='s'/></sensor>", "did you mean 'acme.tilt'?");
  expect_refused("<sensor><acme.tilt site='s' gian='1'/></sensor>", "did you mean 'gain'?");
  expect_refused("<sensor><acme.tilt site='s' gain='101'/></sensor>",
                 "must be between 0 and 100, got 101");
  expect_refused("<sensor><acme.tilt site='s' axis='w'/></sensor>", "axis");
  expect_refused("<sensor><acme.tilt/></sensor>", "'site'");
  expect_refused("<sensor><acme.tilt site='nowhere'/></sensor>", "nowhere");
  expect_refused("<actuator><acme.lag joint='a' tau='0'/></actuator>", "'tau' must be between");
  expect_refused("<equality><acme.gear driven='a'/></equality>", "driver");
  expect_refused("<equality><acme.gear driven='a' driver='b' ratio='1 2'/></equality>", "ratio");
  expect_refused("<option convex='acme.sphere'/>", "known are: ");
  expect_refused("<equality><acme.absent/></equality>", "there is no constraint \"acme.absent\"");
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("outside");
  tcase_add_checked_fixture(tests, setup, NULL);
  tcase_add_test(tests, a_sensor_reports_what_it_measures_with_its_delay);
  tcase_add_test(tests, an_actuator_has_two_states);
  tcase_add_test(tests, an_equality_holds);
  tcase_add_test(tests, a_passive_force_is_integrated_implicitly);
  tcase_add_test(tests, post_solver_pieces_and_broad_phase_are_the_ones_that_the_model_names);
  tcase_add_test(tests, a_model_with_all_of_them_survives_xml_and_a_binary_image);
  tcase_add_test(tests, errors_name_the_nearest_word_and_the_range);
  return run_case("outside", tests);
}
