// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// TEMPLATE: a convex service. It takes every geom for its bounding sphere and every piece for its
// centre, which is coarse, but makes all functions short; GJK, EPA or MPR take their place.

#include <fulcrum/convex.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

// contact of two spheres; returns whether they are at most the margin apart
static int meet(FcContactPoint* contact, const mjtNum a[3], mjtNum ra, const mjtNum b[3], mjtNum rb,
                mjtNum margin) {
  fc_sub3(contact->normal, b, a);
  contact->dist = fc_normalize3(contact->normal) - ra - rb;
  fc_addScl3(contact->pos, a, contact->normal, ra + contact->dist / 2);
  fc_zero3(contact->tangent);
  return contact->dist <= margin;
}

static int collide(const FcContext* context, const FcCandidate* pair, int npair,
                   FcContactSink* sink) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  for (int k = 0; k < npair; k++) {
    const int a = pair[k].geom[0], b = pair[k].geom[1];
    const int n = meet(fc_contactRoom(sink), d->geom_xpos + 3 * a, m->geom_rbound[a],
                       d->geom_xpos + 3 * b, m->geom_rbound[b], pair[k].margin);
    fc_emitContacts(sink, pair + k, n);
  }
  return 0;
}

static int piece(const FcContext* context, const FcPiece* part, FcPosedGeom* geom,
                 FcContactPoint* contact) {
  const mjtNum radius = context->m->geom_rbound[geom->geom] + geom->margin / 2;
  return meet(contact, part->center, 0, geom->pos, radius, 0);
}

static int distance(const FcContext* context, int geom1, int geom2, mjtNum distmax, mjtNum* dist,
                    mjtNum fromto[6]) {
  const mjModel* m = context->m;
  const mjtNum *a = context->d->geom_xpos + 3 * geom1, *b = context->d->geom_xpos + 3 * geom2;
  FcContactPoint contact;
  meet(&contact, a, m->geom_rbound[geom1], b, m->geom_rbound[geom2], 0);
  *dist = contact.dist;
  if (contact.dist < distmax) {
    fc_addScl3(fromto, a, contact.normal, m->geom_rbound[geom1]);
    fc_addScl3(fromto + 3, b, contact.normal, -m->geom_rbound[geom2]);
  }
  return 0;
}

static const FcConvex table = {.size = sizeof(FcConvex),
                               .max_contact = 1,
                               .collide = collide,
                               .piece = piece,
                               .distance = distance};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_CONVEX, .name = "TEMPLATE", .table = &table}};

FC_MODULE_WITH(TEMPLATE_ID, "TEMPLATE", "0.1.0", "Apache-2.0", &fc_layout, faces, 0,
               "A convex service of bounding spheres", NULL)
