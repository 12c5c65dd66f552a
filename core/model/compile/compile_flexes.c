// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Flexes: checks, bodies, positions at qpos0, and derived data (flex.h).
//
// The arrays of a flex come from documents and programs, so every count and index is checked here
// before it is used. The position of a flex at qpos0 follows from the poses of the bodies alone:
// joints are at their reference.

#include <math.h>
#include <string.h>

#include "core/model/assets/bvh.h"
#include "core/model/compile/compile.h"

// global poses of bodies at qpos0, by record
typedef struct Poses_ {
  double (*pos)[3];
  double (*quat)[4];
} Poses;

static Poses body_poses(Compile* c) {
  Poses p;
  p.pos = compile_alloc(c, (size_t)c->nbody, sizeof *p.pos);
  p.quat = compile_alloc(c, (size_t)c->nbody, sizeof *p.quat);
  for (int id = 0; id < c->body_count; id++) {
    const int i = c->body_order[id];
    const BodyRecord* b = c->body + i;
    if (!id) {
      p.quat[i][0] = 1;
      continue;
    }
    memcpy(p.pos[i], b->pos, sizeof b->pos);
    compile_rotate_dir(p.pos[i], p.quat[b->parent]);
    for (int k = 0; k < 3; k++)
      p.pos[i][k] += p.pos[b->parent][k];
    compile_quat_mul(p.quat[i], p.quat[b->parent], b->quat);
  }
  return p;
}

// x = position of a body + its rotation of a point (NULL: its origin)
static void place(const Poses* poses, int body, const double* point, double x[3]) {
  memcpy(x, point ? point : poses->pos[body], 3 * sizeof *x);
  if (!point || body < 0)
    return;
  compile_rotate_dir(x, poses->quat[body]);
  for (int i = 0; i < 3; i++)
    x[i] += poses->pos[body][i];
}

// ---------------------------------------------------------------- checks

static int find_body(Compile* c, const Element* e, const char* name) {
  const int id = name[0] ? compile_find_id(c, mjOBJ_BODY, name) : -1;
  if (id < 0)
    compile_fail(c, e, "flex '%s': unknown body '%s'", element_name(e), name);
  return c->body_order[id];
}

// Checks of the scalar attributes against each other, in the order in which problems are reported.
static void check_settings(Compile* c, const FlexRecord* r, int nelem, int nbody) {
  const Element* e = &r->flex->base;
  const mjsFlex* p = r->pub;
  int nvert;
  handle_doubles(p->vert, &nvert);
  if (p->dim < 1 || p->dim > 3)
    compile_fail(c, e, "dim must be 1, 2 or 3: %d", p->dim);
  if (!nelem)
    compile_fail(c, e, "elem is empty");
  if (nelem % (p->dim + 1))
    compile_fail(c, e, "elem size must be multiple of (dim+1): %d numbers, dim is %d", nelem,
                 p->dim);
  if (!nbody && !r->nnode)
    compile_fail(c, e, "vertbody and nodebody are both empty");
  if (nvert % 3)
    compile_fail(c, e, "vert size must be a multiple of 3: %d numbers", nvert);
  if (p->edgestiffness > 0 && p->dim > 1)
    compile_fail(c, e, "edge stiffness only available for dim=1, please use elasticity plugins");
  if (r->nnode && p->selfcollide != mjFLEXSELF_NONE)
    compile_fail(c, e, "trilinear interpolation cannot do self-collision");
  if (r->nnode && p->internal)
    compile_fail(c, e, "trilinear interpolation cannot do internal collisions");
  if (p->dim == 3 && p->activelayers < 1)
    compile_fail(c, e, "activelayers is %d, 1 or more expected", p->activelayers);
  if (p->condim != 1 && p->condim != 3 && p->condim != 4 && p->condim != 6)
    compile_fail(c, e, "condim is %d, 1, 3, 4 or 6 expected", p->condim);
}

static void check_elements(Compile* c, const FlexRecord* r) {
  const Element* e = &r->flex->base;
  const FlexTopology* f = &r->top;
  for (size_t i = 0; i < (size_t)f->nelem * (size_t)(f->dim + 1); i++) {
    if (f->elem[i] < 0 || f->elem[i] >= f->nvert)
      compile_fail(c, e, "elem vertex id out of range: element %zu has vertex %d, expected 0 to %d",
                   i / (size_t)(f->dim + 1), f->elem[i], f->nvert - 1);
  }
}

