// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The locks of the process. They are listed in one place because fork has to take them all: the
// child has the memory of its parent and only the thread that forked, so that a lock which another
// thread holds would stay locked for ever. Data structures with a lock of their own (a thread pool)
// compare process_forks with what it was when they were made.
//
// A lock is held for short work and while a shared object is opened; never where a handler or a
// callback of the user can be called.

#ifndef CORE_FOUNDATION_BASE_PROCESS_LOCK_H_
#define CORE_FOUNDATION_BASE_PROCESS_LOCK_H_

typedef enum ProcessLock_ {
  LOCK_ELEMENTS,    // elements of MJCF that modules bring
  LOCK_PARAMETERS,  // values of parameters that models keep
  LOCK_REGISTRY,    // the list of modules, and the opening of their shared objects
  LOCK_PLUGINS,     // tables of plugins, resource providers and decoders
  LOCK_ASKED,       // names that were asked for
  LOCK_CACHE,       // decoded assets
  LOCK_VFS,         // resources that are open in a virtual file system
  LOCK_SPEC,        // the spec of the last mj_loadXML
  LOCK_FILES,       // files that are being written
  NPROCESS_LOCK
} ProcessLock;

// Take a lock and give it back; the thread that holds one may take it again.
void process_lock(ProcessLock which);
void process_unlock(ProcessLock which);

// How many forks lie between this process and the first that asked here. What was started
// when the number was smaller, such as a thread, is not in this process.
unsigned process_forks(void);

#endif  // CORE_FOUNDATION_BASE_PROCESS_LOCK_H_
