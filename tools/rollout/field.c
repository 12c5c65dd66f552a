// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The tables of fields come from <mujoco/mjxmacro.h>, so that none can be forgotten.

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "tools/rollout/field.h"

#define MJ_M(n) m->n
#define MJ_D(n) 0
#include <mujoco/mjxmacro.h>

// ---------------------------------------------------------------- elements

size_t element_size(ElementType type) {
  static const size_t size[] = {sizeof(double), sizeof(float), sizeof(int), 1, 0};
  return size[type];
}

double element_get(ElementType type, const void* array, size_t i) {
  switch (type) {
    case ELEMENT_REAL: return ((const double*)array)[i];
    case ELEMENT_SINGLE: return (double)((const float*)array)[i];
    case ELEMENT_INT: return ((const int*)array)[i];
    default: return ((const unsigned char*)array)[i];
  }
}

void element_put(ElementType type, void* array, size_t i, double value) {
  switch (type) {
    case ELEMENT_REAL: ((double*)array)[i] = value; break;
    case ELEMENT_SINGLE: ((float*)array)[i] = (float)value; break;
    case ELEMENT_INT: ((int*)array)[i] = (int)fmax(INT_MIN, fmin(INT_MAX, rint(value))); break;
    default: ((unsigned char*)array)[i] = (unsigned char)fmax(0, fmin(255, rint(value))); break;
  }
}

#define TYPE(type) \
  _Generic((type*)0,                 \
      double*: ELEMENT_REAL,         \
      float*: ELEMENT_SINGLE,        \
      int*: ELEMENT_INT,             \
      unsigned char*: ELEMENT_BYTE,  \
      default: ELEMENT_OTHER)

// ---------------------------------------------------------------- tables

#define FIELD_MAX 800
typedef struct Table_ {
  int n;
  Field field[FIELD_MAX];
} Table;

static void add(Table* t, FieldSource source, const char* name, ElementType type, mjtSize rows,
                int columns, const char* size, int state) {
  if (type != ELEMENT_OTHER && t->n < FIELD_MAX)
    t->field[t->n++] = (Field){source, name, type, (int)rows, columns, size, state};
}

static int begins_with_one_of(const char* name, const char* const* beginnings) {
  for (; *beginnings; beginnings++)
    if (strncmp(name, *beginnings, strlen(*beginnings)) == 0)
      return 1;
  return 0;
}

// Whole numbers that may differ between simulations: switches and choices. The others are the
// structure of the model: addresses, counts, types.
static const char* const switches[] = {"jnt_limited",
                                       "jnt_actfrclimited",
                                       "jnt_actgravcomp",
                                       "geom_contype",
                                       "geom_condim",
                                       "geom_conaffinity",
                                       "geom_priority",
                                       "geom_group",
                                       "body_contype",
                                       "body_conaffinity",
                                       "eq_active0",
                                       "tendon_limited",
                                       "pair_dim",
                                       "tendon_actfrclimited",
                                       "actuator_ctrllimited",
                                       "actuator_forcelimited",
                                       "actuator_group",
                                       "actuator_actlimited",
                                       "light_active",
                                       "light_castshadow",
                                       NULL};

// assets, which all simulations share, and what is no number of the simulation
static const char* const shared[] = {"mesh_", "hfield_", "skin_",  "tex_",  "bvh_",
                                     "oct_",  "names",   "name_",  "key_",  "tuple_",
                                     "flex",  "paths",   "sparse", "text_", NULL};

static int may_vary(const Field* f) {
  if (begins_with_one_of(f->name, shared))
    return 0;
  if (f->type == ELEMENT_REAL || f->type == ELEMENT_SINGLE)
    return 1;
  for (const char* const* s = switches; *s; s++)
    if (strcmp(*s, f->name) == 0)
      return 1;
  return 0;
}

static void list_model(Table* t, const mjModel* m) {
  int first = t->n, kept = t->n;
#define X(type, name, nr, nc) add(t, FIELD_MODEL, #name, TYPE(type), m->nr, (int)(nc), #nr, 0);
  MJMODEL_POINTERS
#undef X
  for (int i = first; i < t->n; i++)
    if (may_vary(t->field + i))
      t->field[kept++] = t->field[i];
  t->n = kept;
#define X(type, name, n) add(t, FIELD_MODEL, "opt." #name, TYPE(type), n, 1, "", 0);
#undef XVEC
#define XVEC X
  MJOPTION_FIELDS
#undef XVEC
#undef X
}

