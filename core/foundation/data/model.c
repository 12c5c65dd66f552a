// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Making, copying and deleting models. All arrays of a model lie in one buffer in the order of
// MJMODEL_POINTERS, each at a multiple of 64 bytes; nbuffer counts that padding.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <mujoco/mjxmacro.h>

#include "core/foundation/base/heap.h"
#include "core/foundation/data/generation.h"
#include "core/foundation/data/layout.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/model.h"
#include "core/foundation/data/record.h"

//------------------------------ sizes -------------------------------------------------------------

// sizes that may exceed the range of int
static int is_wide_size(const char* name) {
  return strcmp(name, "ntexdata") == 0 || strcmp(name, "ntextdata") == 0;
}

typedef struct SizeCheck_ {
  char* error;
  int error_size;
} SizeCheck;

static int check_size(void* context, const char* name, int index, mjtSize* value) {
  SizeCheck* check = context;
  (void)index;
  // the remaining sizes do not describe arrays of the model
  if (strcmp(name, "nnames_map") == 0)
    return 1;
  if (*value < 0) {
    snprintf(check->error, (size_t)check->error_size, "invalid model: %s negative (%lld)", name,
             (long long)*value);
    return -1;
  }
  if (*value >= INT32_MAX && !is_wide_size(name)) {
    snprintf(check->error, (size_t)check->error_size,
             "invalid model: %s too large, limit %d, got %lld", name, INT32_MAX, (long long)*value);
    return -1;
  }
  return 0;
}

// two slots per object that can have a name
static mjtSize names_map_size(const mjModel* m) {
  return 2 *
         (m->nbody + m->njnt + m->ngeom + m->nsite + m->ncam + m->nlight + m->nflex + m->nmesh +
          m->nskin + m->nhfield + m->ntex + m->nmat + m->npair + m->nexclude + m->neq + m->ntendon +
          m->nu + m->nsensor + m->nnumeric + m->ntext + m->ntuple + m->nkey + m->nplugin);
}

typedef struct BufferSum_ {
  size_t total;
  char* error;
  int error_size;
} BufferSum;

static int add_array(void* context, const ArraySpec* spec) {
  BufferSum* sum = context;
  size_t bytes, start = align_offset(sum->total);
  if (array_bytes(spec, &bytes) || start == SIZE_MAX || bytes > (size_t)PTRDIFF_MAX - start) {
    snprintf(sum->error, (size_t)sum->error_size, "invalid model: %s too large", spec->name);
    return -1;
  }
  sum->total = start + bytes;
  return 0;
}

int model_check_sizes(mjModel* m, char* error, int error_size) {
  SizeCheck check = {error, error_size};
  if (model_each_size(m, check_size, &check) < 0)
    return -1;
  if (m->nbody == 0) {
    snprintf(error, (size_t)error_size, "invalid model: nbody is 0, the world body is missing");
    return -1;
  }
  mjtSize nnames_map = names_map_size(m);
  if (nnames_map >= INT32_MAX) {
    snprintf(error, (size_t)error_size, "invalid model: names_map too large, limit %d, got %lld",
             INT32_MAX, (long long)nnames_map);
    return -1;
  }
  m->nnames_map = nnames_map;
  return 0;
}

int model_buffer_size(const mjModel* m, size_t* nbuffer, char* error, int error_size) {
  BufferSum sum = {0, error, error_size};
  if (model_each_array(m, add_array, &sum))
    return -1;
  *nbuffer = sum.total;
  return 0;
}

//------------------------------ making ------------------------------------------------------------

typedef struct Placement_ {
  void* owner;
  char* buffer;
  size_t offset;
} Placement;

static int place_array(void* context, const ArraySpec* spec) {
  Placement* place = context;
  size_t bytes = 0, start = align_offset(place->offset);
  array_bytes(spec, &bytes);
  *array_member(place->owner, spec) = place->buffer + start;
  place->offset = start + bytes;
  return 0;
}

// Serial numbers of records, from 1 on.
static uint64_t next_serial(void) {
  static _Atomic uint64_t last;
  return ++last;
}

mjModel* model_allocate(const mjModel* sizes) {
  // room to align the buffer for any address from the allocator
  size_t nbuffer = (size_t)sizes->nbuffer;
  if (nbuffer > (size_t)PTRDIFF_MAX - sizeof(ModelRecord) - 2 * RECORD_ROOM)
    return NULL;
  ModelRecord* record = try_calloc(sizeof(ModelRecord) + RECORD_ROOM + nbuffer);
  if (!record)
    return NULL;
  populate_pages(record, sizeof(ModelRecord) + RECORD_ROOM + nbuffer);
  record->serial = next_serial();
  record->generation = module_generation();

  mjModel* m = &record->model;
#define X(name) m->name = sizes->name;
  MJMODEL_SIZES
#undef X
  m->buffer = record_buffer(record, sizeof *record);
  Placement place = {m, m->buffer, 0};
  model_each_array(m, place_array, &place);
  return m;
}

