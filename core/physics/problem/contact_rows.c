// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contact rows: which contacts make them, and everything about them but the response of the contact
// model. contact_jacobian.c computes their values, and says what they are.
//
// Contacts of one pair of bodies are consecutive and have the same columns. A side that is a flex
// may have several bodies: flex_contact.c. A dof that moves both sides moves the point with them:
// its column is zero, but it stays in the column list.

#include <string.h>

#include <fulcrum/contact_model.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/foundation/data/parallel.h"
#include "core/physics/mechanics/jacobian.h"
#include "core/physics/problem/contact_jacobian.h"
#include "core/physics/problem/contact_rows.h"
#include "core/physics/problem/flex_contact.h"
#include "core/physics/problem/rows.h"

// Rows that a contact of this dimension makes.
static int contact_rows(const RowBuilder* builder, int dim) {
  if (dim == 1)
    return 1;
  return builder->elliptic ? dim : 2 * (dim - 1);
}

// Body of one side.
static int side_body(const mjModel* m, const mjContact* con, int side) {
  return m->geom_bodyid[con->geom[side]];
}

// Reports a geom contact of a sleeping body, which must not occur here.
static int check_awake(const RowBuilder* builder, int i) {
  const mjModel* m = builder->m;
  const mjContact* con = builder->d->contact + i;
  for (int side = 0; side < 2; side++) {
    int tree = m->body_treeid[side_body(m, con, side)];
    if (tree >= 0 && !builder->d->tree_awake[tree]) {
      mju_error("mj_makeConstraint: contact %d involves geom %d, which belongs to a sleeping body",
                i, con->geom[side]);
      return 0;
    }
  }
  return 1;
}

// Makes `pair` that of a contact between two geoms. 1 when it already was.
static inline int follow_pair(const mjModel* m, const mjContact* con, PairColumns* pair) {
  const int body1 = side_body(m, con, 0), body2 = side_body(m, con, 1);
  if (body1 == pair->side[0].body && body2 == pair->side[1].body)
    return 1;
  pair_columns(m, body1, body2, pair);
  return 0;
}

static void count_flex_contact(const RowBuilder* builder, int i, RowCount* count) {
  mjContact* con = builder->d->contact + i;
  if (flex_contact_check(builder, i)) {
    con->exclude = 3;
    return;
  }
  if (flex_contact_passive(builder->m, con))
    con->exclude = 4;
  if (con->exclude)
    return;
  int rows = builder->way == FC_CONTACT_FORCE ? 0 : contact_rows(builder, con->dim);
  count->rows += rows;
  count->entries += builder->sparse ? rows * flex_contact_bound(builder->m, con) : 0;
}

// Upper bound of the columns of a contact between two geoms.
static inline int pair_bound(const mjModel* m, int body1, int body2) {
  int n1, n2;
  body_chain(m, body1, &n1);
  body_chain(m, body2, &n2);
  return n1 + n2;
}

void contact_count(RowBuilder* builder, RowCount* count) {
  const mjModel* m = builder->m;
  const mjData* d = builder->d;
  if (m->opt.disableflags & mjDSBL_CONTACT)
    return;

  for (int i = 0, body1 = -1, body2 = -1, n = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (has_flex(con)) {
      count_flex_contact(builder, i, count);
      continue;
    }
    if (con->exclude || (builder->filter && !check_awake(builder, i)) ||
        builder->way == FC_CONTACT_FORCE)
      continue;
    int rows = contact_rows(builder, con->dim);
    if (builder->sparse) {
      const int b1 = side_body(m, con, 0), b2 = side_body(m, con, 1);
      if (b1 != body1 || b2 != body2)
        n = pair_bound(m, body1 = b1, body2 = b2);
      count->entries += rows * n;
    }
    count->rows += rows;
  }
}

//------------------------------ making ------------------------------------------------------------

