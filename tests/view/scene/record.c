// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Records the golden data of tests/view/scene with the reference implementation; not part of the
// build (tests/README.md tells how to link and run it). It writes
// tests/data/view/scene/flexes.poses, what surface_poses lists, one after the other, and
// golden.inc, for each model and view the fingerprint of the scene.

#include <stdlib.h>

#include "tests/view/scene/views.h"

static FILE* out;

static void record_view(View* v, const char* name) {
  mjv_updateScene(v->m, v->d, &v->opt, &v->pert, &v->cam, v->catmask, &v->scn);
  const Fingerprint f = fingerprint(v->m, &v->scn, &v->opt);
  fprintf(out, "    {\"%s\", {%d, %d, %d, 0x%016llxULL, {", name, f.ngeom, f.nlight, f.status,
          (unsigned long long)f.hash);
  for (int k = 0; k < NUM_SUMS; k++)
    fprintf(out, "%s%.9g", k ? ", " : "", f.sum[k]);
  fprintf(out, "}}},\n");
}

static void record_views(mjModel* m, mjData* d, const char* name) {
  View v = {.m = m, .d = d};
  mjv_defaultScene(&v.scn);
  mjv_makeScene(m, &v.scn, 2000);
  fprintf(out, "static const GoldenView %s_views[] = {\n", name);
  each_view(&v, record_view);
  fprintf(out, "};\n");
  mjv_freeScene(&v.scn);
}

static mjModel* load(const char* path) {
  char error[1000] = "";
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s: %s\n", path, error);
    exit(1);
  }
  return m;
}

int main(void) {
  out = fopen("tests/view/scene/golden.inc", "w");
  fprintf(out,
          "// Copyright 2026 The Fulcrum Authors\n// SPDX-License-Identifier: Apache-2.0\n\n"
          "// Written by record.c from the reference, version %s.\n\n",
          mj_versionString());
  mjModel* m = load("tests/data/view/scene/everything.xml");
  mjData* d = mj_makeData(m);
  bend(m, d);
  record_views(m, d, "everything");

  m = load("tests/data/view/scene/flexes.xml");
  d = mj_makeData(m);
  for (int i = 0; i < 5; i++)
    mj_step(m, d);
  mj_forward(m, d);
  d->ncon = d->nefc = d->nisland = 0;
  FILE* poses = fopen("tests/data/view/scene/flexes.poses", "wb");
  Poses pose[NUM_POSES];
  surface_poses(pose, m, d);
  for (int i = 0; i < NUM_POSES; i++)
    fwrite(pose[i].data, sizeof(mjtNum), (size_t)pose[i].n, poses);
  fclose(poses);
  memset(d->bvh_active, 0, (size_t)m->nbvh);
  d->ne = d->nf = d->nl = 0;
  record_views(m, d, "flexes");
  fclose(out);
  return 0;
}
