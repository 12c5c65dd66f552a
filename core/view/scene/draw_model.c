// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Flexes, skins, geoms and sites.

#include <math.h>

#include "core/view/scene/draw.h"

// ---------------------------------------------------------------- flexes and skins

static const mjtNum unturned[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

void draw_flexes(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjtByte* flag = dr->opt->flags;
  if (!(dr->catmask & mjCAT_DYNAMIC) || !(flag[mjVIS_FLEXVERT] || flag[mjVIS_FLEXEDGE] ||
                                          flag[mjVIS_FLEXFACE] || flag[mjVIS_FLEXSKIN]))
    return;
  for (int i = 0; i < m->nflex; i++) {
    if (!group_is_shown(dr->opt->flexgroup, m->flex_group[i]))
      continue;
    mjvGeom* geom = draw_begin(dr, mjGEOM_FLEX, mjOBJ_FLEX, i, mjCAT_DYNAMIC);
    if (!geom)
      return;
    geom->size[0] = (float)m->flex_radius[i];
    geom->size[1] = geom->size[2] = 0.1f;
    copy_to_float(geom->pos, dr->d->flexvert_xpos + 3 * m->flex_vertadr[i], 3);
    copy_to_float(geom->mat, unturned, 9);
    set_material(dr, geom, m->flex_matid[i], m->flex_rgba + 4 * i);
    geom->texcoord = m->flex_texcoordadr[i] >= 0;
    if (!geom->texcoord)
      geom->matid = -1;
    set_glow(dr, geom, dr->pert->flexselect == i);
    if (dr->opt->label == mjLABEL_FLEX)
      set_label(dr, geom, mjOBJ_FLEX, i);
    if (geom->rgba[3] == 0)
      draw_drop(dr);
  }
}

void draw_skins(const Drawing* dr) {
  const mjModel* m = dr->m;
  if (!(dr->catmask & mjCAT_DYNAMIC) || !dr->opt->flags[mjVIS_SKIN])
    return;
  for (int i = 0; i < m->nskin; i++) {
    if (!group_is_shown(dr->opt->skingroup, m->skin_group[i]))
      continue;
    mjvGeom* geom = draw_begin(dr, mjGEOM_SKIN, mjOBJ_SKIN, i, mjCAT_DYNAMIC);
    if (!geom)
      return;
    geom_set_size(geom, NULL);
    copy_to_float(geom->pos, dr->d->xpos + 3 * m->skin_bonebodyid[m->skin_boneadr[i]], 3);
    copy_to_float(geom->mat, unturned, 9);
    set_material(dr, geom, m->skin_matid[i], m->skin_rgba + 4 * i);
    geom->texcoord = m->skin_texcoordadr[i] >= 0;
    set_glow(dr, geom, dr->pert->skinselect == i);
    if (dr->opt->label == mjLABEL_SKIN)
      set_label(dr, geom, mjOBJ_SKIN, i);
    if (geom->rgba[3] == 0)
      draw_drop(dr);
  }
}

// ---------------------------------------------------------------- geoms

// Elements that move together have one colour: islands of constraints, or trees or cycles of
// sleeping trees outside islands.
static void color_by_island(const Drawing* dr, mjvGeom* geom, int body) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  const int weld = m->body_weldid[body];
  if (!m->body_dofnum[weld])
    return;
  const int dof = m->body_dofadr[weld];
  const int island = d->nisland ? d->dof_island[dof] : -1;
  int number = island >= 0 ? d->island_dofadr[island] : -1;
  if (number < 0 && (m->opt.enableflags & mjENBL_SLEEP)) {
    int tree = m->dof_treeid[dof];
    if (d->tree_asleep[tree] >= 0) {
      int least = tree, next = d->tree_asleep[tree];
      for (int i = 0; i < m->ntree && next != tree && next >= 0 && next < m->ntree; i++) {
        if (next < least)
          least = next;
        next = d->tree_asleep[next];
      }
      tree = least;
    }
    number = m->tree_dofadr[tree];
  }
  geom->matid = -1;
  set_island_color(geom->rgba, number, d->body_awake[body] == mjS_AWAKE);
}

