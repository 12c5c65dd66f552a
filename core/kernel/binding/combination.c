// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/solver.h>

#include "core/foundation/base/text.h"
#include "core/kernel/binding/combination.h"
#include "core/kernel/modules/registry.h"

#define SOLVER_MAX 64  // largest number of solvers listed in a message

static int takes_potentials(const FcFace* solver) {
  return !!(((const FcSolver*)solver->table)->flags & FC_SOLVER_POTENTIALS);
}

// the names of the suitable solvers, separated by ", "
static void solvers_for_potentials(char* text, size_t size) {
  const FcFace* solver[SOLVER_MAX];
  const int n = registry_all(FC_SOLVER, solver, SOLVER_MAX);
  text[0] = 0;
  for (int i = 0; i < n && i < SOLVER_MAX; i++)
    if (takes_potentials(solver[i]))
      text_append(text, size, "%s%s", text[0] ? ", " : "", solver[i]->name);
}

int combination_check(const Bound* model, const Bound* solver, const Bound* const* post,
                      int npost) {
  if (!model || ((const FcContactModel*)model->table)->way != FC_CONTACT_POTENTIAL)
    return 0;
  const char* name = model->face->name;
  if (solver && !takes_potentials(solver->face)) {
    char known[256];
    solvers_for_potentials(known, sizeof known);
    return fc_fail(
        "solver \"%s\" cannot be used with contact model \"%s\", whose contacts have potentials; "
        "solvers that take them: %s",
        solver->face->name, name, known[0] ? known : "none is installed");
  }
  if (npost)
    return fc_fail(
        "post_solver \"%s\" cannot be used with contact model \"%s\", whose contacts have "
        "potentials; unbind it, or clear the option of the model that asks for it",
        post[0]->face->name, name);
  return 0;
}
