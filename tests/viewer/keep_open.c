// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// dlclose that closes nothing, for LD_PRELOAD. Drivers of OpenGL keep some hundred bytes in
// globals. When GLFW unloads such a driver (Mesa's swrast_dri.so), the globals are gone, and the
// leak sanitizer reports memory without an owner, from a module that it can no longer name.

#include <dlfcn.h>

int dlclose(void* handle) {
  (void)handle;
  return 0;
}
