// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Writes the scene of scene.h as the reference prints it; not part of the build. With the reference
// in the folder R:
//
//   cc -w -I$R/include -I../.. record_scene.c $R/libmujoco.so.3.6.0 -Wl,-rpath,$R -lm -o record
//   ./record > scene.txt

#include "tests/physics/query/scene.h"

int main(void) {
  fill_scene();
  mj_printScene(&scene, NULL);
  empty_scene();
  mj_printFormattedScene(&scene, NULL, "%+12.3e");
  return 0;
}
