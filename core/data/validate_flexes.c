// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Do the arrays of flexes hang together? Elements, shells and edges have vertices of their own
// flex, counted from where its vertices begin; an element of dimension n has n + 1 of them.

#include "core/data/validate.h"

// `n` numbers from `begin` on in an array with `size`; none may begin at -1.
static int check_inside(Finding* finding, const char* field, int i, mjtSize begin, mjtSize n,
                        mjtSize size) {
  if (n >= 0 && (n == 0 || begin >= 0) && begin <= size - n)
    return 0;
  return report_invalid(finding, "%s of entry %d: %lld numbers from %lld on, there are %lld", field,
                        i, (long long)n, (long long)begin, (long long)size);
}

// indices of something with `count` elements, low: 0, or -1 for "none"
static int check_indices(Finding* finding, const char* field, const int* index, mjtSize first,
                         mjtSize n, int low, mjtSize count) {
  for (mjtSize i = first; i < first + n; i++) {
    if (index[i] < low || index[i] >= count)
      return report_out_of_bounds(finding, field, (int)i, index[i], low, count);
  }
  return 0;
}

static int check_flex(const mjModel* m, Finding* finding, int f) {
  const int dim = m->flex_dim[f], nvert = m->flex_vertnum[f];
  const mjtSize nelem = (mjtSize)m->flex_elemnum[f] * (dim + 1);
  const mjtSize nshell = (mjtSize)m->flex_shellnum[f] * dim;
  const mjtSize edges = 2 * (mjtSize)m->flex_edgeadr[f], nedge = 2 * (mjtSize)m->flex_edgenum[f];
  const int texcoord = m->flex_texcoordadr[f];
  if (check_inside(finding, "flex_elemdataadr", f, m->flex_elemdataadr[f], nelem,
                   m->nflexelemdata) ||
      check_inside(finding, "flex_shelldataadr", f, m->flex_shelldataadr[f], nshell,
                   m->nflexshelldata)) {
    return -1;
  }
  return check_indices(finding, "flex_elem", m->flex_elem, m->flex_elemdataadr[f], nelem, 0,
                       nvert) ||
                 check_indices(finding, "flex_shell", m->flex_shell, m->flex_shelldataadr[f],
                               nshell, 0, nvert) ||
                 check_indices(finding, "flex_edge", m->flex_edge, edges, nedge, 0, nvert) ||
                 (texcoord >= 0 &&
                  check_indices(finding, "flex_elemtexcoord", m->flex_elemtexcoord,
                                m->flex_elemdataadr[f], nelem, 0, m->nflextexcoord - texcoord))
             ? -1
             : 0;
}

int validate_flexes(const mjModel* m, Finding* finding) {
  for (int f = 0; f < m->nflex; f++) {
    if (check_flex(m, finding, f))
      return -1;
  }
  const mjtSize nedge = m->nflexedge;
  for (int v = 0; v < m->nflexvert; v++) {
    if (check_inside(finding, "flex_vertedgeadr", v, m->flex_vertedgeadr[v], m->flex_vertedgenum[v],
                     2 * nedge)) {
      return -1;
    }
    for (int k = 2 * v; k < 2 * v + 2; k++) {
      if (check_inside(finding, "flexvert_J_rowadr", k, m->flexvert_J_rowadr[k],
                       m->flexvert_J_rownnz[k], 2 * m->nJfv)) {
        return -1;
      }
    }
  }
  const mjtSize larger = m->nflexelem > m->nflexvert ? m->nflexelem : m->nflexvert;
  return check_indices(finding, "flex_vertedge", m->flex_vertedge, 0, 2 * nedge, 0, nedge) ||
                 check_indices(finding, "flex_edgeflap", m->flex_edgeflap, 0, 2 * nedge, -1,
                               m->nflexvert) ||
                 check_indices(finding, "flex_evpair", m->flex_evpair, 0,
                               2 * (mjtSize)m->nflexevpair, 0, larger)
             ? -1
             : 0;
}
