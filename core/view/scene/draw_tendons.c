// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Spatial tendons, taut or hanging, and slider-cranks.

#include "core/view/scene/catenary.h"
#include "core/view/scene/draw.h"

// ---------------------------------------------------------------- straight

// id of the object that a path touches at one of its points, as in mjData.wrap_obj
enum { AT_PULLEY = -2 };

void draw_tendon_path(const Drawing* dr, int tendon, int category, int objtype, int objid,
                      mjtNum width, int label, SegmentLooks set, const void* context) {
  const mjData* d = dr->d;
  const int first = d->ten_wrapadr[tendon], last = first + d->ten_wrapnum[tendon] - 1;
  for (int j = first; j < last; j++) {
    const int from = d->wrap_obj[j], to = d->wrap_obj[j + 1];
    if (from == AT_PULLEY || to == AT_PULLEY)
      continue;
    mjvGeom* geom = draw_begin(dr, mjGEOM_CAPSULE, objtype, objid, category);
    if (!geom)
      return;
    // a tendon is thinner where it wraps around a geom
    geom_connect(geom, from >= 0 && to >= 0 ? 0.5 * width : width, d->wrap_xpos + 3 * j,
                 d->wrap_xpos + 3 * (j + 1));
    set(dr, geom, tendon, context);
    if (label && j == first)
      set_label(dr, geom, objtype, objid);
  }
}

static void color_by_island(const Drawing* dr, mjvGeom* geom, int tendon) {
  const mjData* d = dr->d;
  const int row = d->nisland ? d->tendon_efcadr[tendon] : -1;
  const int island = row >= 0 ? d->efc_island[row] : -1;
  geom->matid = -1;
  set_island_color(geom->rgba, island >= 0 ? d->island_dofadr[island] : -1, 1);
}

// context: the colour of the tendon
static void set_straight_looks(const Drawing* dr, mjvGeom* geom, int tendon, const void* context) {
  set_material(dr, geom, dr->m->tendon_matid[tendon], context);
  if (dr->opt->flags[mjVIS_ISLAND])
    color_by_island(dr, geom, tendon);
}

static void draw_straight(const Drawing* dr, int tendon, mjtNum impedance) {
  const mjModel* m = dr->m;
  float rgba[4];
  copy_float(rgba, m->tendon_rgba + 4 * tendon, 4);
  if (m->tendon_matid[tendon] < 0 && is_default_color(rgba))
    set_limit_color(dr, rgba, impedance);
  draw_tendon_path(dr, tendon, mjCAT_DYNAMIC, mjOBJ_TENDON, tendon, m->tendon_width[tendon],
                   dr->opt->label == mjLABEL_TENDON, set_straight_looks, rgba);
}

// ---------------------------------------------------------------- hanging

static int drives_tendon(const mjModel* m, int tendon) {
  for (int i = 0; i < m->nu; i++)
    if (m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == tendon)
      return 1;
  return 0;
}

// Length of a tendon between two sites that is kept taut only by its upper limit, so that it can
// hang; 0 for other tendons.
static mjtNum slack_length(const mjModel* m, const mjData* d, int tendon) {
  const int first = m->tendon_adr[tendon];
  if ((m->opt.disableflags & mjDSBL_GRAVITY) || !(fc_norm3(m->opt.gravity) > mjMINVAL) ||
      m->tendon_num[tendon] != 2 || m->wrap_type[first] != mjWRAP_SITE ||
      m->wrap_type[first + 1] != mjWRAP_SITE || m->tendon_damping[tendon] != 0 ||
      m->tendon_frictionloss[tendon] != 0)
    return 0;
  const mjtNum *spring = m->tendon_lengthspring + 2 * tendon, *range = m->tendon_range + 2 * tendon;
  mjtNum length = 0;
  if (m->tendon_stiffness[tendon] > 0 && spring[0] == 0 && spring[1] > 0)
    length = spring[1];
  if (m->tendon_stiffness[tendon] == 0 && m->tendon_limited[tendon] && range[0] == 0 &&
      d->ten_length[tendon] < range[1])
    length = range[1];
  return length > 0 && !drives_tendon(m, tendon) ? length : 0;
}

