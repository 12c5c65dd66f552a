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

#include "core/physics/query/geometry.h"

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

// The fields of an mjSDF, and where they were last evaluated.
typedef struct Fields_ {
  const mjModel* m;
  const mjData* d;
  const mjSDF* s;
  FcFieldPlace* place;
} Fields;

static inline int has_octree(const Fields* f, int i) {
  mjtGeom type = f->s->geomtype[i];
  return !f->s->plugin[i] && (type == mjGEOM_SDF || type == mjGEOM_MESH);
}

// Field i at a point of its own frame.
static inline mjtNum distance(const Fields* f, int i, const mjtNum x[3]) {
  const mjpPlugin* plugin = f->s->plugin[i];
  int id = f->s->id[i];
  if (plugin)
    return plugin->sdf_distance(x, f->d, id);
  if (has_octree(f, i))
    return octree_distance(f->m, id, f->place->cell + i, x);
  return sdf_primitive(f->s->geomtype[i], f->m->geom_size + 3 * id, x);
}

static inline void gradient_of(const Fields* f, int i, const mjtNum x[3], mjtNum gradient[3]) {
  const mjpPlugin* plugin = f->s->plugin[i];
  int id = f->s->id[i];
  if (plugin)
    plugin->sdf_gradient(gradient, x, f->d, id);
  else if (has_octree(f, i))
    octree_gradient(f->m, id, f->place->cell + i, x, gradient);
  else
    sdf_primitive_gradient(f->s->geomtype[i], f->m->geom_size + 3 * id, x, gradient);
}

// Distance and gradient; an octree gives both together, for other fields the distance is known.
static inline mjtNum distance_and_gradient(const Fields* f, int i, const mjtNum x[3],
                                           mjtNum gradient[3]) {
  if (has_octree(f, i))
    return octree_gradient(f->m, f->s->id[i], f->place->cell + i, x, gradient);
  gradient_of(f, i, x, gradient);
  return f->place->distance[i];
}

// ---------------------------------------------------------------- combinations

static inline void to_second(mjtNum y[3], const mjSDF* s, const mjtNum x[3]) {
  fc_mulMatVec3(y, s->relmat, x);
  fc_addTo3(y, s->relpos);
}

static inline void know(FcFieldPlace* place, const mjtNum x[3], mjtNum a, mjtNum b) {
  place->known = 1;
  fc_copy3(place->point, x);
  place->distance[0] = a;
  place->distance[1] = b;
}

// Evaluates both fields at a point (y in the frame of the second) into place->distance.
static inline void ask_both(const Fields* f, const mjtNum x[3], const mjtNum y[3]) {
  const mjtNum* last = f->place->point;
  if (f->place->known && last[0] == x[0] && last[1] == x[1] && last[2] == x[2])
    return;
  mjtNum a = distance(f, 0, x), b = distance(f, 1, y);
  know(f->place, x, a, b);
}

mjtNum fc_fieldDistance(const mjModel* m, const mjData* d, const mjSDF* s, FcFieldPlace* place,
                        const mjtNum x[3]) {
  Fields f = {m, d, s, place};
  mjtNum y[3];
  if (s->type == mjSDFTYPE_SINGLE)
    return distance(&f, 0, x);
  to_second(y, s, x);
  ask_both(&f, x, y);
  mjtNum a = place->distance[0], b = place->distance[1];
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
  Fields f = {m, d, s, place};
  mjtNum y[3], ga[3], gb[3], a, b;
  if (s->type == mjSDFTYPE_SINGLE) {
    gradient_of(&f, 0, x, gradient);
    return;
  }
  to_second(y, s, x);
  switch (s->type) {
    case mjSDFTYPE_INTERSECTION:
      // only the larger field counts
      ask_both(&f, x, y);
      if (place->distance[0] > place->distance[1]) {
        gradient_of(&f, 0, x, gradient);
      } else {
        gradient_of(&f, 1, y, gb);
        fc_mulMatTVec3(gradient, s->relmat, gb);
      }
      return;
    case mjSDFTYPE_MIDSURFACE:
      gradient_of(&f, 0, x, ga);
      gradient_of(&f, 1, y, gb);
      fc_mulMatTVec3(gb, s->relmat, gb);
      fc_normalize3(ga);
      fc_normalize3(gb);
      fc_sub3(gradient, ga, gb);
      fc_normalize3(gradient);
      return;
    case mjSDFTYPE_COLLISION:
      if (!has_octree(&f, 0) || !has_octree(&f, 1))
        ask_both(&f, x, y);
      a = distance_and_gradient(&f, 0, x, ga);
      b = distance_and_gradient(&f, 1, y, gb);
      know(place, x, a, b);
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
  FcFieldPlace place = {.size = sizeof place};
  return fc_fieldDistance(m, d, s, &place, x);
}

void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum* gradient,
                  const mjtNum* x) {
  FcFieldPlace place = {.size = sizeof place};
  fc_fieldGradient(m, d, s, &place, gradient, x);
}
