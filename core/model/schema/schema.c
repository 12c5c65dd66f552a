// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Look-up in the schema table. Elements are stored in depth-first order with their depth, so the
// children of element i are the entries after it, up to the next one that is not deeper, whose
// depth is one more. Names are few and short: linear search needs no index and no initialisation.

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include <fulcrum/schema.h>
#include <mujoco/mujoco.h>

#include "core/foundation/base/text.h"
#include "core/kernel/modules/registry.h"
#include "core/model/schema/module_elements.h"

#include "core/model/schema/schema_table.inc"

enum { ELEMENTS = (int)COUNT(schema_elements), EXTRA = (int)COUNT(schema_extra) };

int fc_schemaCount(void) { return ELEMENTS; }

const FcSchemaElement* fc_schemaElement(int i) {
  if (i >= 0 && i < ELEMENTS)
    return schema_elements + i;
  if (i >= ELEMENTS && i < ELEMENTS + EXTRA)
    return schema_extra + (i - ELEMENTS);
  const ModuleElement* module = module_element(i - ELEMENTS - EXTRA);
  return module ? &module->element : NULL;
}

const FcFace* fc_schemaFace(int element) {
  const ModuleElement* module = module_element(element - ELEMENTS - EXTRA);
  return module ? module->face : NULL;
}

// 1 for frame and replicate
static int is_extra(int element) { return element >= ELEMENTS && element < ELEMENTS + EXTRA; }

// index of the `body` element, whose children frame and replicate share
static int body_index(void) {
  static atomic_int known;  // 0: not searched yet
  int index = atomic_load_explicit(&known, memory_order_relaxed);
  if (!index) {
    index = fc_schemaFindPath("mujoco/body");
    atomic_store_explicit(&known, index, memory_order_relaxed);
  }
  return index;
}

int fc_schemaFirstChild(int parent) {
  const FcSchemaElement* element = fc_schemaElement(parent);
  if (!element)
    return -1;
  if (is_extra(parent))
    return fc_schemaFirstChild(body_index());
  if (parent >= ELEMENTS)
    return -1;
  int next = parent + 1;
  return next < ELEMENTS && schema_elements[next].depth > element->depth ? next : -1;
}

int fc_schemaNextSibling(int element) {
  if (element < 0 || element >= ELEMENTS)
    return -1;
  int depth = schema_elements[element].depth;
  for (int i = element + 1; i < ELEMENTS && schema_elements[i].depth >= depth; i++)
    if (schema_elements[i].depth == depth)
      return i;
  return -1;
}

int fc_schemaParent(int element) {
  if (is_extra(element))
    return 0;
  const ModuleElement* module = module_element(element - ELEMENTS - EXTRA);
  if (module)
    return module->section;
  if (element <= 0 || element >= ELEMENTS)
    return -1;
  int i = element;
  while (schema_elements[i].depth >= schema_elements[element].depth)
    i--;
  return i;
}

// <config> of plugin instances is legal in options and in plugins of <extension>, too, and in geoms
// and pairs, where it has values for the contact model
static int has_config(const FcSchemaElement* element) {
  return element->attribute == option_attributes || element->attribute == extension_attributes ||
         element->record == FC_RECORD_GEOM || element->record == FC_RECORD_PAIR;
}

// a child that is not in the table: bodies and what is legal wherever a body is; -1: none
static int find_in_tree(const FcSchemaElement* element, int parent, const char* tag) {
  const int body = body_index(), in_tree = parent == body || is_extra(parent);

  // the body section is called worldbody at the top and body below it
  if ((parent == 0 && strcmp(tag, "worldbody") == 0) || (in_tree && strcmp(tag, "body") == 0))
    return body;
  if (element->cardinality == 'R' && parent != body && strcmp(element->name, tag) == 0)
    return parent;

  // frame and replicate are legal wherever a body is
  for (int i = 0; i < EXTRA && (in_tree || parent == 0); i++)
    if (strcmp(schema_extra[i].name, tag) == 0)
      return ELEMENTS + i;
  return -1;
}

