// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which implementations one mjData uses. A binding is made at first use, remembers the option
// values it was resolved for and is looked up with one comparison per call; explicit choices
// (fc_bind) win over opt.

#ifndef CORE_KERNEL_BINDING_BINDING_H_
#define CORE_KERNEL_BINDING_BINDING_H_

#include <fulcrum/module.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/record.h"

// An implementation bound to one mjData.
typedef struct Bound_ {
  const FcFace* face;
  const void* table;  // face->table
  FcContext context;  // what its functions receive
} Bound;

// The implementation that d uses for a kind of which exactly one is in force: FC_SOLVER,
// FC_INTEGRATOR (from opt), FC_CONVEX (from a flag of opt), FC_CONTACT_MODEL, FC_BROADPHASE (the
// installed one of highest rank), unless fc_bind chose another. NULL after mju_error told why (when
// the error handler returned).
const Bound* bound_choice(const mjModel* m, mjData* d, FcKind kind);

// At the beginning of a step or an evaluation: what is bound to d moves on to modules that were
// reloaded (fc_reload) since the one before; one comparison when there are none.
void bindings_follow(const mjModel* m, mjData* d);

// Until bindings_release functions of modules may be running for d: fc_bind and fc_unbind refuse,
// because what these functions and their callers have found would be gone. Returns what
// bindings_release puts back. An error ends it, too: its handler may have left what was running.
// The mark is the number of errors reported before, and one so that 0 means that nothing runs.
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

// 1: fc_bind has chosen for this kind, rather than opt and the installation.
int bound_explicitly(mjData* d, FcKind kind);

// A particular implementation, by name, or by served type for families (FC_COLLIDER, FC_ACTUATOR,
// FC_SENSOR); by a face that the registry has found; and by the number that public structs hold,
// which is remembered, so that it may be asked for in a step. The first two ask the registry: not
// in a step. Bound once per mjData. NULL with fc_lastError when there is none: the caller decides
// whether that is an error.
const Bound* bound_named(const mjModel* m, mjData* d, FcKind kind, const char* name);
const Bound* bound_face(const mjModel* m, mjData* d, const FcFace* face);
const Bound* bound_numbered(const mjModel* m, mjData* d, FcKind kind, int value);

// The face bound for one plugin instance of the model, with the parameters and memory of that
// instance.
const Bound* bound_instance(const mjModel* m, mjData* d, const FcFace* face, int instance);

// What the model (FC_STAGE, FC_PROBE) and fc_bind have added to d of a kind of which any number can
// be in force: FC_STAGE, FC_PROBE, FC_POST_SOLVER, FC_PASSIVE, in this order and that of binding.
// Returns how many; *hook is the first of them.
#define HOOK_MAX 64
typedef struct Hook_ {
  const Bound* bound;
  const struct Stage_* place;  // in the pipeline that a stage or probe is attached to; else NULL
} Hook;
int bound_hooks(const mjModel* m, mjData* d, FcKind kind, const Hook** hook);

// Find the stages and probes that the model has instances of; afterwards DataRecord.hooked and
// hooked_for hold. mju_error when one of them cannot be attached.
void bound_prepare_hooks(const mjModel* m, mjData* d);

// Everything installed of a kind, by rank, version and name; resolved once per mjData. Returns how
// many; *list is the first of them. 0 after mju_error when one cannot be bound.
#define INSTALLED_MAX 64
int bound_installed(const mjModel* m, mjData* d, FcKind kind, const Bound* const** list);

// The post-solvers that run for d now: those that the options want, then those that were bound.
// Returns how many.
#define POST_SOLVER_MAX (HOOK_MAX + INSTALLED_MAX)
int bound_post_solvers(const mjModel* m, mjData* d, const Bound* run[POST_SOLVER_MAX]);

// State of the faces that are at work in d (face_state.h), in the order of fc_getState. Returns how
// many entries; -1 with fc_lastError.
#define FACE_STATE_MAX 256
typedef struct FaceState_ {
  const FcFace* face;  // NULL: of a plugin instance of the model
  int n;
  mjtNum* value;
} FaceState;
int bound_states(const mjModel* m, mjData* d, FaceState list[FACE_STATE_MAX]);

// 1: a face with a state of its own may be at work, so that the end of a step has something to do.
int bound_advancing(const mjData* d);

// Call `advance` of the faces at work that have it.
void bound_advance(const mjModel* m, mjData* d);

// Call `visualize` of the instances of the model that have it, and of the other faces at work: the
// order is that of instances, then of kinds and names.
void bound_draw(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn);

// State that a layer of the core keeps with an mjData (for example "which sensors go to which
// module"): a pointer that starts as NULL and is destroyed with `destroy` when d is deleted or its
// bindings change. Call bound_choice or bound_named first, so that changes are noticed.
typedef enum BindingSlot_ {
  SLOT_COLLISION,
  SLOT_PASSIVE,
  SLOT_ACTUATION,
  SLOT_SENSOR,
  SLOT_CONSTRAINT,
  NSLOT
} BindingSlot;
void** binding_slot(const mjModel* m, mjData* d, BindingSlot slot, void (*destroy)(void*));

#endif  // CORE_KERNEL_BINDING_BINDING_H_
