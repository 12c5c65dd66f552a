// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Spheres and capsules against the shapes for which a closed form exists.

#include <fulcrum/host.h>
#include <fulcrum/layout.h>

#include "collision/forms/forms.h"

typedef int (*Routine)(FcContactPoint* con, const Shape* s1, const Shape* s2, mjtNum margin);

static Routine routine_of(int type1, int type2) {
  if (type1 == mjGEOM_SPHERE) {
    switch (type2) {
      case mjGEOM_SPHERE: return sphere_sphere;
      case mjGEOM_CAPSULE: return sphere_capsule;
      case mjGEOM_CYLINDER: return sphere_cylinder;
      case mjGEOM_BOX: return sphere_box;
    }
  } else if (type1 == mjGEOM_CAPSULE) {
    switch (type2) {
      case mjGEOM_CAPSULE: return capsule_capsule;
      case mjGEOM_BOX: return capsule_box;
    }
  }
  return NULL;
}

static int collide(const FcContext* ctx, const FcCandidate* pair, int npair, FcContactSink* sink) {
  const mjModel* m = ctx->m;
  const mjtNum *xpos = ctx->d->geom_xpos, *xmat = ctx->d->geom_xmat;
  if (npair <= 0)
    return 0;
  int type1 = m->geom_type[pair->geom[0]], type2 = m->geom_type[pair->geom[1]];
  Routine routine = routine_of(type1, type2);
  if (!routine)
    return fc_fail(
        "geoms %d and %d have types %d and %d, which are not a pair of primitives with a closed "
        "form",
        pair->geom[0], pair->geom[1], type1, type2);
  for (int i = 0; i < npair; i++) {
    int g1 = pair[i].geom[0], g2 = pair[i].geom[1];
    Shape s1 = {xpos + 3 * g1, xmat + 9 * g1, m->geom_size + 3 * g1};
    Shape s2 = {xpos + 3 * g2, xmat + 9 * g2, m->geom_size + 3 * g2};
    fc_emitContacts(sink, pair + i, routine(fc_contactRoom(sink), &s1, &s2, pair[i].margin));
  }
  return 0;
}

static const FcCollider table = {.size = sizeof(FcCollider),
                                 .flags = FC_COLLIDER_CONCURRENT,
                                 .max_contact = 2,
                                 .collide = collide};
static const char* const types[] = {"sphere-sphere",
                                    "sphere-capsule",
                                    "sphere-cylinder",
                                    "sphere-box",
                                    "capsule-capsule",
                                    "capsule-box",
                                    NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_COLLIDER,
                                .name = "primitive",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(primitive, "primitive", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Spheres and capsules against shapes with a closed form", NULL)
