// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that the surfaces of a model are consistent. Triangles and polygons have vertices of their
// own mesh, the graph of a convex hull is a graph of its vertices, and the bones of a skin move its
// vertices. Trees are trees: every node comes before its children and is the child of at most one
// node, so that no walk runs in circles or visits a branch twice. All numbers in these arrays count
// from the start of the arrays of their mesh, skin or tree.

#include <string.h>

#include "core/foundation/base/heap.h"
#include "core/foundation/data/validate.h"

// Checks that `n` numbers are indices of something with `count` elements; `low`: 0, or -1 for
// "none".
static int check_indices(Finding* finding, const char* field, const int* index, mjtSize n, int low,
                         mjtSize count) {
  for (mjtSize i = 0; i < n; i++)
    if (index[i] < low || index[i] >= count)
      return report_out_of_bounds(finding, field, (int)i, index[i], low, count);
  return 0;
}

//------------------------------ meshes ------------------------------------------------------------

// A face corner read from a file may have no normal and no texture coordinates.
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

// Checks the graph: number of vertices and of faces; per vertex the start of its list of
// neighbours, and its number in the mesh; the lists, each terminated by -1; three vertices per
// face, numbered as in the mesh.
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
  if (list[nlist - 1] != -1)
    return report_invalid(finding, "mesh_graph of mesh %d: the last list does not end", i);
  return check_indices(finding, "mesh_graph", adr, nvert, 0, nlist) ||
                 check_indices(finding, "mesh_graph", number, nvert, 0, m->mesh_vertnum[i]) ||
                 check_indices(finding, "mesh_graph", list, nlist, -1, nvert) ||
                 check_indices(finding, "mesh_graph", list + nlist, 3 * nface, 0,
                               m->mesh_vertnum[i])
             ? -1
             : 0;
}

// Checks the polygons of the hull, and the polygons around each vertex.
static int check_polygons(const mjModel* m, Finding* finding, int i) {
  for (int p = m->mesh_polyadr[i]; p < m->mesh_polyadr[i] + m->mesh_polynum[i]; p++)
    if (check_indices(finding, "mesh_polyvert", m->mesh_polyvert + m->mesh_polyvertadr[p],
                      m->mesh_polyvertnum[p], 0, m->mesh_vertnum[i]))
      return -1;
  for (int v = m->mesh_vertadr[i]; v < m->mesh_vertadr[i] + m->mesh_vertnum[i]; v++)
    if (check_indices(finding, "mesh_polymap", m->mesh_polymap + m->mesh_polymapadr[v],
                      m->mesh_polymapnum[v], 0, m->mesh_polynum[i]))
      return -1;
  return 0;
}

//------------------------------ trees -------------------------------------------------------------

// Checks a tree of `n` nodes with `branch` children each: children come after their parent. `seen`
// has room for n marks, initially 0, for nodes that were found as children.
static int check_children(Finding* finding, const char* field, const int* child, int n, int branch,
                          mjtByte* seen) {
  for (mjtSize i = 0; i < branch * (mjtSize)n; i++) {
    const int parent = (int)(i / branch);
    if (child[i] == -1)
      continue;
    if (child[i] <= parent || child[i] >= n)
      return report_out_of_bounds(finding, field, parent, child[i], parent + 1, n);
    if (seen[child[i]]++) {
      return report_invalid(finding, "%s: node %d is the child of two nodes, the second is %d",
                            field, child[i], parent);
    }
  }
  return 0;
}

// Checks nodes adr .. adr + n - 1 of an array, of which those from `low` on may be used. Returns 0
// when there is a tree. An address without nodes is refused, because code that looks for a tree
// would take it for one.
static int check_place(Finding* finding, const char* field, int i, int adr, int n, mjtSize low,
                       mjtSize end) {
  if ((adr >= 0) != (n > 0)) {
    return report_invalid(finding,
                          "%s of entry %d is %d, and the tree has %d nodes, expected -1 for none",
                          field, i, adr, n);
  }
  if (n == 0 || (adr >= low && n <= end - adr))
    return 0;
  return report_out_of_bounds(finding, field, i, adr, low, end - n + 1);
}

// Checks a tree of boxes whose leaves are elements begin .. end-1; an inner node has two children.
static int check_boxes(const mjModel* m, Finding* finding, int adr, int n, int begin, int end,
                       mjtByte* seen) {
  if (n == 0)
    return 0;
  const int *child = m->bvh_child + 2 * (mjtSize)adr, *leaf = m->bvh_nodeid + adr;
  if (check_children(finding, "bvh_child", child, n, 2, seen + adr))
    return -1;
  for (int i = 0; i < n; i++) {
    int inner = child[2 * i] >= 0;
    if (inner != (child[2 * i + 1] >= 0))
      return report_invalid(finding, "bvh_child: node %d has one child, expected none or two", i);
    if (leaf[i] != -1 ? leaf[i] < begin || leaf[i] >= end : !inner)
      return report_out_of_bounds(finding, "bvh_nodeid", i, leaf[i], begin, end);
  }
  return 0;
}

