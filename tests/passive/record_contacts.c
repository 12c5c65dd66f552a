// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Records contacts_golden.inc with the reference; not part of the build (tests/README.md tells how
// to link and run it):
//
//   ./record > tests/passive/contacts_golden.inc

#include <stdio.h>

#include <mujoco/mujoco.h>

#include "tests/passive/contact_scene.h"

int main(void) {
  char error[1000];
  mjSpec* spec = mj_parseXMLString(passive_scene, NULL, error, sizeof error);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (!m) {
    fprintf(stderr, "%s\n", spec ? mjs_getError(spec) : error);
    return 1;
  }
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  printf("// Copyright 2026 The Fulcrum Authors\n// SPDX-License-Identifier: Apache-2.0\n\n");
  printf("// recorded by record_contacts.c\n// clang-format off\n");
  printf("static const int golden_exclude[] = {");
  for (int i = 0; i < d->ncon; i++)
    printf("%s%d,", i % 32 ? " " : "\n", d->contact[i].exclude);
  printf("};\nstatic const mjtNum golden_spring[] = {");
  for (int i = 0; i < m->nv; i++)
    printf("%s%.17g,", i % 4 ? " " : "\n", d->qfrc_spring[i]);
  printf("};\n");
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
  return 0;
}
