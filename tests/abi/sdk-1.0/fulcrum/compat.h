// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Symbols that the 3.6.0 library exports without declaring them in its headers, and that programs
// built against it, such as its Python extension modules, need at start. They are declared here so
// that the interface is complete and tested (tests/abi); new programs use <fulcrum/host.h> and
// <mujoco/mujoco.h>.
//
// Since SDK 1.0.

#ifndef FULCRUM_COMPAT_H_
#define FULCRUM_COMPAT_H_

#include <stddef.h>

#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>

#ifdef __cplusplus
extern "C" {
#endif

// Handlers of errors and warnings of the calling thread: they take precedence over mju_user_error
// and mju_user_warning, may longjmp, and are kept by mju_clearHandlers. NULL removes a handler.
// fc_setThreadErrorHandler uses the same slot: the handler set last is called, and the getter
// returns NULL unless it is of this kind. Any thread; cannot fail.
MJAPI void _mjPRIVATE__set_tls_error_fn(void (*handler)(const char* message));
MJAPI void (*_mjPRIVATE__get_tls_error_fn(void))(const char* message);
MJAPI void _mjPRIVATE__set_tls_warning_fn(void (*handler)(const char* message));
MJAPI void (*_mjPRIVATE__get_tls_warning_fn(void))(const char* message);

// Allocate `bytes` at the end of the used part of the arena of `d`, at a multiple of `alignment` (a
// power of two) from its start; NULL without a warning when the arena is full. The memory belongs
// to the arena and lives until the next step or reset.
MJAPI void* mj_arenaAllocByte(mjData* d, size_t bytes, size_t alignment);

// Markers of the C++ library whose std::string and std::vector the library was built with: it
// exports one of the two, with value 1. Files that need a specific one refer to its marker.
MJAPI extern const int fc_built_for_libstdcxx;
MJAPI extern const int fc_built_for_libcxx;

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_COMPAT_H_
