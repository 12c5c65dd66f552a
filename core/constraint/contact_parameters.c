// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include "core/constraint/contact_parameters.h"

#include <fulcrum/math.h>

#include "core/kernel/parameter.h"

int contact_model_parameters(const mjModel* m, const Bound* bound, const mjContact* contacts, int n,
                             mjtNum* param) {
  (void)m, (void)contacts;
  const int nparam = parameter_count(bound->face);
  for (int i = 0; i < n; i++) {
    fc_copy(param + (size_t)i * (size_t)nparam, bound->context.param, nparam);
  }
  return 0;
}
