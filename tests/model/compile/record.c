// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Records a compiled model from the reference implementation; not part of the build
// (tests/README.md tells how to link and run it):
//
//   for f in tests/data/model/compile/*.xml; do ./record $f ${f%xml}mjb; done

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
