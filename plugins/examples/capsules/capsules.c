// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.capsules: a convex service, quick and coarse. Every shape that has no closed form
// (ellipsoids, cylinders, meshes, ...) is replaced by the capsule along the longest axis of the box
// around it; pairs are then two segments with radii, whose nearest points are known (Ericson, Real-
// Time Collision Detection, 2005, section 5.1.9). To make another one, replace `capsule_of` and
// `meet`.
//
//     <option convex="acme.capsules"/>

#include <math.h>

#include <fulcrum/convex.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

// a segment from `begin` along `along`, grown by a radius
typedef struct Capsule_ {
  mjtNum begin[3], along[3], radius;
} Capsule;

// The radius is the larger of the other two half sides; the capsule is as long as the box.
static void capsule_of(Capsule* c, const mjModel* m, int geom, const mjtNum pos[3],
                       const mjtNum mat[9]) {
  const mjtNum *centre = m->geom_aabb + 6 * geom, *half = centre + 3;
  const int axis = half[0] > half[1] ? (half[0] > half[2] ? 0 : 2) : (half[1] > half[2] ? 1 : 2);
  c->radius = fc_max(half[(axis + 1) % 3], half[(axis + 2) % 3]);
  const mjtNum length = fc_max(0, half[axis] - c->radius);
  const mjtNum direction[3] = {mat[axis], mat[3 + axis], mat[6 + axis]};
  mjtNum middle[3];
  fc_mulMatVec3(middle, mat, centre);
  fc_addTo3(middle, pos);
  fc_addScl3(c->begin, middle, direction, -length);
  fc_scl3(c->along, direction, 2 * length);
}

static mjtNum clamp(mjtNum x) { return fc_min(1, fc_max(0, x)); }

// contact of two capsules; returns whether they are at most the margin apart
static int meet(FcContactPoint* contact, const Capsule* a, const Capsule* b, mjtNum margin) {
  mjtNum between[3], p[3], q[3];
  fc_sub3(between, a->begin, b->begin);
  const mjtNum aa = fc_dot3(a->along, a->along), bb = fc_dot3(b->along, b->along);
  const mjtNum ab = fc_dot3(a->along, b->along), ar = fc_dot3(a->along, between);
  const mjtNum br = fc_dot3(b->along, between), det = aa * bb - ab * ab;
  mjtNum s = det > mjMINVAL * aa * bb ? clamp((ab * br - ar * bb) / det) : (mjtNum)0.5;
  const mjtNum t = bb > mjMINVAL ? clamp((ab * s + br) / bb) : 0;
  s = aa > mjMINVAL ? clamp((ab * t - ar) / aa) : 0;
  fc_addScl3(p, a->begin, a->along, s);
  fc_addScl3(q, b->begin, b->along, t);
  fc_sub3(contact->normal, q, p);
  contact->dist = fc_normalize3(contact->normal) - a->radius - b->radius;
  fc_addScl3(contact->pos, p, contact->normal, a->radius + contact->dist / 2);
  fc_zero3(contact->tangent);
  return contact->dist <= margin;
}

static int collide(const FcContext* context, const FcCandidate* pair, int npair,
                   FcContactSink* sink) {
  const mjData* d = context->d;
  for (int k = 0; k < npair; k++) {
    const int i = pair[k].geom[0], j = pair[k].geom[1];
    Capsule a, b;
    capsule_of(&a, context->m, i, d->geom_xpos + 3 * i, d->geom_xmat + 9 * i);
    capsule_of(&b, context->m, j, d->geom_xpos + 3 * j, d->geom_xmat + 9 * j);
    fc_emitContacts(sink, pair + k, meet(fc_contactRoom(sink), &a, &b, pair[k].margin));
  }
  return 0;
}

// a piece is small: its centre stands for it
static int piece(const FcContext* context, const FcPiece* part, FcPosedGeom* geom,
                 FcContactPoint* contact) {
  Capsule a = {.radius = 0}, b;
  fc_copy3(a.begin, part->center);
  capsule_of(&b, context->m, geom->geom, geom->pos, geom->mat);
  b.radius += geom->margin / 2;
  return meet(contact, &a, &b, 0);
}

static int distance(const FcContext* context, int geom1, int geom2, mjtNum distmax, mjtNum* dist,
                    mjtNum fromto[6]) {
  const mjData* d = context->d;
  Capsule a, b;
  FcContactPoint contact;
  capsule_of(&a, context->m, geom1, d->geom_xpos + 3 * geom1, d->geom_xmat + 9 * geom1);
  capsule_of(&b, context->m, geom2, d->geom_xpos + 3 * geom2, d->geom_xmat + 9 * geom2);
  meet(&contact, &a, &b, 0);
  *dist = contact.dist;
  if (contact.dist < distmax) {
    fc_addScl3(fromto, contact.pos, contact.normal, -contact.dist / 2);
    fc_addScl3(fromto + 3, contact.pos, contact.normal, contact.dist / 2);
  }
  return 0;
}

static const FcConvex table = {.size = sizeof(FcConvex),
                               .max_contact = 1,
                               .collide = collide,
                               .piece = piece,
                               .distance = distance};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_CONVEX, .name = "acme.capsules", .table = &table}};

FC_MODULE_WITH(acme_capsules, "acme.capsules", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A convex service: every shape is a capsule", NULL)
