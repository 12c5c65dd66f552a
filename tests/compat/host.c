// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A program that knows nothing of physics and opens an extension module, as a Python does:
//
//   host [-g LIBRARY] MODULE ARGUMENTS...   start() of the module; -g opens a library for all first
//   host -2 LIBRARY LIBRARY                 both libraries; then the second one loads a model
//
// Exit status 3 and the message when a library cannot be opened, 4 and the message when the model
// cannot be loaded.

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static void* open_library(const char* path, int mode) {
  void* handle = dlopen(path, RTLD_NOW | mode);
  if (!handle)
    printf("%s\n", dlerror());
  return handle;
}

static int two(char** path) {
  static char vfs[64], error[1000];
  static const char model[] = "<mujoco><worldbody><geom size='1'/></worldbody></mujoco>";
  void* symbol[3] = {NULL};
  void (*default_vfs)(void*);
  int (*add_buffer)(void*, const char*, const void*, int);
  void* (*load)(const char*, const void*, char*, int);
  void* second = open_library(path[0], RTLD_LOCAL) ? open_library(path[1], RTLD_LOCAL) : NULL;
  if (!second)
    return 3;
  symbol[0] = dlsym(second, "mj_defaultVFS");
  symbol[1] = dlsym(second, "mj_addBufferVFS");
  symbol[2] = dlsym(second, "mj_loadXML");
  memcpy(&default_vfs, symbol, sizeof default_vfs);
  memcpy(&add_buffer, symbol + 1, sizeof add_buffer);
  memcpy(&load, symbol + 2, sizeof load);
  default_vfs(vfs);
  add_buffer(vfs, "m.xml", model, sizeof model - 1);
  if (load("m.xml", vfs, error, sizeof error))
    return 0;
  printf("%s\n", error);
  return 4;
}

int main(int argc, char** argv) {
  int (*start)(int, char**) = NULL;
  if (argc == 4 && strcmp(argv[1], "-2") == 0)
    return two(argv + 2);
  if (argc > 3 && strcmp(argv[1], "-g") == 0) {
    if (!open_library(argv[2], RTLD_GLOBAL))
      return 3;
    argc -= 2;
    argv += 2;
  }
  void* module = argc > 1 ? open_library(argv[1], RTLD_LOCAL) : NULL;
  void* symbol = module ? dlsym(module, "start") : NULL;
  memcpy(&start, &symbol, sizeof start);
  return start ? start(argc - 1, argv + 1) : 3;
}
