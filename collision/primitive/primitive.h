// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef COLLISION_PRIMITIVE_PRIMITIVE_H_
#define COLLISION_PRIMITIVE_PRIMITIVE_H_

#include <fulcrum/collider.h>
#include <fulcrum/math.h>

// A geom: pose and sizes.
typedef struct Shape_ {
  const mjtNum* pos;
  const mjtNum* mat;
  const mjtNum* size;
} Shape;

// Each routine writes the contacts of two shapes and returns how many there are.
int sphere_sphere(FcContactPoint* con, const Shape* s1, const Shape* s2, mjtNum margin);
int sphere_capsule(FcContactPoint* con, const Shape* s1, const Shape* s2, mjtNum margin);
int sphere_cylinder(FcContactPoint* con, const Shape* s1, const Shape* s2, mjtNum margin);
int sphere_box(FcContactPoint* con, const Shape* s1, const Shape* s2, mjtNum margin);
int capsule_capsule(FcContactPoint* con, const Shape* s1, const Shape* s2, mjtNum margin);
int capsule_box(FcContactPoint* con, const Shape* s1, const Shape* s2, mjtNum margin);

// The same for spheres at given places. When the centres coincide the normal is perpendicular to
// the z axes of both shapes.
int spheres_at(FcContactPoint* con, const mjtNum center1[3], mjtNum radius1, const Shape* s1,
               const mjtNum center2[3], mjtNum radius2, const Shape* s2, mjtNum margin);

#endif  // COLLISION_PRIMITIVE_PRIMITIVE_H_
