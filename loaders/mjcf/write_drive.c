// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Actuators (always as `general`), sensors, keyframes.

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/actuator.h>
#include <fulcrum/sensor.h>

#include "writer.h"

// ---------------------------------------------------------------- actuators

void write_actuator_fields(Writer* w, int schema, const mjsActuator* a,
                           const mjsActuator* reference) {
  write_fields(w, schema, a, reference, NULL, NULL);
}

static void write_transmission(Writer* w, const mjsActuator* a) {
  static const char* const target[] = {"joint",  "jointinparent", "cranksite",
                                       "tendon", "site",          "body"};
  if ((int)a->trntype >= 0 && a->trntype <= mjTRN_BODY)
    write_text(w, target[a->trntype], mjs_getString(a->target));
  write_handle(w, "slidersite", a->slidersite);
  write_handle(w, "refsite", a->refsite);
}

// numbers from the model; parameters only if it is the caller's model, because compilation resolves
// damping ratios in the model but not in the spec
static void copy_actuator(const Writer* w, int id, mjsActuator* a) {
  const mjModel* m = w->m;
  for (int i = 0; i < 10 && w->replaced; i++) {
    a->dynprm[i] = m->actuator_dynprm[mjNDYN * id + i];
    a->gainprm[i] = m->actuator_gainprm[mjNGAIN * id + i];
    a->biasprm[i] = m->actuator_biasprm[mjNBIAS * id + i];
  }
  for (int i = 0; i < 2; i++) {
    a->lengthrange[i] = w->replaced ? m->actuator_lengthrange[2 * id + i] : a->lengthrange[i];
    a->ctrlrange[i] = m->actuator_ctrlrange[2 * id + i];
    a->forcerange[i] = m->actuator_forcerange[2 * id + i];
    a->actrange[i] = m->actuator_actrange[2 * id + i];
  }
  for (int i = 0; i < 6; i++)
    a->gear[i] = m->actuator_gear[6 * id + i];
  a->cranklength = m->actuator_cranklength[id];
}

// The plugin is written before the user data. The number of activations is omitted where the laws
// imply it and the class does not set another.
static int actuator_field(Writer* w, const FcSchemaAttribute* a, const void* record,
                          const void* reference, const void* context) {
  const mjsActuator *actuator = record, *from = reference;
  const int* typed = context;
  if (actuator->plugin.active && !*typed && strcmp(a->name, "user") == 0)
    write_plugin_attributes(w, &actuator->plugin);
  if (strcmp(a->name, "actdim") != 0)
    return 0;
  int dim = actuator->actdim, implied = fc_actuatorActivations(actuator);
  if (dim >= 0 && (dim != implied || (from->actdim >= 0 && from->actdim != dim)))
    write_int_data(w, "actdim", &dim, 1);
  return 1;
}

void write_actuators(Writer* w) {
  open_element(w, "actuator");
  for (mjsElement* e = mjs_firstElement(w->spec, mjOBJ_ACTUATOR); e;
       e = mjs_nextElement(w->spec, e)) {
    mjsActuator a = *mjs_asActuator(e);
    // a complete force of a module is a separate element
    const int own = face_element("mujoco/actuator", &a.plugin), typed = own >= 0;
    const int plugin = a.plugin.active && !typed;
    const int schema =
        typed ? own
              : fc_schemaFindPath(plugin ? "mujoco/actuator/plugin" : "mujoco/actuator/general");
    copy_actuator(w, mjs_getId(e), &a);
    open_element(w, fc_schemaElement(schema)->name);
    write_name(w, e);
    write_class(w, e, "");
    write_transmission(w, &a);
    set_user(w, w->m->actuator_user, w->m->nuser_actuator, mjs_getId(e));
    write_fields(w, schema, &a, class_of(w, e)->actuator, actuator_field, &typed);
    if (typed)
      write_face_parameters(w, &a.plugin);
    if (plugin)
      write_plugin_config(w, &a.plugin);
    close_element(w, 1);
  }
  close_element(w, 0);
}

// ---------------------------------------------------------------- sensors

// the face and the table of a type; sensors of one type often follow each other
typedef struct SensorFace {
  int type;  // -1: none yet
  const FcFace* face;
  FcSensor table;
} SensorFace;

