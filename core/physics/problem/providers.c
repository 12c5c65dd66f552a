// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rows that faces make (<fulcrum/constraint.h>): which faces are called for which elements, and the
// services with which they append rows.
//
// Equalities come first, in the order of elements, whatever their types: consecutive ones of one
// type share one call. Every other group is one call for all its objects. A group that counted no
// rows is not called to make any.

#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/foundation/base/errors.h"
#include "core/physics/mechanics/jacobian.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/problem/constraint_plan.h"
#include "core/physics/problem/providers.h"
#include "core/physics/problem/regularization.h"
#include "core/physics/problem/rows.h"

//------------------------------ calling the faces -------------------------------------------------

static int report(const RowBuilder* builder, const RowProvider* provider, unsigned long mark) {
  mju_error("constraint \"%s\" failed at time %g: %s", provider->bound->face->name,
            builder->d->time, fail_reason(mark));
  return -1;
}

// Calls one function of a face. 0, or -1 after mju_error.
static inline int ask(const RowBuilder* builder, const RowProvider* provider, int fill,
                      const FcConstraintBatch* batch, FcRows* rows) {
  const FcConstraint* table = &provider->table;
  const unsigned long mark = fail_mark();
  int status = (fill ? table->fill : table->count)(&provider->bound->context, batch, rows);
  return status < 0 ? report(builder, provider, mark) : 0;
}

// Equalities that make rows at present.
static void find_active(RowBuilder* builder) {
  const mjModel* m = builder->m;
  mjData* d = builder->d;
  builder->nactive = 0;
  for (int i = 0; i < m->neq; i++) {
    if (!d->eq_active[i])
      continue;
    const RowProvider* provider = builder->plan->equality[i];
    if (!provider) {
      equality_unserved(m, i, "mj_makeConstraint");
      continue;
    }
    if (!builder->filter || sleep_equality_of(provider, m, d, i) == mjS_AWAKE)
      builder->active[builder->nactive++] = i;
  }
}

// Every run of active equalities of one type.
static void ask_equalities(RowBuilder* builder, int fill) {
  const RowProvider* const* server = builder->plan->equality;
  const int* id = builder->active;
  for (int i = 0, n; i < builder->nactive; i += n) {
    for (n = 1; i + n < builder->nactive && server[id[i + n]] == server[id[i]]; n++) {
    }
    FcConstraintBatch batch = {.size = sizeof batch, .id = id + i, .n = n};
    if (ask(builder, server[id[i]], fill, &batch, &builder->rows))
      return;
  }
}

void provided_count(RowBuilder* builder, RowCount* count) {
  const mjModel* m = builder->m;
  const ConstraintPlan* plan = builder->plan;
  if (m->nemax && !(m->opt.disableflags & mjDSBL_EQUALITY)) {
    find_active(builder);
    ask_equalities(builder, 0);
  }
  for (int k = 0; k < plan->ngroup; k++) {
    const RowGroup* g = plan->group + k;
    const FcConstraintBatch batch = {.size = sizeof batch, .id = NULL, .n = g->n};
    const int before = builder->rows.rows;
    if (!(m->opt.disableflags & g->disable)) {
      ask(builder, g->provider, 0, &batch, &builder->rows);
      builder->counted |= (unsigned)(builder->rows.rows > before) << k;
    }
  }
  count->rows += builder->rows.rows;
  count->entries += builder->rows.entries;
}

void provided_append(RowBuilder* builder) {
  const ConstraintPlan* plan = builder->plan;
  mjData* d = builder->d;
  builder->group = mjCNSTR_EQUALITY;
  ask_equalities(builder, 1);
  d->ne = d->nefc;
  for (int k = 0; k < plan->ngroup; k++) {
    const RowGroup* g = plan->group + k;
    const FcConstraintBatch batch = {.size = sizeof batch, .id = NULL, .n = g->n};
    const int before = d->nefc;
    builder->group = g->group;
    if (builder->counted >> k & 1)
      ask(builder, g->provider, 1, &batch, &builder->rows);
    *(g->disable == mjDSBL_LIMIT ? &d->nl : &d->nf) += d->nefc - before;
  }
}

