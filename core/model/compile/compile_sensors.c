// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sensors, according to the descriptions of their types (fulcrum/sensor.h): the object of a sensor,
// the kind of its numbers, its stage. Their number is determined at the end, when the model can be
// read (compile_sensor_size).

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/base/text.h"
#include "core/kernel/kinds/sensor.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/model/compile/compile.h"

// ---------------------------------------------------------------- types

// a type that occurs in the spec
struct SensorTypeRecord_ {
  struct SensorTypeRecord_* next;
  int plugin;  // `key` is the slot of a plugin, otherwise the number of the type
  int key;
  int known;  // 0: no module has it
  SensorType type;
};

const SensorType* compile_sensor_type(Compile* c, const mjsSensor* sensor) {
  const int number = (int)sensor->type, plugin = sensor_is_plugin(number);
  if (!plugin && !sensor_is_numbered(number))
    return NULL;
  const int key = plugin ? compile_plugin_slot(c, &sensor->plugin) : number;
  struct SensorTypeRecord_* t = c->sensor_type;
  while (t && (t->key != key || t->plugin != plugin))
    t = t->next;
  if (!t) {
    t = COMPILE_NEW(c, struct SensorTypeRecord_, 1);
    t->plugin = plugin;
    t->key = key;
    t->next = c->sensor_type;
    c->sensor_type = t;
    if (plugin) {
      const FcFace* face = plugin_at(key) ? NULL : plugin_face(key);
      t->known = face && face->kind == FC_SENSOR;
      if (t->known)
        t->type = sensor_type_of(face);
    } else {
      t->known = !sensor_type_numbered(key, &t->type);
    }
  }
  return t->known ? &t->type : NULL;
}

// ---------------------------------------------------------------- common checks

static int is_frame(mjtObj type) { return object_among(FC_OBJECT_FRAMES, (int)type); }

static void common(Compile* c, const SensorRecord* r) {
  const Element* e = &r->sensor->base;
  const mjsSensor* p = r->pub;
  compile_user(c, e, p->userdata, c->nuser_sensor, "sensor");
  const int number = (int)p->type, numbered = sensor_is_numbered(number);
  if (!numbered && !sensor_is_plugin(number) && !sensor_is_user(number))
    compile_fail(c, e, "invalid type in sensor");
  if (numbered && !r->type) {
    SensorType type;
    sensor_type_numbered(number, &type);  // for the message
    compile_fail(c, e, "%s", fc_lastError());
  }
  if (p->noise < 0)
    compile_fail(c, e, "negative noise in sensor");
  if (p->cutoff < 0)
    compile_fail(c, e, "negative cutoff in sensor");
  if (p->interval[0] < 0)
    compile_fail(c, e, "negative interval in sensor");
  if (p->interval[1] > 0)
    compile_fail(c, e, "positive phase in sensor");
  if (p->interval[0] > 0 && p->interval[1] <= -p->interval[0])
    compile_fail(c, e, "phase must be greater than -period in sensor");
  compile_history(c, e, p->delay, p->nsample, "sensor ");
}

static void objects(Compile* c, SensorRecord* r) {
  const Element* e = &r->sensor->base;
  const mjsSensor* p = r->pub;
  const char *name = handle_string(p->objname), *ref = handle_string(p->refname);
  const int types = r->type && !sensor_is_plugin((int)p->type) ? r->type->table.object.types : 0;
  r->objid = r->refid = -1;
  r->objtype = p->objtype;
  r->reftype = p->reftype;
  if (p->objtype != mjOBJ_UNKNOWN) {
    if (!name[0])
      compile_fail(c, e, "missing name of sensorized object in sensor");
    r->objid = compile_find_id(c, p->objtype, name);
    if (r->objid < 0)
      compile_fail(c, e, "unrecognized name '%s' of sensorized object", name);
  } else if (types && !object_among(types, mjOBJ_UNKNOWN)) {
    compile_fail(c, e, "invalid type in sensor");
  }
  if (p->reftype != mjOBJ_UNKNOWN) {
    if (!ref[0])
      compile_fail(c, e, "missing name of reference frame object in sensor");
    r->refid = compile_find_id(c, p->reftype, ref);
    if (r->refid < 0)
      compile_fail(c, e, "unrecognized name '%s' of object", ref);
    if (!is_frame(p->reftype) &&
        !(r->type && object_among(r->type->table.reference.types, (int)p->reftype)))
      compile_fail(c, e, "reference frame object must be (x)body, geom, site or camera in sensor");
  }
}

