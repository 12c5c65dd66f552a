// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Extension point `sensor`: quantities measured in a simulation.
//
// One face defines one type of sensor completely: FcFace.name is the MJCF element ("gyro",
// "acme.tilt"), FcFace.number its mjtSensor if MuJoCo numbers it, and the table says what a sensor
// of this type is attached to, how many numbers it reports, their data type and stage, and its MJCF
// attributes. A module lists one face per type. Compiler, pipeline, reader and writer use the face,
// so adding a type means adding a module.
//
// All sensors of a type and stage are measured in one call. The host omits sleeping sensors,
// applies cutoffs, delays, sampling intervals and histories, and computes the quantities that the
// face `needs` beforehand.
//
// Parameters (FcFace.parameters) of types with a number belong to each sensor: parameter k is
// mjsSensor.intprm[k] and m->sensor_intprm[mjNSENS * id + k], so there are at most mjNSENS of them,
// one number each, none of them real; they are MJCF attributes of the element. Parameters of other
// types are set by <config key= value=> and passed to `measure` as context->param; a sensor of such
// a type has the type mjSENS_PLUGIN:
//
//     <extension><plugin plugin="acme.wind"/></extension>
//     <sensor><plugin plugin="acme.wind" objtype="site" objname="mast"/></sensor>
//
// A face may also replace only the measurement of types that another module describes: its
// FcFace.types lists them, and of its table only `measure` and `needs` are used.
//
// Since SDK 1.0.

#ifndef FULCRUM_SENSOR_H_
#define FULCRUM_SENSOR_H_

#include <stdint.h>

#include <fulcrum/module.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjspec.h>

#ifdef __cplusplus
extern "C" {
#endif

// Quantities that are computed only when a face needs them, each from its stage on.
enum {
  FC_NEED_SUBTREE_VELOCITY = 1,  // subtree_linvel, subtree_angmom (mj_subtreeVel); velocity stage
  FC_NEED_BODY_FORCES = 2,  // cacc, cfrc_int, cfrc_ext (mj_rnePostConstraint); acceleration stage
};

// ---------------------------------------------------------------- objects

// A set of object types: sum of the bits of its mjtObj. FC_OBJECT(mjOBJ_UNKNOWN): no object.
#define FC_OBJECT(type) (1 << (type))

// objects that have a frame (fc_objectFrame)
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
  FC_NAMED_TYPED_OR_NOT  // the same, or not at all
} FcNaming;

// An attribute and the type of object that it names. Lists of it are walked entry by entry, so it
// cannot grow.
typedef struct FcObjectChoice_ {
  const char* attribute;  // "site", "geom1"; NULL ends a list
  mjtObj type;
} FcObjectChoice;

// One of the two objects that a sensor may have. It is embedded in FcSensor, so it cannot grow.
typedef struct FcSensorObject_ {
  int types;  // FC_OBJECT bits of the legal types; 0: not checked
  FcNaming naming;
  const FcObjectChoice* choices;  // in the order in which they are written; NULL: none
  const char* refusal;  // message for other types; NULL: "sensor must be attached to site", for the
                        // second object "sensor must be associated with a site"
} FcSensorObject;

// ---------------------------------------------------------------- cutoff

// Effect of mjsSensor.cutoff > 0.
enum {
  FC_CUTOFF_CLIPS = 0,  // the host clips: real numbers to [-cutoff, cutoff], positive ones to at
                        // most cutoff. Types that report axes or quaternions refuse a cutoff
  FC_CUTOFF_OWN,        // the sensor uses m->sensor_cutoff itself, for any data type; not clipped
  FC_CUTOFF_UNNAMED,    // clipped, but MJCF has neither `cutoff` nor `noise` for the type
};

// A batch: the sensors of one stage that are measured in one call.
typedef struct FcSensorBatch_ {
  uint32_t size;  // sizeof(FcSensorBatch)
  int n;
  const int* id;       // n sensor ids, ascending
  mjtNum* const* out;  // out[k] receives the m->sensor_dim[id[k]] numbers of sensor id[k]
} FcSensorBatch;

// maximum number of values of one sensor
#define FC_SENSOR_MAX 100000000

