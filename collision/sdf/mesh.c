// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A mesh against a field: descend the tree of face boxes as long as the field at the centre of a
// box is smaller than the box, and find the deepest point of every face that may touch. Frank-Wolfe
// steps find that point: step k moves from the current point towards the corner where the
// linearised field is smallest, by 2 / (k + 2) of the way.

#include <fulcrum/field.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "collision/sdf/field.h"
#include "collision/sdf/mesh.h"

enum { STACK_ROOM = 64 };

// Searches on a face run side by side: they are independent, so the processor need not wait for one
// gradient before the next. If the plugin of the field records descents to draw them, they run one
// after the other.
enum { SIDE_BY_SIDE = 8 };

static int searches_together(const Shape* shape) {
  return shape->plugin && shape->plugin->compute ? 1 : SIDE_BY_SIDE;
}

#define THICKNESS 0.1  // of a face, relative to the field at its centre

// Candidates collected so far.
typedef struct Search_ {
  const mjModel* m;
  const mjData* d;
  const Halton* halton;
  int width;  // searches side by side
  mjSDF field;
  FcFieldPlace place;  // of the last point
  Pose pose;           // of the mesh in the frame of the field
  int n;
  mjtNum x[mjMAXCONPAIR][3];
  mjtNum depth[mjMAXCONPAIR];
} Search;

static mjtNum field_at(Search* s, const mjtNum x[3]) {
  return fc_fieldDistance(s->m, s->d, &s->field, &s->place, x);
}

// Radius of the circle through the corners of a triangle.
static mjtNum circumradius(mjtNum corner[3][3]) {
  mjtNum a = fc_dist3(corner[0], corner[1]), b = fc_dist3(corner[1], corner[2]),
         c = fc_dist3(corner[2], corner[0]), p = (a + b + c) / 2;
  mjtNum area = fc_sqrt(fc_max(0, p * (p - a) * (p - b) * (p - c)));
  return a * b * c / (4 * fc_max(area, mjMINVAL));
}

// 1 when the field may be negative on a face. Compares the field at the centre of a sphere around
// the face with its radius; when the field is far away, the sphere also passes through a point off
// the face.
static int face_may_touch(Search* s, mjtNum corner[3][3]) {
  mjtNum a[3], b[3], c[3], n[3], center[3], apex[3];
  fc_sub3(a, corner[1], corner[0]);
  fc_sub3(b, corner[2], corner[0]);
  fc_cross(n, a, b);
  mjtNum nn[3];
  fc_copy3(nn, n);
  fc_normalize3(nn);
  const mjtNum third = (mjtNum)1 / 3;
  for (int k = 0; k < 3; k++)
    center[k] = corner[0][k] * third + corner[1][k] * third + corner[2][k] * third;
  mjtNum f = field_at(s, center), h = -THICKNESS * f;
  if (fc_abs(h) < THICKNESS)
    return f < circumradius(corner);

  // sphere through the corners and the apex
  mjtNum bc[3], ca[3], o[3];
  fc_addScl3(apex, center, nn, -h);
  fc_sub3(c, apex, corner[0]);
  fc_cross(bc, b, c);
  fc_cross(ca, c, a);
  mjtNum det = 2 * fc_dot3(a, bc);
  if (det < mjMINVAL)
    return f < fc_norm3(a);
  mjtNum aa = fc_dot3(a, a), bb = fc_dot3(b, b), cc = fc_dot3(c, c);
  for (int k = 0; k < 3; k++)
    o[k] = (aa * bc[k] + bb * ca[k] + cc * n[k]) / det;
  mjtNum radius = fc_norm3(o);
  fc_addTo3(o, corner[0]);
  return field_at(s, o) < radius;
}

// Starting point i of a face, from the Halton sequence.
static void start_on_face(const Search* s, int i, mjtNum corner[3][3], mjtNum x[3]) {
  mjtNum h[3];
  halton_point(h, s->halton, i);
  mjtNum u = h[0], v = h[1];
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  for (int k = 0; k < 3; k++)
    x[k] = (1 - u - v) * corner[0][k] + u * corner[1][k] + v * corner[2][k];
}