static const JointRecord* joint_of(Compile* c, const SensorRecord* r) {
  const Element* e = compile_find(c, mjOBJ_JOINT, handle_string(r->pub->objname));
  const BodyRecord* b = body_record(c, &e->parent->base);
  const JointRecord* j = c->joint + b->joint;
  while (&j->joint->base != e)
    j++;
  return j;
}

static void attach_joint(Compile* c, const SensorRecord* r) {
  static const char* const word[] = {"free", "ball", "slide", "hinge"};
  const Element* e = &r->sensor->base;
  const FcSensor* table = &r->type->table;
  const JointRecord* j = joint_of(c, r);
  if (table->joints && !(table->joints >> j->pub->type & 1)) {
    char text[100] = "";
    for (int k = mjJNT_FREE; k <= mjJNT_HINGE; k++)
      if (table->joints >> k & 1)
        text_append(text, sizeof text, "%s%s", text[0] ? " or " : "", word[k]);
    compile_fail(c, e, "joint must be %s in sensor", text);
  }
  if (table->limited && !j->limited)
    compile_fail(c, e, "joint must be limited in sensor");
}

static void attach_to(Compile* c, const SensorRecord* r, int second) {
  const FcSensorObject* object = second ? &r->type->table.reference : &r->type->table.object;
  char text[200];
  if (object->types && !object_among(object->types, second ? r->reftype : r->objtype))
    compile_fail(c, &r->sensor->base, "%s",
                 sensor_object_refusal(object, second, text, sizeof text));
}

static void attach(Compile* c, SensorRecord* r) {
  const FcSensor* table = &r->type->table;
  attach_to(c, r, 0);
  attach_to(c, r, 1);
  if (r->objtype == mjOBJ_JOINT)
    attach_joint(c, r);
  if (r->objtype == mjOBJ_TENDON && table->limited && !c->tendon[r->objid].limited)
    compile_fail(c, &r->sensor->base, "tendon must be limited in sensor");
  // unused meshes are omitted from the model
  if (r->objtype == mjOBJ_MESH)
    r->objid = compile_mesh_id(c, r->objid);
}

// ---------------------------------------------------------------- number of values

// numbers of a sensor that the callback mjcb_sensor measures
static void measured_by_user(Compile* c, SensorRecord* r) {
  const Element* e = &r->sensor->base;
  const mjsSensor* p = r->pub;
  if (p->dim < 0)
    compile_fail(c, e, "sensor dim must be non-negative in sensor");
  if (p->datatype == mjDATATYPE_AXIS && p->dim != 3)
    compile_fail(c, e, "datatype AXIS requires dim=3 in sensor");
  if (p->datatype == mjDATATYPE_QUATERNION && p->dim != 4)
    compile_fail(c, e, "datatype QUATERNION requires dim=4 in sensor");
  if (p->dim > FC_SENSOR_MAX)
    compile_fail(c, e, "sensor has %d numbers, at most %d are possible", p->dim, FC_SENSOR_MAX);
  r->dim = p->dim;
}

