// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rules shared by several kinds of elements: names, limits, user values, orientations, segments,
// sizes.

#include <math.h>
#include <string.h>

#include "core/model/compile/compile.h"
#include "core/model/spec/pose.h"

Element* compile_find(Compile* c, mjtObj type, const char* name) {
  if (type == mjOBJ_XBODY)
    type = mjOBJ_BODY;
  Element* e = NULL;
  if (name[0]) {
    e = spec_find(c->spec, type, name);
  } else {
    // an empty reference means the last unnamed element
    ElementList all = {0};
    spec_collect(c->spec, type, &all);
    for (int i = 0; i < all.count; i++)
      if (!element_name(all.item[i])[0])
        e = all.item[i];
    list_free(&all);
  }
  // fused or discarded elements are gone
  return e && element_is_tree(type) && e->id < 0 ? NULL : e;
}

int compile_find_id(Compile* c, mjtObj type, const char* name) {
  Element* e = compile_find(c, type, name);
  if (!e)
    return -1;
  return element_is_tree(e->pub.elemtype) ? e->id : e->index;
}

BodyRecord* body_record(Compile* c, const Element* e) { return c->body + c->body_order[e->id]; }

int compile_limited(Compile* c, const Element* e, const char* kind, const char* field, int limited,
                    const double range[2]) {
  if (limited != mjLIMITED_AUTO)
    return limited == mjLIMITED_TRUE;
  if (!element_compiler(e)->autolimits && (range[0] != 0 || range[1] != 0)) {
    compile_fail(c, e,
                 "%s has `%srange` but not `%slimited`: set the autolimits=\"true\" compiler "
                 "option, specify `%slimited` "
                 "explicitly (\"true\" or \"false\"), or remove the `%srange` attribute",
                 kind, field, field, field, field);
  }
  return range[0] < range[1];
}

void compile_user(Compile* c, const Element* e, const mjDoubleVec* user, int nuser,
                  const char* kind) {
  int n;
  handle_doubles(user, &n);
  if (n > nuser)
    compile_fail(c, e, "user has more values than nuser_%s in %s: %d given, at most %d expected",
                 kind, kind, n, nuser);
}

void compile_copy_user(mjtNum* to, const mjDoubleVec* user, int nuser) {
  int n;
  const double* values = handle_doubles(user, &n);
  for (int i = 0; i < n && i < nuser; i++)
    to[i] = values[i];
}

const char* compile_orientation(const Element* e, double quat[4],
                                const mjsOrientation* alternative) {
  if (alternative->type == mjORIENTATION_QUAT)
    return NULL;
  const mjsCompiler* compiler = element_compiler(e);
  return mjs_resolveOrientation(quat, compiler->degree, compiler->eulerseq, alternative);
}

void compile_frame(Compile* c, const Element* e, double pos[3], double quat[4]) {
  const char* problem = frame_pose(e->frame, pos, quat);
  if (problem) {
    const Element* frame = &e->frame->base;
    compile_fail(c, frame, "orientation specification error '%s' in site %d", problem, frame->id);
  }
}

int compile_fromto(Compile* c, const Element* e, mjtGeom type, const double fromto[6],
                   double pos[3], double quat[4], double size[3]) {
  if (isnan(fromto[0]))
    return 0;
  if (type != mjGEOM_CAPSULE && type != mjGEOM_CYLINDER && type != mjGEOM_ELLIPSOID &&
      type != mjGEOM_BOX)
    compile_fail(c, e, "fromto requires capsule, cylinder, box or ellipsoid in geom");
  if (pos[0] != 0 || pos[1] != 0 || pos[2] != 0)
    compile_fail(c, e, "both pos and fromto defined in geom");
  double along[3] = {fromto[0] - fromto[3], fromto[1] - fromto[4], fromto[2] - fromto[5]};
  double half = compile_normalize(along, 3) / 2;
  if (half < COMPILE_EPS)
    compile_fail(c, e, "fromto points too close in geom");

  // the segment is the long axis of a round shape, and the third axis of other shapes
  if (type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER) {
    size[1] = half;
  } else {
    size[2] = half;
    size[1] = size[0];
  }
  for (int i = 0; i < 3; i++)
    pos[i] = (fromto[i] + fromto[3 + i]) / 2;
  pose_from_z(quat, along);
  return 1;
}

void compile_check_size(Compile* c, const Element* e, mjtGeom type, const double size[3],
                        const char* kind) {
  static const int needed[mjNGEOMTYPES] = {[mjGEOM_SPHERE] = 1,
                                           [mjGEOM_CAPSULE] = 2,
                                           [mjGEOM_ELLIPSOID] = 3,
                                           [mjGEOM_CYLINDER] = 2,
                                           [mjGEOM_BOX] = 3};
  if (type == mjGEOM_PLANE && !(size[2] > 0))
    compile_fail(c, e, "plane size(3) must be positive");
  for (int i = 0; i < needed[type]; i++)
    if (size[i] <= 0)
      compile_fail(c, e, "size %d must be positive in %s", i, kind);
}

int compile_material_id(Compile* c, const Element* e, const mjString* name, const char* kind) {
  const char* text = handle_string(name);
  if (!text[0])
    return -1;

  // discardvisual removes the materials, and only geoms can do without
  if (c->discardvisual && e->pub.elemtype == mjOBJ_GEOM)
    return -1;
  if (c->discardvisual && spec_find(c->spec, mjOBJ_MATERIAL, text)) {
    compile_fail(c, e, "object not found: discardvisual has discarded material '%s' of a %s", text,
                 kind);
  }
  int id = c->discardvisual ? -1 : compile_find_id(c, mjOBJ_MATERIAL, text);
  if (id < 0)
    compile_fail(c, e, "material '%s' not found in %s %d", text, kind,
                 element_is_tree(e->pub.elemtype) ? e->id : e->index);
  return id;
}

// The material of an element that inherits one from its class when it has none; that of the class
// must exist in any case.
int compile_inherited_material(Compile* c, const Element* e, const mjString* own,
                               const mjString* inherited, const char* kind) {
  int id = inherited ? compile_material_id(c, e, inherited, kind) : -1;
  return handle_string(own)[0] ? compile_material_id(c, e, own, kind) : id;
}
