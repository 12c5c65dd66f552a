// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sleep state of model elements, derived from that of the bodies and trees they are made of.

#include <mujoco/mujoco.h>

#include "core/physics/mechanics/sleep.h"

int sleep_tendon(const mjModel* m, const mjData* d, int tendon) {
  const int* tree = m->tendon_treeid + 2 * tendon;
  switch (m->tendon_treenum[tendon]) {
    case 0: return mjS_STATIC;
    case 1: return d->tree_awake[tree[0]] ? mjS_AWAKE : mjS_ASLEEP;
    case 2: return d->tree_awake[tree[0]] || d->tree_awake[tree[1]] ? mjS_AWAKE : mjS_ASLEEP;
    default: return mjS_AWAKE;
  }
}

int sleep_actuator(const mjModel* m, const mjData* d, int actuator) {
  const int* id = m->actuator_trnid + 2 * actuator;
  switch (m->actuator_trntype[actuator]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: return d->body_awake[m->jnt_bodyid[id[0]]];
    case mjTRN_TENDON: return sleep_tendon(m, d, id[0]);
    case mjTRN_SITE: return d->body_awake[m->site_bodyid[id[0]]];
    case mjTRN_BODY: return d->body_awake[id[0]];
    case mjTRN_SLIDERCRANK:
      return d->body_awake[m->site_bodyid[id[0]]] == mjS_AWAKE ||
                     d->body_awake[m->site_bodyid[id[1]]] == mjS_AWAKE
                 ? mjS_AWAKE
                 : mjS_ASLEEP;
    default: return mjS_AWAKE;
  }
}