// Writes the n columns of each of nrow rows. known: so many entries of rows with the same columns
// precede colind; with 0, the first row has been written.
static void repeat_columns(int* colind, int n, int nrow, int known) {
  const int total = n * nrow;
  int done = n;
  if (known) {
    done = known < total ? known : total;
    memcpy(colind, colind - known, (size_t)done * sizeof *colind);
  }
  for (int more; done < total; done += more) {
    more = done < total - done ? done : total - done;
    memcpy(colind + done, colind, (size_t)more * sizeof *colind);
  }
}

// Room for the next nrow rows of n columns, *stride numbers apart, of which `written` will be
// written and the others are zeroed; NULL after mju_error.
static inline mjtNum* next_rows(const RowBuilder* builder, int nrow, int n, int written,
                                size_t* stride) {
  mjData* d = builder->d;
  const int width = builder->sparse ? n : builder->m->nv;
  if (rows_exceeded(builder, nrow, n)) {
    mju_error("mj_makeConstraint: %s", fc_lastError());
    return NULL;
  }
  *stride = (size_t)width;
  mjtNum* J = d->efc_J + (builder->sparse ? (size_t)d->nJ : (size_t)d->nefc * (size_t)width);
  if (written < width)
    fc_zero(J, nrow * width);
  return J;
}

// The same number in four rows; an integer that grows by `step` from row to row.
static inline void four_numbers(mjtNum* row, mjtNum value) {
  typedef mjtNum Four
      __attribute__((vector_size(4 * sizeof(mjtNum)), aligned(sizeof(mjtNum)), may_alias));
  *(Four*)row = value + (Four){0};
}

static inline void four_integers(int* row, int value, int step) {
  typedef int Four __attribute__((vector_size(4 * sizeof(int)), aligned(sizeof(int)), may_alias));
  *(Four*)row = value + step * (Four){0, 1, 2, 3};
}

// What there is to know about the rows of contact i besides their values: nrow rows of n columns
// with the inverse weights `tran` and `rot` of both sides. Written four rows at a time, the last
// ones of which may be those of the next contact, or none (ROWS_MARGIN).
static void describe_rows(RowBuilder* builder, int i, int nrow, int n, mjtNum tran, mjtNum rot) {
  mjData* d = builder->d;
  mjContact* con = d->contact + i;
  const int first = d->nefc, elliptic = builder->elliptic && con->dim > 1;
  const int type = builder->way == FC_CONTACT_POTENTIAL || elliptic ? mjCNSTR_CONTACT_ELLIPTIC
                   : con->dim == 1                                  ? mjCNSTR_CONTACT_FRICTIONLESS
                                                                    : mjCNSTR_CONTACT_PYRAMIDAL;
  // on all edges, or on the normal only
  const mjtNum pos = elliptic ? 0 : con->dist, margin = elliptic ? 0 : con->includemargin;
  for (int r = first; r < first + nrow; r += 4) {
    four_integers(d->efc_type + r, type, 0);
    four_integers(d->efc_id + r, i, 0);
    four_numbers(d->efc_pos + r, pos);
    four_numbers(d->efc_margin + r, margin);
    four_numbers(d->efc_frictionloss + r, 0);
    if (builder->sparse) {
      four_integers(d->efc_J_rownnz + r, n, 0);
      four_integers(d->efc_J_rowadr + r, d->nJ + n * (r - first), n);
    }
  }
  d->efc_pos[first] = con->dist;
  d->efc_margin[first] = con->includemargin;
  contact_diagonal(con, type, tran, rot, d->efc_diagApprox + first);
  con->efc_address = first;
  d->nefc += nrow;
  d->nJ += builder->sparse ? nrow * n : 0;
}

// Values and columns of the rows of a contact between two geoms, from entry adr of J on. known:
// entries of the rows before it if they have the same columns, else 0.
static inline void fill_sparse(const RowBuilder* builder, const mjContact* con,
                               const PairColumns* pair, int nrow, int adr, int known, mjtNum* J) {
  int* colind = builder->d->efc_J_colind + adr;
  contact_jacobian(con, pair, !builder->elliptic, J, (size_t)pair->n);
  if (!known)
    pair_union(pair, colind);
  repeat_columns(colind, pair->n, nrow, known);
}

