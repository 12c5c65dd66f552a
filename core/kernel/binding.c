// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bindings of one mjData. Bound implementations are kept in a list and never move; what is chosen
// through opt is remembered with the option value it was resolved for, so that the common case is
// one comparison. Explicit choices win over opt until fc_unbind. The registry is asked only when
// something is resolved for the first time or for other options, never in a step that is like the
// one before.

#include "core/kernel/binding.h"

#include <stdlib.h>
#include <string.h>

#include <fulcrum/convex.h>
#include <fulcrum/host.h>
#include <fulcrum/solver.h>
#include <fulcrum/stage.h>

#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/kernel/combination.h"
#include "core/kernel/engine_plugin.h"
#include "core/kernel/face_state.h"
#include "core/kernel/parameter.h"
#include "core/kernel/registry.h"
#include "core/kernel/reload.h"
#include "core/kernel/scheduler.h"
#include "core/data/generation.h"
#include "core/data/memory.h"
#include "core/data/record.h"

#define UNRESOLVED (-1)
#define NUMBERED_MAX 8  // faces found by number that are remembered

typedef struct Entry_ {
  struct Entry_* next;
  int instance;  // plugin instance it was bound for, -1: none
  size_t nmemory;
  int nstate;
  mjtNum* own_state;        // state that is not in plugin_state
  const FcFace* successor;  // of a newer generation of its module, which it could not move on to
  Bound bound;
} Entry;

// one kind of which exactly one implementation is in force
typedef struct Choice_ {
  char* name;          // explicit choice; NULL: opt or the default decides
  int value;           // option value it was resolved for
  const Bound* bound;  // NULL: not resolved yet
} Choice;

// kinds of which any number is in force: what the model wants, then what fc_bind has added
typedef struct Hooks_ {
  Hook hook[HOOK_MAX];
  int n;
  int nmodel;  // how many of them the model wants
} Hooks;
enum { HOOKS_STAGE, HOOKS_PROBE, HOOKS_POST_SOLVER, HOOKS_PASSIVE, NHOOKS };

// everything installed of a kind
typedef struct Installed_ {
  const Bound** bound;  // NULL: not resolved yet
  int n;
} Installed;

// what a number of a public struct stands for
typedef struct Numbered_ {
  FcKind kind;
  int value;
  const Bound* bound;
} Numbered;

typedef struct DataState_ {
  const mjModel* m;     // the model that everything here was bound for; NULL: none yet
  uint64_t identity;    // its model_identity
  uint64_t generation;  // the module_generation that everything here follows
  Entry* first;
  Choice choice[FC_NKIND];
  Hooks hooks[NHOOKS];
  Installed installed[FC_NKIND];
  Numbered numbered[NUMBERED_MAX];
  int nnumbered;
  int nadvancing;   // entries that do something at the end of a step
  char names[512];  // what fc_bound has returned for a kind with hooks
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
    mju_free(entry->own_state);
    free(entry), entry = next;
  }
  for (int k = 0; k < FC_NKIND; k++)
    free(s->choice[k].name), free(s->installed[k].bound);
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

static const Bound* bind_face(DataState* s, const mjModel* m, mjData* d, const FcFace* face,
                              int instance);

static void copy_states(DataState* twin, const DataState* s, const mjModel* m, mjData* owner);

// a copy has the same explicit choices and hooks, bound to itself
static void* copy(const void* state, const mjModel* m, void* owner) {
  const DataState* s = state;
  DataState* twin = new_state();
  if (twin)
    twin->generation = s->generation;
  for (int k = 0; twin && k < FC_NKIND; k++) {
    if (s->choice[k].name)
      twin->choice[k].name = strdup(s->choice[k].name);
  }
  for (int k = 0; twin && k < NHOOKS; k++) {
    for (int i = s->hooks[k].nmodel; i < s->hooks[k].n; i++) {
      const Hook* hook = s->hooks[k].hook + i;
      const Bound* bound = bind_face(twin, m, owner, hook->bound->face, -1);
      if (bound)
        twin->hooks[k].hook[twin->hooks[k].n++] = (Hook){bound, hook->place};
    }
  }
  // those of the model are found again
  data_record(owner)->hooked_for = 0;
  // the arrays of the owner may still be about to move: the first use looks at them again
  if (twin) {
    copy_states(twin, s, m, owner);
    twin->m = NULL;
  }
  return twin;
}

