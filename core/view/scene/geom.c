// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Functions for single abstract geoms.

#include <fulcrum/math.h>
#include <fulcrum/scene.h>

#include "core/view/scene/geom.h"

void mjv_initGeom(mjvGeom* geom, int type, const mjtNum* size, const mjtNum* pos, const mjtNum* mat,
                  const float* rgba) {
  static const mjtNum origin[3] = {0, 0, 0}, unturned[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  static const float grey[4] = {0.5f, 0.5f, 0.5f, 1};
  geom_clear(geom, type);
  geom_set_size(geom, size);
  copy_to_float(geom->pos, pos ? pos : origin, 3);
  copy_to_float(geom->mat, mat ? mat : unturned, 9);
  copy_float(geom->rgba, rgba ? rgba : grey, 4);
}

mjvGeom* fc_addGeom(mjvScene* scn, int type, int objid, const mjtNum size[3], const mjtNum pos[3],
                    const mjtNum mat[9], const float rgba[4]) {
  if (scn->ngeom >= scn->maxgeom) {
    scn->status = 1;
    return NULL;
  }
  mjvGeom* geom = scn->geoms + scn->ngeom;
  mjv_initGeom(geom, type, size, pos, mat, rgba);
  geom->objtype = mjOBJ_UNKNOWN;
  geom->objid = objid;
  geom->category = mjCAT_DECOR;
  geom->segid = scn->ngeom++;
  return geom;
}

void geom_connect(mjvGeom* geom, mjtNum width, const mjtNum from[3], const mjtNum to[3]) {
  mjtNum axis[3], quat[4], mat[9];
  fc_sub3(axis, to, from);
  const int centred = geom->type == mjGEOM_CAPSULE || geom->type == mjGEOM_CYLINDER;
  const mjtNum length = fc_norm3(axis);
  geom->size[0] = geom->size[1] = (float)width;
  geom->size[2] = (float)(centred ? length / 2 : length);
  for (int k = 0; k < 3; k++)
    geom->pos[k] = (float)(centred ? (from[k] + to[k]) / 2 : from[k]);
  mju_quatZ2Vec(quat, axis);
  fc_quat2Mat(mat, quat);
  copy_to_float(geom->mat, mat, 9);
}

void mjv_connector(mjvGeom* geom, int type, mjtNum width, const mjtNum* from, const mjtNum* to) {
  switch (type) {
    case mjGEOM_CAPSULE:
    case mjGEOM_CYLINDER:
    case mjGEOM_ARROW:
    case mjGEOM_ARROW1:
    case mjGEOM_ARROW2:
    case mjGEOM_LINE: break;
    default:
      mju_error(
          "mjv_connector: geom type %d cannot be a connector, expected a capsule, cylinder, arrow "
          "or line",
          type);
      return;
  }
  geom->type = type;
  geom_connect(geom, width, from, to);
}

void mjv_makeConnector(mjvGeom* geom, int type, mjtNum width, mjtNum a0, mjtNum a1, mjtNum a2,
                       mjtNum b0, mjtNum b1, mjtNum b2) {
  const mjtNum from[3] = {a0, a1, a2}, to[3] = {b0, b1, b2};
  mjv_connector(geom, type, width, from, to);
}
