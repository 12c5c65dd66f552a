// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Resetting with sleep enabled. Frames of static bodies are not recomputed in later steps, so they
// are computed here. Trees with the policy `init` start asleep; the dynamics must justify it: they
// have to qualify for sleep at the initial state.

#include <stdio.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/memory.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/pipeline/stages.h"
#include "core/physics/problem/sleep_islands.h"

#define FULLY_AWAKE (-(1 + mjMINAWAKE))
#define READY (-1)

// there are no constraints, and the row addresses of contacts are invalid too
static void clear_constraints(mjData* d) {
  arena_reset_rows(d);
  for (int i = 0; i < d->ncon; i++)
    d->contact[i].efc_address = -1;
}

static int report_awake(const mjModel* m, const mjData* d, int ninit, int nasleep, char* error,
                        int error_size) {
  int tree = 0;
  while (m->tree_sleep_policy[tree] != mjSLEEP_INIT || d->tree_asleep[tree] >= 0)
    tree++;
  const int body = m->tree_bodyadr[tree];
  const char* name = mj_id2name(m, mjOBJ_BODY, body);
  snprintf(error, (size_t)error_size,
           "%d trees were marked sleep='init' but only %d could be put to sleep; the first that "
           "could not is that of body '%s' (id %d)",
           ninit, nasleep, name ? name : "", body);
  return -1;
}

int start_asleep(const mjModel* m, mjData* d, char* error, int error_size) {
  int ninit = 0;
  for (int i = 0; i < m->ntree; i++)
    ninit += m->tree_sleep_policy[i] == mjSLEEP_INIT;
  if (!ninit) {
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_camlight(m, d);
    mj_tendon(m, d);
    return 0;
  }

  mj_forward(m, d);
  for (int i = 0; i < m->ntree; i++)
    d->tree_asleep[i] = m->tree_sleep_policy[i] == mjSLEEP_INIT ? READY : FULLY_AWAKE;
  const int nasleep = sleep_fall_asleep(m, d);
  if (nasleep != ninit)
    return report_awake(m, d, ninit, nasleep, error, error_size);
  fc_zero(d->qacc_smooth, (int)m->nv);
  fc_zero(d->qfrc_smooth, (int)m->nv);
  clear_constraints(d);
  return 0;
}
