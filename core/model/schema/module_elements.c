// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// An element of a module has the attributes that every element of its section has (those of a
// built-in element, less its specific ones), the attributes that name its objects, and the
// parameters of the face. An element is refused when a parameter has the name of one of the other
// attributes.

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/constraint.h>
#include <fulcrum/host.h>
#include <fulcrum/sensor.h>

#include "core/foundation/base/process_lock.h"
#include "core/kernel/modules/registry.h"
#include "core/model/schema/module_elements.h"

enum { MOST = 1024 };

// Sections, and the built-in element whose attributes are used.
static const struct {
  const char* section;
  FcKind kind;
  const char* model;
  const char* own[8];  // attributes specific to this built-in element
} sections[] = {
    {"mujoco/sensor", FC_SENSOR, "mujoco/sensor/clock", {NULL}},
    {"mujoco/actuator",
     FC_ACTUATOR,
     "mujoco/actuator/plugin",
     {"plugin", "instance", "dyntype", "dynprm", "actdim", NULL}},
    {"mujoco/equality",
     FC_CONSTRAINT,
     "mujoco/equality/joint",
     {"joint1", "joint2", "polycoef", NULL}},
};

#define COUNT(list) ((int)(sizeof list / sizeof *list))

static int place_of(int section) {
  for (int i = 0; i < COUNT(sections); i++)
    if (section >= 0 && fc_schemaFindPath(sections[i].section) == section)
      return i;
  return -1;
}

FcKind module_element_kind(int section) {
  const int place = place_of(section);
  return place < 0 ? (FcKind)0 : sections[place].kind;
}

// ---------------------------------------------------------------- table of elements

static ModuleElement* table[MOST];
static atomic_int count;

const ModuleElement* module_element(int number) {
  return number >= 0 && number < atomic_load(&count) ? table[number] : NULL;
}

static int find_known(int section, const FcFace* face) {
  const int n = atomic_load(&count);
  for (int i = 0; i < n; i++)
    if (table[i]->section == section && table[i]->face == face)
      return i;
  return -1;
}

// ---------------------------------------------------------------- making one

static const FcSchemaKeyword truth[] = {{"false", 0}, {"true", 1}, {NULL, 0}};

// keywords of a choice, from malloc
static FcSchemaKeyword* keywords_of(const FcParameter* p) {
  int n = 0;
  while (p->keywords[n])
    n++;
  FcSchemaKeyword* list = calloc((size_t)n + 1, sizeof *list);
  for (int i = 0; list && i < n; i++)
    list[i] = (FcSchemaKeyword){p->keywords[i], i};
  return list;
}

static int parameter_attribute(FcSchemaAttribute* a, const FcParameter* p) {
  *a = (FcSchemaAttribute){.name = p->key, .type = FC_FIELD_TEXT, .min = 1, .max = 1};
  const short length = (short)p->length;
  switch (p->type) {
    case FC_REAL:
      a->type = FC_FIELD_REAL;
      a->min = a->max = length;
      break;
    case FC_INT:
      a->type = FC_FIELD_INTS;
      a->min = a->max = length;
      break;
    case FC_BOOL:
      if (length == 1) {
        a->type = FC_FIELD_BOOL;
        a->keywords = truth;
      }
      break;
    case FC_CHOICE:
      if (length == 1) {
        a->type = FC_FIELD_WORD;
        a->keywords = keywords_of(p);
        return a->keywords ? 0 : -1;
      }
      break;
    case FC_WORDS:
    case FC_ELEMENT: break;
  }
  return 0;
}

static int is_own(int place, const char* name) {
  for (const char* const* own = sections[place].own; *own; own++)
    if (strcmp(*own, name) == 0)
      return 1;
  return 0;
}

enum { OBJECTS = 32 };  // attributes that name objects, at most

static int text_attribute(FcSchemaAttribute* a, int n, const char* name, int required) {
  if (n < OBJECTS)
    a[n++] = (FcSchemaAttribute){
        .name = name, .type = FC_FIELD_TEXT, .min = 1, .max = 1, .fallback = required ? "!" : NULL};
  return n;
}

