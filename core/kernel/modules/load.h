// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_KERNEL_MODULES_LOAD_H_
#define CORE_KERNEL_MODULES_LOAD_H_

#include <fulcrum/module.h>

// Maps a shared object, or a private copy of it, and finds a symbol. *handle may be open after a
// failure. 0, or -1 with the reason in `reason`, or MODULE_LOAD_SHORT when the reason says nothing
// about the file (is_shortage).
#define MODULE_LOAD_SHORT (-2)
int object_load(const char* file, int privately, const char* symbol, void** handle, void** address,
                char* reason, int nreason);

// The same for the descriptor of a module.
int module_load(const char* file, int privately, void** handle, FcModuleFunction* function,
                char* reason, int nreason);

// Between opening_begin and opening_end the calling thread opens this file, which fc_openingFile
// returns. opening_begin returns the previous file, to be passed to opening_end: a constructor may
// open another one.
const char* opening_begin(const char* file);
void opening_end(const char* before);

#endif  // CORE_KERNEL_MODULES_LOAD_H_
