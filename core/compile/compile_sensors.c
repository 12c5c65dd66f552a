// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sensors. One table tells for each type what it attaches to, how many numbers it has, of which
// kind, and the stage that computes them.

#include "core/compile/compile.h"

// what a sensor attaches to
enum {
  TO_NOTHING,
  TO_ANY,
  TO_SITE,
  TO_SITE_OR_CAMERA,
  TO_SCALAR_JOINT,
  TO_BALL,
  TO_LIMITED_JOINT,
  TO_TENDON,
  TO_LIMITED_TENDON,
  TO_ACTUATOR,
  TO_FRAME,
  TO_BODY,
  TO_BODY_OR_GEOM,
  TO_CONTACT,
  TO_MESH
};

// dimension 0: computed or given; datatype and stage -1: given
typedef struct SensorRule_ {
  signed char to, dim, datatype, stage;
} SensorRule;

#define REAL mjDATATYPE_REAL
#define POSITIVE mjDATATYPE_POSITIVE
#define AXIS mjDATATYPE_AXIS
#define QUATERNION mjDATATYPE_QUATERNION
#define P mjSTAGE_POS
#define V mjSTAGE_VEL
#define A mjSTAGE_ACC

static const SensorRule rules[] = {
    [mjSENS_TOUCH] = {TO_SITE, 1, POSITIVE, A},
    [mjSENS_ACCELEROMETER] = {TO_SITE, 3, REAL, A},
    [mjSENS_VELOCIMETER] = {TO_SITE, 3, REAL, V},
    [mjSENS_GYRO] = {TO_SITE, 3, REAL, V},
    [mjSENS_FORCE] = {TO_SITE, 3, REAL, A},
    [mjSENS_TORQUE] = {TO_SITE, 3, REAL, A},
    [mjSENS_MAGNETOMETER] = {TO_SITE, 3, REAL, P},
    [mjSENS_RANGEFINDER] = {TO_SITE_OR_CAMERA, 0, REAL, P},
    [mjSENS_CAMPROJECTION] = {TO_SITE, 2, REAL, P},
    [mjSENS_JOINTPOS] = {TO_SCALAR_JOINT, 1, REAL, P},
    [mjSENS_JOINTVEL] = {TO_SCALAR_JOINT, 1, REAL, V},
    [mjSENS_TENDONPOS] = {TO_TENDON, 1, REAL, P},
    [mjSENS_TENDONVEL] = {TO_TENDON, 1, REAL, V},
    [mjSENS_ACTUATORPOS] = {TO_ACTUATOR, 1, REAL, P},
    [mjSENS_ACTUATORVEL] = {TO_ACTUATOR, 1, REAL, V},
    [mjSENS_ACTUATORFRC] = {TO_ACTUATOR, 1, REAL, A},
    [mjSENS_JOINTACTFRC] = {TO_SCALAR_JOINT, 1, REAL, A},
    [mjSENS_TENDONACTFRC] = {TO_TENDON, 1, REAL, A},
    [mjSENS_BALLQUAT] = {TO_BALL, 4, QUATERNION, P},
    [mjSENS_BALLANGVEL] = {TO_BALL, 3, REAL, V},
    [mjSENS_JOINTLIMITPOS] = {TO_LIMITED_JOINT, 1, REAL, P},
    [mjSENS_JOINTLIMITVEL] = {TO_LIMITED_JOINT, 1, REAL, V},
    [mjSENS_JOINTLIMITFRC] = {TO_LIMITED_JOINT, 1, REAL, A},
    [mjSENS_TENDONLIMITPOS] = {TO_LIMITED_TENDON, 1, REAL, P},
    [mjSENS_TENDONLIMITVEL] = {TO_LIMITED_TENDON, 1, REAL, V},
    [mjSENS_TENDONLIMITFRC] = {TO_LIMITED_TENDON, 1, REAL, A},
    [mjSENS_FRAMEPOS] = {TO_FRAME, 3, REAL, P},
    [mjSENS_FRAMEQUAT] = {TO_FRAME, 4, QUATERNION, P},
    [mjSENS_FRAMEXAXIS] = {TO_FRAME, 3, AXIS, P},
    [mjSENS_FRAMEYAXIS] = {TO_FRAME, 3, AXIS, P},
    [mjSENS_FRAMEZAXIS] = {TO_FRAME, 3, AXIS, P},
    [mjSENS_FRAMELINVEL] = {TO_FRAME, 3, REAL, V},
    [mjSENS_FRAMEANGVEL] = {TO_FRAME, 3, REAL, V},
    [mjSENS_FRAMELINACC] = {TO_FRAME, 3, REAL, A},
    [mjSENS_FRAMEANGACC] = {TO_FRAME, 3, REAL, A},
    [mjSENS_SUBTREECOM] = {TO_BODY, 3, REAL, P},
    [mjSENS_SUBTREELINVEL] = {TO_BODY, 3, REAL, V},
    [mjSENS_SUBTREEANGMOM] = {TO_BODY, 3, REAL, V},
    [mjSENS_INSIDESITE] = {TO_FRAME, 1, POSITIVE, P},
    [mjSENS_GEOMDIST] = {TO_BODY_OR_GEOM, 1, REAL, P},
    [mjSENS_GEOMNORMAL] = {TO_BODY_OR_GEOM, 3, AXIS, P},
    [mjSENS_GEOMFROMTO] = {TO_BODY_OR_GEOM, 6, REAL, P},
    [mjSENS_CONTACT] = {TO_CONTACT, 0, REAL, A},
    [mjSENS_E_POTENTIAL] = {TO_NOTHING, 1, REAL, P},
    [mjSENS_E_KINETIC] = {TO_NOTHING, 1, REAL, P},
    [mjSENS_CLOCK] = {TO_NOTHING, 1, REAL, P},
    [mjSENS_TACTILE] = {TO_MESH, 0, REAL, A},
    [mjSENS_PLUGIN] = {TO_ANY, 0, -1, -1},
    [mjSENS_USER] = {TO_ANY, 0, -1, -1},
};

