// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Dense Jacobians of points, axes, centres of mass and angular momentum: 3 x nv, row-major, zero
// where a dof does not move the object. They need mj_comPos; their time derivative needs mj_comVel.

#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/argument.h"
#include "core/physics/mechanics/jacobian.h"

// store a 3-vector as column i of a 3 x nv matrix
static inline void set_column(mjtNum* mat, int nv, int i, const mjtNum column[3]) {
  mat[i] = column[0];
  mat[i + nv] = column[1];
  mat[i + 2 * nv] = column[2];
}

// rotational and translational Jacobian; either may be NULL
static void dense_jacobian(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr,
                           const mjtNum* point, int body) {
  int n, nv = m->nv;
  const int* chain = body_chain(m, body, &n);
  mjtNum arm[3];
  if (jacp)
    fc_zero(jacp, 3 * nv);
  if (jacr)
    fc_zero(jacr, 3 * nv);

  fc_sub3(arm, point, d->subtree_com + 3 * m->body_rootid[body]);
  for (int k = 0; k < n; k++) {
    const mjtNum* cdof = d->cdof + 6 * chain[k];
    if (jacr)
      set_column(jacr, nv, chain[k], cdof);
    if (jacp) {
      mjtNum column[3];
      fc_cross(column, cdof, arm);
      fc_addTo3(column, cdof + 3);
      set_column(jacp, nv, chain[k], column);
    }
  }
}

void mj_jac(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, const mjtNum* point,
            int body) {
  if (is_index(body, m->nbody, "body", "mj_jac") && is_given(point, "point", "mj_jac"))
    dense_jacobian(m, d, jacp, jacr, point, body);
}

void mj_jacBody(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body) {
  if (is_index(body, m->nbody, "body", "mj_jacBody"))
    dense_jacobian(m, d, jacp, jacr, d->xpos + 3 * body, body);
}

void mj_jacBodyCom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body) {
  if (is_index(body, m->nbody, "body", "mj_jacBodyCom"))
    dense_jacobian(m, d, jacp, jacr, d->xipos + 3 * body, body);
}

void mj_jacGeom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int geom) {
  if (is_index(geom, m->ngeom, "geom", "mj_jacGeom"))
    dense_jacobian(m, d, jacp, jacr, d->geom_xpos + 3 * geom, m->geom_bodyid[geom]);
}

void mj_jacSite(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int site) {
  if (is_index(site, m->nsite, "site", "mj_jacSite"))
    dense_jacobian(m, d, jacp, jacr, d->site_xpos + 3 * site, m->site_bodyid[site]);
}

// end of the range of bodies that make up the subtree of `body`
static int subtree_end(const mjModel* m, int body) {
  int end = body + 1;
  while (end < m->nbody && m->body_parentid[end] >= body)
    end++;
  return end;
}

void mj_jacSubtreeCom(const mjModel* m, mjData* d, mjtNum* jacp, int body) {
  if (!is_index(body, m->nbody, "body", "mj_jacSubtreeCom") ||
      !is_given(jacp, "jacp", "mj_jacSubtreeCom"))
    return;
  int n, nv = m->nv, end = subtree_end(m, body);
  fc_zero(jacp, 3 * nv);

  // mass-weighted sum of the columns of every body, added in place
  for (int b = body; b < end; b++) {
    const int* chain = body_chain(m, b, &n);
    mjtNum arm[3], mass = m->body_mass[b];
    fc_sub3(arm, d->xipos + 3 * b, d->subtree_com + 3 * m->body_rootid[b]);
    for (int k = 0; k < n; k++) {
      const mjtNum* cdof = d->cdof + 6 * chain[k];
      mjtNum column[3];
      fc_cross(column, cdof, arm);
      fc_addTo3(column, cdof + 3);
      jacp[chain[k]] += mass * column[0];
      jacp[chain[k] + nv] += mass * column[1];
      jacp[chain[k] + 2 * nv] += mass * column[2];
    }
  }
  fc_scl(jacp, jacp, 1 / m->body_subtreemass[body], 3 * nv);
}

