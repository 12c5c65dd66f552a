// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Updates a scene from the present state: which elements it has, and their order.

#include "core/kernel/binding/binding.h"
#include "core/kernel/mjplugin/engine_plugin.h"
#include "core/view/scene/draw.h"
#include "core/view/scene/surfaces.h"

typedef void (*Element)(const Drawing* dr);

// Elements of the model itself, drawn by category.
static const Element model_elements[] = {draw_flexes, draw_skins,   draw_geoms,
                                         draw_sites,  draw_tendons, draw_slider_cranks};

// Decor, each element with the flag that switches it on.
enum { BY_FRAME_OR_LABEL = -1, BY_SEVERAL_FLAGS = -1 };

static const struct {
  int flag;
  Element draw;
} decor_elements[] = {{BY_FRAME_OR_LABEL, draw_geom_frames},
                      {BY_FRAME_OR_LABEL, draw_site_frames},
                      {mjVIS_BODYBVH, draw_body_bounds},
                      {mjVIS_MESHBVH, draw_flex_bounds},
                      {mjVIS_MESHBVH, draw_mesh_bounds},
                      {mjVIS_MESHBVH, draw_octrees},
                      {mjVIS_CONTACTPOINT, draw_tactile_sensors},
                      {mjVIS_INERTIA, draw_inertia},
                      {mjVIS_PERTOBJ, draw_perturbation},
                      {BY_FRAME_OR_LABEL, draw_body_frames},
                      {mjVIS_SELECT, draw_selection_point},
                      {BY_FRAME_OR_LABEL, draw_body_labels},
                      {mjVIS_JOINT, draw_joints},
                      {mjVIS_ACTUATOR, draw_actuators},
                      {BY_FRAME_OR_LABEL, draw_island_labels},
                      {mjVIS_CAMERA, draw_cameras},
                      {mjVIS_LIGHT, draw_lights},
                      {mjVIS_COM, draw_centers_of_mass},
                      {mjVIS_AUTOCONNECT, draw_skeleton},
                      {mjVIS_RANGEFINDER, draw_rays},
                      {mjVIS_PERTFORCE, draw_external_forces},
                      {mjVIS_CONSTRAINT, draw_equalities},
                      {BY_SEVERAL_FLAGS, draw_contacts}};

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
  for (int i = 0; i < COUNT(decor_elements) && (catmask & mjCAT_DECOR); i++) {
    const int flag = decor_elements[i].flag;
    if (flag < 0 || opt->flags[flag])
      decor_elements[i].draw(&dr);
  }
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
