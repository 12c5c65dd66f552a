// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// NoSlip: removes the slow creep of regularised friction after another solver has finished.
//
// Only friction forces change: they minimise 1/2 f' A f + f' b with A = AR - diag(R), the problem
// without regularisation, by Gauss-Seidel sweeps, while all normal, limit and equality forces stay
// fixed. Dry friction is a clamped scalar. An elliptic contact is solved inside the ellipse of its
// normal force. A pair of pyramid edges keeps its sum, the normal force it carries, and shifts
// force from one edge to the other.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/module.h>
#include <fulcrum/solver.h>

#define MAX_COST_CHANGE ((mjtNum)1e-10)  // an update that raises the cost by more is undone
#define MIN_DIAGONAL ((mjtNum)1e-10)     // of the blocks of A

// a . b for the few entries of a contact
static mjtNum dot_few(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[k] * b[k];
  return sum;
}

// Row i of b + A f.
static mjtNum row_residual(const FcProblem* p, int i) {
  mjtNum product = p->sparse ? fc_dotSparse(p->AR + p->AR_rowadr[i], p->force, p->AR_rownnz[i],
                                            p->AR_colind + p->AR_rowadr[i])
                             : fc_dot(p->AR + (size_t)i * p->nefc, p->force, p->nefc);
  return p->b[i] + product - p->R[i] * p->force[i];
}

// Entry (i, j) of A.
static mjtNum entry(const FcProblem* p, int i, int j) {
  mjtNum regularisation = i == j ? p->R[i] : 0;
  if (!p->sparse)
    return p->AR[(size_t)i * p->nefc + j] - regularisation;
  const int* ind = p->AR_colind + p->AR_rowadr[i];
  int low = 0, high = p->AR_rownnz[i] - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (ind[middle] < j)
      low = middle + 1;
    else
      high = middle;
  }
  return ind[low] == j ? p->AR[p->AR_rowadr[i] + low] - regularisation : 0;
}

// Block of n rows of A from row i on, with a positive diagonal; residuals of these rows.
static void get_block(const FcProblem* p, int i, int n, mjtNum* A, mjtNum* residual) {
  for (int k = 0; k < n; k++) {
    residual[k] = row_residual(p, i + k);
    for (int l = 0; l < n; l++)
      A[k * n + l] = entry(p, i + k, i + l);
    A[k * n + k] = fc_max(MIN_DIAGONAL, A[k * n + k]);
  }
}

// Store n new forces from row i on, unless they raise the cost. Returns the improvement.
static mjtNum accept(FcProblem* p, int i, int n, const mjtNum* A, const mjtNum* residual,
                     const mjtNum* f) {
  mjtNum delta[5], change = 0;
  fc_sub(delta, f, p->force + i, n);
  for (int k = 0; k < n; k++)
    change += delta[k] * (dot_few(A + k * n, delta, n) / 2 + residual[k]);
  if (change > MAX_COST_CHANGE)
    return 0;
  fc_copy(p->force + i, f, n);
  return -change;
}

static mjtNum dry_friction(FcProblem* p, int i) {
  mjtNum diagonal = fc_max(mjMINVAL, entry(p, i, i)), old = p->force[i],
         residual = row_residual(p, i);
  p->force[i] = fc_clip(old - residual / diagonal, -p->frictionloss[i], p->frictionloss[i]);
  mjtNum delta = p->force[i] - old;
  return -delta * (delta * diagonal / 2 + residual);
}

// Two opposite edges of a pyramid.
static mjtNum edge_pair(FcProblem* p, int i) {
  mjtNum A[4], residual[2], b[2], f[2], *old = p->force + i;
  get_block(p, i, 2, A, residual);
  for (int k = 0; k < 2; k++)
    b[k] = residual[k] - A[2 * k] * old[0] - A[2 * k + 1] * old[1];
  mjtNum middle = (old[0] + old[1]) / 2;
  mjtNum K1 = A[0] + A[3] - A[1] - A[2], K0 = middle * (A[0] - A[3]) + b[0] - b[1];
  mjtNum y = K1 < mjMINVAL ? 0 : -K0 / K1;
  if (y < -middle) {
    f[0] = 0;
    f[1] = 2 * middle;
  } else if (y > middle) {
    f[0] = 2 * middle;
    f[1] = 0;
  } else {
    f[0] = middle + y;
    f[1] = middle - y;
  }
  return accept(p, i, 2, A, residual, f);
}

static mjtNum ellipse(FcProblem* p, int i, const mjContact* con) {
  int n = con->dim - 1;
  mjtNum A[25], residual[5], b[5], f[5], normal = p->force[i], *old = p->force + i + 1;
  get_block(p, i + 1, n, A, residual);
  if (normal < mjMINVAL) {
    fc_zero(f, n);
    return accept(p, i + 1, n, A, residual, f);
  }
  for (int k = 0; k < n; k++)
    b[k] = residual[k] - dot_few(A + k * n, old, n);
  if (fc_frictionQCQP(f, A, b, con->friction, normal, n)) {
    // put it exactly on the boundary
    mjtNum sum = 0;
    for (int k = 0; k < n; k++)
      sum += f[k] * f[k] / (con->friction[k] * con->friction[k]);
    fc_scl(f, f, fc_sqrt(normal * normal / fc_max(mjMINVAL, sum)), n);
  }
  return accept(p, i + 1, n, A, residual, f);
}

static mjtNum sweep(FcProblem* p) {
  mjtNum improvement = 0;
  for (int i = p->ne; i < p->ne + p->nf; i++)
    improvement += dry_friction(p, i);
  for (int i = p->ne + p->nf; i < p->nefc;) {
    if (p->type[i] == mjCNSTR_CONTACT_PYRAMIDAL) {
      improvement += edge_pair(p, i);
      i += 2;
    } else if (p->type[i] == mjCNSTR_CONTACT_ELLIPTIC) {
      const mjContact* con = p->contact + p->id[i];
      improvement += ellipse(p, i, con);
      i += con->dim;
    } else {
      i++;
    }
  }
  return improvement;
}

static int wanted(const mjModel* m) { return m->opt.noslip_iterations > 0; }

static int improve(const FcContext* context, FcProblem* p) {
  const mjOption* opt = &context->m->opt;
  int nactive;
  fc_problemDualStates(p, &nactive);

  // the regularisation is dropped, which already lowers the cost
  mjtNum dropped = 0;
  for (int i = 0; i < p->nefc; i++)
    dropped += p->force[i] * p->force[i] * p->R[i] / 2;
  for (int k = 0; k < opt->noslip_iterations; k++) {
    mjSolverStat stat = {0};
    stat.improvement = p->scale * (dropped + sweep(p));
    stat.nchange = fc_problemDualStates(p, &stat.nactive);
    fc_problemRecord(p, &stat);
    dropped = 0;
    if (stat.improvement < opt->noslip_tolerance)
      break;
  }
  fc_problemFinishDual(p);
  return 0;
}

static const FcPostSolver table = {
    .size = sizeof(FcPostSolver), .flags = FC_SOLVER_DUAL, .wanted = wanted, .improve = improve};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_POST_SOLVER, .name = "noslip", .table = &table}};

FC_MODULE_WITH(noslip, "noslip", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Post-processor that removes slip by solving friction forces without regularisation",
               NULL)
