// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <string.h>

#include <mujoco/mjxmacro.h>

#include "core/foundation/data/layout.h"
#include "core/physics/batch/field.h"

static int starts_with(const char* name, const char* prefix) {
  return strncmp(name, prefix, strlen(prefix)) == 0;
}

static int is_listed(const char* name, const char* const* list) {
  for (; *list; list++)
    if (strcmp(name, *list) == 0)
      return 1;
  return 0;
}

// ---------------------------------------------------------------- arrays of either struct

typedef struct Search_ {
  const char* name;
  Field* field;
} Search;

static Field array_field(const ArraySpec* spec) {
  return (Field){.name = spec->name,
                 .offset = spec->member,
                 .size = (int)(spec->rows * spec->cols),
                 .element = (int)spec->element};
}

static int compare_array(void* context, const ArraySpec* spec) {
  const Search* search = context;
  if (strcmp(search->name, spec->name) != 0)
    return 0;
  *search->field = array_field(spec);
  return 1;
}

// ---------------------------------------------------------------- mjData

static const char* const state_names[] = {
    "qpos",       "qvel",         "act",          "history",   "qacc_warmstart",
    "ctrl",       "qfrc_applied", "xfrc_applied", "eq_active", "mocap_pos",
    "mocap_quat", "userdata",     "plugin_state", NULL};

// members of mjData that are no arrays of the buffer
static const Field data_members[] = {
#define MEMBER(name, n) \
  {#name, offsetof(mjData, name), 1, n, (int)(sizeof(((mjData*)0)->name) / (size_t)(n))},
    MEMBER(energy, 2) MEMBER(solver_niter, mjNISLAND) MEMBER(solver_nnz, mjNISLAND)
        MEMBER(solver_fwdinv, 2) MEMBER(ncon, 1) MEMBER(ne, 1) MEMBER(nf, 1) MEMBER(nl, 1)
            MEMBER(nefc, 1) MEMBER(nJ, 1) MEMBER(nA, 1) MEMBER(nisland, 1) MEMBER(nidof, 1)
#undef MEMBER
};

int field_of_data(const mjModel* m, const char* name, int state, Field* field) {
  if (is_listed(name, state_names) && !state)
    return -1;
  for (size_t i = 0; i < sizeof data_members / sizeof *data_members; i++) {
    if (strcmp(name, data_members[i].name) == 0) {
      *field = data_members[i];
      return 0;
    }
  }
  Search search = {name, field};
  return data_each_array(m, compare_array, &search) ? 0 : -1;
}

// ---------------------------------------------------------------- mjModel

static const Field options[] = {
#define X(type, name, n) {"opt." #name, offsetof(mjModel, opt.name), 1, n, sizeof(type)},
#define XVEC X
    MJOPTION_FIELDS
#undef XVEC
#undef X
};

// numbers that mj_setConst derives and keeps outside the arrays
static const Field derived[] = {
    {"ngravcomp", offsetof(mjModel, ngravcomp), 1, 1, sizeof(((mjModel*)0)->ngravcomp)},
    {"stat", offsetof(mjModel, stat), 1, sizeof(mjStatistic) / sizeof(mjtNum), sizeof(mjtNum)},
};
_Static_assert(sizeof(mjStatistic) % sizeof(mjtNum) == 0, "mjStatistic consists of mjtNum");

static int is_asset(const char* name) {
  static const char* const prefixes[] = {"mesh_", "hfield_", "skin_", "tex_", "oct_", NULL};
  static const char* const trees[] = {"bvh_depth", "bvh_child", "bvh_nodeid", NULL};
  for (const char* const* prefix = prefixes; *prefix; prefix++)
    if (starts_with(name, *prefix))
      return 1;
  return is_listed(name, trees);
}

static const Field* find_field(const Field* list, size_t n, const char* name) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(name, list[i].name) == 0)
      return list + i;
  return NULL;
}

int field_of_model(const mjModel* m, const char* name, Field* field) {
  const Field* found = find_field(options, sizeof options / sizeof *options, name);
  if (!found)
    found = find_field(derived, sizeof derived / sizeof *derived, name);
  if (found) {
    *field = *found;
    return 0;
  }
  Search search = {name, field};
  return !is_asset(name) && model_each_array(m, compare_array, &search) ? 0 : -1;
}

// ---------------------------------------------------------------- what follows from other fields

typedef struct Visit_ {
  FieldVisit visit;
  void* context;
} Visit;

static int visit_array(void* context, const ArraySpec* spec) {
  const Visit* v = context;
  const Field field = array_field(spec);
  if (!is_asset(spec->name) && field.size)
    v->visit(v->context, &field);
  return 0;
}

void fields_of_constants(const mjModel* m, FieldVisit visit, void* context) {
  Visit v = {visit, context};
  for (size_t i = 0; i < sizeof derived / sizeof *derived; i++)
    visit(context, derived + i);
  model_each_array(m, visit_array, &v);
}

int field_read_by_constants(const char* name) {
  static const char* const unread[] = {
      "opt.",   "mat_",     "names", "key_",          "sensor_",       "numeric_",       "text_",
      "tuple_", "exclude_", "pair_", "light_ambient", "light_diffuse", "light_specular", NULL};
  static const char* const endings[] = {"_rgba",    "_user",        "_matid",    "_group",
                                        "_solref",  "_solimp",      "_friction", "_margin",
                                        "_gap",     "_priority",    "_condim",   "_solmix",
                                        "_contype", "_conaffinity", NULL};
  for (const char* const* prefix = unread; *prefix; prefix++)
    if (starts_with(name, *prefix))
      return 0;
  const size_t length = strlen(name);
  for (const char* const* ending = endings; *ending; ending++) {
    const size_t n = strlen(*ending);
    if (length > n && strcmp(name + length - n, *ending) == 0)
      return 0;
  }
  return 1;
}