// A contact between two geoms. known: entries of the rows before it if they have the same columns,
// else 0. Returns the entries of its rows, -1 after mju_error.
static int append_contact(RowBuilder* builder, int i, const PairColumns* pair, int known) {
  const mjModel* m = builder->m;
  mjData* d = builder->d;
  const int nrow = contact_rows(builder, d->contact[i].dim), n = pair->n;
  size_t stride;
  mjtNum* J = next_rows(builder, nrow, n, builder->sparse ? n : pair->width, &stride);
  if (!J)
    return -1;
  if (!builder->sparse)
    contact_jacobian(d->contact + i, pair, !builder->elliptic, J, stride);
  else if (!builder->shared)
    fill_sparse(builder, d->contact + i, pair, nrow, d->nJ, known, J);
  const mjtNum* weight1 = m->body_invweight0 + 2 * pair->side[0].body;
  const mjtNum* weight2 = m->body_invweight0 + 2 * pair->side[1].body;
  describe_rows(builder, i, nrow, n, weight1[0] + weight2[0], weight1[1] + weight2[1]);
  return nrow * n;
}

// Components of a contact with a flex (dim x n).
static void flex_components(const RowBuilder* builder, const mjContact* con,
                            const ContactBodies* bodies, int n, mjtNum* J) {
  fc_zero(J, con->dim * n);
  for (int b = 0; b < bodies->n; b++)
    contact_jacobian_add(builder->m, builder->d, con, bodies->body[b], bodies->weight[b],
                         builder->chain, n, J);
}

// Rows of a contact from its components (dim x n), `stride` numbers apart.
static void write_components(const RowBuilder* builder, const mjContact* con, int nrow, int n,
                             const mjtNum* component, mjtNum* J, size_t stride) {
  const int pyramid = !builder->elliptic && con->dim > 1;
  for (int r = 0; r < nrow; r++, J += stride) {
    const mjtNum* own = component + (pyramid ? r / 2 + 1 : r) * n;
    const mjtNum slope = pyramid ? (r % 2 ? -1 : 1) * con->friction[r / 2] : 0;
    for (int k = 0; k < n; k++)
      J[builder->sparse ? k : builder->chain[k]] = pyramid ? component[k] + own[k] * slope : own[k];
  }
}

// A contact with a flex. 0, or -1 after mju_error.
static int append_flex_contact(RowBuilder* builder, int i) {
  mjData* d = builder->d;
  mjContact* con = d->contact + i;
  ContactBodies bodies;
  if (flex_contact_bodies(builder, i, &bodies))
    return -1;
  const int n = flex_contact_columns(builder, &bodies), nrow = contact_rows(builder, con->dim);
  if (n == 0) {
    con->exclude = 3;
    return 0;
  }
  size_t stride;
  mjtNum* J = next_rows(builder, nrow, n, builder->sparse ? n : 0, &stride);
  if (!J)
    return -1;
  if (builder->sparse) {
    memcpy(d->efc_J_colind + d->nJ, builder->chain, (size_t)n * sizeof(int));
    repeat_columns(d->efc_J_colind + d->nJ, n, nrow, 0);
  }
  flex_components(builder, con, &bodies, n, builder->work);
  write_components(builder, con, nrow, n, builder->work, J, stride);
  mjtNum weight[2];
  flex_contact_weights(builder->m, &bodies, weight);
  describe_rows(builder, i, nrow, n, weight[0], weight[1]);
  return 0;
}

// dofs of two bodies at most
static size_t longest_union(const mjModel* m) {
  int most = 0;
  for (int t = 0; t < m->ntree; t++)
    most = m->tree_dofnum[t] > most ? m->tree_dofnum[t] : most;
  return 2 * (size_t)most;
}

// The entry of J behind those of some contacts.
static int entries_end(const RowBuilder* builder, int begin, int end) {
  const mjData* d = builder->d;
  for (int i = end - 1; i >= begin; i--) {
    const mjContact* con = d->contact + i;
    if (con->efc_address >= 0) {
      const int last = con->efc_address + contact_rows(builder, con->dim) - 1;
      return d->efc_J_rowadr[last] + d->efc_J_rownnz[last];
    }
  }
  return 0;
}

