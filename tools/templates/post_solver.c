// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// TEMPLATE: a post-solver. After the solver it takes `sweeps` steps of preconditioned steepest
// descent on the same cost, so the solution can only get better.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/solver.h>

static int improve(const FcContext* context, FcProblem* p) {
  const int nv = p->nv, sweeps = (int)context->param[0];
  mjtNum* v = fc_problemAlloc(p, 4 * (size_t)nv + p->nefc);
  mjtNum *Ma = v, *g = v + nv, *step = v + 2 * nv, *Mstep = v + 3 * nv, *Jstep = v + 4 * nv;

  // forces and states that the constraint law gives for the acceleration of the solver
  fc_problemMulJ(p, p->jar, p->qacc);
  for (int i = 0; i < p->nefc; i++)
    p->jar[i] -= p->aref[i];
  fc_problemMulM(p, Ma, p->qacc);
  fc_problemUpdate(p, p->jar, 0);
  for (int sweep = 0; sweep < sweeps; sweep++) {
    mjSolverStat stat = {0};
    for (int i = 0; i < nv; i++)
      g[i] = p->qfrc_smooth[i] + p->qfrc_constraint[i] - Ma[i];
    fc_problemSolveM(p, step, g);
    fc_copy(Mstep, g, nv);
    fc_problemMulJ(p, Jstep, step);
    const FcLine line = {
        .size = sizeof line, .p = step, .Mp = Mstep, .Jp = Jstep, .Ma = Ma, .jar = p->jar};
    const mjtNum alpha = fc_problemLineSearch(p, &line, &stat);
    if (alpha == 0)
      break;
    fc_addToScl(p->qacc, step, alpha, nv);
    fc_addToScl(Ma, Mstep, alpha, nv);
    fc_addToScl(p->jar, Jstep, alpha, p->nefc);
    fc_problemUpdate(p, p->jar, 0);
  }
  return 0;
}

static const FcParameter parameters[] = {{.key = "sweeps",
                                          .type = FC_INT,
                                          .length = 1,
                                          .def = 2,
                                          .min = 0,
                                          .max = 100,
                                          .help = "How many steps of descent are taken."}};
static const FcPostSolver table = {.size = sizeof(FcPostSolver), .improve = improve};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_POST_SOLVER,
                                .name = "TEMPLATE",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(TEMPLATE_ID, "TEMPLATE", "0.1.0", "Apache-2.0", &fc_layout, faces, 0,
               "A post-solver", NULL)
