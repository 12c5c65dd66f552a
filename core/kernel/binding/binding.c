// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bindings of one mjData. Bound implementations are kept in a list and never move. A choice made
// through opt is stored with the option value it was resolved for, so that the common case is one
// comparison. Explicit choices win over opt until fc_unbind. The registry is queried only when
// something is resolved for the first time or for different options, never in a step that repeats
// the previous one. This file holds the entries, their lifetime and their slots; binding_state.h
// lists the other files.

#include <stdlib.h>
#include <string.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/generation.h"
#include "core/kernel/binding/binding.h"
#include "core/kernel/binding/binding_state.h"
#include "core/kernel/binding/face_state.h"
#include "core/kernel/binding/parameter.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/kernel/modules/generations.h"
#include "core/kernel/modules/registry.h"

// ---------------------------------------------------------------- life

void drop_slots(DataState* s) {
  for (int i = 0; i < NSLOT; i++) {
    if (s->slot[i] && s->destroy_slot[i])
      s->destroy_slot[i](s->slot[i]);
    s->slot[i] = NULL;
  }
}

static void destroy(void* state) {
  DataState* s = state;
  drop_slots(s);
  for (Entry* entry = s->first; entry;) {
    Entry* next = entry->next;
    mju_free(entry->bound.context.memory);
    mju_free(entry->own_state);
    free(entry);
    entry = next;
  }
  for (int k = 0; k < FC_NKIND; k++) {
    free(s->choice[k].name);
    free(s->installed[k].bound);
  }
  free(s);
}

static DataState* new_state(void) {
  DataState* s = calloc(1, sizeof *s);
  for (int k = 0; s && k < FC_NKIND; k++)
    s->choice[k].value = UNRESOLVED;
  if (s)
    s->generation = module_generation();
  return s;
}

// ---------------------------------------------------------------- with the mjData

static int copy_states(DataState* twin, const DataState* s, const mjModel* m, mjData* owner) {
  for (const Entry* entry = s->first; entry; entry = entry->next) {
    if (!entry->own_state)
      continue;
    if (!bind_face(twin, m, owner, entry->bound.face, entry->instance))
      return -1;
    Entry* to = twin->first;
    while (to->bound.face != entry->bound.face || to->instance != entry->instance)
      to = to->next;
    if (to->nstate == entry->nstate)
      memcpy(to->own_state, entry->own_state, (size_t)to->nstate * sizeof *to->own_state);
  }
  return 0;
}

static int copy_choices(DataState* twin, const DataState* s) {
  for (int k = 0; k < FC_NKIND; k++)
    if (s->choice[k].name && !(twin->choice[k].name = strdup(s->choice[k].name)))
      return fc_fail("out of memory for the bindings of an mjData");
  return 0;
}

static int copy_hooks(DataState* twin, const DataState* s, const mjModel* m, mjData* owner) {
  for (int k = 0; k < NHOOKS; k++) {
    for (int i = s->hooks[k].nmodel; i < s->hooks[k].n; i++) {
      const Hook* hook = s->hooks[k].hook + i;
      const Bound* bound = bind_face(twin, m, owner, hook->bound->face, -1);
      if (!bound)
        return -1;
      twin->hooks[k].hook[twin->hooks[k].n++] = (Hook){bound, hook->place};
    }
  }
  return 0;
}

// a copy has the same explicit choices and hooks, bound to the copy itself
static void* copy(const void* state, const mjModel* m, void* owner) {
  const DataState* s = state;
  DataState* twin = new_state();
  if (!twin) {
    fc_fail("out of memory for the bindings of an mjData");
    return NULL;
  }
  twin->generation = s->generation;
  // hooks of the model are looked up again
  data_record(owner)->hooked_for = data_record(owner)->stages_for = 0;
  if (copy_choices(twin, s) || copy_hooks(twin, s, m, owner) || copy_states(twin, s, m, owner)) {
    destroy(twin);
    return NULL;
  }
  // the arrays of the owner may still move: resolve again at first use
  twin->m = NULL;
  return twin;
}

