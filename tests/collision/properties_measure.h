// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A distance of two convex shapes as it was measured, by a contact or by mj_geomDistance, and what
// is known of the closed forms.

#ifndef TESTS_COLLISION_PROPERTIES_MEASURE_H_
#define TESTS_COLLISION_PROPERTIES_MEASURE_H_

#include "properties.h"

#define FAR_AWAY 1e3  // asked of mj_geomDistance

typedef struct Measure_ {
  double dist, normal[3], from[3], to[3];
  double margin;  // that the shapes were grown by, half each
  double base;    // length of the vector that became the normal
  const char* what;
} Measure;

// ---------------------------------------------------------------- properties_measure.c

Measure of_contact(const Run* run, const Pair* p, const mjContact* c, double margin);

// Distance as mj_geomDistance has it, in either order.
Measure of_distance(const Run* run, const Pair* p, int exchanged);

// Farthest that a witness point is outside of its (grown) shape.
double witness_outside(const Pair* p, const Measure* m);

// Error of the gap along the normal.
double rounding_of(const Pair* p, const Measure* m);

// Radius of a sphere or capsule, 0 of others.
double round_radius(const Shape* s);

// ---------------------------------------------------------------- properties_capsules.c

// What closed forms lose to rounding, beyond that of the coordinates: all, in the place where the
// axis of a capsule is nearest, and where it parts from an edge that counts as parallel.
double cancellation(const Pair* p, const Measure* m);
double slide(const Pair* p);
double parting(const Pair* p);

// Classes of poses, and what holds of contacts there.
int axis_in_box(const Pair* p);
void check_axis_in_box(Run* run, const Pair* p, const mjContact* con, int n);
int parallel_capsules(const Pair* p);
void check_parallel_capsules(Run* run, const Pair* p, const mjContact* con, int n);
int tiny_capsule_and_box(const Pair* p, const Measure* m);
int capsule_far_from_box(const Pair* p, const Measure* m);

#endif  // TESTS_COLLISION_PROPERTIES_MEASURE_H_
