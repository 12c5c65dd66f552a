// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Convex hull of a mesh by qhull, and its graph.
//
// mesh_graph of one mesh: numvert, numface, then
//   vert_edgeadr[numvert]    where in edge_localid the neighbours of a hull vertex begin
//   vert_globalid[numvert]   hull vertex -> mesh vertex
//   edge_localid[numvert + 3*numface]   neighbours as hull vertices, each list ends with -1
//   face_globalid[3*numface] triangles, as mesh vertices
// A hull of triangles has numface = 2*numvert - 4 and so numvert + 3*numface ends and neighbours.
// Orders are those of qhull's lists, which depend on nothing but the vertices.

#include <libqhull_r/qhull_ra.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/model/assets/mesh.h"

typedef struct Graph_ {
  int numvert, numface;
  int *edgeadr, *globalid, *edge, *face;
} Graph;

// allocates the graph; 0 when memory runs out (an error may not jump out while qhull holds memory)
static int lay_out(MeshRecord* m, Graph* g) {
  size_t n = 2 + 3 * (size_t)g->numvert + 6 * (size_t)g->numface;
  int* at = region_alloc(&m->job.region, n, sizeof *at);
  if (!at)
    return 0;
  m->graph = at;
  m->ngraph = (int)n;
  at[0] = g->numvert;
  at[1] = g->numface;
  g->edgeadr = at + 2;
  g->globalid = g->edgeadr + g->numvert;
  g->edge = g->globalid + g->numvert;
  g->face = g->edge + g->numvert + 3 * g->numface;
  m->nhullface = g->numface;
  m->hullface = g->face;
  return 1;
}

// neighbours of one vertex in the order in which its facets list them; 0 when they do not fit
static int add_neighbors(qhT* qh, const Graph* g, const int* local, vertexT* vertex, int* used) {
  int own = local[qh_pointid(qh, vertex->point)], first = *used, most = g->numvert + 3 * g->numface;
  facetT *facet, **facetp;
  vertexT *other, **otherp;
  g->edgeadr[own] = first;
  FOREACHsetelement_(facetT, vertex->neighbors, facet) {
    FOREACHsetelement_(vertexT, facet->vertices, other) {
      int id = local[qh_pointid(qh, other->point)], known = id == own;
      for (int k = first; k < *used && !known; k++)
        known = g->edge[k] == id;
      if (known)
        continue;
      if (id < 0 || *used >= most)
        return 0;
      g->edge[(*used)++] = id;
    }
  }
  if (*used >= most)
    return 0;
  g->edge[(*used)++] = -1;
  return 1;
}

static int add_face(qhT* qh, const Graph* g, facetT* facet, int at) {
  vertexT *vertex, **vertexp;
  int n = 0, *corner = g->face + 3 * at;
  FOREACHsetelement_(vertexT, facet->vertices, vertex) {
    if (n == 3)
      return 0;
    corner[n++] = qh_pointid(qh, vertex->point);
  }
  if (n < 3)
    return 0;
  if (facet->toporient) {
    int swap = corner[0];
    corner[0] = corner[1];
    corner[1] = swap;
  }
  return 1;
}

// 1 when the lists of qhull form the graph of a triangulated hull
static int fill(qhT* qh, const Graph* g, int* local) {
  facetT* facet;
  vertexT* vertex;
  int nvert = 0, nface = 0, used = 0;
  FORALLvertices {
    int point = qh_pointid(qh, vertex->point);
    if (nvert >= g->numvert || point < 0)
      return 0;
    local[point] = nvert;
    g->globalid[nvert++] = point;
  }
  if (nvert != g->numvert)
    return 0;
  FORALLvertices {
    if (!add_neighbors(qh, g, local, vertex, &used))
      return 0;
  }
  FORALLfacets {
    if (nface >= g->numface || !add_face(qh, g, facet, nface))
      return 0;
    nface++;
  }
  return nface == g->numface && used == g->numvert + 3 * g->numface;
}

// the first message of qhull, in one line
static const char* first_words(char* text) {
  for (char* c = text; *c; c++) {
    if (*c != '\n')
      continue;
    *c = c[1] && c - text < 60 ? ' ' : 0;
  }
  return text;
}

// copies the hull from qhull: 1; 0: not a valid hull; -1: out of memory
static int extract(MeshRecord* m, qhT* qh, int* local) {
  Graph g = {qh->num_vertices, qh->num_facets, NULL, NULL, NULL, NULL};
  if (g.numvert < 4 || g.numface != 2 * g.numvert - 4)
    return 0;
  qh_vertexneighbors(qh);
  if (!lay_out(m, &g))
    return -1;
  if (fill(qh, &g, local))
    return 1;
  m->graph = NULL;
  m->ngraph = m->nhullface = 0;
  return 0;
}

// Runs qhull; returns its exit code. *status is that of extract.
static int run(MeshRecord* m, qhT* qh, double* points, int* local, FILE* log, int* status) {
  char command[64] = "qhull Qt";
  if (m->pub->maxhullvert > -1)
    snprintf(command, sizeof command, "qhull Qt TA%d", m->pub->maxhullvert - 4);
  int code = qh_new_qhull(qh, 3, m->nvert, points, False, command, NULL, log);
  if (!code) {
    qh->NOerrexit = False;
    code = setjmp(qh->errexit);
    if (!code)
      *status = extract(m, qh, local);
    qh->NOerrexit = True;
  }
  int unused, total;
  qh_freeqhull(qh, !qh_ALL);
  qh_memfreeshort(qh, &unused, &total);
  return code;
}

void mesh_build_hull(MeshRecord* m) {
  AssetJob* job = &m->job;
  int status = 0, code = -1, *local = ASSET_NEW(job, int, m->nvert);
  for (int i = 0; i < m->nvert; i++)
    local[i] = -1;
  double* points = ASSET_NEW(job, double, 3 * (size_t)m->nvert);
  memcpy(points, m->vert, 3 * (size_t)m->nvert * sizeof *points);
  char *words = NULL, reason[200] = "out of memory";
  size_t nwords = 0;
  FILE* log = open_memstream(&words, &nwords);
  qhT* qh = calloc(1, sizeof *qh);
  if (log && qh)
    code = run(m, qh, points, local, log, &status);
  free(qh);
  if (log)
    fclose(log);
  if (words && words[0])
    snprintf(reason, sizeof reason, "%s", first_words(words));
  free(words);
  if (code) {
    asset_fail(job, "qhull error in the convex hull of mesh '%s': %s", element_name(job->element),
               reason);
  }
  if (status < 0)
    asset_fail(job, "out of memory");
  if (!status) {
    snprintf(job->warning, sizeof job->warning,
             "the convex hull graph of mesh '%s' could not be built", element_name(job->element));
  }
}
