// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/math.h>

#include "core/foundation/data/argument.h"
#include "core/physics/problem/contact_force.h"

void mj_contactForce(const mjModel* m, const mjData* d, int id, mjtNum* result) {
  (void)m;
  if (!is_given(result, "result", "mj_contactForce"))
    return;
  fc_zero(result, 6);
  if (id >= 0 && id < d->ncon)
    contact_force_read(d, id, result);
}
