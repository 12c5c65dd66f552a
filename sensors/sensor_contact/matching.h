// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SENSORS_SENSOR_CONTACT_MATCHING_H_
#define SENSORS_SENSOR_CONTACT_MATCHING_H_

#include <mujoco/mujoco.h>

// Whether contact c matches contact sensor i. 0: no; 1: yes; -1: yes with the sides exchanged, so
// that the normal must be flipped to point from the sensor's first object to its second.
int contact_matches(const mjModel* m, const mjData* d, int i, const mjContact* c);

#endif  // SENSORS_SENSOR_CONTACT_MATCHING_H_
