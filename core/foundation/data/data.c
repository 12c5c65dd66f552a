// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Making, copying and deleting mjData. One allocation holds the record and the buffer with all
// arrays of MJDATA_POINTERS (each at a multiple of 64 bytes). Another holds the arena, whose start
// is used for contacts and constraint rows and whose end is the stack.

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <mujoco/mjxmacro.h>

#include "core/foundation/base/heap.h"
#include "core/foundation/data/data.h"
#include "core/foundation/data/layout.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/record.h"

//------------------------------ making ------------------------------------------------------------

typedef struct Placement_ {
  mjData* d;  // NULL: only measure
  char* buffer;
  size_t offset;
  const char* too_large;
} Placement;

static int place_array(void* context, const ArraySpec* spec) {
  Placement* place = context;
  size_t bytes, start = align_offset(place->offset);
  if (array_bytes(spec, &bytes) || start == SIZE_MAX || bytes > (size_t)PTRDIFF_MAX - start) {
    place->too_large = spec->name;
    return -1;
  }
  if (place->d)
    *array_member(place->d, spec) = place->buffer + start;
  place->offset = start + bytes;
  return 0;
}

// Data with all pointers set, the buffer zeroed and the content of the arena undefined. NULL after
// an error, or after a warning when the sizes of the model are not valid for data.
static mjData* allocate_data(const mjModel* m, const char* caller) {
  Placement measure = {NULL, NULL, 0, NULL};
  if (data_each_array(m, place_array, &measure)) {
    mju_warning("Invalid data: %s too large.", measure.too_large);
    return NULL;
  }
  if (m->narena <= 0) {
    mju_error("%s: could not allocate mjData arena, narena is %lld", caller, (long long)m->narena);
    return NULL;
  }

  // record with buffer, and arena, with room to align the latter two
  size_t total = sizeof(DataRecord) + RECORD_ROOM, narena = (size_t)m->narena, padded;
  DataRecord* record = NULL;
  void* arena = NULL;
  if (!__builtin_add_overflow(total, measure.offset, &total) &&
      !__builtin_add_overflow(narena, ARRAY_ALIGNMENT, &padded)) {
    record = try_calloc(total);
    arena = record ? try_malloc(padded) : NULL;
  }
  if (!arena) {
    mju_free(record);
    mju_error(
        "%s: could not allocate mjData: buffer %zu bytes, mjData arena %zu bytes; the arena has "
        "the memory, or room for the nconmax, njmax or nstack, that the model asks for",
        caller, measure.offset, narena);
    return NULL;
  }

  mjData* d = &record->data;
  record->fresh = record->solver_clear = 1;
  record->callbacks.size = sizeof record->callbacks;
  record->arena = arena;

  record->nq = (int)m->nq;
  record->nv = (int)m->nv;
  record->na = (int)m->na;
  record->nu = (int)m->nu;
  record->nmocap = (int)m->nmocap;
  record->nbody = (int)m->nbody;

  d->buffer = record_buffer(record, sizeof *record);
  d->nbuffer = (mjtSize)measure.offset;
  d->arena = (void*)align_offset((size_t)arena);
  d->narena = m->narena;
  d->nplugin = (int)m->nplugin;
  Placement place = {d, d->buffer, 0, NULL};
  data_each_array(m, place_array, &place);
  clear_arena_pointers(d);
  return d;
}

// The record and everything it owns, but not the plugins.
static void release_data(mjData* d) {
  DataRecord* record = data_record(d);
  if (record->attachment.ops)
    record->attachment.ops->destroy(record->attachment.state);
  mju_free(record->storage);
  mju_free(record->arena);
  mju_free(record);
}

// Plugins run while data are made, and an error in them may make the handler of the program jump.
// Data that are not complete must be freed before, so the error comes back here first.
typedef struct Making_ {
  const mjModel* m;
  mjData* d;
  const mjData* src;  // of a copy
  jmp_buf escape;
  char error[1024];
} Making;

