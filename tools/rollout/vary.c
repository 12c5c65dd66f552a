// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/batch.h>
#include <fulcrum/host.h>

#include "tools/rollout/vary.h"
#include "tools/tool.h"

// ---------------------------------------------------------------- parsing

static int add_target(Vary* vary, const char* text, size_t n) {
  if (vary->nvariable == VARY_TARGETS)
    return fc_fail("more than %d fields in one --vary", VARY_TARGETS);
  return parse_target(text, n, &vary->variable[vary->nvariable++].target);
}

int vary_parse(Variation* v, const char* text) {
  if (v->n == VARY_MAX)
    return fc_fail("more than %d times --vary", VARY_MAX);
  Vary* vary = v->vary + v->n++;
  const char *begin = text, *c = text;
  int depth = 0;
  *vary = (Vary){.text = text, .operation = '='};
  for (; *c && (depth || *c != '='); c++) {
    depth += (*c == '[') - (*c == ']');
    const int ends = !depth && *c == '+' && c[1] != '=';
    if (ends && add_target(vary, begin, (size_t)(c - begin)))
      return -1;
    if (ends)
      begin = c + 1;
  }
  if (!*c)
    return fc_fail("FIELD[ELEMENT]=DISTRIBUTION was expected, as body_mass[torso]=uniform(3, 5)");
  const char* end = c;
  if (end > text && (end[-1] == '*' || end[-1] == '+'))
    vary->operation = *--end;
  if (add_target(vary, begin, (size_t)(end - begin)))
    return -1;
  return parse_distribution(c + 1, &vary->distribution);
}

// ---------------------------------------------------------------- the model

static int touches_quaternion(const mjModel* m, const Variable* u) {
  if (u->field.state != mjSTATE_QPOS)
    return 0;
  for (int j = 0; j < m->njnt; j++) {
    const int ball = m->jnt_type[j] == mjJNT_BALL, free_joint = m->jnt_type[j] == mjJNT_FREE;
    const int first = m->jnt_qposadr[j] + (free_joint ? 3 : 0);
    for (int i = 0; (ball || free_joint) && i < u->n; i++)
      if (u->place[i] >= first && u->place[i] < first + 4)
        return 1;
  }
  return 0;
}

int vary_resolve(Variation* v, mjModel* m) {
  for (int i = 0; i < v->n; i++) {
    for (int k = 0; k < v->vary[i].nvariable; k++) {
      Variable* u = v->vary[i].variable + k;
      if (find_variable(m, &u->target, &u->field) ||
          (u->n = select_elements(m, &u->field, &u->target, &u->place)) < 0)
        return failure("--vary '%s': %s", v->vary[i].text, fc_lastError());
      u->quaternion = touches_quaternion(m, u);
      v->constants |= u->field.source == FIELD_MODEL;
    }
  }
  return EXIT_OK;
}

// ---------------------------------------------------------------- the batch

// An array of the batch that is reset before each chunk, to these values of the model.
static int remember(Variation* v, void* array, size_t bytes, const void* model) {
  for (int i = 0; i < v->nexpanded; i++)
    if (v->expanded[i].array == array)
      return EXIT_OK;
  struct Expanded_* larger = realloc(v->expanded, (size_t)(v->nexpanded + 1) * sizeof *v->expanded);
  if (!larger)
    return failure("out of memory for the fields that vary");
  v->expanded = larger;
  struct Expanded_* e = v->expanded + v->nexpanded;
  *e = (struct Expanded_){array, malloc(bytes ? bytes : 1), bytes};
  if (!e->model)
    return failure("out of memory for the fields that vary");
  memcpy(e->model, model, bytes);
  v->nexpanded++;
  return EXIT_OK;
}

// the face of a parameter; returns the key
static const char* split_parameter(const Variable* u, char face[TARGET_MAX]) {
  const char* dot = strrchr(u->field.name, '.');
  snprintf(face, TARGET_MAX, "%.*s", (int)(dot - u->field.name), u->field.name);
  return dot + 1;
}

// Whether a parameter may have these values: fc_setParameter knows type and range.
static int try_parameter(mjModel* scratch, const Variable* u, const mjtNum* value) {
  char face[TARGET_MAX], text[4096] = "";
  const char* key = split_parameter(u, face);
  for (size_t i = 0; i < u->stride; i++) {
    const size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s%.17g", used ? " " : "", value[i]);
  }
  return fc_setParameter(scratch, face, key, text);
}

static int attach_parameter(Variation* v, Variable* u, mjBatch* b) {
  char face[TARGET_MAX];
  int n;
  const char* key = split_parameter(u, face);
  u->array = fc_batchParameter(b, face, key, &n);
  u->stride = (size_t)n;
  if (!v->scratch && !(v->scratch = mj_copyModel(NULL, mjb_model(b))))
    return failure("out of memory for a copy of the model");
  return u->array && !try_parameter(v->scratch, u, u->array)
             ? EXIT_OK
             : failure("--vary %s: %s", u->target.text, fc_lastError());
}

static int attach_variable(Variation* v, Variable* u, mjBatch* b) {
  int size, bytes;
  if (u->field.source == FIELD_PARAMETER)
    return attach_parameter(v, u, b);
  u->array = mjb_expand(b, u->field.name, &size, &bytes);
  u->stride = (size_t)size;
  return u->array ? EXIT_OK
                  : failure("--vary %s: simulations cannot have %s of their own", u->target.text,
                            u->field.name);
}

