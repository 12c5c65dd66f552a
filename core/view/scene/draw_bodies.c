// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Drawings of whole bodies: inertia, perturbation, labels, centres of mass, the skeleton, external
// forces.

#include <stdio.h>

#include "core/view/scene/draw.h"
#include "core/view/scene/selection.h"

// ---------------------------------------------------------------- inertia

// Half sizes of the box or ellipsoid of uniform density that has a body's mass and inertia.
static void equivalent_size(const mjModel* m, int body, int scaled, mjtNum size[3]) {
  const int ellipsoid = m->vis.global.ellipsoidinertia;
  const mjtNum mass = m->body_mass[body], *inertia = m->body_inertia + 3 * body;
  const mjtNum scale = fc_sqrt(ellipsoid ? 5 : 3);
  for (int k = 0; k < 3; k++) {
    const mjtNum sum = inertia[(k + 1) % 3] + inertia[(k + 2) % 3] - inertia[k];
    size[k] = scale * fc_sqrt(sum / (2 * mass));
  }
  if (!scaled)
    return;

  // scaled to the size of that mass at the density of water
  const mjtNum volume = (ellipsoid ? 4 * mjPI / 3 : 8) * size[0] * size[1] * size[2];
  fc_scl3(size, size, cbrt(mass / fc_max(mjMINVAL, volume) * 0.001));
}

void draw_inertia(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  const int type = m->vis.global.ellipsoidinertia ? mjGEOM_ELLIPSOID : mjGEOM_BOX;
  for (int i = 1; i < m->nbody; i++) {
    if (!(m->body_mass[i] > mjMINVAL) || !(dr->catmask & body_category(m, i)))
      continue;
    mjtNum size[3];
    equivalent_size(m, i, dr->opt->flags[mjVIS_SCLINERTIA], size);
    mjvGeom* geom = draw_decor(dr, type, mjOBJ_BODY, i, size, d->xipos + 3 * i, d->ximat + 9 * i,
                               m->vis.rgba.inertia);
    if (!geom)
      return;
    const int selected = dr->pert->select == i;
    set_glow(dr, geom, selected);
    if (dr->opt->label == mjLABEL_BODY || (dr->opt->label == mjLABEL_SELECTION && selected))
      set_label(dr, geom, mjOBJ_BODY, i);
  }
}

// ---------------------------------------------------------------- perturbation

// The colour shows which device perturbs: for the second one red and green are exchanged.
static void hand_color(float rgba[4], const float c[4], int first, int second) {
  copy_float(rgba, c, 4);
  rgba[0] = fmaxf(first ? c[0] : 0, second ? c[1] : 0);
  rgba[1] = fmaxf(first ? c[1] : 0, second ? c[0] : 0);
}

static int selects_body(const Drawing* dr) {
  return dr->pert->select > 0 && dr->pert->select < dr->m->nbody;
}

static void draw_string(const Drawing* dr) {
  const mjvPerturb* pert = dr->pert;
  const mjtNum width = dr->m->vis.scale.constraint * dr->size;
  const mjtNum size[3] = {2 * width, 2 * width, 2 * width};
  mjtNum point[3], mat[9];
  float rgba[4];
  hand_color(rgba, dr->m->vis.rgba.constraint, pert->active & mjPERT_TRANSLATE,
             pert->active2 & mjPERT_TRANSLATE);
  selection_point(point, dr->d, dr->pert);
  draw_link(dr, mjGEOM_CAPSULE, mjCAT_DECOR, mjOBJ_UNKNOWN, pert->select, width, point,
            pert->refselpos, rgba);
  fc_quat2Mat(mat, pert->refquat);
  draw_decor(dr, mjGEOM_SPHERE, mjOBJ_UNKNOWN, pert->select, size, pert->refselpos, mat, rgba);
}

static void draw_turned_box(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjvPerturb* pert = dr->pert;
  const int body = pert->select, tree = m->body_bvhadr[body];
  mjtNum pos[3], mat[9], size[3] = {dr->size, dr->size, dr->size};
  float rgba[4];
  hand_color(rgba, m->vis.rgba.inertia, pert->active & mjPERT_ROTATE,
             pert->active2 & mjPERT_ROTATE);
  fc_copy3(pos, dr->d->xipos + 3 * body);
  if (tree >= 0) {
    mjtNum center[3];
    fc_mulMatVec3(center, dr->d->ximat + 9 * body, m->bvh_aabb + 6 * tree);
    fc_addTo3(pos, center);
    fc_copy3(size, m->bvh_aabb + 6 * tree + 3);
  }
  fc_quat2Mat(mat, pert->refquat);
  draw_decor(dr, mjGEOM_BOX, mjOBJ_UNKNOWN, body, size, pos, mat, rgba);
}

