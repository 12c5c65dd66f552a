// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Properties of objects that several sensors need.

#include <math.h>

#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

int fc_objectFrame(const mjModel* m, const mjData* d, int objtype, int id, const mjtNum** pos,
                   const mjtNum** mat) {
  switch (objtype) {
    case mjOBJ_BODY:
      *pos = d->xipos + 3 * id;
      *mat = d->ximat + 9 * id;
      return id;
    case mjOBJ_XBODY:
      *pos = d->xpos + 3 * id;
      *mat = d->xmat + 9 * id;
      return id;
    case mjOBJ_GEOM:
      *pos = d->geom_xpos + 3 * id;
      *mat = d->geom_xmat + 9 * id;
      return m->geom_bodyid[id];
    case mjOBJ_SITE:
      *pos = d->site_xpos + 3 * id;
      *mat = d->site_xmat + 9 * id;
      return m->site_bodyid[id];
    case mjOBJ_CAMERA:
      *pos = d->cam_xpos + 3 * id;
      *mat = d->cam_xmat + 9 * id;
      return m->cam_bodyid[id];
    default: return -1;
  }
}

int fc_insideSite(const mjModel* m, const mjData* d, int site, const mjtNum point[3]) {
  const mjtNum* size = m->site_size + 3 * site;
  mjtNum offset[3], x[3];
  fc_sub3(offset, point, d->site_xpos + 3 * site);
  fc_mulMatTVec3(x, d->site_xmat + 9 * site, offset);
  const mjtNum radial = x[0] * x[0] + x[1] * x[1];
  switch (m->site_type[site]) {
    case mjGEOM_PLANE: return x[2] < 0;
    case mjGEOM_SPHERE: return radial + x[2] * x[2] < size[0] * size[0];
    case mjGEOM_CAPSULE: {
      // distance to the nearest point of the axis
      const mjtNum beyond = x[2] - mju_clip(x[2], -size[1], size[1]);
      return radial + beyond * beyond < size[0] * size[0];
    }
    case mjGEOM_ELLIPSOID: {
      const mjtNum u[3] = {x[0] / size[0], x[1] / size[1], x[2] / size[2]};
      return fc_dot3(u, u) < 1;
    }
    case mjGEOM_CYLINDER: return fabs(x[2]) < size[1] && radial < size[0] * size[0];
    case mjGEOM_BOX: return fabs(x[0]) < size[0] && fabs(x[1]) < size[1] && fabs(x[2]) < size[2];
    default: return 0;
  }
}