static int state_bit(const char* name) {
  static const struct {
    const char* name;
    int bit;
  } part[] = {{"qpos", mjSTATE_QPOS},
              {"qvel", mjSTATE_QVEL},
              {"act", mjSTATE_ACT},
              {"history", mjSTATE_HISTORY},
              {"qacc_warmstart", mjSTATE_WARMSTART},
              {"ctrl", mjSTATE_CTRL},
              {"qfrc_applied", mjSTATE_QFRC_APPLIED},
              {"xfrc_applied", mjSTATE_XFRC_APPLIED},
              {"eq_active", mjSTATE_EQ_ACTIVE},
              {"mocap_pos", mjSTATE_MOCAP_POS},
              {"mocap_quat", mjSTATE_MOCAP_QUAT},
              {"userdata", mjSTATE_USERDATA},
              {"plugin_state", mjSTATE_PLUGIN}};
  for (size_t i = 0; i < sizeof part / sizeof *part; i++)
    if (strcmp(part[i].name, name) == 0)
      return part[i].bit;
  return 0;
}

// fields of mjData outside the arena; `state_only`: those of the state
static void list_data(Table* t, const mjModel* m, int state_only) {
  const int first = t->n;
  int kept = t->n;
#define X(type, name, nr, nc) add(t, FIELD_DATA, #name, TYPE(type), m->nr, (int)(nc), #nr, 0);
  MJDATA_POINTERS
#undef X
  for (int i = first; i < t->n; i++) {
    Field* f = t->field + i;
    if ((f->state = state_bit(f->name)))
      f->source = FIELD_STATE;
    if (f->state || !state_only)
      t->field[kept++] = *f;
  }
  t->n = kept;
}

static void list_quantities(Table* t, const mjModel* m) {
  static const char* const counts[] = {"ncon", "nefc",    "ne",    "nf", "nl",
                                       "nJ",   "nisland", "nidof", "nA"};
  add(t, FIELD_STATE, "time", ELEMENT_REAL, 1, 1, "", mjSTATE_TIME);
  add(t, FIELD_STATE, "state", ELEMENT_REAL, mj_stateSize(m, mjSTATE_FULLPHYSICS), 1, "",
      mjSTATE_FULLPHYSICS);
  add(t, FIELD_DATA, "energy", ELEMENT_REAL, 2, 1, "", 0);
  add(t, FIELD_DATA, "solver_niter", ELEMENT_INT, mjNISLAND, 1, "", 0);
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    add(t, FIELD_DATA, counts[i], ELEMENT_INT, 1, 1, "", 0);
  list_data(t, m, 0);
}

// ---------------------------------------------------------------- targets

int parse_target(const char* text, size_t n, Target* target) {
  const char* bracket = memchr(text, '[', n);
  const size_t name = bracket ? (size_t)(bracket - text) : n;
  *target = (Target){0};
  if (n >= TARGET_MAX)
    return fc_fail("a name of more than %d characters", TARGET_MAX - 1);
  memcpy(target->text, text, n);
  memcpy(target->name, text, name);
  if (!name)
    return fc_fail("a field was expected in '%s', as body_mass[torso]", target->text);
  if (!bracket)
    return 0;
  if (text[n - 1] != ']' || n - name < 3)
    return fc_fail("FIELD[ELEMENT] was expected, as body_mass[torso]; '%s' is not", target->text);
  memcpy(target->inside, bracket + 1, n - name - 2);
  return 0;
}

static int find_in(const Table* t, const Target* target, const char* what, Field* field) {
  const char* names[FIELD_MAX + 1];
  for (int i = 0; i < t->n; i++) {
    if (strcmp(t->field[i].name, target->name) == 0) {
      *field = t->field[i];
      return 0;
    }
    names[i] = t->field[i].name;
  }
  names[t->n] = NULL;
  const char* near = fc_nearestWord(target->name, names);
  return fc_fail("'%s' is no %s%s%s%s", target->name, what, near ? "; did you mean '" : "",
                 near ? near : "", near ? "'?" : "");
}

// a dot separates face and key; options of the model have one, too
static int find_parameter(mjModel* m, const Target* target, Field* field) {
  char face[TARGET_MAX];
  int n;
  const char* dot = strrchr(target->name, '.');
  snprintf(face, sizeof face, "%.*s", (int)(dot - target->name), target->name);
  if (!fc_parameter(m, face, dot + 1, &n))
    return -1;
  *field = (Field){FIELD_PARAMETER, target->name, ELEMENT_REAL, n, 1, "", 0};
  return 0;
}

int find_variable(mjModel* m, const Target* target, Field* field) {
  static Table table;
  table.n = 0;
  if (strchr(target->name, '.') && strncmp(target->name, "opt.", 4) != 0)
    return find_parameter(m, target, field);
  list_model(&table, m);
  list_data(&table, m, 1);
  return find_in(&table, target, "field of the model or of the state that can vary", field);
}

int find_recordable(const mjModel* m, const Target* target, Field* field) {
  static Table table;
  table.n = 0;
  list_quantities(&table, m);
  return find_in(&table, target, "quantity that can be recorded", field);
}

const char* model_array(const mjModel* m, int i, const void** values) {
  static const char* const names[] = {
#define X(type, name, nr, nc) #name,
      MJMODEL_POINTERS
#undef X
          NULL};
  const void* const all[] = {
#define X(type, name, nr, nc) m->name,
      MJMODEL_POINTERS
#undef X
          NULL};
  *values = all[i];
  return names[i];
}
