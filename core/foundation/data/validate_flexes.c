// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that the arrays of a flex are consistent. Vertices, edges and elements are numbered from
// the start of those of their flex. The numbers per element follow from the dimension, the number
// of nodes from the order of interpolation.

#include "core/foundation/data/validate.h"

// the part of a shared array that belongs to one flex
typedef struct Part_ {
  const char* field;
  const int* number;
  mjtSize begin, n, room;  // of the array
  int low;
  mjtSize count;  // its values are indices of something with this many elements
} Part;

static int check_part(Finding* finding, int f, const Part* p) {
  if (!p->n)
    return 0;
  if (p->begin < 0 || p->n < 0 || p->begin + p->n > p->room) {
    return report_invalid(finding, "flex %d: %lld numbers of %s from %lld on are not in its %lld",
                          f, (long long)p->n, p->field, (long long)p->begin, (long long)p->room);
  }
  for (mjtSize i = p->begin; i < p->begin + p->n; i++)
    if (p->number[i] < p->low || p->number[i] >= p->count)
      return report_out_of_bounds(finding, p->field, (int)i, p->number[i], p->low, p->count);
  return 0;
}

static int check_shape(const mjModel* m, Finding* finding, int f) {
  const int dim = m->flex_dim[f], order = m->flex_interp[f], side = order + 1;
  if (dim < 1 || dim > 3)
    return report_out_of_bounds(finding, "flex_dim", f, dim, 1, 4);
  if (order < 0 || order > 2)
    return report_out_of_bounds(finding, "flex_interp", f, order, 0, 3);
  if (m->flex_nodenum[f] != (order ? side * side * side : 0)) {
    return report_invalid(finding,
                          "flex_nodenum of flex %d is %d, interpolation of order %d has %d", f,
                          m->flex_nodenum[f], order, order ? side * side * side : 0);
  }
  const mjtSize entries = 9 * (mjtSize)m->flex_nodenum[f] * m->flex_nodenum[f];
  const mjtSize adr = 21 * (mjtSize)m->flex_elemadr[f];
  if (order && m->flex_elemnum[f] && m->flex_stiffness[adr] != 0 &&
      entries > 21 * (mjtSize)m->flex_elemnum[f]) {
    return report_invalid(finding,
                          "flex_stiffness of flex %d: %lld numbers do not fit into %d rows", f,
                          (long long)entries, m->flex_elemnum[f]);
  }
  return 0;
}

static int check_bodies(const mjModel* m, Finding* finding, int f) {
  const Part parts[] = {
      {"flex_vertbodyid", m->flex_vertbodyid, m->flex_vertadr[f], m->flex_vertnum[f], m->nflexvert,
       m->flex_interp[f] ? -1 : 0, m->nbody},
      {"flex_nodebodyid", m->flex_nodebodyid, m->flex_nodeadr[f], m->flex_nodenum[f], m->nflexnode,
       0, m->nbody},
  };
  return check_part(finding, f, parts) || check_part(finding, f, parts + 1) ? -1 : 0;
}

