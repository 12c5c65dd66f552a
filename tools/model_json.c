// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What there is comes from the field lists of <mujoco/mjxmacro.h>, so nothing can be forgotten. The
// text is written as it is made, because arrays may have millions of numbers.

#include "tools/model_json.h"

#include <string.h>

#define MJ_M(n) m->n
#include <mujoco/mjxmacro.h>

#include "tools/tool.h"

// how elements of a type are written
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

static void print_element(FILE* file, Kind kind, const void* values, mjtSize i) {
  switch (kind) {
    case REAL: json_number(file, ((const double*)values)[i]); break;
    case SINGLE: json_number(file, (double)((const float*)values)[i]); break;
    case INTEGER: fprintf(file, "%d", ((const int*)values)[i]); break;
    case BYTE: fprintf(file, "%d", ((const unsigned char*)values)[i]); break;
    default: fprintf(file, "%lld", (long long)((const int64_t*)values)[i]); break;
  }
}

static void print_list(FILE* file, Kind kind, const void* values, mjtSize n) {
  fputc('[', file);
  for (mjtSize i = 0; i < n; i++) {
    if (i)
      fputs(", ", file);
    print_element(file, kind, values, i);
  }
  fputc(']', file);
}

// texts one after the other, each with a final 0
static void print_texts(FILE* file, const char* text, mjtSize n) {
  fputc('[', file);
  for (mjtSize i = 0; i < n; i += (mjtSize)strlen(text + i) + 1) {
    if (i)
      fputs(", ", file);
    json_text(file, text + i);
  }
  fputc(']', file);
}

static void print_array(FILE* file, const char* name, Kind kind, const void* values, mjtSize rows,
                        mjtSize columns, int* count) {
  fprintf(file, "%s\n  \"%s\": {\"shape\": [%lld", (*count)++ ? "," : "", name, (long long)rows);
  if (columns != 1)
    fprintf(file, ", %lld", (long long)columns);
  fputs("], \"data\": ", file);
  if (kind == TEXT)
    print_texts(file, values, rows * columns);
  else
    print_list(file, kind, values, rows * columns);
  fputc('}', file);
}

void json_sizes(FILE* file, const mjModel* m) {
  int count = 0;
  fputc('{', file);
#define X(name) fprintf(file, "%s\"" #name "\": %lld", count++ ? ", " : "", (long long)m->name);
  MJMODEL_SIZES
#undef X
  fputc('}', file);
}

static int is_listed(const char* const* list, const char* name) {
  while (*list && strcmp(*list, name))
    list++;
  return *list != NULL;
}

static void print_member(FILE* file, const char* name, Kind kind, const void* values, int n,
                         int* count) {
  fprintf(file, "%s\"%s\": ", (*count)++ ? ", " : "", name);
  if (n == 1)
    print_element(file, kind, values, 0);
  else
    print_list(file, kind, values, n);
}

void json_options(FILE* file, const mjModel* m, const char* const* skip) {
  int count = 0;
#define X(type, name, n)       \
  if (!is_listed(skip, #name)) \
    print_member(file, #name, KIND(type), &m->opt.name, n, &count);
#define XVEC X
  MJOPTION_FIELDS
#undef XVEC
#undef X
}

void json_statistic(FILE* file, const mjModel* m) {
  int count = 0;
  const mjStatistic* s = &m->stat;
  fputc('{', file);
  print_member(file, "meaninertia", REAL, &s->meaninertia, 1, &count);
  print_member(file, "meanmass", REAL, &s->meanmass, 1, &count);
  print_member(file, "meansize", REAL, &s->meansize, 1, &count);
  print_member(file, "extent", REAL, &s->extent, 1, &count);
  print_member(file, "center", REAL, s->center, 3, &count);
  fputc('}', file);
}

void json_arrays(FILE* file, const mjModel* m) {
  int count = 0;
  fputc('{', file);
#define X(type, name, rows, columns) \
  print_array(file, #name, KIND(type), m->name, (mjtSize)(m->rows), (mjtSize)(columns), &count);
  MJMODEL_POINTERS
#undef X
  fputs("\n }", file);
}
