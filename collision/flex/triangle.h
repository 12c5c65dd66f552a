// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts with a triangle of three corners and a radius. They return how many they wrote.

#ifndef COLLISION_FLEX_TRIANGLE_H_
#define COLLISION_FLEX_TRIANGLE_H_

#include <fulcrum/collider.h>

int sphere_triangle(FcContactPoint* con, const mjtNum center[3], mjtNum radius,
                    const mjtNum corner[9], mjtNum thickness, mjtNum margin);
int capsule_triangle(FcContactPoint* con, const mjtNum pos[3], const mjtNum mat[9],
                     const mjtNum size[3], const mjtNum corner[9], mjtNum thickness, mjtNum margin);
int box_triangle(FcContactPoint* con, const mjtNum pos[3], const mjtNum mat[9],
                 const mjtNum size[3], const mjtNum corner[9], mjtNum thickness, mjtNum margin);

#endif  // COLLISION_FLEX_TRIANGLE_H_
