// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Parameters that were set after a model was compiled, in its binary image: one line for each,
//
//   "parameter" KIND INSTANCE KEY NAME VALUE, separated by tabs
//
// INSTANCE is the index of a plugin instance of the model; -1 stands for the face itself. Numbers
// are written so that they read back bit for bit, keywords as words, elements by number.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/heap.h"
#include "core/foundation/data/objects.h"
#include "core/kernel/binding/parameter.h"
#include "core/kernel/binding/parameter_image.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/registry.h"

static const char first_word[] = "parameter\t";

// ---------------------------------------------------------------- writing

typedef struct Lines_ {
  char* buffer;  // NULL: bytes are only counted
  size_t at;
} Lines;

static void put(void* context, const char* text) {
  Lines* lines = context;
  const size_t n = strlen(text);
  if (lines->buffer)
    memcpy(lines->buffer + lines->at, text, n);
  lines->at += n;
}

static void put_line(void* context, const FcFace* face, int instance, const FcParameter* p,
                     const mjtNum* value) {
  const TextSink sink = {put, context};
  char number[16];
  snprintf(number, sizeof number, "%d", instance);
  const char* const head[] = {
      first_word, fc_kindName(face->kind), "\t", number, "\t", p->key, "\t", face->name, "\t"};
  for (size_t i = 0; i < sizeof head / sizeof *head; i++)
    put(context, head[i]);
  parameter_write(NULL, face, p, value, &sink);
  put(context, "\n");
}

size_t parameter_lines(const mjModel* m, char* buffer, size_t at) {
  Lines lines = {buffer, at};
  parameters_changed(m, put_line, &lines);
  return lines.at;
}

// ---------------------------------------------------------------- reading

int is_parameter_line(const char* line, size_t n) {
  return n >= strlen(first_word) && memcmp(line, first_word, strlen(first_word)) == 0;
}

static int read_elements(const mjModel* m, const FcParameter* p, const char* text, mjtNum* value) {
  const int count = object_count(m, p->element);
  for (int i = 0; i < p->length; i++) {
    char* end;
    const long id = strtol(text, &end, 10);
    if (end == text || id < -1 || id >= count)
      return fc_fail("\"%.100s\" is not the number of a %s; the model has %d", text,
                     mju_type2Str(p->element), count);
    value[i] = (mjtNum)id;
    text = end;
  }
  return 0;
}

static int read_value(const mjModel* m, FcKind kind, int instance, const char* key,
                      const char* name, const char* text) {
  const FcParameter* p;
  int failed;
  const FcFace* face = registry_find(kind, name);
  const int place = face ? parameter_find(face, key, &p) : -1;
  if (place < 0)
    return -1;
  if (instance < 0 ? plugin_instance_of(m, face) >= 0
                   : instance >= m->nplugin || plugin_face(m->plugin[instance]) != face)
    return fc_fail("plugin instance %d of the model is not one of it", instance);
  mjtNum* value = parameter_values(m, face, instance, &failed);
  if (!value)
    return failed ? -1 : fc_fail("it has no values that belong to a model");
  return p->type == FC_ELEMENT ? read_elements(m, p, text, value + place)
                               : parameter_set(m, face, p, value + place, text);
}

// the field that starts at *text, which moves past the following tab; NULL when there is none
static char* next_field(char** text) {
  char* field = *text;
  char* tab = strchr(field, '\t');
  if (!tab)
    return NULL;
  *tab = 0;
  *text = tab + 1;
  return field;
}

static int read_fields(const mjModel* m, char* text) {
  const char *word = next_field(&text), *kind = next_field(&text), *instance = next_field(&text),
             *key = next_field(&text), *name = next_field(&text);
  if (!word || !kind || !instance || !key || !name || !fc_kindOf(kind))
    return fc_fail("the list of parameters after the binary model is damaged");
  if (!read_value(m, fc_kindOf(kind), atoi(instance), key, name, text))
    return 0;
  char reason[1024];
  snprintf(reason, sizeof reason, "%s", fc_lastError());
  return fc_fail("the binary model has a value for parameter \"%s\" of the %s \"%s\": %s", key,
                 kind, name, reason);
}

int read_parameter_line(const mjModel* m, const char* line, size_t n) {
  char* text = try_malloc(n + 1);
  if (!text)
    return fc_fail("out of memory for the parameters of a model");
  memcpy(text, line, n);
  text[n] = 0;
  const int failed = read_fields(m, text);
  mju_free(text);
  return failed;
}
