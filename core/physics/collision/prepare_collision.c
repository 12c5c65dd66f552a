// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which colliders a model may need follows from the types of its geoms, their masks, and the pairs
// and sensors that name geoms.

#include <fulcrum/convex.h>

#include "core/physics/collision/colliders.h"
#include "core/physics/collision/few_bodies.h"
#include "core/physics/collision/prepare_collision.h"

// The masks of all geoms of one type.
typedef struct Masks_ {
  int contype, conaffinity;
} Masks;

typedef char Meeting[mjNGEOMTYPES][mjNGEOMTYPES];

// types that meet by their masks, smaller one first
static void meet_by_masks(const mjModel* m, Meeting meet) {
  Masks of[mjNGEOMTYPES] = {{0}};
  for (int g = 0; g < m->ngeom; g++) {
    const int type = m->geom_type[g];
    if (type < 0 || type >= mjNGEOMTYPES)
      continue;
    Masks* masks = of + type;
    masks->contype |= m->geom_contype[g];
    masks->conaffinity |= m->geom_conaffinity[g];
  }
  for (int a = 0; a < mjNGEOMTYPES; a++)
    for (int b = a; b < mjNGEOMTYPES; b++)
      meet[a][b] =
          (of[a].contype & of[b].conaffinity) != 0 || (of[b].contype & of[a].conaffinity) != 0;
}

// Edits may have left senseless numbers, which are reported when the geoms collide.
static void set_meeting(const mjModel* m, Meeting meet, int g1, int g2) {
  if (g1 < 0 || g2 < 0 || g1 >= m->ngeom || g2 >= m->ngeom)
    return;
  const int a = m->geom_type[g1], b = m->geom_type[g2];
  if (a >= 0 && b >= 0 && a < mjNGEOMTYPES && b < mjNGEOMTYPES)
    meet[a < b ? a : b][a < b ? b : a] = 1;
}

static void meet_by_pairs(const mjModel* m, Meeting meet) {
  for (int i = 0; i < m->npair; i++)
    set_meeting(m, meet, m->pair_geom1[i], m->pair_geom2[i]);
}

// the geoms of an object of a distance sensor; returns how many
static int geoms_of(const mjModel* m, int objtype, int id, int* first) {
  *first = id;
  if (objtype == mjOBJ_GEOM)
    return 1;
  if (id < 0 || id >= m->nbody)
    return 0;
  *first = m->body_geomadr[id];
  return m->body_geomnum[id];
}

static int has_geoms(int objtype) { return objtype == mjOBJ_GEOM || objtype == mjOBJ_BODY; }

// Sensors of two geoms, or of the geoms of two bodies, may measure the distances of geoms that need
// not collide. Returns how many there are.
static int meet_by_sensors(const mjModel* m, Meeting meet) {
  int n = 0;
  for (int i = 0; i < m->nsensor; i++) {
    if (!has_geoms(m->sensor_objtype[i]) || !has_geoms(m->sensor_reftype[i]))
      continue;
    n++;
    int first1, first2;
    const int n1 = geoms_of(m, m->sensor_objtype[i], m->sensor_objid[i], &first1),
              n2 = geoms_of(m, m->sensor_reftype[i], m->sensor_refid[i], &first2);
    for (int g1 = first1; g1 < first1 + n1; g1++)
      for (int g2 = first2; g2 < first2 + n2; g2++)
        set_meeting(m, meet, g1, g2);
  }
  return n;
}

static int has_field(const mjModel* m) {
  int g = 0;
  while (g < m->ngeom && m->geom_type[g] != mjGEOM_SDF)
    g++;
  return g < m->ngeom;
}

void prepare_collision(const mjModel* m, mjData* d) {
  // planes and height fields are static and do not meet each other
  Meeting meet;
  meet_by_masks(m, meet);
  meet_by_pairs(m, meet);
  if (meet_by_sensors(m, meet))
    bound_choice(m, d, FC_CONVEX);
  for (int a = 0; a < mjNGEOMTYPES; a++)
    for (int b = a; b < mjNGEOMTYPES; b++)
      if (meet[a][b] && b > mjGEOM_HFIELD && collider_is_default(a, b))
        pair_bound(m, d, a, b);
  // services that colliders ask for
  const FcConvex* service;
  const FcContext* context;
  if (m->nflex) {
    flex_collider(m, d, 0);
    if (has_field(m))
      flex_collider(m, d, 1);
    fc_convexRounded(m, d, &service, &context);
  }
  if (m->nflex || mjDISABLED(mjDSBL_NATIVECCD))
    fc_convexSupport(m, d, &service, &context);
  few_bodies_prepare(m, d);
}
