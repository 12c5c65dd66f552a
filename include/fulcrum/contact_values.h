// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Values of geoms and pairs that override parameters of the contact model, <geom><config
// key="stiffness" value="1e4"/></geom>. <fulcrum/contact_model.h> describes how the values of a
// contact are computed from them. In an editable model they are set with fc_setConfig of
// <fulcrum/spec.h>.
//
// A compiled model stores them as custom numeric fields after those of its document, called
// NAME:geom and NAME:pair with the name of the contact model, with a row per geom or pair and a
// number per parameter; NaN means that no value is given. The fields exist when at least one geom,
// or pair, has a value. Binary models and copies contain them like all other fields. They apply
// while the contact model of that name is in force.
//
// `type` is mjOBJ_GEOM or mjOBJ_PAIR.
//
// Since SDK 1.0.

#ifndef FULCRUM_CONTACT_VALUES_H_
#define FULCRUM_CONTACT_VALUES_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>

#ifdef __cplusplus
extern "C" {
#endif

// Parameter i of the contact model for which elements have values; NULL when i is out of range or
// no element has values. [any thread; not in a step]
MJAPI const char* fc_contactKey(const mjModel* m, mjtObj type, int i);

// The value of an element, to be read or changed between steps; NaN: not given. A value written
// here must be in the range of the parameter. NULL with fc_lastError when no element of the type
// has values, the contact model has no such parameter, or the id is out of range. [any thread; not
// in a step]
MJAPI mjtNum* fc_contactValue(mjModel* m, mjtObj type, int id, const char* key);

// The value of a parameter of the contact model in force for contact i of d, mixed from its geoms
// or given by its pair. 0, or -1 with fc_lastError. [thread of d; not in a step]
MJAPI int fc_contactParameter(const mjModel* m, mjData* d, int i, const char* key, mjtNum* value);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_CONTACT_VALUES_H_
