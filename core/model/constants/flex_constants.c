// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Flexes in mj_setConst: lengths and inverse weights of edges at qpos0, which dofs move an edge or
// the neighbourhood of a vertex, and the metric of vertices.
//
// The metric of a vertex with neighbours at d_j in the plane is G = (sum m_j d_j d_j')^-1: the
// deformation gradient of a least-squares fit to the neighbours, weighted by their masses m_j, is
// (sum m_j y_j d_j') G when they stand at y_j.

#include <math.h>
#include <string.h>

#include <fulcrum/constraint.h>
#include <fulcrum/math.h>

#include "core/model/constants/set_const.h"
#include "core/model/constants/sparsity.h"
#include "core/physics/mechanics/jacobian.h"

// 1 when edges have forces or rows of their own, so that their Jacobians are computed
static int acts_along_edges(const mjModel* m, int f) {
  return m->flex_edgeequality[f] == FC_FLEX_EDGES || m->flex_edgestiffness[f] != 0 ||
         m->flex_edgedamping[f] != 0 || m->flex_damping[f] != 0;
}

static int keeps_metric(const mjModel* m, int f) {
  return m->flex_dim[f] == 2 && m->flex_edgeequality[f] == FC_FLEX_VERTICES;
}

static int is_free(const mjModel* m, int f) { return !m->flex_rigid[f] && !m->flex_interp[f]; }

// ---------------------------------------------------------------- positions at qpos0

// A point of a flex on one of its bodies.
static void locate(const mjModel* m, const mjData* d, int f, int body, const mjtNum* local,
                   mjtNum x[3]) {
  const mjtNum* origin = d->xpos + 3 * body;
  if (m->flex_centered[f]) {
    memcpy(x, origin, 3 * sizeof *x);
    return;
  }
  fc_mulMatVec3(x, d->xmat + 9 * body, local);
  fc_add3(x, x, origin);
}

static void positions(const mjModel* m, const mjData* d, int f, mjtNum* x) {
  const int adr = m->flex_vertadr[f];
  for (int i = 0; i < m->flex_vertnum[f]; i++)
    locate(m, d, f, m->flex_vertbodyid[adr + i], m->flex_vert + 3 * (adr + i), x + 3 * i);
}

// ---------------------------------------------------------------- edges

// Inverse weight of the length of an edge between two bodies; direction: unit vector from x1 to x2.
// Without a Jacobian only freely moving bodies have one.
static mjtNum edge_weight(const mjModel* m, const mjData* d, int acts, int b1, int b2,
                          const mjtNum* x1, const mjtNum* x2, const mjtNum direction[3], int* chain,
                          mjtNum* row, mjtNum* work) {
  if (m->body_simple[b1] == 2 && m->body_simple[b2] == 2)
    return (1 / m->body_mass[b1] + 1 / m->body_mass[b2]) / 2;
  if (!acts)
    return 0;
  const int n = chain_union(m, b1, b2, chain);
  memset(row, 0, (size_t)n * sizeof *row);
  chain_add_projection(m, d, row, direction, b1, x1, b2, x2, n, chain);

  // the usual case: points that only translate
  int diagonal = 1;
  DotOfDofs dot = {{0}, 0};
  for (int k = 0; k < n; k++) {
    diagonal &= m->M_rownnz[chain[k]] == 1;
    dot_add(&dot, m, chain[k], row[k] * (row[k] * d->qLDiagInv[chain[k]]));
  }
  if (diagonal)
    return dot_sum(&dot);
  return sparse_weight(m, d, chain, row, n, work);
}

static void edges(mjModel* m, const mjData* d, int f, const mjtNum* x, int* chain, mjtNum* row,
                  mjtNum* work) {
  const int* body = m->flex_vertbodyid + m->flex_vertadr[f];
  for (int e = m->flex_edgeadr[f]; e < m->flex_edgeadr[f] + m->flex_edgenum[f]; e++) {
    const int v1 = m->flex_edge[2 * e], v2 = m->flex_edge[2 * e + 1];
    mjtNum direction[3];
    fc_sub3(direction, x + 3 * v2, x + 3 * v1);
    m->flexedge_length0[e] = mju_normalize3(direction);
    m->flexedge_invweight0[e] =
        m->flexedge_rigid[e] ? 0
                             : edge_weight(m, d, acts_along_edges(m, f), body[v1], body[v2],
                                           x + 3 * v1, x + 3 * v2, direction, chain, row, work);
  }
}

