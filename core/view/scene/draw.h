// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Appending geoms to a scene.
//
// Every family of elements is a function that walks the model and appends what the options select.
// draw_begin takes the next slot, with the defaults of mjv_initGeom, and the caller fills it. When
// the buffer is full, draw_begin returns NULL and sets the status of the scene; the remaining
// elements are then skipped.

#ifndef CORE_VIEW_SCENE_DRAW_H_
#define CORE_VIEW_SCENE_DRAW_H_

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/view/scene/geom.h"

// Context of all drawing functions.
typedef struct Drawing_ {
  const mjModel* m;
  mjData* d;
  const mjvOption* opt;
  const mjvPerturb* pert;
  int catmask;  // categories to be drawn (mjtCatBit)
  mjvScene* scn;
  float size;  // m->stat.meansize, the unit of most decor
} Drawing;

// ---------------------------------------------------------------- selection of elements

// 1 when a group is switched on. Groups beyond the last count as the last.
static inline int group_is_shown(const mjtByte* shown, int group) {
  if (group < 0 || group >= mjNGROUP)
    group = group < 0 ? 0 : mjNGROUP - 1;
  return shown[group];
}

// Bodies fixed to the world are static; mocap bodies are moved by the user.
static inline int body_category(const mjModel* m, int body) {
  return m->body_weldid[body] == 0 && m->body_mocapid[m->body_rootid[body]] == -1 ? mjCAT_STATIC
                                                                                  : mjCAT_DYNAMIC;
}

// ---------------------------------------------------------------- geoms

// The next geom of the scene: type, object and category are set, everything else as by
// mjv_initGeom, except size, pose and colour, which have no defaults here. NULL when the scene is
// full.
static inline mjvGeom* draw_begin(const Drawing* dr, int type, int objtype, int objid,
                                  int category) {
  mjvScene* scn = dr->scn;
  if (scn->ngeom >= scn->maxgeom) {
    scn->status = 1;
    return NULL;
  }
  mjvGeom* geom = scn->geoms + scn->ngeom;
  geom_clear(geom, type);
  geom->objtype = objtype;
  geom->objid = objid;
  geom->category = category;
  geom->segid = scn->ngeom++;
  return geom;
}

// Removes the geom that was begun last.
static inline void draw_drop(const Drawing* dr) { dr->scn->ngeom--; }

// A complete decor geom; NULL for size, pos, mat or rgba as in mjv_initGeom. NULL when the scene is
// full.
mjvGeom* draw_decor(const Drawing* dr, int type, int objtype, int objid, const mjtNum* size,
                    const mjtNum* pos, const mjtNum* mat, const float* rgba);

// A geom of any category from one point to another.
mjvGeom* draw_link(const Drawing* dr, int type, int category, int objtype, int objid, mjtNum width,
                   const mjtNum from[3], const mjtNum to[3], const float rgba[4]);

// A decor line. The width of a line is in pixels, not metres.
mjvGeom* draw_line(const Drawing* dr, int objtype, int objid, mjtNum width, const mjtNum from[3],
                   const mjtNum to[3], const float rgba[4]);

// The axes of a frame, red, green and blue.
void draw_triad(const Drawing* dr, const mjtNum pos[3], const mjtNum mat[9], mjtNum length,
                mjtNum width, int objid);

// A decor triangle. The first two columns of its frame are the sides that meet in the first vertex.
mjvGeom* draw_triangle(const Drawing* dr, int objtype, int objid, mjtNum vertex[3][3],
                       const float rgba[4]);

// Edges of a box: centre (in the frame pos, mat) and half sizes.
void draw_bounds(const Drawing* dr, int objid, const mjtNum box[6], const mjtNum* pos,
                 const mjtNum* mat, const float rgba[4]);

// ---------------------------------------------------------------- looks

// 1 when this is the colour of elements without a colour of their own.
static inline int is_default_color(const float rgba[4]) {
  static const float grey[4] = {0.5f, 0.5f, 0.5f, 1};
  return memcmp(rgba, grey, sizeof grey) == 0;
}

