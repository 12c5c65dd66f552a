// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the mechanics tests share: scenes, random states, the stages up to a point, comparisons.

#ifndef TESTS_PHYSICS_MECHANICS_SUPPORT_H_
#define TESTS_PHYSICS_MECHANICS_SUPPORT_H_

#include <fulcrum/host.h>

#include "core/physics/mechanics/tendon_armature.h"
#include "tests/support.h"

#ifndef TEST_SOURCE_DIR
#define TEST_SOURCE_DIR "."
#endif

// A program that links the core itself has no modules beside it. With built-in modules there is no
// such directory and none is needed.
static inline void use_modules(void) {
  FILE* manifest = fopen(TEST_MODULE_DIR "/attachment.json", "r");
  if (manifest) {
    fclose(manifest);
    ck_assert_msg(!fc_addModulePath(TEST_MODULE_DIR), "%s", fc_lastError());
  }
}

// scene tests/data/physics/mechanics/NAME.xml
static inline mjModel* load_scene(const char* name) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/tests/data/physics/mechanics/%s.xml", TEST_SOURCE_DIR, name);
  use_modules();
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", path, error);
  return m;
}

static inline void position_stage(const mjModel* m, mjData* d) {
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_camlight(m, d);
  mj_flex(m, d);
  mj_tendon(m, d);
  mj_makeM(m, d);
  mj_factorM(m, d);
  mj_transmission(m, d);
}

// y = J x for the sparse rows of flex edges, tendons and actuators, then everything that depends on
// velocity
static inline void velocity_stage(const mjModel* m, mjData* d) {
  for (int e = 0; e < m->nflexedge; e++) {
    d->flexedge_velocity[e] = 0;
    for (int k = m->flexedge_J_rowadr[e]; k < m->flexedge_J_rowadr[e] + m->flexedge_J_rownnz[e];
         k++)
      d->flexedge_velocity[e] += d->flexedge_J[k] * d->qvel[m->flexedge_J_colind[k]];
  }
  for (int t = 0; t < m->ntendon; t++) {
    d->ten_velocity[t] = 0;
    for (int k = m->ten_J_rowadr[t]; k < m->ten_J_rowadr[t] + m->ten_J_rownnz[t]; k++)
      d->ten_velocity[t] += d->ten_J[k] * d->qvel[m->ten_J_colind[k]];
  }
  for (int i = 0; i < m->nu; i++) {
    d->actuator_velocity[i] = 0;
    for (int k = d->moment_rowadr[i]; k < d->moment_rowadr[i] + d->moment_rownnz[i]; k++)
      d->actuator_velocity[i] += d->actuator_moment[k] * d->qvel[d->moment_colind[k]];
  }
  mj_comVel(m, d);
  mj_passive(m, d);
  mj_rne(m, d, 0, d->qfrc_bias);
  tendon_armature_bias(m, d, d->qfrc_bias);
}

static inline void random_state(const mjModel* m, mjData* d) {
  mjtNum* step = malloc(((size_t)m->nv + 1) * sizeof *step);
  fill_noise(step, (int)m->nv);
  fill_noise(d->qvel, (int)m->nv);
  fill_noise(d->qacc, (int)m->nv);
  mj_integratePos(m, d->qpos, step, 0.5);
  free(step);
}

// new data whose stack is full of NaN, so that nothing can rely on its being zero
static inline mjData* dirty_data(const mjModel* m) {
  mjData* d = mj_makeData(m);
  mj_markStack(d);
  size_t n = (size_t)m->narena / sizeof(mjtNum) / 2;
  mjtNum* stack = mj_stackAllocNum(d, n);
  for (size_t i = 0; i < n; i++)
    stack[i] = NAN;
  mj_freeStack(d);
  return d;
}

// scene in a random state, both stages done
static inline mjData* random_data(const mjModel* m) {
  mjData* d = dirty_data(m);
  random_state(m, d);
  position_stage(m, d);
  velocity_stage(m, d);
  return d;
}

#endif  // TESTS_PHYSICS_MECHANICS_SUPPORT_H_
