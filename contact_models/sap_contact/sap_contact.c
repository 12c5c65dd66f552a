// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Linear spring and damper with Coulomb friction on elliptic rows (Castro, Permenter and Han 2023,
// "An unconstrained convex formulation of compliant contact").
//
// The normal force at the end of a step of h seconds is k (x+ + tau xdot+), clipped at 0:
//
//     R_n = max(beta^2 / (4 pi^2) w_n, 1 / (h k (h + tau)))    aref = (-dist / (h + tau) - u) / h
//     R_t = sigma w_t                                          aref = -u / h
//
// where w is the diagonal of J M^-1 J' estimated: the first term of R_n lowers a stiffness that the
// step cannot resolve. Friction rows beyond the first get R_t mu_1^2 / mu_j^2, so the projection of
// the solver onto its cone is that of the method. In the terms of the rows, B = 1 / h and K imp = 1
// / (h (h + tau)); the impedance follows from R and w.

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/module.h>

#include "contact_models/laws/laws.h"

enum { STIFFNESS, RELAXATION, SIGMA, BETA, NPARAMETER };

static const mjtNum four_pi_squared = (mjtNum)39.478417604357434475;

static void set_row(const FcContactBatch* batch, int row, mjtNum R, mjtNum stiffness) {
  mjtNum w = fc_max(mjMINVAL, batch->diagApprox[row]), *kbip = batch->KBIP + 4 * row;
  R = fc_max(mjMINVAL, R);
  mjtNum impedance = w / (w + R);
  kbip[0] = stiffness / impedance;
  kbip[1] = 1 / batch->timestep;
  kbip[2] = impedance;
  kbip[3] = 0;
  batch->R[row] = R;
  batch->D[row] = 1 / R;
  batch->diagApprox[row] = w;
}

static int position(const FcContext* context, FcContactBatch* batch) {
  (void)context;
  mjtNum h = batch->timestep;
  for (int i = 0; i < batch->ncon; i++) {
    mjContact* con = batch->contact + i;
    const mjtNum* param = batch->param + i * batch->nparam;
    int adr = con->efc_address;
    if (adr < 0)
      continue;
    if (con->dim > 1 && !batch->elliptic)
      return fc_fail("this contact model needs elliptic cones");
    mjtNum span = h + param[RELAXATION], beta = param[BETA];
    mjtNum w = batch->diagApprox[adr];
    mjtNum normal = fc_max(beta * beta / four_pi_squared * w, 1 / (h * param[STIFFNESS] * span));
    set_row(batch, adr, normal, 1 / (h * span));
    if (con->dim > 1) {
      mjtNum tangent = param[SIGMA] * batch->diagApprox[adr + 1], mu1 = con->friction[0];
      for (int j = 1; j < con->dim; j++) {
        mjtNum mu = con->friction[j - 1];
        set_row(batch, adr + j, tangent * mu1 * mu1 / (mu * mu), 0);
      }
      con->mu = mu1 * fc_sqrt(batch->R[adr + 1] / batch->R[adr]);
    }
  }
  return 0;
}

static int velocity(const FcContext* context, FcContactBatch* batch) {
  (void)context;
  mjtNum h = batch->timestep;
  for (int i = 0; i < batch->ncon; i++) {
    const mjContact* con = batch->contact + i;
    int adr = con->efc_address;
    if (adr < 0)
      continue;
    mjtNum span = h + batch->param[i * batch->nparam + RELAXATION];
    batch->aref[adr] = (-con->dist / span - batch->vel[adr]) / h;
    for (int j = 1; j < con->dim; j++)
      batch->aref[adr + j] = -batch->vel[adr + j] / h;
  }
  return 0;
}

static void mix(const mjModel* m, const mjtNum* a, const mjtNum* b, mjtNum* mixed) {
  (void)m;
  mixed[RELAXATION] = mixed_dissipation(a[STIFFNESS], a[RELAXATION], b[STIFFNESS], b[RELAXATION]);
}

// clang-format off
static const FcParameter parameters[NPARAMETER] = {
    {.key = "stiffness", .type = FC_REAL, .length = 1, .def = (mjtNum)1e5, .min = (mjtNum)1e-9,
     .max = (mjtNum)1e18, .unit = "N/m", .help = "Stiffness of the contact."},
    {.key = "relaxation", .type = FC_REAL, .length = 1, .def = (mjtNum)0.01, .min = 0, .max = 1000,
     .unit = "s", .help = "Damping over stiffness."},
    {.key = "sigma", .type = FC_REAL, .length = 1, .def = (mjtNum)1e-3, .min = (mjtNum)1e-9,
     .max = 1, .help = "Regularisation of friction relative to the inertia of the contact."},
    {.key = "beta", .type = FC_REAL, .length = 1, .def = 1, .min = 0, .max = 100,
     .help = "Shortest period of a contact in time steps; 0: no limit."},
};
// clang-format on

static const FcMixing mixing[NPARAMETER] = {FC_MIX_SERIES, FC_MIX_OWN, FC_MIX_MAX, FC_MIX_MAX};

static const FcContactModel table = {
    .size = sizeof(FcContactModel),
    .position = position,
    .velocity = velocity,
    .way = FC_CONTACT_ROWS,
    .elliptic = 1,
    .mixing = mixing,
    .mix = mix,
};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_CONTACT_MODEL,
                                .name = "sap",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(sap_contact, "sap_contact", "1.0.0", "Apache-2.0", &fc_layout, faces, -1,
               "Spring and damper with Coulomb friction, semi-analytic primal", NULL)
