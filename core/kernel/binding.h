// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which implementations one mjData uses. A binding is made at first use, remembers the option
// values it was resolved for and is looked up with one comparison per call; explicit choices
// (fc_bind) win over opt.

#ifndef CORE_KERNEL_BINDING_H_
#define CORE_KERNEL_BINDING_H_

#include <fulcrum/module.h>

// An implementation bound to one mjData.
typedef struct Bound_ {
  const FcFace* face;
  const void* table;  // face->table
  FcContext context;  // what its functions receive
} Bound;

// The implementation that d uses for a kind of which exactly one is in force: FC_SOLVER,
// FC_INTEGRATOR (from opt), FC_CONTACT_MODEL, FC_BROADPHASE (default of the installation). NULL
// after mju_error told why (when the error handler returned).
const Bound* bound_choice(const mjModel* m, mjData* d, FcKind kind);

// A particular implementation, by name, or by served type for families (FC_COLLIDER, FC_ACTUATOR,
// FC_SENSOR; also "noslip" of FC_SOLVER). Bound once per mjData. NULL with fc_lastError when there
// is none: the caller decides whether that is an error.
const Bound* bound_named(const mjModel* m, mjData* d, FcKind kind, const char* name);

// The face bound for one plugin instance of the model, with the parameters and memory of that
// instance.
const Bound* bound_instance(const mjModel* m, mjData* d, const FcFace* face, int instance);

// Stages (FC_STAGE) or probes (FC_PROBE) bound to d, in the order of binding. Returns how many;
// *hook is the first of them.
int bound_hooks(const mjModel* m, mjData* d, FcKind kind, const Bound* const** hook);

// State that a layer of the core keeps with an mjData (for example "which sensors go to which
// module"): a pointer that starts as NULL and is destroyed with `destroy` when d is deleted or its
// bindings change. Call bound_choice or bound_named first, so that changes are noticed.
typedef enum BindingSlot_ {
  SLOT_COLLISION,
  SLOT_ACTUATION,
  SLOT_SENSOR,
  SLOT_PIPELINE,
  SLOT_CONSTRAINT,
  NSLOT
} BindingSlot;
void** binding_slot(const mjModel* m, mjData* d, BindingSlot slot, void (*destroy)(void*));

#endif  // CORE_KERNEL_BINDING_H_
