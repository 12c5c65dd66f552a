// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Axes of geoms, sites, bodies and the world.

#include "core/view/scene/draw.h"

static mjtNum frame_length(const Drawing* dr) { return dr->m->vis.scale.framelength * dr->size; }
static mjtNum frame_width(const Drawing* dr) { return dr->m->vis.scale.framewidth * dr->size; }

// With any opacity; the alpha of the material applies where there is one.
static int is_visible(const mjModel* m, int material, const float rgba[4]) {
  return (material >= 0 ? m->mat_rgba[4 * material + 3] : rgba[3]) != 0;
}

void draw_geom_frames(const Drawing* dr) {
  const mjModel* m = dr->m;
  if (dr->opt->frame != mjFRAME_GEOM)
    return;
  for (int i = 0; i < m->ngeom; i++) {
    if ((dr->catmask & body_category(m, m->geom_bodyid[i])) &&
        group_is_shown(dr->opt->geomgroup, m->geom_group[i]) &&
        is_visible(m, m->geom_matid[i], m->geom_rgba + 4 * i))
      draw_triad(dr, dr->d->geom_xpos + 3 * i, dr->d->geom_xmat + 9 * i, frame_length(dr),
                 frame_width(dr), i);
  }
}

void draw_site_frames(const Drawing* dr) {
  const mjModel* m = dr->m;
  if (dr->opt->frame != mjFRAME_SITE)
    return;
  for (int i = 0; i < m->nsite; i++) {
    if ((dr->catmask & body_category(m, m->site_bodyid[i])) &&
        group_is_shown(dr->opt->sitegroup, m->site_group[i]) &&
        is_visible(m, m->site_matid[i], m->site_rgba + 4 * i))
      draw_triad(dr, dr->d->site_xpos + 3 * i, dr->d->site_xmat + 9 * i, frame_length(dr),
                 frame_width(dr), i);
  }
}

void draw_body_frames(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  if (dr->opt->frame == mjFRAME_WORLD)
    draw_triad(dr, d->xpos, d->xmat, 2 * frame_length(dr), 2 * frame_width(dr), 0);
  if (dr->opt->frame != mjFRAME_BODY)
    return;
  const int inertial = dr->opt->flags[mjVIS_INERTIA];
  for (int i = 1; i < m->nbody; i++) {
    if (dr->catmask & body_category(m, i))
      draw_triad(dr, (inertial ? d->xipos : d->xpos) + 3 * i,
                 (inertial ? d->ximat : d->xmat) + 9 * i, frame_length(dr), frame_width(dr), i);
  }
}