static void reset(void* state, const mjModel* m, mjData* d) {
  (void)m;
  (void)d;
  for (Entry* entry = ((DataState*)state)->first; entry; entry = entry->next) {
    if (entry->nmemory)
      memset(entry->bound.context.memory, 0, entry->nmemory);
    if (entry->own_state)
      memset(entry->own_state, 0, (size_t)entry->nstate * sizeof *entry->own_state);
  }
}

static int same_choices(const DataState* s, const DataState* from) {
  for (int k = 0; k < FC_NKIND; k++) {
    const char *a = s->choice[k].name, *b = from->choice[k].name;
    if (a != b && (!a || !b || strcmp(a, b) != 0))
      return 0;
  }
  return 1;
}

static int has_added_hooks(const DataState* s) {
  int any = 0;
  for (int k = 0; k < NHOOKS; k++)
    any |= s->hooks[k].n != s->hooks[k].nmodel;
  return any;
}

// The entry with the same place for state as one of another mjData, or NULL.
static const Entry* twin_of(const DataState* s, const Entry* entry) {
  const Entry* to = s->first;
  while (to && (to->bound.face != entry->bound.face || to->instance != entry->instance))
    to = to->next;
  return to && to->nstate == entry->nstate ? to : NULL;
}

// Data that were bound for the model in the same way keep their entries and what was planned with
// them.
static int assign(void* state, const void* source, const mjModel* m, mjData* d) {
  DataState* s = state;
  const DataState* from = source;
  if (!is_bound_for(s, m) || s->generation != from->generation ||
      s->nadvancing != from->nadvancing || !same_choices(s, from) || has_added_hooks(s) ||
      has_added_hooks(from))
    return 0;
  for (const Entry* entry = from->first; entry; entry = entry->next)
    if (entry->own_state && !twin_of(s, entry))
      return 0;
  reset(s, m, d);
  for (const Entry* entry = from->first; entry; entry = entry->next) {
    if (entry->own_state)
      memcpy(twin_of(s, entry)->own_state, entry->own_state,
             (size_t)entry->nstate * sizeof *entry->own_state);
  }
  return 1;
}

static const AttachmentOps ops = {
    .destroy = destroy, .copy = copy, .reset = reset, .assign = assign};

DataState* bindings_of(mjData* d) {
  Attachment* a = data_attachment(d);
  if (!a->state && (a->state = new_state()))
    a->ops = &ops;
  if (!a->state)
    fc_fail("out of memory for the bindings of an mjData");
  return a->state;
}

// ---------------------------------------------------------------- binding

void* face_memory(const mjModel* m, const FcFace* face, size_t* nmemory, int* failed) {
  *nmemory = face->memory ? face->memory(m) : 0;
  void* memory = *nmemory ? mju_malloc(*nmemory) : NULL;
  *failed = *nmemory && !memory;
  if (*failed) {
    fc_fail("out of memory for %s \"%s\", which asks for %zu bytes", fc_kindName(face->kind),
            face->name, *nmemory);
  }
  if (memory)
    memset(memory, 0, *nmemory);
  return memory;
}

int place_state(const mjModel* m, Entry* entry) {
  const FcFace* face = entry->bound.face;
  FcContext* context = &entry->bound.context;
  const int n = face_state_size(m, face);
  int instance = entry->instance;
  if (n < 0)
    return -1;
  if (n && instance < 0)
    instance = plugin_instance_of(m, face);
  const int named = n && instance >= 0;
  if (named && m->plugin_statenum[instance] != n)
    return fc_fail(
        "the model was compiled with %d numbers of state for %s \"%s\", which has %d now; "
        "compile it again",
        m->plugin_statenum[instance], fc_kindName(face->kind), face->name, n);
  const int nown = named ? 0 : n;
  if (nown != entry->nstate) {
    mjtNum* own = nown ? mju_malloc((size_t)nown * sizeof *own) : NULL;
    if (nown && !own)
      return fc_fail("out of memory for the state of \"%s\", %d numbers", face->name, nown);
    if (own)
      memset(own, 0, (size_t)nown * sizeof *own);
    mju_free(entry->own_state);
    entry->own_state = own;
    entry->nstate = nown;
  }
  context->state =
      named ? context->d->plugin_state + m->plugin_stateadr[instance] : entry->own_state;
  return 0;
}

