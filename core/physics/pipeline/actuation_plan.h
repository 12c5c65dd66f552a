// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Grouping of actuators by law: built when the laws of a model are bound, and again when its input
// was edited.

#ifndef CORE_PHYSICS_PIPELINE_ACTUATION_PLAN_H_
#define CORE_PHYSICS_PIPELINE_ACTUATION_PLAN_H_

#include <fulcrum/actuator.h>

#include "core/kernel/binding/binding.h"
#include "core/kernel/kinds/actuator.h"

// All actuators of one law.
typedef struct Law_ {
  const Bound* bound;
  FcActuator table;  // complete: members that the face's own table lacks are zero
  LawRole role;
  int n;
  int* id;      // n, ascending; owns the arrays below
  int* actadr;  // n: first variable of the law itself, -1: none
  int* actnum;  // n
  int* ahead;   // n: variables of the actuator before those, which `advance` handles too
  int leads;    // some of `ahead` are not 0
} Law;

typedef struct ActuationPlan_ {
  Law* law;
  int nlaw;
  int user;    // some law is a callback
  char* seen;  // copy of the bytes from which the plan was built
} ActuationPlan;

// The plan of d, NULL after mju_error (when the error handler returned). `fresh`: check for edits
// since the plan was built, which is done once per evaluation.
const ActuationPlan* actuation_plan(const mjModel* m, mjData* d, int fresh);

// Which actuators are left out of a batch.
enum { SKIP_NOBODY = 0, SKIP_SLEEPING = 1, SKIP_DISABLED = 2 };

// The actuators of a law without those to be skipped; lists that differ from the law's own are on
// the stack of d. The caller sets controls and the other inputs.
FcActuatorBatch law_batch(const mjModel* m, mjData* d, const Law* law, int skip);

// Reports a law that failed.
void law_failed(const mjData* d, const Law* law, unsigned long mark);

int actuator_disabled(const mjModel* m, int i);  // by the group of the actuator

#endif  // CORE_PHYSICS_PIPELINE_ACTUATION_PLAN_H_
