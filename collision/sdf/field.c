// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "collision/sdf/field.h"

static void compute_point(mjtNum point[3], int index) {
  static const int base[3] = {2, 3, 5};
  for (int k = 0; k < 3; k++)
    point[k] = mju_Halton(index, base[k]);
}

const Halton* halton_of(const FcContext* ctx) {
  Halton* halton = ctx->memory;
  for (int i = 0; i < HALTON_ROOM && !halton->made; i++)
    compute_point(halton->point[i], i);
  halton->made = 1;
  return halton;
}

void halton_point(mjtNum point[3], const Halton* halton, int index) {
  if (index < HALTON_ROOM)
    fc_copy3(point, halton->point[index]);
  else
    compute_point(point, index);
}

Shape shape_of(const mjModel* m, int geom) {
  Shape s = {.type = m->geom_type[geom], .id = geom};
  if (s.type != mjGEOM_SDF)
    return s;
  s.id = m->geom_dataid[geom];
  if (m->geom_plugin[geom] >= 0) {
    s.plugin = mjc_getSDF(m, geom);
    s.id = m->geom_plugin[geom];
  }
  return s;
}

Pose pose_between(const mjData* d, int outer, int inner) {
  mjtNum quat1[4], quat2[4], shift[3], quat[4];
  Pose pose;
  mju_mat2Quat(quat1, d->geom_xmat + 9 * outer);
  mju_mat2Quat(quat2, d->geom_xmat + 9 * inner);
  mju_negPose(shift, quat, d->geom_xpos + 3 * outer, quat1);
  mju_mulPose(pose.shift, quat1, shift, quat, d->geom_xpos + 3 * inner, quat2);
  mju_quat2Mat(pose.turn, quat1);
  return pose;
}

Pose pose_in(const mjData* d, int geom) {
  mjtNum quat[4], inverse[4];
  Pose pose;
  mju_mat2Quat(quat, d->geom_xmat + 9 * geom);
  mju_negPose(pose.shift, inverse, d->geom_xpos + 3 * geom, quat);
  mju_quat2Mat(pose.turn, inverse);
  return pose;
}

int is_new(int n, mjtNum accepted[][3], const mjtNum x[3]) {
  for (int i = 0; i < n; i++)
    if (fc_dist3(x, accepted[i]) < mjMINVAL)
      return 0;
  return 1;
}

int add_contact(FcContactPoint* con, int n, mjtNum accepted[][3], const mjData* d, int geom,
                const mjtNum x[3], mjtNum dist, const mjtNum into[3]) {
  mjtNum normal[3], quat[4];
  fc_copy3(normal, into);
  if (!(fc_normalize3(normal) >= mjMINVAL))
    return n;  // or not a number

  // through a unit quaternion, like the poses: the frames of meshes are orthonormal only to 1e-14
  mju_mat2Quat(quat, d->geom_xmat + 9 * geom);
  FcContactPoint* c = con + n;
  c->dist = dist;
  fc_rotVecQuat(c->normal, normal, quat);
  fc_normalize3(c->normal);
  fc_rotVecQuat(c->pos, x, quat);
  fc_addTo3(c->pos, d->geom_xpos + 3 * geom);
  fc_addToScl3(c->pos, c->normal, -dist / 2);

  // the tangent that the host would choose; given here, it is made orthogonal twice
  mjtNum* tangent = c->tangent;
  fc_zero3(tangent);
  tangent[c->normal[1] > -0.5 && c->normal[1] < 0.5 ? 1 : 2] = 1;
  fc_addToScl3(tangent, c->normal, -fc_dot3(c->normal, tangent));
  fc_normalize3(tangent);
  fc_copy3(accepted[n], x);
  return n + 1;
}
