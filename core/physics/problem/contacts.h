// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Data that the host keeps for a contact model (<fulcrum/contact_model.h>) from the position stage
// to the end of the step: a block of the arena after the rows. Models that only compute the numbers
// of their rows, such as `soft`, have no block and no cost.

#ifndef CORE_PHYSICS_PROBLEM_CONTACTS_H_
#define CORE_PHYSICS_PROBLEM_CONTACTS_H_

#include <fulcrum/contact_model.h>
#include <mujoco/mujoco.h>

#include "core/kernel/binding/binding.h"
#include "core/physics/problem/rows.h"

// Arrays of the block; NULL where a model does not need them.
typedef struct Contacts_ {
  const FcFace* face;  // the model for which it was made
  const Bound* bound;  // the same, bound to d; set by contacts_view
  int ncon, nparam, nwork, nstate;
  mjtNum *param, *work, *state;  // as in FcContactBatch
  mjtNum *weight, *u;
  int *age, *turned;
  int* match;  // ncon: entry of the table of contacts, -1: none

  // FC_CONTACT_FORCE: Jacobian of each contact, dim x nnz on its columns, and its force
  int *J_nnz, *J_coladr, *J_adr;  // ncon; nnz is 0 for contacts that make no force
  int* J_colind;
  mjtNum* J;
  mjtNum* force;  // ncon x 6
} Contacts;

// 1 when a model needs the block.
int contacts_wanted(const FcContactModel* model);

// The block of d; 0 when there is none.
int contacts_view(const mjModel* m, mjData* d, Contacts* view);

// Makes the block, after the rows. Returns 0, or -1 when the arena is too small or after mju_error.
int contacts_prepare(RowBuilder* builder);

// Position stage: calls the model.
void contacts_position(const mjModel* m, mjData* d);

// Velocity stage of the models that make rows.
void contacts_velocity(const mjModel* m, mjData* d, int first_row);

// FC_CONTACT_FORCE: velocity stage, which adds to qfrc_passive, and the derivative of that with
// respect to qvel, which is added to qDeriv.
void contact_forces(const mjModel* m, mjData* d);
void contact_forces_derivative(const mjModel* m, mjData* d, int symmetric);

// Relative velocities (or whatever the rows hold) of the contacts with rows, ncon x 6; for contacts
// with forces those at d->qvel.
void contact_components_of_rows(const mjData* d, const mjtNum* row, mjtNum* u);
void contact_forces_velocities(const mjData* d, const Contacts* view, mjtNum* u);

// The arguments of the functions of a model; view: NULL when there is no block.
FcContactBatch contact_batch(const mjModel* m, mjData* d, const Contacts* view);

// contact_identity.c: finds the contacts in the table of the last step, and writes the table for
// the next.
void contact_identity_match(const mjModel* m, mjData* d, const Contacts* view, const mjtNum* table);
void contact_identity_commit(const mjModel* m, mjData* d, const Contacts* view,
                             const mjtNum* next_state, const mjtNum* u, mjtNum* table);

// contact_advance.c: end of a step.
void contacts_advance(const mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_PROBLEM_CONTACTS_H_
