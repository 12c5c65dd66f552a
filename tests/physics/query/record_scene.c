// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Writes the scene of scene.h as the reference prints it; not part of the build
// (tests/README.md tells how to link and run it):
//
//   ./record > tests/data/physics/query/scene.txt

#include "tests/physics/query/scene.h"

int main(void) {
  fill_scene();
  mj_printScene(&scene, NULL);
  empty_scene();
  mj_printFormattedScene(&scene, NULL, "%+12.3e");
  return 0;
}
