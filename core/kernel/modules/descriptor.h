// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The host's copy of a module's descriptor. Structs that cross the boundary only grow at their end
// and carry their size, so a module may have been built with shorter or longer ones. The copy has
// the size that this library knows: members that the module lacks are zero, and members that the
// library does not know are left out. Texts, types, parameters and functions stay in the module,
// which is never unloaded once it is accepted.

#ifndef CORE_KERNEL_MODULES_DESCRIPTOR_H_
#define CORE_KERNEL_MODULES_DESCRIPTOR_H_

#include <fulcrum/module.h>

// Copies a descriptor with its faces and tables. NULL with one sentence in error when a struct is
// too short to hold the required members, or when one of them is missing. Reads only constant data.
FcModule* descriptor_copy(const FcModule* module, char* error, int error_size);

void descriptor_free(FcModule* copy);

#endif  // CORE_KERNEL_MODULES_DESCRIPTOR_H_
