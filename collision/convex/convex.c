// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// General convex collision: ellipsoids, cylinders and meshes against each other and against
// spheres, capsules and boxes.
//
// Objects are grown by half the margin each, so that a contact within the margin is a penetration
// of the grown objects, whose depth and witness points make the contact. A sphere or capsule that
// is penetrated less than its radius needs no penetration algorithm: the distance to its centre or
// axis is enough.
//
// With the multiccd flag a contact of flat shapes becomes several: two polytopes by clipping the
// faces that touch (patch.c), everything else by tilting both geoms.
//
// gjk.c       distance, or a simplex that contains the origin of the Minkowski difference
//             (Gilbert, Johnson, Keerthi)
// polytope.c  from that simplex to a polytope around the origin
// epa.c       expands it until its nearest face is on the surface (van den Bergen)
// patch.c     several contacts from the faces that touch
// simplex.c   the point of a simplex nearest to the origin
// support.c   the farthest point of an object in a direction
// boxes.c     geoms that need no GJK
// gaps.c      pieces that need no GJK

#include <math.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/tilt.h>
#include <mujoco/mujoco.h>

#include "collision/convex/boxes.h"
#include "collision/convex/epa.h"
#include "collision/convex/gaps.h"
#include "collision/convex/gjk.h"
#include "collision/convex/patch.h"
#include "collision/convex/polytope.h"
#include "collision/convex/result.h"
#include "collision/convex/simplex.h"
#include "collision/convex/support.h"

static int is_round(const Object* o) {
  return o->type == mjGEOM_SPHERE || o->type == mjGEOM_CAPSULE;
}

// Replace a sphere or capsule by its core; returns the radius that was taken off.
static mjtNum shrink(Object* o, mjtNum* inflate) {
  *inflate = o->inflate;
  if (!is_round(o))
    return 0;
  o->core = 1;
  o->inflate = 0;
  return o->size[0] + *inflate / 2;
}

static void unshrink(Object* o, mjtNum inflate) {
  o->core = 0;
  o->inflate = inflate;
}

// Distance of the cores. Returns 0 when they overlap.
static int cores(Result* r, Object* a, Object* b, mjtNum cutoff, const Options* opt) {
  mjtNum inflate_a, inflate_b;
  mjtNum radius_a = shrink(a, &inflate_a), radius_b = shrink(b, &inflate_b);
  Simplex s;
  mjtNum dist = gjk(&s, a, b, cutoff + radius_a + radius_b, opt, r->x1[0], r->x2[0]);
  unshrink(a, inflate_a);
  unshrink(b, inflate_b);
  r->n = 0;
  r->dist = FAR;
  if (dist <= opt->tolerance)
    return 0;
  fc_copy3(r->axis, s.axis);
  if (dist == FAR)
    return 1;

  // surfaces lie on the line between the witness points
  mjtNum n[3];
  fc_sub3(n, r->x2[0], r->x1[0]);
  fc_normalize3(n);
  fc_addToScl3(r->x1[0], n, radius_a);
  fc_addToScl3(r->x2[0], n, -radius_b);
  r->n = 1;
  dist -= radius_a + radius_b;
  fc_copy3(r->axis, n);
  if (dist <= cutoff)
    r->dist = dist;
  return 1;
}

// Penetration from the simplex that GJK ended with.
static void penetration(Result* r, Polytope* p, const Simplex* s, Object* a, Object* b,
                        const Options* opt) {
  r->dist = 0;
  if (!polytope_init(p, s, a, b))
    return;
  int face = epa(p, a, b, opt, r);
  if (face < 0)
    r->n = 0;
  else if (opt->max_contact > 1)
    patch(p, face, a, b, opt, r);
}

// An expansion that has not converged by then adds faces that are smaller than rounding.
enum { ITERATIONS_MOST = 10000 };

static int iterations_of(const mjModel* m) {
  return m->opt.ccd_iterations < ITERATIONS_MOST ? m->opt.ccd_iterations : ITERATIONS_MOST;
}

// Largest number of iterations for which a polytope fits on the stack of the function.
enum { ITERATIONS_ON_STACK = 170, FACES_ON_STACK = 6 * ITERATIONS_ON_STACK };

// The polytope lives on the stack of the function, or for many iterations on the stack of d.
static void penetration_with_room(Result* r, const Simplex* s, Object* a, Object* b,
                                  const Options* opt) {
  Vertex vertex[ITERATIONS_ON_STACK + 5];
  Face face[FACES_ON_STACK];
  int candidate[FACES_ON_STACK];
  Border border[FACES_ON_STACK];
  Polytope p = {.vertex = vertex,
                .face = face,
                .max_face = FACES_ON_STACK,
                .candidate = candidate,
                .border = border};
  penetration(r, &p, s, a, b, opt);
}