//------------------------------ appending rows ----------------------------------------------------

mjtNum* fc_rowValues(FcRows* rows, int nrow, int n) {
  RowBuilder* builder = (RowBuilder*)rows;
  if (n && rows_exceeded(builder, nrow, n))
    return NULL;
  return builder->sparse ? builder->d->efc_J + builder->d->nJ : builder->scratch;
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

// Stores the values of a block in the dense Jacobian; 0 when all are zero. A joint that a tendon
// names twice has two columns, of which the last one counts.
static int store_dense(RowBuilder* builder, int nrow, int n, const int* columns) {
  const size_t nv = (size_t)builder->m->nv;
  mjtNum* J = builder->d->efc_J + (size_t)builder->d->nefc * nv;
  for (int r = 0; r < nrow; r++) {
    fc_zero(J + r * nv, (int)nv);
    scatter(J + r * nv, builder->scratch + r * n, columns, n);
  }
  for (int r = 0; r < nrow; r++)
    for (int k = 0; k < n; k++)
      if (J[r * nv + (size_t)columns[k]] != 0)
        return 1;
  return 0;
}

// Register the values of a block that are already in place.
static inline int store_sparse(RowBuilder* builder, int nrow, int n, const int* columns) {
  mjData* d = builder->d;
  if (n == 0)
    return 0;
  for (int r = 0; r < nrow; r++) {
    d->efc_J_rownnz[d->nefc + r] = n;
    d->efc_J_rowadr[d->nefc + r] = d->nJ;
    if (n == 1)
      d->efc_J_colind[d->nJ] = columns[0];
    else
      memcpy(d->efc_J_colind + d->nJ, columns, (size_t)n * sizeof(int));
    d->nJ += n;
  }
  return 1;
}

int fc_rowAppend(FcRows* rows, int nrow, int n, const int* columns, const FcRowBlock* block) {
  RowBuilder* builder = (RowBuilder*)rows;
  mjData* d = builder->d;
  const int first = d->nefc;
  if (!block->diagonal || (builder->group && !(block->solref && block->solimp)))
    return fc_fail("a block of element %d lacks diagonal, solref or solimp", block->id);
  if (n && rows_exceeded(builder, nrow, n))
    return -1;
  if (!(builder->sparse ? store_sparse(builder, nrow, n, columns)
                        : store_dense(builder, nrow, n, columns)))
    return 0;
  for (int r = 0; r < nrow; r++) {
    d->efc_type[first + r] = builder->group;
    d->efc_id[first + r] = block->id;
    d->efc_frictionloss[first + r] = block->frictionloss;
    d->efc_margin[first + r] = block->margin;
    d->efc_pos[first + r] = block->pos ? block->pos[r] : 0;
  }
  d->nefc += nrow;
  block_parameters(builder, first, nrow, block);
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

//------------------------------ columns ----------------------------------------------------------

int fc_bodyColumns(const mjModel* m, int body1, int body2, int* columns) {
  return chain_union(m, body1, body2, columns);
}

void fc_bodyJacobian(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body1,
                     const mjtNum point1[3], int body2, const mjtNum point2[3], int n,
                     const int* columns) {
  chain_jacobian_difference(m, d, jacp, jacr, body2, point2, body1, point1, n, columns);
}

int fc_mergeColumns(int* result, const int* a, int na, const int* b, int nb) {
  int i = 0, j = 0, n = 0;
  while (i < na && j < nb) {
    int x = a[i], y = b[j];
    result[n++] = x < y ? x : y;
    i += x <= y;
    j += y <= x;
  }
  while (i < na)
    result[n++] = a[i++];
  while (j < nb)
    result[n++] = b[j++];
  return n;
}
