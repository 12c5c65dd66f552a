// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Arrays with one row per simulation: fields of mjData that calls fill (outputs), and fields of
// mjModel and parameters of modules that are applied before a simulation runs.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/heap.h"
#include "core/kernel/binding/parameter.h"
#include "core/physics/batch/batch.h"

// ---------------------------------------------------------------- columns in general

static Column* find_column(Column* first, const char* name) {
  Column* c = first;
  while (c && strcmp(c->field.name, name) != 0)
    c = c->next;
  return c;
}

// A new column at the end of a list, zeroed; NULL with fc_lastError.
static Column* add_column(Column** list, const Field* field, int nsim) {
  while (*list)
    list = &(*list)->next;
  Column* c = calloc(1, sizeof *c);
  const size_t row = field_bytes(field), bytes = row * (size_t)nsim;
  // an empty field has an address, too
  char* values = c ? try_calloc(bytes ? bytes : 1) : NULL;
  if (!values) {
    free(c);
    fc_fail("out of memory for \"%s\" of %d simulations, %zu bytes", field->name, nsim, bytes);
    return NULL;
  }
  c->field = *field;
  c->row = row;
  c->values = values;
  *list = c;
  return c;
}

static char* row_in(const Column* c, int sim) { return c->values + (size_t)sim * c->row; }

void columns_free(Column* first) {
  while (first) {
    Column* next = first->next;
    mju_free(first->values);
    free(first->face);
    free(first->key);
    free(first->place);
    free(first);
    first = next;
  }
}

static void* report_column(const Column* c, int* size, int* elemsize) {
  if (!c)
    return NULL;
  if (size)
    *size = c->field.size;
  if (elemsize)
    *elemsize = c->field.element;
  return c->values;
}

// ---------------------------------------------------------------- outputs

void outputs_fill(const mjBatch* b, const mjData* d, int sim) {
  for (const Column* c = b->output; c; c = c->next)
    if (c->row)
      memcpy(row_in(c, sim), field_at(d, &c->field), c->row);
}

void* mjb_output(mjBatch* b, const char* name, int* size, int* elemsize) {
  Field field;
  if (!idle(b, "mjb_output") || !name || field_of_data(b->m, name, 0, &field))
    return NULL;
  Column* c = find_column(b->output, name);
  if (!c && !(c = add_column(&b->output, &field, b->nsim)))
    mju_error("mjb_output: %s", fc_lastError());
  else if (c && b->persistent)
    // each simulation has data of its own, with what the last call computed
    for (int i = 0; i < b->nsim && c->row; i++)
      if (b->data[i])
        memcpy(row_in(c, i), field_at(b->data[i], &field), c->row);
  return report_column(c, size, elemsize);
}

// ---------------------------------------------------------------- fields per simulation

static void apply_fields(const mjBatch* b, mjModel* m, int sim) {
  for (const Column* c = b->expanded; c; c = c->next)
    if (c->row)
      memcpy(field_at(m, &c->field), row_in(c, sim), c->row);
}

void expanded_apply(Worker* w, int sim) {
  const mjBatch* b = w->batch;
  apply_fields(b, w->m, sim);
  for (const Column* c = b->parameter; c; c = c->next) {
    mjtNum* const* place = c->place + (size_t)(w - b->worker) * (size_t)c->nplace;
    for (int i = 0; i < c->nplace; i++)
      memcpy(place[i], row_in(c, sim), c->row);
  }
}

int expanded_copy(const mjBatch* b, mjModel* m, int sim) {
  apply_fields(b, m, sim);
  for (const Column* c = b->parameter; c; c = c->next) {
    int length;
    mjtNum** place = calloc((size_t)c->nplace, sizeof *place);
    if (!place)
      return fc_fail("out of memory for the parameters of a model");
    const int n = parameter_places(m, c->face, c->key, place, c->nplace, &length);
    for (int i = 0; i < n && i < c->nplace; i++)
      memcpy(place[i], row_in(c, sim), c->row);
    free(place);
    if (n < 0)
      return -1;
  }
  return 0;
}

void expanded_store(const mjBatch* b, const mjModel* m, int sim) {
  for (const Column* c = b->expanded; c; c = c->next)
    if (c->row)
      memcpy(row_in(c, sim), field_at(m, &c->field), c->row);
}

const Column* column_of_field(const mjBatch* b, const char* name) {
  return find_column(b->expanded, name);
}