// Boxes of bodies and meshes are constant, those of flexes are in mjData.
static int check_trees_of_boxes(const mjModel* m, Finding* finding, mjtByte* seen) {
  for (int b = 0; b < m->nbody; b++) {
    const int adr = m->body_bvhadr[b], n = m->body_bvhnum[b], begin = m->body_geomadr[b];
    if (check_place(finding, "body_bvhadr", b, adr, n, 0, m->nbvhstatic) ||
        check_boxes(m, finding, adr, n, begin, begin + m->body_geomnum[b], seen))
      return -1;
  }
  for (int i = 0; i < m->nmesh; i++) {
    const int adr = m->mesh_bvhadr[i], n = m->mesh_bvhnum[i];
    if (check_place(finding, "mesh_bvhadr", i, adr, n, 0, m->nbvhstatic) ||
        check_boxes(m, finding, adr, n, 0, m->mesh_facenum[i], seen))
      return -1;
  }
  for (int f = 0; f < m->nflex; f++) {
    const int adr = m->flex_bvhadr[f], n = m->flex_bvhnum[f];
    if (check_place(finding, "flex_bvhadr", f, adr, n, m->nbvhstatic, m->nbvh) ||
        check_boxes(m, finding, adr, n, 0, m->flex_elemnum[f], seen))
      return -1;
  }
  return 0;
}

static int check_octrees(const mjModel* m, Finding* finding, mjtByte* seen) {
  for (int i = 0; i < m->nmesh; i++) {
    const int adr = m->mesh_octadr[i], n = m->mesh_octnum[i];
    if (check_place(finding, "mesh_octadr", i, adr, n, 0, m->noct) ||
        (n &&
         check_children(finding, "oct_child", m->oct_child + 8 * (mjtSize)adr, n, 8, seen + adr)))
      return -1;
  }
  return 0;
}

// No two trees share a node, so one array of marks is enough for all.
static int check_trees(const mjModel* m, Finding* finding) {
  const size_t n = (size_t)(m->nbvh + m->noct);
  if (n == 0)
    return check_trees_of_boxes(m, finding, NULL) || check_octrees(m, finding, NULL) ? -1 : 0;
  mjtByte* seen = try_malloc(n);
  if (!seen)
    return report_invalid(finding, "there is no memory to check its trees of %zu nodes", n);
  memset(seen, 0, n);
  const int failed =
      check_trees_of_boxes(m, finding, seen) || check_octrees(m, finding, seen + m->nbvh);
  mju_free(seen);
  return failed ? -1 : 0;
}

//------------------------------ skins -------------------------------------------------------------

// Faces and bones number vertices from the first one of their skin.
static int check_skin(const mjModel* m, Finding* finding, int i) {
  const int nvert = m->skin_vertnum[i], first = m->skin_boneadr[i], n = m->skin_bonenum[i];
  if (check_indices(finding, "skin_face", m->skin_face + 3 * (mjtSize)m->skin_faceadr[i],
                    3 * (mjtSize)m->skin_facenum[i], 0, nvert))
    return -1;
  if (n == 0)
    return report_invalid(finding, "skin_bonenum of skin %d is 0, at least 1 expected", i);
  const int texcoord = m->skin_texcoordadr[i];
  if (texcoord >= 0 && nvert > m->nskintexvert - texcoord) {
    return report_out_of_bounds(finding, "skin_texcoordadr", i, texcoord, -1,
                                m->nskintexvert - nvert + 1);
  }
  for (int b = first; b < first + n; b++)
    if (m->skin_bonevertnum[b] &&
        check_indices(finding, "skin_bonevertid", m->skin_bonevertid + m->skin_bonevertadr[b],
                      m->skin_bonevertnum[b], 0, nvert))
      return -1;
  return 0;
}

//------------------------------ all ---------------------------------------------------------------

int validate_surfaces(const mjModel* m, Finding* finding) {
  for (int i = 0; i < m->nmesh; i++)
    if (check_faces(m, finding, i) || check_graph(m, finding, i) || check_polygons(m, finding, i))
      return -1;
  for (int i = 0; i < m->nskin; i++)
    if (check_skin(m, finding, i))
      return -1;
  return check_trees(m, finding);
}