static void leave_making(const char* message, void* context) {
  Making* making = context;
  snprintf(making->error, sizeof making->error, "%s", message);
  longjmp(making->escape, 1);
}

// -1 and a message in making->error when `part` fails or mju_error is called in it.
static int try_part(Making* making, int (*part)(Making* making)) {
  void* context;
  FcErrorHandler before = fc_setThreadErrorHandler(leave_making, making, &context);
  int failed = -1;
  if (!setjmp(making->escape))
    failed = part(making);
  fc_setThreadErrorHandler(before, context, NULL);
  return failed;
}

static int reset_part(Making* making) {
  return data_reset(making->m, making->d, 0, making->error, sizeof making->error);
}

static int plugins_part(Making* making) {
  return data_hooks.make_plugins(making->m, making->d, making->error, sizeof making->error);
}

static int copy_part(Making* making) {
  data_hooks.copy_plugins(making->d, making->m, making->src);
  return 0;
}

// Starts the engine plugins of new data. Their init may use every function of the engine, so the
// data are reset first; a plugin counts only after its init has run. -1 after an error; d is then
// deleted.
static int start_plugins(const mjModel* m, mjData* d, const char* caller) {
  if (!m->nplugin)
    return 0;
  Making making = {.m = m, .d = d};
  d->nplugin = 0;
  memset(d->plugin_state, 0, (size_t)m->npluginstate * sizeof *d->plugin_state);
  memset(d->plugin_data, 0, (size_t)m->nplugin * sizeof *d->plugin_data);
  int failed = try_part(&making, reset_part);
  memcpy(d->plugin, m->plugin, (size_t)m->nplugin * sizeof *d->plugin);
  d->nplugin = (int)m->nplugin;
  if (failed || (data_hooks.make_plugins && try_part(&making, plugins_part))) {
    release_data(d);
    mju_error("%s: %s", caller, making.error);
    return -1;
  }
  return 0;
}

mjData* data_make(const mjModel* m) {
  mjData* d = allocate_data(m, "mj_makeData");
  if (!d || start_plugins(m, d, "mj_makeData"))
    return NULL;
  Making making = {.m = m, .d = d};
  if (try_part(&making, reset_part)) {
    mj_deleteData(d);
    mju_error("mj_makeData: %s", making.error);
    return NULL;
  }
  return d;
}

// the buffer may be written by the user from here on, so it is not known to be zero
mjData* mj_makeData(const mjModel* m) {
  mjData* d = data_make(m);
  if (!d)
    return NULL;
  data_solver_used(d);
  if (data_hooks.prepare)
    data_hooks.prepare(m, d);
  return d;
}

void data_solver_used(mjData* d) { data_record(d)->solver_clear = 0; }

// 1 when the struct belongs to the program and was passed to mj_recompile
static int is_foreign(const mjData* d) { return !d->buffer || d != &data_record(d)->data; }

// deletes the content and the record, if there is any
static void delete_content(mjData* d) {
  if (d->nplugin > 0 && data_hooks.delete_plugins)
    data_hooks.delete_plugins(d);
  release_data(d);
}

void mj_deleteData(mjData* d) {
  if (!d)
    return;
  int foreign = is_foreign(d);
  if (d->buffer)
    delete_content(d);
  if (foreign)
    mju_free(d);
}

Attachment* data_attachment(const mjData* d) { return &data_record(d)->attachment; }

//------------------------------ copying -----------------------------------------------------------

// Numbers and fixed-size arrays of the struct itself.
static void copy_header(mjData* dest, const mjData* src) {
#define X(type, name) dest->name = src->name;
  MJDATA_SCALAR
#undef X
#define X(type, name, d1, d2) memcpy(dest->name, src->name, sizeof dest->name);
  MJDATA_VECTOR
#undef X
  dest->threadpool = src->threadpool;
  dest->signature = src->signature;
}

typedef struct ArrayCopy_ {
  mjData* dest;
  const mjData* src;
  int visual;
} ArrayCopy;

