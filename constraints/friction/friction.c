// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Dry friction of dofs and tendons: one row each, with the friction loss as the bound of its force.
//
// A dof has a row when its loss is not zero, a tendon when its loss is positive. There is no
// residual: the reference acceleration only damps.

#include <stdint.h>
#include <string.h>

#include <fulcrum/constraint.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

// ---------------------------------------------------------------- dofs

static int dof_is_active(const FcContext* context, const FcRows* rows, int i) {
  const mjModel* m = context->m;
  return m->dof_frictionloss[i] != 0 &&
         (!rows->sleeping || context->d->tree_awake[m->dof_treeid[i]]);
}

// 1 when four numbers are zero, of either sign.
static inline int all_zero(const mjtNum* x) {
  uint64_t bits[4];
  memcpy(bits, x, sizeof bits);
  return (bits[0] | bits[1] | bits[2] | bits[3]) << 1 == 0;
}

static inline int count_range(const FcContext* context, const FcRows* rows, int begin, int end) {
  int n = 0;
  for (int i = begin; i < end; i++)
    n += dof_is_active(context, rows, i);
  return n;
}

static int count_dofs(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjtNum* loss = context->m->dof_frictionloss;
  int i = 0, n = 0;
  // most models have no friction at all
  for (; i + 4 <= batch->n; i += 4)
    if (!all_zero(loss + i))
      n += count_range(context, rows, i, i + 4);
  n += count_range(context, rows, i, batch->n);
  rows->rows += n;
  rows->entries += n;
  return 0;
}

static int fill_dofs(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  for (int i = 0; i < batch->n; i++) {
    if (!dof_is_active(context, rows, i))
      continue;
    const FcRowBlock block = {.size = sizeof block,
                              .id = i,
                              .diagonal = m->dof_invweight0 + i,
                              .solref = m->dof_solref + mjNREF * i,
                              .solimp = m->dof_solimp + mjNIMP * i,
                              .frictionloss = m->dof_frictionloss[i]};
    mjtNum* J = fc_rowValues(rows, 1, 1);
    if (!J)
      return -1;
    J[0] = 1;
    if (fc_rowAppend(rows, 1, 1, &i, &block) < 0)
      return -1;
  }
  return 0;
}

// ---------------------------------------------------------------- tendons

static int count_tendons(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  for (int i = 0; i < batch->n; i++) {
    if (m->tendon_frictionloss[i] > 0) {
      rows->rows++;
      rows->entries += m->ten_J_rownnz[i];
    }
  }
  return 0;
}

static int fill_tendons(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  for (int i = 0; i < batch->n; i++) {
    if (!(m->tendon_frictionloss[i] > 0))
      continue;
    const FcRowBlock block = {.size = sizeof block,
                              .id = i,
                              .diagonal = m->tendon_invweight0 + i,
                              .solref = m->tendon_solref_fri + mjNREF * i,
                              .solimp = m->tendon_solimp_fri + mjNIMP * i,
                              .frictionloss = m->tendon_frictionloss[i]};
    int n;
    const int* columns;
    const mjtNum* tendon = fc_tendonRow(m, d, i, &columns, &n);
    mjtNum* J = fc_rowValues(rows, 1, n);
    if (!J)
      return -1;
    // the tendon stores its first row
    if (d->tendon_efcadr[i] == -1)
      d->tendon_efcadr[i] = d->nefc;
    fc_copy(J, tendon, n);
    if (fc_rowAppend(rows, 1, n, columns, &block) < 0)
      return -1;
  }
  return 0;
}

static const FcConstraint dofs = {.size = sizeof(FcConstraint),
                                  .group = mjCNSTR_FRICTION_DOF,
                                  .count = count_dofs,
                                  .fill = fill_dofs};
static const FcConstraint tendons = {.size = sizeof(FcConstraint),
                                     .group = mjCNSTR_FRICTION_TENDON,
                                     .count = count_tendons,
                                     .fill = fill_tendons};

static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_CONSTRAINT, .name = "friction/dof", .table = &dofs},
    {.size = sizeof(FcFace), .kind = FC_CONSTRAINT, .name = "friction/tendon", .table = &tendons},
};

FC_MODULE_WITH(friction, "friction", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Dry friction of dofs and tendons", NULL)
