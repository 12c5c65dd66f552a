// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Functions that engine plugins share: what happens to an instance besides its work.

#ifndef PLUGINS_INSTANCE_INSTANCE_H_
#define PLUGINS_INSTANCE_INSTANCE_H_

#include <mujoco/mujoco.h>

// mjpPlugin.nstate of a plugin without state.
int instance_without_state(const mjModel* m, int instance);

// mjpPlugin.destroy of a plugin whose plugin_data is one block of mju_malloc.
void instance_free(mjData* d, int instance);

#endif  // PLUGINS_INSTANCE_INSTANCE_H_