static void draw_hanging(const Drawing* dr, int tendon, mjtNum length) {
  const mjModel* m = dr->m;
  const mjtNum* end = dr->d->wrap_xpos + 3 * dr->d->ten_wrapadr[tendon];
  mjtNum point[CATENARY_MAX][3];
  const int slices = m->vis.quality.numslices,
            wanted = slices < CATENARY_MAX - 1 ? slices + 1 : CATENARY_MAX;
  const int n = catenary(point, wanted, end, end + 3, m->opt.gravity, length);
  for (int i = 0; i < n - 1; i++) {
    mjvGeom* geom = draw_begin(dr, mjGEOM_CAPSULE, mjOBJ_TENDON, tendon, mjCAT_DYNAMIC);
    if (!geom)
      return;
    geom_connect(geom, m->tendon_width[tendon], point[i], point[i + 1]);
    set_material(dr, geom, m->tendon_matid[tendon], m->tendon_rgba + 4 * tendon);
    if (dr->opt->label == mjLABEL_TENDON)
      set_label(dr, geom, mjOBJ_TENDON, tendon);
  }
}

// Fixed tendons have no path.
static int have_paths(const Drawing* dr) {
  for (int i = 0; i < dr->m->ntendon; i++)
    if (dr->d->ten_wrapnum[i])
      return 1;
  return 0;
}

void draw_tendons(const Drawing* dr) {
  const mjModel* m = dr->m;
  if (!(dr->catmask & mjCAT_DYNAMIC) || !dr->opt->flags[mjVIS_TENDON] || !have_paths(dr))
    return;
  mj_markStack(dr->d);
  const mjtNum* impedance = limit_impedances(dr, mjCNSTR_LIMIT_TENDON, (int)m->ntendon);
  for (int i = 0; i < m->ntendon; i++) {
    if (!group_is_shown(dr->opt->tendongroup, m->tendon_group[i]))
      continue;
    const mjtNum slack = slack_length(m, dr->d, i);
    if (slack > 0)
      draw_hanging(dr, i, slack);
    else
      draw_straight(dr, i, impedance[i]);
  }
  mj_freeStack(dr->d);
}

// ---------------------------------------------------------------- slider-cranks

void draw_slider_cranks(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  if (!(dr->catmask & mjCAT_DYNAMIC))
    return;
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_trntype[i] != mjTRN_SLIDERCRANK)
      continue;
    const int crank = m->actuator_trnid[2 * i], slider = m->actuator_trnid[2 * i + 1];
    const mjtNum *pin = d->site_xpos + 3 * crank, *base = d->site_xpos + 3 * slider;
    const mjtNum rod = m->actuator_cranklength[i], width = dr->size * m->vis.scale.slidercrank;
    mjtNum axis[3], arm[3], end[3];
    fc_column3(axis, d->site_xmat + 9 * slider, 2);
    fc_sub3(arm, pin, base);
    const mjtNum along = fc_dot3(arm, axis);
    const mjtNum det = along * along + rod * rod - fc_dot3(arm, arm);
    fc_addScl3(end, base, axis, along - (det > 0 ? fc_sqrt(det) : 0));

    // the slider, then the rod, which does not reach the other end when the mechanism is broken
    mjvGeom* geom = draw_link(dr, mjGEOM_CYLINDER, mjCAT_DYNAMIC, mjOBJ_ACTUATOR, i, width, base,
                              end, m->vis.rgba.slidercrank);
    if (geom && dr->opt->label == mjLABEL_ACTUATOR)
      set_label(dr, geom, mjOBJ_ACTUATOR, i);
    draw_link(dr, mjGEOM_CAPSULE, mjCAT_DYNAMIC, mjOBJ_ACTUATOR, i, 0.5 * width, end, pin,
              det < 0 ? m->vis.rgba.crankbroken : m->vis.rgba.slidercrank);
  }
}
