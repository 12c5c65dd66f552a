// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The locks of the process. They are listed in one place because fork must take them all: the child
// has the memory of its parent but only the forking thread, so a lock held by another thread would
// stay locked for ever. Data structures with a lock of their own (a thread pool) compare
// process_forks with its value at their creation.
//
// A lock is held for short work and while a shared object is opened, never where a handler or a
// callback of the user may be called.

#ifndef CORE_FOUNDATION_BASE_PROCESS_LOCK_H_
#define CORE_FOUNDATION_BASE_PROCESS_LOCK_H_

typedef enum ProcessLock_ {
  LOCK_ELEMENTS,    // elements of MJCF that modules bring
  LOCK_PARAMETERS,  // values of parameters that models keep
  LOCK_REGISTRY,    // the list of modules, and the opening of their shared objects
  LOCK_PLUGINS,     // tables of plugins, resource providers and decoders
  LOCK_ASKED,       // names passed to fc_optionValue
  LOCK_CACHE,       // decoded assets
  LOCK_VFS,         // resources that are open in a virtual file system
  LOCK_SPEC,        // the spec of the last mj_loadXML
  LOCK_FILES,       // files being written
  NPROCESS_LOCK
} ProcessLock;

// Takes and releases a lock; the locks are recursive.
void process_lock(ProcessLock which);
void process_unlock(ProcessLock which);

// Number of forks between the process that called this first and this process. Threads that were
// started at a lower count do not exist in this process.
unsigned process_forks(void);

#endif  // CORE_FOUNDATION_BASE_PROCESS_LOCK_H_
