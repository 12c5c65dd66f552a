// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The convex problem as solvers see it: views of mjData for the whole system or one island, and the
// products that solvers need.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/math.h>

#include "core/foundation/data/memory.h"
#include "core/foundation/data/record.h"
#include "core/kernel/binding/binding.h"
#include "core/physics/problem/constraint.h"

//------------------------------ views -------------------------------------------------------------

// Contacts whose rows do not follow opt.cone.
static void own_contact_law(const mjModel* m, mjData* d, FcProblem* p) {
  const Bound* bound = bound_choice(m, d, FC_CONTACT_MODEL);
  const FcContactModel* model = bound ? bound->table : NULL;
  const int potential = model && model->way == FC_CONTACT_POTENTIAL;
  p->elliptic |= potential || (model && model->elliptic);
  p->potentials = potential;
  problem_host(p)->contact_law = potential ? bound : NULL;
}

// The part that both views have in common.
static FcProblem* problem_options(const mjModel* m, mjData* d, Problem* problem) {
  FcProblem* p = &problem->shown;
  memset(p, 0, sizeof *p);
  problem->host = (ProblemHost){.m = m, .d = d};
  p->size = sizeof(FcProblem);
  p->host = &problem->host;
  p->sparse = mj_isSparse(m);
  p->elliptic = m->opt.cone != mjCONE_PYRAMIDAL;
  p->contact = d->contact;
  p->tolerance = m->opt.tolerance;
  p->ls_tolerance = m->opt.ls_tolerance;
  p->iterations = m->opt.iterations;
  p->ls_iterations = m->opt.ls_iterations;
  if (data_record(d)->contacts)
    own_contact_law(m, d, p);
  return p;
}

void problem_whole(const mjModel* m, mjData* d, Problem* problem) {
  FcProblem* p = problem_options(m, d, problem);
  p->nv = m->nv;
  p->nefc = d->nefc;
  p->ne = d->ne;
  p->nf = d->nf;
  p->island = -1;

  p->M_rownnz = m->M_rownnz;
  p->M_rowadr = m->M_rowadr;
  p->M_colind = m->M_colind;
  p->M = d->M;
  p->LD = d->qLD;
  p->LDiagInv = d->qLDiagInv;
  p->qfrc_smooth = d->qfrc_smooth;
  p->qacc_smooth = d->qacc_smooth;

  if (p->sparse) {
    p->J_rownnz = d->efc_J_rownnz;
    p->J_rowadr = d->efc_J_rowadr;
    p->J_rowsuper = d->efc_J_rowsuper;
    p->J_colind = d->efc_J_colind;
    p->AR_rownnz = d->efc_AR_rownnz;
    p->AR_rowadr = d->efc_AR_rowadr;
    p->AR_colind = d->efc_AR_colind;
  }
  p->J = d->efc_J;
  p->AR = d->efc_AR;

  p->type = d->efc_type;
  p->id = d->efc_id;
  p->aref = d->efc_aref;
  p->D = d->efc_D;
  p->R = d->efc_R;
  p->frictionloss = d->efc_frictionloss;
  p->b = d->efc_b;

  p->qacc = d->qacc;
  p->force = d->efc_force;
  p->state = d->efc_state;
  p->qfrc_constraint = d->qfrc_constraint;
  p->scale = 1 / (m->stat.meaninertia * fc_max(1, m->nv));
  data_solver_used(d);
  p->stat = d->solver;
  p->nstat = mjNSOLVER;
}

