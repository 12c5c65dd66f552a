// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Distance and penetration of two convex objects.
//
// gjk.c       distance, or a simplex that contains the origin of the Minkowski difference
//             (Gilbert, Johnson, Keerthi)
// simplex.c   the point of a simplex nearest to the origin (signed volumes) polytope.c  from that
// simplex to a polytope around the origin epa.c expands it until its nearest face is on the
// surface: depth and direction
//             (van den Bergen)
// support.c   farthest point of an object in a direction
// gaps.c      pieces that need no GJK
// patch.c     several contacts from the faces that touch
// convex.c    which of these for which pair

#ifndef COLLISION_CONVEX_CONVEX_H_
#define COLLISION_CONVEX_CONVEX_H_

#include <float.h>

#include <fulcrum/convex.h>
#include <fulcrum/math.h>

#define FAR DBL_MAX  // distance of objects that are known to be farther apart than the cutoff

// An entry of a hull graph's lists of neighbours, with the vertex itself, so that a search reads
// memory in a row. `hull` is -1 at the end of a list.
typedef struct Neighbour_ {
  float x, y, z;
  int hull;
} Neighbour;

// Gaps that GJK found between pieces and a geom, the one last used first (gaps.c).
typedef struct Gap_ {
  mjtNum axis[3];  // unit direction from the piece to the geom
  mjtNum begin;    // where the geom begins: its least coordinate in this direction
} Gap;

enum { MAX_GAP = 4 };

typedef struct Gaps_ {
  // the geom that they belong to
  FcPosedGeom geom;
  int type;
  mjtNum size[3];

  int n;
  Gap gap[MAX_GAP];
} Gaps;

// Data that the face keeps with mjData: the neighbour lists of all meshes, parallel to
// mjModel.mesh_graph, followed by a table of directions for each mesh, CELLS hull vertices
// (support.c). All of it is built at first use, and again after mj_resetData.
enum { CELLS_PER_SIDE = 8, CELLS = 6 * CELLS_PER_SIDE * CELLS_PER_SIDE };

typedef struct Memory_ {
  Gaps gaps;
  int made;
  int reserved[3];
  Neighbour graph[];
} Memory;

// An object: a geom at a given pose, grown by half the margin.
typedef struct Object_ {
  int type;  // mjtGeom; -1: rounded hull
  mjtNum pos[3];
  mjtNum mat[9];
  const mjtNum* size;
  mjtNum inflate;  // margin; the surface lies half of it further out
  int core;        // spheres and capsules: 1 while replaced by their centre or axis
  int feature;     // corner or vertex that the last support call returned, -1: none
  int vertex;      // mesh: hull index where the next climb begins; -1: anywhere

  // meshes
  const float* vert;
  int nvert;
  const int* edge_start;  // hull graph, NULL: none
  const int* edge_vertex;
  const Neighbour* edge;
  const int* near;  // per cell of directions, a hull vertex near the farthest
  const mjModel* m;
  int mesh;  // id

  const FcPiece* piece;   // type mjGEOM_HFIELD
  const FcRounded* hull;  // type -1
} Object;

// A vertex of the Minkowski difference A - B, and the points it comes from.
typedef struct Vertex_ {
  mjtNum w[3];
  mjtNum a[3], b[3];
  int feature_a, feature_b;
} Vertex;

// A simplex: 0 to 4 vertices and the weights of its point nearest to the origin. After GJK found
// the objects separated, `axis` is a unit direction from A to B along which there is a gap, or
// zero.
typedef struct Simplex_ {
  int n;
  Vertex v[4];
  mjtNum weight[4];
  mjtNum axis[3];
} Simplex;

typedef struct Options_ {
  mjtNum tolerance;
  int iterations;
  int max_contact;
} Options;

enum { MAX_WITNESS = mjMAXCONPAIR };

// A distance and the pairs of surface points between which it is measured: on A at x1, on B at x2.
typedef struct Result_ {
  mjtNum dist;
  mjtNum axis[3];  // dist FAR: as in Simplex
  int n;
  mjtNum x1[MAX_WITNESS][3];
  mjtNum x2[MAX_WITNESS][3];
} Result;

// ---------------------------------------------------------------- support.c

void object_init(Object* o, const FcContext* ctx, int geom, mjtNum margin);

// The same at another pose, and for a convex piece of a shape.
void object_init_posed(Object* o, const FcContext* ctx, int geom, mjtNum margin,
                       const mjtNum pos[3], const mjtNum mat[9]);
void object_init_piece(Object* o, const FcPiece* piece);
void object_init_hull(Object* o, const FcRounded* hull);

