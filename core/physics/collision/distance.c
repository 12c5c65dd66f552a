// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Signed distance of two geoms. For general convex pairs, and for two boxes, the convex service in
// force computes it exactly, if it supports distances. All other pairs use their contact routine
// with the search distance as margin: a contact carries the distance and the midpoint, and thus
// both ends of the segment.

#include <fulcrum/convex.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/argument.h"
#include "core/kernel/binding/binding.h"
#include "core/physics/collision/colliders.h"

// The convex service that computes the distance; NULL when the contact routine must.
static const Bound* distance_service(const mjModel* m, mjData* d, int type1, int type2) {
  if (!collider_is_default(type1, type2))
    return NULL;
  const Bound* bound = pair_bound(m, d, type1, type2);
  if (!bound || !pair_collider(bound).exact_distance)
    return NULL;
  const Bound* service = bound_choice(m, d, FC_CONVEX);
  return service && ((const FcConvex*)service->table)->distance ? service : NULL;
}

mjtNum mj_geomDistance(const mjModel* m, const mjData* d, int geom1, int geom2, mjtNum distmax,
                       mjtNum* fromto) {
  mjtNum segment[6] = {0};
  if (!fromto)
    fromto = segment;
  for (int i = 0; i < 6; i++)
    fromto[i] = 0;
  if (!is_index(geom1, m->ngeom, "geom", "mj_geomDistance") ||
      !is_index(geom2, m->ngeom, "geom", "mj_geomDistance"))
    return distmax;

  // order by type
  int flipped = m->geom_type[geom1] > m->geom_type[geom2];
  int g1 = flipped ? geom2 : geom1, g2 = flipped ? geom1 : geom2;
  int type1 = m->geom_type[g1], type2 = m->geom_type[g2];
  mjfCollision collide = mjCOLLISIONFUNC[type1][type2];
  if (!collide)
    return distmax;

  // exact
  const Bound* bound = distance_service(m, (mjData*)d, type1, type2);
  if (bound) {
    mjtNum dist = distmax;
    const FcConvex* table = bound->table;
    const unsigned long mark = fail_mark();
    if (table->distance(&bound->context, geom1, geom2, distmax, &dist, fromto) < 0)
      mju_error("mj_geomDistance: convex service '%s': %s", bound->face->name, fail_reason(mark));
    return fc_min(dist, distmax);
  }

  // from contacts: the nearest one, first on ties
  mjContact con[mjMAXCONPAIR];
  int n = collide(m, d, con, g1, g2, distmax), nearest = -1;
  mjtNum dist = distmax;
  for (int i = 0; i < n; i++) {
    if (con[i].dist < dist) {
      dist = con[i].dist;
      nearest = i;
    }
  }
  if (nearest >= 0) {
    const mjContact* c = con + nearest;
    mjtNum half = (flipped ? -0.5 : 0.5) * dist;
    fc_addScl3(fromto, c->pos, c->frame, -half);
    fc_addScl3(fromto + 3, c->pos, c->frame, half);
  }
  return dist;
}
