// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sensors. The face of a type declares how its objects are named and which parameters it has
// (fulcrum/sensor.h); attributes common to all (cutoff, noise, history) are read through the
// schema. Only user sensors and sensors of engine plugins are handled explicitly here.

#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/sensor.h>

#include "mjcf.h"

static void set_object(mjsSensor* s, mjtObj type, const char* name) {
  s->objtype = type;
  mjs_setString(s->objname, name);
}

static void set_reference(mjsSensor* s, mjtObj type, const char* name) {
  s->reftype = type;
  mjs_setString(s->refname, name);
}

// objtype + objname, both or none unless the schema requires them
static int typed_object(Reader* r, const XmlElement* e, int schema, mjsSensor* s) {
  const char *type, *name;
  if (read_text(r, e, schema, "objtype", &type) < 0 ||
      read_text(r, e, schema, "objname", &name) < 0)
    return -1;
  int plugin = s->type == mjSENS_PLUGIN;
  if (type && !name) {
    return plugin ? fail_at(r, e, "objtype", "objtype is specified but objname is not")
                  : fail_at(r, e, "objtype", "objtype '%s' given but objname is missing", type);
  }
  if (name && !type) {
    return plugin ? fail_at(r, e, "objname", "objname is specified but objtype is not")
                  : fail_at(r, e, "objname", "objname '%s' given but objtype is missing", name);
  }
  if (type)
    set_object(s, (mjtObj)mju_str2Type(type), name);
  return 0;
}

// optional reftype + refname
static int typed_reference(Reader* r, const XmlElement* e, mjsSensor* s) {
  const char *type = xml_attribute(e, "reftype"), *name = xml_attribute(e, "refname");
  if (s->type == mjSENS_PLUGIN && !type != !name) {
    return fail_at(r, e, type ? "reftype" : "refname", "%s is specified but %s is not",
                   type ? "reftype" : "refname", type ? "refname" : "reftype");
  }
  if (name && !type)
    return fail_at(r, e, "refname", "refname '%s' given but reftype is missing", name);
  if (type && !name) {
    return fail_at(r, e, "reftype", "required attribute missing: 'refname' (reftype '%s' is given)",
                   type);
  }
  if (type)
    set_reference(s, (mjtObj)mju_str2Type(type), name);
  return 0;
}

// position of the keyword that precedes its predecessor in the list, 0 when all are in order
static int out_of_order(const FcSchemaKeyword* keywords, const char* text) {
  int last = 0;
  while (*text) {
    size_t length = strcspn(text, " \t\r\n");
    for (const FcSchemaKeyword* k = keywords; length && k->name; k++) {
      if (strlen(k->name) == length && strncmp(k->name, text, length) == 0) {
        if (k->value < last)
          return 1;
        last = k->value;
      }
    }
    text += length;
    text += strspn(text, " \t\r\n");
  }
  return 0;
}

// keywords as bits, which must be in increasing order; an empty list counts as absent
static int read_words(Reader* r, const XmlElement* e, int schema, const char* key, int fallback,
                      int* bits) {
  int given = read_keyword(r, e, schema, key, bits);
  *bits = given > 0 ? *bits : fallback;
  const FcSchemaAttribute* a = fc_schemaFindAttribute(schema, key);
  if (given > 0 && out_of_order(a->keywords, xml_attribute(e, key))) {
    char words[512];
    return fail_at(r, e, key, "%s attributes must be in order: %s", key,
                   strchr(fc_schemaExpected(a, words, sizeof words), ':') + 2);
  }
  return given;
}

// ---------------------------------------------------------------- objects

// "geom1, body1" or "'site' or 'camera'"
static const char* choice_list(const FcObjectChoice* choice, const char* quote,
                               const char* separator, char* text, size_t size) {
  size_t n = 0;
  text[0] = 0;
  for (int i = 0; choice[i].attribute && n < size; i++) {
    n += (size_t)snprintf(text + n, size - n, "%s%s%s%s", i ? separator : "", quote,
                          choice[i].attribute, quote);
  }
  return text;
}

// an object named by one of several attributes
static int chosen_object(Reader* r, const XmlElement* e, int schema, const FcSensorObject* object,
                         int second, int both, mjsSensor* s) {
  const int needed = object->naming == FC_NAMED_ONE;
  int n = 0, nchoice = 0;
  char list[200];
  for (const FcObjectChoice* c = object->choices; c->attribute; c++, nchoice++) {
    // a missing attribute that the schema requires has a specific message
    const char* name;
    const int given = read_text(r, e, schema, c->attribute, &name);
    if (given < 0)
      return -1;
    if (given && second)
      set_reference(s, c->type, name);
    else if (given)
      set_object(s, c->type, name);
    n += given;
  }
  if (n > 1 && !needed) {
    return fail_at(r, e, NULL, "at most one of (%s) can be specified",
                   choice_list(object->choices, "", ", ", list, sizeof list));
  }
  if (needed && n != 1 && both) {
    return fail_at(r, e, NULL, "exactly one of (%s) must be specified",
                   choice_list(object->choices, "", ", ", list, sizeof list));
  }
  if (needed && n != 1) {
    return fail_at(r, e, NULL, "%s requires exactly one of %s", e->name,
                   choice_list(object->choices, "'", " or ", list, sizeof list));
  }
  return 0;
}

