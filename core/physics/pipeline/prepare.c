// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Binding ahead of the first step: modules are opened and plans made when an mjData is made. Only
// what depends on the state, such as a face that a contact model asks for at a contact, is left for
// the step that needs it. Errors are left for it too: each of these functions looks again for what
// it did not find.

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

#include "core/foundation/base/errors.h"
#include "core/kernel/binding/binding.h"
#include "core/physics/collision/prepare_collision.h"
#include "core/physics/pipeline/actuation_plan.h"
#include "core/physics/pipeline/passive_plan.h"
#include "core/physics/pipeline/stages.h"
#include "core/physics/problem/constraint_plan.h"

static void prepare_choices(const mjModel* m, mjData* d) {
  static const FcKind kind[] = {FC_BROADPHASE, FC_CONTACT_MODEL, FC_SOLVER, FC_INTEGRATOR};
  for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
    bound_choice(m, d, kind[i]);
}

static void let_pass(const char* message, void* context) {
  (void)message;
  (void)context;
}

void step_prepare(const mjModel* m, mjData* d) {
  const Bound* post[POST_SOLVER_MAX];
  void* context;
  FcErrorHandler before = fc_setThreadErrorHandler(let_pass, NULL, &context);
  bound_prepare_hooks(m, d);
  // first, because plans are dropped when a choice changes
  prepare_choices(m, d);
  bound_post_solvers(m, d, post);
  if (!mjDISABLED(mjDSBL_CONTACT | mjDSBL_CONSTRAINT))
    prepare_collision(m, d);
  constraint_plan(m, d);
  passive_plan(m, d);
  if (m->nu)
    actuation_plan(m, d, 0);
  if (m->nsensor)
    sensors_prepare(m, d);
  fc_setThreadErrorHandler(before, context, NULL);
  fail_forget();
}
