// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A scene of the state at hand: which elements there are, in which order.

#include "core/kernel/binding.h"
#include "core/kernel/engine_plugin.h"
#include "core/scene/draw.h"
#include "core/scene/surfaces.h"

typedef void (*Element)(const Drawing* dr);

// Elements of the model itself, drawn by category.
static const Element model_elements[] = {draw_flexes, draw_skins,   draw_geoms,
                                         draw_sites,  draw_tendons, draw_slider_cranks};

// What explains them.
static const Element decor_elements[] = {
    draw_geom_frames,     draw_site_frames,     draw_body_bounds,     draw_flex_bounds,
    draw_mesh_bounds,     draw_octrees,         draw_tactile_sensors, draw_inertia,
    draw_perturbation,    draw_body_frames,     draw_selection_point, draw_body_labels,
    draw_joints,          draw_actuators,       draw_island_labels,   draw_cameras,
    draw_lights,          draw_centers_of_mass, draw_skeleton,        draw_rays,
    draw_external_forces, draw_equalities,      draw_contacts};

#define COUNT(array) ((int)(sizeof array / sizeof *array))

void mjv_addGeoms(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                  int catmask, mjvScene* scn) {
  mjvPerturb none;
  if (!pert) {
    mjv_defaultPerturb(&none);
    pert = &none;
  }
  if (!opt->flags[mjVIS_STATIC])
    catmask &= ~mjCAT_STATIC;
  const Drawing dr = {m, d, opt, pert, catmask, scn, (float)m->stat.meansize};
  for (int i = 0; i < COUNT(model_elements); i++)
    model_elements[i](&dr);
  for (int i = 0; i < COUNT(decor_elements) && (catmask & mjCAT_DECOR); i++)
    decor_elements[i](&dr);
}

static void draw_plugins(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn) {
  for (int i = 0; i < d->nplugin; i++) {
    const mjpPlugin* plugin = plugin_at(d->plugin[i]);
    if (plugin && plugin->visualize)
      plugin->visualize(m, d, opt, scn, i);
  }
}

void mjv_updateScene(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert,
                     mjvCamera* cam, int catmask, mjvScene* scn) {
  const mjtByte* flag = opt->flags;
  scn->ngeom = 0;
  scn->status = 0;
  draw_plugins(m, d, opt, scn);
  bound_draw(m, d, opt, scn);
  mjv_addGeoms(m, d, opt, pert, catmask, scn);
  mjv_updateCamera(m, d, cam, scn);
  mjv_makeLights(m, d, scn);
  if (flag[mjVIS_FLEXVERT] || flag[mjVIS_FLEXEDGE] || flag[mjVIS_FLEXFACE] || flag[mjVIS_FLEXSKIN])
    update_flexes(m, d, opt, scn);
  if (flag[mjVIS_SKIN])
    update_skins(m, d, opt, scn);
  if (scn->status)
    mj_warning(d, mjWARN_VGEOMFULL, scn->maxgeom);
}
