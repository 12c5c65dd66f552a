// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sleep states of objects: those of the bodies and trees they are made of.

#include <fulcrum/passive.h>
#include <mujoco/mujoco.h>

#include "core/kernel/kinds/sensor.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/problem/constraint_plan.h"
#include "core/physics/problem/sleep_islands.h"

int sleep_equality_of(const RowProvider* provider, const mjModel* m, mjData* d, int equality) {
  if (provider->table.trees) {
    mj_markStack(d);
    int *trees = mj_stackAllocInt(d, (size_t)m->ntree), awake = 0;
    for (int n = equality_trees(provider, m, equality, trees); n > 0; n--)
      awake |= d->tree_awake[trees[n - 1]];
    mj_freeStack(d);
    return awake ? mjS_AWAKE : mjS_ASLEEP;
  }

  // a missing second object is static
  int objtype = equality_end_type(provider, m, equality);
  int id1 = m->eq_obj1id[equality], id2 = m->eq_obj2id[equality];
  int state1 = sleep_object(m, d, objtype, id1);
  int state2 = id2 >= 0 ? sleep_object(m, d, objtype, id2) : mjS_STATIC;
  return state1 == mjS_AWAKE || state2 == mjS_AWAKE ? mjS_AWAKE : mjS_ASLEEP;
}

int sleep_equality(const mjModel* m, const mjData* d, int equality) {
  // the cast is safe: the plan is attached to the data and not part of its visible content
  const ConstraintPlan* plan = constraint_plan(m, (mjData*)d);
  const RowProvider* provider = plan ? plan->equality[equality] : NULL;
  return provider ? sleep_equality_of(provider, m, (mjData*)d, equality) : mjS_AWAKE;
}

int sleep_object(const mjModel* m, const mjData* d, int objtype, int objid) {
  switch (objtype) {
    case mjOBJ_BODY:
    case mjOBJ_XBODY: return d->body_awake[objid];
    case mjOBJ_JOINT: return d->body_awake[m->jnt_bodyid[objid]];
    case mjOBJ_DOF: return d->body_awake[m->dof_bodyid[objid]];
    case mjOBJ_GEOM: return d->body_awake[m->geom_bodyid[objid]];
    case mjOBJ_SITE: return d->body_awake[m->site_bodyid[objid]];
    case mjOBJ_CAMERA: return d->body_awake[m->cam_bodyid[objid]];
    case mjOBJ_LIGHT: return d->body_awake[m->light_bodyid[objid]];
    case mjOBJ_TENDON: return sleep_tendon(m, d, objid);
    case mjOBJ_ACTUATOR: return sleep_actuator(m, d, objid);
    case mjOBJ_EQUALITY: return sleep_equality(m, d, objid);
    case mjOBJ_SENSOR:
    case mjOBJ_FLEX: return mjS_AWAKE;
    default:
      mju_error("sleep state: unsupported object type '%s'",
                mju_type2Str(objtype) ? mju_type2Str(objtype) : "unknown");
      return mjS_AWAKE;
  }
}

int sleep_sensor(const mjModel* m, const mjData* d, int sensor, int types) {
  const int objtype = m->sensor_objtype[sensor], reftype = m->sensor_reftype[sensor];
  if (!object_among(types, objtype) || !object_among(types, reftype))
    return mjS_AWAKE;

  // with one object, its state; with two, awake when either is
  if (objtype == mjOBJ_UNKNOWN && reftype == mjOBJ_UNKNOWN)
    return mjS_AWAKE;
  if (reftype == mjOBJ_UNKNOWN) {
    return sleep_object(m, d, objtype, m->sensor_objid[sensor]) == mjS_ASLEEP ? mjS_ASLEEP
                                                                              : mjS_AWAKE;
  }
  if (objtype == mjOBJ_UNKNOWN) {
    return sleep_object(m, d, reftype, m->sensor_refid[sensor]) == mjS_ASLEEP ? mjS_ASLEEP
                                                                              : mjS_AWAKE;
  }
  return sleep_object(m, d, objtype, m->sensor_objid[sensor]) == mjS_AWAKE ||
                 sleep_object(m, d, reftype, m->sensor_refid[sensor]) == mjS_AWAKE
             ? mjS_AWAKE
             : mjS_ASLEEP;
}

int fc_sleepState(const mjModel* m, const mjData* d, int objtype, int id) {
  return sleep_object(m, d, objtype, id);
}
