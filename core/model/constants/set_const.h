// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_CONSTANTS_SET_CONST_H_
#define CORE_MODEL_CONSTANTS_SET_CONST_H_

#include <mujoco/mujoco.h>

// Which bodies and dofs belong to which kinematic tree, and which trees a tendon touches
// (body_treeid, tree_bodyadr, tree_bodynum, tree_dofadr, tree_dofnum, tendon_treenum,
// tendon_treeid), from parents, weld bodies and paths.
void model_trees(mjModel* m);

// The other parts of mj_setConst: quantities at qpos0, statistics. d: scratch.
void set_const_reference(mjModel* m, mjData* d);   // reference_pose.c
void set_const_flexes(mjModel* m, mjData* d);      // flex_constants.c
void set_const_statistics(mjModel* m, mjData* d);  // statistics.c

// A dot product of two vectors of nv numbers, summed in the order of fc_dot, to which the products
// of single dofs are added, ascending (reference_pose.c).
typedef struct DotOfDofs_ {
  mjtNum lane[4], rest;
} DotOfDofs;

void dot_add(DotOfDofs* dot, const mjModel* m, int dof, mjtNum product);
mjtNum dot_sum(const DotOfDofs* dot);

// J M^-1 J' of a row with entries `value` at dofs `colind`; if a dof is listed more than once, its
// last entry counts (reference_pose.c).
// x: nv zeros, restored to zero.
mjtNum sparse_weight(const mjModel* m, const mjData* d, const int* colind, const mjtNum* value,
                     int n, mjtNum* x);

#endif  // CORE_MODEL_CONSTANTS_SET_CONST_H_
