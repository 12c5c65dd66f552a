// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Compliant contact as an explicit force, for small steps and laws without a potential.
//
// Normal: Hunt-Crossley, or spring and damper clipped at 0. Friction opposes the scaled velocity
// y_j = (mu_j / mu_1) u_j of all rows with the size N g(V), V = |y|, where g is
//
//     coulomb    mu V / sqrt(V^2 + eps^2)
//     tanh       mu tanh(V / eps)
//     stribeck   (mu + (mu_s - mu) exp(-(V / v_s)^2)) V / sqrt(V^2 + eps^2)
//     hollars    min(V / v_s, 1) (mu + 2 (mu_s - mu) / (1 + (V / v_s)^2))
//
// and viscous V is added to each of them. Where friction falls with speed, its derivative has the
// wrong sign for an implicit step, and 0 is returned for that part (g').

#include <math.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/module.h>

#include "contact_models/laws/laws.h"

enum {
  NORMAL = NORMAL_NPARAMETER,
  DAMPING,
  FRICTION,
  STATIC,
  STRIBECK_SPEED,
  STICTION_SPEED,
  VISCOUS,
  NPARAMETER
};

enum { HUNT_CROSSLEY, KELVIN_VOIGT };
enum { COULOMB, TANH, STRIBECK, HOLLARS };
static const char* const normals[] = {"hunt_crossley", "kelvin_voigt", NULL};
static const char* const frictions[] = {"coulomb", "tanh", "stribeck", "hollars", NULL};

#define NWORK ((int)(sizeof(NormalLaw) / sizeof(mjtNum)))

static int acts(const mjContact* con) { return con->exclude == 0 && con->dist < 0; }

static int position(const FcContext* context, FcContactBatch* batch) {
  for (int i = 0; i < batch->ncon; i++) {
    const mjContact* con = batch->contact + i;
    if (acts(con)) {
      NormalLaw* law = (NormalLaw*)(batch->work + (size_t)i * (size_t)batch->nwork);
      *law = contact_normal(context, con, param_of(batch, i));
    }
  }
  return 0;
}

static mjtNum spring_and_damper(const NormalLaw* law, mjtNum damping, mjtNum x, mjtNum xdot,
                                mjtNum derivative[2]) {
  NormalLaw elastic = {law->stiffness, law->exponent, 0};
  mjtNum force = normal_force(&elastic, x, 0, derivative) + damping * xdot;
  derivative[1] = damping;
  if (force <= 0) {
    derivative[0] = derivative[1] = 0;
    return 0;
  }
  return force;
}

// g(V) / V and g'(V)
static void friction_curve(const mjtNum* param, mjtNum mu, mjtNum V, mjtNum out[2]) {
  mjtNum eps = param[STICTION_SPEED], ratio = V / param[STRIBECK_SPEED];
  mjtNum excess = fc_max(0, param[STATIC] - mu), soft = fc_sqrt(V * V + eps * eps);
  switch ((int)param[FRICTION]) {
    case TANH: {
      mjtNum t = (mjtNum)tanh(V / eps);
      out[0] = V > (mjtNum)1e-6 * eps ? mu * t / V : mu / eps;
      out[1] = mu * (1 - t * t) / eps;
      break;
    }
    case STRIBECK: {
      mjtNum extra = excess * fc_exp(-ratio * ratio), top = mu + extra;
      out[0] = top / soft;
      out[1] = top * eps * eps / (soft * soft * soft) -
               2 * ratio / param[STRIBECK_SPEED] * extra * V / soft;
      break;
    }
    case HOLLARS: {
      mjtNum bell = 1 + ratio * ratio, top = mu + 2 * excess / bell;
      mjtNum fall = -4 * excess * ratio / (bell * bell * param[STRIBECK_SPEED]);
      out[0] = ratio < 1 ? top / param[STRIBECK_SPEED] : top / V;
      out[1] = ratio < 1 ? top / param[STRIBECK_SPEED] + ratio * fall : fall;
      break;
    }
    default:
      out[0] = mu / soft;
      out[1] = mu * eps * eps / (soft * soft * soft);
      break;
  }
  out[0] += param[VISCOUS];
  out[1] += param[VISCOUS];
}