static void reset(void* state, const mjModel* m, mjData* d) {
  (void)m, (void)d;
  for (Entry* entry = ((DataState*)state)->first; entry; entry = entry->next) {
    if (entry->nmemory)
      memset(entry->bound.context.memory, 0, entry->nmemory);
    if (entry->own_state)
      memset(entry->own_state, 0, (size_t)entry->nstate * sizeof *entry->own_state);
  }
}

static const AttachmentOps ops = {.destroy = destroy, .copy = copy, .reset = reset};

// the bindings of an mjData; NULL: none were made yet
static inline DataState* attached(const mjData* d) { return data_record(d)->attachment.state; }

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

// Where the state of an entry is: in plugin_state when the model names the face, else with the
// entry, which keeps what it has unless the number changes. -1 with fc_lastError.
static int place_state(const mjModel* m, Entry* entry) {
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
    entry->own_state = own, entry->nstate = nown;
  }
  context->state =
      named ? context->d->plugin_state + m->plugin_stateadr[instance] : entry->own_state;
  return 0;
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
    if (place_state(m, entry))
      return -1;
  }
  drop_slots(s);
  s->m = m, s->identity = model_identity(m);
  return 0;
}

// Is it that of the face, or of a former generation of it?
static int is_entry_of(const DataState* s, const Entry* entry, const FcFace* face) {
  return entry->bound.face == face || entry->successor == face ||
         (s->generation != module_generation() &&
          face_in_place(entry->bound.face) == face_in_place(face));
}

