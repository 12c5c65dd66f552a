// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Jacobian of a contact.
//
// The rows of contact.frame are the normal f_0 (from side 0 to side 1) and two tangents f_1, f_2.
// The relative motion of side 1 with respect to side 0 at the contact point, projected on them, has
// up to six components J_0..J_{dim-1}: normal, two tangents, spin about the normal, roll about the
// tangents. Elliptic cones use them as they are; a pyramidal cone has for each friction component k
// two edges J_0 + mu_k J_k and J_0 - mu_k J_k.

#ifndef CORE_PHYSICS_PROBLEM_CONTACT_JACOBIAN_H_
#define CORE_PHYSICS_PROBLEM_CONTACT_JACOBIAN_H_

#include <stddef.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

// What moves the two sides of contacts between two bodies. The dofs that move both come first in
// the union of their chains; those of one side only are consecutive and follow.
typedef struct PairColumns_ {
  int n;       // dofs in the union
  int common;  // how many of them move both sides
  struct {
    int body;
    const int* dof;  // chain of the body
    int n;           // its length
    int place;       // where the dofs of this side only are in the union
  } side[2];

  // which columns of each row are written, and how their dofs move (pair_motion)
  int first, width;
  const mjtNum* motion;
} PairColumns;

void pair_columns(const mjModel* m, int body1, int body2, PairColumns* pair);

// The union, ascending; columns has room for pair->n.
void pair_union(const PairColumns* pair, int* columns);

// Prepares contact_jacobian, for sparse rows, whose columns are those of the union, or for dense
// rows. room: MOTION_SIZE(nv) numbers.
void pair_motion(const mjModel* m, const mjData* d, int sparse, mjtNum* room, PairColumns* pair);
#define MOTION_SIZE(nv) (9 * ((size_t)(nv) + FC_LANES))

// Numbers after the last row that contact_jacobian may overwrite.
#define ROW_MARGIN (FC_LANES - 1)

// Writes the rows of a contact between two geoms, `stride` numbers apart: components, or edges of a
// pyramid. Dense rows must be zero before.
void contact_jacobian(const mjContact* con, const PairColumns* pair, int pyramid, mjtNum* J,
                      size_t stride);

// Adds to the components of a contact (dim x n) w times the motion of `body` at the contact point.
// columns: the dofs that they are for.
void contact_jacobian_add(const mjModel* m, const mjData* d, const mjContact* con, int body,
                          mjtNum w, const int* columns, int n, mjtNum* J);

#endif  // CORE_PHYSICS_PROBLEM_CONTACT_JACOBIAN_H_
