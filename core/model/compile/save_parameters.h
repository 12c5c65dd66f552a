// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_COMPILE_SAVE_PARAMETERS_H_
#define CORE_MODEL_COMPILE_SAVE_PARAMETERS_H_

#include <mujoco/mujoco.h>

// Parameters of modules that have other numbers in `values` than in `model`, which the spec was
// compiled to, into the spec: into the configuration of their instance, or, of implementations
// without instance, into <config> of their <plugin>. Returns how many there were, and then the spec
// wants to be compiled again; -1 with fc_lastError when one of them cannot be written.
int save_parameters(mjSpec* spec, const mjModel* model, const mjModel* values);

#endif  // CORE_MODEL_COMPILE_SAVE_PARAMETERS_H_
