// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Lengths and moments of tendons and actuators. Include after model.h.

#ifndef FULCRUM_LANES_TENDON_H_
#define FULCRUM_LANES_TENDON_H_

#include <fulcrum/lanes/spatial.h>

// one coordinate of a fixed tendon
LANE_INLINE void tendon_joint(num* length, num* J, num coefficient, num qpos) {
  *length = *length + coefficient * qpos;
  *J = *J + coefficient;
}

// length of a straight segment, and its direction
LANE_INLINE void tendon_segment(num* length, num* direction, const num* from, const num* to,
                                num divisor) {
  subtract(direction, to, from);
  *length = *length + normalize3(direction) / divisor;
  LANE_EACH(k, 3) direction[k] = direction[k] / divisor;
}

// what a dof contributes to the velocity of a point along a direction
LANE_INLINE num dof_along(Sim* s, const int dof, const int root, const num* point,
                          const num* direction) {
  num arm[3], v[3];
  subtract(arm, point, s->subtree_com + 3 * root);
  cross(v, s->cdof + 6 * dof, arm);
  add_to(v, s->cdof + 6 * dof + 3, 3);
  return dot3(v, direction);
}

// ---------------------------------------------------------------- transmissions

LANE_INLINE void scalar_transmission(num* length, num* moment, num gear, num qpos) {
  *length = gear * qpos;
  *moment = gear;
}

LANE_INLINE void rotational_gear(num* moment, const num* gear, const num* quat,
                                 const int in_parent) {
  num back[4];
  quat_conjugate(back, quat);
  if (in_parent)
    quat_rotate(moment, gear, back);
  else
    copy(moment, gear, 3);
}

LANE_INLINE void ball_transmission(num* length, num* moment, const num* gear, const num* qpos,
                                   const int in_parent) {
  num quat[4], rotation[3];
  copy(quat, qpos, 4);
  quat_normalize(quat);
  quat_to_vector(rotation, quat);
  rotational_gear(moment, gear, quat, in_parent);
  *length = dot3(rotation, moment);
}

LANE_INLINE void free_transmission(num* length, num* moment, const num* gear, const num* qpos,
                                   const int in_parent) {
  num quat[4];
  copy(quat, qpos + 3, 4);
  quat_normalize(quat);
  copy(moment, gear, 3);
  rotational_gear(moment + 3, gear + 3, quat, in_parent);
  *length = num_of(0);
}

// a slider of which a rod holds the crank; derivatives of its length by the vector from slider to
// crank, and by the axis
LANE_INLINE num slider_crank(num* dldv, num* dlda, const num* xcrank, const num* xslider,
                             const num* slider_mat, num rod) {
  num v[3], a[3] = {slider_mat[2], slider_mat[5], slider_mat[8]};
  subtract(v, xcrank, xslider);
  const num av = dot3(a, v), det = av * av + rod * rod - dot3(v, v);
  const mask apart = at_most(det, num_of(0));
  const num root = num_sqrt(num_select(apart, num_of(1), det)), scale = num_of(1) - av / root,
            inverse = num_of(1) / root;
  LANE_EACH(k, 3) {
    dlda[k] = num_select(apart, v[k], v[k] * scale);
    dldv[k] = num_select(apart, a[k], a[k] * scale + v[k] * inverse);
  }
  return num_select(apart, av, av - root);
}

// moment of a dof that carries the crank, the slider, or both
LANE_INLINE num crank_moment(Sim* s, const int dof, const int crank_root, const int slider_root,
                             const num* xcrank, const num* xslider, const num* slider_mat,
                             const num* dldv, const num* dlda) {
  num sum = num_of(0);
  if (crank_root >= 0)
    sum = dof_along(s, dof, crank_root, xcrank, dldv);
  if (slider_root >= 0) {
    num a[3] = {slider_mat[2], slider_mat[5], slider_mat[8]}, turned[3];
    cross(turned, s->cdof + 6 * dof, a);
    sum = sum - dof_along(s, dof, slider_root, xslider, dldv) + dot3(dlda, turned);
  }
  return sum;
}

#endif  // FULCRUM_LANES_TENDON_H_
