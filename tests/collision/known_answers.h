// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Poses with answers that are known and not right: those of the reference implementation, verified
// with it, which stay ours. check_properties.c counts such answers by class; here each class has a
// few poses with the answer, the right one, and the reason for the difference. The test fails when
// an answer changes, and when it is right.

#ifndef TESTS_COLLISION_KNOWN_ANSWERS_H_
#define TESTS_COLLISION_KNOWN_ANSWERS_H_

#include "properties.h"

// A geom. The quaternion has any length; none is the unit rotation. Meshes and fields have a number
// in the store of the scene (properties_pairs.c) instead of sizes.
typedef struct Body_ {
  int type, id;
  double size[3], pos[3], quat[4];
} Body;

// What is asked: the contacts (mjCOLLISIONFUNC), those that the first descent alone finds
// (sdf_initpoints 1), or mj_geomDistance.
typedef enum Ask_ { CONTACTS, FIRST_DESCENT, DISTANCE } Ask;

// What is wrong with the deepest contact, or the distance.
typedef enum Fault_ {
  TOO_DEEP,
  TOO_SHALLOW,
  NO_CONTACT,       // there is none, although the shapes are within the margin
  WITNESS_OUTSIDE,  // a point that it is measured between is outside of its shape
  WITNESS_APART,    // the points are not at that distance
  NORMAL_BACK,      // the normal points from the second shape to the first
  OTHER_MOVED       // number, distance or normal change when both shapes are moved together
} Fault;

typedef struct Answer_ {
  const char* what;
  Body a, b;
  double margin;
  Ask ask;
  int n;  // contacts
  double dist, normal[3];
  Fault fault;
  double ideal;     // right distance; OTHER_MOVED: that of the moved shapes
  int prism;        // height field: the prism it is measured to
  double moved[4];  // OTHER_MOVED: by this quaternion
  int moved_n;      // and then there are so many contacts
} Answer;

extern const Answer convex_answers[], form_answers[], field_answers[];
extern const int nconvex_answer, nform_answer, nfield_answer;

#endif  // TESTS_COLLISION_KNOWN_ANSWERS_H_
