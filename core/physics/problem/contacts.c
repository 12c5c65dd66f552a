// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Running contact models: their block of the arena, and the calls of the position and velocity
// stages. The block starts with a header that says how it is laid out and has no pointers into the
// arena, so that a copy of the arena is a copy of the block.

#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/record.h"
#include "core/kernel/binding/parameter.h"
#include "core/kernel/kinds/contact_model.h"
#include "core/physics/problem/arrays.h"
#include "core/physics/problem/constraint.h"
#include "core/physics/problem/contact_jacobian.h"
#include "core/physics/problem/contact_parameters.h"
#include "core/physics/problem/contact_rows.h"
#include "core/physics/problem/contacts.h"
#include "core/physics/problem/flex_contact.h"

int contacts_wanted(const FcContactModel* model) {
  return model->way != FC_CONTACT_ROWS || model->elliptic || model->nwork || model->nstate ||
         model->mixing;
}

//------------------------------ the block ---------------------------------------------------------

// What the block starts with: the numbers that its layout follows from.
typedef struct BlockHeader_ {
  const FcFace* face;
  int ncon, nparam, nwork, nstate;
  int way_force;    // 1: FC_CONTACT_FORCE, which needs Jacobians and forces
  size_t ncol, nJ;  // elements of J_colind and J
} BlockHeader;

#define CONTACT_ARRAYS                         \
  X(mjtNum, param, ncon*(size_t)h->nparam)     \
  X(mjtNum, work, ncon*(size_t)h->nwork)       \
  X(mjtNum, state, ncon*(size_t)h->nstate)     \
  X(mjtNum, weight, 2 * ncon)                  \
  X(mjtNum, u, 6 * ncon)                       \
  X(mjtNum, force, 6 * nforce)                 \
  X(mjtNum, J, h->nJ ? h->nJ + ROW_MARGIN : 0) \
  X(int, age, nkept)                           \
  X(int, turned, nkept)                        \
  X(int, match, nkept)                         \
  X(int, J_nnz, nforce)                        \
  X(int, J_coladr, nforce)                     \
  X(int, J_adr, nforce)                        \
  X(int, J_colind, h->ncol)

// Finds the arrays in a block with this header and returns its size. block NULL: only the size.
static size_t view_block(Contacts* view, const BlockHeader* h, char* block) {
  const size_t ncon = (size_t)h->ncon, nforce = h->way_force ? ncon : 0,
               nkept = h->nstate ? ncon : 0;
  size_t end = sizeof *h;
  view->face = h->face;
  view->ncon = h->ncon;
  view->nparam = h->nparam;
  view->nwork = h->nwork;
  view->nstate = h->nstate;
#define X(type, name, count) \
  view->name = (count) > 0 ? next_array(block, &end, count, sizeof(type)) : NULL;
  CONTACT_ARRAYS
#undef X
  return end;
}

// Allocates the block and zeroes it. 0 when the arena is too small.
static int allocate(mjData* d, const Bound* bound, size_t ncol, size_t nJ, Contacts* view) {
  const FcContactModel* model = bound->table;
  const BlockHeader header = {.face = bound->face,
                              .ncon = d->ncon,
                              .nparam = parameter_count(bound->face),
                              .nwork = model->nwork,
                              .nstate = model->nstate,
                              .way_force = model->way == FC_CONTACT_FORCE,
                              .ncol = ncol,
                              .nJ = nJ};
  const size_t size = view_block(view, &header, NULL);
  char* block = arena_allocate(d, size, sizeof(mjtNum));
  if (!block)
    return 0;
  memset(block, 0, size);
  memcpy(block, &header, sizeof header);
  view_block(view, &header, block);
  view->bound = bound;
  DataRecord* record = data_record(d);
  const char* arena = d->arena;
  record->contacts = (size_t)(block - arena);
  record->contact_force = view->force ? (size_t)((const char*)view->force - arena) : 0;
  return 1;
}

int contacts_view(const mjModel* m, mjData* d, Contacts* view) {
  const size_t at = data_record(d)->contacts;
  if (!at)
    return 0;
  char* block = (char*)d->arena + at;
  BlockHeader header;
  memcpy(&header, block, sizeof header);
  const Bound* bound = bound_choice(m, d, FC_CONTACT_MODEL);

  // another contact model was bound since the contacts were found
  if (!bound || bound->face != header.face)
    return 0;
  view_block(view, &header, block);
  view->bound = bound;
  return 1;
}

FcContactBatch contact_batch(const mjModel* m, mjData* d, const Contacts* view) {
  FcContactBatch batch = {
      .size = sizeof(FcContactBatch),
      .ncon = d->ncon,
      .nefc = d->nefc,
      .first_row = d->ne + d->nf + d->nl,
      .elliptic = m->opt.cone != mjCONE_PYRAMIDAL,
      .timestep = m->opt.timestep,
      .impratio = m->opt.impratio,
      .refsafe = !(m->opt.disableflags & mjDSBL_REFSAFE),
      .contact = d->contact,
      .pos = d->efc_pos,
      .margin = d->efc_margin,
      .diagApprox = d->efc_diagApprox,
      .KBIP = d->efc_KBIP,
      .R = d->efc_R,
      .D = d->efc_D,
  };
  if (view) {
    const FcContactModel* model = view->bound->table;
    batch.elliptic |= model->elliptic || model->way == FC_CONTACT_POTENTIAL;
    batch.nparam = view->nparam;
    batch.nwork = view->nwork;
    batch.nstate = view->nstate;
    batch.param = view->param;
    batch.work = view->work;
    batch.state = view->state;
    batch.age = view->age;
    batch.turned = view->turned;
    batch.weight = view->weight;
  }
  return batch;
}

