// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts of passive flexes (flex_passive): springs instead of rows of a constraint.
//
//   f = -k dist n,   qfrc_spring += J' f,   k = 1e4 N/m
//
// with n the normal and J the motion of side 1 relative to side 0 (fc_flexContact). There is no
// friction and no damping. Every detected contact acts: one with dist > 0, within the margin,
// pulls. Disabling springs does not switch contacts off; disabling contacts does.

#include <fulcrum/flex.h>
#include <fulcrum/math.h>

#include "passive/elasticity/elasticity.h"

#define STIFFNESS 1e4

// mjContact.exclude
enum { NO_DOFS = 3, PASSIVE = 4 };

static int force(const FcContext* context, const FcPassiveBatch* batch) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  int body[2 * mjMAXFLEXNODES];
  mjtNum weight[2 * mjMAXFLEXNODES], push[3];
  for (int i = 0; i < d->ncon; i++) {
    mjContact* con = d->contact + i;
    if (con->exclude != PASSIVE)
      continue;
    const int n = fc_flexContact(m, d, i, body, weight);
    if (n < 0)
      return -1;
    int moves = 0;
    for (int k = 0; k < n; k++) {
      fc_scl3(push, con->frame, weight[k]);
      fc_scl3(push, push, -STIFFNESS * con->dist);
      fc_applyWrench(m, d, push, NULL, con->pos, body[k], batch->qfrc);
      moves |= m->body_weldid[body[k]] != 0;
    }
    if (!moves)
      con->exclude = NO_DOFS;
  }
  return 0;
}

static int active(const FcContext* context) {
  const mjModel* m = context->m;
  for (int f = 0; f < m->nflex && context->d->ncon; f++)
    if (m->flex_passive[f])
      return 1;
  return 0;
}

// after all other forces, in the order of the sums
const FcPassive flex_contacts = {.size = sizeof(FcPassive),
                                 .flags = FC_PASSIVE_NO_VELOCITY,
                                 .array = FC_QFRC_SPRING,
                                 .order = 500,
                                 .disabled = mjDSBL_CONTACT,
                                 .active = active,
                                 .force = force,
                                 .elements = offsetof(mjModel, nflex)};
