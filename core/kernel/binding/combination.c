// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include "core/kernel/binding/combination.h"

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/solver.h>

int combination_check(const Bound* model, const Bound* solver, const Bound* const* post,
                      int npost) {
  if (!model || ((const FcContactModel*)model->table)->way != FC_CONTACT_POTENTIAL)
    return 0;
  const char* name = model->face->name;
  if (solver && !(((const FcSolver*)solver->table)->flags & FC_SOLVER_POTENTIALS))
    return fc_fail(
        "solver \"%s\" cannot be used with contact model \"%s\", whose contacts have potentials; "
        "use newton or cg",
        solver->face->name, name);
  if (npost)
    return fc_fail(
        "post_solver \"%s\" cannot be used with contact model \"%s\", whose contacts have "
        "potentials; unbind it, or set the option that asks for it (noslip_iterations) to 0",
        post[0]->face->name, name);
  return 0;
}
