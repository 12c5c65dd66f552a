// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef COLLISION_SDF_DESCENT_H_
#define COLLISION_SDF_DESCENT_H_

#include <fulcrum/collider.h>

// Contacts of a primitive or field (geom[0]) and a field (geom[1]); -1: too many.
int descend(FcContactPoint* con, const FcContext* ctx, const FcCandidate* pair);

#endif  // COLLISION_SDF_DESCENT_H_
