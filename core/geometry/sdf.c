// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Signed distance fields. A field is a plugin, the octree of a mesh, or a primitive; two of them,
// A in its own frame and B in a frame that is y = relmat x + relpos away, combine to
//
//   intersection  max(A, B)
//   midsurface    A - B, zero where both are equally far
//   collision     A + B + |max(A, B)|, smallest where the two shapes overlap deepest
//
// The id of a field is the plugin's instance, the mesh, or the geom.

#include <fulcrum/math.h>

#include "core/geometry/geometry.h"

const mjpPlugin* mjc_getSDF(const mjModel* m, int id) {
  int instance = m->geom_plugin[id];
  const mjpPlugin* plugin = instance >= 0 ? mjp_getPluginAtSlot(m->plugin[instance]) : NULL;
  if (!plugin || !(plugin->capabilityflags & mjPLUGIN_SDF) || !plugin->sdf_distance) {
    mju_error("mjc_getSDF: geom %d has no plugin with a signed distance field%s%s", id,
              plugin ? ", its plugin is " : "", plugin ? plugin->name : "");
    return NULL;
  }
  return plugin;
}

void geom_field(GeomField* f, const mjModel* m, int geom) {
  *f = (GeomField){.type = m->geom_type[geom], .id = geom};
  if (f->type == mjGEOM_SDF && m->geom_plugin[geom] >= 0) {
    f->plugin = mjc_getSDF(m, geom);
    f->id = m->geom_plugin[geom];
  } else if (f->type == mjGEOM_SDF || f->type == mjGEOM_MESH) {
    f->id = m->geom_dataid[geom];
  }
  f->field = (mjSDF){.plugin = &f->plugin, .id = &f->id, .geomtype = &f->type};
}

// ---------------------------------------------------------------- one field

static mjtNum single(const mjModel* m, const mjData* d, const mjSDF* s, int i, const mjtNum x[3]) {
  if (s->plugin[i]) return s->plugin[i]->sdf_distance(x, d, s->id[i]);
  if (s->geomtype[i] == mjGEOM_SDF || s->geomtype[i] == mjGEOM_MESH)
    return octree_distance(m, s->id[i], x);
  return sdf_primitive(s->geomtype[i], m->geom_size + 3 * s->id[i], x);
}

static void single_gradient(const mjModel* m, const mjData* d, const mjSDF* s, int i,
                            const mjtNum x[3], mjtNum gradient[3]) {
  if (s->plugin[i]) {
    s->plugin[i]->sdf_gradient(gradient, x, d, s->id[i]);
  } else if (s->geomtype[i] == mjGEOM_SDF || s->geomtype[i] == mjGEOM_MESH) {
    octree_gradient(m, s->id[i], x, gradient);
  } else {
    sdf_primitive_gradient(s->geomtype[i], m->geom_size + 3 * s->id[i], x, gradient);
  }
}

// ---------------------------------------------------------------- combinations

static void to_second(mjtNum y[3], const mjSDF* s, const mjtNum x[3]) {
  fc_mulMatVec3(y, s->relmat, x);
  fc_addTo3(y, s->relpos);
}

mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum* x) {
  mjtNum a = single(m, d, s, 0, x), y[3];
  if (s->type == mjSDFTYPE_SINGLE) return a;
  to_second(y, s, x);
  mjtNum b = single(m, d, s, 1, y);
  switch (s->type) {
    case mjSDFTYPE_INTERSECTION: return fc_max(a, b);
    case mjSDFTYPE_MIDSURFACE: return a - b;
    case mjSDFTYPE_COLLISION: return a + b + fc_abs(fc_max(a, b));
    default:
      mju_error("mjc_distance: unknown combination %d of signed distance fields", s->type);
      return 0;
  }
}

void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum* gradient,
                  const mjtNum* x) {
  mjtNum y[3], ga[3], gb[3];
  if (s->type == mjSDFTYPE_SINGLE) {
    single_gradient(m, d, s, 0, x, gradient);
    return;
  }
  to_second(y, s, x);
  if (s->type == mjSDFTYPE_INTERSECTION) {
    // the larger field alone
    if (single(m, d, s, 0, x) > single(m, d, s, 1, y)) {
      single_gradient(m, d, s, 0, x, gradient);
    } else {
      single_gradient(m, d, s, 1, y, gb);
      fc_mulMatTVec3(gradient, s->relmat, gb);
    }
    return;
  }
  single_gradient(m, d, s, 0, x, ga);
  single_gradient(m, d, s, 1, y, gb);
  fc_mulMatTVec3(gb, s->relmat, gb);
  if (s->type == mjSDFTYPE_MIDSURFACE) {
    fc_normalize3(ga);
    fc_normalize3(gb);
    fc_sub3(gradient, ga, gb);
    fc_normalize3(gradient);
  } else if (s->type == mjSDFTYPE_COLLISION) {
    mjtNum a = single(m, d, s, 0, x), b = single(m, d, s, 1, y);
    fc_add3(gradient, ga, gb);
    fc_addToScl3(gradient, a > b ? ga : gb, fc_max(a, b) > 0 ? 1 : -1);
  } else {
    fc_zero3(gradient);
    mju_error("mjc_gradient: unknown combination %d of signed distance fields", s->type);
  }
}
