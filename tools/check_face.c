// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A face at work in a small scene that has every geom type in contact, every joint type, limits,
// dry friction, equality constraints, tendons, actuators and sensors: the state stays finite, steps
// use no heap, simulations do not disturb each other, and a saved state continues exactly as the
// original.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/engine_plugin.h>
#include <fulcrum/host.h>
#include <fulcrum/sensor.h>
#include <fulcrum/solver.h>

#include "tools/check.h"
#include "tools/heap_count.h"

#define WARM_UP 100  // steps until every contact has been made
#define STEPS 100

// ---------------------------------------------------------------- the scene

static const char scene_begin[] = "<mujoco model='check'><option timestep='0.004'/>";

static const char scene_bodies[] =
    "<default><geom density='800' friction='0.8 0.01 0.001'/></default>"
    "<worldbody><geom name='floor' type='plane' size='4 4 .1' condim='4'/>"
    "<geom name='step' type='box' pos='1.5 0 .1' size='.3 .5 .1'/>"
    "<body name='ball' pos='0 0 .15'><freejoint/><geom type='sphere' size='.1' condim='6'/><site "
    "name='ball'/></body>"
    "<body name='pill' pos='0 0 .42'><freejoint/><geom type='capsule' size='.07 .1' euler='0 80 "
    "0'/></body>"
    "<body name='egg' pos='.05 0 .7'><freejoint/><geom type='ellipsoid' size='.1 .08 .07'/></body>"
    "<body name='can' pos='.6 0 .2'><freejoint/><geom type='cylinder' size='.08 .1' euler='5 0 "
    "0'/></body>"
    "<body name='brick' pos='.6 0 .45'><freejoint/><geom type='box' size='.1 .08 .06'/></body>"
    "<body name='brick2' pos='.62 .02 .62'><freejoint/><geom type='box' size='.08 .1 .06' euler='0 "
    "0 20'/></body>"
    "<body name='slid' pos='1.5 0 .3'><freejoint/><geom type='capsule' size='.05 .1' euler='90 0 "
    "10'/></body>"
    "<body name='upper' pos='-1 0 1'><joint name='shoulder' type='hinge' axis='0 1 0' range='-60 "
    "60' limited='true' damping='.1'/>"
    "<geom type='capsule' fromto='0 0 0 0 0 -.3' size='.04'/><site name='a' pos='.05 0 -.1'/>"
    "<body name='lower' pos='0 0 -.35'><joint name='elbow' type='hinge' axis='0 1 0' "
    "frictionloss='.05' armature='.01'/>"
    "<geom name='bar' type='capsule' fromto='0 0 0 0 0 -.3' size='.03'/><site name='b' pos='.04 0 "
    "-.1'/></body></body>"
    "<body name='swing' pos='-1.6 0 1'><joint name='ball_joint' type='ball' range='0 70' "
    "limited='true'/>"
    "<geom type='capsule' fromto='0 0 0 .3 0 -.1' size='.04'/></body>"
    "<body name='cart' pos='-2 1 .5'><joint name='rail' type='slide' axis='1 0 0' range='-.5 .5' "
    "limited='true'/>"
    "<geom type='box' size='.1 .1 .05'/><body name='pole' pos='0 0 .05'><joint name='pivot' "
    "type='hinge' axis='0 1 0'/>"
    "<geom type='cylinder' fromto='0 0 0 0 0 .4' size='.02'/></body></body>"
    "<body name='hung' pos='-2 -1 .8'><freejoint/><geom type='box' size='.1 .05 .05'/></body>"
    "</worldbody>"
    "<equality><connect body1='hung' anchor='.1 0 0'/><joint joint1='pivot' joint2='rail' "
    "polycoef='0 .5 0 0 0' active='false'/></equality>"
    "<tendon><spatial name='muscle' range='.05 .4' limited='true'><site site='a'/><site "
    "site='b'/></spatial>"
    "<fixed name='pull' frictionloss='.02'><joint joint='shoulder' coef='1'/><joint joint='elbow' "
    "coef='-.5'/></fixed></tendon>"
    "<actuator><motor name='push' joint='shoulder' gear='3' ctrlrange='-1 1' "
    "ctrllimited='true'/><position joint='rail' kp='20'/>"
    "<velocity joint='pivot' kv='.2'/><muscle tendon='muscle' force='20' lengthrange='.05 .4'/>"
    "<general tendon='pull' dyntype='filter' dynprm='.1' gainprm='2'/></actuator>";

static const char scene_sensors[] =
    "<accelerometer site='ball'/><gyro site='ball'/><velocimeter site='b'/><framepos "
    "objtype='body' objname='egg'/>"
    "<touch site='ball'/><force site='b'/><torque site='b'/><rangefinder site='a'/><jointpos "
    "joint='elbow'/>"
    "<jointlimitfrc joint='shoulder'/><tendonpos tendon='muscle'/><actuatorfrc "
    "actuator='push'/><subtreecom body='upper'/><clock/>";

