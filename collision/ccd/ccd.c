// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts of pairs of geoms, and of pieces with a geom, by libccd: Minkowski portal refinement.
// Objects are grown by half the margin each. With the multiccd flag a contact becomes several by
// tilting both geoms.

#include <ccd/ccd.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/tilt.h>

#include "collision/ccd/object.h"
#include "collision/forms/forms.h"

// More than any pair needs for which libccd terminates.
enum { MAX_QUERIES = 10000 };

static void center_of(const void* object, ccd_vec3_t* center) {
  fc_copy3(center->v, ((const Object*)object)->pos);
}

// libccd refines the portal until it closes, which may never happen on shapes without volume. A
// support point very far back ends each of its searches.
static void support_of(const void* object, const ccd_vec3_t* dir, ccd_vec3_t* point) {
  Object* o = (Object*)object;  // the object remembers the vertex and counts queries
  if (++o->queries > MAX_QUERIES)
    fc_scl3(point->v, dir->v, -1e30);
  else
    ccd_support(o, dir->v, point->v);
}

// Find one contact of two objects; 0 when there is none.
static int collide_objects(FcContactPoint* con, const mjModel* m, Object* a, Object* b,
                           mjtNum margin) {
  ccd_t ccd;
  ccd_real_t depth;
  ccd_vec3_t dir, pos;
  a->queries = b->queries = 0;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = support_of;
  ccd.center1 = ccd.center2 = center_of;
  ccd.max_iterations = (unsigned long)fc_clip(m->opt.ccd_iterations, 0, MAX_QUERIES);
  ccd.mpr_tolerance = m->opt.ccd_tolerance;
  if (ccdMPRPenetration(a, b, &ccd, &depth, &dir, &pos) != 0)
    return 0;
  if (ccdVec3Eq(&dir, ccd_vec3_origin))
    return 0;
  con->dist = margin - depth;
  fc_copy3(con->pos, pos.v);
  fc_copy3(con->normal, dir.v);
  fc_zero3(con->tangent);
  return 1;
}

static Surface surface_of(const Object* o) {
  return (Surface){o->piece ? -1 : o->type, o->pos, o->mat, o->size};
}

typedef struct Task_ {
  const mjModel* m;
  Object a, b;
  mjtNum margin;
} Task;

// The same, with the normal of round surfaces.
static int collide_task(void* task, FcContactPoint* con) {
  Task* t = task;
  if (!collide_objects(con, t->m, &t->a, &t->b, t->margin))
    return 0;
  const Surface a = surface_of(&t->a), b = surface_of(&t->b);
  correct_normal(con->normal, con->pos, &a, &b);
  return 1;
}

static int collide_pair(FcContactPoint* con, const mjModel* m, const mjData* d,
                        const FcCandidate* pair) {
  int g1 = pair->geom[0], g2 = pair->geom[1];
  Task t = {.m = m, .margin = pair->margin};
  ccd_init(&t.a, m, g1, d->geom_xpos + 3 * g1, d->geom_xmat + 9 * g1, pair->margin);
  ccd_init(&t.b, m, g2, d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2, pair->margin);
  if (!collide_task(&t, con))
    return 0;
  mjtNum spread = fc_tiltSpread(m, pair->geom);
  if (spread < 0)
    return 1;
  FcTilted tilted = {{t.a.pos, t.b.pos}, {t.a.mat, t.b.mat}, spread, collide_task, &t};
  return fc_addTilted(con, &tilted);
}

static int check_geom(const mjModel* m, int geom) {
  int type = m->geom_type[geom];
  if ((type >= mjGEOM_SPHERE && type <= mjGEOM_BOX) ||
      (type == mjGEOM_MESH && m->geom_dataid[geom] >= 0))
    return 0;
  return fc_fail("geom %d has type %d, which is not a convex shape with a support function", geom,
                 type);
}

static int collide(const FcContext* ctx, const FcCandidate* pair, int npair, FcContactSink* sink) {
  for (int i = 0; i < npair; i++) {
    if (check_geom(ctx->m, pair[i].geom[0]) || check_geom(ctx->m, pair[i].geom[1]))
      return -1;
    fc_emitContacts(sink, pair + i, collide_pair(fc_contactRoom(sink), ctx->m, ctx->d, pair + i));
  }
  return 0;
}

static int collide_piece(const FcContext* ctx, const FcPiece* piece, FcPosedGeom* geom,
                         FcContactPoint* contact) {
  if (check_geom(ctx->m, geom->geom))
    return -1;
  Object a, b;
  ccd_init_piece(&a, piece);
  ccd_init(&b, ctx->m, geom->geom, geom->pos, geom->mat, geom->margin);
  if (geom->memory[1] >= 0)
    b.vertex = geom->memory[1];
  int n = collide_objects(contact, ctx->m, &a, &b, 0);
  geom->memory[1] = b.vertex;
  return n;
}

// The piece has no round surface.
static void refine(const FcContext* ctx, int geom, FcContactPoint* contact) {
  const mjModel* m = ctx->m;
  const Surface piece = {.type = -1};
  const Surface whole = {m->geom_type[geom], ctx->d->geom_xpos + 3 * geom,
                         ctx->d->geom_xmat + 9 * geom, m->geom_size + 3 * geom};
  correct_normal(contact->normal, contact->pos, &piece, &whole);
}

static int init_rounded(Object* o, const FcContext* ctx, const FcRounded* r) {
  if (r->geom < 0) {
    ccd_init_hull(o, r);
    return 0;
  }
  if (check_geom(ctx->m, r->geom))
    return -1;
  ccd_init(o, ctx->m, r->geom, ctx->d->geom_xpos + 3 * r->geom, ctx->d->geom_xmat + 9 * r->geom,
           r->margin);
  return 0;
}

static int collide_rounded(const FcContext* ctx, const FcRounded* a, const FcRounded* b,
                           FcContactPoint* contact) {
  Object first, second;
  if (init_rounded(&first, ctx, a) || init_rounded(&second, ctx, b))
    return -1;
  return collide_objects(contact, ctx->m, &first, &second, 0);
}

static const FcConvex service = {.size = sizeof(FcConvex),
                                 .legacy = 1,
                                 .max_contact = FC_MAX_TILTED,
                                 .collide = collide,
                                 .piece = collide_piece,
                                 .refine = refine,
                                 .rounded = collide_rounded};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_CONVEX, .name = "ccd", .table = &service}};

FC_MODULE_WITH(ccd, "ccd", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "General convex collision by the Minkowski portals of libccd, in force with the "
               "flag nativeccd disabled",
               NULL)
