// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The actuators of a third party, as its author would build them: nothing but the public headers.
//
//   acme.hydraulic       whole force, two activation variables: spool s and pressure p
//                          s' = (u - s) / tau_s,  p' = (gain s - p) / tau_p,  force = area p - c v
//   dyntype/acme.lag2    w'' = omega^2 (u - w) - 2 zeta omega w', variables (w', w); dynprm =
//   omega,
//                        zeta (0 <= zeta < 1)
//   dyntype/acme.chain   dynprm[1] filters in a row with time constant dynprm[0]; the gain
//                        multiplies the mean of all
//   gaintype/acme.cubic  gainprm[0] + gainprm[1] length^3
//   gaintype/acme.stretch   gainprm[0] times the place of the length in its range
//   biastype/acme.drag   -biasprm[0] |v| v
//   acme.hasty           force = its one activation variable, which
//                        follows the control
//   acme.broken          fails when asked for its force

#include <math.h>
#include <stddef.h>

#include <fulcrum/actuator.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>

// ---------------------------------------------------------------- hydraulic

enum { TAU_SPOOL, TAU_PRESSURE, GAIN, AREA, DRAG };

static int hydraulic_rates(const FcContext* context, const FcActuatorBatch* batch,
                           mjtNum* act_dot) {
  const mjtNum* p = context->param;
  for (int k = 0; k < batch->n; k++) {
    const mjtNum* x = batch->act + batch->actadr[k];
    mjtNum* rate = act_dot + batch->actadr[k];
    rate[0] = (batch->input[batch->id[k]] - x[0]) / p[TAU_SPOOL];
    rate[1] = (p[GAIN] * x[0] - x[1]) / p[TAU_PRESSURE];
  }
  return 0;
}

static int hydraulic_advance(const FcContext* context, const FcActuatorBatch* batch,
                             const mjtNum* act_dot, mjtNum* act_next) {
  const mjtNum* p = context->param;
  const mjtNum h = context->m->opt.timestep, a = 1 / p[TAU_SPOOL], b = 1 / p[TAU_PRESSURE];
  // integrals of the two exponentials over the step
  const mjtNum ia = -expm1(-a * h) / a, ib = -expm1(-b * h) / b;
  for (int k = 0; k < batch->n; k++) {
    const mjtNum *x = batch->act + batch->actadr[k], *rate = act_dot + batch->actadr[k];
    mjtNum* next = act_next + batch->actadr[k];
    next[0] = x[0] + rate[0] * ia;
    next[1] = x[1] + rate[1] * ib + rate[0] * p[GAIN] * b / (b - a) * (ia - ib);
  }
  return 0;
}

static int hydraulic_value(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  const mjtNum* p = context->param;
  for (int k = 0; k < batch->n; k++)
    value[k] = p[AREA] * batch->act[batch->actadr[k] + 1] -
               p[DRAG] * context->d->actuator_velocity[batch->id[k]];
  return 0;
}

static int hydraulic_slope(const FcContext* context, const FcActuatorBatch* batch, mjtNum* slope) {
  for (int k = 0; k < batch->n; k++)
    slope[k] = -context->param[DRAG];
  return 0;
}

static int hydraulic_check(const FcActuatorSetup* setup) {
  return setup->param[TAU_SPOOL] == setup->param[TAU_PRESSURE]
             ? fc_fail("spool and pressure need different time constants")
             : 0;
}

static const FcParameter hydraulic_parameters[] = {
    {.key = "tau_spool",
     .type = FC_REAL,
     .length = 1,
     .def = .02,
     .min = 1e-6,
     .max = 10,
     .unit = "s",
     .help = "Time constant of the spool."},
    {.key = "tau_pressure",
     .type = FC_REAL,
     .length = 1,
     .def = .05,
     .min = 1e-6,
     .max = 10,
     .unit = "s",
     .help = "Time constant of the pressure."},
    {.key = "gain",
     .type = FC_REAL,
     .length = 1,
     .def = 1,
     .unit = "Pa",
     .help = "Pressure that a fully open spool leads to."},
    {.key = "area",
     .type = FC_REAL,
     .length = 1,
     .def = 1,
     .unit = "m2",
     .help = "Area of the piston."},
    {.key = "drag",
     .type = FC_REAL,
     .length = 1,
     .def = 0,
     .unit = "N s/m",
     .help = "Viscous drag of the piston."},
};