// A row of `n` columns at *adr. The compiler has reserved room for all rows, but the sizes of a
// binary model may not match the bodies of its vertices.
static int put_row(const char* field, int* colind, mjtSize room, const int* row, int n, int* adr) {
  if (n > room - *adr) {
    mju_error("mj_setConst: %s has room for %lld columns, the bodies of its flexes have more",
              field, (long long)room);
    return -1;
  }
  if (n > 0)
    memcpy(colind + *adr, row, (size_t)n * sizeof *colind);
  *adr += n;
  return 0;
}

static int edge_pattern(mjModel* m, int f, int* adr, int* row) {
  const int* body = m->flex_vertbodyid + m->flex_vertadr[f];
  const int used = is_free(m, f) && (m->flex_edgeequality[f] || acts_along_edges(m, f));
  for (int e = m->flex_edgeadr[f]; e < m->flex_edgeadr[f] + m->flex_edgenum[f]; e++) {
    const int n =
        used ? chain_union(m, body[m->flex_edge[2 * e]], body[m->flex_edge[2 * e + 1]], row) : 0;
    m->flexedge_J_rownnz[e] = n;
    m->flexedge_J_rowadr[e] = used ? *adr : 0;
    if (put_row("flexedge_J_colind", m->flexedge_J_colind, m->nJfe, row, n, adr))
      return -1;
  }
  return 0;
}

// ---------------------------------------------------------------- vertices

// edges by vertex, in the order of the edges; vertices are numbered over all flexes
static void incident_edges(mjModel* m, int f, int* at) {
  const int first = m->flex_vertadr[f], nvert = m->flex_vertnum[f];
  const int adr = m->flex_edgeadr[f], nedge = m->flex_edgenum[f];
  int* num = m->flex_vertedgenum + first;
  memset(num, 0, (size_t)nvert * sizeof *num);
  for (int i = 2 * adr; i < 2 * (adr + nedge); i++)
    num[m->flex_edge[i]]++;
  for (int v = 0; v < nvert; v++) {
    m->flex_vertedgeadr[first + v] = *at;
    *at += num[v];
    num[v] = 0;
  }
  for (int i = 2 * adr; i < 2 * (adr + nedge); i++) {
    const int v = m->flex_edge[i];
    m->flex_vertedge[m->flex_vertedgeadr[first + v] + num[v]++] = i / 2 - adr;
  }
}

// the other end of an edge
static int neighbour(const int edge[2], int v) { return edge[0] == v ? edge[1] : edge[0]; }

static int vertex_metric(mjModel* m, int f, int v) {
  const int first = m->flex_vertadr[f], i = first + v;
  const mjtNum *x = m->flex_vert0 + 3 * first, *size = m->flex_size + 3 * f;
  mjtNum* G = m->flex_vertmetric + 4 * i;
  mjtNum S[4] = {0, 0, 0, 0};
  for (int k = 0; k < m->flex_vertedgenum[i]; k++) {
    const int* edge =
        m->flex_edge + 2 * (m->flex_edgeadr[f] + m->flex_vertedge[m->flex_vertedgeadr[i] + k]);
    const int other = neighbour(edge, v);
    const mjtNum mass = fc_max(mjMINVAL, m->body_mass[m->flex_vertbodyid[first + other]]);
    mjtNum d[3];
    for (int a = 0; a < 3; a++)
      d[a] = 2 * size[a] * (x[3 * edge[1] + a] - x[3 * edge[0] + a]);
    if (fabs(d[2]) > mjMINVAL) {
      mju_error(
          "flex %d: flex vertices are not in the same plane: vertices %d and %d differ by %g "
          "along z, which an equality of type flexvert does not allow",
          f, edge[0], edge[1], d[2]);
      return -1;
    }
    S[0] += mass * d[0] * d[0];
    S[1] += mass * d[0] * d[1];
    S[2] += mass * d[1] * d[0];
    S[3] += mass * d[1] * d[1];
  }
  const mjtNum determinant = S[0] * S[3] - S[1] * S[2], inverse = 1 / determinant;
  if (determinant < mjMINVAL) {
    memset(G, 0, 4 * sizeof *G);
    return 0;
  }
  G[0] = S[3] * inverse;
  G[1] = -S[1] * inverse;
  G[2] = -S[2] * inverse;
  G[3] = S[0] * inverse;
  return 0;
}

