// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `sensor`: what a simulation measures of itself.
//
// One face is one type of sensor and everything the engine knows about it: FcFace.name is the MJCF
// element ("gyro", "acme.tilt"), FcFace.number its mjtSensor where MuJoCo numbers it, and the table
// says what a sensor of this type is attached to, how many numbers it reports, of which kind and at
// which stage, and how MJCF spells it. A module lists one face per type that it has; compiler,
// pipeline, reader and writer ask the face, so that adding a type is adding a module.
//
// All sensors of a type and stage are measured in one call. The host leaves out sleeping sensors,
// applies cutoffs, delays, sampling intervals and histories, and makes sure that what the face
// `needs` has been computed.
//
// Parameters (FcFace.parameters) of types with a number belong to each sensor: parameter k is
// mjsSensor.intprm[k] and m->sensor_intprm[mjNSENS * id + k], so at most mjNSENS of them, one
// number each and none real; they are MJCF attributes of the element. Parameters of other types are
// configured by <config key= value=> and reach `measure` as context->param; a sensor of such a type
// is of type mjSENS_PLUGIN:
//
//     <extension><plugin plugin="acme.wind"/></extension>
//     <sensor><plugin plugin="acme.wind" objtype="site" objname="mast"/></sensor>
//
// Members from `object` on came with the second revision of the table. A module that was compiled
// before has a shorter table: for it they are all 0, and its FcFace.types may list several types.

#ifndef FULCRUM_SENSOR_H_
#define FULCRUM_SENSOR_H_

#include <stdint.h>

#include <mujoco/mjexport.h>
#include <mujoco/mjspec.h>

#include <fulcrum/module.h>