static void check_distinct(Compile* c, const FlexRecord* r) {
  const int n = r->top.dim + 1;
  for (int t = 0; t < r->top.nelem; t++) {
    const int* v = r->top.elem + (size_t)t * (size_t)n;
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < i; k++) {
        if (v[i] == v[k])
          compile_fail(c, &r->flex->base,
                       "repeated vertex in element: element %d has vertex %d twice", t, v[i]);
      }
    }
  }
}

// ---------------------------------------------------------------- vertices and nodes

static void take_vertices(Compile* c, FlexRecord* r, int nbody) {
  const Element* e = &r->flex->base;
  int n;
  const double* vert = handle_doubles(r->pub->vert, &n);
  r->top.nvert = n ? n / 3 : nbody;
  r->centered = !n;
  if (n && nbody == 1)
    r->rigid = 1;
  else if (n && nbody != n / 3 && (nbody || !r->nnode))
    compile_fail(c, e, "vertbody size must be 1 or nvert: %d names, %d vertices", nbody, n / 3);
  if (r->top.nvert < r->top.dim + 1)
    compile_fail(c, e, "not enough vertices: %d, an element of dim %d has %d", r->top.nvert,
                 r->top.dim, r->top.dim + 1);
  r->vert = COMPILE_NEW(c, double, 3 * (size_t)r->top.nvert);
  if (n)
    memcpy(r->vert, vert, (size_t)n * sizeof *vert);
}

static void take_nodes(Compile* c, FlexRecord* r) {
  const Element* e = &r->flex->base;
  int n;
  const double* node = handle_doubles(r->pub->node, &n);
  if (!r->nnode)
    return;
  r->order = r->nnode == 8 ? 1 : r->nnode == 27 ? 2 : 0;
  if (!r->order)
    compile_fail(c, e,
                 "number of nodes must be a perfect cube: %d names, 8 (trilinear) or 27 "
                 "(quadratic) expected",
                 r->nnode);
  if (n && n != 3 * r->nnode)
    compile_fail(c, e, "node size must be 3 * %d: %d numbers", r->nnode, n);
  r->node = COMPILE_NEW(c, double, 3 * (size_t)r->nnode);
  if (n)
    memcpy(r->node, node, (size_t)n * sizeof *node);
}

static void take_texcoords(Compile* c, FlexRecord* r) {
  const Element* e = &r->flex->base;
  const size_t n = (size_t)r->top.nelem * (size_t)(r->top.dim + 1);
  int ntexcoord, nindex;
  handle_floats(r->pub->texcoord, &ntexcoord);
  const int* index = handle_ints(r->pub->elemtexcoord, &nindex);
  if (ntexcoord && !nindex && ntexcoord != 2 * r->top.nvert)
    compile_fail(c, e, "two texture coordinates per vertex expected: %d numbers, %d vertices",
                 ntexcoord, r->top.nvert);
  r->ntexcoord = ntexcoord / 2;
  if (!ntexcoord)
    return;

  // Trap: as many as triangles need, whatever the dimension of the elements; the rest is 0
  int* to = COMPILE_NEW(c, int, n);
  const size_t take = nindex ? (size_t)nindex : 3 * (size_t)r->top.nelem;
  memcpy(to, nindex ? index : r->top.elem, (take < n ? take : n) * sizeof *to);
  for (size_t i = 0; i < n; i++) {
    if (to[i] < 0 || to[i] >= r->ntexcoord)
      compile_fail(c, e, "elemtexcoord out of range: number %zu is %d, expected 0 to %d", i, to[i],
                   r->ntexcoord - 1);
  }
  r->elemtexcoord = to;
}

static void take_bodies(Compile* c, FlexRecord* r, int nbody) {
  const Element* e = &r->flex->base;
  const int bends = r->top.dim == 2 && (r->pub->elastic2d == 1 || r->pub->elastic2d == 3);
  int same = nbody > 0;
  r->vertbody = COMPILE_NEW(c, int, r->top.nvert);
  for (int i = 0; i < r->top.nvert; i++) {
    if (nbody > 1 || !i)
      r->vertbody[i] = nbody ? find_body(c, e, handle_strings_item(r->pub->vertbody, i)) : -1;
    else
      r->vertbody[i] = r->vertbody[0];
    same &= r->vertbody[i] == r->vertbody[0];
    if (bends && !r->order && r->vertbody[i] >= 0 && c->body[r->vertbody[i]].njoint != 3)
      compile_fail(c, e, "pins are not supported by bending: body '%s' has %d joints, 3 expected",
                   element_name(&c->body[r->vertbody[i]].body->base),
                   c->body[r->vertbody[i]].njoint);
  }
  r->rigid = !r->order && (r->rigid || same);
  r->nodebody = COMPILE_NEW(c, int, r->nnode);
  for (int i = 0; i < r->nnode; i++)
    r->nodebody[i] = find_body(c, e, handle_strings_item(r->pub->nodebody, i));
}

