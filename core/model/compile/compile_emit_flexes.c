// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Model arrays of flexes. Arrays that depend on the inertia at qpos0 are filled by
// flex_constants.c.

#include <string.h>

#include "core/model/assets/bvh.h"
#include "core/model/compile/compile.h"

// ---------------------------------------------------------------- sizes

// dofs that move some of the bodies in a list (records)
static int count_dofs(const Compile* c, const int* body, int n, int* row, unsigned char* mark) {
  int count = 0;
  for (int i = 0; i < n; i++)
    count = forest_add_chain(&c->forest, c->body[body[i]].id, row, count, mark);
  for (int i = 0; i < count; i++)
    mark[row[i]] = 0;
  return count;
}

// Room for the Jacobians of edges and vertices. They are used only when the flex has forces or
// constraints along them, but these may be switched on later in the model.
static void measure_jacobians(Compile* c, const FlexRecord* r, mjModel* s) {
  const FlexTopology* f = &r->top;
  unsigned char* mark = COMPILE_NEW(c, unsigned char, c->nv);
  int* row = COMPILE_NEW(c, int, c->nv);
  int* first = COMPILE_NEW(c, int, f->nvert + 1);
  int* end = COMPILE_NEW(c, int, f->nvert);
  int* body = COMPILE_NEW(c, int, 2 * (size_t)f->nedge + (size_t)f->nvert);
  for (int e = 0; e < f->nedge; e++) {
    const int pair[2] = {r->vertbody[f->edge[2 * e]], r->vertbody[f->edge[2 * e + 1]]};
    s->nJfe += count_dofs(c, pair, 2, row, mark);
    first[f->edge[2 * e] + 1]++;
    first[f->edge[2 * e + 1] + 1]++;
  }

  // bodies of each vertex and of its neighbours
  for (int v = 0; v < f->nvert; v++) {
    first[v + 1] += first[v] + 1;
    end[v] = first[v];
    body[end[v]++] = r->vertbody[v];
  }
  for (int e = 0; e < f->nedge; e++) {
    const int a = f->edge[2 * e], b = f->edge[2 * e + 1];
    body[end[a]++] = r->vertbody[b];
    body[end[b]++] = r->vertbody[a];
  }
  for (int v = 0; v < f->nvert; v++)
    s->nJfv += count_dofs(c, body + first[v], end[v] - first[v], row, mark);
}

void compile_measure_flexes(Compile* c, mjModel* s) {
  s->nflex = c->nflex;
  for (int i = 0; i < c->nflex; i++) {
    const FlexRecord* r = c->flex + i;
    const FlexTopology* f = &r->top;
    s->nflexnode += r->nnode;
    s->nflexvert += f->nvert;
    s->nflexedge += f->nedge;
    s->nflexelem += f->nelem;
    s->nflexelemdata += (mjtSize)f->nelem * (f->dim + 1);
    s->nflexelemedge += (mjtSize)f->nelem * flex_local_edges(f->dim);
    s->nflexshelldata += (mjtSize)f->nshell * f->dim;
    s->nflexevpair += f->nevpair;
    s->nflextexcoord += r->ntexcoord;
    s->nbvhdynamic += r->nbvh;
    s->nbvh += r->nbvh;
    if (!r->rigid && !r->order)
      measure_jacobians(c, r, s);
  }
}

// ---------------------------------------------------------------- emitting

// addresses of the next flex
typedef struct FlexCursor_ {
  int node, vert, edge, elem, elemdata, elemedge, shelldata, evpair, texcoord, bvh;
} FlexCursor;

static void emit_settings(mjModel* m, int i, const FlexRecord* r) {
  const mjsFlex* p = r->pub;
  m->flex_contype[i] = p->contype;
  m->flex_conaffinity[i] = p->conaffinity;
  m->flex_condim[i] = p->condim;
  m->flex_matid[i] = r->matid;
  m->flex_group[i] = p->group;
  m->flex_priority[i] = p->priority;
  m->flex_solmix[i] = p->solmix;
  EMIT(m->flex_solref, i, p->solref);
  EMIT(m->flex_solimp, i, p->solimp);
  EMIT(m->flex_friction, i, p->friction);
  m->flex_margin[i] = p->margin;
  m->flex_gap[i] = p->gap;
  EMIT(m->flex_rgba, i, p->rgba);
  m->flex_dim[i] = p->dim;
  m->flex_radius[i] = p->radius;
  EMIT(m->flex_size, i, r->size);
  m->flex_internal[i] = p->internal != 0;
  m->flex_flatskin[i] = p->flatskin != 0;
  m->flex_selfcollide[i] = p->selfcollide;
  m->flex_activelayers[i] = p->activelayers;
  m->flex_passive[i] = p->passive;
  m->flex_edgestiffness[i] = p->edgestiffness;
  m->flex_edgedamping[i] = p->edgedamping;
  m->flex_damping[i] = p->damping;
  m->flex_interp[i] = r->order;
  m->flex_rigid[i] = (mjtByte)r->rigid;
  m->flex_centered[i] = (mjtByte)r->centered;
  m->flex_edgeequality[i] = r->edgeequality;
}

static void copy_ints(int* to, const int* from, size_t n) {
  if (n)
    memcpy(to, from, n * sizeof *to);
}

static void copy_numbers(mjtNum* to, const double* from, size_t n) {
  for (size_t i = 0; i < n; i++)
    to[i] = from[i];
}

