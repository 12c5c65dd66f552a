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

#include "core/foundation/data/memory.h"
#include "core/foundation/data/record.h"
#include "core/physics/problem/arrays.h"
#include "core/physics/problem/constraint_plan.h"
#include "core/physics/problem/contact_jacobian.h"
#include "core/physics/problem/contact_rows.h"
#include "core/physics/problem/contacts.h"
#include "core/physics/problem/providers.h"
#include "core/physics/problem/regularization.h"
#include "core/physics/problem/rows.h"

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

// Allocates arrays of nefc rows and nJ entries; 0 when the arena is too small.
static inline int allocate_arrays(mjData* d, size_t nefc, size_t nJ, size_t ntendon) {
  size_t size = 0, end = 0;
#define X(type, name, count) next_array(NULL, &size, count, sizeof(type));
  ROW_ARRAYS
#undef X
  char* block = arena_allocate(d, size, sizeof(mjtNum));
  if (!block) {
    arena_reset_rows(d);
    return 0;
  }
#define X(type, name, count) d->name = next_array(block, &end, count, sizeof(type));
  ROW_ARRAYS
#undef X
  return 1;
}

// The same, with room for what is written after the last rows.
static int allocate_rows(const mjModel* m, mjData* d, size_t nefc, size_t nJ) {
  const size_t ntendon = (size_t)m->ntendon;
  // most sizes are constants when there are no rows
  return nefc ? allocate_arrays(d, nefc + ROWS_MARGIN, nJ + ROW_MARGIN, ntendon)
              : allocate_arrays(d, 0, 0, ntendon);
}

//------------------------------ failures ----------------------------------------------------------

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

//------------------------------ construction ------------------------------------------------------

// Runs of rows with the same columns. The rows of one contact are one.
static void find_supernodes(mjData* d) {
  const int *rownnz = d->efc_J_rownnz, *rowadr = d->efc_J_rowadr, *id = d->efc_id;
  int* rowsuper = d->efc_J_rowsuper;
  const int last = d->nefc - 1, first_contact = d->ne + d->nf + d->nl;
  if (last >= 0)
    rowsuper[last] = 0;
  for (int r = last - 1; r >= 0; r--) {
    const int n = rownnz[r], *columns = d->efc_J_colind + rowadr[r];
    const int same = (r >= first_contact && id[r] == id[r + 1]) ||
                     (rownnz[r + 1] == n && columns[0] == columns[n] &&
                      memcmp(columns, columns + n, (size_t)n * sizeof(int)) == 0);
    rowsuper[r] = same ? rowsuper[r + 1] + 1 : 0;
  }
}

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
    find_supernodes(d);
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

// Every member but those that are set by the counts.
static void open_builder(RowBuilder* builder, const mjModel* m, mjData* d,
                         const ConstraintPlan* plan) {
  const size_t nv = (size_t)m->nv, work = 12 * nv, motion = MOTION_SIZE(nv);
  builder->m = m;
  builder->d = d;
  builder->plan = plan;
  builder->sparse = mj_isSparse(m);
  builder->filter = (m->opt.enableflags & mjENBL_SLEEP) && d->ntree_awake < m->ntree;
  builder->max_block = plan->block > MAX_BLOCK ? plan->block : MAX_BLOCK;
  builder->max_rows = builder->max_entries = 0;
  builder->group = 0;
  builder->response.group = -1;
  builder->nactive = 0;
  builder->counted = 0;

  const size_t block = builder->sparse ? 0 : (size_t)builder->max_block * (nv ? nv : 1);
  const size_t bytes =
      (work + motion + block) * sizeof(mjtNum) + (2 * nv + (size_t)m->neq) * sizeof(int);
  builder->work = mj_stackAllocByte(d, bytes, _Alignof(mjtNum));
  builder->motion = builder->work + work;
  builder->scratch = builder->motion + motion;
  builder->chain = (int*)(builder->scratch + block);
  builder->active = builder->chain + 2 * nv;
  builder->rows = (FcRows){.size = sizeof builder->rows,
                           .sparse = builder->sparse,
                           .sleeping = builder->filter,
                           .columns = builder->chain,
                           .work = builder->work};
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
  RowBuilder builder;
  open_builder(&builder, m, d, plan);
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