static int all_zero(const double* v, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (v[i] != 0)
      return 0;
  return 1;
}

static void place_all(Compile* c, FlexRecord* r, const Poses* poses) {
  const size_t nvert = (size_t)r->top.nvert, nnode = (size_t)r->nnode;
  r->centered |= r->order ? all_zero(r->node, 3 * nnode) : all_zero(r->vert, 3 * nvert);
  r->x = COMPILE_NEW(c, double, 3 * nvert);
  r->node_x = COMPILE_NEW(c, double, 3 * nnode);
  for (size_t i = 0; i < nvert; i++)
    place(poses, r->vertbody[i], r->centered && !r->order ? NULL : r->vert + 3 * i, r->x + 3 * i);
  for (size_t i = 0; i < nnode; i++)
    place(poses, r->nodebody[i], r->centered ? NULL : r->node + 3 * i, r->node_x + 3 * i);
}

// ---------------------------------------------------------------- elasticity

// Numbers that are not finite come from the document: they are used unchanged, as everywhere, and
// so are results computed from them.
static int is_finite(const FlexRecord* r) {
  const mjsFlex* p = r->pub;
  int finite = isfinite(p->young) && isfinite(p->poisson) && isfinite(p->thickness);
  for (size_t i = 0; i < 3 * (size_t)r->top.nvert; i++)
    finite &= isfinite(r->x[i]) != 0;
  for (size_t i = 0; i < 3 * (size_t)r->nnode; i++)
    finite &= isfinite(r->node_x[i]) != 0;
  return finite;
}

static void check_stiffness(Compile* c, const FlexRecord* r, const double* v, size_t n, int per,
                            const char* what) {
  const int expected = is_finite(r);
  for (size_t i = 0; i < n; i++) {
    if (expected && !isfinite(v[i]))
      compile_fail(c, &r->flex->base,
                   "flex '%s': the stiffness of %s %zu is not finite: it is degenerate, its "
                   "vertices must not lie %s",
                   element_name(&r->flex->base), what, i / (size_t)per,
                   r->top.dim == 3 ? "in a plane" : "on a line");
  }
}

static void interpolated(Compile* c, FlexRecord* r) {
  const mjsFlex* p = r->pub;
  const int side = 3 * r->nnode, need = (side * side + 20) / 21;
  double size[3];
  if (r->top.nelem < need)
    compile_fail(c, &r->flex->base, "trilinear dofs require at least %d elements: %d", need,
                 r->top.nelem);
  for (int i = 0; i < 3; i++) {
    size[i] = r->node_x[3 * (r->nnode - 1) + i] - r->node_x[i];
    if (fabs(size[i]) < mjMINVAL)
      compile_fail(c, &r->flex->base,
                   "the box of the nodes has the length %g along axis %d: interpolation needs a "
                   "box that is not flat",
                   size[i], i);
  }
  flex_interpolated_stiffness(r->order, size, p->young, p->poisson, r->stiffness);
}

static void elasticity(Compile* c, FlexRecord* r) {
  const Element* e = &r->flex->base;
  const mjsFlex* p = r->pub;
  const size_t nelem = (size_t)r->top.nelem, nedge = (size_t)r->top.nedge;
  if (p->young < 0)
    compile_fail(c, e, "young is %g, 0 or more expected", p->young);
  if (p->young == 0)
    return;
  if (p->poisson < 0 || p->poisson >= 0.5)
    compile_fail(c, e, "Poisson ratio must be in [0, 0.5): %g", p->poisson);
  const int bends = r->top.dim == 2 && (p->elastic2d == 1 || p->elastic2d == 3);
  const int stretches =
      r->top.dim == 3 ||
      (r->top.dim == 2 && (p->elastic2d == 2 || p->elastic2d == 3) && p->thickness > 0);
  r->stiffness = COMPILE_NEW(c, double, 21 * nelem);
  if (r->order)
    interpolated(c, r);
  else if (stretches)
    flex_stiffness(&r->top, r->x, p->young, p->poisson, p->thickness, r->stiffness);
  check_stiffness(c, r, r->stiffness, 21 * nelem, 21, "element");
  if (!bends)
    return;
  if (p->thickness < 0)
    compile_fail(c, e, "thickness must be positive for bending stiffness: %g", p->thickness);
  r->bending = COMPILE_NEW(c, double, 17 * nedge);
  flex_bending(&r->top, r->x, p->young, p->poisson, p->thickness, r->bending);
  check_stiffness(c, r, r->bending, 17 * nedge, 17, "edge");
}

