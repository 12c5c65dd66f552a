// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mj_copyBack: numbers that a program changed in a compiled model are to be saved with the spec it
// came from. The spec itself is not changed and keeps its angles in degrees, its fromto and its
// frames. It stores a copy of the changed model, whose numbers the writer uses instead of those of
// the compilation, until the spec is compiled again.

#include <mujoco/mjxmacro.h>

#include "core/model/spec/kept_files.h"
#include "core/model/spec/tree.h"

// nonzero when every count of the two models agrees
static int same_sizes(const mjModel* a, const mjModel* b) {
#define X(name)           \
  if (a->name != b->name) \
    return 0;
  MJMODEL_SIZES
#undef X
  return 1;
}

int mj_copyBack(mjSpec* s, const mjModel* m) {
  Spec* spec = spec_of(s);
  if (!m) {
    spec_error(spec, NULL, "mj_copyBack: the model pointer is null");
    return 0;
  }
  if (!spec->compiled) {
    spec_error(spec, NULL, "mj_copyBack: the spec has not been compiled, or was edited since");
    return 0;
  }
  mjModel* own = mj_compile(s, kept_files(spec));
  if (!own)
    return 0;
  mjModel* values = NULL;
  if (!same_sizes(m, own)) {
    spec_error(spec, NULL,
               "mj_copyBack: incompatible models: the model and the spec have different numbers of "
               "elements");
  } else if (m->signature != own->signature) {
    spec_error(spec, NULL,
               "mj_copyBack: incompatible signatures: the model was not compiled from this spec");
  } else {
    values = mj_copyModel(NULL, m);
    if (!values)
      spec_error(spec, NULL, "mj_copyBack: out of memory for a copy of the model");
  }
  mj_deleteModel(own);
  spec->values = values;
  return values != NULL;
}
