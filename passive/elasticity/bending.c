// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bending of shells (flex_dim 2), by edges. The two triangles at an inner edge have four vertices
// x_i: the ends of the edge and the two opposite ones, its flaps. The energy is quadratic in them
// for small strains (Bergou et al., "A Quadratic Bending Model for Inextensible Surfaces", 2006),
// with a cubic term for curved rest shapes (Wardetzky et al., "Discrete Quadratic Curvature
// Energies", 2007). The force on vertex i is
//
//   -sum_j b[4i+j] x_j - b[16] c_i,   c1 = d2 x d3, c2 = d3 x d1, c3 = d1 x d2,
//                                     c0 = -(c1 + c2 + c3), dj = xj - x0,
//
// with 17 constants b per edge (flex_bending). Damping: the same product with velocities.

#include <fulcrum/math.h>

#include "passive/elasticity/elasticity.h"

// res_i = sum_j b[4i+j] x_j for four vectors
static inline void product(mjtNum res[12], const mjtNum b[16], const mjtNum* const x[4]) {
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 3; k++) {
      mjtNum sum = 0;
      for (int j = 0; j < 4; j++)
        sum += b[4 * i + j] * x[j][k];
      res[3 * i + k] = sum;
    }
  }
}

static inline void add_volume_gradient(mjtNum res[12], mjtNum scale, const mjtNum* const x[4]) {
  mjtNum d[3][3], c[4][3];
  for (int j = 0; j < 3; j++)
    fc_sub3(d[j], x[j + 1], x[0]);
  fc_cross(c[1], d[1], d[2]);
  fc_cross(c[2], d[2], d[0]);
  fc_cross(c[3], d[0], d[1]);
  for (int k = 0; k < 3; k++)
    c[0][k] = -(c[1][k] + c[2][k] + c[3][k]);
  for (int i = 0; i < 4; i++)
    fc_addToScl3(res + 3 * i, c[i], scale);
}

// Velocities used for vertices: three dofs, starting with the first of the body. Fixed vertices
// have none.
static void dof_velocities(const Flex* flex, mjtNum* velocity) {
  const mjModel* m = flex->m;
  for (int v = 0; v < flex->nvert; v++) {
    const int adr = m->body_dofadr[flex->body[v]];
    for (int k = 0; k < 3; k++)
      velocity[3 * v + k] = adr >= 0 && adr + k < m->nv ? flex->d->qvel[adr + k] : 0;
  }
}

static void damp(const Flex* flex, int body, const mjtNum force[3], mjtNum damping) {
  const mjModel* m = flex->m;
  const int adr = m->body_dofadr[body];
  for (int k = 0; k < 3 && k < m->body_dofnum[body]; k++)
    flex->damper[adr + k] -= force[k] * damping;
}

// In blocks without a branch: most flexes do not resist bending, and then every constant is read.
int has_bending(const mjModel* m, int flex) {
  enum { BLOCK = 64 };
  const int n = m->flex_dim[flex] == 2 ? 17 * m->flex_edgenum[flex] : 0;
  const mjtNum* b = m->flex_bending + 17 * m->flex_edgeadr[flex];
  int i = 0;
  for (; i <= n - BLOCK; i += BLOCK) {
    long any = 0;
    for (int k = 0; k < BLOCK; k++)
      any |= b[i + k] != 0;
    if (any)
      return 1;
  }
  return !fc_isZero(b + i, n - i);
}

void bending_force(const Flex* flex, mjtNum* force) {
  const mjModel* m = flex->m;
  const int first = m->flex_edgeadr[flex->id], end = first + m->flex_edgenum[flex->id];
  const mjtNum damping = flex->dampers ? m->flex_damping[flex->id] : 0;
  mj_markStack(flex->d);
  mjtNum* velocity = NULL;
  if (damping != 0) {
    velocity = mj_stackAllocNum(flex->d, 3 * (size_t)flex->nvert);
    dof_velocities(flex, velocity);
  }
  for (int e = first; e < end; e++) {
    const int *edge = m->flex_edge + 2 * e, *flap = m->flex_edgeflap + 2 * e;
    const mjtNum* b = m->flex_bending + 17 * e;
    if (flap[1] < 0 || fc_isZero(b, 17))
      continue;
    const int v[4] = {edge[0], edge[1], flap[0], flap[1]};
    const mjtNum* x[4];
    mjtNum f[12];
    if (flex->springs) {
      for (int i = 0; i < 4; i++)
        x[i] = flex->xpos + 3 * v[i];
      product(f, b, x);
      if (b[16] != 0)
        add_volume_gradient(f, b[16], x);
      for (int i = 0; i < 4; i++)
        fc_subFrom3(force + 3 * v[i], f + 3 * i);
    }
    if (velocity) {
      for (int i = 0; i < 4; i++)
        x[i] = velocity + 3 * v[i];
      product(f, b, x);
      for (int i = 0; i < 4; i++)
        damp(flex, flex->body[v[i]], f + 3 * i, damping);
    }
  }
  mj_freeStack(flex->d);
}
