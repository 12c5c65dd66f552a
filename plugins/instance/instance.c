// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include "plugins/instance/instance.h"

int instance_without_state(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 0;
}

void instance_free(mjData* d, int instance) {
  mju_free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}
