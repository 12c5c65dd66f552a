// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Built by check_examples.sh against the installed library alone: acme.anemometer on a thrown,
// turning body measures the wind that it feels.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

static const char scene[] =
    "<mujoco><extension><plugin plugin='acme.anemometer'><instance name='double'><config "
    "key='gain' value='2'/></instance></plugin>"
    "</extension><option wind='3 -1 .5' gravity='0 0 0'/><worldbody><body pos='0 0 "
    "1'><freejoint/><geom size='.1'/>"
    "<site name='mast' pos='.1 0 .2' euler='10 20 30'/></body></worldbody><sensor>"
    "<velocimeter site='mast'/><plugin name='one' plugin='acme.anemometer' objtype='site' "
    "objname='mast'/>"
    "<plugin name='two' instance='double' plugin='acme.anemometer' objtype='site' "
    "objname='mast'/><clock/></sensor></mujoco>";

static mjModel* load(const char* xml, char* error, int size) {
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, size);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (spec && !m)
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
    return fail("usage: sensor DIRECTORY");

  // before the module is found, a model that needs it is an error that names it
  if (load(scene, error, sizeof error) || !strstr(error, "acme.anemometer"))
    return fail("the missing module was not reported");
  if (fc_addModulePath(argv[1]))
    return fail(fc_lastError());
  mjModel* m = load(scene, error, sizeof error);
  if (!m)
    return fail(error);
  if (m->nsensordata != 10 || m->sensor_dim[1] != 3 || m->sensor_adr[3] != 9 || m->nplugin != 2)
    return fail("the sensors do not have the sizes that the module gives them");

  mjData* d = mj_makeData(m);
  for (int i = 0; i < 6; i++)
    d->qvel[i] = 1 + i;
  double worst = 0;
  for (int i = 0; i < 100; i++) {
    mj_step1(m, d);
    // wind in the frame of the site, minus what the velocimeter reports
    mjtNum wind[3];
    mju_mulMatTVec3(wind, d->site_xmat, m->opt.wind);
    for (int k = 0; k < 3; k++) {
      const mjtNum felt = wind[k] - d->sensordata[k];
      worst = fmax(worst, fabs(felt - d->sensordata[3 + k]));
      worst = fmax(worst, fabs(2 * felt - d->sensordata[6 + k]));
    }
    mj_step2(m, d);
  }
  printf("the anemometers are off by at most %.1e m/s\n", worst);
  if (!(worst < 1e-12))
    return fail("the sensor does not measure the wind");

  // the module's own complaint reaches the user
  if (load("<mujoco><extension><plugin plugin='acme.anemometer'/></extension><sensor><plugin "
           "plugin='acme.anemometer'/></sensor></mujoco>",
           error, sizeof error) ||
      !strstr(error, "an anemometer needs objtype"))
    return fail("a sensor without object was accepted");
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
