// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Programs in C++ that start on a library for whichever C++ library, as a program, or as an
// extension module that host.c opens (-DMODULE):
//
//   strangers version   asks for the version first
//   strangers spec      makes an mjSpec without asking
//   strangers parse     parses an mjSpec without asking
//   strangers step      compiled with -DPHYSICS: simulates and has no business with mjSpec

#include <cstdio>
#include <cstring>
#include <sstream>
#include <string>

#include <mujoco/mujoco.h>

static const char text[] = "<mujoco model='aname'><worldbody><geom size='1'/></worldbody></mujoco>";

#ifdef PHYSICS
static int use(const std::string&) {
  char error[500] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "m.xml", text, sizeof text - 1);
  mjModel* m = mj_loadXML("m.xml", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  mjData* d = m ? mj_makeData(m) : nullptr;
  if (!d) {
    std::printf("%s\n", error);
    return 1;
  }
  mj_step(m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
  std::printf("stepped with %s\n", mj_versionString());
  return 0;
}
#else
static int use(const std::string& how) {
  char error[2000] = "";
  if (how == "version")
    std::printf("version %s\n", mj_versionString());
  mjSpec* spec =
      how == "parse" ? mj_parseXMLString(text, nullptr, error, sizeof error) : mj_makeSpec();
  if (!spec) {
    std::printf("refused: %s\n", error);
    return 5;
  }
  *spec->modelname = how + " a name that is too long for the place of a short string";
  const int same = how + " a name that is too long for the place of a short string" ==
                   mjs_getString(spec->modelname);
  mj_deleteSpec(spec);
  std::printf(same ? "strings agree\n" : "FAIL: strings differ\n");
  return !same;
}
#endif

extern "C" __attribute__((visibility("default"))) int start(int argc, char** argv) {
  std::ostringstream how;  // with virtual functions, whose types have names
  how << (argc > 1 ? argv[1] : "");
  return use(how.str());
}

#ifndef MODULE
int main(int argc, char** argv) { return start(argc, argv); }
#endif