typedef struct FcSensor_ {
  uint32_t size;  // sizeof(FcSensor)
  int needs;      // FC_NEED_ bits

  // Measure, before cutoff. All sensors of a batch have the same stage, given as mjtStage. [thread
  // of d, at the end of that stage]
  int (*measure)(const FcContext* context, int stage, const FcSensorBatch* batch);

  // Number of values that sensor `id` reports, at most FC_SENSOR_MAX, when `dim` is 0 (NULL: one);
  // negative after fc_fail. The model has its elements, sizes and plugin configurations, but no
  // derived quantities yet; the objects of the sensor exist. [compilation; types with a number:
  // validation of a model too]
  int (*dimension)(const mjModel* m, int id);
  int stage;  // mjtStage at which it is measured

  FcSensorObject object;     // object it is attached to: sensor_objtype, sensor_objid
  FcSensorObject reference;  // second object: sensor_reftype, sensor_refid
  int joints;                // for joints: bits 1 << mjtJoint of the legal types; 0: any
  int limited;               // 1: the joint or tendon must be limited
  int keeps_body;            // 1: fusestatic keeps the body of the site, if it has a name

  int dim;       // number of values; 0: given by `dimension`
  int datatype;  // mjtDataType; for third-party types with mjDATATYPE_REAL: as set in mjsSensor
  int cutoff;    // FC_CUTOFF_

  // Number of values of an uncompiled sensor, for mjs_sensorDim, if it follows from its own fields
  // and its spec, else 0. NULL: dim. [any thread, with the spec at rest]
  int (*declared)(const mjsSensor* sensor);

  // Sleeping: FC_OBJECT bits. When the types of both objects are among these, and at least one
  // object is given, the sensor keeps its values while its objects sleep. 0: it is always measured.
  int sleeps;

  // Further checks of sensor `id`; NULL: none. Called before `dimension`. 0, or negative after
  // fc_fail. [as dimension]
  int (*check)(const mjModel* m, int id);

  // Called in place of `measure` for types with a number, by faces of one module that share the
  // function and have neither parameters nor memory nor state: the batch has the sensors of all
  // these faces that are measured at the stage, and m->sensor_type tells them apart. NULL: none.
  // [as measure]
  int (*together)(const FcContext* context, int stage, const FcSensorBatch* batch);
} FcSensor;

// Initialiser of the face of a type that MuJoCo numbers and that has no parameters: mjSENS_GYRO,
// "gyro", table.
#define FC_SENSOR_FACE(type, element, description)                                     \
  {                                                                                    \
    .size = sizeof(FcFace), .kind = FC_SENSOR, .name = element, .table = &description, \
    .number = FC_NUMBER(type)                                                          \
  }

// Definitions of functions for faces that share `together`, from one that measures a single sensor:
//
//   static inline void report(const mjModel* m, const mjData* d, int id, int type, mjtNum* out);
//
// FC_SENSOR_TOGETHER(report) defines `together`; after it, FC_SENSOR_MEASURE(name, mjSENS_GYRO)
// defines the `measure` of a type, whatever the type of the sensors that it is called for.
#define FC_SENSOR_TOGETHER(report)                                                                 \
  static inline int report_batch(const FcContext* context, const FcSensorBatch* batch, int type) { \
    for (int k = 0; k < batch->n; k++) {                                                           \
      const int id = batch->id[k];                                                                 \
      report(context->m, context->d, id, type < 0 ? context->m->sensor_type[id] : type,            \
             batch->out[k]);                                                                       \
    }                                                                                              \
    return 0;                                                                                      \
  }                                                                                                \
  static int together(const FcContext* context, int stage, const FcSensorBatch* batch) {           \
    (void)stage;                                                                                   \
    return report_batch(context, batch, -1);                                                       \
  }
#define FC_SENSOR_MEASURE(name, type)                                                \
  static int name(const FcContext* context, int stage, const FcSensorBatch* batch) { \
    (void)stage;                                                                     \
    return report_batch(context, batch, type);                                       \
  }

// ---------------------------------------------------------------- services

// Frame of an object (mjOBJ_BODY: inertial frame, mjOBJ_XBODY, mjOBJ_GEOM, mjOBJ_SITE,
// mjOBJ_CAMERA): *pos, 3 numbers, and *mat, 3 x 3 row-major with the axes as columns, in world
// coordinates; they point into d. Returns the body that owns the object, -1 for other types.
MJAPI int fc_objectFrame(const mjModel* m, const mjData* d, int objtype, int id, const mjtNum** pos,
                         const mjtNum** mat);

// The face that describes a sensor type, by the name of its MJCF element or by its mjtSensor, and
// its table; where another module replaces only the measurement of the type, `measure` and `needs`
// are those of that module. The caller sets table->size = sizeof(FcSensor); the host fills the
// members up to that size, with 0 where the table of the module is shorter. NULL with fc_lastError
// when there is no such type. [any thread; may open a module: not in a step]
MJAPI const FcFace* fc_sensorNamed(const char* name, FcSensor* table);
MJAPI const FcFace* fc_sensorNumbered(int type, FcSensor* table);

// 1 if a world point lies strictly inside the shape of a site, else 0.
MJAPI int fc_insideSite(const mjModel* m, const mjData* d, int site, const mjtNum point[3]);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_SENSOR_H_