#ifdef __cplusplus
extern "C" {
#endif

// Quantities that are computed only when somebody needs them, each from its stage on.
enum {
  FC_NEED_SUBTREE_VELOCITY = 1,  // subtree_linvel, subtree_angmom (mj_subtreeVel); velocity stage
  FC_NEED_BODY_FORCES = 2,  // cacc, cfrc_int, cfrc_ext (mj_rnePostConstraint); acceleration stage
};

// ---------------------------------------------------------------- objects

// A set of object types: sum of the bits of its mjtObj. FC_OBJECT(mjOBJ_UNKNOWN): no object.
#define FC_OBJECT(type) (1 << (type))

// what has a frame of its own (fc_objectFrame)
#define FC_OBJECT_FRAMES                                                    \
  (FC_OBJECT(mjOBJ_BODY) | FC_OBJECT(mjOBJ_XBODY) | FC_OBJECT(mjOBJ_GEOM) | \
   FC_OBJECT(mjOBJ_SITE) | FC_OBJECT(mjOBJ_CAMERA))

#define FC_OBJECT_ANY (~0)

// How MJCF names an object of a sensor.
typedef enum FcNaming_ {
  FC_NAMED_NEVER = 0,    // not at all
  FC_NAMED_ONE,          // by exactly one attribute of `choices`
  FC_NAMED_AT_MOST_ONE,  // by at most one attribute of `choices`
  FC_NAMED_TYPED,        // by objtype and objname (the second object: reftype and refname)
  FC_NAMED_TYPED_OR_NOT  // the same, or by neither
} FcNaming;

// An attribute and the type of the object that it names.
typedef struct FcObjectChoice_ {
  const char* attribute;  // "site", "geom1"; NULL ends a list
  mjtObj type;
} FcObjectChoice;

// One of the two objects that a sensor may have. Embedded in FcSensor, it gets no more members.
typedef struct FcSensorObject_ {
  int types;  // FC_OBJECT bits of the legal types; 0: not examined
  FcNaming naming;
  const FcObjectChoice* choices;  // in the order in which they are written; NULL: none
  const char* refusal;  // what is said of another type; NULL: "sensor must be attached to site", of
                        // the second object "sensor must be associated with a site"
} FcSensorObject;

// ---------------------------------------------------------------- cutoff

// What mjsSensor.cutoff > 0 does.
enum {
  FC_CUTOFF_CLIPS = 0,  // the host clips: real numbers to [-cutoff, cutoff], positive ones to at
                        // most cutoff. Types that report axes or quaternions refuse a cutoff
  FC_CUTOFF_OWN,      // the sensor reads m->sensor_cutoff itself, whatever it reports; not clipped
  FC_CUTOFF_UNNAMED,  // clipped, but MJCF has neither `cutoff` nor `noise` for the type
};

// A batch: sensors of one stage that are evaluated now.
typedef struct FcSensorBatch_ {
  const int* id;  // n sensor ids, ascending
  int n;
  mjtNum* const* out;  // out[k] receives the m->sensor_dim[id[k]] numbers of sensor id[k]
} FcSensorBatch;

// most numbers that one sensor may report
#define FC_SENSOR_MAX 100000000

typedef struct FcSensor_ {
  uint32_t size;  // sizeof(FcSensor)
  int needs;      // FC_NEED_ bits

  // Measure, before cutoff. All sensors of a batch have the same stage, given as mjtStage. [thread
  // of d, at the end of that stage]
  int (*measure)(const FcContext* context, int stage, const FcSensorBatch* batch);

  // How many numbers sensor `id` reports, when `dim` is 0 (NULL: one), at most FC_SENSOR_MAX;
  // negative after fc_fail. The model has its elements, sizes and plugin configurations, but no
  // derived quantities yet; the ids of the sensor's objects exist. [compilation; types with a
  // number: validation of a model too]
  int (*dimension)(const mjModel* m, int id);
  int stage;  // mjtStage at which it is measured

  // -------- second revision: 0 or NULL in tables of older modules

  FcSensorObject object;     // what it is attached to: sensor_objtype, sensor_objid
  FcSensorObject reference;  // its second object: sensor_reftype, sensor_refid
  int joints;                // object is a joint: bits 1 << mjtJoint of legal joints; 0: any
  int limited;               // 1: the joint or tendon must be limited
  int keeps_body;            // 1: fusestatic spares the body of the site, if it has a name

  int dim;       // how many numbers it reports; 0: `dimension` tells
  int datatype;  // mjtDataType; types of other libraries with mjDATATYPE_REAL: as mjsSensor says
  int cutoff;    // FC_CUTOFF_

  // How many numbers an uncompiled sensor reports, for mjs_sensorDim, as far as its own fields and
  // its spec tell, else 0. NULL: dim. [any thread, with the spec at rest]
  int (*declared)(const mjsSensor* sensor);

  // Sleeping: FC_OBJECT bits. When the types of both objects are among these, and one is given, the
  // sensor keeps its values while what it is attached to sleeps. 0: it is always measured.
  int sleeps;

  // What else must be right about sensor `id`; NULL: nothing. Called where `dimension` is called,
  // and before it; 0, or negative after fc_fail. [as dimension]
  int (*check)(const mjModel* m, int id);
} FcSensor;

// Initialiser of the face of a type that MuJoCo numbers, without parameters: mjSENS_GYRO, "gyro",
// its table.
#define FC_SENSOR_FACE(type, element, description)                                     \
  {                                                                                    \
    .size = sizeof(FcFace), .kind = FC_SENSOR, .name = element, .table = &description, \
    .number = FC_NUMBER(type)                                                          \
  }

// ---------------------------------------------------------------- services

// Frame of an object (mjOBJ_BODY: inertial frame, mjOBJ_XBODY, mjOBJ_GEOM, mjOBJ_SITE,
// mjOBJ_CAMERA): *pos, 3 numbers, and *mat, 3 x 3 row-major with the axes as columns, in world
// coordinates; they point into d. Returns the body that owns the object, -1 for another type.
MJAPI int fc_objectFrame(const mjModel* m, const mjData* d, int objtype, int id, const mjtNum** pos,
                         const mjtNum** mat);

// The face that describes a sensor type, by the name of its MJCF element or by its mjtSensor, and
// its table; where another module replaces the type without describing it, `measure` and `needs`
// are that module's. The caller sets table->size = sizeof(FcSensor), the host fills the members up
// to there, with 0 where the module has none. NULL with fc_lastError when there is no such type.
// [any thread; may open a module: not in a step]
MJAPI const FcFace* fc_sensorNamed(const char* name, FcSensor* table);
MJAPI const FcFace* fc_sensorNumbered(int type, FcSensor* table);

// 1 if a world point lies strictly inside the shape of a site, else 0.
MJAPI int fc_insideSite(const mjModel* m, const mjData* d, int site, const mjtNum point[3]);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_SENSOR_H_