void draw_perturbation(const Drawing* dr) {
  const int active = dr->pert->active | dr->pert->active2;
  if (!selects_body(dr))
    return;
  if (active & mjPERT_TRANSLATE)
    draw_string(dr);
  if (active & mjPERT_ROTATE)
    draw_turned_box(dr);
}

void draw_selection_point(const Drawing* dr) {
  if (!selects_body(dr))
    return;
  const mjtNum *local = dr->pert->localpos, radius = dr->m->vis.scale.selectpoint * dr->size;
  const mjtNum size[3] = {radius, radius, radius};
  mjtNum point[3];
  selection_point(point, dr->d, dr->pert);
  mjvGeom* geom = draw_decor(dr, mjGEOM_SPHERE, mjOBJ_UNKNOWN, dr->pert->select, size, point, NULL,
                             dr->m->vis.rgba.selectpoint);
  if (geom && dr->opt->label == mjLABEL_SELPNT)
    snprintf(geom->label, sizeof geom->label, "%.3f %.3f %.3f (local %.3f %.3f %.3f)", point[0],
             point[1], point[2], local[0], local[1], local[2]);
}

// ---------------------------------------------------------------- labels

void draw_body_labels(const Drawing* dr) {
  const int label = dr->opt->label;
  // inertia shapes have the labels
  if (dr->opt->flags[mjVIS_INERTIA] || (label != mjLABEL_BODY && label != mjLABEL_SELECTION))
    return;
  for (int i = 1; i < dr->m->nbody; i++) {
    if (!(dr->catmask & body_category(dr->m, i)) ||
        (label == mjLABEL_SELECTION && dr->pert->select != i))
      continue;
    mjvGeom* geom = draw_decor(dr, mjGEOM_LABEL, mjOBJ_UNKNOWN, i, NULL, dr->d->xpos + 3 * i,
                               dr->d->xmat + 9 * i, NULL);
    if (!geom)
      return;
    set_label(dr, geom, mjOBJ_BODY, i);
  }
}

void draw_island_labels(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  if (dr->opt->label != mjLABEL_ISLAND || !d->nisland)
    return;
  for (int i = 1; i < m->nbody; i++) {
    const int weld = m->body_weldid[i];
    const int island = m->body_dofnum[weld] ? d->dof_island[m->body_dofadr[weld]] : -1;
    if (island < 0)
      continue;
    mjvGeom* geom = draw_decor(dr, mjGEOM_LABEL, mjOBJ_UNKNOWN, i, NULL, d->xipos + 3 * i,
                               d->ximat + 9 * i, NULL);
    if (!geom)
      return;
    snprintf(geom->label, sizeof geom->label, "%d", island);
  }
}

// ---------------------------------------------------------------- centres and connections

void draw_centers_of_mass(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjtNum radius = m->vis.scale.com * dr->size, size[3] = {radius, radius, radius};
  for (int i = 1; i < m->nbody; i++) {
    if (m->body_rootid[i] == i)
      draw_decor(dr, mjGEOM_SPHERE, mjOBJ_UNKNOWN, i, size, dr->d->subtree_com + 3 * i, NULL,
                 m->vis.rgba.com);
  }
}

void draw_skeleton(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  const mjtNum width = m->vis.scale.connect * dr->size;
  for (int i = 1; i < m->nbody; i++) {
    if (!m->body_parentid[i])
      continue;

    // from the centre of the body through its joints to the centre of its parent
    const mjtNum* from = d->xipos + 3 * i;
    for (int j = m->body_jntnum[i] - 1; j >= -1; j--) {
      const mjtNum* to =
          j >= 0 ? d->xanchor + 3 * (m->body_jntadr[i] + j) : d->xipos + 3 * m->body_parentid[i];
      draw_link(dr, mjGEOM_CAPSULE, mjCAT_DECOR, mjOBJ_UNKNOWN, i, width, from, to,
                m->vis.rgba.connect);
      from = to;
    }
  }
}

// ---------------------------------------------------------------- forces

void draw_external_forces(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  const mjtNum scale = m->vis.map.force / m->stat.meanmass,
               width = m->vis.scale.forcewidth * dr->size;
  for (int i = 1; i < m->nbody; i++) {
    const mjtNum* force = d->xfrc_applied + 6 * i;
    mjtNum end[3];
    if (!(fc_norm3(force) > mjMINVAL))
      continue;
    fc_addScl3(end, d->xipos + 3 * i, force, scale);
    draw_link(dr, mjGEOM_ARROW, mjCAT_DECOR, mjOBJ_UNKNOWN, i, width, d->xipos + 3 * i, end,
              m->vis.rgba.force);
  }
}
