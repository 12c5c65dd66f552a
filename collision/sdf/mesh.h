// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef COLLISION_SDF_MESH_H_
#define COLLISION_SDF_MESH_H_

#include <fulcrum/collider.h>

// Contacts of a mesh (geom[0]) and a field (geom[1]); -1: failed.
int collide_mesh(FcContactPoint* con, const FcContext* ctx, const FcCandidate* pair);

// Contacts of a field and the elements of a shell, at most one per element and mjMAXCONPAIR in all;
// -1: failed.
int collide_shell(FcFlexPoint* point, const FcContext* ctx, int geom, int flex);

#endif  // COLLISION_SDF_MESH_H_
