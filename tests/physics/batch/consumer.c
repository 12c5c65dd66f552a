// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A program written for the batches of MuJoCo 4.0.1, which compiles and runs there unchanged. It
// prints one line per fact, and the facts that both have must be the same (check_consumer.sh):
// sizes of outputs and of fields per simulation, outcomes of calls, states of a pendulum.
//
//   consumer MODEL

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mjbatch.h>
#include <mujoco/mjxmacro.h>
#include <mujoco/mujoco.h>

enum { NSIM = 6 };

static void output(mjBatch* b, const char* name) {
  int size = 0, element = 0;
  if (mjb_output(b, name, &size, &element))
    printf("output %s %d %d\n", name, size, element);
  else
    printf("output %s none\n", name);
}

static void field(mjBatch* b, const char* name) {
  int size = 0, element = 0;
  const int there = mjb_expand(b, name, &size, &element) != NULL;
  printf("field %s %s %d\n", name, there ? "yes" : "none", there ? element : 0);
  printf("expanded %s %s\n", name, mjb_expanded(b, name, NULL, NULL) ? "yes" : "none");
}

static void fields(const mjModel* m) {
  mjBatch* b = mjb_makeBatch(m, NSIM, NULL, NULL, 0);
#undef XNV
#define XNV X
#define X(type, name, rows, columns) output(b, #name);
  MJDATA_POINTERS
  MJDATA_ARENA_POINTERS
#undef X
  const char* const more[] = {"ncon",  "nefc", "nisland", "energy",
                              "timer", "time", "nothing", "solver_niter"};
  for (size_t i = 0; i < sizeof more / sizeof *more; i++)
    output(b, more[i]);
#define X(type, name, rows, columns) field(b, #name);
  MJMODEL_POINTERS
#undef X
  const char* const options[] = {"opt.timestep", "opt.gravity", "opt.solver", "opt.nothing", "nq"};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    field(b, options[i]);
  mjb_deleteBatch(b);
}

// ---------------------------------------------------------------- calls

static void spoil(const mjModel* m, mjData* d, int sim, void* arg) {
  (void)m;
  d->qvel[0] = sim;
  ++*(int*)arg;
}

static void calls(const mjModel* m) {
  const mjBatchConfig config = {1, 0};
  mjBatch* b = mjb_makeBatch(m, NSIM, &config, NULL, 0);
  const int some[] = {1, 4}, keys[] = {-1, 0};
  int applied = 0, nq;
  const int nstate = mjb_nstate(b);
  const mjtNum *time = mjb_stateComponent(b, mjSTATE_TIME, NULL),
               *qpos = mjb_stateComponent(b, mjSTATE_QPOS, &nq);
  printf("batch %d %d %d\n", mjb_nsim(b), mjb_nthread(b), mjb_persistent(b));
  printf("call reset %d\n", mjb_reset(b, some, 2, keys, mjSTAGE_ACC));
  printf("call step %d\n", mjb_step(b, NULL, 0, 5, mjSTAGE_VEL));
  printf("call forward %d\n", mjb_forward(b, some, 2, mjSTAGE_POS));
  printf("call apply %d\n", mjb_apply(b, some, 2, spoil, &applied, 1));
  printf("applied %d\n", applied);
  for (int i = 0; i < NSIM; i++)
    printf("after %d %d %.9f %.9f\n", i, mjb_status(b)[i], time[i * nstate], qpos[i * nstate]);
  mjtNum control[NSIM * 4], record[NSIM * 4];
  for (int i = 0; i < NSIM * 4; i++)
    control[i] = 0.1 * i;
  const mjBatchRecord records[] = {{"qvel", 0, record}};
  printf("call rollout %d\n", mjb_rollout(b, NULL, 0, 4, control, mjSTATE_CTRL, records, 1));
  for (int i = 0; i < NSIM * 4; i++)
    printf("record %d %.9f\n", i, record[i]);
  int nmass;
  mjtNum* mass = mjb_expand(b, "body_mass", &nmass, NULL);
  mjtNum* inertia = mjb_expand(b, "body_inertia", NULL, NULL);
  for (int i = 0; i < NSIM; i++) {
    mass[i * nmass + 1] *= i + 1;
    for (int k = 0; k < 3; k++)
      inertia[i * 3 * nmass + 3 + k] *= i + 1;
  }
  printf("call setConst %d\n", mjb_setConst(b, NULL, 0));
  const char* const derived[] = {"dof_M0", "dof_invweight0", "body_subtreemass", "jnt_range"};
  for (int i = 0; i < 4; i++)
    printf("derived %s %s\n", derived[i], mjb_expanded(b, derived[i], NULL, NULL) ? "yes" : "none");
  mjb_step(b, NULL, 0, 50, mjSTAGE_NONE);
  for (int i = 0; i < NSIM; i++)
    printf("heavier %d %.9f\n", i, qpos[i * nstate]);
  mjb_deleteBatch(b);
}

int main(int argc, char** argv) {
  char error[1000] = "";
  mjModel* m = argc > 1 ? mj_loadXML(argv[1], NULL, error, sizeof error) : NULL;
  if (!m) {
    fprintf(stderr, "consumer MODEL: %s\n", error);
    return 1;
  }
  fields(m);
  calls(m);
  mj_deleteModel(m);
  return 0;
}