// the attribute that names an object, if it is among the choices of the type
static int write_choice(Writer* w, const FcSensorObject* object, const char* attribute, mjtObj type,
                        const char* name) {
  for (const FcObjectChoice* c = object->choices; c && c->attribute; c++) {
    if (strcmp(c->attribute, attribute) == 0) {
      if (c->type == type && name && name[0])
        write_text(w, attribute, name);
      return 1;
    }
  }
  return 0;
}

static void write_typed(Writer* w, const char* type_name, mjtObj type, const char* name_name,
                        const char* name) {
  if (type != mjOBJ_UNKNOWN) {
    write_text(w, type_name, mju_type2Str(type));
    write_text(w, name_name, name ? name : "");
  }
}

// an integer that differs from the parameter's default, written as a number, a keyword, or keywords
// of its bits
static void write_parameter(Writer* w, const FcSchemaAttribute* a, const FcParameter* p,
                            int value) {
  char text[256] = "";
  if (value == (int)p->def)
    return;
  if (p->type == FC_INT) {
    write_int_data(w, p->key, &value, 1);
  } else if (p->type == FC_WORDS) {
    for (const FcSchemaKeyword* k = a->keywords; k->name; k++) {
      if (value & k->value && strlen(text) + strlen(k->name) + 2 < sizeof text) {
        strcat(text, text[0] ? " " : "");
        strcat(text, k->name);
      }
    }
  } else {
    const char* word = fc_schemaKeywordName(a->keywords, value);
    strncat(text, word ? word : "", sizeof text - 1);
  }
  if (text[0])
    write_text(w, p->key, text);
}

// The parameter behind the attribute, with its value in a sensor of a numbered type; types of other
// libraries have a configuration.
static int write_sensor_parameter(Writer* w, const FcSchemaAttribute* a, const FcFace* face,
                                  const mjsSensor* s) {
  const mjsPlugin* plugin = mjs_asPlugin(s->plugin.element);
  for (int k = 0; k < face->nparameter; k++) {
    if (strcmp(face->parameters[k].key, a->name) != 0)
      continue;
    if (s->type != mjSENS_PLUGIN && k < mjNSENS)
      write_parameter(w, a, face->parameters + k, s->intprm[k]);
    const char *key, *value;
    for (int i = 0; s->type == mjSENS_PLUGIN && plugin && fc_pluginConfig(plugin, i, &key, &value);
         i++)
      if (strcmp(key, a->name) == 0 && value[0])
        write_text(w, key, value);
    return 1;
  }
  return 0;
}

// objects and parameters of a type that a module describes, in the order of the schema
static void write_described(Writer* w, int schema, const SensorFace* f, const mjsSensor* s) {
  const char *object = mjs_getString(s->objname), *reference = mjs_getString(s->refname);
  const FcSchemaElement* element = fc_schemaElement(schema);
  for (int i = 0; i < element->nattribute; i++) {
    const FcSchemaAttribute* a = element->attribute + i;
    if (strcmp(a->name, "objtype") == 0)
      write_typed(w, "objtype", s->objtype, "objname", object);
    else if (strcmp(a->name, "reftype") == 0)
      write_typed(w, "reftype", s->reftype, "refname", reference);
    else if (!write_choice(w, &f->table.object, a->name, s->objtype, object) &&
             !write_choice(w, &f->table.reference, a->name, s->reftype, reference))
      write_sensor_parameter(w, a, f->face, s);
  }
}

// attributes that user sensors always have
static int sensor_field(Writer* w, const FcSchemaAttribute* a, const void* record,
                        const void* reference, const void* context) {
  const mjsSensor* s = record;
  (void)reference;
  (void)context;
  if (strcmp(a->name, "dim") == 0)
    return 1;
  if (strcmp(a->name, "needstage") == 0 || strcmp(a->name, "datatype") == 0)
    return 1;
  if (strcmp(a->name, "name") == 0) {
    write_name(w, s->element);
    return 1;
  }
  return 0;
}

