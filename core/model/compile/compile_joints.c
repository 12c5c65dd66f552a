// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <string.h>

#include "core/model/compile/compile.h"
#include "core/model/spec/pose.h"

static void limits(Compile* c, JointRecord* j) {
  const Element* e = &j->joint->base;
  const mjsJoint* p = j->pub;
  memcpy(j->range, p->range, sizeof j->range);
  j->limited = p->type == mjJNT_FREE ? 0 : compile_limited(c, e, "joint", "", p->limited, p->range);
  if (j->limited) {
    if (p->type != mjJNT_BALL && p->range[0] >= p->range[1])
      compile_fail(c, e, "range[0] should be smaller than range[1] in joint");
    if (p->type == mjJNT_BALL && p->range[0] != 0)
      compile_fail(c, e, "range[0] should be 0 in ball joint");
    if (element_compiler(e)->degree && (p->type == mjJNT_HINGE || p->type == mjJNT_BALL)) {
      for (int i = 0; i < 2; i++)
        if (j->range[i] != 0)
          j->range[i] *= mjPI / 180;
    }
  }

  // force limits make sense for scalar joints only
  if (p->type == mjJNT_HINGE || p->type == mjJNT_SLIDE)
    j->actfrclimited = compile_limited(c, e, "joint", "", p->actfrclimited, p->actfrcrange);
  if (j->actfrclimited && p->actfrcrange[0] >= p->actfrcrange[1])
    compile_fail(c, e, "actfrcrange[0] should be smaller than actfrcrange[1] in joint");
}

void compile_joint(Compile* c, JointRecord* j) {
  const Element* e = &j->joint->base;
  const mjsJoint* p = j->pub;
  compile_user(c, e, p->userdata, c->nuser_jnt, "jnt");
  if (p->type < mjJNT_FREE || p->type > mjJNT_HINGE)
    compile_fail(c, e, "unknown joint type %d", (int)p->type);
  if ((p->springdamper[0] != 0 || p->springdamper[1] != 0) &&
      !(p->springdamper[0] > 0 && p->springdamper[1] > 0))
    compile_fail(c, e, "when defined, springdamper values must be positive in joint");
  limits(c, j);

  // axis and anchor, in the body's frame
  int scalar = p->type == mjJNT_HINGE || p->type == mjJNT_SLIDE;
  double fpos[3], fquat[4];
  compile_frame(c, e, fpos, fquat);
  if (scalar) {
    memcpy(j->axis, p->axis, sizeof j->axis);
    compile_rotate_dir(j->axis, fquat);
    if (compile_normalize(j->axis, 3) < COMPILE_EPS)
      compile_fail(c, e, "axis too small in joint");
  } else {
    j->axis[2] = 1;
  }
  if (p->type != mjJNT_FREE) {
    memcpy(j->pos, p->pos, sizeof j->pos);
    compile_transform_point(j->pos, fpos, fquat);
  }

  j->ref = p->ref;
  j->springref = p->springref;
  if (p->type == mjJNT_HINGE && element_compiler(e)->degree) {
    j->ref *= mjPI / 180;
    j->springref *= mjPI / 180;
  }
}
