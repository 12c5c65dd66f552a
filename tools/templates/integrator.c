// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// TEMPLATE: an integrator. Semi-implicit Euler: the acceleration of the evaluated dynamics moves
// the velocity, the new velocity moves the position. One that evaluates the dynamics at other
// states calls fc_evaluate and sets FC_INTEGRATOR_EVALUATES.

#include <fulcrum/integrator.h>
#include <fulcrum/layout.h>

static int step(const FcContext* context) {
  mjData* d = context->d;
  fc_advance(context->m, d, d->act_dot, d->qacc, NULL);
  return 0;
}

// the step takes the acceleration as it is
static int continuous_acceleration(const FcContext* context) {
  (void)context;
  return 0;
}

static const FcIntegrator table = {
    .size = sizeof(FcIntegrator), .step = step, .continuous_acceleration = continuous_acceleration};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_INTEGRATOR, .name = "TEMPLATE", .table = &table}};

FC_MODULE_WITH(TEMPLATE_ID, "TEMPLATE", "0.1.0", "Apache-2.0", &fc_layout, faces, 0,
               "An integrator: semi-implicit Euler", NULL)
