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

#include <fulcrum/contact_model.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/module.h>

// Stiffness and damping of the normal row and of elliptic friction rows.
static void contact_gains(const FcContactBatch* batch, const mjContact* con, mjtNum dmax,
                          mjtNum normal[2], mjtNum friction[2]) {
  static const mjtNum standard[2] = {(mjtNum)0.02, 1}, none[2] = {0, 0};
  mjtNum solref[2];
  fc_safeReference(solref, con->solref, standard, "contact solref", batch->timestep,
                   batch->refsafe);
  fc_referenceGains(normal, solref, dmax);
  friction[0] = 0;
  friction[1] = normal[1];

  // separate reference for friction, unless solreffriction is absent
  if (batch->elliptic && (con->solreffriction[0] != 0 || con->solreffriction[1] != 0)) {
    mjtNum gain[2];
    fc_safeReference(solref, con->solreffriction, none, "contact solreffriction", batch->timestep,
                     batch->refsafe);
    if (solref[0] != 0 || solref[1] != 0) {
      fc_referenceGains(gain, solref, dmax);
      friction[1] = gain[1];
    }
  }
}

// R of every row of a contact with friction, from that of the first; sets mu.
static void regularise(const FcContactBatch* batch, mjContact* con, mjtNum* R) {
  mjtNum normal = R[0], tangent = normal / fc_max(mjMINVAL, batch->impratio);
  con->mu = con->friction[0] * fc_sqrt(tangent / normal);
  if (batch->elliptic) {
    R[1] = tangent;
    for (int j = 2; j < con->dim; j++) {
      mjtNum mu1 = con->friction[0], mu = con->friction[j - 1];
      R[j] = tangent * mu1 * mu1 / (mu * mu);
    }
  } else {
    fc_fill(R, 2 * con->mu * con->mu * normal, 2 * (con->dim - 1));
  }
}

static void contact_parameters(const FcContactBatch* batch, mjContact* con) {
  int adr = con->efc_address, rows = con->dim == 1     ? 1
                                     : batch->elliptic ? con->dim
                                                       : 2 * (con->dim - 1);
  mjtNum solimp[mjNIMP], imp[2], normal[2], friction[2];
  fc_safeImpedance(solimp, con->solimp);
  fc_impedance(imp, solimp, con->dist, con->includemargin);
  contact_gains(batch, con, solimp[1], normal, friction);

  mjtNum* R = batch->R + adr;
  for (int r = 0; r < rows; r++) {
    const mjtNum* gain = batch->elliptic && r > 0 ? friction : normal;
    mjtNum* kbip = batch->KBIP + 4 * (adr + r);
    kbip[0] = gain[0];
    kbip[1] = gain[1];
    kbip[2] = imp[0];
    kbip[3] = imp[1];
    R[r] = fc_max(mjMINVAL, (1 - imp[0]) * batch->diagApprox[adr + r] / imp[0]);
  }
  if (con->dim > 1)
    regularise(batch, con, R);
  for (int r = 0; r < rows; r++) {
    batch->D[adr + r] = 1 / R[r];
    batch->diagApprox[adr + r] = R[r] * imp[0] / (1 - imp[0]);
  }
}

static int position(const FcContext* context, FcContactBatch* batch) {
  (void)context;
  for (int i = 0; i < batch->ncon; i++)
    if (batch->contact[i].efc_address >= 0)
      contact_parameters(batch, batch->contact + i);
  return 0;
}

static const FcContactModel table = {.size = sizeof(FcContactModel), .position = position};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_CONTACT_MODEL, .name = "soft", .table = &table}};

FC_MODULE_WITH(soft, "soft", "1.0.0", "Apache-2.0", &fc_layout, faces, 1,
               "Soft convex contacts: impedance and reference from solref and solimp", NULL)
