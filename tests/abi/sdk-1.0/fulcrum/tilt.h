// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Several contacts from a collider that finds one: the flag multiccd for shapes without faces to
// clip. Both geoms are rotated about the contact point by a small angle, in opposite directions,
// about each of the two tangents and both ways, and collide again; contacts at other places are
// added to the first. The method and its angle are those of the documentation of the flag (MuJoCo,
// XML reference, option/flag multiccd).
//
// Lengths in m, global coordinates. The functions cannot fail. [thread of the data that is stepped;
// no heap]
//
// Since SDK 1.0.

#ifndef FULCRUM_TILT_H_
#define FULCRUM_TILT_H_

#include <fulcrum/collider.h>
#include <fulcrum/math.h>

enum { FC_MAX_TILTED = 5 };  // contacts at most: the first and one per rotation

// Angle of the rotations, rad.
#define FC_TILT 1e-3

// Contacts closer together than this fraction of the smaller bounding radius count as one.
#define FC_TILT_SPREAD 1e-3

// The two geoms of a contact. `collide` must read their poses through these pointers. The functions
// that take it are compiled into the module, so it never crosses the boundary.
typedef struct FcTilted_ {
  mjtNum *pos[2], *mat[2];                          // position (3), rotation matrix (9); modified
  mjtNum spread;                                    // result of fc_tiltSpread
  int (*collide)(void* task, FcContactPoint* con);  // writes one contact and returns 1; 0: none
  void* task;                                       // first argument of collide
} FcTilted;

// Minimum distance (m) at which contacts of the two geoms count as different; -1 when the geoms are
// not rotated because the flag is off, or because one of them is smooth and a rotation would find
// the same contact.
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

// Rotate a pose by the matrix turn about a point.
static inline void fc_turnAbout(mjtNum pos[3], mjtNum mat[9], const mjtNum point[3],
                                const mjtNum turn[9]) {
  mjtNum arm[3], turned[3];
  fc_sub3(arm, pos, point);
  fc_mulMatVec3(turned, turn, arm);
  fc_subFrom3(turned, arm);
  fc_addTo3(pos, turned);
  fc_mulMat3(mat, turn, mat);
}

// Add contacts to con[0], the contact at the current poses; returns the total number. All get the
// distance of con[0], because distances at rotated poses are changed by the rotation. The poses are
// left rotated; the caller restores them.
static inline int fc_addTilted(FcContactPoint con[FC_MAX_TILTED], const FcTilted* t) {
  mjtNum pos[2][3], mat[2][9], axis[2][3] = {{0}}, n[3];
  for (int g = 0; g < 2; g++) {
    fc_copy3(pos[g], t->pos[g]);
    fc_copy9(mat[g], t->mat[g]);
  }

  // tangents as in the contact frame that is made from the normal later
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