int fc_schemaFindChild(int parent, const char* tag) {
  const FcSchemaElement* element = fc_schemaElement(parent);
  if (!element || !tag)
    return -1;
  int body = body_index();
  for (int i = fc_schemaFirstChild(parent); i >= 0; i = fc_schemaNextSibling(i))
    if (strcmp(schema_elements[i].name, tag) == 0 && i != body)
      return i;
  if (has_config(element) && strcmp(tag, "config") == 0)
    return fc_schemaFindPath("mujoco/extension/plugin/instance/config");
  const int found = find_in_tree(element, parent, tag);
  if (found >= 0)
    return found;

  // names of modules, in the sections of their kinds
  int module = module_element_kind(parent) ? module_element_find(parent, tag) : -1;
  return module < 0 ? -1 : ELEMENTS + EXTRA + module;
}

int fc_schemaFindPath(const char* path) {
  size_t length = strcspn(path, "/");
  if (strncmp(path, "mujoco", length) != 0 || length != 6)
    return -1;
  int at = 0;
  while (path[length] == '/') {
    path += length + 1;
    length = strcspn(path, "/");
    int child = fc_schemaFirstChild(at);
    while (child >= 0 && (strncmp(schema_elements[child].name, path, length) != 0 ||
                          schema_elements[child].name[length] != 0))
      child = fc_schemaNextSibling(child);
    if (child < 0 && at == 0 && strncmp(path, "worldbody", length) == 0 && length == 9)
      child = body_index();
    if (child < 0)
      return -1;
    at = child;
  }
  return at;
}

static const FcSchemaAttribute* find_attribute(const FcSchemaAttribute* list, int n,
                                               const char* name) {
  for (int i = 0; i < n; i++)
    if (list[i].name[0] == name[0] && strcmp(list[i].name, name) == 0)
      return list + i;
  return NULL;
}

// attributes of an element that are not part of MJCF
static const FcSchemaAttribute* own_attributes(const FcSchemaElement* e, int* n) {
  if (e && e->attribute == option_attributes) {
    *n = (int)COUNT(choice_attributes);
    return choice_attributes;
  }
  if (e && e->attribute == plugin_sensor_attributes) {
    *n = (int)COUNT(plugin_sensor_more_attributes);
    return plugin_sensor_more_attributes;
  }
  *n = 0;
  return NULL;
}

const FcSchemaAttribute* fc_schemaFindAttribute(int element, const char* name) {
  const FcSchemaElement* e = fc_schemaElement(element);
  if (!e || !name)
    return NULL;
  int n;
  const FcSchemaAttribute* found = find_attribute(e->attribute, e->nattribute, name);
  const FcSchemaAttribute* own = own_attributes(e, &n);
  return found ? found : find_attribute(own, n, name);
}

int fc_schemaRequired(const FcSchemaAttribute* attribute) {
  return attribute && attribute->fallback && strcmp(attribute->fallback, REQUIRED) == 0;
}

int fc_schemaKeyword(const FcSchemaKeyword* keywords, const char* text) {
  for (; keywords && keywords->name; keywords++)
    if (strcmp(keywords->name, text) == 0)
      return keywords->value;
  return -1;
}

const char* fc_schemaKeywordName(const FcSchemaKeyword* keywords, int value) {
  for (; keywords && keywords->name; keywords++)
    if (keywords->value == value)
      return keywords->name;
  return NULL;
}

const FcSchemaKeyword* fc_schemaLayerRoles(void) { return words_role; }

// --------------------------------------------------------------- expectations

// append text to a bounded buffer
static void append(char* buffer, int size, const char* text) {
  size_t used = strlen(buffer);
  if (size > 0 && used + 1 < (size_t)size)
    snprintf(buffer + used, (size_t)size - used, "%s", text);
}

// "real number" or "real numbers", with the count where it is fixed
static void expected_numbers(const FcSchemaAttribute* a, const char* kind, char* buffer, int size) {
  char text[64];
  if (a->max == 0)
    snprintf(text, sizeof text, "a list of %s numbers", kind);
  else if (a->min != a->max)
    snprintf(text, sizeof text, "%d to %d %s numbers", a->min, a->max, kind);
  else
    snprintf(text, sizeof text, "%d %s number%s", a->max, kind, a->max == 1 ? "" : "s");
  append(buffer, size, text);
}

