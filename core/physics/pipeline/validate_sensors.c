// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Checks the sensors of a model from the compiler or from outside (a binary model) against the
// descriptions of their types: a sensor that passes can be measured without reading or writing
// beyond an array. User sensors, and those measured by engine plugins, have no description here. A
// type without installed module is not a fault of the model: nothing measures it, and the first
// stage that would reports what is missing.

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/objects.h"
#include "core/kernel/kinds/sensor.h"
#include "core/kernel/modules/registry.h"
#include "core/physics/pipeline/validate_sensors.h"

// types that the model has, each looked up once
typedef struct Known_ {
  int found[SENSOR_NUMBERS];  // 0: not looked up yet, -1: no module has it
  SensorType type[SENSOR_NUMBERS];
} Known;

// the type of a sensor; *type is NULL for user sensors, plugins, and types without module
static int type_of(Known* known, const mjModel* m, int i, const SensorType** type,
                   Finding* finding) {
  const int number = m->sensor_type[i];
  *type = NULL;
  if (sensor_is_user(number) || sensor_is_plugin(number))
    return 0;
  if (!sensor_is_numbered(number))
    return report_invalid(finding, "unknown sensor type %d of sensor %d", number, i);
  if (!known->found[number]) {
    const int missing = sensor_type_numbered(number, known->type + number);
    if (missing && registry_shortage()[0])
      return report_invalid(finding, "sensor %d cannot be checked: %s", i, registry_shortage());
    known->found[number] = missing ? -1 : 1;
  }
  if (known->found[number] > 0)
    *type = known->type + number;
  return 0;
}

static int check_range(const mjModel* m, int i, Finding* finding) {
  const int dim = m->sensor_dim[i], adr = m->sensor_adr[i];
  if (dim < 0)
    return report_invalid(finding, "sensor_dim of sensor %d is %d", i, dim);
  if (adr < 0 || dim > m->nsensordata - adr)
    return report_out_of_bounds(finding, "sensor_adr", i, adr, 0, m->nsensordata - dim + 1);
  return 0;
}

// checks one of the two objects: its type is in the description, and it exists
static int check_object(const mjModel* m, int i, int second, const SensorType* type,
                        Finding* finding) {
  const int kind = second ? m->sensor_reftype[i] : m->sensor_objtype[i];
  const int id = second ? m->sensor_refid[i] : m->sensor_objid[i];
  const int count = kind == mjOBJ_UNKNOWN ? 0 : object_count(m, kind);
  if (count < 0) {
    return report_invalid(finding, "unknown %s %d of sensor %d",
                          second ? "sensor_reftype" : "sensor_objtype", kind, i);
  }
  const FcSensorObject* object = !type    ? NULL
                                 : second ? &type->table.reference
                                          : &type->table.object;
  if (object && object->types && !object_among(object->types, kind)) {
    char text[200];
    return report_invalid(finding, "sensor %d: %s", i,
                          sensor_object_refusal(object, second, text, sizeof text));
  }
  // without description the second object may be missing although its type is given
  const int needed = kind != mjOBJ_UNKNOWN && (!second || (object && object->types));
  if (id < (needed ? 0 : -1) || id >= count) {
    return report_out_of_bounds(finding, second ? "sensor_refid" : "sensor_objid", i, id,
                                needed ? 0 : -1, count);
  }
  return 0;
}

// the rest: rules of the type, and the number of values
static int check_type(const mjModel* m, int i, const FcSensor* table, Finding* finding) {
  const unsigned long mark = fail_mark();
  if (table->check && table->check(m, i))
    return report_invalid(finding, "sensor %d: %s", i, fail_reason(mark));
  int dim = table->dim;
  if (!dim) {
    dim = table->dimension ? table->dimension(m, i) : 1;
    if (dim < 0)
      return report_invalid(finding, "sensor %d: %s", i, fail_reason(mark));
  }
  if (dim != m->sensor_dim[i]) {
    return report_invalid(finding, "sensor_dim of sensor %d is %d, its type has %d", i,
                          m->sensor_dim[i], dim);
  }
  return 0;
}

int validate_sensors(const mjModel* m, Finding* finding) {
  Known known = {.found = {0}};
  for (int i = 0; i < m->nsensor; i++) {
    const SensorType* type;
    if (type_of(&known, m, i, &type, finding) || check_range(m, i, finding) ||
        check_object(m, i, 0, type, finding) || check_object(m, i, 1, type, finding) ||
        (type && check_type(m, i, &type->table, finding)))
      return -1;
  }
  return 0;
}
