// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.bumper: a contact model that computes forces: springs with dampers along the normal, and
// Coulomb friction that is smooth near rest. With x the penetration, u the relative velocity, and
// (a)+ the positive part of a,
//
//   normal     f_0 = (k x - d u_0)+
//   friction   f_j = -f_0 mu_j^2 u_j / V,   V^2 = sum_j mu_j^2 u_j^2 + mu_1^2 e^2
//
// The implicit integrators use the derivative with respect to u. It includes the coupling of
// friction and normal force, for which there is no potential. The forces are otherwise explicit:
// the step has to be small compared with sqrt(mass / stiffness). To make another law, replace
// `act`.
//
//     <option contact_model="acme.bumper"><config key="stiffness" value="1e4"/></option>

#include <fulcrum/contact_model.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

enum { STIFFNESS, DAMPING, SPEED, NPARAMETER };

static mjtNum square(mjtNum x) { return x * x; }

// f and df/du (dim x dim, NULL: not wanted) of a contact
static void act(const mjContact* contact, const mjtNum* param, const mjtNum* u, mjtNum* f,
                mjtNum* derivative) {
  const mjtNum* mu = contact->friction;
  const mjtNum normal = -param[STIFFNESS] * contact->dist - param[DAMPING] * u[0];
  const int dim = contact->dim;
  mjtNum V = square(mu[0] * param[SPEED]);
  if (normal <= 0)
    return;
  for (int j = 1; j < dim; j++)
    V += square(mu[j - 1] * u[j]);
  V = fc_sqrt(fc_max(mjMINVAL * mjMINVAL, V));
  f[0] = normal;
  for (int i = 1; i < dim; i++)
    f[i] = -normal * square(mu[i - 1]) * u[i] / V;
  if (!derivative)
    return;
  derivative[0] = -param[DAMPING];
  for (int i = 1; i < dim; i++) {
    const mjtNum mi = square(mu[i - 1]);
    derivative[i * dim] = param[DAMPING] * mi * u[i] / V;
    for (int j = 1; j < dim; j++)
      derivative[i * dim + j] =
          -normal * mi * ((i == j) - square(mu[j - 1]) * u[i] * u[j] / (V * V)) / V;
  }
}

static int force(const FcContext* context, const FcContactBatch* batch, FcForceBatch* at) {
  (void)context;
  for (int c = 0; c < batch->ncon; c++) {
    const mjContact* contact = batch->contact + c;
    if (contact->exclude || contact->dist >= 0)
      continue;
    act(contact, batch->param + c * batch->nparam, at->u + 6 * c, at->force + 6 * c,
        at->derivative ? at->derivative + 36 * c : NULL);
  }
  return 0;
}

static const FcParameter parameters[NPARAMETER] = {
    {.key = "stiffness",
     .type = FC_REAL,
     .length = 1,
     .def = 2e4,
     .min = 1e-3,
     .max = 1e12,
     .unit = "N/m",
     .help = "Force per penetration; two geoms are springs in series."},
    {.key = "damping",
     .type = FC_REAL,
     .length = 1,
     .def = 40,
     .min = 0,
     .max = 1e9,
     .unit = "N s/m",
     .help = "Force per velocity of approach."},
    {.key = "stiction_speed",
     .type = FC_REAL,
     .length = 1,
     .def = 1e-3,
     .min = 1e-9,
     .max = 10,
     .unit = "m/s",
     .help = "Slip at which friction has 70 % of its full size."}};
static const FcMixing mixing[NPARAMETER] = {FC_MIX_SERIES, FC_MIX_SERIES, FC_MIX_MAX};
static const FcContactModel table = {
    .size = sizeof(FcContactModel), .way = FC_CONTACT_FORCE, .mixing = mixing, .force = force};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_CONTACT_MODEL,
                                .name = "acme.bumper",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(acme_bumper, "acme.bumper", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A contact model with forces: springs, dampers, smooth friction", NULL)
