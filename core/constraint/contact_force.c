// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/math.h>

#include "core/constraint/constraint.h"

void mj_contactForce(const mjModel* m, const mjData* d, int id, mjtNum* result) {
  fc_zero(result, 6);
  if (id < 0 || id >= d->ncon || d->contact[id].efc_address < 0 || !d->nefc) {
    return;
  }
  const mjContact* con = d->contact + id;
  const mjtNum* force = d->efc_force + con->efc_address;
  if (m->opt.cone == mjCONE_PYRAMIDAL) {
    mju_decodePyramid(result, force, con->friction, con->dim);
  } else {
    fc_copy(result, force, con->dim);
  }
}
