// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.foam: a contact model. A contact is a spring with a damper, per unit of the inertia that it
// sees, and the spring stiffens as it is compressed, as foam, rubber and flesh do:
//
//   aref = -2 zeta w vel - w^2 (dist - margin),   w^2 = omega^2 (1 + (penetration / depth)^2)
//
// R, which softens the row, is `softness` times the inverse inertia at the contact (diagApprox).
// With elliptic cones R of the tangents follows from that of the normal, see
// <fulcrum/contact_model.h>. To make another law, replace `stiffness` and `damping` in `position`.
//
//     <option contact_model="acme.foam"><config key="omega" value="30"/></option>

#include <fulcrum/contact_model.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

enum { OMEGA, ZETA, SOFTNESS, DEPTH };  // parameters

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
    // the spring stiffens as the foam is compressed
    const mjtNum x = fc_min(0, contact->dist - contact->includemargin) / context->param[DEPTH];
    const mjtNum stiffness = omega * omega * (1 + x * x) / impedance;
    const mjtNum damping = 2 * context->param[ZETA] * omega * fc_sqrt(1 + x * x);
    batch->R[first] = fc_max(mjMINVAL, soft * batch->diagApprox[first]);
    for (int r = first + 1; r < first + n; r++)
      batch->R[r] = batch->R[first];
    if (contact->dim > 1)
      regularise(batch, contact, batch->R + first);
    for (int r = first; r < first + n; r++) {
      const int tangent = batch->elliptic && r > first;
      mjtNum* KBIP = batch->KBIP + 4 * r;
      KBIP[0] = tangent ? 0 : stiffness;
      KBIP[1] = damping;
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
     .help = "Natural frequency where the foam begins to yield."},
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
     .help = "Regularisation relative to the inverse inertia at the contact."},
    {.key = "depth",
     .type = FC_REAL,
     .length = 1,
     .def = 0.01,
     .min = 1e-6,
     .max = 100,
     .unit = "m",
     .help = "Penetration at which the stiffness has doubled."}};
static const FcContactModel table = {.size = sizeof(FcContactModel), .position = position};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_CONTACT_MODEL,
                                .name = "acme.foam",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(acme_foam, "acme.foam", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A contact model: foam that stiffens as it is compressed", NULL)
