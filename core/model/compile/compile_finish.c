// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// After the arrays are filled: constants at qpos0, spring-dampers, actuator length ranges,
// statistics given by the user, validation, and a first step that reveals instabilities. Contacts
// and sleeping are switched off for this step.

#include <math.h>

#include "core/foundation/data/memory.h"
#include "core/model/compile/compile.h"

// stiffness and damping of an oscillator with the given time constant and damping ratio
static void spring_dampers(Compile* c, mjModel* m) {
  for (int i = 0; i < c->njoint; i++) {
    const JointRecord* j = c->joint + i;
    double timeconst = j->pub->springdamper[0], ratio = j->pub->springdamper[1], weight = 0;
    if (!(timeconst > 0 && ratio > 0))
      continue;
    for (int k = j->dofadr; k < j->dofadr + j->nv; k++)
      weight += m->dof_invweight0[k];
    double inertia = j->nv / fmax(mjMINVAL, weight);
    m->jnt_stiffness[i] = inertia / fmax(mjMINVAL, timeconst * timeconst * ratio * ratio);
    for (int k = j->dofadr; k < j->dofadr + j->nv; k++)
      m->dof_damping[k] = 2 * inertia / fmax(mjMINVAL, timeconst);
  }
}

static void length_ranges(Compile* c, mjModel* m, mjData* d) {
  const mjLROpt* options = &c->spec->pub.compiler.LRopt;
  mjOption saved = m->opt;
  m->opt.disableflags = mjDSBL_FRICTIONLOSS | mjDSBL_CONTACT | mjDSBL_SPRING | mjDSBL_DAMPER |
                        mjDSBL_GRAVITY | mjDSBL_ACTUATION;
  if (options->timestep > 0)
    m->opt.timestep = options->timestep;
  for (int i = 0; i < m->nu; i++) {
    char error[300] = "";
    if (!mj_setLengthRange(m, d, i, options, error, sizeof error))
      compile_fail(c, &c->actuator[i].actuator->base, "%s", error);
  }
  m->opt = saved;
}

static void given_statistics(const mjStatistic* given, mjStatistic* stat) {
  if (!isnan(given->meaninertia))
    stat->meaninertia = given->meaninertia;
  if (!isnan(given->meanmass))
    stat->meanmass = given->meanmass;
  if (!isnan(given->meansize))
    stat->meansize = given->meansize;
  if (!isnan(given->extent))
    stat->extent = given->extent;
  if (!isnan(given->center[0]))
    for (int i = 0; i < 3; i++)
      stat->center[i] = given->center[i];
}

static int begins_asleep(const mjModel* m, int enableflags) {
  if (!(enableflags & mjENBL_SLEEP))
    return 0;
  for (int t = 0; t < m->ntree; t++)
    if (m->tree_sleep_policy[t] == mjSLEEP_INIT)
      return 1;
  return 0;
}

void compile_finish(Compile* c) {
  mjModel* m = c->model;
  int disableflags = m->opt.disableflags, enableflags = m->opt.enableflags;
  m->opt.disableflags |= mjDSBL_CONTACT;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  c->data = data_make(m);
  if (!c->data)
    compile_fail(c, NULL, "could not create mjData");
  mj_setConst(m, c->data);
  spring_dampers(c, m);
  length_ranges(c, m, c->data);
  given_statistics(&c->spec->pub.stat, &m->stat);
  char message[300];
  if (model_validate(m, message, sizeof message))
    compile_fail(c, NULL, "%s", message);

  // trees that start asleep are put to sleep when data are made, and a step would show nothing
  if (begins_asleep(m, enableflags)) {
    m->opt.disableflags = disableflags;
    m->opt.enableflags = enableflags;
    mj_deleteData(c->data);
    c->data = NULL;  // mj_makeData jumps out when the trees cannot be put to sleep
    c->data = mj_makeData(m);
    return;
  }
  mj_resetData(m, c->data);
  if (data_hooks.prepare)
    data_hooks.prepare(m, c->data);
  mj_step(m, c->data);
  m->opt.disableflags = disableflags;
  m->opt.enableflags = enableflags;
}
