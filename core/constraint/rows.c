// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Row construction: count, allocate, fill (mj_makeConstraint).
//
// Order of rows: equalities, dof friction, tendon friction, joint limits, tendon limits, contacts,
// each in the order of the objects that make them; the solvers rely on bilateral rows coming first,
// friction loss second. Everything lives in the arena right after the contacts. The counts are
// upper bounds: blocks without any effect are dropped while filling.

#include "core/constraint/rows.h"

#include <string.h>

#include <fulcrum/math.h>

#include "core/constraint/constraint.h"
#include "core/data/memory.h"

int merge_columns(int* result, const int* a, int na, const int* b, int nb) {
  int i = 0, j = 0, n = 0;
  while (i < na && j < nb) {
    int x = a[i], y = b[j];
    result[n++] = x < y ? x : y;
    i += x <= y;
    j += y <= x;
  }
  while (i < na) {
    result[n++] = a[i++];
  }
  while (j < nb) {
    result[n++] = b[j++];
  }
  return n;
}

//------------------------------ blocks ------------------------------------------------------------

mjtNum* rows_values(RowBuilder* builder, int nrow, int n) {
  const mjData* d = builder->d;
  if (!builder->sparse) {
    return builder->scratch;
  }
  if (n && (d->nefc + nrow > builder->max_rows || d->nJ + nrow * n > builder->max_entries)) {
    mju_error(
        "mj_makeConstraint: mis-allocation of rows: allocated %d rows with %d entries, found at "
        "least %d with %d",
        builder->max_rows, builder->max_entries, d->nefc + nrow, d->nJ + nrow * n);
    return NULL;
  }
  return d->efc_J + d->nJ;
}

// Store the values of a block in the dense Jacobian; 0 when they are all zero and may be dropped.
static int store_dense(RowBuilder* builder, int nrow, int n, const int* columns, int keep) {
  mjData* d = builder->d;
  int nv = builder->m->nv;
  if (!keep && fc_isZero(builder->scratch, nrow * n)) {
    return 0;
  }
  if (d->nefc + nrow > builder->max_rows) {
    mju_error("mj_makeConstraint: mis-allocation of rows: allocated %d, found at least %d",
              builder->max_rows, d->nefc + nrow);
    return 0;
  }
  for (int r = 0; r < nrow; r++) {
    mjtNum* row = d->efc_J + (size_t)(d->nefc + r) * nv;
    fc_zero(row, nv);
    fc_scatter(row, builder->scratch + r * n, columns, n);
  }

  // a joint that a tendon names twice has two columns, of which the last one counts
  return keep || !fc_isZero(d->efc_J + (size_t)d->nefc * nv, nrow * nv);
}

// Register the values of a block that are already in place.
static int store_sparse(RowBuilder* builder, int nrow, int n, const int* columns) {
  mjData* d = builder->d;
  if (n == 0) {
    return 0;
  }
  for (int r = 0; r < nrow; r++) {
    d->efc_J_rownnz[d->nefc + r] = n;
    d->efc_J_rowadr[d->nefc + r] = d->nJ;
    memcpy(d->efc_J_colind + d->nJ, columns, (size_t)n * sizeof(int));
    d->nJ += n;
  }
  return 1;
}

int rows_append(RowBuilder* builder, int nrow, int n, const int* columns, const RowInfo* info,
                int keep) {
  mjData* d = builder->d;
  int stored = builder->sparse ? store_sparse(builder, nrow, n, columns)
                               : store_dense(builder, nrow, n, columns, keep);
  if (!stored) {
    return 0;
  }
  for (int r = 0; r < nrow; r++) {
    int row = d->nefc + r;
    d->efc_type[row] = info->type;
    d->efc_id[row] = info->id;
    d->efc_frictionloss[row] = info->frictionloss;
    d->efc_margin[row] = info->margin;
    d->efc_pos[row] = info->pos ? info->pos[r] : 0;
  }
  d->nefc += nrow;
  return 1;
}

// Runs of rows with the same columns.
static void find_supernodes(int nrow, const int* rownnz, const int* rowadr, const int* colind,
                            int* rowsuper) {
  if (nrow) {
    rowsuper[nrow - 1] = 0;
  }
  for (int r = nrow - 2; r >= 0; r--) {
    int n = rownnz[r];
    int same = rownnz[r + 1] == n &&
               !memcmp(colind + rowadr[r], colind + rowadr[r + 1], (size_t)n * sizeof(int));
    rowsuper[r] = same ? rowsuper[r + 1] + 1 : 0;
  }
}

//------------------------------ memory ------------------------------------------------------------

