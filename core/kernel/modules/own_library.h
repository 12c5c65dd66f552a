// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The file that contains this code: what is installed beside it, and the check that it is the only
// copy in the process.

#ifndef CORE_KERNEL_MODULES_OWN_LIBRARY_H_
#define CORE_KERNEL_MODULES_OWN_LIBRARY_H_

#define LEVEL_V3 "x86-64-v3"  // directory of the variants for that processor level

// Directory where modules are installed, found relative to this library. Returns `path`.
const char* installed_directory(char* path, int npath);

// File of this library, and the folder of the library for programs with libc++: PATH_MAX bytes
// each. True when that folder exists.
int libcxx_directory(char* file, char* folder);

// 1 when the opened module `handle` is linked to a copy of this library other than the one that
// contains this code. Its calls would go to another registry and other handlers; the reason is
// written to `error`.
int linked_elsewhere(void* handle, char* error, int error_size);

// Makes the library known under the name that programs built for MuJoCo use, if that name is
// installed, so that a plugin library that needs it gets this library.
void offer_compatible_name(void);

#endif  // CORE_KERNEL_MODULES_OWN_LIBRARY_H_
