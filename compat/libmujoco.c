// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// libmujoco.so.3.6.0, a library that has this name and needs libfulcrum.so.0: README.md tells why.
//
// It refers to the mark of the C++ library that its libfulcrum was built for (the handles of
// mjSpec), so that the dynamic linker refuses it, by the name of the mark, in a process that
// already has a libfulcrum for the other one.

#include <fulcrum/compat.h>

__attribute__((used, visibility("hidden"))) const void* const needed_mark = &FULCRUM_MARK;