void problem_island(const mjModel* m, mjData* d, int island, Problem* problem) {
  FcProblem* p = problem_options(m, d, problem);
  int dof = d->island_idofadr[island], row = d->island_iefcadr[island];
  p->nv = d->island_nv[island];
  p->nefc = d->island_nefc[island];
  p->ne = d->island_ne[island];
  p->nf = d->island_nf[island];
  p->island = island;

  p->M_rownnz = d->iM_rownnz + dof;
  p->M_rowadr = d->iM_rowadr + dof;
  p->M_colind = d->iM_colind;
  p->M = d->iM;
  p->LD = d->iLD;
  p->LDiagInv = d->iLDiagInv + dof;
  p->qfrc_smooth = d->ifrc_smooth + dof;
  p->qacc_smooth = d->iacc_smooth + dof;

  if (p->sparse) {
    p->J_rownnz = d->iefc_J_rownnz + row;
    p->J_rowadr = d->iefc_J_rowadr + row;
    p->J_rowsuper = d->iefc_J_rowsuper + row;
    p->J_colind = d->iefc_J_colind;
    p->J = d->iefc_J;
  } else {
    p->J = d->iefc_J + (size_t)d->nidof * row;
  }

  p->type = d->iefc_type + row;
  p->id = d->iefc_id + row;
  p->aref = d->iefc_aref + row;
  p->D = d->iefc_D + row;
  p->R = d->iefc_R + row;
  p->frictionloss = d->iefc_frictionloss + row;

  p->qacc = d->iacc + dof;
  p->force = d->iefc_force + row;
  p->state = d->iefc_state + row;
  p->qfrc_constraint = d->ifrc_constraint + dof;
  if (island < mjNISLAND) {
    data_solver_used(d);
    p->stat = d->solver + (size_t)island * mjNSOLVER;
    p->nstat = mjNSOLVER;
  }

  // the diagonal ends each row of M
  mjtNum inertia = 0;
  for (int i = 0; i < p->nv; i++)
    inertia += p->M[p->M_rowadr[i] + p->M_rownnz[i] - 1];
  p->scale = 1 / inertia;
}

//------------------------------ services ----------------------------------------------------------

int fc_attachProblem(FcProblem* p, const mjModel* m, mjData* d) {
  ProblemHost* host = calloc(1, sizeof *host);
  if (!host)
    return fc_fail("there is no memory for a problem");
  *host = (ProblemHost){.m = m, .d = d};
  p->host = host;
  return 0;
}

void fc_detachProblem(FcProblem* p) {
  free(p->host);
  p->host = NULL;
}

mjtNum* fc_problemAlloc(FcProblem* p, size_t n) { return mj_stackAllocNum(problem_host(p)->d, n); }

int* fc_problemAllocInt(FcProblem* p, size_t n) { return mj_stackAllocInt(problem_host(p)->d, n); }

// 1 when M is diagonal, as for bodies with slides of their own. Each row has at least its diagonal.
static int is_diagonal(const FcProblem* p) {
  const int last = p->nv - 1;
  return p->nv && p->M_rowadr[last] + p->M_rownnz[last] - p->M_rowadr[0] == p->nv;
}

void fc_problemMulM(const FcProblem* p, mjtNum* FC_RESTRICT res, const mjtNum* FC_RESTRICT vec) {
  if (is_diagonal(p)) {
    const mjtNum* FC_RESTRICT M = p->M + p->M_rowadr[0];
    for (int i = 0; i < p->nv; i++)
      res[i] = M[i] * vec[i];
    return;
  }

  // each entry below the diagonal acts twice: its row is dotted with vec, and added to res. The
  // last ancestors of a dof usually have consecutive numbers, and often all of them have.
  for (int i = 0; i < p->nv; i++) {
    const int adr = p->M_rowadr[i], n = p->M_rownnz[i] - 1;
    const mjtNum* FC_RESTRICT row = p->M + adr;
    const int* FC_RESTRICT ind = p->M_colind + adr;
    const mjtNum x = vec[i];
    FcFour sums = {0};
    mjtNum sum = row[n] * x;
    int k = 0;
    for (; k <= n - 4 && fc_isRange(ind + k, 4); k += 4) {
      const int at = ind[k];
      const FcFour m = FC_CFOUR(row + k);
      sums += m * FC_CFOUR(vec + at);
      FC_FOUR(res + at) += m * x;
    }
    for (; k < n; k++) {
      sum += row[k] * vec[ind[k]];
      res[ind[k]] += row[k] * x;
    }
    res[i] = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + sum;
  }
}

