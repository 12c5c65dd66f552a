// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Newton's third law in reported contact forces: for every contact model and every way of making
// its force, each function, sensor, drawing and column that reports contact forces shows the weight
// that rests on the contacts.

#include <fulcrum/math.h>

#include "tests/support.h"
#include "tools/common/columns.h"

#define GRAVITY 9.81
#define LOWER 2.0  // kg
#define UPPER 1.0
#define TOLERANCE 0.02  // N, what is left of the motion

static const char* const models[] = {"soft",    "sap",      "hunt_crossley",
                                     "bristle", "adhesive", "compliant"};

// A box on a box on a floor. Sites enclose the lower side of each; a grid of directions looks down
// from the middle of the lower one.
static mjModel* load(const char* contact_model) {
  static const char radius[] = "<config key='radius' value='.01'/>";
  const int adhesive = strcmp(contact_model, "adhesive") == 0;
  char xml[3000], error[500] = "";
  snprintf(xml, sizeof xml,
           "<mujoco><option timestep='5e-4' integrator='implicitfast' contact_model='%s'/>"
           "<extension><plugin plugin='mujoco.sensor.touch_grid'/></extension><worldbody>"
           "<geom name='floor' type='plane' size='2 2 1'/>"
           "<body name='lower' pos='0 0 .1'><freejoint/>"
           "<geom name='lower' type='box' size='.2 .2 .1' mass='%g'>%s</geom>"
           "<site name='sole' type='box' pos='0 0 -.1' size='.3 .3 .02'/><site name='middle'/>"
           "</body><body name='upper' pos='0 0 .3'><freejoint/>"
           "<geom name='upper' type='box' size='.1 .1 .1' mass='%g'>%s</geom>"
           "<site name='seat' type='box' pos='0 0 -.1' size='.2 .2 .02'/></body></worldbody>"
           "<sensor><touch name='sole' site='sole'/><touch name='seat' site='seat'/>"
           "<contact name='net' geom1='floor' geom2='lower' data='force' reduce='netforce'/>"
           "<contact name='parts' geom1='floor' geom2='lower' data='force' num='8'/>"
           "<plugin name='grid' plugin='mujoco.sensor.touch_grid' objtype='site' "
           "objname='middle'><config key='size' value='5 5'/><config key='fov' value='80 60'/>"
           "</plugin></sensor></mujoco>",
           contact_model, LOWER, adhesive ? radius : "", UPPER, adhesive ? radius : "");
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* m = mj_compile(spec, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

static void expect(const char* model, const char* what, mjtNum got, mjtNum expected) {
  ck_assert_msg(fabs(got - expected) <= TOLERANCE, "%s: %s: %g N, expected %g N", model, what, got,
                expected);
}

static const mjtNum* sensor(const mjModel* m, const mjData* d, const char* name, int* n) {
  const int id = mj_name2id(m, mjOBJ_SENSOR, name);
  ck_assert_int_ge(id, 0);
  *n = m->sensor_dim[id];
  return d->sensordata + m->sensor_adr[id];
}

static mjtNum sum_of(const mjModel* m, const mjData* d, const char* name, int step) {
  int n;
  const mjtNum* value = sensor(m, d, name, &n);
  mjtNum sum = 0;
  for (int i = 0; i < n; i += step)
    sum += value[i];
  return sum;
}

static int is_floor(const mjModel* m, const mjContact* con) {
  return m->geom_bodyid[con->geom[0]] == 0 || m->geom_bodyid[con->geom[1]] == 0;
}

static void check_functions(const char* model, const mjModel* m, mjData* d) {
  mjtNum floor = 0, between = 0;
  for (int i = 0; i < d->ncon; i++) {
    mjtNum force[6], world[3];
    mj_contactForce(m, d, i, force);
    fc_mulMatTVec3(world, d->contact[i].frame, force);
    *(is_floor(m, d->contact + i) ? &floor : &between) += world[2];
  }
  expect(model, "mj_contactForce of the floor", floor, (LOWER + UPPER) * GRAVITY);
  expect(model, "mj_contactForce of the upper box", between, UPPER * GRAVITY);

  mj_rnePostConstraint(m, d);
  expect(model, "cfrc_ext of the lower box", d->cfrc_ext[6 + 5], LOWER * GRAVITY);
  expect(model, "cfrc_ext of the upper box", d->cfrc_ext[12 + 5], UPPER * GRAVITY);
  // what the boxes do to each other cancels, whatever is left of the motion
  assert_near(d->cfrc_ext[6 + 5] + d->cfrc_ext[12 + 5], floor, 1e-9);
}

static void check_sensors(const char* model, const mjModel* m, const mjData* d) {
  int n;
  expect(model, "touch", sum_of(m, d, "sole", 1), (LOWER + UPPER) * GRAVITY);
  expect(model, "touch", sum_of(m, d, "seat", 1), UPPER * GRAVITY);
  expect(model, "contact, netforce", fabs(sensor(m, d, "net", &n)[2]), (LOWER + UPPER) * GRAVITY);
  expect(model, "contact", sum_of(m, d, "parts", 3), (LOWER + UPPER) * GRAVITY);
  expect(model, "touch_grid", fabs(sum_of(m, d, "grid", 1)), (LOWER + UPPER) * GRAVITY);
}

// arrows are as long as the force, times visual/map/force over the mean mass
static void check_arrows(const char* model, const mjModel* m, mjData* d) {
  mjvScene scene;
  mjvOption option;
  mjvCamera camera;
  mjtNum length = 0;
  mjv_defaultScene(&scene);
  mjv_makeScene(m, &scene, 1000);
  mjv_defaultOption(&option);
  mjv_defaultFreeCamera(m, &camera);
  option.flags[mjVIS_CONTACTFORCE] = 1;
  mjv_updateScene(m, d, &option, NULL, &camera, mjCAT_ALL, &scene);
  for (int i = 0; i < scene.ngeom; i++) {
    const int arrow = scene.geoms[i].type == mjGEOM_ARROW || scene.geoms[i].type == mjGEOM_ARROW2;
    length += arrow ? (mjtNum)scene.geoms[i].size[2] : 0;
  }
  expect(model, "arrows", length * m->stat.meanmass / m->vis.map.force,
         (LOWER + 2 * UPPER) * GRAVITY);
  mjv_freeScene(&scene);
}

static void check_print(const char* model, const mjModel* m, const mjData* d) {
  char line[1000];
  double sum = 0, force;
  mj_printFormattedData(m, d, "weight.txt", "%.9g");
  FILE* file = fopen("weight.txt", "r");
  ck_assert_ptr_nonnull(file);
  while (fgets(line, sizeof line, file))
    sum += sscanf(line, " force %lf", &force) == 1 ? force : 0;
  fclose(file);
  remove("weight.txt");
  expect(model, "mj_printData", sum, (LOWER + 2 * UPPER) * GRAVITY);
}

static void check_columns(const char* model, const mjModel* m, const mjData* d) {
  Columns columns;
  int seen = 0;
  expect(model, "report of fulcrum simulate", normal_force(m, d), (LOWER + 2 * UPPER) * GRAVITY);
  ck_assert_int_eq(columns_make(&columns, m, 1), 0);
  columns_before(&columns, m, d);
  columns_after(&columns, m, d);
  for (int i = 0; i < columns.n; i++) {
    if (strcmp(columns.column[i].name, "force") != 0)
      continue;
    expect(model, "--columns force", columns.value[i], (LOWER + 2 * UPPER) * GRAVITY);
    seen++;
  }
  ck_assert_int_eq(seen, 1);
  columns_free(&columns);
}

START_TEST(whatever_tells_of_contacts_shows_the_weight) {
  const char* model = models[_i];
  mjModel* m = load(model);
  mjData* d = mj_makeData(m);
  for (int k = 0; k < 6000; k++)
    mj_step(m, d);
  mj_forward(m, d);
  ck_assert_int_ge(d->ncon, 8);
  ck_assert_int_eq(d->nefc > 0, strcmp(model, "compliant") != 0);
  check_functions(model, m, d);
  check_sensors(model, m, d);
  check_arrows(model, m, d);
  check_print(model, m, d);
  check_columns(model, m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("weight");
  tcase_add_loop_test(tests, whatever_tells_of_contacts_shows_the_weight, 0,
                      sizeof models / sizeof *models);
  return run_case("weight", tests);
}