//------------------------------ sides of the contacts ---------------------------------------------

// Counts contacts that make a force, and the columns and entries of their Jacobians; excludes
// contacts that move nothing. -1 after an error.
static int count_forces(RowBuilder* builder, size_t* ncol, size_t* nJ) {
  mjData* d = builder->d;
  ContactBodies bodies;
  mjtNum weight[2];
  *ncol = *nJ = 0;
  for (int i = 0; i < d->ncon; i++) {
    mjContact* con = d->contact + i;
    const int n = con->exclude ? 0 : contact_columns(builder, i, &bodies, weight);
    if (n < 0)
      return -1;
    if (!con->exclude && !n)
      con->exclude = 3;
    *ncol += (size_t)n;
    *nJ += (size_t)n * (size_t)con->dim;
  }
  return 0;
}

int contacts_prepare(RowBuilder* builder) {
  mjData* d = builder->d;
  const int way_force = builder->way == FC_CONTACT_FORCE;
  size_t ncol = 0, nJ = 0;
  if (way_force && count_forces(builder, &ncol, &nJ))
    return -1;
  Contacts c;
  if (!allocate(d, builder->model, ncol, nJ, &c)) {
    constraint_overflow(builder->m, d);
    return -1;
  }
  ContactBodies bodies;
  for (int i = 0, col = 0, adr = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (con->exclude || (!way_force && con->efc_address < 0))
      continue;
    const int n = contact_columns(builder, i, &bodies, c.weight + 2 * i);
    if (n < 0)
      return -1;
    if (way_force) {
      c.J_nnz[i] = n;
      c.J_coladr[i] = col;
      c.J_adr[i] = adr;
      memcpy(c.J_colind + col, builder->chain, (size_t)n * sizeof(int));
      contact_components(builder, con, &bodies, n, c.J + adr);
      col += n;
      adr += n * con->dim;
    }
  }
  return 0;
}

//------------------------------ stages ------------------------------------------------------------

static void report(const Contacts* c, unsigned long mark) {
  mju_error("contact model '%s': %s", c->face->name, fail_reason(mark));
}

// Rows of contacts with potentials: r = J a - aref is the velocity after the step, divided by h.
static void potential_rows(mjData* d, mjtNum h) {
  for (int i = d->ne + d->nf + d->nl; i < d->nefc; i++) {
    mjtNum* kbip = d->efc_KBIP + 4 * i;
    kbip[0] = 0;
    kbip[1] = 1 / h;
    kbip[2] = 1;
    kbip[3] = 0;
    d->efc_R[i] = fc_max(mjMINVAL, d->efc_diagApprox[i]);
    d->efc_D[i] = 1 / d->efc_R[i];
  }
  for (int i = 0; i < d->ncon; i++)
    d->contact[i].mu = d->contact[i].friction[0];
}

void contacts_position(const mjModel* m, mjData* d) {
  Contacts c;
  if (!contacts_view(m, d, &c))
    return;
  const FcContactModel* model = c.bound->table;
  if (model->way == FC_CONTACT_POTENTIAL)
    potential_rows(d, m->opt.timestep);
  const unsigned long mark = fail_mark();
  if (c.param && contact_model_parameters(m, c.bound, d->contact, d->ncon, c.param)) {
    report(&c, mark);
    return;
  }
  if (c.nstate)
    contact_identity_match(m, d, &c, c.bound->context.state + contact_table_offset(m, c.face));
  FcContactBatch batch = contact_batch(m, d, &c);
  if (model->position && model->position(&c.bound->context, &batch))
    report(&c, mark);
}

// Components from the edges of a pyramid: the normal is the mean of every pair.
static void pyramid_components(const mjContact* con, const mjtNum* edge, mjtNum u[6]) {
  u[0] = (edge[0] + edge[1]) / 2;
  for (int k = 1; k < con->dim; k++)
    u[k] = (edge[2 * k - 2] - edge[2 * k - 1]) / (2 * con->friction[k - 1]);
}

void contact_components_of_rows(const mjData* d, const mjtNum* row, mjtNum* u) {
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    const int adr = con->efc_address;
    if (adr < 0)
      continue;
    if (d->efc_type[adr] == mjCNSTR_CONTACT_PYRAMIDAL)
      pyramid_components(con, row + adr, u + 6 * i);
    else
      fc_copy(u + 6 * i, row + adr, con->dim);
  }
}

void contacts_velocity(const mjModel* m, mjData* d, int first_row) {
  Contacts c;
  if (!contacts_view(m, d, &c))
    return;
  const FcContactModel* model = c.bound->table;
  contact_components_of_rows(d, d->efc_vel, c.u);
  if (model->way == FC_CONTACT_POTENTIAL)
    for (int i = first_row; i < d->nefc; i++)
      d->efc_aref[i] = -d->efc_vel[i] / m->opt.timestep;
  FcContactBatch batch = contact_batch(m, d, &c);
  batch.vel = d->efc_vel;
  batch.aref = d->efc_aref;
  batch.u = c.u;
  const unsigned long mark = fail_mark();
  if (model->velocity && model->velocity(&c.bound->context, &batch))
    report(&c, mark);
}
