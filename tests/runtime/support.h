// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the run-time suites share: the models of the repository, and motion that stirs them.

#ifndef TESTS_RUNTIME_SUPPORT_H_
#define TESTS_RUNTIME_SUPPORT_H_

#include <fulcrum/host.h>

#include "tests/support.h"

static const char* const models[] = {
    "humanoid/humanoid.xml",
    "pendulum/pendulum.xml",
    "top/top.xml",
    "cradle/cradle.xml",
    "blocks/blocks.xml",
    "crank/crank.xml",
    "arm/arm.xml",
    "../tests/data/dynamics/models/plugin_pid.xml",
    "../tests/data/dynamics/models/plugin_touch_grid.xml",
    "../tests/data/dynamics/models/plugin_cable.xml",
    "../tests/data/dynamics/corpus/flex_activelayers_2.xml",
    "../tests/data/dynamics/corpus/flex_bodies.xml",
    "../tests/data/dynamics/corpus/flex_internal.xml",
    "../tests/data/dynamics/corpus/flex_line_equality.xml",
    "../tests/data/dynamics/corpus/flex_pins.xml",
    "../tests/data/dynamics/corpus/flex_rigid.xml",
    "../tests/data/dynamics/corpus/flex_self_bvh.xml",
    "../tests/data/dynamics/corpus/flex_self_sap.xml",
    "../tests/data/dynamics/corpus/flex_sensors.xml",
    "../tests/data/dynamics/corpus/flex_shell_both.xml",
    "../tests/data/dynamics/corpus/flex_shell_vertices.xml",
    "../tests/data/dynamics/corpus/flex_solver_elliptic_sparse.xml",
    "../tests/data/dynamics/corpus/flex_strain.xml",
    "../tests/data/dynamics/corpus/flex_trilinear.xml",
    "../tests/data/dynamics/corpus/pair_flex_3_3.xml",
    "../tests/data/dynamics/corpus/pair_flex_mesh.xml"};
#define NMODEL ((int)(sizeof models / sizeof *models))

static inline mjModel* load_model(int i) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/models/%s", TEST_SOURCE_DIR, models[i]);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", path, error);
  return m;
}

// n steps, with controls that depend on the time alone
static inline void stir(const mjModel* m, mjData* d, int n) {
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < m->nu; i++)
      d->ctrl[i] = 0.5 * sin(7 * d->time + i);
    mj_step(m, d);
  }
}

// ---------------------------------------------------------------- equality of bits

#define SAME(a, b, field, n)                                                                       \
  ck_assert_msg((n) == 0 || memcmp((a)->field, (b)->field, (size_t)(n) * sizeof *(a)->field) == 0, \
                "%s: %s differs", model, #field)

static inline void expect_same(const mjModel* m, const mjData* a, const mjData* b,
                               const char* model) {
  ck_assert_msg(a->time == b->time, "%s: time differs", model);
  SAME(a, b, qpos, m->nq);
  SAME(a, b, qvel, m->nv);
  SAME(a, b, act, m->na);
  SAME(a, b, history, m->nhistory);
  SAME(a, b, qacc, m->nv);
  SAME(a, b, qfrc_constraint, m->nv);
  SAME(a, b, sensordata, m->nsensordata);
  SAME(a, b, xpos, 3 * m->nbody);
  SAME(a, b, tree_asleep, m->ntree);
  ck_assert_int_eq(a->ncon, b->ncon);
  ck_assert_int_eq(a->nefc, b->nefc);
  SAME(a, b, efc_force, a->nefc);
}

#endif  // TESTS_RUNTIME_SUPPORT_H_
