// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_KERNEL_MODULES_HANDSHAKE_H_
#define CORE_KERNEL_MODULES_HANDSHAKE_H_

#include "core/kernel/modules/manifest.h"

// Processor level that this machine can run: 1 baseline, 3 x86-64-v3 (AVX2, FMA).
int processor_level(void);

// Checks that the module fits this host and its own manifest (NULL: it has none). Reads only
// constant data; no function of a face is called. Returns the host's copy of the descriptor
// (descriptor.h), which the caller frees, or NULL with one sentence in error.
FcModule* handshake(const FcModule* module, const Manifest* manifest, char* error, int error_size);

#endif  // CORE_KERNEL_MODULES_HANDSHAKE_H_
