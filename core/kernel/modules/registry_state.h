// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the two files of the registry: the list of modules and its lock.

#ifndef CORE_KERNEL_MODULES_REGISTRY_STATE_H_
#define CORE_KERNEL_MODULES_REGISTRY_STATE_H_

#include "core/kernel/modules/discovery.h"
#include "core/kernel/modules/load.h"

// Takes the lock and returns the list, which is read on first use. No function of the user may be
// called before the lock is released.
ModuleList* registry_acquire(void);
void registry_release(void);

// The list. The lock is held.
const ModuleList* registry_list(void);

// The directories searched so far, separated by ", ". The lock is held.
const char* registry_search_path(void);

// 1 when the list could not be read because memory or the like ran out. fc_lastError says so, and
// the list is incomplete. The lock is held.
int registry_incomplete(void);

// registry_note_shortage keeps fc_lastError, a message about a shortage, for the error of the
// operation that then fails (registry_shortage); registry_forget_shortage drops it.
void registry_note_shortage(void);
void registry_forget_shortage(void);

// Opens the shared object of an available module and performs the handshake: 0, or with
// fc_lastError -1 when it is refused, and REGISTRY_SHORT when memory or file descriptors are short
// and the next call tries again. The lock is held.
#define REGISTRY_SHORT MODULE_LOAD_SHORT
int registry_open(Module* module);

// The winner for a name among the modules that are not refused. If `refused` is not NULL, also the
// last refused one that would have served. NULL when there is none. The lock is held.
Module* registry_choose(FcKind kind, const char* name, const Module** refused);

// 1 when a wins over b for this name. "": by their standing alone.
int registry_wins(const Module* a, const Module* b, FcKind kind, const char* name);

// The face of a descriptor with this name or type, or NULL.
const FcFace* face_serving(const FcModule* module, FcKind kind, const char* name);

// registry_names while the lock is held.
char* known_names(FcKind kind, char* text, int ntext);

#endif  // CORE_KERNEL_MODULES_REGISTRY_STATE_H_