// load[0] is the normal force, load[1] its derivative with respect to u_0.
static void friction_force(const mjtNum* param, const mjContact* con, const mjtNum* u,
                           const mjtNum load[2], mjtNum* force, mjtNum* derivative) {
  int n = con->dim - 1;
  mjtNum mu = fc_max(mjMINMU, con->friction[0]), scale[5], y[5], curve[2];
  for (int j = 0; j < n; j++) {
    scale[j] = con->friction[j] / mu;
    y[j] = scale[j] * u[1 + j];
  }
  mjtNum V = fc_norm(y, n);
  friction_curve(param, mu, V, curve);
  mjtNum slope = fc_max(0, curve[1]);
  for (int i = 0; i < n; i++) {
    force[1 + i] = -load[0] * curve[0] * scale[i] * y[i];
    if (!derivative)
      continue;
    mjtNum* row = derivative + (1 + i) * con->dim;
    row[0] = -load[1] * curve[0] * scale[i] * y[i];
    for (int j = 0; j < n; j++) {
      mjtNum along = V > 0 ? y[i] / V * (y[j] / V) : 0;
      row[1 + j] =
          -load[0] * scale[i] * scale[j] * ((slope - curve[0]) * along + (i == j ? curve[0] : 0));
    }
  }
}

static int force(const FcContext* context, const FcContactBatch* batch, FcForceBatch* at) {
  (void)context;
  for (int i = 0; i < batch->ncon; i++) {
    const mjContact* con = batch->contact + i;
    if (!acts(con))
      continue;
    const mjtNum *param = param_of(batch, i), *u = at->u + 6 * i;
    const NormalLaw* law = (const NormalLaw*)(batch->work + (size_t)i * (size_t)batch->nwork);
    mjtNum *result = at->force + 6 * i,
           *derivative = at->derivative ? at->derivative + 36 * i : NULL;
    mjtNum slope[2];
    result[0] = param[NORMAL] == KELVIN_VOIGT
                    ? spring_and_damper(law, param[DAMPING], -con->dist, -u[0], slope)
                    : normal_force(law, -con->dist, -u[0], slope);
    if (derivative)
      derivative[0] = -slope[1];
    if (con->dim > 1)
      friction_force(param, con, u, (mjtNum[2]){result[0], -slope[1]}, result, derivative);
  }
  return 0;
}

// clang-format off
static const FcParameter parameters[NPARAMETER] = {
    NORMAL_PARAMETERS,
    {.key = "normal", .type = FC_CHOICE, .length = 1, .def = HUNT_CROSSLEY, .keywords = normals,
     .help = "Law along the normal."},
    {.key = "damping", .type = FC_REAL, .length = 1, .def = 0, .min = 0, .max = (mjtNum)1e12,
     .unit = "N s/m", .help = "Damping of kelvin_voigt."},
    {.key = "friction", .type = FC_CHOICE, .length = 1, .def = COULOMB, .keywords = frictions,
     .help = "Law across it."},
    {.key = "friction_static", .type = FC_REAL, .length = 1, .def = 0, .min = 0, .max = 100,
     .help = "Coefficient at rest of stribeck and hollars, where above the contact's own."},
    {.key = "stribeck_speed", .type = FC_REAL, .length = 1, .def = (mjtNum)0.01,
     .min = (mjtNum)1e-9, .max = (mjtNum)1e9, .unit = "m/s",
     .help = "Slip over which stribeck falls; where hollars is largest."},
    {.key = "stiction_speed", .type = FC_REAL, .length = 1, .def = (mjtNum)1e-3,
     .min = (mjtNum)1e-7, .max = 1, .unit = "m/s", .help = "Slip that friction needs to build up."},
    {.key = "viscous", .type = FC_REAL, .length = 1, .def = 0, .min = 0, .max = (mjtNum)1e6,
     .unit = "s/m", .help = "Growth of the coefficient with slip."},
};
// clang-format on

static const FcMixing mixing[NPARAMETER] = {NORMAL_MIXING, FC_MIX_NONE, FC_MIX_MAX, FC_MIX_NONE,
                                            FC_MIX_MAX,    FC_MIX_MAX,  FC_MIX_MAX, FC_MIX_MAX};

static const FcContactModel table = {
    .size = sizeof(FcContactModel),
    .position = position,
    .way = FC_CONTACT_FORCE,
    .force = force,
    .nwork = NWORK,
    .mixing = mixing,
    .mix = mix_normal,
};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_CONTACT_MODEL,
                                .name = "compliant",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(compliant, "compliant", "1.0.0", "Apache-2.0", &fc_layout, faces, -1,
               "Compliant contacts as explicit forces: Hunt-Crossley or Kelvin-Voigt with friction",
               NULL)
