// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Records flex_golden.inc with the reference; not part of the build (tests/README.md tells how to
// link and run it):
//
//   ./record > tests/constraints/flex_golden.inc
//
// The cell `jelly` hangs on an arm, which the reference can do with dense Jacobians only, and it
// writes the diagonal of the cell `cake` (81 rows) over that of rows behind it. So recorded are the
// rows of each equality alone and those of contacts, dense.

#include <stdio.h>

#include "tests/constraints/flex_scene.h"

static void numbers(const char* name, const char* suffix, const mjtNum* value, int n) {
  printf("static const mjtNum %s%s[] = {", name, suffix);
  for (int i = 0; i < n; i++)
    printf("%.17g,%s", value[i], i % 4 == 3 ? "\n" : " ");
  printf("};\n");
}

static void integers(const char* name, const char* suffix, const int* value, int n) {
  printf("static const int %s%s[] = {", name, suffix);
  for (int i = 0; i < n; i++)
    printf("%d, ", value[i]);
  printf("};\n");
}

// The rows that exist, as what they are with the velocities of the scene.
static void rows(const mjModel* m, mjData* d, const char* suffix) {
  mj_makeConstraint(m, d);
  mj_referenceConstraint(m, d);
  integers("type", suffix, d->efc_type, d->nefc);
  numbers("pos", suffix, d->efc_pos, d->nefc);
  numbers("diagonal", suffix, d->efc_diagApprox, d->nefc);
  numbers("regular", suffix, d->efc_R, d->nefc);
  numbers("velocity", suffix, d->efc_vel, d->nefc);
  numbers("aref", suffix, d->efc_aref, d->nefc);
}

int main(void) {
  char error[1000];
  mjModel* m = mj_loadXML("tests/data/constraints/flex.xml", NULL, error, sizeof error);
  if (!m) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  mjData* d = mj_makeData(m);
  set_flex_pose(m, d);
  mj_forward(m, d);
  printf("// Copyright 2026 The Fulcrum Authors\n// SPDX-License-Identifier: Apache-2.0\n\n");
  printf("// recorded by record_flex.c\n// clang-format off\n");
  numbers("golden_", "vertices", d->flexvert_xpos, 3 * m->nflexvert);
  numbers("golden_", "edge_length", d->flexedge_length, m->nflexedge);
  numbers("golden_", "edge_J", d->flexedge_J, m->nJfe);
  numbers("golden_", "vertex_length", d->flexvert_length, 2 * m->nflexvert);
  numbers("golden_", "vertex_J", d->flexvert_J, 2 * m->nJfv);
  for (int i = 0; i < m->neq; i++) {
    char suffix[20];
    for (int k = 0; k < m->neq; k++)
      d->eq_active[k] = k == i;
    snprintf(suffix, sizeof suffix, "_equality%d", i);
    d->ncon = 0;
    rows(m, d, suffix);
    d->eq_active[i] = 0;
  }
  add_flex_contacts(m, d, NRECORDED);
  for (int cone = 0; cone < 2; cone++) {
    m->opt.cone = cone;
    rows(m, d, cone ? "_elliptic" : "_pyramidal");
  }
  int excluded[NRECORDED];
  for (int i = 0; i < NRECORDED; i++)
    excluded[i] = d->contact[i].exclude;
  integers("golden_", "excluded", excluded, NRECORDED);
  mj_deleteData(d);
  mj_deleteModel(m);
  return 0;
}
