// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the 3.6.0 library exports outside its headers and programs built against it bind to when
// they start; its Python extension modules do. They are declared here so that their place in the
// interface is known and tested (tests/abi); programs of ours use <fulcrum/host.h> and
// <mujoco/mujoco.h>.

#ifndef FULCRUM_COMPAT_H_
#define FULCRUM_COMPAT_H_

#include <stddef.h>

#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>

#ifdef __cplusplus
extern "C" {
#endif

// Handlers of errors and warnings of the calling thread: they win over mju_user_error and
// mju_user_warning, may longjmp, and stay when mju_clearHandlers is called. NULL removes one. A
// handler set with fc_setThreadErrorHandler takes the same place: the one set last is called, and
// the getter returns NULL while it is not a handler of this kind. Any thread; cannot fail.
MJAPI void _mjPRIVATE__set_tls_error_fn(void (*handler)(const char* message));
MJAPI void (*_mjPRIVATE__get_tls_error_fn(void))(const char* message);
MJAPI void _mjPRIVATE__set_tls_warning_fn(void (*handler)(const char* message));
MJAPI void (*_mjPRIVATE__get_tls_warning_fn(void))(const char* message);

// `bytes` of the arena of `d` behind what it holds, at a multiple of `alignment`, a power of two,
// from its begin; NULL when the arena is full, without a warning. The memory belongs to the arena
// and lives until the next step or reset.
MJAPI void* mj_arenaAllocByte(mjData* d, size_t bytes, size_t alignment);

// Marks of the C++ library whose std::string and std::vector the library was built with: it exports
// one of the two, with value 1. What needs a certain one refers to its mark.
MJAPI extern const int fc_built_for_libstdcxx;
MJAPI extern const int fc_built_for_libcxx;

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_COMPAT_H_