// Rotates the reference shape so that the normal of its first element is z.
static void face_up(mjModel* m, int f) {
  mjtNum *x = m->flex_vert0 + 3 * m->flex_vertadr[f], a[3], b[3], normal[3], quat[4];
  const int *v = m->flex_elem + m->flex_elemdataadr[f], nvert = m->flex_vertnum[f];
  fc_sub3(a, x + 3 * v[1], x + 3 * v[0]);
  fc_sub3(b, x + 3 * v[2], x + 3 * v[0]);
  fc_cross(normal, a, b);
  mju_normalize3(normal);
  mju_quatZ2Vec(quat, normal);
  mju_negQuat(quat, quat);
  mjtNum deviation = 0;
  for (int i = 0; i < nvert; i++) {
    mju_rotVecQuat(x + 3 * i, x + 3 * i, quat);
    deviation = fc_max(deviation, fabs(x[3 * i + 2] - x[2]));
  }
  if (deviation > 100 * mjMINVAL)
    mju_warning(
        "flex %d is not planar: its vertices differ by %g along the normal of its first "
        "element",
        f, deviation);
}

// Dofs that move a vertex or one of its neighbours; both rows of the vertex have this pattern.
static int vertex_dofs(const mjModel* m, int f, int v, int* row, unsigned char* mark) {
  const int first = m->flex_vertadr[f], i = first + v;
  int n = 0;
  for (int k = -1; k < m->flex_vertedgenum[i]; k++) {
    int count, other = v;
    if (k >= 0)
      other = neighbour(
          m->flex_edge + 2 * (m->flex_edgeadr[f] + m->flex_vertedge[m->flex_vertedgeadr[i] + k]),
          v);
    const int* chain = body_chain(m, m->flex_vertbodyid[first + other], &count);
    for (int j = 0; j < count; j++) {
      if (!mark[chain[j]]) {
        mark[chain[j]] = 1;
        row[n++] = chain[j];
      }
    }
  }
  for (int k = 0; k < n; k++)
    mark[row[k]] = 0;
  sort_dofs(row, n);
  return n;
}

static int vertex_pattern(mjModel* m, int f, int* adr, int* dofs, unsigned char* mark) {
  const int used = is_free(m, f) && keeps_metric(m, f);
  for (int v = 0; v < m->flex_vertnum[f]; v++) {
    const int i = m->flex_vertadr[f] + v;
    const int n = used ? vertex_dofs(m, f, v, dofs, mark) : 0;
    for (int row = 2 * i; row < 2 * i + 2; row++) {
      m->flexvert_J_rownnz[row] = n;

      // an unused row starts at 0, but after a used one where that ends, as in models of the
      // reference
      const int follows = row && m->flexvert_J_rownnz[row - 1];
      m->flexvert_J_rowadr[row] = used || follows ? *adr : 0;
      if (put_row("flexvert_J_colind", m->flexvert_J_colind, 2 * m->nJfv, dofs, n, adr))
        return -1;
    }
  }
  return 0;
}

// ---------------------------------------------------------------- all

// room for the rows of flexes
typedef struct Workspace_ {
  int* chain;
  mjtNum *row, *work, *x;
  unsigned char* mark;
  int edge_adr, vert_adr, incident_adr;
} Workspace;

static int set_flex(mjModel* m, const mjData* d, int f, Workspace* w) {
  // the edges of interpolated flexes have no lengths
  if (!m->flex_interp[f]) {
    positions(m, d, f, w->x);
    edges(m, d, f, w->x, w->chain, w->row, w->work);
  }
  if (edge_pattern(m, f, &w->edge_adr, w->chain))
    return -1;
  if (keeps_metric(m, f) && is_free(m, f)) {
    incident_edges(m, f, &w->incident_adr);
    for (int v = 0; v < m->flex_vertnum[f]; v++)
      if (vertex_metric(m, f, v))
        return -1;
    face_up(m, f);
  }
  return vertex_pattern(m, f, &w->vert_adr, w->chain, w->mark);
}

void set_const_flexes(mjModel* m, mjData* d) {
  if (!m->nflex)
    return;
  // at least one element, because the functions above need arrays, not NULL
  const size_t nv = m->nv ? (size_t)m->nv : 1;
  mj_markStack(d);
  Workspace w = {.chain = mj_stackAllocInt(d, nv),
                 .row = mj_stackAllocNum(d, nv),
                 .work = mj_stackAllocNum(d, nv),
                 .x = mj_stackAllocNum(d, 3 * (size_t)m->nflexvert),
                 .mark = mj_stackAllocByte(d, nv, 1)};
  memset(w.mark, 0, nv);
  memset(w.work, 0, nv * sizeof *w.work);
  for (int f = 0; f < m->nflex; f++)
    if (set_flex(m, d, f, &w))
      break;
  mj_freeStack(d);
}
