// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mj_setConst: everything in the model that follows from its other fields at the reference
// configuration.
//
//   1. what does not depend on a configuration: subtree masses, kinematic trees, sleep policies
//   2. at qpos0: inverse weights, lengths, relative poses (reference_pose.c)
//   3. damping ratios of servos, from the inertia they move
//   4. statistics, and spring lengths at qpos_spring (statistics.c)
// d is scratch: its qpos is left at qpos_spring with the kinematics that belong to it.

#include <math.h>

#include "core/kernel/kinds/actuator.h"
#include "core/model/constants/set_const.h"

// ---------------------------------------------------------------- kinematic trees

// tree of the object that path entry k of a tendon touches, -1 for pulleys and static bodies
static int wrap_tree(const mjModel* m, int k) {
  int id = m->wrap_objid[k], body;
  switch (m->wrap_type[k]) {
    case mjWRAP_JOINT: body = m->jnt_bodyid[id]; break;
    case mjWRAP_SITE: body = m->site_bodyid[id]; break;
    case mjWRAP_SPHERE:
    case mjWRAP_CYLINDER: body = m->geom_bodyid[id]; break;
    default: return -1;
  }
  return m->body_treeid[body];
}

// 1 when entry k is the first of its tree on the path
static int first_of_tree(const mjModel* m, int adr, int k, int tree) {
  for (int i = adr; i < k; i++)
    if (wrap_tree(m, i) == tree)
      return 0;
  return 1;
}

static void tendon_trees(mjModel* m, int t) {
  int* id = m->tendon_treeid + 2 * t;
  int n = 0, adr = m->tendon_adr[t], previous = -1;
  id[0] = id[1] = -1;
  for (int k = adr; k < adr + m->tendon_num[t]; k++) {
    int tree = wrap_tree(m, k);

    // most paths visit one or two trees: comparing with the ids recorded so far avoids a search
    if (tree < 0 || tree == previous || tree == id[0] || tree == id[1])
      continue;
    previous = tree;
    if (n >= 2 && !first_of_tree(m, adr, k, tree))
      continue;
    if (n < 2)
      id[n] = tree;
    n++;
  }
  m->tendon_treenum[t] = n;
}

void model_trees(mjModel* m) {
  for (int t = 0; t < m->ntree; t++) {
    m->tree_bodyadr[t] = m->tree_dofadr[t] = -1;
    m->tree_bodynum[t] = m->tree_dofnum[t] = 0;
  }
  for (int i = 0; i < m->nv; i++) {
    int t = m->dof_treeid[i];
    if (!m->tree_dofnum[t]++)
      m->tree_dofadr[t] = i;
  }
  for (int b = 0; b < m->nbody; b++) {
    int weld = m->body_weldid[b],
        t = m->body_dofnum[weld] ? m->dof_treeid[m->body_dofadr[weld]] : -1;
    m->body_treeid[b] = t;
    if (t >= 0 && !m->tree_bodynum[t]++)
      m->tree_bodyadr[t] = b;
  }
  for (int t = 0; t < m->ntendon; t++)
    tendon_trees(m, t);
}

// ---------------------------------------------------------------- sleep policy

static void never(mjModel* m, int tree) {
  if (tree >= 0 && m->tree_sleep_policy[tree] == mjSLEEP_AUTO)
    m->tree_sleep_policy[tree] = mjSLEEP_AUTO_NEVER;
}

// trees that an actuator moves must stay awake for it
static void actuated(mjModel* m, int i) {
  int id = m->actuator_trnid[2 * i];
  switch (m->actuator_trntype[i]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: never(m, m->body_treeid[m->jnt_bodyid[id]]); return;
    case mjTRN_SITE:
    case mjTRN_SLIDERCRANK: never(m, m->body_treeid[m->site_bodyid[id]]); return;
    case mjTRN_BODY: never(m, m->body_treeid[id]); return;
    case mjTRN_TENDON:
      for (int k = m->tendon_adr[id]; k < m->tendon_adr[id] + m->tendon_num[id]; k++)
        never(m, wrap_tree(m, k));
      return;
    default: return;
  }
}

