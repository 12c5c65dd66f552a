// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Records a golden model from the reference implementation, with which it has to be linked
// (CONTRIBUTING.md). From this directory:
//
//   for s in everything fuse inertia replicate lengthrange shapes images meshes \
//            flex_lines flex_sheets flex_solids flex_files; do
//     ./record scenes/$s.xml scenes/$s.mjb
//   done

#include <stdio.h>
#include <stdlib.h>

#include <mujoco/mujoco.h>

int main(int argc, char** argv) {
  // decoders of meshes
  const char* plugins = getenv("MUJOCO_PLUGIN_DIR");
  if (plugins)
    mj_loadAllPluginLibraries(plugins, NULL);
  char error[1000] = "";
  mjModel* m = argc == 3 ? mj_loadXML(argv[1], NULL, error, sizeof error) : NULL;
  if (!m) {
    fprintf(stderr, "record: %s\n", error);
    return 1;
  }
  mj_saveModel(m, argv[2], NULL, 0);
  return 0;
}
