// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Corotational elasticity of an interpolated flex (fulcrum/flex.h): with the rotation R from world
// axes to those of the cell, nodes X and their velocities V,
//
//   force   = R' K (R X + centre - X0),     damping = c R' K R V,
//
// where K (flex_stiffness of the flex, 3n x 3n) is minus the stiffness of the undeformed cell and
// the centre is (1/2, 1/2, 1/2). Translations are in the kernel of K.

#include <string.h>

#include <fulcrum/flex.h>
#include <fulcrum/math.h>

#include "passive/elasticity/elasticity.h"

// Velocity of the centre of mass of a body. It is used for all nodes that are fixed points of the
// body, and their forces act at the node positions given by the axes of the cell, both as in the
// reference.
static void body_velocity(const mjModel* m, const mjData* d, int body, mjtNum v[3]) {
  const mjtNum* cvel = d->cvel + 6 * body;
  mjtNum arm[3];
  fc_sub3(arm, d->xipos + 3 * body, d->subtree_com + 3 * m->body_rootid[body]);
  fc_cross(v, cvel, arm);
  fc_addTo3(v, cvel + 3);
}

// Three rows of a matrix with n columns times x and y, in one pass over the rows, which may not fit
// into the first cache; summed in the order of fc_dot.
static inline void three_rows(mjtNum fx[3], mjtNum fy[3], const mjtNum* row, const mjtNum* x,
                              const mjtNum* y, int n) {
  FcQuad sx[3] = {{{{0}}}}, sy[3] = {{{{0}}}};
  const int whole = n - n % 4;
  for (int i = 0; i < whole; i += 4) {
    for (int k = 0; k < 3; k++) {
      fc_addProducts(sx + k, row + n * k + i, x + i);
      fc_addProducts(sy + k, row + n * k + i, y + i);
    }
  }
  for (int k = 0; k < 3; k++) {
    const mjtNum* a = row + n * k;
    mjtNum rx = whole < n ? a[whole] * x[whole] : 0, ry = whole < n ? a[whole] * y[whole] : 0;
    for (int i = whole + 1; i < n; i++) {
      rx += a[i] * x[i];
      ry += a[i] * y[i];
    }
    fx[k] = fc_sumQuad(sx + k) + rx;
    fy[k] = fc_sumQuad(sy + k) + ry;
  }
}

// force of a node, turned back to world axes
static void apply(const Flex* flex, int body, const mjtNum* point, const mjtNum* force,
                  const mjtNum back[4], mjtNum scale, mjtNum* qfrc) {
  const mjModel* m = flex->m;
  mjtNum f[3];
  fc_rotVecQuat(f, force, back);
  fc_scl3(f, f, scale);
  if (!m->flex_centered[flex->id]) {
    fc_applyWrench(m, flex->d, f, NULL, point, body, qfrc);
    return;
  }
  for (int k = 0; k < 3 && k < m->body_dofnum[body]; k++)
    qfrc[m->body_dofadr[body] + k] += f[k];
}

int cell_force(const Flex* flex) {
  const mjModel* m = flex->m;
  const mjData* d = flex->d;
  const int id = flex->id, *body = m->flex_nodebodyid + m->flex_nodeadr[id];
  const mjtNum *rest = m->flex_node0 + 3 * m->flex_nodeadr[id], damping = m->flex_damping[id];
  const mjtNum* K = m->flex_stiffness + 21 * m->flex_elemadr[id];
  mjtNum x[3 * mjMAXFLEXNODES], strain[3 * mjMAXFLEXNODES], v[3 * mjMAXFLEXNODES], quat[4], back[4];
  const int n = fc_flexNodes(m, d, id, x);
  if (n < 0)
    return -1;
  fc_flexRotation(m, id, x, quat);
  fc_negQuat(back, quat);

  for (int i = 0; i < n; i++) {
    mjtNum *xi = x + 3 * i, *vi = v + 3 * i, vel[3] = {0, 0, 0};
    fc_rotVecQuat(xi, xi, quat);
    for (int k = 0; k < 3; k++)
      xi[k] += 0.5;
    fc_sub3(strain + 3 * i, xi, rest + 3 * i);
    if (!m->flex_centered[id]) {
      body_velocity(m, d, body[i], vel);
    } else if (m->body_dofnum[body[i]]) {
      memcpy(vel, d->qvel + m->body_dofadr[body[i]],
             (size_t)(m->body_dofnum[body[i]] < 3 ? m->body_dofnum[body[i]] : 3) * sizeof *vel);
    }
    fc_rotVecQuat(vi, vel, quat);
  }
  for (int i = 0; i < n; i++) {
    mjtNum elastic[3], viscous[3];
    three_rows(elastic, viscous, K + 9 * n * i, strain, v, 3 * n);
    if (flex->springs)
      apply(flex, body[i], x + 3 * i, elastic, back, 1, flex->spring);
    if (flex->dampers && damping != 0)
      apply(flex, body[i], x + 3 * i, viscous, back, damping, flex->damper);
  }
  return 0;
}