// Step k of a search on a face.
static void step_on_face(Search* s, int k, mjtNum corner[3][3], FcFieldPlace* place, mjtNum x[3]) {
  mjtNum gradient[3], way[3], least = 0;
  int best = 0;
  fc_fieldGradient(s->m, s->d, &s->field, place, gradient, x);
  for (int j = 0; j < 3; j++) {
    mjtNum value = fc_dot3(gradient, corner[j]);
    if (j == 0 || value < least) {
      least = value;
      best = j;
    }
  }
  fc_sub3(way, corner[best], x);
  fc_addToScl3(x, way, (mjtNum)2 / (k + 2));
}

// Deepest points of a face, one for every starting point.
static void search_face(Search* s, mjtNum corner[3][3]) {
  const mjModel* m = s->m;
  int starts = m->opt.sdf_initpoints > 1 ? m->opt.sdf_initpoints : 1;
  for (int first = 1; first <= starts; first += s->width) {
    mjtNum x[SIDE_BY_SIDE][3];
    FcFieldPlace place[SIDE_BY_SIDE];
    int n = mjMIN(s->width, starts - first + 1);
    for (int i = 0; i < n; i++) {
      place[i] = s->place;
      start_on_face(s, first + i, corner, x[i]);
    }
    for (int k = 0; k < m->opt.sdf_iterations; k++)
      for (int i = 0; i < n; i++)
        step_on_face(s, k, corner, place + i, x[i]);
    for (int i = 0; i < n; i++) {
      if (s->n == mjMAXCONPAIR)
        return;
      mjtNum depth = fc_fieldDistance(m, s->d, &s->field, place + i, x[i]);
      if (depth >= 0)
        continue;
      fc_copy3(s->x[s->n], x[i]);
      s->depth[s->n++] = depth;
    }
    s->place = place[n - 1];
  }
}

static void search_leaf(Search* s, int mesh, int face) {
  const mjModel* m = s->m;
  const int* id = m->mesh_face + 3 * (m->mesh_faceadr[mesh] + face);
  const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
  mjtNum corner[3][3];
  for (int j = 0; j < 3; j++) {
    const float* v = vert + 3 * id[j];
    mjtNum local[3] = {(mjtNum)v[0], (mjtNum)v[1], (mjtNum)v[2]};
    pose_apply(corner[j], &s->pose, local);
  }
  if (face_may_touch(s, corner))
    search_face(s, corner);
}

// A tree of boxes in the frame of what is compared with the field, and what to do at a leaf.
typedef struct Boxes_ {
  const mjtNum* aabb;
  const int *child, *leaf;
  mjtByte* active;
  int leaf_active;  // whether visited leaves are marked too
  int n;
  const char* what;  // name of the owner, for errors
  int id;
} Boxes;

typedef void (*LeafFunction)(Search* s, int id, int leaf);

// Traverse the tree depth first, the second child before the first. Returns -1 when it is too deep.
static int search_tree(Search* s, const Boxes* t, LeafFunction at_leaf) {
  int stack[STACK_ROOM], n = 0;
  if (t->n == 0)
    return 0;
  stack[n++] = 0;
  while (n > 0) {
    int node = stack[--n], leaf = t->leaf[node];
    const mjtNum* box = t->aabb + 6 * node;
    mjtNum center[3];
    pose_apply(center, &s->pose, box);
    if (field_at(s, center) >= fc_norm3(box + 3))
      continue;
    if (t->active && (leaf < 0 || t->leaf_active))
      t->active[node] = 1;
    if (leaf >= 0) {
      at_leaf(s, t->id, leaf);
      continue;
    }
    for (int k = 0; k < 2; k++) {
      int child = t->child[2 * node + k];
      if (child < 0)
        continue;
      if (n == STACK_ROOM)
        return fc_fail("BVH stack depth exceeded in %s %d", t->what, t->id);
      stack[n++] = child;
    }
  }
  return 0;
}

// The tree at an address; for flexes, with the boxes of this step.
static Boxes boxes_at(const mjModel* m, mjData* d, int adr, int n) {
  if (adr < 0)
    return (Boxes){0};
  const int fixed = (int)m->nbvhstatic;
  return (Boxes){.aabb = adr < fixed ? m->bvh_aabb + 6 * adr : d->bvh_aabb_dyn + 6 * (adr - fixed),
                 .child = m->bvh_child + 2 * adr,
                 .leaf = m->bvh_nodeid + adr,
                 .active = m->vis.global.bvactive ? d->bvh_active + adr : NULL,
                 .n = n};
}

