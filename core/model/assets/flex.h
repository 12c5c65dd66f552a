// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Data derived from the elements of a flex and the positions of its vertices: edges, surface,
// layers, stiffness. Independent of bodies and models. Memory comes from a region of the caller;
// functions return 0, or -1 when memory runs out.

#ifndef CORE_MODEL_ASSETS_FLEX_H_
#define CORE_MODEL_ASSETS_FLEX_H_

#include "core/foundation/base/region.h"

// Connectivity. Elements are segments, triangles or tetrahedra (dim 1, 2, 3) with dim + 1 vertices.
typedef struct FlexTopology_ {
  // given; flex_orient changes the order of vertices in elem
  int dim, nvert, nelem;
  int* elem;  // [nelem*(dim+1)] every vertex in range, none twice in an element

  // made by flex_topology
  int nedge;
  int* edge;  // [2*nedge] vertices, the smaller first
  int* ends;  // [2*nedge] vertices in the order in which the first element lists the edge
  // [2*nedge] dim 2: opposite vertices in the first and last other triangle of the edge, -1: none
  int* flap;
  int* elemedge;   // [nelem*flex_local_edges(dim)] edges of the elements
  int nshell;      // fragments on the surface, dim vertices each
  int* shell;      // [nshell*dim]
  int* elemlayer;  // [nelem] dim 3: distance from the surface in elements, else 0
  int nevpair;
  int* evpair;  // [2*nevpair] dim 1, 2: element, vertex of its neighbour
} FlexTopology;

// Edges of an element.
int flex_local_edges(int dim);

// Local vertices of the edges of an element, two per edge.
const int* flex_edge_table(int dim);

// Orients the faces of tetrahedra outwards. x: [3*nvert] positions.
void flex_orient(FlexTopology* f, const double* x);

int flex_topology(RegionBlock** region, FlexTopology* f);

// Saint-Venant-Kirchhoff stiffness of triangles (times a thickness) or tetrahedra: 21 numbers per
// element, the upper triangle of the matrix over its edges.
void flex_stiffness(const FlexTopology* f, const double* x, double young, double poisson,
                    double thickness, double* stiffness);

// Bending stiffness of the edges between two triangles: 17 numbers per edge.
void flex_bending(const FlexTopology* f, const double* x, double young, double poisson,
                  double thickness, double* bending);

// Negative stiffness of a box whose nodes interpolate linearly or quadratically (order 1, 2):
// a (3n)x(3n) matrix with n = (order+1)^3. size: edge lengths of the box.
void flex_interpolated_stiffness(int order, const double size[3], double young, double poisson,
                                 double* K);

#endif  // CORE_MODEL_ASSETS_FLEX_H_