// ---------------------------------------------------------------- box and tree

static void leaf_of(const FlexRecord* r, int element, BvhLeaf* leaf) {
  const FlexTopology* f = &r->top;
  const int* v = f->elem + (size_t)element * (size_t)(f->dim + 1);
  leaf->id = element;
  for (int i = 0; i < 3; i++) {
    double low = r->x[3 * (size_t)v[0] + (size_t)i], high = low;
    for (int k = 1; k <= f->dim; k++) {
      low = fmin(low, r->x[3 * (size_t)v[k] + (size_t)i]);
      high = fmax(high, r->x[3 * (size_t)v[k] + (size_t)i]);
    }
    const double center = (low + high) / 2, half = (high - low) / 2 + r->pub->radius;
    leaf->point[i] = center;
    leaf->low[i] = center - half;
    leaf->high[i] = center + half;
  }
}

static void box_and_tree(Compile* c, FlexRecord* r) {
  const FlexTopology* f = &r->top;
  BvhLeaf* leaf = COMPILE_NEW(c, BvhLeaf, f->nelem);
  int n = 0;
  for (int e = 0; e < f->nelem; e++)
    if (f->dim < 3 || f->elemlayer[e] < r->pub->activelayers)
      leaf_of(r, e, leaf + n++);
  r->nbvh = bvh_size(n);
  r->bvh = COMPILE_NEW(c, BvhNode, r->nbvh);
  bvh_build(r->bvh, leaf, n);
  r->vert0 = COMPILE_NEW(c, double, 3 * (size_t)f->nvert);
  double center[3] = {0, 0, 0};
  for (int i = 0; i < 3 && n; i++) {
    double low = leaf[0].low[i], high = leaf[0].high[i];
    for (int k = 1; k < n; k++) {
      low = fmin(low, leaf[k].low[i]);
      high = fmax(high, leaf[k].high[i]);
    }
    center[i] = (low + high) / 2;
    r->size[i] = (high - low) / 2 - r->pub->radius;
  }
  for (size_t k = 0; k < 3 * (size_t)f->nvert; k++) {
    const size_t i = k % 3;
    r->vert0[k] = r->size[i] > mjMINVAL ? (r->x[k] - center[i]) / (2 * r->size[i]) + 0.5 : 0.5;
  }
}

// ---------------------------------------------------------------- all

static void flex(Compile* c, FlexRecord* r, const Poses* poses) {
  const Element* e = &r->flex->base;
  const mjsFlex* p = r->pub;
  int nelem;
  const int* elem = handle_ints(p->elem, &nelem);
  const int nbody = handle_strings_size(p->vertbody);
  r->nnode = handle_strings_size(p->nodebody);
  check_settings(c, r, nelem, nbody);
  r->top.dim = p->dim;
  r->top.nelem = nelem / (p->dim + 1);
  r->top.elem = COMPILE_NEW(c, int, nelem);
  memcpy(r->top.elem, elem, (size_t)nelem * sizeof *elem);
  take_vertices(c, r, nbody);
  take_nodes(c, r);
  check_elements(c, r);
  take_texcoords(c, r);
  r->matid = compile_material_id(c, e, p->material, "flex");
  take_bodies(c, r, nbody);
  check_distinct(c, r);
  place_all(c, r, poses);
  flex_orient(&r->top, r->x);
  if (flex_topology(&c->region, &r->top))
    compile_fail(c, e, "out of memory for the edges of %d elements", r->top.nelem);
  for (int i = 0; i < r->top.nelem; i++) {
    if (r->top.elemlayer[i] < 0)
      compile_fail(
          c, e, "element %d is not connected with the surface of the flex: elements coincide", i);
  }
  elasticity(c, r);
  box_and_tree(c, r);
}

void compile_flexes(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_FLEX];
  c->nflex = list->count;
  if (!c->nflex)
    return;
  c->flex = COMPILE_NEW(c, FlexRecord, c->nflex);
  const Poses poses = body_poses(c);
  for (int i = 0; i < c->nflex; i++) {
    FlexRecord* r = c->flex + i;
    r->flex = (Flex*)list->item[i];
    r->pub = &r->flex->pub;
    flex(c, r, &poses);
  }
}

// what the equality on a flex holds; the first one counts
void compile_flex_equalities(Compile* c) {
  for (int i = 0; c->nflex && i < c->nequality; i++) {
    const EqualityRecord* q = c->equality + i;
    if (!q->table.flex)
      continue;
    FlexRecord* r = c->flex + q->obj1;
    if (!r->edgeequality)
      r->edgeequality = q->table.flex;
  }
}