const char* fc_schemaExpected(const FcSchemaAttribute* a, char* buffer, int size) {
  if (size > 0)
    buffer[0] = 0;
  switch (a->type) {
    case FC_FIELD_REAL: expected_numbers(a, "real", buffer, size); break;
    case FC_FIELD_INTS: expected_numbers(a, "whole", buffer, size); break;
    case FC_FIELD_INT: append(buffer, size, "one decimal integer"); break;
    case FC_FIELD_BOOL:
    case FC_FIELD_WORD:
    case FC_FIELD_WORDS:
      append(buffer, size, a->type == FC_FIELD_WORDS ? "some of:" : "one of:");
      for (const FcSchemaKeyword* k = a->keywords; k->name; k++) {
        append(buffer, size, " ");
        append(buffer, size, k->name);
      }
      break;
    case FC_FIELD_NAMES: append(buffer, size, "names separated by blanks"); break;
    case FC_FIELD_MEMORY: append(buffer, size, "a byte count such as 4096, 64K or 2M"); break;
    default: append(buffer, size, "text");
  }
  return buffer;
}

// --------------------------------------------------------------- nearest spelling

const char* fc_schemaNearestAttribute(int element, const char* name) {
  const FcSchemaElement* e = fc_schemaElement(element);
  Nearest nearest = nearest_to(name);
  for (int i = 0; e && i < e->nattribute; i++)
    nearest_try(&nearest, e->attribute[i].name);
  int n;
  const FcSchemaAttribute* own = own_attributes(e, &n);
  for (int i = 0; i < n; i++)
    nearest_try(&nearest, own[i].name);
  return nearest.best;
}

const char* fc_schemaNearestChild(int element, const char* tag) {
  Nearest nearest = nearest_to(tag);
  for (int i = fc_schemaFirstChild(element); i >= 0; i = fc_schemaNextSibling(i)) {
    int is_tree = element == 0 && schema_elements[i].cardinality == 'R' &&
                  strcmp(schema_elements[i].name, "body") == 0;
    nearest_try(&nearest, is_tree ? "worldbody" : schema_elements[i].name);
  }
  const char* faces[256];
  const FcKind kind = module_element_kind(element);
  int n = kind ? registry_provided(kind, faces, 256) : 0;
  for (int i = 0; i < n && i < 256; i++)
    if (strchr(faces[i], '.'))
      nearest_try(&nearest, faces[i]);
  if (element == body_index() || is_extra(element)) {
    nearest_try(&nearest, "body");
    nearest_try(&nearest, "frame");
    nearest_try(&nearest, "replicate");
  }
  return nearest.best;
}

const char* fc_schemaNearestKeyword(const FcSchemaKeyword* keywords, const char* text) {
  Nearest nearest = nearest_to(text);
  for (; keywords && keywords->name; keywords++)
    nearest_try(&nearest, keywords->name);
  return nearest.best;
}

// --------------------------------------------------------------- valid places of a name

// add a name to a list "a, b, c" unless it is there; at most six names
static void add_place(char* buffer, int size, int* count, const char* name) {
  size_t length = strlen(name);
  for (const char* at = strstr(buffer, name); at; at = strstr(at + 1, name)) {
    int starts = at == buffer || at[-1] == ' ';
    if (starts && (at[length] == 0 || at[length] == ','))
      return;
  }
  if (*count == 6) {
    append(buffer, size, ", ...");
  } else if (*count < 6) {
    append(buffer, size, *count ? ", " : "");
    append(buffer, size, name);
  }
  (*count)++;
}

const char* fc_schemaWhereAttribute(const char* name, char* buffer, int size) {
  int count = 0;
  if (size > 0)
    buffer[0] = 0;
  for (int i = 0; i < ELEMENTS + EXTRA; i++)
    if (fc_schemaFindAttribute(i, name))
      add_place(buffer, size, &count, fc_schemaElement(i)->name);
  return buffer;
}

const char* fc_schemaWhereElement(const char* tag, char* buffer, int size) {
  int count = 0;
  if (size > 0)
    buffer[0] = 0;
  for (int i = 0; i < ELEMENTS; i++)
    if (fc_schemaFindChild(i, tag) >= 0)
      add_place(buffer, size, &count, schema_elements[i].name);
  return buffer;
}

const char* fc_schemaOlderName(const char* tag, const char* attribute) {
  for (size_t i = 0; i < COUNT(schema_older); i++) {
    int same_tag = strcmp(schema_older[i].tag, tag) == 0;
    const char* name = schema_older[i].attribute;
    int same_attribute =
        (!name && !attribute) || (name && attribute && strcmp(name, attribute) == 0);
    if (same_tag && same_attribute)
      return schema_older[i].note;
  }
  return NULL;
}
