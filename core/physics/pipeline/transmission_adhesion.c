// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Transmission of adhesion actuators: the force is spread over the contacts of a body, each pulled
// along its normal.
//
// A contact that has constraint rows contributes the normal part of its rows: the first row, or for
// a pyramidal cone the mean of all edges, in which the tangents cancel. A contact within the gap,
// or whose contact model computes a force without rows, has no rows: its normal Jacobian is
// computed here.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/physics/mechanics/jacobian.h"
#include "core/physics/pipeline/transmission_adhesion.h"
#include "core/physics/problem/contact_force.h"

// moment += scl * (constraint row)
static void add_row(const mjModel* m, const mjData* d, mjtNum* moment, int row, mjtNum scl) {
  if (mj_isSparse(m)) {
    int adr = d->efc_J_rowadr[row];
    fc_addToSclSparse(moment, d->efc_J + adr, scl, d->efc_J_rownnz[row], d->efc_J_colind + adr);
  } else {
    fc_addToScl(moment, d->efc_J + (size_t)row * (size_t)m->nv, scl, m->nv);
  }
}

static void add_included(const mjModel* m, const mjData* d, mjtNum* moment, const mjContact* con) {
  if (d->efc_type[con->efc_address] != mjCNSTR_CONTACT_PYRAMIDAL) {
    add_row(m, d, moment, con->efc_address, 1);
    return;
  }
  int nedge = 2 * (con->dim - 1);
  for (int k = 0; k < nedge; k++)
    add_row(m, d, moment, con->efc_address + k, (mjtNum)0.5 / (con->dim - 1));
}

static void add_without_rows(const mjModel* m, mjData* d, mjtNum* moment, const mjContact* con) {
  int body1 = m->geom_bodyid[con->geom[0]], body2 = m->geom_bodyid[con->geom[1]];
  mj_markStack(d);
  int* chain = mj_stackAllocInt(d, (size_t)m->nv);
  mjtNum* normal = mj_stackAllocNum(d, (size_t)m->nv);
  int n = chain_union(m, body1, body2, chain);
  fc_zero(normal, n);
  chain_add_projection(m, d, normal, con->frame, body1, con->pos, body2, con->pos, n, chain);
  for (int k = 0; k < n; k++)
    moment[chain[k]] += normal[k];
  mj_freeStack(d);
}

int adhesion_moment(const mjModel* m, mjData* d, int body, mjtNum* value, int* col) {
  int count = 0, nnz = 0;
  mj_markStack(d);
  mjtNum* moment = mj_stackAllocNum(d, (size_t)m->nv);
  fc_zero(moment, m->nv);

  for (int k = 0; k < d->ncon; k++) {
    const mjContact* con = d->contact + k;
    int g1 = con->geom[0], g2 = con->geom[1];
    if (g1 < 0 || g2 < 0 || (m->geom_bodyid[g1] != body && m->geom_bodyid[g2] != body))
      continue;
    if (!con->exclude && con->efc_address >= 0)
      add_included(m, d, moment, con);
    else if (con->exclude == 1 || contact_acts(d, k))
      add_without_rows(m, d, moment, con);
    else
      continue;
    count++;
  }

  for (int i = 0; count && i < m->nv; i++) {
    if (moment[i] != 0) {
      value[nnz] = moment[i] * (-1 / (mjtNum)count);
      col[nnz++] = i;
    }
  }
  mj_freeStack(d);
  return nnz;
}
