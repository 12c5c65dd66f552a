// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Built by check_examples.sh against the installed library alone: with acme.superquadric an
// ellipsoid on a plane is as before while the exponent is 2, and fills its corners when it grows.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

static const char scene[] =
    "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .2' euler='0 45 "
    "0'><freejoint/>"
    "<geom type='ellipsoid' size='.2 .1 .3' mass='1'/></body></worldbody></mujoco>";

static mjModel* load(void) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(scene, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m)
    printf("%s\n", spec ? mjs_getError(spec) : error);
  mj_deleteSpec(spec);
  return m;
}

// distance of the only contact, 9: there is none
static double distance(const mjModel* m) {
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  double dist = d->ncon == 1 ? d->contact[0].dist : 9;
  mj_deleteData(d);
  return dist;
}

static int differs(const char* what, double is, double should) {
  if (fabs(is - should) < 1e-12)
    return 0;
  printf("%s: distance %.15g, expected %.15g\n", what, is, should);
  return 1;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    printf("usage: collider DIRECTORY\n");
    return 1;
  }
  mjModel* m = load();
  if (!m)
    return 1;
  double ellipsoid = .2 - sqrt((.04 + .09) / 2);
  if (differs("without the module", distance(m), ellipsoid))
    return 1;
  mj_deleteModel(m);

  if (fc_addModulePath(argv[1])) {
    printf("%s\n", fc_lastError());
    return 1;
  }
  m = load();
  if (!m)
    return 1;
  int failed = differs("exponent 2", distance(m), ellipsoid);
  if (fc_setParameter(m, "acme.superquadric", "exponent", "4")) {
    printf("%s\n", fc_lastError());
    return 1;
  }
  double q = 4. / 3;
  failed |= differs("exponent 4", distance(m),
                    .2 - pow(pow(.2 * sqrt(.5), q) + pow(.3 * sqrt(.5), q), 1 / q));
  mj_deleteModel(m);
  return failed;
}