static void penetration_in_arena(Result* r, const Simplex* s, Object* a, Object* b,
                                 const Options* opt, mjData* d) {
  size_t n = (size_t)opt->iterations;
  mj_markStack(d);
  Polytope p = {.max_face = 6 * opt->iterations};
  p.vertex = mj_stackAllocByte(d, (n + 5) * sizeof(Vertex), _Alignof(Vertex));
  p.face = mj_stackAllocByte(d, 6 * n * sizeof(Face), _Alignof(Face));
  p.candidate = mj_stackAllocInt(d, 6 * n);
  p.border = mj_stackAllocByte(d, 6 * n * sizeof(Border), _Alignof(Border));
  penetration(r, &p, s, a, b, opt);
  mj_freeStack(d);
}

// Signed distance of two objects up to a cutoff, FAR beyond. With max_contact 0 overlaps are not
// resolved.
static void convex_distance(Result* r, Object* a, Object* b, mjtNum cutoff, const Options* opt,
                            mjData* d) {
  if ((is_round(a) || is_round(b)) && cores(r, a, b, cutoff, opt))
    return;
  Simplex s;
  r->dist = gjk(&s, a, b, cutoff, opt, r->x1[0], r->x2[0]);
  r->n = s.n > 0;
  fc_copy3(r->axis, s.axis);
  if (!(r->dist <= opt->tolerance && s.n > 1))
    return;
  if (opt->iterations <= ITERATIONS_ON_STACK)
    penetration_with_room(r, &s, a, b, opt);
  else
    penetration_in_arena(r, &s, a, b, opt, d);
}

// ---------------------------------------------------------------- contacts

// Contacts of the witness pairs of two grown objects.
static int contacts_of(FcContactPoint* con, const Result* r, mjtNum margin) {
  if (!(r->dist < 0))
    return 0;
  for (int k = 0; k < r->n; k++) {
    con[k].dist = margin + r->dist;
    fc_add3(con[k].pos, r->x1[k], r->x2[k]);
    fc_scl3(con[k].pos, con[k].pos, 0.5);
    fc_sub3(con[k].normal, r->x1[k], r->x2[k]);
    fc_normalize3(con[k].normal);
    fc_zero3(con[k].tangent);
  }
  return r->n;
}

typedef struct Task_ {
  Object a, b;
  mjtNum margin;
  Options opt;
  mjData* d;
} Task;

static int collide_task(void* task, FcContactPoint* con) {
  Task* t = task;
  Result r;
  convex_distance(&r, &t->a, &t->b, 0, &t->opt, t->d);
  return contacts_of(con, &r, t->margin);
}

static int is_polytope(const Object* o) { return o->type == mjGEOM_BOX || o->type == mjGEOM_MESH; }

static int max_contact(const mjModel* m, const Object* a, const Object* b, mjtNum margin) {
  if (margin > 0)
    return 1;
  if (a->type == mjGEOM_BOX && b->type == mjGEOM_BOX)
    return 8;
  return is_polytope(a) && is_polytope(b) && (m->opt.enableflags & mjENBL_MULTICCD) ? 4 : 1;
}

static int collide_pair(FcContactPoint* con, const FcContext* ctx, const FcCandidate* pair) {
  const mjModel* m = ctx->m;
  if (boxes_separate(ctx, pair))
    return 0;
  Task t = {.margin = pair->margin, .d = ctx->d};
  object_init(&t.a, ctx, pair->geom[0], pair->margin);
  object_init(&t.b, ctx, pair->geom[1], pair->margin);
  t.opt =
      (Options){m->opt.ccd_tolerance, iterations_of(m), max_contact(m, &t.a, &t.b, pair->margin)};
  int n = collide_task(&t, con);
  mjtNum spread = n == 1 && t.opt.max_contact == 1 ? fc_tiltSpread(m, pair->geom) : -1;
  if (spread < 0)
    return n;
  FcTilted tilted = {{t.a.pos, t.b.pos}, {t.a.mat, t.b.mat}, spread, collide_task, &t};
  return fc_addTilted(con, &tilted);
}

// 1 when support.c has a support function for this geom.
static int check_geom(const mjModel* m, int geom) {
  int type = m->geom_type[geom];
  int known = type == mjGEOM_SPHERE || type == mjGEOM_CAPSULE || type == mjGEOM_ELLIPSOID ||
              type == mjGEOM_CYLINDER || type == mjGEOM_BOX ||
              (type == mjGEOM_MESH && m->geom_dataid[geom] >= 0);
  if (!known)
    return fc_fail("geom %d has type %d, which is not a convex shape with a support function", geom,
                   type);
  return 0;
}

static int collide(const FcContext* ctx, const FcCandidate* pair, int npair, FcContactSink* sink) {
  for (int i = 0; i < npair; i++) {
    if (check_geom(ctx->m, pair[i].geom[0]) || check_geom(ctx->m, pair[i].geom[1]))
      return -1;
    fc_emitContacts(sink, pair + i, collide_pair(fc_contactRoom(sink), ctx, pair + i));
  }
  return 0;
}

