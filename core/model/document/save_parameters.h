// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_DOCUMENT_SAVE_PARAMETERS_H_
#define CORE_MODEL_DOCUMENT_SAVE_PARAMETERS_H_

#include <mujoco/mujoco.h>

// Writes parameters of modules whose numbers in `values` differ from those in `model`, the compiled
// spec, into the spec: into the configuration of their instance or, for implementations without
// instance, into a <config> of their <plugin>. Returns how many there were; if any, the spec must
// be compiled again. -1 with fc_lastError when one of them cannot be written.
int save_parameters(mjSpec* spec, const mjModel* model, const mjModel* values);

#endif  // CORE_MODEL_DOCUMENT_SAVE_PARAMETERS_H_
