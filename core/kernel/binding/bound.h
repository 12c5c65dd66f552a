// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What a binding consists of.

#ifndef CORE_KERNEL_BINDING_BOUND_H_
#define CORE_KERNEL_BINDING_BOUND_H_

#include <fulcrum/module.h>

// An implementation bound to one mjData.
typedef struct Bound_ {
  const FcFace* face;
  const void* table;  // face->table
  FcContext context;  // argument of its functions
} Bound;

// One of the implementations of a kind of which any number is in force.
#define HOOK_MAX 64
typedef struct Hook_ {
  const Bound* bound;
  const struct Stage_* place;  // in the pipeline, where a stage or probe is attached; else NULL
} Hook;

// Layers of the core that keep state with an mjData (binding_slot).
typedef enum BindingSlot_ {
  SLOT_BROADPHASE,
  SLOT_COLLISION,
  SLOT_PASSIVE,
  SLOT_ACTUATION,
  SLOT_SENSOR,
  SLOT_CONSTRAINT,
  NSLOT
} BindingSlot;

#endif  // CORE_KERNEL_BINDING_BOUND_H_
