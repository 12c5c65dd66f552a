// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A closed surface of triangles around the origin.

#ifndef COLLISION_CONVEX_POLYTOPE_H_
#define COLLISION_CONVEX_POLYTOPE_H_

#include "collision/convex/simplex.h"

typedef struct Face_ {
  mjtNum p[3];  // projection of the origin on its plane
  mjtNum pp;    // p . p
  int v[3];     // vertices, counter-clockwise seen from outside
  int next[3];  // faces across the edges v0 v1, v1 v2, v2 v0
  int place;    // index in the list of candidates, -1: not in it
  int deleted;
} Face;

// Edge of a face at the border of the region visible from a new vertex, named by the vertex where
// the edge begins.
typedef struct Border_ {
  int face;
  int edge;
} Border;

typedef struct Polytope_ {
  Vertex* vertex;
  int nvertex;
  Face* face;
  int nface, max_face;
  int* candidate;
  int ncandidate;
  Border* border;
  int nborder;
} Polytope;

// Add a face and return the squared distance of its plane, 0 when it is degenerate.
mjtNum polytope_attach(Polytope* p, int v0, int v1, int v2, int next0, int next1, int next2);
void polytope_add_candidate(Polytope* p, int face);

// Build a polytope around the origin from the simplex that GJK ended with. Returns 0 when this is
// not possible.
int polytope_init(Polytope* p, const Simplex* s, Object* a, Object* b);

#endif  // COLLISION_CONVEX_POLYTOPE_H_
