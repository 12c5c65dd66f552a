// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef MUJOCO_MJEXPORT_H_
#define MUJOCO_MJEXPORT_H_

// MJAPI marks what the shared library exports; MJLOCAL what stays inside it.
#if defined(__GNUC__)
#define MJAPI __attribute__((visibility("default")))
#define MJLOCAL __attribute__((visibility("hidden")))
#else
#define MJAPI
#define MJLOCAL
#endif

#endif  // MUJOCO_MJEXPORT_H_
