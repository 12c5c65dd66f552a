// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Built by check_examples.sh against the installed library alone: with acme.grid every step has the
// contacts that the sweep gives, bit for bit, in scenes of different kinds and with cells of any
// width.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

static mjModel* compile(const char* text) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m)
    printf("%s\n", spec ? mjs_getError(spec) : error);
  mj_deleteSpec(spec);
  return m;
}

// Bodies of all shapes above a floor with static posts, `n` per row. Every hundredth is as large as
// many others.
static mjModel* heap(int n, const char* options) {
  static const char* const type[] = {"sphere", "capsule", "box", "ellipsoid", "cylinder"};
  char* text = malloc((size_t)(n * n + 20) * 250 + 1000);
  int used = sprintf(text,
                     "<mujoco><option timestep='.005'>%s</option><size memory='20M'/><worldbody>"
                     "<geom type='plane' size='9 9 1'/>",
                     options);
  for (int i = 0; i < 9; i++)
    used += sprintf(text + used, "<body pos='%g %g .2'><geom type='box' size='.1 .1 .2'/></body>",
                    .8 * (i % 3), .8 * (i / 3));
  for (int i = 0; i < n * n; i++) {
    double s = i % 100 == 42 ? .5 : .06 + .01 * (i % 5);
    used += sprintf(text + used,
                    "<body pos='%g %g %g' euler='%d %d 0'><freejoint/><geom type='%s' size='%g %g "
                    "%g' density='%g'/>"
                    "<geom size='%g' pos='%g 0 0'/></body>",
                    .36 * (i % n), .36 * (i / n), .4 + .05 * (i * 7 % 11), i * 31 % 90, i * 17 % 90,
                    type[i % 5], s, s * .8, s * .9, i % 100 == 42 ? 10. : 1000., s * .7, s * .8);
  }
  sprintf(text + used, "</worldbody></mujoco>");
  mjModel* m = compile(text);
  free(text);
  return m;
}

static int same_contacts(const mjData* a, const mjData* b) {
  return a->ncon == b->ncon &&
         memcmp(a->contact, b->contact, sizeof(mjContact) * (size_t)a->ncon) == 0;
}

// Two simulations, one per broad phase.
static int compare(const char* name, mjModel* m, const char* width, int steps) {
  if (!m)
    return 1;
  if (fc_setParameter(m, "acme.grid", "width", width)) {
    printf("%s\n", fc_lastError());
    return 1;
  }
  mjData *sweep = mj_makeData(m), *grid = mj_makeData(m);
  int failed = 0;
  long ncon = 0;
  if (fc_bind(m, grid, FC_BROADPHASE, "acme.grid") ||
      strcmp(fc_bound(m, grid, FC_BROADPHASE), "acme.grid") != 0 ||
      strcmp(fc_bound(m, sweep, FC_BROADPHASE), "sap") != 0) {
    failed =
        printf("%s: the broad phase is not the one that was asked for: %s\n", name, fc_lastError());
  }
  for (int i = 0; i < steps && !failed; i++) {
    mj_step(m, sweep);
    mj_step(m, grid);
    ncon += sweep->ncon;
    if (!same_contacts(sweep, grid))
      failed = printf("%s, width %s: other contacts in step %d\n", name, width, i);
  }
  if (!failed && ncon < 10L * steps)
    failed = printf("%s: only %ld contacts in %d steps, nothing was tested\n", name, ncon, steps);
  mj_deleteData(sweep);
  mj_deleteData(grid);
  mj_deleteModel(m);
  return failed;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    printf("usage: broadphase DIRECTORY\n");
    return 1;
  }
  if (fc_addModulePath(argv[1])) {
    printf("%s\n", fc_lastError());
    return 1;
  }
  int failed = compare("heap", heap(12, ""), "2", 200);
  failed |= compare("heap", heap(12, ""), ".1", 60);
  failed |= compare("heap", heap(12, ""), "1000", 60);
  failed |= compare("sleeping heap", heap(8, "<flag sleep='enable'/>"), "2", 400);
  failed |=
      compare("no filter", heap(6, "<flag filterparent='disable' midphase='disable'/>"), "3", 200);
  return failed;
}