// What append_contact leaves out where threads share the contacts. Rows whose neighbours belong to
// another range are made elsewhere first, because what follows a row is overwritten (ROW_MARGIN).
static void fill_contacts(void* context, int begin, int end) {
  const RowBuilder* builder = context;
  const mjModel* m = builder->m;
  mjData* d = builder->d;
  const size_t most = longest_union(m);
  const int stop = entries_end(builder, begin, end);
  PairColumns pair = {.side = {{.body = -1}}};
  mj_markStack(d);
  mjtNum* motion = mj_stackAllocNum(d, MOTION_SIZE(most));
  mjtNum* apart = mj_stackAllocNum(d, MAX_BLOCK * most + ROW_MARGIN);
  for (int i = begin, known = 0; i < end; i++) {
    const mjContact* con = d->contact + i;
    if (con->efc_address < 0 || has_flex(con)) {
      known = 0;
      continue;
    }
    if (!follow_pair(m, con, &pair)) {
      pair_motion(m, d, 1, motion, &pair);
      known = 0;
    }
    const int adr = d->efc_J_rowadr[con->efc_address], nrow = contact_rows(builder, con->dim);
    const int n = nrow * pair.n, last = adr + n + ROW_MARGIN > stop;
    fill_sparse(builder, con, &pair, nrow, adr, known, last ? apart : d->efc_J + adr);
    if (last)
      fc_copy(d->efc_J + adr, apart, n);
    known = n;
  }
  mj_freeStack(d);
}

void contact_append(RowBuilder* builder) {
  enum { GRAIN = 16 };
  const mjModel* m = builder->m;
  mjData* d = builder->d;
  if (m->opt.disableflags & mjDSBL_CONTACT)
    return;
  builder->shared = builder->sparse && d->ncon > GRAIN && parallel_wanted(d);
  PairColumns pair = {.side = {{.body = -1}}};
  for (int i = 0, known = 0; i < d->ncon; i++) {
    mjContact* con = d->contact + i;
    con->efc_address = -1;
    if (con->exclude || builder->way == FC_CONTACT_FORCE)
      continue;
    if (has_flex(con)) {
      known = 0;
      pair.side[0].body = -1;
      if (append_flex_contact(builder, i))
        return;
      continue;
    }
    if (!follow_pair(m, con, &pair)) {
      if (!builder->shared)
        pair_motion(m, d, builder->sparse, builder->motion, &pair);
      known = 0;
    }
    // two static bodies: nothing can move
    if (pair.n == 0)
      con->exclude = 3;
    else if ((known = append_contact(builder, i, &pair, known)) < 0)
      return;
  }
  if (builder->shared)
    fc_parallel(d, d->ncon, GRAIN, fill_contacts, builder);
}

//------------------------------ components alone --------------------------------------------------

int contact_columns(const RowBuilder* builder, int i, ContactBodies* bodies, mjtNum weight[2]) {
  const mjModel* m = builder->m;
  const mjContact* con = builder->d->contact + i;
  if (has_flex(con)) {
    if (flex_contact_bodies(builder, i, bodies))
      return -1;
    flex_contact_weights(m, bodies, weight);
    return flex_contact_columns(builder, bodies);
  }
  PairColumns pair;
  pair_columns(m, side_body(m, con, 0), side_body(m, con, 1), &pair);
  pair_union(&pair, builder->chain);
  for (int k = 0; k < 2; k++)
    weight[k] = m->body_invweight0[2 * pair.side[0].body + k] +
                m->body_invweight0[2 * pair.side[1].body + k];
  return pair.n;
}

void contact_components(const RowBuilder* builder, const mjContact* con,
                        const ContactBodies* bodies, int n, mjtNum* J) {
  if (has_flex(con)) {
    flex_components(builder, con, bodies, n, J);
    return;
  }
  PairColumns pair;
  pair_columns(builder->m, side_body(builder->m, con, 0), side_body(builder->m, con, 1), &pair);
  pair_motion(builder->m, builder->d, 1, builder->motion, &pair);
  contact_jacobian(con, &pair, 0, J, (size_t)n);
}
