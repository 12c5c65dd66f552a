// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts with a flex on at least one side, and thus possibly many bodies.

#ifndef CORE_PHYSICS_PROBLEM_FLEX_CONTACT_H_
#define CORE_PHYSICS_PROBLEM_FLEX_CONTACT_H_

#include "core/physics/problem/rows.h"

typedef struct ContactBodies_ {
  int n, n0;  // bodies of both sides; of side 0, which come first
  int body[2 * mjMAXFLEXNODES];
  mjtNum weight[2 * mjMAXFLEXNODES];  // share of the motion of the contact point, side 0 negative
} ContactBodies;

static inline int has_flex(const mjContact* con) { return con->geom[0] < 0 || con->geom[1] < 0; }

// Checks that both sides of contact i exist. 0, or -1 after mju_error.
int flex_contact_check(const RowBuilder* builder, int i);

// 1 when one of its flexes is passive, so that the contact makes a force but no rows.
int flex_contact_passive(const mjModel* m, const mjContact* con);

// Upper bound of the columns of its rows.
int flex_contact_bound(const mjModel* m, const mjContact* con);

// Bodies of contact i. 0, or -1 after mju_error.
int flex_contact_bodies(const RowBuilder* builder, int i, ContactBodies* bodies);

// Columns of its rows, ascending, into builder->chain. Returns their number.
int flex_contact_columns(const RowBuilder* builder, const ContactBodies* bodies);

// Translational and rotational inverse weights of both sides.
void flex_contact_weights(const mjModel* m, const ContactBodies* bodies, mjtNum weight[2]);

#endif  // CORE_PHYSICS_PROBLEM_FLEX_CONTACT_H_
