// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Types of sensors.
//
// A type of MJCF may be measured by a module that overrides the installed one and has no
// description, because it was built before descriptions existed or leaves them out. The description
// is then taken from the face that carries the number, and the winner measures.

#include <limits.h>
#include <string.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

#include "core/foundation/base/text.h"
#include "core/kernel/kinds/kinds.h"
#include "core/kernel/kinds/sensor.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/registry.h"

SensorType sensor_type_of(const FcFace* face) {
  return (SensorType){.face = face, .described = face, .table = *(const FcSensor*)face->table};
}

// ---------------------------------------------------------------- types of MJCF

enum { MAX_FACE = 1024 };

// The face that carries a number or, if name is not NULL, the face of this name that carries any
// number, even if another module replaces it. NULL when there is none.
static const FcFace* numbered_face(int number, const char* name) {
  const FcFace* faces[MAX_FACE];
  const int n = registry_all(FC_SENSOR, faces, MAX_FACE);
  for (int i = 0; i < n && i < MAX_FACE; i++)
    if (name ? faces[i]->number && strcmp(faces[i]->name, name) == 0
             : faces[i]->number == FC_NUMBER(number))
      return faces[i];
  return NULL;
}

int sensor_type_numbered(int number, SensorType* type) {
  if (number < 0 || number == INT_MAX)
    return fc_fail("no sensor has the number %d", number);
  const FcFace* face = registry_numbered(FC_SENSOR, "", number);
  if (!face)
    return -1;
  *type = sensor_type_of(face);
  if (face->number == FC_NUMBER(number))
    return 0;
  const FcFace* described = numbered_face(number, NULL);
  if (!described)
    return registry_shortage()[0] ? -1 : 0;
  const FcSensor own = type->table;
  *type = sensor_type_of(described);
  type->face = face;
  type->table.measure = own.measure;
  type->table.needs = own.needs;
  type->table.together = own.together;
  return 0;
}

// ---------------------------------------------------------------- sensors of a model

int sensor_type_in_model(const mjModel* m, int i, SensorType* type) {
  if (sensor_is_user(m->sensor_type[i]))
    return 0;
  if (!sensor_is_plugin(m->sensor_type[i]))
    return sensor_type_numbered(m->sensor_type[i], type) ? -1 : 1;
  const int instance = m->sensor_plugin[i];
  if (instance >= 0 && plugin_at(m->plugin[instance]))
    return 0;
  const FcFace* face = instance >= 0 ? plugin_face(m->plugin[instance]) : NULL;
  if (!face || face->kind != FC_SENSOR)
    return fc_fail("sensor %d belongs to a plugin that no module implements", i);
  *type = sensor_type_of(face);
  return 1;
}

// ---------------------------------------------------------------- words

const char* sensor_object_refusal(const FcSensorObject* object, int second, char* text, int size) {
  if (object->refusal)
    return object->refusal;
  const int bodies = FC_OBJECT(mjOBJ_BODY) | FC_OBJECT(mjOBJ_XBODY);
  const char* word[mjNOBJECT];
  int n = 0;
  for (int type = mjOBJ_UNKNOWN + 1; type < mjNOBJECT; type++) {
    if (!object_among(object->types, type))
      continue;
    if ((object->types & bodies) == bodies && type <= mjOBJ_XBODY) {
      if (type == mjOBJ_BODY)
        word[n++] = "(x)body";
    } else {
      word[n++] = mju_type2Str(type);
    }
  }
  text[0] = 0;
  text_append(text, (size_t)size, "sensor must be %s",
              !second                            ? "attached to "
              : n && strchr("aeiou", word[0][0]) ? "associated with an "
                                                 : "associated with a ");
  for (int i = 0; i < n; i++)
    text_append(text, (size_t)size, "%s%s", i == 0 ? "" : i == n - 1 ? " or " : ", ", word[i]);
  return text;
}

// ---------------------------------------------------------------- for modules

// external callers may know a shorter table
static const FcFace* hand_out(const SensorType* type, FcSensor* table) {
  const size_t size = table->size;
  memcpy(table, &type->table, size < sizeof type->table ? size : sizeof type->table);
  table->size = (uint32_t)size;
  return type->described;
}

const FcFace* fc_sensorNumbered(int number, FcSensor* table) {
  SensorType type;
  return sensor_type_numbered(number, &type) ? NULL : hand_out(&type, table);
}

const FcFace* fc_sensorNamed(const char* name, FcSensor* table) {
  const FcFace *face = registry_find(FC_SENSOR, name), *numbered = NULL;
  if (!face)
    return NULL;
  // a module that replaces a type of MJCF need not describe it
  if (!face->number && (numbered = numbered_face(0, name)))
    return fc_sensorNumbered(numbered->number - FC_NUMBER(0), table);
  const SensorType type = sensor_type_of(face);
  return hand_out(&type, table);
}

// ---------------------------------------------------------------- rules of the kind

static const char* difference(const FcFace* former, const FcFace* next) {
  const FcSensor *s = former->table, *t = next->table;
  return s->dim != t->dim || !s->dimension != !t->dimension ? "another dimension"
         : s->stage != t->stage                             ? "another stage"
         : s->datatype != t->datatype                       ? "another type of data"
         : s->object.types != t->object.types || s->reference.types != t->reference.types
             ? "other objects"
             : NULL;
}

static const char* element_values(const FcFace* face) {
  return face->number ? "sensor_intprm" : NULL;
}

const KindRules sensor_rules = {.required = {NEEDS(FcSensor, measure)},
                                .difference = difference,
                                .by_instance = 1,
                                .element_values = element_values};
