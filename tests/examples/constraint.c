// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Built by check_examples.sh against the installed library alone: a nut on acme.screw turns as it
// falls, and its binary model is read again.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

static const char scene[] =
    "<mujoco><option timestep='.001'/><worldbody><site name='bolt' pos='0 0 1'/>"
    "<body name='nut' pos='0 0 1'><freejoint/><geom type='cylinder' size='.05 .01' mass='.5'/>"
    "<site name='nut'/></body></worldbody></mujoco>";

static mjModel* load(char* error, int size) {
  mjSpec* spec = mj_parseXMLString(scene, NULL, error, size);
  mjsEquality* screw = mjs_addEquality(spec, NULL);
  screw->type = (mjtEq)fc_optionValue(FC_CONSTRAINT, "acme.screw");
  screw->objtype = mjOBJ_SITE;
  mjs_setString(screw->name1, "nut");
  mjs_setString(screw->name2, "bolt");
  screw->data[0] = 0.3;
  screw->data[1] = 0.1;
  screw->solimp[0] = screw->solimp[1] = 0.9999;
  mjModel* m = mj_compile(spec, NULL);
  if (!m)
    snprintf(error, (size_t)size, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

static int fail(const char* text) {
  printf("%s\n", text);
  return 1;
}

int main(int argc, char** argv) {
  char error[1000] = "";
  if (argc != 2)
    return fail("usage: constraint DIRECTORY");
  if (load(error, sizeof error) || !strstr(error, "acme.screw"))
    return fail("the missing module was not reported");
  if (fc_addModulePath(argv[1]))
    return fail(fc_lastError());
  mjModel* m = load(error, sizeof error);
  if (!m)
    return fail(error);

  // m a = f - m g, I alpha = -f pitch / 2 pi, a = alpha pitch / 2 pi
  mjData* d = mj_makeData(m);
  const double k = 2 * mjPI / 0.3,
               expected = -9.81 / (1 + m->body_inertia[5] * k * k / m->body_mass[1]);
  for (int i = 0; i < 500; i++)
    mj_step(m, d);
  printf("the nut falls with %.4f m/s^2, %.4f expected\n", d->qacc[2], expected);
  if (!(fabs(d->qacc[2] - expected) < 1e-2 && fabs(d->qvel[5] - k * d->qvel[2]) < 1e-2))
    return fail("the nut does not follow its thread");

  const int size = (int)mj_sizeModel(m);
  char* image = malloc((size_t)size);
  mj_saveModel(m, NULL, image, size);
  mjModel* again = mj_loadModelBuffer(image, size);
  if (!again || again->eq_type[0] != m->eq_type[0])
    return fail("the binary model is not the same");
  free(image);
  mj_deleteModel(again);
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
