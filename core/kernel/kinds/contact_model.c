// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/kernel/binding/parameter.h"
#include "core/kernel/kinds/contact_model.h"
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