static const Bound* bind_face(DataState* s, const mjModel* m, mjData* d, const FcFace* face,
                              int instance) {
  if (!face || follow_model(s, m))
    return NULL;
  for (Entry* entry = s->first; entry; entry = entry->next) {
    if (entry->instance == instance && is_entry_of(s, entry, face))
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
  if (place_state(m, entry)) {
    mju_free(memory);
    free(entry);
    return NULL;
  }
  s->nadvancing += face_advances(face);
  entry->next = s->first, s->first = entry;
  return &entry->bound;
}

const Bound* bound_named(const mjModel* m, mjData* d, FcKind kind, const char* name) {
  DataState* s = state_of(d);
  return s ? bind_face(s, m, d, registry_find(kind, name), -1) : NULL;
}

const Bound* bound_face(const mjModel* m, mjData* d, const FcFace* face) {
  DataState* s = state_of(d);
  return s ? bind_face(s, m, d, face, -1) : NULL;
}

const Bound* bound_instance(const mjModel* m, mjData* d, const FcFace* face, int instance) {
  DataState* s = state_of(d);
  return s ? bind_face(s, m, d, face, instance) : NULL;
}

const Bound* bound_numbered(const mjModel* m, mjData* d, FcKind kind, int value) {
  DataState* s = state_of(d);
  if (follow_model(s, m))
    return NULL;
  for (int i = 0; i < s->nnumbered; i++) {
    if (s->numbered[i].kind == kind && s->numbered[i].value == value)
      return s->numbered[i].bound;
  }
  const Bound* bound = bind_face(s, m, d, registry_numbered(kind, "", value), -1);
  if (bound && s->nnumbered < NUMBERED_MAX)
    s->numbered[s->nnumbered++] = (Numbered){kind, value, bound};
  return bound;
}

// ---------------------------------------------------------------- modules that were built anew

// The entry goes on with the next generation of its face. What has the same layout is kept: memory
// and state of the same size, when the parameters are the same. -1 with fc_lastError: the entry is
// as it was.
static int move_entry(const mjModel* m, Entry* entry, const FcFace* next) {
  const Bound former = entry->bound;
  const int nformer = face_state_size(m, former.face), nstate = face_state_size(m, next);
  int failed;
  const mjtNum* param = parameter_values(m, next, entry->instance, &failed);
  if (failed || nstate < 0)
    return -1;
  const size_t wanted = next->memory ? next->memory(m) : 0;
  const int alike =
      same_parameters(former.face, next) && wanted == entry->nmemory && nstate == nformer;
  size_t nmemory = wanted;
  void* memory = alike ? former.context.memory : face_memory(m, next, &nmemory, &failed);
  if (failed)
    return -1;
  entry->bound.face = next, entry->bound.table = next->table;
  if (place_state(m, entry)) {
    entry->bound = former;
    if (!alike)
      mju_free(memory);
    return -1;
  }
  FcContext* context = &entry->bound.context;
  context->param = param;
  if (alike)
    return 0;
  const int had_some = entry->nmemory || nformer;
  mju_free(context->memory);
  context->memory = memory, entry->nmemory = nmemory;
  if (context->state)
    memset(context->state, 0, (size_t)nstate * sizeof *context->state);
  if (had_some)
    mju_warning(
        "%s \"%s\" was built anew with other parameters, memory or state: in this mjData its "
        "memory and state begin with zeros",
        fc_kindName(next->kind), next->name);
  return 0;
}

// what was derived from the former faces
static void derive_again(DataState* s) {
  s->nadvancing = 0;
  for (const Entry* entry = s->first; entry; entry = entry->next)
    s->nadvancing += face_advances(entry->bound.face);
  for (int k = 0; k < FC_NKIND; k++) {
    free(s->installed[k].bound);
    s->installed[k] = (Installed){NULL, 0};
  }
  for (int i = 0; i < s->hooks[HOOKS_STAGE].n; i++) {
    Hook* hook = s->hooks[HOOKS_STAGE].hook + i;
    hook->place = stage_find(((const FcStage*)hook->bound->table)->where);
  }
  for (int i = 0; i < s->hooks[HOOKS_PROBE].n; i++) {
    Hook* hook = s->hooks[HOOKS_PROBE].hook + i;
    hook->place = stage_find(((const FcProbe*)hook->bound->table)->where);
  }
  drop_slots(s);
}

void bindings_follow(const mjModel* m, mjData* d) {
  DataState* s = attached(d);
  const uint64_t generation = module_generation();
  if (!s || s->generation == generation)
    return;
  if (follow_model(s, m)) {
    mju_error("%s", fc_lastError());
    return;
  }
  for (Entry* entry = s->first; entry; entry = entry->next) {
    // modules may be reloaded meanwhile: all entries move on to the same generation
    const FcFace* next = face_of_generation(entry->bound.face, generation);
    entry->successor = NULL;
    if (next == entry->bound.face || !move_entry(m, entry, next))
      continue;
    entry->successor = next;
    mju_warning("%s \"%s\" was built anew, but goes on as it was in this mjData: %s",
                fc_kindName(next->kind), next->name, fc_lastError());
  }
  s->generation = generation;
  derive_again(s);
}

// ---------------------------------------------------------------- choices

// what a choice depends on besides fc_bind: the number in opt, or a flag
static int option_of(const mjModel* m, FcKind kind) {
  switch (kind) {
    case FC_SOLVER: return m->opt.solver;
    case FC_INTEGRATOR: return m->opt.integrator;
    case FC_CONVEX: return (m->opt.disableflags & mjDSBL_NATIVECCD) != 0;
    default: return 0;
  }
}

// The face with the number that opt holds. What is not installed is called by its name in the
// message as far as it is known: the name that the process was asked for, or the word of MJCF.
static const FcFace* optioned_face(FcKind kind, int value) {
  if (fc_optionName(kind, value))
    return registry_numbered(kind, "", value);
  if (asked_name(value))
    return registry_find(kind, asked_name(value));
  const char* word = option_keyword(kind, value);
  registry_fail(kind, "opt.%s is %d%s%s%s, which no known %s has", fc_kindName(kind), value,
                word ? " (" : "", word ? word : "", word ? ")" : "", fc_kindName(kind));
  return NULL;
}

static int is_legacy(const FcFace* face) { return ((const FcConvex*)face->table)->legacy != 0; }

static int is_native(const FcFace* face) { return !is_legacy(face); }

static const FcFace* convex_face(int legacy) {
  const FcFace* face = registry_best(FC_CONVEX, legacy ? is_legacy : is_native);
  if (!face && legacy)
    registry_fail(FC_CONVEX,
                  "the flag nativeccd is disabled, and no module with the legacy convex collision "
                  "pipeline is installed");
  return face;
}

static const FcFace* face_in_force(const mjModel* m, const DataState* s, FcKind kind) {
  const char* name = s->choice[kind].name;
  const int option = option_of(m, kind);
  return name                                         ? registry_find(kind, name)
         : kind == FC_SOLVER || kind == FC_INTEGRATOR ? optioned_face(kind, option)
         : (name = plugin_name_of_kind(m, kind))      ? registry_find(kind, name)
         : kind == FC_CONVEX                          ? convex_face(option)
                                                      : registry_best(kind, NULL);
}

// resolve again; what the layers above have built on the old binding is dropped
static const Bound* resolve(const mjModel* m, mjData* d, DataState* s, FcKind kind) {
  const Bound* bound = bind_face(s, m, d, face_in_force(m, s, kind), -1);
  if (!bound)
    return NULL;
  if (s->choice[kind].bound && s->choice[kind].bound != bound)
    drop_slots(s);
  s->choice[kind].bound = bound;
  s->choice[kind].value = option_of(m, kind);
  return bound;
}

const Bound* bound_choice(const mjModel* m, mjData* d, FcKind kind) {
  DataState* s = attached(d);
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

int bound_explicitly(mjData* d, FcKind kind) {
  const DataState* s = attached(d);
  return s && s->choice[kind].name;
}

// ---------------------------------------------------------------- everything of a kind

// the list that such a kind has
static Hooks* hooks_of(DataState* s, FcKind kind) {
  switch (kind) {
    case FC_STAGE: return s->hooks + HOOKS_STAGE;
    case FC_PROBE: return s->hooks + HOOKS_PROBE;
    case FC_POST_SOLVER: return s->hooks + HOOKS_POST_SOLVER;
    case FC_PASSIVE: return s->hooks + HOOKS_PASSIVE;
    default: return NULL;
  }
}

// what was planned with the former hooks is dropped, and the scheduler learns of stages and probes
static void hooks_changed(DataState* s, mjData* d) {
  drop_slots(s);
  data_record(d)->hooked = s->hooks[HOOKS_STAGE].n + s->hooks[HOOKS_PROBE].n > 0;
}

// where a stage or probe is attached; NULL with fc_lastError when there is no such place
static const Stage* place_of(const FcFace* face) {
  const char* where = face->kind == FC_STAGE ? ((const FcStage*)face->table)->where
                                             : ((const FcProbe*)face->table)->where;
  const Stage* place = stage_find(where);
  if (!place) {
    fc_fail("the %s \"%s\" cannot be attached: %s", fc_kindName(face->kind), face->name,
            fc_lastError());
  }
  return place;
}

static int too_many(FcKind kind) {
  return fc_fail("at most %d faces of kind %s can be bound to one mjData", HOOK_MAX,
                 fc_kindName(kind));
}

// the stages or probes that the model has instances of, ahead of those that were bound
static int add_model_hooks(DataState* s, const mjModel* m, mjData* d, FcKind kind) {
  Hooks* hooks = hooks_of(s, kind);
  const int nbound = hooks->n - hooks->nmodel;
  Hook bound[HOOK_MAX];
  memcpy(bound, hooks->hook + hooks->nmodel, (size_t)nbound * sizeof *bound);
  hooks->n = hooks->nmodel = 0;
  for (int i = 0; i < m->nplugin; i++) {
    const FcFace* face = plugin_face(m->plugin[i]);
    if (!face || face->kind != kind)
      continue;
    if (hooks->n + nbound == HOOK_MAX)
      return too_many(kind);
    const Stage* place = place_of(face);
    const Bound* hook = place ? bind_face(s, m, d, face, i) : NULL;
    if (!hook)
      return -1;
    hooks->hook[hooks->n++] = (Hook){hook, place};
  }
  hooks->nmodel = hooks->n;
  memcpy(hooks->hook + hooks->n, bound, (size_t)nbound * sizeof *bound);
  hooks->n += nbound;
  return 0;
}

static int prepare_hooks(DataState* s, const mjModel* m, mjData* d) {
  DataRecord* record = data_record(d);
  if (record->hooked_for == model_identity(m))
    return 0;
  if (!s || follow_model(s, m) || add_model_hooks(s, m, d, FC_STAGE) ||
      add_model_hooks(s, m, d, FC_PROBE))
    return -1;
  hooks_changed(s, d);
  record->hooked_for = model_identity(m);
  return 0;
}

// does the model have instances of stages or probes?
static int wants_hooks(const mjModel* m) {
  for (int i = 0; i < m->nplugin; i++) {
    const FcFace* face = plugin_face(m->plugin[i]);
    if (face && (face->kind == FC_STAGE || face->kind == FC_PROBE))
      return 1;
  }
  return 0;
}

void bound_prepare_hooks(const mjModel* m, mjData* d) {
  const DataState* s = attached(d);
  // most models want none, and most data have no bindings yet
  if (!wants_hooks(m) && !(s && s->hooks[HOOKS_STAGE].nmodel + s->hooks[HOOKS_PROBE].nmodel)) {
    data_record(d)->hooked = s && s->hooks[HOOKS_STAGE].n + s->hooks[HOOKS_PROBE].n > 0;
    data_record(d)->hooked_for = model_identity(m);
  } else if (prepare_hooks(state_of(d), m, d)) {
    mju_error("%s", fc_lastError());
  }
}

int bound_hooks(const mjModel* m, mjData* d, FcKind kind, const Hook** hook) {
  DataState* s = attached(d);
  const Hooks* hooks = s ? hooks_of(s, kind) : NULL;
  if (!hooks || !hooks->n)
    return 0;
  if (follow_model(s, m)) {
    mju_error("%s", fc_lastError());
    return 0;
  }
  *hook = hooks->hook;
  return hooks->n;
}

static int resolve_installed(const mjModel* m, mjData* d, DataState* s, FcKind kind) {
  const FcFace* faces[INSTALLED_MAX];
  int n = registry_all(kind, faces, INSTALLED_MAX);
  if (n < 0)
    return -1;
  n = n < INSTALLED_MAX ? n : INSTALLED_MAX;
  const Bound** bound = calloc((size_t)n + 1, sizeof *bound);
  if (!bound)
    return fc_fail("out of memory for the bindings of an mjData");
  int nbound = 0;
  for (int i = 0; i < n; i++) {
    // of several with one name only the winner counts
    const FcFace* face = registry_find(kind, faces[i]->name);
    if (!face && registry_shortage()[0]) {
      free(bound);
      return -1;
    }
    if (face != faces[i])
      continue;
    if (!(bound[nbound++] = bind_face(s, m, d, face, -1))) {
      free(bound);
      return -1;
    }
  }
  s->installed[kind] = (Installed){bound, nbound};
  return 0;
}

int bound_installed(const mjModel* m, mjData* d, FcKind kind, const Bound* const** list) {
  DataState* s = attached(d);
  if (!s || !is_bound_for(s, m) || !s->installed[kind].bound) {
    s = state_of(d);
    if (follow_model(s, m) || (!s->installed[kind].bound && resolve_installed(m, d, s, kind))) {
      mju_error("%s", fc_lastError());
      return 0;
    }
  }
  *list = s->installed[kind].bound;
  return s->installed[kind].n;
}

int bound_post_solvers(const mjModel* m, mjData* d, const Bound* run[POST_SOLVER_MAX]) {
  const Bound* const* list;
  const Hook* hook;
  const int n = bound_installed(m, d, FC_POST_SOLVER, &list);
  int nrun = 0;
  for (int i = 0; i < n && nrun < POST_SOLVER_MAX; i++) {
    const FcPostSolver* post = list[i]->table;
    if ((post->wanted && post->wanted(m)) || plugin_instance_of(m, list[i]->face) >= 0)
      run[nrun++] = list[i];
  }
  const int nwanted = nrun, nhook = bound_hooks(m, d, FC_POST_SOLVER, &hook);
  for (int i = 0; i < nhook && nrun < POST_SOLVER_MAX; i++) {
    int known = 0;
    for (int k = 0; k < nwanted; k++)
      known |= run[k] == hook[i].bound;
    if (!known)
      run[nrun++] = hook[i].bound;
  }
  return nrun;
}

// ---------------------------------------------------------------- fc_bind

static int is_choice(FcKind kind) {
  return kind == FC_SOLVER || kind == FC_INTEGRATOR || kind == FC_CONTACT_MODEL ||
         kind == FC_BROADPHASE || kind == FC_CONVEX;
}

static int is_hook(FcKind kind) {
  return kind == FC_STAGE || kind == FC_PROBE || kind == FC_POST_SOLVER || kind == FC_PASSIVE;
}

static const char* article(FcKind kind) {
  return strchr("aeiou", fc_kindName(kind)[0]) ? "an" : "a";
}

static int cannot_bind(FcKind kind) {
  static const char* const reasons[FC_NKIND] = {
      [FC_COLLIDER] = "the types of the geoms decide which is asked",
      [FC_ACTUATOR] = "the types of the model's actuators decide which are asked",
      [FC_SENSOR] = "the types of the model's sensors decide which are asked",
      [FC_CONSTRAINT] = "the elements of the model decide which are asked",
      [FC_LOADER] = "it is at work before there is an mjData",
      [FC_SAVER] = "it has no part in a simulation",
      [FC_DECODER] = "it is at work before there is an mjData",
      [FC_PLUGIN] = "the plugin instances of the model decide which are asked",
      [FC_RENDERER] = "it has no part in a simulation",
      [FC_VIEWER] = "it has no part in a simulation",
  };
  const char* word = fc_kindName(kind);
  return fc_fail(
      "%s %s cannot be bound%s%s; per mjData one chooses solver, integrator, contact_model, "
      "broadphase and convex, and adds post_solver, passive, stage and probe",
      word ? article(kind) : "a", word ? word : "face of unknown kind", word ? ": " : "",
      word ? reasons[kind] : "");
}

// what would be in force of a kind when `bound` is chosen
static const Bound* would_be(const mjModel* m, mjData* d, DataState* s, FcKind kind,
                             const Bound* bound) {
  return kind == bound->face->kind ? bound : bind_face(s, m, d, face_in_force(m, s, kind), -1);
}

// Does the choice go with the others? A solver or contact model that is missing is reported when it
// is needed.
static int check_choice(const mjModel* m, mjData* d, DataState* s, FcKind kind,
                        const Bound* bound) {
  if (kind != FC_SOLVER && kind != FC_CONTACT_MODEL && kind != FC_POST_SOLVER)
    return 0;
  const Bound* model = would_be(m, d, s, FC_CONTACT_MODEL, bound);
  if (kind == FC_POST_SOLVER)
    return combination_check(model, NULL, &bound, 1);
  const Bound* post[POST_SOLVER_MAX];
  const int npost = kind == FC_CONTACT_MODEL ? bound_post_solvers(m, d, post) : 0;
  return combination_check(model, would_be(m, d, s, FC_SOLVER, bound), post, npost);
}

static int add_hook(DataState* s, mjData* d, FcKind kind, const Bound* bound) {
  Hooks* hooks = hooks_of(s, kind);
  for (int i = 0; i < hooks->n; i++) {
    if (hooks->hook[i].bound->face == bound->face)
      return fc_fail("the %s \"%s\" is bound to this mjData already", fc_kindName(kind),
                     bound->face->name);
  }
  const Stage* place = NULL;
  if ((kind == FC_STAGE || kind == FC_PROBE) && !(place = place_of(bound->face)))
    return -1;
  if (hooks->n == HOOK_MAX)
    return too_many(kind);
  hooks->hook[hooks->n++] = (Hook){bound, place};
  hooks_changed(s, d);
  fail_forget();
  return 0;
}

int fc_bind(const mjModel* m, mjData* d, FcKind kind, const char* name) {
  bindings_follow(m, d);
  DataState* s = state_of(d);
  if (!s)
    return -1;
  if (!is_choice(kind) && !is_hook(kind))
    return cannot_bind(kind);
  if (!name || !name[0])
    return fc_fail("fc_bind needs the name of %s %s", article(kind), fc_kindName(kind));
  const Bound* bound = bound_named(m, d, kind, name);
  if (!bound)
    return -1;
  if (check_choice(m, d, s, kind, bound))
    return -1;
  if (is_hook(kind))
    return prepare_hooks(s, m, d) ? -1 : add_hook(s, d, kind, bound);
  char* own = strdup(name);
  if (!own)
    return fc_fail("out of memory for the name \"%s\"", name);
  free(s->choice[kind].name);
  s->choice[kind].name = own;
  if (!resolve(m, d, s, kind))
    return -1;
  fail_forget();
  return 0;
}

int fc_unbind(const mjModel* m, mjData* d, FcKind kind) {
  bindings_follow(m, d);
  DataState* s = state_of(d);
  if (!s)
    return -1;
  if (is_hook(kind)) {
    hooks_of(s, kind)->n = hooks_of(s, kind)->nmodel;
    hooks_changed(s, d);
    fail_forget();
    return 0;
  }
  if (!is_choice(kind))
    return cannot_bind(kind);
  free(s->choice[kind].name);
  s->choice[kind].name = NULL;
  return resolve(m, d, s, kind) ? 0 : -1;
}

// one more name in the list that fc_bound returns
static void add_name(DataState* s, const Bound* bound) {
  text_append(s->names, sizeof s->names, "%s%s", s->names[0] ? " " : "", bound->face->name);
}

const char* fc_bound(const mjModel* m, mjData* d, FcKind kind) {
  DataState* s = state_of(d);
  if (!s)
    return NULL;
  if (kind == FC_POST_SOLVER) {
    const Bound* run[POST_SOLVER_MAX];
    const int n = bound_post_solvers(m, d, run);
    s->names[0] = 0;
    for (int i = 0; i < n; i++)
      add_name(s, run[i]);
    return s->names;
  }
  if (is_hook(kind)) {
    const Hooks* hooks = hooks_of(s, kind);
    if (prepare_hooks(s, m, d))
      return NULL;
    s->names[0] = 0;
    for (int i = 0; i < hooks->n; i++)
      add_name(s, hooks->hook[i].bound);
    return s->names;
  }
  if (!is_choice(kind))
    return cannot_bind(kind), NULL;
  const Bound* bound = resolve(m, d, s, kind);
  return bound ? bound->face->name : NULL;
}

// ---------------------------------------------------------------- state

static void copy_states(DataState* twin, const DataState* s, const mjModel* m, mjData* owner) {
  for (const Entry* entry = s->first; entry; entry = entry->next) {
    if (!entry->own_state || !bind_face(twin, m, owner, entry->bound.face, entry->instance))
      continue;
    Entry* to = twin->first;
    while (to->bound.face != entry->bound.face || to->instance != entry->instance)
      to = to->next;
    if (to->nstate == entry->nstate)
      memcpy(to->own_state, entry->own_state, (size_t)to->nstate * sizeof *to->own_state);
  }
}

// Is the entry in force? What was chosen, bound or named once and is not any more keeps its state,
// but nobody asks for it.
static int at_work(const mjModel* m, DataState* s, const Entry* entry) {
  const FcFace* face = entry->bound.face;
  if (is_choice(face->kind))
    return s->choice[face->kind].bound == &entry->bound;
  if (!is_hook(face->kind) || entry->instance >= 0 || plugin_instance_of(m, face) >= 0 ||
      !strchr(face->name, '.'))
    return 1;
  const Hooks* hooks = hooks_of(s, face->kind);
  for (int i = 0; i < hooks->n; i++) {
    if (hooks->hook[i].bound == &entry->bound)
      return 1;
  }
  return 0;
}

// order of states that the model does not number
static int comes_before(const FcFace* a, const FcFace* b) {
  return a->kind != b->kind ? a->kind < b->kind : strcmp(a->name, b->name) < 0;
}

int bound_states(const mjModel* m, mjData* d, FaceState list[FACE_STATE_MAX]) {
  bindings_follow(m, d);
  DataState* s = state_of(d);
  if (!s || follow_model(s, m))
    return -1;
  int n = 0;
  for (int i = 0; i < m->nplugin && n < FACE_STATE_MAX; i++) {
    if (m->plugin_statenum[i] && plugin_face(m->plugin[i]))
      list[n++] = (FaceState){NULL, m->plugin_statenum[i], d->plugin_state + m->plugin_stateadr[i]};
  }
  // explicit choices of a copy are bound at first use
  for (int kind = 1; kind < FC_NKIND; kind++) {
    const Choice* c = s->choice + kind;
    if (c->name && !c->bound && !resolve(m, d, s, (FcKind)kind))
      return -1;
  }
  const int first = n;
  for (Entry* entry = s->first; entry && n < FACE_STATE_MAX; entry = entry->next) {
    if (!entry->own_state || !at_work(m, s, entry))
      continue;
    int at = n++;
    for (; at > first && comes_before(entry->bound.face, list[at - 1].face); at--)
      list[at] = list[at - 1];
    list[at] = (FaceState){entry->bound.face, entry->nstate, entry->own_state};
  }
  return n;
}

int bound_advancing(const mjData* d) {
  const DataState* s = attached(d);
  return s && s->nadvancing;
}

void bound_advance(const mjModel* m, mjData* d) {
  DataState* s = attached(d);
  for (const Entry* entry = s ? s->first : NULL; entry; entry = entry->next) {
    const FcFace* face = entry->bound.face;
    if (face->advance && at_work(m, s, entry) && face->advance(&entry->bound.context))
      mju_error("%s \"%s\" failed at the end of a step, time %g: %s", fc_kindName(face->kind),
                face->name, d->time, fail_reason());
  }
}

// ---------------------------------------------------------------- slots

void** binding_slot(const mjModel* m, mjData* d, BindingSlot slot, void (*destroy_slot)(void*)) {
  DataState* s = attached(d);
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
