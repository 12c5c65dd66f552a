// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Failures of row construction.

#include <fulcrum/host.h>

#include "core/foundation/data/memory.h"
#include "core/physics/problem/rows.h"

int rows_too_many(const RowBuilder* builder, int nrow, int n) {
  const mjData* d = builder->d;
  return fc_fail("more was appended than counted: %d rows with %d entries, at least %d with %d",
                 builder->max_rows, builder->max_entries, d->nefc + nrow,
                 d->nJ + (builder->sparse ? nrow * n : 0));
}

void constraint_overflow(const mjModel* m, mjData* d) {
  (void)m;
  mj_warning(d, mjWARN_CNSTRFULL, (int)d->narena);
  arena_reset_rows(d);
  d->ne = d->nf = d->nl = d->nefc = d->nJ = d->nA = d->nisland = d->nidof = 0;
  for (int i = 0; i < d->ncon; i++)
    d->contact[i].efc_address = -1;
}
