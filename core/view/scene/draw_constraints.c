// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Equality constraints and contacts.

#include <stdio.h>

#include "core/foundation/base/text.h"
#include "core/physics/problem/contact_force.h"
#include "core/view/scene/draw.h"

// ---------------------------------------------------------------- equalities

// The anchor of a connect or weld on its first or second object; returns the orientation of the
// object (3x3).
static const mjtNum* equality_anchor(mjtNum point[3], const Drawing* dr, int equality, int second) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  const int object = second ? m->eq_obj2id[equality] : m->eq_obj1id[equality];
  if (m->eq_objtype[equality] == mjOBJ_SITE) {
    fc_copy3(point, d->site_xpos + 3 * object);
    return d->site_xmat + 9 * object;
  }
  // a weld stores the anchor of its second body first
  const int later = (m->eq_type[equality] == mjEQ_WELD) != !!second;
  fc_mulMatVec3(point, d->xmat + 9 * object, m->eq_data + mjNEQDATA * equality + (later ? 3 : 0));
  fc_addTo3(point, d->xpos + 3 * object);
  return d->xmat + 9 * object;
}

void draw_equalities(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjtNum radius = m->vis.scale.constraint * dr->size, size[3] = {radius, radius, radius};
  for (int i = 0; i < m->neq; i++) {
    if (!dr->d->eq_active[i] || (m->eq_type[i] != mjEQ_CONNECT && m->eq_type[i] != mjEQ_WELD))
      continue;
    for (int second = 0; second < 2; second++) {
      mjtNum point[3];
      const mjtNum* mat = equality_anchor(point, dr, i, second);
      mjvGeom* geom = draw_decor(dr, mjGEOM_SPHERE, mjOBJ_EQUALITY, i, size, point, mat,
                                 second ? m->vis.rgba.constraint : m->vis.rgba.connect);
      if (geom && dr->opt->label == mjLABEL_CONSTRAINT)
        set_label(dr, geom, mjOBJ_EQUALITY, i);
    }
  }
}

// ---------------------------------------------------------------- contacts

// Writes one side of a contact as text.
static void side_name(char* text, size_t size, const mjModel* m, const mjContact* con, int side) {
  const int is_geom = con->geom[side] >= 0;
  const int id = is_geom ? con->geom[side] : con->flex[side];
  const char* name = mj_id2name(m, is_geom ? mjOBJ_GEOM : mjOBJ_FLEX, id);
  char number[16], part[16] = "";
  snprintf(number, sizeof number, "%c%d", is_geom ? 'g' : 'f', id);
  if (!is_geom && con->elem[side] >= 0)
    snprintf(part, sizeof part, ".e%d", con->elem[side]);
  else if (!is_geom)
    snprintf(part, sizeof part, ".v%d", con->vert[side]);
  text[0] = 0;
  text_append(text, size, "%s%s", name ? name : number, part);
}

static void contact_label(mjvGeom* geom, const mjModel* m, const mjContact* con) {
  char side[2][48];
  for (int k = 0; k < 2; k++)
    side_name(side[k], sizeof side[k], m, con, k);
  snprintf(geom->label, sizeof geom->label, "%s | %s", side[0], side[1]);
}

// The axes of a contact as columns, the normal at column z (2) or x (0).
static void contact_axes(mjtNum mat[9], const mjContact* con, int normal) {
  for (int axis = 0; axis < 3; axis++) {
    const int column = (axis + normal) % 3;
    for (int row = 0; row < 3; row++)
      mat[3 * row + column] = con->frame[3 * axis + row];
  }
}

static void draw_contact_point(const Drawing* dr, int i, const mjContact* con) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  const mjtNum radius = m->vis.scale.contactwidth * m->stat.meansize;
  const mjtNum height = fc_max(m->vis.scale.contactheight * m->stat.meansize, -con->dist / 2);
  const mjtNum size[2] = {radius, height};
  const int has_rows = con->efc_address >= 0, acts = contact_acts(d, i);
  mjtNum mat[9];
  contact_axes(mat, con, 2);
  mjvGeom* geom = draw_decor(dr, mjGEOM_CYLINDER, mjOBJ_UNKNOWN, i, size, con->pos, mat,
                             acts ? m->vis.rgba.contactpoint : m->vis.rgba.contactgap);
  if (!geom)
    return;
  if (has_rows && dr->opt->flags[mjVIS_ISLAND]) {
    const int island = d->nisland ? d->efc_island[con->efc_address] : -1;
    set_island_color(geom->rgba, island >= 0 ? d->island_dofadr[island] : -1, 1);
  }
  if (dr->opt->label == mjLABEL_CONTACTPOINT)
    contact_label(geom, m, con);
}

// Numbers bodies and flexes in one sequence.
static int side_rank(const mjModel* m, const mjContact* con, int side) {
  return con->geom[side] >= 0 ? m->geom_bodyid[con->geom[side]] : (int)m->nbody + con->flex[side];
}

// Arrows of a contact force: the whole, or its normal and tangential part.
static void draw_contact_force(const Drawing* dr, int i, const mjContact* con,
                               const mjtNum force[3]) {
  const mjModel* m = dr->m;
  const int first = side_rank(m, con, 0), second = side_rank(m, con, 1);
  const int split = dr->opt->flags[mjVIS_CONTACTSPLIT] && con->dim > 1;
  const int type = first > 0 && second > 0 && !split ? mjGEOM_ARROW2 : mjGEOM_ARROW;
  const mjtNum sign = first > second ? -1 : 1, scale = m->vis.map.force / m->stat.meanmass;
  for (int part = 0; part < 1 + split; part++) {
    mjtNum local[3], vec[3], end[3];
    fc_copy3(local, force);
    if (split && part)
      local[0] = 0;
    else if (split)
      local[1] = local[2] = 0;
    fc_mulMatTVec3(vec, con->frame, local);
    fc_addScl3(end, con->pos, vec, sign * scale);
    mjvGeom* geom = draw_link(dr, type, mjCAT_DECOR, mjOBJ_UNKNOWN, i,
                              m->vis.scale.forcewidth * m->stat.meansize, con->pos, end,
                              part ? m->vis.rgba.contactfriction : m->vis.rgba.contactforce);
    if (geom && !part && dr->opt->label == mjLABEL_CONTACTFORCE)
      snprintf(geom->label, sizeof geom->label, "%-.3g", fc_norm3(force));
  }
}

void draw_contacts(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjtByte* flag = dr->opt->flags;
  const int frames = dr->opt->frame == mjFRAME_CONTACT;
  if (!flag[mjVIS_CONTACTPOINT] && !flag[mjVIS_CONTACTFORCE] && !frames)
    return;
  for (int i = 0; i < dr->d->ncon; i++) {
    const mjContact* con = dr->d->contact + i;
    if (flag[mjVIS_CONTACTPOINT])
      draw_contact_point(dr, i, con);
    if (frames) {
      mjtNum mat[9];
      contact_axes(mat, con, 0);
      draw_triad(dr, con->pos, mat, m->vis.scale.framelength * dr->size / 2,
                 m->vis.scale.framewidth * m->stat.meansize / 2, i);
    }
    if (!contact_acts(dr->d, i) || !flag[mjVIS_CONTACTFORCE])
      continue;
    mjtNum force[6];
    mj_contactForce(m, dr->d, i, force);
    for (int k = con->dim; k < 3; k++)
      force[k] = 0;
    if (fc_norm3(force) >= mjMINVAL)
      draw_contact_force(dr, i, con, force);
  }
}
