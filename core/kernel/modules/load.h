// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_KERNEL_MODULES_LOAD_H_
#define CORE_KERNEL_MODULES_LOAD_H_

#include <fulcrum/module.h>

// Map a shared object, or a private copy of it, and find its descriptor. *handle may be open on
// failure. 0, or -1 with the reason in `reason`, MODULE_LOAD_SHORT when it says nothing about the
// file (is_shortage).
#define MODULE_LOAD_SHORT (-2)
int module_load(const char* file, int privately, void** handle, FcModuleFunction* function,
                char* reason, int nreason);

// From begin to end the calling thread opens this file, which fc_openingFile tells. `begin` returns
// what was being opened before, for `end`: a constructor may open another one.
const char* opening_begin(const char* file);
void opening_end(const char* before);

#endif  // CORE_KERNEL_MODULES_LOAD_H_
