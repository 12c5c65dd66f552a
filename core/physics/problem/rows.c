// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Row construction: count, allocate, fill (mj_makeConstraint).
//
// Order of rows: equalities, dof friction, tendon friction, joint limits, tendon limits, contacts,
// each in the order of the objects that make them. The solvers rely on bilateral rows coming first
// and friction loss second. All arrays are in the arena right after the contacts. The counts are
// upper bounds: blocks without any effect are dropped while filling.

#include <string.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/foundation/data/memory.h"
#include "core/foundation/data/record.h"
#include "core/physics/problem/constraint.h"
#include "core/physics/problem/contacts.h"
#include "core/physics/problem/rows.h"

//------------------------------ blocks ------------------------------------------------------------

int rows_too_many(const RowBuilder* builder, int nrow, int n) {
  const mjData* d = builder->d;
  return fc_fail("more was appended than counted: %d rows with %d entries, at least %d with %d",
                 builder->max_rows, builder->max_entries, d->nefc + nrow,
                 d->nJ + (builder->sparse ? nrow * n : 0));
}

mjtNum* rows_values(RowBuilder* builder, int nrow, int n) {
  if (!builder->sparse)
    return builder->scratch;
  if (n && rows_exceeded(builder, nrow, n)) {
    mju_error("mj_makeConstraint: %s", fc_lastError());
    return NULL;
  }
  return builder->d->efc_J + builder->d->nJ;
}

