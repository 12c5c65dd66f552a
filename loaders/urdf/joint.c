// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Joints of URDF. Most have one counterpart; `planar` becomes two slides in the plane and a hinge
// about its normal, `fixed` becomes nothing. A limit applies to the first joint that was made.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "urdf.h"

// the joints that make up a joint type
typedef enum UrdfJoint {
  URDF_HINGE,
  URDF_SLIDE,
  URDF_FIXED,
  URDF_FREE,
  URDF_PLANAR,
  URDF_BALL,
} UrdfJoint;

static const struct {
  const char* name;
  UrdfJoint type;
} types[] = {
    {"revolute", URDF_HINGE}, {"continuous", URDF_HINGE}, {"prismatic", URDF_SLIDE},
    {"fixed", URDF_FIXED},    {"floating", URDF_FREE},    {"planar", URDF_PLANAR},
    {"spherical", URDF_BALL},
};

// contents of the joint element, independent of its type
typedef struct JointValues {
  UrdfJoint type;
  double axis[3];
  double damping, friction, lower, upper, effort;
  int has_limit, has_lower, has_upper;
} JointValues;

static int read_type(Reader* r, const XmlElement* e, UrdfJoint* type) {
  const char* text = xml_attribute(e, "type");
  if (!text)
    return fail_at(r, e, NULL, "required attribute missing: 'type'");
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    if (strcmp(text, types[i].name) == 0) {
      *type = types[i].type;
      return 0;
    }
  }
  return fail_at(r, e, "type",
                 "invalid joint type in URDF joint definition: '%.60s', expected one of: revolute "
                 "continuous prismatic fixed floating planar spherical",
                 text);
}

static int read_values(Reader* r, const XmlElement* e, JointValues* v) {
  const XmlElement *axis, *dynamics, *limit;
  if (!xml_attribute(e, "name"))
    return fail_at(r, e, NULL, "required attribute missing: 'name'");
  if (read_type(r, e, &v->type) || only_child(r, e, "axis", 0, &axis) < 0 ||
      only_child(r, e, "dynamics", 0, &dynamics) < 0 || only_child(r, e, "limit", 0, &limit) < 0 ||
      (axis && read_numbers(r, axis, "xyz", 3, 1, v->axis) < 0))
    return -1;
  if (dynamics && (read_numbers(r, dynamics, "damping", 1, 0, &v->damping) < 0 ||
                   read_numbers(r, dynamics, "friction", 1, 0, &v->friction) < 0))
    return -1;
  if (limit) {
    v->has_limit = 1;
    v->has_lower = read_numbers(r, limit, "lower", 1, 0, &v->lower);
    v->has_upper = read_numbers(r, limit, "upper", 1, 0, &v->upper);
    return v->has_lower < 0 || v->has_upper < 0 ||
                   read_numbers(r, limit, "effort", 1, 0, &v->effort) < 0
               ? -1
               : 0;
  }
  return 0;
}

static mjsJoint* make_joint(Reader* r, const XmlElement* e, mjsBody* body, mjtJoint type,
                            const char* suffix, const JointValues* v) {
  char name[512];
  const char* plain = xml_attribute(e, "name");
  mjsJoint* joint = mjs_addJoint(body, NULL);
  if (!joint) {
    fail_at(r, e, NULL, "out of memory");
    return NULL;
  }
  if (snprintf(name, sizeof name, "%s%s", plain, suffix) >= (int)sizeof name) {
    fail_at(r, e, "name", "the name of a joint is longer than %d", (int)sizeof name - 1);
    return NULL;
  }
  if (mjs_setName(joint->element, name) != 0) {
    fail_at(r, e, "name", "%s: names must be unique among joints", spec_problem(r));
    return NULL;
  }
  set_line(joint->info, e);
  joint->type = type;
  joint->damping = v->damping;
  joint->frictionloss = v->friction;
  return joint;
}

// two slides along the axes that x and y become when z is turned onto the normal, and a hinge
static mjsJoint* make_planar(Reader* r, const XmlElement* e, mjsBody* body, const JointValues* v) {
  static const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0};
  double quat[4];
  mju_quatZ2Vec(quat, v->axis);
  mjsJoint* first = make_joint(r, e, body, mjJNT_SLIDE, "_TX", v);
  mjsJoint* second = first ? make_joint(r, e, body, mjJNT_SLIDE, "_TY", v) : NULL;
  mjsJoint* third = second ? make_joint(r, e, body, mjJNT_HINGE, "_RZ", v) : NULL;
  if (!third)
    return NULL;
  mju_rotVecQuat(first->axis, x, quat);
  mju_rotVecQuat(second->axis, y, quat);
  memcpy(third->axis, v->axis, sizeof third->axis);
  return first;
}

int make_joints(Robot* robot, const XmlElement* e, mjsBody* body) {
  static const mjtJoint plain[] = {[URDF_HINGE] = mjJNT_HINGE,
                                   [URDF_SLIDE] = mjJNT_SLIDE,
                                   [URDF_FREE] = mjJNT_FREE,
                                   [URDF_BALL] = mjJNT_BALL};
  Reader* r = robot->r;
  JointValues v = {.axis = {1, 0, 0}};
  if (read_values(r, e, &v))
    return -1;
  if (v.type == URDF_FIXED)
    return 0;
  mjsJoint* joint = v.type == URDF_PLANAR ? make_planar(r, e, body, &v)
                                          : make_joint(r, e, body, plain[v.type], "", &v);
  if (!joint)
    return -1;
  if (v.type == URDF_HINGE || v.type == URDF_SLIDE || v.type == URDF_BALL)
    memcpy(joint->axis, v.axis, sizeof joint->axis);

  // an interval with one end limits nothing; equal ends are written when there is no limit
  if (v.has_limit) {
    joint->range[0] = v.lower;
    joint->range[1] = v.upper;
    if (v.has_lower != v.has_upper || v.lower > v.upper)
      joint->limited = mjLIMITED_FALSE;
    if (v.effort != 0) {
      joint->actfrcrange[0] = -fabs(v.effort);
      joint->actfrcrange[1] = fabs(v.effort);
    }
  }
  return 0;
}