static const FcActuator hydraulic = {
    .size = sizeof hydraulic,
    .value = hydraulic_value,
    .slope = hydraulic_slope,
    .nact = 2,
    .rates = hydraulic_rates,
    .advance = hydraulic_advance,
    .check = hydraulic_check,
    .transmissions = 1u << mjTRN_JOINT | 1u << mjTRN_TENDON,
};

// ---------------------------------------------------------------- second-order lag

static int lag2_rates(const FcContext* context, const FcActuatorBatch* batch, mjtNum* act_dot) {
  for (int k = 0; k < batch->n; k++) {
    const mjtNum* prm = context->m->actuator_dynprm + mjNDYN * batch->id[k];
    const mjtNum *x = batch->act + batch->actadr[k], u = batch->ctrl[batch->id[k]];
    act_dot[batch->actadr[k]] = prm[0] * prm[0] * (u - x[1]) - 2 * prm[1] * prm[0] * x[0];
    act_dot[batch->actadr[k] + 1] = x[0];
  }
  return 0;
}

// x + integral of exp(A t) x' over the step; with S and C the integrals of e^-st sin and e^-st cos,
// s = zeta omega: exp(A t) = e^-st (cos I + sin / wd (A + s I)).
static int lag2_advance(const FcContext* context, const FcActuatorBatch* batch,
                        const mjtNum* act_dot, mjtNum* act_next) {
  const mjtNum h = context->m->opt.timestep;
  for (int k = 0; k < batch->n; k++) {
    const mjtNum* prm = context->m->actuator_dynprm + mjNDYN * batch->id[k];
    const mjtNum omega = prm[0], s = prm[1] * omega, wd = omega * sqrt(1 - prm[1] * prm[1]);
    const mjtNum e = exp(-s * h), c = cos(wd * h), sn = sin(wd * h), w2 = omega * omega;
    const mjtNum C = (s + e * (wd * sn - s * c)) / w2, S = (wd - e * (s * sn + wd * c)) / w2;
    const mjtNum *x = batch->act + batch->actadr[k], *r = act_dot + batch->actadr[k];
    mjtNum* next = act_next + batch->actadr[k];
    next[0] = x[0] + C * r[0] + S / wd * (-s * r[0] - w2 * r[1]);
    next[1] = x[1] + C * r[1] + S / wd * (r[0] + s * r[1]);
  }
  return 0;
}

static int lag2_check(const FcActuatorSetup* setup) {
  return setup->dynprm[0] > 0 && setup->dynprm[1] >= 0 && setup->dynprm[1] < 1
             ? 0
             : fc_fail("a lag needs omega > 0 and 0 <= zeta < 1, it has %g and %g",
                       setup->dynprm[0], setup->dynprm[1]);
}

static const FcActuator lag2 = {.size = sizeof lag2,
                                .nact = 2,
                                .rates = lag2_rates,
                                .advance = lag2_advance,
                                .check = lag2_check,
                                .inherit = FC_INHERIT_CTRL};

// ---------------------------------------------------------------- a row of filters

static int chain_length(const FcActuatorSetup* setup) {
  const mjtNum n = setup->dynprm[1];
  return n >= 1 && n <= 100 && n == floor(n) ? (int)n : fc_fail("a chain of %g filters is none", n);
}

static int chain_rates(const FcContext* context, const FcActuatorBatch* batch, mjtNum* act_dot) {
  for (int k = 0; k < batch->n; k++) {
    const mjtNum tau = context->m->actuator_dynprm[mjNDYN * batch->id[k]];
    mjtNum before = batch->ctrl[batch->id[k]];
    for (int a = batch->actadr[k]; a < batch->actadr[k] + batch->actnum[k]; a++) {
      act_dot[a] = (before - batch->act[a]) / tau;
      before = batch->act[a];
    }
  }
  return 0;
}

static int chain_input(const FcContext* context, const FcActuatorBatch* batch, mjtNum* input) {
  (void)context;
  for (int k = 0; k < batch->n; k++) {
    input[k] = 0;
    for (int j = 0; j < batch->actnum[k]; j++)
      input[k] += batch->act[batch->actadr[k] + j] / batch->actnum[k];
  }
  return 0;
}

