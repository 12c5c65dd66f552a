// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_KERNEL_MODULES_SHARED_OBJECT_H_
#define CORE_KERNEL_MODULES_SHARED_OBJECT_H_

// Checks that the file is a complete shared object. The dynamic linker maps the segments in the
// headers without checking the length of the file, so a truncated copy would crash the process at
// the first access to a missing page. 0, or -1 with the reason in error, and errno when the reason
// is not the file itself.
int shared_object_check(const char* path, char* error, int error_size);

#endif  // CORE_KERNEL_MODULES_SHARED_OBJECT_H_
