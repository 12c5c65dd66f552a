// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The inertia that a body leaves to its parent when it becomes a frame.
//
// Masses add, the centre of mass is their mean, and the inertia about it is the sum of both, each
// rotated into the axes of the parent and moved by the parallel axis theorem:
//
//   I = sum R J R' + m (d'd 1 - d d'),   d from the common centre to that of the part
//
// It is stored as fullinertia. The parent's moments and axes are cleared, because a body has one or
// the other.

#include <math.h>
#include <string.h>

#include "core/model/spec/tree.h"

// mass, centre of mass, and inertia about it (xx yy zz xy xz yz), in the axes of one frame
typedef struct Inertial_ {
  double mass, center[3], full[6];
} Inertial;

// full += R J R'; J has the entries xx yy zz xy xz yz, and so has the sum
static void add_turned(double full[6], const double quat[4], const double J[6]) {
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  const double matrix[3][3] = {{J[0], J[3], J[4]}, {J[3], J[1], J[5]}, {J[4], J[5], J[2]}};
  double axis[3][3];
  for (int k = 0; k < 3; k++) {
    memset(axis[k], 0, sizeof axis[k]);
    axis[k][k] = 1;
    compile_rotate_dir(axis[k], quat);
  }
  for (int n = 0; n < 6; n++) {
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++)
        full[n] += axis[i][row[n]] * matrix[i][k] * axis[k][column[n]];
  }
}

// orientation of a body or of its inertia; 0, or -1 when it has none
static int orientation(const Body* b, const double quat[4], const mjsOrientation* alternative,
                       double out[4]) {
  const mjsCompiler* compiler = element_compiler(&b->base);
  memcpy(out, quat, 4 * sizeof *out);
  if (alternative->type != mjORIENTATION_QUAT &&
      mjs_resolveOrientation(out, compiler->degree, compiler->eulerseq, alternative))
    return -1;
  compile_normalize(out, 4);
  return 0;
}

// The inertial of a body in its own axes; -1 when the body has none, or one that does not compile.
static int inertial_of(const Body* b, Inertial* r) {
  const mjsBody* p = &b->pub;
  if (isnan(p->ipos[0]))
    return -1;
  *r = (Inertial){.mass = p->mass};
  memcpy(r->center, p->ipos, sizeof r->center);
  if (!isnan(p->fullinertia[0])) {
    memcpy(r->full, p->fullinertia, sizeof r->full);
    return 0;
  }
  double quat[4];
  const double J[6] = {p->inertia[0], p->inertia[1], p->inertia[2]};
  if (orientation(b, p->iquat, &p->ialt, quat))
    return -1;
  add_turned(r->full, quat, J);
  return 0;
}

// The inertial of a body in the axes of its parent.
static int inertial_in_parent(const Body* b, Inertial* r) {
  Inertial own;
  double quat[4], pos[3] = {0, 0, 0}, turn[4] = {1, 0, 0, 0};
  if (inertial_of(b, &own) || orientation(b, b->pub.quat, &b->pub.alt, quat))
    return -1;
  *r = (Inertial){.mass = own.mass};
  add_turned(r->full, quat, own.full);
  memcpy(r->center, own.center, sizeof r->center);
  compile_rotate_dir(r->center, quat);
  for (int k = 0; k < 3; k++)
    r->center[k] += b->pub.pos[k];
  if (!b->base.frame)
    return 0;
  if (frame_pose(b->base.frame, pos, turn))
    return -1;
  memset(own.full, 0, sizeof own.full);
  add_turned(own.full, turn, r->full);
  memcpy(r->full, own.full, sizeof r->full);
  compile_rotate_dir(r->center, turn);
  for (int k = 0; k < 3; k++)
    r->center[k] += pos[k];
  return 0;
}

// full += inertia of a point mass at d
static void add_point(double full[6], double mass, const double d[3]) {
  const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  for (int k = 0; k < 3; k++)
    full[k] += mass * (square - d[k] * d[k]);
  full[3] -= mass * d[0] * d[1];
  full[4] -= mass * d[0] * d[2];
  full[5] -= mass * d[1] * d[2];
}

static Inertial sum_of(const Inertial part[2]) {
  Inertial sum = {.mass = part[0].mass + part[1].mass};
  for (int k = 0; k < 3; k++)
    sum.center[k] =
        (part[0].mass * part[0].center[k] + part[1].mass * part[1].center[k]) / sum.mass;
  for (int i = 0; i < 2; i++) {
    double d[3];
    for (int k = 0; k < 3; k++)
      d[k] = part[i].center[k] - sum.center[k];
    for (int k = 0; k < 6; k++)
      sum.full[k] += part[i].full[k];
    add_point(sum.full, part[i].mass, d);
  }
  return sum;
}

void body_pass_inertia(const Body* b) {
  Body* parent = b->base.parent;
  Inertial part[2];
  if (!parent->base.parent || !(b->pub.mass >= mjMINVAL) || inertial_in_parent(b, part + 1))
    return;

  // a parent without inertia gets it from its geoms, which will include those of the body
  if (inertial_of(parent, part)) {
    if (!isnan(parent->pub.ipos[0]) || parent->child[CHILD_GEOM].count)
      return;
    part[0] = (Inertial){.mass = 0};
  }
  const Inertial sum = sum_of(part);
  mjsBody* p = &parent->pub;
  p->mass = sum.mass;
  p->explicitinertial = 1;
  memcpy(p->ipos, sum.center, sizeof p->ipos);
  memcpy(p->fullinertia, sum.full, sizeof p->fullinertia);
  memset(p->inertia, 0, sizeof p->inertia);
  mjs_defaultOrientation(&p->ialt);
  memcpy(p->iquat, (const double[4]){1, 0, 0, 0}, sizeof p->iquat);
}