// The arrays of nefc rows with nJ entries, one after the other.
static void carve_rows(const mjModel* m, mjData* d, size_t nefc, size_t nJ, Carver* at) {
  d->efc_type = carve(at, nefc, sizeof(int));
  d->efc_id = carve(at, nefc, sizeof(int));
  d->efc_J_rownnz = carve(at, nefc, sizeof(int));
  d->efc_J_rowadr = carve(at, nefc, sizeof(int));
  d->efc_J_rowsuper = carve(at, nefc, sizeof(int));
  d->efc_J_colind = carve(at, nJ, sizeof(int));
  d->efc_J = carve(at, nJ, sizeof(mjtNum));
  d->efc_pos = carve(at, nefc, sizeof(mjtNum));
  d->efc_margin = carve(at, nefc, sizeof(mjtNum));
  d->efc_frictionloss = carve(at, nefc, sizeof(mjtNum));
  d->efc_diagApprox = carve(at, nefc, sizeof(mjtNum));
  d->efc_KBIP = carve(at, 4 * nefc, sizeof(mjtNum));
  d->efc_D = carve(at, nefc, sizeof(mjtNum));
  d->efc_R = carve(at, nefc, sizeof(mjtNum));
  d->tendon_efcadr = carve(at, (size_t)m->ntendon, sizeof(int));
  d->efc_vel = carve(at, nefc, sizeof(mjtNum));
  d->efc_aref = carve(at, nefc, sizeof(mjtNum));
  d->efc_b = carve(at, nefc, sizeof(mjtNum));
  d->efc_state = carve(at, nefc, sizeof(int));
  d->efc_force = carve(at, nefc, sizeof(mjtNum));
}

// Allocate them; 0 when the arena is too small.
static int allocate_rows(const mjModel* m, mjData* d, int nefc, int nJ) {
  Carver at = {NULL, 0};
  carve_rows(m, d, (size_t)nefc, (size_t)nJ, &at);
  at.base = arena_allocate(d, at.offset, sizeof(mjtNum));
  if (!at.base) {
    return 0;
  }
  at.offset = 0;
  carve_rows(m, d, (size_t)nefc, (size_t)nJ, &at);
  return 1;
}

void constraint_overflow(const mjModel* m, mjData* d) {
  (void)m;
  mj_warning(d, mjWARN_CNSTRFULL, (int)d->narena);
  arena_reset_rows(d);
  d->ne = d->nf = d->nl = d->nefc = d->nJ = d->nA = d->nisland = d->nidof = 0;
  for (int i = 0; i < d->ncon; i++) {
    d->contact[i].efc_address = -1;
  }
}

//------------------------------ construction ------------------------------------------------------

// Append every group, keeping the count of each.
static void fill_rows(RowBuilder* builder) {
  mjData* d = builder->d;
  equality_append(builder);
  d->ne = d->nefc;
  friction_append(builder);
  d->nf = d->nefc - d->ne;
  limit_append(builder);
  d->nl = d->nefc - d->ne - d->nf;
  contact_append(builder);
}

// Rows and parameters after the scratch memory of the builder has been set up.
static void build_rows(RowBuilder* builder) {
  const mjModel* m = builder->m;
  mjData* d = builder->d;

  // how much
  RowCount count = {0, 0};
  equality_count(builder, &count);
  friction_count(builder, &count);
  limit_count(builder, &count);
  contact_count(builder, &count);
  if (!count.rows) {
    return;
  }
  builder->max_rows = count.rows;
  builder->max_entries = builder->sparse ? count.entries : count.rows * m->nv;

  // where
  if (!allocate_rows(m, d, builder->max_rows, builder->max_entries)) {
    constraint_overflow(m, d);
    return;
  }
  for (int i = 0; i < m->ntendon; i++) {
    d->tendon_efcadr[i] = -1;
  }

  // what
  d->nJ = 0;
  fill_rows(builder);
  if (builder->sparse) {
    find_supernodes(d->nefc, d->efc_J_rownnz, d->efc_J_rowadr, d->efc_J_colind, d->efc_J_rowsuper);
  } else {
    d->nJ = builder->max_entries;
  }
}

void mj_makeConstraint(const mjModel* m, mjData* d) {
  // forget the previous rows
  arena_reset_rows(d);
  d->ne = d->nf = d->nl = d->nefc = d->nJ = d->nA = d->nisland = d->nidof = 0;
  if (m->opt.disableflags & mjDSBL_CONSTRAINT) {
    return;
  }

  mj_markStack(d);
  RowBuilder builder = {.m = m, .d = d, .sparse = mj_isSparse(m)};
  builder.filter = (m->opt.enableflags & mjENBL_SLEEP) && d->ntree_awake < m->ntree;
  builder.chain = mj_stackAllocInt(d, 2 * (size_t)m->nv);
  builder.chain2 = builder.chain + m->nv;
  builder.work = mj_stackAllocNum(d, 12 * (size_t)m->nv);
  builder.scratch = builder.sparse ? NULL : mj_stackAllocNum(d, MAX_BLOCK * (size_t)m->nv);
  build_rows(&builder);
  mj_freeStack(d);

  // regularisation and reference
  if (d->nefc) {
    diagonal_approximate(m, d);
    parameters_set(m, d);
  }
  d->maxuse_con = d->ncon > d->maxuse_con ? d->ncon : d->maxuse_con;
  d->maxuse_efc = d->nefc > d->maxuse_efc ? d->nefc : d->maxuse_efc;
}
