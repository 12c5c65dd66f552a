// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Constraint rows of a block: the union over its lanes. A lane that does not have a row has zeros
// in its Jacobian, D, aref and frictionloss, and so no force. Rows are in the order of mjData:
// equality, friction of dofs and tendons, limits, contacts.
//
// model.h defines MAX_ROWS, MAX_JACOBIAN and MAX_CONTACTS.

#ifndef FULCRUM_LANES_ROWS_H_
#define FULCRUM_LANES_ROWS_H_

#include <fulcrum/lanes/number.h>

typedef enum RowKind_ {
  ROW_EQUALITY,  // force -D r
  ROW_FRICTION,  // the same, bounded by frictionloss
  ROW_ONESIDED,  // -D r where r < 0: limits, frictionless and pyramidal contacts
  ROW_ELLIPTIC,  // first row of an elliptic contact, whose dim rows follow each other
  ROW_OF_CONE,   // the others of it
} RowKind;

typedef struct Rows_ {
  int n;     // rows
  int njac;  // numbers of `jacobian` in use
  int8_t kind[MAX_ROWS];
  int16_t ndof[MAX_ROWS];        // dofs of the Jacobian
  const int16_t* dof[MAX_ROWS];  // ascending
  num* J[MAX_ROWS];              // the Jacobian: ndof numbers in `jacobian`
  num D[MAX_ROWS], R[MAX_ROWS], aref[MAX_ROWS], frictionloss[MAX_ROWS];
  int16_t dim[MAX_ROWS];   // ROW_ELLIPTIC: rows of the contact
  num mu[MAX_ROWS];        // ROW_ELLIPTIC: of the regularised cone
  num friction[MAX_ROWS];  // ROW_OF_CONE: coefficient of its direction
  num force[MAX_ROWS];     // result
  num jacobian[MAX_JACOBIAN];
} Rows;

#endif  // FULCRUM_LANES_ROWS_H_