int models_separate(mjBatch* b) {
  for (int i = 0; i < b->nworker; i++) {
    Worker* w = b->worker + i;
    if (!w->m && !(w->m = mj_copyModel(NULL, b->m)))
      return fc_fail("out of memory for the model of thread %d", i);
  }
  return 0;
}

Column* expand_field(mjBatch* b, const Field* field) {
  Column* c = find_column(b->expanded, field->name);
  if (c)
    return c;
  if (models_separate(b) || !(c = add_column(&b->expanded, field, b->nsim)))
    return NULL;
  for (int i = 0; i < b->nsim && c->row; i++)
    memcpy(row_in(c, i), field_at(b->m, field), c->row);
  return c;
}

// Expanding is impossible while simulations run on models of the caller.
static int own_models(const mjBatch* b, const char* caller) {
  if (!b->models)
    return 1;
  mju_error("%s: the simulations run on models of the caller (mjb_setModels)", caller);
  return 0;
}

void* mjb_expand(mjBatch* b, const char* name, int* size, int* elemsize) {
  Field field;
  if (!idle(b, "mjb_expand") || !own_models(b, "mjb_expand") || !name ||
      field_of_model(b->m, name, &field))
    return NULL;
  const Column* c = expand_field(b, &field);
  if (!c)
    mju_error("mjb_expand: %s", fc_lastError());
  return report_column(c, size, elemsize);
}

const void* mjb_expanded(const mjBatch* b, const char* name, int* size, int* elemsize) {
  Field field;
  if (!name || field_of_model(b->m, name, &field))
    return NULL;
  return report_column(find_column(b->expanded, name), size, elemsize);
}

// ---------------------------------------------------------------- parameters

static Column* find_parameter(const mjBatch* b, const char* face, const char* key) {
  Column* c = b->parameter;
  while (c && (strcmp(c->face, face) != 0 || strcmp(c->key, key) != 0))
    c = c->next;
  return c;
}

// Finds the places of a parameter in the models of all workers. -1 with fc_lastError.
static int place_parameter(const mjBatch* b, Column* c) {
  int length;
  mjtNum** places = calloc((size_t)b->nworker * (size_t)c->nplace, sizeof(mjtNum*));
  if (!places)
    return fc_fail("out of memory for parameter \"%s\" of \"%s\"", c->key, c->face);
  for (int i = 0; i < b->nworker; i++) {
    mjtNum** place = places + (size_t)i * (size_t)c->nplace;
    if (parameter_places(b->worker[i].m, c->face, c->key, place, c->nplace, &length) != c->nplace) {
      free(places);
      return -1;
    }
  }
  free(c->place);
  c->place = places;
  return 0;
}

int parameters_place(mjBatch* b) {
  for (Column* c = b->parameter; c; c = c->next)
    if (place_parameter(b, c))
      return -1;
  return 0;
}

static int name_parameter(Column* c, const char* face, const char* key) {
  c->face = strdup(face);
  c->key = strdup(key);
  c->field.name = c->key;
  return c->face && c->key ? 0 : fc_fail("out of memory for parameter \"%s\" of \"%s\"", key, face);
}

static Column* add_parameter(mjBatch* b, const char* face, const char* key) {
  mjtNum* value;
  int length;
  const int nplace = parameter_places(b->m, face, key, &value, 1, &length);
  if (nplace < 0 || models_separate(b))
    return NULL;
  const Field field = {.name = key, .size = length, .element = sizeof(mjtNum)};
  Column* c = NULL;
  if (!(c = add_column(&c, &field, b->nsim)))
    return NULL;
  c->nplace = nplace;
  if (name_parameter(c, face, key) || place_parameter(b, c)) {
    columns_free(c);
    return NULL;
  }
  for (int i = 0; i < b->nsim; i++)
    memcpy(row_in(c, i), value, c->row);
  c->next = b->parameter;
  return b->parameter = c;
}

mjtNum* fc_batchParameter(mjBatch* b, const char* face, const char* key, int* n) {
  if (!resting(b, "fc_batchParameter"))
    return NULL;
  if (!face || !key) {
    fc_fail("fc_batchParameter: face and key must be given");
    return NULL;
  }
  if (b->models) {
    fc_fail("fc_batchParameter: the simulations run on models of the caller (mjb_setModels)");
    return NULL;
  }
  const Column* c = find_parameter(b, face, key);
  if (!c && !(c = add_parameter(b, face, key)))
    return NULL;
  if (n)
    *n = c->field.size;
  return (mjtNum*)(void*)c->values;
}
