// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the test of collision properties is made of: shapes with support functions of their own,
// independent of the library, and a generator of random pairs.
//
// The signed distance of two convex shapes A and B is the widest gap between their shadows,
//
//   distance = max over unit vectors n of gap(n),   gap(n) = min over B of n.x - max over A of n.x
//
// positive when they are apart, minus the least translation that separates them when they overlap.
// So a direction proves a lower bound, two points (one of each shape) an upper bound of a positive
// distance, and a direction with a wider gap disproves a depth.

#ifndef TESTS_COLLISION_PROPERTIES_H_
#define TESTS_COLLISION_PROPERTIES_H_

#include <fulcrum/math.h>

#include "support.h"

// ---------------------------------------------------------------- shapes

// Convex hull of points, in the frame of its mesh.
typedef struct Hull_ {
  int nvert, nplane;
  double* vert;
  double* plane;  // 4 per plane: outward unit normal and offset
} Hull;

Hull hull_of(const double* vert, int nvert);
void hull_free(Hull hull);

typedef struct Shape_ {
  int type;  // mjtGeom: plane, sphere, capsule, ellipsoid, cylinder, box or mesh
  int id;    // meshes and fields: which one of the scene
  double size[3];
  double pos[3], mat[9];
  double radius;     // of the sphere around pos that holds the shape; 0 for planes
  const Hull* hull;  // meshes
} Shape;

// Farthest point along a direction; not for planes.
void shape_support(const Shape* s, const double dir[3], double point[3]);

// How far a point is outside (positive) or inside: zero on the surface, with slope 1 there.
double shape_excess(const Shape* s, const double point[3]);

// Gap between the shadows of two shapes on a unit direction from the first to the second.
double shape_gap(const Shape* a, const Shape* b, const double dir[3]);

// The widest gap that random directions and some rounds uphill from `dir` can find.
double widest_gap(const Shape* a, const Shape* b, const double dir[3], int rounds, Random* r);

// Apply x -> turn x + shift.
void shape_move(Shape* s, const double turn[9], const double shift[3]);

// Turn a shape about its own centre.
void shape_turn(Shape* s, const double turn[9]);

// ---------------------------------------------------------------- pairs

// The scene all pairs are put into: two geoms that become whatever is wanted, joined by an explicit
// pair, and a store of meshes and height fields.
enum { NMESH = 8, NFIELD = 4 };

typedef struct Stage_ {
  mjModel* m;
  mjData* d;
  Hull hull[NMESH];
  Hull* prism[NFIELD];  // of each height field, two per cell
  int nprism[NFIELD];
} Stage;

Stage stage_make(void);
void stage_free(Stage* stage);

// Make geom g of the scene this shape.
void stage_put(const Stage* stage, int g, const Shape* s);

// Contacts of shapes a, b, whose types are in order. flags: of mjtDisableBit or mjtEnableBit.
int stage_collide(const Stage* stage, const Shape* a, const Shape* b, double margin,
                  mjContact* con);

// Exchange the two geoms of the scene and let mj_collision find them through the explicit pair.
// Contacts are in mjData.
int stage_exchange(const Stage* stage, const Shape* a, const Shape* b, double margin);

// A random pair: shapes in the order of their types, and how they were put together.
typedef struct Pair_ {
  Shape a, b;
  double scale;  // largest length and coordinate that matter
  double dir[3];
  double gap;     // along dir
  int proven;     // the gap is the distance: the nearest points are at both ends of it
  double margin;  // 0, or to collide with
} Pair;

// A random pair of a type pair.
Pair pair_make(const Stage* stage, Random* r, int type1, int type2);

// The same with a shape that stands already; the direction may be given, or is random if NULL.
void pair_place(Pair* p, Random* r, const double dir[3]);

void random_unit(Random* r, double v[3]);
void random_shape(const Stage* stage, Random* r, Shape* s, int type, double scale);
double logarithmic(Random* r, double lo, double hi);

// ---------------------------------------------------------------- properties

// How a type pair is collided, which decides what can be asked of it.
typedef enum Method_ { CLOSED_FORM, CONVEX, TWO_BOXES, HEIGHT_FIELD, SIGNED_FIELD } Method;

// Classes of poses that are known to be answered badly, by the reference implementation as well.
// They are described where they are recognised, check_known_answers.c has poses of each, and
// properties_quotas.c says how often each may be met.
typedef enum Known_ {
  TOUCHING,
  WRONG_START,
  FLAT_TETRAHEDRON,
  LOST_WITNESS,
  BESIDE_FACES,
  EARLY_STOP,
  OUT_OF_ITERATIONS,
  PARALLEL_CAPSULES,
  AXIS_LOST_IN_BOX,
  CAPSULE_FAR_FROM_BOX,
  TINY,
  EDGE_DEPTH,
  CULLED,
  ALL_CULLED,
  ANOTHER_COUNT,
  ANOTHER_DESCENT,
  NO_NORMAL,
  LOST_DESCENT,
  NKNOWN
} Known;

typedef struct Run_ {
  Stage stage;
  int type1, type2;
  Method method;
  int most;          // contacts a pair may have
  long number;       // of the pair at hand
  const Pair* pair;  // it, NULL: not made yet
  int thorough;      // ask again with more iterations where they ran out
  int verbose;       // print poses with violations
  long touching, violations;
  long found;       // violations of the pair at hand
  char first[256];  // of them
  long known[NKNOWN];
} Run;

__attribute__((format(printf, 2, 3))) void violated(Run* run, const char* text, ...);

// What holds of every list of contacts.
void check_contacts(Run* run, const mjContact* con, int n, double margin);

// After stage_exchange, of shapes whose types are ordered: are its contacts the very same ones?
int same_exchanged(const Run* run, const mjContact* con, int n, int count);

const mjContact* deepest(const mjContact* con, int n);

// Turn and shift both shapes; the second alone and little. Returns how far its points may have
// moved.
void rigid_motion(Pair* p, Random* r);
double small_motion(Pair* p, Random* r);

// The properties of mj_geomDistance, of a pair whose distance is at least `low`.
void check_distances(Run* run, const Pair* p, double low, Random* r);

// Of so many pairs of two types, how often may this class be met? And its name.
double quota_of(int type1, int type2, Known known, long npair);
const char* name_of_known(Known known);

// All properties of one pair.
void check_convex_pair(Run* run, Random* r);
void check_box_pair(Run* run, Random* r);
void check_field_pair(Run* run, Random* r);
void check_signed_pair(Run* run, Random* r);

#endif  // TESTS_COLLISION_PROPERTIES_H_
