// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// How often each class of known answers may be met, for every two types: about as often as it was
// met. What is not listed was never met, and may not be met by as many pairs again.
// What most poses of two types meet is no class, but a property that reads otherwise
// (properties_fields.c).
//
// The numbers are those of `check_properties 100000 "" FIRST` for FIRST = 0, 1000000 and 2000000
// together. After a change that explains it they are measured again.

#include "properties.h"

enum { MEASURED = 300000 };

#define RARE 3.  // what a Poisson process may have met without being seen, with 95 percent

static const struct {
  int type1, type2;
  int met[NKNOWN];
} pairs[] = {
    {mjGEOM_HFIELD, mjGEOM_SPHERE, {[WRONG_START] = 36, [OUT_OF_ITERATIONS] = 823}},
    {mjGEOM_HFIELD, mjGEOM_CAPSULE, {[WRONG_START] = 37, [OUT_OF_ITERATIONS] = 636}},
    {mjGEOM_HFIELD, mjGEOM_ELLIPSOID, {[WRONG_START] = 1198, [OUT_OF_ITERATIONS] = 417}},
    {mjGEOM_HFIELD, mjGEOM_CYLINDER, {[WRONG_START] = 1715, [OUT_OF_ITERATIONS] = 50}},
    {mjGEOM_HFIELD, mjGEOM_BOX, {[WRONG_START] = 42}},
    {mjGEOM_HFIELD, mjGEOM_MESH, {[WRONG_START] = 17}},
    {mjGEOM_SPHERE,
     mjGEOM_ELLIPSOID,
     {[TOUCHING] = 16093,
      [FLAT_TETRAHEDRON] = 8,
      [LOST_WITNESS] = 1193,
      [OUT_OF_ITERATIONS] = 15450}},
    {mjGEOM_SPHERE,
     mjGEOM_MESH,
     {[TOUCHING] = 26615, [LOST_WITNESS] = 1120, [OUT_OF_ITERATIONS] = 8129}},
    {mjGEOM_SPHERE, mjGEOM_SDF, {[ANOTHER_DESCENT] = 3, [LOST_DESCENT] = 997}},
    {mjGEOM_CAPSULE, mjGEOM_CAPSULE, {[PARALLEL_CAPSULES] = 158}},
    {mjGEOM_CAPSULE,
     mjGEOM_ELLIPSOID,
     {[TOUCHING] = 14537,
      [FLAT_TETRAHEDRON] = 6,
      [LOST_WITNESS] = 973,
      [OUT_OF_ITERATIONS] = 9803}},
    {mjGEOM_CAPSULE,
     mjGEOM_CYLINDER,
     {[TOUCHING] = 14934,
      [FLAT_TETRAHEDRON] = 38,
      [LOST_WITNESS] = 614,
      [OUT_OF_ITERATIONS] = 3288}},
    {mjGEOM_CAPSULE,
     mjGEOM_BOX,
     {[AXIS_LOST_IN_BOX] = 166, [CAPSULE_FAR_FROM_BOX] = 44, [TINY] = 1}},
    {mjGEOM_CAPSULE,
     mjGEOM_MESH,
     {[TOUCHING] = 26157, [LOST_WITNESS] = 2656, [OUT_OF_ITERATIONS] = 6195}},
    {mjGEOM_CAPSULE,
     mjGEOM_SDF,
     {[ANOTHER_DESCENT] = 10, [NO_NORMAL] = 191, [LOST_DESCENT] = 2398}},
    {mjGEOM_ELLIPSOID,
     mjGEOM_ELLIPSOID,
     {[TOUCHING] = 42492,
      [WRONG_START] = 74,
      [FLAT_TETRAHEDRON] = 2515,
      [LOST_WITNESS] = 4709,
      [OUT_OF_ITERATIONS] = 10331}},
    {mjGEOM_ELLIPSOID,
     mjGEOM_CYLINDER,
     {[TOUCHING] = 46393,
      [WRONG_START] = 58,
      [FLAT_TETRAHEDRON] = 3003,
      [LOST_WITNESS] = 1528,
      [OUT_OF_ITERATIONS] = 2687}},
    {mjGEOM_ELLIPSOID,
     mjGEOM_BOX,
     {[TOUCHING] = 46062,
      [WRONG_START] = 88,
      [FLAT_TETRAHEDRON] = 3125,
      [LOST_WITNESS] = 596,
      [OUT_OF_ITERATIONS] = 3866}},
    {mjGEOM_ELLIPSOID,
     mjGEOM_MESH,
     {[TOUCHING] = 44863,
      [WRONG_START] = 91,
      [FLAT_TETRAHEDRON] = 2703,
      [LOST_WITNESS] = 358,
      [OUT_OF_ITERATIONS] = 3511}},
    {mjGEOM_ELLIPSOID,
     mjGEOM_SDF,
     {[ANOTHER_DESCENT] = 585, [NO_NORMAL] = 4, [LOST_DESCENT] = 7627}},
    {mjGEOM_CYLINDER,
     mjGEOM_CYLINDER,
     {[TOUCHING] = 45754,
      [WRONG_START] = 107,
      [FLAT_TETRAHEDRON] = 3571,
      [LOST_WITNESS] = 2561,
      [EARLY_STOP] = 4,
      [OUT_OF_ITERATIONS] = 1158}},
    {mjGEOM_CYLINDER,
     mjGEOM_BOX,
     {[TOUCHING] = 37902,
      [WRONG_START] = 111,
      [FLAT_TETRAHEDRON] = 20146,
      [LOST_WITNESS] = 3,
      [BESIDE_FACES] = 177,
      [EARLY_STOP] = 17,
      [OUT_OF_ITERATIONS] = 2330}},
    {mjGEOM_CYLINDER,
     mjGEOM_MESH,
     {[TOUCHING] = 32949,
      [WRONG_START] = 107,
      [FLAT_TETRAHEDRON] = 19808,
      [LOST_WITNESS] = 64,
      [BESIDE_FACES] = 85,
      [EARLY_STOP] = 36,
      [OUT_OF_ITERATIONS] = 2260}},
    {mjGEOM_CYLINDER,
     mjGEOM_SDF,
     {[ANOTHER_DESCENT] = 1989, [NO_NORMAL] = 731, [LOST_DESCENT] = 1570}},
    {mjGEOM_BOX,
     mjGEOM_BOX,
     {[TOUCHING] = 45564,
      [FLAT_TETRAHEDRON] = 14838,
      [LOST_WITNESS] = 5440,
      [BESIDE_FACES] = 11,
      [EARLY_STOP] = 175,
      [EDGE_DEPTH] = 33695,
      [CULLED] = 2926,
      [ALL_CULLED] = 3766,
      [ANOTHER_COUNT] = 6865}},
    {mjGEOM_BOX,
     mjGEOM_MESH,
     {[TOUCHING] = 41049,
      [WRONG_START] = 19,
      [FLAT_TETRAHEDRON] = 13544,
      [LOST_WITNESS] = 5234,
      [BESIDE_FACES] = 1280,
      [EARLY_STOP] = 133,
      [OUT_OF_ITERATIONS] = 3904}},
    {mjGEOM_BOX, mjGEOM_SDF, {[NO_NORMAL] = 1160, [LOST_DESCENT] = 2029}},
    {mjGEOM_MESH,
     mjGEOM_MESH,
     {[TOUCHING] = 37860,
      [WRONG_START] = 15,
      [FLAT_TETRAHEDRON] = 12846,
      [LOST_WITNESS] = 2212,
      [BESIDE_FACES] = 748,
      [EARLY_STOP] = 109,
      [OUT_OF_ITERATIONS] = 4581}},
    {mjGEOM_MESH, mjGEOM_SDF, {[ANOTHER_DESCENT] = 2322, [LOST_DESCENT] = 3}},
    {mjGEOM_SDF, mjGEOM_SDF, {[ANOTHER_DESCENT] = 321, [LOST_DESCENT] = 809}},
};