static void write_user_sensor(Writer* w, int schema, const mjsSensor* s) {
  const char* stage = fc_schemaKeywordName(fc_schemaFindAttribute(schema, "needstage")->keywords,
                                           (int)s->needstage);
  const char* data =
      fc_schemaKeywordName(fc_schemaFindAttribute(schema, "datatype")->keywords, (int)s->datatype);
  write_int_data(w, "dim", &s->dim, 1);
  write_text(w, "needstage", stage ? stage : "acc");
  write_text(w, "datatype", data ? data : "real");
}

// A plugin sensor is written as an element of its own type if the schema has one and the instance
// belongs only to this sensor; else as <plugin>.
static const char* plugin_tag(int section, const mjsSensor* s) {
  const char *name = mjs_getString(s->plugin.plugin_name), *own = mjs_getString(s->plugin.name);
  const int typed = !(own && own[0]) && name && name[0] && fc_schemaFindChild(section, name) >= 0;
  return typed ? name : "plugin";
}

// tag of a sensor; NULL when no module has its type. f: its face, when it is written from its
// description.
static const char* sensor_tag(int section, const mjsSensor* s, SensorFace* f) {
  if (s->type == mjSENS_USER)
    return "user";
  const char* tag = s->type == mjSENS_PLUGIN ? plugin_tag(section, s) : NULL;
  if (tag && strcmp(tag, "plugin") == 0)
    return tag;
  if (tag || f->type != (int)s->type) {
    f->table.size = sizeof f->table;
    f->type = tag ? -1 : (int)s->type;
    f->face = tag ? fc_sensorNamed(tag, &f->table) : fc_sensorNumbered((int)s->type, &f->table);
  }
  return f->face ? f->face->name : NULL;
}

static void write_sensor(Writer* w, int section, const char* tag, const SensorFace* f,
                         const mjsSensor* s, const mjsSensor* plain) {
  const int schema = fc_schemaFindChild(section, tag), plugin = strcmp(tag, "plugin") == 0;
  open_element(w, tag);
  if (plugin) {
    write_typed(w, "objtype", s->objtype, "objname", mjs_getString(s->objname));
    write_typed(w, "reftype", s->reftype, "refname", mjs_getString(s->refname));
    write_plugin_attributes(w, &s->plugin);
  } else if (s->type == mjSENS_USER) {
    write_typed(w, "objtype", s->objtype, "objname", mjs_getString(s->objname));
    write_user_sensor(w, schema, s);
  } else {
    write_described(w, schema, f, s);
  }
  set_user(w, w->m->sensor_user, w->m->nuser_sensor, mjs_getId(s->element));
  write_fields(w, schema, s, plain, sensor_field, NULL);
  if (plugin) {
    static const char* const more[] = {"noise", "nsample", "interp", "delay", "interval", NULL};
    write_more_fields(w, schema, more, s, plain);
    write_plugin_config(w, &s->plugin);
  }
  close_element(w, 1);
}

void write_sensors(Writer* w) {
  int section = fc_schemaFindPath("mujoco/sensor");
  SensorFace face = {.type = -1};
  open_element(w, "sensor");
  for (mjsElement* e = mjs_firstElement(w->spec, mjOBJ_SENSOR); e;
       e = mjs_nextElement(w->spec, e)) {
    mjsSensor s = *mjs_asSensor(e), plain = s;
    int id = mjs_getId(e);
    const char* tag = sensor_tag(section, &s, &face);
    if (!tag || fc_schemaFindChild(section, tag) < 0)
      continue;
    mjs_defaultSensor(&plain);
    plain.userdata = NULL;
    s.cutoff = w->m->sensor_cutoff[id];
    s.noise = w->m->sensor_noise[id];
    write_sensor(w, section, tag, &face, &s, &plain);
  }
  close_element(w, 0);
}

// ---------------------------------------------------------------- keyframes

// Written when some number differs from its default. Changes by the normalisation of a quaternion
// do not count; otherwise the text would change when it is read and written again. Writes `digits`
// instead of the numbers, when given.
static void write_state(Writer* w, const char* name, const mjtNum* value, const mjtNum* normal,
                        const mjtNum* digits, int n) {
  int same = 1;
  for (int i = 0; i < n && same; i++)
    same = fabs(value[i] - (normal ? normal[i] : 0)) <= 1e-14;
  if (!same)
    write_numbers(w, name, digits ? digits : value, n);
}

