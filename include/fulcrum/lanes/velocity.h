// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Velocities of bodies, passive forces, and the bias force. Include after model.h.

#ifndef FULCRUM_LANES_VELOCITY_H_
#define FULCRUM_LANES_VELOCITY_H_

#include <fulcrum/lanes/spatial.h>

// ---------------------------------------------------------------- velocities and rates of axes

// a hinge or slide of a body, the velocity of which is under way
LANE_INLINE void scalar_velocity(Sim* s, num* v, const int dof) {
  cross_motion(s->cdof_dot + 6 * dof, v, s->cdof + 6 * dof);
  add_scaled(v, s->cdof + 6 * dof, s->qvel[dof], 6);
}

LANE_INLINE void ball_velocity(Sim* s, num* v, const int dof) {
  LANE_EACH(k, 3) cross_motion(s->cdof_dot + 6 * (dof + k), v, s->cdof + 6 * (dof + k));
  LANE_EACH(k, 3) add_scaled(v, s->cdof + 6 * (dof + k), s->qvel[dof + k], 6);
}

LANE_INLINE void free_velocity(Sim* s, num* v, const int dof) {
  zero(s->cdof_dot + 6 * dof, 18);
  add_to(v + 3, s->qvel + dof, 3);
  ball_velocity(s, v, dof + 3);
}

// ---------------------------------------------------------------- forces on bodies

// qfrc += force and torque that act at a point of a body, of which `dof` is the last dof
static inline __attribute__((unused)) void apply_wrench(Sim* s, num* qfrc, int dof,
                                                        const int16_t* above, int root,
                                                        const num* point, const num* force,
                                                        const num* torque) {
  num arm[3], wrench[6];
  subtract(arm, point, s->subtree_com + 3 * root);
  cross(wrench, arm, force);
  add_to(wrench, torque, 3);
  copy(wrench + 3, force, 3);
  for (; dof >= 0; dof = above[dof])
    qfrc[dof] = qfrc[dof] + dot6(s->cdof + 6 * dof, wrench);
}

static inline __attribute__((unused)) void gravity_compensation(Sim* s, int body, int dof,
                                                                const int16_t* above, int root) {
  num lift[3], torque[3];
  if (!any(nonzero(s->body_gravcomp + body, 1)))
    return;
  zero(torque, 3);
  LANE_EACH(k, 3) lift[k] = s->opt_gravity[k] * (-s->body_mass[body] * s->body_gravcomp[body]);
  apply_wrench(s, s->qfrc_gravcomp, dof, above, root, s->xipos + 3 * body, lift, torque);
}

// drag of a box with the mass and inertia of a body
static inline __attribute__((unused)) void box_drag(Sim* s, int body, int dof, const int16_t* above,
                                                    int root) {
  const num pi = num_of((real)3.14159265358979323846), *I = s->body_inertia + 3 * body,
            mass = s->body_mass[body], *R = s->ximat + 9 * body;
  const mask immersed = at_most(num_of(LANE_MINVAL), mass);
  const num density = num_max(s->opt_density[0], num_of(0)),
            viscosity = num_max(s->opt_viscosity[0], num_of(0)),
            scale = num_of(6) / num_select(immersed, mass, num_of(1));
  num box[3], arm[3], v[3], w[3], vel[6], f[6], force[3], torque[3];
  LANE_EACH(k, 3)
  box[k] = num_sqrt(num_max(num_of(LANE_MINVAL), I[(k + 1) % 3] + I[(k + 2) % 3] - I[k]) * scale);

  // velocity relative to the medium, in the frame of the inertia
  copy(w, s->cvel + 6 * body, 3);
  subtract(arm, s->xipos + 3 * body, s->subtree_com + 3 * root);
  cross(v, w, arm);
  LANE_EACH(k, 3) v[k] = (v[k] + s->cvel[6 * body + 3 + k]) - s->opt_wind[k];
  mat_transposed_times(vel, R, w);
  mat_transposed_times(vel + 3, R, v);

  const num d = (box[0] + box[1] + box[2]) / num_of(3);
  LANE_EACH(i, 3) {
    const num bi = box[i], bj = box[(i + 1) % 3], bk = box[(i + 2) % 3];
    const num turn = bi * (bj * bj * bj * bj + bk * bk * bk * bk) / num_of(64);
    f[i] = -pi * d * d * d * viscosity * vel[i] - density * turn * num_abs(vel[i]) * vel[i];
    f[3 + i] = num_of(-3) * pi * d * viscosity * vel[3 + i] -
               num_of((real)0.5) * density * bj * bk * num_abs(vel[3 + i]) * vel[3 + i];
  }
  LANE_EACH(i, 6) f[i] = num_select(immersed, f[i], num_of(0));
  mat_times(torque, R, f);
  mat_times(force, R, f + 3);
  apply_wrench(s, s->qfrc_fluid, dof, above, root, s->xipos + 3 * body, force, torque);
}

// ---------------------------------------------------------------- springs

LANE_INLINE void rotational_spring(num* qfrc, const num* qpos, const num* rest, num stiffness) {
  num unit[4], dif[3];
  copy(unit, qpos, 4);
  quat_normalize(unit);
  quat_difference(dif, unit, rest);
  LANE_EACH(k, 3) {
    const num f = dif[k] * -stiffness;
    qfrc[k] = num_select(equal(stiffness, num_of(0)), qfrc[k], qfrc[k] + f);
  }
}
LANE_INLINE void scalar_spring(num* qfrc, num qpos, num rest, num stiffness) {
  *qfrc = *qfrc + (qpos - rest) * -stiffness;
}
static inline __attribute__((unused)) void free_spring(num* qfrc, const num* qpos, const num* rest,
                                                       num stiffness) {
  if (!any(nonzero(&stiffness, 1)))
    return;
  for (int k = 0; k < 3; k++)
    scalar_spring(qfrc + k, qpos[k], rest[k], stiffness);
  rotational_spring(qfrc + 3, qpos + 3, rest + 3, stiffness);
}
static inline __attribute__((unused)) void ball_spring(num* qfrc, const num* qpos, const num* rest,
                                                       num stiffness) {
  if (any(nonzero(&stiffness, 1)))
    rotational_spring(qfrc, qpos, rest, stiffness);
}
// no force inside the dead band
LANE_INLINE num tendon_spring(num length, const num* range, num stiffness) {
  const num target = num_select(less(range[1], length), range[1],
                                num_select(less(length, range[0]), range[0], length));
  return stiffness * (target - length);
}

// ---------------------------------------------------------------- Newton-Euler

// Acceleration of a body and the force that its motion needs; dofs begin ... begin + n - 1 have
// axes that move.
static inline __attribute__((unused)) void body_bias(Sim* s, num* acc, num* force,
                                                     const num* parent_acc, int body, int begin,
                                                     int n) {
  num momentum[6];
  copy(acc, parent_acc, 6);
  for (int k = begin; k < begin + n; k++)
    add_scaled(acc, s->cdof_dot + 6 * k, s->qvel[k], 6);
  inertia_times(force, s->cinert + 10 * body, acc);
  inertia_times(momentum, s->cinert + 10 * body, s->cvel + 6 * body);
  add_cross_force(force, s->cvel + 6 * body, momentum);
}

#endif  // FULCRUM_LANES_VELOCITY_H_