mjModel* check_scene(const char* extension, const char* sensor, char* error, int error_size) {
  char text[8192];
  snprintf(text, sizeof text, "%s%s%s<sensor>%s%s</sensor></mujoco>", scene_begin, extension,
           scene_bodies, scene_sensors, sensor);
  mjSpec* spec = mj_parseXMLString(text, NULL, error, error_size);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (spec && !m)
    snprintf(error, (size_t)error_size, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

// ---------------------------------------------------------------- runs

static int is_bound_kind(FcKind kind) {
  return kind == FC_SOLVER || kind == FC_INTEGRATOR || kind == FC_CONTACT_MODEL ||
         kind == FC_BROADPHASE || kind == FC_CONVEX || kind == FC_POST_SOLVER || kind == FC_STAGE ||
         kind == FC_PROBE;
}

// data with the face in use; NULL after a report
static mjData* make_data(Check* check, const FcFace* face, const mjModel* m) {
  mjData* d = mj_makeData(m);
  if (d && is_bound_kind(face->kind) && fc_bind(m, d, face->kind, face->name)) {
    check_result(check, 0, "%s cannot be bound: %s", face->name, fc_lastError());
    mj_deleteData(d);
    return NULL;
  }
  return d;
}

static void drive(const mjModel* m, mjData* d, int n, double phase) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m->nu; k++)
      d->ctrl[k] = 0.5 * sin(20 * d->time + k + phase);
    mj_step(m, d);
  }
}

static int same_state(const mjModel* m, const mjData* a, const mjData* b) {
  return !memcmp(a->qpos, b->qpos, sizeof(mjtNum) * (size_t)m->nq) &&
         !memcmp(a->qvel, b->qvel, sizeof(mjtNum) * (size_t)m->nv) &&
         !memcmp(a->act, b->act, sizeof(mjtNum) * (size_t)m->na) &&
         !memcmp(a->sensordata, b->sensordata, sizeof(mjtNum) * (size_t)m->nsensordata);
}

static void check_heap(Check* check, const FcFace* face, const mjModel* m, mjData* a) {
  check_phase(check, "stepping with %s", face->name);
  drive(m, a, WARM_UP, 0);
  heap_count_begin();
  drive(m, a, STEPS, 0);
  const long n = heap_count_end();
  int bad = 0;
  for (int i = 0; i < mjNWARNING; i++)
    bad += i >= mjWARN_BADQPOS && i <= mjWARN_BADQACC ? a->warning[i].number : 0;
  check_result(check, !bad, "%s: the state stays finite", face->name);
  if (n < 0) {
    check_result(check, -1, "%s: heap use cannot be counted in this build", face->name);
  } else {
    check_result(check, !n, "%s: %ld heap allocations in %d steps", face->name, n, STEPS);
  }
}

// b steps together with another simulation in between, and must end where a ended alone
static void check_apart(Check* check, const FcFace* face, const mjModel* m, const mjData* a,
                        mjData* b, mjData* other) {
  check_phase(check, "stepping two simulations in turn with %s", face->name);
  for (int i = 0; i < WARM_UP + STEPS; i++) {
    drive(m, b, 1, 0);
    drive(m, other, 1, 1);
  }
  check_result(check, same_state(m, a, b), "%s: two simulations in turn do what each does alone",
               face->name);
}

// `other` takes over the state of b and must go the same way
static void check_restore(Check* check, const FcFace* face, const mjModel* m, mjData* b,
                          mjData* other) {
  check_phase(check, "continuing from a saved state with %s", face->name);
  const int n = mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum* state = mju_malloc(sizeof(mjtNum) * (size_t)n);
  if (!state)
    return;
  mj_getState(m, b, state, mjSTATE_INTEGRATION);
  mj_resetData(m, other);
  mj_setState(m, other, state, mjSTATE_INTEGRATION);
  mju_free(state);
  drive(m, b, STEPS, 0);
  drive(m, other, STEPS, 0);
  check_result(check, same_state(m, b, other), "%s: a saved state continues exactly", face->name);
}

static void run_face(Check* check, const FcFace* face, mjModel* m) {
  // without a medium the forces of a medium would have nothing to do
  if (face->kind == FC_PASSIVE)
    m->opt.density = 1.2, m->opt.viscosity = 0.1;
  mjData *a = make_data(check, face, m), *b = a ? make_data(check, face, m) : NULL,
         *other = b ? make_data(check, face, m) : NULL;
  if (other) {
    check_heap(check, face, m, a);
    if (face->kind == FC_PASSIVE)
      check_passive(check, face, m, a);
    check_apart(check, face, m, a, b, other);
    check_restore(check, face, m, b, other);
    if (face->kind == FC_STAGE || face->kind == FC_PROBE)
      check_writes(check, face, m, STEPS);
    if (face->kind == FC_SOLVER)
      check_solver(check, face, m, a);
    if (check_is_equality(face))
      check_constraint(check, face, m, a);
  }
  mj_deleteData(a), mj_deleteData(b), mj_deleteData(other);
}

// ---------------------------------------------------------------- one face

