// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The face: contacts of pairs of geoms, and of pieces with a geom. Objects are grown by half the
// margin each. With the multiccd flag both geoms are then tilted a little about the contact, about
// two axes and both ways, and what that yields at other places joins the contact.

#include "collision/ccd/ccd.h"

#include <fulcrum/host.h>
#include <fulcrum/layout.h>

#define TILT 1e-3         // angle, rad
#define TILT_SPREAD 1e-3  // contacts nearer than this fraction of the smaller geom are one
enum { MAX_TILTED = 5 };

static Options options_of(const mjModel* m) {
  return (Options){m->opt.ccd_tolerance, m->opt.ccd_iterations};
}

// One contact of two objects with the portal's normal, 0: none.
static int collide_objects(FcContactPoint* con, Object* a, Object* b, mjtNum margin,
                           const Options* opt) {
  Penetration p;
  if (!penetrate(&p, a, b, opt)) return 0;
  con->dist = margin - p.depth;
  fc_copy3(con->pos, p.pos);
  fc_copy3(con->normal, p.dir);
  fc_zero3(con->tangent);
  return 1;
}

// The same with the normal of the round surfaces.
static int collide_smooth(FcContactPoint* con, Object* a, Object* b, mjtNum margin,
                          const Options* opt) {
  if (!collide_objects(con, a, b, margin, opt)) return 0;
  correct_normal(con->normal, con->pos, a, b);
  return 1;
}

// Turn an object about a point.
static void turn_about(Object* o, const Object* from, const mjtNum point[3],
                       const mjtNum turn[9]) {
  mjtNum arm[3], turned[3];
  fc_sub3(arm, from->pos, point);
  fc_mulMatVec3(turned, turn, arm);
  fc_subFrom3(turned, arm);
  fc_add3(o->pos, from->pos, turned);
  fc_mulMat3(o->mat, turn, from->mat);
}

static int add_tilted(FcContactPoint* con, Object* a, Object* b, mjtNum spread, mjtNum margin,
                      const Options* opt) {
  Object a0 = *a, b0 = *b;
  mjtNum axis[2][3] = {{0}}, n[3];
  fc_copy3(n, con[0].normal);
  fc_normalize3(n);
  axis[0][n[1] > -0.5 && n[1] < 0.5 ? 1 : 2] = 1;
  fc_addToScl3(axis[0], n, -fc_dot3(n, axis[0]));
  fc_normalize3(axis[0]);
  fc_cross(axis[1], n, axis[0]);
  int count = 1;
  for (int k = 0; k < 4; k++) {
    mjtNum quat[4], turn[9], back[9];
    fc_axisAngle2Quat(quat, axis[k / 2], k & 1 ? TILT : -TILT);
    fc_quat2Mat(turn, quat);
    fc_transpose3(back, turn);
    turn_about(a, &a0, con[0].pos, turn);
    turn_about(b, &b0, con[0].pos, back);
    if (!collide_smooth(con + count, a, b, margin, opt)) continue;
    int fresh = 1;
    for (int i = 0; i < count; i++) fresh &= fc_dist3(con[count].pos, con[i].pos) > spread;
    if (fresh) con[count++].dist = con[0].dist;
  }
  return count;
}

static int tilts(const mjModel* m, const Object* o) {
  return (m->opt.enableflags & mjENBL_MULTICCD) && o->type != mjGEOM_SPHERE &&
         o->type != mjGEOM_ELLIPSOID;
}

static int collide_pair(FcContactPoint* con, const mjModel* m, const mjData* d,
                        const FcCandidate* pair) {
  Object a, b;
  int g1 = pair->geom[0], g2 = pair->geom[1];
  Options opt = options_of(m);
  ccd_init(&a, m, g1, d->geom_xpos + 3 * g1, d->geom_xmat + 9 * g1, pair->margin);
  ccd_init(&b, m, g2, d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2, pair->margin);
  int n = collide_smooth(con, &a, &b, pair->margin, &opt);
  if (!n || !tilts(m, &a) || !tilts(m, &b)) return n;
  mjtNum spread = TILT_SPREAD * fc_min(m->geom_rbound[g1], m->geom_rbound[g2]);
  return add_tilted(con, &a, &b, spread, pair->margin, &opt);
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
    if (check_geom(ctx->m, pair[i].geom[0]) || check_geom(ctx->m, pair[i].geom[1])) return -1;
    fc_emitContacts(sink, pair + i, collide_pair(fc_contactRoom(sink), ctx->m, ctx->d, pair + i));
  }
  return 0;
}

static int posed_object(Object* o, const FcContext* ctx, const FcPosedGeom* geom, mjtNum margin) {
  if (check_geom(ctx->m, geom->geom)) return -1;
  ccd_init(o, ctx->m, geom->geom, geom->pos, geom->mat, margin);
  o->vertex = geom->memory[1] < 0 ? 0 : geom->memory[1];
  return 0;
}

static int collide_piece(const FcContext* ctx, const FcPiece* piece, FcPosedGeom* geom,
                         FcContactPoint* contact) {
  Object a, b;
  ccd_init_piece(&a, piece);
  if (posed_object(&b, ctx, geom, geom->margin)) return -1;
  Options opt = options_of(ctx->m);
  int n = collide_objects(contact, &a, &b, 0, &opt);
  geom->memory[1] = b.vertex;
  return n;
}

// The piece has no round surface, so it does not matter which one it was.
static void refine(const FcContext* ctx, int geom, FcContactPoint* contact) {
  static const FcPiece none = {0};
  Object a, b;
  ccd_init_piece(&a, &none);
  ccd_init(&b, ctx->m, geom, ctx->d->geom_xpos + 3 * geom, ctx->d->geom_xmat + 9 * geom, 0);
  correct_normal(contact->normal, contact->pos, &a, &b);
}

static const FcCollider table = {.size = sizeof(FcCollider),
                                 .flags = FC_COLLIDER_CONVEX,
                                 .max_contact = MAX_TILTED,
                                 .collide = collide,
                                 .piece = collide_piece,
                                 .refine = refine};
static const char* const types[] = {"ccd", NULL};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_COLLIDER, .name = "ccd", .table = &table, .types = types}};

FC_MODULE(ccd, "ccd", "1.0.0", "Apache-2.0", &fc_layout, faces)
