// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mjs_makeMesh: built-in shapes. This build compiles primitives only, so it answers with an error
// sentence.

#include "core/spec/tree.h"

int mjs_makeMesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* params, int nparams) {
  (void)params;
  (void)nparams;
  if (!mesh) return -1;
  Element* e = pub_element(mesh);
  if (builtin <= mjMESH_BUILTIN_NONE || builtin > mjMESH_BUILTIN_PLATE) {
    spec_error(e->spec, NULL, "Unsupported mesh type");
    return 1;
  }
  return spec_error(
      e->spec, e,
      "built-in mesh shapes are not supported: mesh '%s' needs vertices and faces of its own",
      element_name(e));
}
