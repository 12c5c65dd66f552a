// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The end of a step for contact models with state: the effect of the step on every contact, the
// model's new numbers, and the table of contacts.

#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/foundation/base/errors.h"
#include "core/kernel/kinds/contact_model.h"
#include "core/physics/problem/contact_force.h"
#include "core/physics/problem/contacts.h"

// Relative velocities after the step: for contacts with rows as the solver found them, for the
// others from the velocities of the integrator.
static void velocities_after(const mjModel* m, mjData* d, const Contacts* c, mjtNum* u) {
  if (c->J) {
    contact_forces_velocities(d, c, u);
    return;
  }
  mjtNum* row = mj_stackAllocNum(d, (size_t)d->nefc);
  mj_mulJacVec(m, d, row, d->qacc);
  for (int i = 0; i < d->nefc; i++)
    row[i] = d->efc_vel[i] + m->opt.timestep * row[i];
  contact_components_of_rows(d, row, u);
}

// New numbers of all contacts, into step->state. 0, or -1 after mju_error.
static int ask(const mjModel* m, mjData* d, const Contacts* c, mjtNum* u, mjtNum* state) {
  const FcContactModel* model = c->bound->table;
  mjtNum* force = mj_stackAllocNum(d, 6 * (size_t)c->ncon);
  for (int i = 0; i < c->ncon; i++)
    contact_force_read(d, i, force + 6 * i);
  fc_copy(state, c->state, c->ncon * c->nstate);
  fc_zero(u, 6 * c->ncon);
  velocities_after(m, d, c, u);
  FcContactBatch batch = contact_batch(m, d, c);
  batch.vel = d->efc_vel;
  batch.aref = d->efc_aref;
  batch.u = c->u;
  FcContactStep step = {.size = sizeof step, .u = u, .force = force, .state = state};
  const unsigned long mark = module_enter(d);
  if (model->advance(&c->bound->context, &batch, &step)) {
    mju_error("contact model '%s': %s", c->face->name, fail_reason(mark));
    return -1;
  }
  return 0;
}

void contacts_advance(const mjModel* m, mjData* d) {
  const Bound* bound = bound_choice(m, d, FC_CONTACT_MODEL);
  if (!bound || !contact_model_state(bound->face))
    return;
  mj_markStack(d);
  Contacts c;
  mjtNum *u = NULL, *state = NULL;
  int failed = 0;
  if (contacts_view(m, d, &c)) {
    u = mj_stackAllocNum(d, 6 * (size_t)c.ncon);
    state = mj_stackAllocNum(d, (size_t)c.ncon * (size_t)c.nstate);
    failed = ask(m, d, &c, u, state);
  } else {
    // no contacts
    c = (Contacts){.bound = bound, .face = bound->face, .nstate = contact_model_state(bound->face)};
  }
  if (!failed) {
    contact_identity_commit(m, d, &c, state, u,
                            bound->context.state + contact_table_offset(m, bound->face));
  }
  mj_freeStack(d);
}
