// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Built by check_examples.sh against the installed library alone: compares each example that has no
// separate test program with a closed form. Usage: behaviour NAME DIRECTORY.

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/renderer.h>
#include <fulcrum/viewer.h>
#include <mujoco/mujoco.h>

static mjSpec* spec;  // of the last model that was compiled

static void delete_spec(void) { mj_deleteSpec(spec); }

static mjModel* compile(const char* text) {
  char error[1000] = "";
  delete_spec();
  spec = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m)
    printf("%s\n", spec ? mjs_getError(spec) : error);
  if (!m)
    exit(1);
  return m;
}

static int differs(const char* what, double is, double should, double tolerance) {
  if (fabs(is - should) <= tolerance)
    return 0;
  printf("%s is %.12g, expected %.12g\n", what, is, should);
  return 1;
}

#define FLOOR "<geom type='plane' size='5 5 .1'/>"

// At rest the force m g of the row is aref / R, and R is softness / m: the spring balances softness
// times gravity. Eight times the gravity sinks a sphere less than four times as deep.
static double depth_under(double gravity) {
  char text[600];
  snprintf(
      text, sizeof text,
      "<mujoco><option timestep='.001' gravity='0 0 %g' contact_model='acme.foam'>"
      "<config key='depth' value='.0002'/></option><worldbody>" FLOOR
      "<body pos='0 0 .1'><freejoint/><geom size='.1' condim='1'/></body></worldbody></mujoco>",
      -gravity);
  mjModel* m = compile(text);
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 3000; i++)
    mj_step(m, d);
  const double depth = 0.1 - d->qpos[2];
  mj_deleteData(d);
  mj_deleteModel(m);
  return depth;
}

// in equilibrium (1 + x^2 / depth^2) x is proportional to gravity
static int foam(void) {
  const double a = depth_under(5), b = depth_under(40), l = 0.0002 * 0.0002;
  return differs("ratio of the spring forces", b * (1 + b * b / l) / (a * (1 + a * a / l)), 8,
                 1e-3) ||
         differs("a depth of less than four times the other", b < 4 * a, 1, 0);
}

