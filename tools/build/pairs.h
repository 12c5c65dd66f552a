// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The pairs of geoms that may collide, wherever they are.

#ifndef TOOLS_BUILD_PAIRS_H_
#define TOOLS_BUILD_PAIRS_H_

#include <mujoco/mujoco.h>

enum { MAX_PAIRS = 5000 };

typedef struct BuildPair_ {
  int geom[2];      // the smaller type first
  int explicit_id;  // or -1
} BuildPair;

// In the order of their contacts in mjData.contact. Returns their number, which may exceed
// MAX_PAIRS; only the first MAX_PAIRS are stored. Not for several threads at once.
int build_pairs(const mjModel* m, const BuildPair** pair);

// Dofs that move a body, ascending; dof has room for nv. Returns their number.
int dofs_of_body(const mjModel* m, int body, int* dof);

// Dofs that move exactly one of two bodies, ascending, those of one body before those of the other.
// *nfirst: how many belong to the body `*first_side`, 0 or 1. Returns the number of all.
int dofs_of_pair(const mjModel* m, int body1, int body2, int* dof, int* nfirst, int* first_side);

// Rows of a contact of a pair.
int contact_dim(const mjModel* m, const BuildPair* pair);
int rows_of_contact(const mjModel* m, int dim);

// Most contact points of a pair.
int points_of_pair(const mjModel* m, const BuildPair* pair);

#endif  // TOOLS_BUILD_PAIRS_H_
