// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Two fields A and B overlap where both are negative. From points spread over the intersection of
// their boxes (a Halton sequence, so the same ones every time), descend on
//
//   A + B + |max(A, B)|
//
// and then take one step on max(A, B), whose value is the distance. The normal is that of the
// surface where both fields are equal.

#include <fulcrum/field.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "collision/sdf/descent.h"
#include "collision/sdf/field.h"

#define FIRST_STEP 2.0  // twice the longest step
#define LAST_STEP 1e-4
#define ENOUGH 0.1  // fraction of the decrease that the gradient predicts

// Gradient descent with steps halved until they improve enough. Moves x and returns the value
// there; a large number when the gradient is not finite.
static mjtNum descent(mjtNum x[3], const mjModel* m, const mjData* d, const mjSDF* s,
                      FcFieldPlace* place, int steps) {
  mjtNum value = 0;
  for (int i = 0; i < steps; i++) {
    mjtNum gradient[3], start[3];
    fc_fieldGradient(m, d, s, place, gradient, x);
    for (int k = 0; k < 3; k++)
      if (fc_isBad(gradient[k]))
        return mjMAXVAL;
    mjtNum before = i ? value : fc_fieldDistance(m, d, s, place, x), step = FIRST_STEP;
    mjtNum wanted = -ENOUGH * step * fc_dot3(gradient, gradient);
    fc_copy3(start, x);
    do {
      step /= 2;
      wanted /= 2;
      fc_addScl3(x, start, gradient, -step);
      value = fc_fieldDistance(m, d, s, place, x);
    } while (step > LAST_STEP && value - before > wanted);
    if (before < value)
      break;
  }
  return value;
}

// Intersection of the boxes of geom 1 and geom 2, in the frame of geom 1. Returns 0 when it is
// empty.
static int common_box(mjtNum lower[3], mjtNum upper[3], const mjModel* m, int g1, int g2,
                      const Pose* pose) {
  const mjtNum *box1 = m->geom_aabb + 6 * g1, *box2 = m->geom_aabb + 6 * g2;
  mjtNum lo[3] = {mjMAXVAL, mjMAXVAL, mjMAXVAL}, hi[3] = {-mjMAXVAL, -mjMAXVAL, -mjMAXVAL};
  for (int i = 0; i < 8; i++) {
    mjtNum corner[3], y[3];
    for (int k = 0; k < 3; k++)
      corner[k] = box2[k] + (i & (1 << k) ? box2[3 + k] : -box2[3 + k]);
    pose_apply(y, pose, corner);
    for (int k = 0; k < 3; k++) {
      lo[k] = fc_min(lo[k], y[k]);
      hi[k] = fc_max(hi[k], y[k]);
    }
  }
  for (int k = 0; k < 3; k++) {
    lower[k] = fc_max(lo[k], box1[k] - box1[3 + k]);
    upper[k] = fc_min(hi[k], box1[k] + box1[3 + k]);
    if (upper[k] < lower[k])
      return 0;
  }
  return 1;
}

int descend(FcContactPoint* con, const FcContext* ctx, const FcCandidate* pair) {
  const mjModel* m = ctx->m;
  mjData* d = ctx->d;
  int g1 = pair->geom[0], g2 = pair->geom[1];
  Shape s1 = shape_of(m, g1), s2 = shape_of(m, g2);
  Pose to1 = pose_between(d, g1, g2), to2 = pose_between(d, g2, g1), own = pose_between(d, g1, g1);
  mjtNum lower[3], upper[3];
  if (!common_box(lower, upper, m, g1, g2, &to1))
    return 0;

  // the field of geom 2 comes first, and everything happens in its frame
  const mjpPlugin* plugin[2] = {s2.plugin, s1.plugin};
  int id[2] = {s2.id, s1.id};
  mjtGeom type[2] = {s2.type, s1.type};
  mjSDF both = {plugin, id, mjSDFTYPE_COLLISION, to1.shift, to1.turn, type};
  if (s2.plugin && s2.plugin->reset)
    s2.plugin->reset(m, d->plugin_state + m->plugin_stateadr[s2.id], (void*)d->plugin_data[s2.id],
                     s2.id);

  const Halton* halton = halton_of(ctx);
  FcFieldPlace place = {.size = sizeof place};
  mjtNum accepted[mjMAXCONPAIR][3];
  int n = 0;
  for (int j = 0; j < m->opt.sdf_initpoints; j++) {
    mjtNum x[3], start[3], normal[3];
    halton_point(start, halton, j);

    // the pose of geom 1 in its own frame is the identity up to rounding, which decides between
    // start points that lead to different minima
    for (int k = 0; k < 3; k++)
      start[k] = lower[k] + (upper[k] - lower[k]) * start[k];
    pose_apply(start, &own, start);
    pose_apply(x, &to2, start);
    if (s2.plugin && s2.plugin->compute)
      s2.plugin->compute(m, d, s2.id, mjPLUGIN_SDF);
    place.known = 0;
    both.type = mjSDFTYPE_COLLISION;
    descent(x, m, d, &both, &place, m->opt.sdf_iterations);
    both.type = mjSDFTYPE_INTERSECTION;
    mjtNum dist = descent(x, m, d, &both, &place, 1);
    if (dist > 0 || !is_new(n, accepted, x))
      continue;
    both.type = mjSDFTYPE_MIDSURFACE;
    fc_fieldGradient(m, d, &both, &place, normal, x);
    fc_scl3(normal, normal, -1);
    if (n == mjMAXCONPAIR)
      return fc_fail("geoms %d and %d: too many contact points, more than %d of %d sdf_initpoints",
                     g1, g2, mjMAXCONPAIR, m->opt.sdf_initpoints);
    n = add_contact(con, n, accepted, d, g2, x, dist, normal);
  }
  return n;
}
