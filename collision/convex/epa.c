// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Expanding polytope: the face nearest to the origin bounds the depth from below, the support
// vertex in its direction from above. While the bounds differ, the vertex is added: all faces
// visible from it are removed, and the hole, whose border is a closed loop of edges, is filled with
// faces from the loop to the vertex.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "collision/convex/epa.h"
#include "collision/convex/polytope.h"
#include "collision/convex/result.h"
#include "collision/convex/simplex.h"
#include "collision/convex/support.h"

static void delete_face(Polytope* p, int face) {
  Face* f = p->face + face;
  if (f->place >= 0) {
    int last = p->candidate[--p->ncandidate];
    p->candidate[f->place] = last;
    p->face[last].place = f->place;
    f->place = -1;
  }
  f->deleted = 1;
}

static void add_border(Polytope* p, int face, int edge) {
  p->border[p->nborder++] = (Border){face, edge};
}

// Position of a vertex in a face.
static inline int position(const Face* f, int vertex) {
  int not_first = f->v[0] != vertex;
  return not_first + (not_first & (f->v[1] != vertex));
}

static inline int sees(const mjtNum w[3], const Face* f) {
  return !(fc_dot3(f->p, w) - f->pp <= mjMINVAL);
}

// Delete a face visible from w, and visible faces beyond `n` of its edges. The faces that remain
// form the border.
static void delete_seen(Polytope* p, int face, int edge, int n, const mjtNum w[3]) {
  const Face* f = p->face + face;
  delete_face(p, face);
  for (; n > 0; n--) {
    int next = f->next[edge];
    const Face* g = p->face + next;
    edge = edge < 2 ? edge + 1 : 0;
    if (g->deleted)
      continue;
    int entry = position(g, f->v[edge]);
    if (sees(w, g))
      delete_seen(p, next, entry < 2 ? entry + 1 : 0, 2, w);
    else
      add_border(p, next, entry);
  }
}

// Border of the region visible from w, starting at a face.
static void find_border(Polytope* p, int face, const mjtNum w[3]) {
  p->nborder = 0;
  delete_seen(p, face, 0, 3, w);
}

// Faces from the border to vertex w. Returns 0 when one of them is degenerate.
static int fill_hole(Polytope* p, int w, mjtNum lower2, mjtNum upper2) {
  int first = p->nface, n = p->nborder;
  for (int k = 0; k < n; k++) {
    Face* outer = p->face + p->border[k].face;
    int edge = p->border[k].edge, start = outer->v[edge], end = outer->v[edge < 2 ? edge + 1 : 0];
    int before = k > 0 ? k - 1 : n - 1, after = k < n - 1 ? k + 1 : 0;
    outer->next[edge] = first + k;
    mjtNum pp = polytope_attach(p, w, end, start, first + before, p->border[k].face, first + after);
    if (pp == 0)
      return 0;
    if (lower2 <= pp && pp <= upper2)
      polytope_add_candidate(p, first + k);
  }
  return 1;
}

static int nearest_candidate(const Polytope* p) {
  int nearest = -1;
  mjtNum least = 0;
  for (int k = 0; k < p->ncandidate; k++) {
    int face = p->candidate[k];
    if (nearest < 0 || p->face[face].pp < least) {
      nearest = face;
      least = p->face[face].pp;
    }
  }
  return nearest;
}

// 1 when an earlier vertex has the same features.
static int repeats(const Polytope* p, int vertex) {
  const Vertex* v = p->vertex + vertex;
  for (int k = 0; k < vertex; k++)
    if (p->vertex[k].feature_a == v->feature_a && p->vertex[k].feature_b == v->feature_b)
      return 1;
  return 0;
}

// Face at which the expansion ends; -1: failed.
static int expand(Polytope* p, Object* a, Object* b, const Options* opt) {
  int discrete = is_discrete(a, b), last = -1;
  mjtNum upper = FAR, upper2 = FAR, tolerance = discrete ? mjMINVAL : opt->tolerance;
  for (int k = 0; k < opt->iterations; k++) {
    int face = nearest_candidate(p);
    if (face < 0 || p->face[face].pp > upper2)
      return last;
    last = face;
    mjtNum lower2 = p->face[face].pp, dir[3];
    if (lower2 <= 0) {
      mju_warning("EPA: origin lies on affine hull of face");
      return face;
    }

    // support vertex in the direction of the face
    mjtNum lower = fc_sqrt(lower2);
    for (int i = 0; i < 3; i++)
      dir[i] = p->face[face].p[i] / lower;
    int w = p->nvertex++;
    vertex_support(p->vertex + w, a, b, dir);
    mjtNum up = fc_dot3(p->face[face].p, p->vertex[w].w) / lower;
    if (up < upper) {
      upper = up;
      upper2 = up * up;
    }
    if (upper - lower < tolerance)
      return face;
    if (discrete && repeats(p, w))
      return face;

    // add it
    find_border(p, face, p->vertex[w].w);
    if (p->nborder < 3)
      return -1;
    if (p->nborder > p->max_face - p->nface) {
      mju_warning("EPA: out of memory for faces on expanding polytope");
      return face;
    }
    if (!fill_hole(p, w, lower2, upper2))
      return -1;
    if (!p->ncandidate)
      return face;
  }
  return last;
}

int epa(Polytope* p, Object* a, Object* b, const Options* opt, Result* result) {
  int face = expand(p, a, b, opt);
  if (face < 0)
    return -1;
  const Face* f = p->face + face;
  const Vertex *v0 = p->vertex + f->v[0], *v1 = p->vertex + f->v[1], *v2 = p->vertex + f->v[2];
  mjtNum c[3];
  affine_coordinates(c, f->p, v0->w, v1->w, v2->w);
  for (int k = 0; k < 3; k++) {
    result->x1[0][k] = c[0] * v0->a[k] + c[1] * v1->a[k] + c[2] * v2->a[k];
    result->x2[0][k] = c[0] * v0->b[k] + c[1] * v1->b[k] + c[2] * v2->b[k];
  }
  result->n = 1;
  result->dist = -fc_sqrt(f->pp);
  return face;
}
