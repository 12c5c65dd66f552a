// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Stacks of parts that were placed face to face: three bodies on a base that is turned in any way,
// each of one to three geoms whose undersides or tops lie in one plane. Whether parts that just
// touch are in contact is a matter of the last bit.

#ifndef TESTS_PHYSICS_COLLISION_STACK_H_
#define TESTS_PHYSICS_COLLISION_STACK_H_

#include <stdint.h>
#include <stdio.h>

#define STACKS 300

static uint32_t stack_state;

// a whole number from 0 to n-1
static inline int stack_draw(int n) {
  stack_state = stack_state * 1664525u + 1013904223u;
  return (int)((stack_state >> 8) % (uint32_t)n);
}

// half height of a geom along z
static inline double stack_half(int type, const double size[3]) {
  return type == 0 ? size[0] : type == 1 ? size[0] + size[1] : type == 2 ? size[1] : size[2];
}

// MJCF of a stack; returns the number of characters
static inline int stack_write(char* text, size_t room, int index) {
  static const char* const name[] = {"sphere", "capsule", "cylinder", "box", "ellipsoid"};
  size_t at = 0;
  double z = 0;
#define STACK_ADD(...) at += (size_t)snprintf(text + at, room - at, __VA_ARGS__)
  stack_state = (uint32_t)index * 2654435761u + 1;
  int quat[4];
  for (int i = 3; i > 0; i--)
    quat[i] = stack_draw(9) - 4;
  quat[0] = 1 + stack_draw(5);
  const double up = stack_draw(200) / 100., y = stack_draw(2000) / 1000. - 1,
               x = stack_draw(2000) / 1000. - 1;
  STACK_ADD(
      "<mujoco><worldbody><body pos=\"%.17g %.17g %.17g\" quat=\"%d %d %d %d\">"
      "<joint type=\"slide\"/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>",
      x, y, up, quat[0], quat[1], quat[2], quat[3]);
  for (int b = 0; b < 3; b++) {
    double top = 0;
    STACK_ADD("<body pos=\"0 0 %.17g\"><joint type=\"slide\"/>", z);
    for (int g = 0, n = 1 + stack_draw(3); g < n; g++) {
      int type = stack_draw(5), hangs = stack_draw(2), aside = stack_draw(2);
      double size[3];
      for (int k = 0; k < 3; k++)
        size[k] = (2 + stack_draw(18)) / 100.;
      double half = stack_half(type, size);
      top = g == 0 ? 2 * half : top;
      STACK_ADD("<geom type=\"%s\" size=\"%g %g %g\" pos=\"%g 0 %.17g\"/>", name[type], size[0],
                size[1], size[2], aside ? .05 * g : .5 * g, hangs && g ? top - half : half);
    }
    STACK_ADD("</body>");
    z += top;
  }
  STACK_ADD("</body></worldbody></mujoco>");
#undef STACK_ADD
  return (int)at;
}

#endif  // TESTS_PHYSICS_COLLISION_STACK_H_
