// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Do the surfaces of a model hang together? Triangles and polygons have vertices of their own mesh,
// the graph of a convex hull is a graph of its vertices, and in a tree of boxes every node comes
// before its children, so that no walk along them goes in circles. All numbers in these arrays
// count from where the arrays of their mesh, skin or tree begin.

#include "core/data/validate.h"

// `n` numbers that are indices of something with `count` elements; `low`: 0, or -1 for "none".
static int check_indices(Finding* finding, const char* field, const int* index, mjtSize n, int low,
                         mjtSize count) {
  for (mjtSize i = 0; i < n; i++) {
    if (index[i] < low || index[i] >= count) {
      return report_out_of_bounds(finding, field, (int)i, index[i], low, count);
    }
  }
  return 0;
}

//------------------------------ meshes ------------------------------------------------------------

// A corner of a file may have no normal and no texture coordinates.
static int check_faces(const mjModel* m, Finding* finding, int i) {
  mjtSize adr = 3 * (mjtSize)m->mesh_faceadr[i], n = 3 * (mjtSize)m->mesh_facenum[i];
  return check_indices(finding, "mesh_face", m->mesh_face + adr, n, 0, m->mesh_vertnum[i]) ||
                 check_indices(finding, "mesh_facenormal", m->mesh_facenormal + adr, n, -1,
                               m->mesh_normalnum[i]) ||
                 (m->mesh_texcoordadr[i] >= 0 &&
                  check_indices(finding, "mesh_facetexcoord", m->mesh_facetexcoord + adr, n, -1,
                                m->mesh_texcoordnum[i]))
             ? -1
             : 0;
}

// The graph: number of vertices and of faces; per vertex where its list of neighbours begins, and
// its number in the mesh; the lists, each ended by -1; three vertices per face, numbered as in the
// mesh.
static int check_graph(const mjModel* m, Finding* finding, int i) {
  if (m->mesh_graphadr[i] < 0)
    return 0;
  const int* graph = m->mesh_graph + m->mesh_graphadr[i];
  mjtSize room = m->nmeshgraph - m->mesh_graphadr[i];
  mjtSize nvert = room < 2 ? -1 : graph[0], nface = room < 2 ? -1 : graph[1];
  if (nvert < 1 || nface < 0 || nvert > room || nface > room || 2 + 3 * nvert + 6 * nface > room) {
    return report_invalid(finding,
                          "mesh_graph of mesh %d: %lld vertices and %lld faces do not fit into "
                          "%lld numbers",
                          i, (long long)nvert, (long long)nface, (long long)room);
  }
  const int *adr = graph + 2, *number = adr + nvert, *list = number + nvert;
  mjtSize nlist = nvert + 3 * nface;
  if (list[nlist - 1] != -1) {
    return report_invalid(finding, "mesh_graph of mesh %d: the last list does not end", i);
  }
  return check_indices(finding, "mesh_graph", adr, nvert, 0, nlist) ||
                 check_indices(finding, "mesh_graph", number, nvert, 0, m->mesh_vertnum[i]) ||
                 check_indices(finding, "mesh_graph", list, nlist, -1, nvert) ||
                 check_indices(finding, "mesh_graph", list + nlist, 3 * nface, 0,
                               m->mesh_vertnum[i])
             ? -1
             : 0;
}

// Polygons of the hull, and the polygons around each vertex.
static int check_polygons(const mjModel* m, Finding* finding, int i) {
  for (int p = m->mesh_polyadr[i]; p < m->mesh_polyadr[i] + m->mesh_polynum[i]; p++) {
    if (check_indices(finding, "mesh_polyvert", m->mesh_polyvert + m->mesh_polyvertadr[p],
                      m->mesh_polyvertnum[p], 0, m->mesh_vertnum[i])) {
      return -1;
    }
  }
  for (int v = m->mesh_vertadr[i]; v < m->mesh_vertadr[i] + m->mesh_vertnum[i]; v++) {
    if (check_indices(finding, "mesh_polymap", m->mesh_polymap + m->mesh_polymapadr[v],
                      m->mesh_polymapnum[v], 0, m->mesh_polynum[i])) {
      return -1;
    }
  }
  return 0;
}

//------------------------------ trees -------------------------------------------------------------

// A tree of `n` nodes with `branch` children each: children come after their parent.
static int check_children(Finding* finding, const char* field, const int* child, int n,
                          int branch) {
  for (int i = 0; i < branch * n; i++) {
    int parent = i / branch;
    if (child[i] != -1 && (child[i] <= parent || child[i] >= n)) {
      return report_out_of_bounds(finding, field, parent, child[i], parent + 1, n);
    }
  }
  return 0;
}

// A tree of boxes whose leaves are elements begin .. end-1 of something; an inner node has two
// children.
static int check_boxes(const mjModel* m, Finding* finding, int adr, int n, int begin, int end) {
  const int *child = m->bvh_child + 2 * (adr < 0 ? 0 : adr), *leaf = m->bvh_nodeid + adr;
  if (n == 0)
    return 0;
  if (check_children(finding, "bvh_child", child, n, 2))
    return -1;
  for (int i = 0; i < n; i++) {
    int inner = child[2 * i] >= 0;
    if (inner != (child[2 * i + 1] >= 0)) {
      return report_invalid(finding, "bvh_child: node %d has one child, expected none or two", i);
    }
    if (leaf[i] != -1 ? leaf[i] < begin || leaf[i] >= end : !inner) {
      return report_out_of_bounds(finding, "bvh_nodeid", i, leaf[i], begin, end);
    }
  }
  return 0;
}

static int check_trees_of_boxes(const mjModel* m, Finding* finding) {
  for (int b = 0; b < m->nbody; b++) {
    int begin = m->body_geomadr[b];
    if (check_boxes(m, finding, m->body_bvhadr[b], m->body_bvhnum[b], begin,
                    begin + m->body_geomnum[b])) {
      return -1;
    }
  }
  for (int i = 0; i < m->nmesh; i++) {
    const int* child = m->oct_child + 8 * (m->mesh_octadr[i] < 0 ? 0 : m->mesh_octadr[i]);
    if ((m->mesh_octadr[i] >= 0) != (m->mesh_octnum[i] > 0)) {
      return report_invalid(finding, "mesh_octadr of mesh %d is %d, but mesh_octnum is %d", i,
                            m->mesh_octadr[i], m->mesh_octnum[i]);
    }
    if (check_boxes(m, finding, m->mesh_bvhadr[i], m->mesh_bvhnum[i], 0, m->mesh_facenum[i]) ||
        check_children(finding, "oct_child", child, m->mesh_octnum[i], 8)) {
      return -1;
    }
  }
  for (int f = 0; f < m->nflex; f++) {
    if (check_boxes(m, finding, m->flex_bvhadr[f], m->flex_bvhnum[f], 0, m->flex_elemnum[f])) {
      return -1;
    }
  }
  return 0;
}

//------------------------------ all ---------------------------------------------------------------

int validate_surfaces(const mjModel* m, Finding* finding) {
  for (int i = 0; i < m->nmesh; i++) {
    if (check_faces(m, finding, i) || check_graph(m, finding, i) || check_polygons(m, finding, i)) {
      return -1;
    }
  }
  for (int i = 0; i < m->nskin; i++) {
    if (check_indices(finding, "skin_face", m->skin_face + 3 * m->skin_faceadr[i],
                      3 * (mjtSize)m->skin_facenum[i], 0, m->skin_vertnum[i])) {
      return -1;
    }
  }
  return check_trees_of_boxes(m, finding);
}
