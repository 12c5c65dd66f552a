// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rows of contacts.

#ifndef CORE_PHYSICS_PROBLEM_CONTACT_ROWS_H_
#define CORE_PHYSICS_PROBLEM_CONTACT_ROWS_H_

#include "core/physics/problem/flex_contact.h"
#include "core/physics/problem/rows.h"

// contact_append may write to so many rows after the last.
#define ROWS_MARGIN 3
void contact_count(RowBuilder* builder, RowCount* count);
void contact_append(RowBuilder* builder);

// Columns of contact i, which makes rows or a force, into builder->chain; its bodies, if a side is
// a flex; and the translational and rotational inverse weights of both sides. Returns the number
// of columns, -1 after mju_error.
int contact_columns(const RowBuilder* builder, int i, ContactBodies* bodies, mjtNum weight[2]);

// Components J_0..J_{dim-1} (dim x n) of a contact on the columns in builder->chain; bodies: those
// of a contact with a flex.
void contact_components(const RowBuilder* builder, const mjContact* con,
                        const ContactBodies* bodies, int n, mjtNum* J);

// Diagonal of the rows of one contact, of a type (mjtConstraint), from the translational and the
// rotational inverse weights of its sides.
static inline void contact_diagonal(const mjContact* con, int type, mjtNum tran, mjtNum rot,
                                    mjtNum* diag) {
  if (type == mjCNSTR_CONTACT_PYRAMIDAL) {
    for (int k = 1; k < con->dim; k++) {
      mjtNum mu = con->friction[k - 1];
      diag[2 * k - 2] = diag[2 * k - 1] = tran + mu * mu * (k <= 2 ? tran : rot);
    }
  } else {
    for (int k = 0; k < con->dim; k++)
      diag[k] = k < 3 ? tran : rot;
  }
}

#endif  // CORE_PHYSICS_PROBLEM_CONTACT_ROWS_H_