static int copy_array(void* context, const ArraySpec* spec) {
  ArrayCopy* copy = context;
  size_t bytes = 0;
  array_bytes(spec, &bytes);

  // pointers kept by plugins belong to one mjData
  if (spec->member == offsetof(mjData, plugin_data))
    return 0;
  if (bytes > 0 && (spec->visual || !copy->visual))
    memcpy(array_pointer(copy->dest, spec), array_pointer(copy->src, spec), bytes);
  return 0;
}

// The address in the arena of dest that corresponds to an address in the arena of src.
static void* same_place(const mjData* dest, const mjData* src, const void* from) {
  return from ? (char*)dest->arena + ((const char*)from - (const char*)src->arena) : NULL;
}

static void copy_arena_pointers(mjData* dest, const mjData* src) {
#define X(type, name, nr, nc) dest->name = same_place(dest, src, src->name);
  MJDATA_ARENA_POINTERS
#undef X
}

// Arena arrays hidden from a visual copy are NULL there.
static int copy_visual_arena_array(void* context, const ArraySpec* spec) {
  ArrayCopy* copy = context;
  const void* from = spec->visual ? array_pointer(copy->src, spec) : NULL;
  *array_member(copy->dest, spec) = same_place(copy->dest, copy->src, from);
  return from ? copy_array(context, spec) : 0;
}

// 0, or -1 with fc_lastError, when dest is left without attachment
static int copy_attachment(mjData* dest, const mjModel* m, const mjData* src) {
  Attachment* attached = data_attachment(dest);
  if (attached->ops)
    attached->ops->destroy(attached->state);
  memset(attached, 0, sizeof *attached);
  const Attachment* from = data_attachment(src);
  if (from->ops) {
    void* state = from->ops->copy(from->state, m, dest);
    if (!state)
      return -1;
    *attached = (Attachment){from->ops, state};
  }
  return 0;
}

// The same for data whose arrays stay where they are: often nothing has to be bound again.
static int assign_attachment(mjData* dest, const mjModel* m, const mjData* src) {
  const Attachment *attached = data_attachment(dest), *from = data_attachment(src);
  if (attached->ops && attached->ops == from->ops && from->ops->assign &&
      from->ops->assign(attached->state, from->state, m, dest))
    return 0;
  return copy_attachment(dest, m, src);
}

// Copies the contact forces, the part of the arena outside the arrays of mjData that a scene needs.
static void copy_contact_forces(mjData* dest, const mjData* src, int visual) {
  DataRecord* to = data_record(dest);
  const DataRecord* from = data_record(src);
  to->contacts = visual ? 0 : from->contacts;
  to->contact_force = from->contact_force;
  to->world_geoms = 0;
  if (visual && from->contact_force)
    memcpy((char*)dest->arena + to->contact_force, (const char*)src->arena + from->contact_force,
           6 * sizeof(mjtNum) * (size_t)src->ncon);
}

// Plugins of the copy; -1 after an error, when a copy that was made for it is deleted.
static int copy_plugins(mjData* dest, const mjModel* m, const mjData* src, int fresh,
                        const char* caller) {
  Making making = {.m = m, .d = dest, .src = src};
  if (m->nplugin == 0 || !data_hooks.copy_plugins ||
      !(fresh ? try_part(&making, copy_part) : copy_part(&making)))
    return 0;
  mj_deleteData(dest);
  mju_error("%s: %s", caller, making.error);
  return -1;
}

