// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Checks sensors after edits of a model. The compiler and the readers of binary models have checked
// everything (validate_sensors.c); these checks cover fields that became inconsistent when they
// were edited one by one. More is valid than the compiler produces: a type that knows one type of
// object ignores sensor_objtype, and a sensor need not fill sensor_dim numbers.

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/objects.h"
#include "core/kernel/kinds/sensor.h"
#include "core/physics/pipeline/sensor_edits.h"

// ---------------------------------------------------------------- memory

// n numbers are measured; sensor_dim numbers are clipped, copied and kept in the history
static int check_memory(const mjModel* m, int i, int n) {
  const int dim = m->sensor_dim[i], adr = m->sensor_adr[i], *history = m->sensor_history + 2 * i;
  const int last = n > dim ? n : dim;
  if (dim < 0 || adr < 0 || last > m->nsensordata - adr)
    return fc_fail("%d numbers from sensor_adr %d on are beyond nsensordata, which is %d", last,
                   adr, (int)m->nsensordata);
  if (history[0] <= 0)
    return 0;
  if (n > dim)
    return fc_fail("sensor_dim is %d, its history must hold %d numbers", dim, n);
  const long long start = m->sensor_historyadr[i], samples = history[0],
                  end = start + 2 + samples * (1 + (long long)dim);
  return start >= 0 && end <= m->nhistory
             ? 0
             : fc_fail(
                   "%lld samples from sensor_historyadr %lld on are beyond nhistory, which is "
                   "%lld",
                   samples, start, (long long)m->nhistory);
}

// ---------------------------------------------------------------- objects

// the only member of a set of object types, -1 when there are several
static int only_type(int types) {
  int type = 0;
  if (types & (types - 1))
    return -1;
  while (types >> type != 1)
    type++;
  return type;
}

static int check_object(const mjModel* m, int i, int second, const FcSensorObject* object) {
  const int id = second ? m->sensor_refid[i] : m->sensor_objid[i];
  int type = second ? m->sensor_reftype[i] : m->sensor_objtype[i];
  if (!object->types)
    return 0;
  if (only_type(object->types) >= 0)
    type = only_type(object->types);
  // without object, its type does not matter; a type that is not examined needs no id
  const int optional = object->types & FC_OBJECT(mjOBJ_UNKNOWN);
  if (optional && (object->naming == FC_NAMED_TYPED_OR_NOT ? id < 0 : type == mjOBJ_UNKNOWN))
    return 0;
  if (!object_among(object->types, type) || type == mjOBJ_UNKNOWN) {
    char text[200];
    return fc_fail("%s, not to an object of type %d",
                   sensor_object_refusal(object, second, text, sizeof text), type);
  }
  const int n = object_count(m, type);
  return id >= 0 && id < n
             ? 0
             : fc_fail("%s is %d, the model has %d of type %s",
                       second ? "sensor_refid" : "sensor_objid", id, n, mju_type2Str(type));
}

// ---------------------------------------------------------------- types

// number of values of a type, -1 after fc_fail
static int size_of(const mjModel* m, int i, const FcSensor* table) {
  if (table->dim)
    return table->dim;
  if (table->check && table->check(m, i))
    return -1;
  return table->dimension ? table->dimension(m, i) : 1;
}

int sensor_check_edits(const mjModel* m, int i, const FcSensor* table) {
  // sizes of types without a number were set by the compiler
  if (!table || sensor_is_plugin(m->sensor_type[i]))
    return check_memory(m, i, m->sensor_dim[i]);
  if (table->stage != m->sensor_needstage[i])
    return fc_fail("its type is measured at stage %d, sensor_needstage is %d", table->stage,
                   m->sensor_needstage[i]);
  if (check_object(m, i, 0, &table->object) || check_object(m, i, 1, &table->reference))
    return -1;
  const int n = size_of(m, i, table);
  return n < 0 ? -1 : check_memory(m, i, n);
}
