// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_ASSETS_SHAPE_INERTIA_H_
#define CORE_MODEL_ASSETS_SHAPE_INERTIA_H_

#include <mujoco/mujoco.h>

// Volume of a primitive, or its surface area when shell is nonzero. size: geom sizes (half
// extents). Planes have none.
double shape_volume(mjtGeom type, const double size[3], int shell);

// Diagonal inertia of a primitive of the given mass about its centre, in its own axes.
void shape_inertia(double inertia[3], mjtGeom type, const double size[3], double mass, int shell);

// Radius of the bounding sphere about the geom centre (0: a plane), and the box (centre, half
// sizes) in the geom frame.
double shape_radius(mjtGeom type, const double size[3]);
void shape_box(double aabb[6], mjtGeom type, const double size[3]);

// The 12 coefficients of the ellipsoid fluid model: interaction on, the 5 coefs, virtual mass,
// virtual inertia.
void shape_fluid(double fluid[mjNFLUID], mjtGeom type, const double size[3], const double coefs[5]);

// full (xx yy zz xy xz yz) += inertia of a body part: mass at com offset d, principal inertia in
// axes quat.
void inertia_accumulate(double full[6], double mass, const double d[3], const double inertia[3],
                        const double quat[4]);

// Principal axes and moments, in descending order, of a full inertia (xx yy zz xy xz yz). NULL, or
// a message.
const char* inertia_principal(double quat[4], double inertia[3], const double full[6]);

#endif  // CORE_MODEL_ASSETS_SHAPE_INERTIA_H_
