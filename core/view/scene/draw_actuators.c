// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Actuators, coloured by their controls.

#include "core/view/scene/draw.h"

// ---------------------------------------------------------------- colour

// Interpolates from the colour for the least control over that for rest to that for the greatest.
static void control_color(const Drawing* dr, int actuator, float rgba[4]) {
  const mjModel* m = dr->m;
  const int activation = dr->opt->flags[mjVIS_ACTIVATION], adr = m->actuator_actadr[actuator];
  mjtNum low = -1, high = 1, rest = 0;
  if (m->actuator_ctrllimited[actuator]) {
    low = m->actuator_ctrlrange[2 * actuator];
    high = m->actuator_ctrlrange[2 * actuator + 1];
  } else if (activation && m->actuator_actlimited[actuator]) {
    low = m->actuator_actrange[2 * actuator];
    high = m->actuator_actrange[2 * actuator + 1];
  }

  // rest is 0 if the range contains it, else the end of the range that is nearest to 0
  if (low >= 0) {
    rest = low;
    low = -1;
  } else if (high <= 0) {
    rest = high;
    high = 1;
  }
  if (rest - low < mjMINVAL)
    low = rest - mjMINVAL;
  if (high - rest < mjMINVAL)
    high = rest + mjMINVAL;

  const int has_dynamics = adr >= 0 && m->actuator_dyntype[actuator] != mjDYN_NONE;
  mjtNum x = activation && has_dynamics ? dr->d->act[adr + m->actuator_actnum[actuator] - 1]
                                        : dr->d->ctrl[actuator];
  x = fc_clip(x, low, high);
  const float t = (float)(x <= rest ? (rest - x) / (rest - low) : (x - rest) / (high - rest));
  const float* end = x <= rest ? m->vis.rgba.actuatornegative : m->vis.rgba.actuatorpositive;
  for (int k = 0; k < 4; k++)
    rgba[k] = t * end[k] + (1 - t) * m->vis.rgba.actuator[k];
}

// ---------------------------------------------------------------- shape

static mjvGeom* draw_on_joint(const Drawing* dr, int actuator, const float rgba[4]) {
  const mjModel* m = dr->m;
  const int joint = m->actuator_trnid[2 * actuator], type = m->jnt_type[joint];
  const mjtNum* anchor = dr->d->xanchor + 3 * joint;
  if (type == mjJNT_FREE || type == mjJNT_BALL) {
    const mjtNum radius = 0.33 * (m->vis.scale.jointlength * dr->size);
    const mjtNum size[3] = {radius, radius, radius};
    return draw_decor(dr, type == mjJNT_FREE ? mjGEOM_BOX : mjGEOM_SPHERE, mjOBJ_ACTUATOR, actuator,
                      size, anchor, dr->d->xmat + 9 * m->jnt_bodyid[joint], rgba);
  }
  const mjtNum length = m->vis.scale.actuatorlength * dr->size,
               width = m->vis.scale.actuatorwidth * dr->size;
  mjtNum end[3];
  fc_addScl3(end, anchor, dr->d->xaxis + 3 * joint, length);
  return draw_link(dr, type == mjJNT_SLIDE ? mjGEOM_ARROW : mjGEOM_ARROW1, mjCAT_DECOR,
                   mjOBJ_ACTUATOR, actuator, width, anchor, end, rgba);
}

// A little larger than the element it covers.
static void enlarged(mjtNum size[3], const mjtNum* of) { fc_scl3(size, of, 1.05); }

static mjvGeom* draw_on_site(const Drawing* dr, int actuator, const float rgba[4]) {
  const int site = dr->m->actuator_trnid[2 * actuator];
  mjtNum size[3];
  enlarged(size, dr->m->site_size + 3 * site);
  return draw_decor(dr, dr->m->site_type[site], mjOBJ_ACTUATOR, actuator, size,
                    dr->d->site_xpos + 3 * site, dr->d->site_xmat + 9 * site, rgba);
}

static void draw_on_body(const Drawing* dr, int actuator, const float rgba[4]) {
  const mjModel* m = dr->m;
  const int body = m->actuator_trnid[2 * actuator], first = m->body_geomadr[body];
  for (int g = first; g >= 0 && g < first + m->body_geomnum[body]; g++) {
    const int type = m->geom_type[g];
    if (type == mjGEOM_PLANE || type == mjGEOM_HFIELD || type == mjGEOM_MESH || type == mjGEOM_SDF)
      continue;
    mjtNum size[3];
    enlarged(size, m->geom_size + 3 * g);
    draw_decor(dr, type, mjOBJ_ACTUATOR, actuator, size, dr->d->geom_xpos + 3 * g,
               dr->d->geom_xmat + 9 * g, rgba);
  }
}

// The shine of the tendon's material is kept under the colour of the actuator.
static void set_driven_looks(const Drawing* dr, mjvGeom* geom, int tendon, const void* context) {
  set_material(dr, geom, dr->m->tendon_matid[tendon], dr->m->tendon_rgba + 4 * tendon);
  copy_float(geom->rgba, context, 4);
}

void draw_actuators(const Drawing* dr) {
  const mjModel* m = dr->m;
  const int label = dr->opt->label == mjLABEL_ACTUATOR;
  for (int i = 0; i < m->nu; i++) {
    const int group = m->actuator_group[i], object = m->actuator_trnid[2 * i];
    if (!group_is_shown(dr->opt->actuatorgroup, group) ||
        (group >= 0 && group < 31 && (m->opt.disableactuator & (1 << group))))
      continue;
    float rgba[4];
    mjvGeom* geom = NULL;
    control_color(dr, i, rgba);
    switch (m->actuator_trntype[i]) {
      case mjTRN_JOINT:
      case mjTRN_JOINTINPARENT: geom = draw_on_joint(dr, i, rgba); break;
      case mjTRN_SITE: geom = draw_on_site(dr, i, rgba); break;
      case mjTRN_BODY: draw_on_body(dr, i, rgba); break;
      case mjTRN_TENDON:
        draw_tendon_path(dr, object, mjCAT_DECOR, mjOBJ_ACTUATOR, i,
                         m->tendon_width[object] * m->vis.map.actuatortendon, label,
                         set_driven_looks, rgba);
        break;
      default: break;
    }
    if (geom && label)
      set_label(dr, geom, mjOBJ_ACTUATOR, i);
  }
}