#undef P
#undef V
#undef A

static int is_frame(mjtObj type) {
  return type == mjOBJ_BODY || type == mjOBJ_XBODY || type == mjOBJ_GEOM || type == mjOBJ_SITE ||
         type == mjOBJ_CAMERA;
}

static void common(Compile* c, const SensorRecord* r) {
  const Element* e = &r->sensor->base;
  const mjsSensor* p = r->pub;
  compile_user(c, e, p->userdata, c->nuser_sensor, "sensor");
  if ((int)p->type < 0 || p->type > mjSENS_USER)
    compile_fail(c, e, "invalid type in sensor");
  if (p->noise < 0)
    compile_fail(c, e, "negative noise in sensor");
  if (p->cutoff < 0)
    compile_fail(c, e, "negative cutoff in sensor");
  if (p->interval[0] < 0)
    compile_fail(c, e, "negative interval in sensor");
  if (p->interval[1] > 0)
    compile_fail(c, e, "positive phase in sensor");
  if (p->interval[0] > 0 && p->interval[1] <= -p->interval[0])
    compile_fail(c, e, "phase must be greater than -period in sensor");
  compile_history(c, e, p->delay, p->nsample, "sensor ");
}

static void objects(Compile* c, SensorRecord* r) {
  const Element* e = &r->sensor->base;
  const mjsSensor* p = r->pub;
  const char *name = handle_string(p->objname), *ref = handle_string(p->refname);
  int to = rules[p->type].to;
  r->objid = r->refid = -1;
  r->objtype = p->objtype;
  r->reftype = p->reftype;
  if (p->objtype != mjOBJ_UNKNOWN) {
    if (!name[0])
      compile_fail(c, e, "missing name of sensorized object in sensor");
    r->objid = compile_find_id(c, p->objtype, name);
    if (r->objid < 0)
      compile_fail(c, e, "unrecognized name '%s' of sensorized object", name);
  } else if (to != TO_NOTHING && to != TO_ANY && to != TO_CONTACT) {
    compile_fail(c, e, "invalid type in sensor");
  }
  if (p->reftype != mjOBJ_UNKNOWN) {
    if (!ref[0])
      compile_fail(c, e, "missing name of reference frame object in sensor");
    r->refid = compile_find_id(c, p->reftype, ref);
    if (r->refid < 0)
      compile_fail(c, e, "unrecognized name '%s' of object", ref);
    if (!is_frame(p->reftype))
      compile_fail(c, e, "reference frame object must be (x)body, geom, site or camera in sensor");
  }
}