// poses of mocap bodies
static void write_mocap(Writer* w, const char* name, const mjtNum* value, const mjtNum* body,
                        const mjtNum* digits, int n) {
  const mjModel* m = w->m;
  int same = 1;
  for (int b = 0; b < (int)m->nbody; b++) {
    int id = m->body_mocapid[b];
    for (int i = 0; id >= 0 && i < n; i++)
      same = same && fabs(value[n * id + i] - body[n * b + i]) <= DBL_EPSILON;
  }
  if (!same)
    write_numbers(w, name, digits ? digits : value, n * (int)m->nmocap);
}

// quaternions of free and ball joints from the key itself, where only digits differ
static void keep_key_digits(const mjModel* m, mjtNum* qpos, const mjDoubleVec* written) {
  int n = 0;
  const double* own = mjs_getDouble(written, &n);
  for (int j = 0; n == m->nq && j < m->njnt; j++) {
    int adr = m->jnt_qposadr[j] + (m->jnt_type[j] == mjJNT_FREE ? 3 : 0);
    if (m->jnt_type[j] == mjJNT_FREE || m->jnt_type[j] == mjJNT_BALL)
      keep_digits(qpos + adr, own + adr, 4);
  }
}

static void keep_mocap_digits(const mjModel* m, mjtNum* mquat, const mjDoubleVec* written) {
  int n = 0;
  const double* own = mjs_getDouble(written, &n);
  for (int i = 0; n == 4 * m->nmocap && i < m->nmocap; i++)
    keep_digits(mquat + 4 * i, own + 4 * i, 4);
}

static void write_key(Writer* w, mjsElement* e, int k) {
  const mjModel* m = w->m;
  const double zero = 0;
  int nq = (int)m->nq, nv = (int)m->nv, na = (int)m->na, nu = (int)m->nu, nmocap = (int)m->nmocap;
  mjtNum *qpos = malloc(sizeof(mjtNum) * (size_t)(nq + 4 * nmocap + 1)), *mquat = qpos + nq;
  if (!qpos) {
    w->failed = 1;
    return;
  }
  memcpy(qpos, m->key_qpos + k * nq, sizeof(mjtNum) * (size_t)nq);
  memcpy(mquat, m->key_mquat + k * 4 * nmocap, sizeof(mjtNum) * (size_t)(4 * nmocap));
  keep_key_digits(m, qpos, mjs_asKey(e)->qpos);
  keep_mocap_digits(m, mquat, mjs_asKey(e)->mquat);
  write_name(w, e);
  write_reals(w, "time", m->key_time + k, &zero, 1, DBL_EPSILON, 0);
  write_state(w, "qpos", m->key_qpos + k * nq, m->qpos0, qpos, nq);
  write_state(w, "qvel", m->key_qvel + k * nv, NULL, NULL, nv);
  write_state(w, "act", m->key_act + k * na, NULL, NULL, na);
  write_mocap(w, "mpos", m->key_mpos + k * 3 * nmocap, m->body_pos, NULL, 3);
  write_mocap(w, "mquat", m->key_mquat + k * 4 * nmocap, m->body_quat, mquat, 4);
  write_state(w, "ctrl", m->key_ctrl + k * nu, NULL, NULL, nu);
  free(qpos);
}

// An empty key is left out, unless a later one would take its place.
void write_keyframes(Writer* w) {
  size_t last = 0;  // end of the keys that are not empty
  int nempty = 0;   // empty keys after that
  open_element(w, "keyframe");
  for (mjsElement* e = mjs_firstElement(w->spec, mjOBJ_KEY); e; e = mjs_nextElement(w->spec, e)) {
    int k = mjs_getId(e);
    if (k < 0 || k >= w->m->nkey)
      continue;
    size_t before = w->length;
    open_element(w, "key");
    write_key(w, e, k);
    int empty = !w->has_attribute[w->depth - 1];
    close_element(w, 1);
    last = nempty ? last : before;
    nempty = empty ? nempty + 1 : 0;
  }
  if (nempty)
    take_back(w, last, nempty);
  close_element(w, 0);
}
