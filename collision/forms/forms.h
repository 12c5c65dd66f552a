// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contacts of spheres, capsules and boxes in closed form, and normals of round shapes, for the
// modules that need them: geoms, and elements of flexes that are capsules.

#ifndef COLLISION_FORMS_FORMS_H_
#define COLLISION_FORMS_FORMS_H_

#include <fulcrum/collider.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

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

// A shape that, if its type is round, has a distinct normal at every point of its surface.
typedef struct Surface_ {
  int type;  // mjtGeom; -1: not a geom
  const mjtNum* pos;
  const mjtNum* mat;
  const mjtNum* size;
} Surface;

// Replace the normal of a contact, from a to b, by that of the round surfaces at its position.
void correct_normal(mjtNum normal[3], const mjtNum pos[3], const Surface* a, const Surface* b);

#endif  // COLLISION_FORMS_FORMS_H_