static const JointRecord* joint_of(Compile* c, const SensorRecord* r) {
  const Element* e = compile_find(c, mjOBJ_JOINT, handle_string(r->pub->objname));
  const BodyRecord* b = body_record(c, &e->parent->base);
  const JointRecord* j = c->joint + b->joint;
  while (&j->joint->base != e)
    j++;
  return j;
}

static void attach_joint(Compile* c, const SensorRecord* r, int to) {
  const Element* e = &r->sensor->base;
  if (r->objtype != mjOBJ_JOINT)
    compile_fail(c, e, "sensor must be attached to joint");
  const JointRecord* j = joint_of(c, r);
  mjtJoint type = j->pub->type;
  if (to == TO_SCALAR_JOINT && type != mjJNT_HINGE && type != mjJNT_SLIDE)
    compile_fail(c, e, "joint must be slide or hinge in sensor");
  if (to == TO_BALL && type != mjJNT_BALL)
    compile_fail(c, e, "joint must be ball in sensor");
  if (to == TO_LIMITED_JOINT && !j->limited)
    compile_fail(c, e, "joint must be limited in sensor");
}

static void attach_contact(Compile* c, const SensorRecord* r) {
  const Element* e = &r->sensor->base;
  mjtObj a = (mjtObj)r->objtype, b = (mjtObj)r->reftype;
  if (a != mjOBJ_UNKNOWN && a != mjOBJ_SITE && a != mjOBJ_BODY && a != mjOBJ_XBODY &&
      a != mjOBJ_GEOM) {
    compile_fail(c, e,
                 "first matching criterion: must be site, body, subtree or geom in contact sensor");
  }
  if (b != mjOBJ_UNKNOWN && b != mjOBJ_BODY && b != mjOBJ_XBODY && b != mjOBJ_GEOM) {
    compile_fail(c, e,
                 "second matching criterion: must be body, subtree or geom in contact sensor");
  }
}

static void attach(Compile* c, SensorRecord* r) {
  const Element* e = &r->sensor->base;
  mjtObj type = (mjtObj)r->objtype;
  int to = rules[r->pub->type].to;
  switch (to) {
    case TO_SITE:
      if (type != mjOBJ_SITE)
        compile_fail(c, e, "sensor must be attached to site");
      return;
    case TO_SITE_OR_CAMERA:
      if (type != mjOBJ_SITE && type != mjOBJ_CAMERA)
        compile_fail(c, e, "sensor must be attached to site or camera");
      return;
    case TO_SCALAR_JOINT:
    case TO_BALL:
    case TO_LIMITED_JOINT: attach_joint(c, r, to); return;
    case TO_TENDON:
    case TO_LIMITED_TENDON:
      if (type != mjOBJ_TENDON)
        compile_fail(c, e, "sensor must be attached to tendon");
      if (to == TO_LIMITED_TENDON && !c->tendon[r->objid].limited)
        compile_fail(c, e, "tendon must be limited in sensor");
      return;
    case TO_ACTUATOR:
      if (type != mjOBJ_ACTUATOR)
        compile_fail(c, e, "sensor must be attached to actuator");
      return;
    case TO_FRAME:
      if (!is_frame(type))
        compile_fail(c, e, "sensor must be attached to (x)body, geom, site or camera");
      return;
    case TO_BODY:
      if (type != mjOBJ_BODY)
        compile_fail(c, e, "sensor must be attached to body");
      return;
    case TO_BODY_OR_GEOM:
      if ((type != mjOBJ_BODY && type != mjOBJ_GEOM) ||
          (r->reftype != mjOBJ_BODY && r->reftype != mjOBJ_GEOM)) {
        compile_fail(c, e, "sensor must be attached to body or geom");
      }
      if (r->objtype == r->reftype && r->objid == r->refid)
        compile_fail(c, e, "1st body/geom must be different from 2nd body/geom");
      return;
    case TO_CONTACT: attach_contact(c, r); return;
    case TO_MESH:
      if (type != mjOBJ_MESH)
        compile_fail(c, e, "sensor must be associated with a mesh");
      if (r->reftype != mjOBJ_GEOM)
        compile_fail(c, e, "sensor must be associated with a geom");
      r->objid = compile_mesh_id(c, r->objid);
      return;
    default: return;
  }
}

static void data_bits(Compile* c, const Element* e, int bits, int nfield) {
  if (bits < 0)
    compile_fail(c, e, "data spec (intprm[0]) must be positive, got %d", bits);
  if (bits == 0)
    compile_fail(c, e, "data spec (intprm[0]) must have at least one bit set in sensor");
  if (bits >= 1 << nfield)
    compile_fail(c, e, "data spec (intprm[0]) has bits set beyond the %d known fields in sensor",
                 nfield);
}

