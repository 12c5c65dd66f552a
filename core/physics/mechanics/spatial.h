// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Spatial algebra (<fulcrum/math_spatial.h>) in registers: a motion or force is a pair of packs,
// rotation first, of which three lanes are used.

#ifndef CORE_PHYSICS_MECHANICS_SPATIAL_H_
#define CORE_PHYSICS_MECHANICS_SPATIAL_H_

#include "core/foundation/math/four.h"

typedef struct Spatial_ {
  Four rot, lin;
} Spatial;

static inline void spatial_load(Spatial* res, const mjtNum vec[6]) {
  const Four last = *cfour(vec + 2);
  res->rot = *cfour(vec);
  res->lin = FOUR_LANES(last, 1, 2, 3, 0);
}

static inline void spatial_store(mjtNum res[6], const Spatial* vec) {
  *four(res) = vec->rot;
  store3(res + 3, &vec->lin);
}

// res += vec * scl
static inline void spatial_add_scaled(Spatial* res, const Spatial* vec, mjtNum scl) {
  res->rot += vec->rot * scl;
  res->lin += vec->lin * scl;
}

static inline void spatial_add(Spatial* res, const Spatial* vec) {
  res->rot += vec->rot;
  res->lin += vec->lin;
}

// vel x motion = (w x a, w x b + v x a)
static inline void spatial_cross_motion(Spatial* res, const Spatial* vel, const Spatial* motion) {
  Four moved;
  four_cross(&moved, &vel->lin, &motion->rot);
  four_cross(&res->lin, &vel->rot, &motion->lin);
  four_cross(&res->rot, &vel->rot, &motion->rot);
  res->lin += moved;
}

// res += vel x* force = (w x t + v x f, w x f)
static inline void spatial_add_cross_force(Spatial* res, const Spatial* vel, const Spatial* force) {
  Four torque, moment, rate;
  four_cross(&torque, &vel->rot, &force->rot);
  four_cross(&moment, &vel->lin, &force->lin);
  four_cross(&rate, &vel->rot, &force->lin);
  res->rot += torque + moment;
  res->lin += rate;
}

// A spatial inertia: columns of the rotational part; the products of mass and centre of mass that
// a translation contributes to the torque, with their signs, and a rotation to the force; mass.
typedef struct Inertia_ {
  Four column[3], torque[2], force[2];
  mjtNum mass;
} Inertia;

static inline void inertia_load(Inertia* res, const mjtNum inert[10]) {
  const Four a = *cfour(inert), b = *cfour(inert + 2), c = *cfour(inert + 6);
  res->column[0] = (Four){a[0], b[1], b[2], b[3]};
  res->column[1] = (Four){a[3], a[1], b[3], b[3]};
  res->column[2] = FOUR_LANES(b, 2, 3, 0, 1);
  res->torque[0] = FOUR_LANES(c, 2, 2, 1, 3) * (Four){-1, 1, -1, 0};
  res->torque[1] = FOUR_LANES(c, 1, 0, 0, 3) * (Four){1, -1, 1, 0};
  res->force[0] = FOUR_LANES(c, 2, 0, 1, 3);
  res->force[1] = FOUR_LANES(c, 1, 2, 0, 3);
  res->mass = inert[9];
}

// inertia times motion, a force; rounds like fc_mulInertVec
static inline void inertia_times(Spatial* res, const Inertia* inert, const Spatial* motion) {
  const Four w = motion->rot, v = motion->lin;
  res->rot = (((inert->column[0] * w[0] + inert->column[1] * w[1]) + inert->column[2] * w[2]) +
              inert->torque[0] * FOUR_LANES(v, 1, 0, 0, 3)) +
             inert->torque[1] * FOUR_LANES(v, 2, 2, 1, 3);
  res->lin =
      (inert->force[0] * FOUR_LANES(w, 1, 2, 0, 3) - inert->force[1] * FOUR_LANES(w, 2, 0, 1, 3)) +
      inert->mass * v;
}

#endif  // CORE_PHYSICS_MECHANICS_SPATIAL_H_
