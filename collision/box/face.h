// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A face of one box and the nearest corner, edge or face of the other.

#ifndef COLLISION_BOX_FACE_H_
#define COLLISION_BOX_FACE_H_

#include <fulcrum/collider.h>

#include "collision/box/boxes.h"

int face_contacts(FcContactPoint* con, const Boxes* b, const Axis* axis);

#endif  // COLLISION_BOX_FACE_H_