static const char* const names[NKNOWN] = {
    [TOUCHING] = "touching",
    [WRONG_START] = "wrong start",
    [FLAT_TETRAHEDRON] = "flat tetrahedron",
    [LOST_WITNESS] = "lost witness",
    [BESIDE_FACES] = "beside faces",
    [EARLY_STOP] = "early stop",
    [OUT_OF_ITERATIONS] = "out of iterations",
    [PARALLEL_CAPSULES] = "parallel capsules",
    [AXIS_LOST_IN_BOX] = "axis lost in box",
    [CAPSULE_FAR_FROM_BOX] = "capsule far from box",
    [TINY] = "tiny",
    [EDGE_DEPTH] = "edge depth",
    [CULLED] = "culled",
    [ALL_CULLED] = "all culled",
    [ANOTHER_COUNT] = "another count",
    [ANOTHER_DESCENT] = "another descent",
    [NO_NORMAL] = "no normal",
    [LOST_DESCENT] = "lost descent",
};

const char* name_of_known(Known known) { return names[known]; }

// Events come in clumps, because a pair is measured in several ways and poses: that is what the
// quarter and four standard deviations of a Poisson process are for, and three for the rare ones.
double quota_of(int type1, int type2, Known known, long npair) {
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    if (pairs[i].type1 != type1 || pairs[i].type2 != type2 || !pairs[i].met[known])
      continue;
    double expected = (double)pairs[i].met[known] * (double)npair / MEASURED;
    return 1.25 * expected + 4 * sqrt(expected) + 3;
  }
  return npair > MEASURED ? RARE * (double)npair / MEASURED : 0;
}
