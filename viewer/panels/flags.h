// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The bits of mjOption as check boxes: disabled and enabled features, groups of actuators.

#ifndef VIEWER_FLAGS_H_
#define VIEWER_FLAGS_H_

#include <mujoco/mujoco.h>

typedef struct Flags_ {
  int disable[mjNDISABLE], enable[mjNENABLE], actuator_group[mjNGROUP];
} Flags;

void flags_read(Flags* f, const mjOption* opt);
void flags_write(const Flags* f, mjOption* opt);

#endif  // VIEWER_FLAGS_H_
