// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.motor: an actuator, a DC motor behind a gear. The control is the voltage; the current and
// the temperature of the winding are activation variables, with
//
//   L i' = u - R(T) i - K w,      C T' = R(T) i^2 - T / Rth,     R(T) = R (1 + alpha T)
//
// where w is the velocity of the actuator and T the temperature above that of the surroundings. The
// torque is K i. The current depends on velocity only through its rate, so the slope is zero. To
// make another one, replace `rates` and `value`; `advance` is optional.
//
//     <actuator><acme.motor joint="wheel" gear="20" constant="0.05"/></actuator>

#include <math.h>

#include <fulcrum/actuator.h>
#include <fulcrum/layout.h>
#include <mujoco/mujoco.h>

enum { CONSTANT, RESISTANCE, INDUCTANCE, CAPACITY, COOLING, ALPHA };  // parameters

static mjtNum resistance(const mjtNum* param, mjtNum temperature) {
  return param[RESISTANCE] * (1 + param[ALPHA] * temperature);
}

static int rates(const FcContext* context, const FcActuatorBatch* batch, mjtNum* act_dot) {
  const mjtNum* p = context->param;
  for (int k = 0; k < batch->n; k++) {
    const int id = batch->id[k];
    const mjtNum* x = batch->act + batch->actadr[k];
    mjtNum *rate = act_dot + batch->actadr[k], R = resistance(p, x[1]);
    const mjtNum back = p[CONSTANT] * context->d->actuator_velocity[id];
    rate[0] = (batch->ctrl[id] - R * x[0] - back) / p[INDUCTANCE];
    rate[1] = (R * x[0] * x[0] - x[1] / p[COOLING]) / p[CAPACITY];
  }
  return 0;
}

// The electric time constant is often shorter than a time step: the current moves along the exact
// solution for constant voltage and velocity, x + (x' / a) (1 - exp(-a h)), a = R / L.
static int advance(const FcContext* context, const FcActuatorBatch* batch, const mjtNum* act_dot,
                   mjtNum* act_next) {
  const mjtNum h = context->m->opt.timestep;
  for (int k = 0; k < batch->n; k++) {
    const int at = batch->actadr[k];
    const mjtNum a = resistance(context->param, batch->act[at + 1]) / context->param[INDUCTANCE];
    act_next[at] = batch->act[at] - act_dot[at] * expm1(-a * h) / a;
  }
  return 0;
}

static int value(const FcContext* context, const FcActuatorBatch* batch, mjtNum* torque) {
  for (int k = 0; k < batch->n; k++)
    torque[k] = context->param[CONSTANT] * batch->act[batch->actadr[k]];
  return 0;
}

#define POSITIVE(name, standard, units, text)                                            \
  {                                                                                      \
    .key = name, .type = FC_REAL, .length = 1, .def = standard, .min = 1e-9, .max = 1e9, \
    .unit = units, .help = text                                                          \
  }
static const FcParameter parameters[] = {
    POSITIVE("constant", 0.05, "N m/A", "Torque per current, and voltage per angular velocity."),
    POSITIVE("resistance", 1, "Ohm", "Resistance of the winding at the start."),
    POSITIVE("inductance", 1e-3, "H", "Inductance of the winding."),
    POSITIVE("capacity", 50, "J/K", "Heat that warms the winding by 1 K."),
    POSITIVE("cooling", 5, "K/W", "Thermal resistance to the surroundings."),
    {.key = "alpha",
     .type = FC_REAL,
     .length = 1,
     .def = 0.0039,
     .min = 0,
     .max = 1,
     .unit = "1/K",
     .help = "Growth of the resistance with temperature; copper: 0.0039."}};
static const FcActuator table = {
    .size = sizeof(FcActuator), .nact = 2, .rates = rates, .advance = advance, .value = value};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_ACTUATOR,
                                .name = "acme.motor",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(acme_motor, "acme.motor", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "An actuator: a DC motor with current and temperature", NULL)
