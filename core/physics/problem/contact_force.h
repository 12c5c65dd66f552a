// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The force of a contact, whatever its origin: the rows that it made, whose type determines how to
// read them, or a contact model without rows (FC_CONTACT_FORCE).

#ifndef CORE_PHYSICS_PROBLEM_CONTACT_FORCE_H_
#define CORE_PHYSICS_PROBLEM_CONTACT_FORCE_H_

#include <string.h>

#include <mujoco/mujoco.h>

#include "core/foundation/data/record.h"

// 1 when contact `id` exerts a force at present.
static inline int contact_acts(const mjData* d, int id) {
  const mjContact* con = d->contact + id;
  return con->efc_address >= 0 ? d->nefc > 0 : !con->exclude && data_record(d)->contact_force;
}

// Force and torque on side 1 along the axes of the contact frame; zeros when the contact exerts
// none. Returns whether it does.
static inline int contact_force_read(const mjData* d, int id, mjtNum force[6]) {
  const mjContact* con = d->contact + id;
  memset(force, 0, 6 * sizeof *force);
  if (!contact_acts(d, id))
    return 0;
  const int adr = con->efc_address;
  if (adr < 0) {
    const char* all = (const char*)d->arena + data_record(d)->contact_force;
    memcpy(force, (const mjtNum*)(const void*)all + 6 * (size_t)id, 6 * sizeof *force);
  } else if (d->efc_type[adr] == mjCNSTR_CONTACT_PYRAMIDAL) {
    mju_decodePyramid(force, d->efc_force + adr, con->friction, con->dim);
  } else {
    memcpy(force, d->efc_force + adr, (size_t)con->dim * sizeof *force);
  }
  return 1;
}

#endif  // CORE_PHYSICS_PROBLEM_CONTACT_FORCE_H_
