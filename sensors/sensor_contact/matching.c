// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Selects the contacts that a contact sensor reports. Each of its two objects is unspecified, a
// geom, a body, a subtree (xbody) or, for the first, a site whose shape must contain the contact
// point.

#include <fulcrum/sensor.h>

#include "sensors/sensor_contact/matching.h"

// 1 when `geom` is part of the object. Sides that are not geoms match only unspecified objects and
// sites.
static int covers(const mjModel* m, int type, int id, int geom) {
  if (type == mjOBJ_UNKNOWN || type == mjOBJ_SITE)
    return 1;
  if (geom < 0)
    return 0;
  if (type == mjOBJ_GEOM)
    return geom == id;
  int body = m->geom_bodyid[geom];
  if (type == mjOBJ_BODY)
    return body == id;
  // subtree: the body or one of its ancestors
  while (body > id)
    body = m->body_parentid[body];
  return body == id;
}

int contact_matches(const mjModel* m, const mjData* d, int i, const mjContact* c) {
  const int type1 = m->sensor_objtype[i], type2 = m->sensor_reftype[i];
  if (type1 == mjOBJ_SITE && !fc_insideSite(m, d, m->sensor_objid[i], c->pos))
    return 0;
  const int open1 = type1 == mjOBJ_UNKNOWN || type1 == mjOBJ_SITE, open2 = type2 == mjOBJ_UNKNOWN;
  if (open1 && open2)
    return 1;

  // whether object 1 (a) or 2 (b) covers the first or second side
  const int a1 = covers(m, type1, m->sensor_objid[i], c->geom[0]),
            a2 = covers(m, type1, m->sensor_objid[i], c->geom[1]);
  const int b1 = covers(m, type2, m->sensor_refid[i], c->geom[0]),
            b2 = covers(m, type2, m->sensor_refid[i], c->geom[1]);
  if (!(a1 || a2) || !(b1 || b2))
    return 0;
  if (!open1 && !open2)
    return a1 && b2 ? 1 : a2 && b1 ? -1 : 0;
  if (open2)
    return a1 ? 1 : -1;
  return b2 ? 1 : -1;
}
