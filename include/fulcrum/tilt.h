// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Several contacts from a collider that finds one: the flag multiccd for shapes without faces of
// their own to clip. Both geoms are tilted by a small angle about the contact, in opposite senses,
// about two axes and both ways, and collide again; what that yields at other places joins the
// contact.

#ifndef FULCRUM_TILT_H_
#define FULCRUM_TILT_H_

#include <fulcrum/collider.h>
#include <fulcrum/math.h>

enum { FC_MAX_TILTED = 5 };  // contacts, with the one to begin with

#define FC_TILT 1e-3         // angle, rad
#define FC_TILT_SPREAD 1e-3  // contacts nearer than this fraction of the smaller geom are one

// The two geoms of a contact, as the collider has them: it reads their poses from here.
typedef struct FcTilted_ {
  mjtNum *pos[2], *mat[2];
  mjtNum spread;                                    // of fc_tiltSpread
  int (*collide)(void* task, FcContactPoint* con);  // writes one contact and returns 1, or 0
  void* task;
} FcTilted;

// How far apart contacts of two geoms must be; -1: these are not tilted.
static inline mjtNum fc_tiltSpread(const mjModel* m, const int geom[2]) {
  if (!(m->opt.enableflags & mjENBL_MULTICCD))
    return -1;
  for (int k = 0; k < 2; k++) {
    int type = m->geom_type[geom[k]];
    if (type == mjGEOM_SPHERE || type == mjGEOM_ELLIPSOID)
      return -1;
  }
  return FC_TILT_SPREAD * fc_min(m->geom_rbound[geom[0]], m->geom_rbound[geom[1]]);
}

// Turn a pose about a point.
static inline void fc_turnAbout(mjtNum pos[3], mjtNum mat[9], const mjtNum point[3],
                                const mjtNum turn[9]) {
  mjtNum arm[3], turned[3];
  fc_sub3(arm, pos, point);
  fc_mulMatVec3(turned, turn, arm);
  fc_subFrom3(turned, arm);
  fc_addTo3(pos, turned);
  fc_mulMat3(mat, turn, mat);
}

// Add to con[0], which the geoms have where they are; returns how many contacts there are then. The
// poses are left tilted.
static inline int fc_addTilted(FcContactPoint con[FC_MAX_TILTED], const FcTilted* t) {
  mjtNum pos[2][3], mat[2][9], axis[2][3] = {{0}}, n[3];
  for (int g = 0; g < 2; g++) {
    fc_copy3(pos[g], t->pos[g]);
    fc_copy9(mat[g], t->mat[g]);
  }

  // the tangents that the frame of the contact will have
  fc_copy3(n, con[0].normal);
  fc_normalize3(n);
  axis[0][n[1] > -0.5 && n[1] < 0.5 ? 1 : 2] = 1;
  fc_addToScl3(axis[0], n, -fc_dot3(n, axis[0]));
  fc_normalize3(axis[0]);
  fc_cross(axis[1], n, axis[0]);

  int count = 1;
  for (int k = 0; k < 4; k++) {
    mjtNum quat[4], turn[2][9];
    fc_axisAngle2Quat(quat, axis[k / 2], k & 1 ? FC_TILT : -FC_TILT);
    fc_quat2Mat(turn[0], quat);
    fc_transpose3(turn[1], turn[0]);
    for (int g = 0; g < 2; g++) {
      fc_copy3(t->pos[g], pos[g]);
      fc_copy9(t->mat[g], mat[g]);
      fc_turnAbout(t->pos[g], t->mat[g], con[0].pos, turn[g]);
    }
    if (!t->collide(t->task, con + count))
      continue;
    int fresh = 1;
    for (int i = 0; i < count; i++)
      fresh &= fc_dist3(con[count].pos, con[i].pos) > t->spread;
    if (fresh)
      con[count++].dist = con[0].dist;
  }
  return count;
}

#endif  // FULCRUM_TILT_H_
