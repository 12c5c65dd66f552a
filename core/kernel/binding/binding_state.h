// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The bindings of one mjData, for the files that share them: binding.c (lifetime, entries, slots),
// binding_follow.c (modules that were rebuilt), binding_choice.c (kinds of which one is in force),
// binding_hooks.c (kinds of which any number is), bind.c (fc_bind and its companions),
// binding_work.c (state of faces, the end of a step, drawing) and binding_save.c (serialisation).

#ifndef CORE_KERNEL_BINDING_BINDING_STATE_H_
#define CORE_KERNEL_BINDING_BINDING_STATE_H_

#include "core/foundation/data/memory.h"
#include "core/foundation/data/record.h"
#include "core/kernel/binding/bound.h"

#define UNRESOLVED (-1)
#define NUMBERED_MAX 8  // cached faces that were looked up by number

typedef struct Entry_ {
  struct Entry_* next;
  int instance;  // plugin instance it was bound for, -1: none
  size_t nmemory;
  int nstate;
  mjtNum* own_state;  // state that is not in plugin_state
  // in a newer generation of the module, to which the entry could not move
  const FcFace* successor;
  Bound bound;
} Entry;

// one kind of which exactly one implementation is in force
typedef struct Choice_ {
  char* name;          // explicit choice; NULL: opt or the default decides
  int value;           // option value it was resolved for
  const Bound* bound;  // NULL: not resolved yet
} Choice;

// kinds of which any number is in force: first those of the model, then those added with fc_bind
typedef struct Hooks_ {
  Hook hook[HOOK_MAX];
  int n;
  int nmodel;  // how many of them come from the model
} Hooks;
enum { HOOKS_STAGE, HOOKS_PROBE, HOOKS_POST_SOLVER, HOOKS_PASSIVE, NHOOKS };

// all installed implementations of a kind
typedef struct Installed_ {
  const Bound** bound;  // NULL: not resolved yet
  int n;
} Installed;

// the face for a number of a public struct
typedef struct Numbered_ {
  FcKind kind;
  int value;
  const Bound* bound;
} Numbered;

typedef struct DataState_ {
  const mjModel* m;     // model that everything here was bound for; NULL: none yet
  uint64_t identity;    // its model_identity
  uint64_t generation;  // the module_generation that everything here is up to date with
  Entry* first;
  Choice choice[FC_NKIND];
  Hooks hooks[NHOOKS];
  Installed installed[FC_NKIND];
  Numbered numbered[NUMBERED_MAX];
  int nnumbered;
  int nadvancing;   // entries with work at the end of a step
  char names[512];  // the text that fc_bound returned last for a kind with hooks
  void* slot[NSLOT];
  void (*destroy_slot[NSLOT])(void*);
} DataState;

// the bindings of an mjData; NULL when none were made yet
static inline DataState* attached(const mjData* d) { return data_record(d)->attachment.state; }

// 1 when the bindings were made for this model in its present state
static inline int is_bound_for(const DataState* s, const mjModel* m) {
  return s->m == m && s->identity == model_identity(m);
}

// The bindings of an mjData, created on first use; NULL with fc_lastError.
DataState* bindings_of(mjData* d);

// The entry of a face and plugin instance (-1: none), bound on first use. NULL with fc_lastError.
const Bound* bind_face(DataState* s, const mjModel* m, mjData* d, const FcFace* face, int instance);

// An mjData may be used with another model of the same sizes from one call to the next. The bound
// implementations then get their parameters from the new model, and what higher layers derived from
// the former model is dropped. -1 with fc_lastError.
int follow_model(DataState* s, const mjModel* m);

// Memory that a face requests, zeroed. Returns NULL when it requests none, and NULL with *failed
// set when memory runs out.
void* face_memory(const mjModel* m, const FcFace* face, size_t* nmemory, int* failed);

// Decides where the state of an entry is stored: in plugin_state when the model names the face,
// else in the entry, where it is kept unless its size changes. -1 with fc_lastError.
int place_state(const mjModel* m, Entry* entry);

// Destroy what higher layers have derived from the bindings.
void drop_slots(DataState* s);

// The face in force, as determined by fc_bind, the model or the highest rank (binding_choice.c);
// NULL with fc_lastError.
const FcFace* face_in_force(const mjModel* m, const DataState* s, FcKind kind);

// Resolve again, and drop what higher layers derived from the old binding. NULL with fc_lastError.
const Bound* resolve_choice(const mjModel* m, mjData* d, DataState* s, FcKind kind);

// The list of hooks of a kind (binding_hooks.c); NULL for kinds without hooks.
Hooks* hooks_of(DataState* s, FcKind kind);

// Drop what was planned with the former hooks, and tell the scheduler about stages and probes.
void hooks_changed(DataState* s, mjData* d);

// Add a bound hook to the list; -1 with fc_lastError.
int add_hook(DataState* s, mjData* d, FcKind kind, const Bound* bound);

// Refuse to change what is bound while d is being stepped; -1 with fc_lastError.
int check_between_steps(const mjData* d, const char* function);

// Find the hooks that the model has instances of; -1 with fc_lastError.
int prepare_hooks(DataState* s, const mjModel* m, mjData* d);

#endif  // CORE_KERNEL_BINDING_BINDING_STATE_H_
