// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Soft convex contacts: the default contact model.
//
// A contact behaves like a spring and damper whose strength adapts to the inertia it meets: solref
// sets how fast penetration decays, solimp which fraction of that the contact enforces (the
// impedance) as a function of depth. All rows of a contact share the impedance of its distance.
//
// With R_n the regularisation of the first row, friction gets R_t = R_n / impratio. Elliptic rows
// then get R_j = R_t mu_1^2 / mu_j^2, so that R_j mu_j^2 is the same for all of them and the cone
// becomes circular, with slope contact.mu = mu_1 sqrt(R_t / R_n), in the variables of the solver.
// All edges of a pyramid get 2 mu^2 R_n, which makes a pyramid as soft as the elliptic cone.
// Friction rows of elliptic cones have no stiffness and may have a reference of their own
// (solreffriction).

#include <string.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/module.h>

// What follows from solref, solreffriction and solimp alone. Most contacts share these with the
// contact before.
typedef struct Response_ {
  const mjContact* con;  // of which contact; NULL: none yet
  mjtNum solimp[mjNIMP];
  mjtNum normal[2],
      friction[2];  // stiffness and damping of the first and of elliptic friction rows
} Response;

// Stiffness and damping of the normal row and of elliptic friction rows.
static void contact_gains(const FcContactBatch* batch, const mjContact* con, Response* response) {
  static const mjtNum standard[2] = {(mjtNum)0.02, 1}, none[2] = {0, 0};
  const mjtNum dmax = response->solimp[1];
  mjtNum solref[2];
  fc_safeReference(solref, con->solref, standard, "contact solref", batch->timestep,
                   batch->refsafe);
  fc_referenceGains(response->normal, solref, dmax);
  response->friction[0] = 0;
  response->friction[1] = response->normal[1];

  // separate reference for friction, unless solreffriction is absent
  if (batch->elliptic && (con->solreffriction[0] != 0 || con->solreffriction[1] != 0)) {
    mjtNum gain[2];
    fc_safeReference(solref, con->solreffriction, none, "contact solreffriction", batch->timestep,
                     batch->refsafe);
    if (solref[0] != 0 || solref[1] != 0) {
      fc_referenceGains(gain, solref, dmax);
      response->friction[1] = gain[1];
    }
  }
}

static inline int same_response(const mjContact* a, const mjContact* b) {
  return memcmp(a->solref, b->solref, sizeof a->solref) == 0 &&
         memcmp(a->solreffriction, b->solreffriction, sizeof a->solreffriction) == 0 &&
         memcmp(a->solimp, b->solimp, 4 * sizeof(mjtNum)) == 0 && a->solimp[4] == b->solimp[4];
}

static inline void update_response(const FcContactBatch* batch, const mjContact* con,
                                   Response* response) {
  const mjContact* before = response->con;
  response->con = con;
  if (before && same_response(con, before))
    return;
  fc_safeImpedance(response->solimp, con->solimp);
  contact_gains(batch, con, response);
}

// Row adr with regularisation R.
static inline void set_row(const FcContactBatch* batch, int adr, const mjtNum gain[2],
                           const mjtNum imp[2], mjtNum R) {
  mjtNum* kbip = batch->KBIP + 4 * adr;
  kbip[0] = gain[0];
  kbip[1] = gain[1];
  kbip[2] = imp[0];
  kbip[3] = imp[1];
  batch->R[adr] = R;
  batch->D[adr] = 1 / R;
  batch->diagApprox[adr] = R * imp[0] / (1 - imp[0]);
}

// Makes the other `rows` - 1 rows copies of row adr.
static inline void repeat_row(const FcContactBatch* batch, int adr, int rows) {
  mjtNum *R = batch->R + adr, *D = batch->D + adr, *diagonal = batch->diagApprox + adr;
  mjtNum* kbip = batch->KBIP + 4 * adr;
  const mjtNum R0 = R[0], D0 = D[0], diagonal0 = diagonal[0];
  const FcPair gain = FC_CPAIR(kbip), imp = FC_CPAIR(kbip + 2);
  for (int r = 1; r < rows; r++) {
    FC_PAIR(kbip + 4 * r) = gain;
    FC_PAIR(kbip + 4 * r + 2) = imp;
    R[r] = R0;
    D[r] = D0;
    diagonal[r] = diagonal0;
  }
}

static void contact_parameters(const FcContactBatch* batch, mjContact* con, Response* response) {
  const int adr = con->efc_address, dim = con->dim;
  mjtNum imp[2];
  update_response(batch, con, response);
  fc_impedance(imp, response->solimp, con->dist, con->includemargin);

  // the first row, and with friction the ratio of the others to it
  const mjtNum normal = fc_max(mjMINVAL, (1 - imp[0]) * batch->diagApprox[adr] / imp[0]);
  mjtNum tangent = normal;
  if (dim > 1) {
    if (batch->impratio != 1)
      tangent = normal / fc_max(mjMINVAL, batch->impratio);
    con->mu = con->friction[0] * fc_sqrt(tangent / normal);
  }
  if (dim == 1 || !batch->elliptic) {
    set_row(batch, adr, response->normal, imp, dim == 1 ? normal : 2 * con->mu * con->mu * normal);
    repeat_row(batch, adr, 2 * (dim - 1));
    return;
  }
  set_row(batch, adr, response->normal, imp, normal);
  for (int j = 1; j < dim; j++) {
    const mjtNum mu1 = con->friction[0], mu = con->friction[j - 1];
    set_row(batch, adr + j, response->friction, imp,
            j == 1 ? tangent : tangent * mu1 * mu1 / (mu * mu));
  }
}

static int position(const FcContext* context, FcContactBatch* batch) {
  (void)context;
  Response response = {.con = NULL};
  for (int i = 0; i < batch->ncon; i++)
    if (batch->contact[i].efc_address >= 0)
      contact_parameters(batch, batch->contact + i, &response);
  return 0;
}

static const FcContactModel table = {.size = sizeof(FcContactModel), .position = position};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_CONTACT_MODEL, .name = "soft", .table = &table}};

FC_MODULE_WITH(soft, "soft", "1.0.0", "Apache-2.0", &fc_layout, faces, 1,
               "Soft convex contacts: impedance and reference from solref and solimp", NULL)