void fc_problemSolveM(const FcProblem* p, mjtNum* res, const mjtNum* vec) {
  int nv = p->nv;
  const int* FC_RESTRICT colind = p->M_colind;
  const mjtNum* FC_RESTRICT LD = p->LD;
  mjtNum* FC_RESTRICT x = res;

  // adding 0 removes negative zeros, as in longer sums
  if (is_diagonal(p)) {
    for (int i = 0; i < nv; i++)
      res[i] = vec[i] * p->LDiagInv[i] + 0;
    return;
  }
  if (res != vec)
    fc_copy(res, vec, nv);

  // x <- L^-T x, last row first
  for (int i = nv - 1; i >= 0; i--) {
    int end = p->M_rowadr[i] + p->M_rownnz[i] - 1;
    mjtNum xi = x[i];
    for (int k = p->M_rowadr[i]; k < end; k++)
      x[colind[k]] -= LD[k] * xi;
  }

  // x <- D^-1 x, then x <- L^-1 x
  for (int i = 0; i < nv; i++) {
    const int k = p->M_rowadr[i];
    x[i] = x[i] * p->LDiagInv[i] - fc_dotSparse(LD + k, x, p->M_rownnz[i] - 1, colind + k);
  }
}

// The last four numbers of a vector of n >= 4, without those that belong to packs before.
static inline void last_pack(FcFour* tail, const mjtNum* vec, int n) {
  const FcFour last = FC_CFOUR(vec + n - 4), zero = {0};
  switch (n & 3) {
    case 1: *tail = __builtin_shufflevector(zero, last, 0, 1, 2, 7); break;
    case 2: *tail = __builtin_shufflevector(zero, last, 0, 1, 6, 7); break;
    case 3: *tail = __builtin_shufflevector(zero, last, 0, 5, 6, 7); break;
    default: *tail = zero; break;
  }
}

// Products of four rows of n >= 4 numbers with x. The numbers after the last whole pack: those of
// a sparse row are added to the sum one by one, as in fc_dotRange; those of a dense row with a
// last pack, `tail`.
static inline void dot_rows(FcFour* res, const mjtNum* const row[4], const mjtNum* x,
                            const FcFour* tail, int n, int sparse) {
  const mjtNum *r0 = row[0], *r1 = row[1], *r2 = row[2], *r3 = row[3];
  FcFour s[4] = {{0}}, sum;
  int i = 0;
  for (; i <= n - 4; i += 4) {
    const FcFour xi = FC_CFOUR(x + i);
    s[0] += FC_CFOUR(r0 + i) * xi;
    s[1] += FC_CFOUR(r1 + i) * xi;
    s[2] += FC_CFOUR(r2 + i) * xi;
    s[3] += FC_CFOUR(r3 + i) * xi;
  }
  if (i < n && !sparse) {
    s[0] += FC_CFOUR(r0 + n - 4) * *tail;
    s[1] += FC_CFOUR(r1 + n - 4) * *tail;
    s[2] += FC_CFOUR(r2 + n - 4) * *tail;
    s[3] += FC_CFOUR(r3 + n - 4) * *tail;
  }
  fc_sumFours(&sum, s);
  for (; i < n && sparse; i++) {
    const FcFour column = {r0[i], r1[i], r2[i], r3[i]};
    sum += column * x[i];
  }
  *res = sum;
}

// One row, with the same sum.
static inline mjtNum dot_row(const mjtNum* row, const mjtNum* x, const FcFour* tail, int n,
                             int sparse) {
  if (sparse)
    return fc_dotRange(row, x, n);
  FcFour s = {0};
  int i = 0;
  for (; i <= n - 4; i += 4)
    s += FC_CFOUR(row + i) * FC_CFOUR(x + i);
  if (i < n)
    s += FC_CFOUR(row + n - 4) * *tail;
  return (s[0] + s[2]) + (s[1] + s[3]);
}

