// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What modules may ask about sleep (fulcrum/passive.h).

#include <fulcrum/passive.h>

#include "core/physics/mechanics/sleep.h"

int fc_sleepState(const mjModel* m, const mjData* d, int objtype, int id) {
  return sleep_object(m, d, objtype, id);
}
