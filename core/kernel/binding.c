// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bindings of one mjData. Bound implementations are kept in a list and never move; what is chosen
// through opt is remembered with the option value it was resolved for, so that the common case is
// one comparison. Explicit choices win over opt until fc_unbind.

#include "core/kernel/binding.h"

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/kernel/parameter.h"
#include "core/kernel/registry.h"
#include "core/data/memory.h"

#define UNRESOLVED (-1)
#define HOOK_MAX 16  // stages, and probes, per mjData

typedef struct Entry_ {
  struct Entry_* next;
  int instance;  // plugin instance it was bound for, -1: none
  size_t nmemory;
  Bound bound;
} Entry;

// one kind of which exactly one implementation is in force
typedef struct Choice_ {
  char* name;          // explicit choice; NULL: opt or the default decides
  int value;           // option value it was resolved for
  const Bound* bound;  // NULL: not resolved yet
} Choice;

typedef struct DataState_ {
  const mjModel* m;   // the model that everything here was bound for; NULL: none yet
  uint64_t identity;  // its model_identity
  Entry* first;
  Choice choice[FC_NKIND];
  const Bound* hook[2][HOOK_MAX];  // stages, probes
  int nhook[2];
  void* slot[NSLOT];
  void (*destroy_slot[NSLOT])(void*);
} DataState;

// ---------------------------------------------------------------- life

static void drop_slots(DataState* s) {
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
    free(entry), entry = next;
  }
  for (int k = 0; k < FC_NKIND; k++)
    free(s->choice[k].name);
  free(s);
}

static DataState* new_state(void) {
  DataState* s = calloc(1, sizeof *s);
  for (int k = 0; s && k < FC_NKIND; k++)
    s->choice[k].value = UNRESOLVED;
  return s;
}

static const Bound* bind_face(DataState* s, const mjModel* m, mjData* d, const FcFace* face,
                              int instance);

// a copy has the same explicit choices and hooks, bound to itself
static void* copy(const void* state, const mjModel* m, void* owner) {
  const DataState* s = state;
  DataState* twin = new_state();
  for (int k = 0; twin && k < FC_NKIND; k++) {
    if (s->choice[k].name)
      twin->choice[k].name = strdup(s->choice[k].name);
  }
  for (int k = 0; twin && k < 2; k++) {
    for (int i = 0; i < s->nhook[k]; i++) {
      const Bound* bound = bind_face(twin, m, owner, s->hook[k][i]->face, -1);
      if (bound)
        twin->hook[k][twin->nhook[k]++] = bound;
    }
  }
  return twin;
}

static void reset(void* state, const mjModel* m, mjData* d) {
  (void)m, (void)d;
  for (Entry* entry = ((DataState*)state)->first; entry; entry = entry->next) {
    if (entry->nmemory)
      memset(entry->bound.context.memory, 0, entry->nmemory);
  }
}

static const AttachmentOps ops = {.destroy = destroy, .copy = copy, .reset = reset};

static DataState* state_of(mjData* d) {
  Attachment* a = data_attachment(d);
  if (!a->state && (a->state = new_state()))
    a->ops = &ops;
  if (!a->state)
    fc_fail("out of memory for the bindings of an mjData");
  return a->state;
}

// ---------------------------------------------------------------- binding

static int is_bound_for(const DataState* s, const mjModel* m) {
  return s->m == m && s->identity == model_identity(m);
}

// memory that a face asks for, zeroed; NULL with *failed when there is none
static void* face_memory(const mjModel* m, const FcFace* face, size_t* nmemory, int* failed) {
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

// Data may meet another model of the same sizes from one call to the next: what is bound gets its
// parameters, and what the layers above have derived from the former model is dropped.
static int follow_model(DataState* s, const mjModel* m) {
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
      context->memory = memory, entry->nmemory = nmemory;
    }
    context->m = m, context->param = param;
  }
  drop_slots(s);
  s->m = m, s->identity = model_identity(m);
  return 0;
}

static const Bound* bind_face(DataState* s, const mjModel* m, mjData* d, const FcFace* face,
                              int instance) {
  if (!face || follow_model(s, m))
    return NULL;
  for (Entry* entry = s->first; entry; entry = entry->next) {
    if (entry->bound.face == face && entry->instance == instance)
      return &entry->bound;
  }
  int failed;
  const mjtNum* param = parameter_values(m, face, instance, &failed);
  if (failed)
    return NULL;
  size_t nmemory;
  void* memory = face_memory(m, face, &nmemory, &failed);
  Entry* entry = failed ? NULL : calloc(1, sizeof *entry);
  if (!entry) {
    mju_free(memory);
    return failed ? NULL : (fc_fail("out of memory to bind \"%s\"", face->name), NULL);
  }
  entry->instance = instance, entry->nmemory = nmemory;
  entry->bound = (Bound){.face = face,
                         .table = face->table,
                         .context = {.m = m, .d = d, .param = param, .memory = memory}};
  entry->next = s->first, s->first = entry;
  return &entry->bound;
}

const Bound* bound_named(const mjModel* m, mjData* d, FcKind kind, const char* name) {
  return bind_face(state_of(d), m, d, registry_find(kind, name), -1);
}

const Bound* bound_instance(const mjModel* m, mjData* d, const FcFace* face, int instance) {
  return bind_face(state_of(d), m, d, face, instance);
}

// ---------------------------------------------------------------- choices

