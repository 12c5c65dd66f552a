// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sizes, options and arrays are taken from the field lists of <mujoco/mjxmacro.h>, so none can be
// forgotten. Each array is written as soon as it is built, because it may have millions of numbers.

#include <string.h>

#include "tools/common/model_json.h"

#define MJ_M(n) m->n
#include <mujoco/mjxmacro.h>

// how the elements of an array are written
typedef enum Kind_ { REAL, SINGLE, INTEGER, BYTE, SIZE, TEXT } Kind;

#define KIND(type) \
  _Generic((type*)0,          \
      double*: REAL,          \
      float*: SINGLE,         \
      int*: INTEGER,          \
      unsigned char*: BYTE,   \
      int64_t*: SIZE,         \
      uint64_t*: SIZE,        \
      char*: TEXT)

static void add_element(Json* json, cJSON* to, const char* key, Kind kind, const void* values,
                        mjtSize i) {
  switch (kind) {
    case REAL: json_add_real(json, to, key, ((const double*)values)[i]); break;
    case SINGLE: json_add_real(json, to, key, (double)((const float*)values)[i]); break;
    case INTEGER: json_add_int(json, to, key, ((const int*)values)[i]); break;
    case BYTE: json_add_int(json, to, key, ((const unsigned char*)values)[i]); break;
    default: json_add_int(json, to, key, (long long)((const int64_t*)values)[i]); break;
  }
}

static cJSON* list_of(Json* json, Kind kind, const void* values, mjtSize n) {
  cJSON* list = cJSON_CreateArray();
  for (mjtSize i = 0; list && i < n; i++)
    add_element(json, list, NULL, kind, values, i);
  return list;
}

// strings one after the other, each with its terminating NUL
static cJSON* texts_of(Json* json, const char* text, mjtSize n) {
  cJSON* list = cJSON_CreateArray();
  for (mjtSize i = 0; list && i < n; i += (mjtSize)strlen(text + i) + 1)
    json_add_text(json, list, NULL, text + i);
  return list;
}

static void put_array(Json* json, const char* name, Kind kind, const void* values, mjtSize rows,
                      mjtSize columns) {
  cJSON *array = cJSON_CreateObject(), *shape = cJSON_CreateArray();
  json_add_int(json, shape, NULL, rows);
  if (columns != 1)
    json_add_int(json, shape, NULL, columns);
  json_add(json, array, "shape", shape);
  json_add(json, array, "data",
           kind == TEXT ? texts_of(json, values, rows * columns)
                        : list_of(json, kind, values, rows * columns));
  json_put(json, name, array);
}

cJSON* json_sizes(Json* json, const mjModel* m) {
  cJSON* sizes = cJSON_CreateObject();
#define X(name) json_add_int(json, sizes, #name, (long long)m->name);
  MJMODEL_SIZES
#undef X
  return sizes;
}

static int is_listed(const char* const* list, const char* name) {
  while (*list && strcmp(*list, name) != 0)
    list++;
  return *list != NULL;
}

static void add_member(Json* json, cJSON* to, const char* name, Kind kind, const void* values,
                       int n) {
  if (n == 1)
    add_element(json, to, name, kind, values, 0);
  else
    json_add(json, to, name, list_of(json, kind, values, n));
}

cJSON* json_options(Json* json, const mjModel* m, const char* const* skip) {
  cJSON* options = cJSON_CreateObject();
#define X(type, name, n)       \
  if (!is_listed(skip, #name)) \
    add_member(json, options, #name, KIND(type), &m->opt.name, n);
#define XVEC X
  MJOPTION_FIELDS
#undef XVEC
#undef X
  return options;
}

cJSON* json_statistic(Json* json, const mjModel* m) {
  cJSON* statistic = cJSON_CreateObject();
  const mjStatistic* s = &m->stat;
  add_member(json, statistic, "meaninertia", REAL, &s->meaninertia, 1);
  add_member(json, statistic, "meanmass", REAL, &s->meanmass, 1);
  add_member(json, statistic, "meansize", REAL, &s->meansize, 1);
  add_member(json, statistic, "extent", REAL, &s->extent, 1);
  add_member(json, statistic, "center", REAL, s->center, 3);
  return statistic;
}

void json_arrays(Json* json, const mjModel* m) {
#define X(type, name, rows, columns) \
  put_array(json, #name, KIND(type), m->name, (mjtSize)(m->rows), (mjtSize)(columns));
  MJMODEL_POINTERS
#undef X
}