// Whole copy, or (visual) all but the arrays that a scene does not need.
static mjData* copy_data(mjData* dest, const mjModel* m, const mjData* src, int visual,
                         const char* caller) {
  if (dest == src)
    return dest;
  if (stack_in_use(src)) {
    mju_error("%s: attempt to copy mjData while its stack is in use", caller);
    return NULL;
  }
  int fresh = !dest;
  if (fresh) {
    dest = allocate_data(m, caller);
    if (!dest || start_plugins(m, dest, caller))
      return NULL;
    if (visual)
      memset(dest->buffer, 0, (size_t)dest->nbuffer);
    data_record(dest)->callbacks = data_record(src)->callbacks;
    data_solver_used(dest);
    data_record(dest)->fresh = 0;
  }
  if (dest->nbuffer != src->nbuffer || dest->narena != src->narena) {
    mjtSize nbuffer = dest->nbuffer, narena = dest->narena;
    if (fresh)
      mj_deleteData(dest);
    mju_error("%s: dest and src differ in size: buffer %lld and %lld, arena %lld and %lld bytes",
              caller, (long long)nbuffer, (long long)src->nbuffer, (long long)narena,
              (long long)src->narena);
    return NULL;
  }

  copy_header(dest, src);
  data_record(dest)->world_geoms = 0;
  ArrayCopy copy = {dest, src, visual};
  if (visual || m->nplugin > 0)
    data_each_array(m, copy_array, &copy);
  else
    memcpy(dest->buffer, src->buffer, (size_t)src->nbuffer);
  if (visual) {
    arena_each_array(m, src, copy_visual_arena_array, &copy);
  } else {
    memcpy(dest->arena, src->arena, src->parena);
    copy_arena_pointers(dest, src);
  }
  dest->contact = same_place(dest, src, src->contact);
  copy_contact_forces(dest, src, visual);

  const int failed = assign_attachment(dest, m, src);
  if (copy_plugins(dest, m, src, fresh, caller))
    return NULL;
  if (failed) {
    if (fresh)
      mj_deleteData(dest);
    mju_error("%s: what is bound to src could not be bound to the copy: %s", caller,
              fc_lastError());
    return NULL;
  }
  return dest;
}

mjData* mj_copyData(mjData* dest, const mjModel* m, const mjData* src) {
  mjData* copy = copy_data(dest, m, src, 0, "mj_copyData");
  if (copy && !dest && data_hooks.prepare)
    data_hooks.prepare(m, copy);
  return copy;
}

mjData* mjv_copyData(mjData* dest, const mjModel* m, const mjData* src) {
  return copy_data(dest, m, src, 1, "mjv_copyData");
}

//------------------------------ moving ------------------------------------------------------------

// Moves the whole record of src into a struct of the program.
static void fill_foreign(mjData* dest, const mjModel* m, mjData* src) {
  if (dest->buffer)
    delete_content(dest);
  *dest = *src;

  // attachments are told their new owner
  Attachment before = *data_attachment(src);
  memset(data_attachment(src), 0, sizeof before);
  if (!before.ops)
    return;
  void* state = before.ops->copy(before.state, m, dest);
  if (state)
    *data_attachment(dest) = (Attachment){before.ops, state};
  before.ops->destroy(before.state);
}

void data_replace(mjData* dest, const mjModel* m, mjData* src) {
  if (is_foreign(dest)) {
    fill_foreign(dest, m, src);
    return;
  }
  copy_attachment(dest, m, src);
  DataRecord* to = data_record(dest);
  DataRecord* from = data_record(src);
  if (dest->nplugin > 0 && data_hooks.delete_plugins)
    data_hooks.delete_plugins(dest);
  if (from->attachment.ops)
    from->attachment.ops->destroy(from->attachment.state);

  // the content comes with the allocation that holds its arrays
  mju_free(to->storage);
  mju_free(to->arena);
  to->arena = from->arena;
  memcpy(&to->data, &from->data, sizeof to->data);
  ((DataRecord**)dest->buffer)[-1] = to;
  to->nq = from->nq;
  to->nv = from->nv;
  to->na = from->na;
  to->nu = from->nu;
  to->nmocap = from->nmocap;
  to->nbody = from->nbody;
  to->contacts = from->contacts;
  to->contact_force = from->contact_force;
  memset(to->shard, 0, sizeof to->shard);
  to->storage = from;
  if (from->storage) {
    to->storage = from->storage;
    mju_free(from);
  }
}
