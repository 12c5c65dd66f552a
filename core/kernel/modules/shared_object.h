// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_KERNEL_MODULES_SHARED_OBJECT_H_
#define CORE_KERNEL_MODULES_SHARED_OBJECT_H_

// Is the file a whole shared object? The dynamic linker maps what the headers announce without
// asking how long the file is, so a copy that broke off would end the process at the first touch of
// a missing page. 0, or -1 with the reason in error, and errno when it is not the file's fault.
int shared_object_check(const char* path, char* error, int error_size);

#endif  // CORE_KERNEL_MODULES_SHARED_OBJECT_H_