// Rows of a dense matrix, four at a time, which share the loads of vec. The last four may include
// some of those before them. sparse, a constant: how rows are summed.
static inline void mul_rows(mjtNum* FC_RESTRICT res, const mjtNum* FC_RESTRICT J,
                            const mjtNum* FC_RESTRICT vec, int nr, int nc, int sparse) {
  const size_t stride = (size_t)nc;
  if (nc < 4) {
    for (int r = 0; r < nr; r++, J += stride)
      res[r] = fc_dot(J, vec, nc);
    return;
  }
  FcFour tail = {0}, sum;
  if (!sparse)
    last_pack(&tail, vec, nc);
  if (nr < 3) {
    for (int r = 0; r < nr; r++)
      res[r] = dot_row(J + (size_t)r * stride, vec, &tail, nc, sparse);
  } else if (nr == 3) {
    const mjtNum* row[4] = {J, J + stride, J + 2 * stride, J + 2 * stride};
    dot_rows(&sum, row, vec, &tail, nc, sparse);
    for (int r = 0; r < 3; r++)
      res[r] = sum[r];
  } else {
    for (int r = 0; r < nr; r += 4) {
      r = r < nr - 4 ? r : nr - 4;
      const mjtNum* first = J + (size_t)r * stride;
      const mjtNum* row[4] = {first, first + stride, first + 2 * stride, first + 3 * stride};
      dot_rows(&sum, row, vec, &tail, nc, sparse);
      FC_FOUR(res + r) = sum;
    }
  }
}

static void mul_dense(mjtNum* res, const mjtNum* J, const mjtNum* vec, int nr, int nc) {
  mul_rows(res, J, vec, nr, nc, 0);
}

static void mul_supernode(mjtNum* res, const mjtNum* J, const mjtNum* vec, int nr, int nc) {
  mul_rows(res, J, vec, nr, nc, 1);
}

// res (n) += J' vec for n columns of J, which fill `packs` packs, a constant. They are summed in
// registers; the last pack may overlap the one before it. Rows with multiplier zero are skipped.
static inline __attribute__((always_inline)) void add_packs(mjtNum* res, const mjtNum* J,
                                                            int stride, const mjtNum* vec, int nr,
                                                            int n, int packs) {
  const int last = n - 4;
  FcFour sum[8];
  for (int k = 0; k < packs; k++)
    sum[k] = FC_CFOUR(res + (k < packs - 1 ? 4 * k : last));
  for (int r = 0; r < nr; r++, J += stride) {
    if (vec[r] == 0)
      continue;
    for (int k = 0; k < packs; k++)
      sum[k] += FC_CFOUR(J + (k < packs - 1 ? 4 * k : last)) * vec[r];
  }
  for (int k = 0; k < packs; k++)
    FC_FOUR(res + (k < packs - 1 ? 4 * k : last)) = sum[k];
}

// res += J' vec
static void add_dense_transposed(mjtNum* res, const mjtNum* J, const mjtNum* vec, int nr, int nc) {
  for (int first = 0, n; first < nc; first += n, res += n, J += n) {
    n = nc - first < 32 ? nc - first : 32;
    switch (n < 4 ? 0 : (n + 3) / 4) {
      case 1: add_packs(res, J, nc, vec, nr, n, 1); break;
      case 2: add_packs(res, J, nc, vec, nr, n, 2); break;
      case 3: add_packs(res, J, nc, vec, nr, n, 3); break;
      case 4: add_packs(res, J, nc, vec, nr, n, 4); break;
      case 5: add_packs(res, J, nc, vec, nr, n, 5); break;
      case 6: add_packs(res, J, nc, vec, nr, n, 6); break;
      case 7: add_packs(res, J, nc, vec, nr, n, 7); break;
      case 8: add_packs(res, J, nc, vec, nr, n, 8); break;
      default:
        for (int r = 0; r < nr; r++)
          for (int k = 0; k < n && vec[r] != 0; k++)
            res[k] += J[(size_t)r * nc + k] * vec[r];
    }
  }
}

// Rows of a supernode are a dense matrix on their columns. Columns that are not one range are
// gathered and scattered through a buffer of this size; longer rows go one by one.
#define BUFFER 128

