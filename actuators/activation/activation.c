// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Linear activation dynamics with control u, activation w and time constant tau = dynprm[0]:
//
//   integrator   w' = u
//   filter       w' = (u - w) / tau, advanced by explicit Euler
//   filterexact  the same law, advanced exactly: w(t + h) = w + w' tau (1 - exp(-h / tau))
//
// A position servo with the integrator takes its range from the activation, which is its setpoint;
// with the exact filter from the control, which the setpoint follows.

#include <math.h>

#include <fulcrum/actuator.h>
#include <fulcrum/layout.h>
#include <mujoco/mujoco.h>

static mjtNum time_constant(const mjModel* m, int id) {
  const mjtNum tau = m->actuator_dynprm[mjNDYN * id];
  return tau > mjMINVAL ? tau : mjMINVAL;
}

static int integrator_rate(const FcContext* context, const FcActuatorBatch* batch,
                           mjtNum* act_dot) {
  (void)context;
  for (int k = 0; k < batch->n; k++)
    act_dot[batch->actadr[k]] = batch->ctrl[batch->id[k]];
  return 0;
}

static int filter_rate(const FcContext* context, const FcActuatorBatch* batch, mjtNum* act_dot) {
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], a = batch->actadr[k];
    act_dot[a] = (batch->ctrl[i] - batch->act[a]) / time_constant(context->m, i);
  }
  return 0;
}

// all variables of the batch, including any that a plugin stores ahead of the filter's
static int filterexact_advance(const FcContext* context, const FcActuatorBatch* batch,
                               const mjtNum* act_dot, mjtNum* act_next) {
  const mjtNum h = context->m->opt.timestep;
  for (int k = 0; k < batch->n; k++) {
    const mjtNum tau = time_constant(context->m, batch->id[k]);
    for (int a = batch->actadr[k]; a < batch->actadr[k] + batch->actnum[k]; a++)
      act_next[a] = batch->act[a] + act_dot[a] * tau * (1 - exp(-h / tau));
  }
  return 0;
}

static const FcActuator integrator = {
    .size = sizeof(FcActuator), .rates = integrator_rate, .nact = 1, .inherit = FC_INHERIT_ACT};
static const FcActuator filter = {.size = sizeof(FcActuator), .rates = filter_rate, .nact = 1};
static const FcActuator filterexact = {.size = sizeof(FcActuator),
                                       .rates = filter_rate,
                                       .nact = 1,
                                       .advance = filterexact_advance,
                                       .inherit = FC_INHERIT_CTRL,
                                       .leading = 1};

static const FcFace faces[] = {
    {.size = sizeof(FcFace),
     .kind = FC_ACTUATOR,
     .name = "dyntype/integrator",
     .table = &integrator,
     .number = FC_NUMBER(mjDYN_INTEGRATOR)},
    {.size = sizeof(FcFace),
     .kind = FC_ACTUATOR,
     .name = "dyntype/filter",
     .table = &filter,
     .number = FC_NUMBER(mjDYN_FILTER)},
    {.size = sizeof(FcFace),
     .kind = FC_ACTUATOR,
     .name = "dyntype/filterexact",
     .table = &filterexact,
     .number = FC_NUMBER(mjDYN_FILTEREXACT)},
};

FC_MODULE_WITH(activation, "activation", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "First-order activation dynamics: integrator, filter, exact filter", NULL)