// Bytes of Memory.
size_t memory_size(const mjModel* m);

// Farthest point in a unit direction.
void object_support(Object* o, const mjtNum dir[3], mjtNum point[3]);

// Vertex of A - B in a unit direction.
void vertex_support(Vertex* v, Object* a, Object* b, const mjtNum dir[3]);

static inline int has_corners(const Object* o) {
  return o->type == mjGEOM_BOX || o->type == mjGEOM_MESH || o->type == mjGEOM_HFIELD;
}

// Both objects are polytopes and not grown: results are exact, and iterations end when a vertex
// repeats.
static inline int is_discrete(const Object* a, const Object* b) {
  return a->inflate == 0 && b->inflate == 0 && has_corners(a) && has_corners(b);
}

// ---------------------------------------------------------------- simplex.c

// Weights of the nearest point of n = 1 .. 4 points.
void simplex_nearest(const Vertex* v, int n, mjtNum weight[4]);

// Projection of the origin on the plane through three points; 0 when they do not span one.
static inline int plane_projection(mjtNum p[3], const mjtNum v1[3], const mjtNum v2[3],
                                   const mjtNum v3[3]) {
  mjtNum d21[3], d31[3], d32[3], n[3];
  fc_sub3(d21, v2, v1);
  fc_sub3(d31, v3, v1);
  fc_sub3(d32, v3, v2);

  // three ways to write the normal; the first that is good enough
  fc_cross(n, d32, d21);
  mjtNum nn = fc_dot3(n, n), nv = fc_dot3(n, v2);
  if (nn == 0)
    return 0;
  if (nv != 0 && nn > mjMINVAL) {
    fc_scl3(p, n, nv / nn);
    return 1;
  }
  fc_cross(n, d21, d31);
  nn = fc_dot3(n, n);
  nv = fc_dot3(n, v1);
  if (nn == 0)
    return 0;
  if (nv != 0 && nn > mjMINVAL) {
    fc_scl3(p, n, nv / nn);
    return 1;
  }
  fc_cross(n, d31, d32);
  nn = fc_dot3(n, n);
  nv = fc_dot3(n, v3);
  if (nn == 0)
    return 0;
  fc_scl3(p, n, nv / nn);
  return 1;
}

// Affine coordinates of a point of the plane through three points.
void affine_coordinates(mjtNum coord[3], const mjtNum p[3], const mjtNum v1[3], const mjtNum v2[3],
                        const mjtNum v3[3]);

mjtNum determinant(const mjtNum a[3], const mjtNum b[3], const mjtNum c[3]);

// ---------------------------------------------------------------- gjk.c

// Distance of two objects, or FAR when it exceeds the cutoff. With a cutoff of 0, only an overlap
// is detected. Outputs the simplex, and the nearest points in x1, x2.
mjtNum gjk(Simplex* s, Object* a, Object* b, mjtNum cutoff, const Options* opt, mjtNum x1[3],
           mjtNum x2[3]);

// ---------------------------------------------------------------- polytope.c

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

// Largest number of iterations for which a polytope fits into PolytopeRoom.
enum { ITERATIONS_ON_STACK = 170, FACES_ON_STACK = 6 * ITERATIONS_ON_STACK };

// Add a face and return the squared distance of its plane, 0 when it is degenerate.
mjtNum polytope_attach(Polytope* p, int v0, int v1, int v2, int next0, int next1, int next2);
void polytope_add_candidate(Polytope* p, int face);

// Build a polytope around the origin from the simplex that GJK ended with. Returns 0 when this is
// not possible.
int polytope_init(Polytope* p, const Simplex* s, Object* a, Object* b);

// ---------------------------------------------------------------- epa.c

// Expand until the nearest face is on the surface. Returns the face and in `result` one witness
// pair; -1: failed.
int epa(Polytope* p, Object* a, Object* b, const Options* opt, Result* result);

// ---------------------------------------------------------------- gaps.c

// 1 when a direction that separated another piece from the geom clearly separates this one too.
int gaps_separate(Gaps* gaps, const FcPiece* piece, const mjModel* m, const FcPosedGeom* geom);

// Keep a direction in which GJK found a gap between a piece and the geom, which is object b.
void gaps_add(Gaps* gaps, const mjModel* m, const FcPosedGeom* geom, Object* b,
              const mjtNum axis[3]);

// ---------------------------------------------------------------- patch.c

// Replace the witness pair of a penetration by several, when the features of the nearest face show
// that faces touch.
void patch(const Polytope* p, int face, const Object* a, const Object* b, const Options* opt,
           Result* result);

#endif  // COLLISION_CONVEX_CONVEX_H_
