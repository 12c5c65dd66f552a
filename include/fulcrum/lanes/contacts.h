// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts of a block: the union over its lanes. A slot is a contact of one pair of geoms, which
// some lanes have; the slots of a lane are in the order of mjData.contact. Contacts that make no
// rows, because of a gap, are left out.

#ifndef FULCRUM_LANES_CONTACTS_H_
#define FULCRUM_LANES_CONTACTS_H_

#include <fulcrum/lanes/number.h>

// A pair of geoms that may collide, and the rows of its contacts.
typedef struct ContactPair_ {
  int16_t geom[2];      // the smaller type first
  int16_t explicit_id;  // the explicit pair of the model it comes from, or -1
  int16_t body[2], root[2];
  int8_t type;        // PairType
  int8_t dim;         // condim
  int8_t side;        // whose parameters: 0, 1, or -1 for those of both
  int8_t first_side;  // to which the first dofs belong
  int16_t ndof, nfirst;
  const int16_t* dof;  // that move one of the bodies, ascending: nfirst of one side, then the other
} ContactPair;

typedef struct Contacts_ {
  int n;
  const ContactPair* pair[MAX_CONTACTS];
  mask has[MAX_CONTACTS];                               // lanes that have the contact
  num dist[MAX_CONTACTS], includemargin[MAX_CONTACTS];  // zeros in other lanes, as below
  num pos[MAX_CONTACTS][3], frame[MAX_CONTACTS][9];
  int16_t row[MAX_CONTACTS];  // its first row
} Contacts;

#endif  // FULCRUM_LANES_CONTACTS_H_