// numbers of the fields whose bits are set
static int data_size(int bits, const int* size, int nfield) {
  int sum = 0;
  for (int i = 0; i < nfield; i++)
    sum += bits >> i & 1 ? size[i] : 0;
  return sum;
}

static void measured(Compile* c, SensorRecord* r) {
  const Element* e = &r->sensor->base;
  const mjsSensor* p = r->pub;
  long dim = rules[p->type].dim;
  if (p->type == mjSENS_CONTACT) {
    static const int size[mjNCONDATA] = {1, 3, 3, 1, 3, 3, 3};
    data_bits(c, e, p->intprm[0], mjNCONDATA);
    if (p->intprm[1] < 0 || p->intprm[1] > 3)
      compile_fail(c, e, "unknown reduction criterion %d in sensor", p->intprm[1]);
    if (p->intprm[2] <= 0)
      compile_fail(c, e, "num (intprm[2]) must be positive in sensor");
    dim = (long)p->intprm[2] * data_size(p->intprm[0], size, mjNCONDATA);
  } else if (p->type == mjSENS_RANGEFINDER) {
    static const int size[mjNRAYDATA] = {1, 3, 3, 3, 3, 1};
    data_bits(c, e, p->intprm[0], mjNRAYDATA);
    dim = data_size(p->intprm[0], size, mjNRAYDATA);
    if (r->objtype == mjOBJ_CAMERA) {
      const int* pixels = c->camera[c->camera_order[r->objid]].pub->resolution;
      dim *= (long)pixels[0] * pixels[1];
    }
  } else if (p->type == mjSENS_TACTILE) {
    dim = 3L * compile_mesh_nvert(c, r->objid);
  } else if (p->type == mjSENS_USER) {
    if (p->dim < 0)
      compile_fail(c, e, "sensor dim must be non-negative in sensor");
    if (p->datatype == AXIS && p->dim != 3)
      compile_fail(c, e, "datatype AXIS requires dim=3 in sensor");
    if (p->datatype == QUATERNION && p->dim != 4)
      compile_fail(c, e, "datatype QUATERNION requires dim=4 in sensor");
    dim = p->dim;
  }
  if (dim < 0 || dim > 100000000)
    compile_fail(c, e, "sensor has %ld numbers, at most 100000000 are possible", dim);
  r->dim = (int)dim;
  r->datatype = rules[p->type].datatype < 0 ? (int)p->datatype : rules[p->type].datatype;
  r->needstage = rules[p->type].stage < 0 ? (int)p->needstage : rules[p->type].stage;
}

static void sensor(Compile* c, SensorRecord* r) {
  const Element* e = &r->sensor->base;
  const mjsSensor* p = r->pub;
  common(c, r);
  objects(c, r);
  attach(c, r);
  if (p->type == mjSENS_CAMPROJECTION) {
    if (r->reftype != mjOBJ_CAMERA)
      compile_fail(c, e, "sensor must be associated with a camera");
    const int* pixels = c->camera[c->camera_order[r->refid]].pub->resolution;
    if (!pixels[0] || !pixels[1])
      compile_fail(c, e, "camera projection sensor requires camera resolution");
  }
  if (p->type == mjSENS_INSIDESITE && r->reftype != mjOBJ_SITE)
    compile_fail(c, e, "sensor must be associated with a site");
  r->plugin = compile_plugin(c, e, &p->plugin, mjPLUGIN_SENSOR, "sensors");
  measured(c, r);
  if (p->cutoff > 0 &&
      (r->datatype == QUATERNION || (r->datatype == AXIS && p->type != mjSENS_GEOMNORMAL))) {
    compile_fail(c, e, "cutoff applied to axis or quaternion datatype in sensor");
  }
}

void compile_sensors(Compile* c) {
  const ElementList* list = &c->spec->list[mjOBJ_SENSOR];
  c->nsensor = list->count;
  c->sensor = COMPILE_NEW(c, SensorRecord, c->nsensor);
  for (int i = 0; i < c->nsensor; i++) {
    SensorRecord* r = c->sensor + i;
    r->sensor = (Sensor*)list->item[i];
    r->pub = &r->sensor->pub;
    sensor(c, r);
  }
}
