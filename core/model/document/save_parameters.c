// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Parameters that a program has set, for the document of a model: they become the text of a
// <config>, as the document would write them.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/spec.h>

#include "core/foundation/base/array.h"
#include "core/kernel/binding/parameter.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/registry.h"
#include "core/model/document/save_parameters.h"
#include "core/model/spec/handles.h"
#include "core/model/spec/tree.h"

typedef struct Saving_ {
  mjSpec* spec;
  const mjModel *model, *values;
} Saving;

// ---------------------------------------------------------------- the text of a value

typedef struct Spelling_ {
  char* buffer;  // NULL: bytes are only counted
  size_t n;
} Spelling;

static void put(void* context, const char* word) {
  Spelling* spelling = context;
  const size_t n = strlen(word);
  if (spelling->buffer)
    memcpy(spelling->buffer + spelling->n, word, n + 1);
  spelling->n += n;
}

// from malloc; NULL with fc_lastError
static char* text_of(const mjModel* m, const FcFace* face, const FcParameter* p,
                     const mjtNum* value) {
  Spelling spelling = {NULL, 0};
  const TextSink sink = {put, &spelling};
  if (parameter_write(m, face, p, value, &sink))
    return NULL;
  spelling.buffer = calloc(spelling.n + 1, 1);
  spelling.n = 0;
  if (spelling.buffer)
    parameter_write(m, face, p, value, &sink);
  else
    fc_fail("out of memory for the value of parameter \"%s\" of \"%s\"", p->key, face->name);
  return spelling.buffer;
}

// ---------------------------------------------------------------- instances and faces

static Plugin* plugin_of_instance(const mjSpec* s, int instance) {
  const ElementList* list = &spec_of(s)->list[mjOBJ_PLUGIN];
  for (int i = 0; i < list->count; i++) {
    Plugin* plugin = (Plugin*)list->item[i];
    if (plugin->instance == instance)
      return plugin;
  }
  return NULL;
}

static int set_instance(mjSpec* s, int instance, const char* key, const char* text) {
  Plugin* plugin = plugin_of_instance(s, instance);
  if (!plugin)
    return fc_fail("plugin instance %d of the model is not in the document", instance);
  if (!plugin->attributes)
    plugin->attributes = attributes_create();
  attributes_set(plugin->attributes, key, text);
  return 0;
}

// the configuration of an implementation, by its name within this kind
static int set_face(mjSpec* s, const FcFace* face, const char* key, const char* text) {
  char full[300];
  const int shared = plugin_slot(face->name) != face_hash(face->kind, face->name);
  snprintf(full, sizeof full, "%s%s%s", shared ? fc_kindName(face->kind) : "", shared ? "/" : "",
           face->name);
  return fc_setFaceConfig(s, full, key, text);
}

// One parameter; 1: it was written, 0: both models have the same numbers, -1 with fc_lastError.
static int save_parameter(const Saving* saving, const FcFace* face, int instance,
                          const FcParameter* p, const mjtNum* before, const mjtNum* value) {
  if (memcmp(before, value, (size_t)p->length * sizeof *value) == 0)
    return 0;
  if (p->fixed)
    return fc_fail(
        "parameter \"%s\" of \"%s\" is fixed when a model is compiled, but the model has another "
        "value than its document",
        p->key, face->name);
  char* text = text_of(saving->model, face, p, value);
  const int failed = !text          ? -1
                     : instance < 0 ? set_face(saving->spec, face, p->key, text)
                                    : set_instance(saving->spec, instance, p->key, text);
  free(text);
  return failed ? -1 : 1;
}

// all parameters of a face; returns how many were written, -1 with fc_lastError
static int save_face(const Saving* saving, const FcFace* face, int instance) {
  int failed[2], nset = 0;
  const mjtNum* before = parameter_values(saving->model, face, instance, failed);
  const mjtNum* value = parameter_values(saving->values, face, instance, failed + 1);
  if (failed[0] || failed[1])
    return -1;
  for (int i = 0; value && i < face->nparameter; i++) {
    const FcParameter* p = face->parameters + i;
    const int set = save_parameter(saving, face, instance, p, before, value);
    if (set < 0)
      return -1;
    nset += set;
    before += p->length;
    value += p->length;
  }
  return nset;
}

// ---------------------------------------------------------------- all

// faces of which one of the models has values but no instance
typedef struct Faces_ {
  const FcFace** face;
  int n;
  int failed;
} Faces;

static void note_face(void* context, const FcFace* face, int instance, const FcParameter* p,
                      const mjtNum* value) {
  Faces* faces = context;
  (void)p;
  (void)value;
  for (int i = 0; i < faces->n; i++)
    if (faces->face[i]->kind == face->kind && strcmp(faces->face[i]->name, face->name) == 0)
      return;
  if (instance >= 0)
    return;
  if (ARRAY_ROOM(faces->face, faces->n))
    faces->failed = 1;
  else
    faces->face[faces->n++] = face;
}

static int save_faces(const Saving* saving) {
  Faces faces = {NULL, 0, 0};
  int nset = 0;
  parameters_changed(saving->model, note_face, &faces);
  parameters_changed(saving->values, note_face, &faces);
  if (faces.failed)
    nset = fc_fail("out of memory for the parameters of modules");
  for (int i = 0; i < faces.n && nset >= 0; i++) {
    const FcFace* face = registry_find(faces.face[i]->kind, faces.face[i]->name);
    const int n = face ? save_face(saving, face, -1) : -1;
    nset = n < 0 ? -1 : nset + n;
  }
  free(faces.face);
  return nset;
}

int save_parameters(mjSpec* spec, const mjModel* model, const mjModel* values) {
  const Saving saving = {spec, model, values};
  int nset = save_faces(&saving);
  for (int i = 0; i < model->nplugin && nset >= 0; i++) {
    const FcFace* face = plugin_face(model->plugin[i]);
    const int n = face && model->plugin[i] == values->plugin[i] ? save_face(&saving, face, i) : 0;
    nset = n < 0 ? -1 : nset + n;
  }
  return nset;
}