static int check_connectivity(const mjModel* m, Finding* finding, int f) {
  const mjtSize dim = m->flex_dim[f], nvert = m->flex_vertnum[f], nedge = m->flex_edgenum[f];
  const mjtSize nelem = m->flex_elemnum[f], edge = 2 * (mjtSize)m->flex_edgeadr[f];
  const mjtSize ntexcoord =
      m->flex_texcoordadr[f] < 0 ? nvert : m->nflextexcoord - m->flex_texcoordadr[f];
  const Part parts[] = {
      {"flex_edge", m->flex_edge, edge, 2 * nedge, 2 * m->nflexedge, 0, nvert},
      {"flex_edgeflap", m->flex_edgeflap, edge, 2 * nedge, 2 * m->nflexedge, -1, nvert},
      {"flex_elem", m->flex_elem, m->flex_elemdataadr[f], nelem * (dim + 1), m->nflexelemdata, 0,
       nvert},
      {"flex_elemtexcoord", m->flex_elemtexcoord, m->flex_elemdataadr[f], nelem * (dim + 1),
       m->nflexelemdata, 0, ntexcoord},
      {"flex_elemedge", m->flex_elemedge, m->flex_elemedgeadr[f],
       nelem * (dim == 1 ? 1 : 3 * (dim - 1)), m->nflexelemedge, 0, nedge},
      {"flex_shell", m->flex_shell, m->flex_shelldataadr[f], m->flex_shellnum[f] * dim,
       m->nflexshelldata, 0, nvert},
  };
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (check_part(finding, f, parts + i))
      return -1;
  for (mjtSize e = m->flex_edgeadr[f]; e < m->flex_edgeadr[f] + nedge; e++) {
    const int* flap = m->flex_edgeflap + 2 * e;
    if (flap[0] < 0 && flap[1] >= 0) {
      return report_invalid(finding,
                            "flex_edgeflap of edge %lld is %d %d: an edge that bends has two",
                            (long long)e, flap[0], flap[1]);
    }
  }
  for (mjtSize i = 0; i < m->flex_evpairnum[f]; i++) {
    const int* pair = m->flex_evpair + 2 * (m->flex_evpairadr[f] + i);
    for (int k = 0; k < 2; k++) {
      if (pair[k] < 0 || pair[k] >= (k ? nvert : nelem))
        return report_out_of_bounds(finding, "flex_evpair", (int)(pair + k - m->flex_evpair),
                                    pair[k], 0, k ? nvert : nelem);
    }
  }
  return 0;
}

// Checks a row of a Jacobian: its columns are dofs in ascending order.
static int check_row(const mjModel* m, Finding* finding, int f, const char* field,
                     const int* column, int adr, int n, mjtSize room) {
  const Part row = {field, column, adr, n, room, 0, m->nv};
  if (check_part(finding, f, &row))
    return -1;
  for (mjtSize i = (mjtSize)adr + 1; i < (mjtSize)adr + n; i++) {
    if (column[i] <= column[i - 1]) {
      return report_invalid(finding, "%s of entry %lld is %d, expected more than the %d before",
                            field, (long long)i, column[i], column[i - 1]);
    }
  }
  return 0;
}

// Checks that the two rows of a vertex have the same pattern.
static int check_vertices(const mjModel* m, Finding* finding, int f) {
  for (int v = m->flex_vertadr[f]; v < m->flex_vertadr[f] + m->flex_vertnum[f]; v++) {
    const Part edges = {"flex_vertedge",        m->flex_vertedge, m->flex_vertedgeadr[v],
                        m->flex_vertedgenum[v], 2 * m->nflexedge, 0,
                        m->flex_edgenum[f]};
    const int *nnz = m->flexvert_J_rownnz + 2 * v, *adr = m->flexvert_J_rowadr + 2 * v;
    if (check_part(finding, f, &edges) ||
        check_row(m, finding, f, "flexvert_J_colind", m->flexvert_J_colind, adr[0], nnz[0],
                  2 * m->nJfv) ||
        check_row(m, finding, f, "flexvert_J_colind", m->flexvert_J_colind, adr[1], nnz[1],
                  2 * m->nJfv))
      return -1;
    if (nnz[0] != nnz[1]) {
      return report_invalid(finding, "flexvert_J_rownnz of vertex %d is %d and %d, expected equal",
                            v, nnz[0], nnz[1]);
    }
  }
  return 0;
}

static int check_edge_rows(const mjModel* m, Finding* finding, int f) {
  for (int e = m->flex_edgeadr[f]; e < m->flex_edgeadr[f] + m->flex_edgenum[f]; e++)
    if (check_row(m, finding, f, "flexedge_J_colind", m->flexedge_J_colind, m->flexedge_J_rowadr[e],
                  m->flexedge_J_rownnz[e], m->nJfe))
      return -1;
  return 0;
}

int validate_flexes(const mjModel* m, Finding* finding) {
  for (int f = 0; f < m->nflex; f++)
    if (check_shape(m, finding, f) || check_bodies(m, finding, f) ||
        check_connectivity(m, finding, f) || check_vertices(m, finding, f) ||
        check_edge_rows(m, finding, f))
      return -1;
  return 0;
}
