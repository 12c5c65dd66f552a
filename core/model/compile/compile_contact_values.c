// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Values of geoms and pairs for the contact model, which is the one that the document names. A
// value of an element is checked like one in the model's own configuration, and only parameters
// with a mixing rule can have one.

#include <math.h>
#include <string.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/spec.h>

#include "core/kernel/binding/parameter.h"
#include "core/kernel/kinds/contact_model.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/model/compile/compile.h"

static const FcFace* contact_face(const Compile* c) {
  for (int i = 0; i < c->nplugin; i++) {
    const FcFace* face = plugin_face(c->plugin[i].slot);
    if (face && face->kind == FC_CONTACT_MODEL)
      return face;
  }
  return NULL;
}

static const FcMixing* mixing_of(const FcFace* face) {
  FcContactModel table = {0};
  const FcContactModel* model = face->table;
  memcpy(&table, model, model->size < sizeof table ? model->size : sizeof table);
  return table.mixing;
}

// stores one value in the row of its element
static void put_value(Compile* c, const Element* e, const FcFace* face, const char* key,
                      const char* text, double* row) {
  const FcParameter* parameter;
  const FcMixing* mixing = mixing_of(face);
  const int place = parameter_find(face, key, &parameter);
  mjtNum value;
  if (place < 0)
    compile_fail(c, e, "config: %s", fc_lastError());
  if (!mixing || mixing[place] == FC_MIX_NONE)
    compile_fail(c, e,
                 "config: parameter \"%s\" of \"%s\" holds for all contacts; it belongs to the "
                 "instance of the contact model",
                 key, face->name);
  if (parameter_set(NULL, face, parameter, &value, text))
    compile_fail(c, e, "config: %s", fc_lastError());
  row[place] = value;
}

// the rows of n elements, allocated when the first of them has a value
static double* row_of(Compile* c, const FcFace* face, mjtObj type, int n, int id) {
  ContactValues* values = c->contact_values + (type == mjOBJ_PAIR);
  const int width = face->nparameter;
  if (!values->data) {
    char name[256];
    contact_values_name(face, type, name, sizeof name);
    values->name = compile_text(c, name);
    values->size = n * width;
    values->data = COMPILE_NEW(c, double, values->size);
    for (int i = 0; i < values->size; i++)
      values->data[i] = NAN;
  }
  return values->data + (size_t)id * (size_t)width;
}

static void put_element(Compile* c, const Element* e, int n, int id) {
  const char *key, *text;
  const FcFace* face = contact_face(c);
  for (int i = 0; fc_config(&e->pub, i, &key, &text); i++) {
    if (!face)
      compile_fail(
          c, e,
          "config: value of \"%s\" for a contact model, but the model names none; expected "
          "<option contact_model=\"...\">",
          key);
    if (face->nparameter > CONTACT_PARAMETER_MAX)
      compile_fail(c, e, "config: contact model \"%s\" has more than %d parameters", face->name,
                   CONTACT_PARAMETER_MAX);
    put_value(c, e, face, key, text, row_of(c, face, e->pub.elemtype, n, id));
  }
}

void compile_contact_values(Compile* c) {
  c->contact_values = COMPILE_NEW(c, ContactValues, NCONTACTVALUES);
  for (int i = 0; i < c->geom_count; i++)
    put_element(c, &c->geom[c->geom_order[i]].geom->base, c->geom_count, i);
  const ElementList* pairs = &c->spec->list[mjOBJ_PAIR];
  for (int i = 0; i < pairs->count; i++)
    put_element(c, pairs->item[i], pairs->count, i);
}
