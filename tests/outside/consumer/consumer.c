// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A program of a user, which knows the C API and nothing else: lets a ball fall for half a second
// and prints the version of the library that did it.

#include <math.h>
#include <stdio.h>

#include <mujoco/mujoco.h>

int main(void) {
  static const char model[] =
      "<mujoco><option timestep='0.001'/><worldbody><body><freejoint/>"
      "<geom size='.1'/></body></worldbody></mujoco>";
  char error[500] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "ball.xml", model, sizeof model - 1);
  mjModel* m = mj_loadXML("ball.xml", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  mjData* d = m ? mj_makeData(m) : NULL;
  if (!d) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }

  // semi-implicit Euler: n steps of h take the height n (n + 1) / 2 h^2 g
  for (int i = 0; i < 500; i++)
    mj_step(m, d);
  const double expected = 500 * 501 / 2 * 1e-6 * m->opt.gravity[2];
  const int right = fabs(d->qpos[2] - expected) < 1e-12;
  printf("%s %g\n", mj_versionString(), d->qpos[2]);
  mj_deleteData(d);
  mj_deleteModel(m);
  return right && mj_version() == mjVERSION_HEADER ? 0 : 1;
}
