// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// TEMPLATE: an actuator. Its one activation variable follows the control with a lag; the force is
// proportional to it, less a viscous part:
//
//   act' = (ctrl - act) / tau,   force = gain act - damping velocity
//
//     <actuator><TEMPLATE joint="hinge" gain="2" tau="0.05"/></actuator>

#include <fulcrum/actuator.h>
#include <fulcrum/layout.h>
#include <mujoco/mujoco.h>

enum { GAIN, TAU, DAMPING };  // parameters

static int rates(const FcContext* context, const FcActuatorBatch* batch, mjtNum* act_dot) {
  for (int k = 0; k < batch->n; k++) {
    const int at = batch->actadr[k];
    act_dot[at] = (batch->ctrl[batch->id[k]] - batch->act[at]) / context->param[TAU];
  }
  return 0;
}

static int value(const FcContext* context, const FcActuatorBatch* batch, mjtNum* force) {
  for (int k = 0; k < batch->n; k++) {
    force[k] = context->param[GAIN] * batch->act[batch->actadr[k]] -
               context->param[DAMPING] * context->d->actuator_velocity[batch->id[k]];
  }
  return 0;
}

// derivative of the force with respect to the velocity of the actuator, for implicit integrators
static int slope(const FcContext* context, const FcActuatorBatch* batch, mjtNum* result) {
  for (int k = 0; k < batch->n; k++)
    result[k] = -context->param[DAMPING];
  return 0;
}

static const FcParameter parameters[] = {{.key = "gain",
                                          .type = FC_REAL,
                                          .length = 1,
                                          .def = 1,
                                          .unit = "N",
                                          .help = "Force at full activation."},
                                         {.key = "tau",
                                          .type = FC_REAL,
                                          .length = 1,
                                          .def = 0.05,
                                          .min = 1e-4,
                                          .max = 1e4,
                                          .unit = "s",
                                          .help = "Time constant of the activation."},
                                         {.key = "damping",
                                          .type = FC_REAL,
                                          .length = 1,
                                          .def = 0.1,
                                          .min = 0,
                                          .max = 1e6,
                                          .unit = "N s/m",
                                          .help = "Viscous part of the force."}};
static const FcActuator table = {
    .size = sizeof(FcActuator), .nact = 1, .rates = rates, .value = value, .slope = slope};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_ACTUATOR,
                                .name = "TEMPLATE",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(TEMPLATE_ID, "TEMPLATE", "0.1.0", "Apache-2.0", &fc_layout, faces, 0,
               "An actuator with a lag", NULL)
