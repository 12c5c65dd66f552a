// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// <flexcomp>: from a shape or a file to points, elements, bodies, one flex and one equality. Shared
// by flexcomp.c (order of the work), flexcomp_attributes.c, flexcomp_shapes.c (points and elements
// by formula), flexcomp_files.c (by file), flexcomp_pins.c and flexcomp_make.c. Functions return 0,
// or -1 with a message, unless they say otherwise.

#ifndef LOADERS_MJCF_FLEXCOMP_H_
#define LOADERS_MJCF_FLEXCOMP_H_

#include "mjcf.h"

// values of the attributes, as the schema lists them
typedef enum FlexcompType {
  FLEXCOMP_GRID,
  FLEXCOMP_BOX,
  FLEXCOMP_CYLINDER,
  FLEXCOMP_ELLIPSOID,
  FLEXCOMP_SQUARE,
  FLEXCOMP_DISC,
  FLEXCOMP_CIRCLE,
  FLEXCOMP_MESH,
  FLEXCOMP_GMSH,
  FLEXCOMP_DIRECT,
} FlexcompType;
typedef enum FlexcompDof {
  FLEXCOMP_FULL,
  FLEXCOMP_RADIAL,
  FLEXCOMP_TRILINEAR,
  FLEXCOMP_QUADRATIC,
} FlexcompDof;

enum {
  MAX_FLEX_POINTS = 1 << 22,    // points of one flexcomp
  MAX_FLEX_ELEMENTS = 1 << 24,  // numbers in its elements
  MAX_FLEX_BODIES = 65534,      // bodies and flexes of a model, as the compiler counts them
};

typedef struct Flexcomp {
  Reader* r;
  const XmlElement* e;
  int schema;
  mjsFlex* flex;  // made first: settings go directly into it

  int type, dim, dof, rigid, equality;
  int count[3];
  double spacing[3], scale[3], origin[3], pos[3], quat[4];
  double mass, inertiabox;
  const char *name, *file;

  // malloc: coordinates, elements of dim + 1 points, texture coordinates (v, u pairs), their
  // indices per element
  double* point;
  int* element;
  float* texcoord;
  int* elemtexcoord;
  int npoint, nelement, ntexcoord, nelemtexcoord;  // numbers of points; of ints, floats, ints
  int has_texcoord;                                // from the attribute or a file

  double low[3], high[3];  // box of the points when nodes are placed
  unsigned char* pinned;   // by point, of interpolated flexes by node
} Flexcomp;

// Trap: frames around a flexcomp have no effect on it.
typedef struct FlexcompParent {
  mjsBody* body;
  const char* name;
} FlexcompParent;

// Report an error of an attribute (NULL: of the whole element); returns -1.
int flexcomp_fail(Flexcomp* f, const char* attribute, const char* text);

// Allocate points and numbers of elements.
int flexcomp_room(Flexcomp* f, double npoint, double nelement);

// flexcomp_attributes.c: all but points and pins; the equality gets what <edge> says.
int flexcomp_read_attributes(Flexcomp* f, mjsEquality* equality);
int flexcomp_check_attributes(Flexcomp* f, const mjsBody* parent);

int flexcomp_shape(Flexcomp* f);                 // flexcomp_shapes.c: grid, box, ... and circle
int flexcomp_read_file(Flexcomp* f);             // flexcomp_files.c: mesh, gmsh
int flexcomp_pin(Flexcomp* f);                   // flexcomp_pins.c: fills `pinned`
int flexcomp_check_pins(Flexcomp* f);            // sizes of the lists and where grids are allowed
int flexcomp_nodes_per_axis(const Flexcomp* f);  // of interpolated flexes, else 0

// flexcomp_make.c. `centered`: every vertex is at the origin of a body of its own.
int flexcomp_make_flex(Flexcomp* f, const FlexcompParent* parent, int centered);
int flexcomp_make_equality(Flexcomp* f, const mjsEquality* given);

int read_flexcomp(Reader* r, const XmlElement* e, mjsBody* body);

#endif  // LOADERS_MJCF_FLEXCOMP_H_