// a motor that is held takes u / R of current, and warms as its power says
static int motor(void) {
  mjModel* m = compile(
      "<mujoco><option timestep='.01'/><worldbody><body><joint name='j' armature='1e9'/>"
      "<geom size='.1'/></body></worldbody><actuator><acme.motor joint='j' alpha='0' "
      "resistance='2' "
      "constant='.1'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 12;
  for (int i = 0; i < 100; i++)
    mj_step(m, d);
  // T' = (P - T / 5) / 50 with P = 72 W
  const double expected = 72 * 5 * (1 - exp(-1.0 / 250));
  const int failed = differs("current", d->act[0], 6, 1e-6) ||
                     differs("torque", d->actuator_force[0], .6, 1e-6) ||
                     differs("temperature", d->act[1], expected, 2e-2 * expected);
  mj_deleteData(d);
  mj_deleteModel(m);
  return failed;
}

// free fall is exact
static int verlet(void) {
  mjModel* m = compile(
      "<mujoco><option integrator='acme.verlet' timestep='.05'/><worldbody><body><freejoint/>"
      "<geom size='.1'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  d->qvel[0] = 3;
  for (int i = 0; i < 40; i++)
    mj_step(m, d);
  const int failed = differs("height", d->qpos[2], -9.81 * 2 * 2 / 2, 1e-12) ||
                     differs("distance", d->qpos[0], 6, 1e-12) ||
                     differs("velocity", d->qvel[2], -9.81 * 2, 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
  return failed;
}

static int quantizer(void) {
  mjModel* m = compile(
      "<mujoco><option stage='acme.quantizer'><config key='levels' value='5'/></option><worldbody>"
      "<body><joint name='j'/><geom size='.1'/></body></worldbody><actuator>"
      "<motor joint='j' ctrllimited='true' ctrlrange='-1 1'/><motor "
      "joint='j'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  d->ctrl[0] = .3;
  d->ctrl[1] = .3;
  mj_step(m, d);
  const int failed = differs("the control with a range", d->actuator_force[0], .5, 1e-15) ||
                     differs("the other", d->actuator_force[1], .3, 1e-15);
  mj_deleteData(d);
  mj_deleteModel(m);
  return failed;
}

static jmp_buf caught;
static char message[1000];
static void catch_error(const char* text, void* context) {
  (void)context;
  snprintf(message, sizeof message, "%s", text);
  longjmp(caught, 1);
}

static int watchdog(void) {
  mjModel* volatile m = compile(
      "<mujoco><option probe='acme.watchdog'><config key='depth' value='.01'/></option><worldbody>"
      "<geom name='floor' type='plane' size='1 1 1'/><body pos='0 0 .08'><freejoint/>"
      "<geom name='ball' size='.1'/></body></worldbody></mujoco>");
  mjData* volatile d = mj_makeData(m);
  fc_setThreadErrorHandler(catch_error, NULL, NULL);
  if (!setjmp(caught))
    mj_step(m, d);
  fc_setThreadErrorHandler(NULL, NULL, NULL);
  mj_deleteData(d);
  mj_deleteModel(m);
  if (!strstr(message, "geoms 0 floor and 1 ball are 0.02 m inside each other")) {
    printf("the error is \"%s\"\n", message);
    return 1;
  }
  return 0;
}

static int floorplan(void) {
  char error[1000] = "";
  FILE* file = fopen("room.floorplan", "w");
  fputs("floorplan\n####\n#.o#\n####\n", file);
  fclose(file);
  mjModel* m = fc_loadModel("room.floorplan", NULL, error, sizeof error);
  if (!m) {
    printf("%s\n", error);
    return 1;
  }
  int failed = differs("geoms", (double)m->ngeom, 1 + 10 + 1, 0) ||
               differs("place of the ball", m->body_pos[3], 2, 0);
  mj_deleteModel(m);
  file = fopen("room.floorplan", "w");
  fputs("floorplan\n##x\n", file);
  fclose(file);
  m = fc_loadModel("room.floorplan", NULL, error, sizeof error);
  if (m || !strstr(error, "line 2, column 3"))
    failed = printf("the message is \"%s\"\n", error);
  remove("room.floorplan");
  return failed;
}

static int dot(void) {
  static const char expected[] =
      "digraph model {\n"
      "  \"world\" -> \"arm\" [label=\"hinge\", tooltip=\"2 kg\"];\n"
      "  \"arm\" -> \"h\\\"and\" [label=\"hinge, slide\", tooltip=\"1 kg\"];\n}\n";
  char error[1000] = "", text[1000] = "";
  mjModel* m = compile(
      "<mujoco><worldbody><body name='arm'><joint/><geom size='.1' mass='2'/><body "
      "name='h&quot;and'><joint/><joint type='slide'/><geom size='.1' mass='1'/></body></body>"
      "</worldbody></mujoco>");
  if (mj_saveXML(spec, "tree.dot", error, sizeof error)) {
    printf("%s\n", error);
    return 1;
  }
  FILE* file = fopen("tree.dot", "r");
  const size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file)
    fclose(file);
  remove("tree.dot");
  mj_deleteModel(m);
  return n != sizeof expected - 1 || strcmp(text, expected) != 0 ? printf("%s", text) : 0;
}

// a sphere of 1 kg needs 9.81 N; it gets 5
static int fuse(void) {
  int failed = 0;
  for (int elliptic = 0; elliptic < 2; elliptic++) {
    char text[600];
    snprintf(text, sizeof text,
             "<mujoco><option cone='%s' post_solver='acme.fuse'><config key='force' value='5'/>"
             "</option><worldbody>" FLOOR
             "<body pos='0 0 .099'><freejoint/><geom size='.1' "
             "mass='1'/></body></worldbody></mujoco>",
             elliptic ? "elliptic" : "pyramidal");
    mjModel* m = compile(text);
    mjData* d = mj_makeData(m);
    mj_forward(m, d);
    failed |= differs("force", d->qfrc_constraint[2], 5, 1e-9) ||
              differs("acceleration", d->qacc[2], 5 - 9.81, 1e-9);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  return failed;
}

// two long cylinders side by side, which capsules are exactly along their sides
static int capsules(void) {
  mjModel* m = compile(
      "<mujoco><option convex='acme.capsules'/><worldbody><geom type='cylinder' size='.1 1'/>"
      "<body pos='.19 0 .2'><freejoint/><geom type='cylinder' size='.1 1'/></body></worldbody>"
      "</mujoco>");
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  const int failed = differs("contacts", d->ncon, 1, 0) ||
                     differs("distance", d->contact[0].dist, -.01, 1e-15) ||
                     differs("normal", d->contact[0].frame[0], 1, 1e-15);
  mj_deleteData(d);
  mj_deleteModel(m);
  return failed;
}

// A ball that cannot roll, on a slope: two springs in series carry it, and below the angle of
// friction it creeps at the speed where friction is as large as its weight along the slope.
static int gum(void) {
  mjModel* m = compile(
      "<mujoco><option timestep='.002' gravity='3 0 -10' contact_model='acme.gum'/><worldbody>"
      "<geom type='plane' size='5 5 .1' friction='.5'/><body pos='0 0 .1'>"
      "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/>"
      "<geom size='.1' mass='1' friction='.5'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 2000; i++)
    mj_step(m, d);
  // tan / mu = 0.6, and 0.6 / sqrt(1 - 0.6^2) = 0.75 of the stiction speed
  int failed =
      differs("depth", -d->qpos[1], 10 / 5e4, 1e-9) || differs("creep", d->qvel[0], 0.75e-3, 1e-8);

  // far above the angle friction is mu N, but for (e / v)^2
  m->opt.gravity[0] = 10;
  for (int i = 0; i < 1000; i++)
    mj_step(m, d);
  failed |= differs("acceleration", d->qacc[0], 10 - 0.5 * 10, 1e-6);
  mj_deleteData(d);
  mj_deleteModel(m);
  return failed;
}

enum { SIDE = 101 };
static unsigned char rgb[3 * SIDE * SIDE];
static float depth[SIDE * SIDE];

static void draw(mjrContext* con, mjvScene* scene) {
  const mjrRect all = {0, 0, SIDE, SIDE};
  mjr_render(all, scene, con);
  mjr_readPixels(rgb, depth, all, con);
}

// From above: a ball, its shadow 1 m to the side under light at 45 degrees, and the floor around.
static int rays(void) {
  mjModel* m = compile(
      "<mujoco><visual><headlight active='0'/><map znear='.1' zfar='20'/></visual><worldbody>"
      "<light directional='true' diffuse='.8 .8 .8' dir='1 0 -1'/><camera name='top' pos='0 0 6'/>"
      "<geom type='plane' size='5 5 .1' rgba='.5 .5 .5 1'/><geom size='.2' pos='0 0 1'/>"
      "</worldbody><statistic extent='1'/></mujoco>");
  mjData* d = mj_makeData(m);
  FcScreen screen = {.size = sizeof screen, .width = SIDE, .height = SIDE};
  mjvOption option;
  mjvCamera camera = {.type = mjCAMERA_FIXED, .fixedcamid = 0};
  mjvScene scene;
  mjrContext con;
  if (fc_useRenderer("acme.rays") || fc_openScreen(&screen)) {
    printf("%s\n", fc_lastError());
    return 1;
  }
  mj_forward(m, d);
  mjv_defaultOption(&option);
  mjv_defaultScene(&scene);
  mjv_makeScene(m, &scene, 100);
  mjv_updateScene(m, d, &option, NULL, &camera, mjCAT_ALL, &scene);
  mjr_defaultContext(&con);
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_resizeOffscreen(SIDE, SIDE, &con);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  con.readDepthMap = mjDEPTH_ZEROFAR;
  draw(&con, &scene);
  // the top of the ball is 4.8 m away; 1 m beside it is the 70th pixel of the row
  const int middle = SIDE / 2 * SIDE, ball = middle + 50, shadow = middle + 70, floor = middle + 30;
  const double away = 0.1 * 20 / (0.1 + depth[ball] * (20 - 0.1));
  int failed = differs("distance of the ball", away, 4.8, 1e-4) ||
               differs("floor", rgb[3 * floor], 255 * 0.5 * (0.2 + 0.8 * sqrt(0.5)), 1) ||
               differs("shadow", rgb[3 * shadow], 255 * 0.5 * 0.2, 1);
  scene.flags[mjRND_SEGMENT] = scene.flags[mjRND_IDCOLOR] = 1;
  draw(&con, &scene);
  failed |= differs("number of the floor", rgb[3 * shadow], 1 + scene.geoms[0].segid, 0) ||
            differs("number of the ball", rgb[3 * ball], 1 + scene.geoms[1].segid, 0);
  mjr_freeContext(&con);
  mjv_freeScene(&scene);
  fc_closeScreen(&screen);
  mj_deleteData(d);
  mj_deleteModel(m);
  return failed;
}

static int strip(void) {
  char text[500] = "", error[500] = "";
  FcView view = {.size = sizeof view,
                 .path = "fall.xml",
                 .save = "fallen.xml",
                 .viewer = "acme.strip",
                 .keyframe = "1"};
  FILE* file = fopen("fall.xml", "w");
  fputs(
      "<mujoco><option timestep='.01' integrator='RK4'/><worldbody><body pos='0 0 500'><joint "
      "type='slide' axis='0 0 1'/><geom size='.1'/></body></worldbody>"
      "<keyframe><key/><key time='1' qpos='3'/></keyframe></mujoco>",
      file);
  fclose(file);
  if (fc_view(&view)) {
    printf("%s\n", fc_lastError());
    return 1;
  }
  file = fopen("fallen.xml", "r");
  const size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file)
    fclose(file);
  text[n] = 0;
  double time = 0, height = 0;
  if (sscanf(text, "<mujoco> <keyframe> <key time=\"%lf\" qpos=\"%lf\"", &time, &height) != 2) {
    printf("what was saved is %s\n", text);
    return 1;
  }
  int failed = differs("time", time, 11, 1e-9) || differs("fall", height, 3 - 490.5, 1e-9);
  view.keyframe = "2";
  snprintf(error, sizeof error, "%s", fc_view(&view) ? fc_lastError() : "none");
  if (!strstr(error, "no keyframe '2'; it has 2"))
    failed = printf("the message is \"%s\"\n", error);
  view.path = "missing.xml";
  view.save = NULL;
  snprintf(error, sizeof error, "%s", fc_view(&view) ? fc_lastError() : "none");
  if (!strstr(error, "missing.xml"))
    failed = printf("the message is \"%s\"\n", error);
  remove("fall.xml");
  remove("fallen.xml");
  return failed;
}

int main(int argc, char** argv) {
  atexit(delete_spec);
  static const struct {
    const char* name;
    int (*run)(void);
  } examples[] = {{"foam", foam},         {"motor", motor},
                  {"verlet", verlet},     {"quantizer", quantizer},
                  {"watchdog", watchdog}, {"floorplan", floorplan},
                  {"dot", dot},           {"fuse", fuse},
                  {"capsules", capsules}, {"gum", gum},
                  {"rays", rays},         {"strip", strip}};
  if (argc != 3 || fc_addModulePath(argv[2])) {
    printf("%s\n", argc == 3 ? fc_lastError() : "usage: behaviour NAME DIRECTORY");
    return 1;
  }
  for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
    if (strcmp(examples[i].name, argv[1]) == 0)
      return examples[i].run() != 0;
  printf("there is no example %s\n", argv[1]);
  return 1;
}
