// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A solver with a fault, chosen when it is compiled: it crashes, uses the heap, or returns without
// having solved anything.

#include <stdlib.h>

#include <fulcrum/layout.h>
#include <fulcrum/module.h>
#include <fulcrum/solver.h>

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
                                .parameters = parameters,
                                .nparameter = 1}};

FC_MODULE(faulty, NAME, "1.0.0", "Apache-2.0", &fc_layout, faces)
