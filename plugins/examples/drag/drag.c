// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.drag: a passive force. Every degree of freedom is braked by a force that grows with the cube
// of its velocity, f = -c v^3. The derivative keeps implicit integrators stable. To make another
// force, replace `force` and `derivative`, which belong together.
//
//     <option passive="acme.drag"><config key="coefficient" value="0.2"/></option>

#include <fulcrum/layout.h>
#include <fulcrum/passive.h>

static int force(const FcContext* context, const FcPassiveBatch* batch) {
  for (int k = 0; k < batch->ndof; k++) {
    const mjtNum v = context->d->qvel[batch->dof[k]];
    batch->qfrc[batch->dof[k]] -= context->param[0] * v * v * v;
  }
  return 0;
}

static int derivative(const FcContext* context, const FcPassiveBatch* batch, int symmetric) {
  const mjModel* m = context->m;
  (void)symmetric;
  for (int k = 0; k < batch->ndof; k++) {
    const int i = batch->dof[k];
    const mjtNum v = context->d->qvel[i];
    context->d->qDeriv[m->D_rowadr[i] + m->D_diag[i]] -= 3 * context->param[0] * v * v;
  }
  return 0;
}

static const FcParameter parameters[] = {{.key = "coefficient",
                                          .type = FC_REAL,
                                          .length = 1,
                                          .def = 0.01,
                                          .min = 0,
                                          .max = 1e6,
                                          .help = "Force at velocity 1."}};
static const FcPassive table = {
    .size = sizeof(FcPassive), .array = FC_QFRC_PASSIVE, .force = force, .derivative = derivative};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_PASSIVE,
                                .name = "acme.drag",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(acme_drag, "acme.drag", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A passive force: cubic drag", NULL)
