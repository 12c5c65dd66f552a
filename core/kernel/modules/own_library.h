// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The file that this code is in: what is installed beside it, and that it is the only copy in the
// process.

#ifndef CORE_KERNEL_MODULES_OWN_LIBRARY_H_
#define CORE_KERNEL_MODULES_OWN_LIBRARY_H_

#define LEVEL_V3 "x86-64-v3"  // directory of the variants for that processor level

// Directory where modules are installed, found relative to this library. Returns `path`.
const char* installed_directory(char* path, int npath);

// File of this library, and the folder of the one for programs with libc++: PATH_MAX bytes each.
// True when that folder is there.
int libcxx_directory(char* file, char* folder);

// Is the opened module `handle` linked to another copy of this library than the one that this code
// is in? Then its calls would go to another registry and other handlers; the reason is written to
// `error`.
int linked_elsewhere(void* handle, char* error, int error_size);

// Make the library known under the name that it has for programs built for MuJoCo, if that is
// installed, so that a plugin library that needs this name gets this library.
void offer_compatible_name(void);

#endif  // CORE_KERNEL_MODULES_OWN_LIBRARY_H_