// A plane that is infinite along an axis follows the cameras, in whole periods of its texture or
// grid.
static void recenter_plane(const Drawing* dr, mjvGeom* geom, int id) {
  const mjModel* m = dr->m;
  const mjtNum *size = m->geom_size + 3 * id, *pos = dr->d->geom_xpos + 3 * id,
               *mat = dr->d->geom_xmat + 9 * id;
  const int material = m->geom_matid[id];
  mjtNum offset[3] = {0, 0, 0}, view[3];
  for (int k = 0; k < 3; k++)
    view[k] = 0.5f * (dr->scn->camera[0].pos[k] + dr->scn->camera[1].pos[k]) - pos[k];
  for (int axis = 0; axis < 2; axis++) {
    if (size[axis] > 0)
      continue;
    const float repeat = material >= 0 ? m->mat_texrepeat[2 * material + axis] : 0;
    const mjtNum zfar = m->vis.map.zfar * m->stat.extent;
    const float period = repeat > 0 ? 2 / repeat : (float)(2.1 * zfar / (mjMAXPLANEGRID - 2));
    mjtNum direction[3];
    fc_column3(direction, mat, axis);
    const mjtNum count = floor(0.5 * fc_dot3(view, direction) / period + 0.5);
    fc_addToScl3(offset, direction, 2 * (mjtNum)period * count);
  }
  for (int k = 0; k < 3; k++)
    geom->pos[k] = (float)(geom->pos[k] + offset[k]);
}

// Meshes are shown as they are, or as the hull used for collisions.
static void set_mesh(const Drawing* dr, mjvGeom* geom, int id) {
  const mjModel* m = dr->m;
  const int mesh = m->geom_dataid[id];
  geom->dataid = 2 * mesh;
  geom->texcoord = m->mesh_texcoordadr[mesh] >= 0;
  geom->dataid += dr->opt->flags[mjVIS_CONVEXHULL] && m->mesh_graphadr[mesh] >= 0 &&
                  (m->geom_contype[id] || m->geom_conaffinity[id]);
}

void draw_geoms(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjtNum *xpos = dr->d->geom_xpos, *xmat = dr->d->geom_xmat;
  const int labels = dr->opt->label == mjLABEL_GEOM, islands = dr->opt->flags[mjVIS_ISLAND];
  const int selected = dr->pert->select > 0 ? dr->pert->select : -1;
  int plane = -1;
  for (mjtSize at = 0; at < m->ngeom; at++) {
    const int i = (int)at, type = m->geom_type[at], body = m->geom_bodyid[at];
    const int category = body_category(m, body);
    plane += type == mjGEOM_PLANE;
    if (!(dr->catmask & category) || !group_is_shown(dr->opt->geomgroup, m->geom_group[at]))
      continue;
    mjvGeom* geom = draw_begin(dr, type, mjOBJ_GEOM, i, category);
    if (!geom)
      return;
    geom_set_size(geom, m->geom_size + 3 * at);
    copy_to_float(geom->pos, xpos + 3 * at, 3);
    copy_to_float(geom->mat, xmat + 9 * at, 9);
    geom->dataid = m->geom_dataid[at];
    geom->modelrbound = (float)m->geom_rbound[at];
    set_material(dr, geom, m->geom_matid[at], m->geom_rgba + 4 * at);
    if (islands)
      color_by_island(dr, geom, body);
    set_glow(dr, geom, selected == body);
    if (labels)
      set_label(dr, geom, mjOBJ_GEOM, i);
    if (type == mjGEOM_PLANE) {
      geom->dataid = plane;
      recenter_plane(dr, geom, i);
    } else if ((type == mjGEOM_MESH || type == mjGEOM_SDF) && geom->dataid >= 0) {
      set_mesh(dr, geom, i);
    }
    if (geom->rgba[3] == 0)
      draw_drop(dr);
  }
}

// ---------------------------------------------------------------- sites

void draw_sites(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  for (int i = 0; i < m->nsite; i++) {
    const int body = m->site_bodyid[i], category = body_category(m, body);
    if (!(dr->catmask & category) || !group_is_shown(dr->opt->sitegroup, m->site_group[i]))
      continue;
    mjvGeom* geom = draw_begin(dr, m->site_type[i], mjOBJ_SITE, i, category);
    if (!geom)
      return;
    geom_set_size(geom, m->site_size + 3 * i);
    copy_to_float(geom->pos, d->site_xpos + 3 * i, 3);
    copy_to_float(geom->mat, d->site_xmat + 9 * i, 9);
    set_material(dr, geom, m->site_matid[i], m->site_rgba + 4 * i);
    set_glow(dr, geom, dr->pert->select > 0 && dr->pert->select == body);
    if (dr->opt->label == mjLABEL_SITE)
      set_label(dr, geom, mjOBJ_SITE, i);
    if (geom->rgba[3] == 0)
      draw_drop(dr);
  }
}
