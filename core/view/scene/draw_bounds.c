// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bounding volumes of bodies, flexes and meshes, and octrees.

#include "core/view/scene/draw.h"

// A tree is shown at one depth, and at leaves above that depth.
static int is_at_depth(const Drawing* dr, int node) {
  const int depth = dr->m->bvh_depth[node], shown = dr->opt->bvh_depth;
  return depth == shown || (depth < shown && dr->m->bvh_nodeid[node] >= 0);
}

static int was_visited(const Drawing* dr, int node) {
  return dr->m->vis.global.bvactive && dr->d->bvh_active[node];
}

static const float* node_color(const Drawing* dr, int node) {
  return was_visited(dr, node) ? dr->m->vis.rgba.bvactive : dr->m->vis.rgba.bv;
}

void draw_body_bounds(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  for (int body = 0; body < m->nbody; body++) {
    const int first = m->body_bvhadr[body];
    for (int node = first; node >= 0 && node < first + m->body_bvhnum[body]; node++) {
      const int geom = m->bvh_nodeid[node];
      if (!is_at_depth(dr, node))
        continue;
      if (geom >= 0)
        draw_bounds(dr, node, m->geom_aabb + 6 * geom, d->geom_xpos + 3 * geom,
                    d->geom_xmat + 9 * geom, node_color(dr, node));
      else
        draw_bounds(dr, node, m->bvh_aabb + 6 * node, d->xipos + 3 * body, d->ximat + 9 * body,
                    node_color(dr, node));
    }
  }
}

// ---------------------------------------------------------------- flexes

// Position of a control node of an interpolated flex.
static void node_position(mjtNum pos[3], const mjModel* m, const mjData* d, int flex, int node) {
  const int body = m->flex_nodebodyid[node];
  fc_zero3(pos);
  if (!m->flex_centered[flex])
    fc_mulMatVec3(pos, d->xmat + 9 * body, m->flex_node + 3 * node);
  fc_addTo3(pos, d->xpos + 3 * body);
}

// The lattice of control nodes: lines to the next node along x, y and z.
static void draw_lattice(const Drawing* dr, int flex) {
  static const float grey[4] = {0.5f, 0.5f, 0.5f, 1};
  const mjModel* m = dr->m;
  const int side = m->flex_interp[flex] + 1, first = m->flex_nodeadr[flex];
  const int stride[3] = {side * side, side, 1};
  if (m->flex_nodenum[flex] != side * side * side)
    return;
  for (int n = 0; n < side * side * side; n++) {
    const int index[3] = {n / stride[0], n / side % side, n % side};
    mjtNum from[3], to[3];
    node_position(from, m, dr->d, flex, first + n);
    for (int axis = 0; axis < 3; axis++) {
      if (index[axis] == side - 1)
        continue;
      node_position(to, m, dr->d, flex, first + n + stride[axis]);
      draw_line(dr, mjOBJ_UNKNOWN, index[0], 3, from, to, grey);
    }
  }
}

void draw_flex_bounds(const Drawing* dr) {
  const mjModel* m = dr->m;
  for (int flex = 0; flex < m->nflex; flex++) {
    const int first =
        group_is_shown(dr->opt->flexgroup, m->flex_group[flex]) ? m->flex_bvhadr[flex] : -1;
    for (int node = first; node >= 0 && node < first + m->flex_bvhnum[flex]; node++) {
      if (is_at_depth(dr, node))
        draw_bounds(dr, node, dr->d->bvh_aabb_dyn + 6 * (node - m->nbvhstatic), NULL, NULL,
                    node_color(dr, node));
    }
    if (m->flex_interp[flex])
      draw_lattice(dr, flex);
  }
}

// ---------------------------------------------------------------- meshes

// The mesh of a geom, or the one that a primitive was fitted to; -1 if there is none.
static int mesh_of(const mjModel* m, int geom) {
  return m->geom_type[geom] == mjGEOM_HFIELD ? -1 : m->geom_dataid[geom];
}

void draw_mesh_bounds(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  for (int geom = 0; geom < m->ngeom; geom++) {
    const int mesh = mesh_of(m, geom);
    if (mesh < 0 || m->geom_type[geom] == mjGEOM_SDF || m->mesh_octnum[mesh] > 0)
      continue;
    const int first = m->mesh_bvhadr[mesh];
    for (int node = first; node >= 0 && node < first + m->mesh_bvhnum[mesh]; node++) {
      if (is_at_depth(dr, node) && (!m->vis.global.bvactive || was_visited(dr, node)))
        draw_bounds(dr, node, m->bvh_aabb + 6 * node, d->geom_xpos + 3 * geom,
                    d->geom_xmat + 9 * geom, node_color(dr, node));
    }
  }
}

void draw_octrees(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  for (int geom = 0; geom < m->ngeom; geom++) {
    const int mesh = mesh_of(m, geom);
    const int first = mesh < 0 ? -1 : m->mesh_octadr[mesh];
    for (int cell = first; cell >= 0 && cell < first + m->mesh_octnum[mesh]; cell++) {
      if (m->oct_depth[cell] == dr->opt->bvh_depth)
        draw_bounds(dr, cell, m->oct_aabb + 6 * cell, d->geom_xpos + 3 * geom,
                    d->geom_xmat + 9 * geom, m->vis.rgba.bv);
    }
  }
}