static const FcActuator chain = {
    .size = sizeof chain, .activations = chain_length, .rates = chain_rates, .input = chain_input};

// ---------------------------------------------------------------- gain and bias

static int cubic_value(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  for (int k = 0; k < batch->n; k++) {
    const mjtNum *prm = context->m->actuator_gainprm + mjNGAIN * batch->id[k],
                 l = context->d->actuator_length[batch->id[k]];
    value[k] = prm[0] + prm[1] * l * l * l;
  }
  return 0;
}

static int cubic_servo(const FcActuatorSetup* setup, mjtNum* kp) {
  *kp = setup->gainprm[0];
  return setup->gainprm[1] == 0;
}

static int stretch_value(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  for (int k = 0; k < batch->n; k++) {
    const mjtNum* range = context->m->actuator_lengthrange + 2 * batch->id[k];
    value[k] = context->m->actuator_gainprm[mjNGAIN * batch->id[k]] *
               (context->d->actuator_length[batch->id[k]] - range[0]) / (range[1] - range[0]);
  }
  return 0;
}

static int drag_value(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  for (int k = 0; k < batch->n; k++) {
    const mjtNum v = context->d->actuator_velocity[batch->id[k]];
    value[k] = -context->m->actuator_biasprm[mjNBIAS * batch->id[k]] * fabs(v) * v;
  }
  return 0;
}

static int drag_slope(const FcContext* context, const FcActuatorBatch* batch, mjtNum* slope) {
  for (int k = 0; k < batch->n; k++)
    slope[k] = -2 * context->m->actuator_biasprm[mjNBIAS * batch->id[k]] *
               fabs(context->d->actuator_velocity[batch->id[k]]);
  return 0;
}

static const FcActuator cubic = {.size = sizeof cubic, .value = cubic_value, .servo = cubic_servo};
static const FcActuator stretch = {
    .size = sizeof stretch, .value = stretch_value, .lengthrange = 1};
static const FcActuator drag = {.size = sizeof drag, .value = drag_value, .slope = drag_slope};

// ---------------------------------------------------------------- a variable of its own

static int hasty_rates(const FcContext* context, const FcActuatorBatch* batch, mjtNum* act_dot) {
  (void)context;
  for (int k = 0; k < batch->n; k++)
    act_dot[batch->actadr[k]] = batch->ctrl[batch->id[k]];
  return 0;
}

static int hasty_value(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  (void)context;
  for (int k = 0; k < batch->n; k++)
    value[k] = batch->act[batch->actadr[k]];
  return 0;
}

// twice as far as an Euler step
static int hasty_advance(const FcContext* context, const FcActuatorBatch* batch,
                         const mjtNum* act_dot, mjtNum* act_next) {
  const mjtNum h = context->m->opt.timestep;
  for (int k = 0; k < batch->n; k++) {
    const int a = batch->actadr[k];
    act_next[a] = batch->act[a] + 2 * h * act_dot[a];
  }
  return 0;
}

static int broken_value(const FcContext* context, const FcActuatorBatch* batch, mjtNum* value) {
  (void)context;
  (void)value;
  return fc_fail("no oil for %d actuators", batch->n);
}

static const FcActuator hasty = {
    .size = sizeof hasty, .rates = hasty_rates, .advance = hasty_advance, .value = hasty_value};
static const FcActuator broken = {.size = sizeof broken, .value = broken_value};

#define FACE(title, tab) \
  { .size = sizeof(FcFace), .kind = FC_ACTUATOR, .name = title, .table = tab }

static const FcFace faces[] = {
    {.size = sizeof(FcFace),
     .kind = FC_ACTUATOR,
     .name = "acme.hydraulic",
     .table = &hydraulic,
     FC_PARAMETERS(hydraulic_parameters)},
    FACE("dyntype/acme.lag2", &lag2),
    FACE("dyntype/acme.chain", &chain),
    FACE("gaintype/acme.cubic", &cubic),
    FACE("gaintype/acme.stretch", &stretch),
    FACE("biastype/acme.drag", &drag),
    FACE("acme.hasty", &hasty),
    FACE("acme.broken", &broken),
};

FC_MODULE(acme_actuators, "acme.actuators", "1.0.0", "MIT", &fc_layout, faces)
