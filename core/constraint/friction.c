// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Dry friction of dofs and tendons: one row each, with the friction loss as the bound of its force.
//
// A dof has a row when its loss is not zero, a tendon when its loss is positive.

#include <fulcrum/math.h>

#include "core/constraint/rows.h"

static int dof_is_active(const RowBuilder* builder, int i) {
  const mjModel* m = builder->m;
  return m->dof_frictionloss[i] != 0 &&
         (!builder->filter || builder->d->tree_awake[m->dof_treeid[i]]);
}

void friction_count(RowBuilder* builder, RowCount* count) {
  const mjModel* m = builder->m;
  if (m->opt.disableflags & mjDSBL_FRICTIONLOSS) {
    return;
  }
  for (int i = 0; i < m->nv; i++) {
    if (dof_is_active(builder, i)) {
      count->rows++;
      count->entries++;
    }
  }
  for (int i = 0; i < m->ntendon; i++) {
    if (m->tendon_frictionloss[i] > 0) {
      count->rows++;
      count->entries += m->ten_J_rownnz[i];
    }
  }
}

void friction_append(RowBuilder* builder) {
  const mjModel* m = builder->m;
  mjData* d = builder->d;
  if (m->opt.disableflags & mjDSBL_FRICTIONLOSS) {
    return;
  }
  for (int i = 0; i < m->nv; i++) {
    mjtNum* J = dof_is_active(builder, i) ? rows_values(builder, 1, 1) : NULL;
    if (J) {
      RowInfo info = {
          .type = mjCNSTR_FRICTION_DOF, .id = i, .frictionloss = m->dof_frictionloss[i]};
      J[0] = 1;
      rows_append(builder, 1, 1, &i, &info, 0);
    }
  }
  for (int i = 0; i < m->ntendon; i++) {
    int n;
    const int* columns = tendon_columns(m, i, &n);
    mjtNum* J = m->tendon_frictionloss[i] > 0 ? rows_values(builder, 1, n) : NULL;
    if (J) {
      RowInfo info = {
          .type = mjCNSTR_FRICTION_TENDON, .id = i, .frictionloss = m->tendon_frictionloss[i]};
      if (d->tendon_efcadr[i] == -1)
        d->tendon_efcadr[i] = d->nefc;
      fc_copy(J, d->ten_J + m->ten_J_rowadr[i], n);
      rows_append(builder, 1, n, columns, &info, 0);
    }
  }
}
