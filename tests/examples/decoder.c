// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Built by check_examples.sh against the installed library alone: acme.ply makes a mesh of a PLY
// cube, and says what is wrong with others.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

static const char cube[] =
    "ply\nformat ascii 1.0\ncomment a box of 1 by 2 by 3\nelement vertex 8\nproperty float "
    "x\nproperty float y\nproperty float z\n"
    "property uchar red\nelement face 6\nproperty list uchar int vertex_indices\nend_header\n"
    "0 0 0 9\n1 0 0 9\n1 2 0 9\n0 2 0 9\n0 0 3 9\n1 0 3 9\n1 2 3 9\n0 2 3 9\n"
    "4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 2 3 7 6\n4 1 2 6 5\n4 3 0 4 7\n";
static const char scene[] =
    "<mujoco><asset><mesh name='box' file='box.ply' "
    "inertia='exact'/></asset><worldbody><body><freejoint/>"
    "<geom type='mesh' mesh='box' density='10'/></body></worldbody></mujoco>";

static mjModel* load(const char* ply, size_t n, char* error, int size) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "box.ply", ply, (int)n);
  mj_addBufferVFS(&vfs, "scene.xml", scene, sizeof scene - 1);
  mjModel* m = mj_loadXML("scene.xml", &vfs, error, size);
  mj_deleteVFS(&vfs);
  return m;
}

static int fail(const char* what, const char* error) {
  printf("%s: %s\n", what, error);
  return 1;
}

int main(int argc, char** argv) {
  char error[1000] = "", cut[sizeof cube];
  if (argc != 2)
    return fail("usage", "decoder DIRECTORY");
  if (load(cube, sizeof cube - 1, error, sizeof error) || !strstr(error, "no decoder"))
    return fail("without the module", error);
  if (fc_addModulePath(argv[1]))
    return fail("module path", fc_lastError());
  mjModel* m = load(cube, sizeof cube - 1, error, sizeof error);
  if (!m)
    return fail("with the module", error);
  if (fabs(m->body_mass[1] - 60) > 1e-9 || m->nmeshface != 12 || fabs(m->mesh_pos[2] - 1.5) > 1e-12)
    return fail("box", "wrong mass");
  mj_deleteModel(m);

  // cut short anywhere it is refused or still a mesh, never more
  for (size_t n = 0; n < sizeof cube - 1; n++) {
    memcpy(cut, cube, n);
    m = load(cut, n, error, sizeof error);
    if (!m && !strstr(error, "box"))
      return fail("a cut file", error);
    mj_deleteModel(m);
  }
  printf("acme.ply decodes a box of %d triangles\n", 12);
  return 0;
}
