// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_COMPILE_SIGNATURE_H_
#define CORE_MODEL_COMPILE_SIGNATURE_H_

#include <stdint.h>

#include "core/model/compile/compile.h"

// Hash of the structure of the compiled model: the tree with its joints, geoms, sites, cameras and
// lights, and the number of elements of every other kind, but no names or values. Two models of
// equal signature have corresponding elements. NULL, or a message.
const char* compile_signature(const Compile* c, uint64_t* signature);

#endif  // CORE_MODEL_COMPILE_SIGNATURE_H_