static void emit_points(const Compile* c, mjModel* m, int i, const FlexRecord* r,
                        const FlexCursor* at) {
  const int nvert = r->top.nvert;
  m->flex_vertadr[i] = at->vert;
  m->flex_vertnum[i] = nvert;
  for (int v = 0; v < nvert; v++) {
    const int body = r->vertbody[v];
    m->flex_vertbodyid[at->vert + v] = r->order || body < 0 ? -1 : c->body[body].id;
  }
  if (!r->centered || r->order)
    copy_numbers(m->flex_vert + 3 * at->vert, r->vert, 3 * (size_t)nvert);
  copy_numbers(m->flex_vert0 + 3 * at->vert, r->vert0, 3 * (size_t)nvert);
  m->flex_nodeadr[i] = at->node;
  m->flex_nodenum[i] = r->nnode;
  for (int k = 0; k < r->nnode; k++)
    m->flex_nodebodyid[at->node + k] = c->body[r->nodebody[k]].id;
  if (!r->centered)
    copy_numbers(m->flex_node + 3 * at->node, r->node, 3 * (size_t)r->nnode);
  copy_numbers(m->flex_node0 + 3 * at->node, r->node_x, 3 * (size_t)r->nnode);
}

static void emit_edges(const Compile* c, mjModel* m, int i, const FlexRecord* r,
                       const FlexCursor* at) {
  const FlexTopology* f = &r->top;
  const size_t n = 2 * (size_t)f->nedge;
  const int bends = r->pub->elastic2d == 1 || r->pub->elastic2d == 3;
  m->flex_edgeadr[i] = at->edge;
  m->flex_edgenum[i] = f->nedge;
  copy_ints(m->flex_edge + 2 * (size_t)at->edge, f->edge, n);
  for (size_t k = 0; k < n; k++)
    m->flex_edgeflap[2 * (size_t)at->edge + k] = bends ? f->flap[k] : -1;
  if (r->bending)
    copy_numbers(m->flex_bending + 17 * (size_t)at->edge, r->bending, 17 * (size_t)f->nedge);
  for (int e = 0; e < f->nedge; e++) {
    const int a = r->vertbody[f->edge[2 * e]], b = r->vertbody[f->edge[2 * e + 1]];
    m->flexedge_rigid[at->edge + e] = r->rigid || (!r->order && c->body[a].weld == c->body[b].weld);
  }
}

static void emit_elements(mjModel* m, int i, const FlexRecord* r, const FlexCursor* at) {
  const FlexTopology* f = &r->top;
  const size_t nelem = (size_t)f->nelem, ndata = nelem * (size_t)(f->dim + 1);
  m->flex_elemadr[i] = at->elem;
  m->flex_elemnum[i] = f->nelem;
  m->flex_elemdataadr[i] = at->elemdata;
  m->flex_elemedgeadr[i] = at->elemedge;
  copy_ints(m->flex_elem + at->elemdata, f->elem, ndata);
  copy_ints(m->flex_elemtexcoord + at->elemdata, r->elemtexcoord ? r->elemtexcoord : f->elem,
            ndata);
  copy_ints(m->flex_elemedge + at->elemedge, f->elemedge, nelem * (size_t)flex_local_edges(f->dim));
  copy_ints(m->flex_elemlayer + at->elem, f->elemlayer, nelem);
  if (r->stiffness)
    copy_numbers(m->flex_stiffness + 21 * (size_t)at->elem, r->stiffness, 21 * nelem);
  m->flex_shellnum[i] = f->nshell;
  m->flex_shelldataadr[i] = f->nshell ? at->shelldata : -1;
  copy_ints(m->flex_shell + at->shelldata, f->shell, (size_t)f->nshell * (size_t)f->dim);
  m->flex_evpairnum[i] = f->nevpair;
  m->flex_evpairadr[i] = f->nevpair ? at->evpair : -1;
  copy_ints(m->flex_evpair + 2 * (size_t)at->evpair, f->evpair, 2 * (size_t)f->nevpair);
}

static void emit_tree(mjModel* m, int i, const FlexRecord* r, const FlexCursor* at) {
  m->flex_bvhadr[i] = r->nbvh ? at->bvh : -1;
  m->flex_bvhnum[i] = r->nbvh;
  for (int k = 0; k < r->nbvh; k++) {
    const int n = at->bvh + k;
    m->bvh_depth[n] = r->bvh[k].depth;
    m->bvh_nodeid[n] = r->bvh[k].id;
    EMIT(m->bvh_child, n, r->bvh[k].child);
  }
}

static void emit_texcoords(mjModel* m, int i, const FlexRecord* r, const FlexCursor* at) {
  int n;
  const float* from = handle_floats(r->pub->texcoord, &n);
  m->flex_texcoordadr[i] = r->ntexcoord ? at->texcoord : -1;
  if (r->ntexcoord)
    memcpy(m->flex_texcoord + 2 * (size_t)at->texcoord, from,
           2 * (size_t)r->ntexcoord * sizeof *from);
}

void compile_emit_flexes(Compile* c, mjModel* m) {
  FlexCursor at = {.bvh = (int)m->nbvhstatic};
  for (int i = 0; i < c->nflex; i++) {
    const FlexRecord* r = c->flex + i;
    const FlexTopology* f = &r->top;
    emit_settings(m, i, r);
    emit_points(c, m, i, r, &at);
    emit_edges(c, m, i, r, &at);
    emit_elements(m, i, r, &at);
    emit_tree(m, i, r, &at);
    emit_texcoords(m, i, r, &at);
    at.node += r->nnode;
    at.vert += f->nvert;
    at.edge += f->nedge;
    at.elem += f->nelem;
    at.elemdata += f->nelem * (f->dim + 1);
    at.elemedge += f->nelem * flex_local_edges(f->dim);
    at.shelldata += f->nshell * f->dim;
    at.evpair += f->nevpair;
    at.texcoord += r->ntexcoord;
    at.bvh += r->nbvh;
  }
}
