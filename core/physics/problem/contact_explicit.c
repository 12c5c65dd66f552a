// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts whose model computes a force (FC_CONTACT_FORCE): their part of qfrc_passive and of its
// derivative with respect to velocity.
//
// The derivative J' df/du J goes into the pattern D, which couples two dofs when one of them moves
// the other. All of it fits when the dofs that a contact moves form one chain, that is, when one
// side is static or moves the other. Between two trees, or two branches of one, the off-diagonal
// blocks would be missing, which would violate momentum conservation; such contacts stay explicit.

#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/record.h"
#include "core/physics/problem/contacts.h"

//------------------------------ force -------------------------------------------------------------

void contact_forces_velocities(const mjData* d, const Contacts* c, mjtNum* u) {
  for (int i = 0; i < c->ncon; i++) {
    const int n = c->J_nnz[i], *column = c->J_colind + c->J_coladr[i];
    for (int k = 0; n && k < d->contact[i].dim; k++)
      u[6 * i + k] = fc_dotSparse(c->J + c->J_adr[i] + k * n, d->qvel, n, column);
  }
}

// Forces, and derivatives where requested, at c->u. 0, or -1 after mju_error.
static int ask(const mjModel* m, mjData* d, const Contacts* c, mjtNum* force, mjtNum* derivative) {
  const FcContactModel* model = c->bound->table;
  FcContactBatch batch = contact_batch(m, d, c);
  batch.u = c->u;
  FcForceBatch at = {.size = sizeof at, .u = c->u, .force = force, .derivative = derivative};
  fc_zero(force, 6 * c->ncon);
  const unsigned long mark = module_enter(d);
  if (model->force(&c->bound->context, &batch, &at)) {
    mju_error("contact model '%s': %s", c->face->name, fail_reason(mark));
    return -1;
  }
  return 0;
}

void contact_forces(const mjModel* m, mjData* d) {
  Contacts c;
  if (!data_record(d)->contact_force || !contacts_view(m, d, &c))
    return;
  const FcContactModel* model = c.bound->table;
  contact_forces_velocities(d, &c, c.u);
  FcContactBatch batch = contact_batch(m, d, &c);
  batch.u = c.u;
  const unsigned long mark = module_enter(d);
  if (model->velocity && model->velocity(&c.bound->context, &batch)) {
    mju_error("contact model '%s': %s", c.face->name, fail_reason(mark));
    return;
  }
  if (ask(m, d, &c, c.force, NULL))
    return;
  for (int i = 0; i < c.ncon; i++) {
    const int n = c.J_nnz[i], *column = c.J_colind + c.J_coladr[i];
    for (int k = 0; n && k < d->contact[i].dim; k++)
      fc_addToSclSparse(d->qfrc_passive, c.J + c.J_adr[i] + k * n, c.force[6 * i + k], n, column);
  }
}

//------------------------------ derivative --------------------------------------------------------

// 1 when dof j moves dof i, or is dof i itself.
static int moves(const mjModel* m, int j, int i) {
  while (i > j)
    i = m->dof_parentid[i];
  return i == j;
}

// Columns of contact i that are not zero, ascending, into which; returns their number, 0 when they
// do not form a chain.
static int chain_columns(const mjModel* m, const mjData* d, const Contacts* c, int i, int* which) {
  const int n = c->J_nnz[i], *column = c->J_colind + c->J_coladr[i];
  const mjtNum* J = c->J + c->J_adr[i];
  int used = 0;
  for (int k = 0; k < n; k++) {
    int zero = 1;
    for (int r = 0; r < d->contact[i].dim; r++)
      zero &= J[r * n + k] == 0;
    if (!zero) {
      if (used && !moves(m, column[which[used - 1]], column[k]))
        return 0;
      which[used++] = k;
    }
  }
  return used;
}

// Position of column j in row i of the pattern D, which has it.
static mjtNum* entry(const mjModel* m, mjData* d, int i, int j) {
  int k = m->D_rowadr[i];
  while (m->D_colind[k] != j)
    k++;
  return d->qDeriv + k;
}

// qDeriv += J' B J on the columns `which`.
static void add_product(const mjModel* m, mjData* d, const Contacts* c, int i, const mjtNum* B,
                        const int* which, int used) {
  const int dim = d->contact[i].dim, n = c->J_nnz[i], *column = c->J_colind + c->J_coladr[i];
  const mjtNum* J = c->J + c->J_adr[i];
  for (int b = 0; b < used; b++) {
    mjtNum BJ[6] = {0};
    for (int r = 0; r < dim; r++)
      for (int s = 0; s < dim; s++)
        BJ[r] += B[r * dim + s] * J[s * n + which[b]];
    for (int a = 0; a < used; a++) {
      mjtNum sum = 0;
      for (int r = 0; r < dim; r++)
        sum += J[r * n + which[a]] * BJ[r];
      *entry(m, d, column[which[a]], column[which[b]]) += sum;
    }
  }
}

static void symmetrise(mjtNum* B, int dim) {
  for (int r = 0; r < dim; r++)
    for (int s = 0; s < r; s++)
      B[r * dim + s] = B[s * dim + r] = (B[r * dim + s] + B[s * dim + r]) / 2;
}

void contact_forces_derivative(const mjModel* m, mjData* d, int symmetric) {
  Contacts c;
  if (!data_record(d)->contact_force || !contacts_view(m, d, &c))
    return;
  mj_markStack(d);
  mjtNum* force = mj_stackAllocNum(d, 6 * (size_t)c.ncon);
  mjtNum* derivative = mj_stackAllocNum(d, 36 * (size_t)c.ncon);
  int* which = mj_stackAllocInt(d, (size_t)m->nv);
  fc_zero(derivative, 36 * c.ncon);
  if (!ask(m, d, &c, force, derivative)) {
    for (int i = 0; i < c.ncon; i++) {
      mjtNum* B = derivative + 36 * (size_t)i;
      const int used = chain_columns(m, d, &c, i, which);
      if (symmetric)
        symmetrise(B, d->contact[i].dim);
      add_product(m, d, &c, i, B, which, used);
    }
  }
  mj_freeStack(d);
}
