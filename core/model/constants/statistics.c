// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Model statistics at qpos0, and spring lengths at qpos_spring.
//
// The extent of a model is the longest side of the box around everything in it, at least two mean
// body sizes. The size of a body is how far its joints, its children's joints and the surfaces of
// its geoms reach from its centre of mass; a rotational dof has the size of its body as the length
// that makes its velocity comparable with a translation.

#include <string.h>

#include <fulcrum/math.h>

#include "core/model/constants/set_const.h"

typedef struct Box_ {
  mjtNum low[3], high[3];
} Box;

static void include_point(Box* box, const mjtNum point[3], mjtNum radius) {
  for (int i = 0; i < 3; i++) {
    box->low[i] = fc_min(box->low[i], point[i] - radius);
    box->high[i] = fc_max(box->high[i], point[i] + radius);
  }
}

// extent of a geom for the purpose of the box; unbounded geoms count with a tenth of their visible
// size
static mjtNum reach(const mjModel* m, int g) {
  const mjtNum* size = m->geom_size + 3 * g;
  if (m->geom_rbound[g] > 0)
    return m->geom_rbound[g];
  if (m->geom_type[g] == mjGEOM_PLANE)
    return size[0] != 0 || size[1] != 0 ? fc_max(size[0], size[1]) * 0.1 : 1;
  if (m->geom_type[g] == mjGEOM_HFIELD && m->geom_dataid[g] >= 0) {
    const mjtNum* field = m->hfield_size + 4 * m->geom_dataid[g];
    return 0.1 * fc_max(fc_max(field[0], field[1]), fc_max(field[2], field[3]));
  }
  return 0;
}

static void extent(mjModel* m, const mjData* d) {
  Box box = {{mjMAXVAL, mjMAXVAL, mjMAXVAL}, {-mjMAXVAL, -mjMAXVAL, -mjMAXVAL}};
  for (int b = 1; b < m->nbody; b++) {
    include_point(&box, d->xpos + 3 * b, 0);
    include_point(&box, d->xipos + 3 * b, 0);
  }
  for (int j = 0; j < m->njnt; j++)
    include_point(&box, d->xanchor + 3 * j, 0);
  for (int s = 0; s < m->nsite; s++)
    include_point(&box, d->site_xpos + 3 * s, 0);
  for (int g = 0; g < m->ngeom; g++)
    include_point(&box, d->geom_xpos + 3 * g, reach(m, g));
  if (!(box.high[0] >= box.low[0]))
    return;

  // a box that is flat along x defines a center, but its extent is not used
  mjtNum longest = 1e-5;
  for (int i = 0; i < 3; i++) {
    m->stat.center[i] = (box.low[i] + box.high[i]) / 2;
    longest = fc_max(longest, box.high[i] - box.low[i]);
  }
  if (box.high[0] > box.low[0])
    m->stat.extent = longest;
}

static void widen(mjtNum* size, int body, mjtNum reach) { size[body] = fc_max(size[body], reach); }

// The size of a flex body is the longest edge at its vertex, or the distance of the farthest node.
static void flex_sizes(const mjModel* m, const mjData* d, int f, mjtNum* size) {
  const int* body = m->flex_vertbodyid + m->flex_vertadr[f];
  const int* node = m->flex_nodebodyid + m->flex_nodeadr[f];
  if (!m->flex_interp[f]) {
    for (int e = m->flex_edgeadr[f]; e < m->flex_edgeadr[f] + m->flex_edgenum[f]; e++) {
      widen(size, body[m->flex_edge[2 * e]], m->flexedge_length0[e]);
      widen(size, body[m->flex_edge[2 * e + 1]], m->flexedge_length0[e]);
    }
    return;
  }
  for (int i = 0; i < m->flex_nodenum[f]; i++) {
    for (int k = 0; k < i; k++) {
      const mjtNum distance = fc_dist3(d->xpos + 3 * node[i], d->xpos + 3 * node[k]);
      widen(size, node[i], distance);
      widen(size, node[k], distance);
    }
  }
}

static void body_sizes(const mjModel* m, const mjData* d, mjtNum* size) {
  for (int b = 0; b < m->nbody; b++)
    size[b] = 0;
  for (int j = 0; j < m->njnt; j++) {
    int b = m->jnt_bodyid[j], p = m->body_parentid[b];
    size[b] = fc_max(size[b], fc_dist3(d->xipos + 3 * b, d->xanchor + 3 * j));
    size[p] = fc_max(size[p], fc_dist3(d->xipos + 3 * p, d->xanchor + 3 * j));
  }
  size[0] = 0;
  for (int g = 0; g < m->ngeom; g++) {
    if (m->geom_rbound[g] <= 0)
      continue;
    int b = m->geom_bodyid[g];
    size[b] = fc_max(size[b], m->geom_rbound[g] + fc_dist3(d->xipos + 3 * b, d->geom_xpos + 3 * g));
  }
  for (int f = 0; f < m->nflex; f++)
    flex_sizes(m, d, f, size);
  for (int b = 0; b < m->nbody; b++)
    size[b] = fc_max(size[b], 1e-5);
}

static void dof_lengths(mjModel* m, const mjtNum* size) {
  for (int i = 0; i < m->nv; i++) {
    int joint = m->dof_jntid[i], type = m->jnt_type[joint];
    int translates = type == mjJNT_SLIDE || (type == mjJNT_FREE && i < m->jnt_dofadr[joint] + 3);
    m->dof_length[i] = translates ? 1 : size[m->dof_bodyid[i]];
  }
}

static void means(mjModel* m, const mjData* d, const mjtNum* size) {
  mjtNum sum = 0, mass = 0, inertia = 0;
  for (int b = 1; b < m->nbody; b++) {
    sum += size[b];
    mass += m->body_mass[b];
  }
  if (m->nbody > 1) {
    m->stat.meansize = sum / (mjtNum)(m->nbody - 1);
    m->stat.meanmass = mass / (mjtNum)(m->nbody - 1);
  }
  for (int i = 0; i < m->nv; i++)
    inertia += d->M[m->M_rowadr[i] + m->M_rownnz[i] - 1];
  if (m->nv > 0)
    m->stat.meaninertia = inertia / (mjtNum)m->nv;
}

static void spring_lengths(mjModel* m, mjData* d) {
  memcpy(d->qpos, m->qpos_spring, (size_t)m->nq * sizeof(mjtNum));
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_tendon(m, d);
  for (int t = 0; t < m->ntendon; t++) {
    mjtNum* length = m->tendon_lengthspring + 2 * t;
    if (length[0] == -1 && length[1] == -1)
      length[0] = length[1] = d->ten_length[t];
  }
}

void set_const_statistics(mjModel* m, mjData* d) {
  static const mjStatistic none = {.meaninertia = 1, .meanmass = 1, .meansize = 0.2, .extent = 2};
  m->stat = none;
  mj_markStack(d);
  mjtNum* size = mj_stackAllocNum(d, (size_t)m->nbody);
  extent(m, d);
  body_sizes(m, d, size);
  dof_lengths(m, size);
  means(m, d, size);
  m->stat.extent = fc_max(m->stat.extent, 2 * m->stat.meansize);
  mj_freeStack(d);
  spring_lengths(m, d);
}
