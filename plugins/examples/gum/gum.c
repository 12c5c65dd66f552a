// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.gum: a contact model with a convex potential: springs with dampers along the normal, and
// Coulomb friction that is smooth near rest. The step is implicit in both, so any stiffness is
// stable. With x the penetration at the start of the step, u the relative velocity at its end, and
// (a)+ the positive part of a,
//
//   normal     f_0 = (k (x - h u_0) - d u_0)+ = (A - B u_0)+,   A = k x, B = k h + d
//   friction   f_j = -N mu_j^2 u_j / V,   V^2 = sum_j mu_j^2 u_j^2 + mu_1^2 e^2
//
// N is the normal force of the start of the step: with that of its end there would be no potential.
// The potential and its Hessian are
//
//   l = h (A - B u_0)+^2 / (2 B) + h N V
//   d2l/du_0^2    = h B where f_0 > 0
//   d2l/du_i du_j = h N mu_i^2 (delta_ij - mu_j^2 u_i u_j / V^2) / V
//
// To make another law, replace `potential`, and `velocity`, which computes what it needs once a
// step.
//
//     <option contact_model="acme.gum"><config key="stiffness" value="1e5"/></option>

#include <fulcrum/contact_model.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

enum { STIFFNESS, DAMPING, SPEED, NPARAMETER };
enum { A, B, N, NWORK };  // of each contact, computed when velocities are known

static int velocity(const FcContext* context, FcContactBatch* batch) {
  (void)context;
  for (int c = 0; c < batch->ncon; c++) {
    const mjtNum* param = batch->param + c * batch->nparam;
    mjtNum* work = batch->work + c * batch->nwork;
    work[A] = -param[STIFFNESS] * batch->contact[c].dist;
    work[B] = param[STIFFNESS] * batch->timestep + param[DAMPING];
    work[N] = fc_max(0, work[A] - param[DAMPING] * batch->u[6 * c]);
  }
  return 0;
}

static mjtNum square(mjtNum x) { return x * x; }

// friction of a contact whose sides move with u, added to its cost
static mjtNum friction(const mjContact* contact, mjtNum h, mjtNum load, mjtNum speed,
                       const mjtNum* u, mjtNum* force, mjtNum* hessian) {
  const mjtNum* mu = contact->friction;
  const int dim = contact->dim;
  mjtNum V = square(mu[0] * speed);
  for (int j = 1; j < dim; j++)
    V += square(mu[j - 1] * u[j]);
  V = fc_sqrt(V);
  for (int i = 1; i < dim; i++) {
    const mjtNum mi = square(mu[i - 1]);
    force[i] = V > 0 ? -load * mi * u[i] / V : 0;
    for (int j = 1; hessian && V > 0 && j < dim; j++)
      hessian[i * dim + j] =
          h * load * mi * ((i == j) - square(mu[j - 1]) * u[i] * u[j] / (V * V)) / V;
  }
  return h * load * V;
}

static int potential(const FcContext* context, const FcContactBatch* batch, FcPotentialBatch* at) {
  const mjtNum h = batch->timestep;
  (void)context;
  for (int k = 0; k < at->n; k++) {
    const int c = at->contact[k];
    const mjContact* contact = batch->contact + c;
    const mjtNum *work = batch->work + c * batch->nwork, *u = at->u + at->row[k];
    const mjtNum speed = batch->param[c * batch->nparam + SPEED];
    mjtNum *force = at->force + at->row[k], *hessian = at->hessian ? at->hessian + 36 * k : NULL;
    if (hessian)
      fc_zero(hessian, contact->dim * contact->dim);
    force[0] = fc_max(0, work[A] - work[B] * u[0]);
    if (hessian && force[0] > 0)
      hessian[0] = h * work[B];
    at->cost[k] = h * square(force[0]) / (2 * work[B]) +
                  friction(contact, h, work[N], speed, u, force, hessian);
  }
  return 0;
}

static const FcParameter parameters[NPARAMETER] = {
    {.key = "stiffness",
     .type = FC_REAL,
     .length = 1,
     .def = 1e5,
     .min = 1e-3,
     .max = 1e12,
     .unit = "N/m",
     .help = "Force per penetration; two geoms are springs in series."},
    {.key = "damping",
     .type = FC_REAL,
     .length = 1,
     .def = 100,
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
static const FcContactModel table = {.size = sizeof(FcContactModel),
                                     .way = FC_CONTACT_POTENTIAL,
                                     .nwork = NWORK,
                                     .mixing = mixing,
                                     .velocity = velocity,
                                     .potential = potential};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_CONTACT_MODEL,
                                .name = "acme.gum",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(acme_gum, "acme.gum", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A contact model with a potential: springs, dampers, smooth friction", NULL)