int vary_attach(Variation* v, mjBatch* b) {
  const size_t nsim = (size_t)mjb_nsim(b);
  for (int i = 0; i < v->n; i++) {
    for (int k = 0; k < v->vary[i].nvariable; k++) {
      Variable* u = v->vary[i].variable + k;
      if (!(u->values = malloc(nsim * (size_t)u->n * sizeof *u->values)))
        return failure("out of memory for the values of %s", u->target.text);
      if (u->field.source == FIELD_STATE)
        continue;
      if (attach_variable(v, u, b) ||
          remember(v, u->array, u->stride * element_size(u->field.type), u->array))
        return EXIT_FAILED;
    }
  }
  if (!(v->ids = malloc(nsim * sizeof *v->ids)))
    return failure("out of memory for %zu simulations", nsim);
  return EXIT_OK;
}

// values of simulation `row` of the batch; the rows of the state exist only after all bindings
static void* values_of(Variable* u, mjBatch* b, int row) {
  if (u->field.source == FIELD_STATE) {
    int size;
    u->array = mjb_stateComponent(b, u->field.state, &size);
    u->stride = (size_t)mjb_nstate(b);
    u->field.type = ELEMENT_REAL;  // rows hold numbers only, eq_active included
  }
  return (char*)u->array + (size_t)row * u->stride * element_size(u->field.type);
}

static void set_variable(const Variation* v, int number, Variable* u, int first_element, mjBatch* b,
                         int row, int simulation) {
  const Vary* vary = v->vary + number;
  void* values = values_of(u, b, row);
  for (int i = 0; i < u->n; i++) {
    const uint32_t element = vary->distribution.same ? 0 : (uint32_t)(first_element + i);
    const Place place = {v->seed, (uint32_t)simulation, (uint32_t)number + 1, element, 0};
    const double x = distribution_draw(&vary->distribution, place, v->nsim);
    const size_t at = (size_t)u->place[i];
    const double old = element_get(u->field.type, values, at);
    element_put(u->field.type, values, at,
                vary->operation == '*'   ? old * x
                : vary->operation == '+' ? old + x
                                         : x);
    u->values[(size_t)row * (size_t)u->n + (size_t)i] = element_get(u->field.type, values, at);
  }
}

static void set_simulation(Variation* v, mjBatch* b, const mjModel* m, int row, int simulation,
                           char* reason) {
  int quaternion = 0;
  reason[0] = 0;
  for (int i = 0; i < v->n; i++) {
    int element = 0;
    for (int k = 0; k < v->vary[i].nvariable; k++) {
      Variable* u = v->vary[i].variable + k;
      set_variable(v, i, u, element, b, row, simulation);
      element += u->n;
      quaternion |= u->quaternion;
      if (u->field.source == FIELD_PARAMETER && !reason[0] &&
          try_parameter(v->scratch, u, (const mjtNum*)u->array + (size_t)row * u->stride))
        snprintf(reason, sizeof(VaryReason), "%.150s", fc_lastError());
    }
  }
  if (quaternion)
    mj_normalizeQuat(
        m, mjb_stateComponent(b, mjSTATE_QPOS, NULL) + (size_t)row * (size_t)mjb_nstate(b));
}

// Constants that a chunk leaves are those of its simulations: fields that mjb_setConst has given
// values per simulation are reset with the others.
static int remember_constants(Variation* v, mjBatch* b, const mjModel* m) {
  const char* name;
  const void* model;
  for (int i = 0; (name = model_array(m, i, &model)); i++) {
    int size, bytes;
    void* array = (void*)(uintptr_t)mjb_expanded(b, name, &size, &bytes);
    if (array && remember(v, array, (size_t)size * (size_t)bytes, model))
      return EXIT_FAILED;
  }
  return EXIT_OK;
}

static void reset_expanded(const Variation* v, int nsim) {
  for (int i = 0; i < v->nexpanded; i++)
    for (int k = 0; k < nsim; k++)
      memcpy((char*)v->expanded[i].array + (size_t)k * v->expanded[i].bytes, v->expanded[i].model,
             v->expanded[i].bytes);
}

int vary_apply(Variation* v, mjBatch* b, const mjModel* m, const int* simulation, int n,
               VaryReason* failed) {
  reset_expanded(v, n);
  for (int i = 0; i < n; i++)
    set_simulation(v, b, m, i, simulation[i], failed[i]);
  if (!v->constants)
    return EXIT_OK;
  int* ids = v->ids;
  for (int i = 0; i < n; i++)
    ids[i] = i;
  mjb_setConst(b, ids, n);
  for (int i = 0; i < n; i++)
    if (mjb_status(b)[i] != FC_BATCH_DONE)
      snprintf(failed[i], sizeof failed[i], "%.190s", mjb_error(b, i));
  return remember_constants(v, b, m);
}

void vary_free(Variation* v) {
  for (int i = 0; i < v->n; i++) {
    for (int k = 0; k < v->vary[i].nvariable; k++) {
      free(v->vary[i].variable[k].place);
      free(v->vary[i].variable[k].values);
    }
  }
  for (int i = 0; i < v->nexpanded; i++)
    free(v->expanded[i].model);
  free(v->expanded);
  free(v->ids);
  mj_deleteModel(v->scratch);
}
