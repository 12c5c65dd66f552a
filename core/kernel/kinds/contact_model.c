// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/kernel/binding/parameter.h"
#include "core/kernel/kinds/contact_model.h"
#include "core/kernel/kinds/kinds.h"
#include "core/kernel/modules/registry.h"

// ---------------------------------------------------------------- addresses

static const char* suffix_of(mjtObj type) { return type == mjOBJ_GEOM ? "geom" : "pair"; }

void contact_values_name(const FcFace* face, mjtObj type, char* name, size_t size) {
  snprintf(name, size, "%s:%s", face->name, suffix_of(type));
}

// the numeric that holds the values of a type of elements, and its name up to the colon; such
// numerics come last
static int find_numeric(const mjModel* m, mjtObj type, const char** name, size_t* length) {
  for (int i = (int)m->nnumeric - 1; i >= 0 && i >= m->nnumeric - 2; i--) {
    *name = m->names + m->name_numericadr[i];
    const char* colon = strrchr(*name, ':');
    if (colon && strcmp(colon + 1, suffix_of(type)) == 0) {
      *length = (size_t)(colon - *name);
      return i;
    }
  }
  return -1;
}

static mjtNum* values_of(const mjModel* m, const FcFace* face, mjtObj type, int numeric) {
  const mjtSize n = type == mjOBJ_GEOM ? m->ngeom : m->npair;
  return m->numeric_size[numeric] == n * face->nparameter
             ? m->numeric_data + m->numeric_adr[numeric]
             : NULL;
}

const mjtNum* contact_values(const mjModel* m, const FcFace* face, mjtObj type) {
  const char* name;
  size_t length;
  const int i = find_numeric(m, type, &name, &length);
  return i >= 0 && strlen(face->name) == length && strncmp(name, face->name, length) == 0
             ? values_of(m, face, type, i)
             : NULL;
}

// ---------------------------------------------------------------- public functions

// the face for which the elements have values
static const FcFace* face_of(const mjModel* m, mjtObj type, mjtNum** values) {
  const char* name;
  char text[128];
  size_t length;
  const int known = type == mjOBJ_GEOM || type == mjOBJ_PAIR;
  const int i = known ? find_numeric(m, type, &name, &length) : -1;
  if (i < 0 || length >= sizeof text)
    return NULL;
  memcpy(text, name, length);
  text[length] = 0;
  const FcFace* face = registry_find(FC_CONTACT_MODEL, text);
  *values = face ? values_of(m, face, type, i) : NULL;
  return *values ? face : NULL;
}

const char* fc_contactKey(const mjModel* m, mjtObj type, int i) {
  mjtNum* values;
  const FcFace* face = m ? face_of(m, type, &values) : NULL;
  return face && i >= 0 && i < face->nparameter ? face->parameters[i].key : NULL;
}

mjtNum* fc_contactValue(mjModel* m, mjtObj type, int id, const char* key) {
  mjtNum* values;
  const FcFace* face = m && key ? face_of(m, type, &values) : NULL;
  const FcParameter* parameter;
  if (!face) {
    fc_fail("no %s of this model has values for the contact model", suffix_of(type));
    return NULL;
  }
  if (id < 0 || id >= (type == mjOBJ_GEOM ? m->ngeom : m->npair)) {
    fc_fail("there is no %s %d", suffix_of(type), id);
    return NULL;
  }
  const int place = parameter_find(face, key, &parameter);
  return place < 0 ? NULL : values + (size_t)id * (size_t)face->nparameter + place;
}

// ---------------------------------------------------------------- rules of the kind

// The first missing member of a contact model, depending on how it defines its force; NULL when
// nothing is missing.
#define LACKS(member) (model->member ? NULL : #member)
static const char* lacking(const FcContactModel* model) {
  const char* missing = model->way == FC_CONTACT_ROWS        ? LACKS(position)
                        : model->way == FC_CONTACT_POTENTIAL ? LACKS(potential)
                        : model->way == FC_CONTACT_FORCE     ? LACKS(force)
                                                             : "way";
  return missing || !model->nstate ? missing : LACKS(advance);
}

// Checks the numbers of a contact model. 0, or -1 with a message in `fault`.
static int check_numbers(const FcFace* face, const FcContactModel* model, char* fault, int size) {
  const int n = face->nparameter;
  int nnumber = 0;
  for (int i = 0; i < n; i++)
    nnumber += face->parameters[i].length;
  const struct {
    const char* name;
    int value, most;
  } number[] = {{"nwork", model->nwork, FC_CONTACT_NUMBERS_MAX},
                {"nstate", model->nstate, FC_CONTACT_NUMBERS_MAX},
                {"match_radius", model->match_radius, nnumber},
                {"curvature", model->curvature, n}};
  for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
    if (number[i].value < 0 || number[i].value > number[i].most) {
      snprintf(fault, (size_t)size, "has %s %d, between 0 and %d are possible", number[i].name,
               number[i].value, number[i].most);
      return -1;
    }
  }
  for (int i = 0; model->mixing && i < n; i++) {
    const FcParameter* p = face->parameters + i;
    const int rule = (int)model->mixing[i];
    const int sound = rule >= FC_MIX_NONE && rule <= FC_MIX_OWN;
    if (!sound)
      snprintf(fault, (size_t)size,
               "has the mixing rule %d for parameter \"%s\", which is none of FC_MIX_", rule,
               p->key);
    else if (rule == FC_MIX_OWN && !model->mix)
      snprintf(fault, (size_t)size, "has FC_MIX_OWN for parameter \"%s\" and lacks \"mix\"",
               p->key);
    else if (p->length != 1)
      snprintf(fault, (size_t)size,
               "has mixing rules and a parameter \"%s\" of length %d, where all have length 1",
               p->key, p->length);
    else
      continue;
    return -1;
  }
  return 0;
}

static int check(const FcFace* face, const void* table, char* fault, int size) {
  const FcContactModel* model = table;
  const char* missing = lacking(model);
  if (!missing)
    return check_numbers(face, model, fault, size);
  snprintf(fault, (size_t)size, "lacks \"%s\", which every contact_model%s has", missing,
           model->way == FC_CONTACT_POTENTIAL ? " with potentials"
           : model->way == FC_CONTACT_FORCE   ? " with forces"
           : model->nstate                    ? " with state"
                                              : "");
  return -1;
}

static const char* difference(const FcFace* former, const FcFace* next) {
  const FcContactModel *s = former->table, *t = next->table;
  return s->way != t->way ? "another way to say what force acts" : NULL;
}

static long long contact_table(const mjModel* m, const FcFace* face) {
  const int each = contact_model_state(face);
  return each ? 1 + (long long)contact_table_capacity(m) * (ENTRY_STATE + each) : 0;
}

const KindRules contact_model_rules = {
    .check = check, .difference = difference, .host_state = contact_table};