// Sets material and colour of an element; the alpha of the geom is then final.
static inline void set_material(const Drawing* dr, mjvGeom* geom, int material,
                                const float rgba[4]) {
  const mjModel* m = dr->m;
  copy_float(geom->rgba, rgba, 4);
  if (material >= 0) {
    if (is_default_color(rgba))
      copy_float(geom->rgba, m->mat_rgba + 4 * material, 4);
    geom->emission = m->mat_emission[material];
    geom->specular = m->mat_specular[material];
    geom->shininess = m->mat_shininess[material];
    geom->reflectance = m->mat_reflectance[material];
    if (dr->opt->flags[mjVIS_TEXTURE])
      geom->matid = material;
  }
  if (dr->opt->flags[mjVIS_TRANSPARENT] && geom->category == mjCAT_DYNAMIC)
    geom->rgba[3] *= m->vis.map.alpha;
}

// Adds emission to selected elements.
static inline void set_glow(const Drawing* dr, mjvGeom* geom, int is_selected) {
  if (is_selected)
    geom->emission += dr->m->vis.global.glow;
}

// Writes the name of the object, or its type and id.
void set_label(const Drawing* dr, mjvGeom* geom, int objtype, int objid);

// Colour shared by all elements with the same number, such as an island; -1 is grey. Dimmed when
// not awake.
void set_island_color(float rgba[4], int number, int awake);

// Impedances of the active limits of all n joints or tendons (mjCNSTR_LIMIT_...), 0 for those
// without; on the stack, which the caller marks.
const mjtNum* limit_impedances(const Drawing* dr, int type, int n);

// Blends the colour of a joint or tendon into that of constraints as its limit becomes active;
// alpha stays.
void set_limit_color(const Drawing* dr, float rgba[4], mjtNum impedance);

// ---------------------------------------------------------------- families of elements

// Decor families that one flag switches on are called only while it is on.

// draw_model.c
void draw_flexes(const Drawing* dr);
void draw_skins(const Drawing* dr);
void draw_geoms(const Drawing* dr);
void draw_sites(const Drawing* dr);

// draw_tendons.c
void draw_tendons(const Drawing* dr);
void draw_slider_cranks(const Drawing* dr);

// Straight segments of the path of one tendon, each begun with category and object; `set` sets
// their appearance.
typedef void (*SegmentLooks)(const Drawing* dr, mjvGeom* geom, int tendon, const void* context);
void draw_tendon_path(const Drawing* dr, int tendon, int category, int objtype, int objid,
                      mjtNum width, int label, SegmentLooks set, const void* context);

// draw_frames.c
void draw_geom_frames(const Drawing* dr);
void draw_site_frames(const Drawing* dr);
void draw_body_frames(const Drawing* dr);

// draw_bounds.c
void draw_body_bounds(const Drawing* dr);
void draw_flex_bounds(const Drawing* dr);
void draw_mesh_bounds(const Drawing* dr);
void draw_octrees(const Drawing* dr);

// draw_bodies.c
void draw_inertia(const Drawing* dr);
void draw_perturbation(const Drawing* dr);
void draw_selection_point(const Drawing* dr);
void draw_body_labels(const Drawing* dr);
void draw_island_labels(const Drawing* dr);
void draw_centers_of_mass(const Drawing* dr);
void draw_skeleton(const Drawing* dr);
void draw_external_forces(const Drawing* dr);

// draw_joints.c
void draw_joints(const Drawing* dr);

// draw_actuators.c
void draw_actuators(const Drawing* dr);

// draw_cameras.c
void draw_cameras(const Drawing* dr);
void draw_lights(const Drawing* dr);

// draw_sensors.c
void draw_tactile_sensors(const Drawing* dr);
void draw_rays(const Drawing* dr);

// draw_constraints.c
void draw_equalities(const Drawing* dr);
void draw_contacts(const Drawing* dr);

#endif  // CORE_VIEW_SCENE_DRAW_H_
