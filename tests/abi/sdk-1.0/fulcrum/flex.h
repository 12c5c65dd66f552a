// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Kinematics of interpolated flexes and of contacts of flexes, for modules that compute their
// forces or constraints.
//
// Vertices of a flex with flex_interp = p > 0 are no degrees of freedom: they move with the
// (p + 1)^3 nodes of a cell, by the products of Lagrange polynomials that are 1 at one node and 0
// at all others. Node (ix, iy, iz) has the number ix (p+1)^2 + iy (p+1) + iz. Local coordinates
// are 0 to 1 along each axis of the cell (flex_vert0 of such a flex).
//
// The cell turns: its elasticity is linear in displacements from flex_node0, seen in a frame that
// turns with it. That frame is the rotation in the polar decomposition of the deformation gradient
// F at the centre of the cell (corotational elements; Mueller et al., "A Robust Method to Extract
// the Rotational Part of Deformations", 2016, is the iteration).
//
// Vectors are in world axes, lengths in m. No function allocates or keeps anything. [any thread]
//
// Since SDK 1.0.

#ifndef FULCRUM_FLEX_H_
#define FULCRUM_FLEX_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>

#ifdef __cplusplus
extern "C" {
#endif

// Values at s (0 to 1) of the p + 1 Lagrange polynomials of order p, 1 or 2.
static inline void fc_flexLagrange(mjtNum* value, mjtNum s, int p) {
  if (p == 1) {
    value[0] = 1 - s;
    value[1] = s;
  } else {
    value[0] = 2 * s * s - 3 * s + 1;
    value[1] = 4 * (s - s * s);
    value[2] = 2 * s * s - s;
  }
}

// Their slopes at s.
static inline void fc_flexSlopes(mjtNum* slope, mjtNum s, int p) {
  if (p == 1) {
    slope[0] = -1;
    slope[1] = 1;
  } else {
    slope[0] = 4 * s - 3;
    slope[1] = 4 - 8 * s;
    slope[2] = 4 * s - 1;
  }
}

// Weights of the (p + 1)^3 nodes at local coordinates s: a point of the cell is the weighted sum
// of the nodes.
static inline void fc_flexWeights(mjtNum* weight, const mjtNum s[3], int p) {
  mjtNum x[3], y[3], z[3];
  fc_flexLagrange(x, s[0], p);
  fc_flexLagrange(y, s[1], p);
  fc_flexLagrange(z, s[2], p);
  for (int i = 0; i <= p; i++) {
    for (int j = 0; j <= p; j++)
      for (int k = 0; k <= p; k++)
        *weight++ = x[i] * (y[j] * z[k]);
  }
}

// Positions of the nodes of an interpolated flex: node has room for 3 mjMAXFLEXNODES numbers.
// Returns the number of nodes, or a negative number after fc_fail when the flex does not have
// (p + 1)^3 of them with p = flex_interp 1 or 2. Needs body poses only.
MJAPI int fc_flexNodes(const mjModel* m, const mjData* d, int flex, mjtNum* node);

// Rotation from world axes to those of the cell, for node positions as fc_flexNodes gives them.
MJAPI void fc_flexRotation(const mjModel* m, int flex, const mjtNum* node, mjtNum quat[4]);

// Bodies that move the point of contact i of d, at least one side of which is a flex: the velocity
// of side 1 minus that of side 0 at the point is the sum over k of weight[k] times the velocity of
// the point as part of body[k]. The weights of side 0 are negative and sum to -1, those of side 1
// sum to 1, except that nodes of a cell with weights below 1e-5 are omitted. A body may occur more
// than once. Both arrays have room for 2 mjMAXFLEXNODES entries; returns the number of entries, or
// a negative number after fc_fail when the contact does not match the model. Needs flexvert_xpos.
MJAPI int fc_flexContact(const mjModel* m, const mjData* d, int i, int* body, mjtNum* weight);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_FLEX_H_
