// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rows that faces make (<fulcrum/constraint.h>): which faces are called for which elements, and the
// services with which they append rows.
//
// Equalities come first, in the order of elements, whatever their types: consecutive ones of one
// type share one call. Every other group is one call for all its objects. A group that counted no
// rows is not called to make any.

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/physics/mechanics/jacobian.h"
#include "core/physics/mechanics/sleep.h"
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