void mj_jacPointAxis(const mjModel* m, mjData* d, mjtNum* jacPoint, mjtNum* jacAxis,
                     const mjtNum* point, const mjtNum* axis, int body) {
  if (!is_index(body, m->nbody, "body", "mj_jacPointAxis") ||
      (jacPoint && !is_given(point, "point", "mj_jacPointAxis")) ||
      (jacAxis && !is_given(axis, "axis", "mj_jacPointAxis")))
    return;
  int n, nv = m->nv;
  if (jacPoint)
    dense_jacobian(m, d, jacPoint, NULL, point, body);

  // an axis fixed to the body turns with it
  if (jacAxis) {
    const int* chain = body_chain(m, body, &n);
    fc_zero(jacAxis, 3 * nv);
    for (int k = 0; k < n; k++) {
      mjtNum column[3];
      fc_cross(column, d->cdof + 6 * chain[k], axis);
      set_column(jacAxis, nv, chain[k], column);
    }
  }
}

void mj_jacDot(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, const mjtNum* point,
               int body) {
  if (!is_index(body, m->nbody, "body", "mj_jacDot") || !is_given(point, "point", "mj_jacDot"))
    return;
  int n, nv = m->nv;
  const int* chain = body_chain(m, body, &n);
  const mjtNum *centre = d->subtree_com + 3 * m->body_rootid[body], *cvel = d->cvel + 6 * body;
  mjtNum arm[3], vel[3];
  if (jacp)
    fc_zero(jacp, 3 * nv);
  if (jacr)
    fc_zero(jacr, 3 * nv);

  // velocity of the point as part of the body
  fc_sub3(arm, point, centre);
  fc_cross(vel, cvel, arm);
  fc_addTo3(vel, cvel + 3);

  for (int k = 0; k < n; k++) {
    mjtNum rate[6];
    dof_rate(m, d, rate, chain[k]);
    if (jacr)
      set_column(jacr, nv, chain[k], rate);
    if (jacp) {
      mjtNum column[3], drift[3];
      fc_cross(column, rate, arm);
      fc_cross(drift, d->cdof + 6 * chain[k], vel);
      fc_addTo3(column, drift);
      fc_addTo3(column, rate + 3);
      set_column(jacp, nv, chain[k], column);
    }
  }
}

void mj_angmomMat(const mjModel* m, mjData* d, mjtNum* mat, int body) {
  if (!is_index(body, m->nbody, "body", "mj_angmomMat") || !is_given(mat, "mat", "mj_angmomMat"))
    return;
  int n, nv = m->nv, end = subtree_end(m, body);
  fc_zero(mat, 3 * nv);

  for (int b = body; b < end; b++) {
    const int* chain = body_chain(m, b, &n);
    const mjtNum *R = d->ximat + 9 * b, *J = m->body_inertia + 3 * b;
    mjtNum arm[3], lever[3];
    fc_sub3(arm, d->xipos + 3 * b, d->subtree_com + 3 * m->body_rootid[b]);
    fc_sub3(lever, d->xipos + 3 * b, d->subtree_com + 3 * body);

    // spin of the body plus the moment of its linear momentum about the subtree's centre
    for (int k = 0; k < n; k++) {
      const mjtNum* cdof = d->cdof + 6 * chain[k];
      mjtNum spin[3], linear[3], moment[3];
      fc_mulMatTVec3(spin, R, cdof);
      fc_set3(spin, spin[0] * J[0], spin[1] * J[1], spin[2] * J[2]);
      fc_mulMatVec3(spin, R, spin);
      fc_cross(linear, cdof, arm);
      fc_addTo3(linear, cdof + 3);
      fc_cross(moment, lever, linear);
      for (int r = 0; r < 3; r++)
        mat[r * nv + chain[k]] += spin[r] + m->body_mass[b] * moment[r];
    }
  }
}