static void mul_sparse(const FcProblem* p, mjtNum* res, const mjtNum* vec) {
  mjtNum buffer[BUFFER];
  for (int r = 0, n; r < p->nefc; r += n) {
    int m = p->J_rownnz[r];
    const int* ind = p->J_colind + p->J_rowadr[r];
    const mjtNum* J = p->J + p->J_rowadr[r];
    n = problem_host(p)->columns ? columns_mul_edges(p, res, vec, r) : 0;
    if (n)
      continue;
    n = p->J_rowsuper[r] + 1;
    if (m < 4 && n == 1) {
      mjtNum sum = 0;
      for (int k = 0; k < m; k++)
        sum += J[k] * vec[ind[k]];
      res[r] = sum;
    } else if (m > 0 && fc_isRange(ind, m)) {
      mul_supernode(res + r, J, vec + ind[0], n, m);
    } else if (m <= BUFFER) {
      fc_gather(buffer, vec, ind, m);
      mul_supernode(res + r, J, buffer, n, m);
    } else {
      n = 1;
      res[r] = fc_dotSparse(J, vec, m, ind);
    }
  }
}

static void mul_sparse_transposed(const FcProblem* p, mjtNum* res, const mjtNum* vec) {
  mjtNum buffer[BUFFER];
  fc_zero(res, p->nv);
  for (int r = 0, n; r < p->nefc; r += n) {
    int m = p->J_rownnz[r];
    const int* ind = p->J_colind + p->J_rowadr[r];
    const mjtNum* J = p->J + p->J_rowadr[r];
    n = p->J_rowsuper[r] + 1;
    if (n > 1 && m > 0 && fc_isRange(ind, m)) {
      add_dense_transposed(res + ind[0], J, vec + r, n, m);
    } else if (n > 1 && m > 0 && m <= BUFFER && !fc_isZero(vec + r, n)) {
      fc_gather(buffer, res, ind, m);
      add_dense_transposed(buffer, J, vec + r, n, m);
      fc_scatter(res, buffer, ind, m);
    } else {
      n = 1;
      if (vec[r] != 0)
        fc_addToSclSparse(res, J, vec[r], m, ind);
    }
  }
}

void fc_problemMulJ(const FcProblem* p, mjtNum* res, const mjtNum* vec) {
  if (p->sparse)
    mul_sparse(p, res, vec);
  else
    mul_dense(res, p->J, vec, p->nefc, p->nv);
}

void problem_mul_transposed(const FcProblem* p, mjtNum* res, const mjtNum* vec) {
  if (p->sparse) {
    mul_sparse_transposed(p, res, vec);
  } else {
    fc_zero(res, p->nv);
    add_dense_transposed(res, p->J, vec, p->nefc, p->nv);
  }
}

void fc_problemRecord(FcProblem* p, const mjSolverStat* stat) {
  if (p->niter < p->nstat)
    p->stat[p->niter] = *stat;
  p->niter++;
}

//------------------------------ public products ---------------------------------------------------

// The sums of both have the order of the functions for matrices; those of solvers may not.

void mj_mulJacVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  if (mj_isSparse(m)) {
    fc_mulMatVecSparse(res, d->efc_J, vec, d->nefc, d->efc_J_rownnz, d->efc_J_rowadr,
                       d->efc_J_colind, d->efc_J_rowsuper);
  } else {
    mju_mulMatVec(res, d->efc_J, vec, d->nefc, m->nv);
  }
}

// The rows of mjData, as far as products need them.
static FcProblem rows_of(const mjModel* m, const mjData* d, ProblemHost* host) {
  *host = (ProblemHost){.m = m};
  return (FcProblem){.size = sizeof(FcProblem),
                     .sparse = mj_isSparse(m),
                     .nv = m->nv,
                     .nefc = d->nefc,
                     .J = d->efc_J,
                     .J_rownnz = d->efc_J_rownnz,
                     .J_rowadr = d->efc_J_rowadr,
                     .J_rowsuper = d->efc_J_rowsuper,
                     .J_colind = d->efc_J_colind,
                     .host = host};
}

void mj_mulJacTVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  ProblemHost host;
  const FcProblem p = rows_of(m, d, &host);
  if (d->nefc)
    problem_mul_transposed(&p, res, vec);
}

void problem_row_velocities(const mjModel* m, mjData* d) {
  ProblemHost host;
  const FcProblem p = rows_of(m, d, &host);
  fc_problemMulJ(&p, d->efc_vel, d->qvel);
}
