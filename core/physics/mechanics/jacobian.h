// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_MECHANICS_JACOBIAN_H_
#define CORE_PHYSICS_MECHANICS_JACOBIAN_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

// Kinematic chains and Jacobians restricted to them.
//
// The chain of a body is the set of dofs that move it: those of its weld body and of all ancestors.
// The model stores every chain in ascending order as the head of a row of the body-dof pattern B,
// so looking one up costs nothing. Jacobians on a chain hold one column per chain entry, row-major
// with as many columns as the chain has entries.

// Dofs that move `body`, ascending; *n is their number. The array belongs to the model and is NULL
// when *n is 0.
static inline const int* body_chain(const mjModel* m, int body, int* n) {
  const int weld = m->body_weldid[body];
  // body_weldid may have been edited to a body without dofs
  if (!weld || !m->body_dofnum[weld]) {
    *n = 0;
    return NULL;
  }
  const int last = m->body_dofadr[weld] + m->body_dofnum[weld] - 1;
  const int end = last + 1 < m->nv ? m->dof_Madr[last + 1] : (int)m->nM;
  *n = end - m->dof_Madr[last];
  return m->B_colind + m->B_rowadr[weld];
}

// Union of the chains of two bodies, ascending. `chain` has room for the sum of both lengths (nv
// always suffices). Returns the length.
int chain_union(const mjModel* m, int body1, int body2, int* chain);

// Dofs that move exactly one of the two bodies, ascending; the dofs of the common ancestors cancel
// in a difference of Jacobians.
int chain_difference(const mjModel* m, int body1, int body2, int* chain);

// Jacobian of a point of `body` on the first n dofs of `chain`, any ascending list of dofs; columns
// of dofs that do not move the body are zero. jacp, jacr: 3 x n, each may be NULL.
void chain_jacobian(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                    const mjtNum point[3], int body, int n, const int* chain);

// Jacobian of body2 at point2 minus that of body1 at point1, on `chain`. jacp, jacr: 3 x n, each
// may be NULL.
void chain_jacobian_difference(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                               int body1, const mjtNum point1[3], int body2, const mjtNum point2[3],
                               int n, const int* chain);

// res[k] += a' * (Jp2 - Jp1) on `chain`: the rate at which the projection on `a` of the vector
// between two points changes. `res` has one number per chain entry and must be initialised.
void chain_add_projection(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum a[3],
                          int body1, const mjtNum point1[3], int body2, const mjtNum point2[3],
                          int n, const int* chain);

// The same for the unit vector `a` along the vector between the points, times any number: the rate
// of their distance. Dofs that move both bodies do not change it.
void chain_add_pull(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum a[3], int body1,
                    const mjtNum point1[3], int body2, const mjtNum point2[3], int n,
                    const int* chain);

// Time derivative of dof i's column of cdof as seen by Jacobian derivatives (mj_jacDot).
void dof_rate(const mjModel* m, const mjData* d, mjtNum rate[6], int dof);

// res[k] += a' * d/dt (Jp2 - Jp1) on `chain`; v1, v2 are the velocities of the two points.
void chain_add_projection_rate(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum a[3],
                               int body1, const mjtNum point1[3], const mjtNum v1[3], int body2,
                               const mjtNum point2[3], const mjtNum v2[3], int n, const int* chain);

#endif  // CORE_PHYSICS_MECHANICS_JACOBIAN_H_
