// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A module with a fault, chosen when it is compiled: a solver that crashes, uses the heap, or
// returns without having solved anything; a stage that changes more than it declares, and a sound
// one.

#include <stdlib.h>

#include <fulcrum/layout.h>
#include <fulcrum/module.h>
#include <fulcrum/solver.h>
#include <fulcrum/stage.h>

#if defined(FAULT_SLY)

static int push(const FcContext* context) {
  context->d->qfrc_passive[0] += 1;
  return 0;
}

static int meddle(const FcContext* context) {
  context->d->qfrc_bias[1] += 1e-9;
  return push(context);
}

static int look(const FcContext* context) {
  context->d->time += 0;
  return 0;
}

static int touch(const FcContext* context) {
  if (context->d->ncon)
    context->d->contact[0].mu += 1;
  return 0;
}

static const FcStage sound = {
    .size = sizeof(FcStage), .where = "bias", .after = 1, .writes = "qfrc_passive", .run = push};
static const FcStage sly = {
    .size = sizeof(FcStage), .where = "bias", .after = 1, .writes = "qfrc_passive", .run = meddle};
static const FcStage confused = {.size = sizeof(FcStage),
                                 .where = "bias",
                                 .after = 1,
                                 .writes = "qfrc_bias forces",
                                 .run = push};
static const FcProbe looking = {.size = sizeof(FcProbe), .where = "rows", .observe = look};
static const FcProbe touching = {.size = sizeof(FcProbe), .where = "rows", .observe = touch};
#define FACE(k, n, t) \
  { .size = sizeof(FcFace), .kind = k, .name = n, .table = t }
static const FcFace faces[] = {
    FACE(FC_STAGE, "acme.sound", &sound), FACE(FC_STAGE, "acme.sly", &sly),
    FACE(FC_STAGE, "acme.confused", &confused), FACE(FC_PROBE, "acme.looking", &looking),
    FACE(FC_PROBE, "acme.touching", &touching)};

FC_MODULE_WITH(faulty, "acme.sly", "1.0.0", "Apache-2.0", &fc_layout, faces, 3,
               "stages and probes, some of them sly", NULL)

#else

#if defined(FAULT_CRASH)
#define NAME "acme.crash"
#elif defined(FAULT_GREEDY)
#define NAME "acme.greedy"
#else
#define NAME "acme.idle"
#endif

static int solve(const FcContext* context, FcProblem* problem) {
  const double* gain = context->param;
#if defined(FAULT_CRASH)
  abort();
#elif defined(FAULT_GREEDY)
  void* volatile memory = malloc(64);
  free(memory);
#endif
  // gain 0: the smooth acceleration, as if nothing held the bodies
  for (int i = 0; i < problem->nv; i++)
    problem->qacc[i] = (1 - gain[0]) * problem->qacc_smooth[i];
  fc_problemMulJ(problem, problem->jar, problem->qacc);
  for (int i = 0; i < problem->nefc; i++)
    problem->jar[i] -= problem->aref[i];
  fc_problemUpdate(problem, problem->jar, 0);
  return 0;
}

static const FcParameter parameters[] = {{.key = "gain",
                                          .type = FC_REAL,
                                          .length = 1,
                                          .def = 0,
                                          .min = 0,
                                          .max = 1,
                                          .help = "how idle"}};
static const FcSolver table = {.size = sizeof(FcSolver), .solve = solve};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SOLVER,
                                .name = NAME,
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE(faulty, NAME, "1.0.0", "Apache-2.0", &fc_layout, faces)

#endif
