// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts of flexes: vertices against planes, elements against geoms and each other, and internal
// contacts that keep a flex from turning inside out. The host supplies the pairs that are close.

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

#include "collision/flex/element.h"
#include "collision/flex/work.h"

static Flex flex_of(const FcContext* ctx, int id) {
  const mjModel* m = ctx->m;
  const mjData* d = ctx->d;
  if (id < 0)
    return (Flex){0};
  return (Flex){.dim = m->flex_dim[id],
                .elem = m->flex_elem + m->flex_elemdataadr[id],
                .xpos = d->flexvert_xpos + 3 * m->flex_vertadr[id],
                .aabb = d->flexelem_aabb + 6 * m->flex_elemadr[id],
                .radius = m->flex_radius[id],
                .nvert = m->flex_vertnum[id]};
}

static FcFlexPoint* next_point(FcFlexSink* sink) {
  FcFlexPoint* p = sink->point + sink->n++;
  *p = (FcFlexPoint){.pair = sink->pair, .elem = {-1, -1}, .vert = {-1, -1}};
  return p;
}

// ---------------------------------------------------------------- vertices

// Vertices below a plane. They are compared in blocks, so that the common case, all above, needs no
// branches.
enum { BLOCK = 16 };

static void plane(const Work* w, FcFlexSink* sink) {
  const FcContext* ctx = w->ctx;
  const Flex* f = w->flex + 1;
  const FcFlexPair* pair = w->task->pair + sink->pair;
  const mjtNum *pos = ctx->d->geom_xpos + 3 * pair->first, reach = pair->margin + f->radius;
  mjtNum n[3];
  fc_column3(n, ctx->d->geom_xmat + 9 * pair->first, 2);
  while (sink->part < f->nvert) {
    mjtNum height[BLOCK];
    int near = 0, count = f->nvert - sink->part < BLOCK ? f->nvert - sink->part : BLOCK;
    for (int i = 0; i < count; i++) {
      const mjtNum* x = f->xpos + 3 * (sink->part + i);
      height[i] = n[0] * (x[0] - pos[0]) + n[1] * (x[1] - pos[1]) + n[2] * (x[2] - pos[2]);
      near |= !(height[i] > reach);
    }
    for (int i = 0; i < count && near; i++) {
      if (height[i] > reach)
        continue;
      if (sink->n == sink->capacity) {
        sink->part += i;
        return;
      }
      FcFlexPoint* p = next_point(sink);
      p->vert[1] = sink->part + i;
      p->at.dist = height[i] - f->radius;
      fc_addScl3(p->at.pos, f->xpos + 3 * (sink->part + i), n, -(p->at.dist / 2 + f->radius));
      fc_copy3(p->at.normal, n);
    }
    sink->part += count;
  }
  sink->part = 0;
  sink->pair++;
}

// Vertices of a tetrahedron that pass through the opposite face.
static void inside(const Work* w, FcFlexSink* sink) {
  static const int face[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
  const Flex* f = w->flex;
  int element = w->task->pair[sink->pair].first;
  const int* v = f->elem + 4 * element;
  for (; sink->part < 4; sink->part++) {
    const int* at = face[sink->part];
    const mjtNum *t0 = f->xpos + 3 * v[at[0]], *x = f->xpos + 3 * v[at[3]];
    mjtNum a[3], b[3], n[3], to[3];
    fc_sub3(a, f->xpos + 3 * v[at[1]], t0);
    fc_sub3(b, f->xpos + 3 * v[at[2]], t0);
    fc_cross(n, a, b);
    fc_normalize3(n);
    fc_sub3(to, x, t0);
    mjtNum depth = fc_dot3(n, to);
    if (!(depth > -2 * f->radius))
      continue;
    if (sink->n == sink->capacity)
      return;
    FcFlexPoint* p = next_point(sink);
    p->elem[0] = element;
    p->vert[1] = v[at[3]];
    p->at.dist = -depth - 2 * f->radius;
    fc_addScl3(p->at.pos, x, n, -depth / 2);
    fc_scl3(p->at.normal, n, -1);
  }
  sink->part = 0;
  sink->pair++;
}

// ---------------------------------------------------------------- elements

// One pair, whose contacts all fit into the sink.
static int collide_pair(Work* w, FcFlexSink* sink) {
  const FcFlexKind kind = w->task->kind;
  const FcFlexPair* pair = w->task->pair + sink->pair;
  FcContactPoint con[mjMAXCONPAIR];
  int n = kind == FC_FLEX_ELEMENT    ? geom_element(con, w, pair)
          : kind == FC_FLEX_ELEMENTS ? element_element(con, w, pair)
                                     : vertex_element(con, w, pair);
  for (int i = 0; i < n; i++) {
    FcFlexPoint* p = next_point(sink);
    p->at = con[i];
    p->elem[1] = pair->second;
    if (kind == FC_FLEX_ELEMENTS)
      p->elem[0] = pair->first;
    if (kind == FC_FLEX_VERTEX)
      p->vert[0] = pair->first;
  }
  if (n >= 0)
    sink->pair++;
  return n;
}

static int collide(const FcContext* ctx, const FcFlexTask* task, FcFlexSink* sink) {
  Work w = {.ctx = ctx, .task = task};
  for (int side = 0; side < 2; side++)
    w.flex[side] = flex_of(ctx, task->flex[side]);
  while (sink->pair < task->npair) {
    int one_by_one = task->kind == FC_FLEX_SURFACE || task->kind == FC_FLEX_INSIDE;
    if (sink->n + (one_by_one ? 1 : mjMAXCONPAIR) > sink->capacity)
      return 0;
    if (task->kind == FC_FLEX_SURFACE)
      plane(&w, sink);
    else if (task->kind == FC_FLEX_INSIDE)
      inside(&w, sink);
    else if (collide_pair(&w, sink) < 0)
      return -1;
  }
  return 0;
}

static const FcCollider table = {
    .size = sizeof(FcCollider), .max_contact = mjMAXCONPAIR, .flex = collide};
static const char* const types[] = {"flex", NULL};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_COLLIDER, .name = "flex", .table = &table, .types = types}};

FC_MODULE_WITH(flex, "flex", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Contacts of flexes with geoms, with each other and with themselves", NULL)