// objects of the scene that sensors may be attached to; all joints and tendons here are limited
static const struct {
  mjtObj type;
  int joint;  // mjtJoint of a joint
  const char* name;
} scene_objects[] = {{mjOBJ_SITE, 0, "ball"},
                     {mjOBJ_BODY, 0, "ball"},
                     {mjOBJ_XBODY, 0, "ball"},
                     {mjOBJ_GEOM, 0, "bar"},
                     {mjOBJ_JOINT, mjJNT_HINGE, "shoulder"},
                     {mjOBJ_JOINT, mjJNT_SLIDE, "rail"},
                     {mjOBJ_JOINT, mjJNT_BALL, "ball_joint"},
                     {mjOBJ_TENDON, 0, "muscle"},
                     {mjOBJ_ACTUATOR, 0, "push"}};

// attributes TYPE and NAME of an object that a sensor of this description may have
static void object_text(const FcSensorObject* object, int joints, const char* type,
                        const char* name, char* text, size_t size) {
  text[0] = 0;
  for (size_t i = 0; i < sizeof scene_objects / sizeof *scene_objects; i++) {
    const mjtObj kind = scene_objects[i].type;
    if (!(object->types & FC_OBJECT(kind)) ||
        (kind == mjOBJ_JOINT && joints && !(joints >> scene_objects[i].joint & 1)))
      continue;
    snprintf(text, size, " %s='%s' %s='%s'", type, mju_type2Str(kind), name, scene_objects[i].name);
    return;
  }
}

// sensors of other libraries are written <plugin>; those of MJCF are in the scene already. Passive
// forces of other libraries act on everything where the model has an instance.
static void plugin_text(const FcFace* face, char* extension, char* sensor, size_t size) {
  char object[100], reference[100];
  FcSensor table = {.size = sizeof table};
  extension[0] = sensor[0] = 0;
  if (face->kind == FC_PASSIVE && strchr(face->name, '.'))
    snprintf(extension, size,
             "<extension><plugin plugin='%s'><instance name='check'/></plugin></extension>",
             face->name);
  if (face->kind != FC_SENSOR || !strchr(face->name, '.') || !fc_sensorNamed(face->name, &table))
    return;
  const char* type = face->types && face->types[0] ? face->types[0] : face->name;
  if (!table.object.types)
    table.object.types = FC_OBJECT(mjOBJ_SITE);
  object_text(&table.object, table.joints, "objtype", "objname", object, sizeof object);
  object_text(&table.reference, 0, "reftype", "refname", reference, sizeof reference);
  snprintf(extension, size, "<extension><plugin plugin='%s'/></extension>", type);
  snprintf(sensor, size, "<plugin plugin='%s'%s%s/>", type, object, reference);
}

// What can be said of an engine plugin without a model made for it: the functions that its
// capabilities call for are there.
static void check_plugin(Check* check, const FcFace* face) {
  const mjpPlugin* p = ((const FcEnginePlugin*)face->table)->plugin;
  const int flags = p->capabilityflags;
  const int stages = mjPLUGIN_ACTUATOR | mjPLUGIN_SENSOR | mjPLUGIN_PASSIVE;
  const char* fault =
      !p->name || strcmp(p->name, face->name)        ? "has another name than the face"
      : !p->nstate                                   ? "lacks nstate"
      : (flags & stages) && !p->compute              ? "lacks compute"
      : (flags & mjPLUGIN_SENSOR) && !p->nsensordata ? "lacks nsensordata"
      : (flags & mjPLUGIN_SDF) && !(p->sdf_distance && p->sdf_gradient && p->sdf_staticdistance &&
                                    p->sdf_attribute && p->sdf_aabb)
          ? "lacks a function of signed distance fields"
      : !(flags & (stages | mjPLUGIN_SDF)) ? "has no capability"
                                           : NULL;
  check_result(check, !fault, "plugin %s: %s", face->name,
               fault ? fault : "every function that its capabilities need");
}

void check_face(Check* check, const FcFace* face) {
  char extension[512], sensor[512], error[1024] = "";
  if (face->kind == FC_LOADER || face->kind == FC_SAVER || face->kind == FC_DECODER ||
      face->kind == FC_RENDERER) {
    check_result(check, -1, "%s %s has no part in a step", fc_kindName(face->kind), face->name);
    return;
  }
  if (face->kind == FC_PLUGIN) {
    check_plugin(check, face);
    return;
  }
  check_phase(check, "compiling the scene for %s", face->name);
  plugin_text(face, extension, sensor, sizeof extension);
  mjModel* m = check_is_equality(face) ? check_constraint_scene(face, error, sizeof error)
                                       : check_scene(extension, sensor, error, sizeof error);
  if (!m) {
    // a report is one line
    for (char* c = error; *c; c++)
      *c = *c == '\n' ? ' ' : *c;
    check_result(check, -1, "%s %s: the scene does not compile: %s", fc_kindName(face->kind),
                 face->name, error);
    return;
  }
  if (face->kind == FC_POST_SOLVER)
    m->opt.noslip_iterations = 5;
  run_face(check, face, m);
  mj_deleteModel(m);
}
