// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Lengths of the edges of flexes, invariants of strain at the vertices of shells, and the Jacobians
// of both, in compressed rows whose pattern is part of the model.
//
// Most vertices are bodies with slides of their own that hang from the world (body_simple 2): the
// Jacobian of such a vertex is the matrix of its axes, and the row of an edge consists of those of
// its two ends. All others go through their kinematic chains.

#include <fulcrum/constraint.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/parallel.h"
#include "core/physics/mechanics/flex.h"
#include "core/physics/mechanics/jacobian.h"

// dofs of a vertex body whose Jacobian is the matrix of its axes: none when it is fixed in the
// world; -1 when it has a chain
static inline int plain_dofs(const mjModel* m, int body) {
  if (!m->body_weldid[body])
    return 0;
  return m->body_simple[body] == 2 ? m->body_dofnum[body] : -1;
}

// ---------------------------------------------------------------- edges

// J[k] = a' times the axis of dof k; adding 0 removes negative zeros, as in longer sums
static inline void project_axes(const mjData* d, mjtNum* J, int dof, int n, const mjtNum a[3]) {
  for (int k = 0; k < n; k++)
    J[k] = 0 + fc_dot3(a, d->cdof + 6 * (dof + k) + 3);
}

static void edge_jacobian(const mjModel* m, mjData* d, int e, const int body[2],
                          const mjtNum* const point[2], const mjtNum u[3]) {
  mjtNum* J = d->flexedge_J + m->flexedge_J_rowadr[e];
  const int n0 = plain_dofs(m, body[0]), n1 = plain_dofs(m, body[1]);
  const int nnz = m->flexedge_J_rownnz[e];
  if (n0 < 0 || n1 < 0 || body[0] == body[1] || n0 + n1 != nnz) {
    chain_add_projection(m, d, J, u, body[0], point[0], body[1], point[1], nnz,
                         m->flexedge_J_colind + m->flexedge_J_rowadr[e]);
    return;
  }
  // columns are in the order of dofs, which is that of bodies
  const mjtNum back[3] = {-u[0], -u[1], -u[2]};
  const int first = body[0] < body[1];
  project_axes(d, J + (first ? 0 : n1), m->body_dofadr[body[0]], n0, back);
  project_axes(d, J + (first ? n0 : 0), m->body_dofadr[body[1]], n1, u);
}

typedef struct Edges_ {
  const mjModel* m;
  mjData* d;
  int flex, jacobian;
} Edges;

static void some_edges(void* context, int begin, int end) {
  const Edges* edges = context;
  const mjModel* m = edges->m;
  mjData* d = edges->d;
  const int adr = m->flex_edgeadr[edges->flex], vertadr = m->flex_vertadr[edges->flex];
  const int *bodyid = m->flex_vertbodyid + vertadr, *edge = m->flex_edge;
  const mjtNum* xpos = d->flexvert_xpos + 3 * vertadr;
  for (int e = adr + begin; e < adr + end; e++) {
    const int v0 = edge[2 * e], v1 = edge[2 * e + 1];
    const mjtNum* const point[2] = {xpos + 3 * v0, xpos + 3 * v1};
    mjtNum u[3];
    fc_sub3(u, point[1], point[0]);
    d->flexedge_length[e] = fc_normalize3(u);
    if (edges->jacobian && m->flexedge_J_rownnz[e])
      edge_jacobian(m, d, e, (int[2]){bodyid[v0], bodyid[v1]}, point, u);
  }
}

void flex_edges(const mjModel* m, mjData* d, int flex) {
  Edges edges = {.m = m, .d = d, .flex = flex};
  edges.jacobian = m->flex_edgeequality[flex] == FC_FLEX_EDGES || m->flex_edgedamping[flex] != 0 ||
                   m->flex_edgestiffness[flex] != 0 || m->flex_damping[flex] != 0;
  parallel_for(d, m->flex_edgenum[flex], 256, some_edges, &edges);
}

// ---------------------------------------------------------------- strain at vertices

// Input of the strain at a vertex: the edges that meet there, in the plane of the rest shape (rest)
// and at present (now), weighted with the mass at their other end.
typedef struct Star_ {
  const mjModel* m;
  mjData* d;
  int flex, most;      // most: edges of a vertex
  const mjtNum* xpos;  // vertices of the flex
  const mjtNum* vert0;
  const int* bodyid;
  mjtNum scale[2];  // from flex_vert0 to m
} Star;

// an edge of the star: its ends, its rest and present vectors, its weight
typedef struct Ray_ {
  int v[2];
  mjtNum rest[2], now[3], weight;
} Ray;

static inline Ray ray_of(const Star* s, int vertex, int e) {
  const int* v = s->m->flex_edge + 2 * e;
  const int other = v[0] == vertex ? v[1] : v[0];
  Ray r = {.v = {v[0], v[1]}};
  for (int k = 0; k < 2; k++)
    r.rest[k] = (s->vert0[3 * v[1] + k] - s->vert0[3 * v[0] + k]) * s->scale[k];
  fc_sub3(r.now, s->xpos + 3 * v[1], s->xpos + 3 * v[0]);
  r.weight = fc_max(mjMINVAL, s->m->body_mass[s->bodyid[other]]);
  return r;
}

