// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_DOCUMENT_LOAD_H_
#define CORE_MODEL_DOCUMENT_LOAD_H_

#include <fulcrum/loader.h>
#include <mujoco/mujoco.h>

// Loader whose sniff is most certain about the source; NULL when none recognises it.
const FcLoader* find_loader(const FcSource* source);

// Copy of the spec of the last mj_loadXML or fc_loadModel, not compiled, owned by the caller; NULL
// when there is none.
mjSpec* last_spec_copy(void);

#endif  // CORE_MODEL_DOCUMENT_LOAD_H_