int collide_mesh(FcContactPoint* con, const FcContext* ctx, const FcCandidate* pair) {
  const mjModel* m = ctx->m;
  int g1 = pair->geom[0], g2 = pair->geom[1];
  Shape shape = shape_of(m, g2);
  Search s = {.place = {.size = sizeof(FcFieldPlace)},
              .m = m,
              .d = ctx->d,
              .halton = halton_of(ctx),
              .width = searches_together(&shape),
              .field = {.plugin = &shape.plugin, .id = &shape.id, .geomtype = &shape.type},
              .pose = pose_between(ctx->d, g2, g1)};
  int mesh = m->geom_dataid[g1];
  Boxes tree = boxes_at(m, ctx->d, m->mesh_bvhadr[mesh], m->mesh_bvhnum[mesh]);
  tree.what = "mesh";
  tree.leaf_active = 1;
  tree.id = mesh;
  if (search_tree(&s, &tree, search_leaf) < 0)
    return -1;

  // the gradient points out of the field's shape
  mjtNum accepted[mjMAXCONPAIR][3];
  int n = 0;
  for (int i = 0; i < s.n; i++) {
    mjtNum normal[3];
    if (!is_new(n, accepted, s.x[i]))
      continue;
    fc_fieldGradient(m, ctx->d, &s.field, &s.place, normal, s.x[i]);
    fc_scl3(normal, normal, -1);
    n = add_contact(con, n, accepted, ctx->d, g2, s.x[i], s.depth[i], normal);
  }
  return n;
}

// ---------------------------------------------------------------- shells

// Only the deepest candidate of an element is kept.
typedef struct Shell_ {
  Search search;  // holds the candidates of one element
  int element[mjMAXCONPAIR];
  mjtNum x[mjMAXCONPAIR][3], depth[mjMAXCONPAIR];
  int n;
} Shell;

static void search_element(Search* s, int flex, int element) {
  Shell* shell = (Shell*)s;
  const mjModel* m = s->m;
  const int* v = m->flex_elem + m->flex_elemdataadr[flex] + 3 * element;
  const mjtNum* xpos = s->d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  mjtNum corner[3][3];
  for (int j = 0; j < 3; j++)
    pose_apply(corner[j], &s->pose, xpos + 3 * v[j]);
  s->n = 0;
  if (shell->n == mjMAXCONPAIR || !face_may_touch(s, corner))
    return;
  search_face(s, corner);
  if (s->n == 0)
    return;
  int deepest = 0;
  for (int i = 1; i < s->n; i++)
    deepest = s->depth[i] < s->depth[deepest] ? i : deepest;
  fc_copy3(shell->x[shell->n], s->x[deepest]);
  shell->depth[shell->n] = s->depth[deepest];
  shell->element[shell->n++] = element;
}

int collide_shell(FcFlexPoint* point, const FcContext* ctx, int geom, int flex) {
  const mjModel* m = ctx->m;
  if (m->flex_dim[flex] != 2)
    return 0;
  Shape shape = shape_of(m, geom);
  Shell shell = {
      .search = {.place = {.size = sizeof(FcFieldPlace)},
                 .m = m,
                 .d = ctx->d,
                 .halton = halton_of(ctx),
                 .width = searches_together(&shape),
                 .field = {.plugin = &shape.plugin, .id = &shape.id, .geomtype = &shape.type},
                 .pose = pose_in(ctx->d, geom)}};
  Boxes tree = boxes_at(m, ctx->d, m->flex_bvhadr[flex], m->flex_bvhnum[flex]);
  tree.what = "flex";
  tree.id = flex;
  if (search_tree(&shell.search, &tree, search_element) < 0)
    return -1;

  // a deepest point on the edge between two neighbours is kept once; the gradient points from the
  // field's shape to the flex
  int n = 0;
  FcContactPoint con[mjMAXCONPAIR];
  mjtNum accepted[mjMAXCONPAIR][3];
  for (int i = 0; i < shell.n; i++) {
    mjtNum normal[3];
    if (!is_new(n, accepted, shell.x[i]))
      continue;
    fc_fieldGradient(m, ctx->d, &shell.search.field, &shell.search.place, normal, shell.x[i]);
    if (add_contact(con, n, accepted, ctx->d, geom, shell.x[i], shell.depth[i], normal) == n)
      continue;
    point[n] = (FcFlexPoint){.at = con[n], .elem = {-1, shell.element[i]}, .vert = {-1, -1}};
    n++;
  }
  return n;
}