static int read_one_object(Reader* r, const XmlElement* e, int schema, const FcSensor* table,
                           int second, mjsSensor* s) {
  const FcSensorObject* object = second ? &table->reference : &table->object;
  const int both =
      table->object.naming != FC_NAMED_NEVER && table->reference.naming != FC_NAMED_NEVER;
  switch (object->naming) {
    case FC_NAMED_NEVER: return 0;
    case FC_NAMED_ONE:
    case FC_NAMED_AT_MOST_ONE: return chosen_object(r, e, schema, object, second, both, s);
    case FC_NAMED_TYPED:
    case FC_NAMED_TYPED_OR_NOT:
      return second ? typed_reference(r, e, s) : typed_object(r, e, schema, s);
  }
  return fail_at(r, e, NULL, "module of sensor %s: unknown way to name an object", e->name);
}

// ---------------------------------------------------------------- parameters

// the integer value of a parameter of a sensor type
static int read_parameter(Reader* r, const XmlElement* e, int schema, const FcParameter* p,
                          int* value) {
  *value = (int)p->def;
  if (!fc_schemaFindAttribute(schema, p->key) || p->length != 1) {
    return fail_at(r, e, NULL, "module of sensor %s: parameter '%s' is not an attribute of MJCF",
                   e->name, p->key);
  }
  switch (p->type) {
    case FC_WORDS: return read_words(r, e, schema, p->key, *value, value) < 0 ? -1 : 0;
    case FC_BOOL:
    case FC_CHOICE: return read_keyword(r, e, schema, p->key, value) < 0 ? -1 : 0;
    case FC_INT:
      if (read_integer(r, e, schema, p->key, value) < 0)
        return -1;
      if (p->min < p->max && (*value < p->min || *value > p->max)) {
        return p->min == 1 ? fail_at(r, e, p->key, "'%s' must be positive in sensor", p->key)
                           : fail_at(r, e, p->key, "'%s' must be between %g and %g in sensor",
                                     p->key, p->min, p->max);
      }
      return 0;
    case FC_REAL:
    case FC_ELEMENT: break;
  }
  return fail_at(r, e, NULL, "module of sensor %s: parameter '%s' is not a whole number", e->name,
                 p->key);
}

static int read_parameters(Reader* r, const XmlElement* e, int schema, const FcFace* face,
                           mjsSensor* s) {
  for (int k = 0; k < face->nparameter; k++) {
    if (k >= mjNSENS)
      return fail_at(r, e, NULL, "module of sensor %s: more than %d parameters", e->name, mjNSENS);
    if (read_parameter(r, e, schema, face->parameters + k, s->intprm + k))
      return -1;
  }
  return 0;
}

// ---------------------------------------------------------------- sensors

// a face and its table, cached because elements of one type often follow each other
typedef struct LastType {
  const FcFace* face;
  FcSensor table;
} LastType;

static int read_type(Reader* r, const XmlElement* e, int schema, LastType* last, mjsSensor* s) {
  if (strcmp(e->name, "user") == 0) {
    s->type = mjSENS_USER;
    return typed_object(r, e, schema, s);
  }
  if (strcmp(e->name, "plugin") == 0) {
    s->type = mjSENS_PLUGIN;
    return typed_object(r, e, schema, s) || typed_reference(r, e, s) ||
           read_plugin(r, e, &s->plugin);
  }
  if (!last->face || strcmp(last->face->name, e->name) != 0) {
    last->table.size = sizeof last->table;
    last->face = fc_sensorNamed(e->name, &last->table);
    if (!last->face)
      return fail_at(r, e, NULL, "%s", fc_lastError());
  }
  const FcFace* face = last->face;
  s->type = face->number ? (mjtSensor)(face->number - FC_NUMBER(0)) : mjSENS_PLUGIN;
  if (!face->number && fc_schemaFindAttribute(schema, "objtype") &&
      last->table.object.naming == FC_NAMED_NEVER) {
    // the module does not describe objects
    return typed_object(r, e, schema, s) || typed_reference(r, e, s) ||
           read_face(r, e, schema, &s->plugin);
  }
  if (read_one_object(r, e, schema, &last->table, 0, s) ||
      read_one_object(r, e, schema, &last->table, 1, s))
    return -1;
  return face->number ? read_parameters(r, e, schema, face, s)
                      : read_face(r, e, schema, &s->plugin);
}

int read_sensor(Reader* r, const XmlElement* e) {
  int section = fc_schemaFindPath("mujoco/sensor");
  LastType last = {.face = NULL};
  for (const XmlElement* c = e->first; c; c = c->next) {
    int schema = fc_schemaFindChild(section, c->name);
    mjsSensor* sensor = mjs_addSensor(r->spec);
    if (set_name(r, c, sensor->element, sensor->info) || read_fields(r, c, schema, sensor) ||
        read_type(r, c, schema, &last, sensor))
      return -1;
  }
  return 0;
}
