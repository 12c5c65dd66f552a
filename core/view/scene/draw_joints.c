// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Joints.

#include "core/view/scene/draw.h"

static mjvGeom* draw_joint(const Drawing* dr, int joint, mjtNum length, mjtNum width,
                           const float rgba[4]) {
  const mjtNum* anchor = dr->d->xanchor + 3 * joint;
  const mjtNum size[3] = {0.3 * length, 0.3 * length, 0.3 * length};
  const int type = dr->m->jnt_type[joint];
  if (type == mjJNT_FREE || type == mjJNT_BALL)
    return draw_decor(dr, type == mjJNT_FREE ? mjGEOM_BOX : mjGEOM_SPHERE, mjOBJ_JOINT, joint, size,
                      anchor, dr->d->xmat + 9 * dr->m->jnt_bodyid[joint], rgba);
  mjtNum end[3];
  fc_addScl3(end, anchor, dr->d->xaxis + 3 * joint, length);
  return draw_link(dr, type == mjJNT_SLIDE ? mjGEOM_ARROW : mjGEOM_ARROW1, mjCAT_DECOR, mjOBJ_JOINT,
                   joint, width, anchor, end, rgba);
}

void draw_joints(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjtNum length = m->vis.scale.jointlength * dr->size,
               width = m->vis.scale.jointwidth * dr->size;
  mj_markStack(dr->d);
  const mjtNum* impedance = limit_impedances(dr, mjCNSTR_LIMIT_JOINT, (int)m->njnt);
  for (int i = 0; i < m->njnt; i++) {
    if (!group_is_shown(dr->opt->jointgroup, m->jnt_group[i]))
      continue;

    float rgba[4];
    copy_float(rgba, m->vis.rgba.joint, 3);
    rgba[3] = 1;
    set_limit_color(dr, rgba, impedance[i]);
    mjvGeom* geom = draw_joint(dr, i, length, width, rgba);
    if (geom && dr->opt->label == mjLABEL_JOINT)
      set_label(dr, geom, mjOBJ_JOINT, i);
  }
  mj_freeStack(dr->d);
}
