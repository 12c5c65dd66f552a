// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What a program that was built for MuJoCo 3.6.0 does when it starts on Fulcrum, as a program
// (-DPROGRAM) or as an extension module that host.c opens:
//
//   start LEVEL FLAVOUR [PLUGIN...]
//
// Loads and steps a model, opens libraries of plugins, and looks at what is mapped: one library, of
// this processor level (0: any) and for this C++ library. It is linked to the name
// libmujoco.so.3.6.0 and nothing else.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

static int complain(const char* what, const char* which) {
  printf("FAIL: %s %s\n", what, which);
  return 1;
}

static int step(void) {
  static const char model[] =
      "<mujoco><worldbody><geom type='plane' size='1 1 .1'/><body pos='0 0 .2'><freejoint/>"
      "<geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>";
  char error[500] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "m.xml", model, sizeof model - 1);
  mjModel* m = mj_loadXML("m.xml", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  mjData* d = m ? mj_makeData(m) : NULL;
  if (!d)
    return complain("the model cannot be loaded:", error);
  for (int i = 0; i < 200; i++)
    mj_step(m, d);
  const int rests = d->ncon == 4 && d->qpos[2] > 0.09 && d->qpos[2] < 0.11;
  mj_deleteData(d);
  mj_deleteModel(m);
  return rests ? 0 : complain("the box", "does not rest on the floor");
}

// files whose name begins with libfulcrum or libmujoco, each once
static int mapped(char file[8][1000]) {
  char line[1200];
  int n = 0;
  FILE* maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps)) {
    char* path = strchr(line, '/');
    const char* name = path ? strrchr(path, '/') + 1 : "";
    if (strncmp(name, "libfulcrum", 10) != 0 && strncmp(name, "libmujoco", 9) != 0)
      continue;
    path[strcspn(path, "\n")] = 0;
    int known = 0;
    for (int i = 0; i < n; i++)
      known |= strcmp(file[i], path) == 0;
    if (!known && n < 8)
      snprintf(file[n++], sizeof file[0], "%.999s", path);
  }
  if (maps)
    fclose(maps);
  return n;
}

static int one_copy(void) {
  char file[8][1000];
  const int n = mapped(file);
  int copies = 0, names = 0;
  for (int i = 0; i < n; i++) {
    const int copy = strstr(file[i], "/libfulcrum") != NULL;
    copies += copy;
    names += !copy;
    if (!copy && !strstr(file[i], "/fulcrum/compat"))
      return complain("another library is mapped:", file[i]);
  }
  if (copies == 1 && names <= 1)
    return 0;
  for (int i = 0; i < n; i++)
    printf("mapped: %s\n", file[i]);
  return complain("there is more than", "one copy");
}

static int right_build(int level, const char* flavour) {
  // the functions of Fulcrum are looked up where those of the API were found
  Dl_info info = {.dli_fname = "unknown"};
  int (*get_level)(void) = mj_version;
  const char* (*get_flavour)(void) = NULL;
  void* function;
  memcpy(&function, &get_level, sizeof function);
  void* handle = dladdr(function, &info) ? dlopen(info.dli_fname, RTLD_LAZY) : NULL;
  void* symbol = handle ? dlsym(handle, "fc_processorLevel") : NULL;
  memcpy(&get_level, &symbol, sizeof symbol);
  symbol = handle ? dlsym(handle, "fc_cxxLibrary") : NULL;
  memcpy(&get_flavour, &symbol, sizeof symbol);
  if (!get_level || !get_flavour)
    return complain("this is not Fulcrum:", info.dli_fname);
  if (level && get_level() != level)
    return complain("it has another processor level:", info.dli_fname);
  return strcmp(get_flavour(), flavour) != 0 ? complain("it is for", get_flavour()) : 0;
}

int start(int argc, char** argv) {
  if (argc < 3)
    return complain("expected", "LEVEL FLAVOUR [PLUGIN...]");
  if (strcmp(mj_versionString(), "3.6.0") != 0)
    return complain("version", mj_versionString());
  for (int i = 3; i < argc; i++) {
    const int before = mjp_pluginCount();
    mj_loadPluginLibrary(argv[i]);
    if (mjp_pluginCount() != before + 1)
      return complain("the plugin did not register here:", argv[i]);
  }
  return step() || right_build(atoi(argv[1]), argv[2]) || one_copy();
}

#ifdef PROGRAM
int main(int argc, char** argv) { return start(argc, argv); }
#endif
