// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef COLLISION_FLEX_APART_H_
#define COLLISION_FLEX_APART_H_

#include <mujoco/mujoco.h>

// 1 when a plane certainly separates the corners of a from those of b by more than `reach`; 0 when
// this is not certain. na, nb: 1 to 4 corners.
int clearly_apart(const mjtNum* a, int na, const mjtNum* b, int nb, mjtNum reach);

#endif  // COLLISION_FLEX_APART_H_
