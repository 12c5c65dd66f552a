// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <dlfcn.h>
#include <string.h>

#include "tools/rollout/store.h"
#include "tools/tool.h"

// The run path of the command leads to the folder of its shared objects.
static const StoreFormat* open_hdf5(const char* path) {
  void* library = dlopen("fulcrum-hdf5.so", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    failure(
        "%s: HDF5 cannot be written here (%s). A file .npz can; Fulcrum has HDF5 when it is "
        "built with libhdf5 (Debian, Ubuntu: package libhdf5-dev; configure --with-hdf5)",
        path, dlerror());
    return NULL;
  }
  StoreFunction function;
  *(void**)&function = dlsym(library, STORE_SYMBOL);
  if (function)
    return function();
  failure("%s: fulcrum-hdf5.so does not belong to this command (%s)", path, dlerror());
  return NULL;
}

const StoreFormat* store_format(const char* path) {
  const char* dot = strrchr(path, '.');
  if (dot && (strcmp(dot, ".h5") == 0 || strcmp(dot, ".hdf5") == 0))
    return open_hdf5(path);
  if (dot && strcmp(dot, ".npz") == 0)
    return &npz_format;
  failure("%s: the name of the output must end in .h5 (HDF5) or .npz (NumPy)", path);
  return NULL;
}