static int distance(const FcContext* ctx, int geom1, int geom2, mjtNum distmax, mjtNum* dist,
                    mjtNum fromto[6]) {
  if (check_geom(ctx->m, geom1) || check_geom(ctx->m, geom2))
    return -1;
  Object a, b;
  object_init(&a, ctx, geom1, 0);
  object_init(&b, ctx, geom2, 0);
  Options opt = {ctx->m->opt.ccd_tolerance, iterations_of(ctx->m), 1};
  Result r;
  convex_distance(&r, &a, &b, distmax, &opt, ctx->d);
  *dist = fc_min(r.dist, distmax);
  if (r.n) {
    fc_copy3(fromto, r.x1[0]);
    fc_copy3(fromto + 3, r.x2[0]);
  }
  return 0;
}

// ---------------------------------------------------------------- pieces

static int posed_object(Object* o, const FcContext* ctx, const FcPosedGeom* geom, mjtNum margin) {
  if (check_geom(ctx->m, geom->geom))
    return -1;
  object_init_posed(o, ctx, geom->geom, margin, geom->pos, geom->mat);
  o->feature = geom->memory[0];
  o->vertex = geom->memory[1];
  return 0;
}

static void remember(FcPosedGeom* geom, const Object* o) {
  geom->memory[0] = o->feature;
  geom->memory[1] = o->vertex;
}

// The least coordinate of an object in a direction.
static mjtNum begin_along(Object* o, const mjtNum axis[3]) {
  const mjtNum opposite[3] = {-axis[0], -axis[1], -axis[2]};
  mjtNum point[3];
  object_support(o, opposite, point);
  return fc_dot3(axis, point);
}

static int collide_piece(const FcContext* ctx, const FcPiece* piece, FcPosedGeom* geom,
                         FcContactPoint* contact) {
  // the searches in a mesh begin where the last one ended
  Memory* memory = ctx->memory;
  int searches = ctx->m->geom_type[geom->geom] == mjGEOM_MESH;
  if (!searches && gaps_separate(&memory->gaps, piece, ctx->m, geom))
    return 0;
  Object a, b;
  object_init_piece(&a, piece);
  if (posed_object(&b, ctx, geom, geom->margin))
    return -1;
  Options opt = {ctx->m->opt.ccd_tolerance, iterations_of(ctx->m), 1};
  Result r;
  convex_distance(&r, &a, &b, 0, &opt, ctx->d);
  remember(geom, &b);
  if (r.dist == FAR && !searches)
    gaps_add(&memory->gaps, ctx->m, geom, r.axis, begin_along(&b, r.axis));
  return contacts_of(contact, &r, 0);
}

static int support(const FcContext* ctx, FcPosedGeom* geom, const mjtNum dir[3], mjtNum point[3]) {
  Object o;
  if (posed_object(&o, ctx, geom, 0))
    return -1;
  object_support(&o, dir, point);
  remember(geom, &o);
  return 0;
}

// ---------------------------------------------------------------- rounded hulls

static int rounded_object(Object* o, const FcContext* ctx, const FcRounded* r) {
  if (r->geom < 0) {
    object_init_hull(o, r);
    return 0;
  }
  if (check_geom(ctx->m, r->geom))
    return -1;
  object_init(o, ctx, r->geom, r->margin);
  return 0;
}

static int collide_rounded(const FcContext* ctx, const FcRounded* a, const FcRounded* b,
                           FcContactPoint* contact) {
  Object first, second;
  if (rounded_object(&first, ctx, a) || rounded_object(&second, ctx, b))
    return -1;
  Options opt = {ctx->m->opt.ccd_tolerance, iterations_of(ctx->m), 1};
  Result r;
  convex_distance(&r, &first, &second, 0, &opt, ctx->d);
  return contacts_of(contact, &r, 0);
}

static const FcConvex service = {.size = sizeof(FcConvex),
                                 .max_contact = FC_MAX_TILTED,
                                 .collide = collide,
                                 .piece = collide_piece,
                                 .distance = distance,
                                 .support = support,
                                 .rounded = collide_rounded};

// the pairs that the convex service serves; the collider itself has no function
static const FcCollider pairs = {
    .size = sizeof(FcCollider), .flags = FC_COLLIDER_CONVEX, .max_contact = FC_MAX_TILTED};
static const char* const types[] = {"sphere-ellipsoid",   "sphere-mesh",   "capsule-ellipsoid",
                                    "capsule-cylinder",   "capsule-mesh",  "ellipsoid-ellipsoid",
                                    "ellipsoid-cylinder", "ellipsoid-box", "ellipsoid-mesh",
                                    "cylinder-cylinder",  "cylinder-box",  "cylinder-mesh",
                                    "box-mesh",           "mesh-mesh",     NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_CONVEX,
                                .name = "convex",
                                .table = &service,
                                .memory = memory_size},
                               {.size = sizeof(FcFace),
                                .kind = FC_COLLIDER,
                                .name = "convex",
                                .table = &pairs,
                                .types = types}};

FC_MODULE_WITH(convex, "convex", "1.0.0", "Apache-2.0", &fc_layout, faces, 1,
               "General convex collision: GJK, EPA and contact patches", NULL)
