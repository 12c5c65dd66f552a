// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Dispatch of colliders: the public table mjCOLLISIONFUNC and the modules behind it.
//
// An entry of the table is a small function that knows its pair of types, finds the module that
// serves it for the given mjData, and calls it for one pair. The table thus has its final form from
// the start, although modules are opened on first use. mj_collision itself bypasses the table: it
// passes whole batches to the modules and calls only the entries that the user replaced.

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <fulcrum/convex.h>
#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

#include "core/foundation/base/errors.h"
#include "core/kernel/modules/registry.h"
#include "core/physics/collision/colliders.h"

static const char* const type_name[mjNGEOMTYPES] = {
    "plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"};

// Modules that one mjData uses, resolved on first use.
typedef struct Resolved_ {
  const Bound* bound[mjNGEOMTYPES][mjNGEOMTYPES];  // colliders by type pair
  const Bound* support;  // the convex service that computes support points
  const Bound* rounded;  // the one that handles rounded hulls
  const Bound* flex[2];  // colliders of flexes: with all geoms, with signed distance fields
} Resolved;

static Resolved* resolved(const mjModel* m, mjData* d) {
  void** slot = binding_slot(m, d, SLOT_COLLISION, mju_free);
  if (slot && !*slot && (*slot = mju_malloc(sizeof(Resolved))))
    memset(*slot, 0, sizeof(Resolved));
  return slot ? *slot : NULL;
}

// The face for a type pair, looked up by name once per mjData.
static const Bound* served(const mjModel* m, mjData* d, int type1, int type2) {
  if (!bound_choice(m, d, FC_BROADPHASE))
    return NULL;
  Resolved* r = resolved(m, d);
  if (!r)
    return NULL;
  const Bound** bound = &r->bound[type1][type2];
  if (!*bound) {
    char name[32];
    snprintf(name, sizeof name, "%s-%s", type_name[type1], type_name[type2]);
    *bound = bound_named(m, d, FC_COLLIDER, name);
    if (*bound && !((const FcCollider*)(*bound)->table)->collide &&
        !(((const FcCollider*)(*bound)->table)->flags & FC_COLLIDER_CONVEX)) {
      fc_fail("the face '%s' serves '%s', but has no function `collide`", (*bound)->face->name,
              name);
      *bound = NULL;
    }
    if (!*bound)
      mju_error("collision of %s with %s: %s", type_name[type1], type_name[type2], fc_lastError());
  }
  return *bound;
}

const Bound* flex_collider(const mjModel* m, mjData* d, int with_field) {
  static const char* const type[2] = {"flex", "sdf-flex"};
  if (!bound_choice(m, d, FC_BROADPHASE))
    return NULL;
  Resolved* r = resolved(m, d);
  if (!r)
    return NULL;
  const Bound** bound = &r->flex[with_field];
  if (!*bound) {
    *bound = bound_named(m, d, FC_COLLIDER, type[with_field]);
    if (*bound && !((const FcCollider*)(*bound)->table)->flex) {
      fc_fail("the face '%s' serves '%s', but has no function `flex`", (*bound)->face->name,
              type[with_field]);
      *bound = NULL;
    }
    if (!*bound)
      mju_error("collision of flexes: %s", fc_lastError());
  }
  return *bound;
}

const Bound* pair_bound(const mjModel* m, mjData* d, int type1, int type2) {
  const Bound* bound = served(m, d, type1, type2);
  const FcCollider* collider = bound ? bound->table : NULL;
  if (!bound || !(collider->flags & FC_COLLIDER_CONVEX))
    return bound;
  const int by_default =
      !(m->opt.disableflags & mjDSBL_NATIVECCD) && !bound_explicitly(d, FC_CONVEX);
  return collider->collide && by_default ? bound : bound_choice(m, d, FC_CONVEX);
}

PairCollider pair_collider(const Bound* bound) {
  if (bound->face->kind == FC_CONVEX) {
    const FcConvex* service = bound->table;
    return (PairCollider){service->collide, service->max_contact, 1, 0};
  }
  const FcCollider* collider = bound->table;
  return (PairCollider){collider->collide, collider->max_contact,
                        (collider->flags & (FC_COLLIDER_CONVEX | FC_COLLIDER_CONVEX_DISTANCE)) != 0,
                        (collider->flags & FC_COLLIDER_CONCURRENT) != 0};
}

// ---------------------------------------------------------------- services

int fc_convexService(const mjModel* m, mjData* d, const FcConvex** table,
                     const FcContext** context) {
  const Bound* bound = bound_choice(m, d, FC_CONVEX);
  if (!bound)
    return -1;
  *table = bound->table;
  *context = &bound->context;
  return 0;
}

