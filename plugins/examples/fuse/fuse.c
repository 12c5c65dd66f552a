// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.fuse: a post-solver. No contact pushes harder than `force`: where the solver finds more, all
// forces of the contact are scaled down, and the acceleration follows from the forces. Bodies that
// press harder sink in, as if the surface broke. To make another one, replace `improve`.
//
//     <option post_solver="acme.fuse"><config key="force" value="50"/></option>

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/solver.h>

// rows of the contact that begins at row r
static int rows_of(const FcProblem* p, int r, const mjContact* contact) {
  return p->type[r] == mjCNSTR_CONTACT_FRICTIONLESS ? 1
         : p->elliptic                              ? contact->dim
                                                    : 2 * (contact->dim - 1);
}

static int improve(const FcContext* context, FcProblem* p) {
  const mjtNum most = context->param[0];
  int changed = 0;
  for (int r = p->ne + p->nf, n = 1; r < p->nefc; r += n, n = 1) {
    if (p->type[r] < mjCNSTR_CONTACT_FRICTIONLESS)
      continue;
    n = rows_of(p, r, p->contact + p->id[r]);
    // the normal force: the first row, or the sum of the edges of a pyramid
    const int edges = p->type[r] == mjCNSTR_CONTACT_PYRAMIDAL ? n : 1;
    mjtNum normal = 0;
    for (int k = 0; k < edges; k++)
      normal += p->force[r + k];
    if (normal <= most)
      continue;
    fc_scl(p->force + r, p->force + r, most / normal, n);
    changed = 1;
  }
  if (changed)
    fc_problemFinishDual(p);
  return 0;
}

static const FcParameter parameters[] = {{.key = "force",
                                          .type = FC_REAL,
                                          .length = 1,
                                          .def = 1000,
                                          .min = 1e-9,
                                          .max = 1e12,
                                          .unit = "N",
                                          .help = "Greatest normal force of a contact."}};
static const FcPostSolver table = {.size = sizeof(FcPostSolver), .improve = improve};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_POST_SOLVER,
                                .name = "acme.fuse",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(acme_fuse, "acme.fuse", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A post-solver: a greatest normal force of contacts", NULL)
