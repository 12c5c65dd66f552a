// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Types of sensors: the face that describes and measures each.

#ifndef CORE_KERNEL_KINDS_SENSOR_TYPE_H_
#define CORE_KERNEL_KINDS_SENSOR_TYPE_H_

#include <fulcrum/sensor.h>

// A type: the face that measures; its table, with 0 in the members that the module does not have;
// the face whose description the table holds, the same but where a module without description
// replaces a type of MJCF.
typedef struct SensorType_ {
  const FcFace* face;
  const FcFace* described;
  FcSensor table;
} SensorType;

// The type of a face (FC_SENSOR).
SensorType sensor_type_of(const FcFace* face);

// The type that MuJoCo numbers (mjtSensor, but user sensors and plugins, which no module has). 0,
// or -1 with fc_lastError.
int sensor_type_numbered(int number, SensorType* type);

// The type of sensor i of m, also when a module measures it as a plugin. 1 when there is one, 0 for
// sensors of users and of engine plugins, -1 with fc_lastError.
int sensor_type_in_model(const mjModel* m, int i, SensorType* type);

// Is the object type in a set of FC_OBJECT bits?
static inline int object_among(int types, int objtype) {
  return objtype >= 0 && objtype < 31 && types & FC_OBJECT(objtype);
}

// "sensor must be attached to site or camera": what is said of a sensor whose object, or second
// object, is of a type that the description does not list. Returns text.
const char* sensor_object_refusal(const FcSensorObject* object, int second, char* text, int size);

#endif  // CORE_KERNEL_KINDS_SENSOR_TYPE_H_
