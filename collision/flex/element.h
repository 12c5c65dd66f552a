// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts of one pair of the task. Negative: failed.

#ifndef COLLISION_FLEX_ELEMENT_H_
#define COLLISION_FLEX_ELEMENT_H_

#include "collision/flex/work.h"

int geom_element(FcContactPoint* con, Work* w, const FcFlexPair* pair);
int element_element(FcContactPoint* con, Work* w, const FcFlexPair* pair);
int vertex_element(FcContactPoint* con, Work* w, const FcFlexPair* pair);

#endif  // COLLISION_FLEX_ELEMENT_H_
