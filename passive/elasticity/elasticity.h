// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PASSIVE_ELASTICITY_ELASTICITY_H_
#define PASSIVE_ELASTICITY_ELASTICITY_H_

#include <fulcrum/passive.h>
#include <mujoco/mujoco.h>

// One flex and the arrays its forces are added to. Indices of vertices and edges are relative to
// its first.
typedef struct Flex_ {
  const mjModel* m;
  mjData* d;
  int id, nvert;
  const mjtNum* xpos;  // vertices, world (nvert x 3)
  const int* body;     // of vertices
  mjtNum* spring;      // nv generalised forces to add to
  mjtNum* damper;
  int springs;  // 1: not disabled
  int dampers;
} Flex;

// 1 when a flex resists bending.
int has_bending(const mjModel* m, int flex);

// Bending of a shell. Forces of springs are added to `force` (nvert x 3, world axes), those of
// dampers to flex->damper.
void bending_force(const Flex* flex, mjtNum* force);

// Saint-Venant-Kirchhoff elements, damping included, of dimension 2 or 3: added to `force`.
void element_force(const Flex* flex, mjtNum* force);

// A cell of nodes (fulcrum/flex.h): added to flex->spring and flex->damper. 0 or fc_fail.
int cell_force(const Flex* flex);

// Springs and dampers along edges, and the derivative of the latter.
void edge_force(const Flex* flex);
void edge_derivative(const mjModel* m, mjData* d, int flex);

// The face of contacts of passive flexes (contacts.c).
extern const FcPassive flex_contacts;

#endif  // PASSIVE_ELASTICITY_ELASTICITY_H_
