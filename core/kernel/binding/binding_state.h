// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The bindings of one mjData, for the files that share them: binding.c (life, entries, slots),
// binding_follow.c (modules that were built anew), binding_choice.c (kinds of which one is in
// force), binding_hooks.c (kinds of which any number is), bind.c (fc_bind and its companions),
// binding_work.c (state of faces, the end of a step, drawing) and binding_save.c (what is bound, as
// bytes).

#ifndef CORE_KERNEL_BINDING_BINDING_STATE_H_
#define CORE_KERNEL_BINDING_BINDING_STATE_H_

#include "core/kernel/binding/binding.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/record.h"

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

// the bindings of an mjData; NULL: none were made yet
static inline DataState* attached(const mjData* d) { return data_record(d)->attachment.state; }

// Were the bindings made for this model, in the state that it is in?
static inline int is_bound_for(const DataState* s, const mjModel* m) {
  return s->m == m && s->identity == model_identity(m);
}

// The bindings of an mjData, made when there are none; NULL with fc_lastError.
DataState* bindings_of(mjData* d);

// The entry of a face and plugin instance (-1: none), bound when it is not yet. NULL with
// fc_lastError.
const Bound* bind_face(DataState* s, const mjModel* m, mjData* d, const FcFace* face, int instance);

// Data may meet another model of the same sizes from one call to the next: what is bound gets its
// parameters, and what the layers above have derived from the former model is dropped. -1 with
// fc_lastError.
int follow_model(DataState* s, const mjModel* m);

// Memory that a face asks for, zeroed; NULL with *failed when there is none.
void* face_memory(const mjModel* m, const FcFace* face, size_t* nmemory, int* failed);

// Where the state of an entry is: in plugin_state when the model names the face, else with the
// entry, which keeps what it has unless the number changes. -1 with fc_lastError.
int place_state(const mjModel* m, Entry* entry);

// Destroy what the layers above have derived from the bindings.
void drop_slots(DataState* s);

// The face that fc_bind, the model or the highest rank puts in force (binding_choice.c); NULL with
// fc_lastError.
const FcFace* face_in_force(const mjModel* m, const DataState* s, FcKind kind);

// Resolve again; what the layers above have built on the old binding is dropped. NULL with
// fc_lastError.
const Bound* resolve_choice(const mjModel* m, mjData* d, DataState* s, FcKind kind);

// The list that such a kind has (binding_hooks.c); NULL for other kinds.
Hooks* hooks_of(DataState* s, FcKind kind);

// What was planned with the former hooks is dropped, and the scheduler learns of stages and probes.
void hooks_changed(DataState* s, mjData* d);

// Add one to those that were bound; -1 with fc_lastError.
int add_hook(DataState* s, mjData* d, FcKind kind, const Bound* bound);

// Refuse to change what is bound while d is being stepped; -1 with fc_lastError.
int check_between_steps(const mjData* d, const char* function);

// Find the hooks that the model has instances of; -1 with fc_lastError.
int prepare_hooks(DataState* s, const mjModel* m, mjData* d);

#endif  // CORE_KERNEL_BINDING_BINDING_STATE_H_