static int option_of(const mjModel* m, FcKind kind) {
  return kind == FC_SOLVER ? m->opt.solver : kind == FC_INTEGRATOR ? m->opt.integrator : 0;
}

// the name in force for a kind; NULL with a message when opt holds a number nobody knows
static const char* name_in_force(const mjModel* m, const DataState* s, FcKind kind) {
  if (s->choice[kind].name)
    return s->choice[kind].name;
  if (kind == FC_CONTACT_MODEL)
    return "soft";
  if (kind == FC_BROADPHASE)
    return "sap";
  const char* name = fc_optionName(kind, option_of(m, kind));
  // a module that is not installed: what the model calls it
  if (!name)
    name = asked_name(option_of(m, kind));
  char known[512];
  if (!name) {
    fc_fail("opt.%s is %d, which no known %s has; known are: %s", fc_kindName(kind),
            option_of(m, kind), fc_kindName(kind), registry_names(kind, known, sizeof known));
  }
  return name;
}

// resolve again; what the layers above have built on the old binding is dropped
static const Bound* resolve(const mjModel* m, mjData* d, DataState* s, FcKind kind) {
  const char* name = name_in_force(m, s, kind);
  const Bound* bound = name ? bound_named(m, d, kind, name) : NULL;
  if (!bound)
    return NULL;
  if (s->choice[kind].bound && s->choice[kind].bound != bound)
    drop_slots(s);
  s->choice[kind].bound = bound;
  s->choice[kind].value = option_of(m, kind);
  return bound;
}

const Bound* bound_choice(const mjModel* m, mjData* d, FcKind kind) {
  DataState* s = data_attachment(d)->state;
  if (s) {
    const Choice* c = s->choice + kind;
    if (c->bound && is_bound_for(s, m) && (c->name || c->value == option_of(m, kind)))
      return c->bound;
  }
  s = state_of(d);
  const Bound* bound = s ? resolve(m, d, s, kind) : NULL;
  if (!bound)
    mju_error("%s", fc_lastError());
  return bound;
}

static int is_choice(FcKind kind) {
  return kind == FC_SOLVER || kind == FC_INTEGRATOR || kind == FC_CONTACT_MODEL ||
         kind == FC_BROADPHASE;
}

static int is_hook(FcKind kind) { return kind == FC_STAGE || kind == FC_PROBE; }

static int cannot_bind(FcKind kind) {
  const char* word = fc_kindName(kind);
  return fc_fail(
      "a %s cannot be bound: per mjData one chooses solver, integrator, contact_model, broadphase, "
      "stage and probe",
      word ? word : "face of unknown kind");
}

static int add_hook(DataState* s, FcKind kind, const Bound* bound) {
  const int k = kind == FC_PROBE;
  for (int i = 0; i < s->nhook[k]; i++) {
    if (s->hook[k][i] == bound)
      return 0;
  }
  if (s->nhook[k] == HOOK_MAX)
    return fc_fail("at most %d %ss can be bound to one mjData", HOOK_MAX, fc_kindName(kind));
  s->hook[k][s->nhook[k]++] = bound;
  return 0;
}

int fc_bind(const mjModel* m, mjData* d, FcKind kind, const char* name) {
  DataState* s = state_of(d);
  if (!s)
    return -1;
  if (!is_choice(kind) && !is_hook(kind))
    return cannot_bind(kind);
  if (!name || !name[0])
    return fc_fail("fc_bind needs the name of a %s", fc_kindName(kind));
  const Bound* bound = bound_named(m, d, kind, name);
  if (!bound)
    return -1;
  if (is_hook(kind))
    return add_hook(s, kind, bound);
  char* own = strdup(name);
  if (!own)
    return fc_fail("out of memory for the name \"%s\"", name);
  free(s->choice[kind].name);
  s->choice[kind].name = own;
  return resolve(m, d, s, kind) ? 0 : -1;
}

int fc_unbind(const mjModel* m, mjData* d, FcKind kind) {
  DataState* s = state_of(d);
  if (!s)
    return -1;
  if (is_hook(kind))
    return s->nhook[kind == FC_PROBE] = 0;
  if (!is_choice(kind))
    return cannot_bind(kind);
  free(s->choice[kind].name);
  s->choice[kind].name = NULL;
  return resolve(m, d, s, kind) ? 0 : -1;
}

int bound_hooks(const mjModel* m, mjData* d, FcKind kind, const Bound* const** hook) {
  DataState* s = data_attachment(d)->state;
  if (!s || !s->nhook[kind == FC_PROBE])
    return 0;
  if (follow_model(s, m)) {
    mju_error("%s", fc_lastError());
    return 0;
  }
  *hook = s->hook[kind == FC_PROBE];
  return s->nhook[kind == FC_PROBE];
}

const char* fc_bound(const mjModel* m, mjData* d, FcKind kind) {
  DataState* s = state_of(d);
  if (!s)
    return NULL;
  if (!is_choice(kind))
    return cannot_bind(kind), NULL;
  const Bound* bound = resolve(m, d, s, kind);
  return bound ? bound->face->name : NULL;
}

void** binding_slot(const mjModel* m, mjData* d, BindingSlot slot, void (*destroy_slot)(void*)) {
  DataState* s = data_attachment(d)->state;
  if (!s || !is_bound_for(s, m)) {
    s = state_of(d);
    if (follow_model(s, m)) {
      mju_error("%s", fc_lastError());
      return NULL;
    }
  }
  s->destroy_slot[slot] = destroy_slot;
  return &s->slot[slot];
}
