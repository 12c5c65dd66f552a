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

#include <fulcrum/field.h>
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

// A field, and where its last point was if it has an octree.
typedef struct Field_ {
  const mjModel* m;
  const mjData* d;
  const mjpPlugin* plugin;
  mjtGeom type;
  int id;
  int* cell;
} Field;

static inline Field field_of(const mjModel* m, const mjData* d, const mjSDF* s, FcFieldPlace* place,
                             int i) {
  return (Field){m, d, s->plugin[i], s->geomtype[i], s->id[i], place->cell + i};
}

static inline int has_octree(const Field* f) {
  return !f->plugin && (f->type == mjGEOM_SDF || f->type == mjGEOM_MESH);
}

static inline mjtNum distance(const Field* f, const mjtNum x[3]) {
  if (f->plugin) return f->plugin->sdf_distance(x, f->d, f->id);
  if (has_octree(f)) return octree_distance(f->m, f->id, f->cell, x);
  return sdf_primitive(f->type, f->m->geom_size + 3 * f->id, x);
}

static inline void gradient_of(const Field* f, const mjtNum x[3], mjtNum gradient[3]) {
  if (f->plugin) {
    f->plugin->sdf_gradient(gradient, x, f->d, f->id);
  } else if (has_octree(f)) {
    octree_gradient(f->m, f->id, f->cell, x, gradient);
  } else {
    sdf_primitive_gradient(f->type, f->m->geom_size + 3 * f->id, x, gradient);
  }
}

// Both; an octree gives them together.
static inline mjtNum distance_and_gradient(const Field* f, const mjtNum x[3], mjtNum gradient[3]) {
  if (has_octree(f)) return octree_gradient(f->m, f->id, f->cell, x, gradient);
  gradient_of(f, x, gradient);
  return distance(f, x);
}

// ---------------------------------------------------------------- combinations

static void to_second(mjtNum y[3], const mjSDF* s, const mjtNum x[3]) {
  fc_mulMatVec3(y, s->relmat, x);
  fc_addTo3(y, s->relpos);
}

mjtNum fc_fieldDistance(const mjModel* m, const mjData* d, const mjSDF* s, FcFieldPlace* place,
                        const mjtNum x[3]) {
  Field first = field_of(m, d, s, place, 0);
  mjtNum a = distance(&first, x), y[3];
  if (s->type == mjSDFTYPE_SINGLE) return a;
  Field second = field_of(m, d, s, place, 1);
  to_second(y, s, x);
  mjtNum b = distance(&second, y);
  switch (s->type) {
    case mjSDFTYPE_INTERSECTION: return fc_max(a, b);
    case mjSDFTYPE_MIDSURFACE: return a - b;
    case mjSDFTYPE_COLLISION: return a + b + fc_abs(fc_max(a, b));
    default:
      mju_error("mjc_distance: unknown combination %d of signed distance fields", s->type);
      return 0;
  }
}

void fc_fieldGradient(const mjModel* m, const mjData* d, const mjSDF* s, FcFieldPlace* place,
                      mjtNum gradient[3], const mjtNum x[3]) {
  mjtNum y[3], ga[3], gb[3], a, b;
  Field first = field_of(m, d, s, place, 0);
  if (s->type == mjSDFTYPE_SINGLE) {
    gradient_of(&first, x, gradient);
    return;
  }
  Field second = field_of(m, d, s, place, 1);
  to_second(y, s, x);
  switch (s->type) {
    case mjSDFTYPE_INTERSECTION:
      // the larger field alone
      if (distance(&first, x) > distance(&second, y)) {
        gradient_of(&first, x, gradient);
      } else {
        gradient_of(&second, y, gb);
        fc_mulMatTVec3(gradient, s->relmat, gb);
      }
      return;
    case mjSDFTYPE_MIDSURFACE:
      gradient_of(&first, x, ga);
      gradient_of(&second, y, gb);
      fc_mulMatTVec3(gb, s->relmat, gb);
      fc_normalize3(ga);
      fc_normalize3(gb);
      fc_sub3(gradient, ga, gb);
      fc_normalize3(gradient);
      return;
    case mjSDFTYPE_COLLISION:
      a = distance_and_gradient(&first, x, ga);
      b = distance_and_gradient(&second, y, gb);
      fc_mulMatTVec3(gb, s->relmat, gb);
      fc_add3(gradient, ga, gb);
      fc_addToScl3(gradient, a > b ? ga : gb, fc_max(a, b) > 0 ? 1 : -1);
      return;
    default:
      fc_zero3(gradient);
      mju_error("mjc_gradient: unknown combination %d of signed distance fields", s->type);
  }
}

mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum* x) {
  FcFieldPlace place = {{0}};
  return fc_fieldDistance(m, d, s, &place, x);
}

void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum* gradient,
                  const mjtNum* x) {
  FcFieldPlace place = {{0}};
  fc_fieldGradient(m, d, s, &place, gradient, x);
}
