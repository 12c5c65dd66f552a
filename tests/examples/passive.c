// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Built by check_examples.sh against the installed library alone: acme.wind carries along only the
// bodies that name it, as fast as the closed form predicts, and remains stable with long time
// steps.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

// a box of 1 kg, sides 0.2, 0.4 and 0.6 m, and another beside it
static mjModel* scene(const char* integrator, const char* timestep, const char* first) {
  char text[2000], error[1000] = "";
  snprintf(text, sizeof text,
           "<mujoco><option integrator='%s' timestep='%s' gravity='0 0 0'/><extension>"
           "<plugin plugin='acme.wind'><instance name='gust'><config key='velocity' value='8 0 0'/>"
           "<config key='drag' value='2'/></instance></plugin></extension><worldbody>"
           "<body>%s<freejoint/><geom type='box' size='.1 .2 .3' mass='1'/></body>"
           "<body pos='0 3 0'><freejoint/><geom type='box' size='.1 .2 .3' mass='1'/></body>"
           "</worldbody></mujoco>",
           integrator, timestep, first);
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m)
    printf("%s\n", spec ? mjs_getError(spec) : error);
  mj_deleteSpec(spec);
  return m;
}

static int differs(const char* what, double is, double should, double tolerance) {
  if (fabs(is - should) <= tolerance)
    return 0;
  printf("%s is %.9g, expected %.9g\n", what, is, should);
  return 1;
}

// u' = -q u^2 has the solution u0 / (1 + q u0 t); q = density drag area / (2 mass)
static int follows_the_closed_form(void) {
  mjModel* m = scene("RK4", ".01", "");
  if (!m)
    return 1;
  mjData* d = mj_makeData(m);
  const double q = 1.2 * 2 * (.4 * .6) / 2;
  int failed = 0;
  for (int i = 0; i < 300 && !failed; i++) {
    mj_step(m, d);
    const double v = 8 - 8 / (1 + q * 8 * d->time);
    failed |= differs("velocity of the first", d->qvel[0], v, 1e-6);
    failed |= differs("velocity of the second", d->qvel[6], v, 1e-6);
  }
  failed |= d->qvel[0] < 6;
  mj_deleteData(d);
  mj_deleteModel(m);
  return failed;
}

static int spares_the_others(void) {
  mjModel* m = scene("Euler", ".01", "<plugin instance='gust'/>");
  if (!m)
    return 1;
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  const int failed = differs("force on the first", d->qfrc_passive[0], 1.2 * .24 * 64, 1e-12) |
                     differs("force on the second", d->qfrc_passive[6], 0, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
  return failed;
}

// with a step so long that Euler overshoots
static int is_stable(void) {
  int failed = 0;
  static const char* const names[] = {"implicit", "implicitfast", "Euler"};
  for (int k = 0; k < 3 && !failed; k++) {
    mjModel* m = scene(names[k], "1.5", "");
    if (!m)
      return 1;
    mjData* d = mj_makeData(m);
    double most = 0;
    for (int i = 0; i < 20; i++) {
      mj_step(m, d);
      most = fmax(most, d->qvel[0]);
    }
    if (k < 2 ? !(most > 7.5 && most <= 8) : !(most > 8.5))
      failed = printf("%s reaches %g m/s in a wind of 8\n", names[k], most);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
  return failed;
}

int main(int argc, char** argv) {
  if (argc != 2 || fc_addModulePath(argv[1])) {
    printf("%s\n", argc == 2 ? fc_lastError() : "usage: passive DIRECTORY");
    return 1;
  }
  return follows_the_closed_form() || spares_the_others() || is_stable();
}