// One of the objects of a sensor. A module without description of its objects may have any.
static int sensor_object(FcSchemaAttribute* a, int n, const FcSensorObject* object, int silent,
                         const char* type, const char* name) {
  const int typed = object->naming == FC_NAMED_TYPED || object->naming == FC_NAMED_TYPED_OR_NOT;
  if (silent || typed) {
    n = text_attribute(a, n, type, object->naming == FC_NAMED_TYPED);
    return text_attribute(a, n, name, object->naming == FC_NAMED_TYPED);
  }
  const FcObjectChoice* choice = object->choices;
  const int only = choice && choice->attribute && !choice[1].attribute;
  for (; choice && choice->attribute; choice++)
    n = text_attribute(a, n, choice->attribute, only && object->naming == FC_NAMED_ONE);
  return n;
}

// ends of an equality; the required attributes are known only when there is one kind of ends
static int end_attributes(FcSchemaAttribute* a, const FcConstraint* table) {
  int n = 0;
  for (int i = 0; i < table->nends; i++) {
    const FcEnds* ends = table->ends + i;
    const int only = table->nends == 1;
    n = text_attribute(a, n, ends->first, only);
    if (ends->second)
      n = text_attribute(a, n, ends->second, only && ends->required);
  }
  return n;
}

// the attributes that name the objects of an element; returns their number
static int object_attributes(FcKind kind, const FcFace* face, FcSchemaAttribute* a) {
  if (kind == FC_CONSTRAINT)
    return end_attributes(a, face->table);
  if (kind != FC_SENSOR)
    return 0;
  FcSensor table = {.size = sizeof table};
  if (!fc_sensorNamed(face->name, &table))
    return 0;
  const int silent =
      table.object.naming == FC_NAMED_NEVER && !table.object.types && !table.reference.types;
  const int n = sensor_object(a, 0, &table.object, silent, "objtype", "objname");
  return sensor_object(a, n, &table.reference, silent, "reftype", "refname");
}

static int has_attribute(const FcSchemaAttribute* a, int n, const char* name) {
  for (int i = 0; i < n; i++)
    if (strcmp(a[i].name, name) == 0)
      return 1;
  return 0;
}

static ModuleElement* make(int section, int place, const FcFace* face) {
  const FcSchemaElement* model = fc_schemaElement(fc_schemaFindPath(sections[place].model));
  const size_t room = (size_t)(model->nattribute + OBJECTS + face->nparameter);
  ModuleElement* e = calloc(1, sizeof *e);
  FcSchemaAttribute* a = calloc(room, sizeof *a);
  int n = 0, failed = !e || !a;
  if (failed)
    fc_fail("out of memory for the element \"%s\"", face->name);
  if (!failed)
    n = object_attributes(sections[place].kind, face, a);
  for (int i = 0; i < model->nattribute && !failed; i++)
    if (!is_own(place, model->attribute[i].name))
      a[n++] = model->attribute[i];
  for (int i = 0; i < face->nparameter && !failed; i++) {
    const char* key = face->parameters[i].key;
    if ((failed = has_attribute(a, n, key))) {
      fc_fail("\"%s\" cannot be an element: it has a parameter \"%s\", as every %s has", face->name,
              key, fc_kindName(sections[place].kind));
    } else if ((failed = parameter_attribute(a + n, face->parameters + i))) {
      fc_fail("out of memory for the element \"%s\"", face->name);
    }
    n += !failed;
  }
  if (failed) {
    free(a);
    free(e);
    return NULL;
  }
  *e = (ModuleElement){.element = {.name = face->name,
                                   .cardinality = '*',
                                   .depth = (unsigned char)(model->depth),
                                   .record = model->record,
                                   .nattribute = (unsigned short)n,
                                   .attribute = a},
                       .face = face,
                       .kind = sections[place].kind,
                       .section = section};
  return e;
}

int module_element_find(int section, const char* tag) {
  const int place = place_of(section);
  if (place < 0)
    return fc_fail("no module has elements there");
  const FcFace* face = registry_find(sections[place].kind, tag);
  if (!face)
    return -1;
  if (face->number)
    return fc_fail("\"%s\" is a built-in %s without an element of this name", tag,
                   fc_kindName(sections[place].kind));
  int number = find_known(section, face);
  if (number >= 0)
    return number;
  process_lock(LOCK_ELEMENTS);
  // another thread may have made it meanwhile
  number = find_known(section, face);
  if (number < 0 && atomic_load(&count) == MOST) {
    number = fc_fail("at most %d elements of modules are possible", MOST);
  } else if (number < 0) {
    ModuleElement* e = make(section, place, face);
    if (e) {
      number = atomic_load(&count);
      table[number] = e;
      atomic_store(&count, number + 1);
    }
  }
  process_unlock(LOCK_ELEMENTS);
  return number;
}