static int knows_support(const FcFace* face) {
  return ((const FcConvex*)face->table)->support != NULL;
}

static int knows_rounded(const FcFace* face) {
  return ((const FcConvex*)face->table)->rounded != NULL;
}

// The service in force if it satisfies `knows`, else the one of highest rank that does; `where`
// caches the result.
static int service_that_knows(const mjModel* m, mjData* d, int (*knows)(const FcFace* face),
                              size_t where, const char* what, const FcConvex** table,
                              const FcContext** context) {
  const Bound* bound = bound_choice(m, d, FC_CONVEX);
  Resolved* r = bound ? resolved(m, d) : NULL;
  if (!r)
    return -1;
  if (!knows(bound->face)) {
    const Bound** other = (const Bound**)(void*)((char*)r + where);
    if (!*other) {
      const FcFace* face = registry_best(FC_CONVEX, knows);
      *other = face ? bound_face(m, d, face) : NULL;
    }
    if (!(bound = *other))
      return fc_fail("no convex service knows %s: %s", what, fc_lastError());
  }
  *table = bound->table;
  *context = &bound->context;
  return 0;
}

int fc_convexSupport(const mjModel* m, mjData* d, const FcConvex** table,
                     const FcContext** context) {
  return service_that_knows(m, d, knows_support, offsetof(Resolved, support),
                            "farthest points of geoms", table, context);
}

int fc_convexRounded(const mjModel* m, mjData* d, const FcConvex** table,
                     const FcContext** context) {
  return service_that_knows(m, d, knows_rounded, offsetof(Resolved, rounded),
                            "rounded hulls, which elements of flexes are", table, context);
}

// ---------------------------------------------------------------- the public table

// Calls the module for one pair; the body of every entry of the table.
static int collide_one(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2,
                       mjtNum margin, int type1, int type2) {
  const Bound* bound = pair_bound(m, (mjData*)d, type1, type2);
  if (!bound)
    return 0;
  FcContactPoint point[mjMAXCONPAIR];
  struct FcContactRange_ range = {0, 0};
  FcContactSink sink = {.size = sizeof sink, .point = point, .range = &range};
  FcCandidate pair = {.geom = {g1, g2}, .margin = margin};
  const unsigned long mark = fail_mark();
  if (pair_collider(bound).collide(&bound->context, &pair, 1, &sink) < 0) {
    mju_error("collision of %s with %s by '%s': %s", type_name[type1], type_name[type2],
              bound->face->name, fail_reason(mark));
    return 0;
  }
  for (int i = 0; i < range.count; i++) {
    const FcContactPoint* p = point + range.begin + i;
    con[i].dist = p->dist;
    memcpy(con[i].pos, p->pos, sizeof p->pos);
    memcpy(con[i].frame, p->normal, sizeof p->normal);
    memcpy(con[i].frame + 3, p->tangent, sizeof p->tangent);
  }
  return range.count;
}

// Type pairs that can collide, row by row. Indices are those of mjtGeom.
// clang-format off
#define TYPE_PAIRS(X)                                     \
  X(0, 2) X(0, 3) X(0, 4) X(0, 5) X(0, 6) X(0, 7) X(0, 8) \
  X(1, 2) X(1, 3) X(1, 4) X(1, 5) X(1, 6) X(1, 7) X(1, 8) \
  X(2, 2) X(2, 3) X(2, 4) X(2, 5) X(2, 6) X(2, 7) X(2, 8) \
  X(3, 3) X(3, 4) X(3, 5) X(3, 6) X(3, 7) X(3, 8)         \
  X(4, 4) X(4, 5) X(4, 6) X(4, 7) X(4, 8)                 \
  X(5, 5) X(5, 6) X(5, 7) X(5, 8)                         \
  X(6, 6) X(6, 7) X(6, 8)                                 \
  X(7, 7) X(7, 8)                                         \
  X(8, 8)
// clang-format on

#define ENTRY_FUNCTION(i, j)                                                                      \
  static int collide_##i##_##j(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2, \
                               mjtNum margin) {                                                   \
    return collide_one(m, d, con, g1, g2, margin, i, j);                                          \
  }
TYPE_PAIRS(ENTRY_FUNCTION)

#define ENTRY(i, j) [i][j] = collide_##i##_##j,

mjfCollision mjCOLLISIONFUNC[mjNGEOMTYPES][mjNGEOMTYPES] = {TYPE_PAIRS(ENTRY)};

static const mjfCollision installed[mjNGEOMTYPES][mjNGEOMTYPES] = {TYPE_PAIRS(ENTRY)};

int collider_is_default(int type1, int type2) {
  return mjCOLLISIONFUNC[type1][type2] == installed[type1][type2];
}
