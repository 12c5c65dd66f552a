// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The scene of `fulcrum modules check`: every geom type in contact, every joint type, limits, dry
// friction, equality constraints, tendons, actuators and sensors; and the MJCF that puts a face
// into it.

#include <stdio.h>
#include <string.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/engine_plugin.h>
#include <fulcrum/host.h>
#include <fulcrum/sensor.h>

#include "tools/check/check.h"

#define FLAT_RADIUS "0.05"  // m: for flat geoms, if a contact model needs it

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

mjSpec* check_scene_spec(const SceneText* text, char* error, int error_size) {
  static char document[16384];
  snprintf(document, sizeof document,
           "<mujoco model='check'><option timestep='%g'/>%s%s%s<actuator>%s</actuator>"
           "<sensor>%s%s</sensor></mujoco>",
           CHECK_TIMESTEP, text->option, text->extension, scene_bodies, text->actuator,
           scene_sensors, text->sensor);
  return mj_parseXMLString(document, NULL, error, error_size);
}

mjModel* check_scene(const SceneText* text, char* error, int error_size) {
  mjSpec* spec = check_scene_spec(text, error, error_size);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (spec && !m)
    snprintf(error, (size_t)error_size, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  // a report is one line
  for (char* c = error; !m && *c; c++)
    *c = *c == '\n' ? ' ' : *c;
  return m;
}

// ---------------------------------------------------------------- faces in it

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

static void sensor_text(const FcFace* face, SceneText* text) {
  char object[100], reference[100];
  FcSensor table = {.size = sizeof table};
  if (!strchr(face->name, '.') || !fc_sensorNamed(face->name, &table))
    return;
  const char* type = face->types && face->types[0] ? face->types[0] : face->name;
  if (!table.object.types)
    table.object.types = FC_OBJECT(mjOBJ_SITE);
  object_text(&table.object, table.joints, "objtype", "objname", object, sizeof object);
  object_text(&table.reference, 0, "reftype", "refname", reference, sizeof reference);
  snprintf(text->extension, sizeof text->extension, "<extension><plugin plugin='%s'/></extension>",
           type);
  snprintf(text->sensor, sizeof text->sensor, "<plugin name='check' plugin='%s'%s%s/>", type,
           object, reference);
}

// a law of <general>, or an element of its own
static void actuator_text(const FcFace* face, SceneText* text) {
  const char* slash = strchr(face->name, '/');
  const int role = slash ? (int)(slash - face->name) : 0;
  if (!strchr(face->name, '.'))
    return;
  if (slash)
    snprintf(text->actuator, sizeof text->actuator,
             "<general name='check' joint='elbow' %.*s='%s'/>", role, face->name, slash + 1);
  else
    snprintf(text->actuator, sizeof text->actuator, "<%s name='check' joint='elbow'/>", face->name);
}

// a plugin of the MuJoCo plugin interface: an instance, and an element for what it can do
static void plugin_text(const FcFace* face, SceneText* text) {
  const int can = ((const FcEnginePlugin*)face->table)->plugin->capabilityflags;
  if (!(can & (mjPLUGIN_ACTUATOR | mjPLUGIN_SENSOR | mjPLUGIN_PASSIVE)))
    return;
  snprintf(text->extension, sizeof text->extension,
           "<extension><plugin plugin='%s'><instance name='check'/></plugin></extension>",
           face->name);
  if (can & mjPLUGIN_ACTUATOR)
    snprintf(text->actuator, sizeof text->actuator, "<plugin joint='elbow' instance='check'/>");
  if (can & mjPLUGIN_SENSOR)
    snprintf(text->sensor, sizeof text->sensor, "<plugin instance='check'/>");
}

// The MJCF that selects the face; `chosen` also names kinds that are chosen per mjData.
static const CheckOptions* asked;

void check_use_options(const CheckOptions* options) { asked = options; }

// key and value, when an assignment FACE.KEY=VALUE is for this face; else NULL
static const char* own_assignment(const FcFace* face, const char* assignment) {
  const size_t n = strlen(face->name);
  const char* key = assignment + n + 1;
  const int own = strncmp(assignment, face->name, n) == 0 && assignment[n] == '.';
  const char *equal = own ? strchr(key, '=') : NULL, *dot = own ? strchr(key, '.') : NULL;
  return equal && equal > key && (!dot || dot > equal) ? key : NULL;
}

int check_assign(mjModel* m, const FcFace* face) {
  int n = 0;
  for (int i = 0; i < asked->nset; i++) {
    const char* key = own_assignment(face, asked->set[i]);
    char word[200];
    if (!key)
      continue;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(key, "="), key);
    if (m && fc_setParameter(m, face->name, word, strchr(key, '=') + 1))
      return -1;
    n++;
  }
  return n;
}

// The radius of curvature that a contact model needs for the flat geoms of the scene: NULL when it
// needs none or --set gives it.
static const FcParameter* open_radius(const FcFace* face) {
  const FcContactModel* law = face->kind == FC_CONTACT_MODEL ? face->table : NULL;
  const FcParameter* p = law && law->curvature ? face->parameters + law->curvature - 1 : NULL;
  const size_t n = p ? strlen(p->key) : 0;
  for (int i = 0; p && i < asked->nset; i++) {
    const char* key = own_assignment(face, asked->set[i]);
    if (key && strncmp(key, p->key, n) == 0 && key[n] == '=')
      return NULL;
  }
  return p;
}

int check_curve(mjModel* m, const FcFace* face) {
  const FcParameter* radius = open_radius(face);
  return radius ? fc_setParameter(m, face->name, radius->key, FLAT_RADIUS) : 0;
}

// the --set values of the face, and others that it needs, as elements
static void config_text(const FcFace* face, char* text, size_t size) {
  const FcParameter* radius = open_radius(face);
  text[0] = 0;
  if (radius)
    snprintf(text, size, "<config key='%s' value='" FLAT_RADIUS "'/>", radius->key);
  for (int i = 0; i < asked->nset; i++) {
    const char* key = own_assignment(face, asked->set[i]);
    const size_t used = strlen(text);
    if (key)
      snprintf(text + used, size - used, "<config key='%.*s' value='%s'/>", (int)strcspn(key, "="),
               key, strchr(key, '=') + 1);
  }
}

void check_face_text(const FcFace* face, int chosen, SceneText* text) {
  char config[1000];
  config_text(face, config, sizeof config);
  *text = (SceneText){{0}, {0}, {0}, {0}};
  switch (face->kind) {
    case FC_SENSOR: sensor_text(face, text); return;
    case FC_ACTUATOR: actuator_text(face, text); return;
    case FC_PLUGIN: plugin_text(face, text); return;
    case FC_PASSIVE:
      if (strchr(face->name, '.'))
        snprintf(text->option, sizeof text->option, "<option passive='%s'>%s</option>", face->name,
                 config);
      return;
    case FC_SOLVER:
    case FC_INTEGRATOR:
    case FC_CONTACT_MODEL:
    case FC_BROADPHASE:
    case FC_CONVEX:
    case FC_POST_SOLVER:
    case FC_STAGE:
    case FC_PROBE:
      if (chosen)
        snprintf(text->option, sizeof text->option, "<option %s='%s'>%s</option>",
                 fc_kindName(face->kind), face->name, config);
      return;
    default: return;
  }
}
