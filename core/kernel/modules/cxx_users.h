// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Whether this library suits the C++ programs of the process. They dereference the handles of
// mjSpec, std::string and std::vector, whose layout depends on the C++ library; compat/README.md
// lists which library is for which programs.

#ifndef CORE_KERNEL_MODULES_CXX_USERS_H_
#define CORE_KERNEL_MODULES_CXX_USERS_H_

// The C++ library that the handles were built for, "libc++" or "libstdc++"; set by core/library.c.
extern const char* (*const cxx_library)(void);

// 1 when an object of the process that was built with libc++ uses mjSpec of this library, whose
// handles are those of libstdc++. The reason, with the folder of the right library, is written to
// `error`. Cheap unless libraries were opened since the last call.
int cxx_users_differ(char* error, int error_size);

#endif  // CORE_KERNEL_MODULES_CXX_USERS_H_
