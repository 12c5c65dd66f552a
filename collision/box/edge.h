// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// An edge of each box.

#ifndef COLLISION_BOX_EDGE_H_
#define COLLISION_BOX_EDGE_H_

#include <fulcrum/collider.h>

#include "collision/box/boxes.h"

int edge_contacts(FcContactPoint* con, const Boxes* b, const Axis* axis);

#endif  // COLLISION_BOX_EDGE_H_