// Stores the values of a block in the dense Jacobian; 0 when all are zero and the block may be
// dropped.
static int store_dense(RowBuilder* builder, int nrow, int n, const int* columns, int keep) {
  mjData* d = builder->d;
  int nv = builder->m->nv;
  if (!keep && fc_isZero(builder->scratch, nrow * n))
    return 0;
  if (rows_exceeded(builder, nrow, n)) {
    mju_error("mj_makeConstraint: %s", fc_lastError());
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
                const FcRowBlock* block, int keep) {
  mjData* d = builder->d;
  int stored = builder->sparse ? store_sparse(builder, nrow, n, columns)
                               : store_dense(builder, nrow, n, columns, keep);
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

mjtNum* fc_rowValues(FcRows* rows, int nrow, int n) {
  RowBuilder* builder = (RowBuilder*)rows;
  if (n && rows_exceeded(builder, nrow, n))
    return NULL;
  return builder->sparse ? builder->d->efc_J + builder->d->nJ : builder->scratch;
}

int fc_rowAppend(FcRows* rows, int nrow, int n, const int* columns, const FcRowBlock* block) {
  RowBuilder* builder = (RowBuilder*)rows;
  int row = builder->d->nefc;
  if (!block->diagonal || (builder->group && !(block->solref && block->solimp)))
    return fc_fail("a block of element %d lacks diagonal, solref or solimp", block->id);
  if (n && rows_exceeded(builder, nrow, n))
    return -1;
  if (!rows_append(builder, builder->group, nrow, n, columns, block, 0))
    return 0;
  block_parameters(builder, row, nrow, block);
  return 1;
}

// Copies the rows of a run, which are stored one after the other, in one piece.
static void copy_run(mjData* d, const FcRowRun* run, int entries) {
  memcpy(d->efc_J_colind + d->nJ, run->colind + run->rowadr[0], (size_t)entries * sizeof(int));
  memcpy(d->efc_J + d->nJ, run->J + run->rowadr[0], (size_t)entries * sizeof(mjtNum));
}

// Row r of a run is the next row. Sparse: where it is. Dense: its values; 0 when they are zero.
static inline int store_row(RowBuilder* builder, const FcRowRun* run, int r, int copied) {
  mjData* d = builder->d;
  const int n = run->rownnz[r], row = d->nefc;
  const int* columns = run->colind + run->rowadr[r];
  const mjtNum* J = run->J + run->rowadr[r];
  if (!builder->sparse) {
    if (fc_isZero(J, n))
      return 0;
    mjtNum* dense = d->efc_J + (size_t)row * builder->m->nv;
    fc_zero(dense, builder->m->nv);
    fc_scatter(dense, J, columns, n);
    return 1;
  }
  if (!copied) {
    memcpy(d->efc_J_colind + d->nJ, columns, (size_t)n * sizeof(int));
    memcpy(d->efc_J + d->nJ, J, (size_t)n * sizeof(mjtNum));
  }
  d->efc_J_rownnz[row] = n;
  d->efc_J_rowadr[row] = d->nJ;
  d->nJ += n;
  return n > 0;
}

int fc_rowsAppend(FcRows* rows, const FcRowRun* run) {
  RowBuilder* builder = (RowBuilder*)rows;
  mjData* d = builder->d;
  const int first = d->nefc;
  int nrow = 0, entries = 0;
  if (builder->group != mjCNSTR_EQUALITY)
    return fc_fail("rows of element %d are appended as a run, which is for equalities", run->id);
  for (int r = 0; r < run->n; r++) {
    nrow += run->rownnz[r] > 0;
    entries += run->rownnz[r];
  }
  if (first + nrow > builder->max_rows ||
      (builder->sparse && d->nJ + entries > builder->max_entries))
    return rows_too_many(builder, nrow, entries / (nrow > 0 ? nrow : 1));
  if (!nrow)
    return 0;

  // rows of the model's matrices are contiguous
  const int last = run->rowadr[run->n - 1] + run->rownnz[run->n - 1];
  const int together = builder->sparse && last - run->rowadr[0] == entries;
  if (together)
    copy_run(d, run, entries);
  for (int r = 0; r < run->n; r++) {
    if (run->rownnz[r] && store_row(builder, run, r, together)) {
      const int row = d->nefc++;
      d->efc_type[row] = mjCNSTR_EQUALITY;
      d->efc_id[row] = run->id;
      d->efc_frictionloss[row] = 0;
      d->efc_margin[row] = 0;
      d->efc_pos[row] = run->pos[r];
      d->efc_diagApprox[row] = run->diagonal[r];
    }
  }
  run_parameters(builder, first, d->nefc - first, run->id);
  return d->nefc - first;
}

// Runs of rows with the same columns.
static void find_supernodes(int nrow, const int* rownnz, const int* rowadr, const int* colind,
                            int* rowsuper) {
  if (nrow)
    rowsuper[nrow - 1] = 0;
  for (int r = nrow - 2; r >= 0; r--) {
    int n = rownnz[r];
    int same = rownnz[r + 1] == n &&
               memcmp(colind + rowadr[r], colind + rowadr[r + 1], (size_t)n * sizeof(int)) == 0;
    rowsuper[r] = same ? rowsuper[r + 1] + 1 : 0;
  }
}

//------------------------------ memory ------------------------------------------------------------

// The arrays of nefc rows with nJ entries, in their order in memory.
#define ROW_ARRAYS                  \
  X(int, efc_type, nefc)            \
  X(int, efc_id, nefc)              \
  X(int, efc_J_rownnz, nefc)        \
  X(int, efc_J_rowadr, nefc)        \
  X(int, efc_J_rowsuper, nefc)      \
  X(int, efc_J_colind, nJ)          \
  X(mjtNum, efc_J, nJ)              \
  X(mjtNum, efc_pos, nefc)          \
  X(mjtNum, efc_margin, nefc)       \
  X(mjtNum, efc_frictionloss, nefc) \
  X(mjtNum, efc_diagApprox, nefc)   \
  X(mjtNum, efc_KBIP, 4 * nefc)     \
  X(mjtNum, efc_D, nefc)            \
  X(mjtNum, efc_R, nefc)            \
  X(int, tendon_efcadr, ntendon)    \
  X(mjtNum, efc_vel, nefc)          \
  X(mjtNum, efc_aref, nefc)         \
  X(mjtNum, efc_b, nefc)            \
  X(int, efc_state, nefc)           \
  X(mjtNum, efc_force, nefc)

// Allocate them; 0 when the arena is too small.
static int allocate_rows(const mjModel* m, mjData* d, size_t nefc, size_t nJ) {
  const size_t ntendon = (size_t)m->ntendon;
  size_t size = 0;
#define X(type, name, count) d->name = carve(&size, count, sizeof(type));
  ROW_ARRAYS
#undef X
  char* base = arena_allocate(d, size, sizeof(mjtNum));
  if (!base) {
    arena_reset_rows(d);
    return 0;
  }
#define X(type, name, count) d->name = place(d->name, base);
  ROW_ARRAYS
#undef X
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

//------------------------------ construction ------------------------------------------------------

// Rows and parameters after the scratch memory of the builder has been set up.
static void build_rows(RowBuilder* builder) {
  const mjModel* m = builder->m;
  mjData* d = builder->d;

  // sizes
  RowCount count = {0, 0};
  provided_count(builder, &count);
  contact_count(builder, &count);
  builder->max_rows = count.rows;
  builder->max_entries = builder->sparse ? count.entries : count.rows * m->nv;

  // addresses
  if (!allocate_rows(m, d, (size_t)builder->max_rows, (size_t)builder->max_entries)) {
    constraint_overflow(m, d);
    return;
  }
  for (int i = 0; i < m->ntendon; i++)
    d->tendon_efcadr[i] = -1;
  if (!count.rows)
    return;  // arrays without elements, which are in the arena nevertheless

  // values
  d->nJ = 0;
  provided_append(builder);
  contact_append(builder);
  if (builder->sparse)
    find_supernodes(d->nefc, d->efc_J_rownnz, d->efc_J_rowadr, d->efc_J_colind, d->efc_J_rowsuper);
  else
    d->nJ = builder->max_entries;
}

// Properties of the contacts that determine their rows.
static void choose_contact_model(RowBuilder* builder) {
  const mjModel* m = builder->m;
  builder->elliptic = m->opt.cone != mjCONE_PYRAMIDAL;
  builder->way = FC_CONTACT_ROWS;
  builder->model = builder->d->ncon ? bound_choice(m, builder->d, FC_CONTACT_MODEL) : NULL;
  if (builder->model) {
    const FcContactModel* model = builder->model->table;
    builder->way = model->way;
    builder->elliptic |= model->elliptic || model->way == FC_CONTACT_POTENTIAL;
  }
}

void mj_makeConstraint(const mjModel* m, mjData* d) {
  // drop the previous rows
  arena_reset_rows(d);
  d->ne = d->nf = d->nl = d->nefc = d->nJ = d->nA = d->nisland = d->nidof = 0;
  if (m->opt.disableflags & mjDSBL_CONSTRAINT)
    return;

  const ConstraintPlan* plan = constraint_plan(m, d);
  if (!plan)
    return;

  mj_markStack(d);
  RowBuilder builder = {.m = m, .d = d, .plan = plan, .sparse = mj_isSparse(m)};
  builder.filter = (m->opt.enableflags & mjENBL_SLEEP) && d->ntree_awake < m->ntree;
  builder.chain = mj_stackAllocInt(d, 2 * (size_t)m->nv + (size_t)m->neq);
  builder.active = builder.chain + 2 * m->nv;
  builder.work = mj_stackAllocNum(d, 12 * (size_t)m->nv);
  builder.max_block = plan->block > MAX_BLOCK ? plan->block : MAX_BLOCK;
  builder.scratch =
      builder.sparse ? NULL
                     : mj_stackAllocNum(d, (size_t)builder.max_block * (size_t)(m->nv ? m->nv : 1));
  builder.rows = (FcRows){.size = sizeof builder.rows,
                          .sparse = builder.sparse,
                          .sleeping = builder.filter,
                          .columns = builder.chain,
                          .work = builder.work};
  choose_contact_model(&builder);
  build_rows(&builder);
  if (d->ncon && builder.model && contacts_wanted(builder.model->table))
    contacts_prepare(&builder);
  mj_freeStack(d);
  if (d->nefc || data_record(d)->contacts)
    contact_rows_parameters(m, d);
  d->maxuse_con = d->ncon > d->maxuse_con ? d->ncon : d->maxuse_con;
  d->maxuse_efc = d->nefc > d->maxuse_efc ? d->nefc : d->maxuse_efc;
}
