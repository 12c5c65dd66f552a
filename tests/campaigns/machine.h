// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Random mechanisms for laws: trees of bodies with joints, springs and motors, and a state. One
// mechanism can be built in many worlds: turned, mirrored, in other units, with siblings in another
// order, or with a part that is attached from a second specification. What it does is measured in
// the units and axes of the plain world.

#ifndef TESTS_CAMPAIGNS_MACHINE_H_
#define TESTS_CAMPAIGNS_MACHINE_H_

#include <mujoco/mujoco.h>

enum { MOST_PARTS = 10 };

typedef struct Part_ {
  int parent;  // another part, -1: the world
  double pos[3], quat[4];
  int joint;  // mjtJoint, -1: none
  double axis[3], anchor[3], stiffness, damping, armature, reference;
  int shape;  // mjtGeom
  double size[3], center[3], turn[4], density;
  double q[7], v[6], force;  // of the joint; force of its motor
} Part;

typedef struct Machine_ {
  Part part[MOST_PARTS];
  int n;
  double gravity[3], timestep;
  int integrator;
  int touches;  // geoms collide
} Machine;

typedef struct World_ {
  double turn[4];  // of everything in the world
  int mirrored;    // at the plane y = 0, before it is turned
  double length, mass, time;
  int reversed;  // order of siblings
  int split;     // the part that is attached, 0: none
} World;

// Which freedom random_machine has.
typedef struct Kind_ {
  int free_root;     // one root with a free joint
  int conservative;  // no damping, no motors
  int rotors;        // armature
} Kind;

extern const World plain_world;
void random_machine(Machine* machine, Kind kind);
void random_world(World* world, const Machine* machine);

// The model, and data in the state of the machine.
mjModel* build(const Machine* machine, const World* world);
mjData* begin(const Machine* machine, const World* world, const mjModel* m);

// Accelerations of all parts, six numbers each, in the units and axes of the plain world.
void accelerations(const Machine* machine, const World* world, const mjModel* m, const mjData* d,
                   double* result);

#endif  // TESTS_CAMPAIGNS_MACHINE_H_