int follow_model(DataState* s, const mjModel* m) {
  if (!s || is_bound_for(s, m))
    return s ? 0 : -1;
  for (Entry* entry = s->first; entry; entry = entry->next) {
    const FcFace* face = entry->bound.face;
    FcContext* context = &entry->bound.context;
    int failed;
    const mjtNum* param = parameter_values(m, face, entry->instance, &failed);
    if (failed)
      return -1;
    if (face->memory && face->memory(m) != entry->nmemory) {
      size_t nmemory;
      void* memory = face_memory(m, face, &nmemory, &failed);
      if (failed)
        return -1;
      mju_free(context->memory);
      context->memory = memory;
      entry->nmemory = nmemory;
    }
    context->m = m;
    context->param = param;
    if (place_state(m, entry))
      return -1;
  }
  drop_slots(s);
  s->m = m;
  s->identity = model_identity(m);
  return 0;
}

// 1 when the entry belongs to the face or to an earlier generation of it
static int is_entry_of(const DataState* s, const Entry* entry, const FcFace* face) {
  return entry->bound.face == face || entry->successor == face ||
         (s->generation != module_generation() &&
          face_in_place(entry->bound.face) == face_in_place(face));
}

const Bound* bind_face(DataState* s, const mjModel* m, mjData* d, const FcFace* face,
                       int instance) {
  if (!face || follow_model(s, m))
    return NULL;
  for (Entry* entry = s->first; entry; entry = entry->next)
    if (entry->instance == instance && is_entry_of(s, entry, face))
      return &entry->bound;
  int failed;
  const mjtNum* param = parameter_values(m, face, instance, &failed);
  if (failed)
    return NULL;
  size_t nmemory;
  void* memory = face_memory(m, face, &nmemory, &failed);
  Entry* entry = failed ? NULL : calloc(1, sizeof *entry);
  if (!entry) {
    mju_free(memory);
    if (!failed)
      fc_fail("out of memory to bind \"%s\"", face->name);
    return NULL;
  }
  entry->instance = instance;
  entry->nmemory = nmemory;
  entry->bound = (Bound){
      .face = face,
      .table = face->table,
      .context = {.size = sizeof(FcContext), .m = m, .d = d, .param = param, .memory = memory}};
  if (place_state(m, entry)) {
    mju_free(memory);
    free(entry);
    return NULL;
  }
  s->nadvancing += face_advances(m, face);
  entry->next = s->first;
  s->first = entry;
  return &entry->bound;
}

const Bound* bound_named(const mjModel* m, mjData* d, FcKind kind, const char* name) {
  DataState* s = bindings_of(d);
  return s ? bind_face(s, m, d, registry_find(kind, name), -1) : NULL;
}

const Bound* bound_face(const mjModel* m, mjData* d, const FcFace* face) {
  DataState* s = bindings_of(d);
  return s ? bind_face(s, m, d, face, -1) : NULL;
}

const Bound* bound_instance(const mjModel* m, mjData* d, const FcFace* face, int instance) {
  DataState* s = bindings_of(d);
  return s ? bind_face(s, m, d, face, instance) : NULL;
}

const Bound* bound_numbered(const mjModel* m, mjData* d, FcKind kind, int value) {
  DataState* s = bindings_of(d);
  if (follow_model(s, m))
    return NULL;
  for (int i = 0; i < s->nnumbered; i++)
    if (s->numbered[i].kind == kind && s->numbered[i].value == value)
      return s->numbered[i].bound;
  const Bound* bound = bind_face(s, m, d, registry_numbered(kind, "", value), -1);
  if (bound && s->nnumbered < NUMBERED_MAX)
    s->numbered[s->nnumbered++] = (Numbered){kind, value, bound};
  return bound;
}

// ---------------------------------------------------------------- slots

void** binding_slot(const mjModel* m, mjData* d, BindingSlot slot, void (*destroy_slot)(void*)) {
  DataState* s = attached(d);
  if (!s || !is_bound_for(s, m)) {
    s = bindings_of(d);
    if (follow_model(s, m)) {
      mju_error("%s", fc_lastError());
      return NULL;
    }
  }
  s->destroy_slot[slot] = destroy_slot;
  return &s->slot[slot];
}