static void measured(Compile* c, SensorRecord* r) {
  const Element* e = &r->sensor->base;
  const mjsSensor* p = r->pub;
  const FcSensor* table = r->type ? &r->type->table : NULL;
  const int given =
      !table || (sensor_is_plugin((int)p->type) && table->datatype == mjDATATYPE_REAL);
  r->datatype = given ? (int)p->datatype : table->datatype;
  // a face that does not specify a stage measures when positions are known
  r->needstage = !table ? (int)p->needstage : table->stage ? table->stage : mjSTAGE_POS;
  r->dim = table ? table->dim : 0;
  if (sensor_is_user((int)p->type))
    measured_by_user(c, r);
  if (p->cutoff > 0 && !(table && table->cutoff == FC_CUTOFF_OWN) &&
      (r->datatype == mjDATATYPE_QUATERNION || r->datatype == mjDATATYPE_AXIS))
    compile_fail(c, e, "cutoff applied to axis or quaternion datatype in sensor");
}

// properties of a sensor that an engine plugin determines
static int engine_size(Compile* c, const Element* e, const mjpPlugin* plugin, mjModel* m, int id) {
  if (!plugin->nsensordata)
    compile_fail(c, e,
                 "plugin '%s' has no function `nsensordata`, which every sensor plugin must have",
                 plugin->name);
  const int dim = plugin->nsensordata(m, m->sensor_plugin[id], id);
  if (dim < 0)
    compile_fail(c, e, "plugin '%s' gives its sensor %d numbers", plugin->name, dim);
  if (dim > FC_SENSOR_MAX)
    compile_fail(c, e, "plugin '%s' gives its sensor %d numbers, at most %d are possible",
                 plugin->name, dim, FC_SENSOR_MAX);
  m->sensor_needstage[id] = plugin->needstage;
  return dim;
}

void compile_sensor_size(Compile* c, mjModel* m, int id) {
  const SensorRecord* r = c->sensor + id;
  const Element* e = &r->sensor->base;
  const mjpPlugin* plugin = r->plugin >= 0 ? plugin_at(m->plugin[r->plugin]) : NULL;
  if (plugin)
    m->sensor_dim[id] = engine_size(c, e, plugin, m, id);
  if (plugin || !r->type)
    return;

  // errors of modules that are named as plugins say so
  const FcSensor* table = &r->type->table;
  const char* name = sensor_is_plugin((int)r->pub->type) ? r->type->face->name : NULL;
  const char *before = name ? "plugin '" : "", *after = name ? "': " : "";
  const unsigned long mark = fail_mark();
  if (table->check && table->check(m, id))
    compile_fail(c, e, "%s%s%s%s", before, name ? name : "", after, fail_reason(mark));
  int dim = table->dim;
  if (!dim)
    dim = table->dimension ? table->dimension(m, id) : 1;
  if (dim < 0)
    compile_fail(c, e, "%s%s%s%s", before, name ? name : "", after, fail_reason(mark));
  if (dim > FC_SENSOR_MAX)
    compile_fail(c, e, "%s%s%ssensor has %d numbers, at most %d are possible", before,
                 name ? name : "", after, dim, FC_SENSOR_MAX);
  m->sensor_dim[id] = dim;
}

// ---------------------------------------------------------------- all of it

static void sensor(Compile* c, SensorRecord* r) {
  const Element* e = &r->sensor->base;
  const mjsSensor* p = r->pub;
  r->type = compile_sensor_type(c, p);
  common(c, r);
  objects(c, r);
  if (r->type && !sensor_is_plugin((int)p->type))
    attach(c, r);
  r->plugin = compile_plugin(c, e, &p->plugin, mjPLUGIN_SENSOR, "sensors");
  if (r->type && sensor_is_plugin((int)p->type))
    attach(c, r);
  measured(c, r);
}

void compile_sensors(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_SENSOR];
  c->nsensor = list->count;
  c->sensor = COMPILE_NEW(c, SensorRecord, c->nsensor);
  for (int i = 0; i < c->nsensor; i++) {
    SensorRecord* r = c->sensor + i;
    r->sensor = (Sensor*)list->item[i];
    r->pub = &r->sensor->pub;
    sensor(c, r);
  }
}