// a tendon that pulls on two trees, or that connects more than two, keeps them awake
static int coupled(mjModel* m, int t) {
  int elastic = m->tendon_stiffness[t] != 0 || m->tendon_damping[t] != 0,
      many = m->tendon_treenum[t] > 2;
  if (!many && !(m->tendon_treenum[t] == 2 && elastic))
    return 1;
  for (int k = m->tendon_adr[t]; k < m->tendon_adr[t] + m->tendon_num[t]; k++) {
    int tree = wrap_tree(m, k);
    if (tree < 0)
      continue;
    int policy = m->tree_sleep_policy[tree];
    if (policy == mjSLEEP_ALLOWED || policy == mjSLEEP_INIT) {
      mju_error("tree %d connected to tendon %d %s, sleeping not allowed", tree, t,
                many ? "which spans more than 2 trees" : "with non-zero stiffness or damping");
      return 0;
    }
    never(m, tree);
  }
  return 1;
}

static int sleep_policies(mjModel* m) {
  for (int i = 0; i < m->nu; i++)
    actuated(m, i);
  for (int t = 0; t < m->ntendon; t++)
    if (!coupled(m, t))
      return 0;
  for (int i = 0; i < m->nflexvert; i++)
    if (m->flex_vertbodyid[i] >= 0)
      never(m, m->body_treeid[m->flex_vertbodyid[i]]);
  for (int i = 0; i < m->nflexnode; i++)
    if (m->flex_nodebodyid[i] >= 0)
      never(m, m->body_treeid[m->flex_nodebodyid[i]]);
  for (int t = 0; t < m->ntree; t++)
    if (m->tree_sleep_policy[t] == mjSLEEP_AUTO)
      m->tree_sleep_policy[t] = mjSLEEP_AUTO_ALLOWED;
  return 1;
}

static void masses(mjModel* m) {
  m->ngravcomp = 0;
  for (int b = 0; b < m->nbody; b++) {
    m->body_subtreemass[b] = m->body_mass[b];
    m->ngravcomp += m->body_gravcomp[b] > 0;
  }
  for (int b = (int)m->nbody - 1; b > 0; b--)
    m->body_subtreemass[m->body_parentid[b]] += m->body_subtreemass[b];
}

// ---------------------------------------------------------------- damping ratio

// A servo whose damping entry is positive has a damping ratio: kd = 2 zeta sqrt(kp I), with I the
// inertia seen through its moment arm.
static void damping_ratios(mjModel* m, const mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    const mjtNum* gain = m->actuator_gainprm + mjNGAIN * i;
    mjtNum* bias = m->actuator_biasprm + mjNBIAS * i;
    // parameters of third-party laws are not interpreted
    if (law_is_named(m->actuator_gaintype[i]) || law_is_named(m->actuator_biastype[i]))
      continue;
    if (gain[0] != -bias[1] || bias[2] <= 0)
      continue;
    mjtNum inertia = 0;
    for (int k = d->moment_rowadr[i]; k < d->moment_rowadr[i] + d->moment_rownnz[i]; k++) {
      mjtNum arm = d->actuator_moment[k] * d->actuator_moment[k];
      if (arm > mjMINVAL)
        inertia += m->dof_M0[d->moment_colind[k]] / arm;
    }
    bias[2] *= -2 * sqrt(gain[0] * inertia);
  }
}

void mj_setConst(mjModel* m, mjData* d) {
  masses(m);
  model_trees(m);
  if (!sleep_policies(m))
    return;

  // everything is computed, even for sleeping trees
  int enableflags = m->opt.enableflags;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  set_const_reference(m, d);
  damping_ratios(m, d);
  set_const_statistics(m, d);
  m->opt.enableflags = enableflags;
}
