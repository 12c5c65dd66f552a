// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The only place where the field lists of <mujoco/mjxmacro.h> are expanded for memory management.
// Allocation, copying, binary images and printing all walk the arrays through these visitors, so a
// field added to the lists is handled everywhere.

#include "core/foundation/data/layout.h"

// sizes in the lists are members of the model or of the data at hand
#define MJ_M(n) m->n
#define MJ_D(n) d->n
#define XNV XHIDDEN
#include <mujoco/mjxmacro.h>

#define KIND_OF(type) \
  _Generic((type*)0, mjtNum*: 'd', float*: 'f', int*: 'i', mjtByte*: 'b', char*: 'c', \
           mjtSize*: 's', uintptr_t*: 'p', default: 'x')

// The properties of an array that are known at compile time.
typedef struct ArrayEntry_ {
  const char* field;
  size_t offset, element;
  int kind;
  const char* row_name;
  int is_visual;
} ArrayEntry;

#define ENTRY(owner, type, field, nrow, is_visual) \
  {#field, offsetof(owner, field), sizeof(type), KIND_OF(type), #nrow, is_visual},

// Visit every entry with its shape. rows, cols: one number per entry.
static int visit_all(const ArrayEntry* entry, int n, const mjtSize* rows, const mjtSize* cols,
                     ArrayVisitor visit, void* context) {
  for (int i = 0; i < n; i++) {
    const ArrayEntry* e = entry + i;
    const ArraySpec spec = {e->field, e->offset, e->element,  e->kind,
                            rows[i],  cols[i],   e->row_name, e->is_visual};
    int result = visit(context, &spec);
    if (result)
      return result;
  }
  return 0;
}

#define COUNT(...) +1

const int model_size_count = 0
#define X COUNT
    MJMODEL_SIZES;
#undef X

const int model_array_count = 0
#define X COUNT
#define XHIDDEN COUNT
    MJMODEL_POINTERS;
#undef XHIDDEN
#undef X

static const ArrayEntry model_entries[] = {
#define X(type, field, nrow, ncol) ENTRY(mjModel, type, field, nrow, 1)
#define XHIDDEN(type, field, nrow, ncol) ENTRY(mjModel, type, field, nrow, 0)
    MJMODEL_POINTERS
#undef XHIDDEN
#undef X
};

int model_each_array(const mjModel* m, ArrayVisitor visit, void* context) {
#define XHIDDEN X
  const mjtSize rows[] = {
#define X(type, field, nrow, ncol) (mjtSize)(m->nrow),
      MJMODEL_POINTERS
#undef X
  };
  const mjtSize cols[] = {
#define X(type, field, nrow, ncol) (mjtSize)(ncol),
      MJMODEL_POINTERS
#undef X
  };
#undef XHIDDEN
  return visit_all(model_entries, (int)(sizeof rows / sizeof *rows), rows, cols, visit, context);
}

size_t model_array_bytes(const mjModel* m) {
  size_t bytes = 0;
#define X(type, field, nrow, ncol) bytes += sizeof(type) * (size_t)(m->nrow) * (size_t)(ncol);
#define XHIDDEN X
  MJMODEL_POINTERS
#undef XHIDDEN
#undef X
  return bytes;
}

static const ArrayEntry data_entries[] = {
#define X(type, field, nrow, ncol) ENTRY(mjData, type, field, nrow, 1)
#define XHIDDEN(type, field, nrow, ncol) ENTRY(mjData, type, field, nrow, 0)
    MJDATA_POINTERS
#undef XHIDDEN
#undef X
};

int data_each_array(const mjModel* m, ArrayVisitor visit, void* context) {
#define XHIDDEN X
  const mjtSize rows[] = {
#define X(type, field, nrow, ncol) (mjtSize)(m->nrow),
      MJDATA_POINTERS
#undef X
  };
  const mjtSize cols[] = {
#define X(type, field, nrow, ncol) (mjtSize)(ncol),
      MJDATA_POINTERS
#undef X
  };
#undef XHIDDEN
  return visit_all(data_entries, (int)(sizeof rows / sizeof *rows), rows, cols, visit, context);
}

static const ArrayEntry arena_entries[] = {
#define X(type, field, nrow, ncol) ENTRY(mjData, type, field, nrow, 1)
#define XHIDDEN(type, field, nrow, ncol) ENTRY(mjData, type, field, nrow, 0)
    MJDATA_ARENA_POINTERS
#undef XHIDDEN
#undef X
};

int arena_each_array(const mjModel* m, const mjData* d, ArrayVisitor visit, void* context) {
#define XHIDDEN X
  const mjtSize rows[] = {
#define X(type, field, nrow, ncol) (mjtSize)(nrow),
      MJDATA_ARENA_POINTERS
#undef X
  };
  const mjtSize cols[] = {
#define X(type, field, nrow, ncol) (mjtSize)(ncol),
      MJDATA_ARENA_POINTERS
#undef X
  };
#undef XHIDDEN
  return visit_all(arena_entries, (int)(sizeof rows / sizeof *rows), rows, cols, visit, context);
}

int model_each_size(mjModel* m, SizeVisitor visit, void* context) {
  int index = 0;
#define X(field)                                             \
  {                                                          \
    int result = visit(context, #field, index++, &m->field); \
    if (result)                                              \
      return result;                                         \
  }
  MJMODEL_SIZES
#undef X
  return 0;
}
