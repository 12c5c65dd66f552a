// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the engine plugins of this tree show in scenes: touched bins of a touch grid, descents on
// signed distance fields.

#include <math.h>

#include "tests/support.h"

static mjModel* m;
static mjData* d;
static mjvScene scn;
static mjvOption opt;
static mjvCamera cam;

static void load(const char* xml, int maxgeom) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  m = mj_compile(spec, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  d = mj_makeData(m);
  mj_forward(m, d);
  mjv_defaultOption(&opt);
  mjv_defaultFreeCamera(m, &cam);
  mjv_defaultScene(&scn);
  mjv_makeScene(m, &scn, maxgeom);
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
}

static void close_scene(void) {
  mjv_freeScene(&scn);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void near(double x, double y) { ck_assert_msg(fabs(x - y) < 1e-6, "%.9g, not %.9g", x, y); }

// ---------------------------------------------------------------- touch grid

// A ball stands on the floor, straight below the site, which has one bin of 2 x 30 by 2 x 20
// degrees around that direction and sees the normal force along its axis.
#define TOUCHED(bins)                                                                       \
  "<mujoco><extension><plugin plugin='mujoco.sensor.touch_grid'/></extension><worldbody>"   \
  "<geom type='plane' size='1 1 1'/><body pos='0 0 .1'><freejoint/><geom size='.1001'/>"    \
  "<site name='s' pos='0 0 .4'/></body></worldbody><sensor><accelerometer site='s'/>"       \
  "<plugin plugin='mujoco.sensor.touch_grid' objtype='site' objname='s'><config key='size'" \
  " value='" bins "'/><config key='fov' value='30 20'/></plugin></sensor></mujoco>"

START_TEST(a_touched_bin_is_a_plate_at_the_contact) {
  load(TOUCHED("1 1"), 20);
  ck_assert_int_eq(d->ncon, 1);
  const mjvGeom* plate = scn.geoms;
  const double distance = 0.5 - d->contact[0].pos[2];
  ck_assert_int_eq(plate->type, mjGEOM_BOX);
  ck_assert_int_eq(plate->category, mjCAT_DECOR);
  ck_assert_int_eq(plate->objid, 1);
  ck_assert_int_eq(plate->segid, 0);
  near(plate->size[0], distance * 30 * mjPI / 180);
  near(plate->size[1], distance * 20 * mjPI / 180);
  near(plate->size[2], distance * 0.02);
  near(plate->pos[0], 0);
  near(plate->pos[1], 0);
  near(plate->pos[2], 0.5 - 0.98 * distance);
  for (int k = 0; k < 9; k++)
    near(plate->mat[k], k % 4 == 0);
  for (int k = 0; k < 4; k++)
    near(plate->rgba[k], 1);
  ck_assert_int_eq(scn.geoms[1].type, mjGEOM_PLANE);
}
END_TEST

// no contact, no plate; and bins beside the contact are not shown
START_TEST(bins_without_contact_are_not_shown) {
  load(TOUCHED("3 3"), 20);
  const int touched = scn.ngeom;
  ck_assert_int_eq(scn.geoms[0].type, mjGEOM_BOX);
  near(scn.geoms[0].pos[0], 0);
  ck_assert_int_eq(scn.geoms[1].type, mjGEOM_PLANE);
  d->qpos[2] = 0.2;
  mj_forward(m, d);
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  ck_assert_int_eq(scn.ngeom, touched - 1);
  ck_assert_int_eq(scn.geoms[0].type, mjGEOM_PLANE);
}
END_TEST

// ---------------------------------------------------------------- descents

#define FIELDS                                                                                 \
  "<mujoco><option sdf_initpoints='12' sdf_iterations='8'/><extension>"                        \
  "<plugin plugin='mujoco.sdf.bowl'><instance name='t'/></plugin></extension><asset>"          \
  "<mesh name='t'><plugin instance='t'/></mesh></asset><worldbody>"                            \
  "<geom name='ball' size='.3' pos='.9 0 -.5'/><body pos='0 0 0' euler='3 -5 30'><freejoint/>" \
  "<geom type='sdf' name='t' mesh='t'><plugin instance='t'/></geom></body></worldbody></mujoco>"

static double field_of_ball(const float p[3]) {
  const double x = p[0] - 0.9, y = p[1], z = p[2] + 0.5;
  return sqrt(x * x + y * y + z * z) - 0.3;
}

// a sphere of radius 1 below the height .4, where its rim is, .02 thick
static double field_of_bowl(const float p[3]) {
  mjtNum x[3], local[3];
  const int geom = mj_name2id(m, mjOBJ_GEOM, "t");
  for (int k = 0; k < 3; k++)
    x[k] = p[k] - d->geom_xpos[3 * geom + k];
  mju_mulMatTVec3(local, d->geom_xmat + 9 * geom, x);
  const double side = hypot(local[0], local[1]), rim = sqrt(1 - 0.4 * 0.4);
  const double middle = 0.4 * side < rim * local[2] ? hypot(side - rim, local[2] - 0.4)
                                                    : fabs(hypot(side, local[2]) - 1);
  return middle - 0.02;
}

// what descents minimise
static double objective(const float p[3]) {
  const double a = field_of_ball(p), b = field_of_bowl(p);
  return a + b + fabs(fmax(a, b));
}

static int is_ball(const mjvGeom* geom, int color) {
  return geom->type == mjGEOM_SPHERE && geom->rgba[color] == 1 && geom->rgba[2 - color] == 0;
}

START_TEST(descents_lead_from_blue_to_red) {
  load(FIELDS, 1000);
  const int ngeom = scn.ngeom;
  ck_assert_int_gt(d->ncon, 0);
  opt.flags[mjVIS_SDFITER] = 1;
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  int npath = 0, deeper = 0, i = 0;
  for (; i < scn.ngeom && is_ball(scn.geoms + i, 2); npath++) {
    const mjvGeom *start = scn.geoms + i, *end = start + 1;
    ck_assert(is_ball(end, 0));
    near(start->size[0], 0.2 * m->stat.meansize);
    deeper += objective(end->pos) <= objective(start->pos) + 1e-6;
    // each step begins where the one before ended, and covers 95 % of the way there
    const float* at = start->pos;
    float next[3];
    int nstep = 0;
    for (i += 2; i < scn.ngeom && scn.geoms[i].type == mjGEOM_LINE; i++, nstep++) {
      const mjvGeom* step = scn.geoms + i;
      ck_assert_int_eq(step->objid, npath);
      ck_assert_int_eq(step->category, mjCAT_DECOR);
      near(step->size[0], 2);
      for (int k = 0; k < 3; k++) {
        near(step->pos[k], at[k]);
        next[k] = at[k] + step->size[2] / 0.95f * step->mat[3 * k + 2];
      }
      ck_assert(step->rgba[0] > (nstep ? step[-1].rgba[0] : 0));
      near(step->rgba[0] + step->rgba[2], 1);
      at = i + 1 < scn.ngeom && scn.geoms[i + 1].type == mjGEOM_LINE ? scn.geoms[i + 1].pos : next;
    }
    for (int k = 0; k < 3; k++)
      near(at[k], end->pos[k]);
  }
  ck_assert_int_eq(npath, 12);
  ck_assert_int_gt(deeper, 9);
  ck_assert_int_eq(scn.ngeom - i, ngeom);
}
END_TEST

START_TEST(a_full_scene_and_larger_options_are_harmless) {
  load(FIELDS, 7);
  opt.flags[mjVIS_SDFITER] = 1;
  m->opt.sdf_initpoints = 40;
  m->opt.sdf_iterations = 30;
  mj_forward(m, d);
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn);
  ck_assert_int_eq(scn.ngeom, 7);
  ck_assert_int_eq(scn.status, 1);
  ck_assert_int_eq(d->warning[mjWARN_VGEOMFULL].number, 1);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("plugins in scenes");
  TCase* tests = tcase_create("plugins");
  tcase_add_checked_fixture(tests, NULL, close_scene);
  // meshes of fields are made of many thousand distances
  tcase_set_timeout(tests, 120);
  tcase_add_test(tests, a_touched_bin_is_a_plate_at_the_contact);
  tcase_add_test(tests, bins_without_contact_are_not_shown);
  tcase_add_test(tests, descents_lead_from_blue_to_red);
  tcase_add_test(tests, a_full_scene_and_larger_options_are_harmless);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}