mjModel* model_create(const mjModel* sizes, char* error, int error_size) {
  mjModel checked = *sizes;
  size_t nbuffer;
  if (model_check_sizes(&checked, error, error_size) ||
      model_buffer_size(&checked, &nbuffer, error, error_size))
    return NULL;
  checked.nbuffer = (mjtSize)nbuffer;
  mjModel* m = model_allocate(&checked);
  if (!m) {
    snprintf(error, (size_t)error_size,
             "could not allocate the model: its buffer needs %zu bytes, memory is exhausted",
             nbuffer);
    return NULL;
  }
  mj_defaultOption(&m->opt);
  mj_defaultVisual(&m->vis);
  default_statistic(&m->stat);
  return m;
}

Attachment* model_attachment(const mjModel* m) { return &model_record(m)->attachment; }

//------------------------------ copying and deleting ----------------------------------------------

// Everything but the array pointers and what belongs to the record.
static void copy_header(mjModel* dest, const mjModel* src) {
#define X(name) dest->name = src->name;
  MJMODEL_SIZES
#undef X
  dest->opt = src->opt;
  dest->vis = src->vis;
  dest->stat = src->stat;
  dest->signature = src->signature;
}

// Frees what is attached to a model or derived from it.
static void detach(mjModel* m) {
  Attachment* attached = model_attachment(m);
  if (attached->ops)
    attached->ops->destroy(attached->state);
  memset(attached, 0, sizeof *attached);
  model_record(m)->serial = next_serial();
}

static int compare_sizes(const mjModel* a, const mjModel* b) {
#define X(name)           \
  if (a->name != b->name) \
    return -1;
  MJMODEL_SIZES
#undef X
  return 0;
}

mjModel* mj_copyModel(mjModel* dest, const mjModel* src) {
  int fresh = !dest;
  if (fresh) {
    dest = model_allocate(src);
    if (!dest) {
      mju_error("mj_copyModel: could not allocate the copy, its buffer needs %lld bytes",
                (long long)src->nbuffer);
      return NULL;
    }
  } else if (dest == src) {
    return dest;
  } else if (dest->nbuffer != src->nbuffer || compare_sizes(dest, src)) {
    mju_error(
        "mj_copyModel: dest and src differ in their sizes (nbuffer %lld and %lld); pass NULL to "
        "make a new model",
        (long long)dest->nbuffer, (long long)src->nbuffer);
    return NULL;
  }
  copy_header(dest, src);
  memcpy(dest->buffer, src->buffer, (size_t)src->nbuffer);

  // attachments of higher layers
  detach(dest);
  model_record(dest)->generation = model_record(src)->generation;
  const Attachment* attached = model_attachment(src);
  if (attached->ops) {
    void* state = attached->ops->copy(attached->state, dest, dest);
    if (!state) {
      if (fresh)
        mj_deleteModel(dest);
      mju_error(
          "mj_copyModel: out of memory for the parameters of modules that belong to the model");
      return NULL;
    }
    *model_attachment(dest) = (Attachment){attached->ops, state};
  }
  return dest;
}

typedef struct VisualCopy_ {
  const mjModel* src;
  mjModel* dest;
} VisualCopy;

static int copy_visual_array(void* context, const ArraySpec* spec) {
  const VisualCopy* copy = context;
  size_t bytes = 0;
  array_bytes(spec, &bytes);
  if (bytes > 0 && spec->visual)
    memcpy(array_pointer(copy->dest, spec), array_pointer(copy->src, spec), bytes);
  return 0;
}

// For a renderer: large arrays that change only with the assets are left out.
void mjv_copyModel(mjModel* dest, const mjModel* src) {
  if (dest == src)
    return;
  if (dest->nbuffer != src->nbuffer || compare_sizes(dest, src)) {
    mju_error(
        "mjv_copyModel: dest and src differ in their sizes (nbuffer %lld and %lld); begin with a "
        "copy by mj_copyModel",
        (long long)dest->nbuffer, (long long)src->nbuffer);
    return;
  }
  VisualCopy copy = {src, dest};
  copy_header(dest, src);
  model_each_array(dest, copy_visual_array, &copy);
}

// deletes the content and the record of a model, if there is any
static void release(mjModel* m) {
  ModelRecord* record = model_record(m);
  detach(m);
  mju_free(record->storage);
  mju_free(record);
}

// 1 when the struct belongs to the program and was passed to mj_recompile
static int is_foreign(const mjModel* m) { return !m->buffer || m != &model_record(m)->model; }

void mj_deleteModel(mjModel* m) {
  if (!m)
    return;
  int foreign = is_foreign(m);
  if (m->buffer)
    release(m);
  if (foreign)
    mju_free(m);
}

void model_replace(mjModel* dest, mjModel* src) {
  if (is_foreign(dest)) {
    if (dest->buffer)
      release(dest);
    *dest = *src;
    return;
  }
  detach(dest);
  ModelRecord* to = model_record(dest);
  ModelRecord* from = model_record(src);

  // attachments are told their new owner
  Attachment attached = {NULL, NULL};
  if (from->attachment.ops) {
    attached.state = from->attachment.ops->copy(from->attachment.state, src, dest);
    if (attached.state)
      attached.ops = from->attachment.ops;
  }
  detach(src);

  // the content comes with the allocation that holds its arrays
  mju_free(to->storage);
  to->model = from->model;
  ((ModelRecord**)dest->buffer)[-1] = to;
  to->attachment = attached;
  to->generation = from->generation;
  to->storage = from;
  if (from->storage) {
    to->storage = from->storage;
    mju_free(from);
  }
}
