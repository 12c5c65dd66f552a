// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.conjugate: a constraint solver. It minimises the convex cost of <fulcrum/solver.h> with
// conjugate gradients, the inertia matrix as preconditioner (Polak and Ribiere 1969). To make
// another one, replace `direction`.
//
//     <option solver="acme.conjugate"/>

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/solver.h>

typedef struct Work_ {
  mjtNum *Ma, *g, *z;     // M a, gradient, M^-1 gradient
  mjtNum *g_old, *z_old;  // of the iteration before
  mjtNum *step, *Mstep, *Jstep;
} Work;

// gradient M a - qfrc_smooth - J' force; returns its length in the units of the tolerance
static mjtNum gradient(const FcProblem* p, Work* w) {
  for (int i = 0; i < p->nv; i++)
    w->g[i] = w->Ma[i] - p->qfrc_smooth[i] - p->qfrc_constraint[i];
  fc_problemSolveM(p, w->z, w->g);
  return p->scale * fc_norm(w->g, p->nv);
}

// step = -z + beta step, beta from the last two gradients
static void direction(const FcProblem* p, Work* w) {
  mjtNum change = 0, length = 0;
  for (int i = 0; i < p->nv; i++) {
    change += w->g[i] * (w->z[i] - w->z_old[i]);
    length += w->g_old[i] * w->z_old[i];
  }
  const mjtNum beta = fc_max(0, change / fc_max(mjMINVAL, length));
  for (int i = 0; i < p->nv; i++)
    w->step[i] = beta * w->step[i] - w->z[i];
}

static int solve(const FcContext* context, FcProblem* p) {
  (void)context;
  const int nv = p->nv;
  mjtNum* v = fc_problemAlloc(p, 7 * (size_t)nv + p->nefc);
  Work w = {.Ma = v,
            .g = v + nv,
            .z = v + 2 * nv,
            .g_old = v + 3 * nv,
            .z_old = v + 4 * nv,
            .step = v + 5 * nv,
            .Mstep = v + 6 * nv,
            .Jstep = v + 7 * nv};

  // at the warm start
  fc_problemMulM(p, w.Ma, p->qacc);
  fc_problemUpdate(p, p->jar, 0);
  mjtNum slope = gradient(p, &w);
  fc_scl(w.step, w.z, -1, nv);
  while (p->niter < p->iterations && slope >= p->tolerance) {
    mjSolverStat stat = {.gradient = slope};
    fc_problemMulM(p, w.Mstep, w.step);
    fc_problemMulJ(p, w.Jstep, w.step);
    const FcLine line = {
        .size = sizeof line, .p = w.step, .Mp = w.Mstep, .Jp = w.Jstep, .Ma = w.Ma, .jar = p->jar};
    const mjtNum alpha = fc_problemLineSearch(p, &line, &stat);
    if (alpha == 0)
      break;
    fc_addToScl(p->qacc, w.step, alpha, nv);
    fc_addToScl(w.Ma, w.Mstep, alpha, nv);
    fc_addToScl(p->jar, w.Jstep, alpha, p->nefc);
    fc_copy(w.g_old, w.g, nv);
    fc_copy(w.z_old, w.z, nv);
    fc_problemUpdate(p, p->jar, 0);
    slope = gradient(p, &w);
    fc_problemRecord(p, &stat);
    direction(p, &w);
  }
  return 0;
}

static const FcSolver table = {
    .size = sizeof(FcSolver), .flags = FC_SOLVER_ISLANDS, .solve = solve};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_SOLVER, .name = "acme.conjugate", .table = &table}};

FC_MODULE_WITH(acme_conjugate, "acme.conjugate", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "A constraint solver", NULL)
