// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the two files of the registry share: the list of modules and its lock.

#ifndef CORE_KERNEL_MODULES_REGISTRY_STATE_H_
#define CORE_KERNEL_MODULES_REGISTRY_STATE_H_

#include "core/kernel/modules/discovery.h"
#include "core/kernel/modules/load.h"
#include "core/kernel/modules/registry.h"

// Take the lock and return the list, scanned if it was not yet. No user's function may be called
// before it is released.
ModuleList* registry_acquire(void);
void registry_release(void);

// The list while the lock is held.
const ModuleList* registry_list(void);

// The directories searched so far, separated by ", ". The lock is held.
const char* registry_search_path(void);

// Could the list not be read, for want of memory or the like? Then fc_lastError says so, and what
// is in the list is not all. The lock is held.
int registry_incomplete(void);

// Keep fc_lastError, a message about want of memory, for the error of what then fails
// (registry_shortage), or forget it because what was missing has been found since.
void registry_note_shortage(void);
void registry_forget_shortage(void);

// Open the shared object of an available module and shake hands: 0, or with fc_lastError -1 when it
// is refused and REGISTRY_SHORT when memory or file descriptors are short and the next call tries
// again. The lock is held.
#define REGISTRY_SHORT MODULE_LOAD_SHORT
int registry_open(Module* module);

// The winner for a name among the modules that were not refused; when `refused` is given, also the
// last refused one that would have served. NULL: none. The lock is held.
Module* registry_choose(FcKind kind, const char* name, const Module** refused);

// Does a win over b for this name? "": by their standing alone.
int registry_wins(const Module* a, const Module* b, FcKind kind, const char* name);

// The face of a descriptor with this name or type, or NULL.
const FcFace* face_serving(const FcModule* module, FcKind kind, const char* name);

// registry_names while the lock is held.
char* known_names(FcKind kind, char* text, int ntext);

#endif  // CORE_KERNEL_MODULES_REGISTRY_STATE_H_
