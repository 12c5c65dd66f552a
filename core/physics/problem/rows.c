// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Appending blocks of rows to the constraint Jacobian.

#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/foundation/data/memory.h"
#include "core/physics/problem/rows.h"

int rows_too_many(const RowBuilder* builder, int nrow, int n) {
  const mjData* d = builder->d;
  return fc_fail("more was appended than counted: %d rows with %d entries, at least %d with %d",
                 builder->max_rows, builder->max_entries, d->nefc + nrow,
                 d->nJ + (builder->sparse ? nrow * n : 0));
}

// fc_scatter for columns that mostly follow each other.
static inline void scatter(mjtNum* restrict res, const mjtNum* restrict vec, const int* ind,
                           int n) {
  for (int k = 0; k < n;) {
    if (k <= n - FC_LANES && ind[k + FC_LANES - 1] - ind[k] == FC_LANES - 1) {
      FC_PACK(res + ind[k]) = FC_CPACK(vec + k);
      k += FC_LANES;
    } else {
      res[ind[k]] = vec[k];
      k++;
    }
  }
}

// Stores the values of a block in the dense Jacobian; 0 when all are zero.
static int store_dense(RowBuilder* builder, int nrow, int n, const int* columns) {
  mjData* d = builder->d;
  int nv = builder->m->nv;
  if (fc_isZero(builder->scratch, nrow * n))
    return 0;
  if (rows_exceeded(builder, nrow, n)) {
    mju_error("mj_makeConstraint: %s", fc_lastError());
    return 0;
  }
  for (int r = 0; r < nrow; r++) {
    mjtNum* row = d->efc_J + (size_t)(d->nefc + r) * nv;
    fc_zero(row, nv);
    scatter(row, builder->scratch + r * n, columns, n);
  }

  // a joint that a tendon names twice has two columns, of which the last one counts
  const mjtNum* row = d->efc_J + (size_t)d->nefc * nv;
  int keep = 0;
  for (int i = 0; i < nrow * n && !keep; i++)
    keep = row[(size_t)(i / n) * nv + columns[i % n]] != 0;
  return keep;
}

// Register the values of a block that are already in place.
static int store_sparse(RowBuilder* builder, int nrow, int n, const int* columns) {
  mjData* d = builder->d;
  if (n == 0)
    return 0;
  for (int r = 0; r < nrow; r++) {
    d->efc_J_rownnz[d->nefc + r] = n;
    d->efc_J_rowadr[d->nefc + r] = d->nJ;
    memcpy(d->efc_J_colind + d->nJ, columns, (size_t)n * sizeof(int));
    d->nJ += n;
  }
  return 1;
}

int rows_append(RowBuilder* builder, int type, int nrow, int n, const int* columns,
                const FcRowBlock* block) {
  mjData* d = builder->d;
  int stored = builder->sparse ? store_sparse(builder, nrow, n, columns)
                               : store_dense(builder, nrow, n, columns);
  if (!stored)
    return 0;
  for (int r = 0; r < nrow; r++) {
    int row = d->nefc + r;
    d->efc_type[row] = type;
    d->efc_id[row] = block->id;
    d->efc_frictionloss[row] = block->frictionloss;
    d->efc_margin[row] = block->margin;
    d->efc_pos[row] = block->pos ? block->pos[r] : 0;
  }
  d->nefc += nrow;
  return 1;
}

void constraint_overflow(const mjModel* m, mjData* d) {
  (void)m;
  mj_warning(d, mjWARN_CNSTRFULL, (int)d->narena);
  arena_reset_rows(d);
  d->ne = d->nf = d->nl = d->nefc = d->nJ = d->nA = d->nisland = d->nidof = 0;
  for (int i = 0; i < d->ncon; i++)
    d->contact[i].efc_address = -1;
}
