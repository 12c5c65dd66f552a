// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// TEMPLATE: a contact model. Every contact is a spring with a damper between the surfaces, with the
// same natural frequency and damping ratio whatever the bodies weigh:
//
//   aref = -2 zeta omega vel - omega^2 (dist - margin)
//
// The force is what it takes to reach this acceleration, softened by the regularisation R, which is
// `softness` times the inverse inertia that the contact sees (diagApprox). With elliptic cones R of
// the tangents follows from that of the normal, R_j = R_t (mu_1 / mu_j)^2, R_t = R / impratio, and
// contact.mu = mu_1 sqrt(R_t / R): the cost of a sliding contact, which couples the rows, has a
// meaning for no other ratio.

#include <fulcrum/contact_model.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

enum { OMEGA, ZETA, SOFTNESS };  // parameters

// R of every row of a contact with friction, from that of the first
static void regularise(const FcContactBatch* batch, mjContact* contact, mjtNum* R) {
  const mjtNum normal = R[0], tangent = normal / fc_max(mjMINVAL, batch->impratio);
  const mjtNum mu = contact->friction[0];
  contact->mu = mu * fc_sqrt(tangent / normal);
  if (batch->elliptic) {
    for (int j = 1; j < contact->dim; j++) {
      const mjtNum ratio = mu / contact->friction[j - 1];
      R[j] = tangent * ratio * ratio;
    }
  } else {
    fc_fill(R, 2 * contact->mu * contact->mu * normal, 2 * (contact->dim - 1));
  }
}

static int position(const FcContext* context, FcContactBatch* batch) {
  const mjtNum omega = context->param[OMEGA], soft = context->param[SOFTNESS];
  const mjtNum impedance = 1 / (1 + soft);
  for (int c = 0; c < batch->ncon; c++) {
    mjContact* contact = batch->contact + c;
    const int first = contact->efc_address;
    const int n = contact->dim == 1 ? 1 : batch->elliptic ? contact->dim : 2 * (contact->dim - 1);
    if (first < 0)
      continue;
    batch->R[first] = fc_max(mjMINVAL, soft * batch->diagApprox[first]);
    for (int r = first + 1; r < first + n; r++)
      batch->R[r] = batch->R[first];
    if (contact->dim > 1)
      regularise(batch, contact, batch->R + first);
    for (int r = first; r < first + n; r++) {
      const int tangent = batch->elliptic && r > first;
      mjtNum* KBIP = batch->KBIP + 4 * r;
      KBIP[0] = tangent ? 0 : omega * omega / impedance;
      KBIP[1] = 2 * context->param[ZETA] * omega;
      KBIP[2] = impedance;
      KBIP[3] = 0;
      batch->D[r] = 1 / batch->R[r];
      batch->diagApprox[r] = batch->R[r] / soft;
    }
  }
  return 0;
}

static const FcParameter parameters[] = {
    {.key = "omega",
     .type = FC_REAL,
     .length = 1,
     .def = 50,
     .min = 0.1,
     .max = 10000,
     .unit = "rad/s",
     .help = "Natural frequency of a contact; at most about a quarter of the step rate."},
    {.key = "zeta",
     .type = FC_REAL,
     .length = 1,
     .def = 1,
     .min = 0,
     .max = 100,
     .help = "Damping ratio; 1: critical."},
    {.key = "softness",
     .type = FC_REAL,
     .length = 1,
     .def = 0.1,
     .min = 1e-6,
     .max = 100,
     .help = "Regularisation relative to the inverse inertia at the contact."}};
static const FcContactModel table = {.size = sizeof(FcContactModel), .position = position};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_CONTACT_MODEL,
                                .name = "TEMPLATE",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(TEMPLATE_ID, "TEMPLATE", "0.1.0", "Apache-2.0", &fc_layout, faces, 0,
               "A contact model: one frequency and damping ratio for all contacts", NULL)
