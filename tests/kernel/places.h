// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The stages of the pipeline in their order.

#ifndef TESTS_KERNEL_PLACES_H_
#define TESTS_KERNEL_PLACES_H_

#define PLACES(X)     \
  X(kinematics)       \
  X(tendons)          \
  X(waking_tendons)   \
  X(inertia)          \
  X(collision)        \
  X(waking)           \
  X(rows)             \
  X(islands)          \
  X(transmission)     \
  X(projection)       \
  X(position_sensors) \
  X(potential_energy) \
  X(velocities)       \
  X(passive)          \
  X(reference)        \
  X(bias)             \
  X(velocity_sensors) \
  X(kinetic_energy)   \
  X(control)          \
  X(actuation)        \
  X(smooth)           \
  X(constraint)       \
  X(acceleration_sensors)

#define PLACE(name) PLACE_##name,
enum { PLACES(PLACE) NPLACE };
#undef PLACE

#endif  // TESTS_KERNEL_PLACES_H_
