// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Types of sensors: the face that describes and measures each.

#ifndef CORE_KERNEL_KINDS_SENSOR_H_
#define CORE_KERNEL_KINDS_SENSOR_H_

#include <fulcrum/sensor.h>

// A type: the face that measures; its table, with 0 in the members that the module does not have;
// and the face whose description the table holds. The two faces differ only when a module without
// description replaces a type of MJCF.
typedef struct SensorType_ {
  const FcFace* face;
  const FcFace* described;
  FcSensor table;
} SensorType;

// Values of sensor_type (mjtSensor): a number of a type, "measured by the callback mjcb_sensor", or
// "measured by a plugin", which is an engine plugin or a type that MuJoCo does not number.
enum { SENSOR_NUMBERS = mjSENS_PLUGIN };  // numbers of types are 0 ... SENSOR_NUMBERS - 1

static inline int sensor_is_numbered(int value) { return value >= 0 && value < SENSOR_NUMBERS; }
static inline int sensor_is_user(int value) { return value == mjSENS_USER; }
static inline int sensor_is_plugin(int value) { return value == mjSENS_PLUGIN; }

// The type of a face (FC_SENSOR).
SensorType sensor_type_of(const FcFace* face);

// The type with a number of MuJoCo. 0, or -1 with fc_lastError.
int sensor_type_numbered(int number, SensorType* type);

// The type of sensor i of m, also when a module measures it as a plugin. 1 when there is one, 0 for
// user sensors and engine plugins, -1 with fc_lastError.
int sensor_type_in_model(const mjModel* m, int i, SensorType* type);

// 1 when the object type is in a set of FC_OBJECT bits.
static inline int object_among(int types, int objtype) {
  return objtype >= 0 && objtype < 31 && types & FC_OBJECT(objtype);
}

// The message for a sensor whose object, or second object, has a type that the description does not
// list, for example "sensor must be attached to site or camera". Returns text.
const char* sensor_object_refusal(const FcSensorObject* object, int second, char* text, int size);

#endif  // CORE_KERNEL_KINDS_SENSOR_H_
