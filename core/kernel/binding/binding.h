// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which implementations one mjData uses. A binding is made at first use and stored with the option
// values it was resolved for; looking it up takes one comparison per call. Explicit choices
// (fc_bind) win over opt.

#ifndef CORE_KERNEL_BINDING_BINDING_H_
#define CORE_KERNEL_BINDING_BINDING_H_

#include <fulcrum/module.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/record.h"
#include "core/kernel/binding/bound.h"

// The implementation that d uses for a kind of which exactly one is in force: FC_SOLVER and
// FC_INTEGRATOR (from opt), FC_CONVEX (from a flag of opt), FC_CONTACT_MODEL and FC_BROADPHASE (the
// installed one of highest rank), unless fc_bind chose another. On failure calls mju_error and, if
// the error handler returns, returns NULL.
const Bound* bound_choice(const mjModel* m, mjData* d, FcKind kind);

// Called at the start of a step or an evaluation: moves the bindings of d to the new generation of
// modules that were reloaded (fc_reload) since the last call. Costs one comparison when there are
// none.
void bindings_follow(const mjModel* m, mjData* d);

// Between bindings_hold and bindings_release, functions of modules may be running for d. fc_bind
// and fc_unbind then fail, because they would destroy what these functions and their callers hold.
// bindings_hold returns the value that bindings_release restores. An error ends the hold as well,
// since its handler may have left the running function with a jump. The mark is the number of
// errors reported so far plus one, so that 0 means that nothing runs.
static inline int bindings_held(const mjData* d) {
  return data_record(d)->held == errors_reported() + 1;
}

static inline unsigned long bindings_hold(mjData* d) {
  DataRecord* record = data_record(d);
  const unsigned long before = record->held;
  record->held = errors_reported() + 1;
  return before;
}

static inline void bindings_release(mjData* d, unsigned long before) {
  data_record(d)->held = before;
}

// Counts the call of a function of a module for d that follows (fc_crossings), and returns the mark
// that separates its messages from earlier ones (fail_mark). Threads of a pool that count at the
// same moment may lose a call: the count is a statistic.
static inline unsigned long module_enter(const mjData* d) {
  atomic_ulong* n = &data_record(d)->crossings;
  atomic_store_explicit(n, atomic_load_explicit(n, memory_order_relaxed) + 1, memory_order_relaxed);
  return fail_mark();
}

// 1 when fc_bind has chosen for this kind, rather than opt or the installation.
int bound_explicitly(mjData* d, FcKind kind);

// A particular implementation, found in one of three ways: by name, or by served type for families
// (FC_COLLIDER, FC_ACTUATOR, FC_SENSOR); by a face that the registry has found; by the number that
// public structs hold. Numbers are cached and may be looked up in a step; the first two query the
// registry and must not be called in a step. Each implementation is bound once per mjData. NULL
// with fc_lastError when there is no such implementation; the caller decides whether that is an
// error.
const Bound* bound_named(const mjModel* m, mjData* d, FcKind kind, const char* name);
const Bound* bound_face(const mjModel* m, mjData* d, const FcFace* face);
const Bound* bound_numbered(const mjModel* m, mjData* d, FcKind kind, int value);

// The face bound for one plugin instance of the model, with the parameters and memory of that
// instance.
const Bound* bound_instance(const mjModel* m, mjData* d, const FcFace* face, int instance);

// Implementations of a kind of which any number can be in force (FC_STAGE, FC_PROBE,
// FC_POST_SOLVER, FC_PASSIVE): those of the model first (FC_STAGE, FC_PROBE), then those added with
// fc_bind, in the order of binding. Returns their number; *hook points to the first.
int bound_hooks(const mjModel* m, mjData* d, FcKind kind, const Hook** hook);

// Find the stages and probes that the model has instances of. Afterwards DataRecord.hooked and
// hooked_for are valid. Calls mju_error when one of them cannot be attached.
void bound_prepare_hooks(const mjModel* m, mjData* d);

// All installed implementations of a kind, by rank, version and name; resolved once per mjData.
// Returns their number; *list points to the first. 0 after mju_error when one cannot be bound.
#define INSTALLED_MAX 64
int bound_installed(const mjModel* m, mjData* d, FcKind kind, const Bound* const** list);

// The post-solvers that run for d: first those that the options select, then those that were bound.
// Returns their number.
#define POST_SOLVER_MAX (HOOK_MAX + INSTALLED_MAX)
int bound_post_solvers(const mjModel* m, mjData* d, const Bound* run[POST_SOLVER_MAX]);

// State of the faces in use in d (face_state.h), in the order of fc_getState. Returns the number of
// entries; -1 with fc_lastError.
#define FACE_STATE_MAX 256
typedef struct FaceState_ {
  const FcFace* face;  // NULL: belongs to a plugin instance of the model
  int n;
  mjtNum* value;
} FaceState;
int bound_states(const mjModel* m, mjData* d, FaceState list[FACE_STATE_MAX]);

// 1 when a face with state of its own may be in use, so that there is work at the end of a step.
int bound_advancing(const mjData* d);

// Call `advance` of the faces in use that have it.
void bound_advance(const mjModel* m, mjData* d);

// Call `visualize` of the plugin instances of the model that have it, in order of instances, and
// then of the other faces in use, in order of kinds and names.
void bound_draw(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn);

// State that a layer of the core keeps with an mjData (for example, which sensors belong to which
// module): a pointer that starts as NULL and is freed with `destroy` when d is deleted or its
// bindings change. Call bound_choice or bound_named first, so that changes are noticed.
void** binding_slot(const mjModel* m, mjData* d, BindingSlot slot, void (*destroy)(void*));

#endif  // CORE_KERNEL_BINDING_BINDING_H_