// row[place[i]] += a' times column i of the Jacobian of a vertex; `place` maps dofs to entries, -1
// where the row has none
static inline void add_vertex(const mjModel* m, const mjData* d, int body, const mjtNum* point,
                              const mjtNum a[3], const int* place, mjtNum* row) {
  int n;
  const int* chain = body_chain(m, body, &n);
  mjtNum arm[3];
  fc_sub3(arm, point, d->subtree_com + 3 * m->body_rootid[body]);
  for (int k = 0; k < n; k++) {
    if (place[chain[k]] < 0)
      continue;
    const mjtNum* cdof = d->cdof + 6 * chain[k];
    mjtNum column[3];
    fc_cross(column, cdof, arm);
    fc_addTo3(column, cdof + 3);
    row[place[chain[k]]] += fc_dot3(a, column);
  }
}

// 3 x 2 times 2 x 2
static void times2(mjtNum res[6], const mjtNum A[6], const mjtNum B[4]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++)
      res[2 * i + j] = A[2 * i] * B[j] + A[2 * i + 1] * B[2 + j];
}

// F, the deformation gradient at the vertex in the sense of weighted least squares, and C = F'F
static void deformation(const Ray* ray, int n, const mjtNum G[4], mjtNum F[6], mjtNum C[4]) {
  mjtNum A[6] = {0};
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 2; j++)
        A[2 * i + j] += ray[k].weight * ray[k].now[i] * ray[k].rest[j];
  }
  times2(F, A, G);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      C[2 * i + j] = F[i] * F[j] + F[2 + i] * F[2 + j] + F[4 + i] * F[4 + j];
}

// gradient of an invariant with respect to a ray: -2 w M rest, where M is F G or F adj(C) G
static inline void ray_gradient(mjtNum g[3], const Ray* r, const mjtNum M[6]) {
  for (int i = 0; i < 3; i++)
    g[i] = -2 * r->weight * (M[2 * i] * r->rest[0] + M[2 * i + 1] * r->rest[1]);
}

// Both invariants of vertex v of the flex, and their rows; `place` has one number per dof, all -1
// on entry and on return.
static void vertex_strain(const Star* s, int v, Ray* ray, int* place) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  const int row = m->flex_vertadr[s->flex] + v, n = m->flex_vertedgenum[row];
  const int* edge = m->flex_vertedge + m->flex_vertedgeadr[row];
  const mjtNum *G = m->flex_vertmetric + 4 * row, mass = m->body_mass[s->bodyid[v]];
  mjtNum F[6], C[4], FG[6], Fadj[6], FadjG[6];
  for (int k = 0; k < n; k++)
    ray[k] = ray_of(s, v, m->flex_edgeadr[s->flex] + edge[k]);
  deformation(ray, n, G, F, C);

  const mjtNum scale = mass > mjMINVAL ? fc_sqrt(mass) : 1;
  d->flexvert_length[2 * row] = scale * (C[0] + C[3] - 2);
  d->flexvert_length[2 * row + 1] = scale * (C[0] * C[3] - C[1] * C[2] - 1);

  // both rows have the same pattern
  const int nnz = m->flexvert_J_rownnz[2 * row];
  const int* dof = m->flexvert_J_colind + m->flexvert_J_rowadr[2 * row];
  for (int c = 0; c < nnz; c++)
    place[dof[c]] = c;
  const mjtNum adjugate[4] = {C[3], -C[1], -C[2], C[0]};
  times2(FG, F, G);
  times2(Fadj, F, adjugate);
  times2(FadjG, Fadj, G);
  for (int i = 0; i < 2; i++) {
    mjtNum* J = d->flexvert_J + m->flexvert_J_rowadr[2 * row + i];
    for (int k = 0; k < n; k++) {
      mjtNum g[3];
      ray_gradient(g, ray + k, i ? FadjG : FG);
      add_vertex(m, d, s->bodyid[ray[k].v[0]], s->xpos + 3 * ray[k].v[0], g, place, J);
      fc_scl3(g, g, -1);
      add_vertex(m, d, s->bodyid[ray[k].v[1]], s->xpos + 3 * ray[k].v[1], g, place, J);
    }
    fc_scl(J, J, scale, nnz);
  }
  for (int c = 0; c < nnz; c++)
    place[dof[c]] = -1;
}

static void some_strains(void* context, int begin, int end) {
  const Star* star = context;
  const int nv = (int)star->m->nv;
  mjData* d = star->d;
  mj_markStack(d);
  Ray* ray = mj_stackAllocByte(d, (size_t)star->most * sizeof *ray, _Alignof(Ray));
  int* place = mj_stackAllocInt(d, (size_t)nv);
  for (int i = 0; i < nv; i++)
    place[i] = -1;
  for (int v = begin; v < end; v++)
    vertex_strain(star, v, ray, place);
  mj_freeStack(d);
}

void flex_vertex_strains(const mjModel* m, mjData* d, int flex) {
  const int adr = m->flex_vertadr[flex], n = m->flex_vertnum[flex];
  const mjtNum* size = m->flex_size + 3 * flex;
  Star star = {.m = m,
               .d = d,
               .flex = flex,
               .xpos = d->flexvert_xpos + 3 * adr,
               .vert0 = m->flex_vert0 + 3 * adr,
               .bodyid = m->flex_vertbodyid + adr,
               .scale = {2 * size[0], 2 * size[1]}};
  for (int v = adr; v < adr + n; v++)
    star.most = m->flex_vertedgenum[v] > star.most ? m->flex_vertedgenum[v] : star.most;
  parallel_for(d, n, 64, some_strains, &star);
}
