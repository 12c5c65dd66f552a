// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef MUJOCO_MJSAN_H_
#define MUJOCO_MJSAN_H_

// Which sanitizers instrument this translation unit: ADDRESS_SANITIZER and MEMORY_SANITIZER are
// defined when they do.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER
#endif
#if __has_feature(memory_sanitizer)
#define MEMORY_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(ADDRESS_SANITIZER)
#define ADDRESS_SANITIZER
#endif

#ifdef ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

#endif  // MUJOCO_MJSAN_H_
